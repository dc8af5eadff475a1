//! The single instance on systems without one: every start opens a window of its own.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::launch::Launch;

/// There is none.
pub enum Instance {}

/// None comes.
#[derive(Debug)]
pub enum LaunchRequest {}

/// Finds nothing.
pub fn find(_: Option<&[PathBuf]>) -> ControlFlow<(), Option<Instance>> {
    ControlFlow::Continue(None)
}

impl Instance {
    /// Cannot be asked.
    pub fn listen(&mut self, _: impl FnMut(LaunchRequest) + Send + 'static) {
        match *self {}
    }

    /// Cannot be asked.
    pub fn release(&self) {
        match *self {}
    }
}

impl LaunchRequest {
    /// Cannot be asked.
    pub fn launch(&self) -> &Launch {
        match *self {}
    }

    /// Cannot be asked.
    pub fn accept(&self) -> bool {
        match *self {}
    }
}
