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
use super::super::scanner::plain_text;
use super::document::Document;

/// The buffers of a file, each as far as it is there.
pub(super) struct Buffers<'a> {
    document: &'a Document<'a>,
    all: Vec<Held<'a>>,
    /// What was read, by accessor and components, or why it could not be: the times of a clip are those of all its
    /// channels.
    read: RefCell<HashMap<(usize, usize), Numbers>>,
    /// How many more numbers may be read: as many as there are bytes, however often accessors share them.
    left: RefCell<usize>,
}

/// The numbers of an accessor, or why there are none.
type Numbers = Result<Arc<[f32]>, Fault>;

enum Held<'a> {
    There(Cow<'a, [u8]>),
    /// Beside the file under this name, and not found.
    Missing(String),
    /// Not to be had: in another folder, or damaged.
    Nowhere,
}

/// Why numbers cannot be had.
#[derive(Clone)]
pub(super) enum Fault {
    /// The file with them was not found.
    Missing(String),
    /// They are compressed in a way that is not read.
    Compressed(&'static str),
    /// They are not there, or not of the kind that is needed.
    Unreadable,
}

impl Fault {
    /// Why there is no take, where that is so.
    pub fn refusal(&self, source: &Source<'_>) -> Option<LoadError> {
        match self {
            Self::Missing(name) => {
                let kind =
                    ErrorKind::NeedsCompanion { what: "its buffer, a .bin file", extension: "bin" };
                let hint = format!("it must be beside the file and be called {}", plain_text(name));
                Some(LoadError::new(source, kind).hint(hint))
            }
            Self::Compressed(extension) => {
                let what = format!("its animation is compressed ({extension})");
                let error = LoadError::new(source, ErrorKind::Contradiction(what));
                Some(error.hint("export it without compression of the animation"))
            }
            Self::Unreadable => None,
        }
    }
}

impl<'a> Buffers<'a> {
    pub fn of(source: &Source<'a>, document: &'a Document<'a>) -> Self {
        let buffers = document.json.buffers.iter().enumerate();
        let all = buffers.map(|(i, buffer)| held(source, document, i, buffer));
        let all: Vec<Held<'a>> = all.collect();
        let bytes = all.iter().map(|held| match held {
            Held::There(bytes) => bytes.len(),
            Held::Missing(_) | Held::Nowhere => 0,
        });
        Self { left: RefCell::new(bytes.sum()), read: RefCell::default(), all, document }
    }

    /// The numbers of an accessor whose elements have so many components.
    pub fn numbers(&self, index: usize, components: usize) -> Numbers {
        if let Some(read) = self.read.borrow().get(&(index, components)) {
            return read.clone();
        }
        let read = self.read(index, components).map(Arc::from);
        (self.read.borrow_mut()).insert((index, components), read.clone());
        read
    }

    fn read(&self, index: usize, components: usize) -> Result<Vec<f32>, Fault> {
        let accessor: Accessor = at(&self.document.json.accessors, index)?;
        let Checked::Valid(kind) = accessor.type_ else {
            return Err(Fault::Unreadable);
        };
        let Checked::Valid(component) = accessor.component_type else {
            return Err(Fault::Unreadable);
        };
        if kind.multiplicity() != components
            || !matches!(kind, Type::Scalar | Type::Vec3 | Type::Vec4 | Type::Mat4)
        {
            return Err(Fault::Unreadable);
        }
        let component = component.0;
        let count = usize::try_from(accessor.count.0).map_err(|_| Fault::Unreadable)?;
        let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
        let read = |bytes: &[u8]| number(bytes, component, accessor.normalized);
        let element = components * component.size();
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let elements = self.elements(view.value(), offset, count, element)?;
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
            let count = usize::try_from(sparse.count.0).map_err(|_| Fault::Unreadable)?;
            let Checked::Valid(place) = sparse.indices.component_type else {
                return Err(Fault::Unreadable);
            };
            let places = self.elements(
                sparse.indices.buffer_view.value(),
                sparse.indices.byte_offset.0,
                count,
                place.0.size(),
            )?;
            let from = sparse.values.byte_offset.0;
            let elements =
                self.elements(sparse.values.buffer_view.value(), from, count, element)?;
            for (place_bytes, bytes) in places.zip(elements) {
                let to = whole(place_bytes, place.0) * components;
                let row = values.get_mut(to..to + components).ok_or(Fault::Unreadable)?;
                let found = bytes.chunks_exact(component.size()).map(read);
                row.iter_mut().zip(found).for_each(|(to, value)| *to = value);
            }
        }
        Ok(values)
    }

    /// Takes so many numbers off those that may still be read.
    fn spend(&self, count: usize, components: usize) -> Result<(), Fault> {
        let left = count.checked_mul(components);
        let left = left.and_then(|all| self.left.borrow().checked_sub(all));
        *self.left.borrow_mut() = left.ok_or(Fault::Unreadable)?;
        Ok(())
    }

