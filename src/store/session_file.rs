//! The session file (`.rushes`): the open takes and how they are looked at, as TOML.
//!
//! Every part is optional: what a file does not have stays as the window has it. What this version of the
//! program does not know is kept and written again. In memory, paths are absolute; in the file, they are
//! relative to its folder wherever one leads from there to the take.

use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::Table;

use super::file;
use super::skeleton_memory::SkeletonMemory;
use crate::files::{self, Readers};
use crate::fs;
use crate::loader::PositionReading;
use crate::options::{CompareMode, DisplayOptions, Panels, PlaybackOptions, SavedView};
use crate::playback::LoopMode;
use crate::review::compare::Quantity;
use crate::scene::SavedCamera;
use crate::take::SignedAxis;

pub const SESSION_EXTENSION: &str = "rushes";

/// What the files are that this program writes. It is raised where an older program would misread one.
pub const SESSION_VERSION: u32 = 1;

const HEAD: &str = "# A session of Rushes: takes, and how they are looked at. Paths are relative to this file.\n\n";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionFile {
    pub version: u32,
    /// The file of the session, where this is what was kept of it in case of a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<PathBuf>,
    /// Whether that file lacks changes that are here.
    #[serde(rename = "changed", skip_serializing_if = "is_default")]
    pub is_changed: bool,
    #[serde(rename = "take", skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<SavedTake>,
    /// The folders that are open as a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playback: Option<SavedPlayback>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<SavedComparison>,
    /// Who looks. The target is in the world, also where the figure is followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<SavedCamera>,
    /// The node that the camera follows, by its key; without, the figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    #[serde(rename = "view", skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<SavedView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Panels>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<DisplayOptions>,
    /// What this version does not know.
    #[serde(skip)]
    pub unknown: Table,
}

/// A take of a session: its file, how it is read and placed, and what its reviewer set for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedTake {
    /// Its file; without one, the built-in take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The file that it is read with, as a skeleton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skeleton: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    #[serde(with = "reading", skip_serializing_if = "is_default")]
    pub bvh_positions: PositionReading,
    /// The word of the body that its points are, where that was chosen; `none` for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<f32>,
    /// What the joints of the skeleton are called that is solved from its points; without, they stay points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
    /// Whether left and right of that skeleton are made equal.
    #[serde(skip_serializing_if = "is_default")]
    pub equal_sides: bool,
    /// Frames a second, where they were chosen for a file without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Metres in one unit of length, where that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<f64>,
    #[serde(with = "axis", skip_serializing_if = "Option::is_none")]
    pub up: Option<SignedAxis>,
    #[serde(skip_serializing_if = "is_default")]
    pub floor_at_origin: bool,
    /// When it begins, in seconds.
    pub offset: f64,
    /// The colour of all of it: `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    #[serde(rename = "hide", skip_serializing_if = "is_default")]
    pub is_hidden: bool,
    #[serde(rename = "solo", skip_serializing_if = "is_default")]
    pub is_solo: bool,
    /// Whether panels and timeline are about it.
    #[serde(rename = "active", skip_serializing_if = "is_default")]
    pub is_active: bool,
    /// Whether the active take is compared with it.
    #[serde(rename = "reference", skip_serializing_if = "is_default")]
    pub is_reference: bool,
    /// The nodes that are hidden, by their keys, where they are others than when a take opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Vec<String>>,
    /// The nodes that are selected, by their keys, the last one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<String>,
    /// The measures that are pinned: each a word, and the keys of its joints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Vec<String>>,
    #[serde(flatten)]
    pub memory: SkeletonMemory,
    #[serde(flatten)]
    pub unknown: Table,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedComparison {
    pub mode: CompareMode,
    pub align: SavedAlign,
    /// The frame of the active take to align on, if it is not the first that both have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<usize>,
    pub quantity: Quantity,
    /// The difference at which colours have reached the last one, where it was chosen: in m, m/s or m/s².
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_end: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedAlign {
    #[default]
    None,
    Place,
    Range,
}

/// The playhead and the timeline. Frames are those of the active take, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedPlayback {
    pub frame: i64,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub range_in: Option<i64>,
    #[serde(rename = "out", skip_serializing_if = "Option::is_none")]
    pub range_out: Option<i64>,
    #[serde(rename = "range")]
    pub range_is_on: bool,
    /// The playback speed, 1 as captured.
    pub speed: f64,
    /// Frames a second of playing, where they were chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fps: Option<f64>,
    #[serde(rename = "loop")]
    pub loop_mode: LoopMode,
    /// The part of the timeline that is looked at.
    #[serde(rename = "visible", skip_serializing_if = "Option::is_none")]
    pub span: Option<[f64; 2]>,
    #[serde(flatten)]
    pub options: PlaybackOptions,
}

