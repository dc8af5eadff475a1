//! The text of a notice card: file name and advice first, full path last.

use std::path::Path;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::app::theme::{Colours, monospace, regular};

/// The lines of a notice, in the order in which they are read. Where it begins with the path of a file,
/// that is told by its name, and the path is a line of its own at the end.
pub fn arranged(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let Some(path) = lines.first().and_then(|first| path_of(first)) else {
        return lines;
    };
    let path = path.to_string();
    if let Some(name) = Path::new(&path).file_name() {
        lines[0].replace_range(..path.len(), &name.to_string_lossy());
    }
    // What to do stands before the lines of the file.
    if let Some(at) = lines.iter().position(|line| line.starts_with("hint: ")) {
        let hint = lines.remove(at);
        let mut letters = hint["hint: ".len()..].chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        lines.insert(1, first.chain(letters).collect());
    }
    lines.push(path);
    lines
}

/// The end of a path that is longer than so many letters: it says more than the beginning.
fn end_of(path: &str, most: usize) -> String {
    let letters: Vec<&str> = path.graphemes(true).collect();
    if letters.len() > most {
        format!("…{}", letters[letters.len() - most / 2..].concat())
    } else {
        path.to_string()
    }
}

/// The path that an error begins with, in front of its place in the file.
fn path_of(first: &str) -> Option<&str> {
    let (mut path, _) = first.split_once(": ")?;
    if let Some((before, _)) = path.split_once(" at byte ") {
        path = before;
    }
    for _ in 0..2 {
        match path.rsplit_once(':') {
            Some((before, n)) if n.bytes().all(|byte| byte.is_ascii_digit()) => path = before,
            _ => break,
        }
    }
    Path::new(path).is_absolute().then_some(path)
}

/// A notice's lines. Lines of the file that an error shows, and the caret under them, need a face in
/// which the caret meets its word; the file's whole path is of less weight.
pub fn notice_job(lines: &[String], colours: &Colours, width: f32) -> egui::text::LayoutJob {
    const SIZE: f32 = 12.5;
    let columns = (width / (SIZE * 0.6)) as usize;
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = width;
    let (lines, path) = match lines {
        [lines @ .., path] if !lines.is_empty() && Path::new(path).is_absolute() => {
            // On a narrow card there is no room for it; what is copied has it.
            (lines, (columns >= 20).then(|| end_of(path, 2 * columns)))
        }
        lines => (lines, None),
    };
    let shown = around_caret(lines, columns);
    for (i, line) in shown.iter().chain(&path).enumerate() {
        let (font_id, color) = if line.starts_with(' ') {
            (monospace(SIZE), colours.dim)
        } else if i == shown.len() {
            (regular(12.0), colours.dim)
        } else {
            (regular(13.0), colours.text)
        };
        let format =
            egui::TextFormat { font_id, color, line_height: Some(18.0), ..Default::default() };
        let end = if i == 0 { "" } else { "\n" };
        job.append(&format!("{end}{line}"), 0.0, format);
    }
    job
}

/// The lines of an error. Where the line of the file is longer than `columns`, so much of it is cut
/// away at both ends, under the caret as well, that the caret stays at its word.
fn around_caret(lines: &[String], columns: usize) -> Vec<String> {
    let is_quote = |line: &&String| line.starts_with(' ');
    let caret = lines.iter().rfind(is_quote);
    let gutter = caret.and_then(|line| line.find('|')).map_or(0, |at| at + 2);
    let caret = caret.map_or(0, |line| line.chars().count());
    let room = columns.saturating_sub(gutter).max(8);
    let skip = (caret.saturating_sub(gutter) + room / 3).saturating_sub(room);
    let cut = |line: &String| -> String {
        if !is_quote(&line) {
            return line.clone();
        }
        let rest = line.chars().skip(gutter + skip).take(room);
        line.chars().take(gutter).chain(rest).collect()
    };
    lines.iter().map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_so_that_the_caret_stays_at_its_word() {
        let before = "1.5 ".repeat(20);
        let text = format!(
            "walk.bvh:9:81: expected a number\n 9 | {before}abc 2.5 2.5 2.5\n   | {}^\nhint: look",
            " ".repeat(80)
        );
        let around_caret = |text: &str| around_caret(&arranged(text), 60);
        let lines = around_caret(&text);
        assert_eq!(lines[0], "walk.bvh:9:81: expected a number");
        assert_eq!(lines[3], "hint: look");
        let caret = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(&lines[1][caret..caret + 3], "abc");
        assert!(lines[1].chars().count() <= 60 && lines[1].starts_with(" 9 | "));
        let short = "a\n 9 | abc\n   | ^";
        assert_eq!(around_caret(short).join("\n"), short);
    }

    #[test]
    #[cfg(windows)]
    fn drives_and_servers_are_parts_of_paths() {
        for folder in ["C:\\a b\\", "\\\\server\\takes\\", "\\\\?\\C:\\"] {
            let text = format!("{folder}walk.bvh:8:19: expected a number");
            let path = format!("{folder}walk.bvh");
            assert_eq!(arranged(&text), ["walk.bvh:8:19: expected a number", &path]);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_files_name_and_what_to_do_come_before_its_lines_and_its_path() {
        let text = "/a b/walk.bvh:8:19: expected a number, found \"abc\"\n 8 | abc\n   | ^\nhint: write one";
        let lines = [
            "walk.bvh:8:19: expected a number, found \"abc\"",
            "Write one",
            " 8 | abc",
            "   | ^",
            "/a b/walk.bvh",
        ];
        assert_eq!(arranged(text), lines);
        let text = "/a/gait.c3d at byte 1024: expected a frame, found the end";
        let lines = ["gait.c3d at byte 1024: expected a frame, found the end", "/a/gait.c3d"];
        assert_eq!(arranged(text), lines);
        for other in ["Saved walk.png", "walk.bvh: the file is empty", "Cannot save /a/b.png: no"] {
            assert_eq!(arranged(other), [other]);
        }
    }
}
