//! How loaded takes enter the session: added, put in a take's place, or reloaded; and how loading ends.

use std::path::Path;

use crate::app::opening::requests::Purpose;
use crate::app::{
    Arrival, ColumnsCommand, Effect, HUES, OpenTake, Outcome, Pending, Reframe, RequestId, Session,
    TakeId,
};
use crate::loader::{COLUMNS_EXTENSION, ErrorKind, LoadError};
use crate::scene::Rgba;
use crate::take::in_one_line;

/// So many takes show together without being asked for.
const MAX_TOGETHER: usize = 24;

impl Session {
    pub fn arrive(&mut self, arrival: Arrival, out: &mut Outcome<'_>) -> Reframe {
        match arrival {
            Arrival::Step(step) => {
                if let Some(pending) = self.pending_mut(step.id) {
                    pending.step = Some(step);
                }
            }
            Arrival::Take { id, place, retried, open, complaints } => {
                let purpose = self.pending_mut(id).map(|pending| pending.purpose);
                if !matches!(purpose, Some(Purpose::Reload { .. }) | None) {
                    out.notices.push_diagnostics(complaints);
                }
                return self.insert_arrival(id, place, retried, *open, out);
            }
            // The state takes it over.
            Arrival::Session { .. } => {}
            Arrival::Refused { id, path, retried, error, has_notes } => {
                return self.refuse(id, &path, retried, &error, has_notes, out);
            }
            Arrival::Folders { folders, alone, .. } => {
                self.open_folders(folders, alone, out.effects);
            }
            Arrival::EndOfFolder { is_last, unrated, .. } => {
                let text = match (is_last, unrated) {
                    (true, false) => "This is the last take in its folder.",
                    (false, false) => "This is the first take in its folder.",
                    (true, true) => "All takes behind this one in its folder are rated.",
                    (false, true) => "All takes ahead of this one in its folder are rated.",
                };
                out.notices.push_hint(text);
            }
            Arrival::End { id, cancelled } => self.end(id, cancelled, out),
        }
        Reframe::Keep
    }

    pub(crate) fn pending_mut(&mut self, id: RequestId) -> Option<&mut Pending> {
        self.opening.pending.iter_mut().find(|pending| pending.id == id)
    }

    /// The take of which a request has brought the first frames.
    fn begun(&self, request: RequestId, path: &Path) -> Option<TakeId> {
        let is_begun = |open: &&OpenTake| {
            let is_of = open.partial.is_some_and(|partial| partial.request == request);
            is_of && open.path.as_deref() == Some(path)
        };
        self.takes.iter().find(is_begun).map(|open| open.id)
    }

    fn insert_arrival(
        &mut self,
        request: RequestId,
        place: usize,
        retried: bool,
        fresh: OpenTake,
        out: &mut Outcome<'_>,
    ) -> Reframe {
        let Some(pending) = self.pending_mut(request) else {
            return Reframe::Keep;
        };
        let purpose = pending.purpose;
        let path = fresh.path.clone();
        let completes = retried && path.as_ref().is_some_and(|p| pending.incomplete.contains(p));
        if path.as_ref().is_some_and(|path| pending.unwanted.contains(path)) {
            return Reframe::Keep;
        }
        let path = path.as_deref();
        if let Some(path) = path {
            out.notices.forget(path);
            self.record_browsed(request, path);
            if let Some(begun) = self.begun(request, path) {
                self.replace_with_reloaded(begun, fresh);
                return Reframe::Keep;
            }
        }
        if completes {
            return self.complete(path, fresh);
        }
        match purpose {
            Purpose::Reload { take, reset } => {
                // What is open has all of its frames, and keeps them until the new ones are there.
                if fresh.partial.is_some() || self.takes.find(take).is_none() {
                    return Reframe::Keep;
                }
                self.replace_with_reloaded(take, fresh);
                if reset && self.takes.is_active(take) { Reframe::Reset } else { Reframe::Keep }
            }
            Purpose::Saved(id) => self.insert_saved(id, fresh, out),
            // No take comes of it.
            Purpose::Session => Reframe::Keep,
            Purpose::Welcome => {
                let id = self.add(fresh);
                self.begin_with(Some(id))
            }
            Purpose::Replace(take) if self.takes.find(take).is_some() => {
                self.record_opened(request, path);
                self.replace(request, take, fresh, out)
            }
            Purpose::Add | Purpose::Replace(_) => {
                self.record_opened(request, path);
                self.insert_take(request, place, fresh, out)
            }
        }
    }

