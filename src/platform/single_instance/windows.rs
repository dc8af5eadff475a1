//! The single instance on Windows: a mutex says which window takes files of later starts; a named pipe brings them.
//!
//! Both are named after the user and the session, and the pipe's access list has nobody but the user. Windows
//! that want to be the next one wait for the mutex: it is free as soon as its owner is gone, however that ended.

use std::ffi::{OsString, c_void};
use std::io::{self, Read as _, Write as _};
use std::os::windows::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::path::{self, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use interprocess::local_socket::prelude::*;
use interprocess::local_socket::{GenericNamespaced, Listener, ListenerOptions, Name, Stream};
use interprocess::os::windows::local_socket::ListenerOptionsExt as _;
use interprocess::os::windows::security_descriptor::SecurityDescriptor;
use widestring::U16CString;
use windows_sys::Win32::Foundation::{LocalFree, WAIT_ABANDONED, WAIT_OBJECT_0};
use windows_sys::Win32::Security::Authorization::ConvertSidToStringSidW;
use windows_sys::Win32::Security::{GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser};
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::Threading::{
    CreateMutexW, GetCurrentProcess, INFINITE, OpenProcessToken, ReleaseMutex, WaitForSingleObject,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{ASFW_ANY, AllowSetForegroundWindow};

use super::{FindResult, Launch};

/// How long a start waits for a window that is busy, before it opens one of its own.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long the window waits for a start to say that it is still there.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The most bytes of paths that are taken: over a hundred thousand files.
const MAX_BYTES: u32 = 16 << 20;

/// What the window says when it is about to take the files, and what the other start answers.
const READY: [u8; 1] = *b"?";
const CONFIRMED: [u8; 1] = *b"!";

/// Looks for the window of this user in this session, and hands the files to it. Without files, this program's
/// window only waits for its turn to be the one that is found.
pub fn find(paths: Option<&[PathBuf]>) -> FindResult {
    let user = User::current();
    user.map_or(FindResult::Continue(None), |user| find_as(user, paths))
}

fn find_as(user: User, paths: Option<&[PathBuf]>) -> FindResult {
    if let Some(paths) = paths {
        if let Some(instance) = Instance::claim(user.clone(), false) {
            return FindResult::Continue(Some(instance));
        }
        if hand_over(&user, paths) {
            return FindResult::Break(());
        }
    }
    FindResult::Continue(Instance::claim(user, true))
}

/// This window as others find it. What they ask of it waits until it is listened to.
pub struct Instance {
    user: User,
    is_released: Arc<AtomicBool>,
    requests: Option<Receiver<LaunchRequest>>,
}

impl Instance {
    /// Takes the mutex and serves the pipe, on a thread of its own; where another window has the mutex, waits for
    /// it there or gives `None`.
    fn claim(user: User, waits: bool) -> Option<Self> {
        let (send, requests) = channel();
        let (claimed, is_claimed) = channel();
        let is_released = Arc::new(AtomicBool::new(false));
        let (owner, is_over) = (user.clone(), is_released.clone());
        thread::spawn(move || {
            let mutex = if waits {
                claimed.send(true).ok().and_then(|()| owner.mutex(true))
            } else {
                owner.mutex(false)
            };
            let _ = claimed.send(mutex.is_some());
            let (Some(_mutex), false) = (mutex, is_over.load(Ordering::SeqCst)) else { return };
            // Without a pipe this window is not found.
            let listener = owner.listen();
            for stream in listener.iter().flat_map(Listener::incoming) {
                if is_over.load(Ordering::SeqCst) {
                    return;
                }
                let send = send.clone();
                thread::spawn(move || stream.and_then(|stream| serve(stream, &send)));
            }
        });
        is_claimed.recv().unwrap_or(false).then_some(Self {
            user,
            is_released,
            requests: Some(requests),
        })
    }

    /// Gives what other starts ask for to a closure, on a thread of its own.
    pub fn listen(&mut self, take: impl FnMut(LaunchRequest) + Send + 'static) {
        if let Some(requests) = self.requests.take() {
            thread::spawn(move || requests.into_iter().for_each(take));
        }
    }

    /// Leaves its place to the next window. What was asked for before can still come.
    pub fn release(&self) {
        self.is_released.store(true, Ordering::SeqCst);
        // The thread waits for somebody to come.
        let _ = self.user.connect();
    }
}

impl User {
    fn name(&self) -> String {
        format!("rushes-{}-{}", self.session, self.sid)
    }

    fn mutex(&self, waits: bool) -> Option<NamedMutex> {
        NamedMutex::take(&self.name(), waits)
    }

    fn pipe(&self) -> io::Result<Name<'static>> {
        self.name().to_ns_name::<GenericNamespaced>()
    }

    /// The end of the pipe that takes, which lets nobody but the user in.
    fn listen(&self) -> io::Result<Listener> {
        let access = format!("D:P(A;;GA;;;{})", self.sid);
        let access = U16CString::from_str(access).map_err(io::Error::other)?;
        ListenerOptions::new()
            .name(self.pipe()?)
            .security_descriptor(SecurityDescriptor::deserialize(&access)?)
            .create_sync()
    }

    fn connect(&self) -> io::Result<Stream> {
        Stream::connect(self.pipe()?)
    }
}

/// What another start asks for. It does so itself where this is dropped and was not accepted.
#[derive(Debug)]
pub struct LaunchRequest {
    launch: Launch,
    accepting: Sender<Sender<()>>,
}

impl LaunchRequest {
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Tells the other start that this is done here; false where it has given up.
    pub fn accept(&self) -> bool {
        let (send, accepted) = channel();
        // One that neither answers nor ends had better be opened twice than not at all.
        self.accepting.send(send).is_ok()
            && accepted.recv_timeout(ANSWER_TIMEOUT) != Err(RecvTimeoutError::Disconnected)
    }
}

/// Takes what comes through the pipe: a number of bytes, then that many of paths in UTF-16, with zeros between.
fn serve(mut stream: Stream, requests: &Sender<LaunchRequest>) -> io::Result<()> {
    let mut size = [0; 4];
    stream.read_exact(&mut size)?;
    let size = u32::from_le_bytes(size);
    if size > MAX_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; size as usize];
    stream.read_exact(&mut bytes)?;
    let (units, _) = bytes.as_chunks();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    let paths = units.split(|&unit| unit == 0).filter(|path| !path.is_empty());
    let paths = paths.map(|path| PathBuf::from(OsString::from_wide(path)));
    let mut launch = Launch::default();
    launch.files.paths = paths.collect();
    let (accepting, accepted) = channel();
    // Nobody takes it where the window closes: then the pipe is closed, which says so.
    let _ = requests.send(LaunchRequest { launch, accepting });
    if let Ok(answer) = accepted.recv() {
        stream.write_all(&READY)?;
        let mut answer_byte = [0];
        stream.read_exact(&mut answer_byte)?;
        let _ = answer.send(());
    }
    Ok(())
}

