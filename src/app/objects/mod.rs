//! Objects on the bones of takes.

pub(crate) mod arrived;
pub(crate) mod attached;
pub(crate) mod panel;
