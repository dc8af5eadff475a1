//! The body above the feet: hips, legs, trunk and head, each an answer to what carries it.

use std::f64::consts::TAU;

use super::arm::{Arm, Swing, Wave};
use super::figure::{
    ARMS, HEAD, HIP_DROP, HIP_WIDTH, JOINTS, LEFT, LEGS, NECK, RIGHT, SHIN, SPINE, THIGH,
};
use super::geometry::{Turn, Vec3, X, Y, Z, v};
use super::steps::{DOUBLE_SUPPORT, FULL_STEP, Foot, STAND, Score};
use super::track::{FPS, Track, mix, rise};

/// A whole number of breaths, so that the loop closes.
const BREATHS: f64 = 4.0;
/// Centimetres per second squared.
const GRAVITY: f64 = 981.0;
/// How far a leg may stretch, as a share of its length: in motion a knee that locks would pop.
const LONGEST_STRIDING: f64 = 0.99;
const LONGEST_STANDING: f64 = 0.996;

/// Where the hips are, and the local rotations in joint order.
pub struct Pose {
    pub hips: Vec3,
    pub joints: [Turn; JOINTS],
}

/// Everything that moves the body, as curves over the whole loop.
pub struct Body {
    feet: [Vec<Foot>; 2],
    hips: [Track; 3],
    /// Which way the pelvis faces, and which way the head looks.
    heading: Track,
    gaze: Track,
    /// How far the left foot is before the right one, as a share of a full step.
    stride: Track,
    /// Weight on the left foot, 1, or on the right one, -1.
    load: Track,
    /// Lean into the acceleration of the body, in degrees about X and Z of the world.
    lean: [Track; 2],
    /// How much the walker minds the viewer, from 0 to 1.
    viewer: Track,
    /// How much the walker stands at ease, from 0 to 1.
    ease: Track,
    swings: [Swing; 2],
    wave: Wave,
    breath: Track,
}

impl Body {
    pub fn new(score: &Score) -> Body {
        let frames = score.frames;
        let track = |value: &dyn Fn(isize) -> f64| Track::new(frames, value);
        let feet = [LEFT, RIGHT].map(|side| {
            (0..frames as isize).map(|frame| score.foot(side, frame)).collect::<Vec<_>>()
        });
        let middle = |value: &dyn Fn(&Foot) -> f64| {
            track(&|frame| {
                let frame = frame as usize;
                (value(&feet[LEFT][frame]) + value(&feet[RIGHT][frame])) / 2.0
            })
        };

        // The body goes where the feet go: the middle between them, rounded, is an even walk.
        // It runs a little ahead, as walking is falling forward and catching oneself.
        let mut heading = middle(&|foot| foot.yaw);
        heading.per_loop = 360.0;
        let heading = heading.smoothed(0.2).ahead(0.05);
        let middle_x = middle(&|foot| foot.ground.x).smoothed(0.21).ahead(0.033);
        let middle_z = middle(&|foot| foot.ground.z).smoothed(0.21).ahead(0.033);

        let apart = |frame: isize| {
            let gap = feet[LEFT][frame as usize].ground - feet[RIGHT][frame as usize].ground;
            let facing = Turn::about(Y, heading.at(frame));
            (gap.dot(facing.apply(X)), gap.dot(facing.apply(Z)))
        };
        let width = track(&|frame| apart(frame).0.max(8.0)).smoothed(0.12);
        let stride = track(&|frame| apart(frame).1 / FULL_STEP).smoothed(0.05);
        let load = track(&|frame| weight_on_left(score, frame)).smoothed(0.1);
        let wave = Wave::new(score);

        // Hips stand over the foot that carries them, before the ankles, and sway against the wave.
        let shift = |frame: isize| {
            let sideways = 0.27 * load.at(frame) * width.at(frame) - 0.4 * wave.beat_hand.at(frame);
            Turn::about(Y, heading.at(frame)).apply(v(sideways, 0.0, 2.5))
        };
        let x = track(&|frame| middle_x.at(frame) + shift(frame).x);
        let z = track(&|frame| middle_z.at(frame) + shift(frame).z);

        // A body in balance leans so that gravity and its own acceleration point to the feet:
        // forward when it sets off, back when it stops, inward on a bend.
        let lean = [(&middle_z, 1.0), (&middle_x, -1.0)].map(|(along, sign)| {
            let slope = |frame| sign * along.acceleration(frame) / GRAVITY;
            track(&|frame| slope(frame).atan().to_degrees()).smoothed(0.12)
        });

        // The head takes a turn before the body does, and greets whom it waves to.
        let viewer = track(&|frame| {
            let clock = score.stand_clock(frame);
            rise(clock, -2.6, -1.3) * (1.0 - rise(clock, 2.25, 2.8))
        });
        let ease = track(&|frame| {
            let clock = score.stand_clock(frame);
            rise(clock, -0.1, 0.9) * (1.0 - rise(clock, 2.0, 3.0))
        });
        let way = heading.ahead(0.42);
        let gaze = heading
            .map(|frame| {
                let towards_viewer = 360.0 * (way.at(frame) / 360.0).round() + 4.0;
                mix(way.at(frame), towards_viewer, viewer.at(frame))
            })
            .smoothed(0.09);

        // Each arm goes with the leg of the other side; nobody's two arms swing alike.
        let swings =
            [-1.0, 0.88].map(|size| Swing::driven_by(&stride.map(|frame| size * stride.at(frame))));

        let breath = track(&|frame| (frame as f64 / frames as f64 * BREATHS * TAU).sin());

        let mut body = Body {
            hips: [x, track(&|_| 0.0), z],
            feet,
            heading,
            gaze,
            stride,
            load,
            lean,
            viewer,
            ease,
            swings,
            wave,
            breath,
        };
        body.hips[1] = body.hip_height();
        body
    }

