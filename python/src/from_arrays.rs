//! `rushes.from_arrays`: a take out of arrays, which can be written as any format.

use numpy::ndarray::{Array2, ArrayD, ArrayView2, ArrayViewD, Axis as Dimension, Ix2};
use numpy::{AllowTypeChange, PyArrayLikeDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rushes::evaluate::{RotationForm, Space, rest_offsets};
use rushes::glam::{DMat3, DQuat, DVec3, Vec3};
use rushes::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, FormatId, Motion, NodeId, SkeletonBuilder, Units,
    continuous_angles,
};

use crate::arguments::{axis, metres, rate};
use crate::take::Take;

/// The order of the angles that joints are given: that of most BVH.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

pub type Array<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;

/// A take out of arrays: of joints that turn, by rotations in the frames of their parents; or of points, by positions in
/// the world alone.
///
/// Parameters
/// ----------
/// names : list of str
///     The J joints, parents before their children.
/// parents : whole numbers, shape (J,)
///     The place of the parent of each joint, -1 for roots.
/// offsets : numbers, shape (J, 3), optional
///     Where each joint is in its parent's frame in the rest pose.
/// rotations : numbers, shape (F, J, 4), (F, J, 3, 3) or (F, J, 6), optional
///     Quaternions with w first, matrices, or the first two columns of them: what `Take.rotations` gives. Where one is NaN,
///     as in gaps, the joint stays as it was.
/// translations : numbers, shape (F, J, 3) or (F, 3), optional
///     Where each joint, or the only root, is in its parent's frame: what `Take.translations` gives. Without, where the
///     offsets say.
/// positions : numbers, shape (F, J, 3), optional
///     Where points are in the world, instead of rotations; NaN is a gap.
/// end_parents, end_offsets : shapes (E,) and (E, 3), optional
///     Bone ends that are no joint, in the frames of the joints that they hang from.
/// fps : float
///     Frames a second.
/// unit, up : str
///     Of the arrays.
/// name : str
///     What the take is called.
///
/// Returns
/// -------
/// Take
#[pyfunction]
#[pyo3(signature = (names, parents, offsets=None, rotations=None, *, translations=None, positions=None, end_parents=None,
    end_offsets=None, fps=30.0, unit=None, up="Y", name="take"),
    text_signature = "(names, parents, offsets=None, rotations=None, *, translations=None, positions=None, \
    end_parents=None, end_offsets=None, fps=30.0, unit='m', up='Y', name='take')")]
#[allow(clippy::too_many_arguments)] // They have names.
pub fn from_arrays(
    py: Python<'_>,
    names: Vec<String>,
    parents: Vec<i64>,
    offsets: Option<Array<'_>>,
    rotations: Option<Array<'_>>,
    translations: Option<Array<'_>>,
    positions: Option<Array<'_>>,
    end_parents: Option<Vec<usize>>,
    end_offsets: Option<Array<'_>>,
    fps: f64,
    unit: Option<&Bound<'_, PyAny>>,
    up: &str,
    name: &str,
) -> PyResult<Take> {
    let fps = rate(fps)?;
    let joints = names.len();
    let tree = Tree {
        names,
        parents,
        offsets: table(offsets.as_ref(), "offsets", joints)?,
        end_parents: end_parents.unwrap_or_default(),
        ends: None,
    };
    let ends = table(end_offsets.as_ref(), "end_offsets", tree.end_parents.len())?;
    let tree = Tree { ends, ..tree };
    let metres = unit.map_or(Ok(1.0), metres)?;
    let units = Units::new(
        Some(metres),
        rushes::take::Up { direction: axis(up)?, certainty: rushes::take::Certainty::Stated },
    );
    let moving = match (rotations.as_ref(), positions.as_ref()) {
        (Some(_), Some(_)) => return Err(wrong("give rotations or positions, not both")),
        (None, Some(_)) if translations.is_some() => {
            return Err(wrong("give positions in the world or translations, not both"));
        }
        (None, Some(positions)) => Moving::Points(frames_of(positions, "positions", joints)?),
        (rotations, None) => Moving::Joints {
            rotations: rotations.map(|all| Rotations::new(all.as_array(), joints)).transpose()?,
            translations: translations
                .as_ref()
                .map(|all| Translations::new(all.as_array(), &tree.parents))
                .transpose()?,
        },
    };
    let take = py.detach(|| tree.take(name, fps, units, &moving))?;
    Ok(Take::new(take, None))
}

