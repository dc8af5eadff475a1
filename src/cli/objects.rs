//! What commands tell of each file, as text or as JSON objects with the keys that all of them have.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::batch::each_file;
use super::exit::Failure;
use super::inputs::Input;
use super::options::Reader;
use super::terminal::{Progress, print_error_line};
use crate::loader::LoadError;
use crate::take::{Place, Take};

/// As what files are told of.
#[derive(Args)]
pub(super) struct FormOptions {
    /// Print an array with one object per file; every key is always present
    #[arg(long)]
    json: bool,
    /// Print the object of each file on a line of its own, as soon as it is read
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

impl FormOptions {
    pub fn form(&self) -> Form {
        match (self.json, self.jsonl) {
            (true, _) => Form::Array,
            (_, true) => Form::Lines,
            _ => Form::Pages,
        }
    }
}

/// Text, an array of objects, or an object a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Pages,
    Array,
    Lines,
}

impl Form {
    /// An object as it is printed; nothing of it is where text is asked for.
    pub fn text(self, object: &Value) -> String {
        match self {
            Self::Pages => String::new(),
            Self::Array => format!("{object:#}"),
            Self::Lines => object.to_string(),
        }
    }

    /// Prints what is told of a file; `count` are before it.
    fn write(self, text: &str, count: usize, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Pages => out.write_all(text.as_bytes()),
            // As the whole array would be printed at once.
            Self::Array => {
                out.write_all(if count == 0 { b"[\n  " } else { b",\n  " })?;
                out.write_all(text.replace('\n', "\n  ").as_bytes())
            }
            Self::Lines => {
                writeln!(out, "{text}")?;
                out.flush()
            }
        }
    }
}

/// Reads files, several at a time, and prints what `told` makes of each, in their order; of one that
/// cannot be read, why. The warnings about takes are printed unless `told` has them. Whether all files could
/// be read, and none was refused.
///
/// # Errors
/// Where nobody reads what is printed.
pub(super) fn tell_each(
    reader: &Reader,
    form: Form,
    files: &[Input],
    has_warnings: bool,
    told: impl Fn(&Path, &Take) -> String + Sync,
) -> Result<bool, Failure> {
    let mut messages = reader.messages;
    let is_quiet = messages.quiet || io::stdout().is_terminal();
    messages.quiet |= has_warnings;
    let progress = Progress::of(files.len(), "takes", is_quiet);
    let mut out = BufWriter::new(io::stdout());
    let (mut count, mut is_whole) = (0, true);
    each_file(
        reader,
        files,
        |place, opened| {
            let text = told(&files[place].path, &opened.take);
            Ok((text, opened.take.warnings))
        },
        |place, result| {
            let file = &files[place].path;
            let text = match result {
                Ok((text, warnings)) => {
                    is_whole &= messages.tell(file, &warnings).is_ok();
                    text
                }
                Err(error) => {
                    is_whole = false;
                    print_error_line(&error.to_string());
                    form.text(&failure(file, &error))
                }
            };
            form.write(&text, count, &mut out)?;
            count += 1;
            progress.tell(count);
            Ok(())
        },
    )?;
    if form == Form::Array {
        out.write_all(b"\n]\n")?;
    }
    out.flush()?;
    Ok(is_whole)
}

/// The number that is raised where a key changes its meaning or goes; new keys may come without.
pub(super) const SCHEMA: u32 = 1;

/// The keys of every object.
pub(super) fn head(file: &Path) -> Value {
    let bytes = file.to_str().is_none().then_some(file.as_os_str().as_encoded_bytes());
    json!({ "schema": SCHEMA, "file": file.to_string_lossy(), "path_bytes": bytes })
}

/// The place in a file: line and column, or offset.
pub(super) fn place(place: Option<Place>) -> Value {
    match place {
        Some(Place::Text { line, column }) => json!({ "line": line, "column": column }),
        Some(Place::Byte(offset)) => json!({ "offset": offset }),
        None => json!({}),
    }
}

/// The object of a file that cannot be read.
pub(super) fn failure(file: &Path, error: &LoadError) -> Value {
    let mut told = json!({ "kind": error.kind().word() });
    merge(&mut told, place(error.place()));
    told["message"] = json!(error.kind().to_string());
    told["hint"] = json!(error.hint_text());
    let mut object = head(file);
    object["error"] = told;
    object
}

/// Adds the keys of one object behind those of another.
pub(super) fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
