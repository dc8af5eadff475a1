//! How the commands of notes, drawings, events and ratings are carried out: what the view shows is kept with a note, and
//! comes back with it.

use std::path::Path;

use crate::app::notes::command::{NotesCommand, RatingCommand};
use crate::app::session::{Outcome, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    camera::command::CameraCommand, checks::apply::NO_FINDING, command::history::EditKind,
    effect::Effect, selection::command::SelectMode, takes::open_take::OpenTake,
};
use crate::options::Tab;
use crate::review::checks::FindingSeverity;
use crate::review::notes::{
    Event, Frames, Id, MAX_STARS, Note, NoteKind, NoteView, Review, Stroke, Time,
};
use crate::take::NodeId;

/// What an event is called until somebody has named one.
const EVENT: &str = "Event";

impl FeatureCommand for NotesCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Add
            | Self::AddOfFinding(_)
            | Self::AddOfCurrent
            | Self::Remove(_)
            | Self::SetKind(..)
            | Self::SetKindOfCurrent(_)
            | Self::SetDone(..)
            | Self::SetFrames(..)
            | Self::SetJoint(_)
            | Self::SetView(_) => Some(EditKind::Notes),
            Self::SetText(id, _) | Self::NameEvent(id, _) => Some(EditKind::NoteText(*id)),
            Self::Draw(_) | Self::Erase(..) | Self::EraseAll(_) => Some(EditKind::Drawing),
            Self::AddEvent | Self::RemoveEvent(_) => Some(EditKind::Events),
            // `EndText` is none: what it takes back was an edit.
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        if self == Self::ExportReviews {
            return state.export_reviews(effects);
        }
        state.prepare();
        if matches!(self, Self::Step(_) | Self::GoTo(_)) {
            let view = state.session.go_to_note(&self);
            if let Some(camera) = view.and_then(|view| view.camera) {
                state.prepare();
                let notices = &mut state.interface.notices;
                let recall = CameraCommand::Recall(camera.saved);
                state.view.apply_camera(recall, &state.session, &state.settings.keymap, notices);
            }
            return;
        }
        if matches!(self, Self::Add | Self::AddOfFinding(_) | Self::AddOfCurrent) {
            let panels = &mut state.interface.panels;
            (panels.tab, panels.right, panels.interface) = (Tab::Notes, true, true);
        }
        let before = matches!(self, Self::EndText { .. }).then(|| state.session.edits());
        let view = NoteView {
            camera: Some(state.view.seen_camera(&state.session).into()),
            takes: state.session.takes.shown().map(OpenTake::title).collect(),
            ..NoteView::default()
        };
        let mut out = Outcome {
            effects,
            notices: &mut state.interface.notices,
            moved_camera: state.view.moved_camera(),
        };
        state.session.apply_notes(self, view, &mut out);
        if let Some(before) = before {
            state.history.take_back(EditKind::Notes, before, &state.session.edits());
        }
    }
}

impl FeatureCommand for RatingCommand {
    fn edit(&self) -> Option<EditKind> {
        Some(EditKind::Rating)
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        state.session.apply_rating(self);
    }
}

impl State {
    pub fn set_is_typing(&mut self, typing: bool) {
        self.session.reviewing.is_typing = typing;
        self.history.set_is_typing(typing);
    }

    /// Records the time, for what is added from now on.
    pub fn set_now(&mut self, now: Time) {
        self.session.reviewing.now = now;
    }
}

