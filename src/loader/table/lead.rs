//! What stands ahead of the values of a row, as each format has it.

use super::super::chunks::RowMerge;
use super::super::error::LoadError;
use super::super::scanner::{Scanner, quoted};

/// Reads what stands ahead of the values of a row, such as the number of the frame.
pub trait Lead: Sync {
    /// What stands there.
    type Row;
    /// What comes of all rows.
    type About: RowMerge + Default;

    /// Whether a row may begin with an empty field.
    fn may_begin_empty(&self) -> bool;

    /// Reads the fields of a row that begins at byte `at`, and tells where the values begin.
    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(Self::Row, usize), Odd<'t>>;

    /// Takes in a sound row; whether its number follows the ones before it.
    fn take(&self, row: Self::Row, about: &mut Self::About) -> bool;

    /// Takes in that a row is lost.
    fn lose(&self, about: &mut Self::About);

    /// The frame that a row is of, both counted from 0.
    fn frame(&self, row: usize) -> usize {
        row
    }
}

/// A field that is not what must stand there.
pub struct Odd<'t> {
    pub at: usize,
    pub field: &'t [u8],
    pub wanted: Wanted,
}

/// What must stand in a field.
#[derive(Clone, Copy)]
pub enum Wanted {
    FrameNumber,
    Time,
    /// Something else.
    Other(&'static str),
}

impl Odd<'_> {
    /// The fault of a row of this frame, as the person with the file reads it.
    pub fn told(&self, frame: usize, scan: &Scanner<'_>) -> LoadError {
        match self.wanted {
            Wanted::FrameNumber => scan.expected_at(self.at, "a frame number", quoted(self.field)),
            Wanted::Time => {
                let what = format!("a time in seconds for frame {frame}");
                scan.expected_number_at(self.at, what, self.field)
            }
            Wanted::Other(what) => scan.expected_at(self.at, what, quoted(self.field)),
        }
    }
}
