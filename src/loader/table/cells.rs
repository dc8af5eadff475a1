//! The values of a row, field by field.

use super::super::number::{Number, number, number_before};
use super::super::text::is_line_end;
use super::fields::{field, skip_spaces};

/// Columns side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How many are not read.
    pub skip: usize,
    /// How many behind these are.
    pub take: usize,
}

/// What became of the values of a row.
pub(super) enum Cells {
    /// Up to the last one, or to the end of the line; the place behind, and how many there were.
    Read { at: usize, filled: usize },
    /// One of them is no number.
    NotANumber { at: usize, column: usize },
}

/// Reads those values of a row that some runs of columns take; those that are empty, or one of the words
/// `gaps`, stay as they are.
pub(super) fn cells<const SEPARATOR: u8>(
    text: &[u8],
    mut at: usize,
    cells: &mut [f32],
    runs: &[Run],
    gaps: &[&[u8]],
) -> Cells {
    // Behind what parts values there is one more, if only an empty one.
    let mut is_parted = at > 0 && text[at - 1] == SEPARATOR;
    let mut first = 0;
    for run in runs {
        for _ in 0..run.skip {
            if ends_line::<SEPARATOR>(text, &mut at) {
                return Cells::Read { at, filled: first };
            }
            let before = at;
            (_, at) = field::<SEPARATOR>(text, at);
            is_parted = at > before && text[at - 1] == SEPARATOR;
        }
        let (_, behind) = cells.split_at_mut(first);
        for (i, cell) in behind[..run.take].iter_mut().enumerate() {
            let column = first + i;
            if ends_line::<SEPARATOR>(text, &mut at) {
                let filled = column + usize::from(is_parted && SEPARATOR != b' ');
                return Cells::Read { at, filled };
            }
            if text[at] != SEPARATOR {
                let Some((value, behind)) = value::<SEPARATOR>(text, at, gaps) else {
                    return Cells::NotANumber { at, column };
                };
                if let Some(value) = value {
                    *cell = value;
                }
                at = behind;
            }
            is_parted = text.get(at) == Some(&SEPARATOR);
            at += usize::from(is_parted);
        }
        first += run.take;
    }
    Cells::Read { at, filled: first }
}

/// Goes to the next field; whether the line ends ahead of it.
#[inline(always)]
fn ends_line<const SEPARATOR: u8>(text: &[u8], at: &mut usize) -> bool {
    *at = skip_spaces::<SEPARATOR>(text, *at);
    text.get(*at).copied().is_none_or(is_line_end)
}

/// The value at byte `at`, which is none where a gap stands there, and the place behind it; `None`
/// where something else stands there. The text does not end there.
#[inline(always)]
pub fn value<const SEPARATOR: u8>(
    text: &[u8],
    at: usize,
    gaps: &[&[u8]],
) -> Option<(Option<f32>, usize)> {
    if let Some(Number { value, len }) = number_before::<SEPARATOR>(text, at) {
        let behind = skip_spaces::<SEPARATOR>(text, at + len);
        let is_alone = |b: u8| is_line_end(b) || b == SEPARATOR || SEPARATOR == b' ';
        if text.get(behind).is_none_or(|&b| is_alone(b)) {
            return Some((Some(value), behind));
        }
    }
    quoted_value::<SEPARATOR>(text, at, gaps)
}

/// [`value`] where a number stands in quotes, or a word for a gap.
#[cold]
#[inline(never)]
fn quoted_value<const SEPARATOR: u8>(
    text: &[u8],
    at: usize,
    gaps: &[&[u8]],
) -> Option<(Option<f32>, usize)> {
    let (found, next) = field::<SEPARATOR>(text, at);
    let behind = next - usize::from(text[next - 1] == SEPARATOR);
    let is_quoted = text[at] == b'"' && behind > at + found.len();
    if is_quoted && found.is_empty() || gaps.iter().any(|gap| found.eq_ignore_ascii_case(gap)) {
        return Some((None, behind));
    }
    let value = number(found).filter(|number| is_quoted && number.len == found.len())?;
    Some((Some(value.value), behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a row of three columns, the second of which is not read, and how many were filled.
    fn row(text: &str) -> Option<([f32; 2], usize)> {
        let runs = [1, 1].map(|take| Run { skip: 0, take });
        let runs = [runs[0], Run { skip: 1, ..runs[1] }];
        let mut values = [-1.0; 2];
        match cells::<b','>(text.as_bytes(), 0, &mut values, &runs, &[b"NULL"]) {
            Cells::Read { filled, .. } => Some((values, filled)),
            Cells::NotANumber { .. } => None,
        }
    }

    #[test]
    fn fields_between_those_that_are_read_may_be_anything() {
        for middle in ["7", "", "words", " ", "\"a, b\"", "\"say \"\"hi\"\"\"", "\"open"] {
            assert_eq!(row(&format!("1.5,{middle},2.5")), Some(([1.5, 2.5], 2)), "{middle}");
        }
        assert_eq!(row("1,2\n3,4"), Some(([1.0, -1.0], 1)));
        assert_eq!(row("1,2,\n"), Some(([1.0, -1.0], 2)));
        assert_eq!(row("1"), Some(([1.0, -1.0], 1)));
    }

    #[test]
    fn a_gap_is_an_empty_field_or_its_word_and_numbers_may_stand_in_quotes() {
        for gap in ["", " ", "NULL", "null", "\"\"", "\"NULL\""] {
            let (values, filled) = row(&format!("{gap},x,2.5")).expect("values");
            assert_eq!((values, filled), ([-1.0, 2.5], 2), "{gap}");
        }
        assert_eq!(row("\"1.5\",x,\"-2\""), Some(([1.5, -2.0], 2)));
        for bad in ["x,1,2", "1 2,1,2", "\"x\",1,2", "\"1,1,2", "NULLS,1,2", "1\"2\",1,2"] {
            assert_eq!(row(bad), None, "{bad}");
        }
    }
}
