//! `rushes.compare` and `rushes.metrics`: how far a motion is from another one, and how plausible it is by itself.

use numpy::{AllowTypeChange, PyArrayLikeDyn};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushes::glam::DVec3;
use rushes::review::compare::{
    Align, CompareError, Comparison as Compared, Figures, Matching, Sync, Timing, common_unit,
};
use rushes::review::joint_named;
use rushes::review::metrics::{
    GLOBAL_MPJPE, Ground, MPJPE, Metric, MetricValue, N_MPJPE, PA_MPJPE, PairMetrics, TakeMetrics,
    Tracks, of_motion, of_pair,
};
use rushes::scene::{Placement, Stage};
use rushes::take::{NodeId, unique_names};

use crate::arguments::{axis, metres, one_of, rate};
use crate::error::refusal;
use crate::take::Take;

/// How B is brought to where A is, and which of the distances then is the one that is asked for.
const ALIGNS: [(&str, (Align, &Metric)); 6] = [
    ("root", (Align::None, &MPJPE)),
    ("procrustes", (Align::None, &PA_MPJPE)),
    ("scale", (Align::None, &N_MPJPE)),
    ("none", (Align::None, &GLOBAL_MPJPE)),
    ("place", (Align::Place(usize::MAX), &GLOBAL_MPJPE)),
    ("range", (Align::Range, &GLOBAL_MPJPE)),
];

/// How far a take B is from a reference A: what `rushes.compare` gives.
///
/// Attributes
/// ----------
/// mpjpe_mm : float
///     Mean distance of the joints in millimetres, aligned as was asked for; NaN where nothing could be measured.
/// metrics : dict of str to dict
///     Of B against A, by their words: value, unit, about (how it is worked out, with its thresholds), source, joints
///     (name, value).
/// a, b : dict of str to dict
///     The same of each take by itself.
/// joints : list of dict
///     name (in A), other (in B), mean, p95, worst (metres), worst_frame, velocity_rms (m/s), acceleration_rms (m/s²): the
///     worst first, as `rushes compare` has them.
/// frames : (int, int)
///     The first and the last frame of A that were compared.
/// offset : float
///     How many seconds after A B begins.
/// certain : bool or None
///     With sync='motion', whether that offset is certain.
/// unmatched : (list of str, list of str)
///     The joints of A and of B that have no counterpart.
#[pyclass(frozen, module = "rushes", name = "Comparison")]
pub struct Comparison {
    metrics: PairMetrics,
    asked: &'static str,
    #[pyo3(get)]
    frames: (usize, usize),
    #[pyo3(get)]
    offset: f64,
    #[pyo3(get)]
    certain: Option<bool>,
    #[pyo3(get)]
    unmatched: (Vec<String>, Vec<String>),
    joints: Vec<(String, String, Option<Figures>)>,
}

#[pymethods]
impl Comparison {
    #[getter]
    fn mpjpe_mm(&self) -> f64 {
        self.value(self.asked)
    }

    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &self.metrics.pair, Some(&self.metrics.names))
    }

    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        take_metrics(py, &self.metrics.takes[0])
    }

    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        take_metrics(py, &self.metrics.takes[1])
    }

    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |(name, other, figures): &(String, String, Option<Figures>)| {
            let row = PyDict::new(py);
            row.set_item("name", name)?;
            row.set_item("other", other)?;
            row.set_item("mean", figures.map(|f| f.mean))?;
            row.set_item("p95", figures.map(|f| f.p95))?;
            row.set_item("worst", figures.map(|f| f.worst))?;
            row.set_item("worst_frame", figures.map(|f| f.worst_frame))?;
            row.set_item("velocity_rms", figures.and_then(|f| f.velocity_rms))?;
            row.set_item("acceleration_rms", figures.and_then(|f| f.acceleration_rms))?;
            Ok(row)
        };
        self.joints.iter().map(row).collect()
    }

    /// The value of a metric of both, such as `comparison['pa-mpjpe']`; NaN where nothing could be measured.
    fn __getitem__(&self, word: &str) -> PyResult<f64> {
        let is_there = self.metrics.pair.iter().any(|value| value.metric.word == word);
        if is_there { Ok(self.value(word)) } else { Err(PyKeyError::new_err(word.to_string())) }
    }

    fn __repr__(&self) -> String {
        let (matched, (first, last)) = (self.joints.len(), self.frames);
        let mpjpe = self.mpjpe_mm();
        format!("<rushes.Comparison: {mpjpe:.2} mm, {matched} joints, frames {first} to {last}>")
    }
}

impl Comparison {
    /// NaN where it could not be measured.
    fn value(&self, word: &str) -> f64 {
        let value = self.metrics.pair.iter().find(|value| value.metric.word == word);
        value.and_then(|value| value.value).unwrap_or(f64::NAN)
    }
}

