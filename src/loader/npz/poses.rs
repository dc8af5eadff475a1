//! Poses of SMPL, SMPL+H and SMPL-X over time, out of the arrays of an archive.
//!
//! A joint is turned in its parent's frame, and the first one in the world. Which way is up is said by
//! nobody: AMASS has Z, most of what comes from video Y or -Y. The figure stands along its own Y where
//! nothing turns it, so that the rotations of the first joint tell.

use glam::{DQuat, DVec3};

use super::super::Source;
use super::super::error::LoadError;
use super::super::unread_rows::Damage;
use super::archive::{Archive, Entry};
use super::array::Header;
use super::body::{Model, PELVIS_HEIGHT};
use super::grid::{Grid, Lead};
use super::places::missing;
use super::pose_keys::{Found, Role, Shape};
use super::standing::{axis_of, some_of, upright};
use super::turn::{Form, Six};
use crate::take::{Axis, Place, SignedAxis, Up, WarningCode, Warnings};

/// Poses over time.
pub(super) struct Poses<'a> {
    pub model: Model,
    /// How many frames every array has.
    pub frames: usize,
    /// Those that are lost.
    pub damage: Damage,
    /// How many people are shown.
    pub people: usize,
    arrays: Vec<Grid<'a>>,
    parts: Vec<Part>,
    /// Where the pelvis is: which of the arrays, and from which value on. `None` where the file does not say.
    pub places: Option<(usize, usize)>,
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
    form: Form,
}

/// The columns of Motion-X: what they are of, from which on, and how many joints they turn.
const MOTION_X: [(Role, usize, usize); 4] =
    [(Role::Root, 0, 1), (Role::Limbs, 3, 21), (Role::Hands, 66, 30), (Role::Jaw, 156, 1)];
const MOTION_X_PLACES: usize = 309;

/// How many columns there are, with those of face and shape, which are not read.
pub(super) const MOTION_X_WIDTH: usize = 322;

impl<'a> Poses<'a> {
    /// Reads the arrays of a model, of which the first one was found; one sequence of a batch where that is
    /// asked for.
    ///
    /// # Errors
    /// As in [`Archive::read`], and where no frame is there.
    pub fn read(
        source: &Source<'_>,
        archive: &Archive<'a>,
        found: &Found<'_, 'a>,
        sequence: Option<usize>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let Found { model, shape, .. } = *found;
        let mut poses = Self::of(model, shape.lead, sequence);
        let mut reading = Reading { source, archive, sequence, said: shape.lead.frames() };
        let all = match found.role {
            Role::Whole => &[Role::Whole][..],
            _ => &Role::PARTS,
        };
        for &role in all {
            let entry = if role == found.role { Some(found.entry) } else { role.find(archive) };
            let Some(entry) = entry else { continue };
            let first = role.first(model);
            let beside = role.shape_beside(&entry.header, shape.lead);
            let Some(shape) = beside.filter(|_| first < model.len()) else {
                tell_left_out(entry, warnings);
                continue;
            };
            if let Some(array) = reading.array(entry, shape, &mut poses, warnings)? {
                poses.parts.push(Part {
                    first,
                    count: shape.joints.min(model.len() - first),
                    array,
                    from: 0,
                    form: shape.form,
                });
            }
        }
        if let Some(entry) = Role::Places.find(archive)
            && let Some(shape) = Role::Places.shape_beside(&entry.header, shape.lead)
        {
            let array = reading.array(entry, shape, &mut poses, warnings)?;
            poses.places = array.map(|array| (array, 0));
        }
        let scale = archive.number(&["smpl_scaling"]);
        poses.scale = scale.filter(|&s| s.is_finite() && s > 0.0).unwrap_or(1.0);
        let count = poses.people.saturating_mul(reading.said);
        let mask = archive.numbers(&["track_mask"], count).unwrap_or_default();
        if mask.len() == count && poses.people == shape.lead.people() {
            poses.mask = mask.iter().map(|&there| there > 0.0).collect();
        }
        poses.settle_six(warnings);
        poses.settle_up(archive, found);
        Ok(poses)
    }

    /// Reads the columns of Motion-X, which are of SMPL-X.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn of_motion_x(
        source: &Source<'_>,
        archive: &Archive<'a>,
        (entry, lead): (&Entry<'a>, Lead),
        sequence: Option<usize>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let model = Model::SmplX;
        let mut poses = Self::of(model, lead, sequence);
        let mut reading = Reading { source, archive, sequence, said: lead.frames() };
        let shape = Shape { lead, joints: MOTION_X_WIDTH, form: Form::Axis, tail: 1 };
        let array = reading.grid(entry, (shape, MOTION_X_WIDTH), &mut poses, warnings)?;
        poses.parts = MOTION_X
            .map(|(role, from, count)| Part {
                first: role.first(model),
                count,
                array,
                from,
                form: Form::Axis,
            })
            .into();
        poses.places = Some((array, MOTION_X_PLACES));
        poses.up = Up::assumed(poses.seen().unwrap_or(Axis::Y.positive()));
        Ok(poses)
    }

