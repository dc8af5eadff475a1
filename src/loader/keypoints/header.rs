//! The lines ahead of the rows: what the columns are, and whether they are surely keypoints.

use std::collections::HashMap;

use super::super::Source;
use super::super::gaps::COLUMNS;
use super::super::line::Line;
use super::super::number::double;
use super::super::scanner::Scanner;
use super::super::table::{Separator, unquoted};
use super::super::text::{is_blank, is_json, line_end_len};
use super::super::time_unit::TimeUnit;
use super::super::unit_names::metres_in;
use super::super::word::Word;
use super::names::{
    Reading, Style, Value, is_no_place, is_rotation, readings, without_unit, words,
};
use super::rows::{Roles, text_number, text_time};
use crate::take::part_of;

/// What the columns of a table are.
#[derive(Debug, Default)]
pub struct Layout {
    pub separator: Separator,
    /// Where the first row begins.
    pub start: usize,
    /// How many columns there are.
    pub width: usize,
    pub roles: Roles,
    /// The points of a row, in the order of their names; one without a name where the rows have it.
    pub points: Vec<Point>,
    /// Whether places have no z: they are in a picture.
    pub is_flat: bool,
    /// Metres in the unit that the names state.
    pub metres: Option<f64>,
    /// Whether these are the axes of Unity, with X to the right, Y up and Z ahead.
    pub is_left_handed: bool,
    /// Whether they may be landmarks of MediaPipe, by their number or by the word for how well they are seen.
    pub may_be_landmarks: bool,
    /// Whether it is sure that there is one figure: a second row of a frame is one too many.
    pub is_of_one: bool,
}

/// The columns of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub name: String,
    /// Where its name stands.
    pub at: usize,
    pub place: [Option<usize>; 3],
    pub confidence: Option<usize>,
}

/// Words for a value that is missing.
pub(super) const GAPS: &[&[u8]] = &[b"nan", b"none", b"null", b"na", b"n/a", b"-"];

/// So much of a text is looked through for its header.
const HEAD: usize = 1 << 21;

/// No column has a longer name, in bytes.
const LONGEST_NAME: usize = 256;

/// What the first line of DeepLabCut begins with.
const SCORER: &[u8] = b"scorer";

/// A header has as many lines at the most, and so many rows behind it are looked at.
const LINES: usize = 6;
const ROWS: usize = 4;

impl Layout {
    /// The layout of a text that is surely a table of keypoints.
    pub fn of(text: &[u8]) -> Option<Self> {
        let text = &text[..text.len().min(HEAD)];
        if is_json(text) {
            return None;
        }
        let lines = Scanner::new(&Source::new("", text)).lines();
        let mut lines = lines.filter(|line| !line.is_blank());
        let lines: Vec<Line<'_>> = lines.by_ref().take(LINES + ROWS).collect();
        let first = lines.first()?;
        // A take of another format, or a list of words.
        if !first.text.iter().any(|b| b",;\t .".contains(b)) {
            return None;
        }
        let separator = separator(first);
        // The first line of DeepLabCut tells nothing of axes, and may be all that is there yet.
        let is_scorer =
            first.text.get(..SCORER.len()).is_some_and(|word| word.eq_ignore_ascii_case(SCORER));
        if !is_scorer && !lines.iter().any(|line| may_be_header(line, separator)) {
            return None;
        }
        let mut rows: Vec<Vec<Word<'_>>> = lines.iter().map(|line| line.split(separator)).collect();
        if rows[0].iter().any(|name| name.text.len() > LONGEST_NAME) {
            return None;
        }
        let last = lines.len() - 1;
        if last > 0 && lines[last].end() == text.len() {
            // Its last number may be cut off.
            rows[last].pop();
        }
        let header = Columns::labelled(&rows).or_else(|| Columns::named(&rows))?;
        let end = lines[header.lines.clamp(1, lines.len()) - 1].end();
        let start = end + line_end_len(&text[end..]);
        let behind = rows.split_off(header.lines.min(rows.len()));
        header.layout(separator, start, &behind)
    }

