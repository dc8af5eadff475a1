//! The TRC writer; the layout of the file is described in `loader::trc`.
//!
//! Every joint, or marker, is a column of markers, and so is every bone end that is no joint. Frames have the numbers
//! and times that the file gives them, else they count from 1. Lengths are in millimetres, or in metres where the
//! take is: these are the units that readers of TRC know.

use std::io::{self, Write};

use super::format::warn_of_up;
use super::names::Names;
use super::points::{LengthUnit, beside_origin, decimals, each_frame, warn_of_far};
use super::text;
use crate::take::{Take, Warnings, in_one_line};

const NAMES: Names = Names {
    format: "TRC",
    rule: "names without tabs and line ends",
    taken: &[],
    allowed: |c| !c.is_control(),
    unique: false,
};

const UNITS: [(&str, f64); 2] = [("mm", 0.001), ("m", 1.0)];

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let points: Vec<_> = take.points().collect();
    let names = NAMES.make_valid(points.iter().map(|point| &point.name), warnings);
    let unit = LengthUnit::of(take, &UNITS);
    let count = take.motion.frame_count().max(1);
    let rate = text::number(take.fps(), text::RATE);
    let first = take.number(0).unwrap_or(1);
    warn_of_up(take, "TRC", warnings);
    let file = in_one_line(&take.name);
    writeln!(out, "PathFileType\t4\t(X/Y/Z)\t{file}.trc")?;
    let keys = "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames";
    writeln!(out, "{keys}")?;
    let (markers, unit_name) = (points.len(), unit.name);
    writeln!(out, "{rate}\t{rate}\t{count}\t{markers}\t{unit_name}\t{rate}\t{first}\t{count}")?;
    write!(out, "Frame#\tTime")?;
    for name in &names {
        write!(out, "\t{name}\t\t")?;
    }
    write!(out, "\n\t")?;
    for number in 1..=markers {
        write!(out, "\tX{number}\tY{number}\tZ{number}")?;
    }
    writeln!(out, "\n")?;
    let (decimals, least) = decimals(take, unit.scale)?;
    let mut line = Vec::new();
    let too_far = each_frame(take, unit.scale, |frame, places| {
        line.clear();
        let number = take.number(frame).unwrap_or(1 + frame as i64);
        write!(line, "{number}\t")?;
        text::push(&mut line, take.file_time(frame), text::CLOCK);
        for &place in places {
            for value in beside_origin(place, least).to_array() {
                line.push(b'\t');
                if place.is_finite() {
                    text::push(&mut line, value.into(), decimals);
                }
            }
        }
        line.push(b'\n');
        out.write_all(&line)
    })?;
    warn_of_far(too_far, warnings);
    Ok(())
}
