//! The store: the settings file and the remembered state, files in two folders.
//!
//! | file | folder | what |
//! |---|---|---|
//! | `settings.toml` | configuration | [`Settings`]; the program writes it on request alone, and never over another |
//! | `columns/*.toml` | configuration | what the columns of tables with a certain header are |
//! | `remembered.toml` | state | [`Remembered`]: window, panels, view, recent files |
//! | `skeletons/<fingerprint>.toml` | state | [`SkeletonMemory`]: colours and lines |
//! | `colour-sets.toml` | state | [`ColourSet`]s by name |
//! | `reviews/<fingerprint>.rushes.json` | state | the review of a take beside which nothing can be written; see [`Reviews`] |
//! | `sessions/*.rushes` | state | [`Autosave`]: what each window has open, in case it crashes |
//! | `reports/*.txt` | state | [`PanicReport`]: what a window was doing that did |
//!
//! Session files ([`SessionFile`]) are where people save them.
//!
//! Nothing here is kept in memory: every function reads the folder as it is, so that several windows share it. Whoever
//! changes a file of the state folder holds the lock of that folder from reading to writing, and changes only what is
//! its own to change: of what is remembered, the keys that differ from what it knew before.
//!
//! What goes wrong comes back as texts to show. A file of the program's own that is
//! no TOML is set aside under its name with `.broken` added, and is told of once by that; one that
//! cannot be read stays as it is. What is written is readable by the user alone.

mod autosave;
mod colour_sets;
mod file;
mod panic_reports;
mod remembered;
mod session_file;
mod settings;
mod skeleton_memory;

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

use crate::files::{
    Lock, Reviews, UserFolders, columns_beside, columns_in, make_private_folder, read_columns,
    was_link, write_columns,
};
use crate::fs;
use crate::loader::ColumnMapping;
use crate::take::is_control_or_bidi;

pub use autosave::{Autosave, RecoverableSession};
pub use colour_sets::{ColourSet, ColourSets};
pub use file::Diagnostics;
pub use panic_reports::PanicReport;
pub use remembered::{
    MAX_RECENT, Remembered, RememberedPlayback, RememberedView, ThemeChoice, Window,
};
pub use session_file::{
    Overwrite, SESSION_EXTENSION, SESSION_VERSION, SavedAlign, SavedComparison, SavedPlayback,
    SavedTake, SessionFile, SessionWriteError, is_session, read_session, relative, write_session,
};
pub use settings::{Action, Settings, Shortcuts, default_text, nearest};
pub use skeleton_memory::{JointMatches, SkeletonKeys, SkeletonMemory};

const REMEMBERED: &str = "remembered.toml";
const SKELETONS: &str = "skeletons";
const COLOUR_SETS: &str = "colour-sets.toml";
const COLUMNS: &str = "columns";

/// How the files begin that the program writes itself.
const REMEMBERED_HEAD: &str = "# What Rushes remembers.";
const SKELETON_HEAD: &str = "# A skeleton that was first seen in";
const COLOUR_SETS_HEAD: &str = "# Colour sets that were saved in Rushes";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    config: Option<PathBuf>,
    state: Option<PathBuf>,
    /// What `~` stands for.
    home: Option<PathBuf>,
}

impl Store {
    /// In the user's folders for configuration and for state: `~/.config/rushes` and
    /// `~/.local/state/rushes` on Linux, or where `XDG_CONFIG_HOME` and `XDG_STATE_HOME` say. `None` for a
    /// user without a home.
    pub fn at_home() -> Option<Self> {
        let UserFolders { config, state, .. } = UserFolders::find()?;
        let store = Self { config: Some(config), state: Some(state), home: fs::home() };
        store.move_from_config();
        Some(store)
    }

    /// Moves what earlier versions kept beside the settings.
    fn move_from_config(&self) {
        let (Some(config), Some(state)) = (&self.config, &self.state) else { return };
        for (old, new) in
            [(REMEMBERED, REMEMBERED), (SKELETONS, SKELETONS), ("palettes.toml", COLOUR_SETS)]
        {
            let (old, new) = (config.join(old), state.join(new));
            if old != new
                && fs::exists(&old)
                && !fs::exists(&new)
                && make_private_folder(state).is_ok()
            {
                // What cannot be moved stays where it is, and nothing is lost.
                let _ = file::move_to(&old, &new);
            }
        }
    }

