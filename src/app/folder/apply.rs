//! How folder commands open takes of the list, and put the list in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::folder::command::FolderExport;
use crate::app::folder::facts::{Fact, FolderNews, FolderRow};
use crate::app::folder::job::FolderExportJob;
use crate::app::folder::list::FolderList;
use crate::app::opening::requests::{Browsing, Purpose};
use crate::app::{
    Effect, FeatureCommand, FolderCommand, Outcome, Reframe, RequestId, RequestedFiles, SelectMode,
    Session, State, TakeId,
};
use crate::scene::Placement;

const NO_FOLDER: &str = "Open a folder first: this is about the takes in its list.";

impl FeatureCommand for FolderCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::WithFindings(_) => {
                Some(state.session.folder.as_ref().is_some_and(|list| list.with_findings))
            }
            Self::ToggleGrid => Some(state.session.shows_grid()),
            Self::Show(_) => Some(state.session.folder.as_ref().is_some_and(|list| list.shows)),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let options = &mut state.interface.folder;
        match self {
            Self::Sort(sort) => {
                options.descending = options.sort == sort && !options.descending;
                options.sort = sort;
            }
            Self::Group(group) => options.group = group,
            Self::Pattern(pattern) => options.pattern = pattern,
            Self::Size(size) => options.figure_size = size,
            command => state.change(effects, |session, out| session.apply_folder(command, out)),
        }
    }
}

impl Session {
    fn apply_folder(&mut self, command: FolderCommand, out: &mut Outcome<'_>) -> Reframe {
        match command {
            FolderCommand::Open(path) => return self.open_listed(path, out.effects),
            FolderCommand::Add(path) => self.add_listed(path, out.effects),
            FolderCommand::OpenChosen => self.open_chosen(out),
            FolderCommand::ToggleGrid => self.toggle_grid(out.effects),
            FolderCommand::FindAlike(path) => {
                let active = self.takes.active().and_then(|open| open.path.clone());
                let Some(path) = path.or(active) else {
                    out.notices.push_hint("Open a take of a file first.");
                    return Reframe::Keep;
                };
                let like = Some(path.clone());
                out.effects.push(Effect::ReadFolders { roots: Vec::new(), like });
                let before = self.folder.take().map(Box::new);
                self.folder = Some(FolderList::like(path, before));
            }
            FolderCommand::Close => self.close_list(out.effects),
            FolderCommand::Export(export) => self.export_folder(export, out),
            FolderCommand::MergeNotes => match self.folder_job(FolderExport::Copies) {
                Some(job) => out.effects.push(Effect::AskForOtherNotes(Box::new(job))),
                None => out.notices.push_hint(NO_FOLDER),
            },
            FolderCommand::NextWithFindings(step) => {
                let has = |row: &FolderRow| row.findings.is_some_and(|count| count > 0);
                self.next_with(step, "findings", has, out);
            }
            FolderCommand::NextWithOpenNotes(step) => {
                self.next_with(step, "open notes", |row| row.review.open_notes > 0, out);
            }
            command => {
                if let Some(list) = &mut self.folder {
                    list.apply(command, out.effects);
                }
            }
        }
        Reframe::Keep
    }

    /// Shows a take of the list alone: one that is open already, else in the place of the active one.
    fn open_listed(&mut self, path: PathBuf, effects: &mut Vec<Effect>) -> Reframe {
        if let Some(id) = self.takes.of_file(&path).map(|open| open.id) {
            self.choose(id);
            self.show_alone(id);
            return Reframe::Keep;
        }
        self.cancel_browsing(effects);
        let purpose = self.takes.active_id().map_or(Purpose::Add, Purpose::Replace);
        let request = self.request_listed(purpose, vec![path.clone()], effects);
        self.opening.browsing = Some(Browsing { request, of: path, steps: 0, alone: true });
        Reframe::Keep
    }

    fn add_listed(&mut self, path: PathBuf, effects: &mut Vec<Effect>) {
        match self.takes.of_file(&path).map(|open| open.id) {
            Some(id) => self.choose(id),
            None => drop(self.request_listed(Purpose::Add, vec![path], effects)),
        }
        // What is added is to be seen beside what shows.
        self.takes.set_solo(None);
    }

