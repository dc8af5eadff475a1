//! HTR, Motion Analysis' Hierarchical Translation-Rotation format: the paper, sections 3.2 and 3.4–3.6.
//!
//! ```text
//! [Header]                      a key and its value on each line, in any order
//! FileType htr
//! DataType HTRS                 translation, rotation, scale
//! FileVersion 1                 or 2
//! NumSegments n
//! NumFrames n
//! DataFrameRate n               frames a second, may be fractional
//! EulerRotationOrder ZYX        any order; multiplied left to right
//! CalibrationUnits mm           mm, cm, dm, m, inches, feet
//! RotationUnits Degrees         or Radians
//! GlobalAxisOfGravity Y         the axis that is up
//! BoneLengthAxis Y              Y where it is missing
//! ScaleFactor 1.0               multiplies all lengths
//! [SegmentNames&Hierarchy]
//! child parent                  in any order; the parent of a root is GLOBAL
//! [BasePosition]
//! name Tx Ty Tz Rx Ry Rz length
//! [name]                        one block for each segment
//! frame Tx Ty Tz Rx Ry Rz SF    one row a frame, counted from any number
//! [EndOfFile]                   may be missing
//! ```
//!
//! `#` begins a comment anywhere in a line, and nothing is case sensitive. The local transform is
//! Ti·R0·Ri (equation 3.6): the translations of base and frame added, the base rotation, the frame's
//! rotation. SF lengthens the segment's own bone and is never inherited.

mod header;
mod lines;
mod motion;
mod segments;
mod table;

pub(super) use header::Kind;

use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::scanner::{Reader, Scanner};
use super::stated::compare;
use super::text::is_line_end;
use super::{Format, Source, decimal_comma};
use crate::take::{Detail, FormatId, Naming, Take, WarningCode};
use header::Header;
use lines::{Block, Section, lines, sections};
use segments::{Segments, unknown};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Htr,
    extensions: &["htr"],
    about: "Motion Analysis Hierarchical Translation-Rotation: base pose, bone lengths and motion",
    types: &[FileType {
        acronym: Some("HTR"),
        stands_for: Some("Hierarchical Translation-Rotation"),
        magic: Magic::Texts(
            60,
            &[("0:1024", "[Header]", &[("8:4096", "[SegmentNames&Hierarchy]")])],
        ),
        ..FileType::text("htr", "model/x-htr", "HTR motion capture")
    }],
    probe: |bytes| kind_of(bytes) == Some(Kind::Hierarchical),
    up: header::UP,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, |source| read(source, Kind::Hierarchical)),
};

const HEADER: &str = "Header";
const HIERARCHY: &str = "SegmentNames&Hierarchy";
const BASE: &str = "BasePosition";

/// The format by FileType, by DataType, else by how many names the lines of the hierarchy have.
pub(super) fn kind_of(bytes: &[u8]) -> Option<Kind> {
    let mut head = &bytes[..bytes.len().min(1 << 14)];
    if head.len() < bytes.len() {
        head = &head[..head.iter().rposition(|&b| is_line_end(b)).unwrap_or(0)];
    }
    let head = Source::new("", head);
    let (all, _) = sections(&head).ok()?;
    let header = all.first().filter(|section| section.is(HEADER))?;
    header::kind_of(head.bytes, header).or_else(|| {
        let hierarchy = all.iter().find(|section| section.is(HIERARCHY))?;
        Some(match lines(head.bytes, hierarchy.body.clone()).next()?.words().count() {
            1 => Kind::Global,
            _ => Kind::Hierarchical,
        })
    })
}

