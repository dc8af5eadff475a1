//! The table as CSV, a row a node or a row a frame, and as JSON.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::table::{Moment, Rotations, Row, Table};
use crate::export::csv::{moment, values};
use crate::take::{CsvTexts, microseconds};

/// Frame, number and time of a moment; one between two frames has no number.
fn cells(table: &Table<'_>, at: Moment) -> String {
    if at.part == 0.0 {
        moment(table.take, at.frame)
    } else {
        format!("{},,{}", fraction(at), microseconds(at.time))
    }
}

/// A frame with the part of the way to the next one.
fn fraction(at: Moment) -> f64 {
    microseconds(at.frame as f64 + at.part)
}

/// A row for each part on each frame.
pub(super) fn long(table: &Table<'_>, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    let is_euler = table.rotations == Some(Rotations::Euler);
    let middle = table.parts.iter().map(|part| {
        let channel = part.channel.as_deref().map(|name| format!(",{}", texts.cell(name)));
        format!("{},{}{}", part.index, texts.cell(&part.name), channel.unwrap_or_default())
    });
    let middle: Vec<String> = middle.collect();
    let orders = table
        .parts
        .iter()
        .map(|part| if is_euler { format!(",{}", table.order_name(part)) } else { String::new() });
    let orders: Vec<String> = orders.collect();
    let [positions, rotations] = if table.is_of_channels {
        [",channel,value", ""].map(String::from)
    } else {
        let rotations = table.rotations.map_or(&[][..], Rotations::names).iter();
        let rotations: String = rotations.map(|name| format!(",{name}")).collect();
        [",x,y,z".to_string(), rotations]
    };
    let order = if is_euler { ",order" } else { "" };
    writeln!(out, "frame,number,time,index,node{positions}{order}{rotations}")?;
    let width = table.width();
    let ahead = width.min(3);
    table.each_row(|Row { moment, values: row }| {
        let moment = cells(table, moment);
        for ((middle, order), part) in middle.iter().zip(&orders).zip(row.chunks(width)) {
            write!(out, "{moment},{middle}")?;
            values(out, &part[..ahead])?;
            out.write_all(order.as_bytes())?;
            values(out, &part[ahead..])?;
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
    table.each_row(|Row { moment, values: row }| {
        out.write_all(cells(table, moment).as_bytes())?;
        values(out, row)?;
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

/// A frame, or between two of them.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(usize),
    Between(f64),
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
    values: Option<Values<'a>>,
}

/// Some of the values of each part: null where they are missing.
struct Parts<'a> {
    row: &'a [f32],
    width: usize,
    from: usize,
    to: usize,
}

struct Values<'a>(&'a [f32]);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let table = self.0;
        let mut rows = serializer.serialize_seq(Some(table.moments.len()))?;
        let width = table.width();
        table.each_row(|Row { moment, values: row }| {
            let part = |from, to| Parts { row, width, from, to };
            let is_of_points = !table.is_of_channels;
            rows.serialize_element(&FrameRow {
                frame: if moment.part == 0.0 {
                    Number::Whole(moment.frame)
                } else {
                    Number::Between(fraction(moment))
                },
                number: moment.number(table.take),
                time: microseconds(moment.time),
                positions: is_of_points.then(|| part(0, 3)),
                rotations: table.rotations.map(|_| part(3, width)),
                values: table.is_of_channels.then_some(Values(row)),
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

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.0.iter();
        serializer.collect_seq(values.map(|value| Some(*value).filter(|value| value.is_finite())))
    }
}

pub(super) fn json(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    let take = table.take;
    let is_euler = table.rotations == Some(Rotations::Euler);
    let nodes = table.parts.iter().map(|part| {
        let node = part.node.index();
        let parent = take.skeleton[part.node].parent.map(|parent| parent.index());
        NodeRow {
            name: &part.name,
            parent: if part.is_tip { Some(node) } else { parent },
            tip_of: part.is_tip.then_some(node),
            order: is_euler.then(|| table.order_name(part)),
        }
    });
    let channels = table.parts.iter().filter_map(|part| {
        Some(ChannelRow { node: part.index, name: &part.name, channel: part.channel.as_deref()? })
    });
    let document = Document {
        schema: 1,
        take: &take.name,
        format: take.format,
        frame_count: take.motion.frame_count(),
        frame_time: take.motion.frame_time(),
        metres_per_unit: table.metres_per_unit,
        up: table.up.name(),
        nodes: (!table.is_of_channels).then(|| nodes.collect()),
        channels: table.is_of_channels.then(|| channels.collect()),
        frames: Frames(table),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
