//! The CSV writers: a row for each frame, with world positions or with the values of channels.
//!
//! ```text
//! frame,number,time,Hips.x,Hips.y,Hips.z            positions, in the take's own unit and axes
//! frame,number,time,Hips.Zrotation,Hips.Xrotation   the values of channels, as the file has them
//! ```
//!
//! Rushes reads positions back: see `loader::positions`.

use std::io::{self, Write};

use super::format::{ContentKind, Export, StatedUnit, WriteTake};
use super::points::{each_frame, warn_of_far};
use crate::take::{Axis, CsvTexts, Node, Take, Warnings, microseconds};

pub(super) const fn positions(write: WriteTake) -> Export {
    Export {
        about: "As TRC, in the take's own unit and axes, a row a frame; Rushes reads it back",
        ..Export::new("CSV", "csv", StatedUnit::Never, ContentKind::Positions, write)
    }
}

pub(super) const fn channels(write: WriteTake) -> Export {
    Export::new("CSV of channels", "channels.csv", StatedUnit::Never, ContentKind::Channels, write)
}

pub(super) fn write_positions(
    take: &Take,
    texts: CsvTexts,
    out: &mut dyn Write,
    warnings: &mut Warnings,
) -> io::Result<()> {
    let nodes = take.skeleton.nodes();
    // Bone ends, which come behind all nodes, have none.
    let confidence: Vec<Option<usize>> = nodes.iter().map(Node::confidence_column).collect();
    let confidence_of = |point: usize| confidence.get(point).copied().flatten();
    let names = take.points().enumerate().flat_map(|(i, point)| {
        let places = Axis::ALL.map(|axis| axis.name().to_lowercase());
        let confidence = confidence_of(i).map(|_| "confidence".to_string());
        let columns = places.into_iter().chain(confidence);
        columns.map(move |column| format!("{}.{column}", point.name)).collect::<Vec<_>>()
    });
    header(names, texts, out)?;
    let too_far = each_frame(take, 1.0, |frame, places| {
        write!(out, "{}", row_head(take, frame))?;
        let row = take.row(frame);
        for (i, place) in places.iter().enumerate() {
            write_values(out, &place.to_array())?;
            write_values(out, confidence_of(i).map_or(&[], |at| &row[at..=at]))?;
        }
        out.write_all(b"\n")
    })?;
    warn_of_far(too_far, warnings);
    Ok(())
}

pub(super) fn write_channels(take: &Take, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    let names = take.skeleton.iter().flat_map(|(id, node)| {
        let channels = 0..node.channels.len();
        channels.map(move |channel| format!("{}.{}", node.name, take.channel_name(id, channel)))
    });
    header(names, texts, out)?;
    for frame in 0..take.motion.frame_count().max(1) {
        write!(out, "{}", row_head(take, frame))?;
        write_values(out, take.row(frame))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

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
pub(crate) fn row_head(take: &Take, frame: usize) -> String {
    let number = take.number(frame).map_or(String::new(), |number| number.to_string());
    format!("{frame},{number},{}", microseconds(take.file_time(frame)))
}

/// Values behind commas; nothing between them where they are missing.
pub(crate) fn write_values(out: &mut dyn Write, values: &[f32]) -> io::Result<()> {
    values.iter().try_for_each(|value| {
        if value.is_finite() { write!(out, ",{value}") } else { out.write_all(b",") }
    })
}
