//! The folder that is open as a list: its takes, what is known of them, and how one goes through them.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod facts;
pub(crate) mod filter;
pub(crate) mod job;
pub(crate) mod list;
pub(crate) mod name_pattern;
pub(crate) mod panel;
pub(crate) mod read;
pub(crate) mod reader;
