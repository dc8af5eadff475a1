//! How alike two takes move.

use std::ops::Range;

use super::matching::{ALIKE, DUPLICATE, FARTHEST, best_match};
use super::poses::{ENDS, LEAST_ENDS, PoseNumbers};
use super::signature::{LEAST_POSES, Signature, merge, mirrored};

/// How alike two takes move.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// How much of the motion is left that the other one does not explain, as a part of how much there is: 0 for the
    /// same motion, about 1 for one that says nothing of the other, and more for other postures. 10 at most, and for what
    /// can't be compared.
    pub distance: f32,
    pub kind: AlikeKind,
    /// Whether it is the second one's mirror image that is like the first one.
    pub mirrored: bool,
    /// How many times as fast the second one goes as the first one.
    pub speed: f32,
    /// Which part of each take has the motion that both have, in seconds from its first frame.
    pub parts: [Range<f64>; 2],
    /// Whether one of them is a part of the other.
    pub is_part: bool,
    /// Whether the skeletons have the same names and lengths.
    pub same_skeleton: bool,
}

/// In which way two takes are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlikeKind {
    /// The same motion from beginning to end.
    Duplicate,
    /// The same motion mirrored.
    Mirrored,
    /// The same motion, slower or faster.
    OtherSpeed,
    /// One is a part of the other.
    Part,
    /// Another performance of such a motion.
    Similar,
    /// Another motion.
    Unlike,
}

impl AlikeKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Duplicate,
        Self::Mirrored,
        Self::OtherSpeed,
        Self::Part,
        Self::Similar,
        Self::Unlike,
    ];

    /// The word for it in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Mirrored => "mirrored",
            Self::OtherSpeed => "other-speed",
            Self::Part => "part",
            Self::Similar => "similar",
            Self::Unlike => "unlike",
        }
    }

    /// Whether both takes are of one performance.
    pub const fn is_duplicate(self) -> bool {
        !matches!(self, Self::Similar | Self::Unlike)
    }
}

impl Alike {
    /// What a person is told: `the same motion, mirrored, at 0.8 × the speed, 3.0 to 9.5 s of it`.
    pub fn describe(&self) -> String {
        let mut text = match self.kind {
            AlikeKind::Unlike => return "another motion".to_string(),
            AlikeKind::Similar => "a similar motion".to_string(),
            _ => "the same motion".to_string(),
        };
        if self.mirrored {
            text += ", mirrored";
        }
        if self.has_other_speed() {
            text += &format!(", at {:.2} × the speed", self.speed);
        }
        if self.is_part {
            let [first, second] = &self.parts;
            text += &format!(
                ", {:.1} to {:.1} s of it like {:.1} to {:.1} s",
                second.start, second.end, first.start, first.end
            );
        }
        text
    }

    fn has_other_speed(&self) -> bool {
        /// A path says no more of the speed.
        const SURE: f32 = 0.05;
        (self.speed - 1.0).abs() > SURE
    }

    fn unlike(distance: f32, same_skeleton: bool) -> Self {
        Self {
            distance,
            kind: AlikeKind::Unlike,
            mirrored: false,
            speed: 1.0,
            parts: [0.0..0.0, 0.0..0.0],
            is_part: false,
            same_skeleton,
        }
    }
}

/// A motion at even times.
struct Track {
    poses: Vec<PoseNumbers>,
    /// Seconds from one to the next.
    step: f64,
}

impl Track {
    /// That of a signature, with about so many seconds from one pose to the next or more, and these ends alone.
    fn of(signature: &Signature, step: f64, ends: u8) -> Self {
        let own = signature.head().step;
        // What is left is less than a path's own steps are.
        let merged = (step / own).round().max(1.0);
        let mut poses = merge(&signature.poses(), merged as usize);
        for end in (0..ENDS).filter(|end| ends >> end & 1 == 0) {
            poses.iter_mut().for_each(|pose| pose[3 * end..3 * end + 3].fill(0.0));
        }
        Self { poses, step: own * merged }
    }

    fn seconds(&self, poses: Range<usize>) -> Range<f64> {
        poses.start as f64 * self.step..poses.end as f64 * self.step
    }

    fn duration(&self) -> f64 {
        self.seconds(0..self.poses.len()).end
    }
}

/// How alike the second motion is to the first one.
pub fn alike(first: &Signature, second: &Signature) -> Alike {
    let same_skeleton = first.has_skeleton_of(second);
    let heads = [first.head(), second.head()];
    let ends = heads[0].common_ends(&heads[1]);
    let step = heads[0].step.max(heads[1].step);
    let mut tracks = [first, second].map(|signature| Track::of(signature, step, ends));
    let is_too_short = |track: &Track| track.poses.len() < LEAST_POSES;
    if ends.count_ones() < LEAST_ENDS || tracks.iter().any(is_too_short) {
        return Alike::unlike(FARTHEST, same_skeleton);
    }
    let swapped = tracks[0].duration() > tracks[1].duration();
    if swapped {
        tracks.reverse();
    }
    let [short, long] = tracks;
    let mut best = best_match(&short.poses, &long.poses);
    let mut is_mirrored = false;
    if heads[0].is_body {
        let mirror: Vec<PoseNumbers> = short.poses.iter().map(mirrored).collect();
        let other = best_match(&mirror, &long.poses);
        /// What is as like its own mirror image is not called mirrored.
        const CLEARLY: f32 = 0.8;
        if other.distance < CLEARLY * best.distance {
            (best, is_mirrored) = (other, true);
        }
    }
    best.distance = (best.distance * doubt(ends, short.poses.len())).min(FARTHEST);
    let mut parts = [short.seconds(0..short.poses.len()), long.seconds(best.part.clone())];
    let pace = best.pace * (long.step / short.step) as f32;
    let mut speed = 1.0 / pace;
    if swapped {
        parts.reverse();
        speed = pace;
    }
    /// So much of the longer one is all of it.
    const WHOLE: f32 = 0.9;
    let is_part = (best.part.len() as f32) < WHOLE * long.poses.len() as f32;
    let mut found = Alike {
        distance: best.distance,
        kind: AlikeKind::Unlike,
        mirrored: is_mirrored,
        speed,
        parts,
        is_part,
        same_skeleton,
    };
    found.kind = match found.distance {
        distance if distance > ALIKE => return Alike::unlike(distance, same_skeleton),
        distance if distance > DUPLICATE => AlikeKind::Similar,
        _ if found.mirrored => AlikeKind::Mirrored,
        _ if is_part => AlikeKind::Part,
        _ if found.has_other_speed() => AlikeKind::OtherSpeed,
        _ => AlikeKind::Duplicate,
    };
    found
}

/// By how much a distance counts for more where there is little to go by: the feet alone of everybody who walks, and
/// one stride of everybody, are much alike.
fn doubt(ends: u8, poses: usize) -> f32 {
    /// Two seconds of a short take.
    const ENOUGH: f32 = 40.0;
    let ends = ENDS as f32 / ends.count_ones() as f32;
    (ends * (ENOUGH / poses as f32).max(1.0)).sqrt()
}
