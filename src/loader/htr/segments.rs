//! The segments of HTR and GTR: names and parents, base positions, and the skeleton that they make.

use std::cmp::Ordering;

use glam::Vec3;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::line::Line;
use super::super::number::MAX_VALUE;
use super::super::parents_first::parents_first;
use super::super::scanner::{Scanner, Word, plain, quoted, tell_of_name};
use super::header::Header;
use super::kind::Kind;
use super::lines::{Section, at_tab, lines, usable_number};
use crate::take::{
    Axis, BoneEnd, Channel, NodeId, Skeleton, SkeletonBuilder, WarningCode, Warnings,
};

/// What stands in the place of a root's parent.
const WORLD: &str = "GLOBAL";

/// The numbers of a base position as errors name them.
const BASE: [&str; 7] = ["Tx", "Ty", "Tz", "Rx", "Ry", "Rz", "the bone length"];

/// One segment as the file has it.
pub(super) struct Segment<'a> {
    /// The name where it stands first.
    pub name: Word<'a>,
    /// `None` for a root.
    parent: Option<Word<'a>>,
    /// Whether it has rows of its own.
    pub moves: bool,
    /// Its node, once there is a skeleton.
    pub node: Option<NodeId>,
}

/// Every segment in the order of the file, to be found by name.
pub(super) struct Segments<'a> {
    pub list: Vec<Segment<'a>>,
    /// Places in the list, in the order of the names.
    by_name: Vec<u32>,
    /// Tx Ty Tz Rx Ry Rz and the length of each one's bone; none where the file has no base positions.
    bases: Vec<Option<[f32; 7]>>,
}

/// Names in any case next to each other, and among those by their bytes.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    regardless_of_case(a, b).then_with(|| a.cmp(b))
}

fn regardless_of_case(a: &[u8], b: &[u8]) -> Ordering {
    let [a, b] = [a, b].map(|name| name.iter().map(u8::to_ascii_lowercase));
    a.cmp(b)
}

impl<'a> Segments<'a> {
    /// Reads `[SegmentNames&Hierarchy]`: on each line a name, and in HTR its parent.
    pub fn read(
        source: &'a Source<'a>,
        section: &Section<'a>,
        kind: Kind,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let scan = Scanner::new(source);
        let mut list = Vec::new();
        for line in lines(source.bytes, section.body.clone()) {
            let [name, parent] = name_and_parent(&scan, &line, kind)?;
            let Some(name) = name else { continue };
            if name.is(WORLD) {
                let hint = "GLOBAL is the world, and stands behind the segments that hang from it";
                let error = scan.expected_at(name.at, "the name of a segment", name.quoted());
                return Err(error.hint(hint));
            }
            let parent = parent.filter(|parent| !parent.is(WORLD));
            if let (Kind::Global, Some(parent)) = (kind, parent) {
                let message = "GTR has no hierarchy: parents are not used";
                warnings.add_at(WarningCode::TextSkipped, || scan.place(parent.at), message);
            }
            let parent = parent.filter(|_| kind == Kind::Hierarchical);
            list.push(Segment::new(name, parent));
        }
        if list.is_empty() {
            let what = format!("the name of a segment below [{}]", section.name.shown());
            let there = scan.at(section.body.end);
            return Err(there.expected(what));
        }
        Self::of(source, list)
    }

