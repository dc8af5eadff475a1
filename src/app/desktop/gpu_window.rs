//! The open window: its OpenGL context, renderer, egui painter and frame pacing; and pictures of it.

use std::time::Instant;

use egui::{Rect, ViewportId};
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

use crate::app::desktop::event::Event;
use crate::app::{SceneBuffers, State, lay_out_labels};
use crate::platform::{Clipboard, DragPosition, DropEvent, Drops, GlWindow, Pacing};
use crate::render::{Picture, RenderError, Renderer, Viewport};
use crate::scene::{Theme, ThemeColours};
use crate::{platform, store};

/// The window while it is open. Everything in it can be made again from the state.
pub(crate) struct GpuWindow {
    /// Is dropped first: it listens beside the window, on the same display.
    _drops: Option<Drops>,
    pub egui: egui_winit::State,
    pub ctx: egui::Context,
    pub painter: egui_glow::Painter,
    pub renderer: Renderer,
    pub buffers: SceneBuffers,
    /// What writes over pictures, once some have labels.
    labels: Option<PictureLabels>,
    pub pacing: Pacing,
    pub theme: Theme,
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
    ) -> Result<Self, RenderError> {
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
        let painter = egui_glow::Painter::new(gl.gl().clone(), "", None, false)
            .map_err(|error| RenderError::new(error.to_string()))?;
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        crate::app::theme::set_theme(&ctx, state.theme());
        platform::set_frame_theme(window, winit_theme(state.theme()));
        let mut egui = egui_winit::State::new(
            ctx.clone(),
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(painter.max_texture_side()),
        );
        egui.init_accesskit(event_loop, window, proxy.clone());
        let display_rate = platform::display_rate(window);
        // Last, after what uses the clipboard.
        let proxy = proxy.clone();
        let drops = Drops::start(window, move |event| {
            // An event loop that has ended takes no files.
            let _ = proxy.send_event(Event::Drop(event));
        });
        Ok(Self {
            _drops: drops,
            renderer: Renderer::new(gl.gl().clone())?,
            buffers: SceneBuffers::new(ThemeColours::DARK),
            labels: None,
            pacing: Pacing::new(display_rate),
            theme: state.theme(),
            clipboard: Clipboard::default(),
            title: String::new(),
            keeps_input_method: platform::keep_input_method(gl.window()),
            is_visible: false,
            is_gone: false,
            egui,
            ctx,
            painter,
            gl,
        })
    }

    /// The view as a picture, as large as it is in the window, with its labels or alone.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for it.
    pub fn picture(
        &mut self,
        state: &State,
        transparent: bool,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let scale = self.ctx.pixels_per_point();
        let [width, height] = (state.view.size * scale).round().to_array();
        self.cells(state, [width as u32, height as u32], scale, transparent, labels)
    }

    /// The view as a picture of a size in pixels, whatever it is in the window, where a point has so many of them.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for it.
    pub fn picture_of(
        &mut self,
        state: &State,
        size: [u32; 2],
        scale: f32,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let count = state.cell_count().max(1) as u32;
        self.cells(state, [(size[0] / count).max(1), size[1]], scale, false, labels)
    }

    /// The cells of the view beside each other, each of a size in pixels.
    fn cells(
        &mut self,
        state: &State,
        size: [u32; 2],
        scale: f32,
        transparent: bool,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let gl = self.gl.gl().clone();
        let mut pictures = Vec::new();
        for cell in 0..state.cell_count() {
            state.draw_cell(cell, size[1] as f32, scale, &mut self.buffers);
            let list = &mut self.buffers.list;
            list.transparent = transparent;
            let picture = Picture::draw(&gl, &mut self.renderer, list, size);
            list.transparent = false;
            pictures.push(picture?);
        }
        let mut picture = Picture::side_by_side(&pictures);
        if labels {
            let labels = match &mut self.labels {
                Some(labels) => labels,
                none => none.insert(PictureLabels::new(&self.gl)?),
            };
            labels.draw(state, &mut picture, scale)?;
        }
        Ok(picture)
    }

    /// Draws the view, cell by cell. Returns when all of it was listed.
    pub fn draw_view(&mut self, state: &State, viewport: Viewport, scale: f32) -> Instant {
        let count = state.cell_count() as i32;
        let width = (viewport.width / count).max(1);
        let mut listed = Instant::now();
        for cell in 0..count {
            let x = cell * width;
            // The last one has what is left over.
            let width = if cell + 1 == count { viewport.width - x } else { width };
            let own = Viewport { x: viewport.x + x, width: width.max(1), ..viewport };
            state.draw_cell(cell as usize, viewport.height as f32, scale, &mut self.buffers);
            listed = Instant::now();
            self.renderer.draw(&self.buffers.list, own);
        }
        listed
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
    pub fn in_points(&self, event: DropEvent) -> DropEvent {
        let DropEvent::Over(held) = event else {
            return event;
        };
        let scale = if held.in_pixels { 1.0 } else { self.gl.window().scale_factor() as f32 };
        DropEvent::Over(DragPosition {
            at: held.at.map(|at| at * scale / self.ctx.pixels_per_point()),
            in_pixels: held.in_pixels,
            alt: held.alt.or_else(|| Some(self.ctx.input(|i| i.modifiers.alt))),
        })
    }

    pub fn set_title(&mut self, state: &State) {
        let take = state.take().map(|open| open.title());
        let parts = [state.document.title(), take, Some("Rushes".to_string())];
        let title = parts.into_iter().flatten().collect::<Vec<_>>().join(" – ");
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

    pub fn free(mut self) {
        if let Some(labels) = self.labels {
            labels.free();
        }
        self.painter.destroy();
        self.renderer.free();
    }
}

/// Paints labels into pictures. The window's own interface, which is laid out for the window, stays as it is.
struct PictureLabels {
    ctx: egui::Context,
    painter: egui_glow::Painter,
}

impl PictureLabels {
    fn new(gl: &GlWindow) -> Result<Self, RenderError> {
        let painter = egui_glow::Painter::new(gl.gl().clone(), "", None, false)
            .map_err(|error| RenderError::new(error.to_string()))?;
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        Ok(Self { ctx, painter })
    }

    /// Lays the labels over a picture of the view, in which a point has so many pixels.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for them.
    fn draw(
        &mut self,
        state: &State,
        picture: &mut Picture,
        scale: f32,
    ) -> Result<(), RenderError> {
        let size = [picture.width, picture.height];
        let mut output = lay_out_labels(&self.ctx, size, scale, state);
        let primitives = self.ctx.tessellate(output.shapes, scale);
        let gl = self.painter.gl().clone();
        let labels = Picture::capture(&gl, size, |_| {
            egui_glow::painter::clear(&gl, size, [0.0; 4]);
            let textures = &mut output.textures_delta;
            self.painter.paint_and_update_textures(size, scale, &primitives, textures);
        })?;
        picture.composite(&labels);
        Ok(())
    }

    fn free(mut self) {
        self.painter.destroy();
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

/// A rectangle in points, from the top, as pixels from the bottom.
pub fn pixels(rect: Rect, scale: f32, height: u32) -> Viewport {
    let left = (rect.left() * scale).round() as i32;
    let right = (rect.right() * scale).round() as i32;
    let top = (rect.top() * scale).round() as i32;
    let bottom = (rect.bottom() * scale).round() as i32;
    Viewport {
        x: left,
        y: height as i32 - bottom,
        width: (right - left).max(1),
        height: (bottom - top).max(1),
    }
}
