//! The arrays of a pickle by their names: what a dictionary has in another one is called `outer/inner`.
//!
//! Lists of numbers become arrays, lists of arrays that are alike one with an axis more. What people of a scene do
//! is joined (see `people`), and motion in the world comes ahead of the same motion in a camera's axes.

use std::borrow::Cow;

use super::super::array::Header;
use super::found::{Arrays, is_word, number};
use super::people;
use super::tree::{Part, Tree, Value};

/// Dictionaries and lists in one another.
const MAX_DEPTH: usize = 16;

/// More items of a list that are no numbers are no sequences that anybody could choose from.
const MAX_ITEMS: usize = 1000;

/// What a network gave beside its results.
const LEFT_OUT: &str = "net_outputs";

/// Arrays in the world, and the same of a camera, where a file has both.
const IN_WORLD: [&str; 2] = ["pose_world", "trans_world"];
const OF_CAMERA: [&str; 2] = ["pose", "trans"];

/// Words in what holds motion in a camera's axes.
const CAMERA: [&str; 2] = ["incam", "camera"];

impl<'t, 'a> Arrays<'t, 'a> {
    /// All arrays below a value.
    ///
    /// # Errors
    /// Two things that cannot both be.
    pub fn below(tree: &'t Tree<'a>, root: Value, max_copied: usize) -> Result<Self, String> {
        let mut arrays = Self::new(tree, max_copied);
        arrays.walk(String::new(), arrays.inmost(root), 0)?;
        arrays.part_world_from_camera();
        arrays.found.sort_by_key(|array| CAMERA.iter().any(|word| array.key.contains(word)));
        Ok(arrays)
    }

    /// The only value of a dictionary or list in the only one of another.
    fn inmost(&self, root: Value) -> Value {
        let mut inmost = root;
        for _ in 0..MAX_DEPTH {
            let only = match self.tree.part(inmost) {
                Some(Part::Dict(entries)) => match entries[..] {
                    // Anything else is the id of a person.
                    [(key, value)] if self.tree.text(key).is_some_and(is_word) => value,
                    _ => return inmost,
                },
                Some(Part::List(items)) if items.len() == 1 => items[0],
                _ => return inmost,
            };
            let is_outer = matches!(self.tree.part(only), Some(Part::Dict(_) | Part::List(_)));
            if !is_outer {
                return inmost;
            }
            inmost = only;
        }
        inmost
    }

    fn walk(&mut self, path: String, value: Value, depth: usize) -> Result<(), String> {
        if self.step().is_none() || depth > MAX_DEPTH {
            return Ok(());
        }
        let tree = self.tree;
        if let Some(people) = people::find(self, value)? {
            return people::add_to(self, &path, people);
        }
        match tree.part(value) {
            Some(Part::Dict(entries)) => {
                let has_more = entries.len() > 1;
                for &(key, value) in entries {
                    let Some(key) = tree.key(key) else { continue };
                    if has_more && key == LEFT_OUT {
                        continue;
                    }
                    let inner = if path.is_empty() { key } else { format!("{path}/{key}") };
                    self.walk(inner, value, depth + 1)?;
                }
            }
            Some(Part::List(items)) => {
                if let Some((shape, values)) = self.numbers(value) {
                    let values: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
                    self.add(path, Header::of_values("<f8", false, shape), Cow::Owned(values));
                } else if let Some((header, values)) = self.stacked(items) {
                    self.add(path, header, Cow::Owned(values));
                } else if items.len() <= MAX_ITEMS {
                    for (i, &item) in items.iter().enumerate() {
                        let inner =
                            if path.is_empty() { i.to_string() } else { format!("{path}/{i}") };
                        self.walk(inner, item, depth + 1)?;
                    }
                }
            }
            Some(Part::Array(array)) => {
                self.add(path, array.header.clone(), Cow::Borrowed(&array.data));
            }
            Some(Part::Text(bytes)) if !bytes.is_empty() => {
                let header = Header::of_values(&format!("S{}", bytes.len()), false, Vec::new());
                self.add(path, header, Cow::Borrowed(bytes));
            }
            _ => {
                if let Some(number) = number(value) {
                    let header = Header::of_values("<f8", false, Vec::new());
                    self.add(path, header, Cow::Owned(number.to_le_bytes().to_vec()));
                }
            }
        }
        Ok(())
    }

    /// Puts arrays that a file has both in the world and for a camera into a sequence each.
    fn part_world_from_camera(&mut self) {
        let pose = IN_WORLD[0];
        let outer = |key: &str| key.strip_suffix(pose).map(str::to_string);
        let outers: Vec<String> = self.found.iter().filter_map(|array| outer(&array.key)).collect();
        for outer in outers.iter().take(MAX_ITEMS) {
            let has =
                |name: &str| self.found.iter().any(|array| array.key == format!("{outer}{name}"));
            if !has(OF_CAMERA[0]) {
                continue;
            }
            for array in &mut self.found {
                let Some(name) = array.key.strip_prefix(outer.as_str()) else { continue };
                let folder = if IN_WORLD.contains(&name) {
                    "world"
                } else if OF_CAMERA.contains(&name) {
                    "camera"
                } else {
                    continue;
                };
                array.key = format!("{outer}{folder}/{name}");
            }
        }
    }
}
