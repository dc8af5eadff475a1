//! The event loop: handles winit events, applies commands and redraws.

use std::path::PathBuf;
use std::time::Instant;

use egui_winit::accesskit_winit::WindowEvent as AccessibilityEvent;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::WindowId;

use crate::app::desktop::gpu_window::{GpuWindow, theme_of};
use crate::app::{
    Analyses, Effect, FilesCommand, FolderCommand, InterfaceCommand, Loading, Shell, State, TakeId,
    desktop::event::Event, desktop::exporter::Exporting, desktop::folder_thread::FolderReader,
    desktop::reference_player::ReferencePlayer, desktop::saving::SavingThreads,
    desktop::trace::Trace, opening::incoming_files,
};
use crate::files::{FolderWatcher, Watcher};
use crate::platform;
use crate::platform::{Documents, DropEvent, Files, Instance, LaunchRequest};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::store::Store;

/// The program while it runs: its state, its window, and what wakes it.
pub(crate) struct App {
    pub starts: Starts,
    pub state: State,
    pub store: Store,
    pub saving: SavingThreads,
    pub workers: Workers,
    /// Tells when an open file was written by another program.
    pub watcher: Watcher,
    pub watched: Vec<(TakeId, PathBuf)>,
    pub folder_watcher: FolderWatcher,
    /// The theme that was asked for, whatever the system's is.
    pub theme: Option<Theme>,
    pub proxy: EventLoopProxy<Event>,
    pub trace: Option<Trace>,
    pub gpu: Option<GpuWindow>,
    /// Files that were let go over the window since the last round: they come one by one.
    pub dropped: Vec<PathBuf>,
    pub redraws: Redraws,
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

/// What works beside the window for what is open.
pub(crate) struct Workers {
    pub analyses: Analyses,
    pub reference: ReferencePlayer,
    pub loading: Loading,
    pub exporting: Exporting,
    pub folder: FolderReader,
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

#[derive(Default)]
pub(crate) struct End {
    pub is_quitting: bool,
    pub failed: Option<RenderError>,
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
            self.saving.memory.due.ask(Instant::now());
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
                gpu.pacing.set_display_rate(platform::display_rate(gpu.gl.window()));
            }
            WindowEvent::ThemeChanged(theme) => {
                self.state.settings.system_theme = theme_of(*theme);
                self.redraws.wanted = true;
            }
            // winit says it of each file.
            WindowEvent::HoveredFile(_) => {
                let count = self.state.interface.hovering + 1;
                return self.apply_drop(DropEvent::Hover(Some(count)));
            }
            WindowEvent::HoveredFileCancelled => return self.apply_drop(DropEvent::Leave),
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
            Event::SaveFailed(why) => self.state.interface.notices.push_diagnostics(why),
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
            Event::FolderChanged => effects = self.state.apply(FolderCommand::Refresh),
            Event::FolderRead => drop(self.poll_folder()),
            Event::Analysed => {
                for analysed in self.workers.analyses.poll() {
                    self.state.accept_analysis(analysed);
                }
            }
            Event::ReviewsSaved(saved) => {
                for (id, saved) in saved {
                    self.state.accept_saved_review(id, saved);
                }
            }
            Event::FolderDone(path, done) => self.state.folder_done(&path, done),
            Event::NotesWritten(path, written) => self.state.notes_written(&path, written),
            Event::MarksRead(id, path, text) => self.state.import_notes(id, &path, text),
            Event::ReviewLoaded(id, loaded) => {
                self.state.merge_review(id, &loaded.review);
                let notices = &mut self.state.interface.notices;
                notices.push_diagnostics(loaded.warnings);
            }
            Event::Changed => {
                effects = self.state.reload_changed(&self.watcher.changed());
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
            Event::Export(event) => self.apply_export(event),
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
            self.saving.memory.save_soon(now, &self.state, &self.store, gpu, &self.proxy);
        }
        if !self.state.history.pointer_is_down() {
            self.saving.reviews.save_soon(now, &mut self.state, &self.store, &self.proxy);
        }
        self.saving.sessions.save_soon(now, &self.state);
        event_loop.set_control_flow(self.control_flow(now));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // Before the disk is waited for: from now on the next window is found.
        self.starts.instance.iter().for_each(Instance::release);
        self.remember_colours();
        self.saving.reviews.finish(&mut self.state, &self.store);
        self.end_session();
        if let Some(gpu) = self.gpu.take() {
            self.saving.memory.finish(&self.state, &self.store, &gpu);
            gpu.free();
        }
    }
}

impl App {
    /// Opens what winit says was dropped, file by file: on Windows and macOS.
    fn take_dropped(&mut self) {
        self.follow_held();
        let paths = std::mem::take(&mut self.dropped);
        if paths.is_empty() {
            return;
        }
        if let Some(gpu) = &self.gpu {
            self.state.interface.held.alt |= gpu.ctx.input(|i| i.modifiers.alt);
        }
        self.apply_drop(DropEvent::Drop(Files { paths, others: Vec::new() }));
    }

    fn apply_drop(&mut self, event: DropEvent) {
        let effects = incoming_files::apply(event, &mut self.state);
        self.carry_out(effects);
        self.redraws.wanted = true;
    }

    /// Shows over what files are held where winit does not say it, and asks for the next picture, since nothing
    /// else wakes the window while they are moved.
    fn follow_held(&mut self) {
        let Some(gpu) = self.gpu.as_ref().filter(|_| self.state.interface.hovering > 0) else {
            return;
        };
        if let Some(held) = platform::drag_position(gpu.gl.window()) {
            let over = gpu.in_points(DropEvent::Over(held));
            self.apply_drop(over);
        }
    }
}
