//! How the window is made and redrawn, and made anew after the driver or the program failed; how time passes in between.

use std::time::{Duration, Instant};

use egui::{ViewportCommand, ViewportId};
use winit::event_loop::{ActiveEventLoop, ControlFlow};

use crate::app::desktop::app::App;
use crate::app::desktop::gpu_window::{GpuWindow, pixels, winit_theme};
use crate::app::desktop::trace::Trace;
use crate::app::{LayoutOutcome, Shell, State, lay_out_with};
use crate::files::guarded;
use crate::options::ViewToggle;
use crate::platform;
use crate::platform::PlaybackProgress;
use crate::render::RenderError;

impl App {
    pub(crate) fn make_window(
        &mut self,
        event_loop: &ActiveEventLoop,
        token: Option<String>,
    ) -> Result<GpuWindow, RenderError> {
        GpuWindow::new(
            event_loop,
            token,
            &self.proxy,
            self.theme,
            &self.saving.memory.window,
            &mut self.state,
        )
    }

    /// After a mistake of the program in a panel: closes the active take, which panels are about, so that work on the others
    /// goes on in a window that is made anew.
    fn recover_from_panic(&mut self, event_loop: &ActiveEventLoop, what: String) {
        let Some(id) = self.state.session.takes.active_id() else {
            return self.fail(event_loop, RenderError::new(format!("internal error: {what}")));
        };
        let effects = self.state.close_failed(id, what.clone());
        self.carry_out(effects);
        // Each time there is a take less.
        self.redraws.rebuilt = false;
        self.rebuild(event_loop, &platform::Error::new(what));
    }

    /// Makes the window's context anew after the driver lost it; all that it showed is kept.
    fn rebuild(&mut self, event_loop: &ActiveEventLoop, error: &platform::Error) {
        if self.redraws.rebuilt {
            let message = format!("the graphics driver cannot draw the window: {error}");
            return self.fail(event_loop, RenderError::new(message));
        }
        self.redraws.rebuilt = true;
        if let Some(gpu) = self.gpu.take() {
            gpu.free();
        }
        match self.make_window(event_loop, None) {
            Ok(mut gpu) => {
                gpu.gl.window().set_visible(true);
                gpu.is_visible = true;
                self.gpu = Some(gpu);
                self.redraws.wanted = true;
            }
            Err(again) => {
                let message = format!("the graphics driver failed ({error}), and again: {again}");
                self.fail(event_loop, RenderError::new(message));
            }
        }
    }

    pub(crate) fn fail(&mut self, event_loop: &ActiveEventLoop, error: RenderError) {
        self.end.failed = Some(error);
        event_loop.exit();
    }

    /// Lays the window out, carries out what was asked for, draws and shows.
    pub(crate) fn picture(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        self.move_time(now);
        self.redraws.wanted = false;
        self.redraws.egui_wants = None;
        let Some(gpu) = &mut self.gpu else { return };
        if gpu.theme != self.state.theme() {
            gpu.theme = self.state.theme();
            crate::app::theme::set_theme(&gpu.ctx, gpu.theme);
            platform::set_frame_theme(gpu.gl.window(), winit_theme(gpu.theme));
        }
        gpu.ctx.set_zoom_factor(self.state.settings.scale);
        let input = gpu.egui.take_egui_input(gpu.gl.window());
        let began = Instant::now();
        let laid_out = guarded(|| {
            lay_out_with(&gpu.ctx, input, &mut self.state, |state| {
                self.workers.reference.update(state, now)
            })
        });
        let LayoutOutcome { mut output, view, effects } = match laid_out {
            Ok(laid_out) => laid_out,
            Err(what) => return self.recover_from_panic(event_loop, what),
        };
        // Files are read while this redraw is drawn.
        let mut effects = self.workers.loading.serve(effects);
        if let Some(viewport) = output.viewport_output.remove(&ViewportId::ROOT) {
            self.redraws.egui_wants = now.checked_add(viewport.repaint_delay);
            self.end.is_quitting |= viewport.commands.contains(&ViewportCommand::Close);
        }
        gpu.pass_to_platform(output.platform_output);

        let size = gpu.gl.window().inner_size();
        let scale = output.pixels_per_point;
        let viewport = pixels(view, scale, size.height);
        let laid_out = Instant::now();
        let listed = if self.state.session.shows_grid() {
            Instant::now()
        } else {
            gpu.draw_view(&self.state, viewport, scale)
        };
        if let Some((id, what)) = gpu.buffers.failed.take() {
            effects.extend(self.state.close_failed(id, what));
            self.redraws.wanted = true;
        }
        let drawn = Instant::now();
        let primitives = gpu.ctx.tessellate(output.shapes, scale);
        gpu.painter.paint_and_update_textures(
            [size.width, size.height],
            scale,
            &primitives,
            &mut output.textures_delta,
        );
        let painted = Instant::now();
        let swapped = gpu.gl.swap();
        if !gpu.is_visible {
            gpu.gl.window().set_visible(true);
            gpu.is_visible = true;
        }
        gpu.pacing.record_redraw(now, playing(&self.state));
        self.state.record_redraw(gpu.pacing.rate(), gpu.pacing.skipped_frames());
        gpu.set_title(&self.state);
        if let Some(trace) = &mut self.trace {
            trace.picture(&self.state, &[began, laid_out, listed, drawn, painted, Instant::now()]);
        }
        self.redraws.wanted |= self.state.interface.is_filling;
        match swapped {
            Ok(()) => self.redraws.rebuilt = false,
            Err(error) => self.rebuild(event_loop, &error),
        }
        self.carry_out(effects);
    }

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
    pub(crate) fn next_wake(&mut self, now: Instant) -> ControlFlow {
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
            self.saving.memory.due.at,
            self.saving.sessions.due.at,
            // What a gesture changes is saved when it ends.
            self.saving.reviews.due.at.filter(|_| !self.state.history.pointer_is_down()),
        ];
        wake.into_iter().flatten().min().map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }
}

/// How playing goes on, for whoever counts redraws; `None` while paused.
fn playing(state: &State) -> Option<PlaybackProgress> {
    let playback = state.playback().filter(|playback| playback.is_playing())?;
    let speed =
        if state.is_on(ViewToggle::EveryFrame) { 0.0 } else { playback.frames_a_second().abs() };
    Some(PlaybackProgress { passed: playback.passed(), speed })
}
