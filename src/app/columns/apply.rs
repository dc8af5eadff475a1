//! How it is asked what the columns of a table are, and how the table opens once that is said.

use std::path::{Path, PathBuf};

use crate::app::columns::{ColumnsQuestion, KeepColumns};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    columns::command::ColumnsCommand, effect::Effect, ids::TakeId, opening::command::FilesCommand,
};
use crate::loader::TableHead;
use crate::options::Overlay;

impl State {
    fn change_answer(&mut self, change: impl FnOnce(&mut ColumnsQuestion)) {
        if let Some(question) = &mut self.interface.columns {
            change(question);
        }
    }

    /// Asks what the columns of a table are, now that its beginning is read. One that begins like the table that is
    /// asked about has the same answer; about any other it is asked later.
    pub fn table_read(&mut self, path: &Path, head: Option<TableHead>, take: Option<TakeId>) {
        let Some(head) = head else {
            let text = format!("{}: this is no table of numbers any more", path.display());
            return self.interface.notices.push_error_about(path, text);
        };
        self.revision += 1;
        let path = path.to_path_buf();
        match (&mut self.interface.columns, self.interface.overlay) {
            (Some(question), Some(Overlay::Columns)) => {
                let is_same = question.head.guess == head.guess && question.take == take;
                if is_same && !question.files.contains(&path) {
                    question.files.push(path);
                }
            }
            (_, Some(_)) => {}
            (question, None) => {
                // What was begun goes on where it was left.
                let begun = &mut self.interface.begun_columns;
                begun.extend(question.take().filter(ColumnsQuestion::is_begun));
                let place = begun.iter().position(|begun| begun.is_about(&path, &head, take));
                *question = Some(match place {
                    Some(place) => begun.remove(place),
                    None => ColumnsQuestion::about(path, head, take),
                });
                self.interface.overlay = Some(Overlay::Columns);
            }
        }
    }

    /// Opens the tables of which it is kept now what their columns are, or shows why that could not be kept.
    #[must_use = "nobody else carries the effects out"]
    pub fn columns_saved(
        &mut self,
        files: Vec<PathBuf>,
        take: Option<TakeId>,
        saved: Result<Vec<String>, String>,
    ) -> Vec<Effect> {
        let notices = &mut self.interface.notices;
        match saved {
            Ok(diagnostics) => notices.push_diagnostics(diagnostics),
            Err(error) => {
                notices.push_error(error);
                return Vec::new();
            }
        }
        self.interface.columns = None;
        self.interface.overlay = None;
        let Some(take) = take else { return self.apply(FilesCommand::Open(files)) };
        let mut effects = Vec::new();
        self.session.read_columns_again(take, &mut effects);
        effects
    }
}

impl FeatureCommand for ColumnsCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            Self::Ask(path) => effects.push(Effect::ReadTable { path, columns: None, take: None }),
            Self::Edit => {
                let open = state.take();
                effects.extend(open.and_then(|open| {
                    Some(Effect::ReadTable {
                        path: open.path.clone()?,
                        columns: open.edits.open_options.reading.skeleton.clone(),
                        take: Some(open.id),
                    })
                }));
            }
            Self::Change(mapping) => state.change_answer(|question| question.mapping = *mapping),
            Self::Keep(keep) => state.change_answer(|question| question.keep = keep),
            Self::Name(name) => state.change_answer(|question| question.name = name),
            Self::Use => {
                let question = state.interface.columns.as_ref();
                let sound = question.filter(|question| question.mapping.check().is_ok());
                effects.extend(sound.map(|question| Effect::SaveColumns {
                    files: question.files.clone(),
                    mapping: Box::new(question.answer()),
                    name: match question.keep {
                        KeepColumns::Beside => None,
                        KeepColumns::Saved => Some(question.name.clone()),
                    },
                    take: question.take,
                }));
            }
        }
    }
}
