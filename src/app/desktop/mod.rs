//! The desktop: start-up, event loop and window.

pub(crate) mod app;
pub(crate) mod effects;
pub(crate) mod event;
pub(crate) mod gpu_window;
pub(crate) mod redraw;
pub(crate) mod reference_player;
pub(crate) mod sound_mixer;
pub(crate) mod sound_player;
pub(crate) mod start;
