//! The points to export, for formats that hold nothing but positions: joints or markers, then the bone ends that
//! are no joints themselves.

use std::cell::LazyCell;
use std::io;

use glam::Vec3;

use super::format::unit_name;
use super::local::FARTHEST;
use super::text;
use crate::take::{NodeId, Take, WarningCode, Warnings, counted};

/// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
const BATCH: usize = 1024;

pub(super) struct LengthUnit {
    pub name: &'static str,
    /// What lengths of the take are multiplied with.
    pub scale: f64,
}

impl LengthUnit {
    /// The unit of a take where its name is one of some, else the first of them. A take without a unit is in that.
    pub fn of(take: &Take, names: &[(&'static str, f64)]) -> Self {
        let (first, in_metres) = names[0];
        let Some(metres) = take.units.metres_per_unit else {
            return Self { name: first, scale: 1.0 };
        };
        match unit_name(metres).filter(|own| names.iter().any(|(name, _)| name == own)) {
            Some(name) => Self { name, scale: 1.0 },
            None => Self { name: first, scale: metres / in_metres },
        }
    }
}

/// Calls `with` for each frame with the world positions of all [points](Take::points), in another unit of length.
/// What is missing is not finite, and neither is what is farther away than files can say: how many places that are.
pub(super) fn each_frame(
    take: &Take,
    scale: f64,
    mut with: impl FnMut(usize, &[Vec3]) -> io::Result<()>,
) -> io::Result<usize> {
    let count = take.motion.frame_count().max(1);
    let mut places = Vec::new();
    let single = scale as f32;
    let scaled = |place: Vec3| match place * single {
        scaled if f64::from(scaled.abs().max_element()) <= FARTHEST => scaled,
        _ => Vec3::NAN,
    };
    let mut too_far = 0;
    // The node that each point is on.
    let ids: Vec<NodeId> = take.skeleton.iter().map(|(id, _)| id).collect();
    let owners = LazyCell::new(|| {
        let points = take.points().enumerate();
        points.map(|(i, point)| ids[point.tip_of.unwrap_or(i)]).collect::<Vec<_>>()
    });
    for first in (0..count).step_by(BATCH) {
        let positions =
            take.positions(first..count.min(first + BATCH)).map_err(io::Error::other)?;
        for (frame, found) in positions.iter() {
            places.clear();
            // A zero has no sign: 0 + -0 is 0.
            places.extend(found.iter().map(|&place| scaled(place) + Vec3::ZERO));
            let unknown = places.iter().enumerate().filter(|(_, place)| !place.is_finite());
            let is_gap = |(i, _): &(usize, &Vec3)| is_missing(take, owners[*i], take.row(frame));
            too_far += unknown.filter(|place| !is_gap(place)).count();
            with(frame, &places)?;
        }
    }
    Ok(too_far)
}

/// Whether a value is missing that a node's place is made of.
fn is_missing(take: &Take, id: NodeId, row: &[f32]) -> bool {
    let mut next = Some(id);
    let mut nodes = std::iter::from_fn(|| {
        let node = &take.skeleton[next?];
        next = node.effective_parent();
        Some(node)
    });
    nodes.any(|node| row[node.columns()].iter().any(|value| value.is_nan()))
}

/// Says that points are gaps because no file can hold their places.
pub(super) fn warn_of_far(too_far: usize, warnings: &mut Warnings) {
    if too_far > 0 {
        let places = counted(too_far, "place");
        let message =
            format!("in {places} a point is farther away than files can say: it is a gap there");
        warnings.add(WarningCode::BeyondRange, message);
    }
}

/// How many decimals positions need, and the least length that they tell: the digits that single precision has for a
/// figure of this size.
pub(super) fn decimals(take: &Take, scale: f64) -> io::Result<(usize, f32)> {
    let mut size = 0.0f32;
    for (_, places) in take.positions([0]).map_err(io::Error::other)?.iter() {
        let there = places.iter().filter(|place| place.is_finite());
        let (low, high) = there.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), &at| {
            (low.min(at), high.max(at))
        });
        size = (high - low).max_element();
    }
    let size = Some(f64::from(size) * scale).filter(|&size| size > 0.0 && size.is_finite());
    let decimals = text::decimals(size.unwrap_or(1.0));
    Ok((decimals, 0.1f32.powi(decimals as i32)))
}

/// A position for programs that take the origin for a gap, as many write it: what is there stands beside it, by the
/// least length that counts.
pub(super) fn beside_origin(place: Vec3, least: f32) -> Vec3 {
    if place.abs().max_element() < 0.5 * least { Vec3::Y * least } else { place }
}
