//! The notice cards over the view; an error shows its line of the file.

use std::time::Duration;

use egui::{
    Align2, CornerRadius, Id, Label, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use crate::app::notices::card_text::{arranged, notice_job};
use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::{PanelContext, icons, one_line, put};
use crate::app::{InterfaceCommand, Notice, NoticeKind, widgets};

/// How long the notice of something that was done stays, in seconds.
const STAYS: f64 = 6.0;
/// Space around a card's text, in points.
const MARGIN: f32 = 12.0;
/// Where the text of a card begins, in points.
const LEFT: f32 = 38.0;
/// Space between the answers to a question, and above them, in points.
const GAP: f32 = 8.0;

/// What the buttons at the right of a card take, in points; nobody copies a question.
fn buttons_width(notice: &Notice) -> f32 {
    if notice.kind == NoticeKind::Question { 40.0 } else { 94.0 }
}

/// Each notice as a card that can be copied and dismissed.
pub fn notices_ui(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let cards = cards(ui, rect, cx);
    for &(notice, card) in &cards {
        card_ui(ui, cx, notice, card);
    }
    if cx.state.interface.notices.len() > 2 {
        let hidden = cx.state.interface.notices.len() - cards.len();
        let bottom = cards.last().map_or(rect.bottom(), |(_, card)| card.top());
        all(ui, cx, pos2(rect.center().x, bottom - 8.0), hidden);
    }
}

/// What the notices leave of the view above them.
pub fn above(ui: &Ui, rect: Rect, cx: &PanelContext) -> Rect {
    let Some((_, highest)) = cards(ui, rect, cx).pop() else {
        return rect;
    };
    let has_head = cx.state.interface.notices.len() > 2;
    rect.with_max_y(highest.top() - if has_head { 44.0 } else { 8.0 })
}

/// The places of the notices that show, the newest first. It stands lowest; older ones above it, as
/// far as there is room.
fn cards<'a>(ui: &Ui, rect: Rect, cx: &PanelContext<'a>) -> Vec<(&'a Notice, Rect)> {
    let widest = (rect.width() - 16.0).clamp(160.0, 620.0);
    // One that is long scrolls: it must not cover all of the view, nor must many of them.
    let tallest = (rect.height() * 0.4).clamp(60.0, 240.0);
    let highest = rect.top() + rect.height() * 0.25;
    let mut bottom = rect.bottom() - 52.0;
    let mut cards = Vec::new();
    for notice in cx.state.interface.notices.iter().rev() {
        let buttons = buttons_width(notice);
        let room = widest - LEFT - buttons - MARGIN;
        let job = notice_job(&arranged(&notice.text), cx.colours, room);
        let text = ui.painter().layout_job(job).size();
        let (answers, below) = answers_size(ui, notice);
        let height = (text.y.max(20.0) + 2.0 * MARGIN).min(tallest) + below;
        if bottom - height < highest && !cards.is_empty() {
            break;
        }
        let own = widest - room + text.x.min(room).max(answers - buttons) + 2.0;
        let width = if notice.kind == NoticeKind::Error { widest } else { own };
        let corner = pos2(rect.center().x - width * 0.5, bottom - height);
        let card = Rect::from_min_size(corner, vec2(width, height));
        bottom = card.top() - 8.0;
        cards.push((notice, card));
    }
    cards
}

fn card_ui(ui: &mut Ui, cx: &PanelContext, notice: &Notice, card: Rect) {
    widgets::paint_card(ui, cx, card);
    let painter = ui.painter();
    let sign = card.left_top() + vec2(22.0, 21.0);
    let (role, kind) = match notice.kind {
        NoticeKind::Error => {
            let bar = Rect::from_min_size(card.min, vec2(4.0, card.height()));
            let round = CornerRadius { nw: 8, sw: 8, ..CornerRadius::ZERO };
            painter.rect_filled(bar, round, cx.colours.finding);
            icons::warning(painter, sign, cx.colours.finding);
            (Role::Alert, "Error")
        }
        NoticeKind::Info => {
            icons::done(painter, sign, cx.colours.accent);
            (Role::Status, "Done")
        }
        NoticeKind::Hint => {
            icons::encircled(painter, sign, "i", cx.colours.dim);
            (Role::Status, "Note")
        }
        NoticeKind::Question => {
            icons::encircled(painter, sign, "?", cx.colours.accent);
            (Role::Alert, "Question")
        }
    };
    // Clicks on a card are the card's: the view behind it must not select or turn.
    let sense = Sense::CLICK | Sense::DRAG;
    let body = ui.interact(card, ui.scope_id().with(("notice", notice.id)), sense);
    let lines = arranged(&notice.text);
    let first = lines.first().map_or("", String::as_str);
    body.widget_info(|| WidgetInfo::labeled(role, true, format!("{kind}: {first}")));
    let mut text = card.shrink2(vec2(0.0, MARGIN));
    text.min.x += LEFT;
    text.max.x -= buttons_width(notice) + MARGIN;
    text.max.y -= answers_size(ui, notice).1;
    ui.scope_builder(UiBuilder::new().max_rect(text).id_salt(notice.id), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let job = notice_job(&lines, cx.colours, text.width());
            ui.add(Label::new(job).selectable(true).wrap());
        });
    });
    let at = |x: f32, w: f32| Rect::from_min_size(card.right_top() + vec2(x, 9.0), vec2(w, 24.0));
    let can_be_copied = notice.kind != NoticeKind::Question;
    if can_be_copied && button(ui, cx, at(-88.0, 48.0), "Copy", notice.id.number()) {
        ui.copy_text(notice.text.clone());
    }
    let newest = cx.state.interface.notices.last();
    let tip = if newest.is_some_and(|newest| newest.id == notice.id) {
        &cx.tip("Dismiss", InterfaceCommand::Escape)
    } else {
        "Dismiss"
    };
    ui.push_id(notice.id, |ui| {
        let is_pressed = widgets::cross_button(ui, cx, at(-34.0, 24.0), "Dismiss", tip);
        cx.ask_if(is_pressed, InterfaceCommand::Dismiss(notice.id));
    });
    answers_ui(ui, cx, notice, card);
    let leaves = matches!(notice.kind, NoticeKind::Info | NoticeKind::Hint);
    let is_over = leaves && is_expired(ui, notice, body.contains_pointer());
    cx.ask_if(is_over, InterfaceCommand::Dismiss(notice.id));
}