/// Hands files to the window that takes them; whether it did.
fn hand_over(user: &User, paths: &[PathBuf]) -> bool {
    // Whoever comes first, the window or the end of patience, has decided.
    let is_decided = Arc::new(AtomicBool::new(false));
    let (send, answer) = channel();
    let (user, message, decided) = (user.clone(), message(paths), is_decided.clone());
    thread::spawn(move || send.send(offer(&user, &message, &decided).is_ok()));
    answer.recv_timeout(TIMEOUT).unwrap_or_else(|_| {
        let is_given = is_decided.swap(true, Ordering::SeqCst);
        is_given && answer.recv().unwrap_or(false)
    })
}

fn offer(user: &User, message: &[u8], is_decided: &AtomicBool) -> io::Result<()> {
    let began = Instant::now();
    // A window that has just opened has the mutex first, and the pipe soon.
    let mut stream = loop {
        match user.connect() {
            Err(_) if began.elapsed() < TIMEOUT => thread::sleep(Duration::from_millis(20)),
            connected => break connected?,
        }
    };
    // What was clicked on is this program: it lets the window come to the front in its place.
    // SAFETY: it takes a number.
    unsafe { AllowSetForegroundWindow(ASFW_ANY) };
    stream.write_all(message)?;
    let mut answer_byte = [0];
    stream.read_exact(&mut answer_byte)?;
    if is_decided.swap(true, Ordering::SeqCst) {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.write_all(&CONFIRMED)
}

/// Paths as [`serve`] takes them, from the root.
fn message(paths: &[PathBuf]) -> Vec<u8> {
    let whole = |path: &PathBuf| path::absolute(path).unwrap_or_else(|_| path.clone());
    let units = |path: PathBuf| path.as_os_str().encode_wide().chain([0]).collect::<Vec<_>>();
    let units = paths.iter().map(whole).flat_map(units);
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&size.to_le_bytes(), bytes.as_slice()].concat()
}

/// The user and the session that a program runs in; one user may have several.
#[derive(Clone, Debug)]
struct User {
    sid: String,
    session: u32,
}

impl User {
    fn current() -> Option<Self> {
        let mut session = 0;
        // SAFETY: the number has room.
        let is_known = unsafe { ProcessIdToSessionId(std::process::id(), &mut session) };
        (is_known != 0).then_some(Self { sid: sid()?, session })
    }
}

