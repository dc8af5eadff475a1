//! How the rows of a table are built, and what is known of them beside their values.

use super::super::chunks::RowMerge;
use super::super::marker::Gaps;
use super::super::unread_rows::UnreadRows;
use super::fields::Separator;

/// How the rows of a file are built.
pub struct Shape<'a, L> {
    /// What parts fields.
    pub separator: Separator,
    /// What stands ahead of the values.
    pub lead: L,
    /// The columns behind that, in their order.
    pub runs: &'a [Run],
    /// A word that stands for a value that is missing, as an empty field does; empty for none.
    pub gap: &'static [u8],
    /// What becomes a gap.
    pub closing: Closing,
    /// What errors call a value that is read: `Y of "LASI"`.
    pub name: &'a (dyn Fn(usize) -> String + Sync),
    /// Why a row has so many values.
    pub why: &'a str,
}

/// Which places are closed to gaps while rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Three values each are the place of a marker, which was not seen where one is missing or all
    /// are 0.
    Markers,
    /// Three values each are the place of a point, which has none where one is missing.
    Points,
    /// None: the values are as the file has them, and NaN where it has none.
    Nothing,
}

/// Columns side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How many are not read.
    pub skip: usize,
    /// How many behind these are.
    pub take: usize,
}

impl<L> Shape<'_, L> {
    /// How many values of a row are read.
    pub fn columns(&self) -> usize {
        self.runs.iter().map(|run| run.take).sum()
    }
}

/// The runs of columns, of each of which it is known whether it is read.
pub fn runs(columns: impl IntoIterator<Item = bool>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for is_read in columns {
        let may_go_on = |run: &&mut Run| is_read || run.take == 0;
        match (runs.last_mut().filter(may_go_on), is_read) {
            (Some(run), true) => run.take += 1,
            (Some(run), false) => run.skip += 1,
            (None, _) => runs.push(Run { skip: usize::from(!is_read), take: usize::from(is_read) }),
        }
    }
    runs
}

/// What is known of rows beside their values.
#[derive(Default)]
pub struct AboutTable<A> {
    pub gaps: Gaps,
    pub losses: UnreadRows,
    /// What stands ahead of the values.
    pub lead: A,
}

impl<A: RowMerge> RowMerge for AboutTable<A> {
    fn join(&mut self, next: Self) -> bool {
        // Where rows are lost, there is one chunk.
        self.gaps.join(next.gaps);
        self.lead.join(next.lead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_side_by_side_are_one_run() {
        let found = |text: &str| -> Vec<[usize; 2]> {
            let all = runs(text.bytes().map(|b| b == b'x'));
            all.iter().map(|run| [run.skip, run.take]).collect()
        };
        assert_eq!(found("xxx"), [[0, 3]]);
        assert_eq!(found("-xx--x-"), [[1, 2], [2, 1], [1, 0]]);
        assert_eq!(found("--"), [[2, 0]]);
        assert_eq!(found(""), [[0; 2]; 0]);
    }
}