/// The joints of a take with other rotations or translations, in metres with Y up; what is not given stays. So do its
/// name, and its events, times and numbers of frames where there are as many frames.
///
/// # Errors
/// Where arrays are not of these joints, or not of one another's frames.
pub fn replaced(
    py: Python<'_>,
    own: &rushes::Take,
    space: Space,
    [rotations, translations]: [Option<Array<'_>>; 2],
    fps: Option<f64>,
) -> PyResult<rushes::Take> {
    let fps = fps.map_or(Ok(own.fps()), rate)?;
    let nodes = own.skeleton.nodes();
    let frames: Vec<usize> = (0..own.motion.frame_count()).collect();
    let own_rotations = if rotations.is_none() {
        let mut all = vec![0.0; frames.len() * nodes.len() * 4];
        own.fill_rotations(&frames, &RotationForm::Wxyz, true, space, &mut all);
        in_double([frames.len(), nodes.len(), 4], all)
    } else {
        ArrayD::default([0, 0, 0].as_slice())
    };
    let own_translations = if translations.is_none() {
        let mut all = vec![Vec3::ZERO; frames.len() * nodes.len()];
        own.fill_translations(&frames, space, &mut all);
        in_double([frames.len(), nodes.len(), 3], flat(all))
    } else {
        ArrayD::default([0, 0, 0].as_slice())
    };
    let rotations = rotations.as_ref().map_or(own_rotations.view(), |all| all.as_array());
    let translations = translations.as_ref().map_or(own_translations.view(), |all| all.as_array());
    let ends = own.skeleton.free_ends().map(|(node, end)| (node.index(), space.offset(end)));
    let (end_parents, ends): (Vec<usize>, Vec<Vec3>) = ends.unzip();
    let [offsets, ends] = [rest_offsets(own, space), ends].map(rows_of);
    let tree = Tree {
        names: nodes.iter().map(|node| node.name.clone()).collect(),
        parents: nodes
            .iter()
            .map(|node| node.parent().map_or(-1, |id| id.index() as i64))
            .collect(),
        offsets: Some(offsets.view()),
        end_parents,
        ends: Some(ends.view()),
    };
    let moving = Moving::Joints {
        rotations: Some(Rotations::new(rotations, nodes.len())?),
        translations: Some(Translations::new(translations, &tree.parents)?),
    };
    let units = Units::new(Some(1.0), Axis::Y);
    let mut take = py.detach(|| tree.take(&own.name, fps, units, &moving))?;
    if take.motion.frame_count() == frames.len() && fps == own.fps() {
        take.events.clone_from(&own.events);
        take.numbers.clone_from(&own.numbers);
        take.start_time = own.start_time;
    }
    Ok(take)
}

fn flat(all: Vec<Vec3>) -> Vec<f32> {
    all.into_iter().flat_map(|at| at.to_array()).collect()
}

/// An array of this shape.
fn in_double(shape: [usize; 3], values: Vec<f32>) -> ArrayD<f64> {
    let values = values.into_iter().map(f64::from).collect();
    ArrayD::from_shape_vec(shape.as_slice(), values).expect("as many values as the shape has")
}

/// A row for each.
fn rows_of(all: Vec<Vec3>) -> Array2<f64> {
    let shape = [all.len(), 3];
    let values = flat(all).into_iter().map(f64::from).collect();
    Array2::from_shape_vec(shape, values).expect("three values a row")
}

fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// A row of three numbers for each of so many.
fn table<'a>(
    array: Option<&'a Array<'_>>,
    what: &str,
    count: usize,
) -> PyResult<Option<ArrayView2<'a, f64>>> {
    let Some(array) = array else { return Ok(None) };
    let array = array.as_array();
    let shape = format!("{what} have the shape {:?}, not ({count}, 3)", array.shape());
    let array = array.into_dimensionality::<Ix2>().map_err(|_| wrong(&*shape))?;
    if array.dim() == (count, 3) { Ok(Some(array)) } else { Err(wrong(shape)) }
}

