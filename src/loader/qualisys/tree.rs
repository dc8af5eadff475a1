//! Which segment of a skeleton of Qualisys hangs from which.

use super::super::bodies::Part;
use super::super::body_tree::parents;
use super::super::error::{ErrorKind, LoadError};
use super::super::parents_first::parents_first;
use super::super::scanner::{Scanner, quoted};
use super::header::Header;
use crate::take::{WarningCode, Warnings};

/// Hangs the segments from one another by their names, and puts each behind the one that it hangs from.
///
/// # Errors
/// Where places are in the frames of segments of which nothing tells which they are.
pub(super) fn settle(
    parts: &mut Vec<Part>,
    header: &Header<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<(), LoadError> {
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let parents = parents(&names);
    let mut roots = (0..parts.len()).filter(|&i| parents[i].is_none());
    let lost = roots.nth(1);
    if let (Some(segment), Some(reference)) = (lost, header.reference.filter(|_| header.is_local()))
    {
        let name = quoted(names[segment].as_bytes());
        let what = format!(
            "the segments are in the frames of others (REFERENCE is LOCAL), and the name of {name} does not tell of which"
        );
        let error = scan.error_at(reference.at, ErrorKind::Contradiction(what));
        return Err(error.hint("export the skeleton with global coordinates"));
    }
    let columns = header.columns.first();
    let place = || scan.place(columns.map_or(header.names_at, |field| field.at));
    let (code, message) = if parents.iter().any(Option::is_some) {
        let message = "the file does not say which segment hangs from which: their names tell";
        (WarningCode::ValueAssumed, message)
    } else {
        let message = "nothing tells which segment hangs from which: each stands by itself";
        (WarningCode::PartMissing, message)
    };
    if parts.len() > 1 {
        warnings.add_at(code, place, message);
    }
    // Each has a parent nearer to the hips, so that there is no circle.
    let order = parents_first(parents.clone()).unwrap_or_default();
    let mut places = vec![0; order.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i] = place;
    }
    let settled = order.iter().map(|&i| Part {
        parent: parents[i].map(|parent| places[parent]),
        is_local: header.is_local() && parents[i].is_some(),
        ..parts[i].clone()
    });
    *parts = settled.collect();
    Ok(())
}
