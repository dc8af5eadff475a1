//! How results, errors, warnings and progress are printed, so that no text from a file controls the
//! terminal. Colours follow `NO_COLOR`, `CLICOLOR` and whether a terminal is there.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};
use std::path::Path;

use clap::builder::styling::{AnsiColor, Style};

use crate::take::{Warning, in_one_line, is_control_or_bidi};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// A text as it is printed: lines are kept, each character that controls a terminal is a dot.
pub(super) fn printable(text: &str) -> String {
    text.split('\n')
        .map(|line| line.replace(is_control_or_bidi, "·"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A path as it is printed within a line. One that is not UTF-8 is quoted as shells read it back:
/// `$'walk\377.bvh'`.
pub(super) fn shown(path: &Path) -> impl Display {
    if let Some(text) = path.to_str() {
        return in_one_line(text);
    }
    let quoted = path.as_os_str().as_encoded_bytes().iter().map(|&byte| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    });
    format!("$'{}'", quoted.collect::<String>())
}

pub(super) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(printable(text).as_bytes())?;
    out.flush()
}

/// Standard output for results: other programs get them to the byte, and a terminal what is [`printable`] of them.
pub(super) fn results() -> BufWriter<Results<Stdout>> {
    let filters = io::stdout().is_terminal();
    BufWriter::with_capacity(1 << 16, Results { out: io::stdout(), filters, line: Vec::new() })
}

pub(super) struct Results<W: Write> {
    out: W,
    filters: bool,
    /// What has come of a line that has not ended.
    line: Vec<u8>,
}

impl<W: Write> Write for Results<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.filters {
            return self.out.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        // A character may come in two pieces, and a line does not.
        let end = self.line.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let lines: Vec<u8> = self.line.drain(..end).collect();
        self.out.write_all(in_columns(&lines).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.out.write_all(in_columns(&rest).as_bytes())?;
        self.out.flush()
    }
}

/// As [`printable`], with tabs between columns and all ends of lines.
fn in_columns(lines: &[u8]) -> String {
    let text = String::from_utf8_lossy(lines).replace("\r\n", "\n");
    text.split('\t').map(printable).collect::<Vec<_>>().join("\t")
}

pub fn print_error(message: &str) {
    print_error_line(&format!("rushes: {message}"));
}

pub(super) fn print_error_line(message: &str) {
    print_styled(ERROR, message);
}

/// Prints a warning about a file: `walk.bvh:3:1: warning: what it is (2 times) [its-code]`.
pub(super) fn print_warning(file: &Path, warning: &Warning) {
    let place = warning.place.map_or(String::new(), |at| format!("{at}:"));
    let times = match warning.count {
        1 => String::new(),
        count => format!(" ({count} times)"),
    };
    let (message, code) = (&warning.message, warning.code.word());
    print_styled(WARNING, &format!("{}:{place} warning: {message}{times} [{code}]", shown(file)));
}

/// Prints a word about a file that is neither an error nor a warning of its loader.
pub(super) fn print_note(file: &Path, note: &str) {
    print_styled(Style::new(), &format!("{}: {note}", shown(file)));
}

/// Prints a text that names its file itself, and is no error.
pub(super) fn print_message(message: &str) {
    print_styled(Style::new(), message);
}

/// Prints a text whose first line has a style. A closed standard error is ignored: there is nowhere else to report to.
fn print_styled(style: Style, message: &str) {
    let message = printable(message);
    let (first, rest) = message.split_at(message.find('\n').unwrap_or(message.len()));
    let _ = writeln!(anstream::stderr(), "{style}{first}{style:#}{rest}");
}

/// A count of what is done on one line of the terminal; nothing where there is none, or little to do.
pub(super) struct Progress {
    shows: bool,
    count: usize,
    things: &'static str,
}

impl Progress {
    pub fn new(count: usize, things: &'static str, is_quiet: bool) -> Self {
        Self { shows: !is_quiet && count > 1 && io::stderr().is_terminal(), count, things }
    }

    pub fn update(&self, done: usize) {
        if self.shows {
            let mut out = io::stderr();
            let _ = write!(out, "\r{done} of {} {}", self.count, self.things);
            let _ = out.flush();
        }
    }
}

impl Drop for Progress {
    /// Clears the line: what follows is a result, or the shell.
    fn drop(&mut self) {
        if self.shows {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_control_characters_and_other_programs_get_every_byte() {
        let sent = "a\x1b]0;x\x07,1\r\n\u{9b}\té\nend\x7f";
        for (filters, expected) in [(true, "a·]0;x·,1\n·\té\nend·"), (false, sent)] {
            let mut results = Results { out: Vec::new(), filters, line: Vec::new() };
            for byte in sent.bytes() {
                results.write_all(&[byte]).expect("memory");
            }
            results.flush().expect("memory");
            assert_eq!(String::from_utf8(results.out).expect("text"), expected);
        }
    }

    #[test]
    fn printed_text_keeps_its_lines_and_controls_no_terminal() {
        let text = "a.bvh:1:1: expected x\r\n 1 | \x1b]0;title\x07\u{202e}b\n";
        assert_eq!(printable(text), "a.bvh:1:1: expected x·\n 1 | ·]0;title··b\n");
        let path = Path::new("two\nlines\u{2066}.bvh");
        assert_eq!(shown(path).to_string(), "two lines·.bvh");
    }

    #[test]
    #[cfg(unix)]
    fn a_path_that_is_not_utf_8_can_be_pasted_into_a_shell() {
        use std::os::unix::ffi::OsStrExt as _;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"it's\xff\n.bvh"));
        assert_eq!(shown(path).to_string(), r"$'it\'s\377\012.bvh'");
    }
}