pub(super) fn read(source: &Source<'_>, kind: Kind) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let file = FileSections::find(&mut reader)?;
    let header = Header::read(&file.header, kind, &mut reader)?;
    let mut segments = match &file.hierarchy {
        Some(section) => Segments::read(section, kind, &mut reader)?,
        None if kind == Kind::Global && !file.blocks.is_empty() => {
            Segments::from_blocks(source, &file.blocks)?
        }
        None => return Err(missing(source, HIERARCHY)),
    };
    if let Some(section) = &file.base {
        segments.read_base(source, section, header.scale)?;
    } else if kind == Kind::Global {
        let message = "no [BasePosition]: the segments have no bones to draw";
        reader.warnings.add(WarningCode::PartMissing, message);
    } else {
        return Err(missing(source, BASE));
    }
    let blocks = blocks(source, &file.blocks, &mut segments)?;
    let skeleton = segments.build(&header, kind, &mut reader)?;
    let (count, nouns) = (segments.list.len(), ["segment", "name"]);
    compare("the file", header.segments, count, nouns, &mut reader);
    let (motion, numbers, lost) =
        motion::read(&blocks, &segments, &skeleton, &header, &mut reader)?;
    let mut details = header.details;
    if kind == Kind::Global {
        details.push(Detail::places_in_world());
        details.push(Detail::by_description(kind.id()));
    }
    Ok(Take {
        naming: Naming::Htr,
        details,
        numbers,
        lost,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), kind.id(), skeleton, motion, header.units)
    })
}

struct FileSections<'a> {
    header: Section<'a>,
    hierarchy: Option<Section<'a>>,
    base: Option<Section<'a>>,
    blocks: Vec<Section<'a>>,
}

impl<'a> FileSections<'a> {
    fn find(reader: &mut Reader<'a>) -> Result<Self, LoadError> {
        let scan = reader.scan;
        let text = scan.source.bytes;
        let (all, end) = sections(&scan.source)?;
        let first = lines(text, scan.at..text.len()).next();
        if let Some(line) = end.and_then(|end| lines(text, end..text.len()).next()) {
            let message = "what stands behind [EndOfFile] is not read";
            reader.warn(WarningCode::TextSkipped, line.at, message);
        }
        let mut all = all.into_iter().peekable();
        let begins = |section: &Section<'_>| {
            section.is(HEADER) && first.is_some_and(|line| line.at == section.name.at)
        };
        let Some(header) = all.next_if(begins) else {
            return Err(scan.at(first.map_or(text.len(), |line| line.at)).expected("[Header]"));
        };
        let mut file = Self { header, hierarchy: None, base: None, blocks: Vec::new() };
        for section in all {
            let at = section.name.at;
            if section.is(HEADER) {
                let message = "a second take follows in the same file and is not read";
                reader.warn(WarningCode::TakeLeftOut, at, message);
                break;
            }
            let slot = if section.is(HIERARCHY) {
                &mut file.hierarchy
            } else if section.is(BASE) {
                &mut file.base
            } else {
                file.blocks.push(section);
                continue;
            };
            let name = section.name.shown();
            if slot.replace(section).is_some() {
                return Err(scan.contradiction(at, format!("[{name}] is there twice")));
            }
        }
        Ok(file)
    }
}

fn missing(source: &Source<'_>, name: &str) -> LoadError {
    let error = Scanner::new(source).at(source.bytes.len()).expected(format!("a section [{name}]"));
    error.hint("the file may be cut off")
}

