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

mod contacts;
mod frames;
mod header;
mod tree;

use glam::{DQuat, DVec3};

use super::declared_counts::compare;
use super::error::{ErrorKind, LoadError};
use super::number::double;
use super::rate::{ASSUMED_FRAME_TIME, assumed, frames_a_second, is_frame_time};
use super::sampled::{Rigid, SampledNode, Sampling, Span, XYZ};
use super::scanner::{Scanner, Word, plain};
use super::text::without_mark;
use super::unread_rows::{Fill, Table};
use super::xml::{Token, Tokens};
use super::{Format, Source, decimal_comma};
use crate::take::{Axis, Detail, FrameTime, Take, Units, WarningCode, Warnings};
use frames::{COLUMNS, Clock, Frames, Reader};
use header::{Header, Segment};
use tree::Tree;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "MVNX",
    extensions: &["mvnx"],
    about: "Xsens recordings: segments with their orientations, and foot contacts; sensors and fingers are not read",
    probe,
    up: Axis::Z,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

/// Whether the first element is called so.
fn probe(bytes: &[u8]) -> bool {
    let head = without_mark(&bytes[..bytes.len().min(4096)]);
    let first = Tokens::new(head, 0).next();
    matches!(first, Some(Token::Open(tag)) if tag.is("mvnx"))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let mut tokens = Tokens::new(source.bytes, scan.at);
    let header = Header::read(&mut tokens, &scan, &mut warnings);
    let segments = header.segments.len();
    if segments == 0 || header.frames_at.is_none() {
        let what = match segments {
            0 => "the segments of the body, ahead of the frames",
            _ => "the frames",
        };
        let at = header.frames_at.unwrap_or(source.bytes.len());
        return Err(scan.at(at).expected(what));
    }
    compare_counts(&header, &scan, &mut warnings);
    let [has_orientations, has_positions] =
        frames::lists(source.bytes, header.frames_at.unwrap_or_default());
    if has_orientations && !has_positions {
        let what =
            "the frames have orientations and no positions: nothing tells where segments are";
        let error = LoadError::new(source, ErrorKind::NothingToShow(what.into()));
        return Err(error.hint("tick Position, too, where MVN exports MVNX, or export BVH or FBX"));
    }
    let is_turned = has_orientations || !has_positions;
    if !is_turned {
        let message = "the frames have positions and no orientations: segments never turn";
        warnings.add(WarningCode::PartMissing, message);
    }
    let reader = Reader::new(&scan, segments, is_turned, header.contacts.len());
    let mut frames = reader.read(tokens, &mut warnings)?;
    let rest = rest(&mut frames, segments, &scan, &mut warnings)?;
    let table = Table {
        values: &mut frames.values,
        rows: &mut frames.count,
        columns: COLUMNS * segments,
        fill: Fill::Before(&rest),
    };
    let losses = frames.losses;
    let damage = losses.settle(table, None, |why| why, &mut warnings)?;
    let lost = damage.tell(frames.count, &mut warnings);
    let frame_time = frame_time(&header, &frames.clock, &scan, &mut warnings);
    let numbering = frames.numbering;
    let numbers = numbering.and_then(|numbering| numbering.finish(&lost));
    let first = numbers.as_ref().and_then(|numbers| numbers.number(0));
    let start_time = match first {
        // A rate that is only assumed tells no time.
        _ if frame_time.is_assumed => 0.0,
        Some(first) => first as f64 * frame_time.seconds,
        None => frames.clock.start(frame_time.seconds),
    };
    let tree = Tree::of(&header, &scan, &mut warnings);
    let mut details = header.details.clone();
    details.extend(recorded_at(&frames.clock));
    if tree.parents.iter().all(Option::is_none) {
        details.push(Detail::places_in_world());
    }
    let events = frames.contacts.events(&header.contacts, frame_time.seconds);

    let span = Span {
        begin: 0.0,
        frames: frames.count,
        frame_time,
        reports: false,
    };
    let nodes = nodes(header, &tree, &rest, is_turned);
    let place = |time: f64, all: &mut [Rigid]| {
        let row = frames
            .values
            .chunks_exact(rest.len())
            .nth(span.frame_at(time));
        let row = row.unwrap_or(&rest);
        for (rigid, &segment) in all.iter_mut().zip(&tree.order) {
            *rigid = rigid_of(row, segment);
        }
    };
    let mut warnings = warnings.finish();
    let sampling = Sampling {
        source,
        format: FORMAT.name,
        units: Units::new(Some(1.0), FORMAT.up),
        span,
    };
    let take = sampling.in_world(nodes, &mut warnings, place)?;
    Ok(Take {
        details,
        events,
        numbers,
        start_time,
        lost,
        warnings,
        ..take
    })
}

