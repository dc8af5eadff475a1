//! The takes in a folder: all of them, or the neighbours of one.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

#[cfg(all(feature = "app", not(page)))]
use walkdir::WalkDir;

use super::beginning::{extension, folder_of, head};
use super::messages::text;
use super::sequence::{first_of_sequences, leave_first_of_sequences};
use crate::fs::{self, DirEntry};
use crate::loader::{self, COLUMNS_EXTENSION, Source};

/// The paths of a list as one file each: a folder stands for the takes directly inside of it, in the
/// order in which people list them; a numbered frame for the first of its sequence. One without takes stays, for [`super::open()`] to say so.
pub fn expand(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        match takes_in(path) {
            Ok(inside) if !inside.is_empty() => files.extend(inside),
            _ => files.push(path.clone()),
        }
    }
    first_of_sequences(files)
}

/// The takes directly inside of a folder, in the order in which people list them.
pub(super) fn takes_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut inside: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .filter(|entry| !is_folder(entry))
        .map(|entry| entry.path())
        .collect();
    leave_first_of_sequences(&mut inside);
    inside.retain(|path| is_take(path));
    inside.sort_by(|a, b| by_name(a, b));
    Ok(inside)
}

/// The takes in a folder and in the folders inside of it, in the order in which people list them, and
/// what could not be looked into. Links to folders are not followed.
#[cfg(all(feature = "app", not(page)))]
pub fn takes_below(folder: &Path) -> (Vec<PathBuf>, Vec<walkdir::Error>) {
    let walk = WalkDir::new(folder).sort_by(|a, b| by_name(a.path(), b.path()));
    let (found, failed): (Vec<_>, Vec<_>) = walk.into_iter().partition(Result::is_ok);
    let files = found.into_iter().flatten().filter(|entry| !entry.file_type().is_dir());
    let mut takes: Vec<PathBuf> = files.map(walkdir::DirEntry::into_path).collect();
    leave_first_of_sequences(&mut takes);
    takes.retain(|path| is_take(path));
    (takes, failed.into_iter().filter_map(Result::err).collect())
}

/// Leaves out the files of a folder that are there for others to be read with, but for those to keep.
fn leave_companions_out(all: &mut Vec<PathBuf>, is_kept: impl Fn(&Path) -> bool) {
    let extensions: HashSet<String> = all.iter().map(|take| extension(take)).collect();
    let serves: HashSet<&str> = loader::FORMATS
        .iter()
        .filter(|format| format.extensions.iter().any(|own| extensions.contains(*own)))
        .flat_map(|format| {
            let others = format.companions.iter().flat_map(|c| c.extensions);
            // Where both kinds of files are called the same, names tell nothing.
            others.filter(|other| !format.extensions.contains(other))
        })
        .copied()
        .collect();
    all.retain(|take| is_kept(take) || !serves.contains(extension(take).as_str()));
}

/// The takes of the folder that a file is in, in the order in which people list them, and which of them it is itself.
/// Files that are there for others to be read with are passed over: the skeletons beside motions.
pub fn neighbours(path: &Path) -> (Vec<PathBuf>, usize) {
    let mut all = takes_in(folder_of(path)).unwrap_or_default();
    // As the path has it, which may be without a folder.
    let folder = path.parent().unwrap_or(Path::new(""));
    for take in &mut all {
        *take = folder.join(take.file_name().unwrap_or_default());
    }
    leave_companions_out(&mut all, |take| take == path);
    let index = all.iter().position(|take| take == path);
    let index = index.unwrap_or_else(|| {
        // Known by its contents alone, or gone meanwhile.
        let index = all.partition_point(|take| by_name(take, path).is_lt());
        all.insert(index, path.to_path_buf());
        index
    });
    (all, index)
}

/// What a walk through a folder comes to.
#[derive(Debug)]
pub enum Walked {
    /// Takes of one folder, in the order in which people list them.
    Takes(Vec<PathBuf>),
    /// A folder that cannot be looked into.
    Unreadable(PathBuf, io::Error),
}

