//! Targets that read what is no take: settings, state, notes, sessions, descriptions of columns, the index, and what a
//! desktop hands over.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rushes::index::{Index, Query, UpdateOptions};
use rushes::loader::ColumnMapping;
use rushes::review::notes::export::otio;
use rushes::review::notes::import::import;
use rushes::review::notes::{Review, ReviewedTake, Time, document};
use rushes::scene::Parts;
use rushes::store::{Overwrite, SkeletonKeys, Store, read_session, write_session};
use rushes::take::Take;
use tempfile::TempDir;

use crate::target::Target;

pub fn targets() -> Vec<Target> {
    let all: [(&str, fn(&[u8])); 8] = [
        ("settings", read_settings),
        ("state", read_state),
        ("session", read_and_write_session),
        ("notes", read_and_write_notes),
        ("import", import_notes),
        ("columns", read_columns),
        ("index", open_index),
        ("uris", read_uris),
    ];
    let target = |(name, run): (&str, fn(&[u8]))| Target::new(name.into(), run);
    let mut targets: Vec<Target> = all.into_iter().map(target).collect();
    let index = targets.iter_mut().find(|target| target.name == "index");
    index.expect("it is in the list").made = || vec![new_index()];
    targets
}

/// A take that notes are of.
static TAKE: LazyLock<Take> = LazyLock::new(rushes::files::builtin);
const FILE: &str = "walk.bvh";

/// A folder in memory, where there is one, with a file in it that has these bytes.
fn folder_with(name: &str, bytes: &[u8]) -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.expect("a folder");
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
    folder
}

/// What people are told is one that they can read. It may quote the file.
fn assert_told(texts: &[String]) {
    for text in texts {
        assert!(!text.is_empty() && text.len() < 1 << 17, "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
}

/// Compares their texts: what is no number equals itself there.
fn assert_same<T: Debug>(one: &T, other: &T) {
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

fn read_settings(bytes: &[u8]) {
    let folder = folder_with("settings.toml", bytes);
    let (settings, told) = Store::in_folder(folder.path()).settings();
    assert_told(&told);
    assert!(settings.keys.len() <= 1_000);
}

fn read_state(bytes: &[u8]) {
    let take = &*TAKE;
    let keys = SkeletonKeys::new(take, &Parts::new(take));
    let skeleton = format!("skeletons/{}.toml", keys.fingerprint());
    let folder = folder_with(&skeleton, bytes);
    for name in ["remembered.toml", "colour-sets.toml"] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let store = Store::in_folder(folder.path());
    let (remembered, told) = store.remembered();
    assert_told(&told);
    // What this window has opened joins the rest, and is there the next time.
    let mut recent = remembered.recent.clone();
    assert_told(&store.opened(&mut recent, &[PathBuf::from("/takes/walk.bvh")]));
    assert!(store.remembered().0.recent.iter().any(|path| path.ends_with("walk.bvh")));
    let (memory, told) = store.skeleton(&keys);
    assert_told(&told);
    memory.colours_of(&keys);
    memory.lines_of(&keys);
    memory.objects_of(&keys);
    assert_told(&store.colour_sets().1);
}

fn read_and_write_session(bytes: &[u8]) {
    let folder = folder_with("a.rushes", bytes);
    match read_session(&folder.path().join("a.rushes")) {
        Ok(session) => {
            let path = folder.path().join("b.rushes");
            if write_session(&path, &session, Overwrite::Nothing).is_ok() {
                let again = read_session(&path).expect("what was written is read");
                assert_same(&session, &again);
            }
        }
        Err(error) => assert_told(&[error]),
    }
}

fn read_and_write_notes(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match document::read(text) {
        Ok(read) => {
            assert_told(&read.warnings);
            assert_kept(&read.review);
        }
        Err(error) => assert_told(&[error]),
    }
}

/// Notes that are written are read as the same.
fn assert_kept(review: &Review) {
    let written = document::write(review, FILE);
    let again = document::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_same(review, &again.review);
}

fn import_notes(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let now = Time::from_milliseconds(1_700_000_000_000);
    match import(text, &TAKE, Path::new(FILE), now) {
        Ok(imported) => {
            let mut review = Review::default();
            review.add_imported(imported, now);
            assert_kept(&review);
            let last = TAKE.motion.frame_count();
            assert!(review.notes.iter().all(|note| note.frames.last < last));
            // What is exported comes back as what is there.
            let take = [ReviewedTake { file: FILE, take: &TAKE, review: &review, findings: None }];
            let text = serde_json::to_string(&otio(&take)).expect("JSON");
            if let Ok(again) = import(&text, &TAKE, Path::new(FILE), now) {
                assert_eq!(review.add_imported(again, now), 0, "{text}");
            }
        }
        Err(error) => assert_told(&[error.to_string()]),
    }
}

fn read_columns(bytes: &[u8]) {
    match ColumnMapping::from_toml(bytes) {
        Ok(mapping) => {
            let text = mapping.to_toml().expect("a sound one is written");
            let again = ColumnMapping::from_toml(text.as_bytes());
            assert_same(&mapping, &again.expect("what was written is read"));
        }
        Err((error, at)) => {
            assert_told(&[error]);
            assert!(at.is_none_or(|at| at <= bytes.len()));
        }
    }
}

/// The file of an index of two takes.
fn new_index() -> Vec<u8> {
    let folder = folder_with("takes/walk.bvh", include_bytes!("../../assets/builtin/stroll.bvh"));
    let path = folder.path().join("takes.db");
    let mut index = Index::open_at(&path).expect("an index");
    let folders = [folder.path().join("takes")];
    index.update(&folders, &UpdateOptions::all(None), &mut |_| true).expect("takes");
    drop(index);
    std::fs::read(&path).expect("an index")
}

/// Whatever is in the place of the index, takes can be put into one and found there.
fn open_index(bytes: &[u8]) {
    let folder = folder_with("takes.db", bytes);
    let path = folder.path().join("takes.db");
    let Ok(index) = Index::open_at(&path) else { return };
    let _ = index.is_sound();
    let _ = index.folders();
    let _ = index.count(&Query::default());
    let _ = index.select(&Query { limit: Some(10), ..Query::default() }, &[]);
}

fn read_uris(bytes: &[u8]) {
    let files = rushes::read_uris(bytes);
    for path in &files.paths {
        let text = path.as_os_str().as_encoded_bytes();
        assert!(text.first() == Some(&b'/') && !text.contains(&0), "{path:?}");
    }
    assert_told(&files.others);
}