/// The security identifier of the user, such as `S-1-5-21-…-1001`.
fn sid() -> Option<String> {
    let mut token = null_mut();
    // SAFETY: the handle has room, and is nobody else's to close.
    let token = unsafe {
        if OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) == 0 {
            return None;
        }
        OwnedHandle::from_raw_handle(token)
    };
    // The identifier lies behind the record, and takes at most 68 bytes; aligned as the record is.
    let mut user = [TOKEN_USER::default(); 8];
    let (room, mut used) = (size_of_val(&user) as u32, 0);
    let to: *mut c_void = user.as_mut_ptr().cast();
    // SAFETY: there is as much room as it is told, and the text that is made of the identifier is read up to
    // its zero before it is given back.
    unsafe {
        if GetTokenInformation(token.as_raw_handle(), TokenUser, to, room, &mut used) == 0 {
            return None;
        }
        let mut text = null_mut();
        if ConvertSidToStringSidW(user[0].User.Sid, &mut text) == 0 {
            return None;
        }
        let length = (0..).take_while(|&i| *text.add(i) != 0).count();
        let sid = String::from_utf16(std::slice::from_raw_parts(text, length)).ok();
        LocalFree(text.cast());
        sid
    }
}

/// A mutex that this thread owns.
struct NamedMutex(OwnedHandle);

impl NamedMutex {
    /// Takes the mutex of this name in the session: at once or not at all, or as soon as its owner gives it back
    /// or is gone.
    fn take(name: &str, waits: bool) -> Option<Self> {
        let name: Vec<u16> = format!("Local\\{name}\0").encode_utf16().collect();
        let time = if waits { INFINITE } else { 0 };
        // SAFETY: the name ends with a zero, and the handle is nobody else's to close.
        unsafe {
            let mutex = CreateMutexW(null(), 0, name.as_ptr());
            if mutex.is_null() {
                return None;
            }
            let mutex = OwnedHandle::from_raw_handle(mutex);
            let waited = WaitForSingleObject(mutex.as_raw_handle(), time);
            // Abandoned: its owner ended without a word.
            matches!(waited, WAIT_OBJECT_0 | WAIT_ABANDONED).then_some(Self(mutex))
        }
    }
}

impl Drop for NamedMutex {
    fn drop(&mut self) {
        // SAFETY: the handle is open.
        unsafe { ReleaseMutex(self.0.as_raw_handle()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A user that no other test is.
    fn user(name: &str) -> User {
        let user = User::current().unwrap();
        // Its access list has to name the user that there is: the session is free.
        let session = name.bytes().map(u32::from).sum();
        User { session, ..user }
    }

    fn files() -> Vec<PathBuf> {
        // The last is no Unicode.
        let odd = OsString::from_wide(&[0xd800, u16::from(b'.'), u16::from(b'x')]);
        let folder = path::Path::new("C:\\takes");
        vec![folder.join("左ひじ.bvh"), folder.join(odd)]
    }

    #[test]
    fn the_user_has_an_identifier() {
        let user = User::current().unwrap();
        assert!(user.sid.starts_with("S-1-"), "{user:?}");
    }

    #[test]
    fn what_is_accepted_is_handed_over_and_what_is_not_is_opened_elsewhere() {
        let user = user("accepted");
        let mut first = Instance::claim(user.clone(), false).unwrap();
        let (send, seen) = channel();
        first.listen(move |request| {
            let files = request.launch().files.paths.clone();
            let takes = !files.is_empty();
            send.send((files, takes && request.accept())).unwrap();
        });
        assert!(Instance::claim(user.clone(), false).is_none());
        assert!(find_as(user.clone(), Some(&files())).is_break());
        assert_eq!(seen.recv().unwrap(), (files(), true));
        assert!(!hand_over(&user, &[]));
        assert_eq!(seen.recv().unwrap(), (vec![], false));
    }

    #[test]
    fn the_next_window_takes_what_comes_when_the_first_is_gone() {
        let user = user("next");
        let first = Instance::claim(user.clone(), false).unwrap();
        let mut next = Instance::claim(user.clone(), true).unwrap();
        let (send, seen) = channel();
        next.listen(move |request| send.send(request.accept()).unwrap());
        first.release();
        // The first may still be about to close its end.
        assert!((0..100).any(|_| hand_over(&user, &files())));
        assert_eq!(seen.recv(), Ok(true));
        next.release();
    }

    #[test]
    fn a_window_that_hangs_is_not_waited_for_and_opens_nothing_later() {
        let user = user("hangs");
        let mut first = Instance::claim(user.clone(), false).unwrap();
        assert!(!hand_over(&user, &files()));
        let (send, seen) = channel();
        first.listen(move |request| send.send(request.accept()).unwrap());
        assert_eq!(seen.recv(), Ok(false));
    }
}
