//! From input to a layout: keys first, then the panels, then what they ask for.

use egui::{Key, Modifiers, RawInput, Rect};
use glam::Vec2;

use super::command::{Command, command_for};
use super::state::State;
use super::ui;

/// Lays out until nothing more is asked for: the picture then shows what this input led to, and not
/// what was before it.
pub fn lay_out(
    ctx: &egui::Context,
    mut input: RawInput,
    state: &mut State,
) -> (egui::FullOutput, Rect) {
    /// A command may lead to another one, such as a field that takes a new value; not for ever.
    const ROUNDS: usize = 3;
    let mut commands = Vec::new();
    keys(ctx, &mut input, &mut commands);
    for command in commands.drain(..) {
        state.apply(command);
    }
    let again = RawInput {
        events: Vec::new(),
        ..input.clone()
    };
    let mut view = Rect::NOTHING;
    let mut output: Option<egui::FullOutput> = None;
    for round in 0..ROUNDS {
        let input = if round == 0 {
            std::mem::take(&mut input)
        } else {
            again.clone()
        };
        state.prepare();
        let newer = ctx.run_ui(input, |ui| view = ui::window_ui(ui, state, &mut commands));
        match &mut output {
            None => output = Some(newer),
            Some(output) => output.append(newer),
        }
        let size = Vec2::new(view.width(), view.height());
        let settled = commands.is_empty() && size == state.view_size;
        state.set_view_size(size);
        for command in commands.drain(..) {
            state.apply(command);
        }
        if settled {
            break;
        }
    }
    (output.unwrap_or_default(), view)
}

/// Turns keys into commands before any control sees them, so that Space plays whatever has the
/// focus. While text is being typed, all keys but the one that quits belong to the text.
fn keys(ctx: &egui::Context, input: &mut RawInput, commands: &mut Vec<Command>) {
    let typing = ctx.text_edit_focused();
    let held = ctx.input(|i| i.keys_down.contains(&Key::K));
    input.events.retain(|event| match event {
        egui::Event::Key {
            key,
            physical_key,
            pressed: true,
            repeat,
            modifiers,
        } => {
            let modifiers = *modifiers;
            if typing {
                let command = command_for(*key, *physical_key, modifiers, *repeat);
                let quits = command == Some(&Command::Quit);
                if quits {
                    commands.push(Command::Quit);
                }
                return !quits;
            }
            // With K held, J and L step one frame instead of shuttling.
            let step = match key {
                Key::J => Some(-1),
                Key::L => Some(1),
                _ => None,
            };
            if let (Some(frames), true, Modifiers::NONE) = (step, held, modifiers) {
                commands.push(Command::Step(frames));
                return true;
            }
            match command_for(*key, *physical_key, modifiers, *repeat) {
                Some(command) => {
                    commands.push(command.clone());
                    // K stays, so that egui knows it is held.
                    *key == Key::K
                }
                None => true,
            }
        }
        egui::Event::Text(_) => typing,
        _ => true,
    });
}
