//! A disk in memory, for a program that is given none: files that were dropped on a page, and what the program writes.
//!
//! What lies with the browser is read when somebody asks for it ([`Host`]). What is written is noted, so that the
//! browser can keep it ([`take_changes`]).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// A file that lies outside of memory.
pub trait Host: Send + Sync {
    /// How many bytes it has.
    fn len(&self) -> u64;

    /// Reads from byte `from` on, as many as there is room for; fewer at its end alone.
    ///
    /// # Errors
    /// Where it cannot be read, or not now.
    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<usize>;
}

enum Content {
    Bytes(Vec<u8>),
    Host(Arc<dyn Host>),
}

struct Inode {
    content: Content,
    modified: SystemTime,
}

type Shared = Arc<Mutex<Inode>>;

enum Entry {
    Folder,
    File(Shared),
}

#[derive(Default)]
struct Disk {
    entries: BTreeMap<PathBuf, Entry>,
    /// What was written, moved or removed, in this order.
    changes: Vec<PathBuf>,
}

static DISK: Mutex<Disk> = Mutex::new(Disk { entries: BTreeMap::new(), changes: Vec::new() });

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The path from the root on, without steps back. Where nothing else is said, that is where the program is.
fn whole(path: &Path) -> PathBuf {
    let mut whole = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => _ = whole.pop(),
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    whole
}

impl Disk {
    fn find(&self, path: &Path) -> io::Result<&Entry> {
        const ROOT: &Entry = &Entry::Folder;
        let path = whole(path);
        if path.parent().is_none() {
            return Ok(ROOT);
        }
        self.entries.get(&path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn has_folder(&self, path: &Path) -> bool {
        matches!(self.find(path), Ok(Entry::Folder))
    }

    fn in_a_folder(&self, path: &Path) -> io::Result<()> {
        if path.parent().is_some_and(|folder| self.has_folder(folder)) {
            Ok(())
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    fn time(&self) -> SystemTime {
        let now = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
        SystemTime::UNIX_EPOCH + now.unwrap_or_default()
    }

    fn note(&mut self, path: PathBuf) {
        if self.changes.last() != Some(&path) {
            self.changes.push(path);
        }
    }
}

/// Puts a file there that lies with the browser, with its folders.
pub fn put(path: &Path, host: Arc<dyn Host>, modified: SystemTime) {
    put_inode(path, Inode { content: Content::Host(host), modified });
}

/// Puts a file there as it was kept, with its folders. That is no change.
pub fn put_bytes(path: &Path, bytes: Vec<u8>, modified: SystemTime) {
    put_inode(path, Inode { content: Content::Bytes(bytes), modified });
}

fn put_inode(path: &Path, inode: Inode) {
    let path = whole(path);
    let mut disk = lock(&DISK);
    for folder in path.ancestors().skip(1).filter(|folder| folder.parent().is_some()) {
        disk.entries.entry(folder.to_path_buf()).or_insert(Entry::Folder);
    }
    disk.entries.insert(path, Entry::File(Arc::new(Mutex::new(inode))));
}

/// What was written, moved or removed since this was asked last.
pub fn take_changes() -> Vec<PathBuf> {
    std::mem::take(&mut lock(&DISK).changes)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileType {
    is_dir: bool,
}

impl FileType {
    pub fn is_dir(&self) -> bool {
        self.is_dir
    }

    pub fn is_file(&self) -> bool {
        !self.is_dir
    }

    /// There are no links.
    pub fn is_symlink(&self) -> bool {
        false
    }
}

#[derive(Clone, Debug)]
pub struct Metadata {
    kind: FileType,
    len: u64,
    modified: SystemTime,
}

impl Metadata {
    fn of(entry: &Entry) -> Self {
        match entry {
            Entry::Folder => {
                Self { kind: FileType { is_dir: true }, len: 0, modified: SystemTime::UNIX_EPOCH }
            }
            Entry::File(inode) => Self::of_inode(&lock(inode)),
        }
    }

    fn of_inode(inode: &Inode) -> Self {
        let len = match &inode.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Host(host) => host.len(),
        };
        Self { kind: FileType { is_dir: false }, len, modified: inode.modified }
    }

    pub fn file_type(&self) -> FileType {
        self.kind
    }

    pub fn is_dir(&self) -> bool {
        self.kind.is_dir()
    }

    pub fn is_file(&self) -> bool {
        self.kind.is_file()
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.modified)
    }
}

pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    lock(&DISK).find(path.as_ref()).map(Metadata::of)
}

/// There are no links.
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// There are no links.
pub fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(io::ErrorKind::InvalidInput.into())
}

pub fn is_dir(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok_and(|found| found.is_dir())
}

pub fn is_file(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok_and(|found| found.is_file())
}

pub fn exists(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok()
}

/// The home of the one user.
pub fn home() -> Option<PathBuf> {
    Some(PathBuf::from("/home"))
}

/// The folder for files that nobody keeps.
pub fn temporary() -> PathBuf {
    PathBuf::from("/tmp")
}

/// Where a program keeps its configuration, its state and what can be made again.
pub fn user_folders(program: &str) -> Option<[PathBuf; 3]> {
    Some(
        [".config", ".local/state", ".cache"]
            .map(|kind| Path::new("/home").join(kind).join(program)),
    )
}

pub fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    Ok(whole(path.as_ref()))
}

