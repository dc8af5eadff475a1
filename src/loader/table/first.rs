//! The first row of a table, and how many values it tells that rows have.

use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::rate::counted;
use super::super::scanner::Scanner;
use super::fields::Separator;
use crate::take::{WarningCode, Warnings};

/// What the first rows tell of all of them.
pub struct FirstRow<'a> {
    pub line: Line<'a>,
    /// What parts values.
    pub separator: Separator,
    /// How many values there are behind what stands ahead of them: as many as two rows have, or the
    /// only one.
    pub columns: usize,
}

impl<'a> FirstRow<'a> {
    /// What a row with so many fields ahead of its values tells, and those in the lines behind it.
    pub fn of(line: Line<'a>, behind: &Lines<'a>, separator: Separator, ahead: usize) -> Self {
        /// One row in so many that is too long does not make markers of what it has too much.
        const SEEN: usize = 8;
        let rows = behind.clone().filter(|line| !line.is_blank());
        let rows = std::iter::once(line).chain(rows).take(SEEN);
        let columns = |row: Line<'_>| row.parted_by(separator).len().saturating_sub(ahead);
        let mut columns: Vec<usize> = rows.map(columns).collect();
        let first = columns[0];
        columns.sort_unstable();
        let agreed = columns.windows(2).rfind(|pair| pair[0] == pair[1]);
        Self { line, separator, columns: agreed.map_or(first, |pair| pair[0]) }
    }

    /// As [`Self::of`], for the first of these lines that is not blank.
    ///
    /// # Errors
    /// Where there is none.
    pub fn find(
        mut lines: Lines<'a>,
        separator: Separator,
        ahead: usize,
        scan: &Scanner<'_>,
    ) -> Result<Self, LoadError> {
        let end = (*scan).at(lines.at);
        match lines.find(|line| !line.is_blank()) {
            Some(line) => Ok(Self::of(line, &lines, separator, ahead)),
            None => {
                Err(end.expected("a row with positions").hint("the file has a header and no data"))
            }
        }
    }

    /// How many values rows have behind so many columns, which is told.
    pub fn left_over(&self, columns: usize, scan: &Scanner<'_>, warnings: &mut Warnings) -> usize {
        let left = self.columns.saturating_sub(columns);
        if left > 0 {
            let many = counted(left as f64, "value");
            let message =
                format!("{many} behind the last marker of each row make no marker: not read");
            let place = || scan.place(self.line.at);
            warnings.add_at(WarningCode::ValuesLeftOut, place, message);
        }
        left
    }
}