impl Default for SavedPlayback {
    fn default() -> Self {
        Self {
            frame: 0,
            range_in: None,
            range_out: None,
            range_is_on: true,
            speed: 1.0,
            fps: None,
            loop_mode: LoopMode::default(),
            span: None,
            options: PlaybackOptions::default(),
        }
    }
}

impl SessionFile {
    /// Whether a newer program has written it, so that not all of it may be understood here.
    pub fn is_newer(&self) -> bool {
        self.version > SESSION_VERSION
    }

    /// Whether there is something to come back to: the built-in take alone is nothing.
    pub fn has_files(&self) -> bool {
        self.takes.iter().any(|take| take.file.is_some())
    }

    fn change_paths(&mut self, change: impl Fn(&Path) -> PathBuf) {
        let files = self.takes.iter_mut().flat_map(|take| [&mut take.file, &mut take.skeleton]);
        for path in files.flatten().chain(&mut self.folders) {
            *path = change(path);
        }
    }
}

pub fn is_session(path: &Path) -> bool {
    path.extension().unwrap_or_default().eq_ignore_ascii_case(SESSION_EXTENSION)
}

/// What is in the place of a session file may be written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    Nothing,
    /// A file that this program understands.
    Understood,
    Any,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionWriteError {
    Exists,
    /// There is one that a newer program has written.
    Newer,
    /// It cannot be: a text to show.
    Failed(String),
}

/// Reads a session file. Fails with a text to show, with line and column where it is no session.
pub fn read_session(path: &Path) -> Result<SessionFile, String> {
    let text = file::read(path).map_err(file::ReadError::message)?;
    let text = text.ok_or_else(|| format!("{}: there is no such file", path.display()))?;
    let wrong = |error: &toml::de::Error| file::syntax_diagnostic(path, &text, error, "");
    let table = text.parse::<Table>().map_err(|error| wrong(&error))?;
    let mut session = match toml::from_str::<SessionFile>(&text) {
        Ok(session) if session.version > 0 => session,
        Ok(_) => {
            let hint = "a session file of Rushes begins with its version";
            return Err(file::diagnostic(path, &text, 0, "no session", hint));
        }
        // What a newer program means by an entry is not known.
        Err(error) => match file::readable::<SessionFile>(&table) {
            session if session.is_newer() => session,
            _ => return Err(wrong(&error)),
        },
    };
    session.unknown = file::without(table, &Table::try_from(&session).unwrap_or_default());
    let folder = path.parent().unwrap_or(Path::new(""));
    session.change_paths(|path| resolved(&folder.join(path)));
    Ok(session)
}

