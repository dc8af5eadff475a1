//! Poses of SMPL, SMPL+H and SMPL-X over time, out of the arrays of an archive.
//!
//! A joint is turned in its parent's frame, and the first one in the world. Which way is up is said by
//! nobody: AMASS has Z, most of what comes from video Y or -Y. The figure stands along its own Y where
//! nothing turns it, so that the rotations of the first joint tell.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};

use super::super::error::LoadError;
use super::super::unread_rows::Damage;
use super::archive::{Archive, Entry};
use super::body::{Model, PELVIS_HEIGHT};
use super::grid::{Grid, sample_frames};
use super::leading_axes::LeadingAxes;
use super::pose_keys::{PoseArray, Role, Shape};
use super::rotation_form::{RotationForm, SixValues};
use crate::take::{Axis, SignedAxis, Up, WarningCode, Warnings};

pub(super) struct Poses<'a> {
    pub model: Model,
    /// The one that is read of a batch.
    sequence: Option<usize>,
    /// Frames by the first of the arrays.
    expected_frames: usize,
    /// Frames that every array has.
    pub frames: usize,
    pub damage: Damage,
    /// People that are shown.
    pub people: usize,
    /// What the file calls these, where it does.
    pub ids: Vec<String>,
    arrays: Vec<Grid<'a>>,
    parts: Vec<Part>,
    /// The array with the positions of the pelvis, and their first value; `None` where the file does not say.
    pub translations: Option<(usize, usize)>,
    /// How many of the file's units of length the model has for a metre.
    scale: f64,
    /// On which frames a person is there, one person after the other; empty where all are.
    pub mask: Vec<bool>,
    pub up: Up,
}

/// The rotations of some joints that follow one another.
struct Part {
    first: usize,
    count: usize,
    array: usize,
    /// Where they begin among the values of a frame.
    from: usize,
    form: RotationForm,
}

impl Part {
    fn has(&self, joint: usize) -> bool {
        (self.first..self.first + self.count).contains(&joint)
    }
}

/// The key of what people are called, and of the frames on which they are there.
pub(super) const PERSON_IDS: &str = "person_ids";
pub(super) const TRACK_MASK: &str = "track_mask";

/// The columns of Motion-X: what they are of, from which on, and how many joints they turn.
const MOTION_X: [(Role, usize, usize); 4] =
    [(Role::Root, 0, 1), (Role::Limbs, 3, 21), (Role::Hands, 66, 30), (Role::Jaw, 156, 1)];
const MOTION_X_TRANSLATION: usize = 309;

/// The columns of Motion-X with those of face and shape, which are not read.
pub(super) const MOTION_X_WIDTH: usize = 322;

impl<'a> Poses<'a> {
    /// Reads the arrays of a model, of which the first one was found; one sequence of a batch where that is
    /// asked for.
    ///
    /// # Errors
    /// As in [`Archive::read`], and where no frame is there.
    pub fn read(
        archive: &Archive<'a>,
        found: &PoseArray<'_, 'a>,
        sequence: Option<usize>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let PoseArray { model, shape: Shape { axes, .. }, .. } = *found;
        let mut poses = Self::new(model, axes, sequence);
        let roles = if found.role == Role::Whole { &[Role::Whole][..] } else { &Role::PARTS };
        for &role in roles {
            let is_found = role == found.role;
            let entry = if is_found { Some(found.entry) } else { archive.find(role.keys()) };
            let Some(entry) = entry else { continue };
            let first = role.first(model);
            let shape = role.shape_beside(&entry.header, axes).filter(|_| first < model.len());
            let Some(shape) = shape else {
                warn_left_out(entry, warnings);
                continue;
            };
            if let Some(array) = poses.read_array(archive, entry, shape, warnings)? {
                poses.parts.push(Part {
                    first,
                    count: shape.joints.min(model.len() - first),
                    array,
                    from: 0,
                    form: shape.form,
                });
            }
        }
        if let Some(entry) = archive.find(Role::Translation.keys())
            && let Some(shape) = Role::Translation.shape_beside(&entry.header, axes)
        {
            let array = poses.read_array(archive, entry, shape, warnings)?;
            poses.translations = array.map(|array| (array, 0));
        }
        let scale = archive.number(&["smpl_scaling"]);
        poses.scale = scale.filter(|&s| s.is_finite() && s > 0.0).unwrap_or(1.0);
        let count = poses.people.saturating_mul(poses.expected_frames);
        let mask = archive.numbers(&[TRACK_MASK], count).unwrap_or_default();
        if mask.len() == count && poses.people == axes.people() {
            poses.mask = mask.iter().map(|&there| there > 0.0).collect();
        }
        let ids = archive.texts(&[PERSON_IDS], poses.people).unwrap_or_default();
        poses.ids = if ids.len() == poses.people { ids } else { Vec::new() };
        poses.settle_six_values(warnings);
        poses.settle_up(archive, &found.entry.key);
        Ok(poses)
    }

