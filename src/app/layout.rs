//! How a redraw is laid out: keys become commands, panels are laid out, their commands are applied.
//!
//! egui tells a panel where the pointer is once all of its input is read. A drag that went on and was let go between two
//! redraws would end where the redraw before had left it, and a press would hit what is under the pointer by now. So a
//! press or a release comes alone, after a part of the input with what moved the pointer there. Each part is laid out,
//! and what it asks for is done, before the next one.

use std::collections::VecDeque;

use egui::{Event, RawInput, Rect};
use glam::Vec2;

use crate::app::{Effect, State, keyboard, panels};

pub struct LayoutOutcome {
    /// What egui wants drawn, and asks of the platform.
    pub output: egui::FullOutput,
    pub view: Rect,
    pub effects: Vec<Effect>,
}

/// Lays out until nothing more is asked for: the picture then shows what this input led to, and not
/// what was before it. The state is left prepared for drawing.
pub fn lay_out(ctx: &egui::Context, input: RawInput, state: &mut State) -> LayoutOutcome {
    lay_out_with(ctx, input, state, |_| ())
}

/// As [`lay_out`], with what is done each time that the state was prepared for another moment: pictures of
/// videos come from outside of it.
pub fn lay_out_with(
    ctx: &egui::Context,
    mut input: RawInput,
    state: &mut State,
    mut update: impl FnMut(&mut State),
) -> LayoutOutcome {
    let mut events = VecDeque::from(std::mem::take(&mut input.events));
    let mut laid_out = LayoutOutcome {
        output: egui::FullOutput::default(),
        view: Rect::NOTHING,
        effects: Vec::new(),
    };
    loop {
        let mut part = next_part(&mut events);
        let (shown, commands) = keyboard::commands(ctx, &mut part, state);
        // What is left of the part is for what has the keyboard then.
        part.append(&mut events);
        events = part;
        state.history.set_pointer_is_down(ctx.input(|i| i.pointer.any_down()));
        state.set_is_typing(ctx.text_edit_focused());
        for command in commands {
            laid_out.effects.extend(state.apply(command));
        }
        state.prepare();
        update(state);
        lay_out_part(ctx, shown, &mut input, state, &mut update, &mut laid_out);
        if events.is_empty() {
            return laid_out;
        }
    }
}

/// Lays out a part of the input, whose keys have done what they ask for. `rest` is all of the input but events.
fn lay_out_part(
    ctx: &egui::Context,
    mut events: Vec<Event>,
    rest: &mut RawInput,
    state: &mut State,
    update: &mut impl FnMut(&mut State),
    laid_out: &mut LayoutOutcome,
) {
    /// A command may lead to another one, such as a field that takes a new value; not for ever.
    const ROUNDS: usize = 3;
    let mut commands = Vec::new();
    for _ in 0..ROUNDS {
        let zoomed = zoom(ctx, state.settings.scale, rest);
        let input = RawInput { events: std::mem::take(&mut events), ..rest.clone() };
        let view = &mut laid_out.view;
        let newer = ctx.run_ui(input, |ui| *view = panels::window_ui(ui, state, &mut commands));
        laid_out.output.append(newer);
        let size = Vec2::new(view.width(), view.height());
        let settled = commands.is_empty() && state.cell_size(size) == state.view.size;
        if settled && !zoomed {
            break;
        }
        state.set_view_size(size);
        // What a press itself changes is part of the gesture that it begins.
        if ctx.input(|i| i.pointer.any_down()) {
            state.history.set_pointer_is_down(true);
        }
        for command in commands.drain(..) {
            laid_out.effects.extend(state.apply(command));
        }
        state.prepare();
        update(state);
    }
}

/// Lays out what is written over a picture of the view, of a size in pixels of which a point has so many: measures,
/// drawings and notes as the window shows them.
pub fn lay_out_labels(
    ctx: &egui::Context,
    size: [u32; 2],
    scale: f32,
    state: &State,
) -> egui::FullOutput {
    crate::app::theme::set_theme(ctx, state.theme());
    let mut input = RawInput {
        screen_rect: Some(Rect::from_min_size(
            egui::Pos2::ZERO,
            egui::Vec2::from(size.map(|side| side as f32 / scale)),
        )),
        ..RawInput::default()
    };
    let viewport = input.viewports.entry(input.viewport_id).or_default();
    viewport.native_pixels_per_point = Some(scale);
    ctx.run_ui(input, |ui| panels::labels_ui(ui, state))
}

/// Makes everything as large as was chosen, and tells whether that is news.
fn zoom(ctx: &egui::Context, scale: f32, input: &mut RawInput) -> bool {
    let before = ctx.zoom_factor();
    if before == scale {
        return false;
    }
    ctx.set_zoom_factor(scale);
    // The window has as many pixels as before, which are more or fewer points now.
    input.screen_rect = input.screen_rect.map(|rect| rect * (before / scale));
    true
}

/// Takes the next part out of what has come since the last redraw.
fn next_part(events: &mut VecDeque<Event>) -> VecDeque<Event> {
    let mut has_moved = false;
    let mut count = events.len();
    for (place, event) in events.iter().enumerate() {
        if let Event::PointerButton { .. } = event {
            count = if has_moved { place } else { place + 1 };
            break;
        }
        has_moved |= matches!(event, Event::PointerMoved(_) | Event::PointerGone);
    }
    events.drain(..count).collect()
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, Pos2, pos2};

    use super::*;

    fn button(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn every_press_and_release_is_laid_out_where_the_pointer_was() {
        let [a, b, c] = [10.0, 20.0, 30.0].map(|x| pos2(x, 5.0));
        let moved = Event::PointerMoved;
        let text = || Event::Text("x".into());
        for (events, sizes) in [
            (vec![], vec![]),
            (vec![text(), moved(a), moved(b)], vec![3]),
            (vec![moved(a), moved(b), button(b, false)], vec![2, 1]),
            (
                vec![moved(a), button(a, true), moved(b), moved(c), button(c, false), moved(a)],
                vec![1, 1, 2, 1, 1],
            ),
            (vec![button(a, true), button(a, false), text()], vec![1, 1, 1]),
        ] {
            let mut rest = VecDeque::from(events.clone());
            let mut parts = Vec::new();
            while !rest.is_empty() {
                parts.push(next_part(&mut rest));
            }
            assert_eq!(parts.iter().map(VecDeque::len).collect::<Vec<_>>(), sizes);
            assert_eq!(
                parts.into_iter().flatten().collect::<Vec<_>>(),
                events,
                "nothing is lost, and the order stays"
            );
        }
        assert_eq!(next_part(&mut VecDeque::new()), []);
    }
}
