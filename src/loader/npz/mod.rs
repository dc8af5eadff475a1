//! NPZ and NPY, the arrays of NumPy that research keeps motion in.
//!
//! ```text
//! name.npz     a ZIP archive (see `zip`) of arrays called key.npy (see `array`)
//! name.npy     one array alone
//! ```
//!
//! Nobody has agreed on keys. Three kinds of motion are known by what most programs write: positions of
//! joints, as frames × joints × 3 (see `places`), with names, parents and rotations where there are some;
//! poses of SMPL's family (see `smpl`), which are rotations alone; and features of HumanML3D (see
//! `features`), which become positions. Y is up by custom where nothing says so, and the unit of length
//! is not said; kimodo and SMPL count in metres.

mod archive;
mod array;
mod body;
mod clock;
mod features;
mod grid;
mod joints;
mod people;
mod places;
mod pose_keys;
mod poses;
mod rotations;
mod sequences;
mod skeletons;
mod smpl;
mod standing;
mod tree;
mod turn;
mod zip;

use super::error::{ErrorKind, LoadError};
use super::{Format, Source, clips};
use crate::take::{
    Axis, Detail, DetailKind, Place, SignedAxis, Take, Units, Up, WarningCode, Warnings, rounded,
};
use archive::{Archive, EXTENSION, Entry};
use array::Kind;
use clock::Clock;
use features::{Decoded, Set};
use grid::{Grid, Lead};
use places::{Layout, Places};
use poses::Poses;
use rotations::Rotations;
use sequences::{Motion, Sequence, sequences};

use tree::Tree;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: archive::NAME,
    extensions: &["npz", "npy"],
    about: "NumPy arrays of research: joint positions, HumanML3D, and poses of SMPL (AMASS) on a figure of Rushes' own",
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

/// Whether this is an array, or an archive whose first member is called like one.
fn probe(bytes: &[u8]) -> bool {
    let first = zip::first_name(bytes);
    bytes.starts_with(array::MAGIC) || first.is_some_and(|name| name.ends_with(EXTENSION))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut archive = Archive::open(source, &mut warnings)?;
    let mut sequences = sequences(&mut archive);
    if sequences.iter().all(|sequence| sequence.part.is_some())
        && let Some(first) = sequences.first_mut()
        && goes_on(source, &archive, first)?
    {
        first.part = None;
        sequences.truncate(1);
    }
    let clips = match sequences.len() {
        0 | 1 => None,
        _ => clips::choose(source, sequences.iter().map(|one| one.name.clone()), |_| true)?,
    };
    let shown = clips.as_ref().map_or(0, |clips| clips.shown);
    let Some(sequence) = sequences.get(shown) else {
        return Err(archive.fault().unwrap_or_else(|| nothing(source, &archive)));
    };
    archive.within = sequence.within.clone();
    let reading = Reading { source, archive: &archive, sequence: sequence.part };
    let take = match Motion::of(&archive, sequence) {
        Some(Motion::Places(entry, layout)) => reading.positions(entry, layout, warnings),
        Some(Motion::Poses(found)) => reading.poses(&found, warnings),
        Some(Motion::MotionX(entry, lead)) => reading.motion_x(entry, lead, warnings),
        Some(Motion::Features(entry, set, lead)) => reading.features((entry, set, lead), warnings),
        None => Err(nothing(source, &archive)),
    }?;
    Ok(Take { clips, ..take })
}

/// Whether the sequences of a batch, of which one is given, are one that goes on.
fn goes_on(
    source: &Source<'_>,
    archive: &Archive<'_>,
    first: &Sequence,
) -> Result<bool, LoadError> {
    let Some(Motion::Places(entry, layout)) = Motion::of(archive, first) else {
        return Ok(false);
    };
    let reading = Reading { source, archive, sequence: None };
    let places = reading.places(entry, layout, &mut Warnings::default())?;
    Ok(places.people == 1)
}

/// What a sequence of an archive is read with.
struct Reading<'r, 's, 'a> {
    source: &'r Source<'s>,
    archive: &'r Archive<'a>,
    /// Which one of a batch it is.
    sequence: Option<usize>,
}