/// A table of three numbers for each joint on each frame.
fn frames_of<'a>(array: &'a Array<'_>, what: &str, joints: usize) -> PyResult<ArrayViewD<'a, f64>> {
    let array = array.as_array();
    match array.shape() {
        [_, count, 3] if *count == joints => Ok(array),
        shape => Err(wrong(format!("{what} have the shape {shape:?}, not (F, {joints}, 3)"))),
    }
}

struct Tree<'a> {
    names: Vec<String>,
    parents: Vec<i64>,
    offsets: Option<ArrayView2<'a, f64>>,
    end_parents: Vec<usize>,
    ends: Option<ArrayView2<'a, f64>>,
}

/// What changes from frame to frame.
enum Moving<'a> {
    Points(ArrayViewD<'a, f64>),
    Joints { rotations: Option<Rotations<'a>>, translations: Option<Translations<'a>> },
}

/// Rotations of all joints on all frames: F × J × 4, 6 or 9.
struct Rotations<'a>(ArrayViewD<'a, f64>);

impl<'a> Rotations<'a> {
    fn new(array: ArrayViewD<'a, f64>, joints: usize) -> PyResult<Self> {
        match array.shape() {
            [_, count, 4 | 6] | [_, count, 3, 3] if *count == joints => Ok(Self(array)),
            shape => Err(wrong(format!(
                "rotations have the shape {shape:?}, not (F, {joints}, 4), (F, {joints}, 3, 3) or (F, {joints}, 6)"
            ))),
        }
    }

    /// `None` where the array has no rotation there.
    fn get(&self, frame: usize, joint: usize) -> Option<DQuat> {
        let all = self.0.index_axis(Dimension(0), frame);
        let of_joint = all.index_axis(Dimension(0), joint);
        let values: Vec<f64> = of_joint.iter().copied().collect();
        let rotation = match values[..] {
            [w, x, y, z] => DQuat::from_xyzw(x, y, z, w),
            [a, b, c, d, e, f] => {
                // Gram and Schmidt: equation 15 of Zhou et al. (2019).
                let first = DVec3::new(a, b, c).normalize();
                let second = DVec3::new(d, e, f);
                let second = (second - first * first.dot(second)).normalize();
                DQuat::from_mat3(&DMat3::from_cols(first, second, first.cross(second)))
            }
            _ => DQuat::from_mat3(&DMat3::from_cols_slice(&values).transpose()),
        };
        Some(rotation.normalize()).filter(|rotation| rotation.is_finite())
    }
}

/// Where joints, or the only root, are on all frames.
struct Translations<'a>(ArrayViewD<'a, f64>);

impl<'a> Translations<'a> {
    fn new(array: ArrayViewD<'a, f64>, parents: &[i64]) -> PyResult<Self> {
        let (joints, roots) = (parents.len(), parents.iter().filter(|parent| **parent < 0).count());
        match array.shape() {
            [_, 3] if roots == 1 => Ok(Self(array)),
            [_, count, 3] if *count == joints => Ok(Self(array)),
            shape => Err(wrong(format!(
                "translations have the shape {shape:?}, not (F, {joints}, 3), or (F, 3) of the only root"
            ))),
        }
    }

    /// Whether they are of this joint, too.
    fn has(&self, is_root: bool) -> bool {
        is_root || self.0.ndim() == 3
    }

    fn get(&self, frame: usize, joint: usize) -> [f64; 3] {
        std::array::from_fn(|i| match self.0.ndim() {
            2 => self.0[[frame, i]],
            _ => self.0[[frame, joint, i]],
        })
    }
}

