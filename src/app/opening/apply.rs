//! How files are requested: opened, reloaded, or the next take in the folder.

use std::path::{Path, PathBuf};

use crate::app::opening::requests::{Browsing, Purpose};
use crate::app::{
    Effect, FeatureCommand, FilesCommand, OpenTake, Outcome, Pending, Reframe, Request, RequestId,
    RequestedFiles, Session, State, TakeId, TakeOptions,
};
use crate::files::Reviews;
use crate::loader::Options;
use crate::scene::Placement;
use crate::solve;

impl Session {
    /// Carries out a command about files. What comes later comes as arrivals.
    pub fn apply_files(&mut self, command: FilesCommand, out: &mut Outcome<'_>) -> Reframe {
        match command {
            FilesCommand::Open(paths) => self.open(paths, out.effects),
            FilesCommand::OpenBuiltin => self.open_builtin(out.effects),
            FilesCommand::AskForFiles => out.effects.push(Effect::AskForFiles),
            FilesCommand::AskForFolder => out.effects.push(Effect::AskForFolder),
            FilesCommand::NextInFolder { step, add } => {
                self.next_in_folder(step, add, false, out.effects);
            }
            FilesCommand::NextUnrated(step) => self.next_in_folder(step, false, true, out.effects),
            FilesCommand::Reload => self.reload_takes(|_| true, out.effects),
            FilesCommand::ReadPositions(reading) => {
                self.reload_with_options(|options| options.bvh_positions = reading, out.effects);
            }
            FilesCommand::ReadBody(body) => {
                self.reload_with_options(|options| options.body = body, out.effects);
            }
            FilesCommand::SetMinConfidence(min) => {
                self.reload_with_options(|options| options.min_confidence = min, out.effects);
            }
            FilesCommand::Solve(options) => self.solve(options, out.effects),
            FilesCommand::AssumeRate(rate) => {
                self.reload_with_options(|options| options.rate = Some(rate), out.effects);
            }
            FilesCommand::OpenClip { clip, add } => self.open_clip(clip, add, out.effects),
            FilesCommand::CancelLoading => {
                let ids = self.opening.pending.iter().map(|pending| pending.id);
                out.effects.extend(ids.map(Effect::CancelLoading));
            }
            // It concerns no take.
            FilesCommand::FindMissing => {}
            FilesCommand::ClearRecent => out.effects.push(Effect::ClearRecent),
            FilesCommand::CopyConvert => self.copy_convert(out),
            FilesCommand::CopyScreenshot { labels } => {
                out.effects.push(Effect::CopyScreenshot { labels });
            }
            FilesCommand::SaveScreenshot { transparent, labels } => {
                out.effects.push(Effect::SaveScreenshot { transparent, labels })
            }
            FilesCommand::ShowInFolder(path) => out.effects.push(Effect::ShowInFolder(path)),
        }
        Reframe::Keep
    }

    /// Reads these files again, where they are open, or are what open takes are read with.
    pub fn reload_changed(&mut self, changed: &[PathBuf], effects: &mut Vec<Effect>) {
        let is_of = |open: &OpenTake| {
            let mut files = open.path.iter().chain(&open.edits.open_options.reading.skeleton);
            files.any(|path| changed.contains(path))
        };
        self.reload_takes(is_of, effects);
        for open in self.takes.iter() {
            let path = open.review_path();
            if let Some(path) = path.filter(|path| changed.contains(&Reviews::beside(path))) {
                effects.push(Effect::LoadReview(open.id, path));
            }
        }
    }

    fn reload_takes(&mut self, which: impl Fn(&OpenTake) -> bool, effects: &mut Vec<Effect>) {
        let again: Vec<TakeId> = self.takes.iter().filter(|o| which(o)).map(|o| o.id).collect();
        for take in again {
            self.reload_take(take, false, |_| {}, effects);
        }
    }

    /// Reads the file of the active take once more, with its options changed.
    fn reload_with_options(
        &mut self,
        change: impl FnOnce(&mut Options),
        effects: &mut Vec<Effect>,
    ) {
        if let Some(take) = self.takes.active_id() {
            self.reload_take(take, true, change, effects);
        }
    }

