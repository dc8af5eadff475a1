//! How an AMC file counts its frames, and where its count is out of order.

use super::super::scanner::Scanner;
use crate::take::{FrameNumbers, Warnings};

/// What the numbers of the frames tell.
#[derive(Default)]
pub(super) struct Numbering {
    first: Option<i64>,
    last: i64,
    /// From the first frame to the second.
    step: Option<i64>,
    is_uneven: bool,
    /// The first place where numbers are left out, and how often they are.
    gaps: Option<(usize, usize)>,
    /// The same for numbers that are not above the one before.
    backward: Option<(usize, usize)>,
}

impl Numbering {
    /// Takes the next frame's number, which stands at a byte of the file.
    pub fn add(&mut self, number: i64, at: usize) {
        if self.first.is_none() {
            self.first = Some(number);
        } else {
            let step = number.saturating_sub(self.last);
            self.is_uneven |= *self.step.get_or_insert(step) != step;
            let told = match step {
                1 => None,
                ..=0 => Some(&mut self.backward),
                _ => Some(&mut self.gaps),
            };
            if let Some(told) = told {
                told.get_or_insert((at, 0)).1 += 1;
            }
        }
        self.last = number;
    }

    /// Warns of what is out of order.
    pub fn tell(&self, scan: &Scanner<'_>, warnings: &mut Warnings) {
        let times = |count: usize| match count {
            1 => "once".to_string(),
            count => format!("{count} times"),
        };
        if let Some((at, count)) = self.gaps.filter(|_| self.is_uneven) {
            let message = format!(
                "frame numbers are left out {}: the frames that are there follow each other",
                times(count)
            );
            warnings.add_at(|| scan.place(at), message);
        }
        if let Some((at, count)) = self.backward {
            let message = format!(
                "frame numbers repeat or go back {}: the frames stay in the order of the file",
                times(count)
            );
            warnings.add_at(|| scan.place(at), message);
        }
    }

    /// The numbers of all frames, where they go up in even steps.
    pub fn numbers(&self) -> Option<FrameNumbers> {
        let step = self.step.unwrap_or(1);
        let is_even = !self.is_uneven && step > 0;
        let first = self.first.filter(|_| is_even)?;
        Some(FrameNumbers { first, step })
    }
}
