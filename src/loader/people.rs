//! People of whom each frame has some: figures of points, by their ids, else by nearness.
//!
//! ```text
//! file       frames; in each some people; of each the same joints: x, y, z, and perhaps a confidence
//! node       "nose", or "1:nose" where there are several people
//! gap        NaN in all values: a joint that is missing, or a person who is not on the frame
//! ```
//!
//! What comes in is kept in blocks of some frames, each of which goes when its frames are in the table: beside that, not
//! much more than one block is there.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use glam::Vec3;

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::gaps::{COLUMNS, point_columns};
use super::marker::Numbering;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, FileNumbers, FrameNumbers, LostFrames, Skeleton,
    SkeletonBuilder, WarningCode, Warnings,
};

/// So many values make a block at the most, unless a person has more; the first ones are as large as all ahead of them.
const BLOCK: usize = 1 << 16;

/// Figures beyond so many are left out, the shortest ones first: who is tracked badly has a new id each second.
const MAX_FIGURES: usize = 64;

/// So many frames without anybody are put between those that came, for each of them, at the most.
const MAX_GAP_FRAMES: usize = 64;

/// The table may have so many times the values that came in, or this many.
const MAX_GROWTH: usize = 16;
const ROOM: usize = 1 << 24;

/// The warning where places are in the pictures of one camera.
pub(super) const FLAT: &str = "2D keypoints of one camera: triangulate them (Pose2Sim, Anipose, FreeMoCap) or lift them \
                               (MotionBERT), then open TRC or NPY";

/// People as they come in, frame after frame.
#[derive(Debug)]
pub(super) struct People {
    joints: usize,
    /// Values of a joint: 3, or 4 with its confidence.
    width: usize,
    frames: Vec<Frame>,
    people: Vec<Person>,
    blocks: VecDeque<Vec<f32>>,
    has_ids: bool,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The number of the frame, where the file says one.
    number: Option<i64>,
    /// How many people of all frames are ahead of it.
    first: u32,
}

#[derive(Clone, Copy, Debug)]
struct Person {
    id: i64,
    /// The middle of the joints, and how far the farthest is from it.
    middle: Vec3,
    radius: f32,
}

/// What became of people.
pub(super) struct Figures {
    pub skeleton: Skeleton,
    pub values: Vec<f32>,
    /// For each frame which of those that came it is; `None` for one without anybody, between two that are numbered.
    pub frames: Vec<Option<u32>>,
    pub numbers: Option<FileNumbers>,
    /// How many there are.
    pub count: usize,
}

impl People {
    /// For people with so many joints, each with its confidence or without.
    pub fn new(joints: usize, has_confidence: bool) -> Self {
        Self {
            joints,
            width: point_columns(has_confidence),
            frames: Vec::new(),
            people: Vec::new(),
            blocks: VecDeque::new(),
            has_ids: true,
        }
    }

    /// How many frames have begun.
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// How many values a person has.
    pub fn person_len(&self) -> usize {
        self.joints * self.width
    }

    /// Begins a frame; `number` is what the file calls it.
    pub fn begin_frame(&mut self, number: Option<i64>) {
        self.frames.push(Frame { number, first: self.people.len() as u32 });
    }

    /// Adds a person to the frame that began last.
    ///
    /// # Panics
    /// Where these are not the values of all joints, or no frame began: a mistake of the loader, never of a file.
    pub fn add(&mut self, id: Option<i64>, values: &[f32]) {
        assert_eq!(values.len(), self.person_len(), "all joints have their values");
        assert!(!self.frames.is_empty(), "a frame has begun");
        self.has_ids &= id.is_some();
        let fits = |block: &Vec<f32>| block.capacity() - block.len() >= values.len();
        if !self.blocks.back().is_some_and(fits) {
            let ahead = self.people.len() * values.len();
            let room = ahead.clamp(values.len(), BLOCK.max(values.len()));
            self.blocks.push_back(Vec::with_capacity(room));
        }
        if let Some(block) = self.blocks.back_mut() {
            block.extend_from_slice(values);
        }
        self.people.push(Person::new(id.unwrap_or_default(), values, self.width));
    }

