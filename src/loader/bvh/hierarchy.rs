//! The HIERARCHY section of a BVH file: from words to a skeleton.

use glam::Vec3;

use super::super::error::{ErrorKind, LoadError};
use super::super::frames::FrameLines;
use super::super::scanner::{Reader, Scanner};
use super::super::unit_names::axis;
use super::super::word::{Word, quoted};
use crate::take::{
    Angle, BoneEnd, Channel, NodeId, Skeleton, SkeletonBuilder, WarningCode, counted,
};

/// Skips comment lines, which some exporters write ahead of everything.
fn skip_comments(scan: &mut Scanner<'_>) {
    while scan.peek().is_some_and(|word| word.text.starts_with(b"#")) {
        scan.word();
        scan.skip_line();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    /// Positions in the parent's frame, as in BVH.
    Local,
    /// Positions in the world, as in ASK.
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
pub(crate) fn read(reader: &mut Reader<'_>, offsets: Offsets) -> Result<Skeleton, LoadError> {
    if !begins(&mut reader.scan) {
        return Err(reader.scan.expected("HIERARCHY"));
    }
    reader.scan.take("HIERARCHY");
    let build = SkeletonBuilder::new(Angle::Degrees);
    let mut hierarchy = HierarchyReader { reader, offsets, build, open: Vec::new() };
    loop {
        let scan = &mut hierarchy.reader.scan;
        skip_comments(scan);
        let begins_motion = scan.peek().is_none_or(|word| word.is("MOTION"));
        if begins_motion || FrameLines::begin(scan) {
            break;
        }
        hierarchy.item()?;
    }
    if hierarchy.build.is_empty() {
        return Err(hierarchy.reader.scan.expected("ROOT"));
    }
    hierarchy.close_all()?;
    if offsets == Offsets::Global {
        hierarchy.build.make_offsets_local();
    }
    Ok(hierarchy.build.finish())
}

struct HierarchyReader<'r, 's> {
    reader: &'r mut Reader<'s>,
    offsets: Offsets,
    build: SkeletonBuilder,
    /// The joints whose brace is open, the innermost last.
    open: Vec<OpenJoint>,
}

struct OpenJoint {
    node: NodeId,
    at: usize,
    has_offset: bool,
    has_channels: bool,
}

impl HierarchyReader<'_, '_> {
    fn item(&mut self) -> Result<(), LoadError> {
        let before = self.reader.scan;
        let Some(word) = self.reader.scan.word() else { return Ok(()) };
        if word.is("ROOT") || word.is("JOINT") {
            return self.joint(&word);
        }
        if word.is("}") {
            if let Some(joint) = self.open.pop() {
                return self.close(&joint);
            }
            let message = "a closing brace without an opening one is skipped";
            self.reader.warn(WarningCode::LayoutRepaired, word.at, message);
            return Ok(());
        }
        if self.open.is_empty() {
            return Err(before.expected("ROOT or MOTION"));
        }
        if word.is("OFFSET") {
            self.offset(&word)
        } else if word.is("CHANNELS") {
            self.channels(&word)
        } else if word.is("End") || word.is("EndSite") {
            self.end_site(&word)
        } else {
            let error = before.expected(match self.offsets {
                Offsets::Local => "OFFSET, CHANNELS, JOINT, End Site or }",
                Offsets::Global => "OFFSET, JOINT, End Site or }",
            });
            Err(match channel(&word) {
                Some(_) => error.hint("CHANNELS announces fewer channels than follow it"),
                None => error,
            })
        }
    }

    /// `ROOT name {` or `JOINT name {`.
    fn joint(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        let parent = self.open.last().map(|joint| joint.node);
        if parent.is_none() && word.is("JOINT") {
            let message = "a JOINT outside of every ROOT is read as a ROOT";
            self.reader.warn(WarningCode::LayoutRepaired, word.at, message);
        }
        if parent.is_some() && word.is("ROOT") {
            let message = "a ROOT inside of another joint is read as a JOINT";
            self.reader.warn(WarningCode::LayoutRepaired, word.at, message);
        }
        let name = self.reader.node_name("joint", self.build.len() + 1, word.at);
        if !self.reader.scan.take("{") {
            return Err(self.reader.scan.expected(format!("{{ after {}", quoted(name.as_bytes()))));
        }
        let too_deep = |_| self.reader.scan.error_at(word.at, ErrorKind::TooDeep);
        let node = self.build.node(name, parent).map_err(too_deep)?;
        if let Some(parent) = parent {
            self.build.bone(parent, BoneEnd::Node(node));
        }
        self.open.push(OpenJoint { node, at: word.at, has_offset: false, has_channels: false });
        Ok(())
    }

    fn close(&mut self, joint: &OpenJoint) -> Result<(), LoadError> {
        if joint.has_offset {
            return Ok(());
        }
        if self.offsets == Offsets::Global {
            let name = self.quoted_name(joint.node);
            return Err(self.no_offset(joint.at, &name));
        }
        let message = "a joint without OFFSET is put at its parent's origin";
        self.reader.warn(WarningCode::ValueAssumed, joint.at, message);
        Ok(())
    }

    /// Closes what is open ahead of MOTION. A file that ends instead was cut off, and may lack joints.
    fn close_all(&mut self) -> Result<(), LoadError> {
        let Some(word) = self.reader.scan.peek() else {
            let Some(node) = self.open.last().map(|joint| joint.node) else { return Ok(()) };
            let name = self.quoted_name(node);
            return Err(self
                .reader
                .scan
                .expected(format!("}} after {name}"))
                .hint("the file breaks off inside its hierarchy"));
        };
        let count = self.open.len();
        if count > 0 {
            let braces = counted(count, "closing brace is");
            let message = format!("{braces} missing at the end of the hierarchy");
            self.reader.warn(WarningCode::LayoutRepaired, word.at, message);
        }
        while let Some(joint) = self.open.pop() {
            self.close(&joint)?;
        }
        Ok(())
    }

    fn quoted_name(&mut self, node: NodeId) -> String {
        quoted(self.build.node_mut(node).name.as_bytes())
    }

    fn offset(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        let offset = offset(&mut self.reader.scan)?;
        let Some(joint) = self.open.last_mut() else { return Ok(()) };
        self.build.node_mut(joint.node).offset = offset;
        if std::mem::replace(&mut joint.has_offset, true) {
            let message = "a joint has two OFFSETs: the last one counts";
            self.reader.warn(WarningCode::GivenTwice, word.at, message);
        }
        Ok(())
    }

    /// `CHANNELS n name…`, whose names may go on over several lines.
    fn channels(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        let list = channel_list(&mut self.reader.scan)?;
        if list.contains(&Channel::Unused) {
            let message = "scale channels move nothing in BVH and are read past";
            self.reader.warn(WarningCode::ValuesLeftOut, word.at, message);
        }
        let Some(joint) = self.open.last_mut() else { return Ok(()) };
        if std::mem::replace(&mut joint.has_channels, true) {
            return Err(self.reader.scan.expected_at(
                word.at,
                "one CHANNELS in a joint",
                "a second one",
            ));
        }
        self.build.node_mut(joint.node).channels = list;
        Ok(())
    }

    /// `End Site [name] { OFFSET x y z }`, or any other word than Site: the tip of its joint's bone.
    fn end_site(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        let Some(parent) = self.open.last().map(|joint| joint.node) else { return Ok(()) };
        if word.is("End") {
            self.reader.scan.take("Site");
        }
        let mut name = self.reader.scan.name();
        if !self.reader.scan.take("{") {
            return Err(self.reader.scan.expected("{ after End Site"));
        }
        let mut tip = None;
        let mut channels = Vec::new();
        loop {
            if self.reader.scan.take("OFFSET") {
                tip = Some(offset(&mut self.reader.scan)?);
            } else if self.reader.scan.take("CHANNELS") {
                channels = channel_list(&mut self.reader.scan)?;
            } else if self.reader.scan.take("}") {
                break;
            } else {
                return Err(self.reader.scan.expected("OFFSET or } in End Site"));
            }
        }
        if tip.is_none() {
            if self.offsets == Offsets::Global {
                return Err(self.no_offset(word.at, "an End Site"));
            }
            let message = "an End Site without OFFSET is put at its parent's origin";
            self.reader.warn(WarningCode::ValueAssumed, word.at, message);
        }
        let tip = tip.unwrap_or(Vec3::ZERO);
        if channels.is_empty() {
            self.build.bone(parent, BoneEnd::Local(tip));
            return Ok(());
        }
        let message = "an End Site with channels is read as a joint";
        self.reader.warn(WarningCode::LayoutRepaired, word.at, message);
        if name.is_empty() {
            name = format!("{}_end", self.build.node_mut(parent).name);
        }
        let too_deep = |_| self.reader.scan.error_at(word.at, ErrorKind::TooDeep);
        let id = self.build.node(name, Some(parent)).map_err(too_deep)?;
        let node = self.build.node_mut(id);
        node.offset = tip;
        node.channels = channels;
        self.build.bone(parent, BoneEnd::Node(id));
        Ok(())
    }

    /// An error about a joint without OFFSET where the parent's position says nothing about it.
    fn no_offset(&self, at: usize, name: &str) -> LoadError {
        let message = format!("{name} has no OFFSET: nothing says where it is");
        self.reader.scan.error_at(at, ErrorKind::Contradiction(message))
    }
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
