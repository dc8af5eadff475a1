//! How alike two takes move.

use std::ops::Range;

use super::poses::{ENDS, LEAST_ENDS, PoseNumbers, WIDTH};
use super::signature::{LEAST_POSES, Signature, mean, merge, mirrored};
use super::warp::{Ends, WarpPath, square, warp};

/// Up to this distance, two motions are one performance: see [`Alike::distance`].
pub const DUPLICATE: f32 = 0.17;
/// Up to this distance, two motions are alike, as two walks are.
pub const ALIKE: f32 = 0.5;

/// How alike two takes move.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// How much of the motion is left that the other one does not explain, as a part of how much there is: 0 for the
    /// same motion, 1 for one that says nothing of the other. 2 at most, and for what can't be compared.
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

/// The largest distance.
const FARTHEST: f32 = 2.0;

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

    fn mirrored(&self) -> Self {
        Self { poses: self.poses.iter().map(mirrored).collect(), step: self.step }
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
    let mut best = best_match(&short, &long);
    if heads[0].is_body {
        let other = best_match(&short.mirrored(), &long);
        /// What is as like its own mirror image is not called mirrored.
        const CLEARLY: f32 = 0.8;
        if other.distance < CLEARLY * best.distance {
            best = Match { is_mirrored: true, ..other };
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
        mirrored: best.is_mirrored,
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

/// How a motion fits into another one.
struct Match {
    distance: f32,
    /// Which of the longer one's poses.
    part: Range<usize>,
    /// How many poses of the longer one go by for one of the shorter one.
    pace: f32,
    is_mirrored: bool,
}

/// The shorter motion where it fits best: anywhere in the longer one, or spread over all of that, as a file with
/// another rate is.
fn best_match(short: &Track, long: &Track) -> Match {
    let (short, long) = (&short.poses, &long.poses);
    let anywhere = fitted(short, long, Ends::Free);
    /// Beyond this, a path's own steps do not lead from end to end.
    const FARTHER: f32 = 1.6;
    let pace = long.len() as f32 / short.len() as f32;
    if pace < FARTHER || anywhere.distance <= DUPLICATE {
        return anywhere;
    }
    let bound = |i: usize| i * long.len() / short.len();
    let spread = (0..short.len()).map(|i| mean(&long[bound(i)..bound(i + 1)]));
    let spread: Vec<PoseNumbers> = spread.collect();
    let spread = fitted(short, &spread, Ends::Fixed);
    if spread.distance <= DUPLICATE {
        Match { part: 0..long.len(), pace: spread.pace * pace, ..spread }
    } else {
        anywhere
    }
}

fn fitted(short: &[PoseNumbers], long: &[PoseNumbers], ends: Ends) -> Match {
    let nowhere = Match { distance: FARTHEST, part: 0..0, pace: 1.0, is_mirrored: false };
    let Some(path) = warp(short, long, ends) else { return nowhere };
    let others: Vec<PoseNumbers> = path.iter().map(|&j| long[j]).collect();
    let fit = Fit::new(short, &others);
    let as_match = |fit: &Fit, path: &WarpPath| Match {
        distance: fit.distance.min(FARTHEST),
        part: path[0]..path[path.len() - 1] + 1,
        pace: pace(path),
        is_mirrored: false,
    };
    let found = as_match(&fit, &path);
    /// What is farther than this does not come near by fitting it better.
    const HOPEFUL: f32 = 1.6 * ALIKE;
    if found.distance > HOPEFUL {
        return found;
    }
    let moved: Vec<PoseNumbers> = short.iter().map(|pose| fit.apply(pose)).collect();
    let Some(path) = warp(&moved, long, ends) else { return found };
    let others = moved.iter().zip(&path).map(|(pose, &j)| nearest(pose, long, j));
    let others: Vec<PoseNumbers> = others.collect();
    let again = as_match(&Fit::new(short, &others), &path);
    if again.distance < found.distance { again } else { found }
}

/// What is nearest to a pose on the lines from one of the longer motion's to those beside it: no moment of a copy is
/// one of the original's own.
fn nearest(pose: &PoseNumbers, long: &[PoseNumbers], at: usize) -> PoseNumbers {
    let sides = [at.checked_sub(1), Some(at + 1).filter(|&next| next < long.len())];
    let here = &long[at];
    let on_line = |next: usize| {
        let (mut along, mut length) = (0.0f32, 0.0f32);
        for i in 0..WIDTH {
            let way = long[next][i] - here[i];
            along += (pose[i] - here[i]) * way;
            length += way * way;
        }
        let part = (along / length.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let point: PoseNumbers =
            std::array::from_fn(|i| here[i] + (long[next][i] - here[i]) * part);
        (square(pose, &point), point)
    };
    let points = sides.into_iter().flatten().map(on_line);
    points.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(*here, |(_, point)| point)
}

/// How many poses of the longer motion go by for one of the shorter one, by least squares.
fn pace(path: &WarpPath) -> f32 {
    let count = path.len() as f32;
    let [middle, mean] = [(count - 1.0) / 2.0, path.iter().sum::<usize>() as f32 / count];
    let mut sums = [0.0f32; 2];
    for (i, &j) in path.iter().enumerate() {
        let off = i as f32 - middle;
        sums[0] += off * off;
        sums[1] += off * (j as f32 - mean);
    }
    sums[1] / sums[0]
}

/// What makes the poses of one motion those of another as nearly as a scale and a small offset can: markers sit beside
/// the joints that they stand for.
struct Fit {
    mean: PoseNumbers,
    scale: f32,
    offset: PoseNumbers,
    distance: f32,
}

impl Fit {
    /// A body's own height is not known better.
    const SCALE: Range<f32> = 0.85..1.18;
    /// A marker sits no farther from its joint, in parts of the height.
    const OFFSET: f32 = 0.07;
    /// Motions smaller than this are mostly noise, in parts of the height, of all ends together.
    const NOISE: f32 = 0.03;

    fn new(short: &[PoseNumbers], others: &[PoseNumbers]) -> Self {
        let pairs = || short.iter().zip(others);
        let count = short.len() as f32;
        let mut means = [PoseNumbers::default(); 2];
        for (a, b) in pairs() {
            for i in 0..WIDTH {
                means[0][i] += a[i] / count;
                means[1][i] += b[i] / count;
            }
        }
        // Of both motions about their means, and of one with the other.
        let (mut own, mut others, mut both) = (0.0f32, 0.0f32, 0.0f32);
        for (a, b) in pairs() {
            for i in 0..WIDTH {
                let [a, b] = [a[i] - means[0][i], b[i] - means[1][i]];
                own += a * a;
                others += b * b;
                both += a * b;
            }
        }
        let scale = (both / own.max(f32::MIN_POSITIVE)).clamp(Self::SCALE.start, Self::SCALE.end);
        let apart = |i: usize| means[1][i] - means[0][i];
        let offset = |i| apart(i).clamp(-Self::OFFSET, Self::OFFSET);
        let offset: PoseNumbers = std::array::from_fn(offset);
        let beyond = (0..WIDTH).map(|i| (apart(i) - offset[i]).powi(2)).sum::<f32>();
        let left = (scale * scale * own - 2.0 * scale * both + others) / count + beyond;
        let moved = (scale * scale * own + others) / (2.0 * count);
        let distance = (left.max(0.0) / moved.max(Self::NOISE * Self::NOISE)).sqrt();
        Self { mean: means[0], scale, offset, distance }
    }

    fn apply(&self, pose: &PoseNumbers) -> PoseNumbers {
        std::array::from_fn(|i| {
            (pose[i] - self.mean[i]) * self.scale + self.mean[i] + self.offset[i]
        })
    }
}