/// Writes a session file, whole or not at all. A link in its place gives way, which a text to show tells then.
pub fn write_session(
    path: &Path,
    session: &SessionFile,
    overwrite: Overwrite,
) -> Result<Option<String>, SessionWriteError> {
    match overwrite {
        Overwrite::Nothing if fs::exists(path) => return Err(SessionWriteError::Exists),
        Overwrite::Understood if read_session(path).is_ok_and(|there| there.is_newer()) => {
            return Err(SessionWriteError::Newer);
        }
        _ => {}
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = resolved(folder.unwrap_or(Path::new(".")));
    let in_folder = |path: &Path| {
        let path = resolved(path);
        relative(&path, &folder).unwrap_or(path)
    };
    let text = text(session, in_folder).map_err(SessionWriteError::Failed)?;
    files::write_own(path, Readers::Same, |out| out.write_all(text.as_bytes()))
        .map(|link| link.map(|to| files::was_link(path, &to)))
        .map_err(|error| SessionWriteError::Failed(file::failed(path, "written", &error)))
}

fn text(session: &SessionFile, change: impl Fn(&Path) -> PathBuf) -> Result<String, String> {
    let mut session = session.clone();
    session.change_paths(change);
    let files = session.takes.iter().flat_map(|take| take.file.iter().chain(&take.skeleton));
    let mut files = files.chain(&session.folders);
    if let Some(file) = files.find(|file| file.to_str().is_none()) {
        return Err(format!(
            "{}: a session cannot name this file: its name is not Unicode\nhint: rename it",
            file.display()
        ));
    }
    Ok(file::text(HEAD, &session, session.unknown.clone()))
}

/// The text of a session file that may be moved, with paths from the root.
pub(super) fn movable_text(session: &SessionFile) -> Result<String, String> {
    text(session, resolved)
}

/// A path that begins at the root, through no link and no `..` but that of the file itself, as far as
/// there are such folders.
fn resolved(path: &Path) -> PathBuf {
    let path = fs::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain = dunce::canonicalize(&plain).unwrap_or(plain);
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    let folder = plain.parent().and_then(|folder| dunce::canonicalize(folder).ok());
    match (folder, plain.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => plain,
    }
}

/// The way from a folder to a file, with `/` between its parts as every system reads it; `None` where
/// there is none, as between the drives of Windows.
pub fn relative(file: &Path, folder: &Path) -> Option<PathBuf> {
    let [file, folder]: [Vec<Component<'_>>; 2] =
        [file, folder].map(|path| path.components().collect());
    let shared = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let is_rooted =
        |part: &Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
    if file[shared..].iter().any(is_rooted) || folder[shared..].iter().any(is_rooted) {
        return None;
    }
    let up = folder[shared..].iter().map(|_| Some(".."));
    let down = file[shared..].iter().map(|part| part.as_os_str().to_str());
    let parts: Option<Vec<&str>> = up.chain(down).collect();
    let way = parts?.join("/");
    Some(if way.is_empty() { ".".into() } else { way.into() })
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The word of the command line for how position channels are read.
mod reading {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    use crate::loader::PositionReading;

    pub fn serialize<S: Serializer>(value: &PositionReading, out: S) -> Result<S::Ok, S::Error> {
        let word = PositionReading::WORDS.iter().find(|(_, reading)| reading == value);
        out.serialize_str(word.map_or("auto", |(word, _)| word))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PositionReading, D::Error> {
        let word = String::deserialize(from)?;
        let found = PositionReading::WORDS.iter().find(|(other, _)| *other == word);
        let wrong = || D::Error::custom(format!("position channels are not read {word:?}"));
        found.map(|(_, reading)| *reading).ok_or_else(wrong)
    }
}

/// An axis by its name, `X` to `-Z`.
mod axis {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::{Serialize as _, Serializer};

    use crate::take::SignedAxis;

    pub fn serialize<S: Serializer>(value: &Option<SignedAxis>, out: S) -> Result<S::Ok, S::Error> {
        value.map(SignedAxis::name).serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SignedAxis>, D::Error> {
        let name = String::deserialize(from)?;
        let found = SignedAxis::ALL.into_iter().find(|axis| axis.name() == name);
        found.map(Some).ok_or_else(|| D::Error::custom(format!("there is no axis {name:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_file_leads_up_and_down() {
        for (file, folder, expected) in [
            ("/a/b/c.bvh", "/a/b", Some("c.bvh")),
            ("/a/c.bvh", "/a/b/d", Some("../../c.bvh")),
            ("/x/c.bvh", "/a", Some("../x/c.bvh")),
            ("/a/b", "/a/b", Some(".")),
            ("c.bvh", "/a", None),
        ] {
            let found = relative(Path::new(file), Path::new(folder));
            assert_eq!(found.as_ref().map(|way| way.to_str().unwrap()), expected);
        }
    }
}
