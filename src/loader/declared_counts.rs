//! The counts that a file declares: compared with what is there, and never trusted.

use super::rate::{counted, plural};
use super::scanner::{Scanner, Word};
use crate::take::{WarningCode, Warnings};

/// A number that a file announces, and its place.
pub(super) type DeclaredCount = Option<(usize, f64)>;

/// What is told where another count is announced than there is: whether something is missing.
pub(super) fn missing_or_differs(announced: f64, count: f64) -> WarningCode {
    if announced > count { WarningCode::FewerThanAnnounced } else { WarningCode::CountDiffers }
}

/// Warns where `who`, the file or a part of it, announces another count than it has; a `noun` is announced,
/// and each `witness` is one.
pub(super) fn compare(
    who: &str,
    announced: DeclaredCount,
    count: usize,
    [noun, witness]: [&str; 2],
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) {
    let count = count as f64;
    if let Some((at, announced)) = announced
        && announced != count
    {
        let code = missing_or_differs(announced, count);
        let (announced, count) = (counted(announced, noun), counted(count, witness));
        let message = format!("{who} announces {announced} and has {count}: the {witness}s decide");
        warnings.add_at(code, || scan.place(at), message);
    }
}

/// As [`compare`], for the word by which a file says how many there are.
pub(super) fn compare_stated(
    said: Option<&Word<'_>>,
    count: usize,
    [noun, witness]: [&str; 2],
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) {
    let Some(said) = said else { return };
    let Some(number) = said.number() else {
        let nouns = plural(noun);
        let message = format!("the number of {nouns} is no number: the {witness}s decide");
        return warnings.add_at(WarningCode::CountDiffers, || scan.place(said.at), message);
    };
    let (said, nouns) = (Some((said.at, number)), [noun, witness]);
    compare("the file", said, count, nouns, scan, warnings);
}
