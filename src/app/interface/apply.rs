//! How interface commands change panels and overlays, and end the program.

use crate::app::{
    AfterSaving, Effect, FeatureCommand, Interface, InterfaceCommand, SelectionCommand, State,
};
use crate::options::{Overlay, Panel};

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
        if self == Self::Quit && (state.asks_before(AfterSaving::Quit) || state.asks_about_notes())
        {
            return;
        }
        let interface = &mut state.interface;
        let panels = &mut interface.panels;
        match self {
            // Whoever asks for a tab by its name wants to see it.
            Self::ShowTab(tab) => (panels.tab, panels.right) = (tab, true),
            Self::HoldOver(node) => interface.held.over = node,
            Self::CurvesOf(kind) => interface.curves = kind,
            Self::TogglePanel(Panel::Left) => panels.left = !panels.left,
            Self::TogglePanel(Panel::Right) => panels.right = !panels.right,
            Self::TogglePanel(Panel::Curves) => panels.curves = !panels.curves,
            Self::TogglePanels => {
                let on = !(panels.left || panels.right);
                (panels.left, panels.right) = (on, on);
            }
            Self::ResizePanels([left, right, bottom, curves]) => {
                panels.left_width = left;
                panels.right_width = right;
                panels.bottom_height = bottom;
                panels.curves_height = curves;
            }
            Self::ToggleInterface => panels.interface = !panels.interface,
            Self::ToggleFullScreen => effects.push(Effect::ToggleFullScreen),
            Self::Overlay(overlay) => {
                // The key that opened it closes it.
                let closed = interface.overlay;
                interface.overlay = overlay.filter(|_| closed != overlay);
                report_kept_columns(interface, closed);
            }
            // One thing at a time: what was begun last, then the uppermost.
            Self::Escape => match interface.overlay.take() {
                None if state.session.reviewing.draws.take().is_some() => {}
                None if interface.notices.dismiss_newest() || state.session.close_grid() => {}
                None if state.session.leave_finding() => {}
                None => state.session.apply_selection(SelectionCommand::Select(None)),
                closed => report_kept_columns(interface, closed),
            },
            // The layout gives the focus to the next control: it alone knows which that is.
            Self::NextControl(_) => {}
            Self::Search(letters) => interface.search = letters,
            Self::SearchNotes(letters) => interface.note_search = letters,
            Self::FilterNotes(filter) => interface.note_filter = filter,
            Self::Dismiss(id) => interface.notices.dismiss(id),
            Self::DismissAll => interface.notices.clear(),
            Self::ShowManual => match &interface.manual {
                Some(page) => effects.push(Effect::OpenManual(page.clone())),
                None => interface.notices.push_error(
                    "The manual is not installed here; the folder docs of the source has it.",
                ),
            },
            Self::Quit => effects.push(Effect::Quit),
        }
    }
}

/// Tells that what was said of the columns of a table is not lost, where its dialog was closed.
fn report_kept_columns(interface: &mut Interface, closed: Option<Overlay>) {
    let question = interface.columns.as_ref().filter(|_| closed == Some(Overlay::Columns));
    if let Some(question) = question.filter(|question| question.is_begun()) {
        let text = format!(
            "{}: what you said of its columns is kept until you set them, while this window is open.",
            question.name_of_file()
        );
        interface.notices.push_info_once(&text);
    }
}
