//! Takes of the index that move alike: those like a given one, and those that are there twice.
//!
//! Two files with the same bytes are told first. Of all others, the likeliest few by the spread of their poses are held
//! against each other, on all cores.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rusqlite::{Connection, params};

use super::columns::Column;
use super::database::Database;
use super::error::IndexError;
use super::query::{self, Found, Query};
use crate::files::each_file;
use crate::review::alike::{Alike, AlikeKind, Signature, alike, candidates};

/// How many of all takes are held against one that others are to be like.
const LIKELY: usize = 400;
/// How many are held against each of all takes, where duplicates are looked for.
const LIKELY_DUPLICATES: usize = 24;

/// Two takes that are one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub one: PathBuf,
    pub other: PathBuf,
    /// How alike they move; `None` for two files with the same bytes.
    pub alike: Option<Alike>,
}

/// The signatures of some takes, in the order in which the takes stand.
struct Signatures(Vec<(usize, Vec<u8>)>);

impl Signatures {
    fn of(connection: &Connection, takes: &[Found]) -> rusqlite::Result<Self> {
        let mut statement =
            connection.prepare_cached("select bytes from key_poses where id = ?")?;
        let mut signatures = Vec::new();
        for (place, take) in takes.iter().enumerate() {
            let mut rows = statement.query(params![take.id])?;
            if let Some(row) = rows.next()? {
                signatures.push((place, row.get(0)?));
            }
        }
        Ok(Self(signatures))
    }

    /// The likeliest to be like a wanted one, by their places in the list of takes.
    fn likely(&self, wanted: &Signature, at_most: usize) -> Vec<usize> {
        let all = self.0.iter().enumerate();
        let all = all.map(|(index, (_, bytes))| (index, bytes.as_slice()));
        candidates(wanted, all, at_most).into_iter().map(|(index, _)| index).collect()
    }

    fn get(&self, index: usize) -> Option<Signature> {
        Signature::from_bytes(&self.0[index].1)
    }
}

/// The takes that fit a query and are like a wanted one, the likeliest first.
pub(super) fn like(
    database: &Database,
    wanted: &Signature,
    query: &Query,
    columns: &[&Column],
) -> Result<Vec<(Found, Alike)>, IndexError> {
    let all = Query { limit: None, offset: 0, ..query.clone() };
    let takes = database.read(|connection| query::select(connection, &all, columns))?;
    let signatures = database.read(|connection| Signatures::of(connection, &takes))?;
    let likely = signatures.likely(wanted, LIKELY);
    let mut found = Vec::new();
    let compare = |(): &mut (), place: usize| Some(alike(wanted, &signatures.get(likely[place])?));
    let compared = each_file(
        likely.len(),
        || (),
        compare,
        |place, alike| {
            if let Some(alike) = alike.filter(|alike| alike.kind != AlikeKind::Unlike) {
                found.push((takes[signatures.0[likely[place]].0].clone(), alike));
            }
            Ok::<(), IndexError>(())
        },
    );
    compared?;
    found.sort_by(|(_, a), (_, b)| a.distance.total_cmp(&b.distance));
    found.truncate(query.limit.unwrap_or(usize::MAX));
    Ok(found)
}

/// The takes that are there twice: within what a query fits, or of one folder in another. `told` hears how many of how
/// many were looked at, and says whether to go on.
pub(super) fn duplicates(
    database: &Database,
    query: &Query,
    between: Option<[PathBuf; 2]>,
    told: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<Pair>, IndexError> {
    let of = |folder: &PathBuf| Query { folders: vec![folder.clone()], ..query.clone() };
    let [one, other] = match &between {
        Some(folders) => folders.each_ref().map(|folder| Some(of(folder))),
        None => [Some(query.clone()), None],
    };
    let select = |query: Query| database.read(|connection| query::select(connection, &query, &[]));
    let ones = select(one.unwrap_or_default())?;
    // Within one set, each pair is told once.
    let is_within = other.is_none();
    let others = other.map_or_else(|| Ok(ones.clone()), select)?;
    let (hashes, other_hashes) = database
        .read(|connection| Ok((hashes(connection, &ones)?, hashes(connection, &others)?)))?;
    let mut same: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, hash) in other_hashes.iter().enumerate() {
        if let Some(hash) = hash {
            same.entry(hash).or_default().push(place);
        }
    }
    let (first, second) = database.read(|connection| {
        Ok((Signatures::of(connection, &ones)?, Signatures::of(connection, &others)?))
    })?;
    let by_place: HashMap<usize, usize> =
        first.0.iter().enumerate().map(|(index, (place, _))| (*place, index)).collect();
    let compare = |(): &mut (), place: usize| {
        let copies = hashes[place].as_deref().and_then(|hash| same.get(hash));
        let copies: Vec<usize> = copies.into_iter().flatten().copied().collect();
        let mut pairs: Vec<(usize, Option<Alike>)> = copies
            .iter()
            .filter(|&&other| ones[place].id != others[other].id)
            .map(|&other| (other, None))
            .collect();
        let wanted = by_place.get(&place).and_then(|&index| first.get(index));
        if let Some(wanted) = wanted {
            for index in second.likely(&wanted, LIKELY_DUPLICATES) {
                let other = second.0[index].0;
                let is_known = copies.contains(&other) || ones[place].id == others[other].id;
                if is_known {
                    continue;
                }
                let alike = second.get(index).map(|signature| alike(&wanted, &signature));
                pairs.extend(
                    alike
                        .filter(|alike| alike.kind.is_duplicate())
                        .map(|alike| (other, Some(alike))),
                );
            }
        }
        pairs
    };
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let compared = each_file(
        ones.len(),
        || (),
        compare,
        |place, pairs| {
            for (other, alike) in pairs {
                // Each may be among the likeliest of the other one.
                if is_within && !known.insert([place.min(other), place.max(other)]) {
                    continue;
                }
                let [one, other] = [&ones[place], &others[other]].map(|take| take.path.clone());
                found.push(Pair { one, other, alike });
            }
            if told(place + 1, ones.len()) { Ok(()) } else { Err(()) }
        },
    );
    // Where somebody has stopped it, what was found so far is told.
    let _ = compared;
    // The same content first, then the nearest.
    let distance = |pair: &Pair| pair.alike.as_ref().map_or(-1.0, |alike| alike.distance);
    found.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    Ok(found)
}

fn hashes(connection: &Connection, takes: &[Found]) -> rusqlite::Result<Vec<Option<Vec<u8>>>> {
    let mut statement = connection.prepare_cached("select hash from takes where id = ?")?;
    takes.iter().map(|take| statement.query_row([take.id], |row| row.get(0))).collect()
}
