//! WebGL without a place on the page.

use std::sync::Arc;

use wasm_bindgen::JsCast as _;

use super::RenderError;

/// A context that draws into memory only.
pub struct Headless(Arc<glow::Context>);

impl Headless {
    /// Makes a context of its own. An error says what to do.
    pub fn new() -> Result<Self, RenderError> {
        let context = web_sys::OffscreenCanvas::new(1, 1)
            .and_then(|canvas| canvas.get_context("webgl2"))
            .ok()
            .flatten()
            .and_then(|context| context.dyn_into().ok());
        let context = context.ok_or_else(|| {
            RenderError::new(
                "the browser gives no second WebGL 2 context for pictures: close other pages",
            )
        })?;
        Ok(Self(Arc::new(glow::Context::from_webgl2_context(context))))
    }

    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.0
    }
}
