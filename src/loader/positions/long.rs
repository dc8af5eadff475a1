//! Positions with a row for each node on each frame: of whom a row is does not depend on the column.

use std::collections::HashMap;

use super::super::Source;
use super::super::chunks::{MergedRows, RowMerge};
use super::super::error::LoadError;
use super::super::gaps::{COLUMNS, point_columns};
use super::super::line::Lines;
use super::super::marker::frame_number;
use super::super::scanner::Reader;
use super::super::table::{
    self, BadField, ExpectedField, FirstRow, FrameRows, GapRule, RowFacts, RowLayout, RowPrefix,
    Separator, TableRows, arrange, field, runs, unquoted,
};
use super::super::unread_rows::Damage;
use super::super::word::Word;
use super::columns::{
    CONFIDENCE, MOMENT, NODE, POSITION, Table, begin_with, no_positions, value_name,
};
use super::stamps::Stamp;
use crate::take::{WarningCode, counted, strip_guard};

/// The nodes of the first frame, which are those of all.
#[derive(Default)]
struct Nodes<'a> {
    names: Vec<Word<'a>>,
    /// Where each of them is in the list, by its index in the take that was written.
    known: HashMap<i64, u32>,
    /// Whether the index of each is its place there, as it mostly is.
    are_in_order: bool,
    /// Whether another frame follows the first one, so that no more of them come.
    are_all: bool,
}

/// Which row is of which node on which frame.
#[derive(Default)]
struct RowOrder {
    /// What stands ahead of the first row of each frame, and which row that is.
    stamps: Vec<Stamp>,
    firsts: Vec<u32>,
    /// A row and the node that it is of, wherever that is not the one behind the node of the row before.
    jumps: Vec<[u32; 2]>,
    rows: u32,
    /// The node behind that of the last row.
    next: u32,
}

impl RowMerge for RowOrder {
    fn join(&mut self, next: Self) -> bool {
        let known = self.stamps.last().map(|stamp| stamp.frame);
        let is_same_frame = next.stamps.first().is_some_and(|stamp| Some(stamp.frame) == known);
        let new = usize::from(is_same_frame);
        self.stamps.extend(next.stamps.iter().skip(new));
        let firsts = next.firsts.iter().skip(new);
        self.firsts.extend(firsts.map(|first| first + self.rows));
        let follows = |&&[row, node]: &&[u32; 2]| row > 0 || node != self.next || self.rows == 0;
        let jumps = next.jumps.iter().filter(follows);
        self.jumps.extend(jumps.map(|&[row, node]| [row + self.rows, node]));
        if next.rows > 0 {
            self.next = next.next;
        }
        self.rows += next.rows;
        true
    }
}

impl RowPrefix for Nodes<'_> {
    /// The node is its place in the list of nodes.
    type Row = (Stamp, u32);
    type Facts = RowOrder;

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(Self::Row, usize), BadField<'t>> {
        let (stamp, at) = Stamp::read::<SEPARATOR>(text, at)?;
        let (index, next) = field::<SEPARATOR>(text, at);
        let node = frame_number(index).and_then(|index| self.place(index));
        let Some(node) = node else {
            let expected = ExpectedField::Other("the index of a node of the first frame");
            return Err(BadField { at, text: index, expected });
        };
        let (_, next) = field::<SEPARATOR>(text, next);
        Ok(((stamp, node), next))
    }

    fn add(&self, (stamp, node): Self::Row, order: &mut RowOrder) -> bool {
        if order.stamps.last().map(|last| last.frame) != Some(stamp.frame) {
            order.stamps.push(stamp);
            order.firsts.push(order.rows);
        }
        if order.rows == 0 || order.next != node {
            order.jumps.push([order.rows, node]);
        }
        order.rows += 1;
        order.next = (node + 1) % self.names.len() as u32;
        true
    }

    fn frame(&self, row: usize) -> usize {
        row / self.names.len()
    }
}

impl<'a> Nodes<'a> {
    /// The nodes of the frame that the first row is of.
    fn of(lines: Lines<'a>) -> Self {
        let mut nodes = Self::default();
        let mut first = None;
        for line in lines.filter(|line| !line.is_blank()) {
            let [frame, _, _, index, name, ..] = line.split(Separator::Comma)[..] else { continue };
            if *first.get_or_insert(frame.text) != frame.text {
                nodes.are_all = true;
                break;
            }
            if let Some(index) = frame_number(index.text) {
                let count = nodes.names.len() as u32;
                if *nodes.known.entry(index).or_insert(count) == count {
                    nodes.names.push(name);
                }
            }
        }
        nodes.are_in_order = nodes.known.iter().all(|(&index, &place)| index == i64::from(place));
        nodes
    }

    fn place(&self, index: i64) -> Option<u32> {
        if self.are_in_order {
            let place = u32::try_from(index).ok()?;
            return ((place as usize) < self.names.len()).then_some(place);
        }
        self.known.get(&index).copied()
    }
}

