//! The takes of a folder as a list: what is known of each, and which are listed in which order.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::folder::facts::{Fact, FolderNews, FolderRow, ReviewFacts};
use crate::app::folder::filter::FolderFilter;
use crate::app::folder::name_pattern::NamePattern;
use crate::app::{OpenTake, RequestId};
use crate::options::{FolderGroup, FolderOptions, FolderSort};
use crate::review::notes::Verdict;
use crate::take::in_one_line;

/// What stands in a line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// What a group has in common, and how many takes are in it.
    Heading(String, usize),
    /// A take, by its place among the rows.
    Take(usize),
}

/// The takes of the folders that are open as a list.
#[derive(Clone, Debug, Default)]
pub struct FolderList {
    /// The folders.
    pub roots: Vec<PathBuf>,
    /// The take that those of the list move like, where it is no folder's.
    pub like: Option<PathBuf>,
    /// The list that there was before, which comes back when this one is closed.
    pub(crate) before: Option<Box<FolderList>>,
    rows: Vec<FolderRow>,
    places: HashMap<Arc<Path>, usize>,
    entries: Vec<Entry>,
    headings: Vec<usize>,
    /// How many takes are rated, and how many can be read.
    rated: [usize; 2],
    pub filter: FolderFilter,
    /// The takes that are chosen to be opened together.
    pub chosen: HashSet<Arc<Path>>,
    /// Whether its list shows, and not that of the open takes.
    pub shows: bool,
    /// Whether the takes show side by side, in the place of the view.
    pub grid: bool,
    /// Whether all figures of the grid play.
    pub plays_all: bool,
    /// Whether notes that are exported have what the checks found as well.
    pub with_findings: bool,
    /// Why folders cannot be looked into, or why nothing is kept for the next time.
    pub unreadable: Vec<String>,
    /// The folders that cannot be looked into.
    closed: Vec<PathBuf>,
    /// Whether not all takes have come yet, for the first time.
    pub is_listing: bool,
    /// Whether more may become known.
    pub is_reading: bool,
    /// Whether the first take that comes is to be opened.
    pub(crate) opens_first: bool,
    /// The request that the first take was asked for with.
    pub(crate) first: Option<RequestId>,
    /// How many takes came since listing began.
    came: usize,
    /// What the entries were made with.
    made_with: Option<(FolderOptions, FolderFilter, Option<PathBuf>)>,
}

impl FolderList {
    /// The list of some folders, of which nothing is known yet.
    pub fn new(roots: Vec<PathBuf>, opens_first: bool) -> Self {
        Self {
            roots,
            shows: true,
            is_listing: true,
            is_reading: true,
            opens_first,
            ..Self::default()
        }
    }

    /// The list of what moves like a take, of which nothing is known yet, in the place of another.
    pub fn like(path: PathBuf, before: Option<Box<Self>>) -> Self {
        // Of lists of what moves alike, the last one counts.
        let before =
            before.and_then(|list| if list.like.is_some() { list.before } else { Some(list) });
        Self { like: Some(path), before, ..Self::new(Vec::new(), false) }
    }

    /// What the folder is called.
    pub fn name(&self) -> String {
        let name = |root: &PathBuf| match root.file_name() {
            Some(name) => in_one_line(&name.to_string_lossy()),
            None => root.display().to_string(),
        };
        match &self.like {
            Some(path) => format!("Like {}", name(path)),
            None => self.roots.iter().map(name).collect::<Vec<_>>().join(", "),
        }
    }

