//! How selection commands change what is selected in the active take.

use crate::app::{Effect, FeatureCommand, Reframe, SelectMode, SelectionCommand, Session, State};

impl Session {
    /// Selects nodes of the active take, or of another one, which becomes the active one.
    pub fn apply_selection(&mut self, command: SelectionCommand) {
        let (nodes, mode) = match command {
            SelectionCommand::Select(node) => (node.into_iter().collect(), SelectMode::Replace),
            SelectionCommand::SelectNodes(nodes, mode) => (nodes, mode),
            SelectionCommand::Pick { take, node, mode } => {
                if self.takes.find(take).is_none() {
                    return;
                }
                self.choose(take);
                (vec![node], mode)
            }
        };
        if let Some(open) = self.takes.active_mut() {
            open.select(nodes, mode);
        }
    }
}

impl FeatureCommand for SelectionCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, _| {
            session.apply_selection(self);
            Reframe::Keep
        });
    }
}
