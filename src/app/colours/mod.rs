//! Colours of bones and takes.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod picker;
pub(crate) mod remember;
pub(crate) mod schemes;
