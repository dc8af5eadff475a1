//! The cards over the view for what takes its time, loading and exporting, each with a button that ends it.

use egui::{Rect, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::theme::{INSET, regular};
use crate::app::widgets::{PanelContext, command_button, cut_name, paint_card, paint_progress};
use crate::app::{Command, ExportCommand, FilesCommand};
use crate::options::Overlay;

const HEIGHT: f32 = 56.0;

/// What takes its time.
struct Work {
    text: String,
    /// How much of it, from 0 to 1.
    share: f32,
    /// The accessible name of the button that ends it.
    cancel: &'static str,
    tip: &'static str,
    command: Command,
}

/// Cards at the top of the view for what is on its way.
pub fn progress(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let works = loading(cx).into_iter().chain(exporting(cx));
    for (place, work) in works.enumerate() {
        card(ui, rect, rect.top() + 64.0 + place as f32 * (HEIGHT + 8.0), cx, work);
    }
}

/// What is read. What comes at once needs no word about it.
fn loading(cx: &PanelContext) -> Option<Work> {
    let pending = cx.state.session.opening.pending.iter();
    let mut steps = pending.filter_map(|pending| pending.step.as_ref());
    let step = steps.next()?;
    let name = step.path.file_name().unwrap_or_default().to_string_lossy();
    Some(Work {
        text: match step.of {
            0 | 1 => format!("Loading {name}"),
            of => format!("Loading {name}, {} of {of}", step.number),
        },
        share: step.share(),
        cancel: "Cancel loading",
        tip: "Stop loading; frames already loaded stay",
        command: FilesCommand::CancelLoading.into(),
    })
}

/// What is exported while its dialog, which shows the same, is closed.
fn exporting(cx: &PanelContext) -> Option<Work> {
    let interface = &cx.state.interface;
    let running = interface.export.running.as_ref();
    let running = running.filter(|_| interface.overlay != Some(Overlay::Export))?;
    Some(Work {
        text: running.describe(),
        share: running.share,
        cancel: "Cancel export",
        tip: "End the export; nothing of this file stays",
        command: ExportCommand::Cancel.into(),
    })
}

fn card(ui: &mut Ui, rect: Rect, top: f32, cx: &PanelContext, work: Work) {
    let width = 340f32.min(rect.width() - 2.0 * INSET);
    let card = Rect::from_min_size(pos2(rect.center().x - width * 0.5, top), vec2(width, HEIGHT));
    paint_card(ui, cx, card);
    let share = work.share.clamp(0.0, 1.0);
    let left = card.left() + 14.0;
    let right = card.right() - 92.0;
    let name = cut_name(ui, &work.text, regular(13.0), cx.colours.text, right - left);
    ui.painter().galley(pos2(left, card.top() + 12.0), name, cx.colours.text);
    let bar = Rect::from_x_y_ranges(left..=right, card.bottom() - 16.0..=card.bottom() - 12.0);
    paint_progress(ui, cx, bar, share);
    let id = ui.scope_id().with(("progress", work.cancel));
    let response = ui.interact(card, id, egui::Sense::CLICK | egui::Sense::DRAG);
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(share)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, &work.text)
    });
    let button = Rect::from_min_size(pos2(right + 10.0, card.top() + 14.0), vec2(72.0, 28.0));
    ui.scope_builder(UiBuilder::new().max_rect(button), |ui| {
        command_button(ui, cx, "Cancel", work.cancel, work.tip, work.command);
    });
}
