//! People in a pickle who come and go: each has frames of their own, and all become figures of one take.
//!
//! ```text
//! id → {pose_world, trans_world, pose, trans, frame_ids}      WHAM, VIBE
//! picture → {tracked_ids, smpl: [{global_orient, body_pose}], camera}      4DHumans, PHALP
//! picture → {smpl_thetas, cam_trans, track_ids}, or a list of people      ROMP
//! {pred_rotmat, pred_trans, frame}      TRAM: one who may be away now and then
//! ```
//!
//! What comes out is an array people × frames × values for each key. Where somebody is not there, the last values
//! stand, and a mask says so.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::array::{Array, Header};
use super::super::pose_keys::Role;
use super::super::poses::{PERSON_IDS, TRACK_MASK};
use super::found::{Arrays, is_word, motion_keys};
use super::tree::{Tree, Value};
use crate::take::counted;

/// Values of a person on a frame: fewer than any model has as matrices.
const MAX_WIDTH: usize = 55 * 9;

/// How many values all people may take, and how many times those of the file.
const MIN_VALUES: usize = 1 << 20;
const MAX_GROWTH: usize = 16;

/// Keys of the frames of a person, and of what people are called on a frame.
const FRAMES: [&str; 4] = ["frame_ids", "frame_id", "frames", "frame"];
const IDS: [&str; 4] = ["tracked_ids", "track_ids", "track_id", "tid"];

/// Where the camera sees a person, in 4DHumans' files.
const CAMERA: &str = "camera";

/// For how many frames a person has been out of sight there.
const TIME_AWAY: &str = "tracked_time";

#[derive(Default)]
pub(super) struct Person {
    id: String,
    frames: Vec<i64>,
    tables: Vec<Table>,
}

/// Values of a person on each of their frames.
struct Table {
    key: &'static str,
    /// The axes behind that of the frames.
    tail: Vec<usize>,
    values: Vec<f32>,
}

impl Table {
    fn width(&self) -> usize {
        self.tail.iter().product()
    }
}

/// The people that a value is of; `None` where it is something else.
pub(super) fn find(
    arrays: &mut Arrays<'_, '_>,
    value: Value,
) -> Result<Option<Vec<Person>>, String> {
    let tree = arrays.tree;
    let Some(entries) = tree.dict(value).filter(|entries| !entries.is_empty()) else {
        return Ok(None);
    };
    if let Some(person) = of_dict(arrays, value, String::new()) {
        // Whoever is there all the time needs nothing of this.
        let is_away = person.frames.windows(2).any(|pair| pair[1] != pair[0] + 1);
        return Ok(is_away.then(|| vec![person]));
    }
    let is_id = |key: Value| tree.key(key).is_some_and(|key| !is_word(&key));
    if entries.iter().all(|&(key, _)| is_id(key)) {
        let people = entries.iter().filter_map(|&(id, value)| {
            let id = tree.key(id)?;
            of_dict(arrays, value, id)
        });
        let people: Vec<Person> = people.collect();
        if !people.is_empty() {
            return Ok(Some(people));
        }
    }
    let people = of_pictures(arrays, entries);
    Ok(Some(people).filter(|people| !people.is_empty()))
}

/// A person with arrays over frames.
fn of_dict(arrays: &mut Arrays<'_, '_>, dict: Value, id: String) -> Option<Person> {
    let tree = arrays.tree;
    let entries = tree.dict(dict)?;
    let find = |key: &str| tree.array(tree.get(dict, key)?);
    let keys = Role::Whole.keys().iter().chain(Role::Limbs.keys());
    let poses = keys.filter_map(|key| find(key)).find(|array| {
        let header = &array.header;
        [Role::Whole, Role::Limbs].iter().any(|role| role.shape(header).is_some())
    })?;
    let count = *poses.header.shape.first()?;
    let given = FRAMES.iter().find_map(|key| tree.get(dict, key));
    let given = given.and_then(|frames| numbers_of(arrays, frames));
    let frames = given.filter(|frames| frames.len() == count);
    let frames: Vec<i64> = match frames {
        Some(frames) => frames.iter().map(|&frame| frame as i64).collect(),
        None => (0..i64::try_from(count).ok()?).collect(),
    };
    let mut tables = Vec::new();
    for key in motion_keys() {
        let is_there = entries.iter().any(|&(known, _)| tree.text(known) == Some(key));
        let array = find(key).filter(|array| is_there && array.header.is_of_numbers());
        let Some(array) = array.filter(|array| array.header.shape.first() == Some(&count)) else {
            continue;
        };
        let tail = array.header.shape[1..].to_vec();
        if width(&tail).is_none() {
            continue;
        }
        let values = Array::new(array.header.clone(), Cow::Borrowed(&array.data)).numbers();
        tables.push(Table {
            key,
            tail,
            values: values.iter().map(|&value| value as f32).collect(),
        });
    }
    let is_whole = |table: &Table| table.values.len() == count * table.width();
    tables.retain(is_whole);
    Some(Person { id, frames, tables })
}

