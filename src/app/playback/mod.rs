//! Playback: the playhead, the transport bar, typed times.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod goto;
pub(crate) mod transport;
pub(crate) mod typed;
