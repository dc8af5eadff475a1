//! The keyboard: which keys become commands, and which belong to the text, list, menu or overlay that has it.

use std::collections::VecDeque;

use egui::os::OperatingSystem;
use egui::text_selection::LabelSelectionState;
use egui::{Context, Event, Key, Modifiers};

use crate::app::notes::panel::note_has_keyboard;
use crate::app::widgets::focus::{is_for_list, list_has_keyboard};
use crate::app::{Command, InterfaceCommand, NotesCommand, PlaybackCommand, State};
use crate::options::Overlay;

/// Turns keys into commands before any control sees them, so that Space plays whatever has the
/// focus. While something lies over the window, the keys belong to that; while a text is typed, all of them
/// but those with Ctrl or Alt that mean nothing in a text; of an open menu are those that move in
/// it and close it.
///
/// Takes events up to one that may take the keyboard away from what they are for, and up to one that may give it to
/// something else, which what follows is for. Returns what of them controls are to see, and what they ask for.
pub fn commands(
    ctx: &Context,
    events: &mut VecDeque<Event>,
    state: &State,
) -> (Vec<Event>, Vec<Command>) {
    let keyboard = Keyboard::of(ctx, state);
    let mut k_is_held = ctx.input(|i| i.keys_down.contains(&Key::K));
    let (mut shown, mut commands) = (Vec::new(), Vec::new());
    while let Some(mut event) = events.pop_front() {
        // Where no text is to be copied, it is a key like others.
        if matches!(event, Event::Copy) && !keyboard.typing && !keyboard.selects_text {
            event = Event::Key {
                key: Key::C,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::COMMAND,
            };
        }
        let Event::Key { key, physical_key, pressed, repeat, modifiers } = event else {
            let is_typed = keyboard.typing || keyboard.overlay.is_some();
            if is_typed || !matches!(event, Event::Text(_)) {
                shown.push(event);
            }
            continue;
        };
        // They take the keyboard away before a text has the letters ahead of them.
        if [Key::Escape, Key::Tab].contains(&key) && pressed && !shown.is_empty() {
            events.push_front(event);
            break;
        }
        // Keys that come together are held one after the other.
        if key == Key::K {
            k_is_held = pressed;
        }
        let (keymap, in_note) = (&state.settings.keymap, keyboard.in_note);
        let action = keymap.action(key, physical_key, modifiers, repeat, in_note);
        let command = action.map(|action| &action.command);
        let command = keyboard.command(command, key, modifiers, pressed, k_is_held);
        if let Some(Command::Interface(InterfaceCommand::NextControl(onwards))) = command {
            // What egui reads as a wish for the next control is its own Tab key.
            shown.push(Event::Key {
                key: Key::Tab,
                physical_key,
                pressed,
                repeat,
                modifiers: if onwards { Modifiers::NONE } else { Modifiers::SHIFT },
            });
            commands.extend(command.filter(|_| pressed));
        } else {
            let asks = command.is_some();
            let gives_away = command.as_ref().is_some_and(gives_keyboard_away);
            commands.extend(command.filter(|_| pressed));
            // K stays in any case, so that egui knows it is held; and Escape, which puts back what was
            // typed into a field and not understood.
            if !asks || key == Key::K || key == Key::Escape {
                shown.push(event);
            }
            // The sign that comes with a key has been used with it.
            if asks && pressed && matches!(events.front(), Some(Event::Text(_))) {
                events.pop_front();
            }
            if !gives_away && ![Key::Escape, Key::Enter].contains(&key) {
                continue;
            }
        }
        break;
    }
    (shown, commands)
}

/// Whether what is typed after a command may be for something else than what is typed before it.
fn gives_keyboard_away(command: &Command) -> bool {
    matches!(
        command,
        Command::Interface(InterfaceCommand::Overlay(_) | InterfaceCommand::Escape)
            | Command::Notes(
                NotesCommand::Add | NotesCommand::AddOfFinding(_) | NotesCommand::AddOfCurrent
            )
            | Command::Export(_)
    )
}

struct Keyboard {
    typing: bool,
    /// Whether that is the text of a note.
    in_note: bool,
    in_menu: bool,
    /// Whether a list has it, outside of menus.
    in_list: bool,
    has_control: bool,
    /// Whether letters of a label are selected.
    selects_text: bool,
    overlay: Option<Overlay>,
    /// Whether the system has keys with Alt in texts.
    is_mac: bool,
}

