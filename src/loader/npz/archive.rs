//! The arrays of an archive by their names, or the one of a file without an archive.

use std::borrow::Cow;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::scanner::{plain, quoted};
use super::array::{Array, Fault, Header, Kind, MAGIC};
use super::zip::{Member, members};
use crate::take::{Place, WarningCode, Warnings};

/// What the format is called.
pub(super) const NAME: &str = "NPZ";

/// What the names of members end in.
pub(super) const EXTENSION: &[u8] = b".npy";

/// How many bytes of a member are unpacked to read its header: two times what is usual.
const HEAD: usize = 256;

/// How many times the size of the file an array may have, unpacked; what is below the first of these
/// bytes does no harm, and what is above the second is no motion.
const MAX_GROWTH: usize = 16;
const UNPACKED: [usize; 2] = [1 << 20, 1 << 30];

/// An array that is in the file.
pub(super) struct Entry<'a> {
    pub key: String,
    pub header: Header,
    member: Member<'a>,
}

impl Entry<'_> {
    /// The byte at which it begins in the file.
    pub fn at(&self) -> usize {
        self.member.at
    }
}

/// The arrays of a file, in its order.
pub(super) struct Archive<'a> {
    source: &'a Source<'a>,
    pub entries: Vec<Entry<'a>>,
    /// Whether the file is one array without an archive around it.
    pub is_alone: bool,
    /// What stands ahead of and behind the names of arrays in the one of several sequences that is read.
    pub within: [String; 2],
    /// The first of those that could not be read, by the byte at which it begins, and why.
    left_out: Option<(usize, String)>,
}

impl<'a> Archive<'a> {
    /// Reads the headers of all arrays. Those that have none are left out.
    ///
    /// # Errors
    /// Where nobody waits for them any more.
    pub fn open(source: &'a Source<'a>, warnings: &mut Warnings) -> Result<Self, LoadError> {
        let is_alone = source.bytes.starts_with(MAGIC);
        let alone = is_alone.then(|| Member::alone(source.stem(), source.bytes));
        let members = alone.into_iter().chain(members(source.bytes).filter(|_| !is_alone));
        let mut entries = Vec::new();
        let mut first = None;
        for member in members {
            if source.is_cancelled() {
                return Err(LoadError::new(source, ErrorKind::Cancelled));
            }
            let name = member.name.strip_suffix(EXTENSION);
            let Some(name) = name.or(is_alone.then_some(member.name)) else {
                continue;
            };
            match header(&member) {
                Ok(header) => entries.push(Entry { key: plain(name), header, member }),
                Err(why) => {
                    let place = Place::Byte(member.at as u64);
                    let message = format!("{} {why}: it is left out", quoted(name));
                    warnings.add_at(WarningCode::ValuesLeftOut, || place, &message);
                    first.get_or_insert((member.at, format!("{} {why}", quoted(name))));
                }
            }
        }
        Ok(Self { source, entries, is_alone, within: Default::default(), left_out: first })
    }

    /// What is wrong where nothing can be shown: an array that could not be read, if there is one.
    pub fn fault(&self) -> Option<LoadError> {
        let error = |at, kind| LoadError::at_byte(self.source, at, kind);
        match &self.left_out {
            Some((at, why)) => Some(error(*at, ErrorKind::Contradiction(why.clone()))),
            None if self.entries.is_empty() => {
                let what = "an array of NumPy, called .npy, in the archive".into();
                let found = "none that is whole".into();
                Some(error(0, ErrorKind::Expected { what, found }))
            }
            None => None,
        }
    }

