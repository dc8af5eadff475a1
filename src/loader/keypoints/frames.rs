//! The rows of a table as frames of figures.

use std::collections::{HashMap, HashSet};

use super::super::Source;
use super::super::chunks::cut_off;
use super::super::clips;
use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::marker::id_number;
use super::super::number::MAX_VALUE;
use super::super::people::{self, Figures, People};
use super::super::scanner::Reader;
use super::super::table::unquoted;
use super::layout::{Layout, Point};
use super::names::words;
use super::rows::{Key, Rows, Stamp};
use crate::known_bodies::by_word;
use crate::take::{Clips, FileNumbers, LostFrames, WarningCode, counted};

/// Of which several trajectories of a point are shown where nobody asks for another one.
const USUAL_TRAJECTORY: &str = "3d_xyz";

/// Where a value of a point comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The value of this number in a row.
    Read(usize),
    /// The third coordinate in a picture.
    Flat,
    Unknown,
}

/// Where the values of the points of a row come from, in their order: x, y, z, and confidence where any has it.
pub(super) fn slots(layout: &Layout, read: &[usize]) -> Vec<Slot> {
    let slot = |column: Option<usize>| {
        let at = column.and_then(|column| read.binary_search(&column).ok());
        at.map_or(Slot::Unknown, Slot::Read)
    };
    let has_confidence = layout.has_confidence();
    let of_point = |point: &Point| {
        let mut slots = point.place.map(slot).to_vec();
        if layout.is_flat {
            slots[2] = Slot::Flat;
        }
        slots.extend(has_confidence.then(|| slot(point.confidence)));
        slots
    };
    layout.points.iter().flat_map(of_point).collect()
}

/// Writes the values of a row's points; a point without a place has none of them. How many lack only a part of it.
fn place(row: &[f32], slots: &[Slot], width: usize, points: &mut [f32]) -> usize {
    let mut half = 0;
    for (slots, point) in slots.chunks_exact(width).zip(points.chunks_exact_mut(width)) {
        for (slot, value) in slots.iter().zip(point.iter_mut()) {
            *value = match slot {
                Slot::Read(at) => row[*at],
                Slot::Flat => 0.0,
                Slot::Unknown => f32::NAN,
            };
        }
        half += usize::from(close(point, slots));
    }
    half
}

/// Makes a gap of a point that lacks a part of its place; whether it has another part.
fn close(point: &mut [f32], slots: &[Slot]) -> bool {
    let place = &mut point[..COLUMNS];
    if place.iter().all(|value| value.abs() <= MAX_VALUE) {
        return false;
    }
    let mut read = place.iter().zip(slots).filter(|(_, slot)| **slot != Slot::Flat);
    let is_half = read.any(|(value, _)| !value.is_nan());
    place.fill(f32::NAN);
    is_half
}

/// Makes the values of so many rows those of points, where they are.
pub(super) fn arrange(
    values: &mut Vec<f32>,
    count: usize,
    layout: &Layout,
    (read, slots): (usize, &[Slot]),
    reader: &mut Reader<'_>,
) {
    let width = layout.values_of_point();
    let to = slots.len();
    let mut half = 0;
    if to == read && slots.iter().enumerate().all(|(i, slot)| *slot == Slot::Read(i)) {
        for row in values.chunks_exact_mut(to) {
            for (point, slots) in row.chunks_exact_mut(width).zip(slots.chunks_exact(width)) {
                half += usize::from(close(point, slots));
            }
        }
        return warn_of_halves(half, reader);
    }
    let mut row = vec![0.0; read];
    let mut arrange = |values: &mut [f32], i: usize| {
        row.copy_from_slice(&values[i * read..][..read]);
        half += place(&row, slots, width, &mut values[i * to..][..to]);
    };
    // Rows that grow are moved from the last one on, and others from the first.
    if to > read {
        values.resize(count * to, 0.0);
        (0..count).rev().for_each(|i| arrange(values, i));
    } else {
        (0..count).for_each(|i| arrange(values, i));
        cut_off(values, count * to);
    }
    warn_of_halves(half, reader);
}

/// Who and what the rows of a table are of.
struct Cast {
    clips: Option<Clips>,
    /// The names of points, and where the first of each stands in a key.
    names: Vec<String>,
    /// Of each key, its person and its point; none for one that is not shown.
    keys: Vec<Option<(u32, u32)>>,
    ids: Vec<Option<i64>>,
}

