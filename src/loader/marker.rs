//! Markers: points in the world, none below another, as TRC, C3D and CSM have them.
//!
//! ```text
//! node       a root in world space, without a bone
//! channels   its position along X, Y and Z
//! gap        NaN in all three of them
//! ```

use std::collections::HashSet;

use super::Source;
use super::bodies::{self, Part};
use super::chunks::RowMerge;
use super::error::LoadError;
use super::number::double;
use super::scanner::Reader;
use super::word::warn_of_name;
use crate::take::{FileNumbers, LostFrames, Place, Skeleton, WarningCode, Warnings};

/// A skeleton of markers, in the order of their names.
///
/// # Errors
/// Where there are more markers than a skeleton can number.
pub(super) fn markers(source: &Source<'_>, names: Vec<String>) -> Result<Skeleton, LoadError> {
    bodies::skeleton(source, Part::markers(names))
}

/// Gives markers without a name their number for one, and warns of what else is odd about names;
/// `place` is where a marker is named.
pub(super) fn settle_names(
    names: &mut [String],
    place: impl Fn(usize) -> Place,
    warnings: &mut Warnings,
) {
    for (i, name) in names.iter_mut().enumerate() {
        if name.is_empty() {
            *name = format!("marker {}", i + 1);
            let message = "a marker without a name is called by its number";
            warnings.add_at(WarningCode::NameRepaired, || place(i), message);
        }
        warn_of_name(name, || place(i), warnings);
    }
    let mut known = HashSet::with_capacity(names.len());
    for (i, name) in names.iter().enumerate() {
        if !known.insert(name.as_str()) {
            let message = "a marker has the name of another one: both are kept";
            warnings.add_at(WarningCode::NameRepeated, || place(i), message);
        }
    }
}

impl Reader<'_> {
    /// [`settle_names`] of a text, where the name of a marker stands at a byte.
    pub fn settle_names(&mut self, names: &mut [String], at: impl Fn(usize) -> usize) {
        let Self { scan, warnings } = self;
        settle_names(names, |marker| scan.place(at(marker)), warnings);
    }
}

/// A frame number, which must be whole; some programs write it with decimals.
pub(super) fn frame_number(word: &[u8]) -> Option<i64> {
    let number = double(word).filter(|n| n.fract() == 0.0 && n.abs() < 9e15);
    number.map(|number| number as i64)
}

/// The number of a person, which may have more digits than a frame has.
pub(super) fn id_number(word: &[u8]) -> Option<i64> {
    let whole = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    whole.or_else(|| frame_number(word))
}

/// The numbers by which a file calls its frames, as they come.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// Those of the frames that are not lost.
    numbers: Vec<i64>,
    /// From the first number to the next one, once there are two.
    step: Option<i64>,
    /// How many frames were lost since the last one.
    lost: i64,
}

impl Numbering {
    /// The warning where a number does not follow.
    pub const BROKEN: &str =
        "frame numbers do not run on evenly: each row is shown as the next frame";

    pub fn lose(&mut self) {
        self.lost += 1;
    }

    /// Takes the next frame's number; whether it follows the ones before it.
    pub fn follows(&mut self, number: i64) -> bool {
        let steps = std::mem::take(&mut self.lost) + 1;
        let last = self.numbers.last().copied();
        self.numbers.push(number);
        let Some(last) = last else { return true };
        let rise = number.checked_sub(last).filter(|&rise| rise > 0 && rise % steps == 0);
        let step = rise.map(|rise| rise / steps);
        self.step = self.step.or(step);
        step.is_some() && step == self.step
    }

    /// The numbers of all frames, of which some are lost.
    pub fn finish(self, lost: &LostFrames) -> Option<FileNumbers> {
        FileNumbers::of_rows(self.numbers, lost)
    }
}

impl RowMerge for Numbering {
    fn join(&mut self, next: Self) -> bool {
        let Some((&first, rest)) = next.numbers.split_first() else { return true };
        if self.numbers.is_empty() {
            *self = next;
            return true;
        }
        let follows = self.follows(first);
        self.numbers.extend(rest);
        follows && (next.step.is_none() || next.step == self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_roots_in_world_space() {
        let skeleton = markers(&Source::new("x", b""), vec!["a".into(), "b".into()]).unwrap();
        assert_eq!((skeleton.roots().len(), skeleton.columns()), (2, 6));
        assert!(skeleton.bones().is_empty());
        assert!(skeleton.nodes().iter().all(|node| node.is_world_space));
        let id = skeleton.find("b").unwrap();
        assert_eq!(skeleton[id].columns(), 3..6);
    }

    fn numbering(list: &[i64]) -> (Numbering, Vec<bool>) {
        let mut numbering = Numbering::default();
        let follow = list.iter().map(|&n| numbering.follows(n)).collect();
        (numbering, follow)
    }

    #[test]
    fn frame_numbers_run_on_by_one_step_above_0() {
        for even in [&[][..], &[7], &[-1, 0, 1], &[10, 15, 20]] {
            assert!(!numbering(even).1.contains(&false), "{even:?}");
        }
        for odd in [&[1, 2, 4][..], &[1, 1], &[2, 1], &[i64::MIN, i64::MAX]] {
            assert_eq!(numbering(odd).1.last(), Some(&false), "{odd:?}");
        }
    }

    #[test]
    fn frame_numbers_run_on_from_chunk_to_chunk() {
        for (chunks, follow) in [
            ([&[1, 2][..], &[3, 4], &[5, 6]], true),
            ([&[1], &[3], &[5]], true),
            ([&[], &[10, 15], &[]], true),
            ([&[1], &[2, 3], &[5]], false),
            ([&[1, 2], &[3, 5], &[]], false),
            ([&[1, 2], &[2, 3], &[4]], false),
            ([&[101, 102], &[103, 107], &[108]], false),
            ([&[101, 102], &[107, 108], &[90]], false),
        ] {
            let [mut all, second, third] = chunks.map(|list| numbering(list).0);
            let joins = [all.join(second), all.join(third)];
            assert_eq!(joins == [true; 2], follow, "{chunks:?}");
            let expected = FileNumbers::of_rows(chunks.concat(), &LostFrames::default());
            assert_eq!(all.finish(&LostFrames::default()), expected, "{chunks:?}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        let mut names = ["a", "", "a", "\u{fffd}"].map(String::from);
        let mut warnings = Warnings::default();
        let place = |marker| Place::Byte(marker as u64);
        settle_names(&mut names, place, &mut warnings);
        assert_eq!(names, ["a", "marker 2", "a", "\u{fffd}"]);
        let places: Vec<_> = warnings.finish().iter().map(|w| w.place).collect();
        assert_eq!(places, [1, 2, 3].map(|byte| Some(Place::Byte(byte))));
    }
}
