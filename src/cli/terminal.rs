//! How results and errors are printed, so that no text from a file controls the terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use crate::take::{in_one_line, is_obeyed};

/// A text as it is printed: lines are kept, each character that controls a terminal is a dot.
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

/// Prints an error with the program's name before it.
pub fn print_error(message: &str) {
    print_error_line(&format!("rushes: {message}"));
}

/// Prints an error as it is. A closed standard error is ignored: there is nowhere else to report to.
pub(super) fn print_error_line(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(message));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_text_keeps_its_lines_and_controls_no_terminal() {
        let text = "a.bvh:1:1: expected x\r\n 1 | \x1b]0;title\x07\u{202e}b\n";
        let printed = "a.bvh:1:1: expected x·\n 1 | ·]0;title··b\n";
        assert_eq!(printable(text), printed);
        let path = Path::new("two\nlines\u{2066}.bvh");
        assert_eq!(shown(path).to_string(), "two lines·.bvh");
    }
}
