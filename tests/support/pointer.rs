//! What a hand does with the mouse in a window that is none: presses, drags, clicks, the wheel.

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase};

use super::panels::Window;

/// Presses a button of the mouse, with keys held until it is let go.
pub fn press(window: &mut Window, at: Pos2, button: PointerButton, held: Modifiers) {
    let history = &mut window.harness.state_mut().history;
    history.set_pointer_is_down(true);
    window.held = held;
    window.harness.event_modifiers(Event::PointerMoved(at), held);
    pressed(window, at, button, true);
    window.harness.step();
}

/// Moves the pointer while a button is down.
pub fn drag_to(window: &mut Window, at: Pos2) {
    let moved = Event::PointerMoved(at);
    window.harness.event_modifiers(moved, window.held);
    window.harness.step();
    window.harness.step();
}

/// Lets a button go, and the keys.
pub fn release(window: &mut Window, at: Pos2, button: PointerButton) {
    pressed(window, at, button, false);
    window.settle();
    window.held = Modifiers::NONE;
    let history = &mut window.harness.state_mut().history;
    history.set_pointer_is_down(false);
}

fn pressed(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool) {
    let modifiers = window.held;
    let event = Event::PointerButton { pos: at, button, pressed, modifiers };
    window.harness.event_modifiers(event, modifiers);
}

/// A drag with the left button from one place to another.
pub fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    press(window, from, PointerButton::Primary, Modifiers::NONE);
    drag_to(window, to);
    release(window, to, PointerButton::Primary);
}

/// Turns the wheel by notches.
pub fn wheel(window: &mut Window, at: Pos2, delta: egui::Vec2, modifiers: Modifiers) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.step();
    window.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta,
        source: egui::MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers,
    });
    window.settle();
}

/// A click with keys held.
pub fn click(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    press(window, at, PointerButton::Primary, modifiers);
    release(window, at, PointerButton::Primary);
}

/// Two clicks in a row, with keys held.
pub fn double_click(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    // The steps of the harness are longer than people take.
    let slow = |options: &mut egui::Options| options.input_options.max_double_click_delay = 60.0;
    window.harness.ctx.options_mut(slow);
    click(window, at, modifiers);
    click(window, at, modifiers);
}

/// Where a node of the take that is active shows in the window.
pub fn place_of(window: &Window, name: &str) -> Pos2 {
    let node = window.open().take.skeleton.find(name).expect(name);
    let at = window.state().node_in_view(node).expect("in view");
    window.rect("View").left_top() + egui::vec2(at.x, at.y)
}
