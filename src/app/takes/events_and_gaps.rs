//! The lists of events and of gaps in the inspector: a click goes to the frame or marker.

use egui::{Align2, Id, Popup, PopupCloseBehavior, Rect, Response, Role, Ui, WidgetInfo, vec2};

use crate::app::theme::regular;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::{
    Field, ListFocus, PanelContext, cut_name, hand, heading, list, list_row, one_line, put,
};
use crate::app::{NotesCommand, OpenTake, PlaybackCommand, SelectionCommand, ShownEvent, State};
use crate::review::notes::Id as EventId;
use crate::take::counted;

const ROW: f32 = 22.0;
/// So many rows show at least, where there are as many; more where the panel has room for them.
const ROWS: f32 = 8.0;

/// What happens at times of their own: as the file notes it, and as reviewers do. A click goes there; a menu
/// renames and removes those of a reviewer.
pub fn events_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let events = open.events();
    // Gaps below it get their half of the room.
    let share = if open.gaps.is_empty() { 1.0 } else { 0.5 };
    section(ui, cx, "Events", share, events.len(), |ui, row| {
        let event = &events[row.index];
        let row = row.show(ui, cx, event.label, &seconds(event), event.frame.is_some());
        let name = event_text(cx.state, event);
        row.widget_info(|| WidgetInfo::labeled(Role::ListItem, event.frame.is_some(), &name));
        let mut tip = match event.frame {
            Some(frame) => format!("Go to frame {}", cx.state.numbering().of(frame)),
            None => "Outside the recording".to_string(),
        };
        if let Some(id) = event.own {
            tip += "\nRight click: rename, delete";
            let popup = Popup::context_menu(&row);
            let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            popup.show(|ui| own_event(ui, cx, id, event.label));
        }
        if let (true, Some(frame)) = (row.on_hover_text(tip).clicked(), event.frame) {
            cx.ask(PlaybackCommand::Seek(cx.state.session.timeline.frame(frame as i64)));
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
    section(ui, cx, "Gaps", 1.0, gaps.len(), |ui, row| {
        let gap = gaps[row.index];
        let name = &open.take.skeleton[gap.node].name;
        let percent = open.take.percent_missed(&gap);
        let row = row.show(ui, cx, name, &format!("{} f · {percent} %", gap.frames), true);
        row.widget_info(|| {
            let frames = counted(gap.frames, "frame");
            let name = format!("{name} misses {frames}, {percent} %");
            WidgetInfo::labeled(Role::ListItem, true, name)
        });
        let tip = format!("Select {name} and go to its next gap");
        if row.on_hover_text(tip).clicked() {
            cx.ask(SelectionCommand::Select(Some(gap.node)));
            let runs = open.gap_index.of(gap.node);
            if let Some(next) = runs.and_then(|runs| runs.next(cx.state.frame_of(open))) {
                cx.ask(PlaybackCommand::Seek(cx.state.session.timeline.frame(next as i64)));
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

/// A heading and rows below it; nothing where there is no row. They take a share of what is left of the panel.
fn section(
    ui: &mut Ui,
    cx: &PanelContext,
    title: &str,
    share: f32,
    count: usize,
    mut row_ui: impl FnMut(&mut Ui, Row<'_>),
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
    let row_id = |i: usize| Id::unique(("row of a list", title, i));
    let stop = ListFocus::new(ui, Id::unique(("list", title)), count, None, row_id);
    list(ui, title, count, [ROW, rows * ROW], None, Some(stop.row), |ui, i, rect| {
        row_ui(ui, Row { index: i, id: row_id(i), rect, stop: &stop });
    });
}

/// A row of a list, to be laid out.
struct Row<'a> {
    index: usize,
    id: Id,
    rect: Rect,
    stop: &'a ListFocus,
}

impl Row<'_> {
    /// A name at its left and an amount at its right, and whether it leads somewhere.
    fn show(&self, ui: &Ui, cx: &PanelContext, name: &str, amount: &str, leads: bool) -> Response {
        let (rect, colours) = (self.rect, cx.colours);
        let response = list_row(ui, cx, self.stop, self.index, self.id, rect, leads);
        // The list's own bar scrolls over its right edge.
        let right = rect.right_center() - vec2(6.0, 0.0);
        let amount = one_line(ui, amount, regular(13.0), colours.dim);
        let at = Align2::RIGHT_CENTER.anchor_size(right, amount.size());
        ui.painter().galley(at.min, amount, colours.dim);
        let colour = if leads { colours.text } else { colours.dim };
        let name = cut_name(ui, name, regular(13.0), colour, at.left() - 8.0 - rect.left());
        put(ui, rect.left_center(), name, colour);
        if leads { hand(response) } else { response }
    }
}
