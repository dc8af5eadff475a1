//! `rushes find`: the takes of the index that have words or that a condition fits, as paths, a table, CSV or JSON.

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::json;

use super::exit::{Exit, Failure, with_findings};
use super::objects::{SCHEMA, head};
use super::options::{CsvOptions, one_of};
use super::terminal::{Progress, printable, results, shown};
use crate::files::{OpenOptions, Opener, catch_panic, is_same_file};
use crate::index::{COLUMNS, Column, ColumnKind, Filter, Found, Index, Pair, Query, Sort, Value};
use crate::review::alike::{Alike, Signature};
use crate::take::{in_one_line, rounded};

const NOTES: &str = "\
Looks for takes in the index that 'rushes index' makes, and reads no take for it. Of several words, a take has each \
in its name, its folder, its performer or its notes. Arguments that are folders are where to look, others are words; \
without a folder, all takes of the index are looked at. What has changed on disk since is not known: 'rushes index' \
looks again.

A condition compares columns with numbers and with texts in quotes (= != < <= > >=), with patterns (like 'walk%', \
contains 'walk'), with lists (in (4, 5)) and with nothing (is null, is not null), joined by and, or, not and \
parentheses. Case does not count. The manual lists the columns.

--like finds takes that move like one, which need not be in the index: copies mirrored, cut, faster or slower, of other \
formats, and other performances of such a motion, the likest first. --duplicates finds takes that are there twice; \
with two folders, takes of the first that are in the second as well. The manual says how both are measured.

JSON keys (schema 1), every one always present:
  schema, file     the path
  path_bytes       its bytes, where it is not UTF-8; else null
  and all columns of the index, null where they say nothing.
  alike            with --like: kind (duplicate, mirrored, other-speed, part, similar), distance,
                   mirrored, speed, parts (seconds of each that both have), same_skeleton; else null

JSON keys with --duplicates, an object for each two takes:
  schema, one, other
                   the two paths
  same_bytes       whether the files are the same to the byte
  alike            as above; null where they are

Examples:
  rushes find walk
  rushes find takes/ --where 'duration > 5 and rating >= 4 and format = \"FBX\"'
  rushes find --where 'error is not null' --format table --columns file,error
  rushes find --where 'open_notes > 0' --sort -open_notes --limit 10
  rushes find jump --format csv --columns name,duration,rating > jumps.csv
  rushes find --like walk.bvh --format table
  rushes find --duplicates train/ test/ || echo 'test/ has takes of train/'
  rushes find --where 'findings > 0' | rushes report --files-from - -o findings.html";

/// Find takes in the index: by words, by what is in them, by what reviewers say
#[derive(Args)]
#[command(after_help = with_findings(NOTES, "with --duplicates: there are some"))]
pub(super) struct Find {
    /// Words that takes have, and folders to look in
    #[arg(value_name = "WORD|FOLDER", value_hint = ValueHint::DirPath)]
    arguments: Vec<PathBuf>,
    /// A word that takes have, even if a folder is called like it; may be repeated
    #[arg(short, long = "word", value_name = "WORD", value_hint = ValueHint::Other)]
    words: Vec<String>,
    /// Only takes that a condition fits, such as 'duration > 5 and rating >= 4'
    #[arg(long = "where", value_name = "CONDITION", value_hint = ValueHint::Other)]
    condition: Option<String>,
    /// Only takes that move like this one, the likest first
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "sort")]
    like: Option<PathBuf>,
    /// Takes that are there twice; between two folders, takes of the first that are also in the second
    #[arg(long, conflicts_with_all = ["like", "sort", "columns"])]
    duplicates: bool,
    /// The column to sort by, with - ahead of it the largest first; without, by paths
    #[arg(long, value_name = "COLUMN", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = sort)]
    sort: Option<Sort>,
    /// So many takes at the most
    #[arg(long, value_name = "COUNT", value_hint = ValueHint::Other)]
    limit: Option<usize>,
    /// How takes are printed: a path on each line, columns for people, or columns for spreadsheets
    #[arg(long, value_name = "FORMAT", default_value = "paths", conflicts_with = "json")]
    #[arg(value_parser = one_of(FORMATS))]
    format: Format,
    /// Print an array with one object per take; every key is always present
    #[arg(long)]
    json: bool,
    /// The columns of a table and of CSV, such as name,duration
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = column)]
    columns: Vec<&'static Column>,
    #[command(flatten)]
    csv: CsvOptions,
}

