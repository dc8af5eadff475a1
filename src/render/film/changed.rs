//! The part of a picture that is not as in the one before.

use std::ops::Range;

/// The columns and rows outside of which two pictures of so many pixels a row are the same; of two that are the same,
/// one pixel.
pub(super) fn changed<P: PartialEq>(now: &[P], before: &[P], width: usize) -> [Range<usize>; 2] {
    let rows = now.chunks_exact(width).zip(before.chunks_exact(width));
    let mut columns = [usize::MAX, 0];
    let mut all = [usize::MAX, 0];
    for (y, (now, before)) in rows.enumerate().filter(|(_, (now, before))| now != before) {
        let differs = |x: &usize| now[*x] != before[*x];
        let first = (0..width).find(differs).unwrap_or(0);
        let last = (0..width).rfind(differs).unwrap_or(0);
        columns = [columns[0].min(first), columns[1].max(last + 1)];
        all = [all[0].min(y), y + 1];
    }
    match all[1] {
        0 => [0..1, 0..1],
        _ => [columns[0]..columns[1], all[0]..all[1]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_inside_and_nothing_else() {
        let before = [0; 12];
        let mut now = before;
        assert_eq!(changed(&now, &before, 4), [0..1, 0..1]);
        now[5] = 1;
        assert_eq!(changed(&now, &before, 4), [1..2, 1..2]);
        now[11] = 1;
        assert_eq!(changed(&now, &before, 4), [1..4, 1..3]);
    }
}
