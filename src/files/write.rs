//! How a file is written: as a whole, or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::beginning::folder_of;
use super::messages::reason;
use super::part::{Part, Readers, allow_as};
use crate::fs::{self, File, Metadata};

/// How many links in a row are followed: as many as systems do.
const MAX_LINKS: usize = 40;

/// What is written to these goes to whatever the program was started with.
const OPEN_ALREADY: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// Writes a file so that an older one survives a failed run, or one that is ended: into a new file first, which
/// then takes its name, its permissions and, where the system lets it, its owner.
///
/// Where the name is a link, the link stays and the file that it leads to is replaced. Of the several
/// names that hard links give a file, this one leads to the new file and the others keep the old one.
/// A file that is there and empty is written itself: there is nothing to lose, and who made it may
/// have it open to read from, as desktops do that ask for thumbnails. So is what [`is_stream`].
///
/// Where it fails, in plain words, the new file is gone, and what was empty is empty.
pub fn write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    put(path, Readers::Same, write).map_err(in_words)
}

/// As [`write()`], for what is nobody's business but the user's.
pub fn write_private(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    put(path, Readers::User, |out| write(out).and_then(|()| to_disk(out))).map_err(in_words)?;
    names_to_disk(path);
    Ok(())
}

/// As [`write()`], for a file that nobody has named: where its name is a link, the new file takes the place of the
/// link, and what that led to stays as it is. Tells where it led.
pub fn write_own(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<Option<PathBuf>> {
    let link = fs::read_link(path).ok();
    put_file(path, readers, |out| write(out).and_then(|()| to_disk(out))).map_err(in_words)?;
    names_to_disk(path);
    Ok(link)
}

/// As [`write()`], for a name that nothing has. Where something does, it fails with `AlreadyExists`, and what is there
/// stays.
#[cfg(feature = "app")]
pub fn write_new(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    refuse_device(path)?;
    let part = Part::in_folder(folder_of(path), Readers::Same).map_err(in_words)?;
    fill(&part, write).and_then(|()| part.keep_as_new(path)).map_err(in_words)
}

/// A file that is written, and takes its place once it is whole; dropped, it is gone.
#[cfg(any(feature = "app", feature = "parquet"))]
pub struct Waiting {
    part: Part,
    path: PathBuf,
}

/// Writes a file as [`write()`] does, which does not take its place yet.
#[cfg(feature = "app")]
pub fn write_ahead(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<Waiting> {
    let write = |path: PathBuf| {
        let part = new_version(&path, Readers::Same, |part| fill(part, write))?;
        Ok(Waiting { part, path })
    };
    refuse_device(path)?;
    end_of_links(path).and_then(write).map_err(in_words)
}

#[cfg(any(feature = "app", feature = "parquet"))]
impl Waiting {
    /// Begins one for a path.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let part = Part::in_folder(folder_of(path), Readers::Same).map_err(in_words)?;
        Ok(Self { part, path: path.to_path_buf() })
    }

    /// What is written to it.
    pub fn file(&self) -> io::Result<File> {
        self.part.file().try_clone()
    }

    pub fn put(self) -> io::Result<()> {
        self.part.keep_as(&self.path).map_err(in_words)
    }
}

/// Makes a folder, with those above it, for the user alone to look into.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut make = fs::DirBuilder::new();
    make.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.create(folder)
}

pub fn was_link(path: &Path, to: &Path) -> String {
    format!(
        "{}: it was a link to {}, which stays as it is: from now on it is a file of its own",
        path.display(),
        to.display()
    )
}

/// As [`write()`], by another program that is given the name of the new file. Fails where the path leads to what
/// keeps no file, too.
#[cfg(feature = "app")]
pub fn write_by(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    refuse_device(path)?;
    if is_stream(path) {
        return Err(io::Error::other("a video goes into a file"));
    }
    replace(&end_of_links(path)?, Readers::Same, |part| write(&part.path())).map_err(in_words)
}

/// The size in bytes of a file that is only written to find that out.
#[cfg(feature = "app")]
pub fn size_of(write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<u64> {
    let part = Part::named_in(&fs::temporary(), Readers::User)?;
    write(&part.path()).map_err(in_words)?;
    // Another one may have taken its place.
    Ok(fs::metadata(part.path())?.len())
}

/// Whether a path leads to what takes bytes as they come and keeps no file: a pipe, a device, or what
/// the program was started with as its output.
pub fn is_stream(path: &Path) -> bool {
    let is_special = |there: Metadata| !there.is_file() && !there.is_dir();
    cfg!(unix) && OPEN_ALREADY.iter().any(|open| path.starts_with(open))
        || fs::metadata(path).is_ok_and(is_special)
}

fn in_words(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(&error, "folder"))
}