    /// The first array that is called like one of these, in the order of the names: in the sequence that is
    /// read, else in the file.
    pub fn find(&self, names: &[&str]) -> Option<&Entry<'a>> {
        let first = |[before, behind]: [&str; 2]| {
            let is_called = |entry: &&Entry<'a>, name: &str| {
                let name_of = entry.key.strip_prefix(before)?.strip_suffix(behind)?;
                (name_of == name).then_some(())
            };
            let mut names = names.iter();
            names.find_map(|name| {
                let mut entries = self.entries.iter();
                entries.find(|entry| is_called(entry, name).is_some())
            })
        };
        let within = self.within.each_ref().map(String::as_str);
        first(within).or_else(|| first([""; 2]).filter(|_| within != [""; 2]))
    }

    /// The arrays of texts with one index, in the order of the file.
    pub fn lists_of_texts(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.iter().filter(|entry| {
            let is_text = matches!(entry.header.kind, Kind::Text | Kind::Bytes);
            is_text && entry.header.squeezed(1).len() == 1
        })
    }

    /// An array with its values, as many as are there. Indices of a single value ahead of the last `keep`
    /// are left out of its shape.
    ///
    /// # Errors
    /// Where it is larger than anything that is packed into such a file.
    pub fn read(
        &self,
        entry: &Entry<'a>,
        keep: usize,
        warnings: &mut Warnings,
    ) -> Result<Array<'a>, LoadError> {
        let Entry { key, header, member } = entry;
        let [least, most] = UNPACKED;
        let size = self.source.bytes.len();
        let most = if member.is_stored() {
            // What is not there takes no room.
            usize::MAX
        } else {
            size.saturating_mul(MAX_GROWTH).clamp(least, most)
        };
        let bytes = header.bytes().filter(|&bytes| bytes <= most);
        let bytes = bytes.ok_or_else(|| self.too_tight(entry))?;
        let error = |why| LoadError::at_byte(self.source, member.at, ErrorKind::Contradiction(why));
        let unpacked = member.unpack(bytes).map_err(error)?;
        if unpacked.is_whole && unpacked.data.len() == bytes && member.is_damaged(&unpacked.data) {
            let message = format!(
                "the checksum of {} is of other values: they are shown as they are",
                quoted(key.as_bytes())
            );
            let place = || Place::Byte(member.at as u64);
            warnings.add_at(WarningCode::Contradicted, place, message);
        }
        let mut squeezed = header.clone();
        squeezed.shape = header.squeezed(keep).to_vec();
        Ok(Array::new(squeezed, unpacked.data))
    }

    /// An error about an array that is far larger than what is in the file.
    pub fn too_tight(&self, entry: &Entry<'_>) -> LoadError {
        let what = format!(
            "{} is {}, out of {} bytes in the file: no motion is packed so tightly",
            quoted(entry.key.as_bytes()),
            entry.header.about(),
            entry.member.packed_len(),
        );
        let kind = ErrorKind::Contradiction(what);
        LoadError::at_byte(self.source, entry.at(), kind)
    }

    /// The numbers of a small array of one of these names.
    pub fn numbers(&self, names: &[&str], most: usize) -> Option<Vec<f64>> {
        let is_it = |header: &Header| header.is_of_numbers();
        let array = self.small(names, most, is_it)?;
        Some(array.numbers())
    }

    /// A single number under one of these names.
    pub fn number(&self, names: &[&str]) -> Option<f64> {
        let numbers = self.numbers(names, 1)?;
        numbers.first().copied()
    }

    /// The texts of a small array of one of these names.
    pub fn texts(&self, names: &[&str], most: usize) -> Option<Vec<String>> {
        let is_it = |header: &Header| matches!(header.kind, Kind::Text | Kind::Bytes);
        let array = self.small(names, most, is_it)?;
        Some(array.texts().iter().map(|text| plain(text.as_bytes())).collect())
    }

    fn small(
        &self,
        names: &[&str],
        most: usize,
        is_it: impl Fn(&Header) -> bool,
    ) -> Option<Array<'a>> {
        let entry = self.find(names)?;
        let count = entry.header.count()?;
        if count > most || !is_it(&entry.header) {
            return None;
        }
        let mut none = Warnings::default();
        let array = self.read(entry, usize::MAX, &mut none).ok()?;
        (array.rows() * array.row_len == count).then_some(array)
    }
}

/// The header of a member.
fn header(member: &Member<'_>) -> Result<Header, String> {
    let mut most = HEAD;
    loop {
        let unpacked = member.unpack(most)?;
        let head: &Cow<'_, [u8]> = &unpacked.data;
        match Header::read(head) {
            Ok(header) => return Ok(header),
            // A damaged length may ask for more than there is.
            Err(Fault::TooShort(len)) if len > most && len <= most.max(MAX_HEADER) => most = len,
            Err(Fault::TooShort(_)) => return Err("breaks off within its header".into()),
            Err(Fault::Expected(what)) => return Err(format!("has no header: expected {what}")),
        }
    }
}

/// No header is longer: it has three values.
const MAX_HEADER: usize = 1 << 16;
