//! How the structure file of a BonesPro animation is found among the files beside it, by name.

use super::super::Source;
use super::export::{Kind, kind};

/// What people call the two exports, in names such as `walk_anim.txt` and `walk structure.txt`.
const KINDS: &str =
    "animation anim ani motion bones mesh structure struct str skeleton skel rest bind export";

/// For an animation, the text files whose names say no more than its own does at the beginning or the
/// end, those that say most first; else the only other text file.
pub(super) fn structures(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    if kind(source.bytes) != Some(Kind::Animation) {
        return Vec::new();
    }
    let texts = beside.iter().map(|file| Source::new(file, b""));
    let texts: Vec<_> = texts.filter(|other| other.extension().as_deref() == Some("txt")).collect();
    let own = subject(source.stem());
    let mut related: Vec<(usize, &str)> = texts
        .iter()
        .map(|other| (subject(other.stem()), other.file))
        .filter(|(words, _)| own.starts_with(words) || own.ends_with(words))
        .map(|(words, file)| (words.len(), file))
        .collect();
    related.sort_by_key(|&(words, _)| usize::MAX - words);
    match (related.is_empty(), texts.as_slice()) {
        (true, [only]) => vec![only.file.to_string()],
        _ => related.iter().map(|(_, file)| file.to_string()).collect(),
    }
}

/// The words of a name, in lower case and without those that say which export it is.
fn subject(stem: &str) -> Vec<String> {
    let words = stem.split(|c: char| !c.is_alphanumeric());
    let words = words.map(|word| {
        let word = word.to_lowercase();
        let kind = KINDS.split(' ').find_map(|kind| word.strip_suffix(kind));
        kind.map_or(word.clone(), str::to_string)
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(file: &str, beside: &[&str]) -> Vec<String> {
        let text = b"1 0 1 Bones Absolute Matrix XYZ Degrees 0 0 1";
        structures(&Source::new(file, text), beside)
    }

    #[test]
    fn a_structure_is_called_like_its_animation() {
        for (file, beside, expected) in [
            (
                "walk_anim.txt",
                &["run_structure.txt", "walk_structure.TXT"][..],
                &["walk_structure.TXT"][..],
            ),
            ("WalkAnim.txt", &["a.txt", "walk.txt", "walk.bvh"], &["walk.txt"]),
            ("hero_walk.txt", &["hero.txt", "hero_run.txt", "walk.txt"], &["hero.txt", "walk.txt"]),
            ("anim.txt", &["notes.txt", "structure.txt"], &["structure.txt"]),
            (
                "hero_walk.txt",
                &["hero.txt", "hero_walk_str.txt"],
                &["hero_walk_str.txt", "hero.txt"],
            ),
        ] {
            assert_eq!(chosen(file, beside), expected, "{file}");
        }
    }

    #[test]
    fn else_it_is_the_only_other_text_file() {
        assert_eq!(chosen("walk.txt", &["figure.txt", "walk.bvh"]), ["figure.txt"]);
        assert_eq!(chosen("walk.txt", &["figure.txt", "run.txt"]), [""; 0]);
        let structure = Source::new("walk.txt", b"1 0 <a>");
        assert!(structures(&structure, &["walk_structure.txt"]).is_empty());
    }
}
