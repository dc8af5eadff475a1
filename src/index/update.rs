//! How the index learns what is in folders: it goes through them, reads on all cores what it does not know yet, and
//! writes that in batches, each of which is in it whole or not at all.
//!
//! Ratings and notes come from the files beside the takes, which stay the truth. The checks take longer than all else,
//! and come in a second pass.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params, params_from_iter};

use super::columns::{COLUMNS, Column, Origin};
use super::database::Database;
use super::error::IndexError;
use super::filter::Filter;
use super::key::{behind, path_of, prefix_of, sort_key, text_of};
use super::query::{self, Query};
use super::stamp::{ReviewStamp, Stamp};
use crate::files::{
    FileStamp, OpenOptions, Opened, Opener, Reviews, Walked, are_many, catch_panic, each_file,
    hash_of, read_hashed, reason, walk_takes,
};
use crate::loader::LoadError;
use crate::review::alike::Signature;
use crate::review::checks::{Finding, Limits};
use crate::review::notes::Review;
use crate::scene::{Stage, Thumbnail};
use crate::take::{Take, fnv_1a};

/// How the index is brought up to what is in folders.
#[derive(Clone, Debug)]
pub struct UpdateOptions {
    /// What takes are checked by that were not, or by other limits; `None` checks none.
    pub checks: Option<Limits>,
    /// How many takes are written, and told, at once.
    pub batch: usize,
    /// Files with more bytes stay unknown.
    pub max_bytes: u64,
    /// Where the reviews of takes are.
    pub reviews: Reviews,
}

impl UpdateOptions {
    /// For all takes, with the reviews of the user.
    pub fn all(checks: Option<Limits>) -> Self {
        Self { checks, batch: 128, max_bytes: u64::MAX, reviews: Reviews::at_home() }
    }
}

/// What is told while the index learns.
#[derive(Debug)]
pub enum Told<'a> {
    /// How many of how many files were looked at.
    Looked(usize, usize),
    /// How many of how many takes were checked.
    Checked(usize, usize),
    /// What is new in the index.
    Written(Vec<Learnt>),
    /// A file that cannot be read; the index has a row of it that says so.
    Unreadable(&'a LoadError),
    /// A folder that cannot be looked into. What was known in it stays.
    Closed(String),
}

/// Something new that is in the index of a take.
#[derive(Debug)]
pub struct Learnt {
    pub path: PathBuf,
    /// What columns say of it now; what they do not name is as it was.
    pub values: Vec<(&'static str, Value)>,
    /// Its thumbnail, where that is new.
    pub thumbnail: Option<Vec<u8>>,
}

/// What came of it: how many takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Takes in the folders, those that cannot be read among them.
    pub takes: usize,
    /// Those that were read.
    pub read: usize,
    /// Those that lie elsewhere now, or have another name.
    pub renamed: usize,
    /// Those of which the review alone is another.
    pub reviewed: usize,
    /// Those that are not there any more.
    pub gone: usize,
    /// Those that cannot be read, whenever that was tried.
    pub unreadable: usize,
    /// Those that were checked.
    pub checked: usize,
    /// Folders that cannot be looked into.
    pub closed: usize,
}

/// Where the index is not true: the files that it does not know as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    pub new: Vec<PathBuf>,
    pub changed: Vec<PathBuf>,
    pub reviewed: Vec<PathBuf>,
    pub gone: Vec<PathBuf>,
    /// Why folders cannot be looked into.
    pub closed: Vec<String>,
}

impl Differences {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the index knows of a file.
#[derive(Clone, Debug)]
struct Known {
    id: i64,
    hash: Option<u128>,
    stamp: Stamp,
    review_key: i64,
}

/// How a file is compared with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    New,
    Changed,
    Reviewed,
    Same,
}

