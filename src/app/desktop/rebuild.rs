//! How the window is made, and made anew after the driver or the program failed.

use winit::event_loop::ActiveEventLoop;

use crate::app::desktop::app::App;
use crate::app::desktop::gpu_window::GpuWindow;
use crate::app::shell::Shell;
use crate::platform;
use crate::render::RenderError;

impl App {
    /// The window on what the state shows, not visible yet.
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
            &self.saving.keeping.window,
            &mut self.state,
        )
    }

    /// After a mistake of the program in a panel: closes the active take, which panels are about, so that work on the others
    /// goes on in a window that is made anew.
    pub(crate) fn go_on_without_active(&mut self, event_loop: &ActiveEventLoop, what: String) {
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
    pub(crate) fn rebuild(&mut self, event_loop: &ActiveEventLoop, error: &platform::Error) {
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
}
