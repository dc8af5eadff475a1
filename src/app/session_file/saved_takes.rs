//! The takes that a session file names, each as it was saved and as what it was opened.

use std::iter;
use std::path::PathBuf;

use toml::Table;

use crate::app::ids::{SavedTakeId, TakeId};
use crate::app::{takes::Takes, takes::edits::TakeEdits, takes::open_take::OpenTake};
use crate::review::measure::{JointMeasure, MeasureKind};
use crate::scene::{Scheme, colour_text, parse_colour, root_offsets};
use crate::store::SavedTake;
use crate::take::NodeId;

pub(crate) struct SavedTakeEntry {
    pub id: SavedTakeId,
    pub saved: SavedTake,
    /// What it was opened as.
    pub take: Option<TakeId>,
    /// Whether it was tried without the skeleton that it was read with, which may be gone.
    pub is_without_skeleton: bool,
    /// Where a person said that it is.
    pub located: Option<PathBuf>,
}

#[derive(Default)]
pub(crate) struct SavedTakes(pub Vec<SavedTakeEntry>);

impl SavedTakes {
    pub fn find(&self, id: SavedTakeId) -> Option<&SavedTakeEntry> {
        self.0.iter().find(|entry| entry.id == id)
    }

    /// The takes as a session file has them: those that are open, and between them those of the file that
    /// could not be opened.
    pub(crate) fn with_open(&self, takes: &Takes, reference: Option<TakeId>) -> Vec<SavedTake> {
        let entries = &self.0;
        let unopened_from = |first: usize| {
            let unopened = entries[first..].iter().take_while(|entry| entry.take.is_none());
            unopened.map(|entry| entry.saved.clone())
        };
        let mut saved: Vec<SavedTake> = unopened_from(0).collect();
        for open in takes.iter() {
            let at = entries.iter().position(|entry| entry.take == Some(open.id));
            saved.push(SavedTake {
                is_solo: takes.solo() == Some(open.id),
                is_active: takes.is_active(open.id),
                is_reference: reference == Some(open.id),
                unknown: at.map_or_else(Table::new, |at| entries[at].saved.unknown.clone()),
                ..open.saved()
            });
            saved.extend(at.into_iter().flat_map(|at| unopened_from(at + 1)));
        }
        // What followed a take that was closed.
        for (at, entry) in entries.iter().enumerate() {
            if entry.take.is_some_and(|id| takes.find(id).is_none()) {
                saved.extend(unopened_from(at + 1));
            }
        }
        saved
    }
}

impl OpenTake {
    pub(crate) fn saved(&self) -> SavedTake {
        let keys = self.keys();
        let key = |id| keys.node(id).to_string();
        let measure = |measure: &JointMeasure| -> Vec<String> {
            let joints = measure.joints.iter().map(|id| key(*id));
            iter::once(measure.kind.word().to_string()).chain(joints).collect()
        };
        // By name, so that none is forgotten.
        let TakeEdits {
            open_options,
            placement,
            offset,
            shows,
            colour,
            hidden,
            selected,
            measures,
            // These are remembered of the skeleton.
            scheme: _,
            picked: _,
            lines: _,
            objects: _,
            matches: _,
        } = &self.edits;
        let is_usual = *hidden == root_offsets(&self.take.skeleton);
        let nodes = self.take.skeleton.iter();
        let hidden = nodes.map(|(id, _)| id).filter(|id| hidden[id.index()]);
        let reading = &open_options.reading;
        let options = &reading.options;
        SavedTake {
            file: self.path.clone(),
            skeleton: reading.skeleton.clone(),
            clip: reading.clip.clone(),
            format: options.format.map(|format| format.to_string()),
            bvh_positions: options.bvh_positions,
            body: options.body.chosen().map(str::to_string),
            min_confidence: options.min_confidence,
            solved: reading.solve.map(|solve| solve.names.word().to_string()),
            equal_sides: reading.solve.is_some_and(|solve| solve.equal_sides),
            rate: options.rate,
            unit: placement.metres,
            up: placement.up,
            floor_at_origin: placement.floor_is_at_zero,
            offset: *offset,
            colour: colour.map(colour_text),
            is_hidden: !shows,
            hidden: (!is_usual).then(|| hidden.map(key).collect()),
            selected: selected.iter().copied().map(key).collect(),
            measures: measures.iter().map(measure).collect(),
            memory: self.memory(&keys),
            // These are of the session.
            is_solo: false,
            is_active: false,
            is_reference: false,
            unknown: Table::new(),
        }
    }

    /// Sets what a session file has of the take.
    pub(crate) fn set_as_saved(&mut self, saved: &SavedTake) {
        let keys = self.keys();
        let nodes = |saved: &[String]| -> Vec<NodeId> {
            saved.iter().filter_map(|key| keys.find_node(key)).collect()
        };
        let measure = |words: &Vec<String>| {
            let (word, joints) = words.split_first()?;
            let kind = MeasureKind::from_word(word)?;
            let joints: Option<Vec<NodeId>> =
                joints.iter().map(|key| keys.find_node(key)).collect();
            let joints = joints?;
            (joints.len() == kind.joint_count()).then_some(JointMeasure { kind, joints })
        };
        let mut fresh = std::mem::take(&mut self.edits);
        if let Some(saved) = &saved.hidden {
            fresh.hidden.fill(false);
            nodes(saved).iter().for_each(|id| fresh.hidden[id.index()] = true);
        }
        // By name, so that none is forgotten.
        self.edits = TakeEdits {
            // It was read and placed as saved.
            open_options: fresh.open_options,
            placement: fresh.placement,
            offset: if saved.offset.is_finite() { saved.offset } else { 0.0 },
            shows: !saved.is_hidden,
            colour: saved.colour.as_deref().and_then(parse_colour),
            hidden: fresh.hidden,
            selected: nodes(&saved.selected),
            measures: saved.measures.iter().filter_map(measure).collect(),
            // These are remembered of the skeleton.
            scheme: Scheme::default_for(&self.parts),
            picked: fresh.picked,
            lines: fresh.lines,
            objects: fresh.objects,
            matches: fresh.matches,
        };
        self.recall(&keys, &saved.memory);
    }
}
