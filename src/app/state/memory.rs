//! What the window remembers from one time to the next: colours of skeletons, palettes, recent files.

use std::path::PathBuf;

use super::{Labels, OpenTake, Outside, State, Switch, Tab};
use crate::app::command::Keymap;
use crate::app::store::{
    Complaints, Panels, Playing, Remembered, SavedPalette, Settings, SkeletonKeys, SkeletonMemory,
    Store, ThemeChoice, View, Window, colour_of, text_of,
};
use crate::playback::LoopMode;
use crate::scene::{DisplayStyle, Projection, Scheme, Theme};

const PERSPECTIVE: &str = "perspective";
const ORTHOGRAPHIC: &str = "orthographic";

impl State {
    /// Takes over what was kept in a store, and keeps things there from now on. Returns the window that
    /// was there last.
    pub fn remember_in(&mut self, store: Store) -> Window {
        let (settings, mut told) = store.settings();
        let (remembered, more) = store.remembered();
        told.extend(more);
        let (palettes, more) = store.palettes();
        told.extend(more);
        self.store = store;
        self.palettes = palettes.into_keys().collect();
        self.recent.clone_from(&remembered.recent);
        told.extend(self.take_settings(&settings));
        self.take_remembered(&remembered);
        self.complain(told);
        for index in 0..self.takes.len() {
            let mut open = self.takes.remove(index);
            self.recall(&mut open);
            self.takes.insert(index, open);
        }
        remembered.window
    }

    /// Keys and folders that the person has set. Returns what is wrong with them.
    fn take_settings(&mut self, settings: &Settings) -> Complaints {
        self.pictures.clone_from(&settings.pictures);
        self.switches
            .set(Switch::ReducedMotion, settings.reduced_motion);
        let changes: Vec<(String, Vec<String>)> = settings
            .keys
            .iter()
            .map(|(id, chords)| (id.clone(), chords.chords.clone()))
            .collect();
        let (keymap, told) = Keymap::changed(&changes);
        self.keymap = keymap;
        let told = told.into_iter();
        told.map(|(id, what)| settings.complaint(&id, &what))
            .collect()
    }

    fn take_remembered(&mut self, kept: &Remembered) {
        self.theme_choice = match kept.theme {
            ThemeChoice::System => None,
            ThemeChoice::Dark => Some(Theme::Dark),
            ThemeChoice::Light => Some(Theme::Light),
        };
        self.theme = self.theme_choice.unwrap_or(self.system_theme);
        self.scale = kept.scale;
        let view = &kept.view;
        if view.projection == ORTHOGRAPHIC {
            self.camera.projection = Projection::Orthographic;
        }
        self.display = DisplayStyle::of_word(&view.display).unwrap_or_default();
        self.labels = Labels::of_word(&view.labels).unwrap_or_default();
        self.outside = Outside::of_word(&view.outside_frames).unwrap_or_default();
        self.ghosts.before = view.ghost_count;
        self.ghosts.after = view.ghost_count;
        self.ghosts.step = view.ghost_step;
        self.trail = view.trail_length;
        self.take_saved_views(&view.saved);
        let playing = &kept.playing;
        for (switch, on) in [
            (Switch::Ghosts, view.ghosts),
            (Switch::Trails, view.trails),
            (Switch::JointAxes, view.joint_axes),
            (Switch::DepthCue, view.depth_cue),
            (Switch::Relations, view.relationship_lines),
            (Switch::Grid, view.grid),
            (Switch::Floor, view.floor),
            (Switch::FileNumbers, view.file_numbers),
            (Switch::Boxes, view.boxes),
            (Switch::Meshes, view.meshes),
            (Switch::CurvesFollow, view.curves_follow),
            (Switch::Blend, playing.blend),
            (Switch::EveryFrame, playing.every_frame),
            (Switch::Timecode, playing.timecode),
        ] {
            self.switches.set(switch, on);
        }
        let mode = LoopMode::ALL.into_iter();
        let mut mode = mode.filter(|mode| mode.name().to_lowercase() == playing.end);
        self.playback.set_loop_mode(mode.next().unwrap_or_default());
        self.panels.left = kept.panels.left;
        self.panels.right = kept.panels.right;
        self.widths = [
            kept.panels.left_width,
            kept.panels.right_width,
            kept.panels.bottom_height,
        ];
        let tab = Tab::ALL.into_iter();
        let mut tab = tab.filter(|tab| tab.name().to_lowercase() == kept.panels.tab);
        self.tab = tab.next().unwrap_or_default();
    }

    /// What the next window is to take over, but for the recent files, which the store has already.
    pub fn remembered(&self, window: Window) -> Remembered {
        let is_on = |switch| self.switches.is_on(switch);
        let [left_width, right_width, bottom_height] = self.widths;
        let remembered = Remembered {
            theme: match self.theme_choice {
                None => ThemeChoice::System,
                Some(Theme::Dark) => ThemeChoice::Dark,
                Some(Theme::Light) => ThemeChoice::Light,
            },
            scale: self.scale,
            window,
            panels: Panels {
                left: self.panels.left,
                right: self.panels.right,
                left_width,
                right_width,
                bottom_height,
                tab: self.tab.name().to_lowercase(),
            },
            view: View {
                projection: match self.camera.projection {
                    Projection::Perspective => PERSPECTIVE.into(),
                    Projection::Orthographic => ORTHOGRAPHIC.into(),
                },
                display: self.display.word().into(),
                depth_cue: is_on(Switch::DepthCue),
                relationship_lines: is_on(Switch::Relations),
                grid: is_on(Switch::Grid),
                floor: is_on(Switch::Floor),
                file_numbers: is_on(Switch::FileNumbers),
                labels: self.labels.word(),
                ghosts: is_on(Switch::Ghosts),
                ghost_count: self.ghosts.before,
                ghost_step: self.ghosts.step,
                trails: is_on(Switch::Trails),
                trail_length: self.trail,
                joint_axes: is_on(Switch::JointAxes),
                boxes: is_on(Switch::Boxes),
                meshes: is_on(Switch::Meshes),
                saved: self.kept_views(),
                outside_frames: self.outside.word().into(),
                curves_follow: is_on(Switch::CurvesFollow),
            },
            playing: Playing {
                end: self.playback.loop_mode().name().to_lowercase(),
                blend: is_on(Switch::Blend),
                every_frame: is_on(Switch::EveryFrame),
                timecode: is_on(Switch::Timecode),
            },
            recent: Vec::new(),
        };
        remembered.within_limits()
    }

