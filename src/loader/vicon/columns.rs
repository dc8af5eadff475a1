//! What the columns of a section are: the places of markers or of segments.

use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::marker::{self, COLUMNS};
use super::super::scanner::{Scanner, Word, quoted};
use super::super::table::{Frames, Run, Separator, runs, unquoted};
use super::sections::Section;
use crate::take::{Axis, Warnings};

/// The columns of a section.
pub(super) struct Columns<'a> {
    pub separator: Separator,
    pub lead: Frames,
    pub names: Vec<String>,
    /// The first of the three columns of each place, and the units of all of these.
    places: Vec<usize>,
    units: Vec<Word<'a>>,
    /// The columns behind the lead that are read, and others.
    pub runs: Vec<Run>,
    /// How many columns there are.
    pub width: usize,
    /// The first column of a rotation, by its place.
    pub rotation: Option<usize>,
    /// The byte behind the lines that tell of columns.
    pub start: usize,
}

/// What the axes of a place are called: those of markers, and those of segments.
const AXES: [[&str; COLUMNS]; 2] = [["X", "Y", "Z"], ["TX", "TY", "TZ"]];

impl<'a> Columns<'a> {
    /// Reads the lines that tell of the columns of a section.
    pub fn read(
        section: &Section<'a>,
        scan: &Scanner<'a>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut lines = Lines::of(scan.source.bytes, section.start..section.end);
        let (names, axes) = names_and_axes(&mut lines, scan)?;
        let separator = separator(&axes);
        let [names, axes] = [names, Some(axes)]
            .map(|line| line.map_or_else(Vec::new, |line| line.parted_by(separator)));
        let mut start = lines.at;
        let units = units(&mut lines, separator);
        if !units.is_empty() {
            start = lines.at;
        }
        let has_sub_frames = axes.get(1).is_some_and(|field| field.is("Sub Frame"));
        let lead = Frames {
            fields: 1 + usize::from(has_sub_frames),
            number: Some(0),
            ..Frames::default()
        };
        let width = axes.len().max(units.len()).max(lead.fields);
        let is_place = |column: usize| {
            AXES.iter().any(|axes_of_place| {
                let mut columns = (column..).zip(axes_of_place);
                columns.all(|(column, axis)| axes.get(column).is_some_and(|field| field.is(axis)))
            })
        };
        let places: Vec<usize> = (lead.fields..width).filter(|&column| is_place(column)).collect();
        if places.is_empty() {
            let at = axes.first().map_or(section.start, |field| field.at);
            let what = "columns X, Y and Z, or TX, TY and TZ";
            return Err(scan.expected_at(at, what, "none"));
        }
        let mut is_read = vec![false; width - lead.fields];
        let mut behind = lead.fields;
        let mut words: Vec<Word<'a>> = Vec::with_capacity(places.len());
        for &place in &places {
            is_read[place - lead.fields..][..COLUMNS].fill(true);
            // A name stands above the first column of what it names.
            let own = names.get(behind..names.len().min(place + 1)).unwrap_or_default();
            let name = own.iter().rfind(|field| !field.text.is_empty());
            let nothing = Word { text: b"", at: axes[place].at };
            words.push(name.copied().unwrap_or(nothing));
            behind = place + COLUMNS;
        }
        let mut names: Vec<String> = words.iter().map(|word| unquoted(word.text)).collect();
        marker::settle_names(&mut names, |i| scan.place(words[i].at), warnings);
        Ok(Self {
            separator,
            lead,
            names,
            places,
            units,
            runs: runs(is_read),
            width,
            rotation: axes.iter().find(|field| field.is("RX")).map(|field| field.at),
            start,
        })
    }

    /// The unit of length, which stands below the columns of places.
    pub fn unit(&self) -> Option<&Word<'a>> {
        let units = self.places.iter().filter_map(|&place| self.units.get(place));
        units.into_iter().find(|unit| !unit.text.is_empty())
    }

    /// What a column that is read is called in an error: `Y of "LASI"`.
    pub fn name(&self, column: usize) -> String {
        let axis = Axis::ALL[column % COLUMNS].name();
        let name = &self.names[column / COLUMNS];
        format!("{axis} of {}", quoted(name.as_bytes()))
    }

    /// Why a row has so many values.
    pub fn why(&self) -> String {
        format!("the line that begins with Frame names {} columns", self.width)
    }
}

/// The line that begins with Frame, and the one above it.
fn names_and_axes<'a>(
    lines: &mut Lines<'a>,
    scan: &Scanner<'_>,
) -> Result<(Option<Line<'a>>, Line<'a>), LoadError> {
    /// Lines of a section ahead of its rows.
    const MOST: usize = 8;
    let start = lines.at;
    let mut above = None;
    let filled = lines.by_ref().filter(|line| !line.is_blank());
    for line in filled.take(MOST) {
        let word = super::super::table::first_word(line.text);
        let word = word.split(|&b| b == b';').next().unwrap_or_default();
        if word.eq_ignore_ascii_case(b"Frame") {
            return Ok((above, line));
        }
        above = Some(line);
    }
    let there = (*scan).at(start);
    Err(there.expected("a line that begins with Frame, ahead of the rows"))
}

/// What parts the fields of a line that begins with Frame.
fn separator(line: &Line<'_>) -> Separator {
    match line.text.iter().find(|b| b",;\t".contains(b)) {
        Some(b';') => Separator::Semicolon,
        Some(b'\t') => Separator::Tab,
        _ => Separator::Comma,
    }
}

/// The line of units, which has nothing below Frame; none where a row stands in its place.
fn units<'a>(lines: &mut Lines<'a>, separator: Separator) -> Vec<Word<'a>> {
    let before = lines.clone();
    if let Some(line) = lines.find(|line| !line.is_blank()) {
        let fields = line.parted_by(separator);
        if fields.first().is_some_and(|field| field.text.is_empty()) {
            return fields;
        }
    }
    *lines = before;
    Vec::new()
}
