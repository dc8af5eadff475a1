//! Positions with a row for each node on each frame.

use std::collections::HashMap;

use super::super::Source;
use super::super::chunks::{MergedRows, RowMerge};
use super::super::error::{ErrorKind, LoadError};
use super::super::line::Lines;
use super::super::marker::{COLUMNS, frame_number};
use super::super::rate::counted;
use super::super::scanner::{Scanner, Word};
use super::super::table::{
    self, AboutTable, Arranged, Closing, FirstRow, Lead, Odd, Run, Separator, Shape, Wanted,
    arrange, field, unquoted,
};
use super::super::unread_rows::Damage;
use super::columns::{MOMENT, NODE, PLACE, Table, is, no_places};
use super::stamps::Stamp;
use crate::take::{Axis, WarningCode, Warnings, unguarded};

/// The nodes of the first frame, which are those of all.
#[derive(Default)]
struct Nodes<'a> {
    names: Vec<Word<'a>>,
    /// Where each of them is in the list, by its index in the take that was written.
    known: HashMap<i64, u32>,
    /// Whether another frame follows the first one, so that no more of them come.
    are_all: bool,
}

/// A row of a node.
struct NodeRow {
    stamp: Stamp,
    /// Its place in the list of nodes.
    node: u32,
}

/// Which row is of which node on which frame.
#[derive(Default)]
struct Order {
    /// What stands ahead of the first row of each frame, and which row that is.
    stamps: Vec<Stamp>,
    firsts: Vec<u32>,
    /// A row and the node that it is of, wherever that is not the one behind the node of the row before.
    jumps: Vec<[u32; 2]>,
    rows: u32,
    /// The node behind that of the last row.
    next: u32,
}

impl RowMerge for Order {
    fn join(&mut self, next: Self) -> bool {
        let known = self.stamps.last().map(|stamp| stamp.frame);
        let goes_on = next.stamps.first().is_some_and(|stamp| Some(stamp.frame) == known);
        let new = usize::from(goes_on);
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

impl Lead for Nodes<'_> {
    type Row = NodeRow;
    type About = Order;

    fn may_begin_empty(&self) -> bool {
        false
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(NodeRow, usize), Odd<'t>> {
        let (stamp, at) = Stamp::read::<SEPARATOR>(text, at)?;
        let (index, next) = field::<SEPARATOR>(text, at);
        let node = frame_number(index).and_then(|index| self.known.get(&index).copied());
        let Some(node) = node else {
            return Err(Odd {
                at,
                field: index,
                wanted: Wanted::Other("the index of a node of the first frame"),
            });
        };
        let (_, next) = field::<SEPARATOR>(text, next);
        Ok((NodeRow { stamp, node }, next))
    }

    fn take(&self, NodeRow { stamp, node }: NodeRow, about: &mut Order) -> bool {
        if about.stamps.last().map(|last| last.frame) != Some(stamp.frame) {
            about.stamps.push(stamp);
            about.firsts.push(about.rows);
        }
        if about.rows == 0 || about.next != node {
            about.jumps.push([about.rows, node]);
        }
        about.rows += 1;
        about.next = (node + 1) % self.names.len() as u32;
        true
    }

    fn lose(&self, _: &mut Order) {}

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
            let fields = line.parted_by(Separator::Comma);
            let [frame, _, _, index, name, ..] = fields[..] else {
                continue;
            };
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
        nodes
    }
}

