//! A file while it is being written: without a name where the system has such files, so that nothing is left of it
//! whatever ends the program; else under a name that it will not keep.
//!
//! Whoever writes one holds its lock for as long. One that nobody has locked was left by a program that was killed: it
//! is removed when something is next written into its folder.

use std::collections::HashMap;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::beginning::folder_of;
use super::panics::lock;
use crate::fs::{self, File, Metadata};

/// What the names of such files begin and end with, and how many letters and digits are between.
const NAME: [&str; 2] = [".rushes-", ".part"];
const RANDOM: usize = 8;

/// What the locks of reviews begin and end with, which their programs remove.
const LOCK: [&str; 2] = [".", ".rushes.json.lock"];

/// How long a folder is not looked through again: it may have very many files, and very many be written into it.
const SWEPT_FOR: Duration = Duration::from_secs(60);

/// How often a file is put in the place of one that another program has open, and how long that is waited for
/// in between.
const TRIES: u32 = 10;
pub(super) const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Those who could read the file that was there; everybody whom the system lets, where none was.
    Same,
    /// The user alone, whoever could before.
    User,
}

/// A file that is being written. Dropped, it is gone.
pub(super) struct Part {
    file: File,
    named: Option<Named>,
}

/// The name of a file that will not keep it.
struct Named {
    path: TempPath,
    _unfinished: Unfinished,
}

impl Part {
    pub fn in_folder(folder: &Path, readers: Readers) -> io::Result<Self> {
        sweep(folder);
        match unnamed::open(folder, mode(readers)) {
            Some(file) => Ok(Self { file, named: None }),
            None => Self::named_in(folder, readers),
        }
    }

    /// A new file with a short name that nobody can foresee.
    pub fn named_in(folder: &Path, readers: Readers) -> io::Result<Self> {
        sweep(folder);
        let builder = builder(readers);
        let make = || {
            if cfg!(windows) {
                // On Windows a file that is made as a temporary one stays marked so, and backups leave it out.
                builder.make_in(folder, |path| {
                    let mut options = File::options();
                    options.read(true).write(true).create_new(true).open(path)
                })
            } else {
                builder.tempfile_in(folder)
            }
        };
        loop {
            let (made, unfinished) = Unfinished::make(make)?;
            let (file, path) = made.into_parts();
            // Another program may have taken it for one that was left, ahead of the lock.
            if lock_new(&file)? {
                return Ok(Self { file, named: Some(Named { path, _unfinished: unfinished }) });
            }
        }
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    /// Where another program finds it, for as long as it is being written.
    #[cfg(feature = "app")]
    pub fn path(&self) -> PathBuf {
        match &self.named {
            Some(named) => named.path.to_path_buf(),
            None => unnamed::path(&self.file),
        }
    }

    /// Gives the finished file its name, in the place of what has it.
    pub fn keep_as(self, path: &Path) -> io::Result<()> {
        self.keep(path, true)
    }

    /// Gives the finished file a name that nothing has; fails with `AlreadyExists` where something does.
    #[cfg(feature = "app")]
    pub fn keep_as_new(self, path: &Path) -> io::Result<()> {
        self.keep(path, false)
    }

    fn keep(self, path: &Path, may_replace: bool) -> io::Result<()> {
        let Self { mut file, named } = self;
        let named = match named {
            Some(named) => Ok(named),
            // Where nothing is in its place, there is no moment at which it has another name.
            None => match unnamed::link(&file, path) {
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !may_replace {
                        return Err(error);
                    }
                    linked(&file, folder_of(path))
                }
                Err(error) => Err(error),
            },
        };
        let Ok(named) = named else {
            // Some file systems have files without names and give them none.
            let mut copy = Self::named_in(folder_of(path), Readers::User)?;
            file.rewind()?;
            io::copy(&mut file, &mut copy.file)?;
            allow_as(&file.metadata()?, &copy.file)?;
            return copy.keep(path, may_replace);
        };
        if cfg!(windows) {
            drop(file);
        }
        if may_replace { take_place(named, path) } else { take_free_name(named, path) }
    }
}

