//! The keymap: which shortcut runs which action, from the table's defaults and the user's settings.

use egui::{Key, Modifiers};

use crate::app::command::Command;
use crate::app::command::shortcut::Shortcut;
use crate::app::command::table::{ACTIONS, Action};

/// The keys of the window.
#[derive(Clone, Debug)]
pub struct Keymap {
    /// For each row of [`ACTIONS`], its keys.
    keys: Vec<Vec<Shortcut>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self { keys: ACTIONS.iter().map(|action| action.keys.to_vec()).collect() }
    }
}

impl Keymap {
    /// The table's keys, changed by pairs of an action's id and the shortcuts that it is to have. A shortcut
    /// that is given to an action is taken from the one that had it from the table.
    ///
    /// Returns what is wrong with the pairs beside them, each with the id that it is about: ids and keys
    /// that do not exist, keys that two actions want (the first of these has it), and actions that
    /// have lost their only key without a word about them.
    pub fn changed(changes: &[(String, Vec<String>)]) -> (Self, Vec<(String, String)>) {
        let mut map = Self::default();
        let mut told = Vec::new();
        let mut set: Vec<(Shortcut, usize)> = Vec::new();
        for (id, words) in changes {
            let Some(row) = ACTIONS.iter().position(|action| action.id == id) else {
                let what = format!("there is no command “{id}”{}", alike(id));
                told.push((id.clone(), what));
                continue;
            };
            map.keys[row].clear();
            for word in words {
                let shortcut = match Shortcut::parse(word) {
                    Ok(shortcut) => shortcut,
                    Err(part) => {
                        told.push((id.clone(), format!("“{part}” is not a key")));
                        continue;
                    }
                };
                let is_same = |(other, place): &&(Shortcut, usize)| {
                    *other == shortcut && ACTIONS[*place].in_note == ACTIONS[row].in_note
                };
                match set.iter().find(is_same) {
                    Some((_, other)) if *other != row => {
                        let other = ACTIONS[*other].id;
                        let what = format!(
                            "{shortcut} is assigned to both {other} and {id}; {other} keeps it"
                        );
                        told.push((id.clone(), what));
                    }
                    Some(_) => {}
                    None => set.push((shortcut, row)),
                }
            }
        }
        for (shortcut, row) in set {
            let Action { id, in_note, .. } = &ACTIONS[row];
            let rows = ACTIONS.iter().zip(&mut map.keys);
            for (other, keys) in rows.filter(|(other, _)| other.in_note == *in_note) {
                let had = keys.contains(&shortcut);
                keys.retain(|other| *other != shortcut);
                let is_set = changes.iter().any(|(id, _)| id == other.id);
                if had && keys.is_empty() && !is_set {
                    let other = other.id;
                    let what = format!(
                        "{shortcut} is given to {id}, and {other} has no key left; give it one, or [] \
                         to leave it without"
                    );
                    told.push((id.to_string(), what));
                }
            }
            map.keys[row].push(shortcut);
        }
        (map, told)
    }

    /// The keys of an action.
    pub fn of(&self, action: &Action) -> &[Shortcut] {
        let row = ACTIONS.iter().position(|other| other.id == action.id);
        row.map_or(&[], |row| &self.keys[row])
    }

    /// The first key that asks for a command, as people write it.
    pub fn key_of(&self, command: impl Into<Command>) -> Option<String> {
        self.keys_of(command).first().map(Shortcut::to_string)
    }

    /// All keys that ask for a command.
    pub fn keys_of(&self, command: impl Into<Command>) -> &[Shortcut] {
        let command = command.into();
        let row = ACTIONS.iter().position(|action| action.command == command);
        row.map_or(&[], |row| &self.keys[row])
    }

    /// A tip with the key of its command behind it, such as `Play (Space)`.
    pub fn tip(&self, text: &str, command: impl Into<Command>) -> String {
        match self.key_of(command) {
            Some(key) => format!("{text} ({key})"),
            None => text.to_string(),
        }
    }

    /// The action of a key event, if there is one; `in_note` while the text of a note is typed, where some keys
    /// have a meaning of their own. `physical` is the key by its place on the keyboard:
    /// digits need Shift on some layouts and are meant by their place there, and so are `,` and `.`
    /// with Shift, which make other signs on most.
    pub fn action(
        &self,
        (key, physical): (Key, Option<Key>),
        modifiers: Modifiers,
        is_repeat: bool,
        in_note: bool,
    ) -> Option<&'static Action> {
        let by_place = |wanted: Key| match wanted {
            Key::Comma | Key::Period => modifiers.shift,
            digit => matches!(digit.name().as_bytes(), [b'0'..=b'9']),
        };
        let is_key = |wanted: Key| key == wanted || physical == Some(wanted) && by_place(wanted);
        // `?` stands on Shift and another key on most layouts, and is one sign all the same.
        let is_held = |wanted: &Shortcut| {
            let free =
                if wanted.key == Key::Questionmark { Modifiers::SHIFT } else { Modifiers::NONE };
            modifiers.matches_exact(wanted.modifiers)
                || modifiers.matches_exact(wanted.modifiers | free)
        };
        let matches = |shortcut: &Shortcut| is_key(shortcut.key) && is_held(shortcut);
        let of = |in_note: bool| {
            let mut rows = ACTIONS.iter().zip(&self.keys);
            rows.find(|(action, keys)| {
                let is_meant = action.in_note == in_note && (action.repeats || !is_repeat);
                is_meant && keys.iter().any(matches)
            })
        };
        let found = if in_note { of(true) } else { None };
        found.or_else(|| of(false)).map(|(action, _)| action)
    }
}