    /// The segments of a GTR that has no list of them: those that have a block.
    pub fn named(source: &'a Source<'a>, blocks: &[Section<'a>]) -> Result<Self, LoadError> {
        let names = blocks.iter().map(|block| Segment::new(block.name, None));
        Self::of(source, names.collect())
    }

    fn of(source: &Source<'_>, list: Vec<Segment<'a>>) -> Result<Self, LoadError> {
        // The builder has no room for more nodes either.
        let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
        let mut by_name: Vec<u32> = (0..count).collect();
        let name = |i: u32| list[i as usize].name.text;
        by_name.sort_by(|&a, &b| order(name(a), name(b)).then(a.cmp(&b)));
        let twice = by_name.windows(2).filter(|pair| name(pair[0]) == name(pair[1]));
        if let Some(&second) = twice.map(|pair| &pair[1]).min() {
            let Word { text, at } = list[second as usize].name;
            let what = format!("{} is listed twice", quoted(text));
            return Err(LoadError::contradiction(source, at, what)
                .hint("every segment needs a name of its own"));
        }
        Ok(Self { list, by_name, bases: Vec::new() })
    }

    /// The segment of that name; in another case where there is but one that it can be.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        let name_at = |place: usize| Some(self.list[*self.by_name.get(place)? as usize].name.text);
        let exact = |&i: &u32| order(self.list[i as usize].name.text, name);
        if let Ok(place) = self.by_name.binary_search_by(exact) {
            return Some(self.by_name[place] as usize);
        }
        let before = |&i: &u32| regardless_of_case(self.list[i as usize].name.text, name).is_lt();
        let place = self.by_name.partition_point(before);
        let same = |place| name_at(place).is_some_and(|other| other.eq_ignore_ascii_case(name));
        (same(place) && !same(place + 1)).then(|| self.by_name[place] as usize)
    }

    /// How long a segment's bone is.
    pub fn length(&self, place: usize) -> f32 {
        let base = self.bases.get(place).copied().flatten();
        base.map_or(0.0, |base| base[6])
    }

    /// Reads `[BasePosition]`: name, translation, rotation and length of each segment's bone.
    pub fn read_base(
        &mut self,
        source: &Source<'_>,
        section: &Section<'_>,
        scale: f64,
    ) -> Result<(), LoadError> {
        let scan = Scanner::new(source);
        self.bases = vec![None; self.list.len()];
        for line in lines(source.bytes, section.body.clone()) {
            let by_tab = at_tab(&line).and_then(|[name, numbers]| {
                let place = self.find(name.text)?;
                Some((place, name.whole(), numbers))
            });
            let (place, name, numbers) = match by_tab {
                Some(found) => found,
                None => {
                    let Some(name) = line.words().next() else {
                        continue;
                    };
                    let unknown = || unknown(&scan, &name);
                    let skip = name.at - line.at + name.text.len();
                    let numbers = line.part(skip..line.text.len());
                    (self.find(name.text).ok_or_else(unknown)?, name, numbers)
                }
            };
            let base = base(source, &name, &numbers, scale)?;
            if self.bases[place].replace(base).is_some() {
                let what = format!("{} has two base positions", name.quoted());
                return Err(LoadError::contradiction(source, name.at, what));
            }
        }
        let Some(without) = self.bases.iter().position(Option::is_none) else {
            return Ok(());
        };
        let without = &self.list[without];
        let what = format!("{} has no base position", without.name.quoted());
        Err(LoadError::contradiction(source, without.name.at, what)
            .hint("[BasePosition] must have a line for each segment; the file may be cut off"))
    }

    /// Makes the skeleton, parents first and otherwise in the order of the file.
    pub fn build(
        &mut self,
        source: &Source<'_>,
        header: &Header,
        kind: Kind,
        warnings: &mut Warnings,
    ) -> Result<Skeleton, LoadError> {
        let scan = Scanner::new(source);
        // First the order, which takes memory of its own while it is made.
        let order = self.parents_first(source)?;
        let mut build = SkeletonBuilder::new(header.angle);
        build.reserve(self.list.len());
        for place in order {
            let parent = self.parent(&scan, place)?;
            let parent = parent.and_then(|parent| self.list[parent].node);
            let segment = &mut self.list[place];
            let name = plain(segment.name.text);
            tell_of_name(&name, || scan.place(segment.name.at), warnings);
            let id = build
                .node(name, parent)
                .map_err(|_| LoadError::at(source, segment.name.at, ErrorKind::TooDeep))?;
            segment.node = Some(id);
            let node = build.node_mut(id);
            node.is_world_space = kind == Kind::Global;
            if segment.moves {
                node.channels = channels(header.order);
            } else {
                let message = "a segment without rows keeps its base position";
                warnings.add_at(WarningCode::RowsMissing, || scan.place(segment.name.at), message);
            }
            if let Some(&Some([tx, ty, tz, rx, ry, rz, length])) = self.bases.get(place) {
                // Equation 3.6: the base translation is a part of Ti, and this is R0.
                node.offset = Vec3::new(tx, ty, tz);
                node.pre = header.rotation([rx, ry, rz]);
                let length = if header.reversed { -length } else { length };
                build.bone(id, BoneEnd::Local(header.bone.unit() * length));
            }
        }
        Ok(build.finish())
    }

