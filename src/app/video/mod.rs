//! The reference video and sound of a take.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod panel;
pub(crate) mod reference;
pub(crate) mod waveform;
