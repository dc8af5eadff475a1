//! Tables of the manual that are the program's own: warnings, checks with their limits, keys and mouse.

use std::fmt::Display;

use rushes::app::{ACTIONS, Action, MOUSE};
use rushes::index::{COLUMNS, Column};
use rushes::review::checks::{Check, LIMITS, Limit};
use rushes::review::metrics::{METRICS, Metric};
use rushes::take::WarningCode;

/// A table with these words above its columns.
fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    format!("| {} |\n|{}\n{rows}", head.join(" | "), "---|".repeat(N))
}

/// Words as they are typed, between two of which something stands.
fn quoted(words: &[impl Display], between: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(between)
}

pub fn warnings() -> String {
    let row = |code: &WarningCode| {
        let (word, severity) = (code.word(), code.severity().word());
        format!("| `{word}` | {severity} | {} |\n", code.about())
    };
    table(["code", "severity", "meaning"], WarningCode::ALL.iter().map(row))
}

pub fn checks() -> String {
    let row = |check: &Check| {
        let limits = format!(" {} ", quoted(check.limits(), ", "));
        let limits = if limits.trim().is_empty() { " " } else { &limits };
        format!("| `{}` | {} |{limits}|\n", check.word(), check.about())
    };
    table(["check", "what it finds", "limits"], Check::ALL.iter().map(row))
}

pub fn limits() -> String {
    let row = |limit: &Limit| {
        let Limit { word, default, unit, about } = limit;
        let default = format!("{default} {unit}");
        format!("| `{word}` | {} | {about} |\n", default.trim())
    };
    let head = ["limit", "default", "what it limits, and where the number comes from"];
    table(head, LIMITS.iter().map(row))
}

pub fn columns() -> String {
    let row = |column: &Column| {
        format!("| `{}` | {} | {} |\n", column.name, column.kind.word(), column.meaning)
    };
    table(["column", "what it holds", "what it says"], COLUMNS.iter().map(row))
}

pub fn metrics() -> String {
    let row = |metric: &&Metric| {
        let Metric { word, label, unit, about, source, .. } = metric;
        format!("| {label} | `{word}` | {unit} | {about} | {source} |\n")
    };
    let head = ["metric", "word", "unit", "how it is worked out", "source"];
    table(head, METRICS.iter().map(row))
}

pub fn keys() -> String {
    let row =
        |action: &Action| format!("| {} | {} |\n", quoted(action.keys, " "), action.with_scope());
    let with_keys = ACTIONS.iter().filter(|action| !action.keys.is_empty());
    table(["key", "action"], with_keys.map(row))
}

pub fn mouse() -> String {
    let row = |(gesture, action): &(&str, &str)| format!("| {gesture} | {action} |\n");
    table(["mouse", "action"], MOUSE.iter().map(row))
}
