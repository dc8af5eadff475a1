//! `text/uri-list`, in which programs hand over dragged files (RFC 2483, RFC 8089).
//!
//! ```text
//! list    = *( line line-end )      line ends: CR LF, LF or CR alone; NUL where a program adds one
//! line    = "#" anything            a comment
//!         / "file:" ["//" [host]] path      bytes of the path as they are, or as %XX
//!         / path                    from programs that know no URIs, nothing in it is encoded
//!         / anything else           no file on this machine
//! ```

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, percent_encode};

use super::drops::Files;

/// The URI of a path, from the root on. Its bytes need not be text.
pub fn uri(path: &Path) -> String {
    let whole = std::path::absolute(path);
    let bytes = whole.as_deref().unwrap_or(path).as_os_str().as_bytes();
    format!("file://{}", percent_encode(bytes, ENCODED))
}

/// What stands in a URI as `%XX`: all but what RFC 3986 reserves for nothing, and what parts folders.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// Reads a list that a program on this machine handed over.
pub fn read(list: &[u8]) -> Files {
    parse(list, std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim())
}

/// Reads a list. `own_host` is the name of this machine, which some programs put into the URIs of its files.
///
/// Each line stands for itself: one that cannot be understood takes no other with it.
fn parse(list: &[u8], own_host: &str) -> Files {
    let mut files = Files::default();
    for line in list.split(|byte| [b'\r', b'\n', 0].contains(byte)).map(<[u8]>::trim_ascii) {
        if line.is_empty() || line[0] == b'#' {
            continue;
        }
        match path(line, own_host) {
            Some(path) => files.paths.push(PathBuf::from(OsString::from_vec(path))),
            None => files.others.push(display_text(line)),
        }
    }
    files
}

/// The bytes of the path that a line names, where it is one of this machine.
fn path(line: &[u8], own_host: &str) -> Option<Vec<u8>> {
    if line[0] == b'/' {
        return Some(line.to_vec());
    }
    let (scheme, rest) = line.split_at_checked(b"file:".len())?;
    if !scheme.eq_ignore_ascii_case(b"file:") {
        return None;
    }
    let encoded = match rest.strip_prefix(b"//") {
        Some(with_host) => {
            let slash = with_host.iter().position(|&byte| byte == b'/')?;
            let (host, path) = with_host.split_at(slash);
            let is_here = host.is_empty()
                || host.eq_ignore_ascii_case(b"localhost")
                || host.eq_ignore_ascii_case(own_host.as_bytes());
            is_here.then_some(path)?
        }
        None => rest,
    };
    // A percent sign before anything but two digits is itself.
    let path: Vec<u8> = percent_decode(encoded).collect();
    // No name holds a NUL: a path with one would be cut there, and be another file's.
    (path.first() == Some(&b'/') && !path.contains(&0)).then_some(path)
}

