//! How the layout of the data in a C3D file is chosen, where header and parameters disagree.
//!
//! Both say how many points there are, how they are stored, what follows them, where they begin and
//! how many frames of them follow, and real files contradict themselves in all of it. What can be
//! believed is what the size of the file allows. Of that, the header's points, POINT:SCALE, and the
//! count of frames that was made for the longest takes come first, unless the frames themselves tell
//! otherwise (see [`trial`]).

use super::best_reading::{self, Reading};
use super::data_start;
use super::header::{BLOCK, at};
use super::metadata;
use super::parameters::Parameters;
use super::points::Layout;
use super::stated_value::{CUT_OFF, Stated, distinct};
use crate::loader::Source;
use crate::loader::error::{ErrorKind, LoadError};
use crate::loader::rate::counted;
use crate::loader::unread_rows::Damage;
use crate::take::{Place, WarningCode, Warnings};

/// The data of a file as they are read.
#[derive(Debug)]
pub(super) struct Data<'a> {
    /// The byte at which they begin.
    pub start: usize,
    /// All frames, and nothing else.
    pub bytes: &'a [u8],
    pub layout: Layout,
    /// The frames that the file has no room for.
    pub damage: Damage,
}

/// Where the frames are, how many, and what is in them.
///
/// # Errors
/// Where there are no points, or not a single frame of them.
pub(super) fn data<'a>(
    source: &Source<'a>,
    parameters: &Parameters<'a>,
    warnings: &mut Warnings,
) -> Result<Data<'a>, LoadError> {
    let points = points(parameters, warnings);
    if points.is_empty() {
        let other = instead_of_points(parameters, warnings);
        return Err(no_points(source, &other));
    }
    let scales = scales(source, parameters, warnings)?;
    let samples = samples(parameters, warnings);
    let starts = data_start::starts(source, parameters, warnings)?;
    // A file that is still being read has the layout that it will have as a whole.
    let whole = source.whole.unwrap_or(0).max(source.bytes.len());
    let frames = frames(parameters, warnings);

    let mut readings: Vec<Reading> = Vec::new();
    for (start, points) in both(&starts, &points) {
        for (scale, samples) in both(&scales, &samples) {
            let reading = Reading {
                start: start.value,
                layout: Layout { points: points.value, samples: samples.value, scale: scale.value },
            };
            // To floats it does not matter what their scale is.
            let is_same = |other: &Reading| {
                let mut other = *other;
                if other.layout.is_float() && reading.layout.is_float() {
                    other.layout.scale = scale.value;
                }
                other == reading
            };
            if !readings.iter().any(is_same) {
                readings.push(reading);
            }
        }
    }
    let room = |reading: &Reading| whole - reading.start;
    let fits = |reading: &Reading, frames: usize| frames <= room(reading) / reading.layout.stride();
    let fits_any = |reading: &Reading| frames.iter().any(|count| fits(reading, count.value));
    if readings.iter().any(fits_any) {
        readings.retain(fits_any);
    } else if !points[0].is_said_twice {
        // A file that was cut off still says twice how many points there are.
        return Err(too_large(source, &points, &frames, room(&readings[0])));
    }
    let best = match readings.len() {
        1 => 0,
        _ => {
            let unit = metadata::metres_per_unit(parameters, &mut Warnings::default());
            best_reading::best(source, parameters.processor, &readings, unit)
        }
    };
    let reading = readings[best];
    let Reading { start, layout } = reading;
    if best > 0 {
        warnings.add(
            WarningCode::Contradicted,
            "header and parameters disagree: of the readings that fit the file, the one is taken \
             whose points move like those of a figure",
        );
    }
    data_start::tell(parameters, &starts, start, warnings);
    let believes = |value| move |stated: usize| stated == value;
    tell(&points, believes(layout.points), "point", warnings);
    let believed = believes(layout.samples);
    tell(&samples, believed, "analog sample", warnings);
    if let [first, .., last] = scales[..]
        && (!layout.is_float() || first.value > 0.0 || last.value > 0.0)
    {
        let kind = |scale: f32| if scale < 0.0 { "floats" } else { "integers" };
        let message = format!(
            "{} has a scale of {} ({}), {} of {} ({}): the points are read as {}, by the scale of {}",
            first.by,
            first.value,
            kind(first.value),
            last.by,
            last.value,
            kind(last.value),
            kind(layout.scale),
            layout.scale,
        );
        warnings.add_at(WarningCode::Contradicted, || Place::Byte(first.at as u64), message);
    }

    let room = room(&reading);
    let available = room / layout.stride();
    if available == 0 {
        let what = format!("a frame of {} bytes", layout.stride());
        let found = format!("the end of the file after {room}");
        return Err(LoadError::expected_at_byte(source, start, what, found).hint(CUT_OFF));
    }
    let believed = frames.iter().find(|count| fits(&reading, count.value));
    let wrapped = believed.and_then(|believed| unwrapped(believed.value, room, layout.stride()));
    let mut damage = Damage::default();
    match (believed, frames.first()) {
        (Some(believed), _) if let Some(count) = wrapped => {
            let message = format!(
                "{} has {}, and the file has room for {count}: its counter of 16 bits began again, and the length of \
                 the file decides",
                believed.by,
                counted(believed.value as f64, "frame"),
            );
            let place = || Place::Byte(believed.at as u64);
            warnings.add_at(WarningCode::Contradicted, place, message);
        }
        (Some(believed), _) => {
            // Integers of 16 bits end there, and the other counts were made for what lies beyond.
            let is_full = |count| count >= 65_535 && believed.value > 65_535;
            let is_believed = |count| count == believed.value || is_full(count);
            tell(&frames, is_believed, "frame", warnings);
        }
        (None, Some(first)) => {
            let fewest = frames.iter().map(|count| count.value).min();
            let kind = ErrorKind::Contradiction(format!(
                "{} has {} and the file has room for {available}",
                first.by,
                counted(first.value as f64, "frame"),
            ));
            let why = LoadError::at_byte(source, first.at, kind);
            damage = Damage::behind(available, fewest.map(|count| count as f64), why);
        }
        (None, None) => warnings.add(
            WarningCode::ValueAssumed,
            format!("no number of frames is given: the file has room for {available}"),
        ),
    }
    let stated = believed.map_or(available, |believed| believed.value);
    let count = wrapped.unwrap_or(stated);
    source.announce(count);
    let here = source.bytes.len() - start;
    let count = count.min(here / layout.stride());
    Ok(Data { start, bytes: &source.bytes[start..][..count * layout.stride()], layout, damage })
}

