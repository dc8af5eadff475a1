//! Rushes for Python: takes as objects whose tables are NumPy arrays, and the program itself.
//!
//! What people import is `rushes`, in Python, beside this: it takes what is here under its own name and adds what
//! is better said in Python. While Rust works, other threads of Python go on.

mod arguments;
mod arrays;
mod batches;
mod compare;
mod error;
mod from_arrays;
mod json;
mod open;
mod program;
mod save;
mod scan;
mod take;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _rushes {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batches::{Batches, Schema, batches, schema};
    #[pymodule_export]
    use crate::compare::{Comparison, compare, metrics};
    #[pymodule_export]
    use crate::error::Error;
    #[pymodule_export]
    use crate::from_arrays::from_arrays;
    #[pymodule_export]
    use crate::open::{builtin, open};
    #[pymodule_export]
    use crate::program::run;
    #[pymodule_export]
    use crate::scan::{Scan, scan};
    #[pymodule_export]
    use crate::take::Take;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("FORMATS", super::formats())
    }
}

/// The names of the formats that are read.
fn formats() -> Vec<&'static str> {
    rushes::loader::FORMATS.iter().map(|format| format.name()).collect()
}
