//! How names and orders of axes are parsed.

use crate::take::Axis;

/// An axis by its letter, in any case.
pub(super) fn axis(letter: u8) -> Option<Axis> {
    let of_letter = |axis: &Axis| axis.name().as_bytes() == [letter.to_ascii_uppercase()];
    Axis::ALL.into_iter().find(of_letter)
}

/// An order of the axes such as `XYZ`, each letter once.
pub(super) fn order(letters: &[u8]) -> Option<[Axis; 3]> {
    let &[first, second, third] = letters else { return None };
    let order = [axis(first)?, axis(second)?, axis(third)?];
    Axis::ALL.iter().all(|axis| order.contains(axis)).then_some(order)
}