/// What folders hold, beside what is known of them.
struct Listing {
    /// The takes, each with the index of its folder in the list of those that were asked for.
    files: Vec<(PathBuf, usize)>,
    known: HashMap<PathBuf, Known>,
    /// Those of the known ones that are not there.
    gone: Vec<(PathBuf, Known)>,
    closed: Vec<String>,
}

impl Listing {
    fn of(database: &Database, folders: &[PathBuf]) -> Result<Self, IndexError> {
        let mut files = Vec::new();
        let mut seen = HashSet::new();
        let mut closed = Vec::new();
        let mut closed_folders: Vec<PathBuf> = Vec::new();
        let mut known = HashMap::new();
        for (index, folder) in folders.iter().enumerate() {
            let _ = walk_takes(folder, &mut |walked| {
                match walked {
                    Walked::Takes(takes) => {
                        let new = takes.into_iter().filter(|path| seen.insert(path.clone()));
                        files.extend(new.map(|path| (path, index)));
                    }
                    Walked::Unreadable(folder, error) => {
                        closed.push(format!("{}: {}", folder.display(), reason(&error, "folder")));
                        closed_folders.push(folder);
                    }
                }
                ControlFlow::Continue(())
            });
            known.extend(database.read(|connection| known_in(connection, folder))?);
        }
        let is_gone = |path: &&PathBuf| {
            !seen.contains(*path) && !closed_folders.iter().any(|folder| path.starts_with(folder))
        };
        let gone = known.keys().filter(is_gone).cloned().collect::<Vec<_>>();
        let gone = gone.into_iter().filter_map(|path| known.remove_entry(&path)).collect();
        Ok(Self { files, known, gone, closed })
    }
}

fn known_in(connection: &Connection, folder: &Path) -> rusqlite::Result<Vec<(PathBuf, Known)>> {
    let prefix = prefix_of(folder);
    let key = sort_key(&prefix);
    let sql =
        "select id, path, hash, stamp, review_key from takes where sort_key >= ? and sort_key < ?";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params![key, behind(key.clone())], |row| {
        let path: String = row.get(1)?;
        let hash: Option<[u8; 16]> = row.get(2)?;
        let stamp: String = row.get(3)?;
        let known = Known {
            id: row.get(0)?,
            hash: hash.map(u128::from_le_bytes),
            stamp: Stamp::from_text(&stamp),
            review_key: row.get(4)?,
        };
        Ok((path, known))
    })?;
    let rows = rows.filter(|row| row.as_ref().map_or(true, |(path, _)| path.starts_with(&prefix)));
    rows.map(|row| row.map(|(path, known)| (path_of(&path), known))).collect()
}

fn look(path: &Path, file: FileStamp, review: ReviewStamp, known: Option<&Known>) -> Look {
    match known {
        None => Look::New,
        Some(known) if !known.stamp.is_of(path, file) => Look::Changed,
        Some(known) if known.stamp.reviews != review => Look::Reviewed,
        Some(_) => Look::Same,
    }
}

/// What is to be written of a file.
struct Entry {
    stamp: Stamp,
    review_key: i64,
    /// What the review says, for the words.
    notes: String,
    values: Vec<(&'static str, Value)>,
    /// What the take says; `None` where that is in the row already.
    read: Option<Read>,
    /// The row of a file that is gone, which it takes over.
    moved: Option<i64>,
}

/// What was read of a file, beside the columns.
struct Read {
    hash: Option<u128>,
    /// `None` where it cannot be read.
    thumbnail: Option<Vec<u8>>,
    /// `None` where nothing can be like it, too.
    signature: Option<Vec<u8>>,
    error: Option<LoadError>,
}

/// What a file turned out to have.
enum Content {
    /// What one had that is gone, with that one's row.
    Moved(Known),
    Take(Box<Opened>, Thumbnail, Option<Signature>),
}

/// Everything that the threads share that read files.
struct Work<'a> {
    listing: &'a Listing,
    options: &'a UpdateOptions,
    /// The rows of files that are gone, by what was in them.
    movable: Mutex<HashMap<u128, Vec<Known>>>,
}

