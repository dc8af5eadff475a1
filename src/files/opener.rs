//! The opener: reads a take and its companions from disk, with a preview of a large one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::beginning::{extension, folder_of, head};
use super::columns::columns_in;
use super::folder::begins_as_take;
use super::large::LargeFile;
use super::messages::{not_plain, text, unreadable};
use super::panics::lock;
use super::read::{read_beginning, read_head, read_whole};
use super::sequence::FileSequence;
use super::siblings::Siblings;
#[cfg(all(feature = "app", not(page)))]
use super::worker::read_with;
use super::write::is_stream;
use crate::fs::{self, DirEntry};
use crate::guess;
#[cfg(not(all(feature = "app", not(page))))]
use crate::guess::read_with;
use crate::loader::{
    self, Companion, ErrorKind, FirstFrames, Format, LoadError, Options, Progress, Source,
};
use crate::solve;
use crate::take::{Take, Warning, WarningCode, in_one_line};
use crate::threads::give_way;

/// How takes are to be opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenOptions {
    /// What files leave open.
    pub options: Options,
    /// The skeleton that a person named for takes that have none in themselves.
    pub skeleton: Option<PathBuf>,
    /// The file that says what the columns of tables are, ahead of one beside them.
    pub columns: Option<PathBuf>,
    /// The clip to read out of files that hold several takes: see [`Source::clip`].
    pub clip: Option<String>,
    /// How takes of points become skeletons that turn; `None` leaves them points.
    #[doc(hidden)]
    pub solve: Option<solve::Options>,
}

/// A take from disk.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The take.
    pub take: Take,
    /// The other files that it was read with.
    pub companions: Vec<PathBuf>,
    /// Whether it is of all files of its folder that are numbered as its own.
    pub is_sequence: bool,
}

/// The first frames of a take of which the rest is still being read.
#[derive(Debug)]
pub struct Preview {
    /// The take as far as it goes, and the files that it is read with. It has no warnings: they come with the whole.
    pub opened: Opened,
    /// How many frames the whole take will have, as far as can be told.
    pub frames: usize,
}

/// A file with less than this is read as a whole about as soon as a preview of it would be there.
const TOO_SMALL: usize = 1 << 23;

/// With more than this, a file is read piece by piece, if its format can be.
const LARGE: u64 = 1 << 25;

/// The first frames of such a file are read out of no more than this.
const MAX_PREVIEW: usize = 1 << 27;

/// Somebody who is shown the first frames of a large file before its end is read.
pub trait PreviewSink {
    /// Whether a preview out of the first `there` bytes is wanted, after one out of the first `shown`;
    /// 0 where there was none. Without an answer of its own it is the first one that is.
    fn wants(&mut self, there: usize, shown: usize) -> bool {
        let _ = there;
        shown == 0
    }

    fn show(&mut self, preview: Preview);
}

impl<F: FnMut(Preview)> PreviewSink for F {
    fn show(&mut self, preview: Preview) {
        self(preview);
    }
}

/// Opens takes one after the other, and looks into each folder once.
pub struct Opener<'a> {
    open_options: &'a OpenOptions,
    /// The folder with files that say what columns are, for tables that have none beside them: see [`columns_in`].
    saved_columns: Option<&'a Path>,
    /// The files that are opened together.
    offered: Vec<Candidate<'a>>,
    /// The files in the folders that were looked into, without and with the offered ones.
    folders: HashMap<PathBuf, [Vec<Candidate<'a>>; 2]>,
    /// What the takes of the folder that was looked at last show of what is up.
    siblings: Siblings,
}

/// What belongs to a take beside the bytes that are in memory.
#[derive(Clone, Copy, Default)]
struct Others<'a> {
    sequence: Option<&'a FileSequence>,
    /// The whole file, of which only the beginning is in memory.
    large: Option<&'a dyn loader::LargeFile>,
}

