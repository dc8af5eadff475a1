//! The small picture of a take in the day sheet: its stick figure halfway, as lines in an SVG.
//!
//! Lines stay sharp on paper, have the colours of the page, light or dark, need no OpenGL, and take a tenth of the
//! bytes of a picture.

use std::collections::HashSet;
use std::fmt::Write as _;

use glam::Vec2;

use super::figure::FigurePoints;
use super::text::filled;
use crate::scene::{Bounds, Camera, Stage};
use crate::take::Take;

/// Width and height in the units of the drawing, which are whole, and a fifth of a pixel of the page.
const SIDE: f32 = 240.0;
/// The part of it that stays free at its edges.
const MARGIN: f32 = 12.0;

/// A place in the drawing.
type Place = [i32; 2];

/// The figure in the middle of a take; nothing where no point of it is seen.
pub(super) fn html(take: &Take, stage: &Stage) -> String {
    let figure = FigurePoints::new(take);
    let middle = take.motion.frame_count() / 2;
    let positions = figure.positions(take, stage, &[middle]);
    let mut bounds = Bounds::EMPTY;
    positions.iter().for_each(|&position| bounds.include(position));
    let project = Camera::three_quarter_of(stage, bounds, 1.0).projector(1.0);
    let seen = positions.iter().map(|&position| {
        project(position)
            .filter(|place| place.is_finite())
            .map(|place| Vec2::new(place.x, 1.0 - place.y))
    });
    let seen: Vec<Option<Vec2>> = seen.collect();
    let Some(places) = fitted(&seen) else {
        return String::new();
    };
    let lines = figure.bones.chunks_exact(3).map(|bone| ([bone[0], bone[1]], bone[2]));
    let dots = figure.dots.chunks_exact(2).map(|dot| ([dot[0]; 2], dot[1]));
    let lines = paths("line", lines, &places) + &paths("dot", dots, &places);
    filled!("thumbnail.html", side = SIDE, lines)
}

/// Places of points such that they fill the drawing; `None` where there is none.
fn fitted(seen: &[Option<Vec2>]) -> Option<Vec<Option<Place>>> {
    let all = || seen.iter().flatten().copied();
    let (low, high) = (all().reduce(Vec2::min)?, all().reduce(Vec2::max)?);
    let scale = (SIDE - 2.0 * MARGIN) / (high - low).max_element().max(1e-6);
    let centre = (low + high) / 2.0;
    let place = |at: Vec2| ((at - centre) * scale + SIDE / 2.0).round().as_ivec2().to_array();
    Some(seen.iter().map(|at| at.map(place)).collect())
}

/// The paths of lines between two points each, one path a side of the body. A line that is drawn already is left out,
/// and so is a bone of no length here, which such small pictures have many of: those of fingers.
fn paths(
    kind: &str,
    lines: impl Iterator<Item = ([usize; 2], usize)>,
    places: &[Option<Place>],
) -> String {
    let mut all = [const { String::new() }; 3];
    let mut ends: [Option<Place>; 3] = [None; 3];
    let mut drawn = HashSet::new();
    for (points, side) in lines {
        let [Some(from), Some(to)] = points.map(|point| places[point]) else {
            continue;
        };
        if !drawn.insert((from, to)) || (from == to && points[0] != points[1]) {
            continue;
        }
        if ends[side] != Some(from) {
            let _ = write!(all[side], "M{} {}", from[0], from[1]);
        }
        let _ = if from == to {
            write!(all[side], "h0")
        } else {
            write!(all[side], "L{} {}", to[0], to[1])
        };
        ends[side] = Some(to);
    }
    let drawn = all.iter().enumerate().filter(|(_, path)| !path.is_empty());
    drawn.map(|(side, path)| filled!("thumbnail-path.html", kind, side, path)).collect()
}
