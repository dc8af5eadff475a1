//! What the browser keeps of the page's disk: settings and state as they are, reviews by what is in their takes. And what it
//! gets as downloads.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use xxhash_rust::xxh3::Xxh3;

use crate::app::page::events::{PageEvent, send};
use crate::files::{Reviews, UserFolders, files_below, numbered_paths, with_ending};
use crate::fs::{self, File};
use crate::platform;
use crate::threads::{begin, give_way};

/// What is written here becomes a download.
pub const DOWNLOADS: &str = "/Downloads";

/// Reviews by their takes' contents, in the folder of the state.
const REVIEWS: &str = "kept";

/// Folders of the state that go by the paths of takes, which mean nothing the next time: reviews, and what windows have open.
const BY_PATH: [&str; 2] = ["reviews", "sessions"];

/// What the name of a review ends with.
const ENDING: &str = ".rushes.json";

/// Puts a file there as the browser kept it, changed at so many milliseconds since 1970.
pub fn put(path: &Path, bytes: Vec<u8>, modified: f64) {
    let modified = Duration::from_secs_f64(modified.max(0.0) / 1e3);
    fs::put_bytes(path, bytes, SystemTime::UNIX_EPOCH + modified);
}

/// The first folder that has nothing of these names.
pub fn free_folder(names: &[String]) -> PathBuf {
    let mut folders = numbered_paths(Path::new("/"), "takes", ' ', "");
    let is_free = |folder: &PathBuf| names.iter().all(|name| !fs::exists(folder.join(name)));
    folders.find(is_free).unwrap_or_default()
}

/// What files are known by, as far as anybody asked; `None` while it is found out.
static KEYS: Mutex<BTreeMap<PathBuf, Option<String>>> = Mutex::new(BTreeMap::new());

fn keys() -> MutexGuard<'static, BTreeMap<PathBuf, Option<String>>> {
    KEYS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn known_key(path: &Path) -> Option<String> {
    keys().get(path).cloned().flatten()
}

/// What the file of a take is known by: its length and a hash of all of it.
fn key_of(path: &Path) -> Option<String> {
    if let Some(known) = known_key(path) {
        return Some(known);
    }
    let key = read_key(path)?;
    keys().insert(path.to_path_buf(), Some(key.clone()));
    Some(key)
}

/// Finds out what takes are known by, beside the page, so that what is said of them is kept at once, even when the page ends.
pub fn know<'a>(takes: impl Iterator<Item = &'a Path>) {
    for take in takes {
        let mut keys = keys();
        if !keys.contains_key(take) {
            let take = take.to_path_buf();
            keys.insert(take.clone(), None);
            begin("know", move || key_of(&take));
        }
    }
}

fn read_key(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut hash = Xxh3::new();
    let mut piece = vec![0; 1 << 20];
    let mut length = 0;
    loop {
        let read = file.read(&mut piece).ok()?;
        if read == 0 {
            return Some(key(length, &format!("{:016x}", hash.digest())));
        }
        hash.update(&piece[..read]);
        length += read as u64;
        give_way();
    }
}

fn key(length: u64, hash: &str) -> String {
    format!("{length:x}-{hash}")
}

/// What a file goes by until it is read, which a page that ends does not wait for: its length, its name and when it was
/// written.
fn key_until_read(path: &Path) -> Option<String> {
    let about = fs::metadata(path).ok()?;
    let written = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_millis();
    let name = path.file_name()?.to_string_lossy();
    Some(key(about.len(), &format!("written-{written}-{name}")))
}

fn kept_folder() -> Option<PathBuf> {
    Some(UserFolders::find()?.state.join(REVIEWS))
}

