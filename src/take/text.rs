//! How names and texts from files are made safe to show and to write, and fingerprints of them.

use std::borrow::Cow;

/// Whether a terminal or a line of text obeys a character instead of showing it: controls, and what
/// turns the direction of the text around it.
pub fn is_control_or_bidi(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}

/// A text in one line, with a dot for each character that would be obeyed.
pub fn in_one_line(text: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_whitespace() => ' ',
        c if is_control_or_bidi(c) => '·',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Cuts a text that is longer than so many characters, and says so with an ellipsis at its end. Whether it was.
pub fn cut_text(text: &mut String, most: usize) -> bool {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    if let Some(end) = end {
        text.truncate(end);
        text.push('…');
    }
    end.is_some()
}

/// So many things, in words: `1 frame`, `2 frames`, `3 bodies`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

/// `frames`, `days`, `bodies`, `meshes`, `vertices`; a verb behind a noun goes with it, `names are`.
pub fn plural(noun: &str) -> String {
    const ENDINGS: [[&str; 2]; 7] = [
        [" is", "s are"],
        [" was", "s were"],
        [" belongs", "s belong"],
        ["ex", "ices"],
        ["ay", "ays"],
        ["y", "ies"],
        ["sh", "shes"],
    ];
    let plural = |[one, many]: [&str; 2]| Some(noun.strip_suffix(one)?.to_string() + many);
    ENDINGS.into_iter().find_map(plural).unwrap_or_else(|| format!("{noun}s"))
}

/// How texts stand in CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvTexts {
    /// With an apostrophe ahead of those that spreadsheets would take for formulas; [`strip_guard`] reads them back.
    #[default]
    Guarded,
    /// As they are.
    Raw,
}

impl CsvTexts {
    /// A text as a cell of CSV has it.
    pub fn cell(self, text: &str) -> String {
        let text = match self {
            Self::Guarded if is_formula(text) => Cow::Owned(format!("'{text}")),
            _ => Cow::Borrowed(text),
        };
        if text.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.into_owned()
        }
    }
}

/// The text of a cell of CSV, without the apostrophe that [`CsvTexts::Guarded`] puts ahead of some.
pub fn strip_guard(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

/// Whether a spreadsheet would take a text for a formula, but for apostrophes ahead of it; a number is none.
fn is_formula(text: &str) -> bool {
    let is_number = || text.parse().is_ok_and(f64::is_finite);
    let begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    text.trim_start_matches('\'').starts_with(begins) && !is_number()
}

/// The hash of Fowler, Noll and Vo in its variant 1a, 64 bits.
pub fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_every_text_comes_back() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("-1+1", "'-1+1"),
            ("@a,b", "\"'@a,b\""),
            ("\t=1", "'\t=1"),
            ("－1", "'－1"),
            ("-inf", "'-inf"),
            ("'=1", "''=1"),
            ("-1.5e-3", "-1.5e-3"),
            ("+4", "+4"),
            ("'s", "'s"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(CsvTexts::Guarded.cell(text), cell);
            assert_eq!(strip_guard(cell.trim_matches('"')), text);
        }
        assert_eq!(CsvTexts::Raw.cell("=1,1"), "\"=1,1\"");
        assert_eq!(strip_guard("'-5"), "'-5");
    }

    #[test]
    fn a_line_obeys_nobody() {
        assert_eq!(in_one_line("a\nb\tc\u{2028}d"), "a b c d");
        assert_eq!(in_one_line("\x1b[2J\x7f\u{9b}"), "·[2J··");
        assert_eq!(in_one_line("\u{202e}hvb.\u{2066}x\u{200f}"), "·hvb.·x·");
        assert_eq!(in_one_line("左ひじ שלום"), "左ひじ שלום");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let mut text = "ä".repeat(300);
        assert!(cut_text(&mut text, 256));
        assert_eq!(text, "ä".repeat(256) + "…");
        let mut text = "ä".repeat(256);
        assert!(!cut_text(&mut text, 256));
        assert_eq!(text, "ä".repeat(256));
    }
}
