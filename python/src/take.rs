//! The class `Take`: one recorded performance, whose tables are arrays.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use numpy::ndarray::ArrayView2;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySlice};
use rushes::cli::info_object;
use rushes::evaluate::{PositionTable, RotationForm, Space, rest_offsets};
use rushes::export::{Changes, every, select};
use rushes::report::player_frame;
use rushes::review::checks::{Check, Limits, check};
use rushes::review::compare::Matching;
use rushes::review::joint_named;
use rushes::review::measure::{Measure, MeasureEvaluator, MeasureKind};
use rushes::review::metrics::TakeMetrics;
use rushes::scene::{Placement, Stage, Unit};
use rushes::take::{Axis, EulerOrder, Node, NodeId};
use serde::{Deserialize, Serialize};

use crate::arguments::{axis_or_file, frames, metres_or_file, one_of, rate};
use crate::arrays::{filled, in_parts};
use crate::compare::take_metrics;
use crate::error::refusal;
use crate::from_arrays::{Array, replaced};
use crate::json::object;
use crate::save::{SaveOptions, save};

/// The file that a take is, with the words by which the program reads it the same way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    pub path: PathBuf,
    /// None where the take has another unit or other axes than the program would read.
    pub words: Option<Vec<String>>,
}

/// A take as bytes, for other processes.
#[derive(Serialize, Deserialize)]
struct Kept {
    version: String,
    take: rushes::Take,
    origin: Option<Origin>,
    metres: Option<f64>,
}

/// One recorded performance: a tree of joints, or markers, and where they are on each frame.
///
/// `rushes.open` gives one. Nothing of it changes: what makes another take of it returns that. Positions are in
/// metres with Y up unless asked for otherwise, whatever the file has; where it has a gap they are NaN.
///
/// Attributes
/// ----------
/// name : str
///     The name of the file without its folder and extension, or that of the clip.
/// format : str
///     The name of the format.
/// path : pathlib.Path or None
///     The file that the take was read from; None for takes that were changed, or never were a file.
/// names : list of str
///     The J joints or markers in the order of the file, parents before their children. Not always unique.
/// parents : numpy.ndarray of int32, shape (J,)
///     The place of the parent of each joint, -1 for roots.
/// offsets : numpy.ndarray of float32, shape (J, 3)
///     Where each joint is in its parent's frame in the rest pose, in metres; of roots, in the world, Y up.
/// end_names : list of str
///     The E bone ends that are no joint, called like their bone with `_end` added.
/// end_parents : numpy.ndarray of int32, shape (E,)
///     The joint that each bone end hangs from.
/// end_offsets : numpy.ndarray of float32, shape (E, 3)
///     Where each bone end is in the frame of its joint, in metres.
/// fps : float
///     Frames a second.
/// frame_time : float
///     Seconds from one frame to the next, as the file has it.
/// times : numpy.ndarray of float64, shape (F,)
///     When each frame is, in seconds by the file's own clock.
/// numbers : numpy.ndarray of int64, shape (F,), or None
///     The file's own numbers of the frames, where it has some; -1 for a frame without one.
/// metres_per_unit : float
///     Metres in the file's unit of length: as the file says, or as the figure's height suggests.
/// up : str
///     The axis of the file that points up, such as 'Z'.
/// channels : numpy.ndarray of float32, shape (F, C)
///     The values of all channels as the file has them: a view, not a copy, that cannot be written.
/// channel_names : list of (str, str)
///     The joint and the name of each of the C channels.
/// confidence : numpy.ndarray of float32, shape (F, J), or None
///     How sure an estimator is of each point, from 0 to 1, where the file says so.
/// euler_orders : list of str
///     The order in which the three rotations of each joint are multiplied, left to right, such as 'ZXY'.
/// facts : dict
///     What is in the file, with the keys of `rushes info --json`.
/// warnings, gaps, events : list of dict
///     What was guessed or repaired; the markers that miss frames; what the file notes at times. Keys as above.
#[pyclass(frozen, module = "rushes", name = "Take")]
pub struct Take {
    pub take: Arc<rushes::Take>,
    pub origin: Option<Origin>,
    unit: OnceLock<Unit>,
    stage: OnceLock<Stage>,
    /// Of a take that was made of another one, metres in the unit of that, by its whole figure.
    metres: Option<f64>,
}

