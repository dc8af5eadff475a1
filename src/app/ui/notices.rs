//! Notices: errors over the view, with their line of the file.

use egui::{Align2, CornerRadius, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::icons;
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::{CORNER, Colours, monospace, regular};

/// Errors, each as a card that can be copied and dismissed.
pub fn notices_ui(ui: &mut Ui, rect: Rect, state: &State, commands: &mut Vec<Command>) {
    let colours = state.theme.colours();
    let width = (rect.width() - 16.0).clamp(160.0, 620.0);
    let mut bottom = rect.bottom() - 52.0;
    // The newest stands lowest; older ones above it, as far as there is room.
    for (index, notice) in state.notices.iter().enumerate().rev() {
        let galley = ui
            .painter()
            .layout_job(notice_job(&notice.text, colours, width - 132.0));
        let height = galley.size().y.max(20.0) + 24.0;
        let card = Rect::from_min_size(
            pos2(rect.center().x - width * 0.5, bottom - height),
            vec2(width, height),
        );
        if card.top() < rect.top() + 8.0 && bottom < rect.bottom() - 60.0 {
            break;
        }
        bottom = card.top() - 8.0;
        let painter = ui.painter();
        painter.rect_filled(card, 8.0, colours.bubble);
        let line = Stroke::new(1.0, colours.line);
        painter.rect_stroke(card, 8.0, line, egui::StrokeKind::Inside);
        let bar = Rect::from_min_size(card.min, vec2(4.0, height));
        let round = CornerRadius {
            nw: 8,
            sw: 8,
            ne: 0,
            se: 0,
        };
        painter.rect_filled(bar, round, colours.finding);
        icons::warning(painter, card.left_top() + vec2(22.0, 21.0), colours.finding);
        painter.galley(card.left_top() + vec2(38.0, 12.0), galley, colours.text);
        // Clicks on a card are the card's: the view behind it must not select or turn.
        let body = ui.interact(
            card,
            ui.scope_id().with(("notice", index)),
            Sense::click_and_drag(),
        );
        body.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &notice.text));
        let at =
            |x: f32, w: f32| Rect::from_min_size(card.right_top() + vec2(x, 9.0), vec2(w, 24.0));
        if button(ui, state, at(-88.0, 48.0), "Copy", index) {
            ui.copy_text(notice.text.clone());
        }
        if button(ui, state, at(-34.0, 24.0), "", index) {
            commands.push(Command::Dismiss(index));
        }
    }
}

/// An error's text. Lines of the file that it shows, and the caret under them, need a face in which
/// the caret meets its word.
fn notice_job(text: &str, colours: &Colours, width: f32) -> egui::text::LayoutJob {
    const SIZE: f32 = 12.5;
    let columns = (width / (SIZE * 0.6)) as usize;
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = width;
    for (i, line) in around_caret(text, columns).iter().enumerate() {
        let (font_id, color) = if line.starts_with(' ') {
            (monospace(SIZE), colours.dim)
        } else {
            (regular(13.0), colours.text)
        };
        let format = egui::TextFormat {
            font_id,
            color,
            line_height: Some(18.0),
            ..Default::default()
        };
        let end = if i == 0 { "" } else { "\n" };
        job.append(&format!("{end}{line}"), 0.0, format);
    }
    job
}

/// The lines of an error. Where the line of the file is longer than `columns`, so much of it is cut
/// away at both ends, under the caret as well, that the caret stays at its word.
fn around_caret(text: &str, columns: usize) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_quote = |line: &&&str| line.starts_with(' ');
    let caret = lines.iter().rfind(is_quote);
    let gutter = caret.and_then(|line| line.find('|')).map_or(0, |at| at + 2);
    let caret = caret.map_or(0, |line| line.chars().count());
    let room = columns.saturating_sub(gutter).max(8);
    let skip = (caret.saturating_sub(gutter) + room / 3).saturating_sub(room);
    let cut = |line: &str| {
        let (kept, rest): (String, String) = (
            line.chars().take(gutter).collect(),
            line.chars().skip(gutter + skip).take(room).collect(),
        );
        kept + &rest
    };
    lines
        .iter()
        .map(|line| match line.starts_with(' ') {
            true => cut(line),
            false => line.to_string(),
        })
        .collect()
}

/// A small flat button on a card: a word, or the closing cross.
fn button(ui: &Ui, state: &State, rect: Rect, word: &str, index: usize) -> bool {
    let colours = state.theme.colours();
    let name = if word.is_empty() { "Dismiss" } else { word };
    let response = ui.interact(rect, ui.scope_id().with((name, index)), Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter()
            .rect_filled(rect, f32::from(CORNER), colours.raised);
    }
    if word.is_empty() {
        icons::cross(ui.painter(), rect.center(), colours.dim);
    } else {
        ui.painter().text(
            rect.center(),
            Align2::CENTER_CENTER,
            word,
            regular(12.0),
            colours.dim,
        );
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_so_that_the_caret_stays_at_its_word() {
        let before = "1.5 ".repeat(20);
        let text = format!(
            "walk.bvh:9:81: expected a number\n 9 | {before}abc 2.5 2.5 2.5\n   | {}^\nhint: look",
            " ".repeat(80)
        );
        let lines = around_caret(&text, 60);
        assert_eq!(lines[0], "walk.bvh:9:81: expected a number");
        assert_eq!(lines[3], "hint: look");
        let caret = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(&lines[1][caret..caret + 3], "abc");
        assert!(lines[1].chars().count() <= 60 && lines[1].starts_with(" 9 | "));
        let short = "a\n 9 | abc\n   | ^";
        assert_eq!(around_caret(short, 60).join("\n"), short);
    }
}
