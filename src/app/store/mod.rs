//! What the program remembers from one time to the next, and what a person sets: files in one folder.
//!
//! | file | whose | what |
//! |---|---|---|
//! | `settings.toml` | the person's | [`Settings`]; the program writes it on request alone, and never over another |
//! | `remembered.toml` | the program's | [`Remembered`]: window, panels, view, recent files |
//! | `skeletons/<fingerprint>.toml` | the program's | [`SkeletonMemory`]: colours and lines |
//! | `palettes.toml` | the program's | [`ColourSet`]s by name |
//!
//! Nothing here is kept in memory: every function reads the folder as it is, so that several windows
//! share it. What goes wrong comes back as texts to show. A file of the program's own that is
//! no TOML is set aside under its name with `.broken` added, and is told of once by that; one that
//! cannot be read stays as it is. What is written is readable by the user alone.

mod colour_sets;
mod file;
mod remembered;
mod settings;
mod skeleton;

use std::path::{Path, PathBuf};

use toml::Table;

use super::diagnostics::Diagnostics;
use crate::take::is_obeyed;

pub use colour_sets::{ColourSet, ColourSets};
pub use remembered::{
    MAX_RECENT, Remembered, RememberedPlayback, RememberedView, ThemeChoice, Window,
};
pub use settings::{Action, Settings, Shortcuts, default_text, nearest};
pub use skeleton::{SkeletonKeys, SkeletonMemory};

/// The folder in which things are kept, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    folder: Option<PathBuf>,
    /// What `~` stands for.
    home: Option<PathBuf>,
}

