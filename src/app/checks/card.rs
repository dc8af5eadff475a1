//! The card of the finding that is looked at: what it is, which of all it is, and whether the way there went round.

use egui::text::LayoutJob;
use egui::{Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::checks::panel::{colour_of, title};
use crate::app::theme::{CORNER, INSET, regular, semibold};
use crate::app::widgets::{PanelContext, cut, cut_name, hand, one_line, put};
use crate::app::{
    checks::command::ChecksCommand, interface::command::InterfaceCommand,
    notes::command::NotesCommand,
};
use crate::options::{Corner, Tab};

/// From the top of the view to the card: below the titles, in points.
const TOP: f32 = 66.0;
/// From the bottom of the view to the card, where it has to stand lower: above the scale bar and the legend.
const BOTTOM: f32 = 110.0;
const WIDTH: f32 = 280.0;
const MARGIN: Vec2 = vec2(12.0, 9.0);
const LINES: usize = 3;

/// The card, while the playhead is in the finding that is looked at; a click leads to the checks. Returns
/// where it is.
pub fn finding(ui: &Ui, rect: Rect, cx: &PanelContext) -> Option<Rect> {
    let open = cx.state.take().filter(|open| cx.state.is_seen(open))?;
    let finding = open.review.current_finding(cx.state.frame_of(open))?;
    let [number, count] = open.review.finding_number()?;
    let colours = cx.colours;
    let cell = cx.cell_rect(rect, cx.state.cell_of_active());
    let width = WIDTH.min(cell.width() - 2.0 * INSET).max(0.0);
    let inside = width - 2.0 * MARGIN.x;
    let count_text = format!("{number} of {count}");
    let which = one_line(ui, &count_text, regular(12.0), colours.dim);
    let name = title(open, finding);
    let room = inside - 16.0 - which.size().x - 8.0;
    let head = cut_name(ui, &name, semibold(13.0), colours.text, room);
    let mut job = LayoutJob::simple(finding.message.clone(), regular(13.0), colours.text, inside);
    job.wrap.max_rows = LINES;
    let sentence = ui.painter().layout_job(job);
    let mut foot = Vec::new();
    if open.review.finding_wraps {
        foot.push(match (number, count) {
            (_, 1) => "There is no other one".to_string(),
            (1, _) => "Past the last one, from the beginning again".to_string(),
            _ => "Past the first one, from the end again".to_string(),
        });
    }
    foot.extend(cx.key_of(ChecksCommand::Step(1)).map(|key| format!("{key}: next")));
    foot.extend(cx.key_of(NotesCommand::AddOfCurrent).map(|key| format!("{key}: note this")));
    let foot = foot.join(" · ");
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
    let label = format!("Finding {count_text}: {name}. {} {foot}", finding.message);
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &label));
    let painter = ui.painter();
    painter.rect_filled(card, CORNER, colours.bubble.gamma_multiply(0.94));
    let top = card.min + MARGIN;
    let middle = top.y + 8.0;
    painter.circle_filled(pos2(top.x + 4.0, middle), 4.0, colour_of(finding.severity, cx.theme));
    put(ui, pos2(top.x + 16.0, middle), head, colours.text);
    put(ui, pos2(card.right() - MARGIN.x - which.size().x, middle), which, colours.dim);
    let below = top + vec2(0.0, 20.0);
    let bottom = pos2(below.x, below.y + sentence.size().y + 6.0);
    painter.galley(below, sentence, colours.text);
    painter.galley(bottom, foot_line, colours.dim);
    cx.ask_if(hand(response).clicked(), InterfaceCommand::ShowTab(Tab::Checks));
    Some(card)
}
