//! The node tree's memory between layouts, and selection from inside the tree.

use egui::{Id, Ui};

use crate::app::selection::command::{SelectMode, SelectionCommand};
use crate::app::takes::open_take::OpenTake;
use crate::app::widgets::context::PanelContext;
use crate::take::NodeId;

/// What the list remembers of a take while the window is open.
pub struct Kept<T> {
    id: Id,
    pub value: T,
}

impl<T: Clone + Default + PartialEq + Send + Sync + 'static> Kept<T> {
    pub fn of(ui: &Ui, what: &'static str, open: &OpenTake) -> Self {
        let id = Id::unique((what, open.id));
        let value = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        Self { id, value }
    }

    pub fn keep(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(self.id, self.value));
    }
}

/// What was selected when the list was last laid out, and whether the list itself changes it now.
#[derive(Clone, Default, PartialEq)]
pub struct Seen {
    selected: Vec<NodeId>,
    by_list: bool,
}

/// The node that was selected last, where that happened elsewhere since the list was last laid out.
pub fn newly_selected(ui: &Ui, open: &OpenTake) -> Option<NodeId> {
    let mut seen = Kept::<Seen>::of(ui, "seen", open);
    let is_new = seen.value.selected != open.edits.selected;
    let elsewhere = is_new && !seen.value.by_list;
    if is_new || seen.value.by_list {
        seen.value = Seen { selected: open.edits.selected.clone(), by_list: false };
        seen.keep(ui);
    }
    open.primary().filter(|_| elsewhere)
}

/// Selects nodes from within the list: it then stays where it is scrolled to.
pub fn select(ui: &Ui, open: &OpenTake, nodes: Vec<NodeId>, mode: SelectMode, cx: &PanelContext) {
    let mut seen = Kept::<Seen>::of(ui, "seen", open);
    seen.value.by_list = true;
    seen.keep(ui);
    cx.ask(SelectionCommand::SelectNodes(nodes, mode));
}