    /// The place of a segment's parent.
    fn parent(&self, scan: &Scanner<'_>, place: usize) -> Result<Option<usize>, LoadError> {
        let Some(parent) = self.list[place].parent else {
            return Ok(None);
        };
        let unknown = || {
            let what =
                format!("a segment or GLOBAL as the parent of {}", self.list[place].name.quoted());
            scan.expected_at(parent.at, what, parent.quoted())
                .hint("every parent has a line of its own in this section")
        };
        self.find(parent.text).ok_or_else(unknown).map(Some)
    }

    /// The order in which a segment comes as soon as it is the first in the file of those whose
    /// parents are there.
    fn parents_first(&self, source: &Source<'_>) -> Result<Vec<usize>, LoadError> {
        let scan = Scanner::new(source);
        let mut parents = Vec::with_capacity(self.list.len());
        for place in 0..self.list.len() {
            parents.push(self.parent(&scan, place)?);
        }
        parents_first(parents).map_err(|place| self.above_itself(source, place))
    }

    fn above_itself(&self, source: &Source<'_>, place: usize) -> LoadError {
        let Word { text, at } = self.list[place].name;
        let what = format!("{} is above itself in the hierarchy", quoted(text));
        LoadError::contradiction(source, at, what)
            .hint("one of the segments above it must have GLOBAL as its parent")
    }
}

impl<'a> Segment<'a> {
    fn new(name: Word<'a>, parent: Option<Word<'a>>) -> Self {
        Self { name, parent, moves: false, node: None }
    }
}

/// An error at a name that no segment has.
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
    if let Some([name, parent]) = at_tab(line)
        && at_tab(&parent).is_none()
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
    source: &Source<'_>,
    name: &Word<'_>,
    numbers: &Line<'_>,
    scale: f64,
) -> Result<[f32; 7], LoadError> {
    let scan = Scanner::new(source);
    let mut words = numbers.words().filter(|word| word.text != b",");
    let mut base = [0.0; 7];
    for (value, column) in base.iter_mut().zip(0..) {
        let what = || format!("a number for {} of {}", BASE[column], name.quoted());
        let word = words
            .next()
            .map(|word| Word { text: word.text.strip_suffix(b",").unwrap_or(word.text), ..word });
        *value = usable_number(source, word, numbers.end(), what)?;
        let is_length = column < 3 || column == 6;
        if is_length && scale != 1.0 {
            *value = (f64::from(*value) * scale) as f32;
        }
        if value.abs() > MAX_VALUE {
            let at = word.map_or(numbers.end(), |word| word.at);
            let found = word.map_or_else(String::new, |word| word.quoted());
            let hint = format!("no length is beyond {MAX_VALUE:e}, and ScaleFactor is {scale}");
            return Err(scan.expected_at(at, what(), found).hint(hint));
        }
    }
    match words.next() {
        None => Ok(base),
        Some(more) => {
            let what = format!("the line to end after the 7 numbers of {}", name.quoted());
            Err(scan.expected_at(more.at, what, more.quoted()))
        }
    }
}
