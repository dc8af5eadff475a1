//! Why a pickle cannot be read.

use std::borrow::Cow;

/// Why a pickle cannot be read.
pub(super) enum Fault {
    Cancelled,
    /// It ends where more has to come.
    CutOff,
    /// It asks for a name that is none of an array's.
    Refused {
        module: String,
        name: String,
    },
    /// What was expected.
    Expected(Cow<'static, str>),
    /// Two things that cannot both be.
    Contradiction(String),
}

impl From<&'static str> for Fault {
    fn from(what: &'static str) -> Self {
        Self::Expected(what.into())
    }
}
