//! `rushes.open`: a take out of a file, bytes, or an object with a method `read`.

use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView};
use rushes::files::{OpenOptions, Opened, Opener, catch_panic};
use rushes::loader::{BodyChoice, FORMATS, Options, PositionReading};
use rushes::take::{Certainty, SignedAxis, Take as Loaded, Up};

use crate::arguments::{axis, metres, one_of};
use crate::error::{file_error, load_error};
use crate::take::{Origin, Take};

/// How takes are read: what `rushes.open` and `rushes.scan` are given by name.
#[derive(Clone, Default)]
pub struct Reading {
    pub open_options: OpenOptions,
    /// Metres in the unit of the file, whatever that says.
    metres: Option<f64>,
    up: Option<SignedAxis>,
    /// Whether takes are refused whose numbers are not those of the file.
    is_strict: bool,
    /// The words of the command line that stand for the same.
    words: Vec<String>,
}

impl Reading {
    /// Takes the options out of the arguments that have names.
    ///
    /// # Errors
    /// Where one is unknown, or its value makes no sense.
    pub fn new(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut reading = Self::default();
        for (key, value) in given.into_iter().flatten() {
            let key: String = key.extract()?;
            if !value.is_none() {
                reading.set(&key, &value)?;
            }
        }
        Ok(reading)
    }

    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let open = &mut self.open_options;
        let options: &mut Options = &mut open.options;
        match key {
            "clip" => open.clip = Some(clip(value)?),
            "skeleton" => open.skeleton = Some(value.extract()?),
            "columns" => open.columns = Some(value.extract()?),
            "rate" => {
                let rate = value.extract().ok().filter(|&rate| Options::is_rate(rate));
                let wrong = || PyValueError::new_err("rate: write a number of frames a second");
                options.rate = Some(rate.ok_or_else(wrong)?);
            }
            "bvh_positions" => {
                let word: String = value.extract()?;
                options.bvh_positions = one_of(key, &word, &PositionReading::WORDS)?;
            }
            "body" => {
                let words: Vec<_> = BodyChoice::words().collect();
                options.body = one_of(key, &value.extract::<String>()?, &words)?;
            }
            "min_confidence" => options.min_confidence = Some(value.extract()?),
            "format" => {
                let word = value.extract::<String>()?.to_ascii_lowercase();
                let names: Vec<String> =
                    FORMATS.iter().map(|format| format.name().to_ascii_lowercase()).collect();
                let named: Vec<_> =
                    names.iter().map(String::as_str).zip(FORMATS.iter().map(|f| f.id)).collect();
                options.format = Some(one_of(key, &word, &named)?);
            }
            "unit" => self.metres = Some(metres(value)?),
            "up" => self.up = Some(axis(&value.extract::<String>()?)?),
            "strict" => self.is_strict = value.extract()?,
            _ => {
                let message = format!("rushes.open has no argument '{key}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        // The window and the command line cannot be told what a file's lengths mean.
        let option = match key {
            "format" => "--as".to_string(),
            "strict" | "unit" | "up" => return Ok(()),
            _ => format!("--{}", key.replace('_', "-")),
        };
        self.words.extend([option, value.str()?.to_string()]);
        Ok(())
    }

    /// Whether takes are as they are read.
    pub fn is_plain(&self) -> bool {
        self.metres.is_none() && self.up.is_none() && !self.is_strict
    }

    /// The take as an object, once it was read.
    ///
    /// # Errors
    /// Where its numbers are not those of the file and that was not put up with.
    fn take(&self, py: Python<'_>, path: &Path, is_file: bool, mut take: Loaded) -> PyResult<Take> {
        let grave = take.warnings.iter().find(|warning| warning.code.severity().changes_numbers());
        if let Some(warning) = grave.filter(|_| self.is_strict) {
            let message = format!("refused by strict: {}", warning.message);
            return Err(file_error(py, path, warning.code.word(), message));
        }
        self.settle(&mut take);
        let is_same = self.metres.is_none() && self.up.is_none();
        let words = is_same.then(|| self.words.clone());
        let origin = is_file.then(|| Origin { path: path.to_path_buf(), words });
        Ok(Take::new(take, origin))
    }

    fn settle(&self, take: &mut Loaded) {
        take.units.metres_per_unit = self.metres.or(take.units.metres_per_unit);
        if let Some(direction) = self.up {
            take.units.up = Up { direction, certainty: Certainty::Stated };
        }
    }

    /// The take that a file is, or why it is none.
    pub fn opened(
        &self,
        py: Python<'_>,
        path: &Path,
        result: Result<Opened, rushes::LoadError>,
    ) -> PyResult<Take> {
        match result {
            Ok(opened) => self.take(py, path, true, opened.take),
            Err(error) => Err(load_error(py, path, &error)),
        }
    }
}

/// A clip by its name, or by its number from 1.
fn clip(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract::<usize>().map(|number| number.to_string()).or_else(|_| value.extract())
}

enum Given {
    File(PathBuf),
    Bytes(PathBuf, Vec<u8>),
}

/// A path; bytes; or what has a method `read` that gives them.
fn given(source: &Bound<'_, PyAny>, name: Option<PathBuf>) -> PyResult<Given> {
    if source.hasattr("read")? {
        let bytes = source.call_method0("read")?;
        let bytes = if let Ok(text) = bytes.extract::<String>() {
            text.into_bytes()
        } else {
            bytes.extract()?
        };
        let own = || source.getattr("name").and_then(|name| name.extract::<PathBuf>());
        let name = name.or_else(|| own().ok()).unwrap_or_default();
        return Ok(Given::Bytes(name, bytes));
    }
    if let Ok(bytes) = source.extract::<&[u8]>() {
        return Ok(Given::Bytes(name.unwrap_or_default(), bytes.to_vec()));
    }
    if let Ok(path) = source.extract::<PathBuf>() {
        return Ok(Given::File(path));
    }
    let view = PyMemoryView::from(source).map_err(|_| {
        PyTypeError::new_err("a take is opened from a path, bytes, or an object with a method read")
    })?;
    let bytes = view.call_method0("tobytes")?.extract()?;
    Ok(Given::Bytes(name.unwrap_or_default(), bytes))
}

/// The take that the player shows where no file is given: a figure that strolls, to try things with.
///
/// Returns
/// -------
/// Take
#[pyfunction]
pub fn builtin(py: Python<'_>) -> Take {
    Take::new(py.detach(rushes::files::builtin), None)
}

/// Opens a take of any format, with the files beside it that belong to it.
///
/// Parameters
/// ----------
/// source : path, bytes, or object with a method `read`
///     The file. Its contents decide on the format, then the extension of its name.
/// name : str, optional
///     What bytes are called; an extension helps where the contents do not say the format.
/// clip : str or int, optional
///     The clip to read out of a file with several, by its name or its number from 1.
/// skeleton : path, optional
///     The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without, it is looked for beside.
/// rate : float, optional
///     Frames a second where the file gives none.
/// unit : str or float, optional
///     The unit of the file's lengths ('m', 'cm', 'mm', 'inch', or metres in it), instead of what it says or suggests.
/// up : str, optional
///     The axis of the file that points up, such as 'Z', instead of what it says or suggests.
/// strict : bool
///     Refuse takes whose numbers are not those of the file: with warnings of severity lost or changed.
/// format : str, optional
///     The format of a file whose contents and name do not say.
/// body, min_confidence, columns, bvh_positions : optional
///     As the options of the same names of `rushes info`.
///
/// Returns
/// -------
/// Take
///
/// Raises
/// ------
/// Error
///     Where it cannot be read or is no take: what is wrong, where, and what to do.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, **options),
    text_signature = "(source, *, name=None, clip=None, skeleton=None, rate=None, unit=None, up=None, strict=False, \
    format=None, body=None, min_confidence=None, columns=None, bvh_positions=None)")]
pub fn open(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Take> {
    let reading = Reading::new(options)?;
    match given(source, name)? {
        Given::File(path) => {
            let open = || Opener::new(&reading.open_options).open(&path);
            let result = py.detach(|| catch_panic(&path, open));
            reading.opened(py, &path, result)
        }
        Given::Bytes(name, bytes) => {
            let open = || Opener::new(&reading.open_options).open_bytes(&name, bytes);
            match py.detach(|| catch_panic(&name, open)) {
                Ok(opened) => reading.take(py, &name, false, opened.take),
                Err(error) => Err(load_error(py, &name, &error)),
            }
        }
    }
}
