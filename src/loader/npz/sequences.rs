//! What moves in an archive, and which of several sequences is the take.
//!
//! ```text
//! walk/poses  run/poses     keys with the same name behind something else, or ahead of a number
//! walk  run                 arrays whose names tell nothing, and whose shapes do
//! 64 × 120 × 22 × 3         a batch
//! ```

use super::archive::{Archive, Entry};
use super::features::{Set, width_of};
use super::grid::Lead;
use super::places::{self, Layout};
use super::pose_keys::{self, Role};
use super::poses::MOTION_X_WIDTH;

/// An array that moves something, and how it is read.
pub(super) enum Motion<'e, 'a> {
    Places(&'e Entry<'a>, Layout),
    Poses(pose_keys::Found<'e, 'a>),
    MotionX(&'e Entry<'a>, Lead),
    Features(&'e Entry<'a>, &'static Set, Lead),
}

impl<'e, 'a> Motion<'e, 'a> {
    /// What moves by the name of its array.
    fn named(archive: &'e Archive<'a>) -> Option<Self> {
        let places = || Layout::by_name(archive).map(|(entry, layout)| Self::Places(entry, layout));
        places().or_else(|| pose_keys::find(archive).map(Self::Poses))
    }

    /// What each array moves by its shape, with its place among all arrays.
    fn shaped(archive: &'e Archive<'a>) -> impl Iterator<Item = (usize, Self)> {
        let all = archive.entries.iter().enumerate();
        all.filter_map(|(i, entry)| {
            let features = Set::of(&entry.header);
            let features = features.map(|(set, lead)| Self::Features(entry, set, lead));
            let motion_x = || {
                let lead = width_of(&entry.header, &[MOTION_X_WIDTH])?;
                Some(Self::MotionX(entry, lead))
            };
            let places = || Some(Self::Places(entry, Layout::by_shape(entry, archive.is_alone)?));
            Some((i, features.or_else(motion_x).or_else(places)?))
        })
    }

    /// What moves in a sequence of an archive, which is [`Archive::within`] it.
    pub fn of(archive: &'e Archive<'a>, sequence: &Sequence) -> Option<Self> {
        match sequence.array {
            None => Self::named(archive),
            Some(array) => Self::shaped(archive).find(|(i, _)| *i == array).map(|(_, found)| found),
        }
    }

    /// The array that says so.
    pub fn entry(&self) -> &'e Entry<'a> {
        match self {
            Self::Places(entry, _) | Self::MotionX(entry, _) | Self::Features(entry, ..) => entry,
            Self::Poses(found) => found.entry,
        }
    }

    /// How many sequences of a batch it has; 1 where it is none.
    fn batch(&self) -> usize {
        let many = |lead: Lead| if lead.is_batch() { lead.people() } else { 1 };
        match self {
            Self::Places(_, layout) => many(layout.lead),
            Self::Poses(found) => many(found.shape.lead),
            Self::MotionX(_, lead) => many(*lead),
            // Each is worked out on its own.
            Self::Features(_, _, lead) => lead.people(),
        }
    }

    /// Whether it is of a whole figure, so that a name can be cut to find it.
    fn is_of_many(&self) -> bool {
        const JOINTS: std::ops::RangeInclusive<usize> = 5..=1024;
        match self {
            Self::Places(_, layout) => JOINTS.contains(&layout.joints),
            Self::Poses(_) | Self::MotionX(..) | Self::Features(..) => true,
        }
    }
}

/// One of the sequences of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sequence {
    /// As people ask for it.
    pub name: String,
    /// What stands ahead of and behind the names of its arrays.
    pub within: [String; 2],
    /// Its place among all arrays, where nothing but its shape tells of it.
    array: Option<usize>,
    /// Its place in a batch.
    pub part: Option<usize>,
}

/// All sequences of an archive, in the order of the file, the one that is called as usual first.
pub(super) fn sequences(archive: &mut Archive<'_>) -> Vec<Sequence> {
    let mut found = Vec::new();
    archive.within = Default::default();
    if let Some(motion) = Motion::named(archive) {
        let sequence = Sequence { name: motion.entry().key.clone(), ..Sequence::default() };
        add(sequence, motion.batch(), &mut found);
    }
    let mut known: Vec<String> = Vec::new();
    for within in affixes(archive) {
        archive.within = within.clone();
        let Some(motion) = Motion::named(archive).filter(Motion::is_of_many) else {
            continue;
        };
        let [before, behind] = &within;
        let key = &motion.entry().key;
        let is_within = key.starts_with(before.as_str()) && key.ends_with(behind.as_str());
        if !is_within || known.contains(key) {
            continue;
        }
        known.push(key.clone());
        let name = match (before.trim_matches(SIGNS), behind.trim_matches(SIGNS)) {
            ("", "") => key,
            ("", name) | (name, _) => name,
        };
        let sequence =
            Sequence { name: name.to_string(), within: within.clone(), ..Sequence::default() };
        let batch = motion.batch();
        add(sequence, batch, &mut found);
    }
    archive.within = Default::default();
    if found.is_empty() {
        for (array, motion) in Motion::shaped(archive) {
            let sequence = Sequence {
                name: motion.entry().key.clone(),
                array: Some(array),
                ..Sequence::default()
            };
            add(sequence, motion.batch(), &mut found);
        }
    }
    found
}

/// More are no sequences that anybody could choose from.
const MAX_SEQUENCES: usize = 10_000;

/// Adds a sequence, or as many as a batch has.
fn add(sequence: Sequence, batch: usize, found: &mut Vec<Sequence>) {
    let room = MAX_SEQUENCES.saturating_sub(found.len());
    match batch {
        1 => found.extend((room > 0).then_some(sequence)),
        _ => found.extend((0..batch.min(room)).map(|part| Sequence {
            name: format!("{} {}", sequence.name, part + 1),
            part: Some(part),
            ..sequence.clone()
        })),
    }
}

/// What parts the name of a sequence from that of an array.
const SIGNS: [char; 7] = ['/', '\\', '_', '.', '-', ' ', ':'];

/// What stands ahead of or behind known names in the keys of an archive.
fn affixes(archive: &Archive<'_>) -> Vec<[String; 2]> {
    let roles = [Role::Whole, Role::Limbs];
    let of_poses = roles.iter().flat_map(|role| role.keys());
    let mut names: Vec<&str> = places::NAMES.iter().chain(of_poses).copied().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let parts = Role::PARTS.iter().flat_map(|role| role.keys());
    let plain: Vec<&str> = names.iter().chain(parts).copied().collect();
    let mut found: Vec<[String; 2]> = Vec::new();
    let entries = archive.entries.iter().take(MAX_SEQUENCES);
    for entry in entries.filter(|entry| !plain.contains(&&*entry.key)) {
        let key = &entry.key;
        let within = names.iter().find_map(|name| {
            let before = key.strip_suffix(name).filter(|before| before.ends_with(SIGNS));
            let behind = key.strip_prefix(name).filter(|behind| {
                let number = behind.trim_start_matches(SIGNS);
                !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
            });
            match (before, behind) {
                (Some(before), _) => Some([before.to_string(), String::new()]),
                (_, Some(behind)) => Some([String::new(), behind.to_string()]),
                (None, None) => None,
            }
        });
        if let Some(within) = within.filter(|within| !found.contains(within)) {
            found.push(within);
        }
    }
    found
}
