//! The Time column of a TRC file, and the frame time that it gives.

use super::super::rate::is_frame_time;

/// The column Time, in seconds.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// How many rows stand ahead of the first one that has a time.
    ahead: usize,
    first: f64,
    last: f64,
    /// How many rows there are from the first one to the last, lost ones among them.
    rows: usize,
    /// How many were lost behind the last one.
    lost: usize,
    /// The shortest and the longest step, once there are two rows.
    steps: Option<[f64; 2]>,
    broken: bool,
}

impl Times {
    /// Takes in that a row was lost, with its time.
    pub fn lose(&mut self) {
        self.lost += 1;
    }

    /// Takes in the time of the next row, where it has one.
    pub fn add(&mut self, time: Option<f64>) {
        let steps = std::mem::take(&mut self.lost) + 1;
        let Some(time) = time else {
            self.broken = true;
            self.ahead += usize::from(self.rows == 0);
            return;
        };
        if self.rows == 0 {
            self.first = time;
            self.rows = 1;
        } else {
            let step = (time - self.last) / steps as f64;
            let [low, high] = self.steps.unwrap_or([step; 2]);
            self.steps = Some([low.min(step), high.max(step)]);
            self.rows += steps;
        }
        self.last = time;
    }

    /// Takes in those of the rows that follow.
    pub fn join(&mut self, next: Self) {
        if self.rows == 0 || next.rows == 0 {
            let broken = self.broken || next.broken;
            if self.rows == 0 {
                let ahead = self.ahead + next.ahead;
                *self = Self { ahead, ..next };
            }
            self.broken = broken;
            return;
        }
        let [low, high] = self.steps.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        let [next_low, next_high] = next.steps.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        let between = next.first - self.last;
        self.steps = Some([
            low.min(next_low).min(between),
            high.max(next_high).max(between),
        ]);
        self.last = next.last;
        self.rows += next.rows;
        self.broken |= next.broken;
    }

    /// Seconds at the first frame, as the file has it; 0 where no row has a time. So many frames are lost
    /// ahead of the first row that could be read.
    pub fn start(&self, lost: usize, frame_time: f64) -> f64 {
        match self.rows {
            0 => 0.0,
            _ => self.first - (self.ahead + lost) as f64 * frame_time,
        }
    }

    /// Seconds a frame, where the times run on evenly and can be seconds.
    pub fn frame_time(&self) -> Option<f64> {
        let [low, high] = self.steps.filter(|_| !self.broken)?;
        let mean = (self.last - self.first) / (self.rows - 1) as f64;
        let is_even = low > 0.5 * mean && high < 1.5 * mean;
        (is_even && mean < 1.0 && is_frame_time(mean)).then_some(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_counts_back_from_the_first_row_with_a_time() {
        let times = |list: &[Option<f64>]| {
            let mut times = Times::default();
            list.iter().for_each(|&time| times.add(time));
            times
        };
        assert_eq!(times(&[]).start(1, 0.5), 0.0);
        assert_eq!(times(&[None, None]).start(0, 0.5), 0.0);
        assert_eq!(times(&[Some(4.283), Some(4.3)]).start(0, 0.5), 4.283);
        assert_eq!(times(&[None, Some(4.0), None]).start(1, 0.5), 3.0);
        let mut joined = times(&[None]);
        joined.join(times(&[None, Some(4.0)]));
        joined.join(times(&[None, Some(6.0)]));
        assert_eq!(joined.start(0, 0.5), 3.0);
    }
}