/// A file that could be another's companion. One that only lies in a folder is known by its name: of
/// thousands that lie there, few are ever opened.
#[derive(Clone)]
struct Candidate<'a> {
    name: String,
    offered: Option<&'a Path>,
}

impl<'a> Opener<'a> {
    /// For files that have nothing to do with each other.
    pub fn new(open_options: &'a OpenOptions) -> Self {
        Self::with_offered(open_options, &[])
    }

    /// For files that are opened together, so that one may be the companion of another.
    pub(super) fn with_offered(open_options: &'a OpenOptions, offered: &'a [PathBuf]) -> Self {
        let offered =
            offered.iter().map(|path| Candidate { name: name(path), offered: Some(path) });
        let mut offered: Vec<Candidate<'_>> = offered.collect();
        offered.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            open_options,
            saved_columns: None,
            offered,
            folders: HashMap::new(),
            siblings: Siblings::default(),
        }
    }

    /// Also looks into a folder for files that say what columns are: they count where none is beside a table.
    pub fn with_saved_columns(self, folder: Option<&'a Path>) -> Self {
        Self { saved_columns: folder, ..self }
    }

    /// Reads and loads a take, with the companions that stand beside it.
    pub fn open(&mut self, path: &Path) -> Result<Opened, LoadError> {
        self.open_for(path, &Progress::default(), None)
    }

    /// As [`Self::open`], with somebody who follows it and may cancel it, and who is shown the first frames of a
    /// large file before its end is read. Fails with [`ErrorKind::Cancelled`] where it was cancelled.
    pub fn open_with(
        &mut self,
        path: &Path,
        progress: &Progress,
        mut sink: impl PreviewSink + Send,
    ) -> Result<Opened, LoadError> {
        self.open_for(path, progress, Some(&mut sink))
    }

    fn open_for(
        &mut self,
        path: &Path,
        progress: &Progress,
        mut sink: Option<&mut (dyn PreviewSink + Send)>,
    ) -> Result<Opened, LoadError> {
        progress.begin();
        let mut shown = 0;
        // Whichever frame of a sequence is opened, all of them are.
        let sequence = FileSequence::of(path);
        let first = sequence.as_ref().and_then(|sequence| sequence.paths().next());
        let path = first.as_deref().unwrap_or(path);
        if sequence.is_none()
            && let Some((head, large)) = self.large(path, progress)
        {
            let loaded = self.load_large(path, head, large, progress, (&mut sink, &mut shown));
            if progress.is_cancelled() {
                return Err(LoadError::unread(&text(path), ErrorKind::Cancelled));
            }
            if let Some(loaded) = loaded {
                return loaded;
            }
            // It is not as sound as it looks, or has grown: all of it is looked at.
            progress.begin();
        }
        let bytes = read_whole(path, progress, |head, whole| {
            let is_whole = head.len() >= whole || whole < TOO_SMALL;
            let is_solved = self.open_options.solve.is_some();
            let Some(sink) = sink.as_mut().filter(|_| !is_whole && !is_solved) else { return };
            if head.len() <= shown || !sink.wants(head.len(), shown) {
                return;
            }
            if let Some(preview) = self.preview(path, head, whole) {
                sink.show(preview);
            }
            shown = head.len();
        })?;
        // Loaders that evaluate frames, of which the beginning of a file tells nothing, have some before all.
        let sink = sink.filter(|_| bytes.len() >= TOO_SMALL && self.open_options.solve.is_none());
        let others = Others { sequence: sequence.as_ref(), ..Others::default() };
        self.load(path, bytes, others, progress, sink)
    }

    /// Loads a file of which the beginning is in memory; `None` where what comes of that does not count. The sink is shown
    /// more of it as it is read.
    fn load_large(
        &mut self,
        path: &Path,
        head: Vec<u8>,
        large: LargeFile<'_, '_>,
        progress: &Progress,
        (sink, shown): (&mut Option<&mut (dyn PreviewSink + Send)>, &mut usize),
    ) -> Option<Result<Opened, LoadError>> {
        large.announce();
        let whole = large.len();
        let mut previews = Opener {
            offered: self.offered.clone(),
            ..Opener::new(self.open_options).with_saved_columns(self.saved_columns)
        };
        let mut sink = sink.as_deref_mut().filter(|_| self.open_options.solve.is_none());
        let mut growing = |there: usize| {
            let Some(sink) = &mut sink else { return };
            let there = there.min(MAX_PREVIEW);
            if there <= *shown || there == whole || !sink.wants(there, *shown) {
                return;
            }
            // The system has it in memory.
            let beginning = read_beginning(path, there as u64).unwrap_or_default();
            if let Some(preview) = previews.preview(path, &beginning, whole) {
                sink.show(preview);
            }
            *shown = there;
        };
        growing(head.len());
        let large = large.telling(&mut growing);
        let others = Others { large: Some(&large), ..Others::default() };
        let loaded = self.load(path, head, others, progress, None);
        large.counts().then_some(loaded)
    }

    /// A file that is too large to be read whole, with its beginning, if its format reads such a one.
    fn large<'p>(
        &self,
        path: &Path,
        progress: &'p Progress,
    ) -> Option<(Vec<u8>, LargeFile<'p, 'static>)> {
        let large = LargeFile::of(path, LARGE, progress)?;
        let head = large.head().ok()?;
        let file = text(path);
        let (_, format) = detected(self.open_options, &file, &head);
        format?.reads_large().then_some((head, large))
    }

    /// Loads a take whose file was read already, with the companions and the files of its sequence beside it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_read(&mut self, path: &Path, bytes: Vec<u8>) -> Result<Opened, LoadError> {
        let sequence = FileSequence::of(path);
        let others = Others { sequence: sequence.as_ref(), ..Others::default() };
        self.load(path, bytes, others, &Progress::default(), None)
    }

    /// Whether a file is so large that it is read in parts, never as a whole.
    pub fn reads_in_parts(&self, path: &Path) -> bool {
        self.large(path, &Progress::default()).is_some()
    }

    /// Loads a take whose bytes came through a pipe, with the companions that stand beside its path.
    pub fn open_bytes(&mut self, path: &Path, bytes: Vec<u8>) -> Result<Opened, LoadError> {
        self.load(path, bytes, Others::default(), &Progress::default(), None)
    }

    fn load(
        &mut self,
        path: &Path,
        bytes: Vec<u8>,
        Others { sequence, large }: Others<'_>,
        progress: &Progress,
        sink: Option<&mut (dyn PreviewSink + Send)>,
    ) -> Result<Opened, LoadError> {
        let file = text(path);
        let (source, format) = detected(self.open_options, &file, &bytes);
        let companions = self.read_companions(path, &source, format, progress)?;
        let names = companions.names();
        let sink = sink.map(Mutex::new);
        let show = |preview| {
            let loader::Preview { take, frames } = guess::settle_preview(preview, &source.options);
            let opened = companions.opened(take);
            if let Some(sink) = &sink {
                lock(sink).show(Preview { opened, frames });
            }
        };
        let loaded = read_with(&Source {
            progress: Some(progress),
            first_frames: sink.as_ref().map(|_| FirstFrames(&show)),
            companions: &companions.list(&names),
            sequence: sequence.map(|sequence| sequence as &dyn loader::Sequence),
            large,
            ..source
        });
        let mut take = loaded.map_err(|error| companions.cause(error))?;
        if let Some(name) = sequence.and_then(FileSequence::take_name) {
            take.name = in_one_line(&name);
        }
        drop(bytes);
        let mut siblings = std::mem::take(&mut self.siblings);
        siblings.agree(&mut take, path, |path| self.first_frames(path));
        self.siblings = siblings;
        if let Some(options) = &self.open_options.solve {
            take = solved(take, options, path, progress)?;
        }
        take.warnings.extend(companions.left_out());
        progress.finish();
        Ok(Opened { is_sequence: sequence.is_some(), ..companions.opened(take) })
    }

    /// The first frames out of the beginning of a file that has `whole` bytes; `None` where its format
    /// has none, or they have a fault. That is told of the whole file.
    fn preview(&mut self, path: &Path, head: &[u8], whole: usize) -> Option<Preview> {
        let file = text(path);
        let (source, format) = detected(self.open_options, &file, head);
        // Whatever format was asked for, there is none of a beginning that looks like nothing.
        let by_contents = match self.open_options.options.format {
            Some(_) => loader::detect(&Source::new(&file, head)),
            None => format,
        };
        if by_contents.is_none_or(|format| format.cut.is_none()) {
            return None;
        }
        // Those are counted when they are read for the whole take.
        let companions = self.read_companions(path, &source, format, &Progress::default()).ok()?;
        let companion_names = companions.names();
        let source = Source { companions: &companions.list(&companion_names), ..source };
        let preview = guess::preview(&source, whole)?;
        Some(Preview { opened: companions.opened(preview.take), frames: preview.frames })
    }

    fn first_frames(&mut self, path: &Path) -> Option<Take> {
        let head = read_head(path).ok()?;
        let whole = usize::try_from(fs::metadata(path).ok()?.len()).ok()?;
        Some(self.preview(path, &head, whole)?.opened.take)
    }

    /// Reads the files that a file of this format is to be read with.
    fn read_companions(
        &mut self,
        path: &Path,
        source: &Source<'_>,
        format: Option<&Format>,
        progress: &Progress,
    ) -> Result<Companions, LoadError> {
        let mut streams: Vec<PathBuf> = Vec::new();
        let mut paths = loop {
            let found = self.choose_companions(path, source, format, &streams);
            let others = streams.len();
            streams.extend(found.iter().filter(|path| is_stream(path)).cloned());
            // Without them, it may be another one.
            if streams.len() == others {
                break found;
            }
        };
        let is_table = format.is_some_and(Format::is_table);
        let OpenOptions { skeleton, columns, .. } = self.open_options;
        for named in skeleton.iter().chain(columns.iter().filter(|_| is_table)) {
            if is_stream(named) {
                streams.push(named.clone());
            } else if named != path {
                paths.retain(|found| found != named);
                paths.insert(0, named.clone());
            }
        }
        let saved = self.saved_columns.filter(|_| is_table);
        paths.extend(saved.into_iter().flat_map(columns_in));
        let mut companions: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let mut next = paths.into_iter();
        while let Some(found) = next.next() {
            let bytes = read_whole(&found, progress, |_, _| ())?;
            // What follows them is the loading of the take itself.
            progress.understood(bytes.len());
            // Companions have companions: the skins of a skeleton.
            let mut more = self.companions(&found, &bytes);
            more.retain(|other| {
                let is_known = companions.iter().any(|(known, _)| known == other);
                !(is_known || other == path || *other == found || is_stream(other))
            });
            companions.push((found, bytes));
            if companions.len() == 1 {
                next = next.chain(more).collect::<Vec<_>>().into_iter();
            }
        }
        Ok(Companions { read: companions, streams })
    }

    /// The other files that a take may be read with, and those with which these are.
    #[cfg(feature = "app")]
    pub(super) fn all_companions(&mut self, path: &Path) -> Result<Vec<PathBuf>, LoadError> {
        if let Some(sequence) = FileSequence::of(path) {
            let first = sequence.paths().next();
            return Ok(sequence.paths().filter(|other| first.as_ref() != Some(other)).collect());
        }
        let file = text(path);
        let mut bytes = read_head(path).map_err(|error| unreadable(path, &error))?;
        let (_, format) = detected(self.open_options, &file, &bytes);
        let Some(companions) = format.and_then(|format| format.companions.as_ref()) else {
            return Ok(Vec::new());
        };
        // Where the beginning of a file is no take, all of it says what it is read with.
        if format.is_some_and(|format| format.cut.is_none()) {
            bytes = read_whole(path, &Progress::default(), |_, _| ())?;
        }
        let (source, format) = detected(self.open_options, &file, &bytes);
        let found = self.read_companions(path, &source, format, &Progress::default())?;
        let is_of_another_format = |other: &Path| {
            let named = self.open_options.skeleton.as_deref() == Some(other);
            named && !companions.extensions.contains(&&*extension(other))
        };
        let paths = found.read.into_iter().map(|(path, _)| path);
        Ok(paths.filter(|other| !is_of_another_format(other)).collect())
    }

    /// The names of the files beside one that begin with its own name.
    #[cfg(feature = "app")]
    pub(super) fn called_after(&mut self, path: &Path) -> impl Iterator<Item = &str> {
        self.look_into(path);
        let [beside, _] = &self.folders[path.parent().unwrap_or(Path::new(""))];
        let own = name(path);
        let first = beside.partition_point(|other| other.name < own);
        beside[first..].iter().map(|file| &*file.name).take_while(move |it| it.starts_with(&own))
    }

    /// Looks into the folder of a file, unless it did.
    fn look_into(&mut self, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new(""));
        if !self.folders.contains_key(folder) {
            let beside = in_folder(folder_of(path));
            let mut all = [self.offered.as_slice(), &beside].concat();
            // Of the same name, the offered one stays first.
            all.sort_by(|a, b| a.name.cmp(&b.name));
            self.folders.insert(folder.to_path_buf(), [beside, all]);
        }
    }

    /// The files that this one is to be read with.
    pub(super) fn companions(&mut self, path: &Path, bytes: &[u8]) -> Vec<PathBuf> {
        let file = text(path);
        let (source, format) = detected(self.open_options, &file, bytes);
        self.choose_companions(path, &source, format, &[])
    }

    /// The files that one of this format is to be read with, `without` some. Of two files that are opened together,
    /// one may be the other's; among many, what lies beside a file counts as much as they do, for the first of
    /// them that could be meant is not always the one that is.
    fn choose_companions(
        &mut self,
        path: &Path,
        source: &Source<'_>,
        format: Option<&Format>,
        without: &[PathBuf],
    ) -> Vec<PathBuf> {
        let Some(companions) = format.and_then(|format| format.companions.as_ref()) else {
            return Vec::new();
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        self.look_into(path);
        let [beside, all] = &self.folders[folder];
        let places = if self.offered.len() > 2 {
            [all, &self.offered, beside]
        } else {
            [&self.offered, beside, &Vec::new()]
        };
        let own_name = name(path);
        for place in places {
            let is_own = |other: &Candidate<'_>| {
                other.name == own_name && other.offered.is_none_or(|other| other == path)
            };
            let at = |other: &Candidate<'_>| match other.offered {
                Some(offered) => offered.to_path_buf(),
                None => folder.join(&other.name),
            };
            let is_out =
                |other: &Candidate<'_>| !without.is_empty() && without.contains(&at(other));
            let others = place.iter().filter(|c| !is_own(c) && !is_out(c));
            let mut others: Vec<&Candidate<'_>> = others.collect();
            others.dedup_by_key(|other| &other.name);
            let names: Vec<&str> = others.iter().map(|other| other.name.as_str()).collect();
            let chosen: Vec<PathBuf> = (companions.choose)(source, &names)
                .iter()
                .filter_map(|name| names.binary_search(&name.as_str()).ok())
                .map(|index| at(others[index]))
                .filter(|other| may_be_companion(other, path))
                .collect();
            if !chosen.is_empty() {
                return chosen;
            }
        }
        Vec::new()
    }
}

