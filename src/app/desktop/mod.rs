//! The event loop: input becomes commands, and the state becomes pictures.

mod keep;
mod serve;
mod shown;
mod start;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::ViewportId;
use egui_winit::accesskit_winit::WindowEvent as AccessibilityEvent;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::WindowId;

use super::command::Command;
use super::documents::Documents;
use super::drops::DropEvent;
use super::event::Event;
use super::identity;
use super::layout::lay_out;
use super::one_window::Listening;
use super::raise::raise;
use super::state::State;
use super::store;
use super::trace::Trace;
use crate::files::Watcher;
use crate::render::RenderError;
use crate::scene::Theme;
use keep::Keeping;
use shown::{Shown, display_rate, pixels, theme_of};
pub use start::{Start, run};

struct Desktop {
    /// What Finder opens.
    _documents: Documents,
    /// What programs that were started after this one hand over.
    listening: Option<Listening>,
    /// Whether it takes them when no other window does.
    is_one: bool,
    state: State,
    /// Tells when an open file was written by another program.
    watcher: Watcher,
    /// The files that it watches.
    watched: Vec<PathBuf>,
    /// How the window was when it was last neither maximised nor full screen.
    window: store::Window,
    /// The theme that was asked for, whatever the system's is.
    theme: Option<Theme>,
    proxy: EventLoopProxy<Event>,
    trace: Option<Trace>,
    shown: Option<Shown>,
    /// Files that were let go over the window since the last round: they come one by one.
    dropped: Vec<PathBuf>,
    /// When time was last moved on; `None` while paused.
    last_tick: Option<Instant>,
    /// Whether the picture is out of date.
    wanted: bool,
    /// When egui wants to be asked again, for a blinking cursor or a tooltip.
    egui_wants: Option<Instant>,
    failed: Option<RenderError>,
    /// Whether the context was made anew and has not shown a picture yet.
    rebuilt: bool,
    keeping: Keeping,
    /// The signal that ends the program.
    #[cfg(unix)]
    signal: Option<i32>,
}