impl Store {
    /// In the user's folder for settings: `~/.config/rushes` on Linux, or where `XDG_CONFIG_HOME`
    /// says. `None` for a user without a home.
    pub fn at_home() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "rushes")?;
        let user = directories::BaseDirs::new();
        Some(Self {
            folder: Some(folders.config_dir().to_path_buf()),
            home: user.map(|user| user.home_dir().to_path_buf()),
        })
    }

    /// In a folder, which is made when something is first kept.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
            home: None,
        }
    }

    /// Keeps nothing and finds nothing: for tests and tools.
    pub fn nowhere() -> Self {
        Self::default()
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    /// Where the person's settings are looked for; `None` for a store that is nowhere.
    pub fn settings_path(&self) -> Option<PathBuf> {
        self.path("settings.toml")
    }

    /// What the person has set. A file that cannot be read counts as an empty one, and stays as it is.
    pub fn settings(&self) -> (Settings, Diagnostics) {
        let Some(path) = self.settings_path() else {
            return Default::default();
        };
        match file::read(&path) {
            Ok(Some(text)) => Settings::parse(&path, &text, self.home.as_deref()),
            Ok(None) => Default::default(),
            Err(file::Unread::Unreadable(complaint) | file::Unread::Broken(complaint)) => {
                (Settings::default(), vec![complaint])
            }
        }
    }

    /// Sees to it that there is a `settings.toml` to open, with every key explained and none set, and
    /// returns its path. One that is there stays.
    ///
    /// # Errors
    /// A text to show, where it cannot be written.
    pub fn create_settings<'a>(
        &self,
        actions: impl Iterator<Item = Action<'a>>,
    ) -> Result<PathBuf, String> {
        let path = self.settings_path();
        let path = path.ok_or("There is no folder for settings.")?;
        // A dangling link is a person's as well.
        if path.symlink_metadata().is_err() {
            file::write(&path, &default_text(actions))?;
        }
        Ok(path)
    }

    /// What the program remembers.
    pub fn remembered(&self) -> (Remembered, Diagnostics) {
        let Some(path) = self.path("remembered.toml") else {
            return Default::default();
        };
        let (found, complaints) = file::read_own::<Remembered>(&path);
        (found.value.within_limits(), complaints)
    }

    /// Remembers everything but the recent files, which stay as the folder has them: other windows add
    /// theirs. See [`Self::opened`].
    pub fn remember(&self, remembered: &Remembered) -> Diagnostics {
        self.update_remembered(|kept| {
            let recent = std::mem::take(&mut kept.recent);
            *kept = Remembered {
                recent,
                ..remembered.clone()
            };
        })
    }

    /// Puts files first among the recent ones, the last of them first; `recent` then has those of other windows too.
    pub fn opened(&self, recent: &mut Vec<PathBuf>, paths: &[impl AsRef<Path>]) -> Diagnostics {
        // Older ones would be pushed out by the last ones in any case.
        let last = &paths[paths.len().saturating_sub(MAX_RECENT)..];
        self.update_recent(recent, |recent| {
            for path in last {
                remembered::add_recent(recent, path.as_ref());
            }
        })
    }

    /// Forgets all recent files.
    pub fn forget_recent(&self, recent: &mut Vec<PathBuf>) -> Diagnostics {
        self.update_recent(recent, Vec::clear)
    }

    fn update_recent(
        &self,
        recent: &mut Vec<PathBuf>,
        change: impl Fn(&mut Vec<PathBuf>),
    ) -> Diagnostics {
        if self.folder.is_none() {
            change(recent);
            return Vec::new();
        }
        self.update_remembered(|kept| {
            change(&mut kept.recent);
            recent.clone_from(&kept.recent);
        })
    }

    fn update_remembered(&self, change: impl FnOnce(&mut Remembered)) -> Diagnostics {
        let Some(path) = self.path("remembered.toml") else {
            return Vec::new();
        };
        let (found, mut complaints) = file::read_own::<Remembered>(&path);
        if found.stays {
            return complaints;
        }
        let mut value = found.value.within_limits();
        change(&mut value);
        let head =
            "# What Rushes remembers. It writes this file itself: settings.toml is yours.\n\n";
        let text = file::text(head, &value.within_limits(), found.unknown);
        complaints.extend(file::write(&path, &text).err());
        complaints
    }

    /// What is remembered of a skeleton.
    pub fn skeleton(&self, keys: &SkeletonKeys) -> (SkeletonMemory, Diagnostics) {
        let Some(path) = self.skeleton_path(keys) else {
            return Default::default();
        };
        let (found, complaints) = file::read_own::<SkeletonMemory>(&path);
        (found.value, complaints)
    }

    /// Remembers a skeleton; `take` is the name of the take that it was seen in, for people who look
    /// into the file. Where there is nothing to remember, no file is left.
    pub fn remember_skeleton(
        &self,
        keys: &SkeletonKeys,
        take: &str,
        memory: &SkeletonMemory,
    ) -> Diagnostics {
        let Some(path) = self.skeleton_path(keys) else {
            return Vec::new();
        };
        let (found, mut complaints) = file::read_own::<SkeletonMemory>(&path);
        if found.stays {
            return complaints;
        }
        if memory.is_empty() && found.unknown.is_empty() {
            complaints.extend(file::remove(&path).err());
            return complaints;
        }
        let named: String = take.chars().filter(|&c| !is_obeyed(c)).collect();
        let head = match found.comment.is_empty() {
            true => format!("# A skeleton that was first seen in {named}\n\n"),
            false => found.comment,
        };
        let text = file::text(&head, memory, found.unknown);
        complaints.extend(file::write(&path, &text).err());
        complaints
    }

    fn skeleton_path(&self, keys: &SkeletonKeys) -> Option<PathBuf> {
        self.path(&format!("skeletons/{}.toml", keys.fingerprint()))
    }

    /// The saved palettes by name.
    pub fn palettes(&self) -> (ColourSets, Diagnostics) {
        let Some(path) = self.path("palettes.toml") else {
            return Default::default();
        };
        let (found, complaints) = file::read_own::<ColourSets>(&path);
        (found.value, complaints)
    }

    /// Saves a palette under a name. Tells `false`, and changes nothing, where one has this name that
    /// is not to be written `over`.
    pub fn save_colour_set(
        &self,
        name: &str,
        palette: &ColourSet,
        over: bool,
    ) -> (bool, Diagnostics) {
        self.update_colour_sets(|palettes| colour_sets::save(palettes, name, palette.clone(), over))
    }

    /// Deletes a palette. Tells whether there was one.
    pub fn delete_colour_set(&self, name: &str) -> (bool, Diagnostics) {
        self.update_colour_sets(|palettes| palettes.remove(name).is_some())
    }

    /// Gives a palette another name. Tells `false`, and changes nothing, where another palette has that
    /// name and is not to be written `over`, or there is none to rename.
    pub fn rename_palette(&self, name: &str, new: &str, over: bool) -> (bool, Diagnostics) {
        self.update_colour_sets(|palettes| colour_sets::rename(palettes, name, new, over))
    }

    fn update_colour_sets(
        &self,
        change: impl FnOnce(&mut ColourSets) -> bool,
    ) -> (bool, Diagnostics) {
        let Some(path) = self.path("palettes.toml") else {
            return (change(&mut ColourSets::new()), Vec::new());
        };
        let (found, mut complaints) = file::read_own::<ColourSets>(&path);
        if found.stays {
            return (false, complaints);
        }
        let mut palettes = found.value;
        let mut done = change(&mut palettes);
        if done {
            let head = "# Palettes that were saved in Rushes, which writes this file itself.\n\n";
            // What an older program does not know of a palette is gone once it writes: kept apart, it
            // would outlive palettes that are deleted.
            let text = file::text(head, &palettes, Table::new());
            let failed = file::write(&path, &text).err();
            done = failed.is_none();
            complaints.extend(failed);
        }
        (done, complaints)
    }
}
