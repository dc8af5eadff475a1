//! NTU RGB+D's `.skeleton`: bodies as Kinect v2 follows them.
//!
//! ```text
//! 103                              how many frames there are
//! 1                                how many bodies are on the frame; 0 where nobody is
//! 72057594037944738 0 1 1 1 1 0 …  a body: its id, and nine values that are not read
//! 25                               how many joints it has
//! x y z dx dy cx cy qw qx qy qz s  a joint: its place, where it is in two pictures, a rotation, and whether it was seen
//!                                  (2), inferred (1) or neither (0)
//! ```
//!
//! Bodies are told apart by their ids: their order may change. There are 30 frames a second.

use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::{Line, Lines};
use super::super::marker::id_number;
use super::super::number::{double, usable};
use super::super::people::People;
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Reader, Scanner};
use super::super::stated::compare;
use super::super::unread_rows::Damage;
use super::super::word::Word;
use crate::known_bodies::{KnownBody, by_word};
use crate::take::{Axis, FormatId, Motion, Take, Units, WarningCode};

/// Frames a second.
const RATE: f64 = 30.0;

/// Joints of Kinect v2.
const JOINTS: usize = 25;

/// What is read of a joint: its place and how sure that is.
const JOINT_VALUES: usize = COLUMNS + 1;

/// Values in the lines of a body and of a joint.
const BODY: usize = 10;
const JOINT: usize = 12;

/// No sensor follows more bodies, nor a body more joints.
const MAX_BODIES: f64 = 64.0;
const MAX_JOINTS: f64 = 100.0;

pub(super) fn probe(bytes: &[u8]) -> bool {
    let mut lines = filled(&Scanner::of_head(bytes));
    let count = |line: Option<Line<'_>>| count(&line?);
    if count(lines.next()).is_none() {
        return false;
    }
    // On the first frames there may be nobody.
    let mut rest = lines.skip_while(|line| count(Some(*line)) == Some(0.0));
    let Some(bodies) = count(rest.next()) else { return false };
    let is_body = rest.next().is_some_and(|line| line.words().count() == BODY);
    let has_joints = count(rest.next()).is_some_and(|joints| joints > 0.0);
    let is_joint = rest.next().is_some_and(|line| line.words().count() == JOINT);
    bodies > 0.0 && is_body && has_joints && is_joint
}

fn filled<'a>(scan: &Scanner<'a>) -> impl Iterator<Item = Line<'a>> + use<'a> {
    scan.lines().filter(|line| !line.is_blank())
}

/// The whole number that a line has and nothing else.
fn count(line: &Line<'_>) -> Option<f64> {
    double(line.text.trim_ascii()).filter(|count| count.fract() == 0.0 && *count >= 0.0)
}

pub(super) fn read(mut reader: Reader<'_>) -> Result<Take, LoadError> {
    let source = reader.scan.source;
    let mut file = File { lines: reader.scan.lines(), reader: &mut reader, people: None, ahead: 0 };
    let (at, announced) = file.count("the number of frames", f64::MAX)?;
    source.announce(announced as usize);
    let mut reporter = ProgressReporter::from(&source, file.lines.at);
    let mut broken = None;
    while broken.is_none() && file.lines.clone().any(|line| !line.is_blank()) {
        reporter.advance(&source, file.lines.at)?;
        broken = file.frame().err();
    }
    reporter.end(source.bytes.len());
    let File { people, ahead, .. } = file;
    let mut people = people.unwrap_or_else(|| People::new(JOINTS, true));
    let frames = ahead + people.frame_count();
    if people.frame_count() == 0 {
        (0..ahead).for_each(|_| people.begin_frame(None));
    }
    let mut damage = Damage::default();
    match broken {
        Some(error) if frames == 0 => return Err(error),
        Some(error) => damage = Damage::behind(frames, Some(announced), error),
        None => compare("the file", Some((at, announced)), frames, ["frame", "frame"], &mut reader),
    }
    let joints = people.person_len() / JOINT_VALUES;
    let body = by_word("kinect25").filter(|body| body.joint_count() == joints);
    let names = body.into_iter().flat_map(KnownBody::names);
    let names: Vec<String> = names.map(|name| name.to_string()).collect();
    let figures = people.into_figures(&source, &names, &[], &mut reader.warnings)?;
    let count = figures.frames.len();
    let motion = Motion::new(1.0 / RATE, count, figures.skeleton.columns(), figures.values);
    let units = Units::new(Some(1.0), Axis::Y);
    Ok(Take {
        lost: damage.finish(count, &mut reader.warnings),
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FormatId::Kinect, figures.skeleton, motion, units)
    })
}

