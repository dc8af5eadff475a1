//! The two kinds of BonesPro export: how they are told apart, and how the structure of an animation is
//! found among the files beside it.

use super::super::Source;
use super::settings::MODES;
use super::words::Words;
use crate::take::{Axis, Certainty, Units, Up};

/// 3ds Max has Z up; which unit a scene is in is not exported.
pub(super) const UNITS: Units = Units {
    metres_per_unit: None,
    up: Up { direction: Axis::Z.positive(), certainty: Certainty::Assumed },
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Structure { bones: u32 },
    Animation,
}

/// By the first words: two counts and a name in angle brackets, or three counts and an export mode.
pub(super) fn kind(bytes: &[u8]) -> Option<Kind> {
    let mut words = Words::new(&Source::new("", bytes));
    let bones = words.take_whole()?;
    words.take_whole::<u32>()?;
    if words.peek()?.starts_with(b"<") {
        return Some(Kind::Structure { bones });
    }
    words.take_whole::<u32>()?;
    words.phrase(MODES)?;
    Some(Kind::Animation)
}

/// What people call the two exports, in names such as `walk_anim.txt` and `walk structure.txt`.
const KINDS: &str =
    "animation anim ani motion bones mesh structure struct str skeleton skel rest bind export";

/// For an animation, the text files whose names say no more than its own does at the beginning or the
/// end, those that say most first; else the only other text file.
pub(super) fn structures(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    if kind(source.bytes) != Some(Kind::Animation) {
        return Vec::new();
    }
    let texts: Vec<Source<'_>> = beside
        .iter()
        .map(|file| Source::new(file, b""))
        .filter(|other| other.extension().as_deref() == Some("txt"))
        .collect();
    let own = subject(source.stem());
    let mut related: Vec<(usize, &str)> = Vec::new();
    for text in &texts {
        let words = subject(text.stem());
        if own.starts_with(&words) || own.ends_with(&words) {
            related.push((words.len(), text.file));
        }
    }
    related.sort_by_key(|&(words, _)| std::cmp::Reverse(words));
    match (related.is_empty(), texts.as_slice()) {
        (true, [only]) => vec![only.file.to_string()],
        _ => related.iter().map(|(_, file)| file.to_string()).collect(),
    }
}

/// The words of a name, in lower case and without those that say which export it is.
fn subject(stem: &str) -> Vec<String> {
    let words = stem.split(|c: char| !c.is_alphanumeric()).map(|word| {
        let word = word.to_lowercase();
        KINDS.split(' ').find_map(|kind| word.strip_suffix(kind)).unwrap_or(&word).to_string()
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(file: &str, beside: &str) -> String {
        let text = b"1 0 1 Bones Absolute Matrix XYZ Degrees 0 0 1";
        let beside: Vec<&str> = beside.split(' ').collect();
        structures(&Source::new(file, text), &beside).join(" ")
    }

    #[test]
    fn a_structure_is_called_like_its_animation() {
        for (file, beside, expected) in [
            ("walk_anim.txt", "run_structure.txt walk_structure.TXT", "walk_structure.TXT"),
            ("WalkAnim.txt", "a.txt walk.txt walk.bvh", "walk.txt"),
            ("hero_walk.txt", "hero.txt hero_run.txt walk.txt", "hero.txt walk.txt"),
            ("anim.txt", "notes.txt structure.txt", "structure.txt"),
            ("hero_walk.txt", "hero.txt hero_walk_str.txt", "hero_walk_str.txt hero.txt"),
        ] {
            assert_eq!(chosen(file, beside), expected, "{file}");
        }
    }

    #[test]
    fn else_it_is_the_only_other_text_file() {
        assert_eq!(chosen("walk.txt", "figure.txt walk.bvh"), "figure.txt");
        assert_eq!(chosen("walk.txt", "figure.txt run.txt"), "");
        let structure = Source::new("walk.txt", b"1 0 <a>");
        assert!(structures(&structure, &["walk_structure.txt"]).is_empty());
    }
}
