//! The loading progress card over the view, with a cancel button.

use egui::{Rect, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::command::FilesCommand;
use crate::app::theme::{INSET, regular};
use crate::app::ui::context::PanelContext;
use crate::app::ui::elide::cut_name;
use crate::app::ui::widgets::{paint_card, paint_progress, word_button};

/// The width of the card, in points, where there is room for it.
const WIDTH: f32 = 340.0;

/// A card at the top of the view for what is on its way.
pub fn progress(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    // What comes at once needs no word about it.
    let pending = cx.state.session.pending.iter();
    let mut steps = pending.filter_map(|pending| pending.step.as_ref());
    let Some(step) = steps.next() else { return };
    let width = WIDTH.min(rect.width() - 2.0 * INSET);
    let card = Rect::from_min_size(
        pos2(rect.center().x - width * 0.5, rect.top() + 64.0),
        vec2(width, 56.0),
    );
    paint_card(ui, cx, card);
    let name = step.path.file_name().unwrap_or_default().to_string_lossy();
    let text = match step.of {
        0 | 1 => format!("Loading {name}"),
        of => format!("Loading {name}, {} of {of}", step.number),
    };
    let share = step.share().clamp(0.0, 1.0);
    let left = card.left() + 14.0;
    let right = card.right() - 92.0;
    let name = cut_name(ui, &text, regular(13.0), cx.colours.text, right - left);
    let at = pos2(left, card.top() + 12.0);
    ui.painter().galley(at, name, cx.colours.text);
    let y = card.bottom() - 16.0..=card.bottom() - 12.0;
    let bar = Rect::from_x_y_ranges(left..=right, y);
    paint_progress(ui, cx, bar, share);
    let id = ui.scope_id().with("progress");
    let told = ui.interact(card, id, egui::Sense::CLICK | egui::Sense::DRAG);
    told.widget_info(|| WidgetInfo {
        value: Some(f64::from(share)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, &text)
    });
    let button = Rect::from_min_size(pos2(right + 10.0, card.top() + 14.0), vec2(72.0, 28.0));
    ui.scope_builder(UiBuilder::new().max_rect(button), |ui| {
        let cancel = word_button(ui, cx, "Cancel", "Cancel loading", false);
        let tip = "Stop loading; frames already loaded stay";
        if cancel.on_hover_text(tip).clicked() {
            cx.ask(FilesCommand::CancelLoading);
        }
    });
}
