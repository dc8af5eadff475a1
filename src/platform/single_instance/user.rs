//! Whom a window belongs to on Windows, and the mutex that says which window takes files.

use std::ffi::c_void;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{LocalFree, WAIT_ABANDONED, WAIT_OBJECT_0};
use windows_sys::Win32::Security::Authorization::ConvertSidToStringSidW;
use windows_sys::Win32::Security::{GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser};
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::Threading::{
    CreateMutexW, GetCurrentProcess, INFINITE, OpenProcessToken, ReleaseMutex, WaitForSingleObject,
};

/// The user and the session that a program runs in; one user may have several.
#[derive(Clone, Debug)]
pub struct User {
    /// The security identifier, as text.
    pub sid: String,
    /// The number of the session.
    pub session: u32,
}

impl User {
    /// Those of this program; `None` where the system does not tell them.
    pub fn current() -> Option<Self> {
        let mut session = 0;
        // SAFETY: the number has room.
        let told = unsafe { ProcessIdToSessionId(std::process::id(), &mut session) };
        (told != 0).then_some(Self { sid: sid()?, session })
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
pub struct Mutex(OwnedHandle);

impl Mutex {
    /// Takes the mutex of this name in the session: at once or not at all, or as soon as its owner gives it back
    /// or is gone.
    pub fn take(name: &str, waits: bool) -> Option<Self> {
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

impl Drop for Mutex {
    fn drop(&mut self) {
        // SAFETY: the handle is open.
        unsafe { ReleaseMutex(self.0.as_raw_handle()) };
    }
}