impl<'a> Work<'a> {
    fn new(listing: &'a Listing, options: &'a UpdateOptions) -> Self {
        let mut movable: HashMap<u128, Vec<Known>> = HashMap::new();
        for (_, known) in &listing.gone {
            if let Some(hash) = known.hash.filter(|_| known.stamp.is_alone()) {
                movable.entry(hash).or_default().push(known.clone());
            }
        }
        Self { listing, options, movable: Mutex::new(movable) }
    }

    /// What there is to write of a file; `None` where the index knows all of it.
    fn entry(&self, opener: &mut Opener<'_>, path: &Path) -> Option<Entry> {
        // A file that is gone meanwhile cannot be read, and that is what the index says until the next time.
        let file = FileStamp::of(path).unwrap_or_default();
        if file.size > self.options.max_bytes {
            return None;
        }
        let review_stamp = ReviewStamp::of(path, &self.options.reviews);
        let known = self.listing.known.get(path);
        let review = || self.options.reviews.load(path).review;
        match (look(path, file, review_stamp, known), known) {
            (Look::Same, _) => None,
            (Look::Reviewed, Some(known)) => {
                let stamp = Stamp { reviews: review_stamp, ..known.stamp.clone() };
                Some(Entry::of_review(known, stamp, &review()))
            }
            _ => Some(self.read(opener, path, file, review_stamp, &review())),
        }
    }

    fn read(
        &self,
        opener: &mut Opener<'_>,
        path: &Path,
        file: FileStamp,
        review_stamp: ReviewStamp,
        review: &Review,
    ) -> Entry {
        let mut hash = None;
        let content = catch_panic(path, || {
            let (bytes, own) = if opener.reads_in_parts(path) {
                (None, hash_of(path)?)
            } else {
                let (bytes, own) = read_hashed(path)?;
                (Some(bytes), own)
            };
            hash = Some(own);
            let is_new = !self.listing.known.contains_key(path);
            if let Some(old) = is_new.then(|| self.moved(own)).flatten() {
                return Ok(Content::Moved(old));
            }
            let opened = match bytes {
                Some(bytes) => opener.open_read(path, bytes)?,
                None => opener.open(path)?,
            };
            let thumbnail = Thumbnail::of(&opened.take);
            let signature = Signature::of(&opened.take);
            Ok(Content::Take(Box::new(opened), thumbnail, signature))
        });
        match content {
            Ok(Content::Moved(old)) => {
                let stamp = Stamp { file, reviews: review_stamp, ..old.stamp.clone() };
                let mut entry =
                    Entry { moved: Some(old.id), ..Entry::of_review(&old, stamp, review) };
                entry.values.extend(file_values(path, file));
                entry
            }
            Ok(Content::Take(opened, thumbnail, signature)) => {
                let is_whole = opened.take.missing.is_none() && !opened.is_sequence;
                let stamp = Stamp::of_take(path, file, &opened.companions, is_whole, review_stamp);
                let read = Read {
                    hash,
                    thumbnail: Some(thumbnail.to_bytes()),
                    signature: signature.map(|signature| signature.to_bytes().to_vec()),
                    error: None,
                };
                let take = Some((&opened.take, &thumbnail));
                Entry::of_file(path, stamp, review, take, read)
            }
            Err(error) => {
                let stamp = Stamp::of_take(path, file, &[], false, review_stamp);
                let read = Read { hash, thumbnail: None, signature: None, error: Some(error) };
                Entry::of_file(path, stamp, review, None, read)
            }
        }
    }

    /// The row of a file that is gone and had these bytes.
    fn moved(&self, hash: u128) -> Option<Known> {
        let mut movable = self.movable.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        movable.get_mut(&hash)?.pop()
    }
}

