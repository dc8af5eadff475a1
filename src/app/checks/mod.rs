//! Checks: what is found in takes, and how it is gone through.

pub(crate) mod analyses;
pub(crate) mod apply;
pub(crate) mod card;
pub(crate) mod command;
pub(crate) mod contact_rows;
pub(crate) mod contacts;
pub(crate) mod panel;
pub(crate) mod timeline_marks;
