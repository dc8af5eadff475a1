//! The edits of a take: everything that a person sets on it, in one struct, which undo, closing and bringing back, reading
//! again, "unsaved" and the session file all use. [`crate::store::SavedTake`] is how they are written in a file.

use crate::files::{Attach, OpenOptions};
use crate::known_bodies::marker_lines;
use crate::review::measure::JointMeasure;
use crate::scene::{AttachedObject, Parts, Placement, Rgba, Scheme, root_offsets};
use crate::store::{JointMatches, SkeletonKeys, SkeletonMemory};
use crate::take::{NodeId, Take};

/// How a take is opened: as the library reads it, and with what on its bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TakeOptions {
    pub reading: OpenOptions,
    /// Objects to attach to bones.
    pub attach: Vec<Attach>,
}

impl From<OpenOptions> for TakeOptions {
    fn from(reading: OpenOptions) -> Self {
        Self { reading, attach: Vec::new() }
    }
}

/// What a person has set on one take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TakeEdits {
    /// How its file was read, and can be read again.
    pub open_options: TakeOptions,
    /// What was chosen for where it stands.
    pub placement: Placement,
    /// When it begins, in seconds from the origin of all offsets.
    pub offset: f64,
    pub shows: bool,
    /// One colour for all of it, to tell it from other takes.
    pub colour: Option<Rgba>,
    /// What gives its parts their colours.
    pub scheme: Scheme,
    /// The colours that were picked for parts; others have the scheme's.
    pub picked: Vec<Option<Rgba>>,
    /// For each node, whether it is hidden.
    pub hidden: Vec<bool>,
    /// The nodes that are selected, the last one last.
    pub selected: Vec<NodeId>,
    /// Lines between markers: those that their names suggest, or that a person drew.
    pub lines: Vec<[NodeId; 2]>,
    pub objects: Vec<AttachedObject>,
    /// The joints that were matched by hand with those of other skeletons.
    pub matches: JointMatches,
    pub measures: Vec<JointMeasure>,
}

impl TakeEdits {
    /// Those of a take that has just been read, with nothing set on it.
    pub fn of(take: &Take, parts: &Parts, open_options: TakeOptions, placement: Placement) -> Self {
        Self {
            open_options,
            placement,
            shows: true,
            scheme: Scheme::default_for(parts),
            picked: vec![None; parts.len()],
            hidden: root_offsets(&take.skeleton),
            lines: usual_lines(take),
            ..Self::default()
        }
    }

    /// What undo brings back: all but what is selected, and how the take is read and placed.
    pub fn undoable(&self) -> Self {
        Self {
            selected: Vec::new(),
            placement: Placement::default(),
            open_options: TakeOptions::default(),
            ..self.clone()
        }
    }

    /// What somebody would miss who opens the session again: all but what is selected.
    pub fn saved(&self) -> Self {
        Self { selected: Vec::new(), ..self.clone() }
    }

    /// Brings back what [`Self::undoable`] gave.
    pub fn restore(&mut self, old: &Self) {
        let mut now = std::mem::replace(self, old.clone());
        self.placement = now.placement;
        self.open_options = std::mem::take(&mut now.open_options);
        if now.picked.len() != old.picked.len() || now.hidden.len() != old.hidden.len() {
            // It was read as something else meanwhile.
            self.take_nodes_of(now);
            // These go by names.
            self.matches.clone_from(&old.matches);
        } else {
            self.selected = now.selected;
            let objects = std::mem::replace(&mut self.objects, now.objects);
            self.set_objects(objects);
        }
    }

    /// Takes over what is about single nodes and parts from the edits of another reading. Each field stands here by
    /// name, so that none is forgotten.
    pub(crate) fn take_nodes_of(&mut self, other: Self) {
        let own = std::mem::take(self);
        *self = Self {
            open_options: own.open_options,
            placement: own.placement,
            offset: own.offset,
            shows: own.shows,
            colour: own.colour,
            scheme: own.scheme,
            picked: other.picked,
            hidden: other.hidden,
            selected: other.selected,
            lines: other.lines,
            objects: other.objects,
            matches: other.matches,
            measures: other.measures,
        };
    }

    /// Takes over objects, with the surfaces that were read already for those that have none.
    pub fn set_objects(&mut self, objects: Vec<AttachedObject>) {
        let known = std::mem::replace(&mut self.objects, objects);
        for attached in self.objects.iter_mut().filter(|it| it.object.is_none()) {
            let same = known.iter().find(|same| same.file == attached.file);
            attached.object = same.and_then(|same| same.object.clone());
        }
    }

    /// Whether what is remembered of skeletons differs; see [`Self::memory`].
    pub fn memory_differs(&self, other: &Self) -> bool {
        self.scheme != other.scheme
            || self.picked != other.picked
            || self.lines != other.lines
            || self.objects != other.objects
            || self.matches != other.matches
    }

    /// What is to be remembered of the skeleton of a take with these parts.
    pub fn memory(&self, keys: &SkeletonKeys, parts: &Parts) -> SkeletonMemory {
        let mut memory = SkeletonMemory::default();
        if self.scheme != Scheme::default_for(parts) {
            memory.scheme = Some(self.scheme);
        }
        memory.set_colours(keys, &self.picked);
        memory.set_lines(keys, &self.lines);
        memory.set_objects(keys, &self.objects);
        memory.matches.clone_from(&self.matches);
        memory
    }

