//! The CSV writers: a row for each frame, with world positions or with the values of channels.
//!
//! ```text
//! frame,number,time,Hips.x,Hips.y,Hips.z            positions, in the take's own unit and axes
//! frame,number,time,Hips.Zrotation,Hips.Xrotation   the values of channels, as the file has them
//! ```
//!
//! Rushes reads positions back: see `loader::positions`.

use std::io::{self, Write};

use super::format::{Export, Holds, StatedUnit};
use super::points::{each_frame, warn_of_far};
use crate::take::{Axis, CsvTexts, Take, Warnings, microseconds};

/// The rows of these formats.
pub(super) const POSITIONS: Export = Export {
    name: "CSV",
    extension: "csv",
    unit: StatedUnit::Never,
    holds: Holds::Positions,
    has_events: false,
    second: None,
    write: |take, out, warnings| positions(take, CsvTexts::Guarded, out, warnings),
};
pub(super) const CHANNELS: Export = Export {
    name: "CSV of channels",
    extension: "channels.csv",
    unit: StatedUnit::Never,
    holds: Holds::Channels,
    has_events: false,
    second: None,
    write: |take, out, _| channels(take, CsvTexts::Guarded, out),
};
/// The same with texts as they are.
pub(super) const RAW_POSITIONS: Export = Export {
    write: |take, out, warnings| positions(take, CsvTexts::Raw, out, warnings),
    ..POSITIONS
};
pub(super) const RAW_CHANNELS: Export = Export {
    write: |take, out, _| channels(take, CsvTexts::Raw, out),
    ..CHANNELS
};

fn positions(
    take: &Take,
    texts: CsvTexts,
    out: &mut dyn Write,
    warnings: &mut Warnings,
) -> io::Result<()> {
    let points = take.points();
    let names = points.iter().flat_map(|point| {
        Axis::ALL.map(|axis| format!("{}.{}", point.name, axis.name().to_lowercase()))
    });
    header(names, texts, out)?;
    let too_far = each_frame(take, 1.0, |frame, places| {
        write!(out, "{}", moment(take, frame))?;
        for place in places {
            values(out, &place.to_array())?;
        }
        out.write_all(b"\n")
    })?;
    warn_of_far(too_far, warnings);
    Ok(())
}

fn channels(take: &Take, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    let nodes = take.skeleton.iter();
    let names = nodes.flat_map(|(id, node)| {
        let channels = 0..node.channels.len();
        channels.map(move |channel| format!("{}.{}", node.name, take.channel_name(id, channel)))
    });
    header(names, texts, out)?;
    for frame in 0..take.motion.frame_count().max(1) {
        write!(out, "{}", moment(take, frame))?;
        values(out, take.row(frame))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The names of the columns.
fn header(
    names: impl Iterator<Item = String>,
    texts: CsvTexts,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"frame,number,time")?;
    for name in names {
        write!(out, ",{}", texts.cell(&name))?;
    }
    writeln!(out)
}

/// The first columns of a row: frame, number, time.
pub(crate) fn moment(take: &Take, frame: usize) -> String {
    let number = take.number(frame);
    let number = number.map_or(String::new(), |number| number.to_string());
    format!("{frame},{number},{}", microseconds(take.file_time(frame)))
}

/// Values behind commas; nothing between them where they are missing.
pub(crate) fn values(out: &mut dyn Write, values: &[f32]) -> io::Result<()> {
    values.iter().try_for_each(|value| match value.is_finite() {
        true => write!(out, ",{value}"),
        false => out.write_all(b","),
    })
}
