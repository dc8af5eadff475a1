//! NPZ and NPY, the arrays of NumPy that research keeps motion in.
//!
//! ```text
//! name.npz     a ZIP archive (see `zip`) of arrays called key.npy (see `array`)
//! name.npy     one array alone
//! ```
//!
//! Nobody has agreed on keys. Three kinds of motion are known by what most programs write: positions of
//! joints, as frames × joints × 3 (see `positions`), with names, parents and rotations where there are some;
//! poses of SMPL's family (see `smpl`), which are rotations alone; and features of HumanML3D (see
//! `features`), which become positions. Y is up by custom where nothing says so, and the unit of length
//! is not said; kimodo and SMPL count in metres.

mod archive;
mod array;
mod body;
mod clock;
mod features;
mod grid;
mod joints;
mod pose_keys;
mod poses;
mod positions;
mod rotation_form;
mod rotations;
mod sequences;
mod smpl;
mod tree;
mod zip;

use super::clips::{self, join_first};
use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::{Format, Source};
use crate::take::{
    Axis, Detail, DetailKind, FormatId, SignedAxis, Take, Units, Up, WarningCode, Warnings, rounded,
};
use archive::{Archive, EXTENSION, Entry};
use array::Kind;
use clock::Clock;
use features::FeatureSet;
use grid::{Grid, LeadingAxes};
use joints::{tree_take, world_take};
use pose_keys::{PoseArray, whole_poses};
use poses::Poses;
use positions::{JointPositions, Layout, storage};
use rotations::Rotations;
use sequences::{MotionArray, Sequence, sequences};
use tree::Tree;

pub(super) const FORMAT: Format = Format {
    id: FormatId::Npz,
    extensions: &["npz", "npy"],
    about: "NumPy arrays of research: joint positions, HumanML3D, and poses of SMPL (AMASS) on a figure of Rushes' own",
    types: &[
        FileType {
            acronym: Some("NPZ"),
            kind_of: Some("application/zip"),
            is_shared: true,
            ..FileType::new("npz", "application/x-npz", "NumPy archive")
        },
        FileType {
            magic: Magic::Texts(60, &[("0", r"\x93NUMPY", &[])]),
            is_shared: true,
            ..FileType::new("npy", "application/x-npy", "NumPy array")
        },
    ],
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
    let mut archive = Archive::open(source, &mut warnings)?;
    let mut sequences = sequences(&mut archive);
    if sequences.iter().all(|sequence| sequence.part.is_some())
        && let Some(first) = sequences.first_mut()
        && is_continuous(&archive, first)?
    {
        first.part = None;
        sequences.truncate(1);
    }
    let clips = match sequences.len() {
        0 | 1 => None,
        _ => clips::choose(source, sequences.iter().map(|one| one.name.clone()), |_| true)?,
    };
    let Some(sequence) = sequences.get(clips.as_ref().map_or(0, |clips| clips.shown)) else {
        return Err(archive.fault().unwrap_or_else(|| nothing_moves(&archive)));
    };
    archive.affixes = sequence.affixes.clone();
    let reader = SequenceReader { archive: &archive, part: sequence.part };
    let take = match MotionArray::find(&archive, sequence) {
        Some(MotionArray::Positions(entry, layout)) => reader.positions(entry, layout, warnings),
        Some(MotionArray::Poses(found)) => reader.poses(&found, warnings),
        Some(MotionArray::MotionX(entry, axes)) => {
            let poses = Poses::read_motion_x(&archive, entry, axes, sequence.part, &mut warnings)?;
            reader.take_of_poses(poses, entry, warnings)
        }
        Some(MotionArray::Features(entry, set, axes)) => {
            reader.features(entry, set, axes, warnings)
        }
        None => Err(nothing_moves(&archive)),
    }?;
    Ok(Take { clips, ..take })
}

/// Whether the sequences of a batch, of which one is given, are parts of one.
fn is_continuous(archive: &Archive<'_>, first: &Sequence) -> Result<bool, LoadError> {
    let Some(MotionArray::Positions(entry, layout)) = MotionArray::find(archive, first) else {
        return Ok(false);
    };
    let reader = SequenceReader { archive, part: None };
    let positions = reader.joint_positions(entry, layout, &mut Warnings::default())?;
    Ok(positions.people == 1)
}