    fn record_opened(&mut self, request: RequestId, path: Option<&Path>) {
        if let Some(pending) = self.pending_mut(request) {
            pending.opened.extend(path.map(Path::to_path_buf));
        }
    }

    /// Completes a take that was open with a part missing.
    fn complete(&mut self, path: Option<&Path>, fresh: OpenTake) -> Reframe {
        let open = self.takes.iter().find(|open| open.path.as_deref() == path);
        let Some(id) = open.map(|open| open.id).filter(|_| fresh.take.missing.is_none()) else {
            return Reframe::Keep;
        };
        self.replace_with_reloaded(id, fresh);
        self.begin_with(Some(id))
    }

    fn add(&mut self, mut open: OpenTake) -> TakeId {
        let beside = self.takes.iter().filter(|open| open.path.is_some()).count();
        if beside > 0 {
            open.edits.colour = Some(self.free_hue());
            open.edits.shows = beside < MAX_TOGETHER;
        }
        let id = open.id;
        self.takes.push(open);
        id
    }

    /// A colour that no open take has yet.
    fn free_hue(&self) -> Rgba {
        let is_free = |hue: &Rgba| self.takes.iter().all(|open| open.edits.colour != Some(*hue));
        HUES.into_iter().find(is_free).unwrap_or(HUES[self.takes.len() % HUES.len()])
    }

    /// Puts a take beside the others, in its place among those that it came with.
    fn insert_take(
        &mut self,
        request: RequestId,
        place: usize,
        fresh: OpenTake,
        out: &mut Outcome<'_>,
    ) -> Reframe {
        // The built-in take is a greeting: it leaves, or stays away, when someone brings their own.
        let builtin = self.takes.iter().filter(|open| open.path.is_none());
        let builtin: Vec<TakeId> = builtin.map(|open| open.id).collect();
        for id in builtin {
            self.takes.remove(id);
        }
        for welcome in self.opening.pending.extract_if(.., |p| p.purpose == Purpose::Welcome) {
            out.effects.push(Effect::CancelLoading(welcome.id));
        }
        let id = self.add(fresh);
        let Some(pending) = self.pending_mut(request) else {
            return Reframe::Keep;
        };
        let is_first = pending.came.is_empty();
        let after = pending.came.iter().filter(|(other, _)| *other > place);
        let after: Vec<TakeId> = after.map(|(_, id)| *id).collect();
        pending.came.push((place, id));
        if let Some(before) = self.takes.iter().position(|open| after.contains(&open.id)) {
            self.takes.move_to(id, before);
        }
        if is_first && self.takes.len() == 1 {
            return self.begin_with(Some(id));
        }
        if is_first {
            // What was being looked at stays as it is, the new one beside it.
            self.activate(id);
        }
        self.rebuild_timeline();
        if self.shows_alone(request) {
            self.show_alone(id);
            return Reframe::Reset;
        }
        Reframe::ResetIfUntouched
    }

    /// Puts a newer reading of the same file in the place of an older one. The moment stays.
    fn replace_with_reloaded(&mut self, id: TakeId, mut fresh: OpenTake) {
        if let Some(older) = self.takes.find_mut(id) {
            fresh.take_over(older);
            *older = fresh;
        }
        self.rebuild_timeline();
    }

