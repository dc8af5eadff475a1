//! Opening takes together with the files that they are read with.

use std::collections::{HashMap, HashSet};
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use super::{expand, extension, head, is_take, read, reason};
use crate::loader::{self, Companion, ErrorKind, LoadError, Options, Source};
use crate::take::Take;

/// How takes are to be opened.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// What files leave open.
    pub options: Options,
    /// The skeleton that a person named for takes that have none in themselves.
    pub skeleton: Option<PathBuf>,
}

/// A take from disk.
#[derive(Debug)]
pub struct Opened {
    /// The take.
    pub take: Take,
    /// The other files that it was read with.
    pub companions: Vec<PathBuf>,
}

/// Reads and loads a take, with the companions that stand beside it.
///
/// # Errors
/// [`LoadError`] where a file cannot be read or is no take.
pub fn open(path: &Path, how: &How) -> Result<Opened, LoadError> {
    Opener::new(how).open(path)
}

/// Reads and loads many takes, each with its result. Folders stand for the takes inside. Companions
/// are first looked for among the files themselves, then beside each; a file that became the
/// companion of another is no take of its own.
pub fn open_all(paths: &[PathBuf], how: &How) -> Vec<(PathBuf, Result<Opened, LoadError>)> {
    let files = expand(paths);
    let mut opening = Opener::among(how, &files);
    let mut results: Vec<_> = files
        .iter()
        .map(|path| (path.clone(), opening.open(path)))
        .collect();
    let opened = results
        .iter()
        .filter_map(|(_, result)| result.as_ref().ok());
    let used: HashSet<PathBuf> = opened.flat_map(|o| o.companions.clone()).collect();
    results.retain(|(path, _)| !used.contains(path));
    results
}

/// Opens takes one after the other, and looks into each folder once.
pub struct Opener<'a> {
    how: &'a How,
    /// The files that are opened together.
    offered: Vec<Candidate<'a>>,
    /// The files in the folders that were looked into, without and with the offered ones.
    folders: HashMap<PathBuf, [Vec<Candidate<'a>>; 2]>,
}

/// A file that could be another's companion. One that only lies in a folder is known by its name: of
/// thousands that lie there, few are ever opened.
#[derive(Clone)]
struct Candidate<'a> {
    name: String,
    offered: Option<&'a Path>,
}

impl<'a> Opener<'a> {
    /// For files that have nothing to do with each other.
    pub fn new(how: &'a How) -> Self {
        Self::among(how, &[])
    }