impl Tree<'_> {
    fn take(
        &self,
        name: &str,
        fps: f64,
        units: Units,
        moving: &Moving<'_>,
    ) -> PyResult<rushes::Take> {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.names.len());
        if self.parents.len() != self.names.len() {
            let (parents, names) = (self.parents.len(), self.names.len());
            return Err(wrong(format!("there are {parents} parents of {names} joints")));
        }
        for (joint, (name, &parent)) in self.names.iter().zip(&self.parents).enumerate() {
            let place = usize::try_from(parent).ok();
            let parent = place.map(|parent| {
                ids.get(parent).copied().ok_or_else(|| {
                    wrong(format!("joint {joint}, '{name}', comes before its parent, {parent}"))
                })
            });
            let id = build.node(name.clone(), parent.transpose()?);
            ids.push(id.map_err(|_| wrong("the joints hang too deep from one another"))?);
            let is_moved = self.is_moved(joint, moving);
            let node = build.node_mut(ids[joint]);
            node.offset = self.offsets.as_ref().map_or(Vec3::ZERO, |offsets| row(offsets, joint));
            let positions = Axis::ALL.map(Channel::Position);
            node.channels = match moving {
                Moving::Points(_) => positions.to_vec(),
                Moving::Joints { .. } => {
                    let positions = positions.into_iter().filter(|_| is_moved);
                    positions.chain(ORDER.0.map(Channel::Rotation)).collect()
                }
            };
            node.is_world_space = matches!(moving, Moving::Points(_));
        }
        for (joint, &parent) in self.parents.iter().enumerate() {
            if let Ok(parent) = usize::try_from(parent) {
                build.bone(ids[parent], BoneEnd::Node(ids[joint]));
            }
        }
        for (end, &parent) in self.end_parents.iter().enumerate() {
            let (Some(&id), Some(ends)) = (ids.get(parent), &self.ends) else {
                return Err(wrong("bone ends hang from joints, and have offsets"));
            };
            build.bone(id, BoneEnd::Local(row(ends, end)));
        }
        let (frames, values) = self.rows(moving)?;
        let skeleton = build.finish();
        let motion = Motion::new(fps.recip(), frames, skeleton.columns(), values);
        Ok(rushes::Take::new(name, FormatId::Bvh, skeleton, motion, units))
    }

    fn is_moved(&self, joint: usize, moving: &Moving<'_>) -> bool {
        let is_root = self.parents[joint] < 0;
        match moving {
            Moving::Points(_) => true,
            Moving::Joints { translations: Some(all), .. } => all.has(is_root),
            Moving::Joints { translations: None, .. } => is_root,
        }
    }

    /// The values of all channels on all frames, and how many frames there are.
    fn rows(&self, moving: &Moving<'_>) -> PyResult<(usize, Vec<f32>)> {
        let (rotations, translations) = match moving {
            Moving::Points(positions) => {
                let values = positions.iter().map(|&value| value as f32).collect();
                return Ok((positions.shape()[0], values));
            }
            Moving::Joints { rotations, translations } => (rotations, translations),
        };
        let counts = [
            rotations.as_ref().map(|all| all.0.shape()[0]),
            translations.as_ref().map(|all| all.0.shape()[0]),
        ];
        let frames = match counts {
            [Some(a), Some(b)] if a != b => {
                return Err(wrong(format!("rotations have {a} frames, translations {b}")));
            }
            [a, b] => a.or(b).unwrap_or(0),
        };
        let mut angles = vec![[0.0; 3]; self.names.len()];
        let mut values = Vec::new();
        for frame in 0..frames {
            for (joint, angles) in angles.iter_mut().enumerate() {
                if self.is_moved(joint, moving) {
                    match translations {
                        Some(all) => values.extend(all.get(frame, joint).map(|value| value as f32)),
                        None => values.extend(
                            self.offsets
                                .as_ref()
                                .map_or(Vec3::ZERO, |all| row(all, joint))
                                .to_array(),
                        ),
                    }
                }
                let rotation = rotations.as_ref().and_then(|all| all.get(frame, joint));
                if let Some(rotation) = rotation {
                    *angles = continuous_angles(ORDER, rotation, *angles);
                }
                values.extend(angles.map(|angle| angle as f32));
            }
        }
        Ok((frames, values))
    }
}

fn row(table: &ArrayView2<'_, f64>, place: usize) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|i| table[[place, i]] as f32))
}
