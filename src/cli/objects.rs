//! What commands tell of each file, as text or as JSON objects with the keys that all of them have.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::batch::each_file;
use super::exit::Failure;
use super::inputs::Input;
use super::options::Reader;
use super::terminal::{Progress, print_error_line, results};
use crate::loader::LoadError;
use crate::take::{Place, Take};

#[derive(Args)]
pub(super) struct JsonOptions {
    /// Print an array with one object per file; every key is always present
    #[arg(long)]
    json: bool,
    /// Print the object of each file on a line of its own, as soon as it is read
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

impl JsonOptions {
    pub fn format(&self) -> OutputFormat {
        if self.json {
            OutputFormat::JsonArray
        } else if self.jsonl {
            OutputFormat::JsonLines
        } else {
            OutputFormat::Text
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputFormat {
    Text,
    JsonArray,
    JsonLines,
}

impl OutputFormat {
    /// An object as it is printed; empty where text is asked for.
    pub fn text(self, object: &Value) -> String {
        match self {
            Self::Text => String::new(),
            Self::JsonArray => format!("{object:#}"),
            Self::JsonLines => object.to_string(),
        }
    }

    /// Prints the text of a file; `count` are before it.
    fn write(self, text: &str, count: usize, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Text => out.write_all(text.as_bytes()),
            // As the whole array would be printed at once.
            Self::JsonArray => {
                out.write_all(if count == 0 { b"[\n  " } else { b",\n  " })?;
                out.write_all(text.replace('\n', "\n  ").as_bytes())
            }
            Self::JsonLines => {
                writeln!(out, "{text}")?;
                out.flush()
            }
        }
    }
}

/// Reads files, several at a time, and prints what `describe` makes of each, in their order; of one that cannot be
/// read, why. The warnings about takes are printed unless `describe` has them. Whether all files could be read, and
/// none was refused. Fails where nobody reads what is printed.
pub(super) fn print_each(
    reader: &Reader,
    format: OutputFormat,
    files: &[Input],
    has_warnings: bool,
    describe: impl Fn(&Path, &Take) -> String + Sync,
) -> Result<bool, Failure> {
    let mut messages = reader.messages;
    let is_quiet = messages.quiet || io::stdout().is_terminal();
    messages.quiet |= has_warnings;
    let progress = Progress::new(files.len(), "takes", is_quiet);
    let mut out = results();
    let (mut count, mut is_complete) = (0, true);
    each_file(
        reader,
        files,
        |place, opened| Ok((describe(&files[place].path, &opened.take), opened.take.warnings)),
        |place, result| {
            let file = &files[place].path;
            let text = match result {
                Ok((text, warnings)) => {
                    is_complete &= messages.report(file, &warnings).is_ok();
                    text
                }
                Err(error) => {
                    is_complete = false;
                    print_error_line(&error.to_string());
                    format.text(&failure(file, &error))
                }
            };
            format.write(&text, count, &mut out)?;
            count += 1;
            progress.update(count);
            Ok(())
        },
    )?;
    if format == OutputFormat::JsonArray {
        out.write_all(b"\n]\n")?;
    }
    out.flush()?;
    Ok(is_complete)
}

pub(super) use crate::files::{JSON_SCHEMA as SCHEMA, json_head as head};

pub(super) fn failure(file: &Path, error: &LoadError) -> Value {
    let mut object = json!({ "kind": error.kind().word() });
    merge(&mut object, Place::object(error.place()));
    object["message"] = json!(error.kind().to_string());
    object["hint"] = json!(error.hint_text());
    let mut all = head(file);
    all["error"] = object;
    all
}

pub(super) fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
