//! The signature of a take's motion: a few bytes to find it by, and its poses at even times.

use super::body::body_poses;
use super::cloud::cloud_poses;
use super::poses::{ENDS, LENGTHS, PoseNumbers, WIDTH};
use super::times::Times;
use crate::take::{Skeleton, Take, fnv_1a};

/// The motion of a take in at most two kilobytes.
///
/// | bytes | what |
/// |---|---|
/// | 1 | [`Signature::VERSION`] |
/// | 1 | which of both hands, both feet and the head are there, a bit each; the highest bit: names told a body |
/// | 1 | how many poses there are |
/// | 4 | seconds from one pose to the next, a 32-bit number of IEEE 754 |
/// | 4 | a hash of the joints' names |
/// | 6 | thigh, shin, upper arm, forearm, between the hips, between the shoulders, in 200ths of the height |
/// | 45 | of each number of a pose, what 10, 50 and 90 % of the poses do not exceed |
/// | 15 each | the poses: of each end, how far it is to the left, up and ahead, in 160ths of the height |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Box<[u8]>);

/// Where each part begins.
const STEP: usize = 3;
const HASH: usize = STEP + 4;
const BONES: usize = HASH + 4;
const QUANTILES: usize = BONES + LENGTHS;
/// The bit that says whether names told a body.
const IS_BODY: u8 = 0x80;
/// No signature has more poses.
const MOST_POSES: usize = 128;
/// Fewer are no motion.
pub(super) const LEAST_POSES: usize = 8;

/// How many quantiles are kept of each number of a pose.
const EACH: usize = 3;
/// The quantiles of the numbers of one end.
pub(super) const END_QUANTILES: usize = 3 * EACH;

/// Steps in one height of the body, of poses and of lengths.
const STEPS: f32 = 160.0;
const LENGTH_STEPS: f32 = 200.0;

impl Signature {
    /// Signatures of another version have to be made anew.
    pub const VERSION: u8 = 1;
    /// So many bytes at its beginning are all that [`super::candidates()`] needs.
    pub const HEAD: usize = QUANTILES + EACH * WIDTH;

    /// The signature of a take; `None` where it has too few joints or markers, or hardly moves: a prop would be like
    /// every other prop.
    pub fn of(take: &Take) -> Option<Self> {
        /// A prop has fewer, and moves like every other prop.
        const LEAST_NODES: usize = 8;
        if take.skeleton.nodes().len() < LEAST_NODES || take.motion.frame_count() < 2 {
            return None;
        }
        let times = Times::of(take);
        let mut poses = body_poses(take, &times).or_else(|| cloud_poses(take, &times))?;
        let merged = poses.numbers.len().div_ceil(MOST_POSES);
        poses.numbers = merge(&poses.numbers, merged);
        let numbers = &poses.numbers;
        if numbers.len() < LEAST_POSES || !moves(numbers) {
            return None;
        }
        let kind = poses.ends | if poses.is_body { IS_BODY } else { 0 };
        let mut bytes = vec![Self::VERSION, kind, numbers.len() as u8];
        bytes.extend(((poses.step * merged as f64) as f32).to_le_bytes());
        bytes.extend(names_hash(&take.skeleton).to_le_bytes());
        bytes.extend(poses.lengths.map(|length| (length * LENGTH_STEPS).round() as u8));
        let mut column = Vec::with_capacity(numbers.len());
        for number in 0..WIDTH {
            column.clear();
            column.extend(numbers.iter().map(|numbers| in_steps(numbers[number])));
            column.sort_unstable();
            let last = column.len() - 1;
            bytes.extend([1, 5, 9].map(|tenths| column[last * tenths / 10] as u8));
        }
        bytes.extend(numbers.iter().flatten().map(|&number| in_steps(number) as u8));
        Some(Self(bytes.into()))
    }

    /// As it is kept.
    pub fn to_bytes(&self) -> &[u8] {
        &self.0
    }

