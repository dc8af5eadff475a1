//! The lists of events and of gaps in the inspector: a click goes to the frame or marker.

use egui::{
    Align2, Id, Popup, PopupCloseBehavior, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::notes::command::NotesCommand;
use crate::app::playback::command::PlaybackCommand;
use crate::app::selection::command::SelectionCommand;
use crate::app::state::State;
use crate::app::takes::open_take::{OpenTake, ShownEvent};
use crate::app::theme::regular;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::field::Field;
use crate::app::widgets::focus::Stop;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::rows::{follow_focus, list};
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{hand, heading};
use crate::review::notes::Id as EventId;

const ROW: f32 = 22.0;
/// So many rows show at least, where there are as many; more where the panel has room for them.
const ROWS: f32 = 8.0;

/// What happens at times of their own: as the file notes it, and as reviewers do. A click goes there; a menu
/// renames and removes those of a reviewer.
pub fn events_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let events = open.events();
    // Gaps below it get their half of the room.
    let share = if open.gaps.is_empty() { 1.0 } else { 0.5 };
    let head = ("Events", share);
    section(ui, cx, head, events.len(), |ui, i, rect, stop| {
        let event = &events[i];
        let time = seconds(event);
        let texts = ([event.label, &time], event.frame.is_some());
        let row = list_row(ui, cx, (rect, row_id("Events", i)), texts, (stop, i));
        let name = event_text(cx.state, event);
        row.widget_info(|| WidgetInfo::labeled(Role::ListItem, event.frame.is_some(), &name));
        let mut tip = match event.frame {
            Some(frame) => format!("Go to frame {}", cx.state.numbering().of(frame)),
            None => "Outside the recording".to_string(),
        };
        if let Some(id) = event.own {
            tip += "\nRight click: rename, delete";
            Popup::context_menu(&row)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| own_event(ui, cx, id, event.label));
        }
        if let (true, Some(frame)) = (row.on_hover_text(tip).clicked(), event.frame) {
            let frame = cx.state.session.timeline.frame(frame as i64);
            cx.ask(PlaybackCommand::Seek(frame));
        }
    });
}

/// The menu of an event that a reviewer added.
fn own_event(ui: &mut Ui, cx: &PanelContext, id: EventId, label: &str) {
    let tip = "What the event is called; events that are added next are called so, too";
    let field = Field::new("Name of the event", label, 176.0, tip);
    let name = field.show(ui, cx, |text| Ok::<_, String>(text.trim().to_string()));
    if let Some(name) = name {
        cx.ask(NotesCommand::NameEvent(id, name));
        ui.close();
    }
    if menu_item(ui, cx, false, "Delete event").clicked() {
        cx.ask(NotesCommand::RemoveEvent(id));
        ui.close();
    }
}

/// The markers that miss frames; a click selects one and goes to its next gap.
pub fn gaps_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let gaps = &open.gaps;
    section(ui, cx, ("Gaps", 1.0), gaps.len(), |ui, i, rect, stop| {
        let gap = gaps[i];
        let name = &open.take.skeleton[gap.node].name;
        let percent = open.take.percent_missed(&gap);
        let amount = format!("{} f · {percent} %", gap.frames);
        let texts = ([name.as_str(), &amount], true);
        let row = list_row(ui, cx, (rect, row_id("Gaps", i)), texts, (stop, i));
        row.widget_info(|| {
            let frames = if gap.frames == 1 { "frame" } else { "frames" };
            let name = format!("{name} misses {} {frames}, {percent} %", gap.frames);
            WidgetInfo::labeled(Role::ListItem, true, name)
        });
        let tip = format!("Select {name} and go to its next gap");
        if row.on_hover_text(tip).clicked() {
            cx.ask(SelectionCommand::Select(Some(gap.node)));
            let runs = open.gap_index.of(gap.node);
            if let Some(next) = runs.and_then(|runs| runs.next(cx.state.frame_of(open))) {
                let frame = cx.state.session.timeline.frame(next as i64);
                cx.ask(PlaybackCommand::Seek(frame));
            }
        }
    });
}

/// An event with its moment, as tooltips and screen readers tell it.
pub fn event_text(state: &State, event: &ShownEvent<'_>) -> String {
    match event.frame.map(|frame| state.numbering().of(frame)) {
        Some(frame) => format!("{}, {}, frame {frame}", event.label, seconds(event)),
        None => format!("{}, {}", event.label, seconds(event)),
    }
}

fn seconds(event: &ShownEvent<'_>) -> String {
    format!("{:.3} s", event.time)
}

/// What a row is called for egui.
fn row_id(title: &str, row: usize) -> Id {
    Id::unique(("row of a list", title, row))
}

/// A heading and rows below it; nothing where there is no row. They take a share of what is left of
/// the panel.
fn section(
    ui: &mut Ui,
    cx: &PanelContext,
    (title, share): (&str, f32),
    count: usize,
    mut row_ui: impl FnMut(&mut Ui, usize, Rect, &Stop),
) {
    if count == 0 {
        return;
    }
    ui.add_space(12.0);
    heading(ui, cx, title);
    // Wherever the panel is scrolled to.
    let above = ui.cursor().top() - ui.min_rect().top();
    let room = (ui.clip_rect().height() - above - 16.0) * share;
    let rows = (room / ROW).floor().max(ROWS).min(count as f32);
    let stop = Stop::new(ui, Id::unique(("list", title)), count, None, |i| row_id(title, i));
    let keep = [None, Some(stop.row)];
    list(ui, title, count, [ROW, rows * ROW], keep, |ui, i, rect| row_ui(ui, i, rect, &stop));
}

/// A row with a name at its left and an amount at its right, and whether it leads somewhere.
fn list_row(
    ui: &mut Ui,
    cx: &PanelContext,
    (rect, id): (Rect, Id),
    ([name, amount], leads): ([&str; 2], bool),
    (stop, index): (&Stop, usize),
) -> Response {
    /// What the row's own fill reaches beyond its text.
    const MARGIN: f32 = 6.0;
    let colours = cx.colours;
    stop.row(ui, index, &[id], false);
    let sense = if leads { stop.sense(ui, index, id) } else { Sense::hover() };
    // A little lower than the row: the ring then keeps off its neighbours.
    let response = ui.interact(rect.expand2(vec2(MARGIN, -2.0)), id, sense);
    follow_focus(ui, &response, rect);
    if leads && response.hovered() {
        let fill = Rect::from_min_max(rect.min - vec2(MARGIN, 0.0), rect.max + vec2(MARGIN, 0.0));
        ui.painter().rect_filled(fill, 4.0, colours.raised);
    }
    // The list's own bar scrolls over its right edge.
    let right = rect.right() - MARGIN;
    let amount = one_line(ui, amount, regular(13.0), colours.dim);
    let middle = rect.center().y;
    let at = Align2::RIGHT_CENTER.anchor_size(pos2(right, middle), amount.size());
    let room = at.left() - 8.0 - rect.left();
    ui.painter().galley(at.min, amount, colours.dim);
    let colour = if leads { colours.text } else { colours.dim };
    let name = cut_name(ui, name, regular(13.0), colour, room);
    put(ui, pos2(rect.left(), middle), name, colour);
    if leads { hand(response) } else { response }
}
