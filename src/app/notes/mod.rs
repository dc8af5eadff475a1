//! Notes: what a reviewer says of takes, their panel, flags and drawings.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod drawing;
pub(crate) mod in_view;
pub(crate) mod kept_view;
pub(crate) mod panel;
pub(crate) mod reviewed_take;
pub(crate) mod reviewing;
pub(crate) mod saving;
pub(crate) mod take_review;
pub(crate) mod timeline_flags;
