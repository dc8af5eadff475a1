//! The keymap: which shortcut runs which action, from the table's defaults and the user's settings.

use egui::{Key, Modifiers};

use crate::app::{ACTIONS, Action, Command, Shortcut};

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
    /// Leaves shortcuts to somebody else who needs them.
    #[cfg_attr(not(page), allow(dead_code))]
    pub fn give_up(&mut self, is_others: impl Fn(Shortcut) -> bool) {
        for keys in &mut self.keys {
            keys.retain(|shortcut| !is_others(*shortcut));
        }
    }

    /// The table's keys, changed by pairs of an action's id and the shortcuts that it is to have. A shortcut
    /// that is given to an action is taken from the one that had it from the table.
    ///
    /// Returns what is wrong with the pairs beside them, each with the id that it is about: ids and keys
    /// that do not exist, keys that two actions want (the first of these has it), and actions that
    /// have lost their only key without a word about them.
    pub fn changed(changes: &[(String, Vec<String>)]) -> (Self, Vec<(String, String)>) {
        let mut map = Self::default();
        let mut problems = Vec::new();
        let mut set: Vec<(Shortcut, usize)> = Vec::new();
        for (id, words) in changes {
            let mut report = |problem: String| problems.push((id.clone(), problem));
            let Some(row) = row_of(id) else {
                report(format!("there is no command “{id}”{}", alike(id)));
                continue;
            };
            map.keys[row].clear();
            for word in words {
                let shortcut = match Shortcut::parse(word) {
                    Ok(shortcut) => shortcut,
                    Err(part) => {
                        report(format!("“{part}” is not a key"));
                        continue;
                    }
                };
                let is_same = |(other, place): &&(Shortcut, usize)| {
                    *other == shortcut && ACTIONS[*place].in_note == ACTIONS[row].in_note
                };
                match set.iter().find(is_same) {
                    None => set.push((shortcut, row)),
                    Some((_, other)) if *other == row => {}
                    Some((_, other)) => {
                        let other = ACTIONS[*other].id;
                        let problem = "is assigned to both";
                        report(format!("{shortcut} {problem} {other} and {id}; {other} keeps it"));
                    }
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
                    let problem = format!(
                        "{shortcut} is given to {id}, and {} has no key left; give it one, or [] \
                         to leave it without",
                        other.id
                    );
                    problems.push((id.to_string(), problem));
                }
            }
            map.keys[row].push(shortcut);
        }
        (map, problems)
    }

    pub fn of(&self, action: &Action) -> &[Shortcut] {
        row_of(action.id).map_or(&[], |row| &self.keys[row])
    }

    /// The first key that asks for a command, as people write it.
    pub fn key_of(&self, command: impl Into<Command>) -> Option<String> {
        self.keys_of(command).first().map(Shortcut::to_string)
    }

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
        key: Key,
        physical: Option<Key>,
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
        let find = |in_note: bool| {
            let mut rows = ACTIONS.iter().zip(&self.keys);
            rows.find(|(action, keys)| {
                let is_meant = action.in_note == in_note && (action.repeats || !is_repeat);
                is_meant && keys.iter().any(matches)
            })
        };
        let found = if in_note { find(true) } else { None };
        found.or_else(|| find(false)).map(|(action, _)| action)
    }
}

/// The row of [`ACTIONS`] of an id.
fn row_of(id: &str) -> Option<usize> {
    ACTIONS.iter().position(|action| action.id == id)
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
    use crate::app::{CameraCommand, PlaybackCommand};
    use crate::playback::Direction;
    use crate::scene::View;

    const NONE: Modifiers = Modifiers::NONE;
    const SHIFT: Modifiers = Modifiers::SHIFT;
    const CTRL: Modifiers = Modifiers::COMMAND;

    #[test]
    fn a_key_with_its_modifiers_means_a_command() {
        let look = |view| Some(Command::from(CameraCommand::Look(view)));
        let play = |command: PlaybackCommand| Some(Command::from(command));
        let map = Keymap::default();
        for (key, physical, modifiers, is_repeat, expected) in [
            // A held key repeats steps and nothing else.
            (Key::ArrowRight, None, NONE, true, play(PlaybackCommand::Step(1))),
            (Key::L, None, NONE, true, None),
            // Modifiers must be the ones of the shortcut.
            (Key::F, None, CTRL, false, None),
            (Key::Num1, None, Modifiers::CTRL | CTRL, false, look(View::Back)),
            // Digits are meant by their place where the layout hides them, and slower and faster, too.
            (Key::Quote, Some(Key::Num1), NONE, false, look(View::Front)),
            (Key::Semicolon, Some(Key::Comma), SHIFT, false, play(PlaybackCommand::Slower)),
            (Key::Semicolon, Some(Key::Comma), NONE, false, None),
        ] {
            let action = map.action(key, physical, modifiers, is_repeat, false);
            assert_eq!(action.map(|action| action.command.clone()), expected, "{key:?}");
        }
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
        let (map, problems) =
            Keymap::changed(&[change("play", &["L", "Ctrl+K"]), change("undo", &[])]);
        // Nobody notices otherwise that L does something else now.
        let lost = "L is given to play, and shuttle-on has no key left";
        assert!(problems.len() == 1 && problems[0].1.starts_with(lost), "{problems:?}");
        assert_eq!(Keymap::changed(&[change("play", &["L"]), change("shuttle-on", &[])]).1, []);
        let play = |key, held| map.action(key, None, held, false, false).map(|a| &a.command);
        assert_eq!(play(Key::L, NONE), Some(&Command::Playback(PlaybackCommand::Toggle)));
        assert_eq!(play(Key::K, CTRL), Some(&Command::Playback(PlaybackCommand::Toggle)));
        assert_eq!(play(Key::Space, NONE), None);
        assert_eq!(play(Key::Z, CTRL), None);
        assert_eq!(map.key_of(PlaybackCommand::Shuttle(Direction::Forwards)), None);
    }

    #[test]
    fn what_is_wrong_with_changed_keys_is_told() {
        let changes = [("step-bakc", "X"), ("play", "Hyper+X"), ("undo", "X"), ("redo", "X")];
        let changes = changes.map(|(id, key)| (id.to_string(), vec![key.to_string()]));
        let (map, problems) = Keymap::changed(&changes);
        let problems: Vec<&str> = problems.iter().map(|(_, problem)| problem.as_str()).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(
            problems[0].contains("step-bakc") && problems[0].contains("is “step"),
            "{}",
            problems[0]
        );
        assert!(problems[1].contains("Hyper"), "{}", problems[1]);
        assert!(problems[2].contains("undo and redo; undo keeps it"), "{}", problems[2]);
        let x = map.action(Key::X, None, NONE, false, false);
        assert_eq!(x.map(|action| action.id), Some("undo"));
    }
}