    pub fn has_confidence(&self) -> bool {
        self.points.iter().any(|point| point.confidence.is_some())
    }

    /// How many values each point has in a take.
    pub fn values_of_point(&self) -> usize {
        COLUMNS + usize::from(self.has_confidence())
    }

    /// Whether rows are of one point, or one person, each.
    pub fn has_keys(&self) -> bool {
        self.roles.name.is_some() || self.roles.person.is_some()
    }
}

/// Whether a line can be that of axes, before its fields take any memory: of many, some begin or end with an axis.
fn may_be_header(line: &Line<'_>, separator: Separator) -> bool {
    /// A table with a row for each point has few columns, of which three are axes.
    const FEW: usize = 64;
    /// A point has so many columns at the most in tables that have more.
    const COLUMNS_OF_POINT: usize = 8;
    let is_part = |byte: &u8| match separator {
        Separator::Tab => *byte == b'\t',
        Separator::Semicolon => *byte == b';',
        Separator::Comma => *byte == b',',
        Separator::Blanks => is_blank(*byte),
    };
    let is_axis = |byte: &u8| b"xyzXYZ".contains(byte);
    let (mut all, mut axes) = (0, 0);
    for field in line.text.split(is_part).filter(|field| !field.is_empty()) {
        let name = field.trim_ascii();
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        let name = name.strip_suffix(b"\"").unwrap_or(name);
        all += 1;
        axes += usize::from([name.first(), name.last()].into_iter().flatten().any(is_axis));
    }
    all <= FEW || axes * COLUMNS_OF_POINT >= all
}

fn separator(line: &Line<'_>) -> Separator {
    let count = |byte: u8| memchr::memchr_iter(byte, line.text).count();
    if count(b'\t') == 0 && count(b';') > count(b',') {
        Separator::Semicolon
    } else {
        line.separator()
    }
}

/// A column by its header: the name that stands above it, and which value that says it is.
struct Columns<'a> {
    /// How many lines the header has.
    lines: usize,
    names: Vec<Word<'a>>,
    /// The values of points that columns are, by their names.
    values: Vec<Option<(String, Value)>>,
    roles: Roles,
    /// Whether a header like this one is of keypoints, whatever these are called.
    is_sure: bool,
}