    fn of(model: Model, lead: Lead, sequence: Option<usize>) -> Self {
        Self {
            model,
            frames: lead.frames(),
            damage: Damage::default(),
            people: sequence.map_or(lead.people(), |_| 1),
            arrays: Vec::new(),
            parts: Vec::new(),
            places: None,
            scale: 1.0,
            mask: Vec::new(),
            up: Up::from(Axis::Z),
        }
    }

    /// Whether a joint is turned at all.
    pub fn turns(&self, joint: usize) -> bool {
        self.parts.iter().any(|part| part.has(joint))
    }

    /// How a joint of a person is turned in its parent's frame; the pelvis in the world, upright where
    /// nothing turns it.
    pub fn rotation(&self, person: usize, frame: usize, joint: usize) -> DQuat {
        match self.parts.iter().find(|part| part.has(joint)) {
            Some(part) => {
                let from = part.from + part.form.width() * (joint - part.first);
                let array = &self.arrays[part.array];
                let mut values = [0.0; 9];
                match part.form {
                    Form::Axis => values[..3].copy_from_slice(&array.at::<3>(person, frame, from)),
                    Form::Six(_) => {
                        values[..6].copy_from_slice(&array.at::<6>(person, frame, from))
                    }
                    Form::Matrix => values = array.at::<9>(person, frame, from),
                }
                part.form.rotation(values)
            }
            None if joint == 0 => upright(self.up.direction),
            None => DQuat::IDENTITY,
        }
    }

    /// Where the pelvis of a person is.
    pub fn place(&self, person: usize, frame: usize) -> DVec3 {
        let Some((array, from)) = self.places else {
            return self.up.direction.unit().as_dvec3() * PELVIS_HEIGHT;
        };
        let places = &self.arrays[array];
        // One place for all frames is one, too.
        let frame = if places.lead.frames() == 1 { 0 } else { frame };
        DVec3::from(places.at::<3>(person, frame, from)) / self.scale
    }

    /// Some frames throughout all of them, with each person.
    fn sampled(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let frames = some_of(self.frames);
        frames.flat_map(|frame| (0..self.people).map(move |person| (person, frame)))
    }

    /// Which way the figure stands on most frames, where its root says so.
    fn seen(&self) -> Option<SignedAxis> {
        if !self.turns(0) {
            return None;
        }
        let own = self.sampled().map(|(p, frame)| self.rotation(p, frame, 0) * DVec3::Y);
        axis_of(own)
    }

    /// Whether the pelvis is mostly as high along a direction as that of somebody who stands there.
    fn stands_along(&self, up: SignedAxis) -> bool {
        const HEIGHTS: std::ops::RangeInclusive<f32> = 0.6..=1.4;
        let heights = self.sampled().map(|(p, frame)| up.along(self.place(p, frame).as_vec3()));
        let mut heights: Vec<f32> = heights.collect();
        heights.sort_by(f32::total_cmp);
        let middle = heights.get(heights.len() / 2);
        self.places.is_some() && middle.is_some_and(|height| HEIGHTS.contains(height))
    }

    /// Settles along which direction the figure stands at rest, and whether that is more than a guess.
    fn settle_up(&mut self, archive: &Archive<'_>, found: &Found<'_, '_>) {
        /// Keys that AMASS alone has, where Z is up.
        const AMASS: [&str; 3] = ["mocap_framerate", "mocap_frame_rate", "dmpls"];
        let z = Axis::Z.positive();
        let named = ["poses", "pose_body"].contains(&&*found.entry.key);
        let usual = if named { z } else { Axis::Y.positive() };
        let is_amass = named && archive.find(&AMASS).is_some();
        let seen = self.seen();
        self.up = match seen {
            // Where nothing turns it, it stands as we have it stand.
            None if !self.turns(0) => Up::from(usual),
            None if is_amass && self.stands_along(z) => Up::from(z),
            None => Up::assumed(usual),
            Some(seen) if is_amass && (seen == z || !self.stands_along(seen)) => {
                if self.stands_along(z) { Up::from(z) } else { Up::assumed(z) }
            }
            Some(seen) => Up::assumed(seen),
        };
    }

