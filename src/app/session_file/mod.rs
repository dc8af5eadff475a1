//! The session file: what is open, saved and opened again.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod document;
pub(crate) mod open_saved;
pub(crate) mod saved_takes;