impl Take {
    pub fn new(take: rushes::Take, origin: Option<Origin>) -> Self {
        let (unit, stage) = (OnceLock::new(), OnceLock::new());
        Self { take: Arc::new(take), origin, unit, stage, metres: None }
    }

    /// Another one that was made of this one: some of its joints and frames are as large as all of them.
    fn changed(&self, take: rushes::Take) -> Self {
        Self { metres: Some(self.unit().metres), ..Self::new(take, None) }
    }

    pub fn stage(&self) -> &Stage {
        let placement = Placement { metres: self.metres, ..Placement::default() };
        self.stage.get_or_init(|| Stage::with_placement(&self.take, placement))
    }

    fn unit(&self) -> Unit {
        *self.unit.get_or_init(|| {
            self.metres.map_or_else(|| Stage::unit_of(&self.take), Unit::from_metres)
        })
    }

    /// From the file's unit and axes to those that are asked for.
    fn space(&self, unit: Option<&Bound<'_, PyAny>>, up: &str) -> PyResult<Space> {
        let mut space = Space::FILE;
        if let Some(metres) = metres_or_file(unit)? {
            space = space.scaled((self.unit().metres / metres) as f32);
        }
        if let Some(up) = axis_or_file(up)? {
            space = space.turned([self.take.units.up.direction, up]);
        }
        Ok(space)
    }

    fn nodes(&self) -> &[Node] {
        self.take.skeleton.nodes()
    }

    /// How many frames its tables have: one of a rest pose.
    pub fn frame_count(&self) -> usize {
        self.take.motion.frame_count().max(1)
    }

    fn ids(&self) -> Vec<NodeId> {
        self.take.skeleton.iter().map(|(id, _)| id).collect()
    }

    /// Of a take that was made of another one, metres in the unit of that.
    pub fn metres(&self) -> Option<f64> {
        self.metres
    }

    /// What people call its file.
    pub fn file_name(&self) -> PathBuf {
        self.origin
            .as_ref()
            .map_or_else(|| PathBuf::from(&self.take.name), |origin| origin.path.clone())
    }

    fn fact<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        self.facts(py)?.get_item(key)
    }

    /// The joint of a name, or one by its place.
    fn joint(&self, joint: &Bound<'_, PyAny>) -> PyResult<NodeId> {
        if let Ok(place) = joint.extract::<usize>() {
            let ids = self.ids();
            return ids.get(place).copied().ok_or_else(|| {
                PyKeyError::new_err(format!("joint {place}: the take has {}", ids.len()))
            });
        }
        let name: String = joint.extract()?;
        joint_named(&self.take.skeleton, &name)
            .map_err(|error| PyKeyError::new_err(error.to_string()))
    }
}

/// The rotations of joints by a word, and by an order of Euler angles where it is not the file's.
fn rotation_form(form: &str, order: Option<&str>, nodes: &[Node]) -> PyResult<RotationForm> {
    let orders = match order {
        None => nodes.iter().map(Node::euler_order).collect(),
        Some(_) if form != "euler" => {
            return Err(PyValueError::new_err("order is for 'euler' alone"));
        }
        Some(order) => vec![euler_order(order)?; nodes.len()],
    };
    let words = [
        ("quat", RotationForm::Wxyz),
        ("quat_wxyz", RotationForm::Wxyz),
        ("quat_xyzw", RotationForm::Xyzw),
        ("matrix", RotationForm::Matrix),
        ("6d", RotationForm::SixD),
        ("euler", RotationForm::Euler(orders)),
    ];
    one_of("form", form, &words)
}

fn euler_order(word: &str) -> PyResult<EulerOrder> {
    let axes = word.chars().filter_map(|letter| {
        Axis::ALL.into_iter().find(|axis| axis.name() == letter.to_ascii_uppercase().to_string())
    });
    match axes.collect::<Vec<Axis>>()[..] {
        [a, b, c] if word.len() == 3 && a != b && b != c && a != c => Ok(EulerOrder([a, b, c])),
        _ => Err(PyValueError::new_err(format!("order '{word}': write three axes, such as 'ZXY'"))),
    }
}

