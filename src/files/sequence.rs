//! Sequences: files of one folder that are numbered one after the other, each a frame of one take.
//!
//! ```text
//! walk_000000000012_keypoints.json     the last number of a name counts; what is ahead of it and behind it
//! cam01.0012.json                      is that of all files of the sequence
//! ```
//!
//! The first of them stands for all: it is what lists have, and what reviews belong to. Files that are numbered and are
//! takes of their own, as their contents tell, stay apart.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::beginning::{extension, folder_of, head, numbered_parts};
use super::messages::{not_plain, reason};
use crate::fs::{self, File};
use crate::loader;

/// No frame has a file that is larger.
const MAX_FILE: u64 = 1 << 26;

/// So many of the first files are looked at for one that tells what they are: where nobody is there, a frame is empty.
const MAX_EMPTY: usize = 64;

/// The files of a sequence, in the order of their numbers.
#[derive(Debug)]
pub(super) struct FileSequence {
    folder: PathBuf,
    files: Vec<(i64, String)>,
    /// What is ahead of the numbers.
    pub stem: String,
}

impl FileSequence {
    /// The sequence that a file is one of; `None` for a file that is a take of its own, or nothing.
    pub fn of(path: &Path) -> Option<Self> {
        let (stem, ..) = numbered(path)?;
        let beside = fs::read_dir(folder_of(path)).ok()?.flatten().map(|entry| entry.path());
        let group = group_of(path)?;
        let mut files: Vec<(i64, String)> = beside
            .filter(|other| group_of(other).as_ref() == Some(&group))
            .filter_map(|other| {
                Some((numbered(&other)?.1, other.file_name()?.to_str()?.to_string()))
            })
            .collect();
        files.sort();
        let stem = stem.to_string();
        // As the path has it, which may be without a folder.
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let found = Self { folder, files, stem };
        (found.files.len() > 1 && found.is_of_frames()).then_some(found)
    }

    fn is_of_frames(&self) -> bool {
        let paths = self.files.iter().map(|(_, name)| self.folder.join(name));
        are_frames(paths)
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.files.iter().map(|(_, name)| self.folder.join(name))
    }

    /// What the take is called: as what is ahead of the numbers, or as the folder.
    pub fn take_name(&self) -> Option<String> {
        let stem = self.stem.trim_end_matches(|c: char| !c.is_alphanumeric());
        let folder = || self.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        if stem.is_empty() { folder() } else { Some(stem.to_string()) }
    }
}

impl loader::Sequence for FileSequence {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.files[index].1
    }

    fn number(&self, index: usize) -> i64 {
        self.files[index].0
    }

    fn read(&self, index: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
        bytes.clear();
        let path = self.folder.join(&self.files[index].1);
        // Who opened a pipe would wait for ever.
        let is_file = fs::metadata(&path).map(|about| about.is_file());
        let open = |is_file| if is_file { File::open(&path) } else { Err(not_plain()) };
        let read = is_file.and_then(open).and_then(|file| file.take(MAX_FILE).read_to_end(bytes));
        read.map(drop).map_err(|error| reason(&error, "file"))
    }
}

/// The files of a list, where those of a sequence are the first file of that, each once.
pub fn first_of_sequences(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut sequences = Sequences::default();
    let mut seen = HashSet::new();
    let files = files.into_iter().map(|file| sequences.first(file));
    files.filter(|file| group_of(file).is_none() || seen.insert(file.clone())).collect()
}

/// The sequences of files, each of which is looked for once.
#[derive(Default)]
pub struct Sequences(HashMap<Group, Option<PathBuf>>);

impl Sequences {
    /// The first file of the sequence that a file is one of, else the file itself.
    pub fn first(&mut self, file: PathBuf) -> PathBuf {
        let Some(group) = group_of(&file) else { return file };
        let first = self.0.entry(group).or_insert_with(|| FileSequence::of(&file)?.paths().next());
        first.clone().unwrap_or(file)
    }
}

