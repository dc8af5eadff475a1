//! The files of torch: a pickle, and the numbers of its tensors beside it.
//!
//! ```text
//! name.pt, a ZIP archive whose members are stored
//!   NAME/data.pkl        the pickle
//!   NAME/byteorder       little or big
//!   NAME/data/KEY        the numbers of a storage
//! name.pt, an older one
//!   three pickles        a magic number, the protocol 1001, sizes of C's types
//!   pickle               as above
//!   pickle               a list of the keys
//!   for each key         how many numbers in 8 bytes, then these
//! storage                ('storage', a type, KEY, a device, how many numbers)
//! tensor                 a storage, the first of its numbers, a shape and how far the next one is along each axis
//! ```

use std::borrow::Cow;

use super::super::array::Header;
use super::fault::Fault;
use super::machine::Machine;
use super::storages::Storages;
use super::tree::{MAX_AXES, Part, Storage, StoredArray, Tree, Value};

/// What an older file begins with.
pub(super) const MAGIC: &[u8] = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

/// The name of the member with the pickle.
pub(super) const PICKLE: &[u8] = b"/data.pkl";

/// Reads an older file: the machine behind its pickle, and what that kept.
pub(super) fn read_older<'a, 's>(
    bytes: &'a [u8],
    machine: impl Fn(&'a [u8], Storages<'a>) -> Result<Machine<'a, 's>, Fault>,
) -> Result<(Machine<'a, 's>, Value), Fault> {
    // The pickle comes ahead of the numbers: it is read once to find these, and once with them.
    let mut survey = machine(bytes, Storages::default())?;
    for _ in 0..3 {
        survey.run()?;
    }
    let start = survey.at;
    survey.run()?;
    let keys = survey.run()?;
    let keys = survey.tree.list(keys).ok_or("a list of storages")?.to_vec();
    let mut storages = Storages::default();
    for key in keys {
        let key = survey.tree.key(key).ok_or("the key of a storage")?;
        let asked = survey.storages.missing.iter().find(|(asked, _)| *asked == key);
        let Some((_, descr)) = asked else { return Err("a storage that is asked for".into()) };
        let size = Header::of_values(descr, false, Vec::new()).size;
        let rest = bytes.get(survey.at..).unwrap_or_default();
        // A file that breaks off has what is there.
        let Some((count, rest)) = rest.split_first_chunk() else { break };
        let len =
            usize::try_from(u64::from_le_bytes(*count)).unwrap_or(usize::MAX).saturating_mul(size);
        let data = &rest[..len.min(rest.len())];
        survey.at += 8 + data.len();
        storages.data.insert(key, Cow::Borrowed(data));
    }
    let mut whole = machine(bytes, storages)?;
    whole.at = start;
    let kept = whole.run()?;
    Ok((whole, kept))
}

/// The storage out of bytes that are an older file, as tensors outside of one are written.
pub(super) fn storage_of_bytes<'a>(
    machine: &mut Machine<'a, '_>,
    bytes: Value,
) -> Result<Part<'a>, Fault> {
    let len = machine.tree.bytes(bytes).map_or(0, <[u8]>::len);
    machine.spend(len)?;
    let bytes = match machine.tree.part(bytes) {
        Some(Part::Text(bytes)) => bytes.clone(),
        _ => return Err("the bytes of a storage".into()),
    };
    let storage = match bytes {
        Cow::Borrowed(bytes) => storage_within(machine, bytes)?,
        Cow::Owned(bytes) => {
            let storage = storage_within(machine, &bytes)?;
            Storage { data: Cow::Owned(storage.data.into_owned()), ..storage }
        }
    };
    Ok(Part::Storage(Box::new(storage)))
}

fn storage_within<'b>(
    machine: &mut Machine<'_, '_>,
    bytes: &'b [u8],
) -> Result<Storage<'b>, Fault> {
    let (inner, kept) = read_older(bytes, |bytes, storages| machine.within(bytes, storages))?;
    machine.go_on_from(&inner);
    match inner.tree.part(kept) {
        Some(Part::Storage(storage)) => Ok((**storage).clone()),
        _ => Err("a storage".into()),
    }
}

