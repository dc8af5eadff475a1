//! How files are asked for and come to the state.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod incoming_files;
pub(crate) mod insert;
pub(crate) mod loading;
pub(crate) mod open_request;
pub(crate) mod progress;
pub(crate) mod read_ahead;
pub(crate) mod recent;
pub(crate) mod requests;
pub(crate) mod welcome;
