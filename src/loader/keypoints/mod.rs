//! Tables of keypoints, whose header says what their columns are: FreeMoCap, Anipose, DeepLabCut, MediaPipe and others.
//!
//! ```text
//! frame,time,nose_x,nose_y,nose_z,nose_visibility,left_eye_x,…   a row for each frame
//! frame,keypoint,x,y,z                                           or for each frame and point
//! frame,person,nose_x,…                                          or for each frame and person
//!
//! scorer,     me,  me,  me,         me                           or several lines of header
//! bodyparts,  nose,nose,nose,       tail
//! coords,     x,   y,   likelihood, x
//! ```
//!
//! Names stand ahead of `x`, `y` and `z` or behind them, in any case, with anything or nothing between. Without z, the
//! table is of a picture. What is empty, or says that there is no number, is a gap; so is a frame whose number is left
//! out. Columns of errors, counts of cameras and the like are not read. A table is taken for one of keypoints only
//! where its header is sure: all others are asked about, see [`super::columns`].

mod clock;
mod columns;
mod evidence;
mod frames;
mod header;
mod layout;
mod names;
mod role_names;
mod rows;

use super::error::LoadError;
use super::gaps::COLUMNS;
use super::marker::Numbering;
use super::people::{self, FLAT};
use super::scanner::Reader;
use super::table::{self, FirstRow, GapRule, RowLayout, TableRows, runs};
use super::{Source, decimal_comma};
use crate::take::{
    Axis, Clips, Detail, DetailKind, FileNumbers, FormatId, LostFrames, Motion, Picture, Skeleton,
    Take, Units, Up, WarningCode, Warnings, counted,
};
use frames::{Built, arrange, by_keys, slots};
use rows::{RowColumns, Rows};

use layout::GAPS;
pub(super) use layout::{Layout, Point};
pub(super) use rows::Roles;

/// What the beginning of some tables lacks.
const ALL_ROWS: &str = "all rows: the last ones may be of more points, people or frames";

/// Whether the header of a text is surely that of keypoints.
pub(super) fn recognises(text: &[u8]) -> bool {
    Layout::of(text).is_some()
}

/// Reads a table that [`recognises`] knows.
///
/// # Errors
/// Where it has no rows, or most of them cannot be read.
pub(super) fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    // What its keys are stands in the rows, and what is missing at its end in the last ones.
    let source = &Source { large: None, ..*source };
    decimal_comma::load(source, |source| {
        let reader = Reader::new(source);
        match Layout::of(source.bytes) {
            Some(layout) => read(layout, reader),
            None => Err(reader.scan.expected("names of points with x and y")),
        }
    })
}

/// Reads a table of this layout.
///
/// # Errors
/// As [`load`].
pub(super) fn read(mut layout: Layout, mut reader: Reader<'_>) -> Result<Take, LoadError> {
    let source = reader.scan.source;
    let is_begun = source.whole.is_some();
    let end = reader.scan.at(source.bytes.len());
    if layout.has_keys() && is_begun {
        return Err(end.expected(ALL_ROWS));
    }
    let places = layout.points.iter().flat_map(|point| point.place).flatten();
    let confidences = layout.points.iter().filter_map(|point| point.confidence);
    let mut columns: Vec<usize> = places.chain(confidences).collect();
    columns.sort_unstable();
    let fields = layout.roles.last().map_or(0, |last| last + 1);
    let are_among_values = columns.iter().any(|column| *column < fields);
    let ahead = if are_among_values { 0 } else { fields };
    let lines = reader.scan.at(layout.start).lines();
    let first = FirstRow::find(lines, layout.separator, 0, &reader.scan)?;
    let width = layout.width + first.left_over(layout.width, &mut reader);
    let mut is_read = vec![false; width.saturating_sub(ahead)];
    for column in &columns {
        is_read[column - ahead] = true;
    }
    let name = |read: usize| {
        let of = |point: &&Point| {
            point.place.contains(&Some(columns[read])) || point.confidence == Some(columns[read])
        };
        layout.points.iter().find(of).map_or(String::new(), |point| format!("\"{}\"", point.name))
    };
    let row_layout = RowLayout {
        separator: layout.separator,
        prefix: RowColumns { fields, roles: layout.roles, are_among_values, text: source.bytes },
        runs: &runs(is_read),
        gaps: GAPS,
        gap_rule: GapRule::Nothing,
        name: &name,
        why: &format!("the header names {} columns", layout.width),
    };
    let read = table::read(&source, layout.start, &row_layout, &mut reader.warnings)?;
    let slots = slots(&layout, &columns);
    if layout.roles.name.is_none() {
        let mut names: Vec<String> = layout.points.iter().map(|point| point.name.clone()).collect();
        reader.settle_names(&mut names, |point| layout.points[point].at);
        for (point, name) in layout.points.iter_mut().zip(names) {
            point.name = name;
        }
    }
    let shape = (columns.len(), &*slots);
    if layout.has_keys() {
        let (values, rows) = read.readable(&mut reader.warnings)?;
        let frames = by_keys(rows, values, &layout, shape, &mut reader)?.frames();
        return Ok(take(&layout, frames, reader));
    }
    let mut rows = read.settle(columns.len(), None, &mut reader)?;
    let frames = if rows.lost.count() == 0 && are_to_be_numbered(&rows.facts, layout.is_of_one) {
        if is_begun {
            return Err(end.expected(ALL_ROWS));
        }
        by_keys(rows.facts, rows.values, &layout, shape, &mut reader)?.frames()
    } else {
        arrange(&mut rows.values, rows.count, &layout, shape, &mut reader);
        let names: Vec<String> = layout.points.iter().map(|point| point.name.clone()).collect();
        let skeleton = people::points(&source, &names, layout.has_confidence())?;
        Frames::of_rows(skeleton, rows, &mut reader.warnings)
    };
    Ok(take(&layout, frames, reader))
}

