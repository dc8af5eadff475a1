//! Measures that are pinned in the view.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod draw;
pub(crate) mod labels;
