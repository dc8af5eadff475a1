//! How drops reach the state: in points of the window, and with the modifiers that are down.

use crate::app::desktop::app::App;
use crate::app::desktop::gpu_window::GpuWindow;
use crate::app::opening::incoming_files;
use crate::app::shell::Shell;
use crate::platform;
use crate::platform::{DropEvent, Files, HeldOver};

impl GpuWindow {
    /// An event with its place in egui's points, and with Alt as the window knows it where the desktop
    /// does not say.
    pub(crate) fn in_points(&self, event: DropEvent) -> DropEvent {
        let DropEvent::Over(held) = event else {
            return event;
        };
        let scale = if held.in_pixels { 1.0 } else { self.gl.window().scale_factor() as f32 };
        DropEvent::Over(HeldOver {
            at: held.at.map(|at| at * scale / self.ctx.pixels_per_point()),
            in_pixels: held.in_pixels,
            alt: held.alt.or_else(|| Some(self.ctx.input(|i| i.modifiers.alt))),
        })
    }
}

impl App {
    /// Opens what winit says was dropped, file by file: on Windows and macOS.
    pub(crate) fn take_dropped(&mut self) {
        self.follow_held();
        let paths = std::mem::take(&mut self.dropped);
        if paths.is_empty() {
            return;
        }
        if let Some(gpu) = &self.gpu {
            self.state.interface.held.alt |= gpu.ctx.input(|i| i.modifiers.alt);
        }
        let others = Vec::new();
        self.take_in_drop(DropEvent::Drop(Files { paths, others }));
    }

    /// One more file is held over the window: winit says it of each.
    pub(crate) fn hold_another(&mut self) {
        let count = self.state.interface.hovering + 1;
        self.take_in_drop(DropEvent::Hover(Some(count)));
    }

    /// Carries out what winit says of files over the window.
    pub(crate) fn take_in_drop(&mut self, event: DropEvent) {
        let effects = incoming_files::apply(event, &mut self.state);
        self.carry_out(effects);
        self.redraws.wanted = true;
    }

    /// Shows over what files are held where winit does not say it, and asks for the next picture, since nothing
    /// else wakes the window while they are moved.
    fn follow_held(&mut self) {
        let Some(gpu) = &self.gpu else {
            return;
        };
        if self.state.interface.hovering == 0 {
            return;
        }
        if let Some(held) = platform::held_over(gpu.gl.window()) {
            let over = gpu.in_points(DropEvent::Over(held));
            self.take_in_drop(over);
        }
    }
}
