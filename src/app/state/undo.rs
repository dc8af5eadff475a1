//! How undo and redo restore what was edited.

use crate::app::command::history::HistoryCommand;
use crate::app::effect::Effect;
use crate::app::state::history::Edit;
use crate::app::state::{FeatureCommand, State};

impl FeatureCommand for HistoryCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let edit = match self {
            Self::Undo => state.history.undo(),
            Self::Redo => state.history.redo(),
        };
        if let Some(Edit { from, to }) = edit {
            state.change(effects, |session, out| session.restore(&from, &to, out));
        }
    }
}
