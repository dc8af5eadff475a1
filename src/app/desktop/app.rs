//! The event loop: handles winit events, applies commands and redraws.

use std::path::PathBuf;
use std::time::Instant;

use egui::ViewportId;
use egui_winit::accesskit_winit::WindowEvent as AccessibilityEvent;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::WindowId;

use crate::app::desktop::analysis_thread::Analyses;
use crate::app::desktop::autosave::Keeping;
use crate::app::desktop::event::Event;
use crate::app::desktop::exporter::Exporting;
use crate::app::desktop::gpu_window::{GpuWindow, pixels, theme_of, winit_theme};
use crate::app::desktop::loading::Loading;
use crate::app::desktop::reference_player::ReferencePlayer;
use crate::app::desktop::reviews::SavingReviews;
use crate::app::desktop::session_writer::SessionWriter;
use crate::app::desktop::trace::Trace;
use crate::app::effect::Effect;
use crate::app::ids::TakeId;
use crate::app::interface::command::InterfaceCommand;
use crate::app::layout::{LaidOut, lay_out_with};
use crate::app::opening::command::FilesCommand;
use crate::app::opening::incoming_files;
use crate::app::shell::Shell;
use crate::app::state::State;
use crate::files::{Watcher, guarded};
use crate::options::ViewToggle;
use crate::platform;
use crate::platform::{Documents, DropEvent, Instance, LaunchRequest, Playing};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::store::{Autosave, Store};

/// The program while it runs: its state, its window, and what wakes it.
pub(crate) struct App {
    /// What the program was started for, and is started for again.
    pub starts: Starts,
    pub state: State,
    /// What is kept from one time to the next, and where.
    pub store: Store,
    /// What is saved beside the window.
    pub saving: SavingThreads,
    /// What works beside the window for what is open.
    pub workers: Workers,
    /// Tells when an open file was written by another program.
    pub watcher: Watcher,
    /// The files that it watches.
    pub watched: Vec<(TakeId, PathBuf)>,
    /// The theme that was asked for, whatever the system's is.
    pub theme: Option<Theme>,
    pub proxy: EventLoopProxy<Event>,
    pub trace: Option<Trace>,
    pub gpu: Option<GpuWindow>,
    /// Files that were let go over the window since the last round: they come one by one.
    pub dropped: Vec<PathBuf>,
    /// When pictures are due.
    pub redraws: Redraws,
    /// What ends the program, and what failed.
    pub end: End,
}

/// What the program was started for, and is started for again while it runs.
pub(crate) struct Starts {
    /// What Finder opens.
    pub _documents: Documents,
    /// What later starts of the program find, where its windows are to be one.
    pub instance: Option<Instance>,
    /// What the desktop started the program for, until it has a window.
    pub first: Option<LaunchRequest>,
}

/// What is saved beside the window.
pub(crate) struct SavingThreads {
    /// What saves what reviewers say.
    pub reviews: SavingReviews,
    pub keeping: Keeping,
    /// Writes session files, and keeps what is open in case of a crash.
    pub sessions: SessionWriter,
    /// Where the session of a window is kept that did not end properly, until somebody has decided.
    pub unfinished: Option<Autosave>,
}

/// What works beside the window for what is open.
pub(crate) struct Workers {
    /// What looks through whole takes.
    pub analyses: Analyses,
    /// What plays the reference video and its sound.
    pub reference: ReferencePlayer,
    /// The threads that open files.
    pub loading: Loading,
    /// What is exported now.
    pub exporting: Exporting,
}

/// When pictures are due.
#[derive(Default)]
pub(crate) struct Redraws {
    /// When time was last moved on; `None` while paused.
    pub last_tick: Option<Instant>,
    /// Whether the picture is out of date.
    pub wanted: bool,
    /// When egui wants to be asked again, for a blinking cursor or a tooltip.
    pub egui_wants: Option<Instant>,
    /// Whether the context was made anew and has not shown a picture yet.
    pub rebuilt: bool,
}

/// What ends the program.
#[derive(Default)]
pub(crate) struct End {
    /// Whether it is to end.
    pub is_quitting: bool,
    pub failed: Option<RenderError>,
    /// The signal that ends it.
    #[cfg(unix)]
    pub signal: Option<i32>,
}