/// The file as it is read, frame after frame.
struct File<'a, 'r> {
    lines: Lines<'a>,
    reader: &'r mut Reader<'a>,
    /// Those of all frames from the first one on which somebody is.
    people: Option<People>,
    /// How many frames are ahead of that one.
    ahead: usize,
}

impl<'a> File<'a, '_> {
    /// Reads a frame: all of it, or nothing.
    fn frame(&mut self) -> Result<(), LoadError> {
        let (_, bodies) = self.count("the number of bodies", MAX_BODIES)?;
        let mut values = Vec::new();
        let mut ids = Vec::with_capacity(bodies as usize);
        for _ in 0..bodies as usize {
            let line = self.line("the id of a body")?;
            let id = line.words().next().and_then(|word| id_number(word.text));
            ids.push(id);
            let (at, joints) = self.count("the number of joints", MAX_JOINTS)?;
            let known = self.people.as_ref().map(|people| people.person_len() / JOINT_VALUES);
            if known.is_some_and(|known| known != joints as usize) {
                let what = format!("a body has {joints} joints, and others {}", known.unwrap_or(0));
                return Err(self.reader.scan.contradiction(at, what));
            }
            let people = self.people.get_or_insert_with(|| People::new(joints as usize, true));
            (0..std::mem::take(&mut self.ahead)).for_each(|_| people.begin_frame(None));
            for _ in 0..joints as usize {
                values.extend(self.joint()?);
            }
        }
        let Some(people) = &mut self.people else {
            self.ahead += 1;
            return Ok(());
        };
        people.begin_frame(None);
        for (id, values) in ids.iter().zip(values.chunks_exact(people.person_len())) {
            people.add(*id, values);
        }
        Ok(())
    }

    /// The place of a joint and its confidence.
    fn joint(&mut self) -> Result<[f32; JOINT_VALUES], LoadError> {
        let line = self.line("a joint with its 12 values")?;
        let words: Vec<Word<'a>> = line.words().collect();
        if words.len() != JOINT {
            let what = format!("a joint has {} of {JOINT} values", words.len());
            return Err(self.reader.scan.contradiction(line.at, what));
        }
        let [x, y, z, state] = [0, 1, 2, JOINT - 1].map(|i| usable(words[i].text));
        let confidence =
            state.filter(|state| (0.0..=2.0).contains(state)).map_or(f32::NAN, |s| s / 2.0);
        let (Some(x), Some(y), Some(z)) = (x, y, z) else {
            let message = "a joint with a coordinate that cannot be used is a gap";
            self.reader.warn(WarningCode::MarkerIncomplete, line.at, message);
            return Ok([f32::NAN, f32::NAN, f32::NAN, confidence]);
        };
        Ok([x, y, z, confidence])
    }

    /// A line with a whole number alone, and where it stands.
    fn count(&mut self, what: &str, most: f64) -> Result<(usize, f64), LoadError> {
        let line = self.line(what)?;
        match count(&line).filter(|count| *count <= most) {
            Some(count) => Ok((line.at, count)),
            None => Err(self.reader.scan.at(line.at).expected(what)),
        }
    }

    fn line(&mut self, what: &str) -> Result<Line<'a>, LoadError> {
        let end = self.reader.scan.at(self.reader.scan.source.bytes.len());
        self.lines.find(|line| !line.is_blank()).ok_or_else(|| end.expected(what))
    }
}
