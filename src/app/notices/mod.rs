//! Notices: errors and messages over the view.

pub(crate) mod cards;
pub(crate) mod notice;
pub(crate) mod text;