impl ApplicationHandler<Event> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.gpu.is_none() {
            let first = self.starts.first.take();
            let token = first.as_ref().and_then(|first| first.launch().token.clone());
            match self.make_window(event_loop, token) {
                Ok(gpu) => {
                    self.gpu = Some(gpu);
                    if let Some(first) = first {
                        first.accept();
                    }
                }
                Err(error) => self.fail(event_loop, error),
            }
            self.await_first();
            // A hidden window is asked for no pictures: the first one comes unasked.
            self.picture(event_loop);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        if matches!(event, WindowEvent::Resized(_)) {
            self.saving.keeping.look(Instant::now());
        }
        let Some(gpu) = &mut self.gpu else { return };
        // A window that was given up with its lost context still has its last words.
        if id != gpu.gl.window().id() {
            return;
        }
        match &event {
            WindowEvent::Destroyed => {
                gpu.is_gone = true;
                event_loop.exit();
                return;
            }
            WindowEvent::CloseRequested => {
                let effects = self.state.apply(InterfaceCommand::Quit);
                self.carry_out(effects);
                self.redraws.wanted = true;
                return;
            }
            WindowEvent::RedrawRequested => {
                self.picture(event_loop);
                return;
            }
            WindowEvent::Resized(size) => {
                gpu.gl.resize(*size);
                self.redraws.wanted = true;
            }
            WindowEvent::Moved(_) | WindowEvent::Focused(true) => {
                let rate = platform::display_rate(gpu.gl.window());
                gpu.pacing.set_display_rate(rate);
            }
            WindowEvent::ThemeChanged(theme) => {
                self.state.settings.system_theme = theme_of(*theme);
                self.redraws.wanted = true;
            }
            WindowEvent::HoveredFile(_) => return self.hold_another(),
            WindowEvent::HoveredFileCancelled => return self.take_in_drop(DropEvent::Leave),
            WindowEvent::DroppedFile(path) => {
                self.dropped.push(path.clone());
                self.redraws.wanted = true;
            }
            // Keys that were down when the window got the focus are not pressed anew.
            WindowEvent::KeyboardInput { is_synthetic: true, .. } => return,
            _ => {}
        }
        let response = gpu.egui.on_window_event(gpu.gl.window(), &event);
        self.redraws.wanted |= response.repaint;
        // egui finds repeats out by itself, but only after the keys were read.
        if let WindowEvent::KeyboardInput { event, .. } = &event
            && event.repeat
        {
            let events = &mut gpu.egui.egui_input_mut().events;
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
            Event::Theme(theme) => self.state.settings.system_theme = theme_of(*theme),
            Event::Chosen(paths) if !paths.is_empty() => {
                let effects = self.state.apply(FilesCommand::Open(paths.clone()));
                self.carry_out(effects);
            }
            #[cfg(unix)]
            Event::End(signal) => {
                self.end.signal = Some(*signal);
                event_loop.exit();
                return;
            }
            _ => {}
        }
        let Some(gpu) = &mut self.gpu else { return };
        let mut effects: Vec<Effect> = Vec::new();
        match event {
            // What has come of a video is shown with the next picture.
            Event::Theme(_) | Event::Chosen(_) | Event::Video => {}
            #[cfg(unix)]
            Event::End(_) => {}
            Event::Command(command) => effects = self.state.apply(command),
            Event::SessionWritten(path, done) => effects = self.state.session_written(path, done),
            Event::SaveFailed(told) => self.state.interface.notices.push_diagnostics(told),
            Event::ObjectRead { take, node, file, read } => {
                effects = self.state.object_read(take, node, &file, read)
            }
            Event::TableRead(path, head, take) => {
                self.state.table_read(&path, head.map(|head| *head), take);
            }
            Event::Drop(event) => {
                effects = incoming_files::apply(gpu.in_points(event), &mut self.state)
            }
            Event::Missing(files) => self.state.interface.missing = files,
            Event::Loaded => drop(self.poll_arrivals()),
            Event::Analysed => {
                for analysed in self.workers.analyses.poll() {
                    self.state.take_in(analysed);
                }
            }
            Event::ReviewsSaved(saved) => {
                for (id, saved) in saved {
                    self.state.take_in_saved(id, saved);
                }
            }
            Event::NotesWritten(path, written) => self.state.notes_written(&path, written),
            Event::MarksRead(id, path, text) => self.state.import_notes(id, &path, text),
            Event::ReviewLoaded(id, loaded) => {
                self.state.take_in_review(id, &loaded.review);
                let notices = &mut self.state.interface.notices;
                notices.push_diagnostics(loaded.warnings);
            }
            Event::Changed => {
                let changed = self.watcher.changed();
                effects = self.state.reload_changed(&changed);
            }
            // A window that closes in this moment leaves it to the program that asks.
            Event::Request(_) if event_loop.exiting() || self.end.is_quitting => return,
            Event::Request(request) => {
                let launch = request.launch();
                if launch.new_window {
                    let token = launch.token.as_deref();
                    if platform::start_another("--new-window", token).is_ok() {
                        request.accept();
                    }
                    return;
                }
                if !request.accept() {
                    return;
                }
                effects = incoming_files::open(launch.files.clone(), &mut self.state);
                platform::raise(gpu.gl.window(), launch.token.as_deref());
            }
            Event::Export(event) => self.take_in_export(event),
            Event::NoDialog(error) => self.state.interface.notices.push_error(error.to_string()),
            Event::Accessibility(event) => match event.window_event {
                AccessibilityEvent::InitialTreeRequested => gpu.ctx.enable_accesskit(),
                AccessibilityEvent::ActionRequested(request) => {
                    gpu.egui.on_accesskit_action_request(request)
                }
                AccessibilityEvent::AccessibilityDeactivated => gpu.ctx.disable_accesskit(),
            },
        }
        self.carry_out(effects);
        self.redraws.wanted = true;
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(wants)) =
            (cause, self.redraws.egui_wants)
            && Instant::now() >= wants
        {
            self.redraws.egui_wants = None;
            self.redraws.wanted = true;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.take_dropped();
        if self.end.is_quitting {
            event_loop.exit();
            return;
        }
        if !self.state.history.pointer_is_down() {
            self.remember_colours();
        }
        self.watch();
        let state = &self.state;
        let wanted = state.wanted_analyses();
        self.workers.analyses.want(wanted, |key| state.analysis(key));
        let now = Instant::now();
        self.redraws.wanted |= self.move_time(now);
        if let Some(gpu) = &self.gpu {
            self.saving.keeping.keep_soon(now, &self.state, &self.store, gpu, &self.proxy);
        }
        if !self.state.history.pointer_is_down() {
            self.saving.reviews.save_soon(now, &mut self.state, &self.store, &self.proxy);
        }
        self.saving.sessions.keep_soon(now, &self.state);
        event_loop.set_control_flow(self.when_to_go_on(now));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // Before the disk is waited for: from now on the next window is found.
        self.starts.instance.iter().for_each(Instance::release);
        self.remember_colours();
        self.saving.reviews.finish(&mut self.state, &self.store);
        self.end_session();
        if let Some(gpu) = self.gpu.take() {
            self.saving.keeping.keep(&self.state, &self.store, &gpu);
            gpu.free();
        }
    }
}

