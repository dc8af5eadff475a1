//! The interface state around the view: panels, overlay, search, curves, notices, recent files.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod inspector;
pub(crate) mod menu;
pub(crate) mod overlays;
pub(crate) mod settings;
pub(crate) mod settings_command;
pub(crate) mod shortcuts;

use std::path::PathBuf;

use crate::app::columns::ColumnsQuestion;
use crate::app::curves::docked::DockedCurves;
use crate::app::effect::Effect;
use crate::app::export::Export;
use crate::app::ids::TakeId;
use crate::app::interface::command::InterfaceCommand;
use crate::app::notices::notice::Notices;
use crate::app::session::Session;
use crate::options::{NoteFilter, Overlay, Panel, Panels, Tab};
use crate::scene::{CurveKind, Curves, CurvesOf};
use crate::take::NodeId;

/// What stands around the view and over it.
#[derive(Default)]
pub struct Interface {
    /// Which panels show, and how large they were made.
    pub panels: Panels,
    /// What the curves are of.
    pub curves: CurveKind,
    /// The curves, as far as they are filled in.
    pub curve_data: Curves,
    /// The docked curves.
    pub docked: DockedCurves,
    /// Whether there is more to fill in.
    pub is_filling: bool,
    /// The table of which somebody has to say what its columns are.
    pub columns: Option<ColumnsQuestion>,
    /// Other such tables, with what somebody has begun to say of them.
    pub begun_columns: Vec<ColumnsQuestion>,
    /// The export.
    pub export: Export,
    /// What lies over the window.
    pub overlay: Option<Overlay>,
    /// Letters that the listed nodes must have.
    pub search: String,
    /// Letters that the listed notes must have.
    pub note_search: String,
    /// Which notes are listed.
    pub note_filter: NoteFilter,
    /// What there is to read.
    pub notices: Notices,
    /// The files and folders that were opened lately, the newest first.
    pub recent: Vec<PathBuf>,
    /// Those of them that are there no longer, as far as is known.
    pub missing: Vec<PathBuf>,
    /// How many files are held over the window.
    pub hovering: usize,
    /// Where they are held.
    pub held: HeldFiles,
}

/// Where files are held over the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldFiles {
    /// In points from the window's upper left corner, where that is known.
    pub at: Option<[f32; 2]>,
    /// Whether Alt is down.
    pub alt: bool,
    /// The bone below, by its take and joint.
    pub over: Option<(TakeId, NodeId)>,
}

impl Interface {
    /// Carries out a command. Tells whether it was to close something, and nothing was open.
    pub fn apply(&mut self, command: InterfaceCommand, effects: &mut Vec<Effect>) -> bool {
        let panels = &mut self.panels;
        match command {
            // Whoever asks for a tab by its name wants to see it.
            InterfaceCommand::ShowTab(tab) => (panels.tab, panels.right) = (tab, true),
            InterfaceCommand::HoldOver(node) => self.held.over = node,
            InterfaceCommand::CurvesOf(kind) => self.curves = kind,
            InterfaceCommand::TogglePanel(Panel::Left) => panels.left = !panels.left,
            InterfaceCommand::TogglePanel(Panel::Right) => panels.right = !panels.right,
            InterfaceCommand::TogglePanel(Panel::Curves) => panels.curves = !panels.curves,
            InterfaceCommand::TogglePanels => {
                let on = !(panels.left || panels.right);
                (panels.left, panels.right) = (on, on);
            }
            InterfaceCommand::ResizePanels([left, right, bottom, curves]) => {
                panels.left_width = left;
                panels.right_width = right;
                panels.bottom_height = bottom;
                panels.curves_height = curves;
            }
            InterfaceCommand::ToggleInterface => panels.interface = !panels.interface,
            InterfaceCommand::ToggleFullScreen => effects.push(Effect::ToggleFullScreen),
            InterfaceCommand::Overlay(overlay) => {
                // The key that opened it closes it.
                let closed = self.overlay;
                self.overlay = overlay.filter(|_| closed != overlay);
                self.note_kept_columns(closed);
            }
            InterfaceCommand::Escape => {
                // One thing at a time, the uppermost first.
                let closed = self.overlay.take();
                self.note_kept_columns(closed);
                return closed.is_none() && !self.notices.dismiss_newest();
            }
            // The layout gives the focus to the next control: it alone knows which that is.
            InterfaceCommand::NextControl(_) => {}
            InterfaceCommand::Search(letters) => self.search = letters,
            InterfaceCommand::SearchNotes(letters) => self.note_search = letters,
            InterfaceCommand::FilterNotes(filter) => self.note_filter = filter,
            InterfaceCommand::Dismiss(id) => self.notices.dismiss(id),
            InterfaceCommand::DismissAll => self.notices.clear(),
            InterfaceCommand::Quit => effects.push(Effect::Quit),
        }
        false
    }

    /// Tells that what was said of the columns of a table is not lost, where its dialog was closed.
    fn note_kept_columns(&mut self, closed: Option<Overlay>) {
        let question = self.columns.as_ref().filter(|_| closed == Some(Overlay::Columns));
        if let Some(question) = question.filter(|question| question.is_begun()) {
            let text = format!(
                "{}: what you said of its columns is kept until you set them, while this window is open.",
                question.name_of_file()
            );
            self.notices.push_info_once(&text);
        }
    }

    /// The panels that show. Where nothing is open and nothing comes, there is nothing to list at the
    /// sides, and there are no curves.
    pub fn shown_panels(&self, session: &Session) -> Panels {
        let has_sides = !session.takes.is_empty() || session.is_loading();
        Panels {
            left: self.panels.left && has_sides,
            right: self.panels.right && has_sides,
            curves: self.panels.curves && !session.takes.is_empty(),
            ..self.panels
        }
    }

    /// The curves that the inspector shows, where it shows any.
    pub fn curves_of(&self, session: &Session) -> Option<CurvesOf> {
        let shows = self.panels.tab == Tab::Curves && self.panels.right;
        let open = session.takes.active().filter(|_| shows)?;
        Some(CurvesOf { take: open.reading, node: open.primary()?, kind: self.curves })
    }

    /// Fills in as much of the curves as a redraw has time for.
    pub fn prepare(&mut self, session: &Session) {
        self.is_filling = false;
        if let Some(of) = self.curves_of(session)
            && let Some(open) = session.takes.active()
        {
            let work = Curves::WORK;
            self.is_filling = !self.curve_data.fill(of, &open.take, &open.stage, work);
        }
        if self.panels.curves
            && let Some(open) = session.takes.active()
        {
            self.is_filling |= !self.docked.fill((open, session.compared()), self.panels.docked);
        }
    }
}
