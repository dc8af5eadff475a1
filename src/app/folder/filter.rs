//! Which takes of a folder are listed: by words, and by what is known of them.

use crate::app::folder::facts::FolderRow;
use crate::review::notes::Verdict;

/// What a take must have to be listed; `None` and an empty text let all pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FolderFilter {
    /// Words that its name, its folder, its format or its notes must have, all of them.
    pub words: String,
    pub reviewed: Option<bool>,
    /// So many stars at least.
    pub stars: Option<u8>,
    /// A verdict, or none.
    pub verdict: Option<Option<Verdict>>,
    pub notes: Option<Wanted>,
    pub findings: Option<bool>,
    pub format: Option<&'static str>,
    pub length: Option<Length>,
}

/// Which notes a take must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Any,
    Open,
    None,
}

/// How long a take must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Short,
    Middle,
    Long,
}

impl Length {
    pub const ALL: [Self; 3] = [Self::Short, Self::Middle, Self::Long];

    pub fn name(self) -> &'static str {
        match self {
            Self::Short => "Under 5 s",
            Self::Middle => "5 to 30 s",
            Self::Long => "Over 30 s",
        }
    }

    fn has(self, seconds: f64) -> bool {
        match self {
            Self::Short => seconds < 5.0,
            Self::Middle => (5.0..=30.0).contains(&seconds),
            Self::Long => seconds > 30.0,
        }
    }
}

impl FolderFilter {
    /// Whether it lets all pass, whatever its words are.
    pub fn is_open(&self) -> bool {
        Self { words: String::new(), ..self.clone() } == Self::default()
    }

    /// What tells whether a row is listed.
    pub fn passes(&self) -> impl Fn(&FolderRow) -> bool + use<'_> {
        let words: Vec<String> = self.words.split_whitespace().map(str::to_lowercase).collect();
        move |row| {
            let (take, review) = (row.take.as_ref(), &row.review);
            let has = |word: &String| {
                row.letters.contains(word.as_str())
                    || review.text.contains(word.as_str())
                    || take.is_some_and(|take| take.format.to_lowercase().contains(word.as_str()))
            };
            words.iter().all(has)
                && self.reviewed.is_none_or(|wanted| review.is_reviewed() == wanted)
                && self.stars.is_none_or(|stars| review.rating.stars >= stars)
                && self.verdict.is_none_or(|verdict| review.rating.verdict == verdict)
                && self.notes.is_none_or(|wanted| match wanted {
                    Wanted::Any => review.notes > 0,
                    Wanted::Open => review.open_notes > 0,
                    Wanted::None => review.notes == 0,
                })
                && self.findings.is_none_or(|wanted| row.findings.map(|n| n > 0) == Some(wanted))
                && self.format.is_none_or(|format| take.is_some_and(|take| take.format == format))
                && self
                    .length
                    .is_none_or(|wanted| take.is_some_and(|take| wanted.has(take.duration)))
        }
    }
}
