//! How take commands change the open takes: active, shown, order, offset, placement.

use std::path::Path;

use crate::app::command::history::EditKind;
use crate::app::effect::Effect;
use crate::app::ids::TakeId;
use crate::app::session::{Outcome, Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::command::TakesCommand;
use crate::app::takes::open_take::OpenTake;
use crate::loader::PositionReading;
use crate::scene::Placement;

impl Session {
    /// Carries out a command of the open takes.
    pub fn apply_takes(&mut self, command: TakesCommand, out: &mut Outcome<'_>) -> Reframe {
        match command {
            TakesCommand::Activate(id) => self.choose(id),
            TakesCommand::Close(id) => return self.close(id, out.moved_camera),
            TakesCommand::CloseActive => {
                if let Some(id) = self.takes.active_id() {
                    return self.close(id, out.moved_camera);
                }
            }
            TakesCommand::Show(id, shown) => {
                if let Some(open) = self.takes.find_mut(id) {
                    open.edits.shows = shown;
                    // Whoever asks for one take to show asks for no other to show alone.
                    self.takes.set_solo(None);
                }
            }
            TakesCommand::ShowAll => {
                self.takes.set_solo(None);
                self.takes.iter_mut().for_each(|open| open.edits.shows = true);
            }
            TakesCommand::Solo(id) => {
                let is_alone = self.takes.solo() == Some(id);
                self.takes.set_solo(Some(id).filter(|_| !is_alone));
            }
            TakesCommand::SetColour(id, colour) => {
                if let Some(open) = self.takes.find_mut(id) {
                    open.edits.colour = colour;
                }
            }
            TakesCommand::Offset(id, seconds) => {
                if let Some(open) = self.takes.find_mut(id).filter(|_| seconds.is_finite()) {
                    open.edits.offset = seconds;
                }
            }
            TakesCommand::Move { take, to } => self.takes.move_to(take, to),
            TakesCommand::SetUnit(metres) => return self.place_active(|c| c.metres = metres),
            TakesCommand::SetUp(up) => return self.place_active(|c| c.up = up),
            TakesCommand::SetFloorAtOrigin(at_origin) => {
                return self.place_active(|c| c.floor_is_at_zero = at_origin);
            }
        }
        self.rebuild_timeline();
        Reframe::Keep
    }

    /// Places the active take by other placement.
    fn place_active(&mut self, change: impl FnOnce(&mut Placement)) -> Reframe {
        let Some(open) = self.takes.active_mut() else {
            return Reframe::Keep;
        };
        let mut placement = open.edits.placement;
        change(&mut placement);
        open.place(placement);
        Reframe::Reset
    }

    /// Takes a take out of the list.
    pub(crate) fn remove(&mut self, id: TakeId) -> (Option<OpenTake>, Reframe) {
        let was_active = self.takes.is_active(id);
        let Some(closed) = self.takes.remove(id) else {
            return (None, Reframe::Keep);
        };
        let closed = self.leave(closed);
        if self.takes.is_empty() {
            return (Some(closed), self.begin_with(None));
        }
        self.rebuild_timeline();
        if was_active {
            self.opening.browsing = None;
            self.redraw_rate = None;
            self.curve_span = None;
        }
        (Some(closed), Reframe::Keep)
    }

    /// Puts the command line that converts the active take on the clipboard, or says why there is none.
    pub(crate) fn copy_convert(&mut self, out: &mut Outcome<'_>) {
        let Some(open) = self.takes.active() else {
            return;
        };
        let Some(path) = open.path.as_ref().filter(|_| !open.take.is_of_markers()) else {
            let text = "Only files with bones can be converted: to BVH or HTR.";
            return out.notices.push_hint(text);
        };
        let other = match open.take.format {
            "BVH" => "htr",
            _ => "bvh",
        };
        let quoted =
            |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let from = quoted(path);
        let to = quoted(&path.with_extension(other));
        let mut line = format!("rushes convert {from} {to}");
        if let Some(skeleton) = &open.edits.open_options.skeleton {
            line += &format!(" --skeleton {}", quoted(skeleton));
        }
        if let Some(clip) = &open.edits.open_options.clip {
            line += &format!(" --clip {}", quoted(Path::new(clip)));
        }
        let mut readings = PositionReading::WORDS.iter();
        let reading =
            readings.find(|(_, reading)| *reading == open.edits.open_options.options.bvh_positions);
        if let Some((word, _)) = reading.filter(|(_, reading)| *reading != PositionReading::Auto) {
            line += &format!(" --bvh-positions {word}");
        }
        out.notices.push_info(format!("Copied: {line}"));
        out.effects.push(Effect::Copy(line));
    }
}

impl FeatureCommand for TakesCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Close(_) | Self::CloseActive => Some(EditKind::Close),
            Self::Show(..) | Self::ShowAll | Self::Solo(_) => Some(EditKind::Shown),
            Self::SetColour(..) => Some(EditKind::Colour),
            Self::Offset(..) => Some(EditKind::Offset),
            Self::Activate(_)
            | Self::Move { .. }
            | Self::SetUnit(_)
            | Self::SetUp(_)
            | Self::SetFloorAtOrigin(_) => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, out| session.apply_takes(self, out));
    }
}