    /// Reads the file of a take once more. One that came from no file stays as it is.
    pub(crate) fn reload_take(
        &mut self,
        take: TakeId,
        reset: bool,
        change: impl FnOnce(&mut Options),
        effects: &mut Vec<Effect>,
    ) {
        let open = self.takes.find(take);
        let Some((open, path)) = open.and_then(|open| Some((open, open.path.clone()?))) else {
            return;
        };
        let (mut open_options, placement) = (open.edits.open_options.clone(), open.edits.placement);
        change(&mut open_options.reading.options);
        let files = RequestedFiles::Paths(vec![path]);
        self.request(Purpose::Reload { take, reset }, files, open_options, placement, effects);
    }

    /// Reads a table again, of which something else is said now.
    pub fn read_columns_again(&mut self, take: TakeId, effects: &mut Vec<Effect>) {
        let Some(open) = self.takes.find(take) else {
            return;
        };
        let mut open_options = open.edits.open_options.clone();
        (open_options.reading.skeleton, open_options.reading.columns) = (None, None);
        let files = RequestedFiles::Paths(open.path.iter().cloned().collect());
        let (purpose, placement) = (Purpose::Reload { take, reset: true }, open.edits.placement);
        self.request(purpose, files, open_options, placement, effects);
    }

    /// Opens files beside what is open.
    fn open(&mut self, paths: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        self.opening.browsing = None;
        let open_options = self.opening.open_options.clone();
        let files = RequestedFiles::Paths(paths);
        self.request(Purpose::Add, files, open_options, Placement::default(), effects);
    }

    /// Asks for another clip of the active take's file, instead of the take or beside it.
    fn open_clip(&mut self, clip: usize, add: bool, effects: &mut Vec<Effect>) {
        let Some(open) = self.takes.active() else {
            return;
        };
        let clips = open.take.clips.as_ref().filter(|clips| clip < clips.names.len());
        let Some((clips, path)) = clips.zip(open.path.clone()) else {
            return;
        };
        let mut open_options = open.edits.open_options.clone();
        open_options.reading.clip = (clip != clips.usual).then(|| clips.key(clip));
        let purpose = if add { Purpose::Add } else { Purpose::Replace(open.id) };
        let (files, placement) = (RequestedFiles::Paths(vec![path]), open.edits.placement);
        self.request(purpose, files, open_options, placement, effects);
    }

    /// Asks for the skeleton out of the points of the active take, beside it; for that of another choice in its place.
    fn solve(&mut self, options: solve::Options, effects: &mut Vec<Effect>) {
        let Some((open, path)) =
            self.takes.active().and_then(|open| Some((open, open.path.clone()?)))
        else {
            return;
        };
        let mut open_options = open.edits.open_options.clone();
        let metres_per_unit = Some(open.stage.unit.metres);
        let now = open_options.reading.solve.replace(solve::Options { metres_per_unit, ..options });
        let purpose = if now.is_some() { Purpose::Replace(open.id) } else { Purpose::Add };
        let (files, placement) = (RequestedFiles::Paths(vec![path]), open.edits.placement);
        self.request(purpose, files, open_options, placement, effects);
    }

    pub fn read_session(&mut self, path: PathBuf, effects: &mut Vec<Effect>) {
        self.request_plain(Purpose::Session, RequestedFiles::Session(path), effects);
    }

    /// Whether a request still waits for what it asked for.
    pub fn awaits(&self, id: RequestId) -> bool {
        self.opening.pending.iter().any(|pending| pending.id == id)
    }

    /// Shows the built-in take, which is opened where it is not open.
    fn open_builtin(&mut self, effects: &mut Vec<Effect>) {
        let builtin = self.takes.iter().find(|open| open.path.is_none());
        let is_coming = |pending: &Pending| pending.purpose == Purpose::Welcome;
        match builtin.map(|open| open.id) {
            Some(id) => self.choose(id),
            None if self.opening.pending.iter().any(is_coming) => {}
            None => {
                self.request_plain(Purpose::Welcome, RequestedFiles::Builtin, effects);
            }
        }
    }

