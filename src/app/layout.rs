//! From input to a layout: keys first, then the panels, then what they ask for.

use egui::{Key, Modifiers, RawInput, Rect};
use glam::Vec2;

use super::command::{Command, command_for};
use super::state::State;
use super::ui;

/// Lays out until nothing more is asked for: the picture then shows what this input led to, and not
/// what was before it. The state is left prepared for drawing.
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
    state.prepare();
    let mut view = Rect::NOTHING;
    let mut output: Option<egui::FullOutput> = None;
    for round in 0..ROUNDS {
        let input = if round == 0 {
            std::mem::take(&mut input)
        } else {
            again.clone()
        };
        let newer = ctx.run_ui(input, |ui| view = ui::window_ui(ui, state, &mut commands));
        match &mut output {
            None => output = Some(newer),
            Some(output) => output.append(newer),
        }
        let size = Vec2::new(view.width(), view.height());
        let settled = commands.is_empty() && size == state.view_size;
        if settled {
            break;
        }
        state.set_view_size(size);
        for command in commands.drain(..) {
            state.apply(command);
        }
        state.prepare();
    }
    (output.unwrap_or_default(), view)
}

/// Turns keys into commands before any control sees them, so that Space plays whatever has the
/// focus. While text is being typed, all keys but the one that quits belong to the text.
fn keys(ctx: &egui::Context, input: &mut RawInput, commands: &mut Vec<Command>) {
    let typing = ctx.text_edit_focused();
    let mut k_is_held = ctx.input(|i| i.keys_down.contains(&Key::K));
    input.events.retain(|event| {
        let egui::Event::Key {
            key,
            physical_key,
            pressed,
            repeat,
            modifiers,
        } = event
        else {
            return typing || !matches!(event, egui::Event::Text(_));
        };
        // Keys that come together are held one after the other.
        if *key == Key::K {
            k_is_held = *pressed;
        }
        let command = command_for(*key, *physical_key, *modifiers, *repeat);
        let command = match (command, step_of(*key)) {
            (Some(Command::Quit), _) => Some(Command::Quit),
            _ if typing || !pressed => None,
            (_, Some(frames)) if k_is_held && *modifiers == Modifiers::NONE => {
                Some(Command::Step(frames))
            }
            (command, _) => command.cloned(),
        };
        let asks = command.is_some();
        commands.extend(command.filter(|_| *pressed));
        // K stays in any case, so that egui knows it is held.
        !asks || *key == Key::K
    });
}

/// What J and L do while K is held: one frame instead of shuttling.
fn step_of(key: Key) -> Option<i64> {
    match key {
        Key::J => Some(-1),
        Key::L => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playback::Direction;

    /// The commands of keys that come together, `true` where a key goes down.
    fn commands_of(keys_in_order: &[(Key, bool)]) -> Vec<Command> {
        let mut input = RawInput::default();
        for &(key, pressed) in keys_in_order {
            input.events.push(egui::Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            });
        }
        let mut commands = Vec::new();
        keys(&egui::Context::default(), &mut input, &mut commands);
        commands
    }

    #[test]
    fn with_k_held_j_and_l_step_even_where_they_come_together() {
        let pressed = [Key::K, Key::L, Key::J].map(|key| (key, true));
        assert_eq!(
            commands_of(&pressed),
            [Command::Pause, Command::Step(1), Command::Step(-1)]
        );
        let released = [(Key::K, true), (Key::K, false), (Key::L, true)];
        assert_eq!(
            commands_of(&released),
            [Command::Pause, Command::Shuttle(Direction::Forwards)]
        );
    }

    #[test]
    fn letting_a_key_go_asks_for_nothing() {
        assert_eq!(commands_of(&[(Key::Space, false), (Key::Q, false)]), []);
    }
}
