//! The numbers of a file: accessors into views of buffers, of which nothing is taken on trust.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gltf::json::accessor::{Accessor, ComponentType, Type};
use gltf::json::buffer::View;
use gltf::json::validation::Checked;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::word::plain_text;
use super::document::Document;

/// The buffers of a file, each as far as it is there.
pub(super) struct Buffers<'a> {
    document: &'a Document<'a>,
    data: Vec<BufferData<'a>>,
    /// What was read, by accessor and components: the times of a clip are those of all its channels.
    read: RefCell<HashMap<(usize, usize), Numbers>>,
    /// How many more numbers may be read: as many as there are bytes, however often accessors share them.
    left: RefCell<usize>,
}

type Numbers = Result<Arc<[f32]>, Fault>;

enum BufferData<'a> {
    Bytes(Cow<'a, [u8]>),
    /// Beside the file under this name, and not found.
    Missing(String),
    /// In another folder, or damaged.
    Unreadable,
}

/// Why numbers cannot be read.
#[derive(Clone)]
pub(super) enum Fault {
    Missing(String),
    Compressed(&'static str),
    /// They are missing, or not of the kind that is needed.
    Unreadable,
}

impl Fault {
    /// The error where there is no take for this fault.
    pub fn refusal(&self, source: &Source<'_>) -> Option<LoadError> {
        match self {
            Self::Missing(name) => {
                let what = "its buffer, a .bin file";
                let kind = ErrorKind::NeedsCompanion { what, extension: "bin" };
                let hint = format!("it must be beside the file and be called {}", plain_text(name));
                Some(LoadError::new(source, kind).hint(hint))
            }
            Self::Compressed(extension) => {
                let message = format!("its animation is compressed ({extension})");
                let error = LoadError::new(source, ErrorKind::Contradiction(message));
                Some(error.hint("export it without compression of the animation"))
            }
            Self::Unreadable => None,
        }
    }
}

impl<'a> Buffers<'a> {
    pub fn new(source: &Source<'a>, document: &'a Document<'a>) -> Self {
        let buffers = document.json.buffers.iter().enumerate();
        let data = buffers.map(|(i, buffer)| buffer_data(source, document, i, buffer));
        let data: Vec<BufferData<'a>> = data.collect();
        let len = |data: &BufferData<'_>| {
            if let BufferData::Bytes(bytes) = data { bytes.len() } else { 0 }
        };
        let left = RefCell::new(data.iter().map(len).sum());
        Self { document, read: RefCell::default(), left, data }
    }

    /// The numbers of an accessor whose elements have so many components.
    pub fn numbers(&self, index: usize, components: usize) -> Numbers {
        if let Some(read) = self.read.borrow().get(&(index, components)) {
            return read.clone();
        }
        let read = self.read(index, components).map(Arc::from);
        self.read.borrow_mut().insert((index, components), read.clone());
        read
    }

    fn read(&self, index: usize, components: usize) -> Result<Vec<f32>, Fault> {
        let accessor: Accessor = element(&self.document.json.accessors, index)?;
        let (Checked::Valid(kind), Checked::Valid(component)) =
            (accessor.type_, accessor.component_type)
        else {
            return Err(Fault::Unreadable);
        };
        if kind.multiplicity() != components
            || !matches!(kind, Type::Scalar | Type::Vec3 | Type::Vec4 | Type::Mat4)
        {
            return Err(Fault::Unreadable);
        }
        let component = component.0;
        let count = size(accessor.count.0)?;
        let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
        let read = |bytes: &[u8]| number(bytes, component, accessor.normalized);
        let element_len = components * component.size();
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let elements = self.elements(view.value(), offset, count, element_len)?;
                self.spend(count, components)?;
                let mut values = Vec::with_capacity(count * components);
                values.extend(elements.flat_map(|e| e.chunks_exact(component.size())).map(read));
                values
            }
            None if accessor.sparse.is_none() => return Err(Fault::Unreadable),
            None => {
                self.spend(count, components)?;
                vec![0.0; count * components]
            }
        };
        if let Some(sparse) = &accessor.sparse {
            let count = size(sparse.count.0)?;
            let Checked::Valid(index) = sparse.indices.component_type else {
                return Err(Fault::Unreadable);
            };
            let (view, offset) = (&sparse.indices.buffer_view, sparse.indices.byte_offset.0);
            let indices = self.elements(view.value(), offset, count, index.0.size())?;
            let (view, offset) = (&sparse.values.buffer_view, sparse.values.byte_offset.0);
            let elements = self.elements(view.value(), offset, count, element_len)?;
            for (index_bytes, bytes) in indices.zip(elements) {
                let to = u32::from_le_bytes(padded(index_bytes)) as usize * components;
                let row = values.get_mut(to..to + components).ok_or(Fault::Unreadable)?;
                let numbers = bytes.chunks_exact(component.size()).map(read);
                row.iter_mut().zip(numbers).for_each(|(to, value)| *to = value);
            }
        }
        Ok(values)
    }

    fn spend(&self, count: usize, components: usize) -> Result<(), Fault> {
        let numbers = count.checked_mul(components);
        let left = numbers.and_then(|numbers| self.left.borrow().checked_sub(numbers));
        *self.left.borrow_mut() = left.ok_or(Fault::Unreadable)?;
        Ok(())
    }

    /// The elements of a view, each with `len` bytes.
    fn elements(
        &self,
        view: usize,
        offset: u64,
        count: usize,
        len: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, Fault> {
        const COMPRESSED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
        let views = &self.document.json.buffer_views;
        let extensions = views.get(view).and_then(|view| view.get("extensions"));
        let is_used = |name: &&&str| extensions.is_some_and(|all| all.get(name).is_some());
        if let Some(compression) = COMPRESSED.iter().find(is_used) {
            return Err(Fault::Compressed(compression));
        }
        let view: View = element(views, view)?;
        let bytes = match self.data.get(view.buffer.value()) {
            Some(BufferData::Bytes(bytes)) => bytes,
            Some(BufferData::Missing(name)) => return Err(Fault::Missing(name.clone())),
            _ => return Err(Fault::Unreadable),
        };
        let start = size(view.byte_offset.map_or(0, |offset| offset.0))?;
        let end = start.checked_add(size(view.byte_length.0)?).ok_or(Fault::Unreadable)?;
        // A buffer that breaks off has what is there.
        let bytes = bytes.get(start..end.min(bytes.len())).ok_or(Fault::Unreadable)?;
        let stride = view.byte_stride.map_or(len, |stride| stride.0);
        let offset = size(offset)?;
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(stride));
        let end = last.and_then(|last| last.checked_add(len)?.checked_add(offset));
        if stride < len || count > 0 && end.is_none_or(|end| end > bytes.len()) {
            return Err(Fault::Unreadable);
        }
        let bytes = bytes.get(offset..).unwrap_or_default();
        Ok((0..count).map(move |i| &bytes[i * stride..][..len]))
    }
}

