//! The known types of files that are no take: refused by their first bytes, before any loader runs; and
//! formats without a public description.
//!
//! Only the first bytes are looked at. A rule must be sure: what it names is refused, whatever the file
//! is called, and nothing that a format here could be may fall under it.
//!
//! Nobody could tell a right reading of an undocumented format from a wrong one, so that none of them is
//! read. They are known by their extensions alone, where contents do not tell another format.

use super::error::{ErrorKind, LoadError};
use super::text::{is_blank, without_mark};
use super::{Format, Source, mvnx, npz};

struct Foreign {
    /// What it is, for the sentence "this is …".
    what: &'static str,
    /// What to do about it; may be empty.
    hint: &'static str,
    /// Whether the first bytes of a file are of this kind.
    is: Sign,
}

/// How a kind of file is known.
enum Sign {
    /// By how it begins.
    Begins(&'static [&'static [u8]]),
    /// By how its text begins behind blanks, in any case.
    Opens(&'static [&'static str]),
    /// By an element near the beginning of XML.
    HasTag(&'static str),
    /// By what a look at its head tells.
    Looks(fn(&[u8]) -> bool),
}
use Sign::{Begins, HasTag, Looks, Opens};

const HEAD: usize = 4096;

const UNPACK: &str = "unpack it first";
const AS_BVH: &str = "export the take as BVH";
const HDF5: &str = "save what it holds with Python; where pandas wrote it, as for DeepLabCut, pandas.read_hdf(\"walk.h5\")\
                    .to_csv(\"walk.csv\"), else\n  import h5py, numpy; file = h5py.File(\"walk.h5\"); file.visititems(print)\n  \
                    numpy.savez(\"walk.npz\", positions=file[\"positions\"][:])  # frames × joints × 3";
const MAT: &str = "save what it holds with Python, here UTD-MHAD's joints × 3 × frames:\n  import numpy, scipy.io; file = \
                   scipy.io.loadmat(\"walk.mat\"); print(list(file))\n  numpy.savez(\"walk.npz\", \
                   positions=file[\"d_skel\"].transpose(2, 0, 1))";
const MAT_73: &str = "it is HDF5 inside: save what it holds with Python, whose axes are the other way round than in \
                      MATLAB:\n  import h5py, numpy; file = h5py.File(\"walk.mat\"); file.visititems(print)\n  \
                      numpy.savez(\"walk.npz\", positions=file[\"d_skel\"][:].transpose(0, 2, 1))";

/// Those that are known by their contents, the more particular ones first.
const FOREIGN: &[Foreign] = &[
    of("a PNG picture", "", Begins(&[b"\x89PNG"])),
    of("a JPEG picture", "", Begins(&[b"\xff\xd8\xff"])),
    of("a GIF picture", "", Begins(&[b"GIF8"])),
    of("a PDF document", "", Begins(&[b"%PDF"])),
    of("an HDF5 file", HDF5, Begins(&[b"\x89HDF\r\n\x1a\n"])),
    of("a MATLAB file", MAT, Begins(&[b"MATLAB 5.0 MAT-file"])),
    of("a MATLAB file", MAT_73, Begins(&[b"MATLAB 7.3 MAT-file"])),
    of("a ZIP archive", UNPACK, Begins(&[b"PK\x03\x04"])),
    of("a gzip archive", UNPACK, Begins(&[b"\x1f\x8b"])),
    of("a 7-Zip archive", UNPACK, Begins(&[b"7z\xbc\xaf\x27\x1c"])),
    of("a RAR archive", UNPACK, Begins(&[b"Rar!\x1a\x07"])),
    of("a Blender scene", AS_BVH, Begins(&[b"BLENDER"])),
    of("a Maya scene", AS_BVH, Begins(&[b"//Maya ASCII"])),
    of("a Maya scene", AS_BVH, Looks(is_binary_maya)),
    of("a USD scene", AS_BVH, Begins(&[b"#usda ", b"PXR-USDC"])),
    of("a COLLADA scene", AS_BVH, HasTag("<COLLADA")),
    of("a MikuMikuDance motion", AS_BVH, Begins(&[b"Vocaloid Motion Data"])),
    of("a Microsoft video", "", Begins(&[b"\x30\x26\xb2\x75\x8e\x66\xcf\x11"])),
    of("an AVI video", "", Looks(is_avi)),
    of("an MP4 or QuickTime video", "", Looks(is_mp4)),
    of("an EAGLE circuit board", "", HasTag("<eagle")),
    of("a KiCad circuit board", "", Begins(&[b"PCBNEW-BOARD", b"(kicad_pcb"])),
    of("a trace of a CAN bus", "", Looks(is_can_trace)),
    of("a table of OpenSim or SIMM", "export the markers as TRC", Looks(is_opensim)),
    of("a web page", "", Opens(&["<!doctype html", "<html"])),
    of("an XML document", "", Opens(&["<?xml"])),
];