    /// Opens the chosen takes together, in the order of the list, and closes all others.
    fn open_chosen(&mut self, out: &mut Outcome<'_>) {
        let Some(list) = self.folder.as_ref().filter(|list| !list.chosen.is_empty()) else {
            return;
        };
        let chosen = list.listed().filter(|row| list.chosen.contains(&row.path));
        let mut paths: Vec<PathBuf> = chosen.map(|row| row.path.to_path_buf()).collect();
        let is_other = |path: Option<&PathBuf>| path.is_none_or(|path| !paths.contains(path));
        let others = self.takes.iter().filter(|open| is_other(open.path.as_ref()));
        let others: Vec<TakeId> = others.map(|open| open.id).collect();
        let open = self.takes.iter().filter_map(|open| open.path.clone());
        let open: Vec<PathBuf> = open.collect();
        paths.retain(|path| !open.contains(path));
        for id in others {
            self.close(id, out.moved_camera);
        }
        self.takes.set_solo(None);
        if !paths.is_empty() {
            self.request_listed(Purpose::Add, paths, out.effects);
        }
    }

    fn request_listed(
        &mut self,
        purpose: Purpose,
        paths: Vec<PathBuf>,
        effects: &mut Vec<Effect>,
    ) -> RequestId {
        let open_options = self.opening.open_options.clone();
        let files = RequestedFiles::Paths(paths);
        self.request(purpose, files, open_options, Placement::default(), effects)
    }

    /// Lets no other take of the folder come: somebody has gone on.
    fn cancel_browsing(&mut self, effects: &mut Vec<Effect>) {
        let last = self.opening.browsing.take().map(|last| last.request);
        effects.extend(last.filter(|last| self.awaits(*last)).map(Effect::CancelLoading));
    }

    /// Goes on to the next listed take that has something.
    fn next_with(
        &mut self,
        step: i64,
        what: &str,
        has: impl Fn(&FolderRow) -> bool,
        out: &mut Outcome<'_>,
    ) {
        let Some(list) = &self.folder else {
            return out.notices.push_hint(NO_FOLDER);
        };
        let from = self.browsed_from().unwrap_or_default();
        let next = list.beside(&from, step).find(|row| has(row));
        match next.map(|row| row.path.to_path_buf()) {
            Some(path) => drop(self.open_listed(path, out.effects)),
            None => {
                let side = if step > 0 { "after" } else { "before" };
                let yet = if list.is_reading { " yet: it is still being read" } else { "" };
                let text = format!("No take {side} this one in the list has {what}{yet}.");
                out.notices.push_hint(&text);
            }
        }
    }

    /// Closes the list; the one that there was before comes back, and is read on.
    fn close_list(&mut self, effects: &mut Vec<Effect>) {
        self.folder = self.folder.take().and_then(|list| list.before).map(|list| *list);
        let roots = self.folder.as_mut().map(|list| {
            list.begin_listing();
            list.roots.clone()
        });
        let roots = roots.unwrap_or_default();
        effects.push(Effect::ReadFolders { roots, like: None });
    }

    /// Whether takes show side by side in the place of the view.
    pub fn shows_grid(&self) -> bool {
        self.folder.as_ref().is_some_and(|list| list.grid)
    }

    /// Shows the view again, and tells whether it did not.
    pub(crate) fn close_grid(&mut self) -> bool {
        self.folder.as_mut().is_some_and(|list| std::mem::take(&mut list.grid))
    }

    /// Without a folder, that of the active take is opened.
    fn toggle_grid(&mut self, effects: &mut Vec<Effect>) {
        if self.folder.is_none() {
            let path = self.takes.active().and_then(|open| open.path.as_deref());
            let Some(folder) = path.and_then(Path::parent).map(Path::to_path_buf) else {
                return effects.push(Effect::AskForFolder);
            };
            self.open_folders(vec![folder], false, effects);
        }
        if let Some(list) = &mut self.folder {
            list.grid = !list.grid;
        }
    }

    fn export_folder(&self, export: FolderExport, out: &mut Outcome<'_>) {
        match self.folder_job(export) {
            Some(job) if job.files.is_empty() => out.notices.push_hint("No take is listed."),
            Some(job) => out.effects.push(Effect::ExportFolder(Box::new(job))),
            None => out.notices.push_hint(NO_FOLDER),
        }
    }

