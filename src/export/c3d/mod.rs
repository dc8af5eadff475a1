//! The C3D writer; the layout of the file is described in `loader::c3d`.
//!
//! Every joint, or marker, is a point, and so is every bone end that is no joint. Numbers are floats of Intel. Lengths
//! are in millimetres, or in metres or centimetres where the take is; POINT:X_SCREEN and POINT:Y_SCREEN tell which
//! axis is up. A missing point has a residual of -1. Events go into the group EVENT and count from frame 1 of the
//! trial, as most programs have them.

mod parameters;

use std::io::{self, Write};

use super::names::Names;
use super::points::{LengthUnit, beside_origin, decimals, each_frame, warn_of_far};
use crate::take::{Axis, FileNumbers, FrameNumbers, Take, WarningCode, Warnings};
use parameters::{BLOCK, Parameters};

const NAMES: Names = Names {
    format: "C3D",
    rule: "names of one line",
    taken: &[],
    allowed: |c| !c.is_control(),
    unique: false,
};

const UNITS: [(&str, f64); 3] = [("mm", 0.001), ("cm", 0.01), ("m", 1.0)];

/// What a file says of itself, in numbers of its own sizes.
struct Layout {
    points: u16,
    frames: usize,
    first: u16,
    rate: f32,
}

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let points: Vec<_> = take.points().collect();
    let layout = Layout {
        points: u16::try_from(points.len())
            .map_err(|_| io::Error::other("C3D has room for 65,535 points"))?,
        frames: take.motion.frame_count().max(1),
        first: first_number(take),
        rate: take.fps() as f32,
    };
    let names = NAMES.make_valid(points.iter().map(|point| &point.name), warnings);
    let unit = LengthUnit::of(take, &UNITS);
    let up = take.units.up.direction;
    if up.is_negative {
        let message = format!("{} is up, of which C3D can only tell the axis", up.name());
        warnings.add(WarningCode::UnitLeftOut, message);
    }
    // Where the data begin depends on how long the parameters are, which does not depend on where that is.
    let blocks = |data_start| parameters(take, &layout, &names, &unit, data_start).blocks();
    let parameters = blocks(0);
    let data_start = 2 + parameters.len() / BLOCK;
    let parameters = blocks(u16::try_from(data_start).unwrap_or(u16::MAX));
    out.write_all(&header(&layout, data_start as u16))?;
    out.write_all(&parameters)?;
    let (_, least) = decimals(take, unit.scale)?;
    let mut bytes = Vec::new();
    let too_far = each_frame(take, unit.scale, |_, places| {
        bytes.clear();
        for &place in places {
            let values = if place.is_finite() {
                beside_origin(place, least).extend(0.0).to_array()
            } else {
                [0.0, 0.0, 0.0, -1.0]
            };
            for value in values {
                bytes.extend(f32::to_le_bytes(value));
            }
        }
        out.write_all(&bytes)
    })?;
    warn_of_far(too_far, warnings);
    let written = layout.frames * 16 * usize::from(layout.points);
    out.write_all(&vec![0; written.next_multiple_of(BLOCK) - written])
}

/// The number of the first frame, where the file of the take numbers its frames evenly and C3D has room for them.
fn first_number(take: &Take) -> u16 {
    let is_even = matches!(take.numbers, Some(FileNumbers::Even(FrameNumbers { step: 1, .. })));
    let first = take.number(0).filter(|&first| is_even && first > 0);
    first.and_then(|first| u16::try_from(first).ok()).unwrap_or(1)
}

/// The number of the last frame, as far as there is room for it.
fn last_number(layout: &Layout) -> usize {
    usize::from(layout.first) + layout.frames - 1
}

fn header(layout: &Layout, data_start: u16) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    // The parameters begin in the second block.
    block[..2].copy_from_slice(&[2, 80]);
    let last = u16::try_from(last_number(layout)).unwrap_or(u16::MAX);
    // A frame has one sample of each analog channel, by the rate that the parameters say: of none.
    for (at, number) in
        [(2, layout.points), (6, layout.first), (8, last), (16, data_start), (18, 1)]
    {
        block[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    for (at, number) in [(12, -1.0), (20, layout.rate)] {
        block[at..at + 4].copy_from_slice(&f32::to_le_bytes(number));
    }
    block
}

fn parameters(
    take: &Take,
    layout: &Layout,
    names: &[String],
    unit: &LengthUnit,
    data_start: u16,
) -> Parameters {
    let mut all = Parameters::default();
    let frames = layout.frames;
    all.group("POINT");
    all.integers("USED", &[layout.points]);
    all.float("SCALE", -1.0);
    all.float("RATE", layout.rate);
    all.integers("DATA_START", &[data_start]);
    all.integers("FRAMES", &[u16::try_from(frames).unwrap_or(u16::MAX)]);
    all.float("LONG_FRAMES", frames as f32);
    all.texts("LABELS", names);
    all.texts("DESCRIPTIONS", &vec![String::new(); names.len()]);
    all.text("UNITS", unit.name);
    let [x, y] = match take.units.up.direction.axis {
        Axis::X => ["+Y", "+X"],
        Axis::Y => ["+X", "+Y"],
        Axis::Z => ["+X", "+Z"],
    };
    all.text("X_SCREEN", x);
    all.text("Y_SCREEN", y);
    all.group("ANALOG");
    all.integers("USED", &[0]);
    all.float("GEN_SCALE", 1.0);
    all.float("RATE", layout.rate);
    all.group("FORCE_PLATFORM");
    all.integers("USED", &[0]);
    all.group("TRIAL");
    let halves = |number: usize| [number as u16, (number >> 16) as u16];
    all.integers("ACTUAL_START_FIELD", &halves(layout.first.into()));
    all.integers("ACTUAL_END_FIELD", &halves(last_number(layout)));
    all.float("CAMERA_RATE", layout.rate);
    if !take.events.is_empty() {
        events(take, layout, &mut all);
    }
    all.group("MANUFACTURER");
    all.text("SOFTWARE", "Rushes");
    all.text("VERSION_LABEL", env!("CARGO_PKG_VERSION"));
    all
}

/// Events by minutes and seconds from frame 1 of the trial.
fn events(take: &Take, layout: &Layout, all: &mut Parameters) {
    let lead = f64::from(layout.first - 1) * take.motion.frame_time();
    let times = take.events.iter().flat_map(|event| {
        let time = event.time + lead;
        let minutes = (time / 60.0).floor();
        [minutes as f32, (time - 60.0 * minutes) as f32]
    });
    let times: Vec<f32> = times.collect();
    // As most programs have it: the side in a text of its own.
    let parts = take.events.iter().map(|event| {
        let (side, rest) = event.label.split_once(' ').unwrap_or_default();
        if ["Left", "Right", "General"].contains(&side) {
            (side.to_string(), rest.to_string())
        } else {
            (String::new(), event.label.clone())
        }
    });
    let (contexts, labels): (Vec<String>, Vec<String>) = parts.unzip();
    all.group("EVENT");
    all.integers("USED", &[labels.len() as u16]);
    all.texts("CONTEXTS", &contexts);
    all.texts("LABELS", &labels);
    all.pairs("TIMES", &times);
}
