//! The columns below a header: of which point each is, and which of its values.

use std::collections::HashMap;

use super::super::number::double;
use super::super::table::{Separator, unquoted};
use super::super::time_unit::TimeUnit;
use super::super::unit_names::metres_in;
use super::super::word::Word;
use super::evidence::{are_numbers, are_of_body, is_long, is_rokoko};
use super::layout::{Layout, Point};
use super::names::{
    Reading, Style, Value, is_no_place, is_rotation, readings, without_unit, words,
};
use super::rows::Roles;

/// A column by its header: the name that stands above it, and which value that says it is.
pub(super) struct Columns<'a> {
    /// How many lines the header has.
    pub lines: usize,
    pub names: Vec<Word<'a>>,
    /// The values of points that columns are, by their names.
    values: Vec<Option<(String, Value)>>,
    pub roles: Roles,
    /// Whether a header like this one is of keypoints, whatever these are called.
    is_sure: bool,
}

impl<'a> Columns<'a> {
    /// Those below rows of labels, as pandas writes several of them: DeepLabCut's scorer, individuals, bodyparts and
    /// coords, or names above axes.
    pub fn labelled(rows: &[Vec<Word<'a>>]) -> Option<Self> {
        let label = |row: &Vec<Word<'a>>| -> Option<&'static str> {
            const LABELS: [&str; 8] = [
                "scorer",
                "individuals",
                "individual",
                "animals",
                "bodyparts",
                "bodypart",
                "coords",
                "coord",
            ];
            let first = row.first()?;
            LABELS.into_iter().find(|word| first.is(word))
        };
        let labels: Vec<&str> = rows.iter().map_while(label).collect();
        let find = |words: [&str; 2]| labels.iter().position(|label| words.contains(label));
        let (coords, names, people) = match find(["coords", "coord"]) {
            Some(coords) => {
                (coords, find(["bodyparts", "bodypart"])?, find(["individuals", "individual"]))
            }
            None if begins_labelled(rows) => return Some(Self::begun(rows)),
            None => (Self::axes_below_names(rows)?, 0, None),
        };
        let is_labelled = find(["coords", "coord"]).is_some();
        if is_labelled && rows.len() == coords + 1 && begins_labelled(rows) {
            return Some(Self::begun(rows));
        }
        let names = if is_labelled { names } else { coords.checked_sub(1)? };
        let axes = &rows[coords];
        let above = |row: usize| filled(&rows[row], axes.len());
        let people = people.map(above);
        // Where there is one alone, nobody asks who it is.
        let several = people.filter(|people| {
            let mut named = people.iter().skip(1).filter(|word| !word.text.is_empty());
            let first = named.next().map(|word| word.text);
            named.any(|word| Some(word.text) != first)
        });
        let names = above(names);
        let mut found = Self {
            lines: coords + 1,
            names,
            values: vec![],
            roles: Roles::default(),
            is_sure: is_labelled,
        };
        for (i, axis) in axes.iter().enumerate() {
            let is_index = is_labelled && (i == 0 || axis.text.is_empty());
            let value = readings(std::str::from_utf8(axis.text).unwrap_or_default())
                .find(|reading| reading.point.is_empty())
                .map(|reading| reading.value)
                .filter(|_| !is_index);
            let person = several.as_ref().and_then(|people| people.get(i));
            let name = unquoted(found.names[i].text);
            let name = match person.filter(|person| !person.is("single")) {
                Some(person) => format!("{}:{name}", unquoted(person.text)),
                None => name,
            };
            if value.is_none() {
                found.roles.add(if is_index { b"" } else { axis.text }, i, &rows[coords + 1..]);
            }
            found.values.push(value.map(|value| (name, value)));
        }
        let first_row = rows.get(found.lines);
        // The name of the index has a line of its own.
        if first_row.is_some_and(|row| row.len() == 1 && double(row[0].text).is_none()) {
            found.lines += 1;
        }
        Some(found)
    }

    /// Those of a file of which no more is there yet than some lines of labels: any that are surely keypoints.
    fn begun(rows: &[Vec<Word<'a>>]) -> Self {
        let names = rows[0].clone();
        let axis = |i: usize| (i < 2).then(|| (String::new(), Value::Place(i)));
        let values = (0..names.len()).map(axis).collect();
        Self { lines: rows.len(), names, values, roles: Roles::default(), is_sure: true }
    }

    /// The line of axes below one with the names of points.
    fn axes_below_names(rows: &[Vec<Word<'a>>]) -> Option<usize> {
        let is_axes = |row: &Vec<Word<'a>>| {
            let axes = row.iter().filter(|word| ["x", "y"].iter().any(|axis| word.is(axis)));
            let is_letter = |word: &&Word<'a>| double(word.text).is_none();
            axes.count() >= 4 && row.iter().all(|word| is_letter(&word))
        };
        let at = rows.iter().position(is_axes).filter(|&at| at > 0)?;
        (rows[at - 1].len() > 1).then_some(at)
    }

    /// Those of one line of names.
    pub fn named(rows: &[Vec<Word<'a>>]) -> Option<Self> {
        let mut names = rows.first()?.clone();
        if let Some(first) = names.first_mut() {
            first.text = first.text.strip_prefix(b"#").unwrap_or(first.text).trim_ascii_start();
        }
        let texts: Vec<String> = names.iter().map(|word| unquoted(word.text)).collect();
        // Of each point in each style, which of x and y are there.
        let mut there: HashMap<(Style, String), u8> = HashMap::new();
        for Reading { style, point, value } in texts.iter().flat_map(|text| readings(text)) {
            if let Value::Place(axis) = value {
                *there.entry((style, point.to_lowercase())).or_default() |= 1 << axis;
            }
        }
        let is_whole = |reading: &Reading<'_>| {
            let axes = there.get(&(reading.style, reading.point.to_lowercase()));
            axes.is_some_and(|axes| axes & 0b11 == 0b11) && !is_no_place(reading.point)
        };
        let read = |text: &String| {
            let reading = readings(text).find(is_whole)?;
            Some((reading.point.to_string(), reading.value))
        };
        let values: Vec<Option<(String, Value)>> = texts.iter().map(read).collect();
        let mut roles = Roles::default();
        for (i, value) in values.iter().enumerate() {
            if value.is_none() {
                roles.add(names[i].text, i, &rows[1..]);
            }
        }
        roles.settle_id(&names, &values);
        let ends = |end: &str| texts.iter().any(|text| text.ends_with(end));
        let is_sure = ends("_ncams") && ends("_error");
        Some(Self { lines: 1, names, values, roles, is_sure })
    }

    /// The layout, where these are surely keypoints.
    pub fn layout(
        self,
        separator: Separator,
        start: usize,
        rows: &[Vec<Word<'_>>],
    ) -> Option<Layout> {
        let mut points = self.points();
        let is_flat = points.iter().all(|point| point.place[2].is_none());
        if !is_flat {
            points.retain(|point| point.place[2].is_some());
        }
        keep_world(&mut points);
        let texts =
            || self.names.iter().map(|word| std::str::from_utf8(word.text).unwrap_or_default());
        let is_rokoko = is_rokoko(&self.names, &points);
        let has_rotations = texts().any(|text| is_rotation(text) || is_turned(text));
        let has_clock = self.roles.frame.is_some() || self.roles.time.is_some();
        let is_sure = is_rokoko
            || self.is_sure
            || !has_rotations
                && match self.roles.name {
                    Some(name) => has_clock && is_long(self.names[name].text, name, &points, rows),
                    None => are_of_body(&points, is_flat),
                };
        if points.is_empty() || !is_sure || !are_numbers(&points, rows) {
            return None;
        }
        let unit = points.iter().flat_map(|point| point.place).flatten().next();
        let unit = unit.and_then(|column| texts().nth(column)).map(|text| without_unit(text).1);
        let metres = unit.and_then(|unit| metres_in(unit.as_bytes()));
        let is_visibility = |text: &str| {
            words(text).iter().any(|word| matches!(&**word, "visibility" | "presence" | "v"))
        };
        const LANDMARKS: [usize; 5] = [33, 21, 468, 478, 543];
        let may_be_landmarks = texts().any(is_visibility) || LANDMARKS.contains(&points.len());
        let mut roles = self.roles;
        if is_rokoko {
            roles.time_unit = Some(TimeUnit::Milliseconds);
        }
        Some(Layout {
            separator,
            start,
            width: self.names.len(),
            roles,
            points,
            is_flat,
            metres: if is_rokoko { Some(1.0) } else { metres },
            is_left_handed: is_rokoko,
            is_of_one: false,
            may_be_landmarks,
        })
    }

    /// The points that have x and y.
    fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (column, value) in self.values.iter().enumerate() {
            let Some((name, value)) = value else { continue };
            let own = known.get(name.as_str()).copied();
            let is_free = |point: &usize| match value {
                Value::Place(axis) => points[*point].place[*axis].is_none(),
                Value::Confidence => true,
            };
            let point = own.filter(is_free).unwrap_or_else(|| {
                // The same axes again are of another point.
                known.insert(name, points.len());
                points.push(Point {
                    name: name.clone(),
                    at: self.names[column].at,
                    place: [None; 3],
                    confidence: None,
                });
                points.len() - 1
            });
            match value {
                Value::Place(axis) => points[point].place[*axis] = Some(column),
                Value::Confidence => {
                    points[point].confidence.get_or_insert(column);
                }
            }
        }
        points.retain(|point| point.place[0].is_some() && point.place[1].is_some());
        points
    }
}

/// Whether the first line is DeepLabCut's: the scorer of all columns.
fn begins_labelled(rows: &[Vec<Word<'_>>]) -> bool {
    let Some([first, scorer, others @ .., _]) = rows.first().map(Vec::as_slice) else {
        return false;
    };
    first.is("scorer") && others.iter().all(|other| other.text == scorer.text)
}

/// The labels of all columns, where one stands above the first of several.
fn filled<'a>(row: &[Word<'a>], width: usize) -> Vec<Word<'a>> {
    let mut last = Word { text: b"", at: row.first().map_or(0, |word| word.at) };
    let label = |i: usize| {
        if let Some(own) = row.get(i).filter(|word| !word.text.is_empty()) {
            last = *own;
        }
        last
    };
    (0..width).map(label).collect()
}

/// Places in the world go before those of the same points in a picture.
fn keep_world(points: &mut Vec<Point>) {
    let is_world =
        |point: &Point| words(&point.name).iter().any(|word| word == "world" || word == "3d");
    let count = points.iter().filter(|point| is_world(point)).count();
    if count > 0 && count < points.len() {
        points.retain(is_world);
    }
}

/// Whether a column turns something, by the word ahead of its axis.
fn is_turned(name: &str) -> bool {
    const TURNED: [&str; 6] = ["rotation", "rot", "quat", "quaternion", "orientation", "euler"];
    words(name).iter().any(|word| TURNED.contains(&word.as_str()))
}