impl Cast {
    fn of(keys: &[Key], layout: &Layout, source: &Source<'_>) -> Result<Self, LoadError> {
        let [person, trajectory, model, name] = [0, 1, 2, 3];
        let clips = match layout.roles.trajectory {
            Some(_) => {
                let all = different(keys.iter().map(|key| &key[trajectory]));
                let names: Vec<String> = all.iter().map(|name| unquoted(name)).collect();
                let has_usual = names.iter().any(|name| name == USUAL_TRAJECTORY);
                let is_usual = |&i: &usize| !has_usual || names[i] == USUAL_TRAJECTORY;
                let clips = clips::choose(source, names.clone(), is_usual)?;
                clips.map(|clips| (all[clips.shown].clone(), clips))
            }
            None => None,
        };
        let is_shown =
            |key: &Key| clips.as_ref().is_none_or(|(shown, _)| key[trajectory] == *shown);
        let shown: Vec<&Key> = keys.iter().filter(|key| is_shown(key)).collect();
        let people = different(shown.iter().map(|key| &key[person]));
        let points = different(shown.iter().map(|key| (&key[model], &key[name])));
        let names: Vec<String> = match layout.roles.name {
            Some(_) => point_names(&points),
            None => layout.points.iter().map(|point| point.name.clone()).collect(),
        };
        let order = layout.roles.name.and_then(|_| number_order(&names));
        let place = places(people.iter().copied());
        let point = places(points.iter().copied());
        let key = |key: &Key| {
            let point = *point.get(&(&key[model], &key[name]))?;
            let point = order.as_ref().map_or(point, |order| order[point as usize]);
            is_shown(key).then_some((place[&&key[person]], point))
        };
        let keys =
            if keys.is_empty() { vec![Some((0, 0))] } else { keys.iter().map(key).collect() };
        let id = |(i, text): (usize, &&Vec<u8>)| id_number(text).unwrap_or(i as i64 + 1);
        let ids = people.iter().enumerate().map(id).map(Some).collect();
        let ids = if layout.roles.person.is_some() { ids } else { vec![None] };
        let names = match &order {
            Some(order) => {
                let mut sorted = vec![String::new(); names.len()];
                for (name, &place) in names.into_iter().zip(order) {
                    sorted[place as usize] = name;
                }
                sorted
            }
            None => names,
        };
        Ok(Self { clips: clips.map(|(_, clips)| clips), names, keys, ids })
    }
}

impl Cast {
    /// Whether the rows of a frame are of all points in their order, of one person.
    fn is_regular(&self, rows: &Rows) -> bool {
        let is_point = |(i, key): (usize, &Option<(u32, u32)>)| *key == Some((0, i as u32));
        let mut of_rows = rows.of_rows.iter().enumerate();
        !rows.of_rows.is_empty()
            && self.ids.len() == 1
            && self.keys.len() == self.names.len()
            && self.keys.iter().enumerate().all(is_point)
            && of_rows.all(|(row, key)| *key as usize == row % self.keys.len())
    }
}

/// Each of some things once, in the order in which they come first.
fn different<T: Copy + Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = HashSet::new();
    all.filter(|one| known.insert(*one)).collect()
}

fn places<T: Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> HashMap<T, u32> {
    all.zip(0..).collect()
}

/// The names of points out of their models and names. FreeMoCap cuts a name at its first `_`: `left_ankle` is `ankle`
/// of the model `mediapipe_left`. Other models are named where the same name is in several.
fn point_names(points: &[(&Vec<u8>, &Vec<u8>)]) -> Vec<String> {
    let names = different(points.iter().map(|(_, name)| *name));
    let are_unique = names.len() == points.len();
    let name = |(model, name): &(&Vec<u8>, &Vec<u8>)| {
        let (model, name) = (unquoted(model), unquoted(name));
        if let Some(landmark) = landmark_name(&model, &name) {
            return landmark;
        }
        let ahead = match model.strip_prefix("mediapipe") {
            Some(rest) if !rest.starts_with('.') => rest.trim_start_matches('_'),
            _ if are_unique => "",
            _ => model.rsplit('.').next().unwrap_or_default(),
        };
        if ahead.is_empty() { name } else { format!("{ahead}_{name}") }
    };
    points.iter().map(name).collect()
}

/// The name of a landmark of MediaPipe that is told by its number in one of its models: `pose`, `left_hand`.
fn landmark_name(model: &str, number: &str) -> Option<String> {
    let words = words(model).concat();
    let (ahead, body) = match &*words {
        "pose" | "poselandmarks" => ("", "blazepose"),
        "lefthand" | "lefthandlandmarks" => ("left_hand_", "hand"),
        "righthand" | "righthandlandmarks" => ("right_hand_", "hand"),
        _ => return None,
    };
    let name = by_word(body)?.names().nth(number.parse().ok()?)?;
    Some(format!("{ahead}{name}"))
}

