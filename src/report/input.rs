//! What a report is told of a take.

use crate::review::checks::Finding;
use crate::review::notes::Review;
use crate::scene::Stage;
use crate::take::Take;

pub struct SectionInput<'a> {
    /// The path of its file, for people.
    pub file: &'a str,
    pub take: &'a Take,
    pub stage: &'a Stage,
    pub review: &'a Review,
    /// What the checks have found, the gravest first.
    pub findings: &'a [Finding],
    /// How many more findings reviewers ignore.
    pub ignored: usize,
    /// What is in its file: labels and texts. A label that is empty repeats the one before.
    pub facts: &'a [(&'static str, String)],
}