/// The names of the reviews that are kept.
fn kept_names() -> Vec<String> {
    let entries = kept_folder().and_then(|folder| fs::read_dir(folder).ok());
    let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Puts what is kept of files that were dropped or chosen where their reviews are looked for.
pub fn recall(paths: &[PathBuf]) {
    let kept = kept_names();
    for path in paths {
        if fs::is_dir(path) {
            files_below(path).0.iter().for_each(|file| recall_file(file, &kept));
        } else {
            recall_file(path, &kept);
        }
    }
}

fn recall_file(path: &Path, kept: &[String]) {
    let length = fs::metadata(path).map_or(0, |about| about.len());
    // Nothing is read where nothing can be known.
    if !kept.iter().any(|name| name.starts_with(&key(length, ""))) {
        return;
    }
    let (Some(key), Some(folder)) = (key_of(path), kept_folder()) else { return };
    if let Some(name) = key_until_read(path) {
        let rests = kept.iter().filter_map(|kept| kept.strip_prefix(&name));
        // Not those of names that only begin like this one.
        for rest in rests.filter(|rest| *rest == ENDING || rest.starts_with('#')) {
            now_known_by(&key, &name, rest);
        }
    }
    for name in kept_names() {
        let Some(rest) = name.strip_prefix(&key) else { continue };
        let clip = rest.strip_suffix(ENDING).unwrap_or(rest);
        let take = with_ending(path, clip);
        if let (Ok(bytes), Some(to)) =
            (fs::read(folder.join(&name)), Reviews::at_home().in_state(&take))
        {
            fs::put_bytes(&to, bytes, SystemTime::UNIX_EPOCH);
        }
    }
}

/// Keeps a review by what is in its take, which it was kept by the name of before. `rest` follows both.
fn now_known_by(key: &str, until_read: &str, rest: &str) {
    if let Some(folder) = kept_folder() {
        let _ = fs::rename(
            folder.join(format!("{until_read}{rest}")),
            folder.join(format!("{key}{rest}")),
        );
        platform::wake();
    }
}

/// The file of the take that a review is about, and what follows its name where it is about one clip of it.
fn take_of(review: &Path) -> Option<(PathBuf, String)> {
    let take = Reviews::take_of(review)?;
    if fs::is_file(&take) {
        return Some((take, String::new()));
    }
    let name = take.file_name()?.to_str()?;
    let (file, clip) = name.split_at(name.rfind('#')?);
    let take = take.with_file_name(file);
    fs::is_file(&take).then(|| (take, clip.to_string()))
}

/// Hands on what was written.
#[derive(Default)]
pub struct Changes {
    /// Downloads that somebody is about to write.
    promised: BTreeSet<PathBuf>,
    /// Downloads that are written. Several are handed over as one file: a browser asks before it takes a second.
    files: BTreeSet<PathBuf>,
    /// Folders below that of downloads, each of which is to be one file.
    folders: BTreeSet<PathBuf>,
}

impl Changes {
    /// Where somebody writes a download of a name, who says when that is [`Self::written`].
    pub fn promise(&mut self, name: &str) -> PathBuf {
        let name = Path::new(name);
        let [stem, extension] = [name.file_stem(), name.extension()]
            .map(|part| part.unwrap_or_default().to_string_lossy());
        let mut paths = numbered_paths(Path::new(DOWNLOADS), &stem, ' ', &extension);
        let is_free = |path: &PathBuf| !self.promised.contains(path) && !self.files.contains(path);
        let path = paths.find(is_free).unwrap_or_default();
        self.promised.insert(path.clone());
        path
    }

    /// Nothing more is written to a path that was promised.
    pub fn written(&mut self, path: &Path) {
        self.promised.remove(path);
    }

    /// Hands on what was written since the last time. Downloads are whole unless something still `writes`.
    pub fn hand_on(&mut self, writes: bool) {
        loop {
            // What is kept of a review is a change itself.
            let changed: BTreeSet<PathBuf> = fs::take_changes().into_iter().collect();
            if changed.is_empty() {
                break;
            }
            self.hand_on_each(changed);
        }
        if writes || !self.promised.is_empty() {
            return;
        }
        for folder in take(&mut self.folders) {
            let name = format!("{}.zip", folder.file_name().unwrap_or_default().to_string_lossy());
            begin("pack", move || pack(name, &folder, &files_below(&folder).0));
        }
        let files: Vec<_> = take(&mut self.files).into_iter().collect();
        if let [path] = &files[..] {
            if let Ok(bytes) = fs::read(path) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                platform::download(&name, &bytes);
                let _ = fs::remove_file(path);
            }
        } else if !files.is_empty() {
            begin("pack", move || pack("Rushes.zip".into(), Path::new(DOWNLOADS), &files));
        }
    }

    fn hand_on_each(&mut self, changed: BTreeSet<PathBuf>) {
        let home = fs::home().unwrap_or_default();
        let state = UserFolders::find().map(|folders| folders.state).unwrap_or_default();
        let by_path = BY_PATH.map(|folder| state.join(folder));
        for path in changed {
            let is_part = path.extension().is_some_and(|extension| extension == "part");
            let is_lock = path.extension().is_some_and(|extension| extension == "lock");
            if is_part || is_lock || by_path.iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            if path.starts_with(&home) {
                keep(&path);
            } else if path.starts_with(DOWNLOADS) {
                self.download(path);
            } else if let Some((take, clip)) = take_of(&path) {
                keep_review(&path, take, clip);
            }
        }
    }

    /// What is in a folder is handed over together with the rest of it.
    fn download(&mut self, path: PathBuf) {
        let inside = path.strip_prefix(DOWNLOADS).map(|path| path.components().count());
        if !fs::is_file(&path) {
            return;
        }
        if inside.is_ok_and(|depth| depth > 1) {
            let folder = path.components().take(3).collect();
            self.folders.insert(folder);
        } else {
            self.files.insert(path);
        }
    }
}

fn keep(path: &Path) {
    let name = path.to_string_lossy();
    match fs::read(path) {
        Ok(bytes) => platform::keep(&name, &bytes),
        Err(_) => platform::forget(&name),
    }
}

/// Keeps a review by what is in its take; where the browser has given the folder, it is written there as well.
fn keep_review(path: &Path, take: PathBuf, clip: String) {
    let Ok(bytes) = fs::read(path) else { return };
    platform::write_beside(&path.to_string_lossy(), &bytes);
    let (Some(folder), Some(until_read)) = (kept_folder(), key_until_read(&take)) else { return };
    let rest = format!("{clip}{ENDING}");
    let known = known_key(&take);
    let _ = fs::create_dir_all(&folder);
    // These are changes, which the browser keeps.
    let _ = fs::write(folder.join(format!("{until_read}{rest}")), bytes);
    match known {
        Some(key) => now_known_by(&key, &until_read, &rest),
        None => {
            _ = begin("keep", move || {
                if let Some(key) = key_of(&take) {
                    now_known_by(&key, &until_read, &rest);
                }
            })
        }
    }
}

/// Makes one download of files in a folder.
fn pack(name: String, folder: &Path, files: &[PathBuf]) {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        let added = zip.start_file(name, zip::write::SimpleFileOptions::default());
        let bytes = fs::read(path).unwrap_or_default();
        if added.is_ok() {
            for piece in bytes.chunks(1 << 16) {
                let _ = zip.write_all(piece);
                give_way();
            }
        }
        let _ = fs::remove_file(path);
    }
    if let Ok(packed) = zip.finish() {
        send(PageEvent::Packed(name.into(), packed.into_inner()));
    }
}
