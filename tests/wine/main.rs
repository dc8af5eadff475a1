//! The tests of other files as one program, for Windows: forty programs took twenty minutes to build and link.
//! What counts memory, with an allocator of its own, is no part of it.
#![cfg(windows)]
// Each file has what it shares with others as modules of its own.
#![allow(clippy::duplicate_mod)]

#[path = "../accessible.rs"]
mod accessible;
#[path = "../acclaim.rs"]
mod acclaim;
#[path = "../architecture.rs"]
mod architecture;
#[path = "../arrivals.rs"]
mod arrivals;
#[path = "../bonespro.rs"]
mod bonespro;
#[path = "../builtin.rs"]
mod builtin;
#[path = "../c3d.rs"]
mod c3d;
#[path = "../camera.rs"]
mod camera;
#[path = "../cases.rs"]
mod cases;
#[path = "../checks.rs"]
mod checks;
#[path = "../checks_panel.rs"]
mod checks_panel;
#[path = "../chunks.rs"]
mod chunks;
#[path = "../clips.rs"]
mod clips;
#[path = "../commands.rs"]
mod commands;
#[path = "../compare.rs"]
mod compare;
#[path = "../compare_view.rs"]
mod compare_view;
#[path = "../convert.rs"]
mod convert;
#[path = "../corpus/main.rs"]
mod corpus;
#[path = "../curves.rs"]
mod curves;
#[path = "../docked.rs"]
mod docked;
#[path = "../documents.rs"]
mod documents;
#[path = "../drags.rs"]
mod drags;
#[path = "../evaluate.rs"]
mod evaluate;
#[path = "../export.rs"]
mod export;
#[path = "../exporting.rs"]
mod exporting;
#[path = "../film.rs"]
mod film;
#[path = "../foreign.rs"]
mod foreign;
#[path = "../keys.rs"]
mod keys;
#[path = "../layout.rs"]
mod layout;
#[path = "../left_panel.rs"]
mod left_panel;
#[path = "../loading.rs"]
mod loading;
#[path = "../measure.rs"]
mod measure;
#[path = "../measure_series.rs"]
mod measure_series;
#[path = "../narrow.rs"]
mod narrow;
#[path = "../notes.rs"]
mod notes;
#[path = "../notes_panel.rs"]
mod notes_panel;
#[path = "../npz.rs"]
mod npz;
#[path = "../one_motion.rs"]
mod one_motion;
#[path = "../overlays.rs"]
mod overlays;
#[path = "../palette.rs"]
mod palette;
#[path = "../panels.rs"]
mod panels;
#[path = "../paper.rs"]
mod paper;
#[path = "../pictures.rs"]
mod pictures;
#[path = "../pinned.rs"]
mod pinned;
#[path = "../pipelines.rs"]
mod pipelines;
#[path = "../positions.rs"]
mod positions;
#[path = "../posture.rs"]
mod posture;
#[path = "../reference_video.rs"]
mod reference_video;
#[path = "../render.rs"]
mod render;
#[path = "../report.rs"]
mod report;
#[path = "../review.rs"]
mod review;
#[path = "../session_file.rs"]
mod session_file;
#[path = "../state.rs"]
mod state;
#[path = "../store.rs"]
mod store;
#[path = "../tables.rs"]
mod tables;
#[path = "../timeline.rs"]
mod timeline;
#[path = "../view.rs"]
mod view;
