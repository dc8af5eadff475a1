//! How node names are made valid and unique for an export format.

use std::collections::{HashMap, HashSet};

use crate::take::{WarningCode, Warnings, counted};

/// Names that a format has to have otherwise, changed as little as possible.
pub(super) struct Names {
    /// The format, for the warning.
    pub format: &'static str,
    /// What it needs of a name, for the warning.
    pub rule: &'static str,
    /// Names that mean something else there, in lower case.
    pub taken: &'static [&'static str],
    pub allowed: fn(char) -> bool,
    /// Whether no two names may be the same, case aside.
    pub unique: bool,
}

impl Names {
    /// The names to write, in the same order; says so where one is not what it was.
    pub fn make_valid(
        &self,
        names: impl IntoIterator<Item = impl AsRef<str>>,
        warnings: &mut Warnings,
    ) -> Vec<String> {
        let mut used: HashSet<String> = self.taken.iter().map(|n| n.to_string()).collect();
        // The number that a name's last namesake got, so that many namesakes are found quickly.
        let mut namesakes: HashMap<String, usize> = HashMap::new();
        let mut changed = 0;
        let mut example = None;
        let mut written = Vec::new();
        for name in names {
            let name = name.as_ref();
            let mut clean: String =
                name.trim().chars().map(|c| if (self.allowed)(c) { c } else { '_' }).collect();
            if clean.is_empty() {
                clean.push_str("node");
            }
            let key = clean.to_lowercase();
            if used.contains(&key) {
                let number = namesakes.entry(key).or_insert(1);
                let stem = clean.clone();
                loop {
                    *number += 1;
                    clean = format!("{stem}_{number}");
                    if !self.unique || used.insert(clean.to_lowercase()) {
                        break;
                    }
                }
            } else if self.unique {
                used.insert(key);
            }
            if clean != name {
                changed += 1;
                example.get_or_insert_with(|| format!("\"{name}\" is now \"{clean}\""));
            }
            written.push(clean);
        }
        if let Some(example) = example {
            let Self { format, rule, .. } = self;
            let names = counted(changed, "name is");
            let message = format!("{names} changed, because {format} has {rule}: {example}");
            warnings.add(WarningCode::NameRepaired, message);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Names = Names {
        format: "HTR",
        rule: "single words",
        taken: &["global"],
        allowed: |c| c.is_alphanumeric(),
        unique: true,
    };

    #[test]
    fn names_become_single_words_of_their_own() {
        let mut warnings = Warnings::default();
        let names = ["Hips", "left leg", "Left Leg", "Left_Leg_2", "GLOBAL", "", "Hips"];
        assert_eq!(
            WORDS.make_valid(names, &mut warnings),
            ["Hips", "left_leg", "Left_Leg_2", "Left_Leg_2_2", "GLOBAL_2", "node", "Hips_2"]
        );
        let messages: Vec<_> =
            warnings.finish().into_iter().map(|warning| warning.message).collect();
        let changed =
            "6 names are changed, because HTR has single words: \"left leg\" is now \"left_leg\"";
        assert_eq!(messages, [changed]);
    }

    #[test]
    fn names_that_can_stay_are_not_told() {
        let mut warnings = Warnings::default();
        assert_eq!(WORDS.make_valid(["Hips", "Chest"], &mut warnings), ["Hips", "Chest"]);
        assert!(warnings.finish().is_empty());
    }

    #[test]
    fn many_namesakes_are_told_apart_quickly() {
        let names = WORDS.make_valid(vec!["joint"; 20_000], &mut Warnings::default());
        assert_eq!(names[19_999], "joint_20000");
    }
}
