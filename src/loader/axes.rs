//! How names and orders of axes are parsed.

use crate::take::Axis;

/// An axis by its letter, in any case.
pub(super) fn axis(letter: u8) -> Option<Axis> {
    let of_letter = |axis: &Axis| axis.name().as_bytes() == [letter.to_ascii_uppercase()];
    Axis::ALL.into_iter().find(of_letter)
}

/// An order of the axes such as `XYZ`, each letter once.
pub(super) fn order(letters: &[u8]) -> Option<[Axis; 3]> {
    let letters: [u8; 3] = letters.try_into().ok()?;
    let [Some(first), Some(second), Some(third)] = letters.map(axis) else {
        return None;
    };
    let order = [first, second, third];
    let is_there = |axis: &Axis| order.contains(axis);
    Axis::ALL.iter().all(is_there).then_some(order)
}