/// The frames of a file of so much room whose count began again at 0 behind 65,535; `None` where it did not.
fn unwrapped(stated: usize, room: usize, stride: usize) -> Option<usize> {
    const TURN: usize = 1 << 16;
    let count = stated + room.saturating_sub(stated * stride) / stride / TURN * TURN;
    // The last block is filled up.
    (count > stated && room - count * stride < BLOCK).then_some(count)
}

/// Each of the first numbers with each of the others.
fn both<'a, A, B>(
    first: &'a [Stated<A>],
    second: &'a [Stated<B>],
) -> impl Iterator<Item = (&'a Stated<A>, &'a Stated<B>)> {
    let pairs = |one| second.iter().map(move |other| (one, other));
    first.iter().flat_map(pairs)
}

/// Says which of the numbers differ from the one that is believed.
fn tell(
    all: &[Stated<usize>],
    is_believed: impl Fn(usize) -> bool,
    what: &str,
    warnings: &mut Warnings,
) {
    let Some(believed) = all.iter().find(|stated| is_believed(stated.value)) else {
        return;
    };
    for other in all.iter().filter(|other| !is_believed(other.value)) {
        let message = format!(
            "{} has {}, {} has {}: {} is believed",
            other.by,
            counted(other.value as f64, what),
            believed.by,
            believed.value,
            believed.by
        );
        warnings.add_at(WarningCode::Contradicted, || Place::Byte(other.at as u64), message);
    }
}

