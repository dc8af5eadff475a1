//! Notes as Markdown: a list of tasks, which reads well as plain text too, as in a chat.

use std::fmt::Write as _;

use crate::review::checks::Finding;
use crate::review::notes::marks::{FINDING, Mark, ReviewedTake};
use crate::review::notes::note::Frames;
use crate::review::notes::review::Review;
use crate::review::notes::timebase::Timebase;
use crate::take::{Take, counted, in_one_line, rounded};

/// The takes, each with its rating, its notes, its events and its findings. Frames have the numbers of the file.
pub fn markdown(takes: &[ReviewedTake<'_>]) -> String {
    let mut text = String::new();
    for take in takes {
        let gap = if text.is_empty() { "" } else { "\n" };
        let file = escaped(&in_one_line(take.file));
        let _ = writeln!(text, "{gap}## {file}\n\n{}", summary(take));
        let base = Timebase::for_take(take.take);
        let marks = take.marks().into_iter().map(Entry::of_mark);
        let findings = take.findings().iter().map(|finding| Entry::of_finding(finding, take.take));
        for (i, entry) in marks.chain(findings).enumerate() {
            text.push_str(if i == 0 { "\n" } else { "" });
            entry.write(&mut text, take, &base);
        }
    }
    text
}

/// `circled, 4 of 5 stars by Ann · 3 notes, 2 open · 1 event · 2 findings`
fn summary(take: &ReviewedTake<'_>) -> String {
    let Review { notes, rating, events, .. } = take.review;
    let count = |count: usize, noun: &str| (count > 0).then(|| counted(count, noun));
    let open = notes.iter().filter(|note| !note.done).count();
    let notes = count(notes.len(), "note").map(|notes| format!("{notes}, {open} open"));
    let rating = rating.text().map(|text| match &*rating.author {
        "" => format!("**{text}**"),
        author => format!("**{text}** by {}", escaped(&in_one_line(author))),
    });
    let events = count(events.len(), "event");
    let findings = take.findings.map(|findings| match findings.len() {
        0 => "no findings".into(),
        count => counted(count, "finding"),
    });
    let parts = [rating, Some(notes.unwrap_or("no notes".into())), events, findings];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A note, an event or a finding as it stands in the list.
struct Entry<'a> {
    frames: Frames,
    task: &'static str,
    /// What it is, such as the kind of a note.
    kind: String,
    joint: Option<&'a str>,
    text: &'a str,
    author: &'a str,
}

impl<'a> Entry<'a> {
    fn of_mark(mark: Mark<'a>) -> Self {
        let task = match mark.status() {
            "done" => "[x] ",
            "open" => "[ ] ",
            _ => "",
        };
        let (kind, author) = (mark.word().to_string(), &*mark.stamp().author);
        Self { frames: mark.frames(), task, kind, joint: mark.joint(), text: mark.text(), author }
    }

    fn of_finding(finding: &'a Finding, take: &'a Take) -> Self {
        Self {
            frames: Frames::from([finding.first, finding.last]),
            task: "",
            kind: format!("{FINDING} ({}, {})", finding.severity.word(), finding.check.word()),
            joint: finding.joint(take),
            text: &finding.message,
            author: "",
        }
    }

    fn write(&self, text: &mut String, take: &ReviewedTake<'_>, base: &Timebase) {
        let frames = self.frames;
        let ends = |end: &dyn Fn(usize) -> String| match frames.count() {
            1 => end(frames.first),
            _ => format!("{}–{}", end(frames.first), end(frames.last)),
        };
        let numbers = ends(&|frame| take.number(frame).to_string());
        let seconds = ends(&|frame| rounded(take.seconds(frame), 3));
        let timecode = base.text(frames.first);
        let (task, kind) = (self.task, &self.kind);
        let _ = write!(text, "- {task}**{numbers}** ({seconds} s, {timecode}) {kind}");
        if let Some(joint) = self.joint {
            let _ = write!(text, " · `{}`", in_one_line(joint).replace('`', "'"));
        }
        // Further lines belong to the same entry.
        let lines = self.text.trim_end().lines().enumerate();
        let lines = lines.map(|(i, line)| match (i, escaped(in_one_line(line).trim())) {
            (0, line) => line,
            (_, line) => begun(line),
        });
        let body = lines.collect::<Vec<_>>().join("\n  ");
        if !body.is_empty() {
            let _ = write!(text, ": {body}");
        }
        if !self.author.is_empty() {
            let author = escaped(&in_one_line(self.author));
            let _ = write!(text, " — {author}");
        }
        text.push('\n');
    }
}

/// A text of one line whose signs mean nothing in Markdown.
fn escaped(text: &str) -> String {
    let is_sign = |c: char| "\\`*_[]<>#~".contains(c);
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if is_sign(c) || c == '&' && is_entity(&text[at + 1..]) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Whether what stands behind an ampersand makes a character of it, as in `&lt;`.
fn is_entity(text: &str) -> bool {
    let name = text.split_once(';').map(|(name, _)| name);
    name.is_some_and(|name| name.bytes().all(|b| b == b'#' || b.is_ascii_alphanumeric()))
}

/// A line that begins as it is, and not an entry of a list, or what makes a heading or a table of the line above it.
fn begun(mut line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let sign = line[digits..].chars().next();
    let begins = match digits {
        0 => matches!(sign, Some('-' | '+' | '=' | '|' | ':')),
        _ => matches!(sign, Some('.' | ')')),
    };
    if begins {
        line.insert(digits, '\\');
    }
    line
}
