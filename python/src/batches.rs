//! `rushes.batches`: tables of many takes for whatever takes Arrow's streams, without a copy.

use std::path::PathBuf;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use rushes::dataset::{Stream, StreamOptions, Table};
use rushes::review::checks::Limits;

use crate::arguments::one_of;
use crate::open::Reading;
use crate::scan::find_files;

const TABLES: [(&str, Table); 2] = [("frames", Table::Frames), ("takes", Table::Takes)];

/// A table of some takes, which whatever takes Arrow's streams reads: `pyarrow.table(batches)`, `polars.DataFrame(batches)`,
/// `duckdb.sql("from batches")`. Each time it is read, the files are.
#[pyclass(frozen, module = "rushes", name = "Batches")]
pub struct Batches {
    files: Vec<PathBuf>,
    options: StreamOptions,
}

#[pymethods]
impl Batches {
    /// How many files it is of.
    fn __len__(&self) -> usize {
        self.files.len()
    }

    /// The stream as Arrow's PyCapsule interface has it.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever gets another schema than the one that was asked for casts it: that is what the interface says.
        let _ = requested_schema;
        let stream = Stream::begin(self.files.clone(), self.options.clone())
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(
            py,
            FFI_ArrowArrayStream::new(Box::new(stream)),
            c"arrow_array_stream",
        )
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.options.table)
    }
}

/// The columns of a table, for whatever takes Arrow's schemas: `pyarrow.schema(rushes.schema("frames"))`.
#[pyclass(frozen, module = "rushes", name = "Schema")]
pub struct Schema {
    table: Table,
}

#[pymethods]
impl Schema {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.table)
    }

    /// The names of the columns, each with its type and what it says.
    #[getter]
    fn fields(&self) -> Vec<(String, String, String)> {
        let fields = self.table.fields().into_iter();
        fields.map(|field| (field.name, field.data_type.to_string(), field.about)).collect()
    }
}

fn schema_capsule(py: Python<'_>, table: Table) -> PyResult<Bound<'_, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(table.schema().as_ref());
    let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The columns of a table of a data set.
///
/// Parameters
/// ----------
/// table : str
///     'frames' or 'takes'.
#[pyfunction]
pub fn schema(table: &str) -> PyResult<Schema> {
    Ok(Schema { table: one_of("table", table, &TABLES)? })
}

/// A table of many takes for whatever takes Arrow's streams, as `rushes dataset` writes it: takes are read on all cores while it
/// is read, and few are in memory.
///
/// Parameters
/// ----------
/// paths : path, or list of paths
///     As those of `rushes.scan`.
/// table : str
///     'frames', with a row for each frame, or 'takes', with a row for each take.
/// on_error : str
///     'skip' a file that cannot be read, which has a row of takes that says why, or 'raise' its error.
/// checks : bool
///     Whether the table of takes has what the checks find, which takes longer than all else.
/// recursive : bool
///     Also read the folders inside of folders.
/// **options
///     As those of `rushes.open`; without unit, up and strict.
///
/// Returns
/// -------
/// Batches
#[pyfunction]
#[pyo3(signature = (paths, table="frames", *, on_error="skip", checks=true, recursive=true, **options))]
pub fn batches(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    table: &str,
    on_error: &str,
    checks: bool,
    recursive: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batches> {
    let table = one_of("table", table, &TABLES)?;
    let is_strict = one_of("on_error", on_error, &[("skip", false), ("raise", true)])?;
    let reading = Reading::new(options)?;
    if !reading.is_plain() {
        return Err(PyValueError::new_err("batches have no unit, up and strict"));
    }
    let limits = checks.then(Limits::default);
    let options = StreamOptions { table, open_options: reading.open_options, limits, is_strict };
    Ok(Batches { files: find_files(py, paths, recursive)?, options })
}