/// Reads a table whose columns behind index and node have these names, and whose rows begin at byte `start`.
pub(super) fn read(
    source: &Source<'_>,
    start: usize,
    fields: &[Word<'_>],
    warnings: &mut Warnings,
) -> Result<Table, LoadError> {
    let scan = Scanner::new(source);
    if !is(fields, &PLACE) {
        return Err(no_places(&scan, fields.first().map_or(start, |field| field.at)));
    }
    let lead = MOMENT.len() + NODE.len();
    let lines = Lines::of(source.bytes, start..source.bytes.len());
    let first = FirstRow::find(lines.clone(), Separator::Comma, lead, &scan)?;
    let nodes = Nodes::of(lines);
    if nodes.names.is_empty() {
        let what = "the index and the name of a node in the first row";
        return Err(scan.expected_at(first.line.at, what, "none"));
    }
    if source.whole.is_some() && !nodes.are_all {
        let end = scan.at(source.bytes.len());
        return Err(
            end.expected("a row of the second frame, ahead of which there may be more nodes")
        );
    }
    let others = fields.len() - COLUMNS;
    let left = first.left_over(fields.len(), &scan, warnings);
    let runs = [(0, COLUMNS), (others + left, 0)].map(|(skip, take)| Run { skip, take });
    let name = |column: usize| format!("{} of a node", Axis::ALL[column % COLUMNS].name());
    let names = nodes.names.iter();
    let names = names.map(|word| unguarded(&unquoted(word.text)).to_string());
    let names: Vec<String> = names.collect();
    let places = nodes.names.iter().map(|word| word.at).collect();
    let shape = Shape {
        separator: Separator::Comma,
        lead: nodes,
        runs: &runs,
        gap: b"",
        closing: Closing::Points,
        name: &name,
        why: "the first line names the columns of a row",
    };
    let read = table::read(source, start, &shape, warnings)?;
    let (values, count, stamps, damage) = frames(read, names.len(), source, &scan, warnings)?;
    Ok(Table { names, places, values, count, stamps, damage })
}

/// The rows of nodes as rows of frames.
fn frames(
    read: MergedRows<AboutTable<Order>>,
    nodes: usize,
    source: &Source<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<(Vec<f32>, usize, Vec<Stamp>, Damage), LoadError> {
    let MergedRows { mut values, rows, about } = read;
    let mut order = about.lead;
    let mut damage = Damage::default();
    let (mut why, [lost, mut behind]) = match about.losses.judge(rows)? {
        Some((why, counts)) => (Some(why), counts),
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
            values.truncate(values.len() - last * COLUMNS);
        }
        let many = counted(nodes as f64, "node");
        let what = ErrorKind::Contradiction(format!("the last frame has {last} of {many}"));
        let at_end = || scan.error_at(source.bytes.len(), what);
        let told = why.take_if(|_| lost == behind).unwrap_or_else(at_end);
        let count = order.stamps.len();
        damage.lose(count..count + 1, Some(told));
    } else {
        behind = 0;
    }
    if let Some(why) = why
        && let Some(place) = why.place()
    {
        let message = format!("a row cannot be read, its node is a gap: {}", why.kind());
        warnings.add_times(WarningCode::MarkerIncomplete, place, message, lost - behind);
    }
    let count = order.stamps.len();
    let cells = count.saturating_mul(nodes);
    if cells > 2 * rows + nodes {
        let many = counted(nodes as f64, "node");
        let what = format!("the first frame has {many}, most of which have no row on most frames");
        return Err(scan.error_at(scan.at, ErrorKind::Contradiction(what)));
    }
    let there = if order.is_regular(nodes) {
        let there = values.len() / COLUMNS;
        // What the last frame has too little is a gap.
        values.resize(cells * COLUMNS, f32::NAN);
        there
    } else {
        let (table, there) = order.table(&values, nodes, warnings);
        values = table;
        there
    };
    if there < cells {
        let many = counted((cells - there) as f64, "row");
        let message = format!("{many} of nodes are missing: these are gaps there");
        warnings.add(WarningCode::MarkerIncomplete, message);
    }
    Ok((values, count, order.stamps, damage))
}

impl Order {
    /// Whether each frame has all nodes in their order, but for what the last one has too little.
    fn is_regular(&self, nodes: usize) -> bool {
        let in_place = |(i, first): (usize, &u32)| *first as usize == i * nodes;
        self.jumps.iter().all(|jump| *jump == [0; 2])
            && self.firsts.iter().enumerate().all(in_place)
    }

    /// The places of rows in any order as a table of frames, and how many there are.
    fn table(&self, values: &[f32], nodes: usize, warnings: &mut Warnings) -> (Vec<f32>, usize) {
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
        let cells = self.stamps.len() * nodes;
        let Arranged { values, there, twice } = arrange(values, COLUMNS, cells, (0..).map(cell));
        if twice > 0 {
            let many = counted(twice as f64, "row");
            let message =
                format!("{many} of a node that has one on the frame: the first one counts");
            warnings.add(WarningCode::GivenTwice, message);
        }
        (values, there)
    }
}
