//! The interface state around the view: panels, overlay, search, curves, notices, recent files.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod inspector;
pub(crate) mod key_sheet;
pub(crate) mod main_menu;

use std::path::PathBuf;

use crate::app::{ColumnsQuestion, DockedCurves, Export, Notices, Session, TakeId};
use crate::options::{FolderOptions, NoteFilter, Overlay, Panels, Tab};
use crate::scene::{CurveKey, CurveKind, Curves};
use crate::take::NodeId;

/// What stands around the view and over it.
#[derive(Default)]
pub struct Interface {
    pub panels: Panels,
    pub curves: CurveKind,
    /// The curves, as far as they are filled in.
    pub curve_data: Curves,
    pub docked: DockedCurves,
    /// Whether there is more to fill in.
    pub is_filling: bool,
    /// The table of which somebody has to say what its columns are.
    pub columns: Option<ColumnsQuestion>,
    /// Other such tables, with what somebody has begun to say of them.
    pub begun_columns: Vec<ColumnsQuestion>,
    pub export: Export,
    pub overlay: Option<Overlay>,
    /// Letters that the listed nodes must have.
    pub search: String,
    /// Letters that the listed notes must have.
    pub note_search: String,
    pub note_filter: NoteFilter,
    /// How the list of a folder is laid out.
    pub folder: FolderOptions,
    pub notices: Notices,
    /// The files and folders that were opened lately, the newest first.
    pub recent: Vec<PathBuf>,
    /// Those of them that are there no longer, as far as is known.
    pub missing: Vec<PathBuf>,
    /// The first page of the manual, where it is installed.
    pub manual: Option<PathBuf>,
    /// How many files are held over the window.
    pub hovering: usize,
    pub held: HeldFiles,
}

/// Where files are held over the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldFiles {
    /// In points from the window's upper left corner, where that is known.
    pub at: Option<[f32; 2]>,
    pub alt: bool,
    /// The bone below, by its take and joint.
    pub over: Option<(TakeId, NodeId)>,
}

impl Interface {
    /// The panels that show. Where nothing is open and nothing comes, there is nothing to list at the
    /// sides, and there are no curves.
    pub fn shown_panels(&self, session: &Session) -> Panels {
        let has_sides =
            !session.takes.is_empty() || session.is_loading() || session.folder.is_some();
        Panels {
            left: self.panels.left && has_sides,
            right: self.panels.right && has_sides,
            curves: self.panels.curves && !session.takes.is_empty(),
            ..self.panels
        }
    }

    /// The curves that the inspector shows, where it shows any.
    pub fn curves_of(&self, session: &Session) -> Option<CurveKey> {
        let shows = self.panels.tab == Tab::Curves && self.panels.right;
        let open = session.takes.active().filter(|_| shows)?;
        Some(CurveKey { take: open.reading, node: open.primary()?, kind: self.curves })
    }

    /// Fills in as much of the curves as a redraw has time for.
    pub fn prepare(&mut self, session: &Session) {
        self.is_filling = false;
        let Some(open) = session.takes.active() else {
            return;
        };
        if let Some(of) = self.curves_of(session) {
            self.is_filling =
                !self.curve_data.fill(of, &open.take, &open.stage, Curves::FRAME_BUDGET);
        }
        if self.panels.curves {
            self.is_filling |= !self.docked.fill(open, session.compared(), self.panels.docked);
        }
    }
}