impl Entry {
    /// All that there is to say of a file that was read: of the take in it, or why there is none.
    fn of_file(
        path: &Path,
        stamp: Stamp,
        review: &Review,
        take: Option<(&Take, &Thumbnail)>,
        read: Read,
    ) -> Self {
        let read_values = match (take, &read.error) {
            (Some(take), _) => take_values(Ok(take)),
            (None, Some(error)) => take_values(Err(error)),
            (None, None) => Vec::new(),
        };
        let mut values = file_values(path, stamp.file);
        values.extend(read_values);
        values.extend(checked_values(None));
        values.extend(review_values(review));
        Self {
            stamp,
            review_key: review_key(review),
            notes: words_of(review),
            values,
            read: Some(read),
            moved: None,
        }
    }

    /// What a review changes in a row.
    fn of_review(known: &Known, stamp: Stamp, review: &Review) -> Self {
        let review_key = review_key(review);
        let mut values = review_values(review);
        if review_key != known.review_key {
            // Other findings are ignored, or feet stand elsewhere: it has to be checked again.
            values.extend(checked_values(None));
        }
        let notes = words_of(review);
        Self { stamp, review_key, notes, values, read: None, moved: None }
    }

    /// Writes it: into its row, or a new one.
    fn write(
        &self,
        transaction: &Transaction<'_>,
        path: &Path,
        root: &Path,
    ) -> rusqlite::Result<()> {
        let text = text_of(path);
        let mut values = vec![
            ("path", Value::Text(text.clone())),
            ("sort_key", Value::Blob(sort_key(&text))),
            ("stamp", Value::Text(self.stamp.to_text())),
            ("review_key", Value::Integer(self.review_key)),
        ];
        values.extend(self.values.iter().filter(|(name, _)| *name != "path").cloned());
        if let Some(read) = &self.read {
            let hash = read.hash.map(|hash| Value::Blob(hash.to_le_bytes().to_vec()));
            values.push(("hash", hash.unwrap_or(Value::Null)));
        }
        // Another program may have written it meanwhile.
        let mut there = transaction.prepare_cached("select id from takes where path = ?")?;
        let there: Option<i64> = there.query_row([&text], |row| row.get(0)).optional()?;
        if let (Some(there), Some(_)) = (there, self.moved) {
            remove(transaction, there)?;
        }
        let id = match self.moved.or(there) {
            Some(id) => update(transaction, id, values)?,
            None => insert(transaction, values)?,
        };
        let Some(id) = id else { return Ok(()) };
        if let Some(read) = &self.read {
            write_bytes(transaction, "thumbnails", id, read.thumbnail.as_deref())?;
            write_bytes(transaction, "key_poses", id, read.signature.as_deref())?;
        }
        let folder = root.parent().and_then(|above| path.strip_prefix(above).ok());
        let folder = folder.and_then(Path::parent).unwrap_or(Path::new(""));
        let sql = "insert or replace into words (rowid, name, folder, performer, notes)
                   select id, file, ?, performer, ? from takes where id = ?";
        transaction.prepare_cached(sql)?.execute(params![text_of(folder), self.notes, id])?;
        Ok(())
    }
}

/// Writes values into a row; `None` where another program has taken it out meanwhile.
fn update(
    transaction: &Transaction<'_>,
    id: i64,
    values: Vec<(&str, Value)>,
) -> rusqlite::Result<Option<i64>> {
    let names: Vec<String> = values.iter().map(|(name, _)| format!("{name} = ?")).collect();
    let sql = format!("update takes set {} where id = ?", names.join(", "));
    let values = values.into_iter().map(|(_, value)| value).chain([Value::Integer(id)]);
    let count = transaction.prepare_cached(&sql)?.execute(params_from_iter(values))?;
    Ok((count > 0).then_some(id))
}

