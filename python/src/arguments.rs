//! What functions are given: units, axes, words, frames.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySlice};
use rushes::scene::Unit;
use rushes::take::SignedAxis;

/// What is as the file has it.
const FILE: &str = "file";

/// Metres in a unit that is named, or that is a number of them.
pub fn metres(unit: &Bound<'_, PyAny>) -> PyResult<f64> {
    if let Ok(metres) = unit.extract::<f64>() {
        let is_unit = metres.is_finite() && metres > 0.0;
        return if is_unit { Ok(metres) } else { Err(wrong_unit(&metres.to_string())) };
    }
    let word: String = unit.extract()?;
    let known = Unit::COMMON.iter().find(|(name, _)| *name == word);
    known.map(|(_, metres)| *metres).ok_or_else(|| wrong_unit(&word))
}

fn wrong_unit(found: &str) -> PyErr {
    let names: Vec<&str> = Unit::COMMON.iter().map(|(name, _)| *name).collect();
    let names = names.join("', '");
    PyValueError::new_err(format!("unit '{found}': write '{names}', or how many metres it has"))
}

/// The same, or `None` for the file's own.
pub fn metres_or_file(unit: Option<&Bound<'_, PyAny>>) -> PyResult<Option<f64>> {
    let Some(unit) = unit else { return Ok(Some(1.0)) };
    if unit.extract::<&str>().is_ok_and(|word| word == FILE) {
        return Ok(None);
    }
    metres(unit).map(Some)
}

/// Frames a second.
pub fn rate(fps: f64) -> PyResult<f64> {
    let is_rate = rushes::loader::Options::is_rate(fps);
    let wrong = || PyValueError::new_err(format!("{fps} is no number of frames a second"));
    is_rate.then_some(fps).ok_or_else(wrong)
}

/// A direction along an axis, as `"Y"` or `"-Z"`.
pub fn axis(word: &str) -> PyResult<SignedAxis> {
    SignedAxis::ALL.into_iter().find(|axis| axis.name().eq_ignore_ascii_case(word)).ok_or_else(
        || PyValueError::new_err(format!("up '{word}': write 'Y', 'Z', '-Y' or the like")),
    )
}

/// The same, or `None` for the file's own.
pub fn axis_or_file(word: &str) -> PyResult<Option<SignedAxis>> {
    if word == FILE { Ok(None) } else { axis(word).map(Some) }
}

/// The one of some words that was written.
pub fn one_of<T: Clone>(what: &str, word: &str, words: &[(&str, T)]) -> PyResult<T> {
    let found = words.iter().find(|(known, _)| *known == word);
    found.map(|(_, value)| value.clone()).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        PyValueError::new_err(format!("{what} '{word}': write '{}'", known.join("', '")))
    })
}

/// Some of so many frames: a slice, a range, or numbers from 0, those below 0 from the end; all without.
pub fn frames(count: usize, frames: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
    let Some(frames) = frames else { return Ok((0..count).collect()) };
    if let Ok(slice) = frames.cast::<PySlice>() {
        let indices = slice.indices(count as isize)?;
        let places = (0..indices.slicelength).map(|i| indices.start + i as isize * indices.step);
        return Ok(places.map(|place| place as usize).collect());
    }
    let is_mask = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyBool>();
    if frames.get_item(0).is_ok_and(|first| is_mask(&first)) {
        return Err(PyTypeError::new_err(
            "frames are numbers: numpy.flatnonzero makes them of a mask",
        ));
    }
    let numbers: Vec<i64> = match frames.extract::<PyReadonlyArray1<'_, i64>>() {
        Ok(array) => array.as_array().to_vec(),
        Err(_) => frames.extract().map_err(|_| {
            PyTypeError::new_err("frames are a slice, a range, or whole numbers from 0")
        })?,
    };
    numbers.into_iter().map(|number| frame(count, number)).collect()
}

fn frame(count: usize, number: i64) -> PyResult<usize> {
    let place = if number < 0 { number + count as i64 } else { number };
    usize::try_from(place).ok().filter(|&place| place < count).ok_or_else(|| {
        let last = count.saturating_sub(1);
        PyIndexError::new_err(format!("frame {number}: the take has frames 0 to {last}"))
    })
}