    /// Settles how six values stand for a rotation, by the knees: those bend back alone.
    fn settle_six(&mut self, warnings: &mut Warnings) {
        const KNEES: [usize; 2] = [4, 5];
        let is_six = |part: &Part| matches!(part.form, Form::Six(_));
        if !self.parts.iter().any(is_six) {
            return;
        }
        let set = |poses: &mut Self, six: Six| {
            for part in poses.parts.iter_mut().filter(|part| is_six(part)) {
                part.form = Form::Six(six);
            }
        };
        // How far what should be axes is from being some, in all.
        let off = |[a, b, c, d, e, f]: [f64; 6], six: Six| {
            let (first, second) = match six {
                Six::SideBySide => (DVec3::new(a, c, e), DVec3::new(b, d, f)),
                Six::Rows | Six::Columns => (DVec3::new(a, b, c), DVec3::new(d, e, f)),
            };
            let length = |axis: DVec3| (axis.length() - 1.0).abs();
            length(first) + length(second) + first.dot(second).abs()
        };
        let mut offs = [0.0; 2];
        for part in self.parts.iter().filter(|part| is_six(part)) {
            for (person, frame) in self.sampled() {
                for joint in 0..part.count {
                    let values = self.arrays[part.array].at(person, frame, part.from + 6 * joint);
                    for (sum, six) in offs.iter_mut().zip([Six::Rows, Six::SideBySide]) {
                        *sum += off(values, six);
                    }
                }
            }
        }
        let bent = |poses: &Self| -> f64 {
            let all = poses.sampled().flat_map(|at| KNEES.map(|knee| (at, knee)));
            let bent = all.map(|((p, frame), knee)| poses.rotation(p, frame, knee));
            let bent = bent.filter(|turn| turn.is_finite());
            bent.map(|turn| turn.to_scaled_axis().x).sum()
        };
        let six = if offs[1] < offs[0] {
            Six::SideBySide
        } else if bent(self) < 0.0 {
            // The rows of a rotation are the columns of the one that turns back.
            Six::Columns
        } else {
            Six::Rows
        };
        set(self, six);
        let message = format!("six values of a joint are taken for {}", six.told());
        warnings.add(WarningCode::ValueAssumed, message);
    }
}

/// What arrays of poses are read with.
struct Reading<'r, 's, 'a> {
    source: &'r Source<'s>,
    archive: &'r Archive<'a>,
    sequence: Option<usize>,
    /// How many frames there are by the first of them.
    said: usize,
}

impl<'a> Reading<'_, '_, 'a> {
    /// Reads an array and gives its place among all of them; `None`, which is told, where it is of others.
    fn array(
        &mut self,
        entry: &Entry<'a>,
        shape: Shape,
        poses: &mut Poses<'a>,
        warnings: &mut Warnings,
    ) -> Result<Option<usize>, LoadError> {
        let people = match self.sequence {
            Some(sequence) => sequence + 1,
            None => poses.people,
        };
        if shape.lead.people() < people {
            tell_left_out(entry, warnings);
            return Ok(None);
        }
        let width = shape.joints * shape.form.width();
        self.grid(entry, (shape, width), poses, warnings).map(Some)
    }

    fn grid(
        &mut self,
        entry: &Entry<'a>,
        (shape, width): (Shape, usize),
        poses: &mut Poses<'a>,
        warnings: &mut Warnings,
    ) -> Result<usize, LoadError> {
        let keep = shape.lead.indices() + shape.tail;
        let array = self.archive.read(entry, keep, warnings)?;
        let mut grid = Grid::new(array, shape.lead, width);
        grid.only(self.sequence);
        let there = grid.frames();
        let is_still = entry_is_places(entry) && shape.lead.frames() == 1;
        if there < poses.frames && !is_still {
            poses.damage = missing(self.source, entry, self.said, there)?;
            poses.frames = there;
        }
        poses.arrays.push(grid);
        Ok(poses.arrays.len() - 1)
    }
}

/// Whether an array is of places, of which one may stand for all frames.
fn entry_is_places(entry: &Entry<'_>) -> bool {
    Role::Places.keys().iter().any(|key| entry.key.ends_with(key))
}

fn tell_left_out(entry: &Entry<'_>, warnings: &mut Warnings) {
    let header: &Header = &entry.header;
    let message = format!(
        "{} is {}, which does not fit the poses: it is not read",
        entry.key,
        header.about()
    );
    let place = || Place::Byte(entry.at() as u64);
    warnings.add_at(WarningCode::ValuesLeftOut, place, message);
}

impl Part {
    fn has(&self, joint: usize) -> bool {
        (self.first..self.first + self.count).contains(&joint)
    }
}