#[pymethods]
impl Take {
    #[getter]
    fn name(&self) -> &str {
        self.take.clip_name().unwrap_or(&self.take.name)
    }

    #[getter]
    fn format(&self) -> &'static str {
        self.take.format.name()
    }

    #[getter]
    fn path(&self) -> Option<&Path> {
        self.origin.as_ref().map(|origin| &*origin.path)
    }

    /// The words by which the program reads the file in the same way; None where there is no such file.
    #[getter]
    fn _words(&self) -> Option<Vec<String>> {
        self.origin.as_ref()?.words.clone()
    }

    /// Whether it has points alone, that no parent turns.
    #[getter]
    fn _is_of_points(&self) -> bool {
        self.take.is_of_points()
    }

    #[getter]
    fn names(&self) -> Vec<&str> {
        self.nodes().iter().map(|node| &*node.name).collect()
    }

    #[getter]
    fn parents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let parent = |node: &Node| node.parent().map_or(-1, |parent| parent.index() as i32);
        PyArray1::from_iter(py, self.nodes().iter().map(parent))
    }

    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let offsets = rest_offsets(&self.take, self.space(None, "Y")?);
        let offsets: Vec<f32> = offsets.into_iter().flat_map(|offset| offset.to_array()).collect();
        offsets.into_pyarray(py).reshape([self.nodes().len(), 3])
    }

    #[getter]
    fn end_names(&self) -> Vec<String> {
        self.take.points().skip(self.nodes().len()).map(|point| point.name).collect()
    }

    #[getter]
    fn end_parents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let ends = self.take.skeleton.free_ends();
        PyArray1::from_iter(py, ends.map(|(node, _)| node.index() as i32))
    }

    #[getter]
    fn end_offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let space = self.space(None, "Y")?;
        let ends = self.take.skeleton.free_ends();
        let offsets: Vec<f32> = ends.flat_map(|(_, end)| space.offset(end).to_array()).collect();
        let count = offsets.len() / 3;
        offsets.into_pyarray(py).reshape([count, 3])
    }

    #[getter]
    fn fps(&self) -> f64 {
        self.take.fps()
    }

    #[getter]
    fn frame_time(&self) -> f64 {
        self.take.motion.frame_time()
    }

    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, (0..self.frame_count()).map(|frame| self.take.file_time(frame)))
    }

    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<i64>>> {
        self.take.numbers.as_ref()?;
        let number = |frame| self.take.number(frame).unwrap_or(-1);
        Some(PyArray1::from_iter(py, (0..self.frame_count()).map(number)))
    }

    #[getter]
    fn metres_per_unit(&self) -> f64 {
        self.unit().metres
    }

    #[getter]
    fn up(&self) -> &'static str {
        self.take.units.up.direction.name()
    }

    #[getter]
    fn channels<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let take = &this.get().take;
        let rest = take.skeleton.rest_row();
        let (frames, values) = match take.motion.frame_count() {
            0 => (1, rest),
            frames => (frames, take.motion.as_slice()),
        };
        let view = ArrayView2::from_shape((frames, rest.len()), values);
        let view = view.map_err(|error| PyValueError::new_err(error.to_string()))?;
        // SAFETY: the values are the take's, which never changes and which the array keeps.
        let array = unsafe { PyArray2::borrow_from_array(&view, this.clone().into_any()) };
        array.try_readwrite()?.make_nonwriteable();
        Ok(array)
    }

    #[getter]
    fn channel_names(&self) -> Vec<(&str, String)> {
        let of_node = |(id, node): (NodeId, &'_ Node)| {
            (0..node.channels.len()).map(move |channel| (id, channel))
        };
        let channels = self.take.skeleton.iter().flat_map(of_node);
        let skeleton = &self.take.skeleton;
        channels
            .map(|(id, index)| (&*skeleton[id].name, self.take.channel_name(id, index)))
            .collect()
    }

    #[getter]
    fn confidence<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f32>>>> {
        if !self.take.has_confidence() {
            return Ok(None);
        }
        let columns: Vec<Option<usize>> =
            self.nodes().iter().map(Node::confidence_column).collect();
        let rows = self.take.motion.rows();
        let of_row = |row: &[f32]| -> Vec<f32> {
            columns.iter().map(|column| column.map_or(f32::NAN, |column| row[column])).collect()
        };
        let values: Vec<f32> = rows.flat_map(of_row).collect();
        values.into_pyarray(py).reshape([self.take.motion.frame_count(), columns.len()]).map(Some)
    }

    #[getter]
    fn euler_orders(&self) -> Vec<String> {
        self.nodes().iter().map(|node| node.euler_order().to_string()).collect()
    }

    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &info_object(&self.file_name(), &self.take, true))
    }

    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.take.warnings.iter().map(|warning| object(py, &warning.object())).collect()
    }

    #[getter]
    fn gaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fact(py, "gaps")
    }

    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fact(py, "events")
    }

    fn __len__(&self) -> usize {
        self.take.motion.frame_count()
    }

    /// Some of the frames, as another take: `take[100:200]`, `take[::2]`.
    fn __getitem__(&self, py: Python<'_>, frames: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(slice) = frames.cast::<PySlice>() else {
            return Err(PyTypeError::new_err("frames of a take are a slice, as take[100:200]"));
        };
        let indices = slice.indices(self.take.motion.frame_count() as isize)?;
        let Ok(step) = usize::try_from(indices.step) else {
            return Err(PyValueError::new_err("frames go forwards: the step is 1 or more"));
        };
        if indices.slicelength == 0 {
            return Err(refusal(py, "no-frames", "the take has none of these frames"));
        }
        let range = indices.start as usize..indices.stop as usize;
        let take = py.detach(|| every(rushes::Take::clone(&self.take), range, step));
        Ok(self.changed(take))
    }

    /// Where the joints are in the world.
    ///
    /// Parameters
    /// ----------
    /// unit : str or float
    ///     'm', 'cm', 'mm', 'inch', 'file' for the file's own, or how many metres it has.
    /// up : str
    ///     The axis that points up: 'Y', 'Z', ..., or 'file' for the file's own. The world is turned.
    /// frames : slice, range or whole numbers, optional
    ///     Only these frames, from 0.
    /// ends : bool
    ///     Also the E bone ends, after the joints.
    /// out : numpy.ndarray of float32, optional
    ///     What is filled in and returned, instead of a new array.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (F, J, 3) or (F, J + E, 3)
    ///     NaN where the file has a gap.
    #[pyo3(signature = (unit=None, up="Y", *, frames=None, ends=false, out=None),
        text_signature = "(self, unit='m', up='Y', *, frames=None, ends=False, out=None)")]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        unit: Option<&Bound<'py, PyAny>>,
        up: &str,
        frames: Option<&Bound<'py, PyAny>>,
        ends: bool,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let space = self.space(unit, up)?;
        let frames = self.frames(frames)?;
        let table = PositionTable::new(&self.take, ends, space);
        filled(py, &[frames.len(), table.points(), 3], out, |out| {
            in_parts(&frames, bytemuck::cast_slice_mut(out), |frames, out| table.fill(frames, out));
        })
    }

    /// How the joints are turned.
    ///
    /// Parameters
    /// ----------
    /// form : str
    ///     'quat' or 'quat_wxyz' (w first, not below 0), 'quat_xyzw', 'matrix', '6d' (the first two columns of the
    ///     matrix, one behind the other: Zhou et al. 2019), or 'euler' (degrees, in the order of `euler_orders`).
    /// local : bool
    ///     In the frame of the parent, as `offsets` and `translations` are; or else in the world.
    /// up, frames, out
    ///     As in `positions`.
    /// order : str, optional
    ///     The order of Euler angles, such as 'XYZ', instead of the file's own.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (F, J, 4), (F, J, 3, 3), (F, J, 6) or (F, J, 3)
    #[pyo3(signature = (form="quat", *, local=true, up="Y", frames=None, order=None, out=None))]
    #[allow(clippy::too_many_arguments)] // They have names.
    fn rotations<'py>(
        &self,
        py: Python<'py>,
        form: &str,
        local: bool,
        up: &str,
        frames: Option<&Bound<'py, PyAny>>,
        order: Option<&str>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let form = rotation_form(form, order, self.nodes())?;
        let space = self.space(None, up)?;
        let frames = self.frames(frames)?;
        let mut shape = vec![frames.len(), self.nodes().len()];
        match form {
            RotationForm::Matrix => shape.extend([3, 3]),
            _ => shape.push(form.width()),
        }
        filled(py, &shape, out, |out| {
            in_parts(&frames, out, |frames, out| {
                self.take.fill_rotations(frames, &form, local, space, out);
            });
        })
    }

    /// Where the joints are in their parents' frames; roots in the world. With local rotations, that is all of the
    /// motion.
    ///
    /// Parameters and result are those of `positions`.
    #[pyo3(signature = (unit=None, up="Y", *, frames=None, out=None),
        text_signature = "(self, unit='m', up='Y', *, frames=None, out=None)")]
    fn translations<'py>(
        &self,
        py: Python<'py>,
        unit: Option<&Bound<'py, PyAny>>,
        up: &str,
        frames: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let space = self.space(unit, up)?;
        let frames = self.frames(frames)?;
        filled(py, &[frames.len(), self.nodes().len(), 3], out, |out| {
            in_parts(&frames, bytemuck::cast_slice_mut(out), |frames, out| {
                self.take.fill_translations(frames, space, out);
            });
        })
    }

    /// The values of one channel on all frames as the file has them: a view, not a copy.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (F,)
    fn channel<'py>(
        this: &Bound<'py, Self>,
        joint: &Bound<'py, PyAny>,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = this.get();
        let id = own.joint(joint)?;
        let columns = own.take.skeleton[id].columns();
        let names: Vec<String> =
            (0..columns.len()).map(|index| own.take.channel_name(id, index)).collect();
        let place = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let place = place.ok_or_else(|| {
            let joint = &own.take.skeleton[id].name;
            let names = names.join(", ");
            PyKeyError::new_err(format!("{joint} has no channel {name}; it has {names}"))
        })?;
        let all = PySlice::full(this.py());
        Self::channels(this)?.as_any().get_item((all, columns.start + place))
    }

    /// Only some joints, by their names or places, as another take: in the order of this take, each below the nearest one
    /// above that is there too, and where it was in the world.
    fn select(&self, py: Python<'_>, joints: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut is_kept = vec![false; self.nodes().len()];
        for joint in &joints {
            is_kept[self.joint(joint)?.index()] = true;
        }
        if joints.is_empty() {
            return Err(PyValueError::new_err("no joints to select"));
        }
        Ok(self.changed(py.detach(|| select(rushes::Take::clone(&self.take), &is_kept))))
    }

    /// The same joints with another motion, as another take, in metres with Y up.
    ///
    /// Parameters
    /// ----------
    /// rotations : numbers, shape (F, J, 4), (F, J, 3, 3) or (F, J, 6), optional
    ///     As `rushes.from_arrays` takes them; without, those of this take.
    /// translations : numbers, shape (F, J, 3), or (F, 3) of the only root, optional
    ///     Where joints are in their parents' frames; without, those of this take.
    /// fps : float, optional
    ///     Frames a second; without, as many as this take has.
    #[pyo3(signature = (*, rotations=None, translations=None, fps=None))]
    fn replace(
        &self,
        py: Python<'_>,
        rotations: Option<Array<'_>>,
        translations: Option<Array<'_>>,
        fps: Option<f64>,
    ) -> PyResult<Self> {
        let space = self.space(None, "Y")?;
        Ok(Self::new(replaced(py, &self.take, space, [rotations, translations], fps)?, None))
    }

    /// The take at another rate, as another take: rotations are blended on the shortest arc, and where each frame is
    /// one of the file, these are picked.
    fn resample(&self, py: Python<'_>, fps: f64) -> PyResult<Self> {
        let changes = Changes { fps: Some(rate(fps)?), ..Changes::default() };
        let take = py.detach(|| changes.apply(rushes::Take::clone(&self.take)));
        Ok(self.changed(take.map_err(|error| refusal(py, "no-frames", error))?))
    }

    /// Which joints of another take are which of this one, by what they are: case, namespaces, ways to write a side,
    /// and words such as Knee and Shin do not matter.
    ///
    /// Returns
    /// -------
    /// (numpy.ndarray of int64, numpy.ndarray of int64), shape (M,) each
    ///     Places in this take and in the other one: `a.positions()[:, i]` beside `b.positions()[:, j]`.
    fn r#match<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let matching = Matching::by_names([&self.take.skeleton, &other.take.skeleton], &[]);
        let places = |side: usize| {
            PyArray1::from_iter(py, matching.pairs.iter().map(|pair| pair[side].index() as i64))
        };
        (places(0), places(1))
    }

    /// What is wrong with the capture, and where: the findings of `rushes check`, the gravest first.
    ///
    /// Parameters
    /// ----------
    /// only, skip : list of str, optional
    ///     Words of checks, such as 'skate'.
    /// limits : dict of str to float, optional
    ///     Other limits, such as {'gap-time': 0.5}.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     check, node, frames, value, limit, unit, severity, message.
    #[pyo3(signature = (only=None, *, skip=None, limits=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        only: Option<Vec<String>>,
        skip: Option<Vec<String>>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let words: Vec<(&str, Check)> =
            Check::ALL.iter().map(|check| (check.word(), *check)).collect();
        let checks = |given: Option<Vec<String>>| -> PyResult<Option<Vec<Check>>> {
            let found = |given: Vec<String>| {
                given.iter().map(|word| one_of("check", word, &words)).collect::<PyResult<_>>()
            };
            given.map(found).transpose()
        };
        let (only, skip) = (checks(only)?, checks(skip)?.unwrap_or_default());
        let limits = check_limits(limits)?;
        let found = py.detach(|| check(&self.take, self.stage(), &limits, &|| false).findings);
        let is_wanted = |check: &Check| {
            only.as_ref().is_none_or(|only| only.contains(check)) && !skip.contains(check)
        };
        let wanted = found.iter().filter(|finding| is_wanted(&finding.check));
        wanted.map(|finding| object(py, &finding.object(&self.take))).collect()
    }

    /// When feet stand, in the order of frames.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     joint (its name), index (its place), frames (first and last).
    #[pyo3(signature = (*, limits=None))]
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let limits = check_limits(limits)?;
        let found = py.detach(|| check(&self.take, self.stage(), &limits, &|| false).contacts);
        let contact = |contact: rushes::review::checks::Contact| {
            let dict = PyDict::new(py);
            dict.set_item("joint", &self.take.skeleton[contact.node].name)?;
            dict.set_item("index", contact.node.index())?;
            dict.set_item("frames", [contact.first, contact.last])?;
            Ok(dict)
        };
        found.into_iter().map(contact).collect()
    }

    /// A measure of the body on all frames, such as `take.measure('angle', 'LeftUpLeg', 'LeftLeg', 'LeftFoot')`.
    ///
    /// Parameters
    /// ----------
    /// kind : str
    ///     'distance' (m), 'angle' (degrees), 'height' (m), 'speed' (m/s), 'acceleration' (m/s²), 'angular-velocity'
    ///     (degrees a second), 'com' (m), 'com-height' (m), 'support' (m), as `rushes measure` has them.
    /// *joints : str
    ///     The joints that it is of.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (F,), or (F, 3) for 'com'
    ///     NaN where it is not known.
    #[pyo3(signature = (kind, *joints))]
    fn measure<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        joints: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let failed = |error: rushes::review::measure::MeasureError| refusal(py, "measure", error);
        let kinds = MeasureKind::ALL.map(|kind| (kind.word(), kind));
        let measure = Measure::new(one_of("measure", kind, &kinds)?, joints).map_err(failed)?;
        let evaluator =
            MeasureEvaluator::new(&self.take, self.stage(), &measure).map_err(failed)?;
        let series = py.detach(|| evaluator.series(0..self.frame_count()));
        let array = series.into_pyarray(py);
        match measure.kind().components().len() {
            1 => Ok(array.into_any()),
            width => Ok(array.reshape([self.frame_count(), width])?.into_any()),
        }
    }

    /// How plausible the motion is: jitter, foot skating ratio, penetration, float, change of bone lengths, excess of
    /// joint limits, as papers report them.
    ///
    /// Returns
    /// -------
    /// dict of str to dict
    ///     By their words: value (NaN where it cannot be measured), unit, about (how it is worked out, with its thresholds),
    ///     source, joints.
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metrics = py.detach(|| TakeMetrics::new(&self.take, self.stage()));
        take_metrics(py, &metrics)
    }

    /// Writes the take as a file of the format that the extension names, as `rushes convert` does.
    ///
    /// Parameters
    /// ----------
    /// path : path
    ///     Such as 'walk.glb' or 'walk.usda'.
    /// unit : str or float, optional
    ///     'm', 'cm', 'mm', ..., or how many metres it has; without, the take's own.
    /// up : str, optional
    ///     The axis that points up; without, the take's own.
    /// fps : float, optional
    ///     Frames a second.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     What the format could not hold: code, severity, message, count.
    #[pyo3(signature = (path, *, unit=None, up=None, fps=None))]
    fn save<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        unit: Option<&Bound<'py, PyAny>>,
        up: Option<&str>,
        fps: Option<f64>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let options = SaveOptions::new(unit, up, fps)?;
        let mut take = rushes::Take::clone(&self.take);
        take.units.metres_per_unit = take.units.metres_per_unit.or(self.metres);
        let warnings = save(py, take, &path, &options)?;
        warnings.iter().map(|warning| object(py, &warning.object())).collect()
    }

    /// Draws a picture, .png or .svg, or a film, .gif, .mp4 and others, as `rushes render` does.
    ///
    /// Parameters
    /// ----------
    /// path : path
    ///     The picture or film to write.
    /// **options
    ///     As those of `rushes render`: frame=120, size='1280x720', view='side', theme='light', turntable=True, ...
    #[pyo3(signature = (path, **options))]
    fn render(
        this: &Bound<'_, Self>,
        path: &Bound<'_, PyAny>,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let options = options.unwrap_or_else(|| PyDict::new(this.py()));
        program(this.py())?.call_method1("render", (this, path, options)).map(drop)
    }

    /// Opens a window that shows the take, and does not wait for it.
    fn show(this: &Bound<'_, Self>) -> PyResult<()> {
        program(this.py())?.call_method1("show", (this,)).map(drop)
    }

    /// A player for notebooks, which loads nothing from elsewhere.
    fn _repr_html_(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| player_frame(&self.take, self.stage()))
    }

    /// All of it as bytes: a pickle needs no file, and is read by the same version of Rushes alone.
    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let own = this.get();
        let kept = Kept {
            version: env!("CARGO_PKG_VERSION").into(),
            take: (*own.take).clone(),
            origin: own.origin.clone(),
            metres: own.metres,
        };
        let bytes = this.py().detach(|| postcard::to_allocvec(&kept));
        let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((this.get_type().getattr("_from_bytes")?, (PyBytes::new(this.py(), &bytes),)))
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let version = postcard::take_from_bytes::<String>(bytes).map(|(version, _)| version);
        if version.as_deref() != Ok(env!("CARGO_PKG_VERSION")) {
            let message = "the pickle was made by another version of Rushes: keep takes as files";
            return Err(PyValueError::new_err(message));
        }
        let kept: Kept = py
            .detach(|| postcard::from_bytes(bytes))
            .map_err(|error| PyValueError::new_err(format!("no pickle of a take: {error}")))?;
        Ok(Self { metres: kept.metres, ..Self::new(kept.take, kept.origin) })
    }

    fn __repr__(&self) -> String {
        let joints = self.nodes().len();
        let what = if self.take.is_of_points() { "points" } else { "joints" };
        let (name, format, rate) = (self.name(), self.format(), self.take.rate_text());
        let frames = self.take.motion.frame_count();
        format!("<rushes.Take '{name}' ({format}): {joints} {what}, {frames} frames at {rate}>")
    }
}

impl Take {
    fn frames(&self, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        frames(self.frame_count(), given)
    }
}

/// What runs the program as another process, in Python.
fn program(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    PyModule::import(py, "rushes._program")
}

fn check_limits(given: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    let mut limits = Limits::default();
    for (word, value) in given.into_iter().flatten() {
        let (word, value): (String, f64) = (word.extract()?, value.extract()?);
        if !limits.set(&word, value) {
            return Err(PyValueError::new_err(format!("there is no limit '{word}'")));
        }
    }
    Ok(limits)
}
