//! The reader of pickles: a machine with a stack, which follows the protocols 0 to 5 of Python and runs nothing.
//!
//! ```text
//! opcode    one byte, then its argument: so many bytes, a length and as many bytes, or a line
//! stack     values; a mark is where a list of them begins
//! memo      values that come back
//! .         the end; the value on top is what was kept
//! ```
//!
//! Every name that a pickle asks for is looked up in `names`, which knows the few that arrays are made of. What a
//! pickle takes of memory is bounded by its length: by the values it puts on the stack, and the bytes it copies.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::zip;
use super::decode::{long, unescaped, without_escapes};
use super::fault::Fault;
use super::names::{self, Global};
use super::storages::Storages;
use super::tree::{Part, Tree, Value};
use crate::loader::Source;
use crate::loader::word::quoted;

/// Pickles within a pickle that arrays of objects may need.
const MAX_NESTED: usize = 4;

/// More arguments than any name takes.
const MAX_ARGUMENTS: usize = 16;

/// How many values any pickle may put on its stack, and for how many bytes each one more.
const MAX_VALUES: usize = 1 << 22;
const BYTES_A_VALUE: usize = 2;

/// How many bytes any pickle may copy.
const MIN_COPIED: usize = 1 << 16;

/// What names make when they are called, and when what they made gets a state.
pub(super) struct Calls {
    pub call: for<'a> fn(&mut Machine<'a, '_>, Global, &[Value]) -> Result<Value, Fault>,
    pub build: for<'a> fn(&mut Machine<'a, '_>, Value, Value) -> Result<(), Fault>,
}

pub(super) struct Machine<'a, 's> {
    calls: &'static Calls,
    pub tree: Tree<'a>,
    pub source: &'s Source<'s>,
    bytes: &'a [u8],
    pub at: usize,
    pub storages: Storages<'a>,
    stack: Vec<Value>,
    marks: Vec<usize>,
    memo: HashMap<u64, Value>,
    values_left: usize,
    copies_left: usize,
    depth: usize,
}

impl<'a, 's> Machine<'a, 's> {
    pub fn new(
        source: &'s Source<'s>,
        bytes: &'a [u8],
        storages: Storages<'a>,
        calls: &'static Calls,
    ) -> Self {
        let len = source.bytes.len().max(bytes.len());
        Self {
            calls,
            tree: Tree::default(),
            source,
            bytes,
            at: 0,
            storages,
            stack: Vec::new(),
            marks: Vec::new(),
            memo: HashMap::new(),
            values_left: MAX_VALUES + len / BYTES_A_VALUE,
            copies_left: zip::max_unpacked(len, MIN_COPIED),
            depth: 0,
        }
    }