    /// So many elements of a view, each with so many bytes.
    fn elements(
        &self,
        view: usize,
        offset: u64,
        count: usize,
        size: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, Fault> {
        /// Ways to compress a view.
        const COMPRESSED: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
        let json = &self.document.json;
        let extensions = json.buffer_views.get(view).and_then(|view| view.get("extensions"));
        let is = |name: &&&str| extensions.is_some_and(|all| all.get(name).is_some());
        if let Some(compression) = COMPRESSED.iter().find(is) {
            return Err(Fault::Compressed(compression));
        }
        let view: View = at(&json.buffer_views, view)?;
        let bytes = match self.all.get(view.buffer.value()) {
            Some(Held::There(bytes)) => bytes,
            Some(Held::Missing(name)) => return Err(Fault::Missing(name.clone())),
            _ => return Err(Fault::Unreadable),
        };
        let start = usize::try_from(view.byte_offset.map_or(0, |offset| offset.0)).ok();
        let length = usize::try_from(view.byte_length.0).ok();
        let end = start.zip(length).and_then(|(start, length)| start.checked_add(length));
        // A buffer that breaks off has what is there.
        let range = start.zip(end).map(|(start, end)| start..end.min(bytes.len()));
        let bytes = range.and_then(|range| bytes.get(range)).ok_or(Fault::Unreadable)?;
        let stride = view.byte_stride.map_or(size, |stride| stride.0);
        let offset = usize::try_from(offset).map_err(|_| Fault::Unreadable)?;
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(stride));
        let end = last.and_then(|last| last.checked_add(size)?.checked_add(offset));
        if stride < size || count > 0 && end.is_none_or(|end| end > bytes.len()) {
            return Err(Fault::Unreadable);
        }
        let bytes = bytes.get(offset..).unwrap_or_default();
        Ok((0..count).map(move |i| &bytes[i * stride..][..size]))
    }
}

/// An element of a list of the JSON.
fn at<T: DeserializeOwned>(list: &[Value], index: usize) -> Result<T, Fault> {
    let found = list.get(index).and_then(|value| T::deserialize(value).ok());
    found.ok_or(Fault::Unreadable)
}

fn held<'a>(source: &Source<'a>, document: &'a Document<'a>, i: usize, buffer: &Value) -> Held<'a> {
    let Some(uri) = buffer.get("uri").and_then(Value::as_str) else {
        return match document.chunk {
            Some(chunk) if i == 0 => Held::There(chunk.into()),
            _ => Held::Nowhere,
        };
    };
    if let Some(data) = data_of(uri) {
        return STANDARD.decode(data).map_or(Held::Nowhere, |bytes| Held::There(bytes.into()));
    }
    let Some(name) = name_of(uri) else {
        return Held::Nowhere;
    };
    let is_it = |file: &str| file.rsplit(['/', '\\']).next() == Some(name.as_str());
    match source.companions.iter().find(|companion| is_it(companion.file)) {
        Some(companion) => Held::There(companion.bytes.into()),
        None => Held::Missing(name),
    }
}

/// What a data URI has behind its head, in Base64.
fn data_of(uri: &str) -> Option<&str> {
    let (_, data) = uri.strip_prefix("data:")?.split_once(',')?;
    Some(data)
}

/// The name of a file that is in the same folder.
fn name_of(uri: &str) -> Option<String> {
    let uri = uri.strip_prefix("./").unwrap_or(uri);
    let name = percent_encoding::percent_decode_str(uri).decode_utf8().ok()?;
    let is_beside = !name.is_empty() && !name.contains(['/', '\\', ':']) && name != "..";
    is_beside.then(|| name.into_owned())
}

/// The buffers of a file out of the files beside it.
pub(super) fn buffers_beside(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    let Ok(document) = Document::read(source) else {
        return Vec::new();
    };
    let buffers = document.json.buffers.iter();
    let uris = buffers.filter_map(|buffer| buffer.get("uri")?.as_str());
    let names = uris.filter(|uri| data_of(uri).is_none()).filter_map(name_of);
    names.filter(|name| beside.contains(&name.as_str())).collect()
}

/// A component as a number; whole numbers that are normalised are from −1 or 0 to 1 (section 3.11).
fn number(bytes: &[u8], component: ComponentType, is_normalised: bool) -> f32 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| bytes.get(i).copied().unwrap_or_default());
    let scaled = |value: f32, most: f32| {
        if is_normalised { (value / most).max(-1.0) } else { value }
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

/// A component as the place of an element.
fn whole(bytes: &[u8], component: ComponentType) -> usize {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| bytes.get(i).copied().unwrap_or_default());
    match component {
        ComponentType::U8 => a.into(),
        ComponentType::U16 => u16::from_le_bytes([a, b]).into(),
        _ => u32::from_le_bytes([a, b, c, d]) as usize,
    }
}
