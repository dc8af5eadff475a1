//! Dynamic time warping: which pose of one motion belongs to which of another.

use super::poses::PoseNumbers;

/// The pose of the longer motion that belongs to each pose of the shorter one.
pub(super) type WarpPath = Vec<usize>;

/// What of the longer motion a path has to take in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Any part of it.
    Free,
    /// All of it.
    Fixed,
}

/// The path along which the sum of the squares of all distances is least: sections 4.2 and 4.4 of Müller's book, with
/// the steps (1, 1), (1, 2) and (2, 1), which let either motion be up to twice as fast as the other. Each pose of the
/// shorter one counts once. `None` where no such steps lead from end to end.
pub(super) fn warp(short: &[PoseNumbers], long: &[PoseNumbers], ends: Ends) -> Option<WarpPath> {
    let width = long.len();
    let costs: Vec<f32> =
        short.iter().flat_map(|a| long.iter().map(move |b| square(a, b))).collect();
    let mut sums = vec![f32::INFINITY; costs.len()];
    let starts = if ends == Ends::Free { width } else { 1 };
    sums[..starts].copy_from_slice(&costs[..starts]);
    for i in 1..short.len() {
        let (done, row) = sums.split_at_mut(i * width);
        let before = &done[(i - 1) * width..];
        let earlier = (i > 1).then(|| &done[(i - 2) * width..(i - 1) * width]);
        let own = &costs[i * width..][..width];
        for j in 1..width {
            let mut least = before[j - 1];
            if j > 1 {
                least = least.min(before[j - 2]);
            }
            if let Some(earlier) = earlier {
                least = least.min(earlier[j - 1] + costs[(i - 1) * width + j]);
            }
            row[j] = least + own[j];
        }
    }
    let last = (short.len() - 1) * width;
    let stops = if ends == Ends::Free { 0 } else { width - 1 }..width;
    let mut j = stops.min_by(|&a, &b| sums[last + a].total_cmp(&sums[last + b]))?;
    if !sums[last + j].is_finite() {
        return None;
    }
    let mut path = vec![0; short.len()];
    let mut i = short.len() - 1;
    path[i] = j;
    while i > 0 {
        let sum = |i: usize, j: usize| sums[i * width + j];
        let single = sum(i - 1, j - 1);
        let skips = if j > 1 { sum(i - 1, j - 2) } else { f32::INFINITY };
        let stays =
            if i > 1 { sum(i - 2, j - 1) + costs[(i - 1) * width + j] } else { f32::INFINITY };
        if stays < single.min(skips) {
            path[i - 1] = j;
            (i, j) = (i - 2, j - 1);
        } else {
            (i, j) = (i - 1, if skips < single { j - 2 } else { j - 1 });
        }
        path[i] = j;
    }
    Some(path)
}

/// The square of the distance between two poses.
pub(super) fn square(a: &PoseNumbers, b: &PoseNumbers) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poses(numbers: &[f32]) -> Vec<PoseNumbers> {
        numbers.iter().map(|&number| [number; 15]).collect()
    }

    #[test]
    fn a_part_is_found_where_it_is_and_a_slower_one_takes_more_of_it() {
        let long = poses(&[0.0, 5.0, 1.0, 2.0, 7.0, 3.0, 9.0]);
        assert_eq!(warp(&poses(&[1.0, 2.0, 7.0]), &long, Ends::Free), Some(vec![2, 3, 4]));
        assert_eq!(warp(&poses(&[5.0, 2.0, 3.0]), &long, Ends::Free), Some(vec![1, 3, 5]));
        assert_eq!(warp(&poses(&[2.0, 7.0, 7.0, 3.0]), &long, Ends::Free), Some(vec![3, 4, 4, 5]));
    }

    #[test]
    fn fixed_ends_take_in_all_or_nothing() {
        let long = poses(&[1.0, 2.0, 3.0, 9.0]);
        assert_eq!(warp(&poses(&[1.0, 2.0, 3.0]), &long, Ends::Fixed), Some(vec![0, 1, 3]));
        assert_eq!(warp(&poses(&[1.0]), &long, Ends::Fixed), None);
    }
}