/// Reads a table whose columns behind index and node have these names, and whose rows begin at byte `start`.
pub(super) fn read(
    start: usize,
    fields: &[Word<'_>],
    reader: &mut Reader<'_>,
) -> Result<Table, LoadError> {
    let scan = reader.scan;
    if !begin_with(fields, &POSITION) {
        return Err(no_positions(&scan, fields.first().map_or(start, |field| field.at)));
    }
    let prefix = MOMENT.len() + NODE.len();
    let lines = scan.at(start).lines();
    let first = FirstRow::find(lines.clone(), Separator::Comma, prefix, &scan)?;
    let nodes = Nodes::of(lines);
    if nodes.names.is_empty() {
        let what = "the index and the name of a node in the first row";
        return Err(scan.expected_at(first.line.at, what, "none"));
    }
    if scan.source.whole.is_some() && !nodes.are_all {
        let end = scan.at(scan.source.bytes.len());
        return Err(
            end.expected("a row of the second frame, ahead of which there may be more nodes")
        );
    }
    let others = fields.len() + first.left_over(fields.len(), reader);
    let has_confidence = fields.last().is_some_and(|field| field.text == CONFIDENCE.as_bytes());
    let width = point_columns(has_confidence);
    let is_read = |column: usize| column < COLUMNS || has_confidence && column + 1 == fields.len();
    let names = nodes.names.iter().map(|word| strip_guard(&unquoted(word.text)).to_string());
    let names: Vec<String> = names.collect();
    let places = nodes.names.iter().map(|word| word.at).collect();
    let layout = RowLayout {
        separator: Separator::Comma,
        prefix: nodes,
        runs: &runs((0..others).map(is_read)),
        gaps: &[],
        gap_rule: GapRule::Points(width),
        name: &|column| format!("{} of a node", value_name(column % width)),
        why: "the first line names the columns of a row",
    };
    // The nodes are those of the rows of the first frame, and the last frame has what is left.
    let source = Source { large: None, ..scan.source };
    let read = table::read(&source, start, &layout, &mut reader.warnings)?;
    Ok(Table { rows: frames(read, [names.len(), width], reader)?, names, places, has_confidence })
}

/// The rows of nodes as rows of frames, with a stamp each.
fn frames(
    read: MergedRows<RowFacts<RowOrder>>,
    [nodes, width]: [usize; 2],
    reader: &mut Reader<'_>,
) -> Result<TableRows<Vec<Stamp>>, LoadError> {
    let MergedRows { mut values, rows, facts } = read;
    let source = reader.scan.source;
    let mut order = facts.prefix;
    let mut damage = Damage::default();
    let (mut error, [lost, mut behind]) = match facts.losses.judge(rows)? {
        Some((error, counts)) => (Some(error), counts),
        None => (None, [0; 2]),
    };
    // Of a file that breaks off, the last frame may have lost nodes, and half of a number.
    let is_cut_off = source.whole.is_some() || source.bytes.last().is_some_and(|&b| b != b'\n');
    let last = order.firsts.last().map_or(0, |&first| rows - first as usize);
    let has_half = last < nodes && order.stamps.len() > 1;
    if is_cut_off && (has_half || behind > 0) {
        if has_half {
            order.stamps.pop();
            order.firsts.pop();
            values.truncate(values.len() - last * width);
        }
        let many = counted(nodes, "node");
        let what = format!("the last frame has {last} of {many}");
        let at_end = || reader.scan.contradiction(source.bytes.len(), what);
        let at_end = error.take_if(|_| lost == behind).unwrap_or_else(at_end);
        let count = order.stamps.len();
        damage.lose(count..count + 1, Some(at_end));
    } else {
        behind = 0;
    }
    let warnings = &mut reader.warnings;
    if let Some(error) = error
        && let Some(place) = error.place()
    {
        let message = format!("a row cannot be read, its node is a gap: {}", error.kind());
        warnings.add_times(WarningCode::MarkerIncomplete, place, message, lost - behind);
    }
    let count = order.stamps.len();
    let cells = count.saturating_mul(nodes);
    if cells > 2 * rows + nodes {
        let many = counted(nodes, "node");
        let what = format!("the first frame has {many}, most of which have no row on most frames");
        return Err(reader.scan.contradiction(reader.scan.at, what));
    }
    let arranged = if order.is_regular(nodes) {
        let filled = values.len() / width;
        // What the last frame has too little is a gap.
        values.resize(cells * width, f32::NAN);
        FrameRows { values, filled, repeated: 0 }
    } else {
        order.arrange(&values, [nodes, width])
    };
    arranged.warn("node", width, warnings);
    Ok(TableRows {
        values: arranged.values,
        count,
        count_with_lost: damage.rows(count),
        lost: damage.finish(count, warnings),
        facts: order.stamps,
    })
}

impl RowOrder {
    /// Whether each frame has all nodes in their order, but for what the last one has too little.
    fn is_regular(&self, nodes: usize) -> bool {
        let in_place = |(i, first): (usize, &u32)| *first as usize == i * nodes;
        self.jumps.iter().all(|jump| *jump == [0; 2])
            && self.firsts.iter().enumerate().all(in_place)
    }

    /// The values of rows in any order as a table of frames.
    fn arrange(&self, values: &[f32], [nodes, width]: [usize; 2]) -> FrameRows {
        let mut jumps = self.jumps.iter().peekable();
        let (mut frame, mut next_node) = (0, 0);
        let cell = |row: usize| {
            let next = self.firsts.get(frame + 1);
            frame += usize::from(next.is_some_and(|&next| next as usize <= row));
            let jump = jumps.next_if(|jump| jump[0] as usize == row);
            let node = jump.map_or(next_node, |&[_, node]| node as usize);
            next_node = (node + 1) % nodes;
            frame * nodes + node
        };
        arrange(values, width, self.stamps.len() * nodes, (0..).map(cell))
    }
}
