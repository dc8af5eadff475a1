//! The takes panel: the open takes, their visibility and order, and which one is active.

pub(crate) mod menu;
pub(crate) mod offset;
pub(crate) mod row_name;
pub(crate) mod take_row;

use egui::{Align2, Id, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::theme::{CONTROL, GUTTER, ROW, regular};
use crate::app::widgets::{ListFocus, PanelContext, gutters, hand, heading, list, one_line};
use crate::app::{Command, OpenTake, State, TakeId, TakesCommand};

pub use crate::app::takes::panel::row_name::row_id;

const HEIGHT: f32 = 26.0;

/// The open takes, the one that shows marked.
pub fn takes_ui(ui: &mut Ui, cx: &PanelContext) {
    /// The part of the panel that takes may fill where the bones could fill the rest.
    const SHARE: f32 = 0.45;
    /// What stands above the rows of the bones, in points.
    const HEAD: f32 = 90.0;
    gutters(ui, |ui| title(ui, cx));
    let count = cx.state.session.takes.len();
    let nodes = cx.state.take().map(|open| open.take.skeleton.nodes().len());
    let of_bones = HEAD + nodes.unwrap_or(0) as f32 * ROW;
    let all = ui.available_height();
    let room = (all * SHARE).max(all - of_bones) / HEIGHT;
    let most = room.floor().max(2.0).min(count as f32) * HEIGHT;
    let reveal = newly_active(ui, cx.state);
    let name_of = |index: usize| row_id(&cx.state.session.takes[index]);
    let home = Some(cx.state.session.takes.active_place());
    let stop = ListFocus::new(ui, Id::unique("takes"), count, home, name_of);
    let dragged = Dragged::of(ui, cx.state);
    let mut target = None;
    list(ui, "takes", count, [HEIGHT, most], reveal, Some(stop.row), |ui, i, rect| {
        take_row::take_row(ui, cx, i, rect, &stop);
        if let Some(dragged) = &dragged {
            target = dragged.gap_at(ui, i, rect).or(target);
        }
    });
    ui.add_space(4.0);
    if let (Some(dragged), Some(gap)) = (dragged, target) {
        cx.ask_all(dragged.let_go(gap));
    }
}

/// The heading, and how many takes are hidden: a click shows them. At its right there is room for a
/// button as high and as wide as any.
fn title(ui: &mut Ui, cx: &PanelContext) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let words = Rect::from_min_size(row.min, vec2(row.width() - CONTROL - 8.0, 22.0));
    ui.scope_builder(UiBuilder::new().max_rect(words), |ui| {
        heading(ui, cx, "Takes");
    });
    let hidden = cx.state.session.takes.hidden_count();
    if hidden == 0 {
        return;
    }
    let text = format!("{hidden} hidden");
    let galley = one_line(ui, &text, regular(12.0), cx.colours.accent);
    let at = Align2::RIGHT_CENTER.anchor_size(words.right_center(), galley.size());
    let rect = at.expand2(vec2(6.0, 4.0));
    let response = ui.interact(rect, Id::unique("hidden takes"), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, cx.colours.raised);
    }
    ui.painter().galley(at.min, galley, cx.colours.accent);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    let tip = cx.tip("Show all takes", TakesCommand::ShowAll);
    cx.ask_if(hand(response).on_hover_text(tip).clicked(), TakesCommand::ShowAll);
}

/// The row of the active take, where another one has become it since the list was last laid out.
fn newly_active(ui: &Ui, state: &State) -> Option<usize> {
    let id = Id::unique("active take");
    let now = state.take()?.id;
    let before: Option<TakeId> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    (before != Some(now)).then_some(state.session.takes.active_place())
}

/// A take on its way to another place in the list.
struct Dragged {
    take: TakeId,
    /// Its place in the list.
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
        let from = state.session.takes.iter().position(by_id)?;
        Some(Self {
            take: state.session.takes[from].id,
            from,
            ends: now.is_none(),
            line: Stroke::new(2.0, state.theme().colours().accent),
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
            ui.painter().circle_filled(pos2(ends.min, y), 3.0, self.line.color);
        }
        if !self.ends {
            ui.scroll_to_rect(rect.expand2(vec2(0.0, HEIGHT * 0.5)), None);
        }
        Some(gap)
    }

    /// What is asked for once the take is let go over a gap.
    fn let_go(&self, gap: usize) -> Option<Command> {
        let Self { take, from, ends, .. } = *self;
        // Without the take, all gaps below it are one further up.
        let to = if gap > from { gap - 1 } else { gap };
        (ends && to != from).then(|| TakesCommand::Move { take, to }.into())
    }
}