impl ApplicationHandler<Event> for Desktop {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.shown.is_none() {
            match self.make_window(event_loop) {
                Ok(shown) => self.shown = Some(shown),
                Err(error) => self.fail(event_loop, error),
            }
            self.await_first();
            // A hidden window is asked for no pictures: the first one comes unasked.
            self.picture(event_loop);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::Resized(_) => self.keeping.look(Instant::now()),
            WindowEvent::Focused(true) => self.take_door(),
            _ => {}
        }
        let Some(shown) = &mut self.shown else { return };
        // A window that was given up with its lost context still has its last words.
        if id != shown.gl.window().id() {
            return;
        }
        match &event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => {
                shown.is_gone = event == WindowEvent::Destroyed;
                event_loop.exit();
                return;
            }
            WindowEvent::RedrawRequested => {
                self.picture(event_loop);
                return;
            }
            WindowEvent::Resized(size) => {
                shown.gl.resize(*size);
                self.wanted = true;
            }
            WindowEvent::Moved(_) | WindowEvent::Focused(true) => {
                let rate = display_rate(shown.gl.window());
                shown.pacing.set_display_rate(rate);
            }
            WindowEvent::ThemeChanged(theme) => {
                self.state.set_system_theme(theme_of(*theme));
                self.wanted = true;
            }
            WindowEvent::HoveredFile(_) => {
                DropEvent::Hover(Some(self.state.hovering + 1)).apply(&mut self.state);
                self.wanted = true;
            }
            WindowEvent::HoveredFileCancelled => {
                DropEvent::Leave.apply(&mut self.state);
                self.wanted = true;
            }
            WindowEvent::DroppedFile(path) => {
                self.dropped.push(path.clone());
                self.wanted = true;
            }
            // Keys that were down when the window got the focus are not pressed anew.
            WindowEvent::KeyboardInput {
                is_synthetic: true, ..
            } => return,
            _ => {}
        }
        let response = shown.egui.on_window_event(shown.gl.window(), &event);
        self.wanted |= response.repaint;
        // egui finds repeats out by itself, but only after the keys were read.
        if let WindowEvent::KeyboardInput { event, .. } = &event
            && event.repeat
        {
            let events = &mut shown.egui.egui_input_mut().events;
            let last_key = events.iter_mut().rev().find_map(|event| match event {
                egui::Event::Key { repeat, .. } => Some(repeat),
                _ => None,
            });
            if let Some(repeat) = last_key {
                *repeat = true;
            }
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Event) {
        // These may come before there is a window.
        match &event {
            Event::Theme(theme) => self.state.set_system_theme(*theme),
            Event::Chosen(paths) if !paths.is_empty() => {
                self.state.apply(Command::Open(paths.clone()));
            }
            #[cfg(unix)]
            Event::End(signal) => {
                self.signal = Some(*signal);
                event_loop.exit();
                return;
            }
            _ => {}
        }
        let Some(shown) = &mut self.shown else { return };
        match event {
            Event::Theme(_) | Event::Chosen(_) => {}
            #[cfg(unix)]
            Event::End(_) => {}
            Event::Unkept(told) => self.state.complain(told),
            Event::Drop(event) => event.apply(&mut self.state),
            Event::Loaded => drop(self.state.poll()),
            Event::Changed => {
                let changed = self.watcher.changed();
                self.state.reload_files(&changed);
            }
            // A window that closes in this moment leaves them to the program that has them.
            Event::Handed(_) if event_loop.exiting() || self.state.quitting => return,
            Event::Handed(handed) => {
                let Some(load) = handed.accept() else { return };
                if !load.paths.is_empty() {
                    self.state.apply(Command::Open(load.paths));
                }
                raise(shown.gl.window(), load.token.as_deref());
            }
            Event::NoDialog => self.state.tell(serve::NO_DIALOG),
            Event::Accessibility(event) => match event.window_event {
                AccessibilityEvent::InitialTreeRequested => shown.ctx.enable_accesskit(),
                AccessibilityEvent::ActionRequested(request) => {
                    shown.egui.on_accesskit_action_request(request)
                }
                AccessibilityEvent::AccessibilityDeactivated => shown.ctx.disable_accesskit(),
            },
        }
        self.wanted = true;
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(wants)) = (cause, self.egui_wants)
            && Instant::now() >= wants
        {
            self.egui_wants = None;
            self.wanted = true;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if !self.dropped.is_empty() {
            let paths = std::mem::take(&mut self.dropped);
            let others = Vec::new();
            DropEvent::Drop { paths, others }.apply(&mut self.state);
            self.wanted = true;
        }
        if self.state.quitting {
            event_loop.exit();
            return;
        }
        self.serve();
        let now = Instant::now();
        self.wanted |= self.move_time(now);
        self.keep_soon(now);
        event_loop.set_control_flow(self.when_to_wake(now));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.keep();
        if let Some(shown) = self.shown.take() {
            shown.free();
        }
    }
}