    /// For files that are opened together, so that one may be the companion of another.
    fn among(how: &'a How, offered: &'a [PathBuf]) -> Self {
        let mut offered: Vec<_> = offered
            .iter()
            .map(|path| Candidate {
                name: name(path),
                offered: Some(path),
            })
            .collect();
        offered.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            how,
            offered,
            folders: HashMap::new(),
        }
    }

    /// Reads and loads a take, with the companions that stand beside it.
    ///
    /// # Errors
    /// [`LoadError`] where a file cannot be read or is no take.
    pub fn open(&mut self, path: &Path) -> Result<Opened, LoadError> {
        let bytes = read_whole(path)?;
        let mut paths = self.companions(path, &bytes);
        if let Some(skeleton) = &self.how.skeleton
            && skeleton != path
        {
            paths.retain(|found| found != skeleton);
            paths.insert(0, skeleton.clone());
        }
        let mut companions: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let mut next = paths.into_iter();
        while let Some(found) = next.next() {
            let bytes = read_whole(&found)?;
            // Companions have companions: the skins of a skeleton.
            let mut more: Vec<PathBuf> = self.companions(&found, &bytes);
            more.retain(|other| {
                other != path
                    && *other != found
                    && companions.iter().all(|(known, _)| known != other)
            });
            companions.push((found, bytes));
            if companions.len() == 1 {
                next = next.chain(more).collect::<Vec<_>>().into_iter();
            }
        }
        let names: Vec<String> = companions.iter().map(|(path, _)| text(path)).collect();
        let list: Vec<Companion<'_>> = companions
            .iter()
            .zip(&names)
            .map(|((_, bytes), file)| Companion { file, bytes })
            .collect();
        let file = text(path);
        let take = loader::load(&Source {
            options: self.how.options,
            companions: &list,
            ..Source::new(&file, &bytes)
        })?;
        // What was offered and not used is a take of its own, or nobody's.
        let mut companions: Vec<PathBuf> = companions.into_iter().map(|(path, _)| path).collect();
        companions.retain(|path| take.read_with.contains(&text(path)));
        Ok(Opened { take, companions })
    }

    /// The files that this one is to be read with. Of two files that are opened together, one may be
    /// the other's; among many, what lies beside a file counts as much as they do, for the first of
    /// them that could be meant is not always the one that is.
    fn companions(&mut self, path: &Path, bytes: &[u8]) -> Vec<PathBuf> {
        let file = text(path);
        let source = Source::new(&file, bytes);
        let Some(choose) = loader::companions(&source) else {
            return Vec::new();
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        if !self.folders.contains_key(folder) {
            let beside = in_folder(folder);
            let mut all = [self.offered.as_slice(), &beside].concat();
            // Of the same name, the offered one stays first.
            all.sort_by(|a, b| a.name.cmp(&b.name));
            self.folders.insert(folder.to_path_buf(), [beside, all]);
        }
        let [beside, all] = &self.folders[folder];
        let places = if self.offered.len() > 2 {
            [all, &self.offered, beside]
        } else {
            [&self.offered, beside, &Vec::new()]
        };
        let own_name = name(path);
        for place in places {
            let is_own = |other: &Candidate<'_>| {
                other.name == own_name && other.offered.is_none_or(|other| other == path)
            };
            let mut others: Vec<&Candidate<'_>> = place.iter().filter(|c| !is_own(c)).collect();
            others.dedup_by_key(|other| &other.name);
            let names: Vec<&str> = others.iter().map(|other| other.name.as_str()).collect();
            let chosen: Vec<PathBuf> = choose(&source, &names)
                .iter()
                .filter_map(|name| names.binary_search(&name.as_str()).ok())
                .map(|at| match others[at].offered {
                    Some(offered) => offered.to_path_buf(),
                    None => folder.join(&others[at].name),
                })
                .filter(|other| may_be_companion(other, path))
                .collect();
            if !chosen.is_empty() {
                return chosen;
            }
        }
        Vec::new()
    }
}

/// Whether a file that is called like a companion of another can be one, by its beginning: before all
/// of it is read, for it may be a text of any kind and size. One that would itself be read with the
/// other is a take as well, and not what the other lacks.
fn may_be_companion(path: &Path, of: &Path) -> bool {
    let bytes = head(path);
    if bytes.is_empty() {
        // What cannot be read is told where it is opened.
        return true;
    }
    let extension = extension(path);
    let mut formats = loader::FORMATS.iter();
    let is_of_a_format = formats.any(|format| format.extensions.contains(&extension.as_str()));
    let (file, of) = (text(path), name(of));
    let source = Source::new(&file, &bytes);
    let is_mutual = || {
        let choose = loader::companions(&source);
        choose.is_some_and(|choose| choose(&source, &[&of]).contains(&of))
    };
    (is_take(path) || !is_of_a_format) && !is_mutual()
}

fn read_whole(path: &Path) -> Result<Vec<u8>, LoadError> {
    read(path).map_err(|error| {
        let kind = ErrorKind::Unreadable(reason(&error, "file"));
        LoadError::unread(&text(path), kind)
    })
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The files in a folder by name; of one that cannot be read, none.
fn in_folder(folder: &Path) -> Vec<Candidate<'static>> {
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(here).into_iter().flatten().flatten();
    let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut files: Vec<_> = entries
        .filter(|entry| !is_folder(entry))
        .map(|entry| Candidate {
            name: entry.file_name().to_string_lossy().into_owned(),
            offered: None,
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}
