//! A TOML file of the store: how it is read, with line and column of each mistake, and written.

use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::files;
use crate::fs;
use crate::take::fault_in_plain_words;

/// Texts to show, each about one thing that went wrong: the file with line and column, what is the
/// matter, and what to do about it. None where all went well.
pub type Diagnostics = Vec<String>;

/// No file of a store is larger, unless it is damaged.
const MAX_BYTES: u64 = 1 << 22;

pub(super) enum ReadError {
    /// It could not be read; nothing is known of what it says, and it stays as it is.
    Unreadable(String),
    /// It was read and is no text.
    Broken(String),
}

impl ReadError {
    pub fn message(self) -> String {
        match self {
            Self::Unreadable(message) | Self::Broken(message) => message,
        }
    }
}

/// A file's text without the mark that some editors put before it; `None` where there is no file.
pub(super) fn read(path: &Path) -> Result<Option<String>, ReadError> {
    let bytes = match files::read_small(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if is_nowhere(&error) => return Ok(None),
        Err(error) => return Err(ReadError::Unreadable(failed(path, "read", &error))),
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text.trim_start_matches('\u{feff}').to_string())),
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned();
            let message = diagnostic(path, &text, end, "not UTF-8 text", "save it as UTF-8");
            Err(ReadError::Broken(message))
        }
    }
}

/// Whether there is no file, or no folder that it could be in.
fn is_nowhere(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// A text about one place in a file; `at` is in bytes. Line and column count from 1.
pub(super) fn diagnostic(path: &Path, text: &str, at: usize, message: &str, hint: &str) -> String {
    let (line, column) = line_and_column(text, at);
    let hint = match hint {
        "" => String::new(),
        hint => format!("\nhint: {hint}"),
    };
    format!("{}:{line}:{column}: {message}{hint}", path.display())
}

/// Where a byte stands, counted from 1; columns count characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let last = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last.chars().count() + 1)
}

pub(super) fn syntax_diagnostic(
    path: &Path,
    text: &str,
    error: &toml::de::Error,
    hint: &str,
) -> String {
    let at = error.span().unwrap_or_default().start;
    diagnostic(path, text, at, &fault_in_plain_words(error.message(), "a table"), hint)
}

#[derive(Default)]
pub(super) struct OwnFile<T> {
    pub value: T,
    /// What this version of the program does not know.
    pub unknown: Table,
    /// The lines before the first entry, where they are comments.
    pub comment: String,
    /// Whether there is a file that could not be read, and is not to be replaced.
    pub stays: bool,
}

/// Reads a file of the program's own. What it cannot make sense of keeps its default, entry by entry:
/// older and newer programs share the file. One that is broken is set aside; one that cannot be read
/// stays. A link is followed to a file that begins as this program writes it: people keep their settings
/// elsewhere. One to anything else is set aside as well, and what it leads to stays.
pub(super) fn read_own<T>(path: &Path, begins: &str) -> (OwnFile<T>, Diagnostics)
where
    T: Default + Serialize + DeserializeOwned,
{
    let read = read(path).and_then(|text| {
        let text = text.unwrap_or_default();
        if let Ok(to) = fs::read_link(path)
            && !text.is_empty()
            && !text.starts_with(begins)
        {
            let (path, to) = (path.display(), to.display());
            let message = format!("{path}: it is a link to {to}, which is no such file");
            return Err(ReadError::Broken(message));
        }
        match text.parse::<Table>() {
            Ok(table) => Ok((table, text)),
            Err(error) => Err(ReadError::Broken(syntax_diagnostic(path, &text, &error, ""))),
        }
    });
    let (table, text) = match read {
        Ok(read) => read,
        Err(ReadError::Broken(message)) => {
            let aside = set_aside(path);
            let found = OwnFile {
                stays: aside.is_err() && fs::read_link(path).is_ok(),
                ..OwnFile::default()
            };
            let hint = aside.unwrap_or_else(|hint| hint);
            return (found, vec![format!("{message}\n{hint}")]);
        }
        Err(ReadError::Unreadable(message)) => {
            let found = OwnFile { stays: true, ..OwnFile::default() };
            let hint = "hint: it is left unchanged, and nothing new is saved there";
            return (found, vec![format!("{message}\n{hint}")]);
        }
    };
    let value: T = readable(&table);
    let unknown = without(table, &Table::try_from(&value).unwrap_or_default());
    let lines = text.split_inclusive('\n');
    let comment = lines.take_while(|line| line.starts_with('#') || line.trim().is_empty());
    (OwnFile { unknown, comment: comment.collect(), value, stays: false }, Vec::new())
}

/// Moves a broken file out of the way; a hint that says so, or that it could not be.
fn set_aside(path: &Path) -> Result<String, String> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".broken");
    match fs::rename(path, &aside) {
        Ok(()) => Ok(format!("hint: it was renamed to {}", Path::new(&aside).display())),
        Err(error) => Err(format!(
            "hint: delete it; it could not be renamed: {}",
            files::reason(&error, "file")
        )),
    }
}

/// What can be read of a table: all of it, or each entry that can be read alone, for no entry depends on another one.
pub(super) fn readable<T: Default + DeserializeOwned>(table: &Table) -> T {
    if let Ok(value) = table.clone().try_into() {
        return value;
    }
    readable_entries::<T>(&mut Vec::new(), table).try_into().unwrap_or_default()
}

