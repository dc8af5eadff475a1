//! How a take is settled where its file leaves it open: which body points without names are, the up axis, and
//! BVH's position channels; and which of its statements is doubted.
//!
//! Architecture invariant: a loader reads what a file says and guesses nothing that needs poses. What
//! does is settled here, once, for every format and for previews as for whole takes.

mod body;
mod positions;
mod units;

pub use units::settle_up;

use crate::loader::{self, LoadError, Options, Preview, Source};
use crate::posture::Evidence;
use crate::take::{Naming, Take};
use positions::JointSet;

/// Reads a take out of bytes in memory, in whichever format they are: their contents decide first, then the
/// extension of `name`. What the file leaves open is settled by its numbers, with a warning.
///
/// # Errors
/// [`LoadError`] with the place in the file, where the take could be wrong.
///
/// ```
/// let file = "HIERARCHY
/// ROOT Hips
/// {
///     OFFSET 0 0 0
///     CHANNELS 3 Xposition Yposition Zposition
/// }
/// MOTION
/// Frames: 2
/// Frame Time: 0.01
/// 0 90 0
/// 1 90 0
/// ";
/// let take = rushes::read("walk.bvh", file)?;
/// assert_eq!((take.name.as_str(), take.format.name()), ("walk", "BVH"));
/// assert_eq!(take.values(1)?, [1.0, 90.0, 0.0]);
/// assert!(take.units.up.is_assumed(), "BVH does not say what is up");
///
/// let error = rushes::read("walk.bvh", "HIERARCHY ROOT").unwrap_err();
/// assert!(error.to_string().starts_with("walk.bvh:1:"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Take, LoadError> {
    read_with(&Source::new(name, bytes.as_ref()))
}

/// As [`read()`], with options, the files that belong to this one, and somebody who follows it or cancels it.
///
/// # Errors
/// As [`read()`].
///
/// ```
/// use rushes::loader::{Companion, Options, Source};
///
/// let motion = std::fs::read("tests/good/amc/leg_crlf.amc")?;
/// let skeleton = std::fs::read("tests/good/amc/beside/leg.asf")?;
/// let take = rushes::read_with(&Source {
///     options: Options { rate: Some(60.0), ..Options::default() },
///     companions: &[Companion { file: "leg.asf", bytes: &skeleton }],
///     ..Source::new("leg.amc", &motion)
/// })?;
/// assert_eq!(take.fps().round(), 60.0);
/// assert_eq!(take.read_with, ["leg.asf"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_with(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut take = loader::load(source)?;
    settle(&mut take, &source.options);
    Ok(take)
}

/// The first frames of a take as [`loader::preview`] gives them, with what they settle.
pub fn preview(source: &Source<'_>, whole: usize) -> Option<Preview> {
    Some(settle_preview(loader::preview(source, whole)?, &source.options))
}

/// First frames that a loader shows by itself, with what they settle.
pub fn settle_preview(mut preview: Preview, options: &Options) -> Preview {
    settle(&mut preview.take, options);
    preview.take.warnings.clear();
    preview
}

/// Settles what the file of a take leaves open, and warns of it.
fn settle(take: &mut Take, options: &Options) {
    let reading = options.bvh_positions;
    // Names tell heads from feet.
    body::settle(take, options.body);
    let settle_positions = |take: &mut Take, joints| match take.naming {
        Naming::Bvh => positions::settle(take, reading, joints),
        Naming::Plain | Naming::Htr | Naming::Acclaim | Naming::Bva => None,
    };
    // What is up shows once the joints are in their places, and what is added to roots once it is known what is up.
    let others = settle_positions(take, JointSet::Others);
    let loader_warnings = take.warnings.len();
    if take.units.up.is_assumed() {
        let evidence = Evidence::from_take(take);
        settle_up(take, &evidence);
    }
    let roots = settle_positions(take, JointSet::Roots);
    if let Some(warning) = positions::record_reading(take, reading, roots, others) {
        take.warnings.insert(loader_warnings, warning);
    }
    units::check_unit(take);
}
