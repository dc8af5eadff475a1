//! What goes through the door: a version, a token and paths, each ended by a zero byte, which none of
//! them can hold.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

use super::Load;

/// The first part, by which a program knows what follows.
const VERSION: &[u8] = b"rushes-open 1";

/// The bytes of a message.
pub fn write(load: &Load) -> Vec<u8> {
    let token = load.token.as_deref().unwrap_or_default().as_bytes();
    let paths = load.paths.iter().map(|path| path.as_os_str().as_bytes());
    let parts = [VERSION, token].into_iter().chain(paths);
    parts
        .flat_map(|part| [part, b"\0"])
        .flatten()
        .copied()
        .collect()
}

/// Reads a message; `None` where it is none, or not all of one.
pub fn read(bytes: &[u8]) -> Option<Load> {
    let mut parts = bytes.strip_suffix(b"\0")?.split(|&byte| byte == 0);
    if parts.next() != Some(VERSION) {
        return None;
    }
    let token = String::from_utf8(parts.next()?.to_vec()).ok()?;
    let paths: Vec<PathBuf> = parts
        .map(|path| PathBuf::from(OsString::from_vec(path.to_vec())))
        .collect();
    let are_whole = paths.iter().all(|path| path.is_absolute());
    are_whole.then_some(Load {
        paths,
        token: Some(token).filter(|token| !token.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    fn load(paths: &[&[u8]], token: Option<&str>) -> Load {
        let path = |bytes: &&[u8]| PathBuf::from(OsStr::from_bytes(bytes));
        Load {
            paths: paths.iter().map(path).collect(),
            token: token.map(str::to_string),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for load in [
            load(&[], None),
            load(&[b"/a.bvh"], None),
            load(&[b"/a b\n.bvh", b"/G\xe4nge", b"/"], Some("token_TIME7")),
        ] {
            assert_eq!(read(&write(&load)), Some(load));
        }
    }

    #[test]
    fn what_is_no_message_is_not_taken() {
        let whole = write(&load(&[b"/a.bvh", b"/b.bvh"], Some("x")));
        for cut in 0..whole.len() {
            let part = read(&whole[..cut]);
            assert!(part.is_none_or(|part| part.paths.len() < 2), "{cut}");
        }
        let others: [&[u8]; 4] = [
            b"rushes-open 2\0\0/a.bvh\0",
            b"rushes-open 1\0",
            b"rushes-open 1\0\xff\0/a.bvh\0",
            b"rushes-open 1\0\0a.bvh\0",
        ];
        for other in others {
            assert_eq!(read(other), None);
        }
    }
}
