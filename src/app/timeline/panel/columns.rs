//! Columns of pixels that frames of a take fall on: what happens on a frame is a pixel wide at least.

use std::ops::Range;

use egui::{Painter, Rect};

use crate::app::{State, timeline::panel::layout::Strip, timeline::panel::scale::Scale};

/// The columns of pixels that a strip is seen on.
pub struct Pixels {
    /// What is seen of the strip.
    pub seen: Rect,
    /// The width of one, in points.
    wide: f32,
    /// On which of them frames fall.
    pub across: PixelColumns,
    /// Where what has come of the take ends.
    pub end: f32,
}

impl Pixels {
    /// Those of a strip; `None` where it is out of sight.
    pub fn of(painter: &Painter, state: &State, strip: &Strip, scale: Scale) -> Option<Self> {
        let open = &state.session.takes[strip.take];
        let seen = strip.rect.intersect(painter.clip_rect());
        if !seen.is_positive() {
            return None;
        }
        let wide = painter.ctx().pixels_per_point().recip();
        let timeline = &state.session.timeline;
        let [begin, _] = timeline.span(open);
        let own = open.take.motion.frame_time() / timeline.frame_time;
        Some(Self {
            across: PixelColumns {
                first: f64::from((scale.x(begin) - seen.left()) / wide),
                wide: own / (scale.frames_a_point() * f64::from(wide)),
            },
            end: scale.x(timeline.end_of(open)),
            seen,
            wide,
        })
    }

    pub fn columns(&self) -> Vec<f32> {
        vec![0.0; (self.seen.width() / self.wide).ceil() as usize]
    }

    /// From where to where a run of columns is.
    pub fn x(&self, run: &Range<usize>) -> [f32; 2] {
        let x = [run.start, run.end].map(|column| self.seen.left() + column as f32 * self.wide);
        [x[0], x[1].min(self.seen.right())]
    }
}

/// On which columns of pixels frames fall.
#[derive(Clone, Copy)]
pub struct PixelColumns {
    /// Where the middle of frame 0 is.
    first: f64,
    /// How wide a frame is.
    wide: f64,
}

impl PixelColumns {
    fn at(self, frame: u32) -> f64 {
        self.first + (f64::from(frame) - 0.5) * self.wide
    }

    /// The columns of a run, one at least; `None` where it is beside all of them.
    fn columns(self, run: &Range<u32>, count: usize) -> Option<Range<usize>> {
        let begin = self.at(run.start).max(0.0) as usize;
        if self.at(run.end) <= 0.0 || begin >= count {
            return None;
        }
        let end = self.at(run.end).ceil() as usize;
        Some(begin..end.clamp(begin + 1, count))
    }

    pub fn raise(self, run: &Range<u32>, value: f32, columns: &mut [f32]) {
        if let Some(run) = self.columns(run, columns.len()) {
            for column in &mut columns[run] {
                *column = column.max(value);
            }
        }
    }

    /// Raises the columns of many runs to 1.
    ///
    /// Runs that fall on a column which is raised already are skipped by halving, so that a hundred
    /// thousand of them take no longer than there are columns.
    pub fn fill(self, runs: &[Range<u32>], columns: &mut [f32]) {
        let mut next = runs.partition_point(|run| self.at(run.end) <= 0.0);
        while let Some(run) = runs.get(next) {
            let Some(run) = self.columns(run, columns.len()) else {
                return;
            };
            let end = run.end as f64;
            columns[run].fill(1.0);
            next += 1;
            next += runs[next..].partition_point(|run| self.at(run.end) <= end);
        }
    }
}

/// The runs of columns of one value above 0.
pub fn even(columns: &[f32]) -> Vec<(Range<usize>, f32)> {
    let mut runs: Vec<(Range<usize>, f32)> = Vec::new();
    for (column, &value) in columns.iter().enumerate().filter(|(_, value)| **value > 0.0) {
        match runs.last_mut() {
            Some((run, of)) if run.end == column && *of == value => run.end += 1,
            _ => runs.push((column..column + 1, value)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns that runs fall on, in a row of eight.
    fn columns(runs: &[Range<u32>], first: f64, wide: f64) -> Vec<usize> {
        let across = PixelColumns { first, wide };
        let (mut filled, mut raised) = ([0.0; 8], [0.0; 8]);
        across.fill(runs, &mut filled);
        for run in runs {
            across.raise(run, 1.0, &mut raised);
        }
        assert_eq!(filled, raised);
        even(&filled).into_iter().flat_map(|(run, _)| run).collect()
    }

    #[test]
    fn a_gap_is_a_pixel_wide_at_least_and_one_a_pixel() {
        assert_eq!(columns(std::slice::from_ref(&(1..3)), 1.0, 2.0), [2, 3, 4, 5]);
        assert_eq!(columns(std::slice::from_ref(&(1000..1001)), 1.05, 0.002), [3]);
        let many: Vec<Range<u32>> = (0..100_000).map(|i| 2 * i..2 * i + 1).collect();
        assert_eq!(columns(&many, 0.0, 1e-5), [0, 1]);
        assert_eq!(columns(&many, 4.5, 1.0), [4, 6]);
    }

    #[test]
    fn a_gap_is_as_high_as_the_worst_of_its_pixel() {
        let across = PixelColumns { first: 0.5, wide: 0.5 };
        let mut columns = [0.0; 4];
        for (run, share) in [(0..2, 0.25), (2..3, 0.75), (3..8, 0.5)] {
            across.raise(&run, share, &mut columns);
        }
        assert_eq!(even(&columns), [(0..1, 0.25), (1..2, 0.75), (2..4, 0.5)]);
    }

    #[test]
    fn gaps_out_of_sight_are_left_out() {
        let runs = [0..10, 20..30, 40..50];
        assert_eq!(columns(&runs, -22.0, 1.0), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(columns(&runs, -32.0, 1.0), [7]);
        assert_eq!(columns(&runs, 100.0, 1.0), [0usize; 0]);
        assert_eq!(columns(&runs, -1e12, 1.0), [0usize; 0]);
    }
}