/// The skeleton that is solved from a take of points, with what else the take has.
fn solved(
    take: Take,
    options: &solve::Options,
    path: &Path,
    progress: &Progress,
) -> Result<Take, LoadError> {
    let solved = solve::solve(&take, options, &|| {
        give_way();
        progress.is_cancelled()
    });
    let refused = |refusal| match refusal {
        solve::Refusal::Cancelled => ErrorKind::Cancelled,
        refusal => ErrorKind::NothingToShow(refusal.to_string()),
    };
    let solved = solved.map_err(|refusal| LoadError::unread(&text(path), refused(refusal)))?;
    // It is out of that file, whatever conventions it follows.
    Ok(Take { format: take.format, ..solved.take })
}

/// A file as it is to be opened, and its format, which is detected here: once for all that is done with these bytes.
fn detected<'a>(
    open_options: &'a OpenOptions,
    file: &'a str,
    bytes: &'a [u8],
) -> (Source<'a>, Option<&'static Format>) {
    let clip = open_options.clip.as_deref();
    let mut source = Source { options: open_options.options, clip, ..Source::new(file, bytes) };
    let format = loader::detect(&source);
    if let Some(format) = format {
        source.options.format = Some(format.id);
    }
    (source, format)
}

/// Whether a file that is called like a companion of another can be one, by its beginning: before all
/// of it is read, for it may be a text of any kind and size. One that would itself be read with the
/// other is a take as well, and not what the other lacks.
fn may_be_companion(path: &Path, of: &Path) -> bool {
    let bytes = head(path);
    if bytes.is_empty() {
        // What cannot be read is told where it is opened.
        return true;
    }
    let extension = extension(path);
    let mut formats = loader::FORMATS.iter();
    let is_of_a_format = formats.any(|format| format.extensions.contains(&extension.as_str()));
    let (file, of) = (text(path), name(of));
    let source = Source::new(&file, &bytes);
    let is_mutual = || {
        let companions = loader::detect(&source).and_then(|format| format.companions.as_ref());
        companions.is_some_and(|companions| (companions.choose)(&source, &[&of]).contains(&of))
    };
    (!is_of_a_format || begins_as_take(path, || bytes.as_slice())) && !is_mutual()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files in a folder by name; of one that cannot be read, none.
fn in_folder(folder: &Path) -> Vec<Candidate<'static>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let files = entries.filter(|entry| !is_folder(entry));
    let candidate = |file: DirEntry| Candidate { name: name(&file.path()), offered: None };
    let mut candidates: Vec<_> = files.map(candidate).collect();
    candidates.sort_by(|a, b| a.name.cmp(&b.name));
    candidates
}

