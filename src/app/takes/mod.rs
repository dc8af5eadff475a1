//! The open takes: their list, order, panel and tab.

pub(crate) mod apply;
pub(crate) mod close;
pub(crate) mod closed;
pub(crate) mod command;
pub(crate) mod edits;
pub(crate) mod events_and_gaps;
pub(crate) mod hues;
pub(crate) mod list;
pub(crate) mod open_take;
pub(crate) mod panel;
pub(crate) mod read_take;
pub(crate) mod tab;
