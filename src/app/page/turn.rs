//! A turn of the page: what has come is taken in, what is due is done, and the picture is drawn where it is wanted.

use std::time::Duration;

use egui::{CursorIcon, OutputCommand, Rect, ViewportId};
use web_time::Instant;

use crate::app::page::events::take_events;
use crate::app::page::kept;
use crate::app::page::program::Page;
use crate::app::shell::pictures::pixels;
use crate::app::{LayoutOutcome, Shell as _, lay_out_with};
use crate::files::guarded;
use crate::platform;

/// No wait is longer: the browser counts milliseconds in 32 bits.
const MOST: Duration = Duration::from_secs(3600);

impl Page {
    /// Returns after how many milliseconds the next turn is due; −1 for none.
    pub fn turn(&mut self, draws: bool) -> f64 {
        for event in take_events() {
            self.accept(event);
        }
        let now = Instant::now();
        self.program.work_on(now, Some(&|window| window.clone()));
        let film = self.program.continue_film(now);
        let egui_wants = self.egui_wants.is_some_and(|at| at <= now);
        let is_wanted =
            self.program.redraw_wanted || egui_wants || !self.input.raw.events.is_empty();
        if draws && is_wanted {
            self.picture(now);
        }
        self.carry_out_left();
        let whole = self.program.state.session.takes.iter().filter(|open| open.partial.is_none());
        kept::know(whole.filter_map(|open| open.path.as_deref()));
        self.changes.hand_on(self.program.state.interface.export.running.is_some());
        // A page that is hidden is drawn once it shows again.
        if draws && self.program.redraw_wanted {
            return 0.0;
        }
        let wakes = [film, self.program.next_wake(now, now), self.egui_wants];
        let next = wakes.into_iter().flatten().min();
        next.map_or(-1.0, |at| at.saturating_duration_since(now).min(MOST).as_secs_f64() * 1e3)
    }

    fn picture(&mut self, now: Instant) {
        let program = &mut self.program;
        program.move_time(now);
        program.redraw_wanted = false;
        self.egui_wants = None;
        let Some(pictures) = &mut program.pictures else { return };
        pictures.follow(&program.state);
        self.input.zoom = program.state.settings.scale;
        let points = self.size.map(|side| side as f32 / (self.scale * self.input.zoom));
        let raw = &mut self.input.raw;
        raw.screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, points.into()));
        raw.max_texture_side = Some(pictures.painter.max_texture_side());
        raw.time = Some(platform::milliseconds() / 1e3);
        let viewport = raw.viewports.entry(raw.viewport_id).or_default();
        viewport.native_pixels_per_point = Some(self.scale);
        let laid_out = guarded(|| {
            let raw = self.input.raw.take();
            lay_out_with(&pictures.ctx, raw, &mut program.state, |state| self.video.update(state))
        });
        let LayoutOutcome { mut output, view, mut effects } = match laid_out {
            Ok(laid_out) => laid_out,
            Err(what) => return self.recover(what),
        };
        if let Some(viewport) = output.viewport_output.remove(&ViewportId::ROOT) {
            self.egui_wants = now.checked_add(viewport.repaint_delay.min(MOST));
            self.egui_wants = self.egui_wants.filter(|_| viewport.repaint_delay < MOST);
        }
        let scale = output.pixels_per_point;
        let primitives = pictures.ctx.tessellate(output.shapes, scale);
        let textures = &mut output.textures_delta;
        let seen = (!program.state.session.shows_grid()).then_some(view);
        let parts = self.damage.follow((self.size, scale), primitives, textures, seen);
        let gl = pictures.painter.gl().clone();
        for part in &parts {
            pixels(*part, scale, self.size[1]).clear(&gl);
        }
        if seen.is_some() {
            pictures.draw_view(&program.state, pixels(view, scale, self.size[1]), scale);
        }
        if let Some((id, what)) = pictures.buffers.failed.take() {
            effects.extend(program.state.close_failed(id, what));
            program.redraw_wanted = true;
        }
        let painter = &mut pictures.painter;
        for (id, changes) in textures.set.drain() {
            changes.iter().for_each(|change| painter.set_texture(id, change));
        }
        for part in parts {
            self.damage.paint(part, |inside| painter.paint_primitives(self.size, scale, inside));
        }
        textures.free.drain().for_each(|id| painter.free_texture(id));
        program.redraw_wanted |= program.state.interface.is_filling;
        program.carry_out(effects);
        self.pass_to_browser(output.platform_output);
    }

    /// After a mistake of the program in a panel: closes the take that panels are about.
    fn recover(&mut self, what: String) {
        let state = &mut self.program.state;
        match state.session.takes.active_id() {
            Some(id) => {
                let effects = state.close_failed(id, what);
                self.program.carry_out(effects);
                self.program.redraw_wanted = true;
            }
            None => platform::failed(&what),
        }
    }

    fn pass_to_browser(&mut self, output: egui::PlatformOutput) {
        for command in output.commands {
            match command {
                OutputCommand::CopyText(text) => platform::copy_text(&text),
                // The page leads nowhere.
                OutputCommand::OpenUrl(_)
                | OutputCommand::CopyImage(_)
                | OutputCommand::TextSelectionSettled(_) => {}
            }
        }
        platform::show(&self.program.state.title(), pointer(output.cursor_icon));
        let zoom = self.input.zoom;
        let place = output.ime.map(|ime| {
            let Rect { min, max } = ime.cursor_rect * zoom;
            [min.x, min.y, max.x, max.y]
        });
        if place != self.writes_at {
            self.writes_at = place;
            platform::writes_at(place.map(|place| Box::new(place) as Box<[f32]>));
        }
    }
}

/// A pointer as CSS calls it.
fn pointer(icon: CursorIcon) -> &'static str {
    match icon {
        CursorIcon::None => "none",
        CursorIcon::PointingHand => "pointer",
        CursorIcon::Text | CursorIcon::VerticalText => "text",
        CursorIcon::Crosshair => "crosshair",
        CursorIcon::Grab => "grab",
        CursorIcon::Grabbing => "grabbing",
        CursorIcon::Move | CursorIcon::AllScroll => "move",
        CursorIcon::NotAllowed | CursorIcon::NoDrop => "not-allowed",
        CursorIcon::Wait => "wait",
        CursorIcon::Progress => "progress",
        CursorIcon::Help => "help",
        CursorIcon::ResizeColumn => "col-resize",
        CursorIcon::ResizeRow => "row-resize",
        CursorIcon::ResizeHorizontal | CursorIcon::ResizeEast | CursorIcon::ResizeWest => {
            "ew-resize"
        }
        CursorIcon::ResizeVertical | CursorIcon::ResizeNorth | CursorIcon::ResizeSouth => {
            "ns-resize"
        }
        CursorIcon::ResizeNeSw | CursorIcon::ResizeNorthEast | CursorIcon::ResizeSouthWest => {
            "nesw-resize"
        }
        CursorIcon::ResizeNwSe | CursorIcon::ResizeNorthWest | CursorIcon::ResizeSouthEast => {
            "nwse-resize"
        }
        CursorIcon::ZoomIn => "zoom-in",
        CursorIcon::ZoomOut => "zoom-out",
        CursorIcon::Copy => "copy",
        CursorIcon::ContextMenu => "context-menu",
        _ => "default",
    }
}