/// Metrics by their words.
fn dict<'py>(
    py: Python<'py>,
    values: &[MetricValue],
    names: Option<&[String]>,
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    let names = names.map(unique_names);
    for MetricValue { metric, value, joints } in values {
        let one = PyDict::new(py);
        one.set_item("value", value.unwrap_or(f64::NAN))?;
        one.set_item("unit", metric.unit)?;
        one.set_item("about", metric.about)?;
        one.set_item("source", metric.source)?;
        let joints: Vec<f64> = joints.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
        match &names {
            Some(names) => {
                let named = PyDict::new(py);
                let mut both = names.iter().zip(&joints);
                both.try_for_each(|(name, value)| named.set_item(name, value))?;
                one.set_item("joints", named)?;
            }
            None => one.set_item("joints", joints)?,
        }
        all.set_item(metric.word, one)?;
    }
    Ok(all)
}

/// The metrics of a take by itself.
pub fn take_metrics<'py>(py: Python<'py>, metrics: &TakeMetrics) -> PyResult<Bound<'py, PyDict>> {
    dict(py, &metrics.values, Some(&metrics.names))
}

/// How far a take is from a reference, by the joints that match.
///
/// Parameters
/// ----------
/// a, b : Take
///     The reference, and the take that is held against it. Units, axes and rates may differ.
/// align : str
///     What `mpjpe_mm` forgives: 'root' puts roots upon each other on each frame, as papers do; 'procrustes' also turns and
///     scales (PA-MPJPE), 'scale' scales alone (N-MPJPE), 'none' nothing; 'place' puts hips over hips on the first frame,
///     'range' turns and shifts B as a whole.
/// sync : str or float
///     Which moments belong together: 'frame', 'time' (by the clocks of both files), 'motion' (by the speed of the
///     joints), or how many seconds after A B begins.
/// joints : list of str, optional
///     Only these joints of A.
/// match : dict of str to str, optional
///     Joints of A and their counterparts in B, whatever they are called.
///
/// Returns
/// -------
/// Comparison
#[pyfunction]
#[pyo3(signature = (a, b, *, align="root", sync=None, joints=None, r#match=None),
    text_signature = "(a, b, *, align='root', sync='frame', joints=None, match=None)")]
pub fn compare(
    py: Python<'_>,
    a: &Take,
    b: &Take,
    align: &str,
    sync: Option<&Bound<'_, PyAny>>,
    joints: Option<Vec<String>>,
    r#match: Option<Bound<'_, PyDict>>,
) -> PyResult<Comparison> {
    let (align, asked) = one_of("align", align, &ALIGNS)?;
    let sync = self::sync(sync)?;
    let skeletons = [a, b].map(|take| &take.take.skeleton);
    let named = |side: usize, name: &str| -> PyResult<NodeId> {
        joint_named(skeletons[side], name).map_err(|error| PyKeyError::new_err(error.to_string()))
    };
    let mut table = Vec::new();
    for (of_a, of_b) in r#match.into_iter().flatten() {
        let pair: [String; 2] = [of_a.extract()?, of_b.extract()?];
        named(0, &pair[0]).and(named(1, &pair[1]))?;
        table.push(pair);
    }
    let only = joints.unwrap_or_default();
    let only: Vec<NodeId> = only.iter().map(|name| named(0, name)).collect::<PyResult<_>>()?;
    let compared = py.detach(|| {
        let matching = Matching::by_names(skeletons, &table);
        let of_joints = matching.only(|[a, _]| only.is_empty() || only.contains(&a));
        compare_takes([a, b], sync, align, &matching, &of_joints)
    });
    let found = compared.map_err(|error| refusal(py, "compare", error))?;
    Ok(Comparison { asked: asked.word, ..found })
}

fn sync(given: Option<&Bound<'_, PyAny>>) -> PyResult<Sync> {
    let Some(given) = given else { return Ok(Sync::Frame) };
    if let Ok(seconds) = given.extract::<f64>() {
        let wrong = || PyValueError::new_err(format!("{seconds} is no number of seconds"));
        return seconds.is_finite().then_some(Sync::Offset(seconds)).ok_or_else(wrong);
    }
    let words = [("frame", Sync::Frame), ("time", Sync::Time), ("motion", Sync::Motion)];
    one_of("sync", &given.extract::<String>()?, &words)
}