/// How many values a frame has, where there may be so many.
fn width(tail: &[usize]) -> Option<usize> {
    let width = tail.iter().try_fold(1usize, |width, &n| width.checked_mul(n))?;
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// All numbers of an array or of a list.
fn numbers_of(arrays: &mut Arrays<'_, '_>, value: Value) -> Option<Vec<f64>> {
    match arrays.tree.array(value) {
        Some(array) if array.header.is_of_numbers() => {
            Some(Array::new(array.header.clone(), Cow::Borrowed(&array.data)).numbers())
        }
        Some(_) => None,
        None => Some(arrays.numbers(value)?.1),
    }
}

/// The people in pictures, each of which has its own.
fn of_pictures(arrays: &mut Arrays<'_, '_>, pictures: &[(Value, Value)]) -> Vec<Person> {
    let tree = arrays.tree;
    let mut people = People::default();
    let names: Vec<String> = pictures.iter().filter_map(|&(name, _)| tree.key(name)).collect();
    let are_pictures = names.len() == pictures.len() && names.iter().all(|name| has_picture(name));
    let numbers = picture_numbers(tree, pictures, &names);
    for (i, &(_, picture)) in pictures.iter().enumerate() {
        let frame = numbers.as_ref().map_or(i as i64, |numbers| numbers[i]);
        if let Some(figures) = tree.get(picture, "smpl").and_then(|smpl| tree.list(smpl)) {
            let ids = ids(arrays, picture, figures.len());
            let cameras = tree.get(picture, CAMERA).and_then(|camera| tree.list(camera));
            let away = tree.get(picture, TIME_AWAY).and_then(|away| numbers_of(arrays, away));
            for (at, &figure) in figures.iter().enumerate() {
                if away.as_ref().and_then(|away| away.get(at)).is_some_and(|&frames| frames > 0.0) {
                    continue;
                }
                let camera = cameras.and_then(|cameras| cameras.get(at).copied());
                let place = camera.map(|camera| (Role::Translation.keys()[1], camera));
                people.add(arrays, &ids[at], frame, figure, place);
            }
        } else if let Some(figures) = tree.list(picture).filter(|_| are_pictures) {
            for (at, &figure) in figures.iter().enumerate() {
                let id = IDS.iter().find_map(|key| tree.key(tree.get(figure, key)?));
                let id = id.unwrap_or_else(|| (at + 1).to_string());
                people.add(arrays, &id, frame, figure, None);
            }
        } else if tree.dict(picture).is_some() && are_pictures {
            people.add_rows(arrays, frame, picture);
        } else {
            return Vec::new();
        }
        if arrays.step().is_none() {
            break;
        }
    }
    people.all
}

fn has_picture(name: &str) -> bool {
    const EXTENSIONS: [&str; 6] = ["jpg", "jpeg", "png", "bmp", "webp", "npz"];
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// The number of the frame of each picture: as it says, else as its name does, where they go up.
fn picture_numbers(
    tree: &Tree<'_>,
    pictures: &[(Value, Value)],
    names: &[String],
) -> Option<Vec<i64>> {
    /// So many times as many frames as there are pictures may be left out.
    const SPARSE: i64 = 16;
    let goes_up = |numbers: &Vec<i64>| {
        let [first, .., last] = numbers[..] else { return true };
        let span = last.saturating_sub(first);
        numbers.windows(2).all(|pair| pair[0] < pair[1]) && span / SPARSE < numbers.len() as i64
    };
    let stated = |&(_, picture): &(Value, Value)| match tree.get(picture, "time")? {
        Value::Int(number) => Some(number),
        _ => None,
    };
    let stated: Option<Vec<i64>> = pictures.iter().map(stated).collect();
    let named = |name: &String| {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let digits = stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        stem[digits..].parse::<i64>().ok()
    };
    let named = || names.iter().map(named).collect::<Option<Vec<i64>>>();
    stated
        .filter(goes_up)
        .or_else(|| named().filter(|numbers| numbers.len() == pictures.len()).filter(goes_up))
}

/// What the figures of a picture are called.
fn ids(arrays: &mut Arrays<'_, '_>, picture: Value, count: usize) -> Vec<String> {
    let lists = IDS.iter().filter_map(|key| arrays.tree.get(picture, key));
    let lists: Vec<Value> = lists.collect();
    let found = lists
        .into_iter()
        .find_map(|list| numbers_of(arrays, list).filter(|ids| ids.len() >= count && count > 0));
    match found {
        Some(ids) => ids.iter().map(|id| id.to_string()).collect(),
        None => (1..=count).map(|number| number.to_string()).collect(),
    }
}

#[derive(Default)]
struct People {
    all: Vec<Person>,
    by_id: HashMap<String, usize>,
}

impl People {
    fn person(&mut self, id: &str) -> &mut Person {
        let at = *self.by_id.entry(id.to_string()).or_insert_with(|| {
            self.all.push(Person { id: id.to_string(), ..Person::default() });
            self.all.len() - 1
        });
        &mut self.all[at]
    }

    /// Adds a person on a frame, with a value for a key beside those of their own.
    fn add(
        &mut self,
        arrays: &mut Arrays<'_, '_>,
        id: &str,
        frame: i64,
        figure: Value,
        beside: Option<(&'static str, Value)>,
    ) {
        let tree = arrays.tree;
        let own = motion_keys().filter_map(|key| Some((key, tree.get(figure, key)?)));
        for (key, value) in own.chain(beside).collect::<Vec<_>>() {
            let row = match tree.array(value) {
                Some(array) if array.header.is_of_numbers() => {
                    width(&array.header.shape).map(|_| array.header.shape.clone())
                }
                Some(_) => None,
                None => arrays.numbers(value).map(|(shape, _)| shape),
            };
            if let Some(tail) = row.filter(|tail| width(tail).is_some())
                && let Some(values) = numbers_of(arrays, value)
            {
                self.person(id).add_row(frame, key, &tail, &values);
            }
        }
    }

    /// Adds all people of a picture whose arrays have a row for each.
    fn add_rows(&mut self, arrays: &mut Arrays<'_, '_>, frame: i64, picture: Value) {
        let tree = arrays.tree;
        let found = motion_keys().filter_map(|key| {
            let array = tree.array(tree.get(picture, key)?)?;
            let is_row = array.header.is_of_numbers() && array.header.shape.len() > 1;
            is_row.then_some((key, array))
        });
        let found: Vec<_> = found.collect();
        let Some(count) = found.first().map(|(_, array)| array.header.shape[0]) else { return };
        let ids = ids(arrays, picture, count.min(MAX_WIDTH));
        for (key, array) in found {
            let tail = &array.header.shape[1..];
            let Some(width) = width(tail).filter(|_| array.header.shape[0] == count) else {
                continue;
            };
            let values = Array::new(array.header.clone(), Cow::Borrowed(&array.data)).numbers();
            for (id, row) in ids.iter().zip(values.chunks_exact(width)) {
                self.person(id).add_row(frame, key, tail, row);
            }
        }
    }
}

impl Person {
    fn add_row(&mut self, frame: i64, key: &'static str, tail: &[usize], values: &[f64]) {
        if self.frames.last().is_none_or(|&last| last < frame) {
            self.frames.push(frame);
        }
        let rows = self.frames.len();
        let at = self.tables.iter().position(|table| table.key == key).unwrap_or_else(|| {
            self.tables.push(Table { key, tail: tail.to_vec(), values: Vec::new() });
            self.tables.len() - 1
        });
        let table = &mut self.tables[at];
        let width = table.width();
        if values.len() == width && table.values.len() < rows * width {
            table.values.resize((rows - 1) * width, f32::NAN);
            table.values.extend(values.iter().map(|&value| value as f32));
        }
    }
}

/// Adds the arrays of people, a row for each frame from the first to the last one of all.
pub(super) fn add_to(
    arrays: &mut Arrays<'_, '_>,
    path: &str,
    mut people: Vec<Person>,
) -> Result<(), String> {
    people.retain(|person| !person.frames.is_empty() && !person.tables.is_empty());
    let mut keys: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for table in people.iter().flat_map(|person| &person.tables) {
        if keys.iter().all(|(key, _)| *key != table.key) {
            keys.push((table.key, table.tail.clone()));
        }
    }
    let all = people.iter().flat_map(|person| &person.tables);
    let room = all.map(|table| table.values.len()).sum::<usize>();
    let room = room.saturating_mul(MAX_GROWTH).max(MIN_VALUES);
    let row: usize = keys.iter().map(|(_, tail)| tail.iter().product::<usize>()).sum();
    let all_frames = || people.iter().flat_map(|person| person.frames.iter().copied());
    let (Some(first), Some(last)) = (all_frames().min(), all_frames().max()) else { return Ok(()) };
    let frames =
        last.checked_sub(first).and_then(|span| usize::try_from(span).ok()?.checked_add(1));
    let Some(frames) = frames.filter(|frames| frames.saturating_mul(row) <= room) else {
        return Err(format!(
            "the frames of {} are numbered from {first} to {last}, which nobody filmed",
            counted(people.len(), "person"),
        ));
    };
    let most = room / frames.saturating_mul(row).max(1);
    if people.len() > most {
        let mut lengths: Vec<usize> = people.iter().map(|person| person.frames.len()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let least = lengths[most - 1];
        let count = people.len();
        people.retain(|person| person.frames.len() >= least);
        people.truncate(most);
        arrays.remarks.push(format!(
            "{} of {count} people are there for a few frames alone: they are left out",
            count - people.len(),
        ));
    }
    let key =
        |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
    let header = |descr: &str, tail: &[usize]| {
        let shape = [&[people.len(), frames][..], tail].concat();
        Header::of_values(descr, false, shape).of_people()
    };
    let mut mask = Vec::with_capacity(people.len() * frames);
    for person in &people {
        let rows = Rows::of(person, first, frames);
        mask.extend(rows.0.iter().map(|row| u8::from(row.is_there)));
    }
    let is_gap = mask.contains(&0);
    for (name, tail) in &keys {
        let width: usize = tail.iter().product();
        let mut values = Vec::with_capacity(4 * people.len() * frames * width);
        for person in &people {
            let table =
                person.tables.iter().find(|table| table.key == *name && table.tail == *tail);
            let rows = Rows::of(person, first, frames);
            for row in rows.0 {
                let found =
                    table.and_then(|table| table.values.get(row.at * width..)?.get(..width));
                match found {
                    Some(found) => {
                        values.extend(found.iter().flat_map(|value| value.to_le_bytes()))
                    }
                    None => {
                        values.extend(std::iter::repeat_n(f32::NAN.to_le_bytes(), width).flatten())
                    }
                }
            }
        }
        arrays.add(key(name), header("<f4", tail), Cow::Owned(values));
    }
    if is_gap {
        arrays.add(key(TRACK_MASK), header("|b1", &[]), Cow::Owned(mask));
    }
    let longest = people.iter().map(|person| person.id.len()).max().unwrap_or(0).max(1);
    let mut ids = Vec::with_capacity(longest * people.len());
    for person in &people {
        ids.extend(person.id.bytes());
        ids.resize(ids.len().next_multiple_of(longest), 0);
    }
    let shape = vec![people.len()];
    arrays.add(
        key(PERSON_IDS),
        Header::of_values(&format!("S{longest}"), false, shape),
        Cow::Owned(ids),
    );
    if first != 0 {
        let numbers = (0..frames as i64).flat_map(|i| (first + i).to_le_bytes()).collect();
        arrays.add(
            key("numbers"),
            Header::of_values("<i8", false, vec![frames]),
            Cow::Owned(numbers),
        );
    }
    Ok(())
}

/// Which row of a person's tables stands on each frame.
struct Rows(Vec<Row>);

#[derive(Clone, Copy)]
struct Row {
    at: usize,
    is_there: bool,
}

impl Rows {
    fn of(person: &Person, first: i64, frames: usize) -> Self {
        let mut rows = vec![Row { at: 0, is_there: false }; frames];
        for (at, &frame) in person.frames.iter().enumerate() {
            // All are between the first and the last frame.
            rows[(frame - first) as usize] = Row { at, is_there: true };
        }
        let mut last = 0;
        for row in &mut rows {
            if row.is_there {
                last = row.at;
            } else {
                row.at = last;
            }
        }
        Self(rows)
    }
}
