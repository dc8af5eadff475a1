//! How the layout of the data in a C3D file is chosen, where header and parameters disagree.
//!
//! Both say how many points there are, how they are stored, what follows them, where they begin and
//! how many frames of them follow, and real files contradict themselves in all of it. What can be
//! believed is what the size of the file allows. Of that, the header's points, POINT:SCALE, and the
//! count of frames that was made for the longest takes come first, unless the frames themselves tell
//! otherwise (see [`best_reading`]).

use super::best_reading::{self, Reading};
use super::header::{BLOCK, block_start, offset};
use super::metadata;
use super::parameters::{Parameter, Parameters};
use super::points::Layout;
use crate::loader::Source;
use crate::loader::error::{ErrorKind, LoadError};
use crate::loader::unread_rows::Damage;
use crate::take::{Place, WarningCode, Warnings, counted};

pub(super) const CUT_OFF: &str = "the file was cut off: copy or export it again";

/// A number that the file states, and where.
#[derive(Clone, Copy, Debug)]
struct Stated<T> {
    source: &'static str,
    at: usize,
    value: T,
    /// Whether it stands in another place too.
    is_confirmed: bool,
}

impl<T> Stated<T> {
    fn new(source: &'static str, at: usize, value: T) -> Self {
        Self { source, at, value, is_confirmed: false }
    }

    /// What a parameter such as `POINT:USED` states, where it is there and has a value.
    fn by_parameter(
        source: &'static str,
        parameters: &Parameters<'_>,
        warnings: &mut Warnings,
        value: impl FnOnce(&Parameter<'_>) -> Option<T>,
    ) -> Option<Self> {
        let (group, name) = source.split_once(':')?;
        let parameter = parameters.find(group, name, warnings)?;
        Some(Self::new(source, parameter.at, value(&parameter)?))
    }
}

/// Those of two numbers that can be, the second only where it differs.
fn distinct<T: Copy + PartialEq>(
    stated: [Option<Stated<T>>; 2],
    can_be: impl Fn(T) -> bool,
) -> Vec<Stated<T>> {
    let mut all: Vec<Stated<T>> = Vec::new();
    for stated in stated.into_iter().flatten() {
        match all.iter_mut().find(|known| known.value == stated.value) {
            Some(known) => known.is_confirmed = true,
            None if can_be(stated.value) => all.push(stated),
            None => {}
        }
    }
    all
}

pub(super) struct Data<'a> {
    pub start: usize,
    /// All frames, and nothing else.
    pub bytes: &'a [u8],
    pub layout: Layout,
    /// The frames that the file has no room for.
    pub damage: Damage,
}

