//! How folders that are open as a list are read: their takes, and what there is to tell of each.
//!
//! All takes are listed first, then what reviewers said of them, then what is in their files, and at last what the
//! checks find: what takes longest comes when the list can be used already.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use crate::app::{Fact, FolderNews, ReviewFacts, TakeFacts};
use crate::files::{OpenOptions, Opener, Reviews, Walked, catch_panic, reason, walk_takes};
use crate::index::{
    self, COLUMNS, Column, Found, Index, IndexError, Learnt, Query, Told, UpdateOptions, Value,
};
use crate::loader::FORMATS;
use crate::review::alike::{Alike, Signature};
use crate::review::checks::Limits;
use crate::scene::Thumbnail;

/// How long what was found out is kept back at most, so that the window is not woken for each of thousands of takes.
const BEAT: Duration = Duration::from_millis(200);

/// Takes that are larger than this, in bytes, are not looked into before somebody opens them.
const TOO_LARGE: u64 = 1 << 30;

/// So many takes are told at once: the first ones soon.
const BATCH: usize = 8;

/// So many takes that move like one are listed at most.
const MOST_ALIKE: usize = 200;

/// What the list tells of a take, by the columns of the index.
const TOLD: [&str; 8] =
    ["format", "modified", "duration", "frames", "nodes", "performer", "findings", "error"];

/// What is to be read, and how.
#[derive(Clone)]
pub struct FolderJob {
    pub roots: Vec<PathBuf>,
    /// The take that others are to move like, where that is asked for.
    pub like: Option<PathBuf>,
    pub reviews: Reviews,
    /// What takes are checked by.
    pub limits: Limits,
    /// The file of the index, which keeps what was read for the next time; without, nothing is kept.
    pub index: Option<PathBuf>,
}

/// Reads folders, as long as that is wanted, and tells what it finds out.
pub fn read_folders(
    job: &FolderJob,
    is_wanted: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(FolderNews),
) {
    if let Some(path) = &job.like {
        match list_alike(path, job, tell) {
            Ok(()) => {
                tell(FolderNews::AllListed);
                tell(FolderNews::AllRead);
            }
            Err(why) => tell(FolderNews::Nothing(why)),
        }
        return;
    }
    let takes = list(job, is_wanted, tell);
    if !is_wanted() {
        return;
    }
    tell(FolderNews::AllListed);
    let mut told = Batch::new(tell);
    for path in &takes {
        if !is_wanted() {
            return;
        }
        let review = ReviewFacts::of(&job.reviews.load(path).review);
        told.add_all(path, vec![Fact::Review(review)]);
    }
    told.flush();
    let opened = job.index.as_deref().map_or_else(Index::open_in_memory, Index::open_at);
    // What cannot be kept for the next time is known for this one.
    let mut index = match opened.or_else(|_| Index::open_in_memory()) {
        Ok(index) => index,
        Err(error) => return told.end(FolderNews::Unkept(error.to_string())),
    };
    if let Err(error) = read_into(&mut index, job, is_wanted, &mut told)
        && is_wanted()
    {
        told.end(FolderNews::Unkept(error.to_string()));
        let in_memory = Index::open_in_memory();
        // The disk may be full, or somebody may have taken the file away.
        let _ = in_memory.and_then(|mut index| read_into(&mut index, job, is_wanted, &mut told));
    }
    if is_wanted() {
        told.end(FolderNews::AllRead);
    }
}

