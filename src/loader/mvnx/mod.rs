//! MVNX, the recordings of Xsens' suits (Movella): every segment in the world, on every frame.
//!
//! ```text
//! <mvnx version="4">
//!   <mvn version="…" build="…"/>             the program that wrote it
//!   <subject label frameRate segmentCount recDate originalFilename configuration>
//!     <segments>
//!       <segment label="Pelvis">
//!         <points><point label><pos_b>x y z  in the segment's own frame; pos_s before version 4
//!     <joints>
//!       <joint><connector1>Pelvis/jL5S1</connector1><connector2>L5/jL5S1</connector2>
//!     <footContactDefinition><contactDefinition label="LeftFoot_Heel"/>
//!     <frames>                               see `frames`
//! ```
//!
//! Metres, Z up. The place of a segment is where it hangs from its parent, which is the segment of a
//! joint's first connector. Namespaces differ from version to version and tell nothing. The points place
//! joints up to a third of a metre beside where they are in files of version 3: they only give segments
//! without a child an end.

mod frames;
mod header;

use glam::{DQuat, DVec3};

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::number::double;
use super::rate::{ASSUMED_FRAME_TIME, assumed, frames_a_second, is_frame_time};
use super::sampled::{Rigid, SampledNode, Sampling, Span};
use super::scanner::Reader;
use super::stated::compare;
use super::text::without_mark;
use super::unread_rows::{Fill, Table};
use super::word::{Word, plain};
use super::xml::{Token, Tokens};
use super::{Format, Source, decimal_comma};
use crate::take::{Axis, Detail, FormatId, FrameTime, Take, Units, WarningCode};
use frames::{COLUMNS, Clock, FrameReader, Frames};
use header::{Header, Segment, Tree};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Mvnx,
    extensions: &["mvnx"],
    about: "Xsens recordings: segments with their orientations, and foot contacts; sensors and fingers are not read",
    types: &[FileType {
        acronym: Some("MVNX"),
        kind_of: Some("application/xml"),
        magic: Magic::Root { namespace: "http://www.xsens.com/mvn/mvnx", name: "mvnx" },
        ..FileType::new("mvnx", "model/x-mvnx", "MVNX motion capture")
    }],
    probe,
    up: Axis::Z,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

fn probe(bytes: &[u8]) -> bool {
    let head = without_mark(&bytes[..bytes.len().min(4096)]);
    matches!(Tokens::new(head, 0).next(), Some(Token::Open(tag)) if tag.is("mvnx"))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let scan = reader.scan;
    let mut tokens = Tokens::new(source.bytes, scan.at);
    let header = Header::read(&mut tokens, &mut reader);
    let segments = header.segments.len();
    if segments == 0 {
        let at = header.frames_at.unwrap_or(source.bytes.len());
        return Err(scan.at(at).expected("the segments of the body, ahead of the frames"));
    }
    let Some(frames_at) = header.frames_at else {
        return Err(scan.at(source.bytes.len()).expected("the frames"));
    };
    let announced = header.segment_count.and_then(|word| Some((word.at, double(word.text)?)));
    compare("the subject", announced, segments, ["segment", "label"], &mut reader);
    let warnings = &mut reader.warnings;
    if header.has_fingers {
        let message = "the segments of fingers, which have lists of their own, are not read";
        warnings.add(WarningCode::ValuesLeftOut, message);
    }
    let [has_orientations, has_positions] = frames::lists(source.bytes, frames_at);
    if has_orientations && !has_positions {
        let what =
            "the frames have orientations and no positions: nothing tells where segments are";
        let error = LoadError::new(source, ErrorKind::NothingToShow(what.into()));
        return Err(error.hint("tick Position, too, where MVN exports MVNX, or export BVH or FBX"));
    }
    let are_rotated = has_orientations || !has_positions;
    if !are_rotated {
        let message = "the frames have positions and no orientations: segments never turn";
        warnings.add(WarningCode::PartMissing, message);
    }
    let frames = FrameReader::new(&mut reader, segments, are_rotated, header.contacts.len());
    let mut frames = frames.read(tokens)?;
    let rest = rest(&mut frames, segments, &mut reader)?;
    let table = Table {
        values: &mut frames.values,
        rows: &mut frames.count,
        columns: COLUMNS * segments,
        fill: Fill::Before(&rest),
    };
    let damage = frames.losses.settle(table, None, &mut reader.warnings)?;
    let lost = damage.finish(frames.count, &mut reader.warnings);
    let frame_time = frame_time(&header, &frames.clock, &mut reader);
    let numbers = frames.numbering.and_then(|numbering| numbering.finish(&lost));
    let start_time = match numbers.as_ref().and_then(|numbers| numbers.number(0)) {
        // A rate that is only assumed tells no time.
        _ if frame_time.is_assumed => 0.0,
        Some(first) => first as f64 * frame_time.seconds,
        None => frames.clock.start(frame_time.seconds),
    };
    let tree = Tree::new(&header, &mut reader);
    let mut details = header.details.clone();
    let text = |word: Option<Word<'_>>| word.map_or_else(String::new, |word| plain(word.text));
    details.extend(Detail::first_frame_at(&[
        (text(frames.clock.time_code), "(time code)"),
        (text(frames.clock.since_1970), "ms since 1970"),
    ]));
    if tree.parents.iter().all(Option::is_none) {
        details.push(Detail::places_in_world());
    }
    let events = frames.contacts.events(&header.contacts, frame_time.seconds);

    let span = Span { begin: 0.0, frames: frames.count, frame_time, reports: false };
    let nodes = nodes(header, &tree, &rest, are_rotated);
    let evaluate = |time: f64, all: &mut [Rigid]| {
        let row = frames.values.chunks_exact(rest.len()).nth(span.frame_at(time)).unwrap_or(&rest);
        for (rigid, &segment) in all.iter_mut().zip(&tree.order) {
            *rigid = rigid_of(row, segment);
        }
    };
    let mut warnings = reader.warnings.finish();
    let units = Units::new(Some(1.0), FORMAT.up);
    let sampling = Sampling { source, format: FORMAT.id, units, span };
    let take = sampling.sample_in_world(nodes, &mut warnings, evaluate)?;
    Ok(Take { details, events, numbers, start_time, lost, warnings, ..take })
}

