//! The Go to field: takes a frame, a time or a timecode, and shows where it leads.

use egui::{Align2, Area, Frame, Key, Margin, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};

use crate::app::playback::typed::{BareNumber, ParseContext, number_text};
use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::{PanelContext, field_frame};
use crate::app::{InterfaceCommand, OpenTake, PlaybackCommand};
use crate::options::{Overlay, ViewToggle};
use crate::take::{FileNumbers, rounded};

/// Draws the field while it is asked for: in the middle of the upper part of the view.
pub fn goto_ui(ui: &Ui, view: Rect, cx: &PanelContext) {
    let state = cx.state;
    let id = egui::Id::unique("go to");
    let (Some(Overlay::GoTo), Some(open), Some(context)) =
        (state.interface.overlay, state.take(), ParseContext::of(state))
    else {
        ui.data_mut(|data| data.remove::<String>(id));
        if state.interface.overlay == Some(Overlay::GoTo) {
            // There is nowhere to go.
            cx.ask(InterfaceCommand::Overlay(None));
        }
        return;
    };
    let begun: Option<String> = ui.data(|data| data.get_temp(id));
    let is_new = begun.is_none();
    let mut typed = begun.unwrap_or_default();
    let top = view.top() + (view.height() * 0.16).min(110.0);
    let area = Area::new(id.with("area"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(egui::pos2(view.center().x, top))
        .constrain_to(view);
    let frame = Frame::popup(ui.style())
        .fill(cx.colours.panel)
        .stroke(Stroke::new(1.0, cx.colours.line))
        .inner_margin(Margin::same(10));
    let width = 300f32.min(view.width() - 44.0);
    let response = area.show(ui.ctx(), |ui| {
        let field = frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            ui.set_width(width);
            let edit = TextEdit::singleline(&mut typed)
                .id(id.with("field"))
                .hint_text("120, +10, 1.5s, 50%, 00:00:01:12")
                .desired_width(width - 20.0)
                .min_size(vec2(width, CONTROL))
                .align(Align2::LEFT_CENTER)
                .text_color(cx.colours.text)
                .frame(field_frame(cx.theme, 10));
            let tip = "Frame, time or timecode; + and - are relative to the current frame";
            let field = ui.add_sized(vec2(width, CONTROL), edit).on_hover_text(tip);
            let leads_to = leads_to(&typed, context, open, state.is_on(ViewToggle::Timecode));
            let (text, colour) = match leads_to {
                Ok(text) => (text, cx.colours.text),
                Err(text) if typed.trim().is_empty() => (text, cx.colours.dim),
                Err(text) => (text, cx.colours.finding),
            };
            let text = RichText::new(text).color(colour);
            ui.add(egui::Label::new(text.font(regular(13.0))).wrap());
            field
        });
        field.inner
    });
    let field = response.inner.accessible_name("Go to");
    if is_new {
        field.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    if !is_new && field.lost_focus() {
        let is_entered = ui.input(|i| i.key_pressed(Key::Enter));
        let number = context.frame(&typed, BareNumber::Either);
        match number {
            Ok(number) if is_entered => {
                cx.ask(PlaybackCommand::Seek(state.session.timeline.frame(number)));
            }
            // What is not understood can be mended.
            Err(_) if is_entered && !typed.trim().is_empty() => return field.request_focus(),
            _ => {}
        }
        cx.ask(InterfaceCommand::Overlay(None));
    }
}

/// Where the typed text leads: `frame 188 · 1.567 s`, or with the timecode; or what it is that is typed here, or why it is
/// not understood.
fn leads_to(
    typed: &str,
    context: ParseContext<'_>,
    open: &OpenTake,
    is_timecode: bool,
) -> Result<String, String> {
    let is_own = context.numbers == Some(&FileNumbers::Even(context.numbering));
    if typed.trim().is_empty() {
        let about = "Frame, time or timecode; + and - are relative";
        return Err(match context.numbers.and_then(|numbers| numbers.number(0)) {
            Some(first) if is_own => format!("{about}. The file starts at frame {first}"),
            Some(first) => format!("{about}; #{first} for numbers of the file"),
            None => about.to_string(),
        });
    }
    let number = context.frame(typed, BareNumber::Either)?;
    let last = open.last() as i64;
    let time = if is_timecode {
        context.timecode.text(number)
    } else {
        format!("{} s", rounded(number as f64 * context.frame_time, 3))
    };
    let called = |number| number_text(context.numbering.at(number));
    let mut text = format!("frame {} · {time}", called(number));
    let frame = usize::try_from(number).ok().filter(|_| !is_own);
    if let Some(own) = frame.and_then(|frame| open.take.number(frame)) {
        text += &format!(" · #{own}");
    }
    if number > last {
        text += &format!(" · the take ends at {}", called(last));
    } else if number < 0 {
        text += " · before the take";
    }
    Ok(text)
}
