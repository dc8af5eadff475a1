//! How a redraw is laid out: keys become commands, panels are laid out, their commands are applied.

use egui::text_selection::LabelSelectionState;
use egui::{Key, Modifiers, RawInput, Rect};
use glam::Vec2;

use super::command::{Command, InterfaceCommand, PlaybackCommand};
use super::effect::Effect;
use super::state::State;
use super::ui;
use crate::options::Overlay;

/// What a layout leads to.
pub struct LaidOut {
    /// What egui wants drawn, and asks of the platform.
    pub output: egui::FullOutput,
    /// Where the view is.
    pub view: Rect,
    /// What is to be done outside.
    pub effects: Vec<Effect>,
}

/// Lays out until nothing more is asked for: the picture then shows what this input led to, and not
/// what was before it. The state is left prepared for drawing.
pub fn lay_out(ctx: &egui::Context, input: RawInput, state: &mut State) -> LaidOut {
    lay_out_with(ctx, input, state, |_| ())
}

/// As [`lay_out`], with what is done each time that the state was prepared for another moment: pictures of
/// videos come from outside of it.
pub fn lay_out_with(
    ctx: &egui::Context,
    mut input: RawInput,
    state: &mut State,
    mut bring: impl FnMut(&mut State),
) -> LaidOut {
    /// A command may lead to another one, such as a field that takes a new value; not for ever.
    const ROUNDS: usize = 3;
    let mut commands = Vec::new();
    let mut effects = Vec::new();
    keys(ctx, &mut input, state, &mut commands);
    state
        .history
        .set_pointer_is_down(ctx.input(|i| i.pointer.any_down()));
    state.history.set_is_typing(ctx.text_edit_focused());
    for command in commands.drain(..) {
        effects.extend(state.apply(command));
    }
    let mut again = RawInput {
        events: Vec::new(),
        ..input.clone()
    };
    state.prepare();
    bring(state);
    let mut view = Rect::NOTHING;
    let mut output: Option<egui::FullOutput> = None;
    for round in 0..ROUNDS {
        let zoomed = zoom(ctx, state.settings.scale, &mut again);
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
            effects.extend(state.apply(command));
        }
        state.prepare();
        bring(state);
    }
    LaidOut {
        output: output.unwrap_or_default(),
        view,
        effects,
    }
}

/// Makes everything as large as was chosen, and tells whether that is news.
fn zoom(ctx: &egui::Context, scale: f32, again: &mut RawInput) -> bool {
    let before = ctx.zoom_factor();
    if before == scale {
        return false;
    }
    ctx.set_zoom_factor(scale);
    // The window has as many pixels as before, which are more or fewer points now.
    again.screen_rect = again.screen_rect.map(|rect| rect * (before / scale));
    true
}

