//! A take becomes a file, as the command line has it done.

use std::path::Path;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rushes::convert::{Conversion, Solving};
use rushes::export::{Changes, EXPORTS, Export};
use rushes::take::Warning;

use crate::arguments::{axis, metres, rate};
use crate::error::{file_error, refusal};

/// What is changed of a take on the way.
pub struct SaveOptions {
    changes: Changes,
}

impl SaveOptions {
    pub fn new(
        unit: Option<&Bound<'_, PyAny>>,
        up: Option<&str>,
        fps: Option<f64>,
    ) -> PyResult<Self> {
        let changes = Changes {
            unit: unit.map(metres).transpose()?,
            up: up.map(axis).transpose()?,
            fps: fps.map(rate).transpose()?,
            ..Changes::default()
        };
        Ok(Self { changes })
    }
}

/// Writes all of it, or nothing; what the format could not hold.
///
/// # Errors
/// Where no format has the extension, or the take cannot be written as it or there.
pub fn save(
    py: Python<'_>,
    take: rushes::Take,
    path: &Path,
    options: &SaveOptions,
) -> PyResult<Vec<Warning>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(export) = Export::of_file(&name) else {
        let known: Vec<&str> = EXPORTS.iter().map(|export| export.extension).collect();
        let message = format!("'{name}': write a name that ends in .{}", known.join(", ."));
        return Err(PyValueError::new_err(message));
    };
    let conversion =
        Conversion { export, changes: options.changes.clone(), solving: Solving::default() };
    py.detach(|| {
        let ready = conversion.prepare(take, None).map_err(|why| (true, why.to_string()))?;
        let all = |_: &[Warning]| Ok(());
        ready.save(path, &|_| true, all).map_err(|error| (false, error.to_string()))
    })
    .map_err(|(is_refused, why): (bool, String)| {
        if is_refused {
            refusal(py, "unsupported", why)
        } else {
            file_error(py, path, "unwritable", why)
        }
    })
}
