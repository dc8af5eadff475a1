//! Films that need no other program: GIF and animated PNG.

mod apng;
mod gif;

use std::ops::Range;

pub use apng::ApngFilm;
pub use gif::GifFilm;

/// Pictures a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmRate(pub f64);

impl FilmRate {
    /// How long a picture is shown, as a fraction of a second: exact for whole rates and for those of television
    /// (30000/1001), else to a thousandth of a picture a second.
    pub fn frame_time(self) -> [u16; 2] {
        for over in [1.0, 1001.0, 1000.0, 100.0, 10.0] {
            let under = self.0 * over;
            let is_whole = (under - under.round()).abs() < 1e-3 * over.min(10.0) || over == 10.0;
            if is_whole && under.round() <= f64::from(u16::MAX) {
                return [over as u16, under.round().max(1.0) as u16];
            }
        }
        [1, 60]
    }

    /// When a picture begins, in hundredths of a second: what GIF counts in.
    pub fn hundredths(self, picture: usize) -> u64 {
        (picture as f64 * 100.0 / self.0).round() as u64
    }
}

/// The columns and rows outside of which two pictures, `width` pixels wide, are the same; one pixel if all are.
fn changed_part<P: PartialEq>(now: &[P], before: &[P], width: usize) -> [Range<usize>; 2] {
    let rows = now.chunks_exact(width).zip(before.chunks_exact(width));
    let mut columns = [usize::MAX, 0];
    let mut all = [usize::MAX, 0];
    for (y, (now, before)) in rows.enumerate().filter(|(_, (now, before))| now != before) {
        let differs = |x: &usize| now[*x] != before[*x];
        let first = (0..width).find(differs).unwrap_or(0);
        let last = (0..width).rfind(differs).unwrap_or(0);
        columns = [columns[0].min(first), columns[1].max(last + 1)];
        all = [all[0].min(y), y + 1];
    }
    match all[1] {
        0 => [0..1, 0..1],
        _ => [columns[0]..columns[1], all[0]..all[1]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_exact_fractions() {
        for (fps, expected) in [
            (30.0, [1, 30]),
            (120.0, [1, 120]),
            (30000.0 / 1001.0, [1001, 30000]),
            (24000.0 / 1001.0, [1001, 24000]),
            (12.5, [1000, 12500]),
            (59.94, [1000, 59940]),
        ] {
            assert_eq!(FilmRate(fps).frame_time(), expected, "{fps}");
        }
    }

    #[test]
    fn hundredths_drift_from_no_rate() {
        let rate = FilmRate(30.0);
        let delays = (0..300).map(|i| rate.hundredths(i + 1) - rate.hundredths(i));
        assert!(delays.clone().all(|delay| delay == 3 || delay == 4));
        assert_eq!(delays.sum::<u64>(), 1000);
    }

    #[test]
    fn what_changes_is_inside_and_nothing_else() {
        let before = [0; 12];
        let mut now = before;
        assert_eq!(changed_part(&now, &before, 4), [0..1, 0..1]);
        now[5] = 1;
        assert_eq!(changed_part(&now, &before, 4), [1..2, 1..2]);
        now[11] = 1;
        assert_eq!(changed_part(&now, &before, 4), [1..4, 1..3]);
    }
}