/// The segments' blocks that have rows; marks their segments as animated.
fn blocks<'a>(
    source: &Source<'_>,
    sections: &[Section<'a>],
    segments: &mut Segments<'_>,
) -> Result<Vec<Block<'a>>, LoadError> {
    let scan = Scanner::new(source);
    let mut blocks = Vec::with_capacity(sections.len());
    let mut has_block = vec![false; segments.list.len()];
    for section in sections {
        let name = section.name;
        let index = segments.find(name.text).ok_or_else(|| unknown(&scan, &name))?;
        if std::mem::replace(&mut has_block[index], true) {
            let what = format!("{} has two blocks of motion", name.quoted());
            return Err(LoadError::contradiction(source, name.at, what));
        }
        if let Some(block) = Block::open(source, name, index, section.body.clone())? {
            segments.list[index].is_animated = true;
            blocks.push(block);
        }
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;
    use crate::take::{Axis, DetailKind, MAX_DEPTH};

    /// A file with these lines in its header, and these segments, each on a line with its parent.
    fn file(header: &str, hierarchy: &str, blocks: &str) -> String {
        let mut text = format!("[Header]\nFileType htr\n{header}\n[SegmentNames&Hierarchy]\n");
        text += &format!("{hierarchy}\n[BasePosition]\n");
        for name in hierarchy.lines().filter_map(|line| line.split(' ').next()) {
            text += &format!("{name} 0 0 0 0 0 0 1\n");
        }
        text + blocks
    }

    fn take(text: &str) -> Take {
        load(&Source::new("x.htr", text.as_bytes())).unwrap_or_else(|e| panic!("{e}"))
    }

    fn refused(text: &str) -> String {
        load(&Source::new("x.htr", text.as_bytes())).expect_err("refused").to_string()
    }

    #[test]
    fn contents_tell_the_two_formats_apart_and_then_the_extension() {
        let hierarchy = "\n[SegmentNames&Hierarchy]\n# child parent\n";
        for (text, kind) in [
            ("FileType htr\nDataType GTRS".into(), Some(Kind::Hierarchical)),
            ("DataType HTRS\nFILETYPE GTR # HTR".into(), Some(Kind::Global)),
            ("DataType gtrs".into(), Some(Kind::Global)),
            ("FileType none\nDataType HTRS".into(), Some(Kind::Hierarchical)),
            (format!("NumFrames 2{hierarchy}a b"), Some(Kind::Hierarchical)),
            (format!("NumFrames 2{hierarchy}a"), Some(Kind::Global)),
            ("NumFrames 2\n[BasePosition]\na 0 0 0 0 0 0 1".into(), None),
        ] {
            let text = format!("# made by hand\n[header]\n{text}\n");
            assert_eq!(kind_of(text.as_bytes()), kind, "{text}");
            let long = format!("{text}{}", "[a]\n1 0 0 0 0 0 0 1\n".repeat(2000));
            assert_eq!(kind_of(long.as_bytes()), kind, "of a head that ends in a bracket");
        }
        for text in ["", "FileType htr", "[BasePosition]\n[Header]\nFileType htr"] {
            assert_eq!(kind_of(text.as_bytes()), None, "{text}");
        }
        let untyped = b"[Header]\nNumFrames 1\n[a]\n1 5 0 0 0 0 0 1\n";
        assert!(load(&Source::new("x.txt", untyped)).is_err());
        assert!(load(&Source::new("x.htr", untyped)).is_err());
        assert_eq!(load(&Source::new("x.gtr", untyped)).unwrap().format, FormatId::Gtr);
    }

    #[test]
    fn the_header_shows_in_the_details() {
        let header = "FileVersion 2\nEulerRotationOrder xzy\nBoneLengthAxis -z\nScaleFactor 2.50";
        let take = take(&file(header, "a GLOBAL", ""));
        let details = take.details.iter().map(|d| format!("{}: {}", d.kind.key, d.text));
        let expected =
            ["version: 2", "rotations: XZY", "bone axis: -Z", "scale: all lengths times 2.5"];
        assert_eq!(details.collect::<Vec<_>>(), expected);
        let gtr = b"[Header]\nFileType gtr\n[a]\n1 5 0 0 0 0 0 1\n";
        let gtr = load(&Source::new("x", gtr)).unwrap();
        assert!(gtr.details.iter().any(|detail| detail.kind == DetailKind::READING));
        assert!(gtr.skeleton.nodes().iter().all(|node| node.is_world_space));
    }

    #[test]
    fn the_table_keeps_the_values_of_the_file_in_the_order_of_the_channels() {
        let block = "[a]\n7 1 2 3 4 5 6 0.5\n8 -1 -2 -3 -4 -5 -6 1\n";
        let take = take(&file("EulerRotationOrder YZX", "a GLOBAL", block));
        assert_eq!(take.motion.row(0), [1.0, 2.0, 3.0, 5.0, 6.0, 4.0, 0.5]);
        assert_eq!(take.motion.row(1), [-1.0, -2.0, -3.0, -5.0, -6.0, -4.0, 1.0]);
        assert_eq!(take.number(1), Some(8));
    }

    #[test]
    fn lines_may_end_in_every_way() {
        let block = "# rows\n[a]\n1 1 2 3 4 5 6 1 # first\n\n2 1 2 3 4 5 6 2";
        let text = file("EulerRotationOrder XYZ # order", "a GLOBAL", block);
        let expected = take(&text).motion;
        assert_eq!(expected.frame_count(), 2);
        for end in ["\r\n", "\r", "\n\n", " \t\n", "#\n", "\n\0"] {
            assert_eq!(take(&text.replace('\n', end)).motion, expected, "{end:?}");
        }
    }

    #[test]
    fn segments_keep_the_order_of_the_file_where_parents_allow_it() {
        let take = take(&file("", "e c\nb a\nc d\na GLOBAL\nd GLOBAL", ""));
        let names: Vec<&str> = take.skeleton.nodes().iter().map(|n| n.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "d", "c", "e"]);
        assert_eq!(take.skeleton.roots().len(), 2);
    }

    /// A chain whose last segment stands first.
    fn chain(depth: usize) -> String {
        let lines: String = (1..depth).rev().map(|n| format!("s{n} s{}\n", n - 1)).collect();
        file("", &(lines + "s0 GLOBAL"), "")
    }

    #[test]
    fn a_chain_may_be_as_deep_as_skeletons_are_and_no_deeper() {
        assert_eq!(take(&chain(MAX_DEPTH)).skeleton.nodes().len(), MAX_DEPTH);
        assert_eq!(
            refused(&chain(MAX_DEPTH + 1)),
            "x.htr:5:1: the hierarchy is nested deeper than 4096 levels\n 5 | s4096 s4095\n   | ^"
        );
    }

    #[test]
    fn a_table_grows_over_missing_frames_and_not_beyond_reason() {
        let rows = |last: u32| {
            let next = last + 1;
            let block =
                format!("[a]\n1 1 0 0 0 0 0 1\n{last} 2 0 0 0 0 0 1\n{next} 3 0 0 0 0 0 1\n");
            file("", "a GLOBAL", &block)
        };
        let few = take(&rows(60));
        assert_eq!(few.motion.frame_count(), 61);
        assert_eq!(few.motion.row(58)[0], 1.0);
        assert_eq!(few.motion.row(60)[0], 3.0);
        assert!(refused(&rows(1_000)).contains("expected the row of frame 2, found \"1000\""));
        // Rows can be this short, and miss one frame of many.
        let compact = |n: u32| format!("{} 0 0 0 0 0 0 1\n", n + u32::from(n > 50_000));
        let rows: String = (0..100_000).map(compact).collect();
        let many = take(&file("", "a GLOBAL", &format!("[a]\n{rows}")));
        assert_eq!(many.motion.frame_count(), 100_001);
        assert_eq!(many.warnings.last().map(|warning| warning.count), Some(1));
    }

    #[test]
    fn a_segment_with_far_more_rows_than_most_is_refused() {
        let file = |rows: usize| {
            let hierarchy: Vec<String> = (0..200).map(|n| format!("s{n} GLOBAL")).collect();
            let long: String = (0..rows).map(|n| format!("{n} 0 0 0 0 0 0 1\n")).collect();
            let short: String = (1..200).map(|n| format!("[s{n}]\n0 0 0 0 0 0 0 1\n")).collect();
            file("", &hierarchy.join("\n"), &format!("[s0]\n{long}{short}"))
        };
        assert_eq!(take(&file(4)).motion.frame_count(), 4);
        let error = refused(&file(500));
        let expected = ":406:1: most segments have far fewer rows than this one\n 406 | [s0]\n     | ^\n\
                        hint: every segment needs a row for each frame, or none at all";
        assert!(error.ends_with(expected), "{error}");
    }

    #[test]
    fn up_is_the_axis_of_gravity_however_the_key_is_spelled() {
        for (line, up) in [
            ("GlobalAxisofGravity Z", Axis::Z),
            ("GLOBALAXISOFGRAVITY x", Axis::X),
            ("GravityAxis +Z", Axis::Z),
            ("NumFrames 0", Axis::Y),
        ] {
            assert_eq!(take(&file(line, "a GLOBAL", "")).units.up.direction, up.into(), "{line}");
        }
    }
}