impl Keyboard {
    fn of(ctx: &Context, state: &State) -> Self {
        let in_menu = egui::Popup::is_any_open(ctx);
        let labels = ctx.plugin_opt::<LabelSelectionState>();
        Self {
            typing: ctx.text_edit_focused(),
            in_note: note_has_keyboard(ctx, state),
            in_menu,
            in_list: !in_menu && list_has_keyboard(ctx),
            has_control: ctx.memory(|memory| memory.focused().is_some()),
            selects_text: labels.is_some_and(|labels| labels.lock().has_selection()),
            overlay: state.interface.overlay,
            is_mac: ctx.os() == OperatingSystem::Mac,
        }
    }

    /// What a key asks for, of which the keymap says that it means a command.
    fn command(
        &self,
        command: Option<&Command>,
        key: Key,
        modifiers: Modifiers,
        pressed: bool,
        k_is_held: bool,
    ) -> Option<Command> {
        let escapes = matches!(command, Some(Command::Interface(InterfaceCommand::Escape)));
        match (command, step_of(key)) {
            (
                Some(Command::Interface(InterfaceCommand::Quit | InterfaceCommand::NextControl(_))),
                _,
            ) => command.cloned(),
            _ if !pressed => None,
            // What is open over anything else closes first, which it does by itself.
            _ if escapes && self.in_menu => None,
            (Some(command), _) if self.overlay.is_some() => {
                is_for_overlay(command, self.overlay, key, modifiers).then(|| command.clone())
            }
            _ if self.overlay.is_some() => None,
            _ if self.typing && self.is_for_text(key, modifiers) => None,
            // The keyboard leaves its control before anything else.
            _ if escapes && self.has_control => None,
            _ if self.in_list && modifiers.is_none() && is_for_list(key) => None,
            _ if self.in_menu && moves_in_menu(key, modifiers) => None,
            (_, Some(frames)) if k_is_held && modifiers == Modifiers::NONE => {
                Some(Command::Playback(PlaybackCommand::Step(frames)))
            }
            (command, _) => command.cloned(),
        }
    }

    /// Whether a key means something in a text that is typed: all keys without Ctrl and Alt, and those that
    /// move, select, erase and undo there.
    fn is_for_text(&self, key: Key, modifiers: Modifiers) -> bool {
        use Key::{
            A, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Backspace, C, Delete, End, Enter, H,
            Home, K, U, V, W, X, Y, Z,
        };
        let moves = [ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Home, End].contains(&key);
        let erases = [Backspace, Delete].contains(&key);
        match (modifiers.ctrl || modifiers.command, modifiers.alt) {
            (false, false) => true,
            (true, _) => moves || erases || [Enter, A, C, X, V, Z, Y, H, K, U, W].contains(&key),
            (false, true) => erases || moves && self.is_mac,
        }
    }
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
        Command::Interface(InterfaceCommand::Overlay(own)) => match overlay {
            // No name of a command is searched for in the field that takes a frame.
            Some(Overlay::GoTo) => !is_typed || *own == overlay,
            Some(Overlay::Shortcuts) => true,
            _ => !is_typed,
        },
        _ => false,
    }
}

/// Whether a key goes from row to row of a menu, into another one, or out of it.
fn moves_in_menu(key: Key, modifiers: Modifiers) -> bool {
    let keys = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight, Key::Escape];
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
        let events = keys_in_order.iter().map(|&(key, pressed)| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        let (_, commands) = commands(&Context::default(), &mut events.collect(), &State::default());
        commands
    }

    #[test]
    fn with_k_held_j_and_l_step_even_where_they_come_together() {
        use PlaybackCommand::{Pause, Shuttle, Step};
        let pressed = [Key::K, Key::L, Key::J].map(|key| (key, true));
        assert_eq!(commands_of(&pressed), [Pause, Step(1), Step(-1)].map(Command::from));
        let released = [(Key::K, true), (Key::K, false), (Key::L, true)];
        let shuttles = [Pause, Shuttle(Direction::Forwards)].map(Command::from);
        assert_eq!(commands_of(&released), shuttles);
    }

    #[test]
    fn letting_a_key_go_asks_for_nothing() {
        assert_eq!(commands_of(&[(Key::Space, false), (Key::Q, false)]), []);
    }
}