    /// What is to be done with the takes that the list has by its filter, in its order.
    fn folder_job(&self, export: FolderExport) -> Option<FolderExportJob> {
        let list = self.folder.as_ref()?;
        let passes = list.filter.passes();
        let files = list.listed().filter(|row| passes(row)).map(|row| row.path.to_path_buf());
        let open = self
            .takes
            .iter()
            .filter_map(|open| Some((open.path.clone()?, open.review.kept.clone())));
        Some(FolderExportJob {
            export,
            roots: list.roots.clone(),
            name: list.name(),
            files: files.collect(),
            with_findings: list.with_findings,
            reading: self.opening.open_options.reading.clone(),
            open: open.collect(),
        })
    }

    /// The file that one goes on from in the folder.
    pub(crate) fn browsed_from(&self) -> Option<PathBuf> {
        let browsing = self.opening.browsing.as_ref().map(|browsing| browsing.of.clone());
        browsing.or_else(|| self.takes.active().and_then(|open| open.path.clone()))
    }

    /// The files that come after one in the list of the folder, where there is one and that has it; without those that
    /// cannot be read, of which the list tells why, and without those that are known to be rated, where that is wanted.
    pub(crate) fn listed_beside(
        &self,
        of: &Path,
        step: i64,
        unrated: bool,
    ) -> Option<Vec<PathBuf>> {
        let list = self.folder.as_ref().filter(|list| list.find(of).is_some())?;
        let is_wanted =
            |row: &&FolderRow| row.error.is_none() && !(unrated && row.review.rating.is_given());
        let rows = list.beside(of, step).filter(is_wanted);
        Some(rows.map(|row| row.path.to_path_buf()).collect())
    }

    /// Has the neighbours of a take of the folder read that has come by a request.
    pub(crate) fn load_ahead(&self, request: RequestId, effects: &mut Vec<Effect>) {
        let browsed = self.opening.browsing.as_ref().filter(|last| last.request == request);
        if let (Some(browsed), Some(list)) = (browsed, &self.folder) {
            let readable = |step| list.beside(&browsed.of, step).find(|row| row.error.is_none());
            let next = [1, -1].map(readable);
            let files = next.into_iter().flatten().map(|row| row.path.to_path_buf());
            let reading = self.opening.open_options.reading.clone();
            effects.push(Effect::LoadAhead(files.collect(), reading));
        }
    }

    /// Whether what comes by a request is a take of the folder that is to show alone.
    pub(crate) fn shows_alone(&self, request: RequestId) -> bool {
        let browsing = self.opening.browsing.as_ref();
        browsing.is_some_and(|browsing| browsing.request == request && browsing.alone)
    }

    /// Lets a take of the folder that came show alone, where several are open and are not compared.
    pub(crate) fn show_alone(&mut self, id: TakeId) {
        let is_among_others = self.takes.len() > 1 && self.compared_takes().is_empty();
        self.takes.set_solo(Some(id).filter(|_| is_among_others));
    }

    /// Opens folders as a list in the place of the one that there is. The first take is opened where nothing else
    /// was asked for with them.
    pub(crate) fn open_folders(
        &mut self,
        roots: Vec<PathBuf>,
        opens_first: bool,
        effects: &mut Vec<Effect>,
    ) {
        effects.push(Effect::ReadFolders { roots: roots.clone(), like: None });
        self.folder = Some(FolderList::new(roots, opens_first));
    }

    /// Lets in what has come of reading the folder.
    fn folder_news(&mut self, news: FolderNews, out: &mut Outcome<'_>) -> Reframe {
        let Some(list) = &mut self.folder else { return Reframe::Keep };
        let is_listed = news == FolderNews::AllListed;
        if let FolderNews::Nothing(why) = &news {
            out.notices.push_error(why.clone());
            self.close_list(out.effects);
            return Reframe::Keep;
        }
        list.accept(news);
        if !list.rows().is_empty() {
            self.open_first(out);
        } else if is_listed {
            let why: Vec<&str> = list.unreadable.iter().map(String::as_str).collect();
            let text = if why.is_empty() {
                format!("{}: no takes in this folder", list.name())
            } else {
                why.join("\n")
            };
            out.notices.push_error(text);
            self.close_list(out.effects);
        }
        Reframe::Keep
    }

