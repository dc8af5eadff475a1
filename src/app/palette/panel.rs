//! The command palette: finds commands, open takes and nodes by name.

use egui::{Align2, Id, Key, Modifiers, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::command::Command;
use crate::app::command::shortcut::Shortcut;
use crate::app::command::table::{ACTIONS, Action};
use crate::app::ids::TakeId;
use crate::app::interface::command::InterfaceCommand;
use crate::app::palette::match_score::rank;
use crate::app::selection::command::SelectionCommand;
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::command::TakesCommand;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{GUTTER, regular};
use crate::app::widgets;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::key_caps::{caps, caps_on_highlight, caps_width};
use crate::app::widgets::modal::sheet;
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{OnRow, icons};
use crate::options::Overlay;
use crate::take::NodeId;

/// The height of a row, in points.
const ROW: f32 = 28.0;
/// The height of the field, in points.
const FIELD: f32 = 44.0;
/// So many rows show at once where there is room; the rest scrolls.
const ROWS: f32 = 12.0;
/// So many nodes are offered: whoever wants another one types more of its name.
const NODES: usize = 50;

/// What was typed, and where in the list one is.
#[derive(Clone, Default)]
struct Asked {
    typed: String,
    chosen: usize,
    /// How far the list is scrolled, in points.
    scrolled: f32,
}

/// Something that can be asked for.
enum Found {
    Action(&'static Action),
    Take(TakeId),
    Node(NodeId),
}

fn id() -> Id {
    Id::unique("palette")
}

/// Begins anew the next time that the palette is opened.
pub fn forget(ui: &Ui) {
    ui.data_mut(|data| data.remove::<Asked>(id()));
}

/// A field over the view, and below it what it finds.
pub fn palette_ui(ui: &mut Ui, cx: &PanelContext) {
    let window = ui.ctx().content_rect();
    let top = (window.height() * 0.12).min(88.0);
    let width = (window.width() - 32.0).min(600.0);
    let room = window.height() - 2.0 * top - FIELD - 16.0;
    let height = (room / ROW).floor().clamp(2.0, ROWS) * ROW;
    sheet(ui, cx, "Command palette", (top, width), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut asked: Asked = ui.data(|data| data.get_temp(id())).unwrap_or_default();
        let field = id().with("field");
        let keys = keys(ui, field);
        if field_ui(ui, cx, field, &mut asked.typed) {
            (asked.chosen, asked.scrolled) = (0, 0.0);
        }
        let found = find(cx.state, &asked.typed);
        move_by_keys(&mut asked, &keys, found.len(), height);
        let run = list(ui, cx, &found, &mut asked, (height, keys.moved()));
        let run = run.or(keys.enter.then_some(asked.chosen));
        ui.data_mut(|data| data.insert_temp(id(), asked));
        if let Some(found) = run.and_then(|index| found.get(index)) {
            cx.ask(InterfaceCommand::Overlay(None));
            cx.ask(found.command());
        }
    });
}

/// The keys that the list takes from its field.
#[derive(Default)]
struct Keys {
    /// How many rows on.
    by: i64,
    /// How many pages on.
    pages: i64,
    enter: bool,
}

impl Keys {
    fn moved(&self) -> bool {
        self.by != 0 || self.pages != 0
    }
}

fn keys(ui: &Ui, field: Id) -> Keys {
    // A control that the keyboard went on to has these keys for itself.
    let focused = ui.memory(|memory| memory.focused());
    if focused.is_some_and(|id| id != field) {
        return Keys::default();
    }
    ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as i64;
        Keys {
            by: count(Key::ArrowDown) - count(Key::ArrowUp),
            pages: count(Key::PageDown) - count(Key::PageUp),
            enter: count(Key::Enter) > 0,
        }
    })
}

fn move_by_keys(asked: &mut Asked, keys: &Keys, count: usize, height: f32) {
    let last = count.saturating_sub(1) as i64;
    let page = (height / ROW) as i64 - 1;
    let mut to = asked.chosen as i64;
    if keys.by != 0 {
        // Past an end comes the other one.
        to = (to + keys.by).rem_euclid(last + 1);
    }
    to = (to + keys.pages * page).clamp(0, last);
    asked.chosen = to as usize;
    if keys.moved() {
        let at = asked.chosen as f32 * ROW;
        asked.scrolled = asked.scrolled.clamp((at + ROW - height).max(0.0), at);
    }
}

/// The field, which has the keyboard from the start. Returns whether something else is asked now.
fn field_ui(ui: &mut Ui, cx: &PanelContext, id: Id, typed: &mut String) -> bool {
    let edit = egui::TextEdit::singleline(typed)
        .id(id)
        .hint_text("Search commands, takes and nodes")
        .desired_width(f32::INFINITY)
        .min_size(vec2(ui.available_width(), FIELD))
        .align(egui::Align2::LEFT_CENTER)
        .font(regular(15.0))
        .text_color(cx.colours.text)
        .frame(egui::Frame::new().inner_margin(egui::Margin {
            left: 40,
            right: GUTTER as i8,
            top: 0,
            bottom: 0,
        }));
    let response = ui.add_sized(vec2(ui.available_width(), FIELD), edit);
    let rect = response.rect;
    let changed = response.changed();
    response.accessible_name("Command");
    let glass = pos2(rect.left() + 22.0, rect.center().y);
    icons::magnifier(ui.painter(), glass, cx.colours.dim);
    let line = egui::Stroke::new(1.0, cx.colours.line);
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
    if ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    changed
}