impl Session {
    fn apply_notes(&mut self, command: NotesCommand, mut view: NoteView, out: &mut Outcome<'_>) {
        let (author, now) = (self.reviewing.author.clone(), self.reviewing.now);
        let (frame, frames) = (self.frame_of_active(), self.frames_to_note());
        let Some(open) = self.takes.active_mut() else { return };
        let selected = open.edits.selected.iter();
        view.selection = selected.map(|node| open.take.skeleton[*node].name.clone()).collect();
        let joint = selected_joint(open);
        match command {
            NotesCommand::Add => {
                let mut note = Note::new(frames, author, now);
                (note.kind, note.joint, note.seen) = (self.reviewing.note_kind, joint, Some(view));
                self.write_note(note);
            }
            NotesCommand::AddOfFinding(place) => self.add_note_of_finding(place, view),
            NotesCommand::AddOfCurrent => match open.review.finding_on(frame) {
                Some(place) => self.add_note_of_finding(place, view),
                None => out.notices.push_info_once(NO_FINDING),
            },
            NotesCommand::EndText { id, discards } => {
                let review = &mut open.review;
                if review.is_draft(id) && !(discards && review.discard_draft(now)) {
                    review.keep_draft();
                }
            }
            // These move the camera as well.
            NotesCommand::Step(_) | NotesCommand::GoTo(_) | NotesCommand::ExportReviews => {}
            NotesCommand::Leave => open.review.look_at(None),
            NotesCommand::SetText(id, text) => open.edit_note(id, now, |note| note.text = text),
            NotesCommand::SetKind(id, kind) => {
                open.edit_note(id, now, |note| note.kind = kind);
                self.reviewing.note_kind = kind;
            }
            NotesCommand::SetKindOfCurrent(kind) => {
                if let Some(id) = open.review.note {
                    open.edit_note(id, now, |note| note.kind = kind);
                }
                self.reviewing.note_kind = kind;
            }
            NotesCommand::SetDone(id, done) => open.edit_note(id, now, |note| note.done = done),
            NotesCommand::SetFrames(id, frames) => {
                open.edit_note(id, now, |note| note.frames = frames);
            }
            NotesCommand::SetJoint(id) => open.edit_note(id, now, |note| note.joint = joint),
            NotesCommand::SetView(id) => open.edit_note(id, now, |note| note.seen = Some(view)),
            NotesCommand::Remove(id) => {
                open.change_review(|review| review.remove::<Note>(id, now));
                open.review.look_at(open.review.note.filter(|note| *note != id));
            }
            NotesCommand::DrawWith(tool) => self.reviewing.draws = tool,
            NotesCommand::DrawIn(colour) => self.reviewing.draw_colour = colour,
            NotesCommand::Draw(stroke) => self.draw(stroke, frames, view),
            NotesCommand::Erase(id, place) => open.edit_note(id, now, |note| {
                if place < note.drawing.len() {
                    note.drawing.remove(place);
                }
            }),
            NotesCommand::EraseAll(id) => open.edit_note(id, now, |note| note.drawing.clear()),
            NotesCommand::AddEvent => {
                let name = self.reviewing.event_name.clone();
                let name = name.unwrap_or_else(|| EVENT.to_string());
                let mut event = Event::new(frame, name, author, now);
                event.joint = joint;
                open.change_review(|review| review.put(event, now));
            }
            NotesCommand::NameEvent(id, name) => {
                open.change_review(|review| {
                    review.edit::<Event>(id, now, |event| event.name.clone_from(&name));
                });
                self.reviewing.event_name = Some(name);
            }
            NotesCommand::RemoveEvent(id) => {
                open.change_review(|review| review.remove::<Event>(id, now));
            }
            NotesCommand::Copy => open.copy_notes(out),
            NotesCommand::Export(format) => open.export_notes(format, out),
            NotesCommand::Import => {
                let folder = open.path.as_deref().and_then(Path::parent).map(Path::to_path_buf);
                out.effects.push(Effect::AskForMarks(open.id, folder));
            }
            NotesCommand::ImportFile(id, path) => out.effects.push(Effect::ReadMarks(id, path)),
            NotesCommand::ReplaceNewer(id) => {
                if let Some(open) = self.takes.find_mut(id) {
                    open.review.is_unsaved = true;
                    open.review.replaces_newer = true;
                }
            }
        }
    }

    fn add_note_of_finding(&mut self, place: usize, view: NoteView) {
        let Some(open) = self.takes.active() else { return };
        let Some(finding) = open.review.finding_at(place) else { return };
        let frames = Frames::from([finding.first, finding.last]);
        let mut note = Note::new(frames, self.reviewing.author.clone(), self.reviewing.now);
        note.text.clone_from(&finding.message);
        note.joint = finding.node.map(|node| open.take.skeleton[node].name.clone());
        note.kind = match finding.severity {
            FindingSeverity::Fault | FindingSeverity::Warning => NoteKind::Fault,
            FindingSeverity::Note => NoteKind::Question,
        };
        note.seen = Some(view);
        self.write_note(note);
    }

    /// Adds a note to the active take that is to be written, and looks at it.
    fn write_note(&mut self, note: Note) {
        let now = self.reviewing.now;
        if let Some(open) = self.takes.active_mut() {
            open.review.begin_note(note, now);
        }
        self.playback.pause();
    }

