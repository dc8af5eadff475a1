//! How the window is made and redrawn, and made anew after the driver or the program failed; how time passes in between.

use std::time::Instant;

use egui::{ViewportCommand, ViewportId};
use winit::event_loop::{ActiveEventLoop, ControlFlow};

use crate::app::desktop::app::App;
use crate::app::desktop::gpu_window::{GpuWindow, winit_theme};
use crate::app::shell::pictures::{Pictures, pixels};
use crate::app::shell::trace::Trace;
use crate::app::{LayoutOutcome, State, lay_out_with};
use crate::files::guarded;
use crate::options::ViewToggle;
use crate::platform;
use crate::platform::PlaybackProgress;
use crate::render::{RenderError, gl_error};

impl App {
    pub(crate) fn make_window(
        &mut self,
        event_loop: &ActiveEventLoop,
        token: Option<String>,
    ) -> Result<(), RenderError> {
        let (gpu, pictures) = GpuWindow::new(
            event_loop,
            token,
            &self.proxy,
            self.theme,
            &self.program.saving.memory.window,
            &mut self.program.state,
        )?;
        self.gpu = Some(gpu);
        self.program.pictures = Some(pictures);
        Ok(())
    }

    /// After a mistake of the program in a panel: closes the active take, which panels are about, so that work on the others
    /// goes on in a window that is made anew.
    fn recover_from_panic(&mut self, event_loop: &ActiveEventLoop, what: String) {
        let Some(id) = self.program.state.session.takes.active_id() else {
            return self.fail(event_loop, RenderError::new(format!("internal error: {what}")));
        };
        let effects = self.program.state.close_failed(id, what.clone());
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
        self.program.pictures.take().into_iter().for_each(Pictures::free);
        self.gpu = None;
        match self.make_window(event_loop, None) {
            Ok(()) => {
                if let Some(gpu) = &mut self.gpu {
                    gpu.gl.window().set_visible(true);
                    gpu.is_visible = true;
                }
                self.program.redraw_wanted = true;
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
        self.program.move_time(now);
        self.program.redraw_wanted = false;
        self.redraws.egui_wants = None;
        let (Some(gpu), Some(pictures)) = (&mut self.gpu, &mut self.program.pictures) else {
            return;
        };
        if pictures.follow(&self.program.state) {
            let theme = winit_theme(self.program.state.theme());
            platform::set_frame_theme(gpu.gl.window(), theme);
        }
        let input = gpu.egui.take_egui_input(gpu.gl.window());
        let began = Instant::now();
        let laid_out = guarded(|| {
            lay_out_with(&pictures.ctx, input, &mut self.program.state, |state| {
                self.reference.update(state, now)
            })
        });
        let LayoutOutcome { mut output, view, effects } = match laid_out {
            Ok(laid_out) => laid_out,
            Err(what) => return self.recover_from_panic(event_loop, what),
        };
        // Files are read while this redraw is drawn.
        let mut effects = self.program.workers.loading.serve(effects);
        if let Some(viewport) = output.viewport_output.remove(&ViewportId::ROOT) {
            self.redraws.egui_wants = now.checked_add(viewport.repaint_delay);
            self.end.is_quitting |= viewport.commands.contains(&ViewportCommand::Close);
        }
        gpu.pass_to_platform(output.platform_output);

        let size = gpu.gl.window().inner_size();
        let scale = output.pixels_per_point;
        let viewport = pixels(view, scale, size.height);
        let laid_out = Instant::now();
        let listed = if self.program.state.session.shows_grid() {
            Instant::now()
        } else {
            pictures.draw_view(&self.program.state, viewport, scale)
        };
        if let Some((id, what)) = pictures.buffers.failed.take() {
            effects.extend(self.program.state.close_failed(id, what));
            self.program.redraw_wanted = true;
        }
        let drawn = Instant::now();
        let primitives = pictures.ctx.tessellate(output.shapes, scale);
        pictures.painter.paint_and_update_textures(
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
        gpu.pacing.record_redraw(now, playing(&self.program.state));
        self.program.state.record_redraw(gpu.pacing.rate(), gpu.pacing.skipped_frames());
        gpu.set_title(&self.program.state);
        if let Some(trace) = &mut self.trace {
            trace.picture(
                &self.program.state,
                &[began, laid_out, listed, drawn, painted, Instant::now()],
                gl_error(pictures.painter.gl()),
            );
        }
        self.program.redraw_wanted |= self.program.state.interface.is_filling;
        match swapped {
            Ok(()) => self.redraws.rebuilt = false,
            Err(error) => self.rebuild(event_loop, &error),
        }
        self.carry_out(effects);
    }

    /// Goes on with a film, and tells when the event loop is to come back.
    pub(crate) fn control_flow(&mut self, now: Instant) -> ControlFlow {
        let film = self.program.continue_film(now);
        let wake = self.next_wake(now);
        film.map_or(wake, ControlFlow::WaitUntil)
    }

    /// Asks for a picture where one is wanted and due; else, when to look again.
    pub(crate) fn next_wake(&mut self, now: Instant) -> ControlFlow {
        let Some(gpu) = &self.gpu else {
            return ControlFlow::Wait;
        };
        let hurries = self.trace.as_ref().is_some_and(Trace::hurries);
        self.program.redraw_wanted |= hurries;
        let due = if hurries { now } else { gpu.pacing.due(now) };
        if self.program.redraw_wanted {
            if due <= now {
                gpu.gl.window().request_redraw();
                return ControlFlow::Wait;
            }
            return ControlFlow::WaitUntil(due);
        }
        let wake = [self.program.next_wake(now, due), self.redraws.egui_wants];
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