/// A line as text for a notice: short, on one line. Pictures are dragged as URIs that hold them.
fn display_text(line: &[u8]) -> String {
    const MAX: usize = 120;
    let text = String::from_utf8_lossy(line);
    let mut characters = text.chars();
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = characters.by_ref().take(MAX).map(printable).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(text: &str) -> (Vec<String>, Vec<String>) {
        let found = parse(text.as_bytes(), "Studio-7");
        let text = |path: PathBuf| path.into_os_string().into_string().unwrap();
        (found.paths.into_iter().map(text).collect(), found.others)
    }

    fn paths(text: &str) -> Vec<String> {
        let (paths, others) = list(text);
        assert_eq!(others, [""; 0], "{text:?}");
        paths
    }

    #[test]
    fn lines_end_in_any_way() {
        let expected = ["/a.bvh", "/b.bvh"];
        for text in [
            "file:///a.bvh\r\nfile:///b.bvh\r\n",
            "file:///a.bvh\nfile:///b.bvh\n",
            "file:///a.bvh\nfile:///b.bvh",
            "file:///a.bvh\rfile:///b.bvh",
            "file:///a.bvh\r\n\r\n\nfile:///b.bvh\r\n\0",
            "  file:///a.bvh \r\n\tfile:///b.bvh",
        ] {
            assert_eq!(paths(text), expected, "{text:?}");
        }
        assert_eq!(paths(""), [""; 0]);
        assert_eq!(paths("\r\n \n\0"), [""; 0]);
    }

    #[test]
    fn comments_are_left_out() {
        let list = "# two takes\r\nfile:///a.bvh\r\n#file:///no.bvh\r\n  # more\r\nfile:///b.bvh";
        assert_eq!(paths(list), ["/a.bvh", "/b.bvh"]);
    }

    #[test]
    fn this_machine_has_several_names() {
        for uri in [
            "file:///takes/walk.bvh",
            "file:/takes/walk.bvh",
            "file://localhost/takes/walk.bvh",
            "FILE://LocalHost/takes/walk.bvh",
            "file://studio-7/takes/walk.bvh",
            "/takes/walk.bvh",
        ] {
            assert_eq!(paths(uri), ["/takes/walk.bvh"], "{uri}");
        }
    }

    #[test]
    fn what_is_not_on_this_machine_is_named() {
        #[rustfmt::skip]
        let others = [
            "https://example.org/walk.bvh", "file://studio-8/takes/walk.bvh",
            "file://studio-7.example.org/walk.bvh", "smb://server/takes/walk.bvh", "file:walk.bvh",
            "file:", "file://", "file://localhost", "files:///walk.bvh", "walk.bvh",
            "file:///walk%00.bvh",
        ];
        let (paths, named) = list(&format!("file:///a.bvh\n{}\nfile:///b.bvh", others.join("\n")));
        assert_eq!(paths, ["/a.bvh", "/b.bvh"]);
        assert_eq!(named, others);
    }

    #[test]
    fn this_machine_knows_its_name() {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        assert_eq!(read(format!("file://{}/a.bvh", name.trim()).as_bytes()).paths.len(), 1);
    }

    #[test]
    fn a_machine_without_a_name_is_not_every_machine() {
        assert!(parse(b"file://other/a.bvh", "").paths.is_empty());
    }

    #[test]
    fn names_are_decoded_to_their_bytes() {
        #[rustfmt::skip]
        let names = [
            ("second%20take.bvh", "second take.bvh"), ("second take.bvh", "second take.bvh"),
            ("G%C3%A4nge.bvh", "Gänge.bvh"), ("Gänge.bvh", "Gänge.bvh"), ("%e6%ad%a9.bvh", "歩.bvh"),
            ("100%.bvh", "100%.bvh"), ("100%2.bvh", "100%2.bvh"), ("100%zz.bvh", "100%zz.bvh"),
            ("%2525.bvh", "%25.bvh"), ("take%231.bvh", "take#1.bvh"), ("take#1.bvh", "take#1.bvh"),
            ("a%0Ab.bvh", "a\nb.bvh"), ("%20", " "), ("%", "%"),
        ];
        for (encoded, name) in names {
            assert_eq!(paths(&format!("file:///{encoded}")), [format!("/{name}")], "{encoded}");
        }
        // A path without a scheme comes from a program that encodes nothing.
        assert_eq!(paths("/100%20.bvh"), ["/100%20.bvh"]);
    }

    #[test]
    fn names_need_not_be_text() {
        let expected = b"/walk\xff\xe4.bvh";
        for list in [&b"file:///walk%FF%e4.bvh\r\n"[..], b"file:///walk\xff\xe4.bvh"] {
            let found = parse(list, "");
            assert_eq!(found.paths.len(), 1);
            assert_eq!(found.paths[0].as_os_str().as_bytes(), expected);
        }
    }

    #[test]
    fn what_cannot_be_opened_is_named_briefly() {
        let (_, others) = list(&format!("data:image/png;base64,{}", "A".repeat(100_000)));
        assert_eq!(others[0].chars().count(), 121);
        assert!(others[0].ends_with('…'));
        assert_eq!(parse(b"nfs://\xffa\x1b[2J", "").others, ["nfs://\u{fffd}a\u{fffd}[2J"]);
    }

    proptest! {
        #[test]
        fn no_list_is_too_strange(list: Vec<u8>, host: String) {
            let found = parse(&list, &host);
            prop_assert!(found.paths.iter().all(|path| path.is_absolute()));
            let lines = list.split(|byte| b"\r\n\0".contains(byte)).count();
            prop_assert!(found.paths.len() + found.others.len() <= lines);
        }

        #[test]
        fn nearly_good_lists_are_no_trouble(
            list in "(file:|FILE:|https:|#|)(/{0,3})([a-z%0-9 \r\n\u{0}é/#.]{0,24})((\r\n|\n)(file://)[a-z%/]{0,9}){0,3}",
        ) {
            parse(list.as_bytes(), "a");
        }

        #[test]
        fn every_path_survives(names in prop::collection::vec(prop::collection::vec(1u8.., 1..20), 1..9)) {
            let path = |name: &Vec<u8>| PathBuf::from(OsString::from_vec([b"/", &name[..]].concat()));
            let paths: Vec<PathBuf> = names.iter().map(path).collect();
            let list: String = paths.iter().map(|path: &PathBuf| uri(path) + "\r\n").collect();
            let found = parse(list.as_bytes(), "host");
            prop_assert_eq!(found.paths, paths);
            prop_assert_eq!(found.others, Vec::<String>::new());
        }
    }
}
