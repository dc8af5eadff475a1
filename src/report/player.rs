//! The motion that a page plays: positions of a figure in whole numbers, on as many frames as a page bears.

use glam::Vec3;
use serde_json::{Value, json};

use super::figure::FigurePoints;
use super::pictures::aspect;
use super::text::base64;
use crate::review::notes::Timebase;
use crate::scene::{Camera, Stage};
use crate::take::Take;

/// Frames a second, at most and nearly.
const RATE: f64 = 30.5;
/// So many frames of notes and findings are kept beside those that time picks.
const MAX_MARKED: usize = 100;
/// The whole numbers of an axis: the last one is for what is missing.
const STEPS: f64 = 65534.0;
const MISSING: [u16; 3] = [u16::MAX; 3];
/// Width and height of the player's view.
const VIEW: [u32; 2] = [4, 3];

pub(super) struct Motion {
    /// The frames that are in it, in order.
    frames: Vec<usize>,
    /// Every how many frames one is in it, where notes and findings ask for no other.
    step: usize,
    /// Whether that is more than time asks for, so that the page stays small.
    is_thinned: bool,
    /// What the page's script reads.
    pub data: Value,
}

impl Motion {
    /// The motion of a take within so many bytes, with the frames of notes and findings; `None` where a few frames
    /// already are more.
    pub fn new(take: &Take, stage: &Stage, marked: &[usize], max_bytes: usize) -> Option<Self> {
        let figure = FigurePoints::new(take);
        let bytes_a_frame = figure.count() * 6;
        let most = max_bytes / bytes_a_frame.max(1);
        let count = take.motion.frame_count().max(1);
        let marked = marked.iter().copied().filter(|&frame| frame < count);
        let marked: Vec<usize> = marked.take(MAX_MARKED.min(most / 2)).collect();
        let by_time = ((take.fps() / RATE).ceil() as usize).max(1);
        let by_size = count.div_ceil(most.saturating_sub(marked.len()).max(1));
        if most < MIN_FRAMES.min(count) {
            return None;
        }
        let step = by_time.max(by_size);
        let mut frames: Vec<usize> = (0..count).step_by(step).chain(marked).collect();
        frames.sort_unstable();
        frames.dedup();
        let data = data(take, stage, &figure, &frames);
        Some(Self { frames, step, is_thinned: by_size > by_time, data })
    }

    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// What is left out, for people; nothing where every frame is there.
    pub fn left_out(&self, take: &Take) -> Option<String> {
        let step = match self.step {
            1 => return None,
            2 => "every second frame".to_string(),
            3 => "every third frame".to_string(),
            step => format!("one frame of {step}"),
        };
        let why = if self.is_thinned { ", to keep the page small" } else { "" };
        let (shown, all) = (self.frames.len(), take.motion.frame_count());
        Some(format!(
            "The player has {step}{why}, beside those of notes and findings: {shown} of {all}."
        ))
    }
}

/// A motion with fewer frames than this is none.
const MIN_FRAMES: usize = 8;

fn data(take: &Take, stage: &Stage, figure: &FigurePoints, frames: &[usize]) -> Value {
    let positions = figure.positions(take, stage, frames);
    let (low, step) = bounds(&positions);
    let mut bytes = Vec::with_capacity(positions.len() * 6);
    for position in &positions {
        let quantized = if position.is_finite() {
            [0, 1, 2].map(|axis| quantize(position[axis], low[axis], step[axis]))
        } else {
            MISSING
        };
        bytes.extend(quantized.into_iter().flat_map(u16::to_le_bytes));
    }
    let (camera, has_all) = Camera::home(stage, aspect(VIEW));
    let base = Timebase::for_take(take);
    let timecodes: Vec<String> = frames.iter().map(|&frame| base.text(frame)).collect();
    let numbers: Vec<Option<i64>> = frames.iter().map(|&frame| take.number(frame)).collect();
    let numbers = take.numbers.as_ref().map(|_| numbers);
    json!({
        "frameTime": take.motion.frame_time(),
        "frames": frames,
        "numbers": numbers,
        "timecodes": timecodes,
        "points": figure.count(),
        "bones": figure.bones,
        "dots": figure.dots,
        "low": low,
        "step": step,
        "positions": base64(&bytes),
        "camera": {
            "target": camera.target.to_array(),
            "yaw": camera.yaw,
            "pitch": camera.pitch,
            "distance": camera.distance,
            "fieldOfView": camera.field_of_view,
            "follows": !has_all,
        },
    })
}

/// The lowest corner of all positions, and how far apart whole numbers are on each axis.
fn bounds(positions: &[Vec3]) -> ([f64; 3], [f64; 3]) {
    let finite = || positions.iter().filter(|position| position.is_finite());
    let low = finite().copied().reduce(Vec3::min).unwrap_or_default();
    let high = finite().copied().reduce(Vec3::max).unwrap_or_default();
    let low = low.to_array().map(f64::from);
    let high = high.to_array().map(f64::from);
    (low, [0, 1, 2].map(|axis| (high[axis] - low[axis]) / STEPS))
}

fn quantize(value: f32, low: f64, step: f64) -> u16 {
    if step > 0.0 { ((f64::from(value) - low) / step).round().clamp(0.0, STEPS) as u16 } else { 0 }
}