/// Turns keys into commands before any control sees them, so that Space plays whatever has the
/// focus. While text is being typed or something lies over the window, the keys belong to that; of
/// an open menu are those that move in it and close it.
fn keys(ctx: &egui::Context, input: &mut RawInput, state: &State, commands: &mut Vec<Command>) {
    let typing = ctx.text_edit_focused();
    let in_menu = egui::Popup::is_any_open(ctx);
    let has_keyboard = ctx.memory(|memory| memory.focused().is_some());
    let in_list = !in_menu && ui::list_has_keyboard(ctx);
    let overlay = state.interface.overlay;
    let mut k_is_held = ctx.input(|i| i.keys_down.contains(&Key::K));
    let selects_text = ctx
        .plugin_opt::<LabelSelectionState>()
        .is_some_and(|labels| labels.lock().has_selection());
    input.events.retain_mut(|event| {
        // Where no text is to be copied, it is a key like others.
        if matches!(event, egui::Event::Copy) && !typing && !selects_text {
            *event = egui::Event::Key {
                key: Key::C,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::COMMAND,
            };
        }
        let egui::Event::Key {
            key,
            physical_key,
            pressed,
            repeat,
            modifiers,
        } = event
        else {
            return typing || overlay.is_some() || !matches!(event, egui::Event::Text(_));
        };
        // Keys that come together are held one after the other.
        if *key == Key::K {
            k_is_held = *pressed;
        }
        let action = state
            .settings
            .keymap
            .action(*key, *physical_key, *modifiers, *repeat);
        let command = action.map(|action| &action.command);
        let command = match (command, step_of(*key)) {
            (
                Some(
                    command @ Command::Interface(
                        InterfaceCommand::Quit | InterfaceCommand::NextControl(_),
                    ),
                ),
                _,
            ) => Some(command.clone()),
            _ if !*pressed => None,
            (Some(command), _) if overlay.is_some() => {
                let has_it = is_for_overlay(command, overlay, *key, *modifiers);
                has_it.then(|| command.clone())
            }
            _ if overlay.is_some() || typing => None,
            // What is open over the panels closes first; then the keyboard leaves its control.
            (Some(Command::Interface(InterfaceCommand::Escape)), _) if in_menu || has_keyboard => {
                None
            }
            _ if in_list && modifiers.is_none() && ui::is_for_list(*key) => None,
            _ if in_menu && moves_in_menu(*key, *modifiers) => None,
            (_, Some(frames)) if k_is_held && *modifiers == Modifiers::NONE => {
                Some(Command::Playback(PlaybackCommand::Step(frames)))
            }
            (command, _) => command.cloned(),
        };
        if let Some(Command::Interface(InterfaceCommand::NextControl(onwards))) = command {
            // What egui reads as a wish for the next control is its own Tab key.
            *key = Key::Tab;
            *modifiers = match onwards {
                true => Modifiers::NONE,
                false => Modifiers::SHIFT,
            };
            return true;
        }
        let asks = command.is_some();
        commands.extend(command.filter(|_| *pressed));
        // K stays in any case, so that egui knows it is held; and Escape, which puts back what was
        // typed into a field and not understood.
        !asks || *key == Key::K || *key == Key::Escape
    });
}

/// Whether a key still asks for its command while something lies over the window: the keys that
/// close it, or put something else in its place. What its field can take is typed into that.
fn is_for_overlay(
    command: &Command,
    overlay: Option<Overlay>,
    key: Key,
    modifiers: Modifiers,
) -> bool {
    let is_letter = key == Key::Space || key.symbol_or_name().chars().count() == 1;
    let is_typed = is_letter && !modifiers.command && !modifiers.alt;
    match command {
        Command::Interface(InterfaceCommand::Escape) => true,
        // No name of a command is searched for in the field that takes a frame.
        Command::Interface(InterfaceCommand::Overlay(own @ Some(Overlay::GoTo)))
            if *own == overlay =>
        {
            true
        }
        Command::Interface(InterfaceCommand::Overlay(_)) => {
            !is_typed || overlay == Some(Overlay::Shortcuts)
        }
        _ => false,
    }
}

/// Whether a key goes from row to row of a menu, into another one, or out of it.
fn moves_in_menu(key: Key, modifiers: Modifiers) -> bool {
    let keys = [
        Key::ArrowUp,
        Key::ArrowDown,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Escape,
    ];
    modifiers.is_none() && keys.contains(&key)
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
        let state = State::default();
        let ctx = egui::Context::default();
        keys(&ctx, &mut input, &state, &mut commands);
        commands
    }

    #[test]
    fn with_k_held_j_and_l_step_even_where_they_come_together() {
        let pressed = [Key::K, Key::L, Key::J].map(|key| (key, true));
        assert_eq!(
            commands_of(&pressed),
            [
                Command::Playback(PlaybackCommand::Pause),
                Command::Playback(PlaybackCommand::Step(1)),
                Command::Playback(PlaybackCommand::Step(-1))
            ]
        );
        let released = [(Key::K, true), (Key::K, false), (Key::L, true)];
        assert_eq!(
            commands_of(&released),
            [
                Command::Playback(PlaybackCommand::Pause),
                Command::Playback(PlaybackCommand::Shuttle(Direction::Forwards))
            ]
        );
    }

    #[test]
    fn letting_a_key_go_asks_for_nothing() {
        assert_eq!(commands_of(&[(Key::Space, false), (Key::Q, false)]), []);
    }
}