fn builder(readers: Readers) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(NAME[0]).suffix(NAME[1]).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(mode(readers)));
    }
    #[cfg(not(unix))]
    let _ = readers; // the folder decides
    builder
}

/// The permissions of a new file, as far as the user's mask lets them.
fn mode(readers: Readers) -> u32 {
    if readers == Readers::User { 0o600 } else { 0o666 }
}

/// A file without a name under one of those that none keeps.
fn linked(file: &File, folder: &Path) -> io::Result<Named> {
    let link = || builder(Readers::Same).make_in(folder, |path| unnamed::link(file, path));
    let (linked, unfinished) = Unfinished::make(link)?;
    Ok(Named { path: linked.into_temp_path(), _unfinished: unfinished })
}

fn take_place(named: Named, path: &Path) -> io::Result<()> {
    let mut part = named.path;
    let mut tries = 1;
    // What looks at every new file on Windows, such as a virus scanner, has it open for a moment.
    while let Err(error) = fs::rename(&part, path) {
        if !cfg!(windows) || tries == TRIES || fs::is_dir(path) {
            return Err(error);
        }
        tries += 1;
        std::thread::sleep(PAUSE);
    }
    part.disable_cleanup(true);
    Ok(())
}

/// A second name that nothing has, behind which the first one goes.
fn take_free_name(named: Named, path: &Path) -> io::Result<()> {
    match fs::hard_link(&named.path, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // Some file systems have one name a file.
            if fs::symlink_metadata(path).is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            take_place(named, path)
        }
        result => result,
    }
}

/// Gives a file the owner and the permissions of another one.
#[cfg(unix)]
pub(super) fn allow_as(old: &Metadata, file: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    // Most users may not give files away: then it is theirs.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o777))
}

