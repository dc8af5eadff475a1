//! The header of a C3D file: its first block of 512 bytes.
//!
//! ```text
//! byte  0       number of the block at which the parameters begin, counted from 1
//!       1       80
//!       2       points                      16-bit integers
//!       4       analog samples a frame
//!       6   8   first and last frame
//!      12       scale, below 0 for floats   a float
//!      16       block at which the data begin
//!      18       analog samples a channel
//!      20       frames a second             a float
//!     298 300   12345, number of events
//!     304 376   their times in seconds, whether they are shown: 18 floats, 18 bytes
//!     396       their labels, four letters each
//! ```

use super::processor::Processor;

pub(super) const BLOCK: usize = 512;

/// The byte after the pointer to the parameters.
pub(super) const KEY: u8 = 80;

pub(super) mod offset {
    pub const POINTS: usize = 2;
    pub const SAMPLES: usize = 4;
    pub const FIRST: usize = 6;
    pub const SCALE: usize = 12;
    pub const DATA: usize = 16;
    pub const RATE: usize = 20;
    pub const EVENTS: usize = 300;
}

/// What the header says, unchecked.
pub(super) struct Header {
    pub points: u16,
    /// How many analog samples follow them: channels times samples a channel.
    pub samples: u16,
    /// How many samples each of the channels has a frame.
    pub samples_per_channel: u16,
    pub first: u16,
    pub last: u16,
    /// What integers are multiplied with, or below 0 for floats.
    pub scale: f32,
    /// The byte at which the data begin; `None` where that would be inside the header.
    pub data: Option<usize>,
    pub rate: f32,
    /// Seconds and labels.
    pub events: Vec<(f32, [u8; 4])>,
}

impl Header {
    const MAX_EVENTS: usize = 18;

    pub fn read(block: &[u8; BLOCK], processor: Processor) -> Self {
        let unsigned = |at: usize| processor.unsigned([block[at], block[at + 1]]);
        let four = |at: usize| -> [u8; 4] { std::array::from_fn(|i| block[at + i]) };
        let float = |at: usize| processor.float(four(at));
        let event = |i: usize| (float(304 + 4 * i), four(396 + 4 * i));
        // Files without the key have labels of two letters, which nobody has described.
        let events = if unsigned(298) == 12345 { usize::from(unsigned(offset::EVENTS)) } else { 0 };
        Self {
            points: unsigned(offset::POINTS),
            samples: unsigned(offset::SAMPLES),
            samples_per_channel: unsigned(18),
            first: unsigned(offset::FIRST),
            last: unsigned(8),
            scale: float(offset::SCALE),
            data: block_start(f64::from(unsigned(offset::DATA))),
            rate: float(offset::RATE),
            events: (0..events.min(Self::MAX_EVENTS)).map(event).collect(),
        }
    }

    pub fn frames(&self) -> usize {
        let (first, last) = (usize::from(self.first), usize::from(self.last));
        // Where nobody filled them in, both are 0.
        match (last + 1).checked_sub(first) {
            Some(frames) if last > 0 => frames,
            _ => 0,
        }
    }
}

/// The first byte of a block that is counted from 1; `None` for the header's own and those before it.
pub(super) fn block_start(number: f64) -> Option<usize> {
    let number = number as usize;
    (number >= 2).then(|| (number - 1) * BLOCK)
}