    /// As [`Self::read`], of the columns of Motion-X, which are of SMPL-X.
    pub fn read_motion_x(
        archive: &Archive<'a>,
        entry: &Entry<'a>,
        axes: LeadingAxes,
        sequence: Option<usize>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let model = Model::SmplX;
        let mut poses = Self::new(model, axes, sequence);
        let array = poses.read_values(archive, entry, axes, 1, MOTION_X_WIDTH, warnings)?;
        let parts = MOTION_X.map(|(role, from, count)| Part {
            first: role.first(model),
            count,
            array,
            from,
            form: RotationForm::Axis,
        });
        poses.parts = parts.into();
        poses.translations = Some((array, MOTION_X_TRANSLATION));
        poses.up = Up::assumed(poses.seen_up().unwrap_or(Axis::Y.positive()));
        Ok(poses)
    }

    fn new(model: Model, axes: LeadingAxes, sequence: Option<usize>) -> Self {
        Self {
            model,
            sequence,
            expected_frames: axes.frames(),
            frames: axes.frames(),
            damage: Damage::default(),
            people: sequence.map_or(axes.people(), |_| 1),
            ids: Vec::new(),
            arrays: Vec::new(),
            parts: Vec::new(),
            translations: None,
            scale: 1.0,
            mask: Vec::new(),
            up: Up::from(Axis::Z),
        }
    }

    /// Reads an array and gives its index among all of them; `None`, with a warning, where it has fewer people.
    fn read_array(
        &mut self,
        archive: &Archive<'a>,
        entry: &Entry<'a>,
        shape: Shape,
        warnings: &mut Warnings,
    ) -> Result<Option<usize>, LoadError> {
        let people = self.sequence.map_or(self.people, |sequence| sequence + 1);
        if shape.axes.people() < people {
            warn_left_out(entry, warnings);
            return Ok(None);
        }
        let width = shape.joints * shape.form.width();
        self.read_values(archive, entry, shape.axes, shape.tail, width, warnings).map(Some)
    }

    fn read_values(
        &mut self,
        archive: &Archive<'a>,
        entry: &Entry<'a>,
        axes: LeadingAxes,
        tail: usize,
        width: usize,
        warnings: &mut Warnings,
    ) -> Result<usize, LoadError> {
        let array = archive.read(entry, axes.rank() + tail, warnings)?;
        let grid = Grid::new(array, axes, width, self.sequence);
        let found = grid.frames();
        // A single position may be that of all frames.
        let mut keys = Role::Translation.keys().iter();
        let is_still = axes.frames() == 1 && keys.any(|key| entry.key.ends_with(key));
        if found < self.frames && !is_still {
            self.damage = archive.missing_frames(entry, self.expected_frames, found)?;
            self.frames = found;
        }
        self.arrays.push(grid);
        Ok(self.arrays.len() - 1)
    }

    pub fn has_rotation(&self, joint: usize) -> bool {
        self.parts.iter().any(|part| part.has(joint))
    }

    /// The rotation of a person's joint in its parent's frame; of the pelvis in the world, upright where the
    /// file has none.
    pub fn rotation(&self, person: usize, frame: usize, joint: usize) -> DQuat {
        match self.parts.iter().find(|part| part.has(joint)) {
            Some(part) => {
                let from = part.from + part.form.width() * (joint - part.first);
                let array = &self.arrays[part.array];
                let mut values = [0.0; 9];
                match part.form {
                    RotationForm::Axis => {
                        values[..3].copy_from_slice(&array.numbers::<3>(person, frame, from))
                    }
                    RotationForm::SixValues(_) => {
                        values[..6].copy_from_slice(&array.numbers::<6>(person, frame, from))
                    }
                    RotationForm::Matrix => values = array.numbers::<9>(person, frame, from),
                }
                part.form.rotation(values)
            }
            None if joint == 0 => upright(self.up.direction),
            None => DQuat::IDENTITY,
        }
    }

    pub fn pelvis(&self, person: usize, frame: usize) -> DVec3 {
        let Some((array, from)) = self.translations else {
            return self.up.direction.unit().as_dvec3() * PELVIS_HEIGHT;
        };
        let array = &self.arrays[array];
        // A single position is that of all frames.
        let frame = if array.axes.frames() == 1 { 0 } else { frame };
        DVec3::from(array.numbers::<3>(person, frame, from)) / self.scale
    }

    /// Each person on some frames.
    fn samples(&self) -> impl Iterator<Item = (usize, usize)> {
        let frames = sample_frames(self.frames);
        frames.flat_map(|frame| (0..self.people).map(move |person| (person, frame)))
    }

    /// The axis along which the figure stands on most frames, where its root says so.
    fn seen_up(&self) -> Option<SignedAxis> {
        /// How much of the mean direction lies along the axis.
        const MOST: f32 = 0.75;
        if !self.has_rotation(0) {
            return None;
        }
        let directions = self.samples().map(|(p, frame)| self.rotation(p, frame, 0) * DVec3::Y);
        let directions = directions.filter(|direction| direction.is_finite());
        let (sum, count) =
            directions.fold((DVec3::ZERO, 0), |(sum, count), way| (sum + way, count + 1));
        let mean = sum.as_vec3() / (count.max(1)) as f32;
        SignedAxis::ALL.into_iter().find(|axis| axis.along(mean) > MOST)
    }

