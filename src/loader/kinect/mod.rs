//! Recordings of Kinect sensors in data sets of research, of which the first rows tell what they are.
//!
//! ```text
//! NTU RGB+D      .skeleton: see [`ntu`]
//! UTKinect       f x y z x y z …     a row a frame: its number, then the places of 20 joints of Kinect v1; no header
//! MSR Action3D   x y z c             20 rows a frame, one for each joint: its place, and how sure that is
//! ```
//!
//! Lengths are in metres; X is to the right, Y up, and Z away from the sensor. UTKinect's frames have numbers that jump,
//! and some are there twice. Any table of numbers may look like these two: their figures have to have the bones of a
//! body. The order of MSR's joints is that of the data set, or that of Kinect v1: whichever fits.

mod ntu;

use std::borrow::Cow;

use glam::DVec3;

use super::error::LoadError;
use super::file_type::FileType;
use super::gaps::COLUMNS;
use super::keypoints::{self, Layout, Point, Roles};
use super::number::{MAX_VALUE, double};
use super::people;
use super::scanner::{Reader, Scanner};
use super::table::{self, FrameColumns, GapRule, RowLayout, Run, Separator, TableRows};
use super::{Format, Source};
use crate::known_bodies::{KnownBody, by_word};
use crate::take::{Axis, FormatId, LostFrames, Motion, Take, Units, WarningCode};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Kinect,
    extensions: &["skeleton", "txt"],
    about: "Kinect skeletons of the data sets NTU RGB+D, UTKinect and MSR Action3D",
    types: &[FileType::text("skeleton", "application/x-ntu-skeleton", "NTU skeletons")],
    probe: |bytes| ntu::probe(bytes) || text_kind(bytes).is_some(),
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let reader = Reader::new(source);
    match text_kind(source.bytes) {
        Some(TextKind::UtKinect) => read_rows_of_frames(reader),
        Some(TextKind::Msr(names)) => read_rows_of_joints(&names, reader),
        None => ntu::read(reader),
    }
}

/// The body of Kinect v1, with so many joints.
const JOINTS: usize = 20;

fn kinect_v1() -> Option<&'static KnownBody> {
    by_word("kinect20")
}

/// Frames a second of MSR Action3D, whose files do not say it.
const MSR_RATE: f64 = 15.0;

/// The joints of MSR Action3D by their places in the body of Kinect v1.
const MSR_ORDER: [usize; JOINTS] =
    [4, 8, 2, 1, 12, 16, 0, 5, 9, 6, 10, 7, 11, 13, 17, 14, 18, 15, 19, 3];

enum TextKind {
    UtKinect,
    /// With the names of joints in their order.
    Msr(Vec<String>),
}

/// Which of the texts without a header this is, by its first rows and the lengths of bones in them.
fn text_kind(bytes: &[u8]) -> Option<TextKind> {
    /// So many bytes are looked at, and no more frames than these.
    const HEAD: usize = 1 << 16;
    const FRAMES: usize = 8;
    let head = &bytes[..bytes.len().min(HEAD)];
    let lines = Scanner::new(&Source::new("", head)).lines().filter(|line| !line.is_blank());
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for line in lines.take(FRAMES * JOINTS) {
        if line.end() == head.len() && bytes.last() != Some(&b'\n') {
            break;
        }
        let values: Option<Vec<f64>> = line.words().map(|word| double(word.text)).collect();
        rows.push(values?);
        if rows[0].len() != 1 + COLUMNS * JOINTS && rows[0].len() != COLUMNS + 1 {
            return None;
        }
    }
    let body = kinect_v1()?;
    let names: Vec<String> = body.names().map(|name| name.to_string()).collect();
    let width = rows.first()?.len();
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    if width > COLUMNS + 1 {
        let numbers = || rows.iter().map(|row| row[0]);
        let are_numbers = numbers().all(|n| n.fract() == 0.0 && n >= 0.0) && numbers().is_sorted();
        let figures = rows.iter().map(|row| points(row[1..].chunks_exact(COLUMNS)));
        return (are_numbers && are_bodies(body, figures)).then_some(TextKind::UtKinect);
    }
    let is_sure = |row: &Vec<f64>| (0.0..=1.0).contains(&row[COLUMNS]);
    if rows.len() < JOINTS || !rows.iter().all(is_sure) {
        return None;
    }
    let figures =
        || rows.chunks_exact(JOINTS).map(|rows| points(rows.iter().map(|row| &row[..COLUMNS])));
    let ordered = |figure: Vec<DVec3>| {
        let mut joints = vec![DVec3::ZERO; JOINTS];
        for (point, joint) in figure.into_iter().zip(MSR_ORDER) {
            joints[joint] = point;
        }
        joints
    };
    if are_bodies(body, figures()) {
        Some(TextKind::Msr(names))
    } else if are_bodies(body, figures().map(ordered)) {
        Some(TextKind::Msr(MSR_ORDER.map(|joint| names[joint].clone()).to_vec()))
    } else {
        None
    }
}

