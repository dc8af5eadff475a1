//! The HIERARCHY section of a BVH file: from words to a skeleton.

use glam::Vec3;

use super::super::Source;
use super::super::axes::axis;
use super::super::error::{ErrorKind, LoadError};
use super::super::frames::FrameLines;
use super::super::scanner::{Scanner, Word, quoted};
use crate::take::{
    Angle, BoneEnd, Channel, NodeId, Skeleton, SkeletonBuilder, WarningCode, Warnings,
};

/// Skips comment lines, which some exporters write ahead of everything.
fn skip_comments(scan: &mut Scanner<'_>) {
    while scan.peek().is_some_and(|word| word.text.starts_with(b"#")) {
        scan.word();
        scan.skip_line();
    }
}

/// What the OFFSETs of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    /// Places in the parent's frame, as in BVH.
    Local,
    /// Places in the world, as in ASK.
    Global,
}

/// Whether the first words, behind comments, begin a hierarchy.
pub(crate) fn begins(scan: &mut Scanner<'_>) -> bool {
    skip_comments(scan);
    scan.peek().is_some_and(|word| word.is("HIERARCHY") || word.is("ROOT"))
}

/// Reads up to the word MOTION, the lines of frames that should stand behind it, or the end of the file.
///
/// Joints that are still open stand on a stack here rather than on the thread's: how deep a file
/// nests is its own choice.
pub(crate) fn read(
    scan: &mut Scanner<'_>,
    source: &Source<'_>,
    offsets: Offsets,
    warnings: &mut Warnings,
) -> Result<Skeleton, LoadError> {
    let mut reader = Reader {
        source,
        offsets,
        build: SkeletonBuilder::new(Angle::Degrees),
        open: Vec::new(),
        warnings,
    };
    if !begins(scan) {
        return Err(scan.expected("HIERARCHY"));
    }
    scan.take("HIERARCHY");
    loop {
        skip_comments(scan);
        let begins_motion = scan.peek().is_none_or(|word| word.is("MOTION"));
        if begins_motion || FrameLines::begin(scan) {
            break;
        }
        reader.item(scan)?;
    }
    if reader.build.is_empty() {
        return Err(scan.expected("ROOT"));
    }
    reader.close_all(scan)?;
    if offsets == Offsets::Global {
        reader.build.make_offsets_local();
    }
    Ok(reader.build.finish())
}

struct Reader<'a> {
    source: &'a Source<'a>,
    offsets: Offsets,
    build: SkeletonBuilder,
    /// The joints whose brace is open, the innermost last.
    open: Vec<Open>,
    warnings: &'a mut Warnings,
}

/// A block whose closing brace is still to come.
struct Open {
    node: NodeId,
    /// The place of its ROOT or JOINT.
    at: usize,
    has_offset: bool,
    has_channels: bool,
}

