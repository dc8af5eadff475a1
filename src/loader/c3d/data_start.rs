//! Where the frames of a C3D file begin, by header, parameters and their end.

use super::header::{at, block_start};
use super::parameters::Parameters;
use super::stated_value::{CUT_OFF, Stated, distinct};
use crate::loader::Source;
use crate::loader::error::LoadError;
use crate::take::{Place, WarningCode, Warnings};

/// The bytes at which the frames can begin by header and POINT:DATA_START: where these differ, the one
/// on which the end of the parameters agrees is the first; where nobody says so, that end.
pub(super) fn starts(
    source: &Source<'_>,
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Stated<usize>>, LoadError> {
    let theirs = by_parameter(parameters, warnings);
    let ours = parameters.header.data;
    let ours = ours.map(|value| Stated::new("the header", at::DATA, value));
    let by = "the end of the parameters";
    let end = Stated::new(by, parameters.head + 2, parameters.end());
    let is_behind = |place: usize| place > parameters.head;
    let mut places = distinct([ours, theirs], is_behind);
    if let [_, second] = places[..]
        && second.value == end.value
    {
        places.swap(0, 1);
    }
    if places.is_empty() && is_behind(end.value) {
        places.push(end);
    }
    let Some(&believed) = places.first() else {
        let what = "the number of the block at which the points begin";
        let found = "none that could be";
        return Err(LoadError::expected_at_byte(source, at::DATA, what, found));
    };
    places.retain(|place| place.value < source.bytes.len());
    if places.is_empty() {
        let what = format!("the points at byte {}", believed.value);
        let found = format!("the end of the file at byte {}", source.bytes.len());
        return Err(LoadError::expected_at_byte(source, believed.at, what, found).hint(CUT_OFF));
    }
    Ok(places)
}

fn by_parameter(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Option<Stated<usize>> {
    Stated::by("POINT:DATA_START", parameters, warnings, |start| block_start(start.number(0)?))
}

/// Says which of the places where the frames are said to begin differ from the one that is believed.
pub(super) fn tell(
    parameters: &Parameters<'_>,
    starts: &[Stated<usize>],
    start: usize,
    warnings: &mut Warnings,
) {
    let by = starts.iter().find(|stated| stated.value == start);
    let by = by.map_or("", |stated| stated.by);
    let ours = (at::DATA, parameters.header.data.unwrap_or_default());
    let theirs = by_parameter(parameters, &mut Warnings::default());
    let theirs = theirs.map(|theirs| (theirs.at, theirs.value));
    for (place, value) in [Some(ours), theirs].into_iter().flatten() {
        if value != start {
            let message = format!(
                "the points are said to begin at byte {value}: by {by} they do at byte {start}"
            );
            warnings.add_at(WarningCode::Contradicted, || Place::Byte(place as u64), message);
        }
    }
}
