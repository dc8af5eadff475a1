//! The segments of HTR and GTR: names and parents, base positions, and the skeleton that they make.

use std::cmp::Ordering;

use glam::Vec3;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::line::Line;
use super::super::number::{MAX_VALUE, usable};
use super::super::parents_first::parents_first;
use super::super::scanner::{Reader, Scanner};
use super::super::word::{Word, plain, quoted};
use super::header::{Header, Kind};
use super::lines::{Section, lines, split_at_tab};
use crate::take::{Axis, BoneEnd, Channel, NodeId, Skeleton, SkeletonBuilder, WarningCode};

/// What stands in the place of a root's parent.
const WORLD: &str = "GLOBAL";

/// The numbers of a base position as errors name them.
const BASE: [&str; 7] = ["Tx", "Ty", "Tz", "Rx", "Ry", "Rz", "the bone length"];

pub(super) struct Segment<'a> {
    /// The name where it stands first.
    pub name: Word<'a>,
    /// `None` for a root.
    parent: Option<Word<'a>>,
    /// Tx Ty Tz Rx Ry Rz and the length of its bone, in the order of [`BASE`].
    base: Option<[f32; 7]>,
    pub is_animated: bool,
    pub node: Option<NodeId>,
}

impl<'a> Segment<'a> {
    fn new(name: Word<'a>, parent: Option<Word<'a>>) -> Self {
        Self { name, parent, base: None, is_animated: false, node: None }
    }

    pub fn bone_length(&self) -> f32 {
        self.base.map_or(0.0, |base| base[6])
    }
}

pub(super) struct Segments<'a> {
    pub list: Vec<Segment<'a>>,
    /// Indices of the list, in the order of the names.
    by_name: Vec<u32>,
}

/// Names in any case next to each other, and among those by their bytes.
fn name_order(a: &[u8], b: &[u8]) -> Ordering {
    order_ignoring_case(a, b).then_with(|| a.cmp(b))
}

fn order_ignoring_case(a: &[u8], b: &[u8]) -> Ordering {
    let [a, b] = [a, b].map(|name| name.iter().map(u8::to_ascii_lowercase));
    a.cmp(b)
}

impl<'a> Segments<'a> {
    /// Reads `[SegmentNames&Hierarchy]`: on each line a name, and in HTR its parent.
    pub fn read(
        section: &Section<'_>,
        kind: Kind,
        reader: &mut Reader<'a>,
    ) -> Result<Self, LoadError> {
        let scan = reader.scan;
        let mut list = Vec::new();
        for line in lines(scan.source.bytes, section.body.clone()) {
            let [name, parent] = name_and_parent(&scan, &line, kind)?;
            let Some(name) = name else { continue };
            if name.is(WORLD) {
                let hint = "GLOBAL is the world, and stands behind the segments that hang from it";
                let error = scan.expected_at(name.at, "the name of a segment", name.quoted());
                return Err(error.hint(hint));
            }
            let mut parent = parent.filter(|parent| !parent.is(WORLD));
            if kind == Kind::Global
                && let Some(parent) = parent.take()
            {
                let message = "GTR has no hierarchy: parents are not used";
                reader.warn(WarningCode::TextSkipped, parent.at, message);
            }
            list.push(Segment::new(name, parent));
        }
        if list.is_empty() {
            let what = format!("the name of a segment below [{}]", section.name.shown());
            return Err(scan.at(section.body.end).expected(what));
        }
        Self::new(&scan.source, list)
    }

