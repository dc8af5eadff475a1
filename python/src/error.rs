//! The exception: a take that cannot be opened, or what cannot be done with one.

use std::fmt::Display;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rushes::LoadError;
use rushes::take::Place;

create_exception!(
    rushes,
    Error,
    PyException,
    "A take that cannot be opened or written, or a question that it has no answer to.\n\n\
     Attributes\n----------\n\
     path : pathlib.Path or None\n    The file.\n\
     line, column : int or None\n    The place in a text file, from 1.\n\
     offset : int or None\n    The place in a binary file: a byte from 0.\n\
     code : str\n    The kind of error: a word that stays the same.\n\
     message : str\n    What is wrong, without the place.\n\
     hint : str or None\n    What to do about it.\n"
);

/// What an exception says beside its text.
#[derive(Default)]
struct Facts<'a> {
    path: Option<&'a Path>,
    place: Option<Place>,
    code: &'a str,
    message: String,
    hint: Option<&'a str>,
}

fn exception(py: Python<'_>, text: String, facts: &Facts<'_>) -> PyErr {
    let error = Error::new_err(text);
    let (line, column, offset) = match facts.place {
        Some(Place::Text { line, column }) => (Some(line), Some(column), None),
        Some(Place::Byte(offset)) => (None, None, Some(offset)),
        _ => (None, None, None),
    };
    let value = error.value(py);
    let set = || {
        // Bytes may have no name.
        value.setattr("path", facts.path.filter(|path| !path.as_os_str().is_empty()))?;
        value.setattr("line", line)?;
        value.setattr("column", column)?;
        value.setattr("offset", offset)?;
        value.setattr("code", facts.code)?;
        value.setattr("message", &facts.message)?;
        value.setattr("hint", facts.hint)
    };
    match set() {
        Ok(()) => error,
        Err(why) => why,
    }
}

/// Of a file that cannot be loaded.
pub fn load_error(py: Python<'_>, path: &Path, error: &LoadError) -> PyErr {
    let facts = Facts {
        path: Some(path),
        place: error.place(),
        code: error.kind().word(),
        message: error.kind().to_string(),
        hint: error.hint_text(),
    };
    exception(py, error.to_string(), &facts)
}

/// Of a file that was read, and is not put up with or cannot be written.
pub fn file_error(py: Python<'_>, path: &Path, code: &str, message: impl Display) -> PyErr {
    let facts = Facts { path: Some(path), code, message: message.to_string(), ..Facts::default() };
    let place =
        if path.as_os_str().is_empty() { "bytes".into() } else { path.display().to_string() };
    exception(py, format!("{place}: {}", facts.message), &facts)
}

/// Of a question that a take has no answer to.
pub fn refusal(py: Python<'_>, code: &str, message: impl Display) -> PyErr {
    let facts = Facts { code, message: message.to_string(), ..Facts::default() };
    exception(py, facts.message.clone(), &facts)
}
