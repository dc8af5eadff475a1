//! The list of open takes: which show, in which order, and which one the panels are about.

mod menu;
mod offset;
mod take_row;

use egui::{Id, Rect, Sense, Stroke, Ui, UiBuilder, pos2, vec2};

use super::gutters;
use super::rows::list;
use super::widgets::heading;
use crate::app::command::Command;
use crate::app::state::{OpenTake, State};
use crate::app::theme::{CONTROL, GUTTER};

/// The height of a row, in points.
const HEIGHT: f32 = 26.0;

/// The open takes, the one that shows marked.
pub fn takes_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    /// So many rows show at once; the rest scrolls.
    const MOST: f32 = 8.0;
    gutters(ui, |ui| title(ui, state));
    let count = state.takes.len();
    // The bones keep more than half of the panel.
    let room = (ui.available_height() * 0.4 / HEIGHT).floor();
    let most = room.clamp(2.0, MOST).min(count as f32) * HEIGHT;
    let reveal = newly_active(ui, state);
    let dragged = Dragged::of(ui, state);
    let mut target = None;
    list(ui, "takes", count, [HEIGHT, most], reveal, |ui, i, rect| {
        take_row::take_row(ui, state, i, rect, commands);
        if let Some(dragged) = &dragged {
            target = dragged.gap_at(ui, i, rect).or(target);
        }
    });
    ui.add_space(4.0);
    if let (Some(dragged), Some(gap)) = (dragged, target) {
        commands.extend(dragged.let_go(gap));
    }
}

/// The heading. At its right there is room for a button as high and as wide as any.
fn title(ui: &mut Ui, state: &State) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let words = Rect::from_min_size(row.min, vec2(row.width() - CONTROL - 8.0, 22.0));
    ui.scope_builder(UiBuilder::new().max_rect(words), |ui| {
        heading(ui, state.theme, "Takes");
    });
}

/// What a row is called for egui: the same as long as its take is open, wherever it is listed.
fn row_id(open: &OpenTake) -> Id {
    Id::unique(("take", open.id))
}

/// The row of the active take, where another one has become it since the list was last laid out.
fn newly_active(ui: &Ui, state: &State) -> Option<usize> {
    let id = Id::unique("active take");
    let now = state.take()?.id;
    let before: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    (before != Some(now)).then_some(state.active)
}

/// A take on its way to another place in the list.
struct Dragged {
    from: usize,
    /// Whether it has just been let go.
    ends: bool,
    line: Stroke,
}

impl Dragged {
    fn of(ui: &Ui, state: &State) -> Option<Self> {
        let ctx = ui.ctx();
        let (now, ended) = (ctx.dragged_id(), ctx.drag_stopped_id());
        let held = now.or(ended)?;
        let by_id = |open: &OpenTake| row_id(open) == held;
        Some(Self {
            from: state.takes.iter().position(by_id)?,
            ends: now.is_none(),
            line: Stroke::new(2.0, state.theme.colours().accent),
        })
    }

    /// The gap between two rows that the pointer is nearest to, if it is over this row; 0 is the one
    /// above all. Draws a line there, and scrolls on where the list goes on.
    fn gap_at(&self, ui: &Ui, row: usize, rect: Rect) -> Option<usize> {
        let pointer = ui.ctx().pointer_latest_pos()?;
        let seen = rect.intersect(ui.clip_rect());
        if !seen.y_range().contains(pointer.y) || !ui.clip_rect().contains(pointer) {
            return None;
        }
        let is_below = pointer.y > rect.center().y;
        let gap = row + usize::from(is_below);
        let stays = gap == self.from || gap == self.from + 1;
        if !self.ends && !stays {
            let y = if is_below { rect.bottom() } else { rect.top() };
            let clip = ui.clip_rect().y_range();
            let y = y.clamp(clip.min + 1.0, clip.max - 1.0);
            let ends = rect.shrink2(vec2(GUTTER, 0.0)).x_range();
            ui.painter().hline(ends, y, self.line);
            ui.painter()
                .circle_filled(pos2(ends.min, y), 3.0, self.line.color);
        }
        if !self.ends {
            ui.scroll_to_rect(rect.expand2(vec2(0.0, HEIGHT * 0.5)), None);
        }
        Some(gap)
    }

    /// What is asked for once the take is let go over a gap.
    fn let_go(&self, gap: usize) -> Option<Command> {
        let from = self.from;
        // Without the take, all gaps below it are one further up.
        let to = if gap > from { gap - 1 } else { gap };
        (self.ends && to != from).then_some(Command::Order { from, to })
    }
}
