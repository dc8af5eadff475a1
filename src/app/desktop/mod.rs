//! The desktop application: start-up, event loop, window and effects.

pub(crate) mod analysis_thread;
pub(crate) mod app;
pub(crate) mod dialogs;
pub(crate) mod effects;
pub(crate) mod event;
pub(crate) mod export_run;
pub(crate) mod exporter;
pub(crate) mod exports;
pub(crate) mod folder_export;
pub(crate) mod folder_thread;
pub(crate) mod gpu_window;
pub(crate) mod loading;
pub(crate) mod object_files;
pub(crate) mod open_request;
pub(crate) mod preloading;
pub(crate) mod redraw;
pub(crate) mod reference_player;
pub(crate) mod saving;
pub(crate) mod sound_mixer;
pub(crate) mod sound_player;
pub(crate) mod start;
pub(crate) mod trace;