fn points<'a>(places: impl Iterator<Item = &'a [f64]>) -> Vec<DVec3> {
    places.map(DVec3::from_slice).collect()
}

/// Whether most of some figures have bones as long, against one another, as a plain one.
fn are_bodies(body: &KnownBody, figures: impl Iterator<Item = Vec<DVec3>>) -> bool {
    /// How far lengths may be off, as a part of all of them.
    const MAX_OFF: f64 = 0.3;
    let plain: Vec<DVec3> = body.positions().collect();
    let length = |points: &[DVec3]| -> Vec<f64> {
        body.bones().map(|[from, to]| points[from].distance(points[to])).collect()
    };
    let plain = length(&plain);
    let fits = |figure: &Vec<DVec3>| {
        let own = length(figure);
        let [all, usual] = [&plain, &own].map(|lengths| lengths.iter().sum::<f64>());
        let off = own.iter().zip(&plain).map(|(own, plain)| (own - plain * usual / all).abs());
        usual > 0.0 && off.sum::<f64>() < MAX_OFF * usual
    };
    // On some frames nobody is seen.
    let seen = figures.filter(|figure| figure.iter().any(|point| *point != figure[0]));
    let (mut count, mut sound) = (0, 0);
    for figure in seen {
        count += 1;
        sound += usize::from(fits(&figure));
    }
    count > 0 && 4 * sound >= 3 * count
}

/// UTKinect: a table of keypoints whose columns need no names.
fn read_rows_of_frames(reader: Reader<'_>) -> Result<Take, LoadError> {
    let point = |(i, name): (usize, Cow<'static, str>)| Point {
        name: name.to_string(),
        at: reader.scan.at,
        place: [1, 2, 3].map(|column| Some(i * COLUMNS + column)),
        confidence: None,
    };
    let names = kinect_v1().into_iter().flat_map(KnownBody::names);
    let layout = Layout {
        separator: Separator::Blanks,
        start: reader.scan.at,
        width: 1 + COLUMNS * JOINTS,
        roles: Roles { frame: Some(0), ..Roles::default() },
        points: names.enumerate().map(point).collect(),
        metres: Some(1.0),
        is_of_one: true,
        ..Layout::default()
    };
    let take = keypoints::read(layout, reader)?;
    let units = Units::new(take.units.metres_per_unit, FORMAT.up.positive());
    Ok(Take { format: FORMAT.id, units, details: Vec::new(), ..take })
}

/// MSR Action3D: the values of the joints of a frame are those of its rows.
fn read_rows_of_joints(names: &[String], mut reader: Reader<'_>) -> Result<Take, LoadError> {
    const WIDTH: usize = COLUMNS + 1;
    let source = reader.scan.source;
    let layout = RowLayout {
        separator: Separator::Blanks,
        prefix: FrameColumns::default(),
        runs: &[Run { skip: 0, take: WIDTH }],
        gaps: &[],
        gap_rule: GapRule::Nothing,
        name: &|column| ["x", "y", "z", "confidence"][column].to_string(),
        why: "each row has x, y, z and a confidence",
    };
    let read = table::read(&source, reader.scan.at, &layout, &mut reader.warnings)?;
    let TableRows { mut values, count: rows, lost, .. } = read.settle(WIDTH, None, &mut reader)?;
    let count = rows / JOINTS;
    let over = rows % JOINTS;
    if over > 0 {
        let message = format!("the last frame has {over} of {JOINTS} joints: it is not read");
        reader.warnings.add(WarningCode::ValuesLeftOut, message);
    }
    values.truncate(count * JOINTS * WIDTH);
    for point in values.chunks_exact_mut(WIDTH) {
        if !point[..COLUMNS].iter().all(|value| value.abs() <= MAX_VALUE) {
            point[..COLUMNS].fill(f32::NAN);
        }
    }
    let skeleton = people::points(&source, names, true)?;
    keypoints::close_origins(&mut values, &skeleton, WIDTH, &mut reader.warnings);
    let frames = lost.frames.as_slice().iter();
    let frames = frames.map(|rows| rows.start / JOINTS as u32..rows.end.div_ceil(JOINTS as u32));
    let motion = Motion::new(1.0 / MSR_RATE, count, skeleton.columns(), values);
    Ok(Take {
        lost: LostFrames::of(frames, count),
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion, Units::assumed(FORMAT.up))
    })
}
