//! The JSON of a glTF file and its binary chunk.
//!
//! Only what a skeleton needs is read, and accessors and the like one by one where they are needed: a
//! fault in a mesh is none of the take's.

use gltf::json::scene::Node;
use serde::Deserialize;
use serde_json::Value;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::text::{line_start, without_mark};
use super::super::word::plain_text;
use crate::take::fault_in_plain_words;

/// What the file says, without what is only drawn.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Json {
    pub asset: Asset,
    pub nodes: Vec<Node>,
    pub skins: Vec<Skin>,
    pub animations: Vec<Value>,
    pub accessors: Vec<Value>,
    pub buffer_views: Vec<Value>,
    pub buffers: Vec<Value>,
    pub meshes: Vec<Value>,
    pub extensions: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Asset {
    pub version: String,
    pub generator: String,
    pub copyright: String,
    #[serde(deserialize_with = "if_readable")]
    pub extras: Extras,
}

/// The extras that Rushes writes: whatever else is in them is somebody else's.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Extras {
    /// Seconds from one frame to the next.
    pub frame_time: Option<f64>,
}

/// Extras may be anything.
fn if_readable<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Extras, D::Error> {
    Ok(Extras::deserialize(Value::deserialize(from)?).unwrap_or_default())
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Skin {
    pub joints: Vec<usize>,
    pub inverse_bind_matrices: Value,
}

pub(super) struct Document<'a> {
    pub json: Json,
    /// The binary chunk of a GLB.
    pub chunk: Option<&'a [u8]>,
    pub is_binary: bool,
}

impl<'a> Document<'a> {
    /// # Errors
    /// With the place where it is no JSON, or no GLB.
    pub fn read(source: &Source<'a>) -> Result<Self, LoadError> {
        if !source.bytes.starts_with(b"glTF") {
            let json = parse(source, without_mark(source.bytes), true)?;
            return Ok(Self { json, chunk: None, is_binary: false });
        }
        let [json, chunk] = chunks(source.bytes);
        let Some(json) = json else {
            let end = "the end of the file";
            let error = LoadError::expected_at_byte(source, HEADER, "a chunk of JSON", end);
            return Err(error.hint(CUT_OFF));
        };
        Ok(Self { json: parse(source, json, false)?, chunk, is_binary: true })
    }
}

const CUT_OFF: &str = "the file may be cut off: copy or export it again";

/// How many bytes of a GLB are ahead of its chunks, and how many a chunk has ahead of its data.
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// The first chunks of a GLB with JSON and with binary data, each as far as it is there (section 4.4). The
/// length that the header states has no say, and other chunks are skipped.
fn chunks(bytes: &[u8]) -> [Option<&[u8]>; 2] {
    let mut found = [None; 2];
    let mut at = HEADER;
    while let Some(data) = bytes.get(at + CHUNK_HEADER..) {
        let length = &bytes[at..][..4];
        let length = length.iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte));
        let data = &data[..length.min(data.len())];
        match &bytes[at + 4..][..4] {
            b"JSON" => _ = found[0].get_or_insert(data),
            b"BIN\0" => _ = found[1].get_or_insert(data),
            _ => {}
        }
        at += CHUNK_HEADER + data.len().next_multiple_of(4);
    }
    found
}

/// The JSON, out of a file of its own or out of a chunk.
fn parse(source: &Source<'_>, text: &[u8], is_file: bool) -> Result<Json, LoadError> {
    serde_json::from_slice(text).map_err(|error| {
        if is_first_version(text) {
            let what = "this is glTF 1.0, which is laid out in another way than 2.0";
            let error = LoadError::new(source, ErrorKind::Contradiction(what.into()));
            return error.hint("export it as glTF 2.0");
        }
        let fault = fault_in_plain_words(&error.to_string(), "an object");
        let message = format!("the JSON of the glTF has a fault: {}", plain_text(&fault));
        let kind = ErrorKind::Contradiction(message);
        if is_file {
            let mark = source.bytes.len() - text.len();
            let at = offset(text, error.line(), error.column());
            return LoadError::at(source, mark + at, kind);
        }
        let is_cut_off = error.is_eof();
        let error = LoadError::new(source, kind);
        if is_cut_off { error.hint(CUT_OFF) } else { error }
    })
}

/// The byte at a line and a column, both from 1.
fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', text);
    let start = match line.checked_sub(2) {
        Some(before) => ends.nth(before).map_or(text.len(), |end| end + 1),
        None => 0,
    };
    let at = (start + column.saturating_sub(1)).min(text.len());
    at.max(line_start(text, at))
}

fn is_first_version(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct AssetOnly {
        asset: Asset,
    }
    let json = serde_json::from_slice::<AssetOnly>(text);
    json.is_ok_and(|json| json.asset.version.starts_with("1."))
}
