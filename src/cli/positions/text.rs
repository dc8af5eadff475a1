//! The table as CSV, a row a node or a row a frame, and as JSON.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::table::{Rotations, Row, SampleTime, Table};
use crate::export::csv::{row_head, write_values};
use crate::take::{CsvTexts, microseconds};

/// Frame, number and time; between two frames there is no number.
fn sample_cells(table: &Table<'_>, sample: SampleTime) -> String {
    if sample.fraction == 0.0 {
        row_head(table.take, sample.frame)
    } else {
        let [frame, time] = [sample.fractional_frame(), sample.time].map(microseconds);
        format!("{frame},,{time}")
    }
}

/// A row for each part on each frame.
pub(super) fn long(table: &Table<'_>, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    let is_euler = table.rotations == Some(Rotations::Euler);
    let cells = table.parts.iter().map(|part| {
        let channel = part.channel.as_deref().map(|name| format!(",{}", texts.cell(name)));
        let channel = channel.unwrap_or_default();
        let order = if is_euler { format!(",{}", table.order_name(part)) } else { String::new() };
        (format!("{},{}{channel}", part.index, texts.cell(&part.name)), order)
    });
    let cells: Vec<(String, String)> = cells.collect();
    let values = if table.has_channels { "channel,value" } else { "x,y,z" };
    let order = if is_euler { ",order" } else { "" };
    let rotations = table.rotations.map_or(&[][..], Rotations::names).iter();
    let rotations: String = rotations.map(|name| format!(",{name}")).collect();
    let confidence = if table.has_confidence { ",confidence" } else { "" };
    writeln!(out, "frame,number,time,index,node,{values}{order}{rotations}{confidence}")?;
    let width = table.width();
    let ahead = width.min(3);
    table.each_row(|Row { sample, values }| {
        let sample = sample_cells(table, sample);
        for ((node, order), part) in cells.iter().zip(values.chunks(width)) {
            write!(out, "{sample},{node}")?;
            write_values(out, &part[..ahead])?;
            out.write_all(order.as_bytes())?;
            write_values(out, &part[ahead..])?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// A row for each frame.
pub(super) fn wide(table: &Table<'_>, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "frame,number,time")?;
    for part in &table.parts {
        match &part.channel {
            Some(channel) => write!(out, ",{}", texts.cell(&format!("{}.{channel}", part.name)))?,
            None => table.columns().iter().try_for_each(|column| {
                write!(out, ",{}", texts.cell(&format!("{}.{column}", part.name)))
            })?,
        }
    }
    writeln!(out)?;
    table.each_row(|Row { sample, values }| {
        out.write_all(sample_cells(table, sample).as_bytes())?;
        write_values(out, values)?;
        out.write_all(b"\n")
    })
}

/// The JSON object. Its frames are evaluated while it is written: all of them may not fit in memory.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    take: &'a str,
    format: &'a str,
    frame_count: usize,
    frame_time: f64,
    metres_per_unit: Option<f64>,
    up: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<NodeRow<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Vec<ChannelRow<'a>>>,
    frames: Frames<'a>,
}

#[derive(Serialize)]
struct NodeRow<'a> {
    name: &'a str,
    parent: Option<usize>,
    tip_of: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
}

#[derive(Serialize)]
struct ChannelRow<'a> {
    node: usize,
    name: &'a str,
    channel: &'a str,
}

struct Frames<'a>(&'a Table<'a>);

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Integer(usize),
    Fraction(f64),
}

#[derive(Serialize)]
struct FrameRow<'a> {
    frame: Number,
    number: Option<i64>,
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Parts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotations: Option<Parts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Vec<Option<f32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Option<f32>>>,
}

/// Some of the values of each part: null where they are missing.
struct Parts<'a> {
    row: &'a [f32],
    width: usize,
    from: usize,
    to: usize,
}

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let table = self.0;
        let mut rows = serializer.serialize_seq(Some(table.samples.len()))?;
        let width = table.width();
        table.each_row(|Row { sample, values: row }| {
            let part = |from, to| Parts { row, width, from, to };
            let known = |value: &f32| Some(*value).filter(|value| value.is_finite());
            rows.serialize_element(&FrameRow {
                frame: if sample.fraction == 0.0 {
                    Number::Integer(sample.frame)
                } else {
                    Number::Fraction(microseconds(sample.fractional_frame()))
                },
                number: sample.number(table.take),
                time: microseconds(sample.time),
                positions: (!table.has_channels).then(|| part(0, 3)),
                rotations: table.rotations.map(|of| part(3, 3 + of.names().len())),
                confidence: table
                    .has_confidence
                    .then(|| row.chunks(width).map(|part| known(&part[width - 1])).collect()),
                values: table.has_channels.then(|| row.iter().map(known).collect()),
            })
        })?;
        rows.end()
    }
}

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.row.chunks(self.width).map(|part| &part[self.from..self.to]);
        let is_there = |part: &&[f32]| part.iter().all(|value| value.is_finite());
        serializer.collect_seq(parts.map(|part| Some(part).filter(is_there)))
    }
}

pub(super) fn json(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    let take = table.take;
    let is_euler = table.rotations == Some(Rotations::Euler);
    let nodes = table.parts.iter().map(|part| NodeRow {
        name: &part.name,
        parent: table.parent(part),
        tip_of: part.tip_of(),
        order: is_euler.then(|| table.order_name(part)),
    });
    let channels = table.parts.iter().filter_map(|part| {
        Some(ChannelRow { node: part.index, name: &part.name, channel: part.channel.as_deref()? })
    });
    let document = Document {
        schema: 1,
        take: &take.name,
        format: take.format.name(),
        frame_count: take.motion.frame_count(),
        frame_time: take.motion.frame_time(),
        metres_per_unit: table.metres_per_unit,
        up: table.up.name(),
        nodes: (!table.has_channels).then(|| nodes.collect()),
        channels: table.has_channels.then(|| channels.collect()),
        frames: Frames(table),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