/// What Windows takes for devices, whatever extension follows; `COM` and `LPT` with a digit as well.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Whether Windows takes the name of a file for a device, so that no file there can have it.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let port: Vec<char> = port.unwrap_or_default().chars().collect();
    matches!(port[..], ['1'..='9' | '¹' | '²' | '³']) || DEVICES.contains(&stem.as_str())
}

/// Refuses what Windows takes for a device in spite of its extension: what is written there would be gone. The device
/// itself is what is asked for by its bare name.
fn refuse_device(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if cfg!(windows) && path.extension().is_some() && is_device(&name) {
        Err(io::Error::other("on Windows that is the name of a device"))
    } else {
        Ok(())
    }
}

fn put(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    refuse_device(path)?;
    if is_stream(path) {
        // Behind what is there, if that turns out to be a file.
        let mut out = BufWriter::new(File::options().append(true).open(path)?);
        return write(&mut out).and_then(|()| out.flush());
    }
    put_file(&end_of_links(path)?, readers, write)
}

/// Has all of it on the disk: what is said to be saved survives the machine, and a network tells where it is full.
fn to_disk(out: &mut BufWriter<File>) -> io::Result<()> {
    out.flush()?;
    match out.get_ref().sync_all() {
        // A disk that knows no such thing, as some networks, and what is no file.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Has the name of a file on the disk as well, where systems have that apart from the file. It is there in any case.
fn names_to_disk(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
}

/// As [`put`], for a path that is no link, or one that gives way.
fn put_file(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let old = file_at(path);
    if readers == Readers::Same && old.as_ref().is_some_and(|old| old.len() == 0) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        let written = write(&mut out).and_then(|()| out.flush());
        if written.is_err() {
            let (file, _) = out.into_parts();
            let _ = file.set_len(0);
        }
        return written;
    }
    replace(path, readers, |part| fill(part, write))
}

fn fill(part: &Part, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, part.file().try_clone()?);
    write(&mut out)?;
    out.flush()
}

fn replace(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&Part) -> io::Result<()>,
) -> io::Result<()> {
    new_version(path, readers, write)?.keep_as(path)
}

/// A file that can take the place of what is at a path.
fn new_version(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&Part) -> io::Result<()>,
) -> io::Result<Part> {
    let old = file_at(path);
    let part = Part::in_folder(folder_of(path), readers)?;
    write(&part)?;
    if let (Some(old), Readers::Same) = (old, readers) {
        allow_as(&old, part.file())?;
    }
    Ok(part)
}

/// What there is of a file at a path itself, and not behind a link.
fn file_at(path: &Path) -> Option<Metadata> {
    fs::symlink_metadata(path).ok().filter(Metadata::is_file)
}

