//! `rushes.scan`: many takes one after the other, read ahead on all cores.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushes::LoadError;
use rushes::cli::input_files;
use rushes::files::{Ahead, Nothing, Opened, Opener, are_many, catch_panic, each_file};

use crate::arguments::one_of;
use crate::open::Reading;

/// What becomes of a file that cannot be read.
#[derive(Clone, Copy)]
enum OnError {
    Raise,
    /// The error stands in the place of the take.
    Row,
    Skip,
}

type Result_ = (usize, Result<Opened, LoadError>);

/// The takes of some files, in the order of these: an iterator that `rushes.scan` gives. Its length is the number of
/// files.
#[pyclass(frozen, module = "rushes", name = "Scan")]
pub struct Scan {
    files: Arc<Vec<PathBuf>>,
    reading: Reading,
    on_error: OnError,
    results: Mutex<Ahead<Result_>>,
}

/// Opens many takes, on all cores, in the order of the paths that are given, and inside of folders in that of their names; few
/// of them are in memory at a time.
///
/// Parameters
/// ----------
/// paths : path, or list of paths
///     Files; folders, for all takes in and below them; patterns such as 'data/**/*.bvh'. A file that is named twice is
///     read once.
/// on_error : str
///     What becomes of a file that cannot be read: 'raise' the error, give the error as a 'row' in the place of the take,
///     or 'skip' it.
/// recursive : bool
///     Also read the folders inside of folders.
/// **options
///     As those of `rushes.open`.
///
/// Returns
/// -------
/// iterator of Take
#[pyfunction]
#[pyo3(signature = (paths, *, on_error="raise", recursive=true, **options))]
pub fn scan(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    on_error: &str,
    recursive: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Scan> {
    let words = [("raise", OnError::Raise), ("row", OnError::Row), ("skip", OnError::Skip)];
    let on_error = one_of("on_error", on_error, &words)?;
    let reading = Reading::new(options)?;
    let files = find_files(py, paths, recursive)?;
    Scan::begin(files, reading, on_error)
}

/// The files that paths, folders and patterns stand for; warns of folders that cannot be looked into.
pub fn find_files(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    recursive: bool,
) -> PyResult<Vec<PathBuf>> {
    let paths = match paths.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => paths.try_iter()?.map(|path| path?.extract()).collect::<PyResult<_>>()?,
    };
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let found = py.detach(|| input_files(paths, recursive));
    let (files, failed) = found.map_err(PyValueError::new_err)?;
    let warn = PyModule::import(py, "warnings")?.getattr("warn")?;
    failed.into_iter().try_for_each(|why| warn.call1((why,)).map(drop))?;
    Ok(files)
}

impl Scan {
    fn begin(files: Vec<PathBuf>, reading: Reading, on_error: OnError) -> PyResult<Self> {
        let files = Arc::new(files);
        let (all, mut open_options) = (files.clone(), reading.open_options.clone());
        // The cores are busy with files of their own then.
        open_options.options.threads = are_many(all.len()).then_some(NonZeroUsize::MIN);
        let read = move |send: &SyncSender<Result_>| {
            let work = |opener: &mut Opener<'_>, place: usize| {
                catch_panic(&all[place], || opener.open(&all[place]))
            };
            // It ends where nobody wants any more.
            let done = |place, result| send.send((place, result)).map_err(drop);
            let _ = each_file(all.len(), || Opener::new(&open_options), work, done);
        };
        let results = Ahead::begin("scan", read);
        let results = results.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { files, reading, on_error, results: Mutex::new(results) })
    }

    /// The next result, for which other threads and a key that interrupts are waited as well.
    fn receive(&self, py: Python<'_>) -> PyResult<Option<Result_>> {
        const PATIENCE: Duration = Duration::from_millis(100);
        loop {
            let taken = py.detach(|| {
                let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
                results.take(PATIENCE)
            });
            match taken {
                Ok(result) => return Ok(Some(result)),
                Err(Nothing::Yet) => py.check_signals()?,
                Err(Nothing::More) => return Ok(None),
                Err(Nothing::Failed) => {
                    return Err(PyRuntimeError::new_err("reading has failed: takes are missing"));
                }
            }
        }
    }
}

#[pymethods]
impl Scan {
    fn __len__(&self) -> usize {
        self.files.len()
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        while let Some((place, result)) = self.receive(py)? {
            match (self.reading.opened(py, &self.files[place], result), self.on_error) {
                (Ok(take), _) => return take.into_bound_py_any(py).map(Some),
                (Err(_), OnError::Skip) => {}
                (Err(error), OnError::Row) => return Ok(Some(error.value(py).clone().into_any())),
                (Err(error), OnError::Raise) => return Err(error),
            }
        }
        Ok(None)
    }
}
