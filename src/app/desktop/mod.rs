//! The desktop application: start-up, event loop, window and effects.

pub(crate) mod analysis_thread;
pub(crate) mod app;
pub(crate) mod autosave;
pub(crate) mod drops;
pub(crate) mod effects;
pub(crate) mod event;
pub(crate) mod exporter;
pub(crate) mod exports;
pub(crate) mod gpu_window;
pub(crate) mod loading;
pub(crate) mod note_files;
pub(crate) mod open_request;
pub(crate) mod rebuild;
pub(crate) mod reference_player;
pub(crate) mod restore;
pub(crate) mod reviews;
pub(crate) mod screenshot;
pub(crate) mod session_effects;
pub(crate) mod session_writer;
pub(crate) mod sound_mixer;
pub(crate) mod sound_player;
pub(crate) mod start;
pub(crate) mod trace;
pub(crate) mod video_player;
pub(crate) mod wake;