impl<'a> Columns<'a> {
    /// Those below rows of labels, as pandas writes several of them: DeepLabCut's scorer, individuals, bodyparts and
    /// coords, or names above axes.
    fn labelled(rows: &[Vec<Word<'a>>]) -> Option<Self> {
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
    fn named(rows: &[Vec<Word<'a>>]) -> Option<Self> {
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
    fn layout(self, separator: Separator, start: usize, rows: &[Vec<Word<'_>>]) -> Option<Layout> {
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
        let is_sure = is_rokoko
            || self.is_sure
            || !has_rotations
                && match self.roles.name {
                    Some(name) => is_long(&self, name, &points, rows),
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

/// Words for the columns that are no values of points.
const FRAMES: &str = "frame frames frameid framenumber framenum frameno frameidx frameindex framecount fnum imageid \
                      imageindex index";
const TIMES: &str = "time times t timestamp timestamps sec secs seconds ms";
const PEOPLE: &str = "person personid personindex personidx pid people individual individuals individualid track \
                      trackid trackingid subject subjectid actor actorid bodyid bodyindex skeletonid animal animalid \
                      objectid playerid user userid";
/// Names of points that are said to be some.
const KEYPOINTS: &str = "landmark landmarkid landmarkindex landmarkidx landmarkname keypoint keypointid keypointindex \
                         keypointidx keypointname joint jointid jointindex jointname jointtype bodypart bodypartid \
                         bodypartname marker markerid markername";
/// Names that may be of anything.
const NAMES: &str = "name point pointid pointname node nodename part partname id kp kpid";

fn is_one_of(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

impl Roles {
    /// Takes in a column that is no value, by its name and what stands in the first rows.
    fn add(&mut self, name: &[u8], column: usize, rows: &[Vec<Word<'_>>]) {
        let name = std::str::from_utf8(name).unwrap_or_default();
        let (bare, unit) = without_unit(name);
        let mut parts = words(bare);
        let word = parts.concat();
        let are = |is: &dyn Fn(&[u8]) -> bool| {
            let mut fields = rows.iter().filter_map(|row| row.get(column));
            fields.all(|field| field.text.is_empty() || is(field.text))
        };
        let are_frames = || are(&|field| text_number(field).is_some());
        let are_counted = || are_frames() && are(&|field| double(field).is_some());
        let time_unit = time_unit(unit).or_else(|| time_unit(parts.last()?));
        if time_unit.is_some() && parts.len() > 1 {
            parts.pop();
        }
        let is_first = |slot: Option<usize>| slot.is_none();
        if is_one_of(TIMES, &parts.concat())
            || matches!(&*word, "timestampunixseconds" | "timeelapsed")
        {
            if is_first(self.time) && are(&|field| text_time(field).is_some()) {
                self.time = Some(column);
                self.time_unit = time_unit.filter(|_| parts.concat() != "times");
            }
        } else if is_first(self.frame)
            && (is_one_of(FRAMES, &word) && are_frames()
                || word.is_empty() && column == 0 && are_counted())
        {
            self.frame = Some(column);
        } else if is_one_of(PEOPLE, &word) && is_first(self.person) {
            self.person = Some(column);
        } else if word == "trajectory" && is_first(self.trajectory) {
            self.trajectory = Some(column);
        } else if matches!(&*word, "model" | "type") && is_first(self.model) {
            self.model = Some(column);
        } else if is_one_of(KEYPOINTS, &word) {
            // A name says more than a number.
            let is_name = word.ends_with("name");
            if is_first(self.name) || is_name {
                self.name = Some(column);
            }
        }
    }

    /// A column called `name` or `id` is the name of a point where rows have one, else that of a person, or of a frame.
    fn settle_id(&mut self, names: &[Word<'_>], values: &[Option<(String, Value)>]) {
        let is_long = values.iter().flatten().all(|(point, _)| point.is_empty());
        let called = |words: &str| {
            let is = |word: &Word<'_>| {
                let name = std::str::from_utf8(word.text).unwrap_or_default();
                is_one_of(words, &super::names::words(name).concat())
            };
            names.iter().position(is).filter(|&column| values[column].is_none())
        };
        if !is_long {
            self.name = None;
            self.trajectory = None;
            self.model = None;
        } else if self.name.is_none() {
            self.name = called(NAMES);
        }
        if let Some(id) = called("id").filter(|&id| self.name != Some(id)) {
            if self.frame.is_none() && !is_long {
                self.frame = Some(id);
            } else if self.person.is_none() {
                self.person = Some(id);
            }
        }
    }
}

/// The unit of time that a word is.
fn time_unit(word: &str) -> Option<TimeUnit> {
    Some(match word.to_ascii_lowercase().as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => TimeUnit::Seconds,
        "ms" | "msec" | "millis" | "milliseconds" => TimeUnit::Milliseconds,
        "us" | "usec" | "micros" | "microseconds" => TimeUnit::Microseconds,
        "ns" | "nsec" | "nanos" | "nanoseconds" => TimeUnit::Nanoseconds,
        _ => return None,
    })
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

/// Whether a table has a row for each keypoint: by the word for their names, or by these.
fn is_long(columns: &Columns<'_>, name: usize, points: &[Point], rows: &[Vec<Word<'_>>]) -> bool {
    let word = std::str::from_utf8(columns.names[name].text).unwrap_or_default();
    let is_one = points.len() == 1 && points[0].name.is_empty();
    let has_clock = columns.roles.frame.is_some() || columns.roles.time.is_some();
    let is_of_body = |row: &Vec<Word<'_>>| {
        let text = row.get(name).and_then(|field| std::str::from_utf8(field.text).ok());
        text.is_some_and(is_of_body)
    };
    let is_said = is_one_of(KEYPOINTS, &words(word).concat());
    is_one && has_clock && (is_said || !rows.is_empty() && rows.iter().all(is_of_body))
}

/// Whether a name is of a part of a body.
fn is_of_body(name: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["face", "mouth", "lip", "ear", "nose", "tail", "snout", "center_of_mass"];
    let name = name.to_lowercase();
    part_of(&name).is_some() || OTHERS.iter().any(|word| name.contains(word))
}

/// Whether points are those of a body by their names, or by their numbers.
fn are_of_body(points: &[Point], is_flat: bool) -> bool {
    let fewest = if is_flat { 5 } else { 3 };
    let of_body = points.iter().filter(|point| is_of_body(&point.name)).count();
    of_body >= fewest && 2 * of_body >= points.len() || are_numbered(points)
}

/// Whether points are called by nothing but numbers that run on, and are as many as those of a body, hands or a face.
fn are_numbered(points: &[Point]) -> bool {
    const COUNTS: [usize; 19] =
        [17, 18, 19, 20, 21, 22, 24, 25, 26, 32, 33, 42, 54, 75, 133, 136, 468, 478, 543];
    const WORDS: &str =
        "landmark keypoint kp kpt lm lmk joint j pose poselandmark point p body hand";
    let split = |point: &Point| {
        let stem = point.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = point.name[stem.len()..].parse::<usize>().ok()?;
        let word = words(stem).concat();
        (word.is_empty() || is_one_of(WORDS, &word)).then_some((word, number))
    };
    let Some(first) = points.first().and_then(split).filter(|(_, number)| *number < 2) else {
        return false;
    };
    let follows = |(i, point)| {
        split(point).is_some_and(|(word, number)| word == first.0 && number == first.1 + i)
    };
    COUNTS.contains(&points.len()) && points.iter().enumerate().all(follows)
}

/// Whether the first rows have numbers where points have their places.
fn are_numbers(points: &[Point], rows: &[Vec<Word<'_>>]) -> bool {
    let is_number = |field: &Word<'_>| {
        let text = field.text;
        // With a decimal comma, perhaps.
        let number = |b: &u8| b.is_ascii_digit() || b"+-.,eE".contains(b);
        text.iter().all(number) || GAPS.iter().any(|gap| text.eq_ignore_ascii_case(gap))
    };
    let columns = || points.iter().flat_map(|point| point.place).flatten();
    let fits = |row: &&Vec<Word<'_>>| columns().all(|column| row.get(column).is_none_or(is_number));
    // One of them may be damaged.
    rows.is_empty() || 2 * rows.iter().filter(fits).count() >= rows.len()
}

/// Whether columns are those of Rokoko Studio: a time, then positions and rotations of its joints, and its own angles.
fn is_rokoko(names: &[Word<'_>], points: &[Point]) -> bool {
    const OWN: [&str; 6] =
        ["LeftThigh", "LeftShin", "LeftToeTip", "LeftKnee_flexion", "LeftDigit", "LeftUpperLeg"];
    let has = |name: &str| points.iter().any(|point| point.name == name);
    let is_own = |name: &Word<'_>| OWN.iter().any(|own| name.text.starts_with(own.as_bytes()));
    let is_place = |name: &Word<'_>| name.text == b"Head_position_x";
    names.first().is_some_and(|first| first.is("Timestamp"))
        && (has("Head") && has("LeftFoot") && has("RightFoot"))
        && names.iter().any(is_own)
        && names.iter().any(is_place)
}
