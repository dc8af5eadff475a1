//! The cards over the view for what takes its time, loading and exporting, each with a button that ends it.

use egui::{Rect, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::command::Command;
use crate::app::export::command::ExportCommand;
use crate::app::opening::command::FilesCommand;
use crate::app::theme::{INSET, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::{paint_card, paint_progress, word_button};
use crate::options::Overlay;

/// The width of a card, in points, where there is room for it.
const WIDTH: f32 = 340.0;
/// The height of a card, in points.
const HEIGHT: f32 = 56.0;

/// What takes its time.
struct Work {
    /// What is done.
    text: String,
    /// How much of it, from 0 to 1.
    share: f32,
    /// The accessible name of the button that ends it, what it says while it is pointed at, and what it does.
    cancel: (&'static str, &'static str, Command),
}

/// Cards at the top of the view for what is on its way.
pub fn progress(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let works = loading(cx).into_iter().chain(exporting(cx));
    for (place, work) in works.enumerate() {
        let top = rect.top() + 64.0 + place as f32 * (HEIGHT + 8.0);
        card(ui, rect, top, cx, &work);
    }
}

/// What is read. What comes at once needs no word about it.
fn loading(cx: &PanelContext) -> Option<Work> {
    let pending = cx.state.session.opening.pending.iter();
    let mut steps = pending.filter_map(|pending| pending.step.as_ref());
    let step = steps.next()?;
    let name = step.path.file_name().unwrap_or_default().to_string_lossy();
    let tip = "Stop loading; frames already loaded stay";
    Some(Work {
        text: match step.of {
            0 | 1 => format!("Loading {name}"),
            of => format!("Loading {name}, {} of {of}", step.number),
        },
        share: step.share(),
        cancel: ("Cancel loading", tip, FilesCommand::CancelLoading.into()),
    })
}

/// What is exported while its dialog, which shows the same, is closed.
fn exporting(cx: &PanelContext) -> Option<Work> {
    let interface = &cx.state.interface;
    let running = interface.export.running.as_ref();
    let running = running.filter(|_| interface.overlay != Some(Overlay::Export))?;
    let tip = "End the export; nothing of this file stays";
    Some(Work {
        text: running.told(),
        share: running.share,
        cancel: ("Cancel export", tip, ExportCommand::Cancel.into()),
    })
}

fn card(ui: &mut Ui, rect: Rect, top: f32, cx: &PanelContext, work: &Work) {
    let width = WIDTH.min(rect.width() - 2.0 * INSET);
    let corner = pos2(rect.center().x - width * 0.5, top);
    let card = Rect::from_min_size(corner, vec2(width, HEIGHT));
    paint_card(ui, cx, card);
    let share = work.share.clamp(0.0, 1.0);
    let left = card.left() + 14.0;
    let right = card.right() - 92.0;
    let name = cut_name(ui, &work.text, regular(13.0), cx.colours.text, right - left);
    let at = pos2(left, card.top() + 12.0);
    ui.painter().galley(at, name, cx.colours.text);
    let y = card.bottom() - 16.0..=card.bottom() - 12.0;
    let bar = Rect::from_x_y_ranges(left..=right, y);
    paint_progress(ui, cx, bar, share);
    let (word, tip, command) = &work.cancel;
    let id = ui.scope_id().with(("progress", word));
    let told = ui.interact(card, id, egui::Sense::CLICK | egui::Sense::DRAG);
    told.widget_info(|| WidgetInfo {
        value: Some(f64::from(share)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, &work.text)
    });
    let button = Rect::from_min_size(pos2(right + 10.0, card.top() + 14.0), vec2(72.0, 28.0));
    ui.scope_builder(UiBuilder::new().max_rect(button), |ui| {
        let cancel = word_button(ui, cx, "Cancel", word, false);
        if cancel.on_hover_text(*tip).clicked() {
            cx.ask(command.clone());
        }
    });
}
