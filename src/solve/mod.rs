//! Points become a skeleton that turns: the joints of a known body, as estimators of poses give them, become bones of
//! constant length with rotations, for programs that ask for them.
//!
//! A figure is solved in steps, each a file: `plan` says which joints there are, by the landmarks of the body; `shape` how
//! long their bones are; `relax` moves the points of each frame to where the bones have these lengths;
//! `rotate` turns the joints to there. `mirror` finds out whether the take is mirrored, `names` calls the joints,
//! `assemble` makes the take, and `residual` tells how far it is from the points.
//!
//! Architecture invariant: what is solved is an estimate, and says so. Nothing here knows a format, and no body by its
//! name: landmarks alone count.

mod assemble;
mod figure;
mod fit;
mod mirror;
mod names;
mod plan;
mod refusal;
mod relax;
mod residual;
mod rotate;
mod shape;
mod tracks;

use glam::DQuat;

pub use names::JointNames;
pub use refusal::Refusal;
pub use residual::Residual;

use crate::known_bodies::marker_lines;
use crate::take::{Axis, Detail, DetailKind, Take, Warning, WarningCode, counted};
use figure::Figure;
use tracks::{Columns, World};

/// How a skeleton is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// Whether left and right are made equal: each bone as long as both are in the mean.
    pub equal_sides: bool,
    /// What its joints are called.
    pub names: JointNames,
    /// Metres in a unit, for what is told of a take that does not know its own.
    pub metres_per_unit: Option<f64>,
}

impl Options {
    /// Left and right as they are measured, and the names of the points.
    pub const fn new() -> Self {
        Self { equal_sides: false, names: JointNames::Own, metres_per_unit: None }
    }
}

/// A skeleton that was solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// A take of joints that turn, with Y up, in the unit of the points; at rest it holds out its arms and faces Z. It has
    /// a warning that it is an estimate.
    pub take: Take,
    /// How far its joints are from the points.
    pub residual: Residual,
    /// On how many frames a joint is between those around, because what turns it is missing: over all joints.
    pub bridged: usize,
    /// Whether left and right had changed places, so that the take was mirrored back.
    pub was_mirrored: bool,
}

/// Solves the skeletons of a take of points: one for each of its figures that is of a known body. What is in no body is
/// left out. `is_cancelled` is asked now and then.
///
/// # Errors
/// Why there is none.
pub fn solve(
    take: &Take,
    options: &Options,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Solved, Refusal> {
    if take.picture.is_some() {
        return Err(Refusal::Flat);
    }
    let mut nodes = take.skeleton.nodes().iter();
    let is_of_points = take.is_of_points() && nodes.all(|node| Columns::of(node).is_some());
    if !is_of_points || take.motion.frame_count() == 0 {
        return Err(Refusal::NotOfPoints);
    }
    let figures = Figure::all(take);
    if figures.is_empty() {
        return Err(if is_marker_set(take) { Refusal::SkinMarkers } else { Refusal::NoBody });
    }
    let turn: DQuat = take.units.up.direction.turn_to(Axis::Y.positive());
    let mut world = World { turn, is_mirrored: false };
    world.is_mirrored = mirror::is_mirrored(take, &figures, &world);
    let mut solved = Vec::with_capacity(figures.len());
    for figure in figures {
        solved.push(figure.solve(take, &world, options.equal_sides, is_cancelled)?);
    }
    let residual = Residual::measure(take, &solved, &world, options.metres_per_unit);
    let mut new = assemble::take(take, &solved, options.names);
    let mut message = format!("the skeleton is solved from points, and is an estimate: {residual}");
    if world.is_mirrored {
        message += "; left and right had changed places, so that it is mirrored";
    }
    let known: usize = solved.iter().map(|figure| figure.nodes.len()).sum();
    let others = take.skeleton.nodes().len() - known;
    if others > 0 {
        message += &format!("; {} of no figure, or never seen, left out", counted(others, "point"));
    }
    let bridged = solved.iter().flat_map(|figure| &figure.turned).map(|turns| turns.bridged).sum();
    if bridged > 0 {
        message += &format!("; {} bridged gaps", counted(bridged, "rotation"));
    }
    new.details.push(Detail::new(DetailKind::SOLVED, residual.to_string()));
    new.warnings.push(Warning::of_file(WarningCode::SkeletonSolved, message));
    Ok(Solved { take: new, residual, bridged, was_mirrored: world.is_mirrored })
}

/// Whether some points are called like markers that are stuck to the skin.
fn is_marker_set(take: &Take) -> bool {
    let names: Vec<&str> = take.skeleton.nodes().iter().map(|node| &*node.name).collect();
    !marker_lines(&names).is_empty()
}