/// How many points a frame can have; empty where there are none.
fn points(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let used = Stated::by("POINT:USED", parameters, warnings, |used| {
        // No file has room for more.
        Some((used.number(0)? as usize).min(65_535))
    });
    let points = parameters.header.points.into();
    let header = Stated::new("the header", at::POINTS, points);
    distinct([Some(header), used], |points| points > 0)
}

/// The scales that there can be, below 0 for floats.
fn scales(
    source: &Source<'_>,
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Stated<f32>>, LoadError> {
    let scale =
        Stated::by("POINT:SCALE", parameters, warnings, |scale| Some(scale.number(0)? as f32));
    let header = Stated::new("the header", at::SCALE, parameters.header.scale);
    let scales = distinct([scale, Some(header)], |scale| scale.is_finite() && scale != 0.0);
    if scales.is_empty() {
        let stated = scale.unwrap_or(header);
        let what = "a scale for the points, above 0 for integers and below 0 for floats";
        let found = stated.value.to_string();
        return Err(LoadError::expected_at_byte(source, stated.at, what, found));
    }
    Ok(scales)
}

/// How many analog samples a frame can have; at least one number, which may be 0.
fn samples(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let header = &parameters.header;
    let used = Stated::by("ANALOG:USED", parameters, warnings, |used| {
        let channels = (used.number(0)? as usize).min(65_535);
        Some(channels * usize::from(header.samples_a_channel))
    });
    let header = Stated::new("the header", at::SAMPLES, header.samples.into());
    distinct([Some(header), used], |_| true)
}

/// The counts of frames that the file announces, those that can be larger first.
fn frames(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let first = parameters.find("TRIAL", "ACTUAL_START_FIELD", warnings);
    let trial = Stated::by("TRIAL:ACTUAL_END_FIELD", parameters, warnings, |last| {
        Some((last.long()? - first?.long()? + 1.0) as usize)
    });
    let [long, short] = ["POINT:LONG_FRAMES", "POINT:FRAMES"].map(|name| {
        Stated::by(name, parameters, warnings, |count| Some(count.number(0)? as usize))
    });
    let header = Stated::new("the header", at::FIRST, parameters.header.frames());
    let all = [trial, long, short, Some(header)].into_iter().flatten();
    all.filter(|count| count.value > 0).collect()
}

/// The error of a file that is too small for all that it says of itself.
fn too_large(
    source: &Source<'_>,
    points: &[Stated<usize>],
    frames: &[Stated<usize>],
    room: usize,
) -> LoadError {
    let points = &points[0];
    let frames = match frames.first() {
        Some(frames) => counted(frames.value as f64, "frame"),
        None => "an unknown number of frames".to_string(),
    };
    let kind = ErrorKind::Contradiction(format!(
        "{} by {} and {frames} cannot be in {room} bytes",
        counted(points.value as f64, "point"),
        points.by,
    ));
    LoadError::at_byte(source, points.at, kind)
}

/// What a file without points holds, as far as it says so.
fn instead_of_points(parameters: &Parameters<'_>, warnings: &mut Warnings) -> String {
    let rotations = parameters.find("ROTATION", "USED", warnings);
    match rotations.and_then(|used| used.number(0)) {
        Some(count) if count > 0.0 => format!("only the rotations of {count} segments"),
        _ if parameters.header.samples > 0 => "only analog samples".to_string(),
        _ => "and nothing else that could be shown".to_string(),
    }
}

/// The error of a file that holds `other` instead of points.
pub(super) fn no_points(source: &Source<'_>, other: &str) -> LoadError {
    let kind = ErrorKind::Contradiction(format!("the file holds no points, {other}"));
    LoadError::at_byte(source, at::POINTS, kind)
        .hint("export the take with its markers, or its segments as BVH")
}
