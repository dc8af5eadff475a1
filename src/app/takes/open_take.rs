//! An open take: the take, what a person set on it, and what is worked out of it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::app::takes::take_colours::hue_in;
use crate::app::{RequestId, SelectMode, TakeEdits, TakeId, TakeOptions, TakeReview};
use crate::evaluate::Pose;
use crate::files::FileStamp;
use crate::review::notes::Id;
use crate::scene::{Parts, Placement, Rgba, Scheme, Stage, Theme};
use crate::store::{SkeletonKeys, SkeletonMemory};
use crate::take::{Gap, GapIndex, NodeId, Take, in_one_line};

/// A take of which only the first frames have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialTake {
    /// The request that brings the rest.
    pub request: RequestId,
    /// How many frames it will have, as far as can be told.
    pub frames: usize,
}

/// A named moment of a take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownEvent<'a> {
    /// Seconds from the first frame.
    pub time: f64,
    /// The frame, where it is one of the recording.
    pub frame: Option<usize>,
    pub label: &'a str,
    /// Its id, where a reviewer added it; `None` for one of the file.
    pub own: Option<Id>,
}

/// The video and the sound that lie beside the file of a take.
#[derive(Clone, Debug, Default)]
pub struct FoundMedia {
    pub video: Option<PathBuf>,
    pub sound: Option<PathBuf>,
}

/// One take, and what its reviewer set for it.
#[derive(Clone, Debug)]
pub struct OpenTake {
    /// What tells it from every other take that is or was open.
    pub id: TakeId,
    /// What tells this reading of the file, placed as it is, from every other: what is worked out of it is
    /// kept under this number.
    pub reading: u64,
    /// The take; other threads that look through it have it too.
    pub take: Arc<Take>,
    /// Where it stands.
    pub stage: Stage,
    /// Where it came from; `None` for the built-in one.
    pub path: Option<PathBuf>,
    /// What its file was when it began to be read; `None` where nobody asked.
    pub stamp: Option<FileStamp>,
    pub edits: TakeEdits,
    /// What its figure is drawn of.
    pub parts: Parts,
    /// The markers that miss frames, those that miss the most first.
    pub gaps: Vec<Gap>,
    /// The frames that they miss.
    pub gap_index: GapIndex,
    /// What lies beside its file, to be shown and heard with it.
    pub found: FoundMedia,
    /// What tells its skeleton from others, once somebody asked.
    fingerprint: OnceLock<String>,
    /// Whether colours, lines or objects changed since they were last remembered.
    pub(crate) is_unsaved: bool,
    /// What was found in it.
    pub review: TakeReview,
    /// What is still to come of it.
    pub partial: Option<PartialTake>,
    /// Its pose at the moment that was prepared.
    pub pose: Pose,
}

/// What stands beside the name of a take that is of one camera's pictures.
const FLAT: &str = "2D";

impl OpenTake {
    /// A take as it opens, placed as chosen. This is work in proportion to the take.
    pub fn new(
        take: Take,
        path: Option<PathBuf>,
        open_options: TakeOptions,
        placement: Placement,
    ) -> Self {
        let parts = Parts::new(&take);
        let id = TakeId::new();
        let gap_index = take.gap_index();
        let mut open = Self {
            id,
            reading: id.number(),
            stage: Stage::with_placement(&take, placement),
            path,
            stamp: None,
            edits: TakeEdits::of(&take, &parts, open_options, placement),
            gaps: gap_index.gaps().collect(),
            gap_index,
            parts,
            found: FoundMedia::default(),
            fingerprint: OnceLock::new(),
            is_unsaved: false,
            partial: None,
            review: TakeReview::default(),
            pose: Pose::default(),
            take: Arc::new(take),
        };
        open.pose.evaluate(&open.take.skeleton, open.take.row(0));
        open
    }

    /// Takes over what its reviewer had set for an older reading of the same file, as far as both
    /// are of one kind.
    pub(crate) fn take_over(&mut self, older: &mut Self) {
        let of_one_kind = |a: &Self, b: &Self| {
            a.take.skeleton.nodes().len() == b.take.skeleton.nodes().len()
                && a.take.skeleton.bones().len() == b.take.skeleton.bones().len()
                && a.parts.len() == b.parts.len()
        };
        self.id = older.id;
        let edits = std::mem::take(&mut older.edits);
        if edits.placement != self.edits.placement {
            // Chosen while it was on its way.
            self.place(edits.placement);
        }
        self.take_over_review(older);
        let fresh = std::mem::replace(&mut self.edits, edits);
        self.edits.open_options.clone_from(&fresh.open_options);
        if !of_one_kind(self, older) {
            self.edits.take_nodes_of(fresh);
        } else if older.partial.is_some() {
            self.edits.objects = fresh.objects;
        } else {
            let objects = std::mem::replace(&mut self.edits.objects, fresh.objects);
            self.edits.set_objects(objects);
        }
    }