    /// The folders that are open as a list, this one or the one that comes back when it is closed.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        match (&self.like, &self.before) {
            (Some(_), Some(before)) => before.folders(),
            _ => self.roots.clone(),
        }
    }

    pub fn rows(&self) -> &[FolderRow] {
        &self.rows
    }

    /// Headings and takes as they are listed.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The places of the headings among the entries.
    pub fn headings(&self) -> &[usize] {
        &self.headings
    }

    /// The place of a take among the entries.
    pub fn place_of(&self, path: &Path) -> Option<usize> {
        let row = self.places.get(path)?;
        self.entries.iter().position(|entry| *entry == Entry::Take(*row))
    }

    pub fn find(&self, path: &Path) -> Option<&FolderRow> {
        self.places.get(path).map(|place| &self.rows[*place])
    }

    /// The takes that are listed, in their order.
    pub fn listed(&self) -> impl DoubleEndedIterator<Item = &FolderRow> {
        self.takes_of(&self.entries)
    }

    fn takes_of<'a>(
        &'a self,
        entries: &'a [Entry],
    ) -> impl DoubleEndedIterator<Item = &'a FolderRow> {
        entries.iter().filter_map(|entry| match entry {
            Entry::Take(place) => Some(&self.rows[*place]),
            Entry::Heading(..) => None,
        })
    }

    /// The take at a place among those that are listed.
    ///
    /// # Panics
    /// Where there are not so many.
    pub fn listed_at(&self, take: usize) -> &FolderRow {
        match self.entries[take + headings_ahead(&self.headings, take)] {
            Entry::Take(row) => &self.rows[row],
            Entry::Heading(..) => unreachable!("headings were passed over"),
        }
    }

    /// How many takes are rated, of those that can be read.
    pub fn rated_count(&self) -> [usize; 2] {
        self.rated
    }

    /// The takes that come after one as they are listed, or before it with a `step` below 0, the nearest first.
    pub fn beside(&self, of: &Path, step: i64) -> Box<dyn Iterator<Item = &FolderRow> + '_> {
        let at = self.place_of(of);
        if step < 0 {
            Box::new(self.takes_of(&self.entries[..at.unwrap_or(self.entries.len())]).rev())
        } else {
            Box::new(self.takes_of(&self.entries[at.map_or(0, |at| at + 1)..]))
        }
    }

    /// Lets in what has come of reading.
    pub fn accept(&mut self, news: FolderNews) {
        self.made_with = None;
        match news {
            FolderNews::Listed(paths) => {
                for path in paths {
                    self.insert(path.into());
                }
            }
            FolderNews::Closed(folder, why) => {
                self.closed.push(folder);
                self.unreadable.push(why);
            }
            FolderNews::Unkept(why) => self.unreadable.push(why),
            // The session tells it.
            FolderNews::Nothing(_) => {}
            FolderNews::AllListed => self.end_listing(),
            FolderNews::AllRead => self.is_reading = false,
            FolderNews::Facts(facts) => {
                for (path, fact) in facts {
                    self.learn(&path, fact);
                }
            }
        }
    }

    fn insert(&mut self, path: Arc<Path>) {
        let order = Some(self.came);
        self.came += 1;
        if let Some(place) = self.places.get(&path) {
            self.rows[*place].order = order;
            return;
        }
        let inside = self.roots.iter().find_map(|root| path.strip_prefix(root).ok());
        let folder = inside.and_then(Path::parent).unwrap_or(Path::new(""));
        let folder = in_one_line(&folder.to_string_lossy());
        let mut name = in_one_line(&path.file_name().unwrap_or_default().to_string_lossy());
        if let (None, Some(of)) = (inside, path.parent().and_then(Path::file_name)) {
            // It may be called as one of another folder is.
            name = in_one_line(&format!("{}/{name}", of.to_string_lossy()));
        }
        let letters = format!("{folder}/{name}").to_lowercase();
        self.places.insert(path.clone(), self.rows.len());
        let (take, review) = (None, ReviewFacts::default());
        let (findings, date, error, kept) = (None, None, None, None);
        self.rows.push(FolderRow {
            path,
            name,
            folder,
            letters,
            take,
            review,
            findings,
            date,
            error,
            alike: None,
            kept,
            order,
        });
    }

    pub(crate) fn learn(&mut self, path: &Path, fact: Fact) {
        let Some(place) = self.places.get(path) else { return };
        self.made_with = None;
        let row = &mut self.rows[*place];
        match fact {
            Fact::Take(facts) => (row.take, row.error) = (Some(facts), None),
            // What the window has of an open take is newer than the disk.
            Fact::Review(_) if row.kept.is_some() => {}
            Fact::Review(facts) => row.review = facts,
            Fact::Findings(count) => row.findings = Some(count),
            Fact::Unreadable(why) => (row.take, row.error) = (None, Some(why)),
            Fact::Date(date) => row.date = Some(date),
            Fact::Alike(how) => row.alike = Some(how),
        }
    }

    /// Begins to list anew: what does not come again is gone.
    pub(crate) fn begin_listing(&mut self) {
        self.is_reading = true;
        self.unreadable.clear();
        self.closed.clear();
        self.came = 0;
        for row in &mut self.rows {
            row.order = None;
            // What is on the disk counts again, but for takes that are open.
            row.kept = None;
        }
    }

    /// Ends listing: takes are in the order in which they came.
    fn end_listing(&mut self) {
        self.is_listing = false;
        // A drive that is away for a moment takes nothing out of the list.
        for row in self.rows.iter_mut().filter(|row| row.order.is_none()) {
            if self.closed.iter().any(|folder| row.path.starts_with(folder)) {
                row.order = Some(self.came);
                self.came += 1;
            }
        }
        self.rows.retain(|row| row.order.is_some());
        self.rows.sort_by_key(|row| row.order);
        let places = self.rows.iter().zip(0..).map(|(row, place)| (row.path.clone(), place));
        self.places = places.collect();
        self.chosen.retain(|path| self.places.contains_key(path));
    }

    /// Brings the rows of open takes in line with what their reviewer has said.
    pub(crate) fn follow<'a>(&mut self, takes: impl Iterator<Item = &'a OpenTake>) {
        for open in takes {
            let place = open.path.as_deref().and_then(|path| self.places.get(path));
            let Some(row) = place.map(|place| &mut self.rows[*place]) else { continue };
            let kept = &open.review.kept;
            if !row.kept.as_ref().is_some_and(|before| Arc::ptr_eq(before, kept)) {
                row.review = ReviewFacts::of(kept);
                row.kept = Some(kept.clone());
                self.made_with = None;
            }
            let found = open.review.checked.as_ref().map(|_| open.review.count());
            if found.is_some() && row.findings != found {
                row.findings = found;
                self.made_with = None;
            }
        }
    }

    /// Puts what is listed in order, where something has changed. The take that shows is listed in any case: from it,
    /// one goes on.
    pub(crate) fn refresh(&mut self, options: &FolderOptions, current: Option<&Path>) {
        let wanted = (options.clone(), self.filter.clone(), current.map(Path::to_path_buf));
        if self.made_with.as_ref() == Some(&wanted) {
            return;
        }
        let readable = self.rows.iter().filter(|row| row.error.is_none());
        let rated = readable.clone().filter(|row| row.review.rating.is_given());
        self.rated = [rated.count(), readable.count()];
        let passes = self.filter.passes();
        let rows = self.rows.iter().enumerate();
        let is_listed = |row: &FolderRow| passes(row) || Some(&*row.path) == current;
        let mut places: Vec<usize> =
            rows.filter(|(_, row)| is_listed(row)).map(|(place, _)| place).collect();
        let rows = &self.rows;
        if options.sort != FolderSort::Name {
            places.sort_by(|a, b| by(options.sort, &rows[*a], &rows[*b]));
        }
        if options.descending {
            places.reverse();
        }
        self.entries = match &options.group {
            // The likest come first, whatever they have in common.
            group if self.like.is_some() || *group == FolderGroup::None => {
                places.into_iter().map(Entry::Take).collect()
            }
            group => grouped(rows, &places, |row| key(row, group, &options.pattern)),
        };
        let is_heading = |entry: &Entry| matches!(entry, Entry::Heading(..));
        let entries = self.entries.iter().enumerate().filter(|(_, entry)| is_heading(entry));
        self.headings = entries.map(|(place, _)| place).collect();
        self.made_with = Some(wanted);
    }
}