struct SequenceReader<'r, 'a> {
    archive: &'r Archive<'a>,
    /// The index of the sequence in a batch.
    part: Option<usize>,
}

struct JointMotion<'r, 'a> {
    entry: &'r Entry<'a>,
    positions: JointPositions<'a>,
    tree: Tree,
    rotations: Option<Rotations<'a>>,
}

impl<'a> SequenceReader<'_, 'a> {
    fn joint_positions(
        &self,
        entry: &Entry<'a>,
        layout: Layout,
        warnings: &mut Warnings,
    ) -> Result<JointPositions<'a>, LoadError> {
        // A joint takes many times as much memory as the zeros that a packed one may be made of.
        if layout.joints > MAX_JOINTS.max(self.archive.source.bytes.len() / BYTES_A_JOINT) {
            return Err(self.archive.too_compressed(entry));
        }
        let array = self.archive.read(entry, layout.rank(), warnings)?;
        let grid = Grid::new(array, layout.axes, layout.joints * layout.width, self.part);
        Ok(JointPositions::new(grid, layout, self.part))
    }

    fn positions(
        &self,
        entry: &Entry<'a>,
        layout: Layout,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let mut positions = self.joint_positions(entry, layout, &mut warnings)?;
        if self.archive.is_single_array
            && let Some(found) = whole_poses(entry)
            && positions.are_rotations(&found.model.joints())
        {
            return self.poses(&found, warnings);
        }
        if layout.width == 3 && positions.are_in_picture() {
            let message = format!(
                "\"{}\" is of places in a picture, with a score from 0 to 1 for the third value",
                entry.key
            );
            let error = LoadError::new(self.archive.source, ErrorKind::NothingToShow(message));
            return Err(error.hint(
                "2D keypoints of one camera: triangulate them (Pose2Sim, Anipose, FreeMoCap) or lift them \
                 (MotionBERT), then open the TRC or NPY",
            ));
        }
        let is_all_read = positions.settle_confidence();
        if let Some((count @ 1.., min)) = positions.low_confidence() {
            let min = rounded(min, 2);
            let message = format!("a confidence is below {min}: the joint is a gap there");
            warnings.add_times(WarningCode::LowConfidence, entry.place(), message, count);
        } else if !is_all_read {
            let message = "what stands behind the position of a joint is not read";
            warnings.add(WarningCode::ValuesLeftOut, message);
        }
        let frames = positions.layout.axes.frames();
        let fits = |parents: &[Option<usize>]| positions.keep_bone_lengths(parents);
        let tree = Tree::read(self.archive, layout.joints, frames, fits, &mut warnings);
        let is_of_kimodo = tree.assumed.is_some() && entry.key == KIMODO;
        let tree = tree.for_people(positions.people);
        let rotations = match &tree.parents {
            Some(parents) => Rotations::find(self.archive, &positions, parents, &mut warnings)?,
            None => None,
        };
        let motion = JointMotion { entry, positions, tree, rotations };
        self.take_of_joints(motion, units(self.archive, is_of_kimodo), None, warnings)
    }

    fn features(
        &self,
        entry: &Entry<'a>,
        set: &FeatureSet,
        axes: LeadingAxes,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let array = self.archive.read(entry, axes.rank() + 1, &mut warnings)?;
        let grid = Grid::new(array, axes, set.width, self.part);
        let positions = JointPositions::decoded(features::decode(set, &grid), set.joints);
        let tree = Tree::prescribed(set.tree(), set.name);
        if let Some(parents) = &tree.parents
            && positions.frames > 0
            && positions.change_bone_lengths(parents)
        {
            // Those that a network was trained on are around 0, as no body can be.
            let message = format!(
                "{} are features whose bones change their length by more than half: they are normalised",
                entry.key
            );
            let error = LoadError::new(self.archive.source, ErrorKind::NothingToShow(message));
            return Err(error.hint(
                "multiply them by the deviations of their set and add its means: data * Std + Mean",
            ));
        }
        let motion = JointMotion { entry, positions, tree, rotations: None };
        self.take_of_joints(motion, Units::new(set.metres, Axis::Y), Some(set.rate), warnings)
    }

    /// `usual_rate` is that of the layout.
    fn take_of_joints(
        &self,
        motion: JointMotion<'_, 'a>,
        units: Units,
        usual_rate: Option<f64>,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let archive = self.archive;
        let JointMotion { entry, positions, tree, rotations } = motion;
        let expected = positions.layout.axes.frames();
        let damage = archive.missing_frames(entry, expected, positions.frames)?;
        let Clock { frame_time, start } = Clock::read(archive, expected, usual_rate, &mut warnings);
        let numbers = clock::numbers(archive, expected);
        let mut details = vec![Detail::new(DetailKind::STORAGE, storage(entry))];
        details.extend(tree.assumed.map(|name| Detail::new(DetailKind::SKELETON, name)));
        details.extend(people_detail(positions.people));
        let (take, lost, warnings) = if let Some(rotations) = rotations {
            let lost = damage.finish(positions.frames.min(rotations.frames), &mut warnings);
            let mut finished = warnings.finish();
            let take = tree_take(
                archive.source,
                &positions,
                &rotations,
                tree,
                frame_time,
                units,
                &mut finished,
            )?;
            (take, lost, finished)
        } else {
            let place = entry.place();
            let take = world_take(
                archive.source,
                &positions,
                tree,
                frame_time,
                units,
                place,
                &mut warnings,
            )?;
            let lost = damage.finish(positions.frames, &mut warnings);
            (take, lost, warnings.finish())
        };
        Ok(Take { details, numbers, start_time: start, lost, warnings, ..take })
    }

    fn poses(&self, found: &PoseArray<'_, 'a>, mut warnings: Warnings) -> Result<Take, LoadError> {
        let poses = Poses::read(self.archive, found, self.part, &mut warnings)?;
        self.take_of_poses(poses, found.entry, warnings)
    }

    fn take_of_poses(
        &self,
        mut poses: Poses<'a>,
        entry: &Entry<'a>,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        poses.warn_assumed(&mut warnings);
        let clock = Clock::read(self.archive, poses.frames, None, &mut warnings);
        let lost = std::mem::take(&mut poses.damage).finish(poses.frames, &mut warnings);
        let mut details = vec![
            Detail::new(DetailKind::STORAGE, storage(entry)),
            Detail::new(DetailKind::SKELETON, poses.model.name()),
            Detail::new(DetailKind::OFFSETS, "of a plain figure 1.7 m tall, not of the person"),
        ];
        let gender = self.archive.texts(&["gender"], 1).unwrap_or_default().into_iter();
        let gender = gender.filter(|gender| !gender.is_empty());
        details.extend(gender.map(|gender| Detail::new(DetailKind::SUBJECT, gender)));
        details.extend(people_detail(poses.people));
        let mut warnings = warnings.finish();
        let take = poses.sample(self.archive.source, clock.frame_time, &mut warnings)?;
        Ok(Take { details, lost, warnings, ..take })
    }
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
    let names = archive.texts(&["up"], 1).unwrap_or_default();
    let is_up = |axis: &SignedAxis| names.first().is_some_and(|name| axis.name() == name);
    let up = SignedAxis::ALL.into_iter().find(is_up);
    Units::new(
        metres.filter(|metres| metres.is_finite() && *metres > 0.0),
        up.map_or(Up::assumed(FORMAT.up), Up::from),
    )
}

fn people_detail(people: usize) -> Option<Detail> {
    let text = || format!("{people} people, told apart by a number ahead of the names");
    (people > 1).then(|| Detail::new(DetailKind::SUBJECT, text()))
}

fn nothing_moves(archive: &Archive<'_>) -> LoadError {
    let mut entries: Vec<&Entry<'_>> = archive.entries.iter().collect();
    // Those that are not read at all may be what was meant.
    entries.sort_by_key(|entry| entry.header.kind != Kind::Object);
    let describe = |entry: &&Entry<'_>| format!("\"{}\" is {}", entry.key, entry.header.describe());
    let described = join_first(entries.iter().map(describe), 8);
    let message = format!("no array is of joints over time: {described}");
    LoadError::new(archive.source, ErrorKind::NothingToShow(message))
        .hint("save positions as floats, frames × joints × 3, under the key \"positions\"")
}
