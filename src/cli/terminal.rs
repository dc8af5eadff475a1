//! What is printed for people: results on standard output, errors on standard error. Nothing that a
//! file's name or contents say is obeyed by the terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use crate::take::{in_one_line, is_obeyed};

/// A text as it is printed: its lines stay, and what a terminal would obey is a dot.
pub(super) fn printable(text: &str) -> String {
    let lines = text.split('\n').map(|line| line.replace(is_obeyed, "·"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A path as it is printed within a line.
pub(super) fn shown(path: &Path) -> impl Display {
    in_one_line(&path.to_string_lossy())
}

/// Prints a part of a result.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(printable(text).as_bytes())?;
    out.flush()
}

/// Tells an error of the program's own.
pub fn complain(message: &str) {
    complain_plainly(&format!("rushes: {message}"));
}

/// Tells an error that begins with its file. Nobody is left to tell where standard error is closed.
pub(super) fn complain_plainly(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(message));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_keeps_its_lines_and_obeys_nobody() {
        let text = "a.bvh:1:1: expected x\r\n 1 | \x1b]0;title\x07\u{202e}b\n";
        let printed = "a.bvh:1:1: expected x·\n 1 | ·]0;title··b\n";
        assert_eq!(printable(text), printed);
        let path = Path::new("two\nlines\u{2066}.bvh");
        assert_eq!(shown(path).to_string(), "two lines·.bvh");
    }
}