    pub fn pose(&self, frame: isize) -> Pose {
        let mut joints = [Turn::NONE; JOINTS];
        let (pelvis, chest, head) = (self.pelvis(frame), self.chest(frame), self.head(frame));
        joints[0] = pelvis;
        joints[SPINE..NECK].fill((pelvis.inverse() * chest).share(1.0 / 3.0));
        let nod = (chest.inverse() * head).share(0.45);
        joints[NECK] = nod;
        joints[HEAD] = nod.inverse() * chest.inverse() * head;
        for side in [LEFT, RIGHT] {
            let arm = self.arm(frame, side);
            joints[ARMS[side]..][..arm.len()].copy_from_slice(&arm);
            let leg = self.leg(frame, side, pelvis);
            joints[LEGS[side]..][..leg.len()].copy_from_slice(&leg);
        }
        Pose { hips: self.hips(frame), joints }
    }

    fn hips(&self, frame: isize) -> Vec3 {
        let [x, y, z] = &self.hips;
        v(x.at(frame), y.at(frame), z.at(frame))
    }

    fn hip_joint(&self, frame: isize, side: usize) -> Vec3 {
        let out = if side == LEFT { HIP_WIDTH } else { -HIP_WIDTH };
        self.hips(frame) + self.pelvis(frame).apply(v(out, -HIP_DROP, 0.0))
    }

    /// As high as both legs reach without locking a knee. This alone makes the hips
    /// sink while both feet are down and rise over the standing leg.
    fn hip_height(&self) -> Track {
        let highest = |frame: isize, side: usize| {
            let hip = self.hip_joint(frame, side);
            let ankle = self.feet[side][frame as usize].ankle;
            let flat = (hip.x - ankle.x).hypot(hip.z - ankle.z);
            let share = mix(LONGEST_STRIDING, LONGEST_STANDING, self.ease.at(frame));
            let up = (share * (THIGH + SHIN)).powi(2) - flat * flat;
            ankle.y + up.max(0.0).sqrt() - hip.y
        };
        let limit = [LEFT, RIGHT].map(|side| self.load.map(|frame| highest(frame, side)));
        let soft_limit = self.load.map(|frame| {
            // A soft minimum, so that handing over from leg to leg has no corner.
            const SOFTNESS: f64 = 0.4;
            let sum: f64 = limit.iter().map(|limit| (-limit.at(frame) / SOFTNESS).exp2()).sum();
            -sum.log2() * SOFTNESS
        });
        let rounded = soft_limit.smoothed(0.062);
        // Rounding cuts into the limit here and there; give that back, spread so that the change stays soft.
        let excess = |frame: isize| {
            let limit = limit[LEFT].at(frame).min(limit[RIGHT].at(frame));
            (rounded.at(frame) - limit).max(0.0)
        };
        let give_back = rounded
            .map(|frame| (frame - 9..=frame + 9).map(excess).fold(0.0, f64::max))
            .smoothed(0.08);
        rounded.map(|frame| rounded.at(frame) - give_back.at(frame))
    }

    fn lean(&self, frame: isize, share: f64) -> Turn {
        let [x, z] = &self.lean;
        Turn::about(X, x.at(frame) * share) * Turn::about(Z, z.at(frame) * share)
    }