impl Reader<'_> {
    /// Reads one keyword with what belongs to it.
    fn item(&mut self, scan: &mut Scanner<'_>) -> Result<(), LoadError> {
        let before = *scan;
        let Some(word) = scan.word() else {
            return Ok(());
        };
        if word.is("ROOT") || word.is("JOINT") {
            return self.joint(scan, &word);
        }
        if word.is("}") {
            match self.open.pop() {
                Some(open) => self.close(scan, &open)?,
                None => {
                    let message = "a closing brace without an opening one is skipped";
                    self.warnings.add_at(
                        WarningCode::LayoutRepaired,
                        || scan.place(word.at),
                        message,
                    );
                }
            }
            return Ok(());
        }
        if self.open.is_empty() {
            return Err(before.expected("ROOT or MOTION"));
        }
        if word.is("OFFSET") {
            let offset = offset(scan)?;
            self.set_offset(scan, &word, offset);
        } else if word.is("CHANNELS") {
            self.channels(scan, &word)?;
        } else if word.is("End") || word.is("EndSite") {
            self.end_site(scan, &word)?;
        } else {
            let error = before.expected(match self.offsets {
                Offsets::Local => "OFFSET, CHANNELS, JOINT, End Site or }",
                Offsets::Global => "OFFSET, JOINT, End Site or }",
            });
            return Err(match channel(&word) {
                Some(_) => error.hint("CHANNELS announces fewer channels than follow it"),
                None => error,
            });
        }
        Ok(())
    }

    /// `ROOT name {` or `JOINT name {`.
    fn joint(&mut self, scan: &mut Scanner<'_>, word: &Word<'_>) -> Result<(), LoadError> {
        let parent = self.open.last().map(|open| open.node);
        if parent.is_none() && word.is("JOINT") {
            let message = "a JOINT outside of every ROOT is read as a ROOT";
            self.warnings.add_at(WarningCode::LayoutRepaired, || scan.place(word.at), message);
        }
        if parent.is_some() && word.is("ROOT") {
            let message = "a ROOT inside of another joint is read as a JOINT";
            self.warnings.add_at(WarningCode::LayoutRepaired, || scan.place(word.at), message);
        }
        let name = scan.node_name("joint", self.build.len() + 1, word.at, self.warnings);
        if !scan.take("{") {
            return Err(scan.expected(format!("{{ after {}", quoted(name.as_bytes()))));
        }
        let node = self.add(word.at, name, parent)?;
        if let Some(parent) = parent {
            self.build.bone(parent, BoneEnd::Node(node));
        }
        self.open.push(Open { node, at: word.at, has_offset: false, has_channels: false });
        Ok(())
    }

    fn close(&mut self, scan: &Scanner<'_>, open: &Open) -> Result<(), LoadError> {
        if open.has_offset {
            return Ok(());
        }
        if self.offsets == Offsets::Global {
            let name = quoted(self.build.node_mut(open.node).name.as_bytes());
            return Err(no_place(scan, open.at, &name));
        }
        let message = "a joint without OFFSET is put at its parent's origin";
        self.warnings.add_at(WarningCode::ValueAssumed, || scan.place(open.at), message);
        Ok(())
    }

    /// Closes what is open ahead of MOTION. Where the file ends instead, it was cut off, and nobody
    /// knows which joints are missing.
    fn close_all(&mut self, scan: &Scanner<'_>) -> Result<(), LoadError> {
        let count = self.open.len();
        let Some(word) = scan.peek() else {
            return match self.open.last() {
                Some(open) => {
                    let name = quoted(self.build.node_mut(open.node).name.as_bytes());
                    Err(scan
                        .expected(format!("}} after {name}"))
                        .hint("the file breaks off inside its hierarchy"))
                }
                None => Ok(()),
            };
        };
        if count > 0 {
            let braces = if count == 1 { "brace is" } else { "braces are" };
            let message = format!("{count} closing {braces} missing at the end of the hierarchy");
            self.warnings.add_at(WarningCode::LayoutRepaired, || scan.place(word.at), message);
        }
        while let Some(open) = self.open.pop() {
            self.close(scan, &open)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        at: usize,
        name: String,
        parent: Option<NodeId>,
    ) -> Result<NodeId, LoadError> {
        self.build
            .node(name, parent)
            .map_err(|_| LoadError::at(self.source, at, ErrorKind::TooDeep))
    }

    fn set_offset(&mut self, scan: &Scanner<'_>, word: &Word<'_>, offset: Vec3) {
        if let Some(open) = self.open.last_mut() {
            if open.has_offset {
                let message = "a joint has two OFFSETs: the last one counts";
                self.warnings.add_at(WarningCode::GivenTwice, || scan.place(word.at), message);
            }
            open.has_offset = true;
            self.build.node_mut(open.node).offset = offset;
        }
    }

    /// `CHANNELS n name…`, whose names may go on over several lines.
    fn channels(&mut self, scan: &mut Scanner<'_>, word: &Word<'_>) -> Result<(), LoadError> {
        let list = channel_list(scan)?;
        if list.contains(&Channel::Unused) {
            let message = "scale channels move nothing in BVH and are read past";
            self.warnings.add_at(WarningCode::ValuesLeftOut, || scan.place(word.at), message);
        }
        if let Some(open) = self.open.last_mut() {
            if open.has_channels {
                return Err(scan.expected_at(word.at, "one CHANNELS in a joint", "a second one"));
            }
            open.has_channels = true;
            self.build.node_mut(open.node).channels = list;
        }
        Ok(())
    }

    /// `End Site [name] { OFFSET x y z }`, or any other word than Site: the tip of its joint's bone.
    fn end_site(&mut self, scan: &mut Scanner<'_>, word: &Word<'_>) -> Result<(), LoadError> {
        let Some(parent) = self.open.last().map(|open| open.node) else {
            return Ok(());
        };
        if word.is("End") {
            scan.take("Site");
        }
        let name = scan.name();
        if !scan.take("{") {
            return Err(scan.expected("{ after End Site"));
        }
        let mut tip = None;
        let mut channels = Vec::new();
        loop {
            if scan.take("OFFSET") {
                tip = Some(offset(scan)?);
            } else if scan.take("CHANNELS") {
                channels = channel_list(scan)?;
            } else if scan.take("}") {
                break;
            } else {
                return Err(scan.expected("OFFSET or } in End Site"));
            }
        }
        if tip.is_none() && self.offsets == Offsets::Global {
            return Err(no_place(scan, word.at, "an End Site"));
        }
        let tip = tip.unwrap_or_else(|| {
            let message = "an End Site without OFFSET is put at its parent's origin";
            self.warnings.add_at(WarningCode::ValueAssumed, || scan.place(word.at), message);
            Vec3::ZERO
        });
        if channels.is_empty() {
            self.build.bone(parent, BoneEnd::Local(tip));
            return Ok(());
        }
        let message = "an End Site with channels is read as a joint";
        self.warnings.add_at(WarningCode::LayoutRepaired, || scan.place(word.at), message);
        let name = if name.is_empty() {
            format!("{}_end", self.build.node_mut(parent).name)
        } else {
            name
        };
        let node = self.add(word.at, name, Some(parent))?;
        self.build.node_mut(node).offset = tip;
        self.build.node_mut(node).channels = channels;
        self.build.bone(parent, BoneEnd::Node(node));
        Ok(())
    }
}

