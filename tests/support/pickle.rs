//! Writes pickles for tests, as Python's protocol 2 has them, and the archives of torch.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime, System};

/// A value of Python.
#[derive(Clone, Debug)]
pub enum Py {
    Int(i32),
    Text(&'static str),
    List(Vec<Py>),
    Tuple(Vec<Py>),
    Dict(Vec<(Py, Py)>),
    Bytes(Vec<u8>),
    False,
    /// A name, which nobody calls.
    Global(&'static str, &'static str),
    /// A name, called with arguments.
    Call(&'static str, &'static str, Vec<Py>),
    /// A value with its state.
    State(Box<Py>, Box<Py>),
    /// What is found beside the pickle.
    Persistent(Vec<Py>),
}

use Py::{Bytes, Call, Dict, False, Global, Int, List, Persistent, State, Text, Tuple};

/// A dictionary with texts for its keys.
pub fn dict(entries: Vec<(&'static str, Py)>) -> Py {
    Dict(entries.into_iter().map(|(key, value)| (Text(key), value)).collect())
}

/// Whole numbers in brackets.
pub fn tuple(numbers: &[usize]) -> Py {
    Tuple(numbers.iter().map(|&n| Int(n as i32)).collect())
}

/// An array of NumPy with floats of 4 bytes.
pub fn floats(shape: &[usize], values: &[f32]) -> Py {
    let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    array(shape, "f4", data)
}

/// An array of NumPy of such a type, whatever data are there for it.
pub fn array(shape: &[usize], kind: &'static str, data: Vec<u8>) -> Py {
    let empty = vec![Global("numpy", "ndarray"), tuple(&[0]), Bytes(b"b".to_vec())];
    let empty = Call("numpy.core.multiarray", "_reconstruct", empty);
    let kind = Call("numpy", "dtype", vec![Text(kind), False, False]);
    let order = Tuple(vec![Int(3), Text("<")]);
    let kind = State(Box::new(kind), Box::new(order));
    let state = Tuple(vec![Int(1), tuple(shape), kind, False, Bytes(data)]);
    State(Box::new(empty), Box::new(state))
}

/// A tensor of torch out of a storage of so many floats.
pub fn tensor(
    key: &'static str,
    count: usize,
    offset: usize,
    shape: &[usize],
    strides: &[usize],
) -> Py {
    let storage = vec![
        Text("storage"),
        Global("torch", "FloatStorage"),
        Text(key),
        Text("cpu"),
        Int(count as i32),
    ];
    let hooks = Call("collections", "OrderedDict", vec![]);
    let arguments =
        vec![Persistent(storage), Int(offset as i32), tuple(shape), tuple(strides), False, hooks];
    Call("torch._utils", "_rebuild_tensor_v2", arguments)
}

/// A pickle of a value.
pub fn pickle(value: &Py) -> Vec<u8> {
    let mut bytes = vec![0x80, 2];
    put(value, &mut bytes);
    bytes.push(b'.');
    bytes
}

fn put(value: &Py, bytes: &mut Vec<u8>) {
    let put_all = |items: &[Py], bytes: &mut Vec<u8>| {
        bytes.push(b'(');
        items.iter().for_each(|item| put(item, bytes));
    };
    match value {
        Int(number) => {
            bytes.push(b'J');
            bytes.extend(number.to_le_bytes());
        }
        Text(text) => {
            bytes.push(b'X');
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.bytes());
        }
        Bytes(data) => {
            bytes.push(b'B');
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(data);
        }
        List(items) => {
            bytes.push(b']');
            put_all(items, bytes);
            bytes.push(b'e');
        }
        Tuple(items) => {
            put_all(items, bytes);
            bytes.push(b't');
        }
        Dict(entries) => {
            bytes.extend(b"}(");
            for (key, value) in entries {
                put(key, bytes);
                put(value, bytes);
            }
            bytes.push(b'u');
        }
        False => bytes.push(0x89),
        Global(module, name) => bytes.extend(format!("c{module}\n{name}\n").bytes()),
        Call(module, name, arguments) => {
            put(&Global(module, name), bytes);
            put(&Tuple(arguments.clone()), bytes);
            bytes.push(b'R');
        }
        State(made, state) => {
            put(made, bytes);
            put(state, bytes);
            bytes.push(b'b');
        }
        Persistent(id) => {
            put(&Tuple(id.clone()), bytes);
            bytes.push(b'Q');
        }
    }
}

/// An archive of torch with the floats of its storages.
pub fn torch(value: &Py, storages: &[(&str, Vec<f32>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut zip = ZipWriter::new(Cursor::new(&mut bytes));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        // Else the archive names the system that it is written on.
        .system(System::Unix)
        .last_modified_time(DateTime::default());
    let mut add = |name: &str, data: &[u8]| {
        zip.start_file(format!("walk/{name}"), options).expect("a member");
        zip.write_all(data).expect("its data");
    };
    add("data.pkl", &pickle(value));
    add("byteorder", b"little");
    for (key, values) in storages {
        let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        add(&format!("data/{key}"), &data);
    }
    zip.finish().expect("an archive");
    bytes
}

/// What zlib packs.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("bytes in memory");
    encoder.finish().expect("bytes in memory")
}