pub fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    metadata(&path).map(|_| whole(path.as_ref()))
}

#[derive(Debug)]
pub struct DirEntry {
    path: PathBuf,
    about: Metadata,
}

impl DirEntry {
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    pub fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_os_string()
    }

    pub fn file_type(&self) -> io::Result<FileType> {
        Ok(self.about.file_type())
    }

    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.about.clone())
    }
}

/// What is in a folder, by name.
pub fn read_dir(path: impl AsRef<Path>) -> io::Result<ReadDir> {
    let path = path.as_ref();
    let disk = lock(&DISK);
    if !matches!(disk.find(path)?, Entry::Folder) {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let folder = whole(path);
    let inside = disk.entries.range(folder.clone()..);
    let inside = inside.take_while(|(path, _)| path.starts_with(&folder));
    let inside = inside.filter(|(path, _)| path.parent() == Some(&folder));
    let entries: Vec<DirEntry> = inside
        .map(|(own, entry)| {
            // As the folder was called.
            let path = path.join(own.file_name().unwrap_or_default());
            DirEntry { path, about: Metadata::of(entry) }
        })
        .collect();
    Ok(ReadDir(entries.into_iter()))
}

#[derive(Debug)]
pub struct ReadDir(std::vec::IntoIter<DirEntry>);

impl Iterator for ReadDir {
    type Item = io::Result<DirEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Ok)
    }
}

#[derive(Debug, Default)]
pub struct DirBuilder {
    recursive: bool,
}

impl DirBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn recursive(&mut self, recursive: bool) -> &mut Self {
        self.recursive = recursive;
        self
    }

    pub fn create(&self, path: impl AsRef<Path>) -> io::Result<()> {
        if self.recursive { create_dir_all(path) } else { create_dir(path) }
    }
}

pub fn create_dir(path: impl AsRef<Path>) -> io::Result<()> {
    let path = whole(path.as_ref());
    let mut disk = lock(&DISK);
    if disk.find(&path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    disk.in_a_folder(&path)?;
    disk.entries.insert(path, Entry::Folder);
    Ok(())
}

pub fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let path = whole(path.as_ref());
    if path.parent().is_none() || is_dir(&path) {
        return Ok(());
    }
    create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
    create_dir(path)
}

pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let path = whole(path.as_ref());
    let mut disk = lock(&DISK);
    if matches!(disk.find(&path)?, Entry::Folder) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    disk.entries.remove(&path);
    disk.note(path);
    Ok(())
}