impl Desktop {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: RenderError) {
        self.failed = Some(error);
        event_loop.exit();
    }

    /// Moves the playhead on by the time that has passed, and tells whether the picture changed.
    ///
    /// This is the only place where time moves: a hidden window is asked for no pictures, and its
    /// playhead is where it should be all the same when it shows again.
    fn move_time(&mut self, now: Instant) -> bool {
        let moves = self.state.is_moving();
        let before = self.last_tick;
        self.last_tick = moves.then_some(now);
        match before {
            Some(before) if moves => self.state.tick((now - before).as_secs_f64()),
            _ => false,
        }
    }

    /// Asks for a picture where one is wanted and due; else, when to look again.
    fn when_to_wake(&mut self, now: Instant) -> ControlFlow {
        let Some(shown) = &self.shown else {
            return ControlFlow::Wait;
        };
        let hurries = self.trace.as_ref().is_some_and(Trace::hurries);
        self.wanted |= hurries;
        let due = if hurries { now } else { shown.pacing.due(now) };
        if self.wanted {
            if due <= now {
                shown.gl.window().request_redraw();
                return ControlFlow::Wait;
            }
            return ControlFlow::WaitUntil(due);
        }
        let next_frame = self.state.playback().and_then(|playback| {
            let seconds = if self.state.is_blending() || self.state.is_gliding() {
                Some(0.0)
            } else {
                playback.until_next_frame()
            };
            let seconds = seconds.map(|seconds| seconds.min(3600.0))?;
            Some((now + Duration::from_secs_f64(seconds)).max(due))
        });
        let wake = [next_frame, self.egui_wants, self.keeping.due()];
        let wake = wake.into_iter().flatten().min();
        wake.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }

    /// Lays the window out, carries out what was asked for, draws and shows.
    fn picture(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        self.move_time(now);
        self.wanted = false;
        self.egui_wants = None;
        let Some(shown) = &mut self.shown else { return };
        if shown.theme != self.state.theme {
            shown.theme = self.state.theme;
            crate::app::theme::set_theme(&shown.ctx, shown.theme);
            identity::frame_as(shown.gl.window(), shown.theme);
        }
        shown.ctx.set_zoom_factor(self.state.scale);
        let input = shown.egui.take_egui_input(shown.gl.window());
        let began = Instant::now();
        let (mut output, view) = lay_out(&shown.ctx, input, &mut self.state);
        let repaint = output.viewport_output.remove(&ViewportId::ROOT);
        if let Some(viewport) = repaint {
            self.egui_wants = now.checked_add(viewport.repaint_delay);
            let closes =
                |command: &egui::ViewportCommand| matches!(command, egui::ViewportCommand::Close);
            self.state.quitting |= viewport.commands.iter().any(closes);
        }
        shown
            .egui
            .handle_platform_output(shown.gl.window(), output.platform_output);

        let size = shown.gl.window().inner_size();
        let scale = output.pixels_per_point;
        let viewport = pixels(view, scale, size.height);
        let laid_out = Instant::now();
        self.state
            .draw(viewport.height as f32, scale, &mut shown.sheet);
        let listed = Instant::now();
        shown.renderer.draw(&shown.sheet.list, viewport);
        let drawn = Instant::now();
        let primitives = shown.ctx.tessellate(output.shapes, scale);
        shown.painter.paint_and_update_textures(
            [size.width, size.height],
            scale,
            &primitives,
            &mut output.textures_delta,
        );
        let painted = Instant::now();
        let swapped = shown.gl.swap();
        if !shown.is_visible {
            shown.gl.window().set_visible(true);
            shown.is_visible = true;
        }
        shown.pacing.picture(now, self.state.going());
        self.state
            .note_picture(shown.pacing.rate(), shown.pacing.dropped());
        let title = title(&self.state);
        if title != shown.title {
            shown.gl.window().set_title(&title);
            shown.title = title;
        }
        if let Some(trace) = &mut self.trace {
            let moments = [began, laid_out, listed, drawn, painted, Instant::now()];
            trace.picture(&self.state, &moments);
        }
        self.wanted |= self.state.is_filling;
        match swapped {
            Ok(()) => self.rebuilt = false,
            Err(error) => self.rebuild(event_loop, &error),
        }
    }

    /// The window on what the state shows, not visible yet.
    fn make_window(&mut self, event_loop: &ActiveEventLoop) -> Result<Shown, RenderError> {
        Shown::new(
            event_loop,
            &self.proxy,
            self.theme,
            &self.window,
            &mut self.state,
        )
    }

    /// Makes the window's context anew after the driver lost it; all that it showed is kept.
    fn rebuild(&mut self, event_loop: &ActiveEventLoop, error: &glutin::error::Error) {
        if self.rebuilt {
            let message = format!("the graphics driver shows no picture: {error}");
            return self.fail(event_loop, RenderError::new(message));
        }
        self.rebuilt = true;
        if let Some(shown) = self.shown.take() {
            shown.free();
        }
        match self.make_window(event_loop) {
            Ok(mut shown) => {
                shown.gl.window().set_visible(true);
                shown.is_visible = true;
                self.shown = Some(shown);
                self.wanted = true;
            }
            Err(again) => {
                let message = format!("the graphics driver gave up ({error}), and then: {again}");
                self.fail(event_loop, RenderError::new(message));
            }
        }
    }
}

fn title(state: &State) -> String {
    state.take().map_or("Rushes".to_string(), |open| {
        format!("{} – Rushes", open.title())
    })
}
