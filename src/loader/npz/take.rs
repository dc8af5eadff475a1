//! What moves in the arrays of an archive, as a take.

use super::super::clips::{self, join_first};
use super::super::error::{ErrorKind, LoadError};
use super::super::people::FLAT;
use super::archive::{Archive, Entry};
use super::array::Kind;
use super::clock::{self, Clock};
use super::features::{self, FeatureSet};
use super::grid::Grid;
use super::joints::{tree_take, world_take};
use super::leading_axes::LeadingAxes;
use super::pose_keys::{PoseArray, whole_poses};
use super::poses::Poses;
use super::positions::{JointPositions, Layout, SCORES, storage};
use super::rotations::Rotations;
use super::sequences::{MotionArray, Sequence, sequences};
use super::tree::Tree;
use crate::take::{
    Axis, Detail, DetailKind, Picture, SignedAxis, Take, Units, Up, WarningCode, Warnings,
};

/// Which way is up where nothing says so.
pub(super) const UP: Axis = Axis::Y;

/// What moves in the arrays of an archive, as a take.
pub(super) fn take_of(mut archive: Archive<'_>, warnings: Warnings) -> Result<Take, LoadError> {
    let source = archive.source;
    let mut warnings = warnings;
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
        let scores = self.scores(layout, warnings)?;
        Ok(JointPositions::new(grid, scores, layout, self.part))
    }

    /// How sure the joints of an array are, where another one of the same people and frames tells it.
    fn scores(
        &self,
        layout: Layout,
        warnings: &mut Warnings,
    ) -> Result<Option<Grid<'a>>, LoadError> {
        let Some(entry) = self.archive.find(&SCORES) else { return Ok(None) };
        let tail = match entry.header.shape[..] {
            [_, .., joints, 1] if joints == layout.joints => 2,
            [_, .., joints] if joints == layout.joints => 1,
            _ => return Ok(None),
        };
        let is_number = entry.header.kind == Kind::Float;
        if !is_number || entry.header.leading_axes(tail) != Some(layout.axes) {
            return Ok(None);
        }
        let array = self.archive.read(entry, layout.axes.rank() + tail, warnings)?;
        Ok(Some(Grid::new(array, layout.axes, layout.joints, self.part)))
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
        let is_flat = positions.settle_picture(&entry.key);
        if is_flat {
            warnings.add(WarningCode::Flat, FLAT);
        }
        let is_all_read = positions.settle_confidence();
        let missing = positions.missing();
        if missing > 0 {
            let message = "a confidence is 0: the joint is a gap there";
            warnings.add_times(WarningCode::LowConfidence, entry.place(), message, missing);
        }
        if !is_all_read {
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
        if is_flat {
            let units = Units::new(None, Up::from(Axis::Y.negative()));
            let take = self.take_of_joints(motion, units, None, warnings)?;
            return Ok(Take { picture: Some(Picture { size: None }), ..take });
        }
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
        up.map_or(Up::assumed(UP), Up::from),
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
    let error = LoadError::new(archive.source, ErrorKind::NothingToShow(message));
    let usual = "save positions as floats, frames × joints × 3, under the key \"positions\"";
    error.hint(archive.advice.as_deref().unwrap_or(usual))
}