/// Where the frames are, how many, and what is in them; fails where there is not a single frame of points.
pub(super) fn data<'a>(
    parameters: &Parameters<'a>,
    warnings: &mut Warnings,
) -> Result<Data<'a>, LoadError> {
    let source = &parameters.source;
    let points = points(parameters, warnings);
    if points.is_empty() {
        return Err(no_points(source, instead_of_points(parameters)));
    }
    let scales = scales(parameters, warnings)?;
    let samples = samples(parameters, warnings);
    let starts = starts(parameters, warnings)?;
    // A file that is still being read has the layout that it will have as a whole.
    let whole = source.whole.unwrap_or(0).max(source.bytes.len());
    let frames = frames(parameters, warnings);
    let mut readings: Vec<Reading> = Vec::new();
    for (start, points) in pairs(&starts, &points) {
        for (scale, samples) in pairs(&scales, &samples) {
            let layout =
                Layout { points: points.value, samples: samples.value, scale: scale.value };
            let reading = Reading { start: start.value, layout };
            // To floats it does not matter what their scale is.
            let is_same = |other: &Reading| {
                let mut other = *other;
                if other.layout.is_float() && layout.is_float() {
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
    } else if !points[0].is_confirmed {
        // A file that was cut off still says twice how many points there are.
        return Err(too_large(parameters, &points, &frames, room(&readings[0])));
    }
    let mut best = 0;
    if readings.len() > 1 {
        let unit = metadata::metres_per_unit(parameters, &mut Warnings::default());
        best = best_reading::best(parameters, &readings, unit);
    }
    let reading = readings[best];
    let Reading { start, layout } = reading;
    if best > 0 {
        warnings.add(
            WarningCode::Contradicted,
            "header and parameters disagree: of the readings that fit the file, the one is taken \
             whose points move like those of a figure",
        );
    }
    warn_other_starts(parameters, &starts, start, warnings);
    warn_differing(&points, |points| points == layout.points, "point", warnings);
    warn_differing(&samples, |samples| samples == layout.samples, "analog sample", warnings);
    if let [first, .., last] = scales[..]
        && (!layout.is_float() || first.value > 0.0 || last.value > 0.0)
    {
        let kind = |scale: f32| if scale < 0.0 { "floats" } else { "integers" };
        let [first_says, last_says] =
            [first, last].map(|stated| format!("{} ({})", stated.value, kind(stated.value)));
        let message = format!(
            "{} has a scale of {first_says}, {} of {last_says}: the points are read as {}, by the scale of {}",
            first.source,
            last.source,
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
                believed.source,
                counted(believed.value, "frame"),
            );
            warnings.add_at(WarningCode::Contradicted, || Place::Byte(believed.at as u64), message);
        }
        (Some(believed), _) => {
            // Integers of 16 bits end there, and the other counts were made for what lies beyond.
            let is_full = |count| count >= 65_535 && believed.value > 65_535;
            let is_believed = |count| count == believed.value || is_full(count);
            warn_differing(&frames, is_believed, "frame", warnings);
        }
        (None, Some(first)) => {
            let fewest = frames.iter().map(|count| count.value).min();
            let kind = ErrorKind::Contradiction(format!(
                "{} has {} and the file has room for {available}",
                first.source,
                counted(first.value, "frame"),
            ));
            let error = LoadError::at_byte(source, first.at, kind);
            damage = Damage::behind(available, fewest.map(|count| count as f64), error);
        }
        (None, None) => warnings.add(
            WarningCode::ValueAssumed,
            format!("no number of frames is given: the file has room for {available}"),
        ),
    }
    let count = wrapped.unwrap_or(believed.map_or(available, |believed| believed.value));
    source.announce(count);
    let loaded = source.bytes.len() - start;
    let len = count.min(loaded / layout.stride()) * layout.stride();
    Ok(Data { start, bytes: &source.bytes[start..][..len], layout, damage })
}

/// The frames of a file of so much room whose count began again at 0 behind 65,535; `None` where it did not.
fn unwrapped(stated: usize, room: usize, stride: usize) -> Option<usize> {
    const WRAP: usize = 1 << 16;
    let count = stated + room.saturating_sub(stated * stride) / stride / WRAP * WRAP;
    // The last block is filled up.
    (count > stated && room - count * stride < BLOCK).then_some(count)
}

fn pairs<'a, A, B>(
    first: &'a [Stated<A>],
    second: &'a [Stated<B>],
) -> impl Iterator<Item = (&'a Stated<A>, &'a Stated<B>)> {
    first.iter().flat_map(|one| second.iter().map(move |other| (one, other)))
}

fn warn_differing(
    all: &[Stated<usize>],
    is_believed: impl Fn(usize) -> bool,
    noun: &str,
    warnings: &mut Warnings,
) {
    let Some(believed) = all.iter().find(|stated| is_believed(stated.value)) else { return };
    for other in all.iter().filter(|other| !is_believed(other.value)) {
        let message = format!(
            "{} has {}, {} has {}: {} is believed",
            other.source,
            counted(other.value, noun),
            believed.source,
            believed.value,
            believed.source
        );
        warnings.add_at(WarningCode::Contradicted, || Place::Byte(other.at as u64), message);
    }
}

