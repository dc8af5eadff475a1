//! The file `settings.toml`: how it is parsed, and the text of a new one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::{self, Diagnostics};
use crate::review::checks::{LIMITS, Limit, Limits};

/// The names at the top of the file.
const NAMES: [&str; 6] = ["one_window", "reduced_motion", "pictures", "author", "checks", "keys"];

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Whether files that are opened while a window is open come into that window.
    pub one_window: bool,
    /// Whether what would glide comes at once.
    pub reduced_motion: bool,
    /// The folder that pictures of the view are written to; beside the take where there is none.
    pub pictures: Option<PathBuf>,
    /// Who reviews, for notes; the name that the system knows the user by where there is none.
    pub author: Option<String>,
    pub limits: Limits,
    /// For commands by their names, what is pressed for them instead of the usual keys.
    pub keys: BTreeMap<String, Shortcuts>,
    path: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Each of them does it; where there is none, no key does.
    pub shortcuts: Vec<String>,
    /// The line that says so, counted from 1.
    pub line: usize,
}

#[derive(Clone, Debug)]
pub struct Action<'a> {
    /// Its name in the file: `step-back`.
    pub id: &'a str,
    /// What it does: `One frame back`.
    pub name: &'a str,
    /// What is usually pressed for it: `Left`, `Comma`.
    pub shortcuts: Vec<String>,
}

impl Settings {
    /// Reads the file's text; `home` is what `~` stands for. What is wrong with an entry leaves the others as they are.
    pub(super) fn parse(path: &Path, text: &str, home: Option<&Path>) -> (Self, Diagnostics) {
        let mut settings = Self { path: path.to_path_buf(), ..Self::default() };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let hint = "correct it and restart; until then the whole file is ignored";
                return (settings, vec![file::syntax_diagnostic(path, text, &error, hint)]);
            }
        };
        let mut reader = Reader {
            path,
            text,
            ends: text.match_indices('\n').map(|(at, _)| at).collect(),
            diagnostics: Vec::new(),
        };
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "one_window" => reader.flag(value, &mut settings.one_window),
                "reduced_motion" => reader.flag(value, &mut settings.reduced_motion),
                "pictures" => settings.pictures = reader.folder(value, home),
                "author" => match value.get_ref().as_str() {
                    Some(name) => settings.author = Some(name.trim().to_string()),
                    None => reader.expected("a name in quotes", value),
                },
                "checks" => reader.limits(value, &mut settings.limits),
                "keys" => settings.keys = reader.keys(value),
                other => {
                    let message = format!("there is no setting {other:?}");
                    let hint = match nearest(other, NAMES) {
                        Some(name) => format!("did you mean {name}?"),
                        None => format!("the settings are {}", NAMES.join(", ")),
                    };
                    reader.report(key.span().start, &message, &hint);
                }
            }
        }
        let mut diagnostics = reader.diagnostics;
        diagnostics.sort_by_key(|(at, _)| *at);
        (settings, diagnostics.into_iter().map(|(_, text)| text).collect())
    }

    /// A complaint about what the file says of a command's keys.
    pub fn complaint(&self, command: &str, message: &str) -> String {
        let line = self.keys.get(command).map_or(1, |shortcuts| shortcuts.line);
        format!("{}:{line}: {message}", self.path.display())
    }
}

/// More than there are commands; what comes behind so many keys or mistakes is a damaged file's.
const MAX_KEYS: usize = 1000;
const MAX_DIAGNOSTICS: usize = 20;

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    /// Where lines end, in bytes.
    ends: Vec<usize>,
    /// With their places, in bytes.
    diagnostics: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn report(&mut self, at: usize, message: &str, hint: &str) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push((at, file::diagnostic(self.path, self.text, at, message, hint)));
        }
    }

    fn expected(&mut self, wanted: &str, found: &Spanned<DeValue>) {
        let message = format!("expected {wanted}, found {}", kind(found.get_ref()));
        self.report(found.span().start, &message, "");
    }

    fn flag(&mut self, value: &Spanned<DeValue>, flag: &mut bool) {
        match value.get_ref().as_bool() {
            Some(on) => *flag = on,
            None => self.expected("true or false", value),
        }
    }

    fn folder(&mut self, value: &Spanned<DeValue>, home: Option<&Path>) -> Option<PathBuf> {
        let Some(text) = value.get_ref().as_str() else {
            self.expected("a folder in quotes", value);
            return None;
        };
        let folder = match (text.strip_prefix('~'), home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with(['/', '\\']) => {
                home.join(rest.trim_start_matches(['/', '\\']))
            }
            _ => PathBuf::from(text),
        };
        if !folder.is_absolute() {
            let hint = "write an absolute path, or one that starts with ~";
            self.report(value.span().start, &format!("{text:?} is a relative path"), hint);
            return None;
        }
        Some(folder)
    }

    fn limits(&mut self, value: &Spanned<DeValue>, limits: &mut Limits) {
        let Some(table) = value.get_ref().as_table() else {
            return self.expected("a table: [checks] on a line of its own", value);
        };
        for (word, value) in table {
            let number = match value.get_ref() {
                DeValue::Float(number) => number.as_str().parse().ok(),
                DeValue::Integer(number) => number.as_str().parse().ok(),
                _ => None,
            };
            let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
            let name = word.get_ref().as_ref();
            match number {
                None => self.expected("a number that is not below 0", value),
                Some(number) if limits.set(name, number) => {}
                Some(_) => {
                    let hint = match nearest(name, LIMITS.iter().map(|limit| limit.word)) {
                        Some(name) => format!("did you mean {name}?"),
                        None => "the manual lists the limits".to_string(),
                    };
                    self.report(word.span().start, &format!("there is no limit {name:?}"), &hint);
                }
            }
        }
    }

    fn keys(&mut self, value: &Spanned<DeValue>) -> BTreeMap<String, Shortcuts> {
        let mut keys = BTreeMap::new();
        let Some(table) = value.get_ref().as_table() else {
            self.expected("a table: [keys] on a line of its own", value);
            return keys;
        };
        for (command, value) in table.iter().take(MAX_KEYS) {
            let at = command.span().start;
            let command = command.get_ref();
            if NAMES.contains(&command.as_ref()) {
                let message = format!("{command} is not a command");
                self.report(at, &message, "put this line above [keys]");
            } else if let Some(shortcuts) = self.shortcuts(value) {
                let line = 1 + self.ends.partition_point(|&end| end < at);
                keys.insert(command.to_string(), Shortcuts { shortcuts, line });
            }
        }
        keys
    }

    fn shortcuts(&mut self, value: &Spanned<DeValue>) -> Option<Vec<String>> {
        let kind = "a list of keys, such as [\"Left\", \"Ctrl+B\"]";
        // One alone needs no list.
        if let Some(shortcut) = value.get_ref().as_str() {
            return Some(vec![shortcut.to_string()]);
        }
        let Some(array) = value.get_ref().as_array() else {
            self.expected(kind, value);
            return None;
        };
        let mut shortcuts = Vec::new();
        for item in array {
            let Some(shortcut) = item.get_ref().as_str() else {
                self.expected("a key in quotes", item);
                return None;
            };
            shortcuts.push(shortcut.to_string());
        }
        Some(shortcuts)
    }
}

fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The name that a word was likely meant for: the one with the fewest letters to change, if they are few.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = names.into_iter().map(|name| (strsim::levenshtein(&word, name), name));
    let (distance, name) = near.min_by_key(|&(distance, _)| distance)?;
    (distance <= 1 + name.chars().count() / 4).then_some(name)
}

/// The text of a new `settings.toml`: every setting is explained, and none is set.
pub fn default_text<'a>(actions: impl Iterator<Item = Action<'a>>) -> String {
    let mut text = String::from(
        "\
# Settings of Rushes, which reads this file when it starts and never changes it.
# Remove the # before a line to set it.

# Whether takes from the file manager or the command line open in the running window.
# 'rushes --new-window' opens a new window anyway.
# one_window = true

# Whether the camera moves without transitions.
# reduced_motion = true

# The folder for screenshots. Without this line they are saved beside the take.
# pictures = \"~/Pictures\"

# Whose notes these are. Without this line it is the name that the system knows you by.
# author = \"Ann\"

# What the checks measure against: from these figures on something is a finding. The manual names the
# sources.
[checks]
",
    );
    for limit in LIMITS {
        let Limit { word, default, unit, .. } = limit;
        let unit = match *unit {
            "" => String::new(),
            unit => format!(" # {unit}"),
        };
        text += &format!("# {word} = {default:?}{unit}\n");
    }
    text.push_str(
        "
# The keys of each command. A line here replaces all default keys of the command, which are those
# that the line shows now; [] leaves the command without a key.
[keys]
",
    );
    for action in actions {
        let shortcuts = action.shortcuts.into_iter().map(toml::Value::from);
        let shortcuts = toml::Value::Array(shortcuts.collect());
        text += &format!("\n# {}\n# {} = {shortcuts}\n", action.name, action.id);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_may_begin_at_home_and_is_never_a_part_of_one() {
        let [home, out] =
            if cfg!(windows) { ["C:\\Users\\ann", "D:\\out"] } else { ["/home/ann", "/tmp/out"] };
        let home = Path::new(home);
        let parse = |text: &str| Settings::parse(Path::new("s.toml"), text, Some(home));
        for (text, folder) in [
            ("~/pictures", home.join("pictures")),
            ("~", home.to_path_buf()),
            (out, PathBuf::from(out)),
        ] {
            let (settings, complaints) = parse(&format!("pictures = '{text}'"));
            assert_eq!(settings.pictures, Some(folder));
            assert_eq!(complaints, [""; 0]);
        }
        for text in ["pictures", "~bob/pictures", ""] {
            let (settings, complaints) = parse(&format!("\npictures = '{text}'"));
            assert_eq!(settings.pictures, None);
            let [complaint] = complaints.as_slice() else { panic!("{complaints:?}") };
            assert!(complaint.starts_with("s.toml:2:12: "), "{complaint}");
            assert!(complaint.contains("hint: write an absolute path"), "{complaint}");
        }
    }

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["step-back", "step-on", "play"];
        assert_eq!(nearest("step_back", names), Some("step-back"));
        assert_eq!(nearest("Stepback", names), Some("step-back"));
        assert_eq!(nearest("plya", names), Some("play"));
        assert_eq!(nearest("pla", names), Some("play"));
        assert_eq!(nearest("quit", names), None);
    }
}