/// The file that a path leads to in the end, whether it is there or not.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = path.with_file_name("").join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links lead to one another"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::folder;
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = folder("write");
        let path = folder.join("out.txt");
        write(&path, |out| out.write_all(b"old")).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    }

    #[test]
    #[cfg(feature = "app")]
    fn what_is_new_takes_the_place_of_nothing() {
        let folder = folder("new");
        let path = folder.join("a");
        let put = |text: &'static [u8]| write_new(&path, |out| out.write_all(text));
        put(b"first").unwrap();
        assert_eq!(put(b"second").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        // As where files without a name are not to be had.
        let part = Part::named_in(&folder, Readers::Same).unwrap();
        assert_eq!(part.keep_as_new(&path).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        Part::named_in(&folder, Readers::Same).unwrap().keep_as_new(&folder.join("b")).unwrap();
        let mut names = fs::read_dir(&*folder).unwrap().map(|it| it.unwrap().file_name());
        assert!(names.by_ref().all(|name| name == "a" || name == "b"));
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink("nowhere", &link).unwrap();
            assert!(write_new(&link, |out| out.write_all(b"x")).is_err());
            assert!(!folder.join("nowhere").exists());
        }
    }

    #[test]
    fn who_has_an_empty_file_open_sees_what_is_written() {
        use std::io::Read as _;
        let folder = folder("made");
        let path = folder.join("thumbnail.png");
        let mut open = File::options().read(true).append(true).create(true).open(&path).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"");
        write(&path, |out| out.write_all(b"picture")).unwrap();
        let mut seen = String::new();
        open.read_to_string(&mut seen).unwrap();
        assert_eq!(seen, "picture");
        assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn a_name_of_any_length_that_a_folder_takes_can_be_written() {
        let folder = folder("long");
        let path = folder.join("x".repeat(251) + ".png");
        for text in ["old", "new"] {
            write(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    #[cfg(windows)]
    fn what_another_program_has_open_is_waited_for_and_stays_as_it_was() {
        use std::os::windows::fs::OpenOptionsExt as _;
        const FILE_SHARE_READ: u32 = 1;
        let folder = folder("open");
        let path = folder.join("take.htr");
        let put = |text: &'static [u8]| write(&path, |out| out.write_all(text));
        put(b"old").unwrap();
        let open = |shared| {
            let mut options = File::options();
            options.read(true).share_mode(shared).open(&path).unwrap()
        };
        // As long as it takes to look at it.
        let looked_at = open(FILE_SHARE_READ);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(2 * super::super::part::PAUSE);
                drop(looked_at);
            });
            put(b"new").unwrap();
        });
        // For good: by one that lets others read, and by one that does not.
        let in_use = open(FILE_SHARE_READ);
        let in_use_message = "another program has it open";
        let message = put(b"lost").unwrap_err().to_string();
        assert!(message.ends_with(in_use_message), "{message}");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(in_use);
        let in_use = open(0);
        let message = put(b"lost").unwrap_err().to_string();
        assert!(message.ends_with(in_use_message), "{message}");
        assert_eq!(reason(&File::open(&path).unwrap_err(), "file"), in_use_message);
        drop(in_use);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay_and_another_hard_link_keeps_the_old_file() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
        let folder = folder("links");
        let put = |path: &Path| write(path, |out| out.write_all(b"new"));
        let [file, link, other] = ["file", "link", "other"].map(|name| folder.join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).unwrap();
        fs::hard_link(&file, &other).unwrap();
        symlink("file", folder.join("between")).unwrap();
        symlink(folder.join("between"), &link).unwrap();
        put(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o604);
        assert_eq!(fs::read(&other).unwrap(), b"old");
        // A link to nothing yet.
        symlink("made", folder.join("dangling")).unwrap();
        put(&folder.join("dangling")).unwrap();
        assert_eq!(fs::read(folder.join("made")).unwrap(), b"new");
        // A ring of them.
        symlink("ring", folder.join("ring")).unwrap();
        let message = put(&folder.join("ring")).unwrap_err().to_string();
        assert_eq!(message, "too many links lead to one another");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_in_the_place_of_a_file_that_nobody_named_gives_way() {
        use std::os::unix::fs::symlink;
        let folder = folder("own");
        for (to, there) in [("other", Some("mine")), ("nowhere", None), ("empty", Some(""))] {
            let (path, other) = (folder.join("walk.bvh.rushes.json"), folder.join(to));
            there.into_iter().for_each(|text| fs::write(&other, text).unwrap());
            symlink(to, &path).unwrap();
            let put = || write_own(&path, Readers::Same, |out| out.write_all(b"notes"));
            assert_eq!(put().unwrap(), Some(to.into()));
            assert_eq!(put().unwrap(), None);
            assert!(fs::symlink_metadata(&path).unwrap().is_file());
            assert_eq!(fs::read(&path).unwrap(), b"notes");
            assert_eq!(fs::read_to_string(&other).ok().as_deref(), there);
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_is_the_users_alone_is_readable_by_nobody_else() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let folder = folder("private");
        let path = folder.join("remembered.toml");
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        write_private(&path, |out| out.write_all(b"recent")).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    #[cfg(unix)]
    fn what_keeps_no_file_is_written_as_it_is() {
        let folder = folder("pipe");
        write(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(is_stream(Path::new("/dev/null")) && is_stream(Path::new("/dev/stdout")));
        let pipe = folder.join("pipe.bvh");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).unwrap())
        };
        write(&pipe, |out| out.write_all(b"take")).unwrap();
        assert_eq!(reader.join().unwrap(), b"take");
        assert!(is_stream(&pipe) && !is_stream(&folder));
    }
}
