//! NPZ and NPY, the arrays of NumPy that research keeps motion in.
//!
//! ```text
//! name.npz     a ZIP archive (see `zip`) of arrays called key.npy (see `array`)
//! name.npy     one array alone
//! ```
//!
//! Nobody has agreed on keys. Two kinds of motion are known by what most programs write: positions of
//! joints, as frames × joints × 3 (see `places`), with names, parents and rotations where there are some;
//! and poses of SMPL's family (see `smpl`), which are rotations alone. Y is up by custom where nothing
//! says so, and the unit of length is not said; kimodo and SMPL count in metres.

mod archive;
mod array;
mod body;
mod clock;
mod joints;
mod places;
mod rotations;
mod skeletons;
mod smpl;
mod tree;
mod zip;

use super::error::{ErrorKind, LoadError};
use super::{Format, Source};
use crate::take::{Axis, Detail, DetailKind, SignedAxis, Take, Units, Up, WarningCode, Warnings};
use archive::{Archive, EXTENSION, Entry};
use array::Kind;
use clock::Clock;
use places::{Layout, Places};
use rotations::Rotations;
use smpl::Poses;
use tree::Tree;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: archive::NAME,
    extensions: &["npz", "npy"],
    about: "NumPy arrays of research: joint positions, and poses of SMPL (AMASS) on a figure of Rushes' own",
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

/// Whether this is an array, or an archive whose first member is called like one.
fn probe(bytes: &[u8]) -> bool {
    let first = zip::first_name(bytes);
    bytes.starts_with(array::MAGIC) || first.is_some_and(|name| name.ends_with(EXTENSION))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let archive = Archive::open(source, &mut warnings)?;
    if let Some(found) = Layout::by_name(&archive) {
        return positions(source, &archive, found, warnings);
    }
    if let Some(found) = smpl::find(&archive) {
        return poses(source, &archive, found, warnings);
    }
    match Layout::by_shape(&archive) {
        Some(found) => positions(source, &archive, found, warnings),
        None => Err(archive.fault().unwrap_or_else(|| nothing(source, &archive))),
    }
}

/// A take of positions.
fn positions<'a>(
    source: &Source<'_>,
    archive: &Archive<'a>,
    (entry, layout): (&Entry<'a>, Layout),
    mut warnings: Warnings,
) -> Result<Take, LoadError> {
    // A joint takes many times as much memory as the zeros that a packed one may be made of.
    if layout.joints > MAX_JOINTS.max(source.bytes.len() / BYTES_A_JOINT) {
        return Err(archive.too_tight(entry));
    }
    let array = archive.read(entry, 3, &mut warnings)?;
    let places = Places::new(array, layout);
    let mut there = places.frames;
    let damage = places::missing(source, entry, layout.frames, there)?;
    let fits = |parents: &[Option<usize>]| places.fit(parents);
    let tree = Tree::of(archive, layout.joints, fits, &mut warnings);
    let is_of_kimodo = tree.assumed.is_some() && entry.key == KIMODO;
    let rotations = match &tree.parents {
        Some(parents) => Rotations::find(archive, &places, parents, &mut warnings)?,
        None => None,
    };
    if layout.width > 3 {
        let message = "what stands behind the position of a joint is not read";
        warnings.add(WarningCode::ValuesLeftOut, message);
    }
    let clock = Clock::of(archive, layout.frames, entry.at(), &mut warnings);
    let frame_time = clock.frame_time;
    let numbers = clock::numbers(archive, layout.frames);
    let mut details = vec![Detail::new(DetailKind::STORAGE, places::about(entry))];
    details.extend(
        tree.assumed
            .map(|name| Detail::new(DetailKind::SKELETON, name)),
    );
    if let Some(rotations) = &rotations {
        there = there.min(rotations.frames());
    }
    let about = (frame_time, units(archive, is_of_kimodo));
    let (take, lost, warnings) = match rotations {
        Some(rotations) => {
            let lost = damage.tell(there, &mut warnings);
            let mut warnings = warnings.finish();
            let take = joints::in_tree(source, &places, &rotations, tree, about, &mut warnings)?;
            (take, lost, warnings)
        }
        None => {
            let at = entry.at();
            let take = joints::in_world(source, &places, tree, about, at, &mut warnings)?;
            let lost = damage.tell(there, &mut warnings);
            (take, lost, warnings.finish())
        }
    };
    Ok(Take {
        details,
        numbers,
        start_time: clock.start,
        lost,
        warnings,
        ..take
    })
}

/// How many joints any file may have, and for how many bytes each one more.
const MAX_JOINTS: usize = 1024;
const BYTES_A_JOINT: usize = 6;

/// The key of kimodo's positions, which are in metres with Y up.
const KIMODO: &str = "posed_joints";

/// What the archive says of length and of what is up, as Rushes writes it.
fn units(archive: &Archive<'_>, is_of_kimodo: bool) -> Units {
    if is_of_kimodo {
        return Units::new(Some(1.0), Axis::Y);
    }
    let metres = archive.number(&["metres_per_unit"]);
    let up = archive.texts(&["up"], 1).unwrap_or_default();
    let up = up
        .first()
        .and_then(|up| SignedAxis::ALL.into_iter().find(|axis| axis.name() == up));
    Units::new(
        metres.filter(|metres| metres.is_finite() && *metres > 0.0),
        up.map_or(Up::assumed(FORMAT.up), Up::from),
    )
}

/// A take of poses.
fn poses<'a>(
    source: &Source<'_>,
    archive: &Archive<'a>,
    (entry, model): (&Entry<'a>, body::Model),
    mut warnings: Warnings,
) -> Result<Take, LoadError> {
    let mut poses = Poses::read(source, archive, (entry, model), &mut warnings)?;
    poses.tell(&mut warnings);
    let clock = Clock::of(archive, poses.frames, entry.at(), &mut warnings);
    let lost = std::mem::take(&mut poses.damage).tell(poses.frames, &mut warnings);
    let mut details = vec![
        Detail::new(DetailKind::STORAGE, places::about(entry)),
        Detail::new(DetailKind::SKELETON, model.name()),
        Detail::new(
            DetailKind::OFFSETS,
            "of a plain figure 1.7 m tall, not of the person",
        ),
    ];
    let gender = archive.texts(&["gender"], 1).unwrap_or_default();
    let gender = gender.into_iter().filter(|gender| !gender.is_empty());
    details.extend(gender.map(|gender| Detail::new(DetailKind::SUBJECT, gender)));
    let mut warnings = warnings.finish();
    let take = poses.sample(source, clock.frame_time, &mut warnings)?;
    Ok(Take {
        details,
        lost,
        warnings,
        ..take
    })
}

/// The refusal of an archive in which nothing moves.
fn nothing(source: &Source<'_>, archive: &Archive<'_>) -> LoadError {
    /// As many as can be read at a glance.
    const MOST: usize = 8;
    let entries = &archive.entries;
    // Those that are not read at all may be what was meant.
    let (objects, others): (Vec<_>, Vec<_>) = entries
        .iter()
        .partition(|entry| entry.header.kind == Kind::Object);
    let named = objects.into_iter().chain(others).take(MOST);
    let named = named.map(|entry| format!("\"{}\" is {}", entry.key, entry.header.about()));
    let named: Vec<String> = named.collect();
    let more = match entries.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = format!(
        "no array is of joints over time: {}{more}",
        named.join(", ")
    );
    LoadError::new(source, ErrorKind::NothingToShow(what))
        .hint("save positions as floats, frames × joints × 3, under the key \"positions\"")
}
