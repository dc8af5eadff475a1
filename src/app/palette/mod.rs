//! The command palette.

pub(crate) mod match_score;
pub(crate) mod panel;
