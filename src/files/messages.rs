//! The error messages for files that cannot be read or written.

use std::io;
use std::path::Path;

use crate::loader::{ErrorKind, LoadError};

pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> LoadError {
    LoadError::unread(&text(path), ErrorKind::Unreadable(reason(error, "file")))
}

/// The error of what is never read: a device never ends, and a pipe may never begin.
pub(super) fn not_plain() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// What Windows says where another program has a file open: `ERROR_SHARING_VIOLATION`, `ERROR_LOCK_VIOLATION`.
const IN_USE: [i32; 2] = [32, 33];

/// Why a file cannot be read or written, in words for people: what the operating system says, without its error number.
/// `missing` is what is not there where it found nothing.
pub fn reason(error: &io::Error, missing: &str) -> String {
    let is_in_use = error.raw_os_error().is_some_and(|code| IN_USE.contains(&code));
    match error.kind() {
        _ if cfg!(windows) && is_in_use => "another program has it open".into(),
        io::ErrorKind::PermissionDenied if cfg!(windows) => {
            "permission denied, or another program has it open".into()
        }
        io::ErrorKind::NotFound => format!("there is no such {missing}"),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a folder".into(),
        _ => {
            let message = error.to_string();
            let plain = message.split_once(" (os error ");
            plain.map_or(message.clone(), |(plain, _)| plain.to_string())
        }
    }
}

/// The number that is raised where a key of JSON changes its meaning or goes; new keys may come without.
#[cfg(feature = "app")]
pub const JSON_SCHEMA: u32 = 1;

/// What every object of JSON about a file begins with.
#[cfg(feature = "app")]
pub fn json_head(file: &Path) -> serde_json::Value {
    let bytes = file.to_str().is_none().then_some(file.as_os_str().as_encoded_bytes());
    serde_json::json!({ "schema": JSON_SCHEMA, "file": file.to_string_lossy(), "path_bytes": bytes })
}