/// The frames of a take, before it is one.
struct Frames {
    skeleton: Skeleton,
    values: Vec<f32>,
    count: usize,
    numbers: Option<FileNumbers>,
    lost: LostFrames,
    clips: Option<Clips>,
    /// The times of frames, by the places of these.
    times: Vec<(usize, f64)>,
}

impl Built {
    fn frames(self) -> Frames {
        let Self { figures, clips, stamps } = self;
        let stamp =
            |(place, came): (usize, &Option<u32>)| Some((place, stamps[(*came)? as usize].time?));
        Frames {
            times: figures.frames.iter().enumerate().filter_map(stamp).collect(),
            count: figures.frames.len(),
            skeleton: figures.skeleton,
            values: figures.values,
            numbers: figures.numbers,
            lost: LostFrames::default(),
            clips,
        }
    }
}

impl Frames {
    /// Those of rows that are a frame each, some of which are lost.
    fn of_rows(skeleton: Skeleton, rows: TableRows<Rows>, warnings: &mut Warnings) -> Self {
        let TableRows { values, count, lost, facts, .. } = rows;
        let sound = (0..count).filter(|&frame| !lost.frames.contains(frame));
        let times = sound.zip(facts.stamp_of_rows());
        let times: Vec<(usize, f64)> =
            times.filter_map(|(place, stamp)| Some((place, stamp.time?))).collect();
        let numbers: Option<Vec<i64>> = facts.stamp_of_rows().map(|stamp| stamp.number).collect();
        let mut numbers = numbers.and_then(|numbers| FileNumbers::of_rows(numbers, &lost));
        if let Some(FileNumbers::Jumping { step, .. }) = &mut numbers {
            warnings.add(WarningCode::NumberingUneven, Numbering::BROKEN);
            if !times.is_empty() {
                // What the numbers leave out is not missing in time.
                *step = None;
            }
        }
        Self { skeleton, values, count, numbers, lost, clips: None, times }
    }
}

/// Whether rows without keys are to be brought to the frames of their numbers: some are left out, or several rows are
/// of the same one.
fn are_to_be_numbered(rows: &Rows, is_of_one: bool) -> bool {
    let numbers: Option<Vec<i64>> = rows.stamp_of_rows().map(|stamp| stamp.number).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else { return false };
    let steps = numbers.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
    let (least, most) =
        steps.clone().fold((i64::MAX, 0), |(a, b), step| (a.min(step), b.max(step)));
    match least {
        ..0 => false,
        _ if is_of_one => most > least,
        0 => {
            let repeated = steps.filter(|&step| step == 0).count();
            10 * repeated > numbers.len() && repeated < numbers.len() / 2 * 2 - 1 && most > 0
        }
        _ => most > least && steps.clone().all(|step| step % least == 0),
    }
}

