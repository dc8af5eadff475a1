//! The parameters of a C3D file: named values in named groups.
//!
//! ```text
//! head        two bytes without meaning, number of blocks, processor
//! group       length of name (below 0: locked), −id, name, bytes to the next record, description
//! parameter   length of name (below 0: locked), id of group, name, bytes to the next record,
//!             size of an element (−1 text, 1 byte, 2 integer, 4 float), number of dimensions,
//!             dimensions, values with the first dimension fastest, description
//! ```
//!
//! Records stand in any order, a parameter may come before its group. The last one has no next.
//! Nothing of them is kept: a file of many small parameters would take many times its size.

use super::header::{BLOCK, Header};
use super::processor::Processor;
use crate::loader::Source;
use crate::loader::word::plain_text;
use crate::take::{Place, WarningCode, Warnings};

const HEAD: usize = 4;

/// The header of a file, and its parameters, which are found by the names of group and parameter.
pub(super) struct Parameters<'a> {
    pub source: Source<'a>,
    pub header: Header,
    /// The byte at which the parameters begin; the first record follows behind the head.
    pub head: usize,
    pub processor: Processor,
    /// The names of the groups by their ids; empty where there is none.
    groups: [&'a [u8]; 129],
}

struct Record<'a> {
    /// Below 0 for a group, and that group's id for a parameter.
    id: i8,
    name: &'a [u8],
    /// Where what follows the pointer to the next record begins, and where it must end.
    start: usize,
    end: usize,
    next: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter<'a> {
    pub at: usize,
    /// −1 text, 1 byte, 2 integer, 4 float.
    kind: i8,
    dimensions: &'a [u8],
    values: &'a [u8],
    processor: Processor,
}

impl<'a> Parameters<'a> {
    pub fn new(
        source: &Source<'a>,
        block: &[u8; BLOCK],
        head: usize,
        processor: Processor,
    ) -> Self {
        let mut parameters = Self {
            source: *source,
            header: Header::read(block, processor),
            head,
            processor,
            groups: [&[]; 129],
        };
        let mut at = Some(head + HEAD);
        while let Some(record) = at.and_then(|at| parameters.record(at)) {
            let group = usize::from(record.id.unsigned_abs());
            if record.id < 0 && parameters.groups[group].is_empty() {
                parameters.groups[group] = record.name;
            }
            at = record.next;
        }
        parameters
    }

    /// The byte behind their blocks, by the number of those.
    pub fn end(&self) -> usize {
        let blocks = self.source.bytes.get(self.head + 2).copied();
        self.head + BLOCK * usize::from(blocks.unwrap_or_default())
    }