    /// The segments of a GTR that has no list of them: those that have a block.
    pub fn from_blocks(source: &Source<'_>, blocks: &[Section<'a>]) -> Result<Self, LoadError> {
        Self::new(source, blocks.iter().map(|block| Segment::new(block.name, None)).collect())
    }

    fn new(source: &Source<'_>, list: Vec<Segment<'a>>) -> Result<Self, LoadError> {
        // The builder has no room for more nodes either.
        let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
        let mut by_name: Vec<u32> = (0..count).collect();
        let name = |i: u32| list[i as usize].name.text;
        by_name.sort_by(|&a, &b| name_order(name(a), name(b)).then(a.cmp(&b)));
        let twice = by_name.windows(2).filter(|pair| name(pair[0]) == name(pair[1]));
        if let Some(&second) = twice.map(|pair| &pair[1]).min() {
            let Word { text, at } = list[second as usize].name;
            let what = format!("{} is listed twice", quoted(text));
            return Err(LoadError::contradiction(source, at, what)
                .hint("every segment needs a name of its own"));
        }
        Ok(Self { list, by_name })
    }

    /// The segment of that name; in another case where there is but one that it can be.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        let name_of = |i: u32| self.list[i as usize].name.text;
        if let Ok(at) = self.by_name.binary_search_by(|&i| name_order(name_of(i), name)) {
            return Some(self.by_name[at] as usize);
        }
        let is_before = |&i: &u32| order_ignoring_case(name_of(i), name).is_lt();
        let start = self.by_name.partition_point(is_before);
        let is_alike = |&&i: &&u32| name_of(i).eq_ignore_ascii_case(name);
        let mut alike = self.by_name[start..].iter().take_while(is_alike);
        match (alike.next(), alike.next()) {
            (Some(&only), None) => Some(only as usize),
            _ => None,
        }
    }

    /// Reads `[BasePosition]`: name, translation, rotation and length of each segment's bone.
    pub fn read_base(
        &mut self,
        source: &Source<'_>,
        section: &Section<'_>,
        scale: f64,
    ) -> Result<(), LoadError> {
        let scan = Scanner::new(source);
        for line in lines(source.bytes, section.body.clone()) {
            let by_tab = split_at_tab(&line)
                .and_then(|[name, numbers]| Some((self.find(name.text)?, name.whole(), numbers)));
            let (index, name, numbers) = match by_tab {
                Some(found) => found,
                None => {
                    let Some(name) = line.words().next() else { continue };
                    let index = self.find(name.text).ok_or_else(|| unknown(&scan, &name))?;
                    let end_of_name = name.at - line.at + name.text.len();
                    (index, name, line.part(end_of_name..line.text.len()))
                }
            };
            let base = base(&scan, &name, &numbers, scale)?;
            if self.list[index].base.replace(base).is_some() {
                let what = format!("{} has two base positions", name.quoted());
                return Err(LoadError::contradiction(source, name.at, what));
            }
        }
        let Some(without) = self.list.iter().find(|segment| segment.base.is_none()) else {
            return Ok(());
        };
        let what = format!("{} has no base position", without.name.quoted());
        Err(LoadError::contradiction(source, without.name.at, what)
            .hint("[BasePosition] must have a line for each segment; the file may be cut off"))
    }

    /// Makes the skeleton, parents first and otherwise in the order of the file.
    pub fn build(
        &mut self,
        header: &Header,
        kind: Kind,
        reader: &mut Reader<'_>,
    ) -> Result<Skeleton, LoadError> {
        let scan = reader.scan;
        // First the order, which takes memory of its own while it is made.
        let order = self.parents_first(&scan)?;
        let mut build = SkeletonBuilder::new(header.angle);
        build.reserve(self.list.len());
        for index in order {
            let parent = self.parent(&scan, index)?;
            let parent = parent.and_then(|parent| self.list[parent].node);
            let segment = &mut self.list[index];
            let at = segment.name.at;
            let name = plain(segment.name.text);
            reader.warn_of_name(&name, at);
            let too_deep = |_| scan.error_at(at, ErrorKind::TooDeep);
            let id = build.node(name, parent).map_err(too_deep)?;
            segment.node = Some(id);
            let node = build.node_mut(id);
            node.is_world_space = kind == Kind::Global;
            if segment.is_animated {
                node.channels = channels(header.order);
            } else {
                let message = "a segment without rows keeps its base position";
                reader.warn(WarningCode::RowsMissing, at, message);
            }
            if let Some([tx, ty, tz, rx, ry, rz, length]) = segment.base {
                // Equation 3.6: the base translation is a part of Ti, and this is R0.
                node.offset = Vec3::new(tx, ty, tz);
                node.pre = header.rotation([rx, ry, rz]);
                let length = if header.is_reversed { -length } else { length };
                build.bone(id, BoneEnd::Local(header.bone_axis.unit() * length));
            }
        }
        Ok(build.finish())
    }

    fn parent(&self, scan: &Scanner<'_>, index: usize) -> Result<Option<usize>, LoadError> {
        let Segment { name, parent: Some(parent), .. } = &self.list[index] else {
            return Ok(None);
        };
        let found = self.find(parent.text);
        if found.is_none() {
            let what = format!("a segment or GLOBAL as the parent of {}", name.quoted());
            return Err(scan
                .expected_at(parent.at, what, parent.quoted())
                .hint("every parent has a line of its own in this section"));
        }
        Ok(found)
    }

    /// The segments in the order of the file, but that each comes behind its parent.
    fn parents_first(&self, scan: &Scanner<'_>) -> Result<Vec<usize>, LoadError> {
        let mut parents = Vec::with_capacity(self.list.len());
        for index in 0..self.list.len() {
            parents.push(self.parent(scan, index)?);
        }
        parents_first(parents).map_err(|index| {
            let Word { text, at } = self.list[index].name;
            let what = format!("{} is above itself in the hierarchy", quoted(text));
            LoadError::contradiction(&scan.source, at, what)
                .hint("one of the segments above it must have GLOBAL as its parent")
        })
    }
}

