//! The command palette: finds commands, open takes and nodes by name.

pub(crate) mod match_score;

use egui::{Align2, Id, Key, Modifiers, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::command::actions::offered;
use crate::app::palette::match_score::rank;
use crate::app::theme::{GUTTER, regular};
use crate::app::widgets::dialog::sheet;
use crate::app::widgets::{PanelContext, RowColours, caps, caps_width, icons, one_line, put};
use crate::app::{
    Action, Command, FeatureCommand, InterfaceCommand, OpenTake, SelectionCommand, Shortcut, State,
    TakeId, TakesCommand, widgets,
};
use crate::options::Overlay;
use crate::take::NodeId;

const ROW: f32 = 28.0;
const FIELD: f32 = 44.0;
/// So many nodes are offered: whoever wants another one types more of its name.
const NODES: usize = 50;

/// What was typed, and where in the list one is.
#[derive(Clone, Default)]
struct Query {
    typed: String,
    chosen: usize,
    /// How far the list is scrolled, in points.
    scrolled: f32,
}

enum Match {
    Action(&'static Action),
    Take(TakeId),
    Node(NodeId),
}

fn id() -> Id {
    Id::unique("palette")
}

/// Begins anew the next time that the palette is opened.
pub fn forget(ui: &Ui) {
    ui.data_mut(|data| data.remove::<Query>(id()));
}

/// A field over the view, and below it what it finds.
pub fn palette_ui(ui: &mut Ui, cx: &PanelContext) {
    let window = ui.ctx().content_rect();
    let top = (window.height() * 0.12).min(88.0);
    let width = (window.width() - 32.0).min(600.0);
    let room = window.height() - 2.0 * top - FIELD - 16.0;
    let height = (room / ROW).floor().clamp(2.0, 12.0) * ROW;
    sheet(ui, cx, "Command palette", top, width, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut query: Query = ui.data(|data| data.get_temp(id())).unwrap_or_default();
        let field = id().with("field");
        let keys = keys(ui, field);
        if field_ui(ui, cx, field, &mut query.typed) {
            (query.chosen, query.scrolled) = (0, 0.0);
        }
        let matches = find(cx.state, &query.typed);
        move_by_keys(&mut query, &keys, matches.len(), height);
        let run = list(ui, cx, &matches, &mut query, height, keys.moved());
        let run = run.or(keys.enter.then_some(query.chosen));
        ui.data_mut(|data| data.insert_temp(id(), query));
        if let Some(chosen) = run.and_then(|index| matches.get(index)) {
            cx.ask(InterfaceCommand::Overlay(None));
            cx.ask(chosen.command());
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

fn move_by_keys(query: &mut Query, keys: &Keys, count: usize, height: f32) {
    let last = count.saturating_sub(1) as i64;
    let page = (height / ROW) as i64 - 1;
    let mut to = query.chosen as i64;
    if keys.by != 0 {
        // Past an end comes the other one.
        to = (to + keys.by).rem_euclid(last + 1);
    }
    query.chosen = (to + keys.pages * page).clamp(0, last) as usize;
    if keys.moved() {
        let at = query.chosen as f32 * ROW;
        query.scrolled = query.scrolled.clamp((at + ROW - height).max(0.0), at);
    }
}

/// The field, which has the keyboard from the start. Returns whether something else is query now.
fn field_ui(ui: &mut Ui, cx: &PanelContext, id: Id, typed: &mut String) -> bool {
    let margin = egui::Margin { left: 40, right: GUTTER as i8, top: 0, bottom: 0 };
    let edit = egui::TextEdit::singleline(typed)
        .id(id)
        .hint_text("Search commands, takes and nodes")
        .desired_width(f32::INFINITY)
        .min_size(vec2(ui.available_width(), FIELD))
        .align(egui::Align2::LEFT_CENTER)
        .font(regular(15.0))
        .text_color(cx.colours.text)
        .frame(egui::Frame::new().inner_margin(margin));
    let response = ui.add_sized(vec2(ui.available_width(), FIELD), edit);
    let response = response.accessible_name("Command");
    let rect = response.rect;
    icons::magnifier(ui.painter(), pos2(rect.left() + 22.0, rect.center().y), cx.colours.dim);
    ui.painter().hline(rect.x_range(), rect.bottom(), egui::Stroke::new(1.0, cx.colours.line));
    if ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    response.changed()
}

/// What answers to what was typed, the best first.
fn find(state: &State, typed: &str) -> Vec<Match> {
    let own = Command::Interface(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    let actions = offered().filter(|action| action.command != own);
    let ranked = actions.filter_map(|action| {
        let rank = rank(typed, action.name, action.group.name(), action.synonyms)?;
        Some((rank, Match::Action(action)))
    });
    let mut found: Vec<(i32, Match)> = ranked.collect();
    let takes = &state.session.takes;
    for open in takes.iter().filter(|open| !takes.is_active(open.id)) {
        let take = Match::Take(open.id);
        let rank = rank(typed, &take.name(state), "Takes", "");
        found.extend(rank.map(|rank| (rank, take)));
    }
    let has_others = !found.is_empty();
    if let Some(open) = state.take().filter(|_| !has_others) {
        found.extend(open.take.skeleton.iter().filter_map(|(node, named)| {
            let rank = rank(typed, &named.name, "Select", "")?;
            Some((rank, Match::Node(node)))
        }));
    }
    if !(has_others && typed.trim().is_empty()) {
        found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    }
    if !has_others {
        found.truncate(NODES);
    }
    found.into_iter().map(|(_, found)| found).collect()
}

impl Match {
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
    matches: &[Match],
    query: &mut Query,
    height: f32,
    moved: bool,
) -> Option<usize> {
    ui.add_space(6.0);
    if matches.is_empty() {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let (at, align) = (rect.left_center() + vec2(40.0, 0.0), Align2::LEFT_CENTER);
        ui.painter().text(at, align, "No matches", regular(13.0), cx.colours.dim);
    }
    let mut area =
        ScrollArea::vertical().id_salt("found").max_height(height).auto_shrink([false, true]);
    if moved || query.scrolled == 0.0 {
        area = area.vertical_scroll_offset(query.scrolled);
    }
    let pointer_moved = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
    let mut clicked = None;
    let shown = area.show_rows(ui, ROW, matches.len(), |ui, range| {
        for index in range {
            let response = row(ui, cx, &matches[index], index == query.chosen);
            if response.hovered() && pointer_moved || response.gained_focus() {
                query.chosen = index;
            }
            if response.clicked() {
                clicked = Some(index);
            }
        }
    });
    query.scrolled = shown.state.clamped_offset().y;
    ui.add_space(6.0);
    clicked
}

fn row(ui: &mut Ui, cx: &PanelContext, found: &Match, chosen: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_lit = chosen || response.has_focus();
    let colours = RowColours::paint(ui, cx, rect.shrink2(vec2(6.0, 0.0)), is_lit);
    let (on, keys): (_, &[Shortcut]) = match found {
        Match::Action(action) => {
            (action.command.is_on(cx.state), cx.state.settings.keymap.of(action))
        }
        _ => (None, &[]),
    };
    let mark = rect.left_center() + vec2(22.0, 0.0);
    if on == Some(true) {
        ui.painter().circle_filled(mark, 3.6, colours.accent);
    } else if on == Some(false) {
        ui.painter().circle_stroke(mark, 3.2, egui::Stroke::new(1.3, colours.dim));
    }
    let right = rect.right() - GUTTER;
    let keys_left = right - caps_width(ui, keys);
    let at = |left: f32| pos2(left, rect.center().y);
    caps(ui, cx, at(keys_left), keys, is_lit);
    let name = found.name(cx.state);
    let left = rect.left() + 40.0;
    let galley = widgets::cut(ui, &name, regular(13.0), colours.text, keys_left - 12.0 - left);
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