fn size(value: u64) -> Result<usize, Fault> {
    usize::try_from(value).map_err(|_| Fault::Unreadable)
}

fn element<T: DeserializeOwned>(list: &[Value], index: usize) -> Result<T, Fault> {
    T::deserialize(list.get(index).ok_or(Fault::Unreadable)?).map_err(|_| Fault::Unreadable)
}

fn buffer_data<'a>(
    source: &Source<'a>,
    document: &'a Document<'a>,
    i: usize,
    buffer: &Value,
) -> BufferData<'a> {
    let Some(uri) = buffer.get("uri").and_then(Value::as_str) else {
        return match document.chunk {
            Some(chunk) if i == 0 => BufferData::Bytes(chunk.into()),
            _ => BufferData::Unreadable,
        };
    };
    if let Some(data) = base64_of(uri) {
        let bytes = STANDARD.decode(data);
        return bytes.map_or(BufferData::Unreadable, |bytes| BufferData::Bytes(bytes.into()));
    }
    let Some(name) = file_name(uri) else { return BufferData::Unreadable };
    let is_it = |file: &str| file.rsplit(['/', '\\']).next() == Some(name.as_str());
    match source.companions.iter().find(|companion| is_it(companion.file)) {
        Some(companion) => BufferData::Bytes(companion.bytes.into()),
        None => BufferData::Missing(name),
    }
}

/// What a data URI has behind its head, in Base64.
fn base64_of(uri: &str) -> Option<&str> {
    let (_, data) = uri.strip_prefix("data:")?.split_once(',')?;
    Some(data)
}

/// The name of a file that is in the same folder.
fn file_name(uri: &str) -> Option<String> {
    let uri = uri.strip_prefix("./").unwrap_or(uri);
    let name = percent_encoding::percent_decode_str(uri).decode_utf8().ok()?;
    let is_beside = !name.is_empty() && !name.contains(['/', '\\', ':']) && name != "..";
    is_beside.then(|| name.into_owned())
}

/// The names of the buffers of a file among the files beside it.
pub(super) fn buffers_beside(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    let Ok(document) = Document::read(source) else { return Vec::new() };
    let uris = document.json.buffers.iter().filter_map(|buffer| buffer.get("uri")?.as_str());
    let names = uris.filter(|uri| base64_of(uri).is_none()).filter_map(file_name);
    names.filter(|name| beside.contains(&name.as_str())).collect()
}

/// A component as a number; whole numbers that are normalised are from −1 or 0 to 1 (section 3.11).
fn number(bytes: &[u8], component: ComponentType, is_normalised: bool) -> f32 {
    let [a, b, c, d] = padded(bytes);
    let scaled = |value: f32, max: f32| {
        if is_normalised { (value / max).max(-1.0) } else { value }
    };
    match component {
        ComponentType::F32 => f32::from_le_bytes([a, b, c, d]),
        ComponentType::I8 => scaled(f32::from(a as i8), 127.0),
        ComponentType::U8 => scaled(f32::from(a), 255.0),
        ComponentType::I16 => scaled(f32::from(i16::from_le_bytes([a, b])), 32_767.0),
        ComponentType::U16 => scaled(f32::from(u16::from_le_bytes([a, b])), 65_535.0),
        ComponentType::U32 => u32::from_le_bytes([a, b, c, d]) as f32,
    }
}

/// The bytes of a component, with zeros behind them.
fn padded(bytes: &[u8]) -> [u8; 4] {
    [0, 1, 2, 3].map(|i| bytes.get(i).copied().unwrap_or_default())
}
