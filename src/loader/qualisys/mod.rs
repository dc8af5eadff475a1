//! TSV of Qualisys Track Manager: markers, rigid bodies with six degrees of freedom, or the segments of a skeleton.
//!
//! ```text
//! NO_OF_FRAMES     n               keys in any order, with tabs behind them; each may be missing
//! FREQUENCY        frames a second
//! MARKER_NAMES     name  name …    or BODY_NAMES
//! EVENT            name  frame  seconds       as many as there are
//! Frame  Time  name X  name Y …               or no such line
//! 1  0.000  x  y  z  x  y  z …                rows; 0 0 0, an empty field or NULL is a gap
//! ```
//!
//! Frame and Time are there if they were exported, each by itself: see [`prefix`].
//!
//! A row of bodies has for each of them
//!
//! ```text
//! X Y Z  Yaw Pitch Roll  Residual  Rot[0] … Rot[8]     and an empty field between two bodies
//! ```
//!
//! and one of a skeleton, which has keys REFERENCE (GLOBAL or LOCAL), SCALE and SOLVER and a line of columns, for each
//! segment
//!
//! ```text
//! _  X Y Z  QX QY QZ QW                           with the name of the segment above the empty field
//! ```
//!
//! Which segment hangs from which is not said: their names tell ([`super::body_tree`]). Rot is a rotation
//! matrix, column by column. The names of its angles and their order are a setting of the laboratory, which
//! the file does not state: the matrix alone is read. Lengths are millimetres. The axis that is up is not
//! said: Z by custom.

mod columns;
mod header;

use super::bodies::{self, Part};
use super::body_tree;
use super::error::{ErrorKind, LoadError};
use super::event_label::full_label;
use super::parents_first::parents_first;
use super::scanner::{Reader, Scanner};
use super::stated::stated_count;
use super::table::{FirstRow, Separator};
use super::word::{plain, quoted};
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, DetailKind, Event, FormatId, Take, WarningCode, rate};
use columns::columns;
use header::{Header, prefix, starts_file};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Qualisys,
    extensions: &["tsv"],
    about: "Qualisys Track Manager's TSV export: markers, rigid bodies (6DOF) and skeletons",
    types: &[],
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

const MILLIMETRE: f64 = 0.001;

/// Whether the first line is one of a header of Qualisys.
fn probe(bytes: &[u8]) -> bool {
    let mut lines = Scanner::of_head(bytes).lines();
    let first = lines.find(|line| !line.is_blank());
    first.is_some_and(|line| starts_file(&line, lines))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let mut lines = reader.scan.lines();
    let header = Header::read(&mut lines, &mut reader)?;
    let start = lines.at;
    if header.values.get("DATA_INCLUDED").is_some_and(|data| data.is("2D")) {
        let what = "the file holds what each camera saw (2D), and no positions in space";
        let error = LoadError::new(source, ErrorKind::Contradiction(what.into()));
        return Err(error.hint("export 3D data from Qualisys Track Manager"));
    }
    // Of a beginning with a single row nobody can tell what rises from row to row.
    let rows_here = lines.clone().filter(|line| !line.is_blank()).take(2).count();
    if source.whole.is_some() && rows_here < 2 {
        return Err(reader.scan.expected("a second row"));
    }
    let prefix = prefix(&header, lines.clone(), &mut reader);
    let first = FirstRow::find(lines, Separator::Tab, prefix.fields, &reader.scan)?;
    let mut columns = columns(&header, prefix, &first, start, &mut reader)?;
    if header.is_skeleton() {
        build_tree(&mut columns.parts, &header, &mut reader)?;
    }
    let frames = header.values.get("NO_OF_FRAMES");
    let rows = columns.read(start..source.bytes.len(), frames, &mut reader)?;
    let rate = header.values.get("FREQUENCY");
    let frame_time =
        rows.facts.times.frame_time_by("FREQUENCY", rate, start, rows.count, &mut reader);
    let skeleton = bodies::skeleton(source, columns.parts)?;
    let mut take = rows.take(source, &FORMAT, skeleton, frame_time, Some(MILLIMETRE));
    take.details = details(&header);
    take.events = events(&header, &take, &mut reader);
    take.warnings = reader.warnings.finish();
    Ok(take)
}

