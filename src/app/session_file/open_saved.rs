//! How the takes of a session file open as they were saved, and what becomes of those whose files are
//! missing.

use std::path::{Path, PathBuf};

use crate::app::ids::{SavedTakeId, TakeId};
use crate::app::opening::requests::{Purpose, RequestedFiles};
use crate::app::session::{Outcome, Reframe, Session};
use crate::app::session_file::saved_takes::{SavedTakeEntry, SavedTakes};
use crate::app::{
    effect::Effect, session_file::command::SessionCommand, takes::open_take::OpenTake,
};
use crate::files::OpenOptions;
use crate::loader::{BodyChoice, ErrorKind, LoadError, Options};
use crate::scene::Placement;
use crate::solve;
use crate::store::SavedTake;

impl Session {
    /// Asks for the takes of a session file, in the place of all that is open and on its way.
    pub fn open_saved(&mut self, takes: Vec<SavedTake>, out: &mut Outcome<'_>) -> Reframe {
        let others = self.opening.pending.drain(..).map(|pending| pending.id);
        out.effects.extend(others.map(Effect::CancelLoading));
        self.opening.waiting.clear();
        self.opening.browsing = None;
        let open: Vec<(TakeId, bool)> =
            self.takes.iter().map(|open| (open.id, open.path.is_some())).collect();
        for (id, has_file) in open {
            if has_file {
                self.close(id, out.moved_camera);
            } else {
                // The built-in take is a greeting.
                self.remove(id);
            }
        }
        let entry = |saved| SavedTakeEntry {
            id: SavedTakeId::new(),
            saved,
            take: None,
            is_without_skeleton: false,
            located: None,
        };
        self.saved_takes = SavedTakes(takes.into_iter().map(entry).collect());
        for place in 0..self.saved_takes.0.len() {
            self.request_saved(self.saved_takes.0[place].id, None, out.effects);
        }
        Reframe::Keep
    }

    /// Asks for a take of the session file, from where it was found where that is elsewhere.
    fn request_saved(
        &mut self,
        id: SavedTakeId,
        found: Option<PathBuf>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(entry) = self.saved_takes.find(id) else { return };
        let saved = &entry.saved;
        let folder = found.as_deref().and_then(Path::parent);
        let skeleton = saved.skeleton.as_deref().filter(|_| !entry.is_without_skeleton);
        // It lies beside the take that was moved, or where it was.
        let skeleton = skeleton.map(|skeleton| match folder.zip(skeleton.file_name()) {
            Some((folder, name)) => folder.join(name),
            None => skeleton.to_path_buf(),
        });
        let options = Options {
            bvh_positions: saved.bvh_positions,
            body: saved.body.as_deref().map_or(BodyChoice::Auto, BodyChoice::of),
            min_confidence: saved.min_confidence.filter(|min| (0.0..=1.0).contains(min)),
            rate: saved.rate.filter(|&rate| Options::is_rate(rate)),
            format: saved.format.as_deref().and_then(|name| name.parse().ok()),
            ..Options::default()
        };
        let placement = Placement {
            metres: saved.unit.filter(|unit| unit.is_finite() && *unit > 0.0),
            up: saved.up,
            floor_is_at_zero: saved.floor_at_origin,
        };
        let solve = saved.solved.as_deref().map(|names| solve::Options {
            names: names.parse().unwrap_or_default(),
            equal_sides: saved.equal_sides,
            metres_per_unit: saved.unit,
        });
        let clip = saved.clip.clone();
        let reading = OpenOptions { options, skeleton, clip, solve, ..OpenOptions::default() };
        let files = match found.or(saved.file.clone()) {
            Some(file) => RequestedFiles::Paths(vec![file]),
            None => RequestedFiles::Builtin,
        };
        self.request(Purpose::Saved(id), files, reading.into(), placement, effects);
    }

    /// Lets a take of the session file in, as it was saved, in its place among the others.
    pub(crate) fn insert_saved(
        &mut self,
        id: SavedTakeId,
        mut fresh: OpenTake,
        out: &mut Outcome<'_>,
    ) -> Reframe {
        let entries = &mut self.saved_takes.0;
        let Some(at) = entries.iter().position(|entry| entry.id == id) else {
            return Reframe::Keep;
        };
        fresh.set_as_saved(&entries[at].saved);
        // It may have been missing there, and was found elsewhere.
        if let Some(file) = &entries[at].saved.file {
            out.notices.forget(file);
        }
        let take = fresh.id;
        let unread = fresh.unread_objects().into_iter();
        out.effects.extend(unread.map(|file| Effect::ReadObject { take, node: None, file }));
        entries[at].take = Some(take);
        let SavedTake { is_active, is_solo, is_reference, .. } = entries[at].saved;
        if is_reference {
            self.compare.reference = Some(take);
        }
        let after: Vec<TakeId> = entries[at + 1..].iter().filter_map(|e| e.take).collect();
        let place = self.takes.iter().position(|open| after.contains(&open.id));
        let is_first = self.takes.is_empty();
        self.takes.insert(place.unwrap_or(self.takes.len()), fresh);
        if is_solo {
            self.takes.set_solo(Some(take));
        }
        if is_first {
            return self.begin_with(Some(take));
        }
        if is_active {
            self.takes.activate(take);
        }
        self.rebuild_timeline();
        Reframe::Keep
    }

