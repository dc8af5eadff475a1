//! The lines ahead of the rows: what the columns are, and whether they are surely keypoints.

use super::super::Source;
use super::super::line::Line;
use super::super::scanner::Scanner;
use super::super::table::Separator;
use super::super::text::{is_blank, is_json, line_end_len};
use super::super::word::Word;
use super::columns::Columns;
use super::layout::Layout;

/// So much of a text is looked through for its header.
const HEAD: usize = 1 << 21;

/// No column has a longer name, in bytes.
const LONGEST_NAME: usize = 256;

/// What the first line of DeepLabCut begins with.
const SCORER: &[u8] = b"scorer";

/// A header has as many lines at the most, and so many rows behind it are looked at.
const LINES: usize = 6;
const ROWS: usize = 4;

impl Layout {
    /// The layout of a text that is surely a table of keypoints.
    pub fn of(text: &[u8]) -> Option<Self> {
        let text = &text[..text.len().min(HEAD)];
        if is_json(text) {
            return None;
        }
        let lines = Scanner::new(&Source::new("", text)).lines();
        let mut lines = lines.filter(|line| !line.is_blank());
        let lines: Vec<Line<'_>> = lines.by_ref().take(LINES + ROWS).collect();
        let first = lines.first()?;
        // A take of another format, or a list of words.
        if !first.text.iter().any(|b| b",;\t .".contains(b)) {
            return None;
        }
        let separator = separator(first);
        // The first line of DeepLabCut tells nothing of axes, and may be all that is there yet.
        let is_scorer =
            first.text.get(..SCORER.len()).is_some_and(|word| word.eq_ignore_ascii_case(SCORER));
        if !is_scorer && !lines.iter().any(|line| may_be_header(line, separator)) {
            return None;
        }
        let mut rows: Vec<Vec<Word<'_>>> = lines.iter().map(|line| line.split(separator)).collect();
        if rows[0].iter().any(|name| name.text.len() > LONGEST_NAME) {
            return None;
        }
        let last = lines.len() - 1;
        if last > 0 && lines[last].end() == text.len() {
            // Its last number may be cut off.
            rows[last].pop();
        }
        let header = Columns::labelled(&rows).or_else(|| Columns::named(&rows))?;
        let end = lines[header.lines.clamp(1, lines.len()) - 1].end();
        let start = end + line_end_len(&text[end..]);
        let behind = rows.split_off(header.lines.min(rows.len()));
        header.layout(separator, start, &behind)
    }
}

/// Whether a line can be that of axes, before its fields take any memory: of many, some begin or end with an axis.
fn may_be_header(line: &Line<'_>, separator: Separator) -> bool {
    /// A table with a row for each point has few columns, of which three are axes.
    const FEW: usize = 64;
    /// A point has so many columns at the most in tables that have more.
    const COLUMNS_OF_POINT: usize = 8;
    let is_part = |byte: &u8| match separator {
        Separator::Tab => *byte == b'\t',
        Separator::Semicolon => *byte == b';',
        Separator::Comma => *byte == b',',
        Separator::Blanks => is_blank(*byte),
    };
    let is_axis = |byte: &u8| b"xyzXYZ".contains(byte);
    let (mut all, mut axes) = (0, 0);
    for field in line.text.split(is_part).filter(|field| !field.is_empty()) {
        let name = field.trim_ascii();
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        let name = name.strip_suffix(b"\"").unwrap_or(name);
        all += 1;
        axes += usize::from([name.first(), name.last()].into_iter().flatten().any(is_axis));
    }
    all <= FEW || axes * COLUMNS_OF_POINT >= all
}

fn separator(line: &Line<'_>) -> Separator {
    let count = |byte: u8| memchr::memchr_iter(byte, line.text).count();
    if count(b'\t') == 0 && count(b';') > count(b',') {
        Separator::Semicolon
    } else {
        line.separator()
    }
}