    /// The first parameter of these names that has values. Warns where there are several.
    pub fn find(&self, group: &str, name: &str, warnings: &mut Warnings) -> Option<Parameter<'a>> {
        let mut all = self.all(group).filter(|(n, _)| is(n, name)).map(|(_, found)| found);
        let first = all.next()?;
        for other in all.filter(|other| other.values != first.values) {
            let message =
                format!("{group}:{name} is given twice, with other values: the first ones count");
            warnings.add_at(WarningCode::GivenTwice, || Place::Byte(other.at as u64), message);
        }
        Some(first)
    }

    /// The parameters `name`, `name2`, `name3` …, in that order: arrays have room for 255 values, and
    /// the others follow in further ones.
    pub fn numbered(&self, group: &str, name: &str, warnings: &mut Warnings) -> Vec<Parameter<'a>> {
        // A file has room for no more than 65,535 points.
        const MAX_PARTS: u16 = 65_535 / 255 + 1;
        let number = |full: &[u8]| -> Option<u16> {
            let (stem, digits) = full.split_at_checked(name.len())?;
            let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
            (is(stem, name) && (2..=MAX_PARTS).contains(&number)).then_some(number)
        };
        let mut all: Vec<(u16, Parameter<'a>)> = Vec::new();
        all.extend(self.find(group, name, warnings).map(|first| (1, first)));
        for (full, parameter) in self.all(group) {
            let Some(number) = number(full) else { continue };
            if all.iter().all(|&(known, _)| known != number) {
                all.push((number, parameter));
            }
        }
        all.sort_by_key(|&(number, _)| number);
        all.into_iter().map(|(_, parameter)| parameter).collect()
    }

    /// All parameters of a group that have values, with their names.
    fn all(&self, group: &str) -> impl Iterator<Item = (&'a [u8], Parameter<'a>)> {
        let mut at = Some(self.head + HEAD);
        std::iter::from_fn(move || {
            loop {
                let record = self.record(at?)?;
                at = record.next;
                if record.id > 0
                    && is(self.groups[usize::from(record.id.unsigned_abs())], group)
                    && let Some(parameter) = self.parameter(&record)
                    && !parameter.values.is_empty()
                {
                    return Some((record.name, parameter));
                }
            }
        })
    }

    /// The record at a byte; `None` behind the last one, and where the file breaks off.
    fn record(&self, at: usize) -> Option<Record<'a>> {
        let bytes = self.source.bytes;
        let &[len, id] = bytes.get(at..)?.first_chunk::<2>()?;
        let len = usize::from(len.cast_signed().unsigned_abs());
        let name = bytes.get(at + 2..)?.get(..len).filter(|n| !n.is_empty())?;
        let pointer = at + 2 + len;
        let distance = self.processor.unsigned(*bytes.get(pointer..)?.first_chunk()?);
        let start = pointer + 2;
        // A next record always stands behind this one, so that the way through them ends.
        let next = (distance >= 2).then(|| pointer + usize::from(distance));
        Some(Record {
            id: id.cast_signed(),
            name: name.trim_ascii(),
            start,
            end: next.map_or(bytes.len(), |next| next.min(bytes.len())),
            next,
        })
    }

    /// The values behind a record's name. Those that would reach into the next record are not there.
    fn parameter(&self, record: &Record<'a>) -> Option<Parameter<'a>> {
        let bytes = self.source.bytes.get(record.start..record.end)?;
        let &[kind, dimensions] = bytes.first_chunk::<2>()?;
        let kind = kind.cast_signed();
        let (dimensions, values) = bytes[2..].split_at_checked(usize::from(dimensions))?;
        let count = dimensions.iter().fold(1, |n: usize, &d| n.saturating_mul(d.into()));
        let len = count.saturating_mul(usize::from(kind.unsigned_abs()));
        Some(Parameter {
            at: record.start + 2 + dimensions.len(),
            kind,
            dimensions,
            values: &values[..len.min(values.len())],
            processor: self.processor,
        })
    }
}

fn is(name: &[u8], wanted: &str) -> bool {
    name.eq_ignore_ascii_case(wanted.as_bytes())
}

impl<'a> Parameter<'a> {
    /// A value of the array, integers without a sign: all are counts. `None` for text, and behind the end.
    pub fn number(&self, i: usize) -> Option<f64> {
        let size = usize::from(self.kind.unsigned_abs());
        let value = self.values.get(i.checked_mul(size)?..)?;
        match self.kind {
            1 => value.first().map(|&byte| byte.into()),
            2 => Some(self.processor.unsigned(*value.first_chunk()?).into()),
            4 => Some(self.processor.float(*value.first_chunk()?).into()),
            _ => None,
        }
    }

    pub fn is_float(&self) -> bool {
        self.kind == 4
    }

    pub fn count(&self) -> usize {
        match self.kind {
            1 | 2 | 4 => self.values.len() / usize::from(self.kind.unsigned_abs()),
            _ => 0,
        }
    }

    /// A number of 32 bits, written as two integers with the lower half first, or as one float.
    pub fn long(&self) -> Option<f64> {
        let low = self.number(0)?;
        match self.kind {
            2 => Some(low + 65_536.0 * self.number(1).unwrap_or(0.0)),
            _ => Some(low),
        }
    }

    /// How many values follow each other along the first dimension.
    pub fn width(&self) -> usize {
        self.dimensions.first().map_or(1, |&width| width.into())
    }

    /// The texts of the array, each as long as its first dimension says; none for numbers.
    pub fn texts(&self) -> impl Iterator<Item = &'a [u8]> {
        let values = if self.kind == -1 { self.values } else { &[] };
        values.chunks_exact(self.width().max(1))
    }

    pub fn text(&self) -> Option<String> {
        self.texts().next().map(text).filter(|t| !t.is_empty())
    }
}

