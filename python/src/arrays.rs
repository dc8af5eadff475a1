//! Tables of takes as NumPy arrays: filled on all cores, or shared with the take.

use std::num::NonZeroUsize;
use std::thread;

use numpy::{
    PyArray, PyArrayDyn, PyArrayMethods as _, PyReadwriteArrayDyn, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Fewer frames are not worth a thread.
const FRAMES: usize = 512;

/// Calls `work` for parts of some frames, with as many parts of what is filled in, at the same time.
pub fn in_parts<T: Send>(
    frames: &[usize],
    out: &mut [T],
    work: impl Fn(&[usize], &mut [T]) + Sync,
) {
    if frames.is_empty() {
        return;
    }
    let width = out.len() / frames.len();
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let parts = cores.min(frames.len().div_ceil(FRAMES));
    let size = frames.len().div_ceil(parts);
    if parts == 1 || width == 0 {
        return work(frames, out);
    }
    let mut parts = frames.chunks(size).zip(out.chunks_mut(size * width));
    let own = parts.next();
    thread::scope(|scope| {
        let work = &work;
        for (frames, out) in parts {
            scope.spawn(move || work(frames, out));
        }
        if let Some((frames, out)) = own {
            work(frames, out);
        }
    });
}

/// An array of this shape, the one that was given or a new one, that `fill` fills in while other threads of Python go on.
///
/// # Errors
/// Where the array that was given has another shape or type, is not contiguous, or cannot be written.
pub fn filled<'py>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [f32]) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    match out {
        None => {
            // SAFETY: every number of it is written below, before anybody else has it.
            let array: Bound<'py, PyArrayDyn<f32>> =
                unsafe { PyArray::new(py, shape.to_vec(), false) };
            // SAFETY: nobody else has it, and it is contiguous.
            let values = unsafe { array.as_slice_mut() }?;
            py.detach(|| fill(values));
            Ok(array.into_any())
        }
        Some(out) => {
            let mut array: PyReadwriteArrayDyn<'py, f32> = out.extract().map_err(|_| {
                PyValueError::new_err("out is an array of float32 that can be written")
            })?;
            if array.shape() != shape {
                let (is, must) = (array.shape(), shape);
                return Err(PyValueError::new_err(format!(
                    "out has the shape {is:?}, not {must:?}"
                )));
            }
            let wrong = || PyValueError::new_err("out is not contiguous, the last axis first");
            if !array.is_c_contiguous() {
                return Err(wrong());
            }
            let values = array.as_slice_mut().map_err(|_| wrong())?;
            py.detach(|| fill(values));
            drop(array);
            Ok(out)
        }
    }
}
