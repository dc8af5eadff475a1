//! The options that change takes before they are written.

use clap::{Args, ValueHint};

use super::options::one_of;
use crate::export::{Changes, UNITS};
use crate::take::SignedAxis;

/// What is changed of takes before they are written.
#[derive(Args)]
#[command(next_help_heading = "Changes")]
pub(super) struct ChangeOptions {
    /// Only these frames, counted from 0, such as 120-480, 120- or 120-last
    #[arg(long, value_name = "FIRST-LAST", value_hint = ValueHint::Other, value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    frames: Option<[usize; 2]>,
    /// Frames a second: frames are picked where they fall on those of the take, else transforms are interpolated
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, value_parser = rate)]
    fps: Option<f64>,
    /// Only this joint and all below it
    #[arg(long, value_name = "JOINT", value_hint = ValueHint::Other)]
    joints: Option<String>,
    /// Put the root above the origin on the first frame; its height stays
    #[arg(long)]
    root_to_origin: bool,
    /// Write all lengths in this unit
    #[arg(long, value_parser = one_of(UNITS))]
    unit: Option<f64>,
    /// Multiply all lengths
    #[arg(long, value_name = "FACTOR", value_hint = ValueHint::Other, value_parser = scale)]
    scale: Option<f64>,
    /// The axis that points up: the world is turned with it
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    #[arg(value_parser = one_of(SignedAxis::ALL.map(|up| (up.name(), up))))]
    up: Option<SignedAxis>,
    /// Write positions in the world instead of rotations
    #[arg(long)]
    bake_positions: bool,
}

impl ChangeOptions {
    /// What is changed.
    pub fn changes(&self) -> Changes {
        Changes {
            frames: self.frames.map(|[first, last]| first..last.saturating_add(1)),
            fps: self.fps,
            joints: self.joints.clone(),
            root_to_origin: self.root_to_origin,
            unit: self.unit,
            scale: self.scale,
            up: self.up,
            bake_positions: self.bake_positions,
        }
    }
}

/// The first and the last frame.
fn range(text: &str) -> Result<[usize; 2], &'static str> {
    const WRONG: &str = "write FIRST-LAST, such as 120-480, 120- or 120-last";
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let first = first.trim().parse().map_err(|_| WRONG)?;
    let last = match last.trim() {
        "" | "last" => usize::MAX - 1,
        last => last.parse().map_err(|_| WRONG)?,
    };
    if last < first {
        return Err("the last frame is ahead of the first");
    }
    Ok([first, last])
}

/// A number of frames a second.
pub(super) fn rate(text: &str) -> Result<f64, &'static str> {
    let rate = text.trim().parse().ok();
    rate.filter(|&rate| crate::loader::Options::is_rate(rate))
        .ok_or("write a number of frames a second")
}

fn scale(text: &str) -> Result<f64, &'static str> {
    let scale = text.trim().parse().ok();
    scale
        .filter(|scale: &f64| (1e-6..=1e6).contains(scale))
        .ok_or("write a number from 0.000001 to 1000000")
}
