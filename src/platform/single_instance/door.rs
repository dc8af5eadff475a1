//! The door of the window that is open: a socket in the folder of what a user's programs have while
//! that user is logged in.
//!
//! Nobody else can come to it. The folder is looked at first, since a variable alone says which it is;
//! the kernel is asked who is at the other end. Whoever has the lock beside the socket has the door; a
//! program that crashes loses both, so that no door outlives its window.

use std::fs::{File, Permissions};
use std::io::{self, PipeReader, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Found, Load, message};
use crate::platform::display::{self, Display};
use crate::platform::worker::{self, Worker};

/// How long a program that was started waits for a window that has its hands full, before it opens
/// one of its own.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the window waits for what a program has to say.
const READING: Duration = Duration::from_secs(1);

/// How long the door takes from its lock to its socket, at most.
const OPENING: Duration = Duration::from_millis(300);

/// The longest message: over a hundred thousand files.
const MOST_BYTES: usize = 16 << 20;

/// What a window says once files are its own.
const TAKEN: u8 = b'y';

/// Looks for the window of this user on this display, and hands the files to it. Without files, only
/// whether there is none is looked at.
pub fn find(load: Option<&Load>) -> Found {
    let folders = directories::BaseDirs::new();
    let folder = folders.as_ref().and_then(|folders| folders.runtime_dir());
    let display = match display::display() {
        Ok(Display::Wayland(name) | Display::X11(name)) => name.into_string().ok(),
        Err(_) => None,
    };
    match (folder, display.filter(|name| !name.is_empty())) {
        (Some(folder), Some(display)) => find_in(folder, &display, load),
        _ => Found::Nothing(None),
    }
}

fn find_in(folder: &Path, display: &str, load: Option<&Load>) -> Found {
    if !is_private(folder) {
        return Found::Nothing(None);
    }
    let name = format!("rushes-{}", display.replace('/', "_"));
    let socket = folder.join(name + ".socket");
    match Door::open(socket.clone()) {
        Ok(Some(door)) => Found::Nothing(Some(door)),
        Ok(None) if load.is_some_and(|load| hand_over(&socket, load).unwrap_or(false)) => {
            Found::Window
        }
        // Whatever went wrong: the files open all the same.
        _ => Found::Nothing(None),
    }
}

/// Whether a folder is this user's, and nobody else may look into it.
fn is_private(folder: &Path) -> bool {
    let user = rustix::process::geteuid().as_raw();
    let about = folder.symlink_metadata();
    about.is_ok_and(|about| about.is_dir() && about.uid() == user && about.mode() & 0o077 == 0)
}

/// Whether the same user is at the other end.
fn is_mine(stream: &UnixStream) -> bool {
    let peer = rustix::net::sockopt::socket_peercred(stream);
    peer.is_ok_and(|peer| peer.uid == rustix::process::geteuid())
}

/// Hands files to the window that has the door, and tells whether it took them.
fn hand_over(socket: &Path, load: &Load) -> io::Result<bool> {
    let mut stream = connect(socket)?;
    if !is_mine(&stream) {
        return Ok(false);
    }
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(&message::write(load))?;
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut answer = [0];
    stream.read_exact(&mut answer)?;
    Ok(answer == [TAKEN])
}

fn connect(socket: &Path) -> io::Result<UnixStream> {
    let until = Instant::now() + OPENING;
    loop {
        match UnixStream::connect(socket) {
            Err(_) if Instant::now() < until => std::thread::sleep(Duration::from_millis(10)),
            result => return result,
        }
    }
}

/// The door, while nobody listens at it. What comes waits.
pub struct Door {
    listener: UnixListener,
    socket: PathBuf,
    /// Held as long as the door is.
    _lock: File,
}

impl Door {
    /// Takes the place; `None` where another program has it.
    fn open(socket: PathBuf) -> io::Result<Option<Self>> {
        let mut lock = File::options();
        let lock = lock.create(true).truncate(false).write(true);
        let lock = lock.open(socket.with_extension("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(error)) => return Err(error),
        }
        // One that is left here is a crash's.
        match std::fs::remove_file(&socket) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&socket)?;
        std::fs::set_permissions(&socket, Permissions::from_mode(0o600))?;
        // Who was waiting may be gone when it is let in.
        listener.set_nonblocking(true)?;
        Ok(Some(Self {
            listener,
            socket,
            _lock: lock,
        }))
    }