#[cfg(not(unix))]
pub(super) fn allow_as(_: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

/// Locks a new file for as long as it is open; whether it still has its name. A file system without locks has nobody
/// who looks for them.
#[cfg(unix)]
fn lock_new(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let is_taken = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
    Ok(!is_taken && file.metadata()?.nlink() > 0)
}

/// On other systems, who has a file open is told without a lock, which would keep out a program that is to write it.
#[cfg(not(unix))]
fn lock_new(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Removes a file that no program writes any more.
#[cfg(unix)]
fn remove_if_left(path: &Path) -> io::Result<()> {
    let file = File::options().read(true).write(true).open(path)?;
    file.try_lock()?;
    fs::remove_file(path)
}

/// Removes a file that no program has open. One that has been finished is open no more, and gets its name soon.
#[cfg(windows)]
fn remove_if_left(path: &Path) -> io::Result<()> {
    use std::os::windows::fs::OpenOptionsExt as _;
    let file = File::options().write(true).share_mode(0).open(path)?;
    let written = file.metadata()?.modified()?;
    drop(file);
    if written.elapsed().is_ok_and(|since| since > SWEPT_FOR) {
        fs::remove_file(path)
    } else {
        Ok(())
    }
}

#[cfg(not(any(unix, windows)))]
fn remove_if_left(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what killed programs have left in a folder, where that was not done lately.
fn sweep(folder: &Path) {
    static SWEPT: Mutex<Option<HashMap<PathBuf, Instant>>> = Mutex::new(None);
    let is_due = {
        let mut swept = lock(&SWEPT);
        let swept = swept.get_or_insert_default();
        swept.retain(|_, when| when.elapsed() < SWEPT_FOR);
        let is_due = !swept.contains_key(folder);
        swept.entry(folder.to_path_buf()).or_insert_with(Instant::now);
        is_due
    };
    if is_due {
        remove_left(folder);
    }
}

fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_ours);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // What is being written stays, and so does what is somebody else's.
            let _ = remove_if_left(&entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let between = |[before, behind]: [&str; 2]| name.strip_prefix(before)?.strip_suffix(behind);
    let is_random =
        |name: &str| name.len() == RANDOM && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    between(NAME).is_some_and(is_random) || between(LOCK).is_some()
}

/// The files that are being written under names that they will not keep.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is removed where a signal ends the program while this is there.
struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file. A signal that comes meanwhile waits, and removes it.
    fn make<F>(
        make: impl FnOnce() -> io::Result<NamedTempFile<F>>,
    ) -> io::Result<(NamedTempFile<F>, Self)> {
        let mut all = unfinished();
        let file = make()?;
        let path = file.path().to_path_buf();
        all.push(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Removes them all. The program is to end behind that: no other file begins any more.
#[cfg(feature = "app")]
pub(super) fn remove_unfinished() {
    let all = unfinished();
    for path in all.iter() {
        // One that is gone, or has its own name by now, is what was wanted.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(all);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    lock(&UNFINISHED)
}

/// Files without a name, which Linux has on most file systems.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, OFlags, linkat};

    /// A new one in a folder; `None` where the file system has none, or nothing would lead to it.
    pub fn open(folder: &Path, mode: u32) -> Option<File> {
        let mut options = File::options();
        options.read(true).write(true).mode(mode);
        let file = options.custom_flags(OFlags::TMPFILE.bits() as i32).open(folder).ok()?;
        // A lock that it cannot have is not looked for, either.
        let _ = file.try_lock();
        fs::metadata(path(&file)).is_ok().then_some(file)
    }

    /// What leads to one, for every program of the user.
    pub fn path(file: &File) -> PathBuf {
        let own = fs::read_link("/proc/self").unwrap_or_default();
        Path::new("/proc").join(own).join("fd").join(file.as_raw_fd().to_string())
    }

    /// Gives one a name that nothing has.
    pub fn link(file: &File, to: &Path) -> io::Result<()> {
        Ok(linkat(CWD, path(file), CWD, to, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn open(_: &Path, _: u32) -> Option<File> {
        None
    }

    #[cfg(feature = "app")]
    pub fn path(_: &File) -> std::path::PathBuf {
        std::path::PathBuf::new()
    }

    pub fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write as _;

    use super::super::tests::folder;
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_program_left_is_removed_and_what_is_being_written_stays() {
        let folder = folder("left");
        let mut written = Part::named_in(&folder, Readers::Same).unwrap();
        let own = written.path().file_name().unwrap().to_str().unwrap().to_string();
        let stays = [".rushes-short.part", ".rushes-12345678.part.txt", ".walk.lock", "walk.bvh"];
        let left = [".rushes-12345678.part", ".rushes-aBcD90xy.part", ".walk.bvh.rushes.json.lock"];
        stays.iter().chain(&left).for_each(|name| fs::write(folder.join(name), "left").unwrap());
        std::os::unix::fs::symlink("walk.bvh", folder.join(".rushes-linked00.part")).unwrap();
        remove_left(&folder);
        let mut expected = stays.map(String::from).to_vec();
        expected.extend([own, ".rushes-linked00.part".into()]);
        expected.sort();
        assert_eq!(names(&folder), expected);
        written.file.write_all(b"take").unwrap();
        written.keep_as(&folder.join("new.htr")).unwrap();
        assert_eq!(fs::read(folder.join("new.htr")).unwrap(), b"take");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_is_being_written_has_no_name_where_the_system_has_such_files() {
        let folder = folder("unnamed");
        let Some(file) = unnamed::open(&folder, mode(Readers::Same)) else {
            return; // as on a disk of Windows
        };
        drop(file);
        for text in ["new", "newer"] {
            let part = Part::in_folder(&folder, Readers::Same).unwrap();
            let before = names(&folder);
            // As another program writes it.
            fs::write(part.path(), text).unwrap();
            assert_eq!(names(&folder), before);
            part.keep_as(&folder.join("a")).unwrap();
            assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), text);
            assert_eq!(names(&folder), ["a"]);
        }
        drop(Part::in_folder(&folder, Readers::Same).unwrap());
        assert_eq!(names(&folder), ["a"]);
    }
}
