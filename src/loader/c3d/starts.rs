//! Where the frames of a C3D file begin, by header, parameters and their end.

use super::header::{Header, at, block_start};
use super::parameters::Parameters;
use super::stated::{CUT_OFF, Stated, distinct};
use crate::loader::Source;
use crate::loader::error::{ErrorKind, LoadError};
use crate::take::{Place, Warnings};

/// The bytes at which the frames can begin by header and POINT:DATA_START: where these differ, the one
/// on which the end of the parameters agrees is the first; where nobody says so, that end.
pub(super) fn starts(
    source: &Source<'_>,
    header: &Header,
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Stated<usize>>, LoadError> {
    let parameter = parameters.find("POINT", "DATA_START", warnings);
    let theirs = parameter.and_then(|parameter| {
        Some(Stated::new(
            "POINT:DATA_START",
            parameter.at,
            block_start(parameter.number(0)?)?,
        ))
    });
    let ours = header
        .data
        .map(|value| Stated::new("the header", at::DATA, value));
    let end = Stated::new(
        "the end of the parameters",
        parameters.head + 2,
        parameters.end(),
    );
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
        let kind = ErrorKind::Expected {
            what: "the number of the block at which the points begin".into(),
            found: "none that could be".into(),
        };
        return Err(LoadError::at_byte(source, at::DATA, kind));
    };
    places.retain(|place| place.value < source.bytes.len());
    if places.is_empty() {
        let kind = ErrorKind::Expected {
            what: format!("the points at byte {}", believed.value),
            found: format!("the end of the file at byte {}", source.bytes.len()),
        };
        return Err(LoadError::at_byte(source, believed.at, kind).hint(CUT_OFF));
    }
    Ok(places)
}

/// Says which of the places where the frames are said to begin differ from the one that is believed.
pub(super) fn tell(
    header: &Header,
    parameters: &Parameters<'_>,
    starts: &[Stated<usize>],
    start: usize,
    warnings: &mut Warnings,
) {
    let by = starts.iter().find(|stated| stated.value == start);
    let by = by.map_or("", |stated| stated.by);
    let ours = (at::DATA, header.data.unwrap_or_default());
    let theirs = parameters.find("POINT", "DATA_START", &mut Warnings::default());
    let theirs = theirs.and_then(|theirs| Some((theirs.at, block_start(theirs.number(0)?)?)));
    for (place, value) in [Some(ours), theirs].into_iter().flatten() {
        if value != start {
            let message = format!(
                "the points are said to begin at byte {value}: by {by} they do at byte {start}"
            );
            warnings.add_at(|| Place::Byte(place as u64), message);
        }
    }
}