    /// Asks for the file of the folder that is so many steps from the active take's.
    fn next_in_folder(&mut self, step: i64, add: bool, unrated: bool, effects: &mut Vec<Effect>) {
        // Whoever leafs on does not wait for what was passed over.
        let (of, steps) = match &self.opening.browsing {
            Some(last) if self.awaits(last.request) => (last.of.clone(), last.steps + step),
            Some(last) => (last.of.clone(), step),
            None => match self.takes.active().and_then(|open| open.path.clone()) {
                Some(path) => (path, step),
                None => return,
            },
        };
        let purpose = match self.takes.active_id().filter(|_| !add) {
            Some(take) => Purpose::Replace(take),
            None => Purpose::Add,
        };
        let last = self.opening.browsing.as_ref().map(|last| last.request);
        for pending in self.opening.pending.iter().filter(|_| !add) {
            if pending.purpose == purpose || Some(pending.id) == last {
                effects.push(Effect::CancelLoading(pending.id));
            }
        }
        let open = self.takes.iter().filter(|_| add);
        let way = self.listed_beside(&of, steps, unrated);
        let files = RequestedFiles::Neighbour {
            way,
            skip: open.filter_map(|open| open.path.clone()).collect(),
            of: of.clone(),
            steps,
            unrated,
        };
        let open_options = self.opening.open_options.clone();
        let request = self.request(purpose, files, open_options, Placement::default(), effects);
        self.opening.browsing = Some(Browsing { request, of, steps, alone: !add });
    }

    /// Records the file that a step through the folder has led to.
    pub(crate) fn record_browsed(&mut self, request: RequestId, path: &Path) {
        if let Some(browsing) = self.opening.browsing.as_mut().filter(|b| b.request == request) {
            (browsing.of, browsing.steps) = (path.to_path_buf(), 0);
        }
    }

    /// Asks for files that nothing is chosen for.
    fn request_plain(
        &mut self,
        purpose: Purpose,
        files: RequestedFiles,
        effects: &mut Vec<Effect>,
    ) {
        self.request(purpose, files, TakeOptions::default(), Placement::default(), effects);
    }

    /// Asks for files. Beside others, those that came without the one that they are read with are tried
    /// again: it may be among these.
    pub(crate) fn request(
        &mut self,
        purpose: Purpose,
        files: RequestedFiles,
        open_options: TakeOptions,
        placement: Placement,
        effects: &mut Vec<Effect>,
    ) -> RequestId {
        let id = RequestId::new();
        let (mut retried, mut incomplete) = (Vec::new(), Vec::new());
        if purpose == Purpose::Add {
            let lacks = self.takes.iter().filter(|open| open.take.missing.is_some());
            incomplete = lacks.filter_map(|open| open.path.clone()).collect();
            retried = std::mem::take(&mut self.opening.waiting);
            retried.extend_from_slice(&incomplete);
        }
        self.opening.pending.push(Pending {
            id,
            purpose,
            incomplete,
            unwanted: Vec::new(),
            came: Vec::new(),
            opened: Vec::new(),
            step: None,
        });
        effects.push(Effect::Load(Request { id, files, retried, open_options, placement }));
        id
    }

    pub fn is_loading(&self) -> bool {
        !self.opening.pending.is_empty()
    }

    /// Whether nothing shows yet, and a take is on its way.
    pub fn awaits_first_take(&self) -> bool {
        let folder = self.folder.as_ref();
        let is_coming = self.is_loading() || folder.is_some_and(|list| list.opens_first);
        is_coming && self.takes.is_empty()
    }

    /// How much of a take's file has been read, from 0 to 1, while only the first of its frames are
    /// there; `None` for a take that is there as a whole.
    pub fn share_read(&self, open: &OpenTake) -> Option<f32> {
        let partial = open.partial?;
        let mut pending = self.opening.pending.iter();
        let pending = pending.find(|pending| pending.id == partial.request);
        let step = pending.and_then(|pending| pending.step.as_ref());
        let step = step.filter(|step| Some(&step.path) == open.path.as_ref() && step.all > 0);
        Some(step.map_or(0.0, |step| step.done as f32 / step.all as f32))
    }
}

impl FeatureCommand for FilesCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            Self::Open(paths) => state.open_files(paths, effects),
            Self::FindMissing => {
                effects.push(Effect::FindMissing(state.interface.recent.clone()));
            }
            command => state.change(effects, |session, out| session.apply_files(command, out)),
        }
    }
}
