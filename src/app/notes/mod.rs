//! Notes: what a reviewer says of takes, their panel, flags and drawings.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod drawing;
pub(crate) mod exchange;
pub(crate) mod in_view;
pub(crate) mod panel;
pub(crate) mod reviewing;
pub(crate) mod saving;
pub(crate) mod take_review;
pub(crate) mod timeline_flags;