/// Finds the takes in a folder and in the folders inside of it, some at a time: those of a folder ahead of those of
/// the folders in it. Files that are there for others to be read with are passed over, and links to folders are not
/// followed. `found` ends the walk by breaking off.
pub fn walk_takes(
    folder: &Path,
    found: &mut impl FnMut(Walked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    /// So many files are looked into before somebody is told of them.
    const AT_A_TIME: usize = 500;
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries.flatten(),
            Err(error) => {
                found(Walked::Unreadable(folder, error))?;
                continue;
            }
        };
        let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let (inside, files): (Vec<DirEntry>, Vec<DirEntry>) = entries.partition(is_folder);
        let [mut inside, mut files] =
            [inside, files].map(|list| list.iter().map(DirEntry::path).collect::<Vec<_>>());
        leave_companions_out(&mut files, |_| false);
        leave_first_of_sequences(&mut files);
        files.sort_by(|a, b| by_name(a, b));
        for some in files.chunks(AT_A_TIME) {
            let takes = some.iter().filter(|file| is_take(file)).cloned().collect();
            found(Walked::Takes(takes))?;
        }
        inside.sort_by(|a, b| by_name(b, a));
        waiting.extend(inside);
    }
    ControlFlow::Continue(())
}

/// Whether a file's extension is one that a format uses; where files of other kinds use it too, whether
/// its contents begin like that format, or it is known what the columns of the table are. A data set has takes that are
/// in other files as well.
fn is_take(path: &Path) -> bool {
    let extension = extension(path);
    let mut data_sets = loader::FORMATS.iter().filter(|format| format.is_data_set());
    if data_sets.any(|format| format.extensions.contains(&extension.as_str())) {
        return false;
    }
    // A folder may have thousands of such files: each is looked into once, whatever it can be.
    let head = LazyLock::new(|| head(path));
    begins_as_take(path, || head.as_slice())
}

/// As [`is_take`], for a file whose beginning `head` gives.
pub(super) fn begins_as_take<'a>(path: &Path, head: impl Fn() -> &'a [u8]) -> bool {
    let extension = extension(path);
    let formats = loader::FORMATS.iter();
    let mut formats = formats.filter(|format| format.extensions.contains(&extension.as_str()));
    let is_table = || {
        let file = text(path);
        fs::is_file(columns_beside(path)) || loader::is_known_table(&Source::new(&file, head()))
    };
    let is_known = formats.any(|format| format.claims(&extension) || (format.probe)(head()));
    is_known || loader::may_be_table(&extension) && is_table()
}

pub fn columns_beside(table: &Path) -> PathBuf {
    let mut name = table.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(COLUMNS_EXTENSION);
    table.with_file_name(name)
}

/// Compares the names of two files; those in other folders are compared folder by folder.
fn by_name(a: &Path, b: &Path) -> Ordering {
    a.parent().cmp(&b.parent()).then_with(|| {
        let [a, b] = [a, b].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        natural(&a, &b)
    })
}

/// Compares numbers in names by value and letters without their case; names that are the same then,
/// by their characters.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let [digits, others] = [digits(left), digits(right)];
        if !digits.is_empty() && !others.is_empty() {
            // Whole numbers of any length.
            let [one, other] = [digits, others].map(|digits| digits.trim_start_matches('0'));
            let order = one.len().cmp(&other.len()).then_with(|| one.cmp(other));
            if order.is_ne() {
                return order;
            }
            (left, right) = (&left[digits.len()..], &right[others.len()..]);
            continue;
        }
        let [mut ahead, mut behind] = [left.chars(), right.chars()];
        let order = match (ahead.next(), behind.next()) {
            (None, None) => return a.cmp(b),
            (Some(one), Some(other)) => one.to_lowercase().cmp(other.to_lowercase()),
            (one, other) => one.cmp(&other),
        };
        if order.is_ne() {
            return order;
        }
        (left, right) = (ahead.as_str(), behind.as_str());
    }
}

fn digits(text: &str) -> &str {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..len]
}

#[cfg(test)]
mod tests {
    use super::super::tests::folder;
    use super::*;