/// Moves a file or a folder. A file that is there gives way.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let [from, to] = [whole(from.as_ref()), whole(to.as_ref())];
    let mut disk = lock(&DISK);
    let is_folder = matches!(disk.find(&from)?, Entry::Folder);
    disk.in_a_folder(&to)?;
    if disk.has_folder(&to) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let moved: Vec<PathBuf> = if is_folder {
        disk.entries.keys().filter(|path| path.starts_with(&from)).cloned().collect()
    } else {
        vec![from.clone()]
    };
    for old in moved {
        let behind = old.strip_prefix(&from).unwrap_or(Path::new(""));
        // Joined with nothing, it would end in a slash.
        let new = if behind.as_os_str().is_empty() { to.clone() } else { to.join(behind) };
        if let Some(entry) = disk.entries.remove(&old) {
            disk.entries.insert(new.clone(), entry);
            disk.note(old);
            disk.note(new);
        }
    }
    Ok(())
}

pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::options().write(true).create(true).truncate(true).open(path)?.write_all(bytes.as_ref())
}

pub fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    let bytes = read(from)?;
    write(to, &bytes)?;
    Ok(bytes.len() as u64)
}

#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    reads: bool,
    writes: bool,
    appends: bool,
    truncates: bool,
    creates: bool,
    creates_new: bool,
}

impl OpenOptions {
    pub fn read(&mut self, read: bool) -> &mut Self {
        self.reads = read;
        self
    }

    pub fn write(&mut self, write: bool) -> &mut Self {
        self.writes = write;
        self
    }

    pub fn append(&mut self, append: bool) -> &mut Self {
        self.appends = append;
        self
    }

    pub fn truncate(&mut self, truncate: bool) -> &mut Self {
        self.truncates = truncate;
        self
    }

    pub fn create(&mut self, create: bool) -> &mut Self {
        self.creates = create;
        self
    }

    pub fn create_new(&mut self, create: bool) -> &mut Self {
        self.creates_new = create;
        self
    }

    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        let path = whole(path.as_ref());
        let mut disk = lock(&DISK);
        let time = disk.time();
        let inode = match disk.find(&path) {
            Ok(_) if self.creates_new => return Err(io::ErrorKind::AlreadyExists.into()),
            Ok(Entry::Folder) => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(Entry::File(inode)) => {
                let inode = inode.clone();
                if self.truncates {
                    lock(&inode).content = Content::Bytes(Vec::new());
                    disk.note(path.clone());
                }
                inode
            }
            Err(error) if !(self.creates || self.creates_new) => return Err(error),
            Err(_) => {
                disk.in_a_folder(&path)?;
                let inode = Inode { content: Content::Bytes(Vec::new()), modified: time };
                let inode = Arc::new(Mutex::new(inode));
                disk.entries.insert(path.clone(), Entry::File(inode.clone()));
                disk.note(path.clone());
                inode
            }
        };
        Ok(File { inode, path, at: Arc::default(), options: self.clone() })
    }
}

/// An open file. Its copies share the place that they are at, as those of the system do.
#[derive(Clone)]
pub struct File {
    inode: Shared,
    path: PathBuf,
    at: Arc<Mutex<u64>>,
    options: OpenOptions,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "File({})", self.path.display())
    }
}

impl File {
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::options().read(true).open(path)
    }

    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::options().write(true).create(true).truncate(true).open(path)
    }

    /// Nobody else has the disk.
    pub fn try_lock(&self) -> io::Result<()> {
        Ok(())
    }

    pub fn options() -> OpenOptions {
        OpenOptions::default()
    }

    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::of_inode(&lock(&self.inode)))
    }

    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    pub fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(|bytes| {
            bytes.resize(usize::try_from(len).unwrap_or(usize::MAX), 0);
            Ok(())
        })
    }

    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Reads from byte `from` on, wherever the file is at.
    pub fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<usize> {
        let host = match &lock(&self.inode).content {
            Content::Host(host) => host.clone(),
            Content::Bytes(own) => {
                let own = own.get(usize::try_from(from).unwrap_or(usize::MAX)..).unwrap_or(&[]);
                let count = own.len().min(bytes.len());
                bytes[..count].copy_from_slice(&own[..count]);
                return Ok(count);
            }
        };
        // It may take its time, and others go on meanwhile.
        host.read_at(from, bytes)
    }

    /// Changes the bytes of a file; one that lies with the browser is not to be written.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<u8>) -> io::Result<T>) -> io::Result<T> {
        if !(self.options.writes || self.options.appends) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let mut disk = lock(&DISK);
        let mut inode = lock(&self.inode);
        let Content::Bytes(bytes) = &mut inode.content else {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        };
        let changed = change(bytes);
        inode.modified = disk.time();
        disk.note(self.path.clone());
        changed
    }
}

