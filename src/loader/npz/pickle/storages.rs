//! The numbers that stand beside the pickle of a file of torch, by their keys.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::zip::{Member, members};
use super::fault::Fault;
use super::names::Global;
use super::tree::{Storage, Tree, Value};
use crate::loader::Source;

/// The storages of a file by their keys.
#[derive(Default)]
pub(super) struct Storages<'a> {
    pub data: HashMap<String, Cow<'a, [u8]>>,
    is_big_endian: bool,
    /// Those that a pickle asked for and that are not there, with how NumPy writes their type.
    pub missing: Vec<(String, String)>,
}

impl<'a> Storages<'a> {
    /// Those of an archive, beside the pickle in the folder of this name.
    pub fn of_archive(source: &'a Source<'a>, folder: &[u8]) -> Result<Self, String> {
        let mut storages = Self::default();
        for member in members(source.bytes) {
            let Some(name) = member.name.strip_prefix(folder) else { continue };
            if name == b"/byteorder" {
                storages.is_big_endian = member.unpack(3)?.data.starts_with(b"big");
            } else if let Some(key) = name.strip_prefix(b"/data/") {
                let key = String::from_utf8_lossy(key).into_owned();
                storages.data.insert(key, stored(&member)?);
            }
        }
        Ok(storages)
    }

    /// The storage with an id.
    pub fn find(&mut self, tree: &Tree<'_>, id: Value) -> Result<Storage<'a>, Fault> {
        let &[_, kind, key, _, count, ..] = tree.list(id).unwrap_or_default() else {
            return Err("the id of a storage".into());
        };
        let (Some(Global::Storage(descr)), Some(key), Some(count)) =
            (tree.global(kind), tree.key(key), Tree::count(count))
        else {
            return Err("the id of a storage".into());
        };
        let order = if self.is_big_endian { '>' } else { '<' };
        let descr = format!("{order}{descr}");
        let data = match self.data.get(&key) {
            Some(Cow::Borrowed(data)) => Cow::Borrowed(*data),
            Some(Cow::Owned(data)) => Cow::Owned(data.clone()),
            None => {
                self.missing.push((key, descr.clone()));
                Cow::default()
            }
        };
        Ok(Storage { descr, count, data })
    }
}

/// The data of a member of a file of torch, which never packs them.
fn stored<'a>(member: &Member<'a>) -> Result<Cow<'a, [u8]>, String> {
    if member.is_stored() {
        Ok(member.unpack(usize::MAX)?.data)
    } else {
        Err("is packed, as torch packs nothing".into())
    }
}
