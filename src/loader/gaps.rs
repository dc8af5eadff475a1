//! Gaps: markers and points that have no place on a frame.

use super::number::MAX_VALUE;
use crate::take::{Place, WarningCode, Warnings};

/// The columns of a marker: its place along X, Y and Z.
pub(super) const COLUMNS: usize = 3;

/// The columns of a point: those of a marker, and behind them its confidence, where points have one.
pub(super) fn point_columns(has_confidence: bool) -> usize {
    COLUMNS + usize::from(has_confidence)
}

/// What stood in the places of markers that are gaps, counted over rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gaps {
    /// How many lack a coordinate, or have one that cannot be used, and another one that is lost.
    pub half: usize,
    /// How many are exactly at 0 0 0: what programs write for a marker that was not seen.
    pub zeros: usize,
    /// Where the first of these is: the byte of its row.
    pub first_zero: Option<usize>,
    pub has_places: bool,
}

impl Gaps {
    /// Makes a gap of each marker of the row at byte `at` that has no place; whether one of them
    /// had a coordinate that is lost.
    pub fn close(&mut self, row: &mut [f32], at: usize) -> bool {
        self.close_with::<true>(row, COLUMNS, at)
    }

    /// As [`Self::close`], for points that may be at 0 0 0, of `width` values each: what stands behind a position stays.
    pub fn close_points(&mut self, row: &mut [f32], width: usize) -> bool {
        self.close_with::<false>(row, width, 0)
    }

    fn close_with<const ZERO_IS_GAP: bool>(
        &mut self,
        row: &mut [f32],
        width: usize,
        at: usize,
    ) -> bool {
        let (half, zeros) = (self.half, self.zeros);
        for point in row.chunks_exact_mut(width) {
            let marker = &mut point[..COLUMNS];
            let is_usable = marker.iter().all(|value| value.abs() <= MAX_VALUE);
            let is_zero = ZERO_IS_GAP && marker.iter().all(|&value| value == 0.0);
            if is_usable && !is_zero {
                self.has_places = true;
                continue;
            }
            self.zeros += usize::from(is_zero);
            self.half += usize::from(!is_zero && marker.iter().any(|value| !value.is_nan()));
            marker.fill(f32::NAN);
        }
        if self.zeros > zeros {
            self.first_zero.get_or_insert(at);
        }
        self.half > half
    }

    /// Takes in that the rows are those of a text that begins at that byte of the file.
    pub fn moved(&mut self, origin: usize) {
        self.first_zero = self.first_zero.map(|at| at + origin);
    }

    pub fn join(&mut self, next: Self) {
        *self = Self {
            half: self.half + next.half,
            zeros: self.zeros + next.zeros,
            first_zero: self.first_zero.or(next.first_zero),
            has_places: self.has_places | next.has_places,
        };
    }

    pub fn warn(self, place: impl FnOnce(usize) -> Place, warnings: &mut Warnings) {
        let Some(first) = self.first_zero else { return };
        let message = if self.has_places {
            "a marker exactly at 0 0 0 is a gap: it was not seen there"
        } else {
            "all markers are at 0 0 0 on all frames: all are missing (occluded)"
        };
        warnings.add_times(WarningCode::GapsGuessed, place(first), message, self.zeros);
    }
}

/// The warning where [`Gaps::close`] found a coordinate that is lost.
pub(super) const HALF_A_MARKER: &str =
    "a marker with a coordinate that is missing or cannot be used is a gap";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_takes_all_three_coordinates() {
        let nan = f32::NAN;
        let mut row = [1.0, 2.0, 3.0, nan, 5.0, 6.0, nan, nan, nan, 7.0, 1e30, 9.0];
        let mut gaps = Gaps::default();
        assert!(gaps.close(&mut row, 7));
        assert_eq!((gaps.half, gaps.first_zero), (2, None));
        assert_eq!(row[..3], [1.0, 2.0, 3.0]);
        assert!(row[3..].iter().all(|value| value.is_nan()));
    }

    #[test]
    fn a_marker_exactly_at_zero_was_not_seen() {
        let mut gaps = Gaps::default();
        let mut row = [0.0, -0.0, 0.0, 0.0, 0.0, 1e-9];
        assert!(!gaps.close(&mut row, 7) && !gaps.close(&mut [0.0; 3], 9));
        assert!(row[..3].iter().all(|value| value.is_nan()) && row[5] == 1e-9);
        let warning = |gaps: Gaps| {
            let mut warnings = Warnings::default();
            gaps.warn(|byte| Place::Byte(byte as u64), &mut warnings);
            warnings.finish().remove(0).to_string()
        };
        assert!(warning(gaps).ends_with("it was not seen there (2 times)"));
        let mut all = Gaps::default();
        all.close(&mut [0.0; 3], 5);
        let mut more = Gaps::default();
        more.join(all);
        assert!(warning(more).starts_with("byte 5: all markers are at 0 0 0"));
    }
}