/// Leaves out all files of sequences but the first ones; these are all that are in their folders.
pub(super) fn leave_first_of_sequences(files: &mut Vec<PathBuf>) {
    let mut groups: HashMap<Group, Vec<(i64, PathBuf)>> = HashMap::new();
    for file in files.iter() {
        if let (Some(group), Some((_, number, _))) = (group_of(file), numbered(file)) {
            groups.entry(group).or_default().push((number, file.clone()));
        }
    }
    let mut left_out = HashSet::new();
    for mut group in groups.into_values().filter(|group| group.len() > 1) {
        group.sort();
        if are_frames(group.iter().map(|(_, file)| file.clone())) {
            left_out.extend(group.into_iter().skip(1).map(|(_, file)| file));
        }
    }
    if !left_out.is_empty() {
        files.retain(|file| !left_out.contains(file));
    }
}

/// Whether files are frames of one take: the first one that tells what it is.
fn are_frames(files: impl Iterator<Item = PathBuf>) -> bool {
    let mut told = files.take(MAX_EMPTY).filter_map(|file| loader::is_frame(&head(&file)));
    told.next().unwrap_or(false)
}

/// What files of one sequence have in common: the folder, and what is ahead of the number and behind it.
type Group = (PathBuf, String, String);

fn group_of(path: &Path) -> Option<Group> {
    let (ahead, _, behind) = numbered(path)?;
    Some((folder_of(path).to_path_buf(), ahead.to_string(), behind.to_string()))
}

/// The last number in the name of a file that may be one of a sequence, with what is ahead of it and behind it.
fn numbered(path: &Path) -> Option<(&str, i64, &str)> {
    if !loader::SEQUENCE_EXTENSIONS.contains(&extension(path).as_str()) {
        return None;
    }
    let [ahead, digits, behind] = numbered_parts(path.file_name()?.to_str()?)?;
    Some((ahead, digits.parse().ok()?, behind))
}

#[cfg(test)]
mod tests {
    use super::super::tests::folder;
    use super::*;
    use crate::loader::Sequence as _;

    #[test]
    fn the_last_number_of_a_name_counts() {
        for (name, expected) in [
            ("walk_000000000012_keypoints.json", Some(("walk_", 12, "_keypoints.json"))),
            ("cam01.0012.json", Some(("cam01.", 12, ".json"))),
            ("000007.JSON", Some(("", 7, ".JSON"))),
            ("ü3é.json", Some(("ü", 3, "é.json"))),
            ("walk.json", None),
            ("walk_1.bvh", None),
            ("99999999999999999999.json", None),
        ] {
            assert_eq!(numbered(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn numbered_frames_are_one_take_and_other_numbered_files_stay_apart() {
        let folder = folder("sequence");
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        let frame = r#"{"version":1.3,"people":[]}"#;
        for number in [9, 10, 2] {
            write(&format!("walk_{number}.json"), frame);
        }
        for number in [1, 2] {
            write(&format!("take_{number}.json"), r#"{"frames":[]}"#);
        }
        let mut all: Vec<PathBuf> =
            fs::read_dir(&*folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        let mut list = all.clone();
        leave_first_of_sequences(&mut list);
        let names = |list: &[PathBuf]| {
            let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
            list.iter().map(name).collect::<Vec<String>>()
        };
        let expected = ["take_1.json", "take_2.json", "walk_2.json"];
        assert_eq!(names(&list), expected);
        assert_eq!(names(&first_of_sequences(all)), expected);
        let last = folder.join("walk_10.json");
        assert_eq!(names(&first_of_sequences(vec![last.clone(), last.clone()])), ["walk_2.json"]);
        let found = FileSequence::of(&last).unwrap();
        assert_eq!((found.count(), found.number(1), found.name(2)), (3, 9, "walk_10.json"));
        assert_eq!(found.take_name().as_deref(), Some("walk"));
        let mut bytes = vec![1];
        found.read(2, &mut bytes).unwrap();
        assert_eq!(bytes, frame.as_bytes());
        fs::remove_file(&last).unwrap();
        assert!(found.read(2, &mut bytes).is_err());
        assert!(FileSequence::of(&folder.join("take_1.json")).is_none());
    }
}