    /// Records that a take of the session file cannot be opened: it stays in the file, and somebody is
    /// asked where its file is, if that is all.
    pub(crate) fn miss(
        &mut self,
        id: SavedTakeId,
        path: &Path,
        error: &LoadError,
        out: &mut Outcome<'_>,
    ) {
        let mut entries = self.saved_takes.0.iter_mut();
        let Some(entry) = entries.find(|entry| entry.id == id) else { return };
        entry.take = None;
        let is_elsewhere = entry.saved.file.as_deref() != Some(path);
        let is_unreadable = matches!(error.kind(), ErrorKind::Unreadable(_));
        if is_unreadable && entry.saved.skeleton.is_some() && !entry.is_without_skeleton {
            entry.is_without_skeleton = true;
            let found = is_elsewhere.then(|| path.to_path_buf());
            return self.request_saved(id, found, out.effects);
        }
        let is_located = entry.located.as_deref() == Some(path);
        // Where it was looked for by the way, it is as missing as it was before.
        if matches!(error.kind(), ErrorKind::Cancelled) || is_elsewhere && !is_located {
            return;
        }
        if is_located || !is_unreadable {
            out.notices.push_error_about(path, error.to_string());
        }
        if is_located || is_unreadable {
            self.ask_where(id, out);
        }
    }

    /// Asks what is to become of a missing take.
    fn ask_where(&self, id: SavedTakeId, out: &mut Outcome<'_>) {
        let entry = self.saved_takes.find(id);
        let Some(path) = entry.and_then(|entry| entry.saved.file.as_deref()) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new("")).display();
        let text = format!("{name} of this session is not in {folder}");
        let locate = SessionCommand::AskForMissing(id).into();
        let answers = vec![("Locate…", Some(locate)), ("Skip", None)];
        out.notices.push_question(text, Some(path), answers);
    }

    /// Asks where the file of a missing take is. The question stays until that is known.
    pub fn ask_for_missing(&self, id: SavedTakeId, out: &mut Outcome<'_>) {
        self.ask_where(id, out);
        let entry = self.saved_takes.find(id);
        let file = entry.and_then(|entry| entry.saved.file.clone());
        out.effects.extend(file.map(|path| Effect::AskForMissing { id, path }));
    }

    /// Opens a missing take from where its file was found, and tries the folder for the other ones: under
    /// their names, and under the way that led to them from the folder that has moved.
    pub fn locate(&mut self, id: SavedTakeId, found: PathBuf, out: &mut Outcome<'_>) {
        let mut entries = self.saved_takes.0.iter_mut();
        let Some(entry) = entries.find(|entry| entry.id == id) else { return };
        entry.located = Some(found.clone());
        entry.is_without_skeleton = false;
        let was = entry.saved.file.clone().unwrap_or_default();
        out.notices.forget(&was);
        let mut missing = Vec::new();
        for entry in self.saved_takes.0.iter().filter(|it| it.take.is_none() && it.id != id) {
            let other = entry.saved.file.as_deref().and_then(|file| moved(file, &was, &found));
            missing.extend(other.map(|path| (entry.id, path)));
        }
        self.request_saved(id, Some(found), out.effects);
        for (id, path) in missing {
            self.request_saved(id, Some(path), out.effects);
        }
    }

    pub fn is_opening_saved(&self) -> bool {
        self.opening.pending.iter().any(|pending| matches!(pending.purpose, Purpose::Saved(_)))
    }

    /// Whether the take has come that the session file has as the active one; where it has none, whether any
    /// has.
    pub fn has_saved_active(&self) -> bool {
        match self.saved_takes.0.iter().find(|entry| entry.saved.is_active) {
            Some(entry) => entry.take.is_some(),
            None => !self.takes.is_empty(),
        }
    }
}

/// Where another file is likely to be, after one was found elsewhere: as far below the folder that has moved
/// as it was, where it was below that, else beside the one that was found.
fn moved(other: &Path, was: &Path, found: &Path) -> Option<PathBuf> {
    let mut folders = was.ancestors().zip(found.ancestors());
    let top = folders.find(|(was, found)| was.file_name() != found.file_name());
    let below = top.and_then(|(was, found)| Some(found.join(other.strip_prefix(was).ok()?)));
    let beside = || Some(found.parent()?.join(other.file_name()?));
    below.or_else(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_missing_files_are_looked_for_where_their_folder_has_moved() {
        let at = |other: &str| {
            moved(other.as_ref(), "/old/day1/a.bvh".as_ref(), "/new/day1/a.bvh".as_ref()).unwrap()
        };
        assert_eq!(at("/old/day1/b.bvh"), Path::new("/new/day1/b.bvh"));
        assert_eq!(at("/old/day2/c.bvh"), Path::new("/new/day2/c.bvh"));
        assert_eq!(at("/elsewhere/d.bvh"), Path::new("/new/day1/d.bvh"));
        let renamed = moved("/a/c.bvh".as_ref(), "/a/b.bvh".as_ref(), "/a/x.bvh".as_ref());
        assert_eq!(renamed, Some("/a/c.bvh".into()), "only the name is another");
    }
}