/// The places of points that are called by nothing but numbers, in the order of these.
fn number_order(names: &[String]) -> Option<Vec<u32>> {
    let numbers: Vec<u64> = names.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&i| numbers[i]);
    let mut places = vec![0; numbers.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i] = place as u32;
    }
    Some(places)
}

/// Frames of figures, and what is known of each.
pub(super) struct Built {
    pub figures: Figures,
    pub clips: Option<Clips>,
    /// The stamps of the frames that came.
    pub stamps: Vec<Stamp>,
}

/// The frames of rows that are of a point, or a person, each.
pub(super) fn by_keys(
    rows: Rows,
    mut values: Vec<f32>,
    layout: &Layout,
    (read, slots): (usize, &[Slot]),
    reader: &mut Reader<'_>,
) -> Result<Built, LoadError> {
    /// A frame may have so many times the points that have a row there.
    const MAX_GROWTH: usize = 16;
    let width = layout.values_of_point();
    let source = reader.scan.source;
    let cast = Cast::of(&rows.keys, layout, &source)?;
    let count = values.len() / read.max(1);
    let key_of = |row: usize| rows.of_rows.get(row).map_or(0, |&key| key as usize);
    let of_row = |row: usize| cast.keys.get(key_of(row)).copied().flatten();
    let frames = Frames::of(&rows, count, of_row);
    let stamps: Vec<Stamp> = frames.list.iter().map(|frame| frame.stamp).collect();
    if cast.is_regular(&rows) && frames.are_regular(cast.names.len()) {
        let numbers: Option<Vec<i64>> = stamps.iter().map(|stamp| stamp.number).collect();
        let numbers = numbers.and_then(|all| FileNumbers::of_rows(all, &LostFrames::default()));
        if !matches!(numbers, Some(FileNumbers::Jumping { .. })) {
            arrange(&mut values, count, layout, (read, slots), reader);
            let skeleton = people::points(&source, &cast.names, layout.has_confidence())?;
            let frames = (0..stamps.len() as u32).map(Some).collect();
            let figures = Figures { skeleton, values, frames, numbers, count: 1 };
            return Ok(Built { figures, clips: cast.clips, stamps });
        }
    }
    if frames.break_off(count) && source.bytes.last().is_some_and(|&byte| byte != b'\n') {
        values[(count - 1) * read..].fill(f32::NAN);
        let message = "the file breaks off within its last frame: the last row is left out, and others are missing";
        reader.warnings.add(WarningCode::FewerThanAnnounced, message);
    }
    let mut last_frame = vec![0; cast.keys.len()];
    let mut repeated = 0;
    let mut pairs = 0;
    for (i, frame) in (1..).zip(&frames.list) {
        let mut there: Vec<u32> = Vec::new();
        for row in frames.rows(frame) {
            let Some((person, _)) = of_row(row) else { continue };
            repeated += usize::from(std::mem::replace(&mut last_frame[key_of(row)], i) == i);
            if there.last() != Some(&person) && !there.contains(&person) {
                there.push(person);
            }
        }
        pairs += there.len();
    }
    let points = cast.names.len();
    if layout.roles.name.is_some() && pairs.saturating_mul(points) > MAX_GROWTH * (count + points) {
        let many = counted(points, "name");
        let what =
            format!("{many} are in the column of names, most of which have no row on most frames");
        return Err(reader.scan.contradiction(layout.start, what));
    }
    // Several people whom nothing tells apart, or a few rows too many.
    let are_people = layout.roles.person.is_none() && !layout.is_of_one && 10 * repeated > count;
    let mut people = People::new(points, layout.has_confidence());
    let len = people.person_len();
    let mut buffer: Vec<f32> = Vec::new();
    let mut there: Vec<(u32, Vec<bool>)> = Vec::new();
    let (mut half, mut given_twice) = (0, 0);
    for frame in &frames.list {
        buffer.clear();
        there.clear();
        for row in frames.rows(frame) {
            let Some((person, point)) = of_row(row) else { continue };
            let point = point as usize;
            let is_there = |(own, _): &(u32, Vec<bool>)| *own == person;
            let is_free = |one: &(u32, Vec<bool>)| is_there(one) && !one.1[point];
            let at = match there.iter().position(is_free) {
                Some(at) => at,
                None if !are_people && there.iter().any(is_there) => {
                    given_twice += 1;
                    continue;
                }
                None => {
                    there.push((person, vec![false; points]));
                    buffer.resize(buffer.len() + len, f32::NAN);
                    there.len() - 1
                }
            };
            there[at].1[point] = true;
            let to = &mut buffer[at * len + point * width..][..slots.len()];
            half += place(&values[row * read..][..read], slots, width, to);
        }
        people.begin_frame(frame.stamp.number);
        for ((person, _), values) in there.iter().zip(buffer.chunks_exact(len.max(1))) {
            people.add(cast.ids[*person as usize], values);
        }
    }
    drop(values);
    if given_twice > 0 {
        let many = counted(given_twice, "row");
        let message = format!("{many} of a point that has one on the frame: the first one counts");
        reader.warnings.add(WarningCode::GivenTwice, message);
    }
    warn_of_halves(half, reader);
    let figures = people.into_figures(&source, &cast.names, &[], &mut reader.warnings)?;
    Ok(Built { figures, clips: cast.clips, stamps })
}