/// What answers to what was typed, the best first.
fn find(state: &State, typed: &str) -> Vec<Found> {
    let own = Command::Interface(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    let actions = ACTIONS.iter().filter(|action| action.command != own);
    let mut found: Vec<(i32, Found)> = actions
        .filter_map(|action| {
            let rank = rank(typed, action.name, action.group.name(), action.synonyms)?;
            Some((rank, Found::Action(action)))
        })
        .collect();
    let takes = &state.session.takes;
    for open in takes.iter().filter(|open| !takes.is_active(open.id)) {
        let take = Found::Take(open.id);
        let rank = rank(typed, &take.name(state), "Takes", "");
        found.extend(rank.map(|rank| (rank, take)));
    }
    if found.is_empty()
        && let Some(open) = state.take()
    {
        let nodes = open.take.skeleton.iter();
        found.extend(nodes.filter_map(|(node, named)| {
            let rank = rank(typed, &named.name, "Select", "")?;
            Some((rank, Found::Node(node)))
        }));
        found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        found.truncate(NODES);
    } else if !typed.trim().is_empty() {
        found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    }
    found.into_iter().map(|(_, found)| found).collect()
}

impl Found {
    fn name(&self, state: &State) -> String {
        match self {
            Self::Action(action) => action.name.to_string(),
            Self::Take(id) => {
                let title = state.session.takes.find(*id).map(OpenTake::title);
                format!("Go to take {}", title.unwrap_or_default())
            }
            Self::Node(node) => {
                let name = state.take().map(|open| open.take.skeleton[*node].name.as_str());
                format!("Select {}", name.unwrap_or_default())
            }
        }
    }

    fn group(&self) -> &'static str {
        match self {
            Self::Action(action) => action.group.name(),
            Self::Take(_) => "Takes",
            Self::Node(_) => "Nodes",
        }
    }

    fn command(&self) -> Command {
        match self {
            Self::Action(action) => action.command.clone(),
            Self::Take(id) => TakesCommand::Activate(*id).into(),
            Self::Node(node) => Command::Selection(SelectionCommand::Select(Some(*node))),
        }
    }
}

/// The rows. Returns the one that was clicked.
fn list(
    ui: &mut Ui,
    cx: &PanelContext,
    found: &[Found],
    asked: &mut Asked,
    (height, moved): (f32, bool),
) -> Option<usize> {
    ui.add_space(6.0);
    if found.is_empty() {
        let dim = cx.colours.dim;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let at = rect.left_center() + vec2(40.0, 0.0);
        let text = "No matches";
        ui.painter().text(at, Align2::LEFT_CENTER, text, regular(13.0), dim);
    }
    let mut area =
        ScrollArea::vertical().id_salt("found").max_height(height).auto_shrink([false, true]);
    if moved || asked.scrolled == 0.0 {
        area = area.vertical_scroll_offset(asked.scrolled);
    }
    let pointer_moved = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
    let mut clicked = None;
    let shown = area.show_rows(ui, ROW, found.len(), |ui, range| {
        for index in range {
            let response = row(ui, cx, &found[index], index == asked.chosen);
            if response.hovered() && pointer_moved || response.gained_focus() {
                asked.chosen = index;
            }
            if response.clicked() {
                clicked = Some(index);
            }
        }
    });
    asked.scrolled = shown.state.clamped_offset().y;
    ui.add_space(6.0);
    clicked
}

fn row(ui: &mut Ui, cx: &PanelContext, found: &Found, chosen: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_lit = chosen || response.has_focus();
    let colours = if is_lit {
        OnRow::highlighted(ui, cx, rect.shrink2(vec2(6.0, 0.0)))
    } else {
        OnRow::of(cx.theme)
    };
    let on = match found {
        Found::Action(action) => action.command.is_on(cx.state),
        _ => None,
    };
    let mark = rect.left_center() + vec2(22.0, 0.0);
    match on {
        Some(true) => drop(ui.painter().circle_filled(mark, 3.6, colours.accent)),
        Some(false) => {
            let line = egui::Stroke::new(1.3, colours.dim);
            ui.painter().circle_stroke(mark, 3.2, line);
        }
        None => {}
    }
    let keys: &[Shortcut] = match found {
        Found::Action(action) => cx.state.settings.keymap.of(action),
        _ => &[],
    };
    let right = rect.right() - GUTTER;
    let keys_left = right - caps_width(ui, keys);
    let at = |left: f32| pos2(left, rect.center().y);
    if is_lit {
        caps_on_highlight(ui, cx, at(keys_left), keys)
    } else {
        caps(ui, cx, at(keys_left), keys)
    }
    let name = found.name(cx.state);
    let left = rect.left() + 40.0;
    let room = keys_left - 12.0 - left;
    let galley = widgets::cut(ui, &name, regular(13.0), colours.text, room);
    let end = left + galley.size().x;
    put(ui, at(left), galley, colours.text);
    let group = one_line(ui, found.group(), regular(11.5), colours.dim);
    if end + 10.0 + group.size().x < keys_left - 12.0 {
        put(ui, at(end + 10.0), group, colours.dim);
    }
    response.widget_info(|| match on {
        Some(on) => WidgetInfo::selected(Role::CheckBox, true, on, &name),
        None => WidgetInfo::labeled(Role::MenuItem, true, &name),
    });
    widgets::hand(response)
}
