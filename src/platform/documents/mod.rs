//! Files that the system opens in a program that runs already, or tells of in its own way.
//!
//! Only macOS does; on Linux and Windows a program is started with them as arguments.

#[cfg(target_os = "macos")]
mod macos;

#[cfg(target_os = "macos")]
pub use macos::Documents;

/// Nothing to hear.
#[cfg(not(target_os = "macos"))]
pub struct Documents;

#[cfg(not(target_os = "macos"))]
impl Documents {
    /// Hears nothing.
    pub fn listen(_: impl Fn(Vec<std::path::PathBuf>) + 'static) -> Self {
        Self
    }
}