/// The frames of a table in their order, each with its rows.
struct Frames {
    list: Vec<Frame>,
    /// The runs of rows of all frames.
    runs: Vec<[u32; 2]>,
}

struct Frame {
    stamp: Stamp,
    /// Its first run, and how many it has.
    runs: [u32; 2],
}

impl Frames {
    fn of(rows: &Rows, count: usize, of_row: impl Fn(usize) -> Option<(u32, u32)>) -> Self {
        if rows.stamps.is_empty() {
            return Self::by_repeats(count, of_row);
        }
        let ends = rows.stamps.iter().skip(1).map(|(first, _)| *first).chain([count as u32]);
        let mut runs: Vec<(Stamp, [u32; 2])> = rows
            .stamps
            .iter()
            .zip(ends)
            .map(|(&(first, stamp), end)| (stamp, [first, end]))
            .collect();
        // A number tells frames apart, or else a time.
        let key = |stamp: &Stamp| {
            (stamp.number.unwrap_or(i64::MIN), stamp.time.filter(|_| stamp.number.is_none()))
        };
        let rises =
            |a: &Stamp, b: &Stamp| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal);
        runs.sort_by(|(a, _), (b, _)| rises(a, b));
        let mut list: Vec<Frame> = Vec::new();
        for (i, (stamp, _)) in runs.iter().enumerate() {
            match list.last_mut().filter(|last| key(&last.stamp) == key(stamp)) {
                Some(last) => last.runs[1] += 1,
                None => list.push(Frame { stamp: *stamp, runs: [i as u32, 1] }),
            }
        }
        Self { list, runs: runs.into_iter().map(|(_, run)| run).collect() }
    }

    /// Without a number and a time, a frame ends where a point comes again.
    fn by_repeats(count: usize, of_row: impl Fn(usize) -> Option<(u32, u32)>) -> Self {
        let mut there = HashSet::new();
        let mut runs: Vec<[u32; 2]> = Vec::new();
        for row in 0..count {
            if of_row(row).is_some_and(|key| !there.insert(key)) || row == 0 {
                there.clear();
                there.extend(of_row(row));
                runs.push([row as u32; 2]);
            }
            if let Some(run) = runs.last_mut() {
                run[1] = row as u32 + 1;
            }
        }
        let frame = |i: usize| Frame { stamp: Stamp::default(), runs: [i as u32, 1] };
        Self { list: (0..runs.len()).map(frame).collect(), runs }
    }

    /// Whether each frame has so many rows, which follow one another in the order of frames.
    fn are_regular(&self, rows: usize) -> bool {
        let is_next = |(i, frame): (usize, &Frame)| {
            let [first, end] = self.runs[frame.runs[0] as usize].map(|row| row as usize);
            frame.runs[1] == 1 && first == i * rows && end == first + rows
        };
        self.list.iter().enumerate().all(is_next)
    }

    /// Whether the last frame has fewer rows than the one before, of which the last of all `count` is one.
    fn break_off(&self, count: usize) -> bool {
        let [.., before, last] = &self.list[..] else { return false };
        let many = |frame| self.rows(frame).count();
        many(last) < many(before) && self.rows(last).any(|row| row + 1 == count)
    }

    fn rows(&self, frame: &Frame) -> impl Iterator<Item = usize> {
        let [first, many] = frame.runs.map(|n| n as usize);
        self.runs[first..first + many].iter().flat_map(|&[first, end]| first as usize..end as usize)
    }
}

fn warn_of_halves(half: usize, reader: &mut Reader<'_>) {
    if half > 0 {
        let many = counted(half, "point");
        let message =
            format!("{many} with a coordinate that is missing or cannot be used: these are gaps");
        reader.warnings.add(WarningCode::MarkerIncomplete, message);
    }
}
