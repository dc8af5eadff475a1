//! How interface commands change panels and overlays, and end the program.

use crate::app::effect::Effect;
use crate::app::interface::command::InterfaceCommand;
use crate::app::selection::command::SelectionCommand;
use crate::app::session_file::command::AfterSaving;
use crate::app::state::{FeatureCommand, State};
use crate::options::Panel;

impl FeatureCommand for InterfaceCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        let panels = state.interface.panels;
        match self {
            Self::TogglePanel(Panel::Left) => Some(panels.left),
            Self::TogglePanel(Panel::Right) => Some(panels.right),
            Self::TogglePanel(Panel::Curves) => Some(panels.curves),
            Self::TogglePanels => Some(panels.left || panels.right),
            Self::ToggleInterface => Some(panels.interface),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            Self::Quit if state.asks_before(AfterSaving::Quit) || state.asks_about_notes() => {}
            // What was begun last ends first.
            Self::Escape
                if state.interface.overlay.is_none() && state.session.reviewing.draws.is_some() =>
            {
                state.session.reviewing.draws = None;
            }
            command => {
                let was_nothing_open = state.interface.apply(command, effects);
                if was_nothing_open && !state.session.leave_finding() {
                    state.session.apply_selection(SelectionCommand::Select(None));
                }
            }
        }
    }
}
