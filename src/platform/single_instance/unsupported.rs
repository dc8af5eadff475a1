//! No door: every program that is started opens a window of its own.

use std::io;

use super::{Found, Load};

/// There is none.
pub enum Door {}

/// There is none.
pub enum Listening {}

/// Nothing comes.
#[derive(Debug)]
pub enum Handed {}

/// Finds nothing.
pub fn find(_: Option<&Load>) -> Found {
    Found::Nothing(None)
}

impl Door {
    /// Cannot be asked.
    pub fn listen(self, _: impl FnMut(Handed) + Send + 'static) -> io::Result<Listening> {
        match self {}
    }
}

impl Handed {
    /// Cannot be asked.
    pub fn accept(self) -> Option<Load> {
        match self {}
    }
}