    /// Tells what the store could not do, once while that can be read.
    pub fn complain(&mut self, complaints: Complaints) {
        /// Nobody reads more of them.
        const MOST: usize = 20;
        let is_told = |text: &String| self.notices.iter().any(|notice| notice.text == *text);
        let (_, complaints): (Complaints, Complaints) = complaints.into_iter().partition(is_told);
        let more = complaints.len().saturating_sub(MOST);
        for text in complaints.into_iter().take(MOST) {
            self.tell(text);
        }
        if more > 0 {
            self.tell(format!("There are {more} more mistakes of this kind."));
        }
    }

    /// Gives a take that has just come the colours and lines that its skeleton had before.
    pub(super) fn recall(&mut self, open: &mut OpenTake) {
        let keys = SkeletonKeys::of(&open.take, &open.parts);
        let (memory, complaints) = self.store.skeleton(&keys);
        self.complain(complaints);
        if let Some(scheme) = memory.scheme.as_deref().and_then(scheme_of) {
            open.scheme = scheme;
        }
        open.picked = memory.colours_of(&keys);
        open.lines = memory.lines_of(&keys);
    }

    /// Keeps the colours and lines of skeletons, where they changed.
    pub fn keep_colours(&mut self) {
        if !std::mem::take(&mut self.unsaved) {
            return;
        }
        let mut told = Vec::new();
        for open in &self.takes {
            let keys = SkeletonKeys::of(&open.take, &open.parts);
            let mut memory = SkeletonMemory::default();
            if open.scheme != Scheme::default() {
                memory.scheme = Some(word_of(open.scheme));
            }
            memory.set_colours(&keys, &open.picked);
            memory.set_lines(&keys, &open.lines);
            if self.store.skeleton(&keys).0 != memory {
                told.extend(
                    self.store
                        .remember_skeleton(&keys, &open.take.name, &memory),
                );
            }
        }
        self.complain(told);
    }

    /// Puts files first among the recent ones: all of a request at once, which may be thousands.
    pub(super) fn remember_opened(&mut self, paths: &[PathBuf]) {
        if paths.is_empty() {
            return;
        }
        let mut recent = std::mem::take(&mut self.recent);
        let told = self.store.opened(&mut recent, paths);
        self.recent = recent;
        self.complain(told);
    }

    pub(super) fn forget_recent(&mut self) {
        let mut recent = std::mem::take(&mut self.recent);
        let told = self.store.forget_recent(&mut recent);
        self.recent = recent;
        self.complain(told);
    }

    pub(super) fn save_palette(&mut self, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        let Some(open) = self.take() else { return };
        let keys = SkeletonKeys::of(&open.take, &open.parts);
        let scheme = word_of(open.scheme);
        let palette = SavedPalette::of(Some(&scheme), &open.parts, &keys, &open.picked);
        let (_, told) = self.store.save_palette(name, &palette, true);
        self.complain(told);
        self.palettes.retain(|other| other != name);
        self.palettes.push(name.to_string());
        self.palettes.sort();
    }

    pub(super) fn use_palette(&mut self, name: &str) {
        let (palettes, told) = self.store.palettes();
        if let Some(palette) = palettes.get(name)
            && let Some(open) = self.takes.get_mut(self.active)
        {
            let keys = SkeletonKeys::of(&open.take, &open.parts);
            open.picked = palette.colours(&open.parts, &keys);
            open.colour = None;
            if let Some(scheme) = palette.scheme.as_deref().and_then(scheme_of) {
                open.scheme = scheme;
            }
        }
        self.complain(told);
    }

    pub(super) fn delete_palette(&mut self, name: &str) {
        let (_, told) = self.store.delete_palette(name);
        self.complain(told);
        self.palettes.retain(|other| other != name);
    }
}

/// The word for a scheme in files.
fn word_of(scheme: Scheme) -> String {
    match scheme {
        Scheme::Side => "side".into(),
        Scheme::Limb => "limb".into(),
        Scheme::One(colour) => text_of(colour),
        Scheme::Depth => "depth".into(),
        Scheme::Speed => "speed".into(),
    }
}

/// The scheme of a word.
fn scheme_of(word: &str) -> Option<Scheme> {
    match word {
        "side" => Some(Scheme::Side),
        "limb" => Some(Scheme::Limb),
        "depth" => Some(Scheme::Depth),
        "speed" => Some(Scheme::Speed),
        colour => colour_of(colour).map(Scheme::One),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_found_again_by_their_words() {
        let one = Scheme::One([1, 2, 3, 255]);
        for scheme in [
            Scheme::Side,
            Scheme::Limb,
            Scheme::Depth,
            Scheme::Speed,
            one,
        ] {
            assert_eq!(scheme_of(&word_of(scheme)), Some(scheme));
        }
        assert_eq!(scheme_of("rainbow"), None);
    }
}
