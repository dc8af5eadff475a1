//! The day sheet: the first page of a report of several takes, with a row for each. Its script sorts the rows.

use super::entry::ReportEntry;
use super::text::{Escaped, filled};

/// The sheet of some takes.
pub(super) fn html(takes: &[ReportEntry]) -> String {
    let rows = takes.iter().zip(1..).map(|(take, number)| match take {
        ReportEntry::Read(section) => section.row.html.clone(),
        ReportEntry::Failed { file, reason } => {
            let (file, reason) =
                (Escaped(file), Escaped(reason.lines().next().unwrap_or_default()));
            filled!("sheet-failed.html", number, file, reason)
        }
    });
    let is_rated = |take: &&ReportEntry| matches!(take, ReportEntry::Read(it) if it.row.is_rated);
    let (rated, all) = (takes.iter().filter(is_rated).count(), takes.len());
    filled!("sheet.html", rated, all, rows = rows.collect::<String>())
}
