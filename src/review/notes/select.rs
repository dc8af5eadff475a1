//! Takes by their verdicts: which are kept, and the list of them that goes on to an editor or a script.

use std::path::Path;

use super::whole_take::{Rating, Verdict};

/// The verdicts that are wanted; `None` stands for takes that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictFilter(Vec<Option<Verdict>>);

impl VerdictFilter {
    pub fn new(verdicts: impl IntoIterator<Item = Option<Verdict>>) -> Self {
        Self(verdicts.into_iter().collect())
    }

    /// Takes that go on.
    pub fn kept() -> Self {
        Self::new(Verdict::ALL.into_iter().filter(|verdict| verdict.is_kept()).map(Some))
    }

    pub fn has(&self, rating: &Rating) -> bool {
        self.0.contains(&rating.verdict)
    }
}

/// The select list: the paths of takes that are wanted, as bytes, each with this behind it: a line feed, or NUL for
/// paths of any kind.
pub fn select_list<'a>(
    takes: impl IntoIterator<Item = (&'a Path, &'a Rating)>,
    wanted: &VerdictFilter,
    end: u8,
) -> Vec<u8> {
    let mut list = Vec::new();
    for (path, _) in takes.into_iter().filter(|(_, rating)| wanted.has(rating)) {
        list.extend_from_slice(path.as_os_str().as_encoded_bytes());
        list.push(end);
    }
    list
}
