//! What columns are that are no values of points: frames, times, people and names, by what they are called.

use super::super::number::double;
use super::super::time_unit::TimeUnit;
use super::super::word::Word;
use super::names::{Value, without_unit, words};
use super::rows::{Roles, text_number, text_time};

/// Words for the columns that are no values of points.
const FRAMES: &str = "frame frames frameid framenumber framenum frameno frameidx frameindex framecount fnum imageid \
                      imageindex index";
const TIMES: &str = "time times t timestamp timestamps sec secs seconds ms";
const PEOPLE: &str = "person personid personindex personidx pid people individual individuals individualid track \
                      trackid trackingid subject subjectid actor actorid bodyid bodyindex skeletonid animal animalid \
                      objectid playerid user userid";
/// Names of points that are said to be some.
pub(super) const KEYPOINTS: &str = "landmark landmarkid landmarkindex landmarkidx landmarkname keypoint keypointid keypointindex \
                         keypointidx keypointname joint jointid jointindex jointname jointtype bodypart bodypartid \
                         bodypartname marker markerid markername";
/// Names that may be of anything.
const NAMES: &str = "name point pointid pointname node nodename part partname id kp kpid";

pub(super) fn is_one_of(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

impl Roles {
    /// Takes in a column that is no value, by its name and what stands in the first rows.
    pub(super) fn add(&mut self, name: &[u8], column: usize, rows: &[Vec<Word<'_>>]) {
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
        let time_unit = TimeUnit::of_word(unit).or_else(|| TimeUnit::of_word(parts.last()?));
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
    pub(super) fn settle_id(&mut self, names: &[Word<'_>], values: &[Option<(String, Value)>]) {
        let is_long = values.iter().flatten().all(|(point, _)| point.is_empty());
        let named = |called: &str| {
            let is = |word: &Word<'_>| {
                let name = std::str::from_utf8(word.text).unwrap_or_default();
                is_one_of(called, &words(name).concat())
            };
            names.iter().position(is).filter(|&column| values[column].is_none())
        };
        if !is_long {
            self.name = None;
            self.trajectory = None;
            self.model = None;
        } else if self.name.is_none() {
            self.name = named(NAMES);
        }
        if let Some(id) = named("id").filter(|&id| self.name != Some(id)) {
            if self.frame.is_none() && !is_long {
                self.frame = Some(id);
            } else if self.person.is_none() {
                self.person = Some(id);
            }
        }
    }
}
