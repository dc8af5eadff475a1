//! TRC, the marker format of Motion Analysis (Track Row Column), which many other programs write.
//!
//! ```text
//! PathFileType 4 (X/Y/Z) name              often missing what follows the 4
//! DataRate CameraRate NumFrames NumMarkers Units [OrigDataRate OrigDataStartFrame OrigNumFrames]
//! 100 100 2 2 mm [100 1 2]                 a value below each key
//! Frame# Time LASI _ _ RASI _ _            a name every third column; some leave out the blank ones,
//!                                          or names, or all of this line, or name every column: LASI_x …
//! _ _ X1 Y1 Z1 X2 Y2 Z2
//!                                          a blank line, or none
//! 1 0.00 x y z x y z                       rows: frame number, seconds, the places of the markers
//! 2 0.01 _ _ _ x y z                       an empty value, or NaN, is a gap
//! ```
//!
//! Values are parted by tabs, by commas or by runs of blanks, where no value can be empty. The widest
//! rows tell how many markers there are; what a shorter one lacks at its end are gaps. The counts of the
//! header are compared and never trusted. The unit of length is said, the axis that is
//! up is not: Y by custom.

mod header;
mod names;
mod rows;

use super::declared_counts::compare_stated;
use super::error::LoadError;
use super::line::Lines;
use super::marker::{self, COLUMNS};
use super::rate::counted;
use super::scanner::{Scanner, plain};
use super::table::{StatedRate, first_word};
use super::unit_names::stated_metres;
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, DetailKind, Motion, Take, Units, Up, Warnings, rate};
use header::{Header, Value};
use names::names;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "TRC",
    extensions: &["trc"],
    about: "Motion Analysis marker positions, as OpenSim and others write them too",
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// Whether the first word is that of a TRC file, or of the second line of one.
fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let mut lines = Lines::of(head.bytes, Scanner::new(&head).at..head.bytes.len());
    let first = lines.find(|line| !line.is_blank());
    first.is_some_and(|line| {
        let word = first_word(line.text);
        let is = |known: &str| word.eq_ignore_ascii_case(known.as_bytes());
        is("PathFileType") || is("DataRate")
    })
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let scan = Scanner::new(source);
    let mut lines = Lines::of(source.bytes, scan.at..source.bytes.len());
    let header = Header::read(&mut lines, &scan)?;
    let mut first = rows::first(&mut lines, &scan)?;
    let mut warnings = Warnings::default();
    let mut names = names(&header, &first, &scan, &mut warnings)?;
    let said = header.markers.as_ref().and_then(Value::number);
    if source.whole.is_some() && said.is_some_and(|said| said > names.len() as f64) {
        // Of a beginning nobody can tell whether wider rows follow, which decide.
        return Err(scan.expected("as many markers as NumMarkers says"));
    }
    let mut read = rows::read(source, &first, &names, &header, &mut warnings)?;
    if !read.about.losses.is_empty()
        && let Some(columns) = rows::widest(&first, read.rows, &scan)
    {
        // Others are wider than the first ones: they decide, and all are read again.
        first.columns = columns;
        warnings = Warnings::default();
        names = self::names::names(&header, &first, &scan, &mut warnings)?;
        read = rows::read(source, &first, &names, &header, &mut warnings)?;
    }
    let announced = header.announced();
    let (rows, times) = read.settle(names.len() * COLUMNS, announced, &scan, &mut warnings)?;
    let (count, said) = (rows.count, header.frames.as_ref());
    let whole = rows.damage.rows(count);
    compare_stated(said, whole, ["frame", "row"], &scan, &mut warnings);
    let lost = rows.damage.tell(count, &mut warnings);
    let rate = header.rate.as_ref();
    let stated = StatedRate {
        key: "DataRate",
        rate: rate.and_then(Value::number),
        at: rate.map_or(header.names_at, |said| said.at),
    };
    let frame_time = times.frame_time_by(&stated, count, &scan, &mut warnings);
    let numbers = times.clock_of(rows.numbering.finish(&lost));
    let start_time = times.start(lost.ahead(), frame_time.seconds);
    let motion = Motion::new(frame_time, count, names.len() * COLUMNS, rows.values);
    let skeleton = marker::markers(source, names)?;
    let metres = stated_metres(header.units.as_ref(), &scan, &mut warnings);
    let units = Units::new(metres, Up::assumed(FORMAT.up));
    Ok(Take {
        details: details(&header),
        numbers,
        start_time,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// What the header says beyond what every take has.
fn details(header: &Header<'_>) -> Vec<Detail> {
    let number = |said: &Option<Value<'_>>| said.as_ref()?.number().filter(|n| n.abs() < 1e15);
    let above_0 = |said: &Option<Value<'_>>| number(said).filter(|&n| n > 0.0);
    let mut details = Vec::new();
    if let Some(name) = header.file {
        details.extend(Detail::said(DetailKind::RECORDED_AS, plain(name)));
    }
    if let Some(camera) = above_0(&header.camera_rate) {
        let text = format!("{} fps", rate(camera));
        details.push(Detail::new(DetailKind::CAMERA_RATE, text));
    }
    if let Some(original) = above_0(&header.original_rate) {
        let mut text = format!("{} fps", rate(original));
        if let Some(count) = above_0(&header.original_frames) {
            text += &format!(", {}", counted(count, "frame"));
        }
        if let Some(start) = number(&header.original_start) {
            text += &format!(", from frame {start}");
        }
        details.push(Detail::new(DetailKind::ORIGINAL, text));
    }
    details
}
