//! How take commands change the open takes: active, shown, order, offset, placement, closed and reopened.

use std::path::Path;

use crate::app::takes::closed_takes::Closed;
use crate::app::{
    EditKind, Effect, FeatureCommand, OpenTake, Outcome, Reframe, SaveState, Session, State,
    TakeId, TakesCommand,
};
use crate::loader::PositionReading;
use crate::scene::{Camera, Placement};
use crate::take::FormatId;

impl FeatureCommand for TakesCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Close(_) | Self::CloseActive => Some(EditKind::Close),
            Self::Show(..) | Self::ShowAll | Self::Solo(_) => Some(EditKind::Shown),
            Self::SetColour(..) => Some(EditKind::Colour),
            Self::Offset(..) => Some(EditKind::Offset),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, out| session.apply_takes(self, out));
    }
}

impl Session {
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
            return out.notices.push_hint("Only files with bones can be converted: to BVH or HTR.");
        };
        let other = if open.take.format == FormatId::Bvh { "htr" } else { "bvh" };
        let quoted =
            |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let to = path.with_extension(other);
        let mut line = format!("rushes convert {} {}", quoted(path), quoted(&to));
        let reading = &open.edits.open_options.reading;
        if let Some(skeleton) = &reading.skeleton {
            line += &format!(" --skeleton {}", quoted(skeleton));
        }
        if let Some(clip) = &reading.clip {
            line += &format!(" --clip {}", quoted(Path::new(clip)));
        }
        let positions = reading.options.bvh_positions;
        let mut words = PositionReading::WORDS.iter();
        if positions != PositionReading::Auto
            && let Some((word, _)) = words.find(|(_, other)| *other == positions)
        {
            line += &format!(" --bvh-positions {word}");
        }
        out.notices.push_info(format!("Copied: {line}"));
        out.effects.push(Effect::Copy(line));
    }

    /// Closes a take, which can be brought back.
    pub(crate) fn close(&mut self, id: TakeId, moved_camera: Option<Camera>) -> Reframe {
        let was_active = self.takes.is_active(id);
        let number = self.timeline.number(self.playback.frame());
        let (Some(open), reframe) = self.remove(id) else {
            return Reframe::Keep;
        };
        let mut closed = Closed { is_shell: false, was_active, number, camera: moved_camera, open };
        if let Some(partial) = closed.open.partial.take() {
            if let Some(pending) = self.pending_mut(partial.request) {
                pending.unwanted.extend(closed.open.path.clone());
            }
            // The rest of it would not find it again.
            closed.empty();
        }
        self.closed.push(closed);
        reframe
    }

    /// Brings a take back that was closed, to a place in the list.
    pub(crate) fn reopen(&mut self, id: TakeId, place: usize, out: &mut Outcome<'_>) -> Reframe {
        let Some(closed) = self.closed.take(id) else {
            return Reframe::Keep;
        };
        let is_alone = self.takes.is_empty();
        let mut open = closed.open;
        // What came of saving it was told to nobody while it was closed.
        open.review.is_unsaved |= open.review.saving != SaveState::Saved;
        self.takes.insert(place, open);
        let mut reframe = Reframe::Keep;
        if is_alone {
            reframe = self.begin_with(Some(id));
            self.playback.seek(self.timeline.frame(closed.number));
            reframe = closed.camera.map_or(reframe, Reframe::LookFrom);
        } else {
            self.rebuild_timeline();
            if closed.was_active {
                self.activate(id);
            }
        }
        if closed.is_shell {
            self.reload_take(id, false, |_| {}, out.effects);
        }
        reframe
    }
}
