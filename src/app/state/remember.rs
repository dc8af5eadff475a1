//! How the state takes over settings and remembered state, and what it leaves to the next window.

use crate::app::command::keymap::Keymap;
use crate::app::state::State;
use crate::store::{
    Diagnostics, Remembered, RememberedPlayback, RememberedView, Settings, ThemeChoice, Window,
};

impl State {
    /// Takes over keys and folders that the person has set. Returns what is wrong with them.
    pub fn set_settings(&mut self, file: &Settings) -> Diagnostics {
        self.settings.screenshots.clone_from(&file.pictures);
        self.settings.limits.clone_from(&file.limits);
        self.session.reviewing.author = file.author.clone().unwrap_or_default();
        self.view.options.reduced_motion = file.reduced_motion;
        let changes: Vec<(String, Vec<String>)> = file
            .keys
            .iter()
            .map(|(id, shortcuts)| (id.clone(), shortcuts.shortcuts.clone()))
            .collect();
        let (keymap, wrong) = Keymap::changed(&changes);
        self.settings.keymap = keymap;
        let wrong = wrong.into_iter();
        wrong.map(|(id, what)| file.complaint(&id, &what)).collect()
    }

    /// Takes over what the last window left.
    pub fn recall(&mut self, last: Remembered) {
        self.settings.theme = last.theme.theme();
        self.settings.scale = last.scale;
        self.interface.panels = last.panels;
        self.interface.recent = last.recent;
        self.view.camera.projection = last.view.projection;
        self.view.saved_views = last.view.saved;
        self.view.options.display = last.view.display;
        self.view.options.playback = last.playing.options;
        self.session.playback.set_loop_mode(last.playing.end);
        self.session.reviewing.note_kind = last.note_kind;
    }

    /// What the next window is to take over, but for the recent files, which the store has already.
    pub fn remembered(&self, window: Window) -> Remembered {
        let remembered = Remembered {
            theme: ThemeChoice::of(self.settings.theme),
            scale: self.settings.scale,
            window,
            panels: self.interface.panels,
            view: RememberedView {
                projection: self.view.camera.projection,
                saved: match self.document.path {
                    // Those of a session are its own.
                    Some(_) => self.document.own_views.clone(),
                    None => self.view.saved_views.clone(),
                },
                display: self.view.options.display,
            },
            playing: RememberedPlayback {
                end: self.session.playback.loop_mode(),
                options: self.view.options.playback,
            },
            note_kind: self.session.reviewing.note_kind,
            recent: Vec::new(),
        };
        remembered.within_limits()
    }
}
