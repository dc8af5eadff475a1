//! A value that a C3D file states in two places, with its source.

use super::parameters::{Parameter, Parameters};
use crate::take::Warnings;

/// The hint where a file ends too early.
pub(super) const CUT_OFF: &str = "the file was cut off: copy or export it again";

/// A number that the file states, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stated<T> {
    pub by: &'static str,
    pub at: usize,
    pub value: T,
    /// Whether it stands in another place too.
    pub is_said_twice: bool,
}

impl<T> Stated<T> {
    pub fn new(by: &'static str, at: usize, value: T) -> Self {
        Self { by, at, value, is_said_twice: false }
    }

    /// What a parameter such as `POINT:USED` states, where it is there and has a value.
    pub fn by(
        by: &'static str,
        parameters: &Parameters<'_>,
        warnings: &mut Warnings,
        value: impl FnOnce(&Parameter<'_>) -> Option<T>,
    ) -> Option<Self> {
        let (group, name) = by.split_once(':')?;
        let parameter = parameters.find(group, name, warnings)?;
        Some(Self::new(by, parameter.at, value(&parameter)?))
    }
}

/// Those of two numbers that can be, the second only where it differs.
pub(super) fn distinct<T: Copy + PartialEq>(
    [first, second]: [Option<Stated<T>>; 2],
    can_be: impl Fn(T) -> bool,
) -> Vec<Stated<T>> {
    let mut all: Vec<Stated<T>> = Vec::new();
    for stated in [first, second].into_iter().flatten() {
        match all.iter_mut().find(|known| known.value == stated.value) {
            Some(known) => known.is_said_twice = true,
            None if can_be(stated.value) => all.push(stated),
            None => {}
        }
    }
    all
}
