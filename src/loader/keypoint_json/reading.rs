//! How a file is read: what stands around its frames, and the frames, which may be in any order.
//!
//! A file is read once, from its beginning to its end. Only where its frames do not follow one another, or a later one has
//! joints that the first one lacks, are they read once more, each at its place in the file.

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::reporter::ProgressReporter;
use super::crowd::Crowd;
use super::frame::Frame;
use super::json::{Fault, Json, Kind, Result, name};
use super::large::Again;
use super::outline::Outline;
use super::window::{Part, Window};
use crate::take::{Axis, SignedAxis};

/// How one program writes its people.
pub(super) struct Layout {
    /// As people call it.
    pub name: &'static str,
    /// Whether a text of these keys is of this layout.
    pub fits: fn(&Outline<'_>) -> bool,
    /// Whether such a text is one frame, of which a folder may have many.
    pub is_one_frame: fn(&Outline<'_>) -> bool,
    /// Reads what stands around frames, and hands each of them on.
    pub read: fn(&mut Json<'_>, &mut Reading<'_, '_>) -> Result<()>,
    /// Reads a frame, or a person of one. The key is that of a frame in an object of them.
    pub item: fn(&mut Json<'_>, &[u8], &mut Frame) -> Result<()>,
    pub order: Order,
    /// Whether the outermost object is of frames by their keys.
    pub is_by_key: bool,
    /// Metres in one unit of what is in space; `None` where that depends.
    pub metres: Option<f64>,
    pub up: SignedAxis,
    /// Whether its axes are defined so.
    pub is_up_stated: bool,
    /// Whether its axes are left-handed, and X is turned round when it is read.
    pub is_mirrored: bool,
    /// The unit of times in seconds; `None` where only their steps tell.
    pub tick: Option<f64>,
    /// The words of the bodies whose joints it has by definition, in their order.
    pub bodies: &'static [&'static str],
}

/// How the frames of a layout stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// One after the other.
    File,
    /// Each under its number, in any order.
    Number,
    /// Person by person, each with the number of its frame.
    Person,
}

impl Layout {
    /// A layout of which nothing else is known, with the axes of a camera.
    pub const fn new(
        read: fn(&mut Json<'_>, &mut Reading<'_, '_>) -> Result<()>,
        item: fn(&mut Json<'_>, &[u8], &mut Frame) -> Result<()>,
        order: Order,
    ) -> Self {
        Self {
            name: "",
            fits: |_| false,
            is_one_frame: |_| false,
            read,
            item,
            order,
            is_by_key: false,
            metres: None,
            up: Axis::Y.negative(),
            is_up_stated: false,
            is_mirrored: false,
            tick: None,
            bodies: &[],
        }
    }

    /// How many lists and objects are open around a frame, or a person of one, in such a text.
    fn depth(&self, outline: &Outline<'_>) -> usize {
        if (self.is_one_frame)(outline) {
            0
        } else if outline.is_list || self.is_by_key {
            1
        } else {
            2
        }
    }
}

/// What a file says beside its frames.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// Those of joints, in their order.
    pub names: Vec<String>,
    bones: Vec<[End; 2]>,
    pub rate: Option<f64>,
    /// Width and height of the pictures.
    pub picture: Option<[f32; 2]>,
}

/// The end of a bone.
#[derive(Clone, Debug)]
enum End {
    Place(usize),
    Name(String),
}

/// No body has so many joints.
const MAX_JOINTS: usize = 10_000;

impl Header {
    /// Takes in the name of a joint by its place.
    pub fn name(&mut self, place: usize, name: String) {
        if place >= MAX_JOINTS {
            return;
        }
        if place >= self.names.len() {
            self.names.resize(place + 1, String::new());
        }
        self.names[place] = name;
    }

    /// Reads a list of bones, each a pair of names, or of places that count from `base` on.
    pub fn bones(&mut self, json: &mut Json<'_>, base: usize) -> Result<()> {
        json.list(|json| {
            let mut ends = Vec::with_capacity(2);
            json.list(|json| {
                let end = match json.kind() {
                    Kind::Text => Some(End::Name(name(json.text()?))),
                    _ => {
                        json.double()?.map(|place| End::Place((place as usize).wrapping_sub(base)))
                    }
                };
                ends.extend(end);
                Ok(())
            })?;
            if let Ok(ends) = ends.try_into()
                && self.bones.len() < MAX_JOINTS
            {
                self.bones.push(ends);
            }
            Ok(())
        })
    }

    /// The bones that are between joints of these names.
    pub fn bones_between(&self, names: &[String]) -> Vec<[usize; 2]> {
        let place = |end: &End| match end {
            End::Place(place) => Some(*place).filter(|&place| place < names.len()),
            End::Name(end) => names.iter().position(|name| name == end),
        };
        let bones = self.bones.iter().filter_map(|[from, to]| Some([place(from)?, place(to)?]));
        bones.filter(|[from, to]| from != to).collect()
    }
}

/// Where a frame, or a person of one, is in the file.
#[derive(Clone, Copy, Debug)]
struct Entry {
    number: Option<i64>,
    at: usize,
    len: u32,
}

pub(super) struct Reading<'s, 'a> {
    source: &'s Source<'a>,
    layout: &'static Layout,
    pub outline: Outline<'a>,
    /// The byte of the file at which the text begins that is read.
    origin: usize,
    pub header: Header,
    pub crowd: Crowd,
    pub frame: Frame,
    /// The person who was read last, where people stand one by one: of the frame, or of the next one.
    person: Frame,
    entries: Vec<Entry>,
    /// Whether a frame has begun that has not ended.
    pub is_in_frame: bool,
    /// The fault behind which nothing was read.
    pub broken: Option<LoadError>,
    /// People who cannot be read, where they stand one by one, and what is wrong with the first of them.
    pub unread: usize,
    pub first_unread: Option<LoadError>,
    /// How many names are too many.
    pub left_out: usize,
    reporter: ProgressReporter<'a>,
}

impl<'s, 'a> Reading<'s, 'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// Where nobody waits for it any more, or it has a fault ahead of its first frame.
    pub fn of(
        source: &'s Source<'a>,
        layout: &'static Layout,
        outline: Outline<'a>,
    ) -> std::result::Result<Self, LoadError> {
        let mut reading = Self {
            source,
            layout,
            outline,
            origin: 0,
            header: Header::default(),
            crowd: Crowd::default(),
            frame: Frame::default(),
            person: Frame::default(),
            entries: Vec::new(),
            is_in_frame: false,
            broken: None,
            unread: 0,
            first_unread: None,
            left_out: 0,
            reporter: ProgressReporter::through(source),
        };
        let read = reading.read();
        reading.end_person();
        if let Err(error) = read {
            let is_cancelled = *error.kind() == ErrorKind::Cancelled;
            if is_cancelled || reading.crowd.shape().is_none() {
                return Err(error);
            }
            reading.broken = Some(error);
        }
        if reading.is_to_be_ordered() || reading.frame.names.has_grown || reading.crowd.is_too_flat
        {
            reading.read_in_order()?;
        }
        reading.entries = Vec::new();
        reading.reporter.end(source.bytes.len());
        Ok(reading)
    }

    /// Reads all of the file, or what is ahead of a fault.
    fn read(&mut self) -> std::result::Result<(), LoadError> {
        let source = self.source;
        let Some(file) = source.large else {
            return self.read_part(Part { text: source.bytes, origin: 0 });
        };
        // Faults are told as they are in all of it.
        file.is_parsed();
        let mut window = Window::new(source, file, self.layout.depth(&self.outline));
        // What cannot be had is one frame at least.
        while let Some(part) = window.next_part().inspect_err(|_| self.is_in_frame = true)? {
            self.read_part(part)?;
        }
        Ok(())
    }

    fn read_part(&mut self, part: Part<'_>) -> std::result::Result<(), LoadError> {
        self.origin = part.origin;
        let mut json = Json::new(part.text);
        loop {
            let read = (self.layout.read)(&mut json, self);
            read.map_err(|fault| fault.behind(self.origin).error(self.source))?;
            // Some programs write one text behind the other, a line for each frame.
            if json.is_at_end() {
                return Ok(());
            }
        }
    }

    /// Reads frames: a list of them, or an object of them by their numbers.
    pub fn frames(&mut self, json: &mut Json<'_>) -> Result<()> {
        match json.kind() {
            Kind::Object => json.object(|key, json| self.item(json, key)),
            Kind::Null => json.skip(),
            _ => json.list(|json| self.item(json, b"")),
        }
    }

    /// Reads the only frame of a file.
    pub fn frame(&mut self, json: &mut Json<'_>) -> Result<()> {
        self.item(json, b"")
    }

    /// Reads a frame, or a person of one.
    fn item(&mut self, json: &mut Json<'_>, key: &[u8]) -> Result<()> {
        if self.reporter.is_cut_short(self.origin + json.at) {
            return Err(Fault::cancelled());
        }
        json.kind();
        let start = *json;
        self.is_in_frame = true;
        let is_person = self.layout.order == Order::Person;
        let frame = if is_person { &mut self.person } else { &mut self.frame };
        frame.clear();
        let read = (self.layout.item)(json, key, frame);
        frame.people.iter_mut().for_each(|person| person.at += self.origin);
        if let Err(fault) = read {
            // What is wrong in one frame, and no fault of JSON, is passed over.
            *json = start;
            json.skip().map_err(|_| fault)?;
        }
        let (at, len) = (self.origin + start.at, (json.at - start.at) as u32);
        let entry = Entry { number: frame.number, at, len };
        match read {
            Err(fault) => self.lose(fault.behind(self.origin), entry),
            Ok(()) => {
                self.entries.push(entry);
                if is_person { self.add_person() } else { self.crowd.add(&mut self.frame) }
            }
        }
        self.is_in_frame = false;
        Ok(())
    }

    fn lose(&mut self, fault: Fault, entry: Entry) {
        if self.layout.order == Order::Person {
            self.unread += 1;
            self.first_unread.get_or_insert_with(|| fault.error(self.source));
        } else {
            self.entries.push(entry);
            self.crowd.lose(entry.number, || fault.error(self.source));
        }
    }

    /// Takes in a person: one more of the frame, or the first one of the next.
    fn add_person(&mut self) {
        let number = self.person.number;
        if self.entries.len() > 1 && (number.is_none() || number != self.frame.number) {
            self.crowd.add(&mut self.frame);
            self.frame.clear();
        }
        self.frame.number = number;
        self.frame.append(&self.person);
    }

    /// Ends the last frame, where people stand one by one.
    fn end_person(&mut self) {
        if self.layout.order == Order::Person && !self.entries.is_empty() {
            self.crowd.add(&mut self.frame);
            self.frame.clear();
        }
    }

    /// Whether frames are ordered by their numbers, and do not stand so in the file.
    fn is_to_be_ordered(&self) -> bool {
        let is_known = self.entries.iter().all(|entry| entry.number.is_some());
        let is_sorted = self.entries.is_sorted_by_key(|entry| entry.number);
        self.layout.order != Order::File && is_known && !is_sorted
    }

    /// Reads all frames once more, by their numbers.
    fn read_in_order(&mut self) -> std::result::Result<(), LoadError> {
        /// So many items are read without asking whether somebody waits for them.
        const AT_ONCE: usize = 1 << 10;
        if self.is_to_be_ordered() {
            self.entries.sort_by_key(|entry| entry.number);
        }
        self.crowd = Crowd::new(self.crowd.is_too_flat);
        self.left_out = self.frame.names.settle(self.entries.len());
        let entries = std::mem::take(&mut self.entries);
        let mut again = Again::default();
        for (i, &entry) in entries.iter().enumerate() {
            if i.is_multiple_of(AT_ONCE) && self.source.is_cancelled() {
                return Err(Fault::cancelled().error(self.source));
            }
            let mut json = Json::new(again.text(self.source, entry.at, entry.len as usize)?);
            self.entries.push(entry);
            let is_person = self.layout.order == Order::Person;
            let frame = if is_person { &mut self.person } else { &mut self.frame };
            frame.clear();
            let read = (self.layout.item)(&mut json, b"", frame);
            frame.number = entry.number;
            frame.people.iter_mut().for_each(|person| person.at += entry.at);
            match read {
                Ok(()) if is_person => self.add_person(),
                Ok(()) => self.crowd.add(&mut self.frame),
                Err(fault) => {
                    let fault = fault.behind(entry.at);
                    self.crowd.lose(entry.number, || fault.error(self.source));
                }
            }
        }
        self.end_person();
        Ok(())
    }
}
