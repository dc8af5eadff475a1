//! The event loop: handles winit events, applies commands and redraws.

use std::path::PathBuf;
use std::time::Instant;

use egui_winit::accesskit_winit::WindowEvent as AccessibilityEvent;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::WindowId;

use crate::app::desktop::event::Event;
use crate::app::desktop::gpu_window::{GpuWindow, theme_of};
use crate::app::desktop::reference_player::ReferencePlayer;
use crate::app::opening::incoming_files;
use crate::app::shell::event::Event as ShellEvent;
use crate::app::shell::pictures::Pictures;
use crate::app::shell::program::Program;
use crate::app::shell::trace::Trace;
use crate::app::{FolderCommand, InterfaceCommand, TakeId};
use crate::files::{FileStamp, FolderWatcher, Watcher};
use crate::platform;
use crate::platform::{Documents, DropEvent, Files, Instance, LaunchRequest};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::store::Window;

/// The program on a desktop: its window, and what wakes it.
pub(crate) struct App {
    pub starts: Starts,
    pub program: Program,
    pub reference: ReferencePlayer,
    /// Tells when an open file was written by another program.
    pub watcher: Watcher,
    pub watched: Vec<(TakeId, PathBuf, Option<FileStamp>)>,
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

/// When pictures are due.
#[derive(Default)]
pub(crate) struct Redraws {
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
                Ok(()) => {
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
            self.program.saving.memory.due.ask(Instant::now());
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
                let effects = self.program.state.apply(InterfaceCommand::Quit);
                self.carry_out(effects);
                self.program.redraw_wanted = true;
                return;
            }
            WindowEvent::RedrawRequested => {
                self.picture(event_loop);
                return;
            }
            WindowEvent::Resized(size) => {
                gpu.gl.resize(*size);
                self.program.redraw_wanted = true;
            }
            WindowEvent::Moved(_) | WindowEvent::Focused(true) => {
                gpu.pacing.set_display_rate(platform::display_rate(gpu.gl.window()));
            }
            WindowEvent::ThemeChanged(theme) => {
                self.program.state.settings.system_theme = theme_of(*theme);
                self.program.redraw_wanted = true;
            }
            // winit says it of each file.
            WindowEvent::HoveredFile(_) => {
                let count = self.program.state.interface.hovering + 1;
                return self.apply_drop(DropEvent::Hover(Some(count)));
            }
            WindowEvent::HoveredFileCancelled => return self.apply_drop(DropEvent::Leave),
            WindowEvent::DroppedFile(path) => {
                self.dropped.push(path.clone());
                self.program.redraw_wanted = true;
            }
            // Keys that were down when the window got the focus are not pressed anew.
            WindowEvent::KeyboardInput { is_synthetic: true, .. } => return,
            _ => {}
        }
        let response = gpu.egui.on_window_event(gpu.gl.window(), &event);
        self.program.redraw_wanted |= response.repaint;
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
        match event {
            Event::Theme(theme) => self.program.state.settings.system_theme = theme_of(theme),
            Event::Documents(paths) => self.accept(ShellEvent::Chosen(paths)),
            Event::Shell(event) => self.accept(event),
            #[cfg(unix)]
            Event::End(signal) => {
                self.end.signal = Some(signal);
                event_loop.exit();
            }
            event => self.window_user_event(event_loop, event),
        }
        self.program.redraw_wanted = true;
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(wants)) =
            (cause, self.redraws.egui_wants)
            && Instant::now() >= wants
        {
            self.redraws.egui_wants = None;
            self.program.redraw_wanted = true;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.take_dropped();
        if self.end.is_quitting {
            event_loop.exit();
            return;
        }
        self.watch();
        let now = Instant::now();
        let gpu = self.gpu.as_ref().filter(|gpu| gpu.is_visible);
        let place = gpu.map(|gpu| |last: &Window| gpu.place(last));
        self.program.work_on(now, place.as_ref().map(|place| place as _));
        self.carry_out_left();
        event_loop.set_control_flow(self.control_flow(now));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // Before the disk is waited for: from now on the next window is found.
        self.starts.instance.iter().for_each(Instance::release);
        #[cfg(unix)]
        let was_asked = self.end.signal.is_none();
        #[cfg(not(unix))]
        let was_asked = true;
        self.program.finish(was_asked);
        if let Some(gpu) = self.gpu.take() {
            let Program { saving, state, store, .. } = &mut self.program;
            saving.memory.finish(state, store, &|last| gpu.place(last));
            self.program.pictures.take().into_iter().for_each(Pictures::free);
        }
    }
}

impl App {
    /// What the window is to do that another thread, another program or the desktop asks for.
    fn window_user_event(&mut self, event_loop: &ActiveEventLoop, event: Event) {
        let (Some(gpu), Some(pictures)) = (&mut self.gpu, &self.program.pictures) else { return };
        let state = &mut self.program.state;
        let effects = match event {
            Event::Drop(event) => incoming_files::apply(gpu.in_points(event, &pictures.ctx), state),
            Event::FolderChanged => state.apply(FolderCommand::Refresh),
            Event::Changed => state.reload_changed(&self.watcher.changed()),
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
                platform::raise(gpu.gl.window(), launch.token.as_deref());
                incoming_files::open(launch.files.clone(), state)
            }
            Event::Accessibility(event) => {
                match event.window_event {
                    AccessibilityEvent::InitialTreeRequested => pictures.ctx.enable_accesskit(),
                    AccessibilityEvent::ActionRequested(request) => {
                        gpu.egui.on_accesskit_action_request(request)
                    }
                    AccessibilityEvent::AccessibilityDeactivated => {
                        pictures.ctx.disable_accesskit()
                    }
                }
                return;
            }
            _ => return,
        };
        self.carry_out(effects);
    }

    /// Opens what winit says was dropped, file by file: on Windows and macOS.
    fn take_dropped(&mut self) {
        self.follow_held();
        let paths = std::mem::take(&mut self.dropped);
        if paths.is_empty() {
            return;
        }
        if let Some(pictures) = &self.program.pictures {
            let is_down = pictures.ctx.input(|i| i.modifiers.alt);
            self.program.state.interface.held.alt |= is_down;
        }
        self.apply_drop(DropEvent::Drop(Files { paths, others: Vec::new() }));
    }

    fn apply_drop(&mut self, event: DropEvent) {
        let effects = incoming_files::apply(event, &mut self.program.state);
        self.carry_out(effects);
        self.program.redraw_wanted = true;
    }

    /// Shows over what files are held where winit does not say it, and asks for the next picture, since nothing
    /// else wakes the window while they are moved.
    fn follow_held(&mut self) {
        let Some(gpu) = self.gpu.as_ref().filter(|_| self.program.state.interface.hovering > 0)
        else {
            return;
        };
        let Some(pictures) = &self.program.pictures else { return };
        if let Some(held) = platform::drag_position(gpu.gl.window()) {
            let over = gpu.in_points(DropEvent::Over(held), &pictures.ctx);
            self.apply_drop(over);
        }
    }
}
