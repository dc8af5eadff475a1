//! The list of keys and of the mouse: its rows, for the manual and the overlay of shortcuts.

use crate::app::command::actions::offered;
use crate::app::{Action, Group, Shortcut};

/// The mouse, for the manual and the list of shortcuts: gesture, and what it does.
#[rustfmt::skip]
pub const MOUSE: &[(&str, &str)] = &[
    ("Left drag, Alt+left drag, middle drag", "Orbit"),
    ("Right drag, Alt+middle drag, Shift+middle drag", "Pan"),
    ("Wheel, Alt+right drag, Ctrl+middle drag", "Zoom; the wheel zooms to the pointer"),
    ("Alt+wheel", "Previous frame, next frame"),
    ("Click", "Select a bone or marker; on empty space, deselect"),
    ("Shift+click, Ctrl+click", "Add to the selection or remove from it"),
    ("Double click", "Select and frame a bone or marker"),
    ("Alt+double click", "Follow a bone or marker"),
    ("Right click", "Context menu"),
    ("Drag in the timeline", "Scrub"),
    ("Drag in the ruler", "Set in and out points; drag them to move them"),
    ("Wheel, Ctrl+wheel", "Timeline: zoom"),
    ("Middle drag", "Timeline: pan"),
    ("Double click", "Timeline: zoom to fit"),
    ("Click", "Event flag: go to its frame; strip of a hidden take: show it"),
    ("Shift+drag", "Strip: offset take"),
    ("Ctrl+drag", "Docked curves: box zoom"),
    ("Alt+drag", "Header of the reference video: offset it"),
];

/// A row where keys are listed: actions that differ in a number alone are one, and so are those of a note's text, and
/// those that go to the next of something and to the one before.
pub struct KeyRow {
    pub actions: Vec<&'static Action>,
    /// What they do: `Show saved view 1–3`, `Previous, next note`.
    pub name: String,
}

impl KeyRow {
    /// Its keys as they are listed, with those that an action has: of many in a row, the first and the last.
    pub fn keys<'a>(&self, of: impl Fn(&'static Action) -> &'a [Shortcut]) -> Vec<String> {
        let keys = self.actions.iter().flat_map(|action| of(action));
        let words: Vec<String> = keys.map(Shortcut::to_string).collect();
        let is_run = self.actions.len() > 1 && !is_pair(self.actions[0], self.actions[1]);
        match &words[..] {
            [first, .., last] if is_run => vec![format!("{first} – {last}")],
            _ => words,
        }
    }
}

/// The words of actions that go on, and of those that go back.
const WAYS: [[&str; 2]; 2] = [["Next", "Previous"], ["next", "previous"]];

/// Whether one of two actions goes to the next of something, and the other to the one before.
fn is_pair(a: &Action, b: &Action) -> bool {
    let turned = |from: &str, to: &str| a.name.contains(from) && a.name.replace(from, to) == b.name;
    WAYS.iter().any(|[on, back]| turned(on, back) || turned(back, on))
}

pub fn key_rows(group: Group, has_keys: impl Fn(&Action) -> bool) -> Vec<KeyRow> {
    let stem = |name: &str| {
        let digits: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        digits.trim_end_matches('s').to_string()
    };
    let mut rows: Vec<KeyRow> = Vec::new();
    let of_group = offered().filter(|action| action.group == group);
    for action in of_group.filter(|action| has_keys(action)) {
        let has_number = action.name.contains(|c: char| c.is_ascii_digit());
        let is_same = |first: &Action| {
            has_number && stem(first.name) == stem(action.name) || first.in_note && action.in_note
        };
        match rows.last_mut() {
            Some(row) if row.actions.len() == 1 && is_pair(row.actions[0], action) => {
                row.actions.push(action);
            }
            Some(row) if is_same(row.actions[0]) => row.actions.push(action),
            _ => rows.push(KeyRow { actions: vec![action], name: String::new() }),
        }
    }
    for row in &mut rows {
        let number = |action: &Action| -> String {
            action.name.chars().filter(char::is_ascii_digit).collect()
        };
        let [first, last] = [row.actions[0], row.actions[row.actions.len() - 1]];
        row.name = match row.actions.len() {
            1 => first.with_scope(),
            2 if is_pair(first, last) => {
                let ways = WAYS.iter().flat_map(|[on, back]| [(on, back), (back, on)]);
                let way = ways.into_iter().find(|(own, _)| first.name.contains(**own));
                let with_both = |(own, other): (&&str, &&str)| {
                    first.name.replacen(*own, &format!("{own}, {}", other.to_lowercase()), 1)
                };
                way.map_or_else(|| first.with_scope(), with_both)
            }
            _ if first.in_note => {
                let about = first.name.split(':').next().unwrap_or_default();
                format!("{about} (in its text)")
            }
            _ => last.name.replace(&number(last), &format!("{}–{}", number(first), number(last))),
        };
    }
    rows
}
