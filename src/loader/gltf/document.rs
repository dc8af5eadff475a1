//! The JSON of a glTF file and its binary chunk.
//!
//! Only what a skeleton needs is read, and accessors and the like one by one where they are needed: a
//! fault in a mesh is none of the take's.

use std::borrow::Cow;

use gltf::Glb;
use gltf::json::scene::Node;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::scanner::plain_text;
use super::super::text::{line_start, without_mark};

/// What the file says, without what is only drawn.
#[derive(Deserialize)]
pub(super) struct Json {
    #[serde(default)]
    pub asset: Asset,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    #[serde(default)]
    pub animations: Vec<Value>,
    #[serde(default)]
    pub accessors: Vec<Value>,
    #[serde(default, rename = "bufferViews")]
    pub buffer_views: Vec<Value>,
    #[serde(default)]
    pub buffers: Vec<Value>,
    #[serde(default)]
    pub meshes: Vec<IgnoredAny>,
    #[serde(default)]
    pub extensions: Value,
}

/// Who wrote the file.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Asset {
    pub version: String,
    pub generator: String,
    pub copyright: String,
}

/// The joints of a mesh.
#[derive(Deserialize)]
pub(super) struct Skin {
    #[serde(default)]
    pub joints: Vec<usize>,
}

/// A file taken apart.
pub(super) struct Document<'a> {
    pub json: Json,
    /// The binary chunk of a GLB.
    pub chunk: Option<Cow<'a, [u8]>>,
    pub is_binary: bool,
}

/// Whether the first bytes are those of a GLB, or of JSON that says which glTF it is.
pub(super) fn probe(bytes: &[u8]) -> bool {
    /// How far into a text its asset begins at the latest in files that are known by their contents.
    const HEAD: usize = 1 << 16;
    let head = without_mark(&bytes[..bytes.len().min(HEAD)]);
    let has = |word: &[u8]| memchr::memmem::find(head, word).is_some();
    let is_json = head.trim_ascii_start().starts_with(b"{");
    head.starts_with(b"glTF") || is_json && has(b"\"asset\"") && has(b"\"version\"")
}

impl<'a> Document<'a> {
    /// Takes a file apart.
    ///
    /// # Errors
    /// With the place where it is no JSON, or no GLB.
    pub fn read(source: &Source<'a>) -> Result<Self, LoadError> {
        if source.bytes.starts_with(b"glTF") {
            let glb = Glb::from_slice(source.bytes).map_err(|error| {
                let what = format!("the GLB cannot be read: {}", plain_text(&error.to_string()));
                let error = LoadError::new(source, ErrorKind::Contradiction(what));
                error.hint("the file may be cut off: copy or export it again")
            })?;
            return Ok(Self {
                json: parse(source, &glb.json, false)?,
                chunk: glb.bin,
                is_binary: true,
            });
        }
        Ok(Self {
            json: parse(source, without_mark(source.bytes), true)?,
            chunk: None,
            is_binary: false,
        })
    }
}

/// The JSON, out of a file of its own or out of a chunk.
fn parse(source: &Source<'_>, text: &[u8], is_file: bool) -> Result<Json, LoadError> {
    serde_json::from_slice(text).map_err(|error| {
        if is_first_version(text) {
            let what = "this is glTF 1.0, which is laid out in another way than 2.0";
            let error = LoadError::new(source, ErrorKind::Contradiction(what.into()));
            return error.hint("export it as glTF 2.0");
        }
        let mut what = error.to_string();
        if let Some(end) = what.rfind(" at line ") {
            what.truncate(end);
        }
        let kind = ErrorKind::Contradiction(format!(
            "the JSON of the glTF has a fault: {}",
            plain_text(&what)
        ));
        if !is_file {
            return LoadError::new(source, kind);
        }
        let mark = source.bytes.len() - text.len();
        let at = place(text, error.line(), error.column());
        LoadError::at(source, mark + at, kind)
    })
}

/// The byte at a line and a column, both from 1.
fn place(text: &[u8], line: usize, column: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', text);
    let start = match line.checked_sub(2) {
        Some(before) => ends.nth(before).map_or(text.len(), |end| end + 1),
        None => 0,
    };
    let at = (start + column.saturating_sub(1)).min(text.len());
    at.max(line_start(text, at))
}

/// Whether the asset says that its version begins with 1.
fn is_first_version(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Only {
        asset: Asset,
    }
    serde_json::from_slice::<Only>(text).is_ok_and(|only| only.asset.version.starts_with("1."))
}
