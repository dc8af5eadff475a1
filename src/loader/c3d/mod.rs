//! C3D, the files of biomechanics laboratories: markers in space, with analog signals between them.
//!
//! ```text
//! header       a block of 512 bytes (see `header`)
//! parameters   named values: labels, unit, rate, events (see `parameters`)
//! data         frame after frame: points, then analog samples (see `points`), or segments alone (see `segments`)
//! ```
//!
//! Everything is told in 16-bit integers and floats of one of three processors (see `processor`), and
//! much of it twice: where the two differ, `layout` decides. The manual of the format is at
//! <https://www.c3d.org>.

mod best_reading;
mod events;
mod header;
mod layout;
mod metadata;
mod parameters;
mod points;
mod processor;
mod segments;

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::marker::{markers, settle_names};
use super::reporter::ProgressReporter;
use super::{Format, Source, format};
use crate::take::{
    Axis, FileNumbers, FormatId, FrameNumbers, Motion, Place, Take, Units, Up, WarningCode,
    Warnings,
};
use events::Span;
use header::{BLOCK, KEY};
use layout::CUT_OFF;
use parameters::{Parameter, Parameters, text};
use points::Frames;
use processor::Processor;

pub(super) const FORMAT: Format = Format {
    id: FormatId::C3d,
    extensions: &["c3d"],
    about: "Marker positions of biomechanics laboratories, with gaps and events, or Theia's segments; analog signals are \
            not read",
    types: &[FileType {
        acronym: Some("C3D"),
        stands_for: Some("Coordinates in three dimensions"),
        magic: Magic::Texts(40, &[("0", r"\x02P", &[])]),
        ..FileType::new("c3d", "model/x-c3d", "C3D marker positions")
    }],
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::anywhere),
    load,
};

/// Whether the first bytes lead to parameters with a known processor. Text has no zero bytes.
fn probe(bytes: &[u8]) -> bool {
    let is_binary = bytes.iter().take(BLOCK).any(|&byte| byte == 0);
    let head = parameters_at(bytes).and_then(|at| bytes.get(at + 3));
    is_binary && head.is_some_and(|&processor| Processor::from_byte(processor).is_some())
}

/// The byte at which the parameters begin, where this can be a C3D file.
fn parameters_at(bytes: &[u8]) -> Option<usize> {
    match *bytes.first_chunk::<2>()? {
        [block, KEY] => header::block_start(block.into()),
        _ => None,
    }
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let parameters = read_parameters(source, &mut warnings)?;
    if layout::has_no_points(&parameters)
        && let Some(count) = segments::count(&parameters)
    {
        return segments::load(&parameters, count, warnings);
    }
    let data = layout::data(&parameters, &mut warnings)?;
    let layout = data.layout;

    let mut names = point_names(&parameters, layout.points, &mut warnings);
    let is_position = find_positions(&parameters, &names, &mut warnings);
    if !is_position.contains(&true) {
        return Err(layout::no_points(source, "only angles, forces or the like"));
    }
    let frames = data.bytes.len() / layout.stride();
    let processor = parameters.processor;
    let points = Frames { data: data.bytes, processor, layout, is_position: &is_position };
    let rows = points::rows(points, &mut ProgressReporter::through(source));
    let mut rows = rows.ok_or_else(|| LoadError::new(source, ErrorKind::Cancelled))?;
    rows.gaps.warn(|byte| Place::Byte((data.start + byte) as u64), &mut warnings);
    keep_columns(&mut rows.values, &is_position);

    let mut kept = is_position.iter();
    names.retain(|_| kept.next() == Some(&true));
    let skeleton = markers(source, names)?;

    let frame_time = metadata::frame_time(&parameters, &mut warnings);
    let metres = metadata::metres_per_unit(&parameters, &mut warnings);
    let up = metadata::up(&parameters, &mut warnings);
    let units = Units::new(metres, up.map_or(Up::assumed(FORMAT.up), Up::from));
    let field = parameters.find("TRIAL", "ACTUAL_START_FIELD", &mut warnings);
    let first = match field.and_then(|field| field.long()) {
        Some(number) => number as i64,
        None => parameters.header.first.into(),
    };
    let span = Span { first, frames, frame_time: frame_time.seconds };
    let events = events::events(&parameters, span, &mut warnings);
    let details = metadata::details(&parameters, layout, &mut warnings);
    let motion = Motion::new(frame_time, frames, skeleton.columns(), rows.values);
    let lost = data.damage.finish(frames, &mut warnings);
    Ok(Take {
        details,
        events,
        numbers: Some(FileNumbers::Even(FrameNumbers { first, step: 1 })),
        // A rate that is only assumed tells no time.
        start_time: if frame_time.is_assumed { 0.0 } else { span.start() },
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion.within(rows.largest), units)
    })
}

