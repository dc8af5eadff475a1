//! The arms: both swing with the walk, and the right one waves.

use std::f64::consts::TAU;

use super::figure::{REST_DROP, arm_axis};
use super::geometry::{Turn, X, Y, Z};
use super::steps::Score;
use super::track::{Track, mix, rise};

/// Seconds since the feet closed. The arm comes up during the last step and goes down as the weight leaves,
/// so that walking and waving are one action and not two.
const RAISE: (f64, f64) = (-0.28, 0.55);
const LOWER: (f64, f64) = (2.32, 3.2);
const BEAT: (f64, f64) = (0.36, 2.38);
const BEATS: f64 = 4.0;

/// Angles of the left arm in degrees; the right arm is its mirror image.
pub struct Arm {
    /// Collarbone: up, and forward.
    lift: f64,
    protract: f64,
    /// Upper arm: from hanging out to the side, swung forward,
    /// once raised brought before the chest, and turned outward about itself.
    aside: f64,
    forward: f64,
    across: f64,
    outward: f64,
    elbow: f64,
    /// Forearm: from the palm at the thigh towards the palm behind.
    palm_back: f64,
    /// Hand: towards the palm, and towards the thumb.
    wrist: f64,
    thumbward: f64,
    curl: f64,
}

impl Arm {
    /// An arm that hangs and swings. `load` is the weight on its own side.
    pub fn hanging(swing: &Swing, breath: f64, load: f64, frame: isize) -> Arm {
        let upper = swing.upper.at(frame);
        let elbow = swing.elbow.at(frame);
        let hand = swing.hand.at(frame);
        Arm {
            lift: 0.7 * breath,
            protract: 2.5 * upper,
            aside: 9.0 - 1.5 * upper + 0.5 * breath - 1.2 * load,
            forward: 3.0 + 19.0 * upper,
            across: 0.0,
            outward: -2.0 - 3.0 * upper,
            // An elbow bends more on the way forward than it stretches on the way back.
            elbow: 17.0 + 11.0 * elbow + 4.0 * elbow * elbow - breath,
            palm_back: 22.0,
            wrist: 5.0 + 12.0 * hand,
            thumbward: 2.0,
            curl: 22.0 + 6.0 * hand,
        }
    }

    /// The same arm with the wave in it, each joint as far as the wave has reached it.
    pub fn waving(&self, wave: &Wave, frame: isize) -> Arm {
        let beat = wave.beat.at(frame);
        let at = |track: &Track, hanging: f64, raised: f64| mix(hanging, raised, track.at(frame));
        Arm {
            lift: at(&wave.clavicle, self.lift, 11.0 + 1.5 * beat),
            protract: at(&wave.clavicle, self.protract, -3.0),
            aside: at(&wave.upper, self.aside, 57.0 + 2.5 * beat),
            forward: at(&wave.upper, self.forward, 0.0),
            across: at(&wave.upper, self.across, 28.0 + 2.0 * beat),
            outward: at(&wave.outward, self.outward, 80.0 + 4.0 * beat),
            elbow: at(&wave.elbow, self.elbow, 106.0 + 20.0 * beat),
            palm_back: at(&wave.hand, self.palm_back, 12.0),
            wrist: at(&wave.hand, self.wrist, -6.0),
            thumbward: at(&wave.hand, self.thumbward, 3.0 + 15.0 * wave.beat_hand.at(frame)),
            curl: at(&wave.hand, self.curl, 8.0 + 5.0 * wave.beat_fingers.at(frame)),
        }
    }

    /// Collarbone, upper arm, forearm, hand and fingers; the thumb stays as it is.
    pub fn rotations(&self) -> [Turn; 5] {
        let along = arm_axis();
        let palm = along.cross(Z);
        [
            Turn::about(Z, self.lift) * Turn::about(Y, -self.protract),
            Turn::about(Y, -self.across)
                * Turn::about(X, -self.forward)
                * Turn::about(Z, self.aside - (90.0 - REST_DROP))
                * Turn::about(along, -self.outward),
            Turn::about(palm, self.elbow) * Turn::about(along, self.palm_back),
            Turn::about(Z, -self.wrist) * Turn::about(palm, self.thumbward),
            Turn::about(Z, -self.curl),
        ]
    }
}

/// The swing of an arm, from -1 behind to 1 before the body, and the parts that trail after it.
pub struct Swing {
    upper: Track,
    elbow: Track,
    hand: Track,
}

impl Swing {
    /// A hanging arm is a pendulum: the shoulder drives it a little early because it answers late,
    /// and it swings on when the legs have stopped.
    pub fn driven_by(shoulder: &Track) -> Swing {
        let upper = shoulder.ahead(0.09).followed(1.6, 0.34);
        Swing {
            elbow: upper.ahead(-0.07),
            hand: upper.map(|frame| upper.at(frame - 8) - upper.at(frame)),
            upper,
        }
    }
}

/// The wave runs through the arm from the shoulder to the fingers.
pub struct Wave {
    /// How far each part is raised, from 0 to 1.
    pub clavicle: Track,
    pub upper: Track,
    elbow: Track,
    outward: Track,
    hand: Track,
    /// The waving itself, from -1 outward to 1 inward, later and later towards the fingers.
    pub beat: Track,
    pub beat_hand: Track,
    beat_fingers: Track,
}

impl Wave {
    pub fn new(score: &Score) -> Wave {
        let raised = |late_up: f64, late_down: f64| {
            Track::new(score.frames, |frame| {
                let clock = score.stand_clock(frame);
                let up = rise(clock - late_up, RAISE.0, RAISE.1);
                let down = rise(clock - late_down, LOWER.0, LOWER.1);
                up * (1.0 - down)
            })
        };
        let beat = |late: f64| {
            Track::new(score.frames, |frame| {
                let clock = score.stand_clock(frame) - late;
                let begun = rise(clock, BEAT.0 - 0.1, BEAT.0 + 0.4);
                let ended = rise(clock, BEAT.1 - 0.5, BEAT.1 + 0.1);
                let turns = (clock - BEAT.0) / (BEAT.1 - BEAT.0) * BEATS;
                begun * (1.0 - ended) * (turns * TAU).sin()
            })
        };
        Wave {
            clavicle: raised(-0.04, 0.04),
            upper: raised(0.0, 0.0),
            // The elbow bends first and the upper arm turns out last, and the other way round going down:
            // so the hand passes before the body on an arc and does not flap out to the side.
            elbow: raised(-0.07, 0.06),
            outward: raised(0.06, -0.12),
            hand: raised(0.1, 0.1),
            beat: beat(0.0),
            beat_hand: beat(0.075),
            beat_fingers: beat(0.13),
        }
    }
}