/// The id that a wrong one may be meant to be, as a question.
fn alike(id: &str) -> String {
    let shared = |other: &str| other.split('-').filter(|word| id.contains(word)).count();
    let best = ACTIONS.iter().max_by_key(|action| shared(action.id));
    match best.filter(|action| shared(action.id) > 0) {
        Some(action) => format!("; is “{}” meant?", action.id),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::camera::command::CameraCommand;
    use crate::app::playback::command::PlaybackCommand;
    use crate::playback::Direction;
    use crate::scene::View;

    const NONE: Modifiers = Modifiers::NONE;
    const SHIFT: Modifiers = Modifiers::SHIFT;
    const CTRL: Modifiers = Modifiers::COMMAND;

    fn command(
        key: Key,
        physical: Option<Key>,
        modifiers: Modifiers,
        repeat: bool,
    ) -> Option<Command> {
        let map = Keymap::default();
        let action = map.action((key, physical), modifiers, repeat, false);
        action.map(|action| action.command.clone())
    }

    #[test]
    fn a_held_key_repeats_steps_and_nothing_else() {
        let step = command(Key::ArrowRight, None, NONE, true);
        assert_eq!(step, Some(Command::Playback(PlaybackCommand::Step(1))));
        assert_eq!(command(Key::L, None, NONE, true), None);
    }

    #[test]
    fn modifiers_must_be_the_ones_of_the_shortcut() {
        assert_eq!(command(Key::F, None, CTRL, false), None);
        let back = command(Key::Num1, None, Modifiers::CTRL | CTRL, false);
        assert_eq!(back, Some(Command::Camera(CameraCommand::Look(View::Back))));
    }

    #[test]
    fn digits_are_meant_by_their_place_where_the_layout_hides_them() {
        let front = command(Key::Quote, Some(Key::Num1), NONE, false);
        assert_eq!(front, Some(Command::Camera(CameraCommand::Look(View::Front))));
    }

    #[test]
    fn slower_and_faster_are_meant_by_their_place_too() {
        let slower = command(Key::Semicolon, Some(Key::Comma), SHIFT, false);
        assert_eq!(slower, Some(Command::Playback(PlaybackCommand::Slower)));
        assert_eq!(command(Key::Semicolon, Some(Key::Comma), NONE, false), None);
    }

    #[test]
    fn tips_name_the_key() {
        let map = Keymap::default();
        assert_eq!(map.tip("Play", PlaybackCommand::Toggle), "Play (Space)");
        assert_eq!(map.tip("Back", PlaybackCommand::Step(-10)), "Back (Shift+←)");
        assert_eq!(map.tip("Go", PlaybackCommand::Seek(3)), "Go");
    }

    #[test]
    fn keys_are_changed_by_name_and_leave_the_action_that_had_them() {
        let change = |id: &str, keys: &[&str]| {
            let keys = keys.iter().map(|key| key.to_string()).collect();
            (id.to_string(), keys)
        };
        let (map, told) = Keymap::changed(&[change("play", &["L", "Ctrl+K"]), change("undo", &[])]);
        // Nobody notices otherwise that L does something else now.
        let lost = "L is given to play, and shuttle-on has no key left";
        assert!(told.len() == 1 && told[0].1.starts_with(lost), "{told:?}");
        let changes = [change("play", &["L"]), change("shuttle-on", &[])];
        assert_eq!(Keymap::changed(&changes).1, []);
        let play = |key, held| map.action((key, None), held, false, false).map(|a| &a.command);
        assert_eq!(play(Key::L, NONE), Some(&Command::Playback(PlaybackCommand::Toggle)));
        assert_eq!(play(Key::K, CTRL), Some(&Command::Playback(PlaybackCommand::Toggle)));
        assert_eq!(play(Key::Space, NONE), None);
        assert_eq!(play(Key::Z, CTRL), None);
        assert_eq!(map.key_of(PlaybackCommand::Shuttle(Direction::Forwards)), None);
    }

    #[test]
    fn what_is_wrong_with_changed_keys_is_told() {
        let change = |id: &str, key: &str| (id.to_string(), vec![key.to_string()]);
        let (map, told) = Keymap::changed(&[
            change("step-bakc", "X"),
            change("play", "Hyper+X"),
            change("undo", "X"),
            change("redo", "X"),
        ]);
        let told: Vec<&str> = told.iter().map(|(_, what)| what.as_str()).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].contains("step-bakc") && told[0].contains("is “step"), "{}", told[0]);
        assert!(told[1].contains("Hyper"), "{}", told[1]);
        assert!(told[2].contains("undo and redo; undo keeps it"), "{}", told[2]);
        let x = map.action((Key::X, None), NONE, false, false);
        assert_eq!(x.map(|action| action.id), Some("undo"));
    }
}