fn take(layout: &Layout, frames: Frames, mut reader: Reader<'_>) -> Take {
    let source = reader.scan.source;
    let Frames { skeleton, mut values, count, numbers, lost, clips, times } = frames;
    let width = layout.values_of_point();
    close_origins(&mut values, &skeleton, width, &mut reader.warnings);
    let is_flat = layout.is_flat || is_flattened(&mut values, width, layout, &mut reader.warnings);
    if layout.is_left_handed {
        let message = "the axes are left-handed, as Unity has them: X is mirrored";
        reader.warnings.add(WarningCode::ConventionDiffers, message);
        values.iter_mut().step_by(width).for_each(|x| *x = -*x);
    }
    let (frame_time, start_time) =
        clock::settle(times, layout.roles.time_unit, &mut reader.warnings);
    if is_flat {
        reader.warnings.add(WarningCode::Flat, FLAT);
    }
    let up = if is_flat {
        Axis::Y.negative().into()
    } else if layout.is_left_handed {
        Axis::Y.into()
    } else {
        Up::assumed(Axis::Y)
    };
    let motion = Motion::new(frame_time, count, skeleton.columns(), values);
    Take {
        picture: is_flat.then_some(Picture { size: None }),
        numbers,
        start_time,
        lost,
        clips,
        details: vec![Detail::new(DetailKind::COLUMNS, "by their names")],
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FormatId::Table, skeleton, motion, Units::new(layout.metres, up))
    }
}

/// Makes gaps of points at 0 0 0, which are missing there, unless it is the pelvis from which all others are measured.
pub(super) fn close_origins(
    values: &mut [f32],
    skeleton: &Skeleton,
    width: usize,
    warnings: &mut Warnings,
) {
    const ROOTS: [&str; 4] = ["pelvis", "root", "hip", "spinebase"];
    let columns = skeleton.columns();
    let is_origin = |point: &[f32]| point[..COLUMNS].iter().all(|&value| value == 0.0);
    let nodes = skeleton.nodes();
    let mut zeros = vec![0; nodes.len()];
    let mut seen = vec![0; nodes.len()];
    for row in values.chunks_exact(columns.max(1)) {
        for (i, point) in row.chunks_exact(width).enumerate() {
            zeros[i] += usize::from(is_origin(point));
            seen[i] += usize::from(!point[0].is_nan());
        }
    }
    let is_root = |i: usize| {
        let name = nodes[i].name.rsplit(':').next().unwrap_or_default().to_lowercase();
        let is_number = name.bytes().all(|b| b.is_ascii_digit());
        zeros[i] == seen[i] && (is_number || ROOTS.iter().any(|root| name.contains(root)))
    };
    let roots: Vec<bool> = (0..nodes.len()).map(is_root).collect();
    let missing: usize = (0..nodes.len()).filter(|&i| !roots[i]).map(|i| zeros[i]).sum();
    if missing == 0 {
        return;
    }
    for row in values.chunks_exact_mut(columns.max(1)) {
        for (point, is_root) in row.chunks_exact_mut(width).zip(&roots) {
            if !is_root && is_origin(point) {
                point[..COLUMNS].fill(f32::NAN);
            }
        }
    }
    let message = "a point exactly at 0 0 0 is a gap: it was not seen there";
    warnings.add(WarningCode::GapsGuessed, format!("{message} ({})", counted(missing, "time")));
}

/// Whether the landmarks of MediaPipe are places in a picture, from 0 to 1, whose z says only roughly how far they are:
/// it is left out. Where they are in metres, a figure is higher than that.
fn is_flattened(
    values: &mut [f32],
    width: usize,
    layout: &Layout,
    warnings: &mut Warnings,
) -> bool {
    /// How much deeper than wide or high a figure in a picture may seem.
    const MAX_DEPTH: f32 = 1.5;
    if !layout.may_be_landmarks {
        return false;
    }
    let (mut seen, mut inside) = (0, 0);
    let mut ends = [[f32::INFINITY, f32::NEG_INFINITY]; COLUMNS];
    for point in values.chunks_exact(width).filter(|point| !point[0].is_nan()) {
        seen += 1;
        inside += usize::from(point[..2].iter().all(|value| (0.0..=1.0).contains(value)));
        for ([low, high], value) in ends.iter_mut().zip(point) {
            *low = low.min(*value);
            *high = high.max(*value);
        }
    }
    let [x, y, z] = ends.map(|[low, high]| high - low);
    if seen == 0 || 10 * inside < 9 * seen || x.max(y) > 3.0 || z > MAX_DEPTH * x.max(y) {
        return false;
    }
    for point in values.chunks_exact_mut(width).filter(|point| !point[0].is_nan()) {
        point[2] = 0.0;
    }
    let message = "x and y are parts of a picture from 0 to 1: the take is 2D, and z is left out";
    warnings.add(WarningCode::ValuesLeftOut, message);
    true
}