pub(super) fn unknown(scan: &Scanner<'_>, name: &Word<'_>) -> LoadError {
    scan.expected_at(name.at, "the name of a segment", name.quoted())
        .hint("every segment has a line of its own in [SegmentNames&Hierarchy]")
}

/// In the order of multiplication, as equation 3.6 has it; the file's columns are always x y z.
fn channels(order: [Axis; 3]) -> Vec<Channel> {
    let [x, y, z] = Axis::ALL.map(Channel::Translation);
    let [first, second, third] = order.map(Channel::Rotation);
    vec![x, y, z, first, second, third, Channel::BoneScale]
}

/// The two names of a line. Where there is a tab between them, they may have blanks.
fn name_and_parent<'a>(
    scan: &Scanner<'_>,
    line: &Line<'a>,
    kind: Kind,
) -> Result<[Option<Word<'a>>; 2], LoadError> {
    if let Some([name, parent]) = split_at_tab(line)
        && split_at_tab(&parent).is_none()
    {
        return Ok([Some(name.whole()), Some(parent.whole())]);
    }
    let mut words = line.words();
    let [name, parent, third] = [(); 3].map(|()| words.next());
    if let Some(third) = third {
        let what = match kind {
            Kind::Hierarchical => "the line to end after a segment and its parent",
            Kind::Global => "the line to end after a segment",
        };
        let error = scan.expected_at(third.at, what, third.quoted());
        return Err(error.hint("names with blanks need a tab between them, others have no blanks"));
    }
    if let (Kind::Hierarchical, Some(name), None) = (kind, name, parent) {
        let what = format!("the parent of {}", name.quoted());
        let error = scan.expected_at(line.end(), what, "the end of the line");
        return Err(error.hint("GLOBAL is the parent of a segment that hangs from no other"));
    }
    Ok([name, parent])
}

/// The seven numbers behind a name; commas between them are blanks.
fn base(
    scan: &Scanner<'_>,
    name: &Word<'_>,
    numbers: &Line<'_>,
    scale: f64,
) -> Result<[f32; 7], LoadError> {
    let mut words = numbers.words().filter(|word| word.text != b",");
    let mut base = [0.0; 7];
    for (column, value) in base.iter_mut().enumerate() {
        let what = || format!("a number for {} of {}", BASE[column], name.quoted());
        let Some(Word { text, at }) = words.next() else {
            return Err(scan.expected_at(numbers.end(), what(), "the end of the line"));
        };
        let text = text.strip_suffix(b",").unwrap_or(text);
        *value = usable(text).ok_or_else(|| scan.at(at).expected_number(what()))?;
        let is_length = column < 3 || column == 6;
        if is_length && scale != 1.0 {
            *value = (f64::from(*value) * scale) as f32;
        }
        if value.abs() > MAX_VALUE {
            let hint = format!("no length is beyond {MAX_VALUE:e}, and ScaleFactor is {scale}");
            return Err(scan.expected_at(at, what(), quoted(text)).hint(hint));
        }
    }
    if let Some(more) = words.next() {
        let what = format!("the line to end after the 7 numbers of {}", name.quoted());
        return Err(scan.expected_at(more.at, what, more.quoted()));
    }
    Ok(base)
}