    /// Adds all frames of others with as many joints behind these.
    pub fn append(&mut self, mut others: Self) {
        let ahead = self.people.len() as u32;
        let frames = others.frames.iter();
        self.frames.extend(frames.map(|frame| Frame { first: frame.first + ahead, ..*frame }));
        self.people.append(&mut others.people);
        self.blocks.append(&mut others.blocks);
        self.has_ids &= others.has_ids;
    }

    /// Makes figures of them, whose joints have these names; `bones` are from one joint to another.
    ///
    /// # Errors
    /// Where there are more joints than a skeleton can number, and where nobody is on nearly all of many frames.
    pub fn into_figures(
        mut self,
        source: &Source<'_>,
        names: &[String],
        bones: &[[usize; 2]],
        warnings: &mut Warnings,
    ) -> Result<Figures, LoadError> {
        let (frames, numbers) = self.numbered(warnings);
        let is_alone = (0..self.frames.len()).all(|frame| self.people_of(frame).len() < 2);
        let mut tracks = match (self.has_ids, is_alone) {
            (true, _) => self.by_ids(),
            (false, true) => Tracks::of_one(self.people.len()),
            (false, false) => self.by_nearness(warnings),
        };
        let room = ROOM.max(MAX_GROWTH * self.people.len() * self.person_len());
        let most = room / (frames.len() * self.person_len()).max(1);
        if most == 0 {
            let what = format!("nobody is on most of its {} frames", frames.len());
            return Err(LoadError::new(source, ErrorKind::NothingToShow(what)));
        }
        tracks.limit(most.min(MAX_FIGURES), warnings);
        let count = tracks.names.len().max(1);
        let columns = count * self.person_len();
        let mut values = Vec::with_capacity(columns * frames.len());
        let mut block = Vec::new().into_iter();
        for frame in &frames {
            let start = values.len();
            values.resize(start + columns, f32::NAN);
            let Some(frame) = *frame else { continue };
            for person in self.people_of(frame as usize) {
                if block.len() == 0 {
                    block = self.blocks.pop_front().unwrap_or_default().into_iter();
                }
                let len = self.person_len();
                let figure = tracks.figures[person];
                let to = figure.map(|figure| start + figure as usize * len);
                for (i, value) in block.by_ref().take(len).enumerate() {
                    if let Some(to) = to {
                        values[to + i] = value;
                    }
                }
            }
        }
        let skeleton = self.skeleton(source, names, bones, &tracks.names)?;
        Ok(Figures { skeleton, values, frames, numbers, count })
    }

    fn people_of(&self, frame: usize) -> Range<usize> {
        let end = self.frames.get(frame + 1).map_or(self.people.len(), |next| next.first as usize);
        self.frames[frame].first as usize..end
    }