/// Which of the takes, counted without headings, stands in a place among all entries.
pub fn take_at(headings: &[usize], place: usize) -> usize {
    place - headings.partition_point(|heading| *heading < place)
}

/// How many of the headings, by their places, stand ahead of a take, which is counted without them.
pub fn headings_ahead(headings: &[usize], take: usize) -> usize {
    let (mut low, mut high) = (0, headings.len());
    while low < high {
        let middle = (low + high) / 2;
        if headings[middle] - middle <= take {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The part of names that files may say as well.
const PERFORMER: &str = "performer";

/// What a row has in common with those of its group.
fn key(row: &FolderRow, group: &FolderGroup, pattern: &str) -> String {
    match group {
        FolderGroup::None => String::new(),
        FolderGroup::Folder if row.folder.is_empty() => "In the folder itself".to_string(),
        FolderGroup::Folder => row.folder.clone(),
        FolderGroup::Date => row.date.clone().unwrap_or_else(|| "No date yet".to_string()),
        FolderGroup::Part(word) => {
            let stem = Path::new(&row.name).file_stem().unwrap_or_default().to_string_lossy();
            let part = NamePattern::new(pattern).part(&stem, word).map(str::to_string);
            let said = || row.take.as_ref()?.performer.clone().filter(|_| word == PERFORMER);
            part.or_else(said).unwrap_or_else(|| format!("No {word} in the name"))
        }
    }
}

/// The takes group by group, in the order of their first ones.
fn grouped(
    rows: &[FolderRow],
    places: &[usize],
    key_of: impl Fn(&FolderRow) -> String,
) -> Vec<Entry> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for &place in places {
        let key = key_of(&rows[place]);
        let group = *known.entry(key).or_insert_with_key(|key| {
            groups.push((key.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(place);
    }
    let mut entries = Vec::with_capacity(places.len() + groups.len());
    for (key, places) in groups {
        entries.push(Entry::Heading(key, places.len()));
        entries.extend(places.into_iter().map(Entry::Take));
    }
    entries
}

/// Which of two takes comes first. What is not known yet comes last.
fn by(sort: FolderSort, a: &FolderRow, b: &FolderRow) -> Ordering {
    let verdict = |row: &FolderRow| {
        let own = row.review.rating.verdict;
        own.and_then(|own| Verdict::ALL.iter().position(|verdict| *verdict == own))
    };
    match sort {
        FolderSort::Name => Ordering::Equal,
        FolderSort::Length => {
            let length = |row: &FolderRow| row.take.as_ref().map(|take| take.duration);
            known_first(length(a), length(b), |a, b| a.total_cmp(b))
        }
        // The best and the most come first: that is what is looked for.
        FolderSort::Rating => b.review.rating.stars.cmp(&a.review.rating.stars),
        FolderSort::Verdict => known_first(verdict(a), verdict(b), Ord::cmp),
        FolderSort::Notes => b.review.notes.cmp(&a.review.notes),
        FolderSort::Findings => known_first(a.findings, b.findings, |a, b| b.cmp(a)),
        FolderSort::Format => {
            let format = |row: &FolderRow| row.take.as_ref().map(|take| take.format);
            known_first(format(a), format(b), Ord::cmp)
        }
        FolderSort::Date => known_first(a.date.as_ref(), b.date.as_ref(), |a, b| b.cmp(a)),
    }
}

fn known_first<T>(a: Option<T>, b: Option<T>, by: impl Fn(&T, &T) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => by(&a, &b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_that_move_alike_stay_in_the_order_of_likeness_whatever_others_stand_together_by() {
        let options = FolderOptions { group: FolderGroup::Folder, ..FolderOptions::default() };
        let paths = ["/b/near.bvh", "/a/far.bvh", "/b/farthest.bvh"].map(PathBuf::from);
        let listed = |list: &mut FolderList| -> Vec<Entry> {
            list.accept(FolderNews::Listed(paths.to_vec()));
            list.accept(FolderNews::AllListed);
            list.refresh(&options, None);
            list.entries().to_vec()
        };
        let mut list = FolderList::like("/c/take.bvh".into(), None);
        let alike = listed(&mut list);
        assert_eq!(alike, [0, 1, 2].map(Entry::Take));
        let names: Vec<&str> = list.listed().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["b/near.bvh", "a/far.bvh", "b/farthest.bvh"], "told apart");
        let folder = listed(&mut FolderList::new(vec!["/".into()], false));
        assert_eq!(folder.len(), 5, "two groups: {folder:?}");
    }
}