/// The bytes at which the frames can begin by header and POINT:DATA_START: where these differ, the one
/// on which the end of the parameters agrees is the first; where nobody says so, that end.
fn starts(
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Stated<usize>>, LoadError> {
    let source = &parameters.source;
    let parameter = data_start(parameters, warnings);
    let header = parameters.header.data;
    let header = header.map(|start| Stated::new("the header", offset::DATA, start));
    let end = parameters.end();
    let is_behind = |start: usize| start > parameters.head;
    let mut starts = distinct([header, parameter], is_behind);
    if let [_, second] = starts[..]
        && second.value == end
    {
        starts.swap(0, 1);
    }
    if starts.is_empty() && is_behind(end) {
        starts.push(Stated::new("the end of the parameters", parameters.head + 2, end));
    }
    let Some(&believed) = starts.first() else {
        let what = "the number of the block at which the points begin";
        return Err(LoadError::expected_at_byte(source, offset::DATA, what, "none that could be"));
    };
    starts.retain(|start| start.value < source.bytes.len());
    if starts.is_empty() {
        let what = format!("the points at byte {}", believed.value);
        let found = format!("the end of the file at byte {}", source.bytes.len());
        return Err(LoadError::expected_at_byte(source, believed.at, what, found).hint(CUT_OFF));
    }
    Ok(starts)
}

fn data_start(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Option<Stated<usize>> {
    let block = |start: &Parameter<'_>| block_start(start.number(0)?);
    Stated::by_parameter("POINT:DATA_START", parameters, warnings, block)
}

fn warn_other_starts(
    parameters: &Parameters<'_>,
    starts: &[Stated<usize>],
    start: usize,
    warnings: &mut Warnings,
) {
    let believed = starts.iter().find(|stated| stated.value == start);
    let source = believed.map_or("", |stated| stated.source);
    let header = (offset::DATA, parameters.header.data.unwrap_or_default());
    let parameter = data_start(parameters, &mut Warnings::default());
    let parameter = parameter.map(|stated| (stated.at, stated.value));
    for (at, other) in [Some(header), parameter].into_iter().flatten() {
        if other != start {
            let message = format!(
                "the points are said to begin at byte {other}: by {source} they do at byte {start}"
            );
            warnings.add_at(WarningCode::Contradicted, || Place::Byte(at as u64), message);
        }
    }
}

/// How many points a frame can have; empty where there are none.
fn points(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let used = Stated::by_parameter("POINT:USED", parameters, warnings, |used| {
        // No file has room for more.
        Some((used.number(0)? as usize).min(65_535))
    });
    let header = Stated::new("the header", offset::POINTS, parameters.header.points.into());
    distinct([Some(header), used], |points| points > 0)
}

/// The scales that there can be, below 0 for floats.
fn scales(
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Stated<f32>>, LoadError> {
    let number = |scale: &Parameter<'_>| Some(scale.number(0)? as f32);
    let scale = Stated::by_parameter("POINT:SCALE", parameters, warnings, number);
    let header = Stated::new("the header", offset::SCALE, parameters.header.scale);
    let scales = distinct([scale, Some(header)], |scale| scale.is_finite() && scale != 0.0);
    if scales.is_empty() {
        let stated = scale.unwrap_or(header);
        let what = "a scale for the points, above 0 for integers and below 0 for floats";
        let found = stated.value.to_string();
        return Err(LoadError::expected_at_byte(&parameters.source, stated.at, what, found));
    }
    Ok(scales)
}

/// How many analog samples a frame can have; at least one number, which may be 0.
fn samples(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let header = &parameters.header;
    let used = Stated::by_parameter("ANALOG:USED", parameters, warnings, |used| {
        Some((used.number(0)? as usize).min(65_535) * usize::from(header.samples_per_channel))
    });
    let header = Stated::new("the header", offset::SAMPLES, header.samples.into());
    distinct([Some(header), used], |_| true)
}

/// The counts of frames that the file announces, those that can be larger first.
fn frames(parameters: &Parameters<'_>, warnings: &mut Warnings) -> Vec<Stated<usize>> {
    let first = parameters.find("TRIAL", "ACTUAL_START_FIELD", warnings);
    let trial = Stated::by_parameter("TRIAL:ACTUAL_END_FIELD", parameters, warnings, |last| {
        Some((last.long()? - first?.long()? + 1.0) as usize)
    });
    let [long, short] = ["POINT:LONG_FRAMES", "POINT:FRAMES"].map(|name| {
        let number = |count: &Parameter<'_>| Some(count.number(0)? as usize);
        Stated::by_parameter(name, parameters, warnings, number)
    });
    let header = Stated::new("the header", offset::FIRST, parameters.header.frames());
    let all = [trial, long, short, Some(header)].into_iter().flatten();
    all.filter(|count| count.value > 0).collect()
}

/// How many frames the file announces, by the count that can be the largest.
pub(super) fn announced_frames(
    parameters: &Parameters<'_>,
    warnings: &mut Warnings,
) -> Option<usize> {
    frames(parameters, warnings).first().map(|count| count.value)
}

/// Whether both header and parameters say that there are no points.
pub(super) fn has_no_points(parameters: &Parameters<'_>) -> bool {
    points(parameters, &mut Warnings::default()).is_empty()
}

fn too_large(
    parameters: &Parameters<'_>,
    points: &[Stated<usize>],
    frames: &[Stated<usize>],
    room: usize,
) -> LoadError {
    let points = &points[0];
    let frames = match frames.first() {
        Some(frames) => counted(frames.value, "frame"),
        None => "an unknown number of frames".to_string(),
    };
    let kind = ErrorKind::Contradiction(format!(
        "{} by {} and {frames} cannot be in {room} bytes",
        counted(points.value, "point"),
        points.source,
    ));
    LoadError::at_byte(&parameters.source, points.at, kind)
}

/// What a file without points holds, as far as it says so.
fn instead_of_points(parameters: &Parameters<'_>) -> &'static str {
    if parameters.header.samples > 0 {
        "only analog samples"
    } else {
        "and nothing else that could be shown"
    }
}

/// The error of a file that holds `other` instead of points.
pub(super) fn no_points(source: &Source<'_>, other: &str) -> LoadError {
    let kind = ErrorKind::Contradiction(format!("the file holds no points, {other}"));
    LoadError::at_byte(source, offset::POINTS, kind)
        .hint("export the take with its markers, or its segments as BVH")
}
