//! What the names of takes tell, by a pattern such as `scene_take_performer`.

/// A pattern: words, which call the parts of a name, and what stands between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamePattern {
    /// What stands ahead of the first part.
    before: String,
    /// The parts, each with what follows it.
    parts: Vec<(String, String)>,
}

impl NamePattern {
    /// Letters and digits call a part, all else stands between two.
    pub fn new(pattern: &str) -> Self {
        let mut found = Self::default();
        for character in pattern.trim().chars() {
            let is_of_word = character.is_alphanumeric();
            match found.parts.last_mut() {
                Some((word, behind)) if is_of_word && behind.is_empty() => word.push(character),
                _ if is_of_word => found.parts.push((character.into(), String::new())),
                Some((_, behind)) => behind.push(character),
                None => found.before.push(character),
            }
        }
        found
    }

    /// What its parts are called.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(word, _)| word.as_str())
    }

    /// The part of a name that a word calls, without its extension; `None` where the name is made otherwise. The last
    /// part takes all that is left.
    pub fn part<'n>(&self, name: &'n str, word: &str) -> Option<&'n str> {
        let mut rest = name.strip_prefix(self.before.as_str())?;
        let last = self.parts.len().checked_sub(1)?;
        let mut found = None;
        for (place, (own, behind)) in self.parts.iter().enumerate() {
            let part = if place == last {
                rest.strip_suffix(behind.as_str())?
            } else {
                let (part, others) = rest.split_once(behind.as_str())?;
                rest = others;
                part
            };
            if part.is_empty() {
                return None;
            }
            if own == word {
                found = Some(part);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_name_are_called_by_the_words_of_the_pattern() {
        for (pattern, name, parts) in [
            (
                "scene_take_performer",
                "sc01_t03_anna",
                &[("scene", "sc01"), ("take", "t03"), ("performer", "anna")][..],
            ),
            ("scene_take", "sc01_t03_anna", &[("scene", "sc01"), ("take", "t03_anna")]),
            ("performer - take (day)", "Anna - 12 (Mon)", &[("take", "12"), ("day", "Mon")]),
            ("#shot.version", "#a.b.c", &[("shot", "a"), ("version", "b.c")]),
        ] {
            let pattern = NamePattern::new(pattern);
            for (word, part) in parts {
                assert_eq!(pattern.part(name, word), Some(*part), "{word} of {name}");
            }
            assert_eq!(pattern.part(name, "other"), None);
        }
        for (pattern, name) in [
            ("scene_take_performer", "sc01_t03"),
            ("scene_take", "_t03"),
            ("#shot", "shot"),
            ("", "walk"),
            ("--", "--"),
        ] {
            let pattern = NamePattern::new(pattern);
            let words = ["scene", "take", "shot", ""];
            assert!(words.iter().all(|word| pattern.part(name, word).is_none()), "{name}");
        }
    }
}
