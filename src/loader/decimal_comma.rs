//! Decimal commas: numbers as `12,5`, in texts whose columns are parted by tabs, blanks or semicolons.
//!
//! Samples of a file tell whether it has them. One that has is read through a copy with points in their
//! places, so that no reader of numbers knows of commas, and other files are read as fast as ever.

use memchr::{memchr, memchr_iter};

use super::error::LoadError;
use super::format::Format;
use super::source::Source;
use super::text::{is_blank, place_of, word_around};
use crate::take::{Take, Warning, WarningCode};

/// As many bytes are looked at, at the beginning of a file and in its middle.
const SAMPLE: usize = 1 << 15;

/// No number takes more bytes.
const LONGEST: usize = 40;

/// Reads a take with the loader of a format whose columns need no commas between them.
///
/// # Errors
/// Those of `load`, with the line as it is in the file.
pub(super) fn load(
    source: &Source<'_>,
    load: impl FnOnce(&Source<'_>) -> Result<Take, LoadError>,
) -> Result<Take, LoadError> {
    if !are_used(source.bytes) {
        return load(source);
    }
    let (text, commas) = with_points(source.bytes);
    let pointed = Source { bytes: &text, large: None, ..*source };
    let mut take = load(&pointed).map_err(|error| error.quoting(source))?;
    let message = "numbers are written with a decimal comma: it is read as the point";
    take.warnings.extend(commas.first.map(|at| Warning {
        place: Some(place_of(source.bytes, at)),
        count: commas.count,
        ..Warning::of_file(WarningCode::ConventionDiffers, message)
    }));
    Ok(take)
}

/// The format that a beginning looks like once its commas are points.
pub(super) fn detect<'a>(source: &Source<'_>, formats: &'a [Format]) -> Option<&'a Format> {
    let head = &source.bytes[..source.bytes.len().min(SAMPLE)];
    if !are_used(head) {
        return None;
    }
    let (head, _) = with_points(head);
    formats.iter().rfind(|format| (format.probe)(&head))
}

/// Whether numbers of a text have decimal commas: more of its words are such numbers than lists that commas part.
fn are_used(text: &[u8]) -> bool {
    let (head, rest) = text.split_at(text.len().min(SAMPLE));
    let middle = (text.len() / 2).saturating_sub(head.len());
    let middle = &rest[middle.min(rest.len())..];
    let (mut numbers, mut lists) = (0, 0);
    for sample in [head, &middle[..middle.len().min(SAMPLE)]] {
        if memchr(b',', sample).is_none() {
            continue;
        }
        for word in sample.split(|&b| is_between(b)) {
            numbers += usize::from(is_number(word));
            lists += usize::from(is_list(word));
        }
    }
    numbers > lists
}

/// Whether a byte stands between words.
fn is_between(byte: u8) -> bool {
    is_blank(byte) || b";\"<>".contains(&byte)
}

/// Whether commas part what is in a word: it has several, or a point as well.
fn is_list(word: &[u8]) -> bool {
    let mut commas = memchr_iter(b',', word);
    commas.next().is_some() && (commas.next().is_some() || word.contains(&b'.'))
}

/// Whether a word is a number with a decimal comma: `-12,5`, `1,5e-3`.
pub(super) fn is_number(word: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let unsigned = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    let whole = digits(unsigned);
    let Some(behind) = unsigned[whole..].strip_prefix(b",") else { return false };
    let decimals = digits(behind);
    let has_exponent = match &behind[decimals..] {
        [] => true,
        [b'e' | b'E', b'-' | b'+', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
        _ => false,
    };
    whole > 0 && decimals > 0 && has_exponent
}

#[derive(Default)]
struct DecimalCommas {
    count: usize,
    /// Where the word with the first of them begins.
    first: Option<usize>,
}

/// A text with points for its decimal commas.
fn with_points(text: &[u8]) -> (Vec<u8>, DecimalCommas) {
    let mut points = text.to_vec();
    let mut commas = DecimalCommas::default();
    for at in memchr_iter(b',', text) {
        let word = word_around(text, at, LONGEST, is_between);
        if is_number(&text[word.clone()]) {
            points[at] = b'.';
            commas.count += 1;
            commas.first.get_or_insert(word.start);
        }
    }
    (points, commas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_between_digits_is_a_decimal_one_where_something_else_parts_columns() {
        for (text, pointed) in [
            ("0 90,5\t-1,25e-3;+7,0", Some("0 90.5\t-1.25e-3;+7.0")),
            ("a 1.5 \"2,5\"\n", Some("a 1.5 \"2.5\"\n")),
            ("<position>0,5 1</position>", Some("<position>0.5 1</position>")),
            ("1,5 1,2,3 2,5", Some("1.5 1,2,3 2.5")),
            ("1,2,3\n4,5,6\n7,8\n", None),
            ("1, 2, 3", None),
            ("1 ,2 ,3", None),
            ("0.5,2 7,8", None),
            ("2026-11-26, 10:47:36,627 1", None),
            ("1,5e x,5 5,x 1,-5", None),
            ("1 2 3", None),
            ("", None),
        ] {
            let found = are_used(text.as_bytes()).then(|| with_points(text.as_bytes()).0);
            assert_eq!(found.as_deref(), pointed.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn whole_numbers_may_fill_the_beginning_of_a_file() {
        let whole = "1 2 3\n".repeat(SAMPLE);
        let text = format!("{whole}{}", "1,5 2 3\n".repeat(SAMPLE));
        assert!(are_used(text.as_bytes()) && !are_used(whole.as_bytes()));
    }

    #[test]
    fn a_word_of_any_length_costs_no_more_than_a_number() {
        let text = ["5,".repeat(1 << 20), " 1,5 2,5 3,5".into()].concat();
        assert_eq!(with_points(text.as_bytes()).1.count, 3);
    }
}
