//! What the names that a pickle may ask for make of their arguments, and what a state makes of that.

use std::borrow::Cow;

use super::super::array::{Header, Kind};
use super::fault::Fault;
use super::machine::{Calls, Machine};
use super::names::Global;
use super::torch;
use super::tree::{Part, StoredArray, Tree, Value};

use Global::{
    DefaultDict, Dict, EmptyArray, Encode, FromBuffer, Inline, List, Parameter, Plain, Scalar,
    StorageOfBytes, Tensor, Type,
};

/// What a machine calls.
pub(super) const CALLS: Calls = Calls { call, build };

/// What Python would make by calling a name with some arguments.
fn call<'a>(
    machine: &mut Machine<'a, '_>,
    global: Global,
    arguments: &[Value],
) -> Result<Value, Fault> {
    let tree = &mut machine.tree;
    let part = match (global, arguments) {
        (Dict | DefaultDict | List, [] | [Value::None]) if global == List => Part::List(Vec::new()),
        (Dict, []) | (DefaultDict, _) => Part::Dict(Vec::new()),
        (Dict, &[pairs]) => {
            let pairs = pairs_of(tree, pairs).ok_or("a dictionary")?;
            machine.spend(size_of_val(&pairs[..]))?;
            Part::Dict(pairs)
        }
        (List, &[items, ..]) if tree.list(items).is_some() => return Ok(items),
        (Encode, []) => Part::Text(Cow::default()),
        (Encode, &[text, ..]) => {
            let bytes = tree.bytes(text).ok_or("bytes")?;
            let is_latin = arguments
                .get(1)
                .is_some_and(|&name| tree.text(name).is_some_and(|name| name.starts_with("latin")));
            let bytes = if is_latin {
                let text = str::from_utf8(bytes).map_err(|_| "bytes")?;
                let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
                bytes.map_err(|_| "bytes")?
            } else {
                bytes.to_vec()
            };
            machine.spend(bytes.len())?;
            Part::Text(Cow::Owned(bytes))
        }
        (EmptyArray, _) => Part::Empty,
        (Inline, _) => Part::Inline,
        (Type, &[descr, ..]) => Part::Type(tree.text(descr).ok_or("a type of values")?.to_string()),
        (Scalar, &[kind, value]) => return scalar(machine, kind, value),
        (FromBuffer, &[data, kind, shape, order]) => {
            let is_fortran = tree.text(order) == Some("F");
            let shape = tree.counts(shape).ok_or("the shape of an array")?;
            let header = header(machine, kind, is_fortran, shape)?;
            let data = whole_data(machine, data, &header)?;
            Part::Array(Box::new(StoredArray { header, data }))
        }
        (Parameter, &[tensor, ..]) => return Ok(tensor),
        (Tensor, &[storage, offset, shape, strides, ..]) => {
            torch::tensor(machine, storage, offset, [shape, strides])?
        }
        (StorageOfBytes, &[bytes]) => torch::storage_of_bytes(machine, bytes)?,
        (Plain, _) => return Ok(Value::None),
        _ => return Err(Fault::from("something else, or with other arguments")),
    };
    Ok(machine.tree.add(part))
}

fn pairs_of(tree: &Tree<'_>, pairs: Value) -> Option<Vec<(Value, Value)>> {
    if let Some(entries) = tree.dict(pairs) {
        return Some(entries.to_vec());
    }
    let pair = |&item: &Value| match tree.list(item)? {
        &[key, value] => Some((key, value)),
        _ => None,
    };
    tree.list(pairs)?.iter().map(pair).collect()
}

/// More than joblib says of an array.
const MAX_STATE: usize = 32;

