//! The trace: a JSON line for each redraw, for tests and measurements, with `RUSHES_TRACE=1`. With
//! `RUSHES_TRACE=hurry` one picture follows the other without a pause.

use std::io::Write as _;

use serde_json::{Value, json};
use web_time::Instant;

use crate::app::{SaveState, State, TakeReview};

/// Tells of each picture on standard error.
pub struct Trace {
    start: Instant,
    pictures: u64,
    hurries: bool,
}

impl Trace {
    pub fn from_environment(start: Instant) -> Option<Self> {
        let wanted = std::env::var_os("RUSHES_TRACE")?;
        Some(Self { start, pictures: 0, hurries: wanted == "hurry" })
    }

    /// Whether pictures are wanted as fast as they come, for somebody who measures them.
    pub fn hurries(&self) -> bool {
        self.hurries
    }

    /// Tells of a picture that was just shown, and how long each part of the work on it took: laying
    /// out, listing what is drawn, drawing the view, painting the panels, showing all of it.
    pub fn picture(&mut self, state: &State, moments: &[Instant], gl_error: Option<u32>) {
        let parts = moments.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64());
        let parts: Vec<f64> = parts.map(|seconds| (seconds * 1e5).round() / 1e2).collect();
        self.pictures += 1;
        let mut line = json!({
            "picture": self.pictures,
            "ms": (self.start.elapsed().as_secs_f64() * 1e4).round() / 10.0,
            "parts": parts,
            "gl_error": gl_error,
        });
        if let (Value::Object(line), Value::Object(shown)) = (&mut line, shown(state)) {
            line.extend(shown);
        }
        // A test that stopped reading is no reason to end.
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    }
}

/// What shows: takes, frame, selection, review, and what the window says.
pub(crate) fn shown(state: &State) -> Value {
    json!({
        "takes": state.session.takes.iter().map(|open| open.title()).collect::<Vec<_>>(),
        "take": state.take().map(|open| open.title()),
        "frame": state.playback().map(|_| state.number()),
        "frames": state.take().map(|open| open.take.motion.frame_count()),
        "playing": state.playback().map(|playback| playback.is_playing()),
        "rate": state.playback().map(|playback| playback.rate()),
        "selected": state.take().and_then(|open| {
            open.primary().map(|node| open.take.skeleton[node].name.clone())
        }),
        "range": state.playback().map(|playback| {
            [playback.range_in(), playback.range_out()]
        }),
        "picked": state.take().map(|open| open.edits.picked.iter().flatten().collect::<Vec<_>>()),
        "loading": state.session.is_loading(),
        "review": state.take().map(|open| review(&open.review)),
        "comparing": format!("{:?}", state.session.compare_mode()),
        "difference": state.session.compared().is_some(),
        "left": state.interface.panels.left,
        "curves": state.interface.panels.curves,
        "overlay": state.interface.overlay.map(|overlay| format!("{overlay:?}")),
        "yaw": state.view.camera.yaw,
        "distance": state.view.camera.distance,
        "follows": state.view.follows(),
        "notices": state.interface.notices.iter().map(|notice| &notice.text).collect::<Vec<_>>(),
        "hovering": state.interface.hovering,
        "folder": state.session.folder.as_ref().map(|list| json!({
            "takes": list.rows().len(),
            "rated": list.rated_count()[0],
            "reading": list.is_reading,
            "grid": list.grid,
            "plays_all": list.plays_all,
            "figure_size": state.interface.folder.figure_size,
        })),
    })
}

fn review(review: &TakeReview) -> Value {
    let note = review.current_note();
    json!({
        "notes": review.kept.notes.len(),
        "rating": review.kept.rating.stars,
        "note": note.map(|note| &note.text),
        "is saved": review.saving == SaveState::Saved,
        "findings": review.checked.as_ref().map(|_| review.count()),
    })
}