impl<'a> Reading<'_, '_, 'a> {
    /// The positions of an array.
    fn places(
        &self,
        entry: &Entry<'a>,
        layout: Layout,
        warnings: &mut Warnings,
    ) -> Result<Places<'a>, LoadError> {
        // A joint takes many times as much memory as the zeros that a packed one may be made of.
        if layout.joints > MAX_JOINTS.max(self.source.bytes.len() / BYTES_A_JOINT) {
            return Err(self.archive.too_tight(entry));
        }
        let array = self.archive.read(entry, layout.indices(), warnings)?;
        let grid = Grid::new(array, layout.lead, layout.joints * layout.width);
        Ok(Places::new(grid, layout, self.sequence))
    }

    /// A take of positions.
    fn positions(
        &self,
        entry: &Entry<'a>,
        layout: Layout,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let mut places = self.places(entry, layout, &mut warnings)?;
        if self.archive.is_alone
            && let Some(found) = pose_keys::of_entry(entry)
            && places.are_turns(&found.model.joints())
        {
            return self.poses(&found, warnings);
        }
        if layout.width == 3 && places.are_flat() {
            let what = format!(
                "\"{}\" is of places in a picture, with a score from 0 to 1 for the third value",
                entry.key
            );
            let error = LoadError::new(self.source, ErrorKind::NothingToShow(what));
            return Err(error.hint(
                "2D keypoints of one camera: triangulate them (Pose2Sim, Anipose, FreeMoCap) or lift them \
                 (MotionBERT), then open the TRC or NPY",
            ));
        }
        match (places.settle_confidence(), places.unsure()) {
            (_, Some((count @ 1.., limit))) => {
                let limit = rounded(limit, 2);
                let message = format!("a confidence is below {limit}: the joint is a gap there");
                let place = Place::Byte(entry.at() as u64);
                warnings.add_times(WarningCode::LowConfidence, place, message, count);
            }
            (true, _) => {}
            (false, _) => {
                let message = "what stands behind the position of a joint is not read";
                warnings.add(WarningCode::ValuesLeftOut, message);
            }
        }
        let frames = places.layout.lead.frames();
        let fits = |parents: &[Option<usize>]| places.fit(parents);
        let tree = Tree::of(self.archive, (layout.joints, frames), fits, &mut warnings);
        let is_of_kimodo = tree.assumed.is_some() && entry.key == KIMODO;
        let tree = tree.of_people(places.people);
        let rotations = match &tree.parents {
            Some(parents) => Rotations::find(self.archive, &places, parents, &mut warnings)?,
            None => None,
        };
        let about = About { units: units(self.archive, is_of_kimodo), rate: None };
        self.take_of((entry, &places), (tree, rotations), about, warnings)
    }

    /// A take of features, which are positions once they are worked out.
    fn features(
        &self,
        (entry, set, lead): (&Entry<'a>, &Set, Lead),
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let keep = lead.indices() + 1;
        let array = self.archive.read(entry, keep, &mut warnings)?;
        let mut grid = Grid::new(array, lead, set.width);
        grid.only(self.sequence);
        let places = Places::decoded(Decoded::of(set, &grid));
        let tree = Tree::prescribed(set.joints());
        if let Some(parents) = &tree.parents
            && places.frames > 0
            && places.change_by_half(parents)
        {
            let what = features::normalised(entry);
            let error = LoadError::new(self.source, ErrorKind::NothingToShow(what));
            return Err(error.hint(
                "multiply them by the deviations of their set and add its means: data * Std + Mean",
            ));
        }
        let about = About { units: Units::new(set.metres, Axis::Y), rate: Some(set.rate) };
        let tree = Tree { assumed: Some(set.name), ..tree };
        self.take_of((entry, &places), (tree, None), about, warnings)
    }

    /// A take of positions that are read, with a tree of their joints.
    fn take_of(
        &self,
        (entry, places): (&Entry<'a>, &Places<'a>),
        (tree, rotations): (Tree, Option<Rotations<'a>>),
        about: About,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let Self { source, archive, .. } = *self;
        let said = places.layout.lead.frames();
        let mut there = places.frames;
        let damage = places::missing(source, entry, said, there)?;
        let clock = Clock::of(archive, (said, about.rate), entry.at(), &mut warnings);
        let frame_time = clock.frame_time;
        let numbers = clock::numbers(archive, said);
        let mut details = vec![Detail::new(DetailKind::STORAGE, places::about(entry))];
        details.extend(tree.assumed.map(|name| Detail::new(DetailKind::SKELETON, name)));
        details.extend(people::detail(places.people));
        if let Some(rotations) = &rotations {
            there = there.min(rotations.frames());
        }
        let about = (frame_time, about.units);
        let (take, lost, warnings) = match rotations {
            Some(rotations) => {
                let lost = damage.tell(there, &mut warnings);
                let mut warnings = warnings.finish();
                let take = joints::in_tree(source, places, &rotations, tree, about, &mut warnings)?;
                (take, lost, warnings)
            }
            None => {
                let at = entry.at();
                let take = joints::in_world(source, places, tree, about, at, &mut warnings)?;
                let lost = damage.tell(there, &mut warnings);
                (take, lost, warnings.finish())
            }
        };
        Ok(Take { details, numbers, start_time: clock.start, lost, warnings, ..take })
    }

    /// A take of poses.
    fn poses(
        &self,
        found: &pose_keys::Found<'_, 'a>,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let Self { source, archive, sequence } = *self;
        let poses = Poses::read(source, archive, found, sequence, &mut warnings)?;
        self.take_of_poses(poses, found.entry, warnings)
    }

    /// A take of the columns of Motion-X.
    fn motion_x(
        &self,
        entry: &Entry<'a>,
        lead: Lead,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let Self { source, archive, sequence } = *self;
        let poses = Poses::of_motion_x(source, archive, (entry, lead), sequence, &mut warnings)?;
        self.take_of_poses(poses, entry, warnings)
    }

    fn take_of_poses(
        &self,
        mut poses: Poses<'a>,
        entry: &Entry<'a>,
        mut warnings: Warnings,
    ) -> Result<Take, LoadError> {
        let Self { source, archive, .. } = *self;
        poses.tell(&mut warnings);
        let clock = Clock::of(archive, (poses.frames, None), entry.at(), &mut warnings);
        let lost = std::mem::take(&mut poses.damage).tell(poses.frames, &mut warnings);
        let mut details = vec![
            Detail::new(DetailKind::STORAGE, places::about(entry)),
            Detail::new(DetailKind::SKELETON, poses.model.name()),
            Detail::new(DetailKind::OFFSETS, "of a plain figure 1.7 m tall, not of the person"),
        ];
        let gender = archive.texts(&["gender"], 1).unwrap_or_default();
        let gender = gender.into_iter().filter(|gender| !gender.is_empty());
        details.extend(gender.map(|gender| Detail::new(DetailKind::SUBJECT, gender)));
        details.extend(people::detail(poses.people));
        let mut warnings = warnings.finish();
        let take = poses.sample(source, clock.frame_time, &mut warnings)?;
        Ok(Take { details, lost, warnings, ..take })
    }
}

/// How many joints any file may have, and for how many bytes each one more.
const MAX_JOINTS: usize = 1024;
const BYTES_A_JOINT: usize = 6;

/// The key of kimodo's positions, which are in metres with Y up.
const KIMODO: &str = "posed_joints";

/// What is known of positions beside their values.
struct About {
    units: Units,
    /// The usual rate of their layout.
    rate: Option<f64>,
}

/// What the archive says of length and of what is up, as Rushes writes it.
fn units(archive: &Archive<'_>, is_of_kimodo: bool) -> Units {
    if is_of_kimodo {
        return Units::new(Some(1.0), Axis::Y);
    }
    let metres = archive.number(&["metres_per_unit"]);
    let up = archive.texts(&["up"], 1).unwrap_or_default();
    let up = up.first().and_then(|up| SignedAxis::ALL.into_iter().find(|axis| axis.name() == up));
    Units::new(
        metres.filter(|metres| metres.is_finite() && *metres > 0.0),
        up.map_or(Up::assumed(FORMAT.up), Up::from),
    )
}

/// The refusal of an archive in which nothing moves.
fn nothing(source: &Source<'_>, archive: &Archive<'_>) -> LoadError {
    /// As many as can be read at a glance.
    const MOST: usize = 8;
    let entries = &archive.entries;
    // Those that are not read at all may be what was meant.
    let (objects, others): (Vec<_>, Vec<_>) =
        entries.iter().partition(|entry| entry.header.kind == Kind::Object);
    let named = objects.into_iter().chain(others).take(MOST);
    let named = named.map(|entry| format!("\"{}\" is {}", entry.key, entry.header.about()));
    let named: Vec<String> = named.collect();
    let more = match entries.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = format!("no array is of joints over time: {}{more}", named.join(", "));
    LoadError::new(source, ErrorKind::NothingToShow(what))
        .hint("save positions as floats, frames × joints × 3, under the key \"positions\"")
}