/// Writes what a table has of a take beside its row; or that it has nothing.
fn write_bytes(
    transaction: &Transaction<'_>,
    table: &str,
    id: i64,
    bytes: Option<&[u8]>,
) -> rusqlite::Result<()> {
    let sql = match bytes {
        Some(_) => format!("insert or replace into {table} (id, bytes) values (?1, ?2)"),
        None => format!("delete from {table} where id = ?1 and ?2 is null"),
    };
    transaction.prepare_cached(&sql)?.execute(params![id, bytes]).map(|_| ())
}

fn insert(
    transaction: &Transaction<'_>,
    values: Vec<(&str, Value)>,
) -> rusqlite::Result<Option<i64>> {
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let places = vec!["?"; names.len()].join(", ");
    let sql = format!("insert into takes ({}) values ({places})", names.join(", "));
    let values = values.into_iter().map(|(_, value)| value);
    transaction.prepare_cached(&sql)?.insert(params_from_iter(values)).map(Some)
}

/// Takes a row out, and all that goes with it.
pub(super) fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    for sql in [
        "delete from takes where id = ?",
        "delete from thumbnails where id = ?",
        "delete from key_poses where id = ?",
        "delete from words where rowid = ?",
    ] {
        transaction.prepare_cached(sql)?.execute([id])?;
    }
    Ok(())
}

/// What the columns say of a file without a review: of the take in it, or why there is none; and of what the checks
/// have found, where they were asked.
pub fn values_of(
    path: &Path,
    stamp: FileStamp,
    read: Result<(&Take, &Thumbnail), &LoadError>,
    findings: Option<&[Finding]>,
) -> Vec<(&'static str, Value)> {
    let mut values = file_values(path, stamp);
    values.extend(take_values(read));
    values.extend(checked_values(findings));
    values
}

fn take_values(read: Result<(&Take, &Thumbnail), &LoadError>) -> Vec<(&'static str, Value)> {
    let value = |column: &Column| match (column.origin, read) {
        (Origin::Take(value), Ok((take, thumbnail))) => Some((column.name, value(take, thumbnail))),
        (Origin::Error(value), Err(error)) => Some((column.name, value(error))),
        (Origin::Take(_) | Origin::Error(_), _) => Some((column.name, Value::Null)),
        (Origin::File(_) | Origin::Review(_) | Origin::Checks(_), _) => None,
    };
    COLUMNS.iter().filter_map(value).collect()
}

fn file_values(path: &Path, file: FileStamp) -> Vec<(&'static str, Value)> {
    let value = |column: &Column| match column.origin {
        Origin::File(value) => Some((column.name, value(path, file))),
        _ => None,
    };
    COLUMNS.iter().filter_map(value).collect()
}

fn review_values(review: &Review) -> Vec<(&'static str, Value)> {
    let value = |column: &Column| match column.origin {
        Origin::Review(value) => Some((column.name, value(review))),
        _ => None,
    };
    COLUMNS.iter().filter_map(value).collect()
}

/// What the checks found; nothing where they have not been asked.
fn checked_values(findings: Option<&[Finding]>) -> Vec<(&'static str, Value)> {
    let value = |column: &Column| match column.origin {
        Origin::Checks(value) => Some((column.name, findings.map_or(Value::Null, value))),
        _ => None,
    };
    COLUMNS.iter().filter_map(value).collect()
}

/// What of a review changes what the checks report.
fn review_key(review: &Review) -> i64 {
    key_of(&(&review.ignored, &review.contacts))
}

/// What the findings of the index were measured against.
fn limits_key(limits: &Limits) -> i64 {
    key_of(limits)
}

fn key_of(what: &impl Debug) -> i64 {
    fnv_1a(format!("{what:?}").bytes()).cast_signed()
}

