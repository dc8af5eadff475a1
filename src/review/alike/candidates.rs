//! The likeliest of many signatures: those whose poses are spread alike. It looks at a few bytes of each, so that a
//! million of them are gone through in the time of some pictures.

use std::collections::BinaryHeap;

use super::poses::{ENDS, LEAST_ENDS};
use super::signature::{END_QUANTILES, Head, Signature, mirrored_quantiles};

/// The likeliest of the signatures so far, fed one after the other.
pub struct Candidates<'a, Id> {
    head: Head<'a>,
    /// As the wanted motion is, and mirrored.
    quantiles: [Vec<u8>; 2],
    at_most: usize,
    /// The least likely on top.
    found: BinaryHeap<(u32, Id)>,
}

impl<'a, Id: Ord> Candidates<'a, Id> {
    /// Nothing so far.
    pub fn new(wanted: &'a Signature, at_most: usize) -> Self {
        let head = wanted.head();
        let mirrored =
            if head.is_body { mirrored_quantiles(head.quantiles) } else { head.quantiles.to_vec() };
        let quantiles = [head.quantiles.to_vec(), mirrored];
        Self { head, quantiles, at_most, found: BinaryHeap::new() }
    }

    /// Looks at a signature, of which the first [`Signature::HEAD`] bytes are enough. Those of other versions are left
    /// out, and so are those that the wanted one cannot be held against.
    pub fn consider(&mut self, id: Id, bytes: &[u8]) {
        let Some(distance) = Head::of(bytes).and_then(|head| self.distance(&head)) else { return };
        if self.found.len() < self.at_most {
            self.found.push((distance, id));
        } else if let Some(mut worst) = self.found.peek_mut()
            && distance < worst.0
        {
            *worst = (distance, id);
        }
    }

    /// The likeliest, the first ahead, each with how far the spreads of poses are apart, in parts of the height.
    pub fn finish(self) -> Vec<(Id, f32)> {
        let sorted = self.found.into_sorted_vec().into_iter();
        sorted.map(|(distance, id)| (id, distance as f32 / PARTS)).collect()
    }

    fn distance(&self, other: &Head<'_>) -> Option<u32> {
        let ends = self.head.common_ends(other);
        if ends.count_ones() < LEAST_ENDS {
            return None;
        }
        let apart = self.quantiles.each_ref().map(|quantiles| {
            let both = quantiles.chunks_exact(END_QUANTILES);
            let both = both.zip(other.quantiles.chunks_exact(END_QUANTILES));
            let of_ends = both.map(|(a, b)| {
                let apart = |(&a, &b): (&u8, &u8)| u32::from((a as i8).abs_diff(b as i8));
                a.iter().zip(b).map(apart).sum::<u32>()
            });
            (0..ENDS)
                .zip(of_ends)
                .map(|(end, apart)| apart * u32::from(ends >> end & 1))
                .sum::<u32>()
        });
        Some(apart[0].min(apart[1]) * FINE / ends.count_ones())
    }
}

/// So that a mean over few ends is no coarser than one over many.
const FINE: u32 = 60;
/// What a mean is a part of.
const PARTS: f32 = 160.0 * END_QUANTILES as f32 * FINE as f32;

/// The likeliest of many signatures to be like the wanted one, the first ahead: see [`Candidates`].
pub fn candidates<'b, Id: Ord>(
    wanted: &Signature,
    all: impl IntoIterator<Item = (Id, &'b [u8])>,
    at_most: usize,
) -> Vec<(Id, f32)> {
    let mut candidates = Candidates::new(wanted, at_most);
    all.into_iter().for_each(|(id, bytes)| candidates.consider(id, bytes));
    candidates.finish()
}