/// Gives something that a name has made its state.
fn build<'a>(machine: &mut Machine<'a, '_>, made: Value, state: Value) -> Result<(), Fault> {
    let Value::Part(at) = made else { return Err(Fault::from("a state of something")) };
    match &machine.tree.parts[at] {
        Part::Dict(_) | Part::List(_) | Part::Array(_) => {}
        Part::Type(descr) => {
            let order = machine.tree.list(state).and_then(|state| state.get(1).copied());
            let order = order.and_then(|order| machine.tree.text(order)).unwrap_or_default();
            let descr = format!("{order}{descr}");
            machine.tree.parts[at] = Part::Type(descr);
        }
        Part::Empty => {
            let &[_, shape, kind, is_fortran, data] = machine.tree.list(state).unwrap_or_default()
            else {
                return Err(Fault::from("an array of NumPy"));
            };
            let shape = machine.tree.counts(shape).ok_or("the shape of an array")?;
            let header = header(machine, kind, is_fortran == Value::Bool(true), shape)?;
            machine.tree.parts[at] = match machine.tree.list(data) {
                Some(objects) => {
                    let objects = objects.to_vec();
                    machine.spend(size_of_val(&objects[..]))?;
                    Part::List(objects)
                }
                None => {
                    let data = whole_data(machine, data, &header)?;
                    Part::Array(Box::new(StoredArray { header, data }))
                }
            };
        }
        Part::Inline => {
            let is_state = machine.tree.dict(state).is_some_and(|state| state.len() <= MAX_STATE);
            let get = |key: &str| machine.tree.get(state, key).filter(|_| is_state);
            let (Some(shape), Some(kind)) = (get("shape"), get("dtype")) else {
                return Err(Fault::from("an array of joblib"));
            };
            let is_fortran = get("order").and_then(|order| machine.tree.text(order)) == Some("F");
            let is_aligned =
                get("numpy_array_alignment_bytes").is_some_and(|bytes| bytes != Value::None);
            let shape = machine.tree.counts(shape).ok_or("the shape of an array")?;
            let header = header(machine, kind, is_fortran, shape)?;
            if header.kind == Kind::Object {
                let objects = machine.nested()?;
                let items = machine.tree.list(objects).ok_or("objects of an array")?.to_vec();
                machine.tree.parts[at] = Part::List(items);
            } else {
                if is_aligned {
                    let padding = usize::from(machine.take(1)?[0]);
                    machine.take(padding)?;
                }
                let len = header.bytes().ok_or("an array that a file has room for")?;
                let data = Cow::Borrowed(machine.take(len)?);
                machine.tree.parts[at] = Part::Array(Box::new(StoredArray { header, data }));
            }
        }
        _ => return Err(Fault::from("something that has a state")),
    }
    Ok(())
}

fn header(
    machine: &Machine<'_, '_>,
    kind: Value,
    is_fortran: bool,
    shape: Vec<usize>,
) -> Result<Header, Fault> {
    match machine.tree.part(kind) {
        Some(Part::Type(descr)) => Ok(Header::of_values(descr, is_fortran, shape)),
        _ => Err(Fault::from("a type of values")),
    }
}

/// The bytes of an array, all of which have to be there.
fn whole_data<'a>(
    machine: &mut Machine<'a, '_>,
    data: Value,
    header: &Header,
) -> Result<Cow<'a, [u8]>, Fault> {
    let needed = header.bytes().ok_or("an array that a file has room for")?;
    match machine.tree.part(data) {
        Some(Part::Text(bytes)) if bytes.len() >= needed => match bytes {
            Cow::Borrowed(bytes) => Ok(Cow::Borrowed(&bytes[..needed])),
            Cow::Owned(bytes) => {
                let bytes = bytes[..needed].to_vec();
                machine.spend(needed)?;
                Ok(Cow::Owned(bytes))
            }
        },
        Some(Part::Text(bytes)) => {
            let message = format!("{} within {} bytes", header.describe(), bytes.len());
            Err(Fault::Contradiction(message))
        }
        _ => Err(Fault::from("the values of an array")),
    }
}

fn scalar(machine: &mut Machine<'_, '_>, kind: Value, value: Value) -> Result<Value, Fault> {
    let header = header(machine, kind, false, Vec::new())?;
    if header.kind == Kind::Object {
        return Ok(value);
    }
    let data = whole_data(machine, value, &header)?;
    let is_of_texts = header.is_of_texts();
    let is_of_numbers = header.is_of_numbers();
    let is_float = header.kind == Kind::Float;
    let array = super::super::array::Array::new(header, data);
    if is_of_texts {
        let text = array.texts().pop().unwrap_or_default();
        return Ok(machine.tree.add(Part::Text(Cow::Owned(text.into_bytes()))));
    }
    let number = array.numbers_at::<1>(0, 0)[0];
    Ok(match (is_of_numbers, is_float) {
        (false, _) => Value::None,
        (true, true) => Value::Float(number),
        (true, false) => Value::Int(number as i64),
    })
}