impl App {
    pub(crate) fn fail(&mut self, event_loop: &ActiveEventLoop, error: RenderError) {
        self.end.failed = Some(error);
        event_loop.exit();
    }

    /// Lays the window out, carries out what was asked for, draws and shows.
    fn picture(&mut self, event_loop: &ActiveEventLoop) {
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
                self.workers.reference.bring(state, now)
            })
        });
        let LaidOut { mut output, view, effects } = match laid_out {
            Ok(laid_out) => laid_out,
            Err(what) => return self.go_on_without_active(event_loop, what),
        };
        // Files are read while this redraw is drawn.
        let effects = self.workers.loading.serve(effects);
        let repaint = output.viewport_output.remove(&ViewportId::ROOT);
        if let Some(viewport) = repaint {
            self.redraws.egui_wants = now.checked_add(viewport.repaint_delay);
            let closes =
                |command: &egui::ViewportCommand| matches!(command, egui::ViewportCommand::Close);
            self.end.is_quitting |= viewport.commands.iter().any(closes);
        }
        gpu.pass_to_platform(output.platform_output);

        let size = gpu.gl.window().inner_size();
        let scale = output.pixels_per_point;
        let viewport = pixels(view, scale, size.height);
        let laid_out = Instant::now();
        let listed = gpu.draw_view(&self.state, viewport, scale);
        let mut effects = effects;
        if let Some((id, what)) = gpu.sheet.failed.take() {
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
        gpu.pacing.picture(now, playing(&self.state));
        self.state.note_redraw(gpu.pacing.rate(), gpu.pacing.skipped_frames());
        gpu.set_title(&self.state);
        if let Some(trace) = &mut self.trace {
            let moments = [began, laid_out, listed, drawn, painted, Instant::now()];
            trace.picture(&self.state, &moments);
        }
        self.redraws.wanted |= self.state.interface.is_filling;
        match swapped {
            Ok(()) => self.redraws.rebuilt = false,
            Err(error) => self.rebuild(event_loop, &error),
        }
        self.carry_out(effects);
    }
}

/// How playing goes on, for whoever counts redraws; `None` while paused.
fn playing(state: &State) -> Option<Playing> {
    let playback = state.playback().filter(|playback| playback.is_playing())?;
    let speed =
        if state.is_on(ViewToggle::EveryFrame) { 0.0 } else { playback.frames_a_second().abs() };
    Some(Playing { passed: playback.passed(), speed })
}
