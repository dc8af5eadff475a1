//! What a page tells of itself, for tests and measurements: what shows, and where all points of files are on all frames.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use crate::app::VideoView;
use crate::app::page::program::Page;
use crate::app::shell::trace::shown;
use crate::files::reference_video::Picture;
use crate::take::Take;
use crate::threads::begin;
use crate::{files, platform};

/// As the trace of the desktop tells it of each picture, and what shows of a video.
pub(crate) fn told(page: &Page) -> String {
    let state = &page.program.state;
    let mut told = shown(state);
    told["video"] = state.shown_video().map_or(Value::Null, |shown| match &shown.view {
        VideoView::Picture(frame) => json!({
            "is_exact": frame.is_exact,
            "reds": frame.picture.as_ref().map(|picture| reds(picture)),
        }),
        VideoView::Failed(why) => json!({ "failed": why }),
        VideoView::Opening | VideoView::Sound => Value::Null,
    });
    told.to_string()
}

/// How red a picture is in the middles of sixteen parts, from left to right.
fn reds(picture: &Picture) -> [u8; 16] {
    let [width, height] = picture.size;
    let row = height * 3 / 4 * width;
    std::array::from_fn(|part| {
        picture.rgba.get(4 * (row + (2 * part + 1) * width / 32)).copied().unwrap_or_default()
    })
}

/// What was found out of files since the last time.
static OPENED: Mutex<Vec<Value>> = Mutex::new(Vec::new());

/// Opens files beside the page, as the library does, and finds out what is in each.
pub(crate) fn examine(paths: Vec<PathBuf>) {
    begin("examine", move || {
        for path in paths {
            let mut found = match files::open(&path) {
                Ok(take) => of_take(&take),
                Err(error) => json!({ "error": error.kind().word() }),
            };
            found["path"] = path.to_string_lossy().into();
            OPENED.lock().unwrap_or_else(PoisonError::into_inner).push(found);
            platform::wake();
        }
    });
}

pub(crate) fn take_examined() -> String {
    let opened = std::mem::take(&mut *OPENED.lock().unwrap_or_else(PoisonError::into_inner));
    Value::Array(opened).to_string()
}

/// What a take is, and a hash of its positions, bit by bit.
fn of_take(take: &Take) -> Value {
    let frames = take.motion.frame_count();
    let mut hash = Xxh3::new();
    let mut sum = 0.0;
    if let Ok(all) = take.positions(0..frames) {
        for at in all.iter().flat_map(|(_, points)| points).flat_map(|at| at.to_array()) {
            hash.update(&at.to_le_bytes());
            sum += if at.is_finite() { f64::from(at).abs() } else { 0.0 };
        }
    }
    json!({
        "format": take.format.to_string(),
        "frames": frames,
        "points": take.points().count(),
        "warnings": take.warnings.len(),
        "hash": format!("{:016x}", hash.digest()),
        "sum": sum,
    })
}