/// Those entries of the table at the end of `path` that can be read; of a table that cannot, its entries.
fn readable_entries<T: DeserializeOwned>(path: &mut Vec<String>, entries: &Table) -> Table {
    let mut kept = Table::new();
    for (key, value) in entries {
        let entry = Table::from_iter([(key.clone(), value.clone())]);
        let around = |inner, key: &String| Table::from_iter([(key.clone(), Value::Table(inner))]);
        if path.iter().rfold(entry, around).try_into::<T>().is_ok() {
            kept.insert(key.clone(), value.clone());
        } else if let Value::Table(inner) = value {
            path.push(key.clone());
            let inner = readable_entries::<T>(path, inner);
            path.pop();
            if !inner.is_empty() {
                kept.insert(key.clone(), inner.into());
            }
        }
    }
    kept
}

/// What stands in a table and not in another one.
pub(super) fn without(table: Table, known: &Table) -> Table {
    let mut left = Table::new();
    for (key, value) in table {
        match (value, known.get(&key)) {
            (value, None) => _ = left.insert(key, value),
            (Value::Table(inner), Some(Value::Table(known))) => {
                let inner = without(inner, known);
                if !inner.is_empty() {
                    left.insert(key, inner.into());
                }
            }
            _ => {}
        }
    }
    left
}

/// Adds to a table what it has not.
fn add(table: &mut Table, more: Table) {
    for (key, value) in more {
        match (table.get_mut(&key), value) {
            (None, value) => _ = table.insert(key, value),
            (Some(Value::Table(table)), Value::Table(more)) => add(table, more),
            _ => {}
        }
    }
}

/// What is kept, with all that differs between what was known before and what is now.
pub(super) fn changed<T>(kept: &T, before: &T, now: &T) -> T
where
    T: Clone + Default + Serialize + DeserializeOwned,
{
    let [Ok(mut kept), Ok(before), Ok(now)] = [kept, before, now].map(Table::try_from) else {
        return now.clone();
    };
    take_changes(&mut kept, &before, &now);
    readable(&kept)
}

fn take_changes(kept: &mut Table, before: &Table, now: &Table) {
    for (key, value) in now {
        match (kept.get_mut(key), before.get(key), value) {
            (Some(Value::Table(kept)), Some(Value::Table(before)), Value::Table(now)) => {
                take_changes(kept, before, now);
            }
            (_, before, now) if before == Some(now) => {}
            _ => _ = kept.insert(key.clone(), value.clone()),
        }
    }
}

/// A file of the program's own, with what this version does not know of it.
pub(super) fn text(head: &str, value: &impl Serialize, unknown: Table) -> String {
    // Everything that is kept is a table of texts, numbers and lists: TOML has them all.
    let mut table = Table::try_from(value).unwrap_or_default();
    table.iter_mut().for_each(|(_, value)| shorten(value));
    add(&mut table, unknown);
    format!("{head}{table}")
}

/// Writes numbers that were in single precision with no more digits than those have: 1.1, and not 1.100000023841858.
fn shorten(value: &mut Value) {
    match value {
        Value::Table(inner) => inner.iter_mut().for_each(|(_, value)| shorten(value)),
        Value::Array(inner) => inner.iter_mut().for_each(shorten),
        // Of larger ones, so few digits are another number.
        Value::Float(number) if f64::from(*number as f32) == *number && number.abs() < 1e6 => {
            *number = (*number as f32).to_string().parse().unwrap_or(*number);
        }
        _ => {}
    }
}

/// Writes a file where it says something else, for the user alone to read, and makes its folder.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    if files::read_small(path, MAX_BYTES).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    files::make_private_folder(path.parent().unwrap_or(Path::new(".")))
        .and_then(|()| files::write_private(path, |out| out.write_all(text.as_bytes())))
        .map_err(|error| failed(path, "written", &error))
}

/// Moves a file or a folder of files, or copies it to another file system.
pub(super) fn move_to(old: &Path, new: &Path) -> io::Result<()> {
    if fs::rename(old, new).is_ok() {
        return Ok(());
    }
    if fs::is_dir(old) {
        files::make_private_folder(new)?;
        for entry in fs::read_dir(old)? {
            let entry = entry?;
            move_to(&entry.path(), &new.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::copy(old, new).map(drop)
}

pub(super) fn remove(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(failed(path, "removed", &error))
        }
        _ => Ok(()),
    }
}

pub(super) fn failed(path: &Path, done: &str, error: &io::Error) -> String {
    format!("{}: cannot be {done}: {}", path.display(), files::reason(error, "file"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        for (at, place) in [(0, (1, 1)), (2, (2, 1)), (5, (2, 3)), (999, (3, 1))] {
            assert_eq!(line_and_column("a\nü = 1\n", at), place);
        }
    }

    #[test]
    fn what_cannot_be_read_is_left_out_entry_by_entry() {
        type Kept = BTreeMap<String, BTreeMap<String, i32>>;
        let table: Table = "a = 1\n[b]\nx = 1\ny = 'one'\n[c]\nz = 2".parse().unwrap();
        let kept: Kept = readable(&table);
        assert_eq!(format!("{kept:?}"), r#"{"b": {"x": 1}, "c": {"z": 2}}"#);
    }
}