    /// Opens the first take of a folder that can be read, where that is still to be: alone, though others stay open
    /// beside it.
    pub(crate) fn open_first(&mut self, out: &mut Outcome<'_>) {
        let Some(list) = self.folder.as_mut().filter(|list| list.opens_first) else { return };
        let Some(path) = list.rows().iter().find(|row| row.error.is_none()) else {
            // There may be more of them.
            if !list.is_listing {
                list.opens_first = false;
                let why = list.rows().iter().find_map(|row| row.error.as_deref());
                out.notices.push_error(format!(
                    "{}: no take in this folder can be read. The first: {}",
                    list.name(),
                    why.unwrap_or_default()
                ));
            }
            return;
        };
        let path = path.path.to_path_buf();
        list.opens_first = false;
        if list.first.is_none() {
            out.effects.push(Effect::RememberOpened(list.roots.clone()));
        }
        if self.takes.iter().any(|open| open.path.is_some()) {
            let request = self.request_listed(Purpose::Add, vec![path.clone()], out.effects);
            self.opening.browsing = Some(Browsing { request, of: path, steps: 0, alone: true });
        } else {
            self.open_listed(path, out.effects);
        }
        let request = self.opening.browsing.as_ref().map(|browsing| browsing.request);
        if let Some(list) = &mut self.folder {
            list.first = request;
        }
    }

    /// Records that a take of the folder cannot be read, and tells whether it was to be the first one: then the list
    /// says enough of it, and the next one is opened in its place.
    pub(crate) fn pass_over(&mut self, request: RequestId, path: &Path, why: String) -> bool {
        let Some(list) = &mut self.folder else { return false };
        list.learn(path, Fact::Unreadable(why));
        let is_first = list.first == Some(request);
        list.opens_first |= is_first;
        is_first
    }
}

impl FolderList {
    /// Carries out what concerns the list alone. One that is closed has no folders left.
    fn apply(&mut self, command: FolderCommand, effects: &mut Vec<Effect>) {
        match command {
            FolderCommand::Choose(path, mode) => {
                let path: Arc<Path> = path.into();
                let was = self.chosen.contains(&path);
                if mode == SelectMode::Replace {
                    self.chosen.clear();
                }
                if was && mode == SelectMode::Toggle {
                    self.chosen.remove(&path);
                } else {
                    self.chosen.insert(path);
                }
            }
            FolderCommand::ChooseBetween(from, to) => {
                let listed: Vec<Arc<Path>> = self.listed().map(|row| row.path.clone()).collect();
                let place = |path: &Path| listed.iter().position(|other| **other == *path);
                if let (Some(from), Some(to)) = (place(&from), place(&to)) {
                    self.chosen = listed[from.min(to)..=from.max(to)].iter().cloned().collect();
                }
            }
            FolderCommand::Filter(filter) => self.filter = filter,
            FolderCommand::Search(words) => self.filter.words = words,
            FolderCommand::Show(shows) => self.shows = shows,
            FolderCommand::PlayAll(plays) => self.plays_all = plays,
            FolderCommand::WithFindings(with) => self.with_findings = with,
            FolderCommand::Refresh => {
                self.begin_listing();
                let (roots, like) = (self.roots.clone(), self.like.clone());
                effects.push(Effect::ReadFolders { roots, like });
            }
            // They change more than the list.
            FolderCommand::Open(_)
            | FolderCommand::Add(_)
            | FolderCommand::OpenChosen
            | FolderCommand::NextWithFindings(_)
            | FolderCommand::NextWithOpenNotes(_)
            | FolderCommand::Sort(_)
            | FolderCommand::Group(_)
            | FolderCommand::Pattern(_)
            | FolderCommand::Size(_)
            | FolderCommand::ToggleGrid
            | FolderCommand::FindAlike(_)
            | FolderCommand::Close
            | FolderCommand::Export(_)
            | FolderCommand::MergeNotes => {}
        }
    }
}

impl State {
    /// Lets in what has come of reading the folder.
    #[must_use = "nobody else carries the effects out"]
    pub fn folder_news(&mut self, news: Vec<FolderNews>) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.revision += 1;
        for news in news {
            self.change(&mut effects, |session, out| session.folder_news(news, out));
        }
        self.refresh_folder();
        effects
    }

    /// Tells what was done with all takes of the folder.
    pub fn folder_done(&mut self, path: &Path, done: Result<String, String>) {
        let notices = &mut self.interface.notices;
        match done {
            Ok(text) => notices.push_written(text, path),
            Err(error) => notices.push_error(error),
        }
    }

    /// Brings the list of the folder in line with what is open and how it is to be listed.
    pub(crate) fn refresh_folder(&mut self) {
        let from = self.session.browsed_from();
        let Session { folder: Some(list), takes, .. } = &mut self.session else { return };
        list.follow(takes.iter());
        list.refresh(&self.interface.folder, from.as_deref());
    }
}
