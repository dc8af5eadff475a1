//! The docked curves: which there are, their values, which are hidden, and how far values are zoomed.

pub(crate) mod command;
pub(crate) mod data;
pub(crate) mod docked;
pub(crate) mod id;
pub(crate) mod panel;
pub(crate) mod tab;