    /// Whether the pelvis is mostly as high along a direction as that of somebody who stands there.
    fn stands_along(&self, up: SignedAxis) -> bool {
        const HEIGHTS: std::ops::RangeInclusive<f32> = 0.6..=1.4;
        let heights = self.samples().map(|(p, frame)| up.along(self.pelvis(p, frame).as_vec3()));
        let mut heights: Vec<f32> = heights.collect();
        heights.sort_by(f32::total_cmp);
        let middle = heights.get(heights.len() / 2);
        self.translations.is_some() && middle.is_some_and(|height| HEIGHTS.contains(height))
    }

    /// Settles along which direction the figure stands at rest, and whether that is more than a guess. `key` is
    /// that of the first array.
    fn settle_up(&mut self, archive: &Archive<'_>, key: &str) {
        /// Keys that AMASS alone has, where Z is up.
        const AMASS: [&str; 3] = ["mocap_framerate", "mocap_frame_rate", "dmpls"];
        let z = Axis::Z.positive();
        let is_usual_key = ["poses", "pose_body"].contains(&key);
        let usual = if is_usual_key { z } else { Axis::Y.positive() };
        let is_amass = is_usual_key && archive.find(&AMASS).is_some();
        self.up = match self.seen_up() {
            // Where nothing turns it, it stands as we have it stand.
            None if !self.has_rotation(0) => Up::from(usual),
            None if is_amass && self.stands_along(z) => Up::from(z),
            None => Up::assumed(usual),
            Some(seen) if is_amass && (seen == z || !self.stands_along(seen)) => {
                if self.stands_along(z) { Up::from(z) } else { Up::assumed(z) }
            }
            Some(seen) => Up::assumed(seen),
        };
    }

    /// Settles how six values stand for a rotation, by the knees: those bend back alone.
    fn settle_six_values(&mut self, warnings: &mut Warnings) {
        const KNEES: [usize; 2] = [4, 5];
        let has_six = |part: &&Part| matches!(part.form, RotationForm::SixValues(_));
        if !self.parts.iter().any(|part| has_six(&part)) {
            return;
        }
        // How far what should be axes is from being some, in all.
        let [mut rows_error, mut side_by_side_error] = [0.0; 2];
        let error = |layout: SixValues, values: [f64; 6]| {
            let [first, second] = layout.axes(values);
            let length_error = |axis: DVec3| (axis.length() - 1.0).abs();
            length_error(first) + length_error(second) + first.dot(second).abs()
        };
        for part in self.parts.iter().filter(has_six) {
            for (person, frame) in self.samples() {
                for joint in 0..part.count {
                    let array = &self.arrays[part.array];
                    let values = array.numbers(person, frame, part.from + 6 * joint);
                    rows_error += error(SixValues::Rows, values);
                    side_by_side_error += error(SixValues::SideBySide, values);
                }
            }
        }
        let bend = || -> f64 {
            let knees = self.samples().flat_map(|at| KNEES.map(|knee| (at, knee)));
            let rotations = knees.map(|((p, frame), knee)| self.rotation(p, frame, knee));
            let bends = rotations.filter(|rotation| rotation.is_finite());
            bends.map(|rotation| rotation.to_scaled_axis().x).sum()
        };
        let layout = if side_by_side_error < rows_error {
            SixValues::SideBySide
        } else if bend() < 0.0 {
            // The rows of a rotation are the columns of the one that turns back.
            SixValues::Columns
        } else {
            SixValues::Rows
        };
        for part in &mut self.parts {
            if let RotationForm::SixValues(of_part) = &mut part.form {
                *of_part = layout;
            }
        }
        let message = format!("six values of a joint are taken for {}", layout.describe());
        warnings.add(WarningCode::ValueAssumed, message);
    }
}

/// The rotation from the figure's Y to what is up.
pub(super) fn upright(up: SignedAxis) -> DQuat {
    let sign = if up.is_negative { -1.0 } else { 1.0 };
    match up.axis {
        Axis::X => DQuat::from_rotation_z(-FRAC_PI_2 * sign),
        Axis::Y if up.is_negative => DQuat::from_rotation_x(PI),
        Axis::Y => DQuat::IDENTITY,
        Axis::Z => DQuat::from_rotation_x(FRAC_PI_2 * sign),
    }
}

fn warn_left_out(entry: &Entry<'_>, warnings: &mut Warnings) {
    let Entry { key, header, .. } = entry;
    let message =
        format!("{key} is {}, which does not fit the poses: it is not read", header.describe());
    warnings.add_at(WarningCode::ValuesLeftOut, || entry.place(), message);
}
