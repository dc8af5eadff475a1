//! A series: one value a frame, with minimum and maximum of blocks, so that any span is drawn fast.

use std::ops::Range;

/// So many frames make a block, and so many blocks the next larger one.
const BLOCK: usize = 16;

/// The lowest and the highest of no value at all.
const NO_VALUE: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// Values frame by frame. NaN is a gap.
///
/// Invariant: `levels[k]` has one pair for each whole block of `16^(k + 1)` frames that was pushed.
/// All levels together are an eighth of the values.
#[derive(Clone, Debug, Default)]
pub struct Series {
    values: Vec<f32>,
    levels: Vec<Vec<[f32; 2]>>,
}

/// What shows of a few frames in a row that share a column of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub first: usize,
    pub last: usize,
    pub low: f32,
    pub high: f32,
    /// Whether it goes up from the first frame to the last.
    pub rises: bool,
    /// Whether the line runs on from the column before: no gap lies between them.
    pub is_joined: bool,
}

impl Series {
    pub fn with_capacity(frames: usize) -> Self {
        Self { values: Vec::with_capacity(frames), levels: Vec::new() }
    }

    /// Adds the value of the next frame. One that is not finite is a gap.
    pub fn push(&mut self, value: f32) {
        self.values.push(if value.is_finite() { value } else { f32::NAN });
        let mut size = BLOCK;
        let mut level = 0;
        while self.values.len().is_multiple_of(size) {
            let block = match level {
                0 => min_max(self.values[self.values.len() - BLOCK..].iter().map(|&v| [v; 2])),
                _ => {
                    let finer = &self.levels[level - 1];
                    min_max(finer[finer.len() - BLOCK..].iter().copied())
                }
            };
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(block);
            size *= BLOCK;
            level += 1;
        }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a frame; `None` in a gap and beyond the end.
    pub fn value(&self, frame: usize) -> Option<f32> {
        self.values.get(frame).copied().filter(|v| !v.is_nan())
    }

    /// The lowest and the highest value of these frames; `None` where none of them has one.
    ///
    /// Costs at most 30 steps for each level of blocks, however many frames there are.
    pub fn span(&self, frames: Range<usize>) -> Option<[f32; 2]> {
        let end = frames.end.min(self.len());
        let mut at = frames.start;
        let mut found = NO_VALUE;
        while at < end {
            // The largest block that begins here and does not reach beyond the end.
            let mut size = 1;
            let mut level = 0;
            while at.is_multiple_of(size * BLOCK) && at + size * BLOCK <= end {
                size *= BLOCK;
                level += 1;
            }
            let block = match level {
                0 => [self.values[at]; 2],
                _ => self.levels[level - 1][at / size],
            };
            found = min_max([found, block].into_iter());
            at += size;
        }
        (found[0] <= found[1]).then_some(found)
    }

    /// What shows of the frames from `shown.start` to `shown.end` in a picture that is `width`
    /// pixels wide: columns of one frame each, or of as many as it takes to have at most `width` of
    /// them, and one more at each side so that the line runs out of the picture.
    ///
    /// Columns begin on multiples of their length, so that nothing flickers while the span moves.
    pub fn columns(
        &self,
        shown: Range<f64>,
        width: usize,
    ) -> impl Iterator<Item = Column> + use<'_> {
        let mut each = 1usize;
        while (shown.end - shown.start) / each as f64 > width.max(1) as f64 {
            each *= 2;
        }
        let first = (shown.start.max(0.0) as usize / each).saturating_sub(1);
        let last = (shown.end.max(0.0) as usize / each + 2).min(self.len().div_ceil(each));
        (first..last).filter_map(move |column| {
            let from = column * each;
            let to = (from + each).min(self.len());
            let [low, high] = self.span(from..to)?;
            Some(Column {
                first: from,
                last: to - 1,
                low,
                high,
                rises: self.values[from] <= self.values[to - 1],
                is_joined: column > first
                    && self.value(from - 1).is_some()
                    && self.value(from).is_some(),
            })
        })
    }
}

/// The lowest and the highest of pairs of them; NaN counts for nothing.
fn min_max(pairs: impl Iterator<Item = [f32; 2]>) -> [f32; 2] {
    pairs.fold(NO_VALUE, |[low, high], pair| [low.min(pair[0]), high.max(pair[1])])
}