    /// The pelvis turns with the leg that goes forward and drops on the side that carries less,
    /// most when one stands at ease.
    fn pelvis(&self, frame: isize) -> Turn {
        let stride = self.stride.at(frame);
        let drop = 3.0 + 3.0 * self.ease.at(frame);
        self.lean(frame, 0.35)
            * Turn::about(Y, self.heading.at(frame) - 5.0 * stride)
            * Turn::about(X, 3.5 + 1.2 * stride * stride)
            * Turn::about(Z, drop * self.load.at(frame))
    }

    /// The shoulders turn and tilt against the hips, enter a turn before them, and make room for a raised arm.
    fn chest(&self, frame: isize) -> Turn {
        let (stride, load) = (self.stride.at(frame), self.load.at(frame));
        let (raised, beat) = (self.wave.clavicle.at(frame), self.wave.beat.at(frame));
        let yaw = mix(self.heading.at(frame), self.gaze.at(frame), 0.22);
        self.lean(frame, 0.9)
            * Turn::about(Y, yaw + 5.5 * stride - 5.0 * raised + 0.8 * beat)
            * Turn::about(X, 2.2 - 0.7 * self.breath.at(frame) - 1.5 * raised)
            * Turn::about(Z, -1.6 * load - 4.5 * raised + 0.9 * beat)
    }

    /// The head stays level whatever the trunk does, its eyes on the ground ahead,
    /// or, with a friendly tilt, on the viewer.
    fn head(&self, frame: isize) -> Turn {
        let (raised, beat) = (self.wave.upper.at(frame), self.wave.beat_hand.at(frame));
        self.lean(frame, 0.25)
            * Turn::about(Y, self.gaze.at(frame) + 0.6 * beat)
            * Turn::about(X, mix(5.0, -1.0, self.viewer.at(frame)))
            * Turn::about(Z, 8.0 * raised - 0.5 * self.load.at(frame))
    }

    fn arm(&self, frame: isize, side: usize) -> [Turn; 5] {
        let swing = &self.swings[side];
        let (breath, load) = (self.breath.at(frame), self.load.at(frame));
        if side == LEFT {
            Arm::hanging(swing, breath, load, frame).rotations()
        } else {
            Arm::hanging(swing, breath, -load, frame)
                .waving(&self.wave, frame)
                .rotations()
                .map(Turn::mirrored)
        }
    }

    /// Thigh, shin, foot and toes that join the hip to where the foot is.
    fn leg(&self, frame: isize, side: usize, pelvis: Turn) -> [Turn; 4] {
        let foot = &self.feet[side][frame as usize];
        let reach = foot.ankle - self.hip_joint(frame, side);
        let distance = reach.length();
        let (knee, thigh_forward) =
            (180.0 - angle_between(THIGH, SHIN, distance), angle_between(THIGH, distance, SHIN));

        // The knee points between where the pelvis and where the foot points.
        let forward = pelvis.apply(Z) + Turn::about(Y, foot.yaw).apply(Z);
        let up = reach * (-1.0 / distance);
        let axis = up.cross(forward).unit();
        let thigh = Turn::from_axes(axis, up, axis.cross(up)) * Turn::about(X, -thigh_forward);
        let shin = Turn::about(X, knee);
        [
            pelvis.inverse() * thigh,
            shin,
            (thigh * shin).inverse() * foot.turn,
            Turn::about(X, -foot.toes_up),
        ]
    }
}

/// Degrees between two sides of a triangle, by the third.
fn angle_between(a: f64, b: f64, third: f64) -> f64 {
    let cos = (a * a + b * b - third * third) / (2.0 * a * b);
    cos.clamp(-1.0, 1.0).acos().to_degrees()
}

/// From -1, all weight on the right foot, to 1, all on the left.
fn weight_on_left(score: &Score, frame: isize) -> f64 {
    let clock = score.stand_clock(frame);
    let standing = STAND as f64 / FPS;
    if (0.0..standing).contains(&clock) {
        // The left foot, planted first, keeps most of the weight under the raised right arm;
        // then the right one takes over, because the left one is the first to leave.
        let settled = mix(1.0, 0.45, rise(clock, 0.0, 0.9)) + 0.18 * rise(clock, 0.9, 1.9);
        let leaving = rise(clock, standing - 1.05, standing - 0.05);
        return mix(settled, -1.0, leaving);
    }
    let [left, right] = [LEFT, RIGHT].map(|side| {
        let (from, to) = score.prints_at(side, frame);
        let (time, ramp) = (frame as f64, DOUBLE_SUPPORT as f64);
        let loaded = ((time - from.land) / ramp).clamp(0.0, 1.0);
        let unloaded = ((time - to.lift) / ramp + 1.0).clamp(0.0, 1.0);
        loaded.min(1.0 - unloaded)
    });
    (left - right) / (left + right)
}
