//! What moves in an archive, and which of several sequences is the take.
//!
//! ```text
//! walk/poses  run/poses     keys with the same name behind something else, or ahead of a number
//! walk  run                 arrays whose names tell nothing, and whose shapes do
//! 64 × 120 × 22 × 3         a batch
//! ```

use super::archive::{Archive, Entry};
use super::features::{FeatureSet, axes_of_width};
use super::leading_axes::LeadingAxes;
use super::pose_keys::{PoseArray, Role, find_poses};
use super::poses::MOTION_X_WIDTH;
use super::positions::{self, Layout};

/// An array that moves something, and how it is read.
pub(super) enum MotionArray<'e, 'a> {
    Positions(&'e Entry<'a>, Layout),
    Poses(PoseArray<'e, 'a>),
    MotionX(&'e Entry<'a>, LeadingAxes),
    Features(&'e Entry<'a>, &'static FeatureSet, LeadingAxes),
}

impl<'e, 'a> MotionArray<'e, 'a> {
    fn by_name(archive: &'e Archive<'a>) -> Option<Self> {
        match Layout::by_name(archive) {
            Some((entry, layout)) => Some(Self::Positions(entry, layout)),
            None => find_poses(archive).map(Self::Poses),
        }
    }

    /// What each array moves by its shape, with its index among all arrays.
    fn by_shape(archive: &'e Archive<'a>) -> impl Iterator<Item = (usize, Self)> {
        archive.entries.iter().enumerate().filter_map(|(i, entry)| {
            let motion = if let Some((set, axes)) = FeatureSet::find(&entry.header) {
                Self::Features(entry, set, axes)
            } else if let Some(axes) = axes_of_width(&entry.header, MOTION_X_WIDTH) {
                Self::MotionX(entry, axes)
            } else {
                Self::Positions(entry, Layout::by_shape(entry, archive.is_single_array)?)
            };
            Some((i, motion))
        })
    }

    /// What moves in a sequence of an archive, whose [`Archive::affixes`] are those of the sequence.
    pub fn find(archive: &'e Archive<'a>, sequence: &Sequence) -> Option<Self> {
        match sequence.array {
            None => Self::by_name(archive),
            Some(array) => {
                Self::by_shape(archive).find(|(i, _)| *i == array).map(|(_, motion)| motion)
            }
        }
    }

    pub fn entry(&self) -> &'e Entry<'a> {
        match self {
            Self::Positions(entry, _) | Self::MotionX(entry, _) | Self::Features(entry, ..) => {
                entry
            }
            Self::Poses(poses) => poses.entry,
        }
    }

    /// How many sequences of a batch it has; 1 where it is none.
    fn batch_len(&self) -> usize {
        if self.entry().header.is_of_people {
            return 1;
        }
        let axes = match self {
            // Each is worked out on its own.
            Self::Features(_, _, axes) => return axes.people(),
            Self::Positions(_, layout) => layout.axes,
            Self::Poses(poses) => poses.shape.axes,
            Self::MotionX(_, axes) => *axes,
        };
        if axes.is_batch() { axes.people() } else { 1 }
    }

    /// Whether it is of a whole figure, so that a name can be cut to find it.
    fn is_of_figure(&self) -> bool {
        match self {
            Self::Positions(_, layout) => (5..=1024).contains(&layout.joints),
            Self::Poses(_) | Self::MotionX(..) | Self::Features(..) => true,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The name by which people ask for it.
    pub name: String,
    /// What stands ahead of and behind the names of its arrays.
    pub affixes: [String; 2],
    /// Its index among all arrays, where nothing but its shape tells of it.
    array: Option<usize>,
    /// Its index in a batch.
    pub part: Option<usize>,
}

/// All sequences of an archive, in the order of the file, the one that is called as usual first.
pub(super) fn sequences(archive: &mut Archive<'_>) -> Vec<Sequence> {
    let mut found = Vec::new();
    archive.affixes = Default::default();
    if let Some(motion) = MotionArray::by_name(archive) {
        let sequence = Sequence { name: motion.entry().key.clone(), ..Sequence::default() };
        add(sequence, motion.batch_len(), &mut found);
    }
    let mut known: Vec<String> = Vec::new();
    for affixes in affixes(archive) {
        archive.affixes = affixes.clone();
        let Some(motion) = MotionArray::by_name(archive).filter(MotionArray::is_of_figure) else {
            continue;
        };
        let [prefix, suffix] = &affixes;
        let key = &motion.entry().key;
        let is_within = key.starts_with(prefix.as_str()) && key.ends_with(suffix.as_str());
        if !is_within || known.contains(key) {
            continue;
        }
        known.push(key.clone());
        let name = match (prefix.trim_matches(SIGNS), suffix.trim_matches(SIGNS)) {
            ("", "") => key,
            ("", name) | (name, _) => name,
        };
        let (name, affixes) = (name.to_string(), affixes.clone());
        add(Sequence { name, affixes, ..Sequence::default() }, motion.batch_len(), &mut found);
    }
    archive.affixes = Default::default();
    if found.is_empty() {
        for (array, motion) in MotionArray::by_shape(archive) {
            let name = motion.entry().key.clone();
            let sequence = Sequence { name, array: Some(array), ..Sequence::default() };
            add(sequence, motion.batch_len(), &mut found);
        }
    }
    found
}

/// More are no sequences that anybody could choose from.
const MAX_SEQUENCES: usize = 10_000;

/// Adds a sequence, or as many as a batch has.
fn add(sequence: Sequence, batch_len: usize, found: &mut Vec<Sequence>) {
    let room = MAX_SEQUENCES.saturating_sub(found.len());
    if batch_len == 1 {
        found.extend((room > 0).then_some(sequence));
        return;
    }
    found.extend((0..batch_len.min(room)).map(|part| Sequence {
        name: format!("{} {}", sequence.name, part + 1),
        part: Some(part),
        ..sequence.clone()
    }));
}

/// The characters between the name of a sequence and that of an array.
const SIGNS: [char; 7] = ['/', '\\', '_', '.', '-', ' ', ':'];

/// What stands ahead of or behind known names in the keys of an archive.
fn affixes(archive: &Archive<'_>) -> Vec<[String; 2]> {
    let of_poses = [Role::Whole, Role::Limbs].iter().flat_map(|role| role.keys());
    let mut names: Vec<&str> = positions::NAMES.iter().chain(of_poses).copied().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let parts = Role::PARTS.iter().flat_map(|role| role.keys());
    let plain: Vec<&str> = names.iter().chain(parts).copied().collect();
    let mut found: Vec<[String; 2]> = Vec::new();
    let keys = archive.entries.iter().take(MAX_SEQUENCES).map(|entry| entry.key.as_str());
    for key in keys.filter(|key| !plain.contains(key)) {
        let affixes = names.iter().find_map(|name| {
            if let Some(prefix) = key.strip_suffix(name).filter(|prefix| prefix.ends_with(SIGNS)) {
                return Some([prefix, ""]);
            }
            let suffix = key.strip_prefix(name)?;
            let number = suffix.trim_start_matches(SIGNS);
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_number.then_some(["", suffix])
        });
        let affixes = affixes.map(|affixes| affixes.map(str::to_string));
        if let Some(affixes) = affixes.filter(|affixes| !found.contains(affixes)) {
            found.push(affixes);
        }
    }
    found
}