struct Companions {
    read: Vec<(PathBuf, Vec<u8>)>,
    /// Those that never end, or never begin, and are not read.
    streams: Vec<PathBuf>,
}

impl Companions {
    /// What errors call them.
    fn names(&self) -> Vec<String> {
        self.read.iter().map(|(path, _)| text(path)).collect()
    }

    /// As loaders get them, with their [`Self::names`].
    fn list<'a>(&'a self, names: &'a [String]) -> Vec<Companion<'a>> {
        self.read.iter().zip(names).map(|((_, bytes), file)| Companion { file, bytes }).collect()
    }

    /// What a take is told of those that are not read.
    fn left_out(&self) -> impl Iterator<Item = Warning> {
        self.streams.iter().map(|path| {
            let message = format!("{}: not a regular file, skipped", text(path));
            Warning::of_file(WarningCode::CompanionUnused, in_one_line(&message))
        })
    }

    /// Why there is no take: where one of them would have to be read, that it cannot be.
    fn cause(&self, error: LoadError) -> LoadError {
        match (error.kind(), self.streams.first()) {
            (ErrorKind::NeedsCompanion { .. }, Some(stream)) => unreadable(stream, &not_plain()),
            _ => error,
        }
    }

    /// A take that was read with some of them. What was offered and not used is a take of its own, or nobody's.
    fn opened(&self, take: Take) -> Opened {
        let paths = self.read.iter().map(|(path, _)| path);
        let used = paths.filter(|path| take.read_with.contains(&text(path))).cloned();
        Opened { companions: used.collect(), take, is_sequence: false }
    }
}