    #[test]
    fn a_folder_stands_for_its_takes_in_natural_order() {
        let folder = folder("expand");
        for name in ["b10.BVH", "b9.bvh", "a.bvh", "notes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        for (name, text) in [
            ("accounts.csv", "date,sum\n2024-05-01,12\n"),
            ("events.csv", "Events\nname,time\n"),
            ("table.tsv", "FREQUENCY\t100\n1\t2\n"),
            ("e.csv", "\u{feff}Format Version,1.23,Take Name,e\n"),
            ("f.csv", "\n\nTrajectories\n100\n,,LASI\n"),
            ("g.csv", "frame,number,time,index,node,x,y,z\n"),
            ("h.TSV", "NO_OF_FRAMES\t2\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::create_dir(folder.join("d.bvh")).unwrap();
        fs::write(folder.join("c.txt"), "// bones\n1 0\n<Hips>").unwrap();
        let found = expand(&[folder.to_path_buf(), PathBuf::from("none.bvh")]);
        let names: Vec<_> = found.iter().map(|p| p.file_name().unwrap()).collect();
        let takes = ["a.bvh", "b9.bvh", "b10.BVH", "c.txt", "e.csv", "f.csv", "g.csv", "h.TSV"];
        assert_eq!(names[..takes.len()], takes);
        assert_eq!(names[takes.len()..], ["none.bvh"]);
    }

    #[test]
    fn neighbours_pass_over_skeletons_that_motions_are_read_with() {
        let folder = folder("neighbours");
        let names = |path: &str| -> (Vec<String>, usize) {
            let (all, index) = neighbours(&folder.join(path));
            assert!(all.iter().all(|path| path.parent() == Some(&*folder)));
            let names = all.iter().map(|path| path.file_name().unwrap());
            let names = names.map(|name| name.to_string_lossy().into_owned());
            (names.collect(), index)
        };
        let found = |list: &[&str], index| (list.iter().map(|n| n.to_string()).collect(), index);
        for name in ["take10.bvh", "Take2.htr", "hero.ASF", "notes.md"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let all = ["hero.ASF", "Take2.htr", "take10.bvh"];
        assert_eq!(names("take10.bvh"), found(&all, 2));
        fs::write(folder.join("take3.AMC"), "").unwrap();
        let all = ["Take2.htr", "take3.AMC", "take10.bvh"];
        assert_eq!(names("Take2.htr"), found(&all, 0));
        // Where one is shown itself, it has its place.
        let all = ["hero.ASF", "Take2.htr", "take3.AMC", "take10.bvh"];
        assert_eq!(names("hero.ASF"), found(&all, 0));
        // So has a file that nothing but its contents tells to be a take.
        assert_eq!(names("take4"), found(&["Take2.htr", "take3.AMC", "take4", "take10.bvh"], 2));
        assert_eq!(neighbours(Path::new("/nowhere/a.bvh")), (vec!["/nowhere/a.bvh".into()], 0));
    }

    #[test]
    fn a_walk_comes_to_each_take_once_and_passes_over_what_others_are_read_with() {
        let folder = folder("walk");
        for inside in ["b", "a", "a/deep"] {
            fs::create_dir(folder.join(inside)).unwrap();
        }
        for name in ["z.bvh", "a/10.amc", "a/9.amc", "a/hero.asf", "a/deep/x.bvh", "b/hero.asf"] {
            fs::write(folder.join(name), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&*folder, folder.join("b/circle")).unwrap();
        let walked = |most: usize| {
            let mut all = Vec::new();
            let _ = walk_takes(&folder, &mut |walked| {
                let Walked::Takes(takes) = walked else { panic!("{walked:?}") };
                all.extend(takes);
                if all.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let name = |path: &PathBuf| path.strip_prefix(&*folder).unwrap().display().to_string();
            all.iter().map(|path| name(path).replace('\\', "/")).collect::<Vec<_>>()
        };
        assert_eq!(walked(100), ["z.bvh", "a/9.amc", "a/10.amc", "a/deep/x.bvh", "b/hero.asf"]);
        assert_eq!(walked(1), ["z.bvh"]);
        let mut unreadable = Vec::new();
        let _ = walk_takes(Path::new("/nowhere"), &mut |walked| {
            unreadable.push(walked);
            ControlFlow::Continue(())
        });
        assert!(
            matches!(&unreadable[..], [Walked::Unreadable(path, _)] if path == Path::new("/nowhere"))
        );
    }

    #[test]
    fn a_path_without_a_folder_has_neighbours_without_one() {
        let (all, index) = neighbours(Path::new("Cargo.bvh"));
        assert_eq!(all[index], Path::new("Cargo.bvh"));
        assert!(all.iter().all(|path| path.parent() == Some(Path::new(""))));
    }

    #[test]
    fn numbers_count_by_value_and_letters_without_their_case() {
        let sorted = "01.bvh, 1.bvh, 2.bvh, 10.bvh, Run.bvh, run_1.bvh, Run_02.bvh, run_2b.bvh, \
                      RUN_10.bvh, run_18446744073709551616.bvh, run_118446744073709551616.bvh, \
                      walk.bvh, walk.htr, ärmel 2.bvh, Ärmel.bvh";
        let sorted: Vec<&str> = sorted.split(", ").collect();
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(natural(a, b), i.cmp(&j), "{a} and {b}");
            }
        }
    }
}
