//! The disk: that of the system, or, for the program as a page in a browser, one in memory.
//!
//! Architecture invariant: the only place that tells the two apart. The names are those of [`std::fs`], and what
//! `Path` itself would ask the system is asked here.

#[cfg(any(page, all(test, feature = "app")))]
#[cfg_attr(not(page), allow(dead_code))]
mod memory;

#[cfg(page)]
pub use memory::*;

#[cfg(not(page))]
pub use system::*;

#[cfg(not(page))]
#[cfg_attr(not(feature = "app"), allow(dead_code))]
mod system {
    use std::io;
    use std::path::{Path, PathBuf};

    pub use std::fs::*;

    pub fn is_dir(path: impl AsRef<Path>) -> bool {
        path.as_ref().is_dir()
    }

    pub fn is_file(path: impl AsRef<Path>) -> bool {
        path.as_ref().is_file()
    }

    /// Whether there is something, and not only a link to nothing.
    pub fn exists(path: impl AsRef<Path>) -> bool {
        path.as_ref().exists()
    }

    /// The home of the user, where there is one.
    #[cfg(feature = "app")]
    pub fn home() -> Option<PathBuf> {
        directories::BaseDirs::new().map(|user| user.home_dir().to_path_buf())
    }

    /// Where a program keeps its configuration, its state and what can be made again, for this user.
    #[cfg(feature = "app")]
    pub fn user_folders(program: &str) -> Option<[PathBuf; 3]> {
        let folders = directories::ProjectDirs::from("", "", program)?;
        // Only Linux tells state from other data.
        let state = folders.state_dir().unwrap_or(folders.data_local_dir());
        Some([folders.config_dir(), state, folders.cache_dir()].map(Path::to_path_buf))
    }

    /// The folder for files that nobody keeps.
    pub fn temporary() -> PathBuf {
        std::env::temp_dir()
    }

    /// The path from the root on.
    pub fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
        std::path::absolute(path)
    }
}
