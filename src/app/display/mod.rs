//! How figures are drawn, and what is drawn beside them.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod labels;
pub(crate) mod panel;
pub(crate) mod scales;
