//! The takes that a session file names, each as it was saved and as what it was opened.

use std::iter;
use std::path::{Path, PathBuf};

use toml::Table;

use crate::app::ids::{SavedTakeId, TakeId};
use crate::app::takes::list::Takes;
use crate::app::takes::open_take::OpenTake;
use crate::review::measure::{JointMeasure, MeasureKind};
use crate::scene::{Scheme, colour_of, root_offsets, text_of};
use crate::store::SavedTake;
use crate::take::NodeId;

/// A take that the session file names.
pub(crate) struct Entry {
    pub id: SavedTakeId,
    pub saved: SavedTake,
    /// What it was opened as.
    pub take: Option<TakeId>,
    /// Whether it was tried without the skeleton that it was read with, which may be gone.
    pub is_without_skeleton: bool,
    /// Where a person said that it is.
    pub located: Option<PathBuf>,
}

/// The takes of the session file, in its order.
#[derive(Default)]
pub(crate) struct SavedTakes(pub Vec<Entry>);

impl SavedTakes {
    pub fn find(&self, id: SavedTakeId) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.id == id)
    }

    fn of_take(&self, id: TakeId) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.take == Some(id))
    }

    /// The takes as a session file has them: those that are open, and between them those of the file that
    /// could not be opened.
    pub(crate) fn among(&self, takes: &Takes, reference: Option<TakeId>) -> Vec<SavedTake> {
        let unopened = |entries: &[Entry]| -> Vec<SavedTake> {
            let unopened = entries.iter().take_while(|entry| entry.take.is_none());
            unopened.map(|entry| entry.saved.clone()).collect()
        };
        let entries = &self.0;
        let mut saved = unopened(entries);
        let mut told: Vec<TakeId> = Vec::new();
        for open in takes.iter() {
            let entry = self.of_take(open.id);
            saved.push(SavedTake {
                is_solo: takes.solo() == Some(open.id),
                is_active: takes.is_active(open.id),
                is_reference: reference == Some(open.id),
                unknown: entry.map_or_else(Table::new, |entry| entry.saved.unknown.clone()),
                ..open.saved()
            });
            if let Some(at) = entries.iter().position(|entry| entry.take == Some(open.id)) {
                saved.extend(unopened(&entries[at + 1..]));
                told.push(open.id);
            }
        }
        // What followed a take that was closed.
        for (at, entry) in entries.iter().enumerate() {
            if entry.take.is_some_and(|id| !told.contains(&id)) {
                saved.extend(unopened(&entries[at + 1..]));
            }
        }
        saved
    }
}

/// Where another file is likely to be, after one was found elsewhere: as far below the folder that has moved
/// as it was, where it was below that, else beside the one that was found.
pub(crate) fn moved(other: &Path, was: &Path, found: &Path) -> Option<PathBuf> {
    let mut folders = was.ancestors().zip(found.ancestors());
    let top = folders.find(|(was, found)| was.file_name() != found.file_name());
    let below = top.and_then(|(was, found)| Some(found.join(other.strip_prefix(was).ok()?)));
    let beside = || Some(found.parent()?.join(other.file_name()?));
    below.or_else(beside)
}

impl OpenTake {
    /// The take as a session file has it.
    pub(crate) fn saved(&self) -> SavedTake {
        let keys = self.keys();
        let key = |id| keys.node(id).to_string();
        let measure = |measure: &JointMeasure| -> Vec<String> {
            let joints = measure.joints.iter().map(|id| key(*id));
            iter::once(measure.kind.word().to_string()).chain(joints).collect()
        };
        let is_usual = self.edits.hidden == root_offsets(&self.take.skeleton);
        let hidden = self.take.skeleton.iter().filter(|(id, _)| self.edits.hidden[id.index()]);
        let options = &self.edits.open_options.options;
        SavedTake {
            file: self.path.clone(),
            skeleton: self.edits.open_options.skeleton.clone(),
            clip: self.edits.open_options.clip.clone(),
            format: options.format.map(str::to_string),
            bvh_positions: options.bvh_positions,
            rate: options.rate,
            unit: self.edits.placement.metres,
            up: self.edits.placement.up,
            floor_at_origin: self.edits.placement.floor_is_at_zero,
            offset: self.edits.offset,
            colour: self.edits.colour.map(text_of),
            is_hidden: !self.edits.shows,
            hidden: (!is_usual).then(|| hidden.map(|(id, _)| key(id)).collect()),
            selected: self.edits.selected.iter().map(|id| key(*id)).collect(),
            measures: self.edits.measures.iter().map(measure).collect(),
            memory: self.memory(&keys),
            ..SavedTake::default()
        }
    }

    /// Sets what a session file has of the take.
    pub(crate) fn set_as_saved(&mut self, saved: &SavedTake) {
        let keys = self.keys();
        self.edits.scheme = Scheme::usual(&self.parts);
        self.recall(&keys, &saved.memory);
        self.edits.colour = saved.colour.as_deref().and_then(colour_of);
        self.edits.shows = !saved.is_hidden;
        self.edits.offset = if saved.offset.is_finite() { saved.offset } else { 0.0 };
        if let Some(hidden) = &saved.hidden {
            self.edits.hidden.fill(false);
            for id in hidden.iter().filter_map(|key| keys.find_node(key)) {
                self.edits.hidden[id.index()] = true;
            }
        }
        let selected = saved.selected.iter();
        self.edits.selected = selected.filter_map(|key| keys.find_node(key)).collect();
        let measure = |words: &Vec<String>| {
            let (word, joints) = words.split_first()?;
            let kind = MeasureKind::of(word)?;
            let joints = joints.iter().map(|key| keys.find_node(key));
            let joints: Vec<NodeId> = joints.collect::<Option<_>>()?;
            (joints.len() == kind.joints()).then_some(JointMeasure { kind, joints })
        };
        self.edits.measures = saved.measures.iter().filter_map(measure).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_missing_files_are_looked_for_where_their_folder_has_moved() {
        let at = |other: &str| {
            let moved =
                moved(other.as_ref(), "/old/day1/a.bvh".as_ref(), "/new/day1/a.bvh".as_ref());
            moved.unwrap()
        };
        assert_eq!(at("/old/day1/b.bvh"), Path::new("/new/day1/b.bvh"));
        assert_eq!(at("/old/day2/c.bvh"), Path::new("/new/day2/c.bvh"));
        assert_eq!(at("/elsewhere/d.bvh"), Path::new("/new/day1/d.bvh"));
        let renamed = moved("/a/c.bvh".as_ref(), "/a/b.bvh".as_ref(), "/a/x.bvh".as_ref());
        assert_eq!(renamed, Some("/a/c.bvh".into()), "only the name is another");
    }
}