    /// Adds a stroke to the note that is looked at, where that is on this frame and what is drawn with it is
    /// seen from here; else to a new one.
    fn draw(&mut self, stroke: Stroke, frames: Frames, view: NoteView) {
        let (now, frame) = (self.reviewing.now, self.frame_of_active());
        let Some(open) = self.takes.active_mut() else { return };
        let is_drawn_from_here = |note: &Note| {
            let camera = view.camera.as_ref();
            note.drawing.is_empty() || camera.is_none_or(|camera| note.is_drawn_from(&camera.saved))
        };
        let current = open.review.current_note();
        let current = current.filter(|it| it.frames.contains(frame) && is_drawn_from_here(it));
        match current.map(|note| note.id) {
            Some(id) => open.edit_note(id, now, |note| {
                // What is drawn belongs to what is seen.
                if note.drawing.is_empty() {
                    note.seen = Some(view);
                }
                note.drawing.push(stroke);
            }),
            None => {
                let mut note = Note::new(frames, self.reviewing.author.clone(), now);
                (note.kind, note.joint) = (self.reviewing.note_kind, selected_joint(open));
                note.seen = Some(view);
                note.drawing.push(stroke);
                open.review.look_at(Some(note.id));
                open.change_review(|review| review.put(note, now));
                self.playback.pause();
            }
        }
    }

    /// The note that a command goes to: its frames are shown, and what was selected with it is. What it was
    /// seen with comes back.
    fn go_to_note(&mut self, command: &NotesCommand) -> Option<NoteView> {
        let open = self.takes.active()?;
        let id = match command {
            NotesCommand::Step(step) => open.review.next_note(self.frame_of(open), *step)?,
            NotesCommand::GoTo(id) => *id,
            _ => return None,
        };
        let note = open.review.kept.get::<Note>(id)?;
        let (first, view) = (note.frames.first, note.seen.clone());
        // The joint that it is about is the last one selected.
        let joints = view.iter().flat_map(|view| &view.selection).chain(&note.joint);
        let mut selected: Vec<NodeId> =
            joints.filter_map(|joint| open.take.skeleton.find(joint)).collect();
        selected.dedup();
        if let Some(view) = &view {
            self.show_takes_of(view);
        }
        self.playback.pause();
        self.playback.seek(self.timeline.frame(first as i64));
        if let Some(open) = self.takes.active_mut() {
            open.review.look_at(Some(id));
            open.select(selected, SelectMode::Replace);
        }
        view
    }

    /// Shows the takes that showed when a note was made, as far as they are open; the active one in any case.
    fn show_takes_of(&mut self, view: &NoteView) {
        if self.takes.len() < 2 || view.takes.is_empty() {
            return;
        }
        self.takes.set_solo(None);
        let active = self.takes.active_id();
        for open in self.takes.iter_mut() {
            open.edits.shows = Some(open.id) == active || view.takes.contains(&open.title());
        }
        self.rebuild_timeline();
    }

    /// The frames of the active take that a new note is about: in and out range, where both are set and
    /// the playhead is in them, else the frame that shows.
    fn frames_to_note(&self) -> Frames {
        let frame = self.playback.frame();
        let own = |frame: usize| {
            let active = self.takes.active();
            active.map_or(0, |open| self.timeline.frame_of(open, frame as f64))
        };
        match (self.playback.range_in(), self.playback.range_out()) {
            (Some(first), Some(last)) if (first..=last).contains(&frame) => {
                Frames::from([own(first), own(last)])
            }
            _ => Frames::single(own(frame)),
        }
    }

    pub(crate) fn frame_of_active(&self) -> usize {
        self.takes.active().map_or(0, |open| self.frame_of(open))
    }

    fn apply_rating(&mut self, command: RatingCommand) {
        let now = self.reviewing.now;
        let Some(open) = self.takes.active_mut() else { return };
        let rating = &open.review.kept.rating;
        let (verdict, stars) = match command {
            RatingCommand::Stars(stars) => (rating.verdict, stars.min(MAX_STARS)),
            RatingCommand::Toggle(verdict) => {
                let other = Some(verdict).filter(|verdict| rating.verdict != Some(*verdict));
                (other, rating.stars)
            }
            RatingCommand::Clear => (None, 0),
        };
        if (rating.verdict, rating.stars) != (verdict, stars) {
            open.change_review(|review| review.rate(verdict, stars, &self.reviewing.author, now));
        }
    }
}

impl OpenTake {
    pub(crate) fn change_review<T>(&mut self, change: impl FnOnce(&mut Review) -> T) -> T {
        let done = change(self.review.edit());
        self.review.refresh(&self.take);
        done
    }

    fn edit_note(&mut self, id: Id, now: Time, change: impl FnOnce(&mut Note)) {
        self.change_review(|review| review.edit::<Note>(id, now, change));
    }
}

fn selected_joint(open: &OpenTake) -> Option<String> {
    open.primary().map(|node| open.take.skeleton[node].name.clone())
}