/// Hangs the segments of a skeleton from one another by their names, and puts each behind the one that it hangs from.
///
/// # Errors
/// Where places are in the frames of segments of which nothing tells which they are.
fn build_tree(
    parts: &mut Vec<Part>,
    header: &Header<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), LoadError> {
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let parents = body_tree::parents_by_name(&names);
    let mut roots = (0..parts.len()).filter(|&i| parents[i].is_none());
    let local = header.values.get("REFERENCE").filter(|reference| reference.is("LOCAL"));
    if let (Some(segment), Some(reference)) = (roots.nth(1), local) {
        let name = quoted(names[segment].as_bytes());
        let what = format!(
            "the segments are in the frames of others (REFERENCE is LOCAL), and the name of {name} does not tell of which"
        );
        let error = reader.scan.contradiction(reference.at, what);
        return Err(error.hint("export the skeleton with global coordinates"));
    }
    let (code, message) = if parents.iter().any(Option::is_some) {
        let message = "the file does not say which segment hangs from which: their names tell";
        (WarningCode::ValueAssumed, message)
    } else {
        let message = "nothing tells which segment hangs from which: each stands by itself";
        (WarningCode::PartMissing, message)
    };
    if parts.len() > 1 {
        let at = header.columns.first().map_or(header.names_at, |field| field.at);
        reader.warn(code, at, message);
    }
    // Each has a parent nearer to the hips, so that there is no circle.
    let order = parents_first(parents.clone()).unwrap_or_default();
    bodies::arrange(parts, &order, &parents, local.is_some());
    Ok(())
}

/// What happens at a time of its own, in seconds from the first frame.
fn events(header: &Header<'_>, take: &Take, reader: &mut Reader<'_>) -> Vec<Event> {
    let mut events = Vec::with_capacity(header.events.len());
    for event in &header.events {
        if let Some(time) = event.seconds(take) {
            events.push(Event { time, label: full_label("", &plain(event.name.text)) });
        } else {
            let message = "an event without a time is not read";
            reader.warn(WarningCode::TextSkipped, event.name.at, message);
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

fn details(header: &Header<'_>) -> Vec<Detail> {
    let values = &header.values;
    let mut details = Vec::new();
    if let Some(stamp) = values.get("TIME_STAMP") {
        details.extend(Detail::non_empty(DetailKind::DATE, plain(stamp.text)));
    }
    if let Some(text) = values.get("DESCRIPTION").filter(|text| text.text != b"--") {
        details.extend(Detail::non_empty(DetailKind::COMMENTS, plain(text.text)));
    }
    if let Some(solver) = values.get("SOLVER") {
        let text = format!("solver {}", plain(solver.text));
        details.push(Detail::new(DetailKind::SOFTWARE, text));
    }
    if let Some(scale) = values.above_0("SCALE").filter(|&scale| scale != 1.0) {
        details.push(Detail::new(DetailKind::SCALE, scale.to_string()));
    }
    if let Some(cameras) = values.above_0("NO_OF_CAMERAS") {
        details.push(Detail::new(DetailKind::CAMERAS, cameras.to_string()));
    }
    if let Some(channels) = values.above_0("NO_OF_ANALOG") {
        let mut text = stated_count(channels, "channel");
        if let Some(analog_rate) = values.above_0("ANALOG_FREQUENCY") {
            text += &format!(" at {} a second", rate(analog_rate));
        }
        text += ", in a file of their own";
        details.push(Detail::new(DetailKind::ANALOG, text));
    }
    details
}