    /// All frames, those without anybody among them that the numbers tell of, and the numbers.
    fn numbered(&self, warnings: &mut Warnings) -> (Vec<Option<u32>>, Option<FileNumbers>) {
        let all = || (0..self.frames.len() as u32).map(Some).collect();
        let numbers: Option<Vec<i64>> = self.frames.iter().map(|frame| frame.number).collect();
        let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
            return (all(), None);
        };
        let steps = numbers.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
        let step = steps.clone().min().unwrap_or(1);
        let is_even = step > 0 && steps.clone().all(|rise| rise % step == 0);
        let span = numbers[numbers.len() - 1].saturating_sub(numbers[0]);
        let most = numbers.len().saturating_mul(MAX_GAP_FRAMES) as i64;
        if !is_even || span / step > most {
            warnings.add(WarningCode::NumberingUneven, Numbering::BROKEN);
            return (all(), FileNumbers::of_rows(numbers, &LostFrames::default()));
        }
        let mut frames = Vec::with_capacity((span / step) as usize + 1);
        for (i, number) in numbers.iter().enumerate() {
            frames.resize(((number - numbers[0]) / step) as usize, None);
            frames.push(Some(i as u32));
        }
        let even = FrameNumbers { first: numbers[0], step };
        (frames, Some(FileNumbers::Even(even)))
    }

    fn by_ids(&self) -> Tracks {
        let mut figures = Vec::with_capacity(self.people.len());
        let mut known: HashMap<i64, u32> = HashMap::new();
        let mut ids = Vec::new();
        for frame in 0..self.frames.len() {
            let mut there: Vec<u32> = Vec::new();
            for person in &self.people[self.people_of(frame)] {
                let figure = *known.entry(person.id).or_insert_with(|| {
                    ids.push(person.id);
                    ids.len() as u32 - 1
                });
                // One that is there twice is shown once.
                let is_first = !there.contains(&figure);
                there.push(figure);
                figures.push(is_first.then_some(figure));
            }
        }
        // Short ids are shown, those of a sensor, of many digits, are not.
        let is_short = ids.iter().all(|id| (0..10_000).contains(id));
        let name =
            |(i, id): (usize, &i64)| if is_short { id.to_string() } else { (i + 1).to_string() };
        Tracks { names: ids.iter().enumerate().map(name).collect(), figures }
    }

    /// Each person goes on as the nearest one to where one who was there before would be now; who is far from everybody is
    /// somebody new.
    fn by_nearness(&self, warnings: &mut Warnings) -> Tracks {
        let mut figures = vec![None; self.people.len()];
        let mut last: Vec<Seen> = Vec::new();
        for frame in 0..self.frames.len() {
            let people = self.people_of(frame);
            let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
            for person in people.clone() {
                for (figure, seen) in last.iter().enumerate() {
                    let distance = seen.expected(frame).distance(self.people[person].middle);
                    // Who was away for a while may come back a little farther off.
                    let away = (frame - seen.frame).min(30) as f32;
                    let radius = seen.person.radius.max(self.people[person].radius);
                    if distance <= radius * (1.0 + 0.1 * away) {
                        pairs.push((distance, person, figure));
                    }
                }
            }
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (_, person, figure) in pairs {
                if figures[person].is_none() && last[figure].frame < frame {
                    figures[person] = Some(figure as u32);
                    last[figure].go_on(self.people[person], frame);
                }
            }
            for person in people {
                if figures[person].is_none() {
                    // So many are no people: what is left over stays without a figure.
                    if last.len() < 16 * MAX_FIGURES {
                        figures[person] = Some(last.len() as u32);
                        last.push(Seen { person: self.people[person], frame, step: Vec3::ZERO });
                    }
                }
            }
        }
        if last.len() > 1 {
            let message = "people have no ids: each is the nearest one of the frame before";
            warnings.add(WarningCode::PeopleGuessed, message);
        }
        Tracks { names: (1..=last.len()).map(|number| number.to_string()).collect(), figures }
    }

    fn skeleton(
        &self,
        source: &Source<'_>,
        names: &[String],
        bones: &[[usize; 2]],
        figures: &[String],
    ) -> Result<Skeleton, LoadError> {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        let only = [String::new()];
        for figure in if figures.len() > 1 { figures } else { &only } {
            let mut ids = Vec::with_capacity(self.joints);
            for joint in 0..self.joints {
                let name = names.get(joint).cloned().unwrap_or_else(|| joint.to_string());
                let name = if figure.is_empty() { name } else { format!("{figure}:{name}") };
                let id = build.node(name, None);
                let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
                let node = build.node_mut(id);
                node.is_world_space = true;
                node.channels = Axis::ALL.map(Channel::Position).to_vec();
                node.channels.extend((self.width > COLUMNS).then_some(Channel::Confidence));
                ids.push(id);
            }
            for &[from, to] in bones {
                if let (Some(&from), Some(&to)) = (ids.get(from), ids.get(to)) {
                    build.bone(from, BoneEnd::Node(to));
                }
            }
        }
        Ok(build.finish())
    }
}

/// A skeleton of points of these names that move in the world, each with its confidence or without.
///
/// # Errors
/// Where there are more points than a skeleton can number.
pub(super) fn points(
    source: &Source<'_>,
    names: &[String],
    has_confidence: bool,
) -> Result<Skeleton, LoadError> {
    People::new(names.len(), has_confidence).skeleton(source, names, &[], &[])
}

impl Person {
    fn new(id: i64, values: &[f32], width: usize) -> Self {
        let places = || values.chunks_exact(width).map(|of| Vec3::new(of[0], of[1], of[2]));
        let seen = || places().filter(|place| place.is_finite());
        let middle = seen().sum::<Vec3>() / seen().count().max(1) as f32;
        let radius = seen().map(|place| place.distance(middle)).fold(0.0, f32::max);
        Self { id, middle, radius }
    }
}