    /// Puts another take in the place of one. The camera stays where it is, unless the take would not
    /// be seen from there.
    fn replace(
        &mut self,
        request: RequestId,
        id: TakeId,
        mut fresh: OpenTake,
        out: &Outcome<'_>,
    ) -> Reframe {
        if let Some(older) = self.takes.find(id) {
            fresh.edits.colour = older.edits.colour;
            fresh.edits.shows = older.edits.shows;
        }
        let new = fresh.id;
        if let Some(older) = self.takes.replace(id, fresh) {
            self.leave(older);
        }
        if !self.takes.is_active(new) {
            self.rebuild_timeline();
            return Reframe::Keep;
        }
        let reframe = self.begin_with(Some(new));
        if self.shows_alone(request) {
            self.show_alone(new);
            return out.moved_camera.map_or(reframe, Reframe::FrameFrom);
        }
        out.moved_camera.map_or(reframe, Reframe::LookFrom)
    }

    /// Says why a file cannot be opened, or offers the notes in it. One that lacks its companion waits for it.
    fn refuse(
        &mut self,
        request: RequestId,
        path: &Path,
        retried: bool,
        error: &LoadError,
        has_notes: bool,
        out: &mut Outcome<'_>,
    ) -> Reframe {
        let Some(purpose) = self.pending_mut(request).map(|pending| pending.purpose) else {
            return Reframe::Keep;
        };
        self.record_browsed(request, path);
        let begun = self.begun(request, path);
        let reframe = begun.map_or(Reframe::Keep, |id| self.remove(id).1);
        if let Purpose::Saved(id) = purpose {
            self.miss(id, path, error, out);
            return reframe;
        }
        if matches!(error.kind(), ErrorKind::Cancelled) {
            return reframe;
        }
        if self.pass_over(request, path, in_one_line(&error.to_string())) {
            return reframe;
        }
        if has_notes && self.offer_notes(path, out) {
            return reframe;
        }
        let ErrorKind::NeedsCompanion { extension, .. } = error.kind() else {
            out.notices.push_error_about(path, error.to_string());
            return reframe;
        };
        if !retried && *extension == COLUMNS_EXTENSION {
            let name = in_one_line(&path.display().to_string());
            let text = format!("{name}: {}", error.kind());
            let ask = ColumnsCommand::Ask(path.to_path_buf());
            let answers = vec![("Set columns…", Some(ask.into()))];
            out.notices.push_question(text, Some(path), answers);
            let path = path.to_path_buf();
            out.effects.push(Effect::ReadTable { path, columns: None, take: None });
        } else if !retried {
            out.notices.push_error_about(path, error.to_string());
        }
        self.opening.waiting.push(path.to_path_buf());
        reframe
    }

    /// Nothing more comes of a request.
    fn end(&mut self, id: RequestId, cancelled: bool, out: &mut Outcome<'_>) {
        if let Some(at) = self.opening.pending.iter().position(|pending| pending.id == id) {
            let ended = self.opening.pending.remove(at);
            self.warn_hidden(&ended, out);
            if !ended.opened.is_empty() {
                out.effects.push(Effect::RememberOpened(ended.opened));
            }
            self.load_ahead(id, out.effects);
            self.open_first(out);
        }
        for open in self.takes.iter_mut() {
            let is_of = open.partial.is_some_and(|partial| partial.request == id);
            if is_of && open.partial.take().is_some() && cancelled {
                out.notices.push_info(format!(
                    "{}: loading was cancelled; only its first {} frames are here. Reload reads all \
                     of them.",
                    open.title(),
                    open.take.motion.frame_count()
                ));
            }
        }
        // What will not come is not waited for.
        self.rebuild_timeline();
    }

    /// Says how many of the takes that came together do not show, why, and what shows them.
    fn warn_hidden(&mut self, ended: &Pending, out: &mut Outcome<'_>) {
        let came = |open: &&OpenTake| ended.came.iter().any(|(_, id)| *id == open.id);
        if self.takes.iter().filter(came).any(|open| !open.edits.shows) {
            let (all, hidden) = (self.takes.len(), self.takes.hidden_count());
            let shown = all - hidden;
            out.notices.push_info(format!(
                "{shown} of {all} takes show, so that the window stays quick. “{hidden} hidden” \
                 above the list shows all of them."
            ));
        }
    }
}
