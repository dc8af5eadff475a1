//! How notes, drawings, events, ratings and what is ignored of the active take are changed.

use std::path::Path;

use crate::app::checks::command::ChecksCommand;
use crate::app::command::history::EditKind;
use crate::app::effect::{Effect, NotesFile};
use crate::app::ids::TakeId;
use crate::app::notes::command::{NotesCommand, NotesFormat, RatingCommand};
use crate::app::notices::notice::Notices;
use crate::app::selection::command::SelectMode;
use crate::app::session::{Outcome, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::open_take::OpenTake;
use crate::review::checks::Severity;
use crate::review::notes::import::{Skipped, import};
use crate::review::notes::{
    Event, FootContacts, Frames, Id, Ignored, Kind, MAX_STARS, Note, Seen, Stroke,
};
use crate::take::Take;

/// What is told where a command is about a finding, and there is none.
const NO_FINDING: &str = "No finding is on this frame: N goes to the next one.";
/// What an event is called until somebody has named one.
const EVENT: &str = "Event";

impl Session {
    /// Carries out a command of notes, drawings and events; `seen` is what the view shows.
    pub fn apply_note(&mut self, command: NotesCommand, mut seen: Seen, out: &mut Outcome<'_>) {
        let (author, now) = (self.reviewing.author.clone(), self.reviewing.now);
        let (frame, frames) = (self.frame_of_active(), self.frames_to_note());
        let (event_name, kind) = (self.reviewing.event_name.clone(), self.reviewing.note_kind);
        let Some(open) = self.takes.active_mut() else {
            return;
        };
        let joint = joint_of(open);
        seen.selection = open.edits.selected.iter().map(|node| name(&open.take, *node)).collect();
        let edit = |open: &mut OpenTake, id: Id, change: &mut dyn FnMut(&mut Note)| {
            open.change_review(|review| review.edit::<Note>(id, now, change));
        };
        match command {
            NotesCommand::Add => {
                let mut note = Note::new(frames, author, now);
                (note.kind, note.joint, note.seen) = (kind, joint, Some(seen));
                self.write_note(note);
            }
            NotesCommand::AddOfCurrent => match open.review.finding_on(frame) {
                Some(place) => self.apply_note(NotesCommand::AddOfFinding(place), seen, out),
                None => out.notices.push_info_once(NO_FINDING),
            },
            NotesCommand::AddOfFinding(place) => {
                let Some(finding) = open.review.finding_at(place) else {
                    return;
                };
                let frames = Frames::from([finding.first, finding.last]);
                let mut note = Note::new(frames, author, now);
                note.text.clone_from(&finding.message);
                note.joint = finding.node.map(|node| name(&open.take, node));
                note.kind = match finding.severity {
                    Severity::Fault | Severity::Warning => Kind::Fault,
                    Severity::Note => Kind::Question,
                };
                note.seen = Some(seen);
                self.write_note(note);
            }
            NotesCommand::EndText { id, discards } => {
                let review = &mut open.review;
                if review.is_draft(id) && !(discards && review.discard_draft(now)) {
                    review.keep_draft();
                }
            }
            // These move the camera as well.
            NotesCommand::Step(_) | NotesCommand::GoTo(_) => {}
            NotesCommand::Leave => open.review.look_at(None),
            NotesCommand::SetText(id, text) => {
                edit(open, id, &mut |note| note.text.clone_from(&text))
            }
            NotesCommand::SetKind(id, kind) => {
                edit(open, id, &mut |note| note.kind = kind);
                self.reviewing.note_kind = kind;
            }
            NotesCommand::SetKindOfCurrent(kind) => {
                if let Some(id) = open.review.note {
                    edit(open, id, &mut |note| note.kind = kind);
                }
                self.reviewing.note_kind = kind;
            }
            NotesCommand::SetDone(id, done) => edit(open, id, &mut |note| note.done = done),
            NotesCommand::SetFrames(id, frames) => {
                edit(open, id, &mut |note| note.frames = frames);
            }
            NotesCommand::SetJoint(id) => edit(open, id, &mut |note| note.joint.clone_from(&joint)),
            NotesCommand::SetView(id) => edit(open, id, &mut |note| note.seen = Some(seen.clone())),
            NotesCommand::Remove(id) => {
                open.change_review(|review| review.remove::<Note>(id, now));
                let current = open.review.note.filter(|note| *note != id);
                open.review.look_at(current);
            }
            NotesCommand::DrawWith(tool) => self.reviewing.draws = tool,
            NotesCommand::DrawIn(colour) => self.reviewing.draw_colour = colour,
            NotesCommand::Draw(stroke) => self.draw(stroke, frames, seen),
            NotesCommand::Erase(id, place) => edit(open, id, &mut |note| {
                if place < note.drawing.len() {
                    note.drawing.remove(place);
                }
            }),
            NotesCommand::EraseAll(id) => edit(open, id, &mut |note| note.drawing.clear()),
            NotesCommand::AddEvent => {
                let name = event_name.unwrap_or_else(|| EVENT.to_string());
                let mut event = Event::new(frame, name, author, now);
                event.joint = joint;
                if let Some(open) = self.takes.active_mut() {
                    open.change_review(|review| review.put(event, now));
                }
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
            NotesCommand::Copy => {
                let review = &open.review.kept;
                let count = review.notes.len();
                if count == 0 && review.events.is_empty() && !review.rating.is_given() {
                    let text = "This take has no notes to copy yet.";
                    return out.notices.push_hint(text);
                }
                let (text, _) = open.notes_in(NotesFormat::Markdown);
                let notes = if count == 1 { "note" } else { "notes" };
                out.notices.push_info(match count {
                    0 => "Copied as Markdown; there are no notes.".to_string(),
                    _ => format!("Copied {count} {notes} as Markdown."),
                });
                out.effects.push(Effect::Copy(text));
            }
            NotesCommand::Export(format) => {
                let beside = open.path.clone().unwrap_or_else(|| "builtin".into());
                let beside = beside.with_extension(format!("notes.{}", format.extension()));
                let (text, remarks) = open.notes_in(format);
                remarks.into_iter().for_each(|remark| out.notices.push_info(remark));
                out.effects.push(Effect::ExportNotes(NotesFile { format, beside, text }));
            }
            NotesCommand::Import => {
                let folder = open.path.as_ref().and_then(|path| path.parent());
                let folder = folder.map(Path::to_path_buf);
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

    /// Offers to add the notes in a file to the take that it is called after, else to the active one; tells whether
    /// there is one.
    pub(crate) fn offer_notes(&self, path: &Path, out: &mut Outcome<'_>) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_of = |open: &&OpenTake| {
            let own = open.path.as_deref().and_then(Path::file_stem);
            let own = own.map(|own| format!("{}.", own.to_string_lossy()));
            own.is_some_and(|own| name.starts_with(&own))
        };
        let found = self.takes.iter().find(is_of).or(self.takes.active());
        let Some(open) = found else {
            return false;
        };
        let text = format!("{name} has notes, and is no take. Add them to {}?", open.title());
        let import = NotesCommand::ImportFile(open.id, path.to_path_buf());
        let answers = vec![("Import", Some(import.into())), ("Cancel", None)];
        out.notices.push_question(text, Some(path), answers);
        true
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
    fn draw(&mut self, stroke: Stroke, frames: Frames, seen: Seen) {
        let (now, kind) = (self.reviewing.now, self.reviewing.note_kind);
        let frame = self.frame_of_active();
        let author = self.reviewing.author.clone();
        let Some(open) = self.takes.active_mut() else {
            return;
        };
        let current = open.review.current_note();
        let current = current.filter(|note| note.frames.contains(frame));
        let camera = seen.camera.as_ref();
        let is_from_here =
            |note: &&Note| camera.is_none_or(|camera| note.is_drawn_from(&camera.saved));
        let current = current.filter(|note| note.drawing.is_empty() || is_from_here(note));
        match current.map(|note| (note.id, note.drawing.is_empty())) {
            Some((id, is_first)) => {
                open.change_review(|review| {
                    review.edit::<Note>(id, now, |note| {
                        note.drawing.push(stroke);
                        // What is drawn belongs to what is seen.
                        if is_first {
                            note.seen = Some(seen);
                        }
                    })
                });
            }
            None => {
                let mut note = Note::new(frames, author, now);
                (note.kind, note.joint) = (kind, joint_of(open));
                note.seen = Some(seen);
                note.drawing.push(stroke);
                open.review.look_at(Some(note.id));
                open.change_review(|review| review.put(note, now));
                self.playback.pause();
            }
        }
    }

    /// The note that a command goes to: its frames are shown, and what was selected with it is. What it was
    /// seen with comes back.
    pub fn go_to_note(&mut self, command: &NotesCommand) -> Option<Seen> {
        let open = self.takes.active()?;
        let id = match command {
            NotesCommand::Step(step) => open.review.next_note(self.frame_of(open), *step)?,
            NotesCommand::GoTo(id) => *id,
            _ => return None,
        };
        let note = open.review.kept.get::<Note>(id)?;
        let (first, seen) = (note.frames.first, note.seen.clone());
        let joints = seen.iter().flat_map(|seen| &seen.selection);
        let joints = joints.chain(&note.joint);
        let mut selected: Vec<_> =
            joints.filter_map(|joint| open.take.skeleton.find(joint)).collect();
        // The joint that it is about is the last one selected.
        selected.reverse();
        selected.dedup();
        selected.reverse();
        if let Some(seen) = &seen {
            self.show_as_seen(seen);
        }
        self.playback.pause();
        self.playback.seek(self.timeline.frame(first as i64));
        if let Some(open) = self.takes.active_mut() {
            open.review.look_at(Some(id));
            open.select(selected, SelectMode::Replace);
        }
        seen
    }

    /// Shows the takes that showed when a note was made, as far as they are open; the active one in any case.
    fn show_as_seen(&mut self, seen: &Seen) {
        if self.takes.len() < 2 || seen.takes.is_empty() {
            return;
        }
        self.takes.set_solo(None);
        let active = self.takes.active_id();
        for open in self.takes.iter_mut() {
            open.edits.shows = Some(open.id) == active || seen.takes.contains(&open.title());
        }
        self.rebuild_timeline();
    }

    /// The names of the takes that show.
    pub fn shown_titles(&self) -> Vec<String> {
        self.takes.shown().map(OpenTake::title).collect()
    }

    /// The frames of the active take that a new note is about: in and out range, where both are set and
    /// the playhead is in them, else the frame that shows.
    fn frames_to_note(&self) -> Frames {
        let frame = self.playback.frame();
        let own = |frame: usize| {
            let last = self.takes.active().map_or(0, OpenTake::last);
            self.timeline.number(frame).clamp(0, last as i64) as usize
        };
        match (self.playback.range_in(), self.playback.range_out()) {
            (Some(first), Some(last)) if (first..=last).contains(&frame) => {
                Frames::from([own(first), own(last)])
            }
            _ => Frames::at(own(frame)),
        }
    }

    fn frame_of_active(&self) -> usize {
        self.takes.active().map_or(0, |open| self.frame_of(open))
    }

    /// Rates the active take.
    pub fn apply_rating(&mut self, command: RatingCommand) {
        let (author, now) = (self.reviewing.author.clone(), self.reviewing.now);
        let Some(open) = self.takes.active_mut() else {
            return;
        };
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
            open.change_review(|review| review.rate(verdict, stars, author, now));
        }
    }

    /// Carries out a command about what is not to be told of, or about contacts.
    pub fn edit_checks(&mut self, command: ChecksCommand, notices: &mut Notices) {
        let (author, now, frame) =
            (self.reviewing.author.clone(), self.reviewing.now, self.frame_of_active());
        let Some(open) = self.takes.active_mut() else {
            return;
        };
        let take = open.take.clone();
        match command {
            // They change nothing.
            ChecksCommand::Step(_) | ChecksCommand::GoTo(_) => {}
            ChecksCommand::IgnoreCurrent => match open.review.finding_on(frame) {
                Some(place) => self.edit_checks(ChecksCommand::Ignore(place), notices),
                None => notices.push_info_once(NO_FINDING),
            },
            ChecksCommand::Ignore(place) => {
                if let Some(finding) = open.review.finding_at(place) {
                    let ignored = Ignored::finding(finding, &take, author, now);
                    open.change_review(|review| review.put(ignored, now));
                }
            }
            ChecksCommand::IgnoreCheck(check) => {
                let ignored = Ignored::check(check.word(), author, now);
                open.change_review(|review| review.put(ignored, now));
            }
            ChecksCommand::Restore(id) => {
                open.change_review(|review| review.remove::<Ignored>(id, now));
            }
            ChecksCommand::RestoreAll => open.change_review(|review| {
                let ids: Vec<Id> = review.ignored.iter().map(|ignored| ignored.id).collect();
                for id in ids {
                    review.remove::<Ignored>(id, now);
                }
            }),
            ChecksCommand::SetContacts(node, contacts) => {
                let contacts = FootContacts::new(&name(&take, node), contacts, author, now);
                open.change_review(|review| review.put(contacts, now));
            }
            ChecksCommand::ResetContacts(node) => {
                let id = Id::of_name(&name(&take, node));
                open.change_review(|review| review.remove::<FootContacts>(id, now));
            }
        }
    }

    /// Adds notes and events of another program to a take, and tells how many, and what was skipped.
    pub fn import_notes(
        &mut self,
        id: TakeId,
        text: &str,
    ) -> Result<(usize, Vec<Skipped>), String> {
        let now = self.reviewing.now;
        let open = self.takes.find_mut(id).ok_or("the take is closed")?;
        let path = open.path.as_deref().unwrap_or(Path::new(""));
        let mut imported =
            import(text, &open.take, path, now).map_err(|error| error.to_string())?;
        let skipped = std::mem::take(&mut imported.skipped);
        let count = open.change_review(|review| review.add_imported(imported, now));
        Ok((count, skipped))
    }
}

fn name(take: &Take, node: crate::take::NodeId) -> String {
    take.skeleton[node].name.clone()
}

/// The joint that is selected, by name.
fn joint_of(open: &OpenTake) -> Option<String> {
    open.primary().map(|node| name(&open.take, node))
}

impl FeatureCommand for RatingCommand {
    fn edit(&self) -> Option<EditKind> {
        Some(EditKind::Rating)
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        state.session.apply_rating(self);
    }
}