/// Lists the takes of the folders.
fn list(
    job: &FolderJob,
    is_wanted: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(FolderNews),
) -> Vec<PathBuf> {
    let mut takes = Vec::new();
    for root in &job.roots {
        let _ = walk_takes(root, &mut |walked| {
            match walked {
                Walked::Takes(some) => {
                    takes.extend_from_slice(&some);
                    tell(FolderNews::Listed(some));
                }
                Walked::Unreadable(folder, error) => {
                    let why = reason(&error, "folder");
                    let why = format!("{}: {why}", folder.display());
                    tell(FolderNews::Closed(folder, why));
                }
            }
            if is_wanted() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    takes
}

/// Lists the takes of the index that move like that of a file, the likest first.
fn list_alike(
    path: &Path,
    job: &FolderJob,
    tell: &mut dyn FnMut(FolderNews),
) -> Result<(), String> {
    let open_options = OpenOptions::default();
    let opened = catch_panic(path, || Opener::new(&open_options).open(path));
    let take = opened.map_err(|error| error.to_string())?.take;
    let Some(signature) = Signature::of(&take) else {
        return Err("This take has too few joints, or moves too little, to be like others.".into());
    };
    let opened = job.index.as_deref().map_or_else(Index::open_in_memory, Index::open_at);
    let index = opened.map_err(|error| error.to_string())?;
    let columns = columns();
    let query = Query { limit: Some(MOST_ALIKE), ..Query::default() };
    let found = index.like(&signature, &query, &columns).map_err(|error| error.to_string())?;
    // As the index has it: the folder as the disk has it, the file as it is called.
    let name = path.file_name().unwrap_or_default();
    let own = path.parent().map(|folder| index::real_path(folder).join(name));
    let others = found.into_iter().filter(|(found, _)| Some(&found.path) != own.as_ref());
    let others: Vec<(Found, Alike)> = others.collect();
    if others.is_empty() {
        let name = name.to_string_lossy();
        return Err(format!(
            "No take that the index knows moves like {name}. It knows the folders that were opened here, and those \
             of 'rushes index'."
        ));
    }
    tell(FolderNews::Listed(others.iter().map(|(found, _)| found.path.clone()).collect()));
    let mut told = Batch::new(tell);
    for (found, alike) in others {
        let review = ReviewFacts::of(&job.reviews.load(&found.path).review);
        let how = format!("{} {:.2}", alike.kind.word(), alike.distance);
        told.add_all(&found.path, vec![Fact::Review(review), Fact::Alike(how)]);
        let path = found.path.clone();
        let facts = facts_of(&index, found, &columns).map_err(|error| error.to_string())?;
        told.add_all(&path, facts);
    }
    told.flush();
    Ok(())
}

/// What the list tells of takes.
fn columns() -> Vec<&'static Column> {
    COLUMNS.iter().filter(|column| TOLD.contains(&column.name)).collect()
}

/// What an index says of a take, by these columns.
fn facts_of(index: &Index, found: Found, columns: &[&Column]) -> Result<Vec<Fact>, IndexError> {
    let thumbnail = index.thumbnail(found.id)?;
    let names = columns.iter().map(|column| column.name);
    let values: Vec<(&str, Value)> = names.zip(found.values).collect();
    Ok(facts(&values, thumbnail))
}

/// Tells what an index knows of the takes, and what it learns.
fn read_into(
    index: &mut Index,
    job: &FolderJob,
    is_wanted: &(dyn Fn() -> bool + Sync),
    told: &mut Batch<'_>,
) -> Result<(), IndexError> {
    let columns = columns();
    let tell = |index: &Index, found: Found, told: &mut Batch<'_>| {
        let path = job.listed(&found.path);
        told.add_all(&path, facts_of(index, found, &columns)?);
        Ok::<(), IndexError>(())
    };
    let in_folders = Query { folders: job.roots.clone(), ..Query::default() };
    for found in index.select(&in_folders, &columns)? {
        if !is_wanted() {
            return Ok(());
        }
        tell(index, found, told)?;
    }
    told.flush();
    let (checks, reviews) = (Some(job.limits.clone()), job.reviews.clone());
    let options = UpdateOptions { checks, batch: BATCH, max_bytes: TOO_LARGE, reviews };
    let mut elsewhere = Vec::new();
    index.update(&job.roots, &options, &mut |news| {
        for Learnt { path, values, thumbnail } in written(news) {
            let thumbnail = thumbnail.and_then(|bytes| Thumbnail::from_bytes(&bytes));
            let learnt = facts(&values, thumbnail);
            if learnt.is_empty() {
                // It has another name now, and is known.
                elsewhere.push(path);
            } else {
                told.add_all(&job.listed(&path), learnt);
            }
        }
        is_wanted()
    })?;
    for path in elsewhere {
        if let Some(found) = index.take(&path, &columns)? {
            tell(index, found, told)?;
        }
    }
    Ok(())
}

fn written(news: Told<'_>) -> Vec<Learnt> {
    match news {
        Told::Written(learnt) => learnt,
        _ => Vec::new(),
    }
}

/// What columns say of a take, as the list has it.
fn facts(values: &[(&str, Value)], thumbnail: Option<Thumbnail>) -> Vec<Fact> {
    let value = |name: &str| values.iter().find(|(own, _)| *own == name).map(|(_, value)| value);
    let text = |name: &str| match value(name) {
        Some(Value::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let count = |name: &str| match value(name) {
        Some(Value::Integer(count)) => usize::try_from(*count).ok(),
        _ => None,
    };
    let duration = match value("duration") {
        Some(Value::Real(seconds)) => *seconds,
        _ => 0.0,
    };
    let format = text("format").and_then(|name| FORMATS.iter().find(|it| it.name() == name));
    let take = format.map(|format| {
        let thumbnail = thumbnail.filter(|thumbnail| !thumbnail.is_empty()).map(Arc::new);
        Fact::Take(TakeFacts {
            format: format.name(),
            duration,
            frames: count("frames").unwrap_or(0),
            nodes: count("nodes").unwrap_or(0),
            performer: text("performer").map(str::to_string),
            thumbnail,
        })
    });
    let date = text("modified").and_then(|time| time.get(.."2026-03-09".len()));
    [
        date.map(|date| Fact::Date(date.to_string())).filter(|_| value("format").is_some()),
        take,
        text("error").map(|why| Fact::Unreadable(why.to_string())),
        count("findings").map(Fact::Findings),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl FolderJob {
    /// A path as it is listed, which the index has as the disk has it.
    fn listed(&self, path: &Path) -> PathBuf {
        let inside = self
            .roots
            .iter()
            .find_map(|root| Some(root.join(path.strip_prefix(index::real_path(root)).ok()?)));
        inside.unwrap_or_else(|| path.to_path_buf())
    }
}

/// What was found out and not told yet.
struct Batch<'a> {
    facts: Vec<(PathBuf, Fact)>,
    told: Instant,
    tell: &'a mut dyn FnMut(FolderNews),
}

impl<'a> Batch<'a> {
    fn new(tell: &'a mut dyn FnMut(FolderNews)) -> Self {
        Self { facts: Vec::new(), told: Instant::now(), tell }
    }

    fn add_all(&mut self, path: &Path, facts: Vec<Fact>) {
        self.facts.extend(facts.into_iter().map(|fact| (path.to_path_buf(), fact)));
        if self.told.elapsed() > BEAT {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.told = Instant::now();
        if !self.facts.is_empty() {
            (self.tell)(FolderNews::Facts(std::mem::take(&mut self.facts)));
        }
    }

    /// Tells something after all that was found out before.
    fn end(&mut self, news: FolderNews) {
        self.flush();
        (self.tell)(news);
    }
}