/// An error about a joint without OFFSET where the parent's place says nothing about it.
fn no_place(scan: &Scanner<'_>, at: usize, name: &str) -> LoadError {
    let message = format!("{name} has no OFFSET: nothing says where it is");
    scan.error_at(at, ErrorKind::Contradiction(message))
}

/// Three numbers; some exporters write them as a list, `[0, 0, 0]`.
fn offset(scan: &mut Scanner<'_>) -> Result<Vec3, LoadError> {
    let mut offset = Vec3::ZERO;
    for (value, axis) in offset.as_mut().iter_mut().zip(["x", "y", "z"]) {
        *value = scan.number_in_list(&format!("OFFSET {axis}"))?;
    }
    let _ = scan.take("]") || scan.take(")");
    Ok(offset)
}

/// A count and as many channel names.
fn channel_list(scan: &mut Scanner<'_>) -> Result<Vec<Channel>, LoadError> {
    let before = *scan;
    let announced = scan.peek().map_or_else(String::new, |word| word.shown());
    let count = scan.number("CHANNELS")?;
    if count < 0.0 || count.fract() != 0.0 {
        return Err(before.expected("a whole number of channels"));
    }
    let mut list = Vec::new();
    // The count is compared, never converted: it may be any number a file can hold.
    while (list.len() as f32) < count {
        let before = *scan;
        let word = scan.word();
        if let Some(channel) = word.and_then(|word| channel(&word)) {
            list.push(channel);
            continue;
        }
        let what = format!("the name of channel {} of {announced}", list.len() + 1);
        let ends = word.is_none_or(|w| FOLLOWERS.iter().any(|keyword| w.is(keyword)));
        return Err(before.expected(what).hint(if ends {
            "CHANNELS announces more channels than follow it"
        } else {
            "channels are called Xposition … Zposition and Xrotation … Zrotation"
        }));
    }
    Ok(list)
}

/// What may stand behind a list of channels.
const FOLLOWERS: &[&str] = &["OFFSET", "JOINT", "End", "EndSite", "{", "}", "MOTION"];

/// `Xposition`, `Zrotation` and their kin, in any case.
///
/// A position channel takes the place of OFFSET until [`crate::guess`] decides otherwise.
fn channel(word: &Word<'_>) -> Option<Channel> {
    let (&first, rest) = word.text.split_first()?;
    let axis = axis(first)?;
    match rest.to_ascii_lowercase().as_slice() {
        b"position" | b"translation" => Some(Channel::Position(axis)),
        b"rotation" => Some(Channel::Rotation(axis)),
        b"scale" => Some(Channel::Unused),
        _ => None,
    }
}
