//! Whether left and right have changed places, as where a file's axes are left-handed: the names of the sides against
//! what shows where the front is.
//!
//! Who looks ahead with the left on the left has the nose, the toes and the bent knees ahead. Where they are behind
//! all along, the take is seen in a mirror.

use super::figure::Figure;
use super::tracks::{Tracks, World};
use crate::known_bodies::Side;
use crate::take::Take;

/// Whether the figures of a take are mirrored, seen in a world with Y up.
pub(super) fn is_mirrored(take: &Take, figures: &[Figure], world: &World) -> bool {
    /// How sure it has to be, from 0 to 1.
    const SURE: f64 = 0.3;
    let mut votes = Votes::default();
    for figure in figures {
        votes.add(figure, &Tracks::sampled(take, &figure.nodes, &figure.plan, world));
    }
    votes.all > 0.0 && votes.ahead < -SURE * votes.all
}

#[derive(Default)]
struct Votes {
    ahead: f64,
    all: f64,
}

impl Votes {
    fn add(&mut self, figure: &Figure, tracks: &Tracks) {
        let plan = &figure.plan;
        let middle = |word: &str| plan.point(word, Side::Middle);
        let Some(hips) = plan.pair("hip") else { return };
        let Some(top) = ["neck", "thorax", "spine3"].iter().find_map(|word| middle(word)) else {
            return;
        };
        let Some(pelvis) = middle("pelvis") else { return };
        // What is ahead of what, and how much that counts.
        let mut pairs = Vec::new();
        pairs.extend(middle("nose").zip(middle("head").or(middle("neck"))).map(|pair| (pair, 1.0)));
        let mut limbs = Vec::new();
        for side in [Side::Left, Side::Right] {
            let of = |word: &str| plan.point(word, side);
            let toe = of("toe").or(of("foot"));
            pairs.extend(toe.zip(of("heel").or(of("ankle"))).map(|pair| (pair, 1.0)));
            limbs.extend(of("hip").zip(of("knee")).zip(of("ankle")));
        }
        for at in tracks.samples() {
            let left = at[hips[1]] - at[hips[0]];
            let Some(front) = left.cross(at[top] - at[pelvis]).try_normalize() else { continue };
            for &((ahead, behind), weight) in &pairs {
                if let Some(way) = (at[ahead] - at[behind]).try_normalize() {
                    self.ahead += weight * front.dot(way);
                    self.all += weight * front.dot(way).abs();
                }
            }
            for &((hip, knee), ankle) in &limbs {
                let Some(leg) = (at[ankle] - at[hip]).try_normalize() else { continue };
                // As far as the knee is bent: of a straight leg it is anywhere.
                let bend = (at[knee] - at[hip]).reject_from(leg) / (at[ankle] - at[hip]).length();
                if bend.is_finite() {
                    self.ahead += front.dot(bend);
                    self.all += front.dot(bend).abs();
                }
            }
        }
    }
}