fn words_of(review: &Review) -> String {
    review.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Why going through files has ended early.
enum End {
    Stopped,
    Failed(IndexError),
}

impl End {
    fn result(ended: Result<(), Self>) -> Result<bool, IndexError> {
        match ended {
            Ok(()) => Ok(true),
            Err(Self::Stopped) => Ok(false),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

/// Brings the index up to what is in some folders. `told` says whether to go on.
pub(super) fn bring_up(
    database: &mut Database,
    folders: &[PathBuf],
    options: &UpdateOptions,
    told: &mut dyn FnMut(Told<'_>) -> bool,
) -> Result<Summary, IndexError> {
    let listing = Listing::of(database, folders)?;
    let mut summary = Summary { takes: listing.files.len(), ..Summary::default() };
    for closed in &listing.closed {
        summary.closed += 1;
        told(Told::Closed(closed.clone()));
    }
    let is_whole = read_files(database, folders, &listing, options, &mut summary, told)?;
    if is_whole {
        // Those that lie elsewhere now have another path.
        let gone: Vec<String> = listing.gone.iter().map(|(path, _)| text_of(path)).collect();
        summary.gone = database.write(|transaction| {
            let mut count = 0;
            for path in &gone {
                let sql = "select id from takes where path = ?";
                let mut statement = transaction.prepare_cached(sql)?;
                if let Some(id) = statement.query_row([path], |row| row.get(0)).optional()? {
                    remove(transaction, id)?;
                    count += 1;
                }
            }
            for folder in folders {
                let sql = "insert or ignore into folders (path) values (?)";
                transaction.execute(sql, [text_of(folder)])?;
            }
            Ok(count)
        })?;
    }
    if let Some(limits) = options.checks.as_ref().filter(|_| is_whole) {
        check_takes(database, folders, options, limits, &mut summary, told)?;
    }
    // What it learns of how many rows there are, it chooses its ways by.
    database.read(|connection| connection.execute_batch("pragma optimize"))?;
    Ok(summary)
}

/// Reads what is new or has changed, and writes it; whether nobody has stopped it.
fn read_files(
    database: &mut Database,
    folders: &[PathBuf],
    listing: &Listing,
    options: &UpdateOptions,
    summary: &mut Summary,
    told: &mut dyn FnMut(Told<'_>) -> bool,
) -> Result<bool, IndexError> {
    let work = Work::new(listing, options);
    let count = listing.files.len();
    let open_options = options_for(count);
    let mut batch: Vec<(usize, Entry)> = Vec::new();
    let mut write = |batch: &mut Vec<(usize, Entry)>| {
        let written = database.write(|transaction| {
            for (place, entry) in batch.iter() {
                let (path, root) = &listing.files[*place];
                entry.write(transaction, path, &folders[*root])?;
            }
            Ok(())
        });
        let learnt = batch.drain(..).map(|(place, entry)| Learnt {
            path: listing.files[place].0.clone(),
            values: entry.values,
            thumbnail: entry.read.and_then(|read| read.thumbnail),
        });
        let learnt = learnt.collect();
        written.map(|()| Told::Written(learnt)).map_err(End::Failed)
    };
    let done = |place: usize, entry: Option<Entry>| {
        if let Some(entry) = entry {
            match &entry.read {
                Some(read) => {
                    summary.read += 1;
                    if let Some(error) = &read.error {
                        told(Told::Unreadable(error));
                    }
                }
                None if entry.moved.is_some() => summary.renamed += 1,
                None => summary.reviewed += 1,
            }
            batch.push((place, entry));
            if batch.len() >= options.batch {
                told(write(&mut batch)?);
            }
        }
        if told(Told::Looked(place + 1, count)) { Ok(()) } else { Err(End::Stopped) }
    };
    let begin = || Opener::new(&open_options);
    let entry = |opener: &mut Opener<'_>, place: usize| work.entry(opener, &listing.files[place].0);
    let ended = each_file(count, begin, entry, done);
    let is_whole = End::result(ended)?;
    match write(&mut batch) {
        Ok(written) => drop(told(written)),
        Err(end) => drop(End::result(Err(end))?),
    }
    let unreadable = Query::of(folders, Filter::is_unreadable());
    summary.unreadable = database.read(|connection| query::count(connection, &unreadable))?;
    Ok(is_whole)
}

/// The checks of takes that were not checked yet, or by other limits.
fn check_takes(
    database: &mut Database,
    folders: &[PathBuf],
    options: &UpdateOptions,
    limits: &Limits,
    summary: &mut Summary,
    told: &mut dyn FnMut(Told<'_>) -> bool,
) -> Result<(), IndexError> {
    let key = limits_key(limits);
    let unchecked = Query::of(folders, Filter::is_unchecked(key));
    let takes = database.read(|connection| query::select(connection, &unchecked, &[]))?;
    let count = takes.len();
    let open_options = options_for(count);
    let reviews = &options.reviews;
    let work = |opener: &mut Opener<'_>, place: usize| {
        let path = &takes[place].path;
        catch_panic(path, || {
            let take = opener.open(path)?.take;
            let review = reviews.load(path).review;
            let (findings, _) = review.check(&take, &Stage::new(&take), limits, &|| false);
            Ok(checked_values(Some(&findings)))
        })
    };
    let mut batch = Vec::new();
    let mut write = |batch: &mut Vec<(usize, Vec<(&'static str, Value)>)>| {
        let written = database.write(|transaction| {
            batch.iter().try_for_each(|(place, values)| {
                let mut values = values.clone();
                values.push(("limits_key", Value::Integer(key)));
                update(transaction, takes[*place].id, values).map(|_| ())
            })
        });
        let learnt = batch.drain(..).map(|(place, values)| Learnt {
            path: takes[place].path.clone(),
            values,
            thumbnail: None,
        });
        let learnt = learnt.collect();
        written.map(|()| Told::Written(learnt)).map_err(End::Failed)
    };
    let done = |place: usize, values: Result<Vec<(&'static str, Value)>, LoadError>| {
        // One that cannot be read any more is told the next time.
        batch.extend(values.ok().map(|values| (place, values)));
        summary.checked += 1;
        if batch.len() >= options.batch {
            told(write(&mut batch)?);
        }
        if told(Told::Checked(place + 1, count)) { Ok(()) } else { Err(End::Stopped) }
    };
    let ended = each_file(count, || Opener::new(&open_options), work, done);
    End::result(ended)?;
    match write(&mut batch) {
        Ok(written) => drop(told(written)),
        Err(end) => drop(End::result(Err(end))?),
    }
    Ok(())
}

/// How so many files are opened.
fn options_for(files: usize) -> OpenOptions {
    let mut open_options = OpenOptions::default();
    // The cores are busy with files of their own then.
    open_options.options.threads = are_many(files).then_some(NonZeroUsize::MIN);
    open_options
}

/// Where the index is not true about folders.
pub(super) fn differences(
    database: &Database,
    folders: &[PathBuf],
) -> Result<Differences, IndexError> {
    let listing = Listing::of(database, folders)?;
    let reviews = Reviews::at_home();
    let mut found = Differences { closed: listing.closed.clone(), ..Differences::default() };
    let compare = |(): &mut (), place: usize| {
        let path = &listing.files[place].0;
        let file = FileStamp::of(path).unwrap_or_default();
        look(path, file, ReviewStamp::of(path, &reviews), listing.known.get(path))
    };
    let compared = each_file(
        listing.files.len(),
        || (),
        compare,
        |place, look| {
            let list = match look {
                Look::New => &mut found.new,
                Look::Changed => &mut found.changed,
                Look::Reviewed => &mut found.reviewed,
                Look::Same => return Ok::<(), IndexError>(()),
            };
            list.push(listing.files[place].0.clone());
            Ok(())
        },
    );
    compared?;
    found.gone = listing.gone.into_iter().map(|(path, _)| path).collect();
    found.gone.sort_unstable();
    Ok(found)
}