    /// Takes what comes, until this is dropped.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub fn listen(self, take: impl FnMut(Handed) + Send + 'static) -> io::Result<Listening> {
        Worker::start("door", move |stopped| self.live(&stopped, take)).map(Listening)
    }

    fn live(self, stopped: &PipeReader, mut take: impl FnMut(Handed)) {
        loop {
            let files = [Some(stopped.as_fd()), Some(self.listener.as_fd())];
            let Ok([false, has_guest]) = worker::wait(files, None) else {
                return;
            };
            if !has_guest {
                continue;
            }
            match self.listener.accept() {
                Ok((stream, _)) if is_mine(&stream) => {
                    if let Some(load) = receive(&stream, stopped) {
                        take(Handed { load, stream });
                    }
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // No files are left to the process: whoever waits is there in a moment as well.
                Err(_) => {
                    let later = Instant::now() + Duration::from_millis(100);
                    let _ = worker::wait([Some(stopped.as_fd())], Some(later));
                }
            }
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        // While the lock is held: a newer door would be gone with it.
        let _ = std::fs::remove_file(&self.socket);
    }
}

/// A message, if all of it comes in time.
fn receive(mut stream: &UnixStream, stopped: &PipeReader) -> Option<Load> {
    let until = Instant::now() + READING;
    let mut bytes = Vec::new();
    let mut piece = [0; 1 << 12];
    loop {
        let files = [Some(stopped.as_fd()), Some(stream.as_fd())];
        let Ok([false, true]) = worker::wait(files, Some(until)) else {
            return None;
        };
        match stream.read(&mut piece) {
            Ok(0) => return message::read(&bytes),
            Ok(count) if bytes.len() + count <= MOST_BYTES => {
                bytes.extend_from_slice(&piece[..count]);
            }
            _ => return None,
        }
    }
}

/// What keeps the door open.
pub struct Listening(#[allow(dead_code)] Worker);

/// Files that another program was started with, and that it opens itself unless they are accepted.
#[derive(Debug)]
pub struct Handed {
    load: Load,
    stream: UnixStream,
}

impl Handed {
    /// Tells the other program that its files are opened here; `None` where it has given up.
    pub fn accept(mut self) -> Option<Load> {
        self.stream.write_all(&[TAKEN]).ok()?;
        Some(self.load)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    /// A folder that is this user's alone, until the test is over.
    struct Private(PathBuf);

    impl Private {
        fn new(name: &str) -> Self {
            let name = format!("rushes-door-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
            Self(folder)
        }

        /// A door with somebody behind it who accepts what comes.
        fn door(&self) -> (Listening, Receiver<Load>) {
            let Found::Nothing(Some(door)) = find_in(&self.0, ":7", None) else {
                panic!("no door");
            };
            let (send, loads) = channel();
            let take = move |handed: Handed| drop(handed.accept().map(|load| send.send(load)));
            (door.listen(take).unwrap(), loads)
        }

        fn finds_window(&self, display: &str, load: &Load) -> bool {
            matches!(find_in(&self.0, display, Some(load)), Found::Window)
        }
    }

    impl Drop for Private {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn load(path: &str) -> Load {
        Load {
            paths: vec![path.into()],
            token: Some("token".into()),
        }
    }

    #[test]
    fn files_go_to_the_window_that_is_open_on_the_same_display() {
        let folder = Private::new("open");
        let (listening, loads) = folder.door();
        let many = Load {
            paths: (0..20_000)
                .map(|i| format!("/takes/{i}.bvh").into())
                .collect(),
            token: None,
        };
        for load in [load("/a.bvh"), many] {
            assert!(folder.finds_window(":7", &load));
            assert_eq!(loads.recv_timeout(PATIENCE), Ok(load));
        }
        assert!(!folder.finds_window("/run/wayland-0", &load("/a.bvh")));
        drop(listening);
        // The next one has a door again.
        let _next = folder.door();
    }

    #[test]
    fn a_door_is_for_its_user_alone() {
        let folder = Private::new("user");
        let (_listening, _) = folder.door();
        let mode = |name: &str| {
            let about = std::fs::metadata(folder.0.join(name)).unwrap();
            about.mode() & 0o777
        };
        assert_eq!(mode("rushes-:7.socket"), 0o600);
        let (one, _other) = UnixStream::pair().unwrap();
        assert!(is_mine(&one));
        for others in [0o701, 0o710, 0o777] {
            std::fs::set_permissions(&folder.0, Permissions::from_mode(others)).unwrap();
            let found = find_in(&folder.0, ":8", Some(&load("/a.bvh")));
            assert!(matches!(found, Found::Nothing(None)), "{others:o}");
        }
    }

    #[test]
    fn a_door_that_a_crash_left_behind_is_replaced() {
        let folder = Private::new("crash");
        let socket = folder.0.join("rushes-:7.socket");
        drop(UnixListener::bind(&socket).unwrap());
        assert!(socket.exists());
        let (listening, loads) = folder.door();
        assert!(folder.finds_window(":7", &load("/a.bvh")));
        assert_eq!(loads.recv_timeout(PATIENCE), Ok(load("/a.bvh")));
        drop(listening);
        assert!(!socket.exists());
    }

    #[test]
    fn a_window_that_does_not_take_files_is_not_given_them() {
        let folder = Private::new("refused");
        let found = find_in(&folder.0, ":7", Some(&load("/a.bvh")));
        let Found::Nothing(Some(door)) = found else {
            panic!("no door");
        };
        let (send, refused) = channel();
        let listening = door.listen(move |handed| send.send(handed.load).unwrap());
        assert!(!folder.finds_window(":7", &load("/a.bvh")));
        assert_eq!(refused.recv_timeout(PATIENCE), Ok(load("/a.bvh")));
        drop(listening);
    }

    #[test]
    fn nothing_that_comes_through_the_door_holds_it_up_for_long() {
        let folder = Private::new("silent");
        let (listening, loads) = folder.door();
        let socket = folder.0.join("rushes-:7.socket");
        let mut nonsense = UnixStream::connect(&socket).unwrap();
        nonsense.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        drop(nonsense);
        let silent = UnixStream::connect(&socket).unwrap();
        assert!(folder.finds_window(":7", &load("/a.bvh")));
        assert_eq!(loads.recv_timeout(PATIENCE), Ok(load("/a.bvh")));
        let _also_silent = UnixStream::connect(&socket).unwrap();
        let before = Instant::now();
        drop(listening);
        assert!(before.elapsed() < READING / 2, "closing waits for nobody");
        drop(silent);
    }

    #[test]
    fn who_gave_up_is_told_of_nothing() {
        let (here, there) = UnixStream::pair().unwrap();
        drop(there);
        let handed = Handed {
            load: load("/a.bvh"),
            stream: here,
        };
        assert_eq!(handed.accept(), None);
    }
}
