//! The natural sort order of file names: `take2` before `take10`, letters in any case.

use std::cmp::Ordering;
use std::path::Path;

/// Compares the names of two files; those in other folders are compared folder by folder.
pub(super) fn by_name(a: &Path, b: &Path) -> Ordering {
    let folders = a.parent().cmp(&b.parent());
    folders.then_with(|| {
        let [a, b] = [a, b].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        natural(&a, &b)
    })
}

/// Compares numbers in names by value and letters without their case; names that are the same then,
/// by their characters.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let [digits, others] = [digits(left), digits(right)];
        if !digits.is_empty() && !others.is_empty() {
            let order = by_value(digits, others);
            if order.is_ne() {
                return order;
            }
            (left, right) = (&left[digits.len()..], &right[others.len()..]);
            continue;
        }
        let [mut ahead, mut behind] = [left.chars(), right.chars()];
        let order = match (ahead.next(), behind.next()) {
            (None, None) => return a.cmp(b),
            (Some(one), Some(other)) => one.to_lowercase().cmp(other.to_lowercase()),
            (one, other) => one.cmp(&other),
        };
        if order.is_ne() {
            return order;
        }
        (left, right) = (ahead.as_str(), behind.as_str());
    }
}

/// The digits that a text begins with.
fn digits(text: &str) -> &str {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..len]
}

/// Compares whole numbers of any length.
fn by_value(a: &str, b: &str) -> Ordering {
    let [a, b] = [a, b].map(|digits| digits.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_by_value_and_letters_without_their_case() {
        let sorted = [
            "01.bvh",
            "1.bvh",
            "2.bvh",
            "10.bvh",
            "Run.bvh",
            "run_1.bvh",
            "Run_02.bvh",
            "run_2b.bvh",
            "RUN_10.bvh",
            "run_18446744073709551616.bvh",
            "run_118446744073709551616.bvh",
            "walk.bvh",
            "walk.htr",
            "ärmel 2.bvh",
            "Ärmel.bvh",
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(natural(a, b), i.cmp(&j), "{a} and {b}");
            }
        }
    }
}
