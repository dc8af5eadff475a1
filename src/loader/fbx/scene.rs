//! How the library reads a scene: its limits, its errors and its warnings.

use std::panic::AssertUnwindSafe;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::word::plain_text;
use super::depth;
use crate::take::{MAX_DEPTH, Warning, WarningCode};
use ufbx::{AllocatorOpts, ErrorType, LoadOpts, ProgressCb, ProgressResult, SceneRoot};

/// How much memory the library may take for a small file, and for each byte of any: for the scene, and as much again
/// while it reads. Measured: up to 12 bytes for a byte of an ASCII file, up to 30 where arrays are packed well.
const ROOM: usize = 1 << 23;
const ROOM_A_BYTE: usize = 64;

const OTHERS_OPEN: &str = "if other programs open it, export it from one of them again";

/// Reads the scene without what it has only to be drawn.
pub(super) fn read(source: &Source<'_>) -> Result<SceneRoot, LoadError> {
    if depth::is_too_deep(source.bytes) {
        return Err(LoadError::new(source, ErrorKind::TooDeep).hint(OTHERS_OPEN));
    }
    let limit = ROOM + ROOM_A_BYTE * source.bytes.len();
    let room = || AllocatorOpts { memory_limit: limit, ..AllocatorOpts::default() };
    let check_cancelled = |_: &ufbx::Progress| {
        if source.is_cancelled() { ProgressResult::Cancel } else { ProgressResult::Continue }
    };
    let options = AssertUnwindSafe(LoadOpts {
        temp_allocator: room(),
        result_allocator: room(),
        file_format: ufbx::FileFormat::Fbx,
        ignore_embedded: true,
        ignore_missing_external_files: true,
        skip_mesh_parts: true,
        // Half of a scene is better than none, and nothing here follows an index of the file.
        connect_broken_elements: false,
        node_depth_limit: MAX_DEPTH as u32,
        progress_cb: ProgressCb::Ref(&check_cancelled),
        ..LoadOpts::default()
    });
    ufbx::load_memory(source.bytes, options.0).map_err(|error| {
        if source.is_cancelled() {
            return LoadError::new(source, ErrorKind::Cancelled);
        }
        let kind = match error.type_ {
            ErrorType::NodeDepthLimit => ErrorKind::TooDeep,
            _ => ErrorKind::Contradiction(message(&error)),
        };
        LoadError::new(source, kind).hint(match error.type_ {
            ErrorType::TruncatedFile => "the file is cut off: copy or export it again",
            ErrorType::UnsupportedVersion => "export it as FBX 2011 or newer (version 7.1 to 7.7)",
            _ => OTHERS_OPEN,
        })
    })
}

fn message(error: &ufbx::Error) -> String {
    // What stands in its `info` may be cut within a character, which the binding does not expect.
    match &*error.description {
        "" => "the FBX cannot be read".to_string(),
        description => format!("the FBX cannot be read: {}", plain_text(description)),
    }
}

/// What the library mended that a skeleton may depend on.
pub(super) fn warnings(scene: &ufbx::Scene) -> Vec<Warning> {
    use ufbx::WarningType::{
        BadElementConnectedToRoot, BadUnicode, DuplicateConnection, DuplicateObjectId,
        TruncatedArray, UnsupportedVersion,
    };
    let warnings = scene.metadata.warnings.iter().filter_map(|warning| {
        let code = match warning.type_ {
            TruncatedArray => WarningCode::ValuesLeftOut,
            DuplicateObjectId | DuplicateConnection => WarningCode::GivenTwice,
            BadElementConnectedToRoot => WarningCode::LayoutRepaired,
            BadUnicode => WarningCode::NameRepaired,
            UnsupportedVersion => WarningCode::ConventionDiffers,
            _ => return None,
        };
        let message = plain_text(&warning.description);
        Some(Warning { count: warning.count.max(1), ..Warning::of_file(code, message) })
    });
    warnings.collect()
}

/// Whether a property is a part of a node's transform that takes animate.
pub(super) fn is_transform(property: &str) -> bool {
    matches!(property, "Lcl Translation" | "Lcl Rotation" | "Lcl Scaling")
}
