//! `rushes check`: looks for faults in captures, and tells them as text or JSON.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};
use serde_json::{Value, json};

use super::exit::{Exit, Failure, with_findings};
use super::inputs::Inputs;
use super::objects::{JsonOptions, OutputFormat, head, print_each};
use super::options::{Reader, ReaderOptions, one_of};
use super::terminal::{printable, shown};
use crate::review::checks::{Check, Finding, FindingSeverity, LIMITS, Limits};
use crate::review::notes::Review;
use crate::scene::Stage;
use crate::store::nearest;
use crate::take::{Take, counted};

const NOTES: &str = "\
Looks for pops, jumps, flips, swapped markers, jitter, freezes, gaps, drifting bones, feet that slide or are \
in the floor, and more: the manual lists the checks with their limits. A fault is an error of the capture, a \
warning is worth a look, a note is good to know. A line has the severity, the check, the frames, and what it \
is; frames have the numbers of the file, if it has some. What reviewers ignore is left out, and feet stand when \
reviewers say so: --all takes neither into account.

JSON keys (schema 1), every one always present:
  schema, file     the path as it was given
  path_bytes       its bytes, where it is not UTF-8; else null
  frame_count      how many frames it has
  findings         the gravest first: check, node (name, or null for the whole take), frames as first and
                   last, which count from 0, value, limit, unit, severity (fault, warning or note), message
  ignored          how many more there are that reviewers ignore
Of a file that cannot be read: schema, file, path_bytes, and error as in 'rushes info'.

Examples:
  rushes check walk.bvh
  rushes check -r takes/ --skip t-pose,flip
  rushes check walk.c3d --limit gap-time=0.5 --limit pop-distance=0.02
  rushes check -r takes/ --jsonl | jq -r 'select(.findings[]?.check == \"gap\") | .file'";

/// Look for faults in the capture: pops, jitter, gaps, skating feet and more
#[derive(Args)]
#[command(after_help = with_findings(NOTES, "there are findings that are faults or warnings"))]
pub(super) struct CheckTakes {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    json: JsonOptions,
    #[command(flatten)]
    checks: CheckOptions,
    #[command(flatten)]
    reader: ReaderOptions,
}

#[derive(Args)]
pub(super) struct CheckOptions {
    /// Only these checks, such as pop,skate
    #[arg(long, value_name = "CHECK", value_delimiter = ',', value_parser = one_check())]
    only: Vec<Check>,
    /// All checks but these
    #[arg(long, value_name = "CHECK", value_delimiter = ',', value_parser = one_check())]
    skip: Vec<Check>,
    /// Measure against another limit, in its unit in the manual, such as gap-time=0.5; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = limit, value_hint = ValueHint::Other)]
    limit: Vec<(&'static str, f64)>,
    /// Also what reviewers ignore, and contacts as they were before anyone edited them
    #[arg(long)]
    all: bool,
}

pub(super) struct Checked {
    /// The gravest first.
    pub findings: Vec<Finding>,
    pub ignored: usize,
}

impl CheckOptions {
    /// Checks a take, with what reviewers have said of it unless that is not wanted.
    pub fn check(&self, take: &Take, stage: &Stage, review: &Review) -> Checked {
        let none = Review::default();
        let review = if self.all { &none } else { review };
        let is_wanted = |check: Check| {
            (self.only.is_empty() || self.only.contains(&check)) && !self.skip.contains(&check)
        };
        let mut limits = Limits::default();
        for (word, value) in &self.limit {
            limits.set(word, *value);
        }
        let (mut findings, ignored) = review.check(take, stage, &limits, &|| false);
        findings.retain(|finding| is_wanted(finding.check));
        let ignored = ignored.iter().filter(|finding| is_wanted(finding.check)).count();
        Checked { findings, ignored }
    }
}

fn one_check() -> impl TypedValueParser<Value = Check> {
    one_of(Check::ALL.iter().map(|&check| (check.word(), check)))
}

fn limit(text: &str) -> Result<(&'static str, f64), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err("write a limit with its value, such as gap-time=0.5".to_string());
    };
    let words = || LIMITS.iter().map(|limit| limit.word);
    let Some(word) = words().find(|word| *word == name.trim()) else {
        let hint = match nearest(name, words()) {
            Some(word) => format!("did you mean '{word}'?"),
            None => "the manual lists the limits".to_string(),
        };
        return Err(format!("there is no limit '{name}'; {hint}"));
    };
    match value.trim().parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok((word, number)),
        _ => Err(format!("expected a number that is not below 0, found '{value}'")),
    }
}

impl CheckTakes {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (files, is_complete) = self.inputs.files()?;
        let reader = Reader::new(self.reader);
        let format = self.json.format();
        let is_faulty = AtomicBool::new(false);
        let describe = |file: &Path, take: &Take| {
            let messages = reader.messages;
            let review =
                if self.checks.all { Review::default() } else { messages.review(file, take) };
            let checked = self.checks.check(take, &Stage::new(take), &review);
            if checked.findings.iter().any(|finding| finding.severity != FindingSeverity::Note) {
                is_faulty.store(true, Ordering::Relaxed);
            }
            match format {
                OutputFormat::Text => printable(&page(file, take, &checked)),
                _ => format.text(&object(file, take, &checked)),
            }
        };
        let is_complete = print_each(&reader, format, &files, false, describe)? && is_complete;
        let is_faulty = is_faulty.into_inner();
        Ok(if is_complete && is_faulty { Exit::Found } else { Exit::from_complete(is_complete) })
    }
}

fn object(file: &Path, take: &Take, checked: &Checked) -> Value {
    let mut object = head(file);
    object["frame_count"] = json!(take.motion.frame_count());
    object["findings"] = checked.findings.iter().map(|finding| finding.object(take)).collect();
    object["ignored"] = json!(checked.ignored);
    object
}

fn page(file: &Path, take: &Take, Checked { findings, ignored }: &Checked) -> String {
    let more = match ignored {
        0 => String::new(),
        count => format!(" ({count} ignored)"),
    };
    let mut page = format!("{}: {}{more}\n", shown(file), summary(findings));
    let number =
        |frame: usize| take.number(frame).map_or(frame.to_string(), |number| number.to_string());
    let frames = |finding: &Finding| match (number(finding.first), number(finding.last)) {
        (first, last) if first == last => first,
        (first, last) => format!("{first}-{last}"),
    };
    let width = findings.iter().map(|finding| frames(finding).len()).max().unwrap_or(0);
    for finding in findings {
        let (severity, check) = (finding.severity.word(), finding.check.word());
        let (frames, message) = (frames(finding), crate::take::in_one_line(&finding.message));
        let _ = writeln!(page, "    {severity:<8} {check:<12} {frames:>width$}  {message}");
    }
    page
}

fn summary(findings: &[Finding]) -> String {
    let count = |severity: FindingSeverity| {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        (count > 0).then(|| counted(count, severity.word()))
    };
    let counts: Vec<String> = FindingSeverity::ALL.into_iter().filter_map(count).collect();
    if counts.is_empty() { "no findings".to_string() } else { counts.join(", ") }
}
