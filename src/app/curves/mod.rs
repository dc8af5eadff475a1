//! The curves of values over time: those of the curves tab, and the docked ones, with their commands.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod data;
pub(crate) mod docked;
pub(crate) mod line;
pub(crate) mod panel;
pub(crate) mod tab;
