//! The open window: its OpenGL context, what winit tells egui, and frame pacing.

use egui::ViewportId;
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

use crate::app::State;
use crate::app::desktop::event::Event;
use crate::app::shell::pictures::Pictures;
use crate::platform::{Clipboard, DragPosition, DropEvent, Drops, GlWindow, Pacing};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::{platform, store};

/// The window while it is open. Everything in it can be made again from the state.
pub(crate) struct GpuWindow {
    /// Is dropped first: it listens beside the window, on the same display.
    _drops: Option<Drops>,
    pub egui: egui_winit::State,
    pub pacing: Pacing,
    pub clipboard: Clipboard,
    title: String,
    /// Whether input methods write into the window whatever has the keyboard.
    keeps_input_method: bool,
    pub is_visible: bool,
    /// Whether the desktop took the window away: it is asked for nothing any more.
    pub is_gone: bool,
    // Last, since it is dropped last.
    pub gl: GlWindow,
}

impl GpuWindow {
    /// Opens the window, hidden, as large as it was last. The token lets it come to the front.
    pub fn new(
        event_loop: &ActiveEventLoop,
        token: Option<String>,
        proxy: &EventLoopProxy<Event>,
        theme: Option<Theme>,
        last: &store::Window,
        state: &mut State,
    ) -> Result<(Self, Pictures), RenderError> {
        let attributes = Window::default_attributes()
            .with_title("Rushes")
            .with_inner_size(LogicalSize::new(last.width, last.height))
            .with_maximized(last.maximised)
            .with_min_inner_size(LogicalSize::new(640.0, 400.0))
            // Hidden until the first picture is there: no flash of an empty window.
            .with_visible(false);
        let gl = GlWindow::new(event_loop, platform::with_identity(attributes, event_loop, token))?;
        // What goes wrong from here on is told in the window.
        platform::leave_console();
        let window = gl.window();
        state.settings.theme = theme.or(state.settings.theme);
        // Where winit does not know it, the desktop tells it by itself.
        state.settings.system_theme = window.theme().map_or(state.settings.system_theme, theme_of);
        let pictures = Pictures::new(gl.gl(), state.theme())?;
        platform::set_frame_theme(window, winit_theme(state.theme()));
        let mut egui = egui_winit::State::new(
            pictures.ctx.clone(),
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(pictures.painter.max_texture_side()),
        );
        egui.init_accesskit(event_loop, window, proxy.clone());
        let display_rate = platform::display_rate(window);
        // Last, after what uses the clipboard.
        let proxy = proxy.clone();
        let drops = Drops::start(window, move |event| {
            // An event loop that has ended takes no files.
            let _ = proxy.send_event(Event::Drop(event));
        });
        let window = Self {
            _drops: drops,
            pacing: Pacing::new(display_rate),
            clipboard: Clipboard::default(),
            title: String::new(),
            keeps_input_method: platform::keep_input_method(gl.window()),
            is_visible: false,
            is_gone: false,
            egui,
            gl,
        };
        Ok((window, pictures))
    }

    /// Has the platform do what a layout asks for: cursor, clipboard, where text is written.
    pub fn pass_to_platform(&mut self, mut output: egui::PlatformOutput) {
        if self.keeps_input_method {
            self.egui.set_allow_ime(output.ime.is_some());
            if let Some(ime) = &mut output.ime {
                ime.should_interrupt_composition = false;
            }
        }
        self.egui.handle_platform_output(self.gl.window(), output);
    }

    /// A drop with its place in egui's points, and with Alt as the window knows it where the desktop does not say.
    pub fn in_points(&self, event: DropEvent, ctx: &egui::Context) -> DropEvent {
        let DropEvent::Over(held) = event else {
            return event;
        };
        let scale = if held.in_pixels { 1.0 } else { self.gl.window().scale_factor() as f32 };
        DropEvent::Over(DragPosition {
            at: held.at.map(|at| at * scale / ctx.pixels_per_point()),
            in_pixels: held.in_pixels,
            alt: held.alt.or_else(|| Some(ctx.input(|i| i.modifiers.alt))),
        })
    }

    pub fn set_title(&mut self, state: &State) {
        let title = state.title();
        if title != self.title {
            self.gl.window().set_title(&title);
            self.title = title;
        }
    }

    /// The window on the desktop, for the next time.
    pub fn place(&self, last: &store::Window) -> store::Window {
        if self.is_gone {
            return last.clone();
        }
        let window = self.gl.window();
        let maximised = window.is_maximized();
        if maximised || window.fullscreen().is_some() {
            // What it was before is what it goes back to.
            return store::Window { maximised, ..last.clone() };
        }
        let size = window.inner_size().to_logical(window.scale_factor());
        store::Window { width: size.width, height: size.height, maximised }
    }
}

pub fn theme_of(theme: winit::window::Theme) -> Theme {
    match theme {
        winit::window::Theme::Dark => Theme::Dark,
        winit::window::Theme::Light => Theme::Light,
    }
}

pub fn winit_theme(theme: Theme) -> winit::window::Theme {
    match theme {
        Theme::Dark => winit::window::Theme::Dark,
        Theme::Light => winit::window::Theme::Light,
    }
}