/// A figure as it was seen last.
struct Seen {
    person: Person,
    frame: usize,
    /// How far it goes in a frame.
    step: Vec3,
}

impl Seen {
    /// Where its middle would be on a frame if it went on: not for long, because nobody does.
    fn expected(&self, frame: usize) -> Vec3 {
        self.person.middle + self.step * (frame - self.frame).min(10) as f32
    }

    /// Takes in the person that it is on a frame. A step is that of the last few frames, since estimators tremble.
    fn go_on(&mut self, person: Person, frame: usize) {
        const NEW: f32 = 0.3;
        let step = (person.middle - self.person.middle) / (frame - self.frame) as f32;
        if step.is_finite() {
            self.step = self.step.lerp(step, NEW);
        }
        (self.person, self.frame) = (person, frame);
    }
}

/// Which figure each person is.
struct Tracks {
    /// What the figures are called.
    names: Vec<String>,
    /// The figure of each person, in their order.
    figures: Vec<Option<u32>>,
}

impl Tracks {
    /// One figure of so many frames.
    fn of_one(people: usize) -> Self {
        Self { names: vec!["1".to_string()], figures: vec![Some(0); people] }
    }

    /// Leaves out all but so many figures: those that are there on the fewest frames.
    fn limit(&mut self, most: usize, warnings: &mut Warnings) {
        if self.names.len() <= most {
            return;
        }
        let mut frames = vec![0; self.names.len()];
        self.figures.iter().flatten().for_each(|&figure| frames[figure as usize] += 1);
        let mut order: Vec<usize> = (0..frames.len()).collect();
        order.sort_by_key(|&figure| Reverse(frames[figure]));
        let mut kept = order[..most].to_vec();
        kept.sort_unstable();
        let place = |figure: u32| kept.binary_search(&(figure as usize)).ok().map(|at| at as u32);
        self.figures.iter_mut().for_each(|figure| *figure = figure.and_then(place));
        let message = format!(
            "{} people are too many: the {most} who are there on the most frames are shown",
            self.names.len()
        );
        warnings.add(WarningCode::ValuesLeftOut, message);
        self.names = kept.iter().map(|&figure| self.names[figure].clone()).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The id of a person, and where that is.
    type At = (Option<i64>, f32);

    /// People with two joints each, at a place and a step above it.
    fn people(frames: &[(Option<i64>, &[At])]) -> People {
        let mut people = People::new(2, false);
        for &(number, there) in frames {
            people.begin_frame(number);
            for &(id, x) in there {
                people.add(id, &[x, 0.0, 0.0, x, 1.0, 0.0]);
            }
        }
        people
    }

    /// Where the first joint of each figure is on each frame, and what was warned of.
    fn figures(people: People) -> (Vec<Vec<f32>>, Figures, Vec<String>) {
        let mut warnings = Warnings::default();
        let names = ["a", "b"].map(String::from);
        let figures =
            people.into_figures(&Source::new("", b""), &names, &[[0, 1]], &mut warnings).unwrap();
        let columns = figures.skeleton.columns();
        let rows = figures
            .values
            .chunks_exact(columns)
            .map(|row| row.iter().step_by(6).copied().collect());
        let messages = warnings.finish().iter().map(ToString::to_string).collect();
        (rows.collect(), figures, messages)
    }

    /// Rows as texts, a gap as a dash.
    fn written(rows: &[Vec<f32>]) -> String {
        let value = |value: &f32| if value.is_nan() { "-".into() } else { value.to_string() };
        let row = |row: &Vec<f32>| row.iter().map(value).collect::<Vec<String>>().join(" ");
        rows.iter().map(row).collect::<Vec<String>>().join(", ")
    }

    #[test]
    fn ids_tell_people_apart_wherever_they_stand_in_the_list() {
        let (rows, figures, messages) = figures(people(&[
            (None, &[(Some(7), 0.0), (Some(3), 5.0)]),
            (None, &[(Some(3), 5.1), (Some(7), 0.1)]),
            (None, &[(Some(3), 5.2), (Some(3), 9.0)]),
        ]));
        assert_eq!(written(&rows), "0 5, 0.1 5.1, - 5.2");
        assert_eq!(messages, [""; 0]);
        let names: Vec<&str> = figures.skeleton.nodes().iter().map(|node| &*node.name).collect();
        assert_eq!(names, ["7:a", "7:b", "3:a", "3:b"]);
        assert_eq!((figures.skeleton.bones().len(), figures.count), (2, 2));
    }

    #[test]
    fn without_ids_the_nearest_goes_on_and_that_is_told() {
        let (rows, _, messages) = figures(people(&[
            (None, &[(None, 0.0), (None, 5.0)]),
            (None, &[(None, 5.1), (None, 0.1)]),
            (None, &[(None, 5.2)]),
            (None, &[(None, 20.0), (None, 5.3), (None, 0.2)]),
        ]));
        assert_eq!(written(&rows), "0 5 -, 0.1 5.1 -, - 5.2 -, 0.2 5.3 20");
        assert_eq!(messages, ["people have no ids: each is the nearest one of the frame before"]);
        // One person alone is the same, wherever that goes.
        let (rows, figures, messages) =
            figures(people(&[(None, &[(None, 0.0)]), (None, &[]), (None, &[(None, 50.0)])]));
        assert_eq!((written(&rows).as_str(), messages.len()), ("0, -, 50", 0));
        assert_eq!(figures.skeleton.nodes()[0].name, "a");
    }

    #[test]
    fn people_who_cross_go_on_as_they_went() {
        // Between two frames, so that each is nearer to where the other one was; and in either order.
        let at = |frame: usize| {
            let mut people = [(None, 0.4 * frame as f32), (None, 8.1 - 0.4 * frame as f32)];
            people.rotate_left(frame % 2);
            people
        };
        let frames: Vec<[At; 2]> = (0..=20).map(at).collect();
        let frames: Vec<(Option<i64>, &[At])> =
            frames.iter().map(|people| (None, &people[..])).collect();
        let (rows, ..) = figures(people(&frames));
        let last = rows.last().unwrap();
        assert!((last[0] - 8.0).abs() < 1e-3 && (last[1] - 0.1).abs() < 1e-3, "{last:?}");
    }

    #[test]
    fn frames_that_the_numbers_leave_out_are_gaps() {
        let one = |number: i64, x: f32| (Some(number), [(None, x)]);
        let of = |list: &[(Option<i64>, [At; 1])]| {
            let list: Vec<_> = list.iter().map(|(number, there)| (*number, &there[..])).collect();
            let (rows, figures, messages) = figures(people(&list));
            (written(&rows), figures.numbers, messages.len())
        };
        let (rows, numbers, warned) = of(&[one(3, 0.0), one(5, 1.0), one(11, 2.0)]);
        assert_eq!((rows.as_str(), warned), ("0, 1, -, -, 2", 0));
        assert_eq!(numbers, Some(FileNumbers::Even(FrameNumbers { first: 3, step: 2 })));
        for list in [
            [one(3, 0.0), one(3, 1.0)],
            [one(3, 0.0), one(1, 1.0)],
            [one(0, 0.0), one(i64::MAX, 1.0)],
        ] {
            let (rows, _, warned) = of(&list);
            assert_eq!(
                (rows.as_str(), warned),
                ("0, 1", u32::from(list[1].0 != Some(i64::MAX)) as usize)
            );
        }
    }

    #[test]
    fn parts_that_were_read_apart_are_joined_and_who_is_seldom_there_is_left_out() {
        let mut all = people(&[(Some(1), &[(Some(1), 0.0)])]);
        all.append(people(&[(Some(2), &[(Some(1), 1.0), (Some(2), 9.0)])]));
        let (rows, ..) = figures(all);
        assert_eq!(written(&rows), "0 -, 1 9");
        let many: Vec<(Option<i64>, f32)> = (0..200).map(|id| (Some(id), id as f32)).collect();
        let (rows, figures, messages) = figures(people(&[(None, &many[100..]), (None, &many)]));
        assert_eq!((figures.count, rows[0][0]), (MAX_FIGURES, 100.0));
        assert_eq!(messages.len(), 1);
    }
}
