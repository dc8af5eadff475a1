//! The files that match a pattern such as `takes/**/*.bvh`, in one walk: whatever the pattern has, each folder is
//! looked into once.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf, is_separator};

use glob::{Pattern, PatternError};

/// A part of a pattern between slashes.
enum Part {
    /// `**`: any folders, one inside of the other, or none.
    Folders,
    Name(String),
    Wildcard(Pattern),
}

/// A path on the way, and the parts of the pattern that the name below it may be of.
struct Candidate {
    path: PathBuf,
    next: Vec<usize>,
    is_match: bool,
}

const WILDCARDS: [char; 3] = ['*', '?', '['];

/// Whether a path is a pattern; shells that know patterns hand over what they match instead.
pub(super) fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(WILDCARDS)
}

/// The files that match a pattern, in the order of their names. `**` passes links to folders over; what cannot be
/// looked into has none. Fails where it is no pattern.
pub(super) fn matching(pattern: &str) -> Result<Vec<PathBuf>, PatternError> {
    Pattern::new(pattern)?;
    // What stands before the first wildcard is one folder, whatever the system has in it.
    let wildcard = pattern.find(WILDCARDS).unwrap_or(pattern.len());
    let begin = pattern[..wildcard].rfind(is_separator).map_or(0, |at| at + 1);
    let (folder, rest) = pattern.split_at(begin);
    let parts = rest.split(is_separator).filter(|part| !part.is_empty()).map(|part| match part {
        "**" => Ok(Part::Folders),
        part if part.contains(WILDCARDS) => Pattern::new(part).map(Part::Wildcard),
        part => Ok(Part::Name(part.to_string())),
    });
    let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    let mut found = Vec::new();
    let mut candidates = vec![Candidate::new(folder.into(), vec![0], &parts)];
    while let Some(candidate) = candidates.pop() {
        candidates.extend(candidate.children(&parts).into_iter().rev());
        if candidate.is_match && !candidate.path.is_dir() {
            found.push(candidate.path);
        }
    }
    Ok(found)
}

impl Candidate {
    /// A path below which some parts come next. Where folders may follow, none need to.
    fn new(path: PathBuf, mut next: Vec<usize>, parts: &[Part]) -> Self {
        let mut at = 0;
        while let Some(&part) = next.get(at) {
            if matches!(parts.get(part), Some(Part::Folders)) && !next.contains(&(part + 1)) {
                next.push(part + 1);
            }
            at += 1;
        }
        // Folders are never what is looked for.
        let is_match = next.contains(&parts.len()) && !matches!(parts.last(), Some(Part::Folders));
        next.retain(|&part| part < parts.len());
        Self { path, next, is_match }
    }

    /// What is in it and may be on the way, in the order of names.
    fn children(&self, parts: &[Part]) -> Vec<Self> {
        let names = self.next.iter().map(|&part| match &parts[part] {
            Part::Name(name) => Some(self.path.join(name)),
            _ => None,
        });
        let mut entries: Vec<(PathBuf, Option<FileType>)> = match names.collect::<Option<Vec<_>>>()
        {
            // A folder that cannot be listed may let its files be found all the same.
            Some(paths) => {
                let there = paths.into_iter().filter(|path| path.symlink_metadata().is_ok());
                there.map(|path| (path, None)).collect()
            }
            None => {
                let is_here = self.path.as_os_str().is_empty();
                let folder = if is_here { Path::new(".") } else { &self.path };
                let entries = fs::read_dir(folder).into_iter().flatten().flatten();
                entries
                    .map(|entry| (self.path.join(entry.file_name()), entry.file_type().ok()))
                    .collect()
            }
        };
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        entries.dedup_by(|(next, _), (kept, _)| next == kept);
        let children = entries.into_iter().filter_map(|(path, kind)| {
            let kind = kind.or_else(|| Some(path.symlink_metadata().ok()?.file_type()));
            let is_folder = kind.is_some_and(|kind| kind.is_dir());
            let is_link = kind.is_some_and(|kind| kind.is_symlink());
            let name = path.components().next_back()?.as_os_str().to_str();
            let next = self.next.iter().filter_map(|&part| match &parts[part] {
                Part::Folders => is_folder.then_some(part),
                Part::Name(own) => (name == Some(own)).then_some(part + 1),
                Part::Wildcard(pattern) => pattern.matches(name?).then_some(part + 1),
            });
            let mut next: Vec<usize> = next.collect();
            if !(is_folder || is_link && path.is_dir()) {
                next.retain(|&part| part == parts.len());
            }
            if next.is_empty() { None } else { Some(Self::new(path, next, parts)) }
        });
        children.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_find_files_in_the_order_of_names_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["a/b/x.bvh", "a/b/y.txt", "a/x.bvh", "a b/[1]/x.bvh", "a/c/b/z.bvh", "x.bvh"] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::create_dir(root.join("a/folder.bvh")).unwrap();
        let found = |pattern: &str| -> Vec<String> {
            let all = matching(&format!("{}/{pattern}", root.display())).unwrap();
            let short = all.iter().map(|path| path.strip_prefix(root).unwrap());
            short.map(|path| path.to_str().unwrap().replace('\\', "/")).collect()
        };
        let all = ["a/b/x.bvh", "a/c/b/z.bvh", "a/x.bvh", "a b/[1]/x.bvh", "x.bvh"];
        assert_eq!(found("**/*.bvh"), all);
        assert_eq!(found("**/**/**/*.bvh"), all);
        assert_eq!(found("a/*.bvh"), ["a/x.bvh"]);
        assert_eq!(found("a/**/b/?.bvh"), ["a/b/x.bvh", "a/c/b/z.bvh"]);
        assert_eq!(found("*/b/x.bvh"), ["a/b/x.bvh"]);
        assert_eq!(found("a/*/../x.bvh").len(), 3);
        assert_eq!(found("a/**"), [""; 0]);
        assert_eq!(found("[x]*"), ["x.bvh"]);
        assert!(matching("a**b").is_err());
    }

    #[test]
    fn a_pattern_of_many_folders_looks_into_each_once() {
        let root = tempfile::tempdir().unwrap();
        let mut folder = root.path().to_path_buf();
        (0..60).for_each(|_| folder.push("a"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("x.bvh"), "").unwrap();
        // Sixty folders have C(60, 14) ways to be shared out among so many.
        let pattern = format!("{}/{}x.bvh", root.path().display(), "**/a/".repeat(14));
        assert_eq!(matching(&pattern).unwrap(), [folder.join("x.bvh")]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&root, folder.join("again")).unwrap();
            assert_eq!(matching(&pattern).unwrap(), [folder.join("x.bvh")]);
        }
    }
}