    pub(crate) fn place(&mut self, placement: Placement) {
        self.edits.placement = placement;
        self.reading = TakeId::new().number();
        self.stage = Stage::with_placement(&self.take, placement);
    }

    /// What its skeleton is remembered by.
    pub fn keys(&self) -> SkeletonKeys {
        SkeletonKeys::new(&self.take, &self.parts)
    }

    /// What tells its skeleton from others, whatever take it is of.
    pub fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| self.keys().fingerprint())
    }

    pub fn recall(&mut self, keys: &SkeletonKeys, memory: &SkeletonMemory) {
        self.edits.recall(keys, memory);
    }

    pub fn memory(&self, keys: &SkeletonKeys) -> SkeletonMemory {
        self.edits.memory(keys, &self.parts)
    }

    /// The name that lists and titles show: with its extension, for a file.
    pub fn title(&self) -> String {
        let Some(path) = &self.path else { return "Built-in take".to_string() };
        let file = in_one_line(&path.file_name().unwrap_or_default().to_string_lossy());
        let is_unusual =
            self.take.clips.as_ref().is_some_and(|clips| clips.unusual_key().is_some());
        let clip = self.take.clip_name().filter(|_| is_unusual);
        let flat = self.take.picture.map(|_| FLAT);
        let solved = self.edits.open_options.reading.solve.map(|_| "solved");
        [Some(&*file), clip, flat, solved].into_iter().flatten().collect::<Vec<&str>>().join(" · ")
    }

    /// The take's name, for the view, and whether it is 2D.
    pub fn shown_name(&self) -> String {
        match self.take.picture {
            Some(_) => format!("{} · {FLAT}", self.take.name),
            None => self.take.name.clone(),
        }
    }

    /// The events of its file and those that reviewers added, in the order of time.
    pub fn events(&self) -> Vec<ShownEvent<'_>> {
        let of_file = self.take.events.iter().map(|event| ShownEvent {
            time: event.time,
            frame: self.take.frame_at(event.time),
            label: &event.label,
            own: None,
        });
        let own = self.review.kept.events.iter().map(|event| ShownEvent {
            time: event.frame as f64 * self.take.motion.frame_time(),
            frame: Some(event.frame).filter(|frame| *frame <= self.last()),
            label: &event.name,
            own: Some(event.id),
        });
        let mut events: Vec<ShownEvent<'_>> = of_file.chain(own).collect();
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        events
    }

    pub fn has_events(&self) -> bool {
        !(self.take.events.is_empty() && self.review.kept.events.is_empty())
    }

    /// Its last frame; 0 for a rest pose.
    pub fn last(&self) -> usize {
        self.take.motion.frame_count().max(1) - 1
    }

    /// Its last frame once all of them have come, as far as can be told.
    pub fn whole_last(&self) -> usize {
        let frames = self.partial.map_or(0, |partial| partial.frames);
        self.last().max(frames.saturating_sub(1))
    }

    /// The node that was selected last.
    pub fn primary(&self) -> Option<NodeId> {
        self.edits.selected.last().copied()
    }

    pub fn is_selected(&self, node: NodeId) -> bool {
        self.edits.selected.contains(&node)
    }

    /// The colour that was given to all of it, as a theme shows it.
    pub fn hue(&self, theme: Theme) -> Option<Rgba> {
        self.edits.colour.map(|colour| hue_in(theme, colour))
    }

    /// The colours that its parts show.
    ///
    /// `values` are those of its parts, for the scheme that needs them; elsewhere none.
    pub fn colours(&self, theme: Theme, values: &[f32]) -> Vec<Rgba> {
        let mut colours = Vec::new();
        self.fill_colours(theme, values, &mut colours);
        colours
    }

    /// [`Self::colours`], in the place of those of another take or picture.
    pub(crate) fn fill_colours(&self, theme: Theme, values: &[f32], colours: &mut Vec<Rgba>) {
        let scheme = self.hue(theme).map_or(self.edits.scheme, Scheme::One);
        scheme.fill(&self.parts, theme.palette(), values, colours);
        for (colour, picked) in colours.iter_mut().zip(&self.edits.picked) {
            if let Some(picked) = picked {
                *colour = *picked;
            }
        }
    }

    pub(crate) fn select(&mut self, nodes: Vec<NodeId>, mode: SelectMode) {
        if mode == SelectMode::Replace {
            self.edits.selected.clear();
        }
        for node in nodes {
            let was = self.is_selected(node);
            self.edits.selected.retain(|other| *other != node);
            if !(was && mode == SelectMode::Toggle) {
                self.edits.selected.push(node);
            }
        }
    }

    /// Connects the two markers that were selected last, or disconnects them.
    pub(crate) fn toggle_connection(&mut self) {
        let [.., a, b] = self.edits.selected[..] else {
            return;
        };
        let joins = |line: &[NodeId; 2]| *line == [a, b] || *line == [b, a];
        match self.edits.lines.iter().position(joins) {
            Some(at) => drop(self.edits.lines.remove(at)),
            None => self.edits.lines.push([a, b]),
        }
    }
}