    /// One that was kept; `None` where the bytes are of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let head = Head::of(bytes)?;
        let is_whole = bytes.len() == Self::HEAD + head.poses * WIDTH;
        is_whole.then(|| Self(bytes.into()))
    }

    pub(super) fn head(&self) -> Head<'_> {
        Head::of(&self.0).expect("it was looked at")
    }

    /// The poses, in parts of the body's height.
    pub(super) fn poses(&self) -> Vec<PoseNumbers> {
        let poses = self.0[Self::HEAD..].chunks_exact(WIDTH);
        let number = |byte: u8| f32::from(byte as i8) / STEPS;
        poses.map(|pose| std::array::from_fn(|i| number(pose[i]))).collect()
    }

    /// Whether both are of skeletons with the same names of joints and the same lengths of bones.
    pub(super) fn has_skeleton_of(&self, other: &Self) -> bool {
        let part = |of: &Self| of.0[HASH..QUANTILES].to_vec();
        let (a, b) = (part(self), part(other));
        let (names, lengths) = a.split_at(BONES - HASH);
        let (other_names, other_lengths) = b.split_at(BONES - HASH);
        // Two steps are 1 % of the height.
        names == other_names && lengths.iter().zip(other_lengths).all(|(&a, &b)| a.abs_diff(b) <= 2)
    }
}

/// What the beginning of a signature says.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub is_body: bool,
    pub ends: u8,
    /// Seconds from one pose to the next.
    pub step: f64,
    pub poses: usize,
    /// Those of each end together.
    pub quantiles: &'a [u8],
}

impl<'a> Head<'a> {
    pub fn of(bytes: &'a [u8]) -> Option<Self> {
        let &[version, kind, poses, a, b, c, d, ..] = bytes else { return None };
        let quantiles = bytes.get(QUANTILES..Signature::HEAD)?;
        let poses = usize::from(poses);
        let step = f64::from(f32::from_le_bytes([a, b, c, d]));
        let is_valid = version == Signature::VERSION
            && (LEAST_POSES..=MOST_POSES).contains(&poses)
            && step.is_finite()
            && step > 0.0;
        let (is_body, ends) = (kind & IS_BODY != 0, kind & !IS_BODY);
        is_valid.then_some(Self { is_body, ends, step, poses, quantiles })
    }

    /// The ends that both have; none of a body and of what is none.
    pub fn common_ends(&self, other: &Self) -> u8 {
        if self.is_body == other.is_body { self.ends & other.ends } else { 0 }
    }
}

/// The quantiles of the same motion mirrored.
pub(super) fn mirrored_quantiles(quantiles: &[u8]) -> Vec<u8> {
    let ends: Vec<&[u8]> = quantiles.chunks_exact(END_QUANTILES).collect();
    let mut mirrored = Vec::with_capacity(quantiles.len());
    for end in MIRRORED {
        let [low, middle, high] = [0, 1, 2].map(|i| (ends[end][i] as i8).saturating_neg() as u8);
        mirrored.extend([high, middle, low]);
        mirrored.extend(&ends[end][EACH..]);
    }
    mirrored
}

/// The end that each of them is in a mirror.
const MIRRORED: [usize; ENDS] = [1, 0, 3, 2, 4];

/// The pose in a mirror that stands before the body.
pub(super) fn mirrored(pose: &PoseNumbers) -> PoseNumbers {
    std::array::from_fn(|i| {
        let number = pose[3 * MIRRORED[i / 3] + i % 3];
        if i % 3 == 0 { -number } else { number }
    })
}

/// The means of so many poses at a time.
pub(super) fn merge(poses: &[PoseNumbers], count: usize) -> Vec<PoseNumbers> {
    poses.chunks(count).map(mean).collect()
}

/// The mean of some poses.
pub(super) fn mean(poses: &[PoseNumbers]) -> PoseNumbers {
    let count = poses.len() as f32;
    std::array::from_fn(|i| poses.iter().map(|pose| pose[i]).sum::<f32>() / count)
}

fn in_steps(number: f32) -> i8 {
    (number * STEPS).round().clamp(-127.0, 127.0) as i8
}

/// Whether poses change by more than a figure that stands still does.
fn moves(poses: &[PoseNumbers]) -> bool {
    /// Of all ends together, in parts of the height: some centimetres.
    const LEAST: f32 = 0.02;
    let count = poses.len() as f32;
    let variance = (0..WIDTH).map(|i| {
        let mean = poses.iter().map(|pose| pose[i]).sum::<f32>() / count;
        poses.iter().map(|pose| (pose[i] - mean).powi(2)).sum::<f32>() / count
    });
    variance.sum::<f32>() > LEAST * LEAST
}

/// A hash of the letters of all names, in whichever order the joints stand.
fn names_hash(skeleton: &Skeleton) -> u32 {
    let letters = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let names = skeleton.nodes().iter().map(|node| letters(node.part_name()));
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    fnv_1a(names.join("\n").bytes()) as u32
}