/// How wide the answers to a question are, and how much they add to the height of its card, in points.
fn answers_size(ui: &Ui, notice: &Notice) -> (f32, f32) {
    let widths = notice.answers.iter();
    let widths = widths.map(|(word, _)| widgets::word_button_width(ui, word, false) + GAP);
    let width: f32 = widths.sum();
    (width, if width > 0.0 { CONTROL + GAP } else { 0.0 })
}

/// The answers to a question as buttons below its text. Each takes the notice away.
fn answers_ui(ui: &mut Ui, cx: &PanelContext, notice: &Notice, card: Rect) {
    let top = card.bottom() - MARGIN - CONTROL;
    let row = Rect::from_x_y_ranges(card.left() + LEFT..=card.right(), top..=top + CONTROL);
    let builder = UiBuilder::new()
        .max_rect(row)
        .layout(egui::Layout::left_to_right(egui::Align::Center))
        .id_salt(("answers", notice.id));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (word, command) in &notice.answers {
            if widgets::word_button(ui, cx, word, word, false).clicked() {
                cx.ask_all(command.clone());
                cx.ask(InterfaceCommand::Dismiss(notice.id));
            }
        }
    });
}

/// Whether a notice showed for as long as it takes to read it. The time that the pointer is on it
/// does not count.
fn is_expired(ui: &Ui, notice: &Notice, pointed_at: bool) -> bool {
    let id = Id::unique(("shown since", notice.id));
    let (now, pass) = (ui.input(|i| i.time), ui.ctx().cumulative_pass_nr());
    let known: Option<(f64, u64)> = ui.data(|data| data.get_temp(id));
    // One that shows again after it was gone begins anew.
    let since = known.filter(|(_, last)| !pointed_at && last + 1 >= pass);
    let since = since.map_or(now, |(since, _)| since);
    ui.data_mut(|data| data.insert_temp(id, (since, pass)));
    let left = since + STAYS - now;
    if left > 0.0 {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    }
    left <= 0.0
}

/// Above the cards: how many more there are, and a button that takes all away.
fn all(ui: &Ui, cx: &PanelContext, bottom: egui::Pos2, hidden: usize) {
    let (more, between) =
        if hidden == 0 { (String::new(), 0.0) } else { (format!("{hidden} more above"), 14.0) };
    let galley = one_line(ui, more, regular(12.0), cx.colours.dim);
    let width = galley.size().x + between + 78.0;
    let corner = pos2(bottom.x - width * 0.5 - 6.0, bottom.y - 28.0);
    let pill = Rect::from_min_size(corner, vec2(width + 12.0, 28.0));
    widgets::paint_card(ui, cx, pill);
    put(ui, pill.left_center() + vec2(12.0, 0.0), galley, cx.colours.dim);
    let corner = pos2(pill.right() - 84.0, pill.top() + 2.0);
    let at = Rect::from_min_max(corner, pill.max - vec2(4.0, 2.0));
    cx.ask_if(button(ui, cx, at, "Dismiss all", 0), InterfaceCommand::DismissAll);
}

/// A small flat button with a word on a card.
fn button(ui: &Ui, cx: &PanelContext, rect: Rect, word: &str, number: u64) -> bool {
    let id = ui.scope_id().with((word, number));
    let (response, _) = widgets::flat_button(ui, cx, rect, id, word);
    let (centre, colour) = (Align2::CENTER_CENTER, cx.colours.dim);
    ui.painter().text(rect.center(), centre, word, regular(12.0), colour);
    response.clicked()
}
