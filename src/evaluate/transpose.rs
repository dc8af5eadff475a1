//! Rows of numbers as lanes, and lanes as rows: tables turned over, eight by eight.

use super::number::{Lanes, WIDTH};

/// How many numbers a tile has on each side.
const SIDE: usize = 8;

/// Turns over rows that have one number for each of the columns.
///
/// # Safety
/// `AVX` says that the processor has it.
#[inline(always)]
pub(super) unsafe fn rows_to_lanes<const AVX: bool>(rows: [&[f32]; WIDTH], columns: &mut [Lanes]) {
    let (tiles, rest) = columns.as_chunks_mut::<SIDE>();
    for first in (0..WIDTH).step_by(SIDE) {
        for (i, columns) in tiles.iter_mut().enumerate() {
            let mut from = [&[0.0; SIDE]; SIDE];
            for (from, row) in from.iter_mut().zip(&rows[first..]) {
                *from = &row.as_chunks().0[i];
            }
            // SAFETY: as the caller promises.
            let to = unsafe { turned_over::<AVX>(from) };
            for (column, to) in columns.iter_mut().zip(to) {
                column.0[first..first + SIDE].copy_from_slice(&to);
            }
        }
    }
    let done = tiles.len() * SIDE;
    for (i, column) in rest.iter_mut().enumerate() {
        for (lane, row) in column.0.iter_mut().zip(rows) {
            *lane = row[done + i];
        }
    }
}

/// Turns over lanes into as many rows as there is room for in `rows`, each with one number for each of
/// the columns.
///
/// # Safety
/// `AVX` says that the processor has it.
#[inline(always)]
pub(super) unsafe fn lanes_to_rows<const AVX: bool>(columns: &[Lanes], rows: &mut [f32]) {
    let count = columns.len();
    let (tiles, rest) = columns.as_chunks::<SIDE>();
    let done = tiles.len() * SIDE;
    for (block, rows) in rows.chunks_mut(SIDE * count).enumerate() {
        let first = block * SIDE;
        for (i, columns) in tiles.iter().enumerate() {
            let mut from = [&[0.0; SIDE]; SIDE];
            for (from, column) in from.iter_mut().zip(columns) {
                *from = &column.0.as_chunks().0[block];
            }
            // SAFETY: as the caller promises.
            let to = unsafe { turned_over::<AVX>(from) };
            for (row, to) in rows.chunks_exact_mut(count).zip(to) {
                row[i * SIDE..][..SIDE].copy_from_slice(&to);
            }
        }
        for (k, row) in rows.chunks_exact_mut(count).enumerate() {
            for (value, column) in row[done..].iter_mut().zip(rest) {
                *value = column.0[first + k];
            }
        }
    }
}

/// A tile with its rows as columns.
///
/// # Safety
/// `AVX` says that the processor has it.
#[inline(always)]
unsafe fn turned_over<const AVX: bool>(rows: [&[f32; SIDE]; SIDE]) -> [[f32; SIDE]; SIDE] {
    #[cfg(target_arch = "x86_64")]
    if AVX {
        // SAFETY: as the caller promises.
        return unsafe { with_avx(rows) };
    }
    let mut columns = [[0.0; SIDE]; SIDE];
    for (i, row) in rows.into_iter().enumerate() {
        for (column, value) in columns.iter_mut().zip(row) {
            column[i] = *value;
        }
    }
    columns
}

/// [`turned_over`] by halves of rows: the first four numbers of rows `i` and `i + 4` side by side are
/// as long as a register, and then two shuffles within the halves bring every number to its column.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx")]
fn with_avx(rows: [&[f32; SIDE]; SIDE]) -> [[f32; SIDE]; SIDE] {
    use std::arch::x86_64::{
        __m128, __m256, _mm256_set_m128, _mm256_shuffle_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };
    const HALF: usize = SIDE / 2;
    let mut columns = [[0.0; SIDE]; SIDE];
    for (half, columns) in columns.as_chunks_mut::<HALF>().0.iter_mut().enumerate() {
        let four = |i: usize| -> __m128 { glam::Vec4::from_slice(&rows[i][half * HALF..]).into() };
        let both = |i: usize| -> __m256 { _mm256_set_m128(four(i + HALF), four(i)) };
        let [a, b, c, d] = [both(0), both(1), both(2), both(3)];
        let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
        let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
        const LOW: i32 = 0b01_00_01_00;
        const HIGH: i32 = 0b11_10_11_10;
        let to = [
            _mm256_shuffle_ps::<LOW>(ab, cd),
            _mm256_shuffle_ps::<HIGH>(ab, cd),
            _mm256_shuffle_ps::<LOW>(ab_high, cd_high),
            _mm256_shuffle_ps::<HIGH>(ab_high, cd_high),
        ];
        for (column, to) in columns.iter_mut().zip(to) {
            // SAFETY: both are eight floats, and every bit pattern is one.
            *column = unsafe { std::mem::transmute::<__m256, [f32; SIDE]>(to) };
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// # Safety
    /// `AVX` says that the processor has it.
    unsafe fn to_lanes_and_back<const AVX: bool>() {
        for (columns, frames) in [(1, 16), (7, 3), (8, 16), (9, 8), (24, 11), (29, 1)] {
            let value = |row: usize, column: usize| (100 * row + column) as f32;
            let row = |row: usize| (0..columns).map(|c| value(row, c)).collect::<Vec<_>>();
            let rows: [Vec<f32>; WIDTH] = std::array::from_fn(row);
            let mut lanes = vec![Lanes([0.0; WIDTH]); columns];
            // SAFETY: as the caller promises.
            unsafe { rows_to_lanes::<AVX>(rows.each_ref().map(Vec::as_slice), &mut lanes) };
            for (c, column) in lanes.iter().enumerate() {
                for (r, lane) in column.0.iter().enumerate() {
                    assert_eq!(*lane, value(r, c), "{columns} columns");
                }
            }
            let mut back = vec![0.0; frames * columns];
            // SAFETY: as the caller promises.
            unsafe { lanes_to_rows::<AVX>(&lanes, &mut back) };
            assert_eq!(back, rows[..frames].concat(), "{columns} columns");
        }
    }

    #[test]
    fn rows_become_lanes_and_lanes_rows_whatever_their_number() {
        // SAFETY: nothing is said of the processor.
        unsafe { to_lanes_and_back::<false>() };
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx") {
            // SAFETY: it was looked for.
            unsafe { to_lanes_and_back::<true>() };
        }
    }
}