/// How takes are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Paths,
    Table,
    Csv,
}

const FORMATS: [(&str, Format); 3] =
    [("paths", Format::Paths), ("table", Format::Table), ("csv", Format::Csv)];

/// The columns of a table that nobody chose.
const USUAL: [&str; 7] = ["name", "format", "duration", "rating", "verdict", "open_notes", "path"];

fn column(name: &str) -> Result<&'static Column, String> {
    Column::find(name)
}

fn sort(text: &str) -> Result<Sort, String> {
    let (name, is_descending) = match text.strip_prefix('-') {
        Some(name) => (name, true),
        None => (text, false),
    };
    Ok(Sort { column: column(name)?, is_descending })
}

impl Find {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let query = self.query()?;
        let index = Index::open()?;
        is_indexed(&index, &query.folders)?;
        if self.duplicates {
            return self.run_duplicates(&index, &query);
        }
        let columns = self.columns();
        let found: Vec<Answer> = match &self.like {
            Some(take) => {
                let wanted = signature(take)?;
                let found = index.like(&wanted, &query, &columns)?.into_iter();
                // What is asked about is no answer.
                let found = found.filter(|(found, _)| !is_same_file(&found.path, take));
                found.map(|(take, alike)| Answer { take, alike: Some(alike) }).collect()
            }
            None => {
                let found = index.select(&query, &columns)?.into_iter();
                found.map(|take| Answer { take, alike: None }).collect()
            }
        };
        self.print(&columns, &found)?;
        Ok(Exit::Done)
    }

    fn run_duplicates(&self, index: &Index, query: &Query) -> Result<Exit, Failure> {
        let between = match query.folders.as_slice() {
            [one, other] => Some([one.as_path(), other.as_path()]),
            _ => None,
        };
        let mut progress: Option<Progress> = None;
        let mut told = |done, count| {
            progress
                .get_or_insert_with(|| Progress::new(count, "takes compared", false))
                .update(done);
            true
        };
        let mut pairs = index.duplicates(query, between, &mut told)?;
        drop(progress);
        pairs.truncate(self.limit.unwrap_or(usize::MAX));
        self.print_pairs(&pairs)?;
        Ok(if pairs.is_empty() { Exit::Done } else { Exit::Found })
    }

    fn query(&self) -> Result<Query, Failure> {
        let mut query = Query { sort: self.sort, limit: self.limit, ..Query::default() };
        for argument in &self.arguments {
            if argument.is_dir() {
                query.folders.push(argument.clone());
                continue;
            }
            let text = argument.to_string_lossy();
            if text.contains(std::path::is_separator) {
                return Err(Failure::invalid(format!(
                    "'{}': there is no such folder",
                    shown(argument)
                )));
            }
            query.words.push(text.into_owned());
        }
        query.words.extend(self.words.iter().cloned());
        query.words.retain(|word| !word.trim().is_empty());
        if let Some(condition) = &self.condition {
            let wrong = |error| Failure::invalid(format!("--where: {error}"));
            query.filter = Some(Filter::parse(condition).map_err(wrong)?);
        }
        Ok(query)
    }

    fn columns(&self) -> Vec<&'static Column> {
        let usual = || USUAL.iter().filter_map(|name| Column::find(name).ok());
        match self.format {
            _ if self.json => COLUMNS.iter().collect(),
            Format::Paths => Vec::new(),
            _ if self.columns.is_empty() => usual().collect(),
            _ => self.columns.clone(),
        }
    }

    fn print(&self, columns: &[&Column], found: &[Answer]) -> io::Result<()> {
        if self.json {
            return self.print_json(found.iter().map(|answer| object(columns, answer)));
        }
        if self.format == Format::Paths {
            return print_paths(found.iter().map(|answer| vec![answer.take.path.as_path()]));
        }
        let alike: &[Cell] = if self.like.is_some() { &ALIKE } else { &[] };
        let heads = alike.iter().map(|(head, kind, _)| (*head, *kind));
        let heads = heads.chain(columns.iter().map(|column| (column.name, column.kind))).collect();
        let row = |answer: &Answer| {
            let alike = alike.iter().map(|(.., value)| value(answer.alike.as_ref()));
            alike.chain(answer.take.values.iter().cloned()).collect()
        };
        self.print_rows(heads, found.iter().map(row).collect())
    }

    fn print_pairs(&self, pairs: &[Pair]) -> io::Result<()> {
        if self.json {
            return self.print_json(pairs.iter().map(|pair| {
                json!({
                    "schema": SCHEMA,
                    "one": pair.one.to_string_lossy(),
                    "other": pair.other.to_string_lossy(),
                    "same_bytes": pair.alike.is_none(),
                    "alike": pair.alike.as_ref().map(alike_object),
                })
            }));
        }
        if self.format == Format::Paths {
            return print_paths(
                pairs.iter().map(|pair| vec![pair.one.as_path(), pair.other.as_path()]),
            );
        }
        let mut heads: Vec<_> = ALIKE.iter().map(|(head, kind, _)| (*head, *kind)).collect();
        heads.extend(["one", "other"].map(|head| (head, ColumnKind::Text)));
        let row = |pair: &Pair| {
            let alike = ALIKE.iter().map(|(.., value)| value(pair.alike.as_ref()));
            let paths = [&pair.one, &pair.other].map(|path| Value::Text(shown(path).to_string()));
            alike.chain(paths).collect()
        };
        self.print_rows(heads, pairs.iter().map(row).collect())
    }

    fn print_json(&self, objects: impl Iterator<Item = serde_json::Value>) -> io::Result<()> {
        let objects: Vec<_> = objects.collect();
        let mut out = results();
        writeln!(out, "{:#}", json!(objects))?;
        out.flush()
    }

    /// Prints a table or CSV.
    fn print_rows(&self, heads: Vec<(&str, ColumnKind)>, rows: Vec<Vec<Value>>) -> io::Result<()> {
        let mut out = results();
        if self.format == Format::Table {
            write!(out, "{}", printable(&table(&heads, &rows)))?;
            return out.flush();
        }
        let texts = self.csv.texts();
        let line = |cells: Vec<String>| cells.join(",");
        writeln!(out, "{}", line(heads.iter().map(|(head, _)| texts.cell(head)).collect()))?;
        for row in rows {
            writeln!(out, "{}", line(row.iter().map(|value| texts.cell(&exact(value))).collect()))?;
        }
        out.flush()
    }
}