impl Read for &File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let at = *lock(&self.at);
        let read = self.read_at(bytes, at)?;
        *lock(&self.at) = at + read as u64;
        Ok(read)
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (&*self).read(bytes)
    }
}

impl Write for &File {
    fn write(&mut self, new: &[u8]) -> io::Result<usize> {
        let appends = self.options.appends;
        let mut place = lock(&self.at);
        let end = self.change(|bytes| {
            let at = usize::try_from(*place).unwrap_or(usize::MAX);
            let at = if appends { bytes.len() } else { at };
            let end = at.checked_add(new.len()).ok_or(io::ErrorKind::FileTooLarge)?;
            if end > bytes.len() {
                let more = end - bytes.len();
                bytes.try_reserve(more)?;
                bytes.resize(end, 0);
            }
            bytes[at..end].copy_from_slice(new);
            Ok(end)
        })?;
        *place = end as u64;
        Ok(new.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&*self).seek(to)
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let len = self.metadata()?.len();
        let mut at = lock(&self.at);
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => len.checked_add_signed(by),
            SeekFrom::Current(by) => at.checked_add_signed(by),
        };
        *at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(*at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_was_written_and_tells_what_changed() {
        let folder = Path::new("/disk-test");
        assert!(write(folder.join("a/walk.bvh"), "take").is_err(), "there is no folder");
        create_dir_all(folder.join("a/b")).unwrap();
        let path = folder.join("a/walk.bvh");
        write(&path, "take").unwrap();
        assert_eq!(read(folder.join("a/../a/./walk.bvh")).unwrap(), b"take");
        let mut open = File::options().append(true).open(&path).unwrap();
        open.write_all(b" two").unwrap();
        assert_eq!(metadata(&path).unwrap().len(), 8);
        let mut file = File::open(&path).unwrap();
        file.seek(SeekFrom::End(-3)).unwrap();
        let mut end = String::new();
        file.read_to_string(&mut end).unwrap();
        assert_eq!(end, "two");
        assert!(file.write_all(b"x").is_err(), "it was opened to read");
        rename(folder.join("a"), folder.join("c")).unwrap();
        let names: Vec<_> =
            read_dir(folder.join("c")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["b", "walk.bvh"]);
        assert!(!exists(&path) && is_dir(folder.join("c/b")));
        remove_file(folder.join("c/walk.bvh")).unwrap();
        let changed = take_changes();
        let mut own = changed.iter().filter(|changed| changed.starts_with(folder));
        let moved = folder.join("c/walk.bvh");
        assert_eq!([own.next(), own.next_back()], [Some(&path), Some(&moved)]);
    }

    #[test]
    fn a_file_of_the_browser_is_read_where_it_lies() {
        struct Zeros;
        impl Host for Zeros {
            fn len(&self) -> u64 {
                1 << 40
            }
            fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<usize> {
                let left = (self.len() - from).min(bytes.len() as u64) as usize;
                bytes[..left].fill(0);
                Ok(left)
            }
        }
        let path = Path::new("/disk-host/large.bvh");
        put(path, Arc::new(Zeros), SystemTime::UNIX_EPOCH);
        assert_eq!(metadata(path).unwrap().len(), 1 << 40);
        let mut file = File::open(path).unwrap();
        file.seek(SeekFrom::End(-2)).unwrap();
        let mut end = Vec::new();
        file.read_to_end(&mut end).unwrap();
        assert_eq!(end, [0, 0]);
        let mut written = File::options().write(true).open(path).unwrap();
        assert!(written.write_all(b"x").is_err(), "it is not ours");
    }
}