fn compare_takes(
    both: [&Take; 2],
    sync: Sync,
    align: Align,
    matching: &Matching,
    of_joints: &Matching,
) -> Result<Comparison, CompareError> {
    let takes = both.map(|take| &*take.take);
    // Heights are the files' own.
    let zero = |metres| Placement { metres, floor_is_at_zero: true, ..Placement::default() };
    let stage_a = Stage::with_placement(takes[0], zero(both[0].metres()));
    let of_b = both[1].metres().or_else(|| common_unit(takes[0], &stage_a, takes[1]));
    let stage_b = Stage::with_placement(takes[1], zero(of_b));
    let mut comparison = Compared {
        takes,
        stages: [&stage_a, &stage_b],
        matching: of_joints,
        timing: Timing::new(takes, 0.0),
    };
    let (timing, certainty) = comparison.synced(sync)?;
    comparison.timing = timing;
    let align = match align {
        Align::Place(_) => Align::Place(comparison.frames().start),
        align => align,
    };
    let alignment = Compared { matching, ..comparison }.alignment(align)?;
    let difference = comparison.difference(&alignment)?;
    let name = |side: usize, id: NodeId| takes[side].skeleton[id].name.clone();
    let unmatched =
        |side: usize| matching.unmatched[side].iter().map(|&id| name(side, id)).collect();
    let joints = difference.worst_first().into_iter().map(|pair| {
        let [a, b] = difference.pairs[pair];
        (name(0, a), name(1, b), difference.joints[pair])
    });
    Ok(Comparison {
        metrics: PairMetrics::new(&comparison, &alignment)?,
        asked: MPJPE.word,
        frames: (difference.frames.start, difference.frames.end - 1),
        offset: timing.offset,
        certain: certainty.map(|certainty| certainty.is_certain()),
        unmatched: (unmatched(0), unmatched(1)),
        joints: joints.collect(),
    })
}

type Array<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;

/// The metrics of papers, of positions that are arrays.
///
/// Parameters
/// ----------
/// positions : numbers, shape (F, J, 3)
///     Where the joints are; NaN where one is missing.
/// reference : numbers, shape (F, J, 3), optional
///     Where they should be.
/// fps : float
///     Frames a second.
/// root : int or None
///     The joint that is put upon its counterpart; None for the mean of all joints.
/// parents : whole numbers, shape (J,), optional
///     What each joint hangs from, -1 for nothing: without, no bones are measured.
/// feet : list of int
///     The joints that stand on the floor, such as toes.
/// floor : float
///     How high the floor is, in `unit`.
/// unit, up : str
///     Of the positions.
///
/// Returns
/// -------
/// dict of str to dict
///     By their words: value, unit, about (how it is worked out, with its thresholds), source, joints (a value a joint,
///     or none).
#[pyfunction]
#[pyo3(signature = (positions, reference=None, *, fps, root=Some(0), parents=None, feet=vec![], floor=0.0, unit=None, up="Y"),
    text_signature = "(positions, reference=None, *, fps, root=0, parents=None, feet=(), floor=0.0, unit='m', up='Y')")]
#[allow(clippy::too_many_arguments)] // They have names.
pub fn metrics<'py>(
    py: Python<'py>,
    positions: Array<'py>,
    reference: Option<Array<'py>>,
    fps: f64,
    root: Option<usize>,
    parents: Option<Vec<i64>>,
    feet: Vec<usize>,
    floor: f64,
    unit: Option<&Bound<'py, PyAny>>,
    up: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let metres = unit.map_or(Ok(1.0), metres)?;
    let up = axis(up)?;
    let own = tracks(&positions, "positions", fps, metres, up)?;
    let joints = own.joints;
    if let Some(count) = parents.as_ref().map(Vec::len).filter(|&count| count != joints) {
        return Err(PyValueError::new_err(format!("there are {count} parents of {joints} joints")));
    }
    let parents = parents.unwrap_or_default();
    let is_joint = |joint: &usize| *joint < joints;
    if !feet.iter().chain(&root).all(is_joint)
        || parents.iter().any(|&parent| parent >= joints as i64)
    {
        return Err(PyValueError::new_err(format!(
            "root, parents and feet are of {joints} joints"
        )));
    }
    let bones = parents.iter().enumerate();
    let bones: Vec<[usize; 2]> =
        bones.filter_map(|(joint, &parent)| Some([joint, usize::try_from(parent).ok()?])).collect();
    let mut values = Vec::new();
    if let Some(reference) = &reference {
        let reference = tracks(reference, "reference", fps, metres, up)?;
        if (reference.joints, reference.frames()) != (joints, own.frames()) {
            return Err(PyValueError::new_err("positions and reference have the same shape"));
        }
        values = py.detach(|| of_pair([&reference, &own], root, &bones));
    }
    let ground = Ground { floor: floor * metres, feet: &feet };
    values.extend(py.detach(|| of_motion(&own, ground, &bones)));
    dict(py, &values, None)
}

fn tracks(
    array: &Array<'_>,
    what: &str,
    fps: f64,
    metres: f64,
    up: rushes::take::SignedAxis,
) -> PyResult<Tracks> {
    let array = array.as_array();
    let &[_, joints, 3] = array.shape() else {
        let shape = array.shape();
        return Err(PyValueError::new_err(format!(
            "{what} have the shape {shape:?}, not (F, J, 3)"
        )));
    };
    let fps = rate(fps)?;
    let values: Vec<f64> = array.iter().map(|value| value * metres).collect();
    let upright = up.turn_to(rushes::take::Axis::Y.positive());
    let positions = values.chunks_exact(3).map(|at| upright * DVec3::from_slice(at)).collect();
    Ok(Tracks { positions, joints, frame_time: fps.recip() })
}