    /// Takes over what is remembered of a skeleton.
    pub fn recall(&mut self, keys: &SkeletonKeys, memory: &SkeletonMemory) {
        // By name, so that none is forgotten.
        let SkeletonMemory { scheme, colours: _, lines: _, objects: _, matches } = memory;
        self.scheme = scheme.unwrap_or(self.scheme);
        self.picked = memory.colours_of(keys);
        // Without any that somebody drew, the usual ones stay.
        let lines = memory.lines_of(keys);
        if !lines.is_empty() {
            self.lines = lines;
        }
        self.set_objects(memory.objects_of(keys));
        self.matches.clone_from(matches);
    }
}

/// The lines between markers of a body that have anatomical names.
fn usual_lines(take: &Take) -> Vec<[NodeId; 2]> {
    if !take.is_of_markers() {
        return Vec::new();
    }
    let (ids, names): (Vec<NodeId>, Vec<&str>) =
        take.skeleton.iter().map(|(id, node)| (id, node.name.as_str())).unzip();
    marker_lines(&names).into_iter().map(|ends| ends.map(|at| ids[at])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{HistoryCommand, State, TakesCommand};
    use crate::files::builtin;
    use crate::review::measure::MeasureKind;
    use crate::scene::ObjectPlacement;
    use crate::store::SavedTake;

    /// One of a take for each field of [`TakeEdits`], with the field's name and that field alone set. A new field
    /// does not compile here before it is among them.
    macro_rules! each_set {
        ($plain:ident, $set:ident, $($field:ident),*) => {{
            let TakeEdits { $($field: _),* } = &$plain;
            [$((stringify!($field), TakeEdits { $field: $set.$field.clone(), ..$plain.clone() })),*]
        }};
    }

    fn with_everything_set(open: &crate::app::OpenTake) -> TakeEdits {
        let [first, second, ..] =
            open.take.skeleton.iter().map(|(id, _)| id).collect::<Vec<_>>()[..]
        else {
            panic!("two nodes")
        };
        let mut edits = open.edits.clone();
        edits.open_options.reading.clip = Some("second".to_string());
        edits.placement.metres = Some(0.5);
        edits.offset = 1.5;
        edits.shows = false;
        edits.colour = Some([1, 2, 3, 255]);
        edits.scheme = Scheme::Depth;
        edits.picked[1] = Some([4, 5, 6, 255]);
        edits.hidden[2] = !edits.hidden[2];
        edits.selected = vec![second];
        edits.lines = vec![[first, second]];
        edits.objects = vec![AttachedObject {
            node: first,
            file: "sword.obj".into(),
            placement: ObjectPlacement::default(),
            object: None,
        }];
        edits.matches =
            [("key".to_string(), [("Hips".to_string(), "pelvis".to_string())].into())].into();
        edits.measures =
            vec![JointMeasure { kind: MeasureKind::Distance, joints: vec![first, second] }];
        edits
    }

    #[test]
    fn whatever_is_set_on_a_take_is_undone_brought_back_unsaved_and_in_the_session_file() {
        let mut state = State::of(builtin());
        let open = state.session.takes.active_mut().expect("a take");
        let plain = open.edits.clone();
        let set = with_everything_set(open);
        let each = each_set!(
            plain,
            set,
            open_options,
            placement,
            offset,
            shows,
            colour,
            scheme,
            picked,
            hidden,
            selected,
            lines,
            objects,
            matches,
            measures
        );
        let unsaved_file = open.saved();
        for (name, edits) in each {
            assert_ne!(edits, plain, "{name} is set");
            assert_eq!(edits.saved() != plain.saved(), name != "selected", "{name} is unsaved");
            let is_undone = !["open_options", "placement", "selected"].contains(&name);
            let mut undone = edits.clone();
            undone.restore(&plain.undoable());
            assert_eq!(undone == plain, is_undone, "{name} is undone");

            let open = state.session.takes.active_mut().expect("a take");
            open.edits = edits.clone();
            let keys = open.keys();
            let is_remembered = open.memory(&keys) != plain.memory(&keys, &open.parts);
            assert_eq!(edits.memory_differs(&plain), is_remembered, "{name} is remembered");
            let saved = open.saved();
            assert_ne!(saved, unsaved_file, "{name} is in the session file");
            let text = toml::to_string(&saved).expect("a session file");
            let read: SavedTake = toml::from_str(&text).expect("a session file");
            // What says how a file is read is asked for with it.
            open.edits = TakeEdits {
                open_options: edits.open_options.clone(),
                placement: edits.placement,
                ..plain.clone()
            };
            let mut again = open.clone();
            open.set_as_saved(&read);
            assert_eq!(open.edits, edits, "{name} comes from the session file");
            again.take_over(&mut open.clone());
            assert_eq!(again.edits, edits, "{name} is there when the file was read again");
        }

        let open = state.session.takes.active_mut().expect("a take");
        open.edits = set.clone();
        let _ = state.apply(TakesCommand::CloseActive);
        assert!(state.take().is_none());
        let _ = state.apply(HistoryCommand::Undo);
        assert_eq!(state.take().expect("the take").edits, set, "brought back");
    }
}
