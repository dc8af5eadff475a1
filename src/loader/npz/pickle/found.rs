//! What has been found of arrays in a pickle, and how much more may be looked for.

use super::super::array::{Header, NamedArray};
use super::super::pose_keys::Role;
use super::tree::{Tree, Value};
use std::borrow::Cow;

/// Steps through parts: the same one may be in a hundred places.
const MAX_STEPS: usize = 1 << 24;

pub(super) struct Arrays<'t, 'a> {
    pub tree: &'t Tree<'a>,
    pub found: Vec<NamedArray<'t>>,
    /// What was left out, or is not as the file has it.
    pub remarks: Vec<String>,
    steps_left: usize,
    /// Bytes that may still be copied.
    pub copies_left: usize,
}

impl<'t, 'a> Arrays<'t, 'a> {
    pub fn new(tree: &'t Tree<'a>, max_copied: usize) -> Self {
        Self {
            tree,
            found: Vec::new(),
            remarks: Vec::new(),
            steps_left: MAX_STEPS,
            copies_left: max_copied,
        }
    }

    /// Counts a step; `None` behind the last one that is taken.
    pub fn step(&mut self) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        Some(())
    }

    pub fn add(&mut self, key: String, header: Header, data: Cow<'t, [u8]>) {
        self.found.push(NamedArray { key, header, data });
    }

    /// The shape and the values of numbers in lists that are alike.
    pub fn numbers(&mut self, list: Value) -> Option<(Vec<usize>, Vec<f64>)> {
        let mut values = Vec::new();
        let shape = self.add_numbers(list, 0, &mut values)?;
        self.copies_left = self.copies_left.checked_sub(size_of_val(&values[..]))?;
        Some((shape, values))
    }

    fn add_numbers(
        &mut self,
        list: Value,
        depth: usize,
        values: &mut Vec<f64>,
    ) -> Option<Vec<usize>> {
        let items = self.tree.list(list).filter(|items| !items.is_empty() && depth < 4)?;
        let mut inner: Option<Vec<usize>> = None;
        for &item in items {
            self.step()?;
            let shape = match number(item) {
                Some(number) => {
                    values.push(number);
                    Vec::new()
                }
                None => self.add_numbers(item, depth + 1, values)?,
            };
            if inner.get_or_insert_with(|| shape.clone()) != &shape {
                return None;
            }
        }
        let mut shape = inner?;
        shape.insert(0, items.len());
        Some(shape)
    }

    /// Arrays of one type and shape as one array.
    pub fn stacked(&mut self, items: &[Value]) -> Option<(Header, Vec<u8>)> {
        let first = self.tree.array(*items.first()?)?;
        let len = first.header.bytes()?;
        let total = len.checked_mul(items.len())?;
        self.copies_left = self.copies_left.checked_sub(total)?;
        let mut values = Vec::with_capacity(total);
        for &item in items {
            let array = self.tree.array(item).filter(|array| array.header == first.header)?;
            values.extend_from_slice(array.data.get(..len)?);
        }
        first.header.stacked(items.len()).map(|header| (header, values))
    }
}

/// Whether a key is no id of a person.
pub(super) fn is_word(key: &str) -> bool {
    !key.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number, however it is written.
pub(super) fn number(value: Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(number as f64),
        Value::Float(number) => Some(number),
        Value::Bool(is_true) => Some(f64::from(u8::from(is_true))),
        Value::None | Value::Part(_) => None,
    }
}

/// The keys of all arrays that move something.
pub(super) fn motion_keys() -> impl Iterator<Item = &'static str> {
    let roles = [Role::Whole, Role::Translation].into_iter().chain(Role::PARTS);
    roles.flat_map(|role| role.keys().iter().copied())
}