/// The row of the rest pose: the calibration pose, else the first frame.
fn rest(
    frames: &mut Frames<'_>,
    segments: usize,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<f32>, LoadError> {
    let first = frames.values.get(..COLUMNS * segments);
    match (frames.rest.take(), first) {
        (Some(rest), Some(_)) => Ok(rest),
        (None, Some(first)) => Ok(first.to_vec()),
        (Some(rest), None) => {
            let message = "the file has no frames of a motion: its calibration pose is shown";
            warnings.add(WarningCode::PartMissing, message);
            Ok(rest)
        }
        (None, None) if frames.losses.is_empty() => {
            let what = "the file has segments, and no frame that shows them";
            Err(LoadError::new(
                &scan.source,
                ErrorKind::NothingToShow(what.into()),
            ))
        }
        // What is lost is told when the frames are settled.
        (None, None) => Ok(vec![0.0; COLUMNS * segments]),
    }
}

/// Where a segment is in a row, and how it is turned.
fn rigid_of(row: &[f32], segment: usize) -> Rigid {
    /// How far from 1 the square of a length may be for rounding to explain it.
    const ROUNDED: f64 = 0.05;
    let (turns, places) = row.split_at(row.len() / COLUMNS * 4);
    let [w, x, y, z] = [0, 1, 2, 3].map(|i| f64::from(turns[4 * segment + i]));
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let is_rotation = (rotation.length_squared() - 1.0).abs() < ROUNDED;
    Rigid {
        place: DVec3::from([0, 1, 2].map(|i| f64::from(places[3 * segment + i]))),
        rotation: match is_rotation {
            true => rotation.normalize(),
            false => DQuat::from_array([f64::NAN; 4]),
        },
    }
}

/// The segments as nodes of a tree. Where they are not turned, nothing tells where bones of their own end.
fn nodes(header: Header<'_>, tree: &Tree, rest: &[f32], are_turned: bool) -> Vec<SampledNode> {
    let have_children = tree.have_children();
    let mut segments: Vec<Option<Segment>> = header.segments.into_iter().map(Some).collect();
    let mut nodes = Vec::with_capacity(segments.len());
    for (place, (&number, &parent)) in tree.order.iter().zip(&tree.parents).enumerate() {
        let Some(segment) = segments[number].take() else {
            continue;
        };
        nodes.push(SampledNode {
            name: segment.name,
            parent,
            order: XYZ,
            pre: DQuat::IDENTITY,
            post: DQuat::IDENTITY,
            rest: rigid_of(rest, number),
            moves: true,
            has_bone: parent.is_some(),
            part: None,
            is_secondary: false,
            end: segment
                .farthest
                .filter(|_| are_turned && !have_children[place]),
        });
    }
    nodes
}

/// Tells where the file announces other segments than it has, and of those that are not read.
fn compare_counts(header: &Header<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) {
    let said = header.segment_count;
    let said = said.and_then(|said| Some((said.at, double(said.text)?)));
    let count = header.segments.len();
    compare(
        "the subject",
        said,
        count,
        ["segment", "label"],
        scan,
        warnings,
    );
    if header.has_fingers {
        let message = "the segments of fingers, which have lists of their own, are not read";
        warnings.add(WarningCode::ValuesLeftOut, message);
    }
}

/// Seconds a frame: by frameRate, else by the times of the frames.
fn frame_time(
    header: &Header<'_>,
    clock: &Clock<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> FrameTime {
    let said = header.rate.and_then(|rate| double(rate.text));
    if let Some(seconds) = said.map(f64::recip).filter(|&s| is_frame_time(s)) {
        return seconds.into();
    }
    let at = header.rate.map_or(header.segments[0].at, |rate| rate.at);
    let by_times = clock.frame_time().filter(|&s| is_frame_time(s));
    let (code, told, frame_time) = match by_times {
        Some(seconds) => {
            let told = frames_a_second(seconds.recip()) + " are taken from the times of the frames";
            (WarningCode::ConventionDiffers, told, seconds.into())
        }
        None => (WarningCode::RateAssumed, assumed(), ASSUMED_FRAME_TIME),
    };
    let message = format!("frameRate gives no rate: {told}");
    warnings.add_at(code, || scan.place(at), message);
    frame_time
}

/// When the first frame was recorded, in the words of the file.
fn recorded_at(clock: &Clock<'_>) -> Option<Detail> {
    let text = |word: Option<Word<'_>>| word.map_or_else(String::new, |word| plain(word.text));
    Detail::first_frame_at(&[
        (text(clock.code), "(time code)"),
        (text(clock.since_1970), "ms since 1970"),
    ])
}
