//! The prefix of a row: the number of the frame and its time, each if it was exported.

use super::super::marker::{COLUMNS, frame_number};
use super::super::number::double;
use super::super::scanner::{Reader, Word};
use super::super::table::{FrameColumns, Separator};
use super::super::text::Lines;
use super::columns::{BODY, SEGMENT};
use super::header::Header;
use crate::take::WarningCode;

/// How many rows are looked at.
const ROWS: usize = 64;

/// What stands ahead of the values by the names of the columns, else by what the rows begin with: where they have one
/// value or two more than markers and bodies take, a rising number and a rising time are no coordinates.
pub(super) fn prefix(
    header: &Header<'_>,
    lines: Lines<'_>,
    reader: &mut Reader<'_>,
) -> FrameColumns {
    let named = header.named_prefix();
    let Some((expected, each)) = expected(header).filter(|_| named.fields == 0) else {
        return named;
    };
    let rows = lines.filter(|line| !line.is_blank()).take(ROWS);
    let rows: Vec<Vec<Word<'_>>> = rows.map(|line| line.split(Separator::Tab)).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    // Markers that are missing at the end of all of these rows take as many values as those that are there.
    let more = (widest as i64 - expected as i64).rem_euclid(each as i64);
    let stated_rate = header.values.get("FREQUENCY").and_then(|word| word.number());
    let begin = Beginnings { rows: &rows, rate: stated_rate.filter(|&rate| rate > 0.0) };
    let both = "the number of the frame and its time";
    let (what, number, time) = match more {
        1 if begin.are_numbers(0) => ("the number of the frame", Some(0), None),
        1 if begin.are_times(0) => ("the time of the frame", None, Some(0)),
        2 if begin.are_numbers(0) && begin.are_times(1) => (both, Some(0), Some(1)),
        2 if begin.are_times(0) && begin.are_numbers(1) => (both, Some(1), Some(0)),
        _ => return named,
    };
    let message = format!("rows begin with {what}, as their values tell: no column is called so");
    let first = rows.first().and_then(|row| row.first());
    let at = first.map_or(reader.scan.at, |field| field.at);
    reader.warn(WarningCode::ConventionDiffers, at, message);
    FrameColumns::new(number, time)
}

/// How many values a row has by the names of columns, bodies or markers, and how many each of these takes; `None` where
/// nothing is named.
fn expected(header: &Header<'_>) -> Option<(usize, usize)> {
    let (named, each, between) = match header.body_names.len() {
        _ if header.is_skeleton() => (0, SEGMENT, 0),
        0 => (header.marker_names.len(), COLUMNS, 0),
        bodies => (bodies, BODY.len() + 1, 1),
    };
    let values = match header.columns.len() {
        0 => (named * each).checked_sub(between).filter(|&values| values > 0)?,
        columns => columns,
    };
    Some((values, each))
}

/// The first rows of a file, of which the first columns are asked.
struct Beginnings<'r, 't> {
    rows: &'r [Vec<Word<'t>>],
    /// Frames a second, where they are said.
    rate: Option<f64>,
}

impl Beginnings<'_, '_> {
    /// The values of a column, where most rows have one.
    fn column<T>(&self, column: usize, value: fn(&[u8]) -> Option<T>) -> Option<Vec<T>> {
        let fields = self.rows.iter().filter_map(|row| row.get(column));
        let values: Vec<T> = fields.filter_map(|field| value(field.text)).collect();
        (!values.is_empty() && 4 * values.len() > 3 * self.rows.len()).then_some(values)
    }

    /// Whether a column counts frames: whole numbers that rise, most of them by 1 or all of them evenly.
    fn are_numbers(&self, column: usize) -> bool {
        let Some(numbers) = self.column(column, frame_number) else { return false };
        let steps = numbers.windows(2);
        let steps: Vec<i64> = steps.map(|pair| pair[1].saturating_sub(pair[0])).collect();
        let by_1 = steps.iter().filter(|&&step| step == 1).count();
        let is_even = steps.len() > 2 && steps.iter().all(|&step| step > 0 && step == steps[0]);
        steps.is_empty() || is_even || 4 * by_1 > 3 * steps.len()
    }

    /// Whether a column holds times: numbers that rise as frames do, one or so many a step; where nobody says how many a
    /// second there are, evenly.
    fn are_times(&self, column: usize) -> bool {
        /// How far times may be rounded, in seconds.
        const ROUNDED: f64 = 0.01;
        /// Programs that thin out a file leave no more frames out, in one step.
        const THINNED: f64 = 20.0;
        let Some(times) = self.column(column, double) else { return false };
        let [first, .., last] = times[..] else { return true };
        let count = (times.len() - 1) as f64;
        let step = (last - first) / count;
        let is_even = times.windows(2).all(|pair| {
            let own = pair[1] - pair[0];
            own >= 0.0 && (own - step).abs() <= 0.5 * step + ROUNDED
        });
        let fits = self.rate.is_none_or(|rate| {
            let frames = step * rate;
            (frames - frames.round().clamp(1.0, THINNED)).abs() <= 0.1 + ROUNDED * rate / count
        });
        step > 0.0 && is_even && fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(rate: Option<f64>, column: &str) -> [bool; 2] {
        let rows: Vec<Vec<Word<'_>>> =
            column.split(' ').map(|text| vec![Word { text: text.as_bytes(), at: 0 }]).collect();
        let begin = Beginnings { rows: &rows, rate };
        [begin.are_numbers(0), begin.are_times(0)]
    }

    #[test]
    fn what_counts_up_is_the_number_and_what_runs_on_evenly_is_the_time() {
        for (column, expected) in [
            ("1 2 3", [true, false]),
            ("-3 -2 -1 0", [true, false]),
            ("1 2 3 4 9 10 11 12", [true, false]),
            ("10 15 20 25", [true, false]),
            ("1", [true, true]),
            ("0.5", [false, true]),
            ("0 0.00833 0.01667", [false, true]),
            ("4.28 4.29 4.30 4.30 4.31", [false, true]),
            ("0.0 0.1 0.2", [false, true]),
            ("1 1 1", [false, false]),
            ("3 2 1", [false, false]),
            ("70 70.877 71.7 72.5", [false, false]),
            ("x 1 y", [false, false]),
            ("1020 1031 1029 1044", [false, false]),
        ] {
            assert_eq!(is(Some(120.0), column), expected, "{column}");
        }
        assert_eq!(is(None, "0 0.2 0.4"), [false, true]);
        assert_eq!(is(None, "0 0.2 5"), [false, false]);
    }
}
