//! The arrays of an archive by their names, or the one of a file without an archive.

use std::borrow::Cow;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::unread_rows::Damage;
use super::super::word::{plain, quoted};
use super::array::{Array, Header, HeaderError, Kind, MAGIC, NamedArray};
use super::zip::{self, Member, members};
use crate::take::{Place, WarningCode, Warnings, counted};

/// What the names of members end in.
pub(super) const EXTENSION: &[u8] = b".npy";

/// How many bytes of a member are unpacked first to read its header: twice the usual length.
const HEAD: usize = 256;

/// No header is longer: it has three values.
const MAX_HEADER: usize = 1 << 16;

/// So many bytes of an array may be unpacked of any archive.
const MIN_UNPACKED: usize = 1 << 20;

/// Arrays of objects that are looked into.
const MAX_OBJECTS: usize = 16;

pub(super) struct Entry<'a> {
    pub key: String,
    pub header: Header,
    member: Member<'a>,
}

impl Entry<'_> {
    pub fn place(&self) -> Place {
        Place::Byte(self.member.at as u64)
    }
}

/// The arrays of a file, in its order.
pub(super) struct Archive<'a> {
    pub source: &'a Source<'a>,
    pub entries: Vec<Entry<'a>>,
    /// Whether the file is one array without an archive around it.
    pub is_single_array: bool,
    /// What to do where nothing moves, if they were in a pickle.
    pub advice: Option<String>,
    /// The prefix and the suffix of the keys of the one of several sequences that is read.
    pub affixes: [String; 2],
    /// The first array that could not be read, by the byte at which it begins, and its fault.
    left_out: Option<(usize, String)>,
}

impl<'a> Archive<'a> {
    /// Reads the headers of all arrays. Members that have none are left out. Fails where loading is cancelled.
    pub fn open(source: &'a Source<'a>, warnings: &mut Warnings) -> Result<Self, LoadError> {
        let is_single_array = source.bytes.starts_with(MAGIC);
        let file = is_single_array.then(|| Member::of_file(source.stem(), source.bytes));
        let members = file.into_iter().chain(members(source.bytes).filter(|_| !is_single_array));
        let mut entries = Vec::new();
        let mut left_out = None;
        for member in members {
            if source.is_cancelled() {
                return Err(LoadError::new(source, ErrorKind::Cancelled));
            }
            let name = match member.name.strip_suffix(EXTENSION) {
                Some(name) => name,
                None if is_single_array => member.name,
                None => continue,
            };
            match read_header(&member) {
                Ok(header) => entries.push(Entry { key: plain(name), header, member }),
                Err(fault) => {
                    let fault = format!("{} {fault}", quoted(name));
                    let place = || Place::Byte(member.at as u64);
                    let message = format!("{fault}: it is left out");
                    warnings.add_at(WarningCode::ValuesLeftOut, place, message);
                    left_out.get_or_insert((member.at, fault));
                }
            }
        }
        Ok(Self {
            source,
            entries,
            is_single_array,
            advice: None,
            affixes: Default::default(),
            left_out,
        })
    }

