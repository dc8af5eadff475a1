//! What a pickle holds once it is read: values, and the parts that several places may share.
//!
//! A list may hold itself, or the same list over and over: whoever walks through parts counts its steps.

use std::borrow::Cow;

use super::super::array::Header;
use super::names::Global;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// Nothing, or something that says nothing about motion, such as a number beyond 64 bits.
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// The index of a part.
    Part(usize),
}

pub(super) enum Part<'a> {
    /// A text, or bytes: Python 2 makes no difference.
    Text(Cow<'a, [u8]>),
    /// A list, a tuple or a set.
    List(Vec<Value>),
    /// Keys and values in their order; of two that are alike the latter counts.
    Dict(Vec<(Value, Value)>),
    Global(Global),
    /// The type of the values of an array, as NumPy writes it: `<f4`.
    Type(String),
    /// An array of NumPy whose values come next.
    Empty,
    /// joblib's word that the values of an array stand in the file behind it.
    Inline,
    Storage(Box<Storage<'a>>),
    Array(Box<StoredArray<'a>>),
}

/// The numbers of one or several tensors of torch.
#[derive(Clone)]
pub(super) struct Storage<'a> {
    /// As NumPy writes a type.
    pub descr: String,
    /// How many values the file says that there are.
    pub count: usize,
    pub data: Cow<'a, [u8]>,
}

impl Storage<'_> {
    /// Bytes of a value.
    pub fn size(&self) -> usize {
        Header::of_values(&self.descr, false, Vec::new()).size
    }
}

/// The values of an array, in C's or in Fortran's order.
#[derive(Clone)]
pub(super) struct StoredArray<'a> {
    pub header: Header,
    pub data: Cow<'a, [u8]>,
}

/// More than NumPy and torch allow.
pub(super) const MAX_AXES: usize = 64;

#[derive(Default)]
pub(super) struct Tree<'a> {
    pub parts: Vec<Part<'a>>,
}

impl<'a> Tree<'a> {
    pub fn add(&mut self, part: Part<'a>) -> Value {
        self.parts.push(part);
        Value::Part(self.parts.len() - 1)
    }

    pub fn part(&self, value: Value) -> Option<&Part<'a>> {
        match value {
            Value::Part(at) => self.parts.get(at),
            _ => None,
        }
    }

    /// What a dictionary has under a key.
    pub fn get(&self, dict: Value, key: &str) -> Option<Value> {
        let entries = self.dict(dict)?;
        let found = entries.iter().rfind(|(known, _)| self.text(*known) == Some(key));
        found.map(|&(_, value)| value)
    }

    pub fn dict(&self, value: Value) -> Option<&[(Value, Value)]> {
        match self.part(value)? {
            Part::Dict(entries) => Some(entries),
            _ => None,
        }
    }

    pub fn list(&self, value: Value) -> Option<&[Value]> {
        match self.part(value)? {
            Part::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn bytes(&self, value: Value) -> Option<&[u8]> {
        match self.part(value)? {
            Part::Text(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// A text that may be a key, a name or a word.
    pub fn text(&self, value: Value) -> Option<&str> {
        /// In bytes; each time that it is looked at takes as long as it is.
        const MAX_LEN: usize = 1024;
        let bytes = self.bytes(value)?;
        str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_LEN)
    }

    pub fn array(&self, value: Value) -> Option<&StoredArray<'a>> {
        match self.part(value)? {
            Part::Array(array) => Some(array),
            _ => None,
        }
    }

    pub fn global(&self, value: Value) -> Option<Global> {
        match self.part(value)? {
            Part::Global(global) => Some(*global),
            _ => None,
        }
    }

    /// A count or an index.
    pub fn count(value: Value) -> Option<usize> {
        match value {
            Value::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }

    /// The counts of a list, one more than an array can have axes at most.
    pub fn counts(&self, value: Value) -> Option<Vec<usize>> {
        let items = self.list(value)?.iter();
        items.take(MAX_AXES + 1).map(|&item| Self::count(item)).collect()
    }

    /// A value as people would write the key of a dictionary.
    pub fn key(&self, value: Value) -> Option<String> {
        match value {
            Value::Int(number) => Some(number.to_string()),
            Value::Float(number) => Some(number.to_string()),
            _ => self.text(value).map(str::to_string),
        }
    }
}