/// The formats whose files are of a kind that is else refused: one of all that is written in XML, and
/// archives of one kind of members.
const OURS: [Format; 3] = [mvnx::FORMAT, npz::FORMAT, npz::pickle::FORMAT];

const fn of(what: &'static str, hint: &'static str, is: Sign) -> Foreign {
    Foreign { what, hint, is }
}

/// Why a file is refused that cannot be a take: nothing is in it, or something else.
pub(super) fn refusal(source: &Source<'_>) -> Option<LoadError> {
    let (kind, hint) = kind_of(source.bytes)?;
    let error = LoadError::new(source, kind);
    Some(if hint.is_empty() { error } else { error.hint(hint) })
}

fn kind_of(bytes: &[u8]) -> Option<(ErrorKind, &'static str)> {
    if bytes.is_empty() {
        return Some((ErrorKind::Empty, ""));
    }
    let text = without_mark(bytes);
    if text.iter().all(|&b| is_blank(b)) {
        return Some((ErrorKind::Blank, ""));
    }
    if is_utf16(bytes) {
        let hint = "open it in a text editor and save it as UTF-8";
        return Some((ErrorKind::Utf16, hint));
    }
    let head = &text[..text.len().min(HEAD)];
    let found = FOREIGN.iter().find(|foreign| match foreign.is {
        Begins(starts) => starts.iter().any(|start| head.starts_with(start)),
        Opens(starts) => starts.iter().any(|start| opens(head, start)),
        HasTag(tag) => opens(head, "<") && contains(head, tag),
        Looks(looks) => looks(head),
    })?;
    if OURS.iter().any(|format| (format.probe)(bytes)) {
        return None;
    }
    Some((ErrorKind::Foreign(found.what), found.hint))
}

/// Half of the bytes of Latin text in UTF-16 are zero, with or without a byte order mark.
fn is_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64)];
    let marked = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    let zero = |half| head.len() >= 4 && head.iter().skip(half).step_by(2).all(|&b| b == 0);
    marked || zero(0) || zero(1)
}

/// Compares the beginning behind blanks, in any case.
fn opens(head: &[u8], start: &str) -> bool {
    let text = head.trim_ascii_start();
    let found = text.get(..start.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
}

fn contains(head: &[u8], words: &str) -> bool {
    head.windows(words.len()).any(|found| found == words.as_bytes())
}

/// The lines of a head without blanks around them.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|b| b"\r\n".contains(b)).map(<[u8]>::trim_ascii)
}

fn is_binary_maya(head: &[u8]) -> bool {
    (head.starts_with(b"FOR4") || head.starts_with(b"FOR8")) && contains(head, "MAYA")
        || head.starts_with(b"FOR4") && contains(head, "Maya")
}

fn is_avi(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(b"AVI ")
}

/// The first box of an ISO media file begins with its size, which is small.
fn is_mp4(head: &[u8]) -> bool {
    head.first() == Some(&0) && head.get(4..8) == Some(b"ftyp")
}

/// CANHacker's columns, or the first line of a PCAN trace.
fn is_can_trace(head: &[u8]) -> bool {
    let columns: [&[u8]; 4] = [b"Time", b"ID", b"DLC", b"Data"];
    let first = lines(head).next().unwrap_or_default();
    let words = first.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    first.starts_with(b";$FILEVERSION=") || words.take(4).eq(columns)
}

/// A header of sizes up to the word endheader.
fn is_opensim(head: &[u8]) -> bool {
    let says = |word: &str| lines(head).any(|line| opens(line, word));
    says("endheader")
        && (says("nRows=") || says("nColumns=") || says("datarows") || says("datacolumns"))
}

