//! CSV of Vicon Nexus: sections, of which Trajectories holds the places of markers.
//!
//! ```text
//! Trajectories                     the name of the section
//! 100                              frames a second
//! ,,Ann:LASI,,,Ann:RASI,,          a name above the first column of each marker
//! Frame,Sub Frame,X,Y,Z,X,Y,Z
//! ,,mm,mm,mm,mm,mm,mm
//! 1,0,x,y,z,x,y,z                  rows; an empty field is a gap
//!                                  a blank line ends the section
//! ```
//!
//! Other sections are built alike: Devices, Model Outputs and Joints hold forces and angles, which are not
//! shown. Where there are no trajectories, the places of Segments or Objects are read, whose columns are
//! called TX TY TZ. Events are lines of `Subject,Context,Name,Time (s),Description`. Spreadsheets write
//! semicolons for commas. Frame 1 is the beginning of the trial. The axis that is up is not said: Z by
//! custom.

mod columns;
mod sections;

use super::error::LoadError;
use super::event_label::full_label;
use super::line::Lines;
use super::marker;
use super::number::double;
use super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::scanner::{Scanner, Word, plain};
use super::table::{self, Closing, Separator, Shape, first_word};
use super::unit_names::stated_metres;
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, Event, FrameTime, Motion, Take, Units, Up, WarningCode, Warnings};
use columns::Columns;
use sections::{Section, begins, sections};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "Vicon",
    extensions: &["csv"],
    about: "Vicon Nexus' CSV export: the markers of its section Trajectories",
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// Sections with places, the ones that show most first.
const PLACES: [&str; 3] = ["Trajectories", "Segments", "Objects"];

/// No more sections than these are looked at: a file has one of each.
const MOST_SECTIONS: usize = 64;

fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    begins(head.bytes, Scanner::new(&head).at)
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let all = sections(source.bytes, scan.at, MOST_SECTIONS);
    let section = choose(&all, source, &scan)?;
    let columns = Columns::read(section, &scan, &mut warnings)?;
    tell_of_others(&all, section, &columns, &scan, &mut warnings);
    let name = |column: usize| columns.name(column);
    let shape = Shape {
        separator: columns.separator,
        lead: columns.lead,
        runs: &columns.runs,
        gap: b"",
        closing: Closing::Markers,
        name: &name,
        why: &columns.why(),
    };
    let part = Source { bytes: &source.bytes[..section.end], ..*source };
    let read = table::read(&part, columns.start, &shape, &mut warnings)?;
    let (rows, _) = read.settle(shape.columns(), None, &scan, &mut warnings)?;
    let count = rows.count;
    if count == 0 {
        let end = scan.at(columns.start);
        return Err(end
            .expected("a row with a frame number and positions")
            .hint("the section has no data"));
    }
    let lost = rows.damage.tell(count, &mut warnings);
    let frame_time = frame_time(section, &scan, &mut warnings);
    let metres = stated_metres(columns.unit(), &scan, &mut warnings);
    let numbers = rows.numbering.finish(&lost);
    let first = numbers.as_ref().and_then(|numbers| numbers.number(0));
    let start_time = first.map_or(0.0, |first| (first - 1).max(0) as f64 * frame_time.seconds);
    let motion = Motion::new(frame_time, count, shape.columns(), rows.values);
    let skeleton = marker::markers(source, columns.names)?;
    let units = Units::new(metres, Up::assumed(FORMAT.up));
    Ok(Take {
        details: vec![Detail::by_description(FORMAT.name)],
        events: events(&all, start_time, &scan, &mut warnings),
        numbers,
        start_time,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// The section whose places are shown.
fn choose<'s, 'a>(
    all: &'s [Section<'a>],
    source: &Source<'_>,
    scan: &Scanner<'_>,
) -> Result<&'s Section<'a>, LoadError> {
    let called = |name: &str| all.iter().find(|section| section.name.is(name));
    // Where only the beginning of a file is there, trajectories may follow.
    let names = match source.whole {
        Some(_) => &PLACES[..1],
        None => &PLACES[..],
    };
    names.iter().find_map(|name| called(name)).ok_or_else(|| {
        let first = all.first().map_or(scan.at, |section| section.name.at);
        let error = scan.at(first).expected("a section Trajectories");
        error.hint("export the trajectories of markers, too")
    })
}

/// Tells of sections, and of columns, that are not shown.
fn tell_of_others(
    all: &[Section<'_>],
    shown: &Section<'_>,
    columns: &Columns<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) {
    let others =
        all.iter().filter(|section| section.name.at != shown.name.at && !section.name.is("Events"));
    for section in others {
        let message = format!("the section {} is not shown", section.name.shown());
        let place = || scan.place(section.name.at);
        warnings.add_at(WarningCode::PointsLeftOut, place, message);
    }
    if let Some(at) = columns.rotation {
        let message = "rotations are not read: the file does not say of which kind they are";
        warnings.add_at(WarningCode::ValuesLeftOut, || scan.place(at), message);
    }
}

/// Seconds a frame, by the line below the name of the section.
fn frame_time(section: &Section<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) -> FrameTime {
    let seconds = section.rate.number().map(f64::recip);
    seconds.filter(|&s| is_frame_time(s)).map_or_else(
        || {
            let message = format!("{} is no rate: {}", section.rate.shown(), assumed());
            let place = || scan.place(section.rate.at);
            warnings.add_at(WarningCode::RateAssumed, place, message);
            ASSUMED_FRAME_TIME
        },
        FrameTime::from,
    )
}

/// What happens at a time of its own, in seconds from the first frame, which is at `start` by the clock of
/// the trial.
fn events(
    all: &[Section<'_>],
    start: f64,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Vec<Event> {
    /// Seconds beyond which no event can be: some 30 years.
    const LATEST: f64 = 1e9;
    let mut events = Vec::new();
    for section in all.iter().filter(|section| section.name.is("Events")) {
        let mut lines = Lines::of(scan.source.bytes, section.start..section.end);
        let mut filled = lines.by_ref().filter(|line| !line.is_blank());
        let Some(head) = filled.next() else { continue };
        let separator = if first_word(head.text).contains(&b';') {
            Separator::Semicolon
        } else {
            head.separator()
        };
        let heads = head.parted_by(separator);
        let column = |name: &str| heads.iter().position(|field| field.is(name));
        let [context, label, time] = ["Context", "Name", "Time (s)"].map(column);
        for line in filled {
            let fields = line.parted_by(separator);
            let field = |column: Option<usize>| fields.get(column?);
            let text =
                |word: Option<&Word<'_>>| word.map(|word| plain(word.text)).unwrap_or_default();
            let seconds = field(time).and_then(|word| double(word.text));
            let Some(seconds) = seconds.filter(|seconds| seconds.abs() < LATEST) else {
                let message = "an event without a time is not read";
                warnings.add_at(WarningCode::TextSkipped, || scan.place(line.at), message);
                continue;
            };
            events.push(Event {
                time: seconds - start,
                label: full_label(&text(field(context)), &text(field(label))),
            });
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}