/// A take that is an answer, and how alike it is to the one that was asked about.
struct Answer {
    take: Found,
    alike: Option<Alike>,
}

/// A column beside those of the index: its head, what it holds, and what it says of two takes.
type Cell = (&'static str, ColumnKind, fn(Option<&Alike>) -> Value);

/// What is told of two takes that are alike, or whose files are the same.
const ALIKE: [Cell; 2] = [
    ("alike", ColumnKind::Text, |alike| {
        Value::Text(alike.map_or("same-bytes", |alike| alike.kind.word()).to_string())
    }),
    ("distance", ColumnKind::Number, |alike| {
        Value::Real(alike.map_or(0.0, |alike| f64::from(alike.distance)))
    }),
];

/// The signature of a take that need not be in the index. Fails where it cannot be read, or nothing can be like it.
fn signature(file: &Path) -> Result<Signature, Failure> {
    let open_options = OpenOptions::default();
    let opened = catch_panic(file, || Opener::new(&open_options).open(file));
    let take = opened.map_err(Failure::print)?.take;
    let none = "nothing can be like it: it has too few joints, or hardly moves";
    Signature::of(&take).ok_or_else(|| Failure::with_file(file, none))
}

/// Prints paths, several of a line parted by tabs: what other programs get is the path to the byte.
fn print_paths<'a>(lines: impl Iterator<Item = Vec<&'a Path>>) -> io::Result<()> {
    let is_terminal = io::stdout().is_terminal();
    let mut out = results();
    for paths in lines {
        for (place, path) in paths.into_iter().enumerate() {
            out.write_all(if place > 0 { b"\t" } else { b"" })?;
            if is_terminal {
                write!(out, "{}", shown(path))?;
            } else {
                out.write_all(path.as_os_str().as_encoded_bytes())?;
            }
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Fails where nothing is known of what is asked about.
fn is_indexed(index: &Index, folders: &[PathBuf]) -> Result<(), Failure> {
    let known = index.folders()?;
    if known.is_empty() {
        let hint = "hint: 'rushes index FOLDER' makes the index in which takes are found";
        return Err(Failure::prefixed(format!("nothing was indexed yet\n{hint}")));
    }
    for folder in folders {
        let real = crate::index::real_path(folder);
        let is_known =
            known.iter().any(|known| real.starts_with(known) || known.starts_with(&real));
        if !is_known {
            let hint = format!("hint: 'rushes index {}' does that", shown(folder));
            return Err(Failure::with_file(folder, format!("it was not indexed yet\n{hint}")));
        }
    }
    Ok(())
}

fn object(columns: &[&Column], Answer { take, alike }: &Answer) -> serde_json::Value {
    let mut object = head(&take.path);
    // The path is told already, under the key that all commands have for it.
    let columns = columns.iter().zip(&take.values).filter(|(column, _)| column.name != "file");
    for (column, value) in columns {
        object[column.name] = match value {
            Value::Integer(number) => json!(number),
            Value::Real(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Null | Value::Blob(_) => json!(null),
        };
    }
    object["alike"] = json!(alike.as_ref().map(alike_object));
    object
}

fn alike_object(alike: &Alike) -> serde_json::Value {
    let short = |value: f64| rounded(value, 4).parse::<f64>().ok();
    let part = |part: &std::ops::Range<f64>| json!([short(part.start), short(part.end)]);
    json!({
        "kind": alike.kind.word(),
        "distance": short(alike.distance.into()),
        "mirrored": alike.mirrored,
        "speed": short(alike.speed.into()),
        "parts": alike.parts.iter().map(part).collect::<Vec<_>>(),
        "same_skeleton": alike.same_skeleton,
    })
}

/// A value without anything lost.
fn exact(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Null | Value::Blob(_) => String::new(),
    }
}

/// A value for people.
fn short(value: &Value) -> String {
    match value {
        Value::Real(number) => rounded(*number, 3),
        Value::Text(text) => in_one_line(text),
        value => exact(value),
    }
}

/// Rows in columns that are as wide as what is in them, numbers at the right.
fn table(heads: &[(&str, ColumnKind)], values: &[Vec<Value>]) -> String {
    let mut rows = vec![heads.iter().map(|(head, _)| head.to_string()).collect::<Vec<_>>()];
    rows.extend(values.iter().map(|row| row.iter().map(short).collect()));
    let width = |place: usize| rows.iter().map(|row| row[place].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for ((cell, (_, kind)), width) in row.iter().zip(heads).zip(&widths) {
            line += &match kind {
                ColumnKind::Text => format!("{cell:<width$}  "),
                _ => format!("{cell:>width$}  "),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