/// A text without the blanks and zeros that fill it up, in UTF-8 or, by old programs, in Latin-1.
pub(super) fn text(bytes: &[u8]) -> String {
    let bytes = bytes.split(|&b| b == 0).next().unwrap_or_default();
    match std::str::from_utf8(bytes) {
        Ok(text) => plain_text(text),
        Err(_) => plain_text(&bytes.iter().map(|&b| char::from(b)).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A group, or a parameter with its kind and dimensions, and what follows; then the next record.
    fn record(name: &str, id: i8, rest: &[u8]) -> Vec<u8> {
        let mut bytes = vec![name.len() as u8, id.cast_unsigned()];
        bytes.extend(name.as_bytes());
        bytes.extend((rest.len() as u16 + 2).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// Records behind the head of the parameters.
    fn section(records: &[Vec<u8>]) -> Vec<u8> {
        [&[1, 80, 1, 84][..], &records.concat()].concat()
    }

    fn parameters(section: &[u8]) -> Parameters<'_> {
        Parameters::new(&Source::new("a.c3d", section), &[0; BLOCK], 0, Processor::Intel)
    }

    /// The labels of all points.
    fn labels(records: &[Vec<u8>]) -> Vec<String> {
        let section = section(records);
        let all = parameters(&section).numbered("POINT", "LABELS", &mut Warnings::default());
        all.iter().flat_map(Parameter::texts).map(text).collect()
    }

    /// The first number of POINT:USED.
    fn used(records: &[Vec<u8>]) -> Option<f64> {
        parameters(&section(records)).find("POINT", "USED", &mut Warnings::default())?.number(0)
    }

    #[test]
    fn a_parameter_may_come_before_its_group_and_in_any_case() {
        let records = [record("Used", 3, &[2, 0, 7, 1, 0]), record("point", -3, &[0])];
        assert_eq!(used(&records), Some(263.0));
    }

    #[test]
    fn numbered_arrays_follow_each_other_in_the_order_of_their_numbers() {
        let records = [
            record("POINT", -1, &[0]),
            record("LABELS10", 1, &[0xff, 2, 2, 1, b'X', b' ']),
            record("LABELS2", 1, &[0xff, 2, 2, 1, b'C', 0]),
            record("LABELS", 1, &[0xff, 2, 2, 2, b'A', b' ', b'B', b'b']),
            record("LABELSX", 1, &[0xff, 2, 2, 1, b'N', b'o']),
        ];
        assert_eq!(labels(&records), ["A", "Bb", "C", "X"]);
    }

    #[test]
    fn values_end_where_the_next_record_begins() {
        let records = [
            record("POINT", -1, &[0]),
            record("LABELS", 1, &[0xff, 2, 2, 255, b'A', b'a']),
            record("FRAMES", 1, &[2, 7, 255, 255, 255, 255, 255, 255, 255, 9, 0]),
        ];
        assert_eq!(labels(&records), ["Aa"]);
        let section = section(&records);
        let frames = parameters(&section).find("POINT", "FRAMES", &mut Warnings::default());
        assert_eq!([0, 1, usize::MAX].map(|i| frames.unwrap().number(i)), [Some(9.0), None, None]);
    }

    #[test]
    fn pointers_that_lead_nowhere_or_back_end_the_records() {
        for distance in [0u16, 1, 3, 500, u16::MAX] {
            let mut records = [record("POINT", -1, &[0]), record("USED", 1, &[2, 0, 7, 0])];
            records[0][7..9].copy_from_slice(&distance.to_le_bytes());
            assert_eq!(used(&records), (distance == 3).then_some(7.0), "{distance}");
        }
    }

    #[test]
    fn records_that_break_off_are_not_read() {
        let whole = [record("POINT", -1, &[0]), record("USED", 1, &[2, 1, 1, 7, 0])].concat();
        for end in 0..whole.len() {
            assert_eq!(used(&[whole[..end].to_vec()]), None, "cut at {end}");
        }
    }

    #[test]
    fn of_two_parameters_of_one_name_the_first_with_values_counts() {
        let records = [
            record("POINT", -1, &[0]),
            record("USED", 1, &[2, 1, 0]),
            record("USED", 1, &[2, 0, 7, 0]),
            record("USED", 1, &[2, 0, 8, 0]),
        ];
        let mut warnings = Warnings::default();
        let section = section(&records);
        let used = parameters(&section).find("POINT", "USED", &mut warnings);
        assert_eq!(used.unwrap().number(0), Some(7.0));
        assert_eq!(warnings.finish().len(), 1);
    }

    #[test]
    fn texts_are_told_without_what_fills_them_up() {
        assert_eq!(text(b"  LASI \0\0x"), "LASI");
        assert_eq!(text(b"Rodr\xedguez"), "Rodríguez");
        assert_eq!(text("Müller ".as_bytes()), "Müller");
        assert_eq!(text(b"a\x1b[2J"), "a·[2J");
    }
}