fn read_parameters<'a>(
    source: &Source<'a>,
    warnings: &mut Warnings,
) -> Result<Parameters<'a>, LoadError> {
    let expected =
        |at, what: &str, found: String| LoadError::expected_at_byte(source, at, what, found);
    let len = source.bytes.len();
    let Some(block) = source.bytes.first_chunk::<BLOCK>() else {
        let found = "the end of the file".into();
        return Err(expected(len, "a header of 512 bytes", found).hint(CUT_OFF));
    };
    if block[1] != KEY {
        return Err(expected(1, "80, the mark of a C3D file", block[1].to_string()));
    }
    let Some(start) = parameters_at(block) else {
        let what = "the number of the block at which the parameters begin";
        return Err(expected(0, what, block[0].to_string()));
    };
    let Some(&byte) = source.bytes.get(start + 3) else {
        let what = format!("the parameters at byte {start}");
        return Err(expected(0, &what, format!("the end of the file at byte {len}")).hint(CUT_OFF));
    };
    let processor = Processor::from_byte(byte).unwrap_or_else(|| {
        let message = format!(
            "{byte} is no processor, those are 84 to 86: the numbers are read as Intel's (84)"
        );
        warnings.add_at(WarningCode::ValueAssumed, || Place::Byte(start as u64 + 3), message);
        Processor::Intel
    });
    Ok(Parameters::new(source, block, start, processor))
}

fn point_names(parameters: &Parameters<'_>, points: usize, warnings: &mut Warnings) -> Vec<String> {
    let labels = parameters.numbered("POINT", "LABELS", warnings);
    let texts = labels.iter().flat_map(Parameter::texts);
    let mut names: Vec<String> = texts.take(points).map(text).collect();
    names.resize(points, String::new());
    let at = labels.first().map_or(header::offset::POINTS, |first| first.at);
    settle_names(&mut names, |_| Place::Byte(at as u64), warnings);
    names
}

/// Which points are positions. What models calculate is stored as points too, and listed by label.
fn find_positions(
    parameters: &Parameters<'_>,
    names: &[String],
    warnings: &mut Warnings,
) -> Vec<bool> {
    const CALCULATED: [&str; 6] = ["ANGLES", "FORCES", "MOMENTS", "POWERS", "REACTIONS", "SCALARS"];
    let mut is_position = vec![true; names.len()];
    let mut sorted: Vec<usize> = Vec::new();
    for kind in CALCULATED {
        for list in parameters.numbered("POINT", kind, warnings) {
            if sorted.is_empty() {
                sorted = (0..names.len()).collect();
                sorted.sort_by_key(|&i| &names[i]);
            }
            for name in list.texts().map(text) {
                let first = sorted.partition_point(|&i| names[i] < name);
                for &i in &sorted[first..] {
                    // Where the first is marked, all are: a list may name them again and again.
                    if names[i] != name || !is_position[i] {
                        break;
                    }
                    is_position[i] = false;
                }
            }
        }
    }
    let calculated = is_position.iter().filter(|is_position| !**is_position).count();
    if calculated > 0 {
        let count = names.len();
        let message = format!(
            "{calculated} of {count} points are angles, forces or the like and no positions: they are left out"
        );
        warnings.add(WarningCode::PointsLeftOut, message);
    }
    is_position
}

/// Leaves the columns of those points in the table that are positions.
fn keep_columns(values: &mut Vec<f32>, is_position: &[bool]) {
    if !is_position.contains(&false) {
        return;
    }
    let points = values.len() / 3;
    let mut kept = 0;
    for (from, &is_position) in (0..points).zip(is_position.iter().cycle()) {
        if is_position {
            values.copy_within(3 * from..3 * from + 3, 3 * kept);
            kept += 1;
        }
    }
    values.truncate(3 * kept);
    values.shrink_to_fit();
}