/// The row of the rest pose: the calibration pose, else the first frame.
fn rest(
    frames: &mut Frames<'_>,
    segments: usize,
    reader: &mut Reader<'_>,
) -> Result<Vec<f32>, LoadError> {
    let first = frames.values.get(..COLUMNS * segments);
    match (frames.rest.take(), first) {
        (Some(rest), Some(_)) => Ok(rest),
        (None, Some(first)) => Ok(first.to_vec()),
        (Some(rest), None) => {
            let message = "the file has no frames of a motion: its calibration pose is shown";
            reader.warnings.add(WarningCode::PartMissing, message);
            Ok(rest)
        }
        (None, None) if frames.losses.is_empty() => {
            let what = "the file has segments, and no frame that shows them";
            Err(LoadError::new(&reader.scan.source, ErrorKind::NothingToShow(what.into())))
        }
        // What is lost is told when the frames are settled.
        (None, None) => Ok(vec![0.0; COLUMNS * segments]),
    }
}

fn rigid_of(row: &[f32], segment: usize) -> Rigid {
    /// How far from 1 the square of a length may be for rounding to explain it.
    const ROUNDED: f64 = 0.05;
    let (rotations, positions) = row.split_at(row.len() / COLUMNS * 4);
    let [w, x, y, z] = [0, 1, 2, 3].map(|i| f64::from(rotations[4 * segment + i]));
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let is_rotation = (rotation.length_squared() - 1.0).abs() < ROUNDED;
    Rigid {
        position: DVec3::from([0, 1, 2].map(|i| f64::from(positions[3 * segment + i]))),
        rotation: if is_rotation { rotation.normalize() } else { DQuat::from_array([f64::NAN; 4]) },
    }
}

/// The segments as nodes of a tree. Where they are not turned, nothing tells where bones of their own end.
fn nodes(header: Header<'_>, tree: &Tree, rest: &[f32], are_rotated: bool) -> Vec<SampledNode> {
    let have_children = tree.have_children();
    let mut segments: Vec<Option<Segment>> = header.segments.into_iter().map(Some).collect();
    let mut nodes = Vec::with_capacity(segments.len());
    for (i, (&number, &parent)) in tree.order.iter().zip(&tree.parents).enumerate() {
        let Some(segment) = segments[number].take() else { continue };
        nodes.push(SampledNode {
            end: segment.farthest.filter(|_| are_rotated && !have_children[i]),
            ..SampledNode::new(segment.name, parent, rigid_of(rest, number))
        });
    }
    nodes
}

/// Seconds a frame: by frameRate, else by the times of the frames.
fn frame_time(header: &Header<'_>, clock: &Clock<'_>, reader: &mut Reader<'_>) -> FrameTime {
    let stated = header.rate.and_then(|rate| double(rate.text)).map(f64::recip);
    if let Some(seconds) = stated.filter(|&seconds| is_frame_time(seconds)) {
        return seconds.into();
    }
    let by_times = clock.frame_time().filter(|&seconds| is_frame_time(seconds));
    let (code, remedy) = match by_times {
        Some(seconds) => {
            let rate = frames_a_second(seconds.recip());
            let remedy = format!("{rate} are taken from the times of the frames");
            (WarningCode::ConventionDiffers, remedy)
        }
        None => (WarningCode::RateAssumed, assumed()),
    };
    let at = header.rate.map_or(header.segments[0].at, |rate| rate.at);
    reader.warn(code, at, format!("frameRate gives no rate: {remedy}"));
    by_times.map_or(ASSUMED_FRAME_TIME, FrameTime::from)
}
