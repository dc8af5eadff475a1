//! Everything that needs neither a window nor the program: takes, panels and the state of the window in memory.

#[cfg(feature = "app")]
mod accessible;
mod acclaim;
#[cfg(feature = "app")]
mod alike;
mod architecture;
#[cfg(feature = "app")]
mod arrivals;
mod bonespro;
#[cfg(feature = "app")]
mod builtin;
mod c3d;
#[cfg(feature = "app")]
mod camera;
mod cases;
#[cfg(feature = "app")]
mod checks_panel;
mod chunks;
#[cfg(feature = "app")]
mod clips;
#[cfg(feature = "app")]
mod compare_view;
#[cfg(feature = "app")]
mod corpus;
#[cfg(feature = "app")]
mod curves;
#[cfg(feature = "app")]
mod data_set;
#[cfg(feature = "app")]
mod docked;
#[cfg(feature = "app")]
mod documents;
#[cfg(feature = "app")]
mod drags;
mod evaluate;
mod export;
#[cfg(feature = "app")]
mod exporting;
#[cfg(feature = "app")]
mod folder_export;
#[cfg(feature = "app")]
mod folder_list;
mod foreign;
mod keypoints;
#[cfg(feature = "app")]
mod keys;
mod large_json;
#[cfg(feature = "app")]
mod layout;
#[cfg(feature = "app")]
mod left_panel;
#[cfg(feature = "app")]
mod loading;
mod markerless;
#[cfg(feature = "app")]
mod measure;
#[cfg(feature = "app")]
mod narrow;
#[cfg(feature = "app")]
mod notes_panel;
mod npz;
mod one_motion;
#[cfg(feature = "app")]
mod overlays;
#[cfg(feature = "app")]
mod palette;
#[cfg(feature = "app")]
mod panels;
mod paper;
mod pickle;
#[cfg(feature = "app")]
mod pinned;
#[cfg(feature = "app")]
mod posture;
#[cfg(feature = "app")]
mod reference_video;
#[cfg(feature = "app")]
mod review;
#[cfg(feature = "app")]
mod session_file;
mod solve;
#[cfg(feature = "app")]
mod state;
#[cfg(feature = "app")]
mod store;
#[path = "../support/mod.rs"]
mod support;
#[cfg(feature = "app")]
mod tables;
#[cfg(feature = "app")]
mod thumbnail;
#[cfg(feature = "app")]
mod timeline;
#[cfg(feature = "app")]
mod view;
mod windows;
