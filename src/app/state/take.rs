//! One open take: its playhead, its colours, what is hidden and what is selected.

use std::path::PathBuf;

use crate::app::command::Command;
use crate::files::How;
use crate::playback::{Direction, Playback};
use crate::scene::{Parts, Rgba, Stage, Theme};
use crate::take::{Gap, NodeId, Take};

/// One take, and what its reviewer set for it.
pub struct OpenTake {
    /// The take.
    pub take: Take,
    /// Where it stands.
    pub stage: Stage,
    /// Where it came from; `None` for the built-in one.
    pub path: Option<PathBuf>,
    /// How it was read, and can be read again.
    pub how: How,
    /// Its playhead.
    pub playback: Playback,
    /// What its figure is drawn of.
    pub parts: Parts,
    /// The markers that miss frames, those that miss the most first.
    pub gaps: Vec<Gap>,
    /// The colours that were picked for parts; others have the scheme's.
    pub picked: Vec<Option<Rgba>>,
    /// For each node, whether it is hidden.
    pub hidden: Vec<bool>,
    /// The node that is selected.
    pub selected: Option<NodeId>,
}

impl OpenTake {
    pub(super) fn new(take: Take, path: Option<PathBuf>, how: How) -> Self {
        let parts = Parts::of(&take);
        Self {
            stage: Stage::of(&take),
            path,
            how,
            playback: Playback::new(take.motion.frame_count(), take.motion.frame_time()),
            gaps: take.gaps(),
            picked: vec![None; parts.len()],
            parts,
            hidden: vec![false; take.skeleton.nodes().len()],
            selected: None,
            take,
        }
    }

    /// Takes over what its reviewer had set for an older reading of the same file, as far as both
    /// are of one kind.
    pub(super) fn take_over(&mut self, older: &mut Self) {
        let of_one_kind = |a: &Self, b: &Self| {
            a.take.skeleton.nodes().len() == b.take.skeleton.nodes().len()
                && a.take.skeleton.bones().len() == b.take.skeleton.bones().len()
                && a.parts.len() == b.parts.len()
        };
        if of_one_kind(self, older) {
            self.picked = std::mem::take(&mut older.picked);
            self.hidden = std::mem::take(&mut older.hidden);
            self.selected = older.selected;
        }
        if self.playback.frame_count() == older.playback.frame_count() {
            let frame_time = self.playback.frame_time();
            self.playback = older.playback.clone().with_frame_time(frame_time);
        }
    }

    /// The name that lists and titles show: with its extension, for a file.
    pub fn title(&self) -> String {
        match &self.path {
            Some(path) => path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            None => "Built-in take".to_string(),
        }
    }

    /// The colour that a part shows.
    pub fn colour(&self, part: usize, theme: Theme) -> Rgba {
        self.picked[part].unwrap_or(theme.palette().of_side(self.parts.side(part)))
    }
}

impl OpenTake {
    /// The commands that concern one take.
    pub(super) fn apply(&mut self, command: Command) {
        let playback = &mut self.playback;
        let frame = playback.frame();
        match command {
            Command::TogglePlay => playback.toggle(),
            Command::PlayBackwards => {
                playback.play_towards(Direction::Backwards);
            }
            Command::Shuttle(direction) => playback.shuttle(direction),
            Command::Pause => playback.pause(),
            Command::Step(frames) => playback.step(frames),
            Command::StepSeconds(seconds) => {
                let frames = (1.0 / playback.frame_time()).round().max(1.0) as i64;
                playback.step(frames * seconds);
            }
            Command::First => playback.go_to_first(),
            Command::Last => playback.go_to_last(),
            Command::Seek(frame) => playback.seek(frame),
            Command::RangeIn(here) => playback.set_range_in(here.then_some(frame)),
            Command::RangeOut(here) => playback.set_range_out(here.then_some(frame)),
            Command::ClearRange => {
                playback.set_range_in(None);
                playback.set_range_out(None);
            }
            Command::ToggleRange => playback.turn_range_on(!playback.range_is_on()),
            Command::SetEndMode(mode) => playback.set_end_mode(mode),
            Command::NextEndMode => playback.set_end_mode(playback.end_mode().next()),
            Command::Slower => playback.change_speed(false),
            Command::Faster => playback.change_speed(true),
            Command::SetRate(rate) => playback.set_rate(rate),
            Command::Select(node) => self.selected = node,
            Command::Colour { parts, colour } => {
                for part in parts {
                    self.picked[part] = Some(colour);
                }
            }
            Command::ResetColours => self.picked.fill(None),
            Command::Show(node, shown) => self.hidden[node.index()] = !shown,
            // All others concern the window and were carried out there.
            _ => {}
        }
    }
}
