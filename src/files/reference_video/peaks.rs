//! The peaks of a sound, for drawing it: the least and the greatest sample of each stretch, at several lengths.

/// How many samples the shortest stretches have.
const BLOCK: usize = 256;
/// How many stretches make one of the next length.
const STEP: usize = 16;
const LEVELS: usize = 5;

/// A least and a greatest sample, from −128 to 127.
pub type Peak = [i8; 2];

/// The peaks of a sound, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peaks {
    levels: [Vec<Peak>; LEVELS],
    /// What has come of stretches that are not whole, by their level, and of how many parts.
    open: [Option<(Peak, usize)>; LEVELS],
}

impl Peaks {
    pub fn add(&mut self, samples: &[i16]) {
        for sample in samples {
            let value = (sample >> 8) as i8;
            self.raise(0, [value, value], BLOCK);
        }
    }

    fn raise(&mut self, level: usize, peak: Peak, parts: usize) {
        let (so_far, count) = self.open[level].take().unwrap_or((peak, 0));
        let now = joined(so_far, peak);
        if count + 1 < parts {
            self.open[level] = Some((now, count + 1));
            return;
        }
        self.levels[level].push(now);
        if level + 1 < LEVELS {
            self.raise(level + 1, now, STEP);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.levels[0].is_empty()
    }

    /// The peak of the samples from one to another, as far as they have come.
    pub fn range(&self, first: i64, end: i64) -> Option<Peak> {
        let mut at = usize::try_from(first.max(0)).ok()? / BLOCK;
        let end = usize::try_from(end.max(0)).ok()?.div_ceil(BLOCK).min(self.levels[0].len());
        let mut found: Option<Peak> = None;
        // Short stretches up to where a longer one begins, and so on, and back.
        while at < end {
            let fits = |level: &usize| {
                let blocks = STEP.pow(*level as u32);
                at.is_multiple_of(blocks)
                    && at + blocks <= end
                    && at / blocks < self.levels[*level].len()
            };
            let level = (0..LEVELS).rev().find(fits).unwrap_or(0);
            let blocks = STEP.pow(level as u32);
            let peak = self.levels[level][at / blocks];
            found = Some(found.map_or(peak, |found| joined(found, peak)));
            at += blocks;
        }
        found
    }
}

fn joined(a: Peak, b: Peak) -> Peak {
    [a[0].min(b[0]), a[1].max(b[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_are_those_of_the_samples_at_every_length() {
        let mut random = 1_u32;
        let samples: Vec<i16> = (0..BLOCK * 5000)
            .map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let loud = random >> 24 == 7;
                (random >> 16) as i16 / if loud { 1 } else { 64 }
            })
            .collect();
        let mut peaks = Peaks::default();
        samples.chunks(777).for_each(|part| peaks.add(part));
        for (first, end) in [(0, 1), (3, 40), (16, 32), (5, 4999), (0, 5000), (4096, 4900)] {
            let part = &samples[first * BLOCK..end * BLOCK];
            let expected = [*part.iter().min().unwrap(), *part.iter().max().unwrap()];
            let found = peaks.range((first * BLOCK) as i64, (end * BLOCK) as i64);
            assert_eq!(found, Some(expected.map(|sample| (sample >> 8) as i8)));
        }
        assert_eq!(peaks.range(-100, 0), None);
        assert_eq!(peaks.range(BLOCK as i64 * 5000, i64::MAX), None);
        assert!(!peaks.is_empty() && Peaks::default().is_empty());
    }
}
