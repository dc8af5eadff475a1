//! How notes and events are copied, exported for other programs, and added from their files.

use std::path::Path;

use crate::app::effect::{Effect, NotesFile};
use crate::app::notes::command::{NotesCommand, NotesFormat};
use crate::app::session::{Outcome, Session};
use crate::app::{
    command::history::EditKind, ids::TakeId, state::State, takes::open_take::OpenTake,
};
use crate::files::{Reviews, json_head};
use crate::review::notes::import::{SkippedMark, import};
use crate::review::notes::{ReviewedTake, document, export};
use crate::take::{CsvTexts, counted};

impl NotesFormat {
    /// What reviewers say of takes, as one document, and what there is to know about that.
    pub(crate) fn text(self, takes: &[ReviewedTake<'_>]) -> (String, Vec<String>) {
        // All of it can be written as JSON.
        let json =
            |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap_or_default() + "\n";
        let text = match self {
            Self::Markdown => export::markdown(takes),
            Self::Csv => export::csv(takes, CsvTexts::Guarded),
            Self::Json => {
                let objects: Vec<_> = takes.iter().map(json_object).collect();
                json(&|| serde_json::to_string_pretty(&objects))
            }
            Self::Otio => json(&|| serde_json::to_string_pretty(&export::otio(takes))),
            Self::Edl => {
                let list = export::edl(takes, None);
                return (list.text, list.remarks);
            }
        };
        (text, Vec::new())
    }
}

/// The object of a take, as `rushes notes --json` has it.
fn json_object(take: &ReviewedTake<'_>) -> serde_json::Value {
    let mut object = json_head(Path::new(take.file));
    if let (Some(keys), Ok(serde_json::Value::Object(notes))) =
        (object.as_object_mut(), serde_json::to_value(export::json(take)))
    {
        keys.extend(notes);
    }
    object
}

impl OpenTake {
    /// Notes and events in a format, and what there is to know about that.
    fn notes_as(&self, format: NotesFormat) -> (String, Vec<String>) {
        let title = self.title();
        let takes = [ReviewedTake {
            file: &title,
            take: &self.take,
            review: &self.review.kept,
            findings: None,
        }];
        format.text(&takes)
    }

    pub(crate) fn copy_notes(&self, out: &mut Outcome<'_>) {
        let review = &self.review.kept;
        let count = review.notes.len();
        if count == 0 && review.events.is_empty() && !review.rating.is_given() {
            return out.notices.push_hint("This take has no notes to copy yet.");
        }
        out.notices.push_info(match count {
            0 => "Copied as Markdown; there are no notes.".to_string(),
            _ => format!("Copied {} as Markdown.", counted(count, "note")),
        });
        out.effects.push(Effect::Copy(self.notes_as(NotesFormat::Markdown).0));
    }

    pub(crate) fn export_notes(&self, format: NotesFormat, out: &mut Outcome<'_>) {
        let path = self.path.clone().unwrap_or_else(|| "builtin".into());
        let beside = path.with_extension(format!("notes.{}", format.extension()));
        let (text, remarks) = self.notes_as(format);
        remarks.into_iter().for_each(|remark| out.notices.push_info(remark));
        out.effects.push(Effect::ExportNotes(NotesFile { format, beside, text }));
    }
}

impl State {
    /// Exports what was said of all open takes, each as the file that is beside it, for somebody who has the take as well.
    pub(crate) fn export_reviews(&mut self, effects: &mut Vec<Effect>) {
        let reviewed = self.session.takes.iter().filter(|open| !open.review.kept.is_empty());
        let before = effects.len();
        effects.extend(reviewed.map(|open| {
            let take = open.review_path().unwrap_or_else(|| "builtin".into());
            let name = take.file_name().unwrap_or_default().to_string_lossy();
            let text = document::write(&open.review.kept, &name);
            let beside = Reviews::beside(&take);
            Effect::ExportNotes(NotesFile { format: NotesFormat::Json, beside, text })
        }));
        if effects.len() == before {
            self.interface.notices.push_hint("Nothing was said of a take yet.");
        }
    }
}

impl Session {
    /// Offers to add the notes in a file to the take that it is called after, else to the active one; tells whether
    /// there is one.
    pub(crate) fn offer_notes(&self, path: &Path, out: &mut Outcome<'_>) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_called_after = |open: &&OpenTake| {
            let stem = open.path.as_deref().and_then(Path::file_stem);
            stem.is_some_and(|stem| name.starts_with(&format!("{}.", stem.to_string_lossy())))
        };
        let Some(open) = self.takes.iter().find(is_called_after).or(self.takes.active()) else {
            return false;
        };
        let text = format!("{name} has notes, and is no take. Add them to {}?", open.title());
        let import = NotesCommand::ImportFile(open.id, path.to_path_buf());
        let answers = vec![("Import", Some(import.into())), ("Cancel", None)];
        out.notices.push_question(text, Some(path), answers);
        true
    }

    /// Adds notes and events of another program to a take; how many, and what was skipped.
    fn add_imported(
        &mut self,
        id: TakeId,
        text: &str,
    ) -> Result<(usize, Vec<SkippedMark>), String> {
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

impl State {
    pub fn notes_written(&mut self, path: &Path, written: Result<(), String>) {
        let notices = &mut self.interface.notices;
        let shown = path.display();
        match written {
            Ok(()) => notices.push_written(format!("Notes exported: {shown}"), path),
            Err(error) => notices.push_error(format!("{shown}: {error}")),
        }
    }

    /// Adds the notes and events of another program to a take, from the text of their file.
    pub fn import_notes(&mut self, id: TakeId, path: &Path, text: Result<String, String>) {
        const MAX_REPORTED: usize = 5;
        let path = path.display();
        let before = self.session.edits();
        let added = text.and_then(|text| self.session.add_imported(id, &text));
        let notices = &mut self.interface.notices;
        let (count, skipped) = match added {
            Ok(added) => added,
            Err(error) => return notices.push_error(format!("{path}: {error}")),
        };
        self.history.record(EditKind::Notes, before, &self.session.edits());
        let are = if count == 1 { "note or event is" } else { "notes and events are" };
        let mut report = format!("{path}: {count} {are} added");
        for row in skipped.iter().take(MAX_REPORTED) {
            report += &format!("\n{}: skipped, {}", row.number, row.reason);
        }
        if skipped.len() > MAX_REPORTED {
            report += &format!("\nand {} more are skipped", skipped.len() - MAX_REPORTED);
        }
        notices.push_info(report);
    }
}
