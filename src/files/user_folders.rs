//! The user's folders for configuration and for state.

use std::path::PathBuf;

/// Where the program keeps things of its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// For what the user configures.
    pub config: PathBuf,
    /// For what the program keeps.
    pub state: PathBuf,
}

impl UserFolders {
    /// `~/.config/rushes` and `~/.local/state/rushes` on Linux, or where `XDG_CONFIG_HOME` and `XDG_STATE_HOME`
    /// say. `None` for a user without a home.
    pub fn find() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "rushes")?;
        // Only Linux tells state from other data.
        let state = folders.state_dir().unwrap_or(folders.data_local_dir());
        Some(Self { config: folders.config_dir().to_path_buf(), state: state.to_path_buf() })
    }
}
