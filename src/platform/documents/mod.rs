//! Files that the system opens by events instead of arguments: Finder on macOS.

#[cfg(target_os = "macos")]
mod macos;

#[cfg(target_os = "macos")]
pub use macos::Documents;

/// Other systems have no such events.
#[cfg(not(target_os = "macos"))]
pub struct Documents;

#[cfg(not(target_os = "macos"))]
impl Documents {
    /// Never calls the closure.
    pub fn listen(_: impl Fn(Vec<std::path::PathBuf>) + 'static) -> Self {
        Self
    }
}