/// A format that cannot be read, for want of a description.
pub struct Undocumented {
    /// As people call it.
    pub name: &'static str,
    /// Lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whose it is and what is in it, as far as anybody has written down.
    pub known: &'static str,
    /// What to ask for instead.
    pub instead: &'static str,
}

/// Every such format.
pub const UNDOCUMENTED: &[Undocumented] = &[
    Undocumented {
        name: "SDL",
        extensions: &["sdl"],
        known: "the motion of an ASK skeleton, in a part of an Alias scene",
        instead: "BVH",
    },
    Undocumented {
        name: "SKL and MOT",
        extensions: &["skl", "mot"],
        known: "a skeleton and its motion, by Motion Analysis after Acclaim",
        instead: "HTR, or ASF with AMC",
    },
];

/// Why a file is not read that is called like one of these.
pub(super) fn undocumented(source: &Source<'_>) -> Option<LoadError> {
    let extension = source.extension()?;
    let mut formats = UNDOCUMENTED.iter();
    let format = formats.find(|format| format.extensions.contains(&extension.as_str()))?;
    let error = LoadError::new(source, ErrorKind::Undocumented(format.known));
    Some(error.hint(format!("ask for the take as {}", format.instead)))
}

#[cfg(test)]
mod tests {
    use super::super::{FORMATS, load};
    use super::*;
    use crate::take::FormatId;

    fn what(bytes: &[u8]) -> Option<ErrorKind> {
        kind_of(bytes).map(|(kind, _)| kind)
    }

    #[test]
    fn files_of_other_programs_are_known_by_their_first_bytes() {
        for (bytes, name) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "a PNG picture"),
            (b"\x89HDF\r\n\x1a\n\0", "an HDF5 file"),
            (b"MATLAB 5.0 MAT-file, Platform: GLNXA64", "a MATLAB file"),
            (b"BLENDER-v404", "a Blender scene"),
            (b"//Maya ASCII 2024 scene", "a Maya scene"),
            (b"FOR4\0\0\x10\0MayaHEAD", "a Maya scene"),
            (b"#usda 1.0\n", "a USD scene"),
            (b"\0\0\0\x20ftypisom", "an MP4 or QuickTime video"),
            (b"RIFF\x10\0\0\0AVI LIST", "an AVI video"),
            (b";$FILEVERSION=1.1\n", "a trace of a CAN bus"),
            (b"walk\ndatacolumns 4\ndatarows 9\nEndHeader\n", "a table of OpenSim or SIMM"),
            (b"\xef\xbb\xbf\n<!DOCTYPE HTML>", "a web page"),
            (b"<?xml version=\"1.0\"?><COLLADA>", "a COLLADA scene"),
            (b"<?xml version=\"1.0\"?><words/>", "an XML document"),
        ] {
            assert!(matches!(what(bytes), Some(ErrorKind::Foreign(w)) if w == name), "{name}");
        }
    }

    #[test]
    fn takes_that_look_a_little_like_them_are_left_alone() {
        for text in [
            &b"RIFF"[..],
            b"// BonesPro structure\n",
            b"# usda\nHIERARCHY\n",
            b"Time ID\n",
            b"PathFileType 4 (X/Y/Z) ftyp.trc\n",
            b"\x02Pftftyp",
            b"{\nROOT a\n",
            b"endheader\n",
            b"<?xml version=\"1.0\"?><mvnx>",
            b"\x80\x50",
            b"x y z\n",
        ] {
            assert_eq!(what(text), None, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn extensions_belong_to_no_format_that_is_read() {
        let mut extensions = UNDOCUMENTED.iter().flat_map(|format| format.extensions);
        let read = |e: &&str| FORMATS.iter().any(|format| format.extensions.contains(e));
        assert!(!extensions.any(|e| read(e) || *e == "txt" || *e != e.to_ascii_lowercase()));
    }

    #[test]
    fn contents_that_are_known_open_under_these_names_too() {
        let text = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n";
        let take = load(&Source::new("walk.SDL", text)).unwrap();
        assert_eq!(take.format, FormatId::Bvh);
        let error = load(&Source::new("walk.SDL", b"01 1.0 2.0\n")).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Undocumented(_)));
    }
}
