//! How time passes in the event loop: the playhead moves on, and the loop sleeps until something is due.

use std::time::{Duration, Instant};

use winit::event_loop::ControlFlow;

use crate::app::desktop::app::App;
use crate::app::desktop::trace::Trace;

impl App {
    /// Moves the playhead on by the time that has passed, and tells whether the picture changed.
    ///
    /// This is the only place where time moves: a hidden window is asked for no pictures, and its
    /// playhead is where it should be all the same when it shows again.
    pub(crate) fn move_time(&mut self, now: Instant) -> bool {
        self.state.set_now(crate::files::now());
        let moves = self.state.is_moving();
        let before = self.redraws.last_tick;
        self.redraws.last_tick = moves.then_some(now);
        match before {
            Some(before) if moves => self.state.tick((now - before).as_secs_f64()),
            _ => false,
        }
    }

    /// Asks for a picture where one is wanted and due; else, when to look again.
    pub(crate) fn when_to_wake(&mut self, now: Instant) -> ControlFlow {
        let Some(gpu) = &self.gpu else {
            return ControlFlow::Wait;
        };
        let hurries = self.trace.as_ref().is_some_and(Trace::hurries);
        self.redraws.wanted |= hurries;
        let due = if hurries { now } else { gpu.pacing.due(now) };
        if self.redraws.wanted {
            if due <= now {
                gpu.gl.window().request_redraw();
                return ControlFlow::Wait;
            }
            return ControlFlow::WaitUntil(due);
        }
        let next_frame = self.state.playback().and_then(|playback| {
            let seconds = if self.state.is_blending() || self.state.view.is_in_transition() {
                Some(0.0)
            } else {
                playback.until_next_frame()
            };
            let seconds = seconds.map(|seconds| seconds.min(3600.0))?;
            Some((now + Duration::from_secs_f64(seconds)).max(due))
        });
        let wake = [
            next_frame,
            self.redraws.egui_wants,
            self.saving.keeping.due(),
            self.saving.sessions.due(),
            // What a gesture changes is saved when it ends.
            self.saving.reviews.due().filter(|_| !self.state.history.pointer_is_down()),
        ];
        let wake = wake.into_iter().flatten().min();
        wake.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }
}