    /// In a folder, which is made when something is first kept.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { config: Some(folder.clone()), state: Some(folder), home: None }
    }

    /// Keeps nothing and finds nothing: for tests and tools.
    pub fn nowhere() -> Self {
        Self::default()
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(name))
    }

    /// Keeps other windows from writing until it is dropped. A window that hangs while it writes must not take this
    /// one with it: then nothing does.
    fn lock(&self) -> Option<Lock> {
        let folder = self.state.as_ref()?;
        make_private_folder(folder).ok()?;
        Lock::wait(&folder.join("lock")).ok()
    }

    pub fn reviews(&self) -> Reviews {
        self.state.as_ref().map_or_else(Reviews::default, Reviews::in_folder)
    }

    pub fn settings_path(&self) -> Option<PathBuf> {
        Some(self.config.as_ref()?.join("settings.toml"))
    }

    /// What the person has set. A file that cannot be read counts as an empty one, and stays as it is.
    pub fn settings(&self) -> (Settings, Diagnostics) {
        let Some(path) = self.settings_path() else { return Default::default() };
        match file::read(&path) {
            Ok(Some(text)) => Settings::parse(&path, &text, self.home.as_deref()),
            Ok(None) => Default::default(),
            Err(error) => (Settings::default(), vec![error.message()]),
        }
    }

    /// Sees to it that there is a `settings.toml` to open, with every key explained and none set, and returns its
    /// path. One that is there stays. Fails with a text to show.
    pub fn create_settings<'a>(
        &self,
        actions: impl Iterator<Item = Action<'a>>,
    ) -> Result<PathBuf, String> {
        let path = self.settings_path().ok_or("No settings folder was found.")?;
        // A dangling link is a person's as well.
        if fs::symlink_metadata(&path).is_err() {
            file::write(&path, &default_text(actions))?;
        }
        Ok(path)
    }

    /// What a file of the state folder says that begins as this program writes it.
    fn read<T>(&self, name: &str, head: &str) -> (T, Diagnostics)
    where
        T: Default + Serialize + DeserializeOwned,
    {
        let Some(path) = self.path(name) else { return Default::default() };
        let (found, diagnostics) = file::read_own::<T>(&path, head);
        (found.value, diagnostics)
    }

    pub fn remembered(&self) -> (Remembered, Diagnostics) {
        let (remembered, diagnostics) = self.read::<Remembered>(REMEMBERED, REMEMBERED_HEAD);
        (remembered.within_limits(), diagnostics)
    }

    /// Remembers what differs from what was remembered before; what other windows changed stays. Recent
    /// files are not among it, see [`Self::opened`].
    pub fn remember(&self, before: &Remembered, now: &Remembered) -> Diagnostics {
        self.update_remembered(|kept| {
            let recent = std::mem::take(&mut kept.recent);
            *kept = Remembered { recent, ..file::changed(kept, before, now) };
        })
    }

    /// Puts files first among the recent ones, the last of them first; `recent` then has those of other windows too.
    pub fn opened(&self, recent: &mut Vec<PathBuf>, paths: &[impl AsRef<Path>]) -> Diagnostics {
        // Older ones would be pushed out by the last ones in any case.
        let last = &paths[paths.len().saturating_sub(MAX_RECENT)..];
        self.update_recent(recent, |recent| {
            last.iter().for_each(|path| remembered::add_recent(recent, path.as_ref()));
        })
    }

    pub fn forget_recent(&self, recent: &mut Vec<PathBuf>) -> Diagnostics {
        self.update_recent(recent, Vec::clear)
    }

    fn update_recent(
        &self,
        recent: &mut Vec<PathBuf>,
        change: impl Fn(&mut Vec<PathBuf>),
    ) -> Diagnostics {
        if self.state.is_none() {
            change(recent);
            return Vec::new();
        }
        self.update_remembered(|kept| {
            change(&mut kept.recent);
            recent.clone_from(&kept.recent);
        })
    }

    fn update_remembered(&self, change: impl FnOnce(&mut Remembered)) -> Diagnostics {
        let Some(path) = self.path(REMEMBERED) else { return Vec::new() };
        let _lock = self.lock();
        let (found, mut diagnostics) = file::read_own::<Remembered>(&path, REMEMBERED_HEAD);
        if found.stays {
            return diagnostics;
        }
        let mut value = found.value.within_limits();
        change(&mut value);
        let head =
            format!("{REMEMBERED_HEAD} It writes this file itself: settings.toml is yours.\n\n");
        let text = file::text(&head, &value.within_limits(), found.unknown);
        diagnostics.extend(file::write(&path, &text).err());
        diagnostics
    }

    pub fn skeleton(&self, keys: &SkeletonKeys) -> (SkeletonMemory, Diagnostics) {
        self.read(&skeleton_file(keys), SKELETON_HEAD)
    }

    /// Remembers a skeleton; `take` is the name of the take that it was seen in, for people who look
    /// into the file. Where there is nothing to remember, no file is left.
    pub fn remember_skeleton(
        &self,
        keys: &SkeletonKeys,
        take: &str,
        memory: &SkeletonMemory,
    ) -> Diagnostics {
        let Some(path) = self.path(&skeleton_file(keys)) else { return Vec::new() };
        let _lock = self.lock();
        let (found, mut diagnostics) = file::read_own::<SkeletonMemory>(&path, SKELETON_HEAD);
        if found.stays {
            return diagnostics;
        }
        if memory.is_empty() && found.unknown.is_empty() {
            diagnostics.extend(file::remove(&path).err());
            return diagnostics;
        }
        let mut head = found.comment;
        if head.is_empty() {
            let name: String = take.chars().filter(|&c| !is_control_or_bidi(c)).collect();
            head = format!("{SKELETON_HEAD} {name}\n\n");
        }
        diagnostics.extend(file::write(&path, &file::text(&head, memory, found.unknown)).err());
        diagnostics
    }

    pub fn colour_sets(&self) -> (ColourSets, Diagnostics) {
        self.read(COLOUR_SETS, COLOUR_SETS_HEAD)
    }

    /// Saves a colour set under a name. Tells `false`, and changes nothing, where one has this name that
    /// is not to be written `over`.
    pub fn save_colour_set(&self, name: &str, set: &ColourSet, over: bool) -> (bool, Diagnostics) {
        self.update_colour_sets(|colour_sets| {
            colour_sets::save(colour_sets, name, set.clone(), over)
        })
    }

    pub fn delete_colour_set(&self, name: &str) -> (bool, Diagnostics) {
        self.update_colour_sets(|colour_sets| colour_sets.remove(name).is_some())
    }

    fn update_colour_sets(
        &self,
        change: impl FnOnce(&mut ColourSets) -> bool,
    ) -> (bool, Diagnostics) {
        let Some(path) = self.path(COLOUR_SETS) else {
            return (change(&mut ColourSets::new()), Vec::new());
        };
        let _lock = self.lock();
        let (found, mut diagnostics) = file::read_own::<ColourSets>(&path, COLOUR_SETS_HEAD);
        if found.stays {
            return (false, diagnostics);
        }
        let mut colour_sets = found.value;
        let mut done = change(&mut colour_sets);
        if done {
            let head = format!("{COLOUR_SETS_HEAD}, which writes this file itself.\n\n");
            // What an older program does not know of a colour set is gone once it writes: kept apart, it
            // would outlive colour sets that are deleted.
            let failed = file::write(&path, &file::text(&head, &colour_sets, Table::new())).err();
            done = failed.is_none();
            diagnostics.extend(failed);
        }
        (done, diagnostics)
    }

    /// The folder with what is known of the columns of tables with certain headers.
    pub fn saved_columns(&self) -> Option<PathBuf> {
        Some(self.config.as_ref()?.join(COLUMNS))
    }

    /// Keeps what the columns of tables are: under a name, else beside each of them. What is kept for tables with
    /// the same header is replaced; what is kept for others stays, whatever it is called. Returns texts to show.
    pub fn save_columns(
        &self,
        name: Option<&str>,
        tables: &[PathBuf],
        mapping: &ColumnMapping,
    ) -> Result<Diagnostics, String> {
        let of = tables.first().map_or(Path::new(""), PathBuf::as_path);
        let put = |path: &Path| -> Result<Option<String>, String> {
            let link = write_columns(path, of, mapping, name.is_some())
                .map_err(|error| file::failed(path, "written", &error))?;
            Ok(link.map(|to| was_link(path, &to)))
        };
        let Some(name) = name else {
            let all = tables.iter().map(|table| put(&columns_beside(table)));
            return all.filter_map(Result::transpose).collect();
        };
        let folder = self.saved_columns().ok_or("No settings folder was found.")?;
        make_private_folder(&folder).map_err(|error| file::failed(&folder, "made", &error))?;
        let is_for_these =
            |path: &PathBuf| read_columns(path).is_ok_and(|kept| kept.header == mapping.header);
        let path = columns_in(&folder).into_iter().find(is_for_these).unwrap_or_else(|| {
            let name = file_name(name);
            let mut path = folder.join(format!("{name}.toml"));
            let mut next = 2;
            while fs::exists(&path) {
                path = folder.join(format!("{name} {next}.toml"));
                next += 1;
            }
            path
        });
        Ok(put(&path)?.into_iter().collect())
    }
}

/// A name as a file may have it on any system.
fn file_name(name: &str) -> String {
    const MAX_BYTES: usize = 100;
    let is_special = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    let replaced = name.replace(is_special, "-");
    let trimmed = replaced.trim().trim_matches('.');
    let plain = &trimmed[..trimmed.floor_char_boundary(MAX_BYTES)];
    if plain.is_empty() { "columns".into() } else { plain.to_string() }
}

fn skeleton_file(keys: &SkeletonKeys) -> String {
    format!("{SKELETONS}/{}.toml", keys.fingerprint())
}