    /// A machine for bytes within those of this one, whose limits are what this one has left.
    pub fn within<'b>(
        &self,
        bytes: &'b [u8],
        storages: Storages<'b>,
    ) -> Result<Machine<'b, 's>, Fault> {
        let mut inner = Machine::new(self.source, bytes, storages, self.calls);
        inner.values_left = self.values_left;
        inner.copies_left = self.copies_left;
        inner.depth = self.depth + 1;
        if inner.depth > MAX_NESTED {
            Err("pickles that are not so deep in others".into())
        } else {
            Ok(inner)
        }
    }

    /// Takes the limits of a machine within this one for its own.
    pub fn go_on_from(&mut self, inner: &Machine<'_, '_>) {
        self.values_left = inner.values_left;
        self.copies_left = inner.copies_left;
    }

    /// Reads one pickle and gives what was kept.
    pub fn run(&mut self) -> Result<Value, Fault> {
        let outer = (
            std::mem::take(&mut self.stack),
            std::mem::take(&mut self.marks),
            std::mem::take(&mut self.memo),
        );
        let mut steps = 0u32;
        while self.step()? {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 16) && self.source.is_cancelled() {
                return Err(Fault::Cancelled);
            }
        }
        let kept = self.pop()?;
        (self.stack, self.marks, self.memo) = outer;
        Ok(kept)
    }

    /// Reads the pickle that begins here within another one.
    pub fn nested(&mut self) -> Result<Value, Fault> {
        self.depth += 1;
        if self.depth > MAX_NESTED {
            return Err("pickles that are not so deep in others".into());
        }
        let kept = self.run()?;
        self.depth -= 1;
        Ok(kept)
    }

    /// Counts bytes that are copied.
    pub fn spend(&mut self, bytes: usize) -> Result<(), Fault> {
        let left = self.copies_left.checked_sub(bytes);
        self.copies_left = left.ok_or("arrays that fit their file")?;
        Ok(())
    }

    /// The next bytes.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(len).ok_or(Fault::CutOff)?;
        let taken = self.bytes.get(self.at..end).ok_or(Fault::CutOff)?;
        self.at = end;
        Ok(taken)
    }

    /// A number without a sign.
    fn number(&mut self, len: usize) -> Result<u64, Fault> {
        Ok(self.take(len)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// The bytes behind their length.
    fn counted(&mut self, len: usize) -> Result<&'a [u8], Fault> {
        let len = usize::try_from(self.number(len)?).map_err(|_| Fault::CutOff)?;
        self.take(len)
    }

    fn line(&mut self) -> Result<&'a [u8], Fault> {
        let len = memchr::memchr(b'\n', &self.bytes[self.at..]).ok_or(Fault::CutOff)?;
        let line = self.take(len)?;
        self.take(1)?;
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn word<T: std::str::FromStr>(&mut self, what: &'static str) -> Result<T, Fault> {
        let line = self.line()?;
        let word =
            str::from_utf8(line).ok().and_then(|line| line.trim_end_matches('L').parse().ok());
        word.ok_or(what.into())
    }

    fn push(&mut self, value: Value) -> Result<bool, Fault> {
        self.values_left =
            self.values_left.checked_sub(1).ok_or("fewer values for so few bytes")?;
        self.stack.push(value);
        Ok(true)
    }

    fn push_part(&mut self, part: Part<'a>) -> Result<bool, Fault> {
        let value = self.tree.add(part);
        self.push(value)
    }

    fn pop(&mut self) -> Result<Value, Fault> {
        let is_there = self.stack.len() > self.marks.last().copied().unwrap_or(0);
        self.stack.pop().filter(|_| is_there).ok_or("a value on the stack".into())
    }

    fn top(&self) -> Result<Value, Fault> {
        self.stack.last().copied().ok_or("a value on the stack".into())
    }

    /// The values behind the last mark.
    fn marked(&mut self) -> Result<Vec<Value>, Fault> {
        let mark = self.marks.pop().ok_or("a mark on the stack")?;
        Ok(self.stack.split_off(mark))
    }

    fn popped<const COUNT: usize>(&mut self) -> Result<Vec<Value>, Fault> {
        let mut values = [Value::None; COUNT];
        for value in values.iter_mut().rev() {
            *value = self.pop()?;
        }
        Ok(values.to_vec())
    }

    fn append(&mut self, items: Vec<Value>) -> Result<bool, Fault> {
        let list = self.top()?;
        match list {
            Value::Part(at) => match &mut self.tree.parts[at] {
                Part::List(known) => known.extend(items),
                _ => return Err("a list".into()),
            },
            _ => return Err("a list".into()),
        }
        Ok(true)
    }

    fn set_items(&mut self, items: &[Value]) -> Result<bool, Fault> {
        let dict = self.top()?;
        match dict {
            Value::Part(at) => match &mut self.tree.parts[at] {
                Part::Dict(known) => {
                    known.extend(items.as_chunks::<2>().0.iter().map(|&[k, v]| (k, v)))
                }
                _ => return Err("a dictionary".into()),
            },
            _ => return Err("a dictionary".into()),
        }
        Ok(true)
    }

    fn remember(&mut self, place: u64) -> Result<bool, Fault> {
        self.values_left =
            self.values_left.checked_sub(1).ok_or("fewer values for so few bytes")?;
        let value = self.top()?;
        self.memo.insert(place, value);
        Ok(true)
    }

    fn recall(&mut self, place: u64) -> Result<bool, Fault> {
        let value = self.memo.get(&place).copied().ok_or("a value of the memo")?;
        self.push(value)
    }

    fn global(&mut self, module: &str, name: &str) -> Result<bool, Fault> {
        let found = names::find(module, name).filter(|found| *found != Global::Beside);
        match found {
            Some(global) => self.push_part(Part::Global(global)),
            None => {
                // What is only told is cut to what is a name.
                let [module, name] = [module, name]
                    .map(|text| quoted(text.as_bytes()).trim_matches('"').to_string());
                Err(Fault::Refused { module, name })
            }
        }
    }

    /// Calls a name with arguments.
    fn call(&mut self, global: Value, arguments: Value) -> Result<bool, Fault> {
        let global = self.tree.global(global).ok_or("a name to call")?;
        let arguments = self.tree.list(arguments).filter(|all| all.len() <= MAX_ARGUMENTS);
        let arguments = arguments.ok_or("arguments")?.to_vec();
        let made = (self.calls.call)(self, global, &arguments)?;
        self.push(made)
    }

    /// Follows one opcode; `false` behind the last one.
    fn step(&mut self) -> Result<bool, Fault> {
        let opcode = self.take(1)?[0];
        match opcode {
            b'.' => Ok(false),
            // The protocol, and how long a frame is.
            0x80 => self.take(1).map(|_| true),
            0x95 => self.take(8).map(|_| true),
            b'(' => {
                self.values_left = self.values_left.checked_sub(1).ok_or("fewer marks")?;
                self.marks.push(self.stack.len());
                Ok(true)
            }
            b'0' => {
                // A mark may be what is left out.
                if self.marks.last() == Some(&self.stack.len()) {
                    self.marks.pop();
                } else {
                    self.pop()?;
                }
                Ok(true)
            }
            b'1' => self.marked().map(|_| true),
            b'2' => {
                let top = self.top()?;
                self.push(top)
            }
            b'N' => self.push(Value::None),
            0x88 => self.push(Value::Bool(true)),
            0x89 => self.push(Value::Bool(false)),
            b'I' => {
                let line = self.line()?;
                let value = match line {
                    b"00" => Value::Bool(false),
                    b"01" => Value::Bool(true),
                    _ => {
                        let text = str::from_utf8(line).ok().and_then(|line| line.parse().ok());
                        Value::Int(text.ok_or("a whole number")?)
                    }
                };
                self.push(value)
            }
            b'L' => {
                let number = self.word::<i64>("a whole number").map_or(Value::None, Value::Int);
                self.push(number)
            }
            b'J' => {
                let number = self.number(4)? as u32;
                self.push(Value::Int(number.cast_signed().into()))
            }
            b'K' => self.push_number(1),
            b'M' => self.push_number(2),
            0x8a => {
                let bytes = self.counted(1)?;
                self.push(long(bytes))
            }
            0x8b => {
                let bytes = self.counted(4)?;
                self.push(long(bytes))
            }
            b'F' => {
                let number = self.word("a number")?;
                self.push(Value::Float(number))
            }
            b'G' => {
                let bits = self.number(8)?.swap_bytes();
                self.push(Value::Float(f64::from_bits(bits)))
            }
            b'S' => {
                let text = unescaped(self.line()?);
                self.spend(text.len())?;
                self.push_part(Part::Text(Cow::Owned(text)))
            }
            b'V' => {
                let text = without_escapes(self.line()?);
                self.spend(text.len())?;
                self.push_part(Part::Text(Cow::Owned(text.into_bytes())))
            }
            b'T' | b'X' | b'B' => self.push_text(4),
            b'U' | b'C' | 0x8c => self.push_text(1),
            0x8d | 0x8e | 0x96 => self.push_text(8),
            b']' | b')' | 0x8f => self.push_part(Part::List(Vec::new())),
            b'}' => self.push_part(Part::Dict(Vec::new())),
            b'l' | b't' | 0x91 => {
                let items = self.marked()?;
                self.push_part(Part::List(items))
            }
            0x85 => {
                let items = self.popped::<1>()?;
                self.push_part(Part::List(items))
            }
            0x86 => {
                let items = self.popped::<2>()?;
                self.push_part(Part::List(items))
            }
            0x87 => {
                let items = self.popped::<3>()?;
                self.push_part(Part::List(items))
            }
            b'd' => {
                let items = self.marked()?;
                self.push_part(Part::Dict(Vec::new()))?;
                self.set_items(&items)
            }
            b'a' => {
                let item = self.pop()?;
                self.append(vec![item])
            }
            b'e' | 0x90 => {
                let items = self.marked()?;
                self.append(items)
            }
            b's' => {
                let items = self.popped::<2>()?;
                self.set_items(&items)
            }
            b'u' => {
                let items = self.marked()?;
                self.set_items(&items)
            }
            b'p' => {
                let place = self.word("a place in the memo")?;
                self.remember(place)
            }
            b'q' => self.number(1).and_then(|place| self.remember(place)),
            b'r' => self.number(4).and_then(|place| self.remember(place)),
            0x94 => self.remember(self.memo.len() as u64),
            b'g' => {
                let place = self.word("a place in the memo")?;
                self.recall(place)
            }
            b'h' => self.number(1).and_then(|place| self.recall(place)),
            b'j' => self.number(4).and_then(|place| self.recall(place)),
            b'c' => {
                let [module, name] = [self.line()?, self.line()?].map(String::from_utf8_lossy);
                self.global(&module, &name)
            }
            0x93 => {
                let [name, module] = [self.pop()?, self.pop()?];
                let text = |value| self.tree.text(value).map(str::to_string).ok_or("a name");
                let (module, name) = (text(module)?, text(name)?);
                self.global(&module, &name)
            }
            b'R' | 0x81 => {
                let [arguments, global] = [self.pop()?, self.pop()?];
                self.call(global, arguments)
            }
            0x92 => {
                let [_, arguments, global] = [self.pop()?, self.pop()?, self.pop()?];
                self.call(global, arguments)
            }
            b'b' => {
                let state = self.pop()?;
                let made = self.top()?;
                (self.calls.build)(self, made, state).map(|()| true)
            }
            b'Q' => {
                let id = self.pop()?;
                let storage = self.storages.find(&self.tree, id)?;
                self.push_part(Part::Storage(Box::new(storage)))
            }
            // The values of its buffers are not in the file.
            0x97 => Err("a pickle with its arrays in it".into()),
            0x98 => Ok(true),
            // An instance of whatever name: none that is known is made so.
            b'i' => {
                let [module, name] = [self.line()?, self.line()?];
                let [module, name] =
                    [module, name].map(|text| String::from_utf8_lossy(text).into_owned());
                Err(Fault::Refused { module, name })
            }
            _ => {
                Err(Fault::Expected(format!("an opcode of a pickle, not the byte {opcode}").into()))
            }
        }
    }

    fn push_number(&mut self, len: usize) -> Result<bool, Fault> {
        let number = self.number(len)?;
        self.push(Value::Int(number.cast_signed()))
    }

    fn push_text(&mut self, len: usize) -> Result<bool, Fault> {
        let text = self.counted(len)?;
        self.push_part(Part::Text(Cow::Borrowed(text)))
    }
}