    /// The arrays that a pickle holds.
    pub fn of_pickle(source: &'a Source<'a>, arrays: &'a [NamedArray<'a>], advice: String) -> Self {
        let empty = Self {
            source,
            entries: Vec::new(),
            is_single_array: false,
            advice: Some(advice),
            affixes: Default::default(),
            left_out: None,
        };
        empty.with(arrays)
    }

    /// The same with further arrays.
    pub fn with<'b>(self, arrays: &'b [NamedArray<'b>]) -> Archive<'b>
    where
        'a: 'b,
    {
        let mut archive: Archive<'b> = self;
        archive.is_single_array &= arrays.is_empty();
        archive.entries.extend(arrays.iter().map(|NamedArray { key, header, data }| Entry {
            key: plain(key.as_bytes()),
            header: header.clone(),
            member: Member::of_file("", data),
        }));
        archive
    }

    /// The pickles that arrays of objects are, by the keys of these.
    pub fn objects(&self) -> Vec<(String, Cow<'a, [u8]>)> {
        let of_objects = |entry: &&Entry<'a>| entry.header.kind == Kind::Object;
        let found = self.entries.iter().filter(of_objects).filter_map(|entry| {
            let pickle = match entry.member.unpack(self.max_unpacked()).ok()?.data {
                Cow::Borrowed(data) => Cow::Borrowed(data.get(entry.header.len..)?),
                Cow::Owned(data) => Cow::Owned(data.get(entry.header.len..)?.to_vec()),
            };
            Some((if self.entries.len() == 1 { String::new() } else { entry.key.clone() }, pickle))
        });
        found.take(MAX_OBJECTS).collect()
    }

    fn max_unpacked(&self) -> usize {
        zip::max_unpacked(self.source.bytes.len(), MIN_UNPACKED)
    }

    /// The error where nothing can be shown: an array that could not be read, if there is one.
    pub fn fault(&self) -> Option<LoadError> {
        if let Some((at, fault)) = &self.left_out {
            let kind = ErrorKind::Contradiction(fault.clone());
            return Some(LoadError::at_byte(self.source, *at, kind));
        }
        if let Some(advice) = self.advice.as_ref().filter(|_| self.entries.is_empty()) {
            let message = "there is no array in it".to_string();
            let error = LoadError::new(self.source, ErrorKind::NothingToShow(message));
            return Some(error.hint(advice));
        }
        let what = "an array of NumPy, called .npy, in the archive";
        let error = || LoadError::expected_at_byte(self.source, 0, what, "none that is whole");
        self.entries.is_empty().then(error)
    }

    /// The first array that is called like one of these, in the order of the names: in the sequence that is
    /// read, else in the file.
    pub fn find(&self, names: &[&str]) -> Option<&Entry<'a>> {
        let find_within = |[prefix, suffix]: [&str; 2]| {
            names.iter().find_map(|name| {
                self.entries.iter().find(|entry| {
                    let key = entry.key.strip_prefix(prefix);
                    key.and_then(|key| key.strip_suffix(suffix)) == Some(*name)
                })
            })
        };
        find_within(self.affixes.each_ref().map(String::as_str)).or_else(|| find_within([""; 2]))
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
        let max_len = if member.is_stored() {
            // Values that are not there take no room.
            usize::MAX
        } else {
            self.max_unpacked()
        };
        let Some(len) = header.bytes().filter(|&len| len <= max_len) else {
            return Err(self.too_compressed(entry));
        };
        let unpacked = member.unpack(len).map_err(|fault| {
            LoadError::at_byte(self.source, member.at, ErrorKind::Contradiction(fault))
        })?;
        if unpacked.is_whole && unpacked.data.len() == len && member.is_damaged(&unpacked.data) {
            let message = format!(
                "the checksum of {} is of other values: they are shown as they are",
                quoted(key.as_bytes())
            );
            warnings.add_at(WarningCode::Contradicted, || entry.place(), message);
        }
        let mut squeezed = header.clone();
        squeezed.shape = header.squeezed(keep).to_vec();
        Ok(Array::new(squeezed, unpacked.data))
    }

    pub fn too_compressed(&self, entry: &Entry<'_>) -> LoadError {
        let message = format!(
            "{} is {}, out of {} bytes in the file: no motion is packed so tightly",
            quoted(entry.key.as_bytes()),
            entry.header.describe(),
            entry.member.packed.len(),
        );
        LoadError::at_byte(self.source, entry.member.at, ErrorKind::Contradiction(message))
    }

    /// The frames that are missing of an array which breaks off behind `found` of `expected` frames.
    ///
    /// # Errors
    /// Where there is none at all.
    pub fn missing_frames(
        &self,
        entry: &Entry<'_>,
        expected: usize,
        found: usize,
    ) -> Result<Damage, LoadError> {
        if found >= expected {
            return Ok(Damage::default());
        }
        let what = format!("{} of \"{}\"", counted(expected, "frame"), entry.key);
        let end = format!("the end of it behind {found}");
        let error = LoadError::expected_at_byte(self.source, entry.member.at, what, end);
        if found == 0 {
            Err(error)
        } else {
            Ok(Damage::behind(found, Some(expected as f64), error))
        }
    }

    /// The numbers of an array of one of these names that has `max_count` of them at most.
    pub fn numbers(&self, names: &[&str], max_count: usize) -> Option<Vec<f64>> {
        Some(self.small_array(names, max_count, Header::is_of_numbers)?.numbers())
    }

    pub fn number(&self, names: &[&str]) -> Option<f64> {
        self.numbers(names, 1)?.first().copied()
    }

    /// As [`Self::numbers`], of texts.
    pub fn texts(&self, names: &[&str], max_count: usize) -> Option<Vec<String>> {
        let texts = self.small_array(names, max_count, Header::is_of_texts)?.texts();
        Some(texts.iter().map(|text| plain(text.as_bytes())).collect())
    }

    fn small_array(
        &self,
        names: &[&str],
        max_count: usize,
        is_of_kind: fn(&Header) -> bool,
    ) -> Option<Array<'a>> {
        let entry = self.find(names)?;
        let count = entry.header.count()?;
        if count > max_count || !is_of_kind(&entry.header) {
            return None;
        }
        let array = self.read(entry, usize::MAX, &mut Warnings::default()).ok()?;
        (array.rows() * array.row_len == count).then_some(array)
    }
}

fn read_header(member: &Member<'_>) -> Result<Header, String> {
    let mut len = HEAD;
    loop {
        match Header::read(&member.unpack(len)?.data) {
            Ok(header) => return Ok(header),
            // A damaged length may ask for more than there is.
            Err(HeaderError::TooShort(needed)) if needed > len && needed <= len.max(MAX_HEADER) => {
                len = needed;
            }
            Err(HeaderError::TooShort(_)) => return Err("breaks off within its header".into()),
            Err(HeaderError::Expected(what)) => {
                return Err(format!("has no header: expected {what}"));
            }
        }
    }
}
