//! The card of the finding that is looked at: what it is, which of all it is, and whether the way there went round.

use egui::text::LayoutJob;
use egui::{Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::checks::command::ChecksCommand;
use crate::app::checks::panel::{colour_of, title};
use crate::app::interface::command::InterfaceCommand;
use crate::app::notes::command::NotesCommand;
use crate::app::theme::{CORNER, INSET, regular, semibold};
use crate::app::view::cell::cell_rect;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::text::{one_line, put};
use crate::app::widgets::{cut, hand};
use crate::options::{Corner, Tab};

/// From the top of the view to the card: below the titles, in points.
const TOP: f32 = 66.0;
/// From the bottom of the view to the card, where it has to stand lower: above the scale bar and the legend.
const BOTTOM: f32 = 110.0;
/// The width of the card where there is room for it.
const WIDTH: f32 = 280.0;
/// What is left free around its texts.
const MARGIN: egui::Vec2 = vec2(12.0, 9.0);
/// How many lines of its sentence show at most.
const LINES: usize = 3;

/// The card, while the playhead is in the finding that is looked at; a click leads to the checks. Returns
/// where it is.
pub fn finding(ui: &Ui, rect: Rect, cx: &PanelContext) -> Option<Rect> {
    let open = cx.state.take().filter(|open| cx.state.is_seen(open))?;
    let finding = open.review.looked_at(cx.state.frame_of(open))?;
    let [number, count] = open.review.finding_number()?;
    let colours = cx.colours;
    let cell = cell_rect(rect, cx.state, cx.state.cell_of_active());
    let width = WIDTH.min(cell.width() - 2.0 * INSET).max(0.0);
    let inside = width - 2.0 * MARGIN.x;
    let count_text = format!("{number} of {count}");
    let which = one_line(ui, &count_text, regular(12.0), colours.dim);
    let name = title(open, finding);
    let room = inside - 16.0 - which.size().x - 8.0;
    let head = cut_name(ui, &name, semibold(13.0), colours.text, room);
    let message = finding.message.clone();
    let mut job = LayoutJob::simple(message, regular(13.0), colours.text, inside);
    job.wrap.max_rows = LINES;
    let sentence = ui.painter().layout_job(job);
    let round = match (open.review.finding_wraps, number, count) {
        (false, ..) => None,
        (true, _, 1) => Some("There is no other one"),
        (true, 1, _) => Some("Past the last one, from the beginning again"),
        (true, ..) => Some("Past the first one, from the end again"),
    };
    let keys = [
        ("next", cx.key_of(ChecksCommand::Step(1))),
        ("note this", cx.key_of(NotesCommand::AddOfCurrent)),
    ];
    let keys = keys.into_iter().filter_map(|(does, key)| Some(format!("{}: {does}", key?)));
    let foot = round.map(str::to_string).into_iter().chain(keys);
    let foot = foot.collect::<Vec<_>>().join(" · ");
    let foot_line = cut(ui, &foot, regular(11.5), colours.dim, inside);
    let height = 20.0 + sentence.size().y + 6.0 + foot_line.size().y + 2.0 * MARGIN.y;
    // Clear of a video in that corner.
    let corner = cx.state.interface.panels.video.corner;
    let has_video = cx.state.shown_video().is_some() && corner == Corner::UpperLeft;
    let top = if has_video { cell.bottom() - BOTTOM - height } else { cell.top() + TOP };
    let card = Rect::from_min_size(pos2(cell.left() + INSET, top), vec2(width, height));
    if !cell.contains_rect(card) {
        return None;
    }
    let response = ui.interact(card, Id::unique("finding in the view"), Sense::CLICK);
    let told = format!("Finding {count_text}: {name}. {} {foot}", finding.message);
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &told));
    let painter = ui.painter();
    painter.rect_filled(card, CORNER, colours.bubble.gamma_multiply(0.94));
    let top = card.min + MARGIN;
    let middle = top.y + 8.0;
    let colour = colour_of(finding.severity, cx.theme);
    painter.circle_filled(pos2(top.x + 4.0, middle), 4.0, colour);
    put(ui, pos2(top.x + 16.0, middle), head, colours.text);
    let right = card.right() - MARGIN.x - which.size().x;
    put(ui, pos2(right, middle), which, colours.dim);
    let below = top + vec2(0.0, 20.0);
    let bottom = pos2(below.x, below.y + sentence.size().y + 6.0);
    painter.galley(below, sentence, colours.text);
    painter.galley(bottom, foot_line, colours.dim);
    if hand(response).clicked() {
        cx.ask(InterfaceCommand::ShowTab(Tab::Checks));
    }
    Some(card)
}