/// The tensor that some numbers of a storage are.
pub(super) fn tensor<'a>(
    machine: &mut Machine<'a, '_>,
    storage: Value,
    offset: Value,
    [shape, strides]: [Value; 2],
) -> Result<Part<'a>, Fault> {
    let Value::Part(at) = storage else { return Err("a storage".into()) };
    // It is out of the tree for as long as the limits of the machine change.
    let Part::Storage(storage) = std::mem::replace(&mut machine.tree.parts[at], Part::Empty) else {
        return Err("a storage".into());
    };
    let (Some(offset), Some(shape), Some(strides)) =
        (Tree::count(offset), machine.tree.counts(shape), machine.tree.counts(strides))
    else {
        return Err("offset, shape and strides of a tensor".into());
    };
    if shape.len() != strides.len() || shape.len() > MAX_AXES {
        return Err("a stride for each axis of a tensor".into());
    }
    let size = storage.size();
    let header = |is_fortran| Header::of_values(&storage.descr, is_fortran, shape.clone());
    let is_empty = shape.contains(&0);
    let last = shape.iter().zip(&strides).try_fold(offset, |last, (&n, &stride)| {
        last.checked_add(n.saturating_sub(1).checked_mul(stride)?)
    });
    let needed = if is_empty { Some(0) } else { last.and_then(|last| last.checked_add(1)) };
    if needed.is_none_or(|needed| needed > storage.count) {
        let message = format!(
            "a tensor reaches to value {} of a storage of {}",
            needed.map_or("beyond all".to_string(), |needed| needed.to_string()),
            storage.count,
        );
        return Err(Fault::Contradiction(message));
    }
    let from = offset.saturating_mul(size).min(storage.data.len());
    let data = if is_in_order(shape.iter().zip(&strides).rev()) {
        Some((false, &storage.data[from..]))
    } else if is_in_order(shape.iter().zip(&strides)) {
        Some((true, &storage.data[from..]))
    } else {
        None
    };
    let (header, data) = match data {
        Some((is_fortran, rest)) => {
            let header = header(is_fortran);
            let len = header.bytes().ok_or("a tensor that a file has room for")?.min(rest.len());
            let data = match &storage.data {
                Cow::Borrowed(all) => Cow::Borrowed(&all[from..from + len]),
                Cow::Owned(_) => Cow::Owned(rest[..len].to_vec()),
            };
            let copied = if matches!(data, Cow::Owned(_)) { len } else { 0 };
            machine.spend(copied)?;
            (header, data)
        }
        None => {
            let header = header(false);
            let len = header.bytes().ok_or("a tensor that a file has room for")?;
            machine.spend(len)?;
            (header, Cow::Owned(gathered(&storage.data, size, offset, &shape, &strides)))
        }
    };
    machine.tree.parts[at] = Part::Storage(storage);
    Ok(Part::Array(Box::new(StoredArray { header, data })))
}

/// Whether the values follow one another, where the axes come from the fastest one on.
fn is_in_order<'s>(axes: impl Iterator<Item = (&'s usize, &'s usize)>) -> bool {
    let mut step = 1usize;
    axes.filter(|&(&n, _)| n != 1).all(|(&n, &stride)| {
        let is_next = stride == step;
        step = step.saturating_mul(n);
        is_next
    })
}

/// The values of a tensor in C's order, as many as are there.
fn gathered(
    data: &[u8],
    size: usize,
    offset: usize,
    shape: &[usize],
    strides: &[usize],
) -> Vec<u8> {
    let count: usize = if size == 0 { 0 } else { shape.iter().product() };
    let mut values = Vec::with_capacity(count * size);
    let mut index = vec![0; shape.len()];
    let mut at = offset;
    for _ in 0..count {
        match data.get(at * size..(at + 1) * size) {
            Some(value) => values.extend_from_slice(value),
            None => break,
        }
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            at += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            at -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    values
}
