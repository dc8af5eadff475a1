//! The timeline that all takes share, and its panel.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod panel;
pub(crate) mod shared;
