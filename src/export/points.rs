//! The points to export, for formats that hold nothing but positions: joints or markers, then the bone ends that
//! are no joints themselves.

use std::io;

use glam::Vec3;

use super::format::unit_name;
use super::text;
use crate::take::Take;

/// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
const AT_ONCE: usize = 1024;

/// A unit of length as a file names it.
pub(super) struct LengthUnit {
    pub name: &'static str,
    /// What lengths of the take are multiplied with.
    pub scale: f32,
}

impl LengthUnit {
    /// The unit of a take where its name is one of some, else the first of them. A take without a unit is in that.
    pub fn of(take: &Take, names: &[(&'static str, f64)]) -> Self {
        let (first, in_metres) = names[0];
        let Some(metres) = take.units.metres_per_unit else {
            let (name, scale) = (first, 1.0);
            return Self { name, scale };
        };
        match unit_name(metres).filter(|own| names.iter().any(|(name, _)| name == own)) {
            Some(name) => Self { name, scale: 1.0 },
            None => Self {
                name: first,
                scale: (metres / in_metres) as f32,
            },
        }
    }
}

/// Calls `with` for each frame with the world positions of all [points](Take::points), in another unit of length.
/// What is missing is not finite.
///
/// # Errors
/// That of `with`.
pub(super) fn each_frame(
    take: &Take,
    scale: f32,
    mut with: impl FnMut(usize, &[Vec3]) -> io::Result<()>,
) -> io::Result<()> {
    let count = take.motion.frame_count().max(1);
    let mut places = Vec::new();
    for first in (0..count).step_by(AT_ONCE) {
        let frames = first..count.min(first + AT_ONCE);
        let positions = take.positions(frames).map_err(io::Error::other)?;
        for (frame, found) in positions.iter() {
            places.clear();
            // A zero has no sign: 0 + -0 is 0.
            places.extend(found.iter().map(|&place| place * scale + Vec3::ZERO));
            with(frame, &places)?;
        }
    }
    Ok(())
}

/// How many decimals positions need, and the least length that they tell: the digits that single precision has for a
/// figure of this size.
pub(super) fn decimals(take: &Take, scale: f32) -> io::Result<(usize, f32)> {
    let mut size = 0.0f32;
    let first = take.positions([0]).map_err(io::Error::other)?;
    for (_, places) in first.iter() {
        let there = places.iter().filter(|place| place.is_finite());
        let (low, high) = there.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), &at| {
            (low.min(at), high.max(at))
        });
        size = (high - low).max_element();
    }
    let size = f64::from(size * scale);
    let is_size = size > 0.0 && size.is_finite();
    let decimals = text::decimals(if is_size { size } else { 1.0 });
    Ok((decimals, 0.1f32.powi(decimals as i32)))
}

/// A position for programs that take the origin for a gap, as many write it: what is there stands beside it, by the
/// least length that counts.
pub(super) fn beside_origin(place: Vec3, least: f32) -> Vec3 {
    match place.abs().max_element() < 0.5 * least {
        true => Vec3::Y * least,
        false => place,
    }
}
