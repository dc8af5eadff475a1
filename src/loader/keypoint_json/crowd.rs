//! The people of all frames as they come in, with all that frames say beside them.

use super::super::error::LoadError;
use super::super::people::People;
use super::frame::{Frame, Person, Space};

/// What the joints of people are like. The first person decides: nobody else is shown among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub joints: usize,
    pub space: Space,
    has_confidence: bool,
}

/// Frames one after the other.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    shape: Option<Shape>,
    /// Whether nobody counts who is only in a picture.
    only_world: bool,
    /// What the frames ahead of the first person are called.
    ahead: Vec<Option<i64>>,
    people: Option<People>,
    /// When each frame is, in the unit of the layout; NaN where that is not said.
    pub times: Vec<f64>,
    pub rate: Option<f64>,
    /// The frames that cannot be read, and what is wrong with the first of them.
    pub lost: Vec<u32>,
    pub error: Option<LoadError>,
    /// How many people are of another shape, and where the first of them is: in which frame, and at which byte of it.
    pub others: usize,
    pub first_other: Option<(usize, usize)>,
    /// Whether there is somebody in the world, and the first person is in a picture.
    pub is_too_flat: bool,
    /// The numbers of the last two frames.
    last: [Option<i64>; 2],
    values: Vec<f32>,
}

impl Crowd {
    /// For people who are in the world, where that is known.
    pub fn new(only_world: bool) -> Self {
        Self { only_world, ..Self::default() }
    }

    /// For frames behind these, with people of the same shape; `None` where nobody was there yet.
    pub fn behind(&self) -> Option<Self> {
        let shape = self.shape?;
        let people = Some(People::new(shape.joints, shape.has_confidence));
        Some(Self { shape: Some(shape), only_world: self.only_world, people, ..Self::default() })
    }

    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// Takes in a frame.
    pub fn add(&mut self, frame: &mut Frame) {
        self.last = [self.last[1], frame.number];
        self.times.push(frame.time.unwrap_or(f64::NAN));
        self.rate = self.rate.or(frame.rate);
        if self.shape.is_none() {
            let mut people = frame.people.iter();
            let first = people.find(|one| !self.only_world || one.space == Space::World);
            if let Some(first) = first {
                self.begin(first);
                frame.names.first = Some(first.joints.len());
            }
        }
        let number = self.times.len() - 1;
        let mut leave_out = |person: &Person| {
            self.others += 1;
            self.first_other.get_or_insert((number, person.at));
        };
        let (Some(shape), Some(people)) = (self.shape, &mut self.people) else {
            frame.people.iter().for_each(leave_out);
            return self.ahead.push(frame.number);
        };
        people.begin_frame(frame.number);
        for person in &frame.people {
            let joints = &frame.joints[person.joints.clone()];
            if joints.len() != shape.joints || person.space != shape.space {
                self.is_too_flat |= person.space == Space::World && shape.space != Space::World;
                leave_out(person);
                continue;
            }
            let width = if shape.has_confidence { 4 } else { 3 };
            self.values.clear();
            self.values.extend(joints.iter().flat_map(|joint| &joint[..width]));
            people.add(person.id, &self.values);
        }
    }

    fn begin(&mut self, first: &Person) {
        let Person { space, has_confidence, .. } = *first;
        let joints = first.joints.len();
        let mut people = People::new(joints, has_confidence);
        self.ahead.drain(..).for_each(|number| people.begin_frame(number));
        self.people = Some(people);
        self.shape = Some(Shape { joints, space, has_confidence });
    }

    /// Takes in that a frame cannot be read. It may have a number all the same, else it has the next one.
    pub fn lose(&mut self, number: Option<i64>, error: impl FnOnce() -> LoadError) {
        let [before, last] = self.last;
        let step = before.zip(last).and_then(|(before, last)| last.checked_sub(before));
        let number = number.or_else(|| last?.checked_add(step.unwrap_or(1)));
        self.last = [last, number];
        self.lost.push(self.times.len() as u32);
        if self.error.is_none() {
            self.error = Some(error());
        }
        self.times.push(f64::NAN);
        match &mut self.people {
            Some(people) => people.begin_frame(number),
            None => self.ahead.push(number),
        }
    }

    /// Adds frames that were read apart behind these.
    pub fn append(&mut self, next: Self) {
        let count = self.times.len();
        self.lost.extend(next.lost.iter().map(|frame| count as u32 + frame));
        self.error = self.error.take().or(next.error);
        let other = next.first_other.map(|(frame, at)| (count + frame, at));
        self.first_other = self.first_other.or(other);
        self.others += next.others;
        self.is_too_flat |= next.is_too_flat;
        self.rate = self.rate.or(next.rate);
        self.times.extend(next.times);
        if let (Some(people), Some(next)) = (&mut self.people, next.people) {
            people.append(next);
        }
    }

    /// All people; `None` where there is nobody.
    pub fn into_people(self) -> Option<People> {
        self.people
    }
}
