//! The frames of a BonesPro animation export: three layouts, by its export mode.

use std::fmt::Display;

use glam::Vec3;

use super::super::error::{ErrorKind, LoadError};
use super::super::unread_rows::Damage;
use super::settings::Settings;
use super::structure::{ScaledMatrices, push};
use super::transform::{ORDER, angles};
use super::words::{Numbering, Words};
use crate::take::{Axis, Channel, WarningCode, counted};

/// Reads frames until there are as many as announced, the file ends, or one cannot be read: nothing tells
/// where the next one would begin. Returns how many are whole; what was read of another is to be dropped.
fn read_frames(
    words: &mut Words<'_>,
    settings: &Settings,
    mut read_frame: impl FnMut(&mut Words<'_>, usize) -> Result<(), LoadError>,
) -> Result<usize, LoadError> {
    let announced = settings.frames as usize;
    words.reader.scan.source.announce(announced);
    let mut count = 0;
    while count < announced
        && let Some(at) = words.seek()
    {
        words.report_progress()?;
        let Err(mut error) = read_frame(words, count) else {
            count += 1;
            continue;
        };
        if *error.kind() == ErrorKind::Cancelled || !words.broke_off && count == 0 {
            return Err(error);
        }
        if words.broke_off {
            let what = "the last frame breaks off";
            error = words.reader.scan.error_at(at, ErrorKind::Contradiction(what.into()));
        }
        words.damage = Damage::behind(count, Some(announced as f64), error);
        break;
    }
    let rows = words.damage.rows(count);
    let frames = counted(settings.frames as usize, "frame");
    if rows < announced {
        let message =
            format!("the file announces {frames} and has {count}: those that are there count");
        words.reader.warn(WarningCode::FewerThanAnnounced, settings.frames_at, message);
    } else if rows == count
        && let Some(at) = words.seek()
    {
        let message = format!(
            "what follows {frames} is not read: the numbers of bones, vertices and frames that the file \
             begins with do not fit it"
        );
        words.reader.warn(WarningCode::ValuesLeftOut, at, message);
    }
    Ok(count)
}

/// A list with room for what is announced, if the rest of the file has so many `bytes` for each item.
fn with_room<T>(announced: usize, words: &Words<'_>, bytes: usize) -> Vec<T> {
    Vec::with_capacity(if announced <= words.remaining() / bytes { announced } else { 0 })
}

/// The channels of a bone: where it is and how it is turned, its box, and the transform of the scene's
/// node as the file has it, which moves nothing.
pub(super) fn channels(settings: &Settings) -> Vec<Channel> {
    let [first, second, third] = settings.order;
    // The axis that is turned about first stands at the right of the product.
    let euler = [third, second, first];
    let (axes, unused) = if settings.matrix { (ORDER.0, 12) } else { (euler, 6) };
    let mut channels: Vec<Channel> = Axis::ALL.map(Channel::Position).into();
    channels.extend(axes.map(Channel::Rotation));
    channels.extend(Axis::ALL.map(Channel::BoxSize));
    channels.extend(vec![Channel::Unused; unused]);
    channels
}

/// Reads the frames of mode `Bones`: rows of the channels of all bones. `indices` has the index of each
/// bone in the row; where it is empty they stand in the order of the file. `name` is what errors call it.
pub(super) fn bone_frames(
    words: &mut Words<'_>,
    settings: &Settings,
    indices: &[usize],
    name: impl Fn(usize) -> String,
) -> Result<Vec<f32>, LoadError> {
    let bones = settings.bones as usize;
    let columns = channels(settings).len();
    let row_len = bones.saturating_mul(columns);
    // A number takes two bytes with its blank.
    let mut values = with_room(row_len.saturating_mul(settings.frames as usize), words, 2);
    let mut scaled = ScaledMatrices::default();
    let count = read_frames(words, settings, |words, frame| {
        let number = settings.numbers.of(frame);
        for bone in 0..bones {
            let index = indices.get(bone).copied().unwrap_or(bone);
            let at = frame * row_len + index * columns;
            // Grows with what is read, never to a row that is only announced.
            if values.len() < at + columns {
                values.resize(at + columns, 0.0);
            }
            let owner = || format!("{} in frame {number}", name(bone));
            read_bone(words, settings, &mut scaled, owner, &mut values[at..][..columns])?;
        }
        Ok(())
    })?;
    scaled.warn(words);
    values.truncate(count * row_len);
    values.shrink_to_fit();
    Ok(values)
}

fn read_bone(
    words: &mut Words<'_>,
    settings: &Settings,
    scaled: &mut ScaledMatrices,
    owner: impl Fn() -> String,
    row: &mut [f32],
) -> Result<(), LoadError> {
    let (own, node) = row.split_at_mut(9);
    let (transform, size) = own.split_at_mut(6);
    let (origin, rotation) = transform.split_at_mut(3);
    size.copy_from_slice(&words.vector("A", Lazy(&owner))?);
    if settings.matrix {
        rotation.copy_from_slice(&angles(&scaled.read(words, Lazy(&owner))?));
    } else {
        let [first, second, third] = words.euler(Lazy(&owner))?;
        rotation.copy_from_slice(&[third, second, first]);
    }
    origin.copy_from_slice(&words.vector("T", Lazy(&owner))?);
    let node_owner = Lazy(|| format!("the node of {}", owner()));
    let (rotation, origin) = node.split_at_mut(node.len() - 3);
    if settings.matrix {
        rotation.copy_from_slice(&words.matrix(&node_owner)?);
    } else {
        rotation.copy_from_slice(&words.euler(&node_owner)?);
    }
    origin.copy_from_slice(&words.vector("T", &node_owner)?);
    Ok(())
}

/// A text that is only made where an error shows it.
struct Lazy<F>(F);

impl<F: Fn() -> String> Display for Lazy<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&(self.0)())
    }
}

pub(super) struct MeshFrames {
    pub count: usize,
    pub positions: Vec<Vec3>,
    /// Bone and vertex of each position on a frame, counted from 0; none where positions are in the world.
    pub owners: Vec<[u32; 2]>,
}

/// Reads the frames of mode `Mesh (absolute)`.
pub(super) fn mesh_frames(
    words: &mut Words<'_>,
    settings: &Settings,
) -> Result<MeshFrames, LoadError> {
    let vertices = settings.vertices as usize;
    let mut positions = with_room(vertices.saturating_mul(settings.frames as usize), words, 6);
    let count = read_frames(words, settings, |words, frame| {
        let frame = settings.numbers.of(frame);
        for vertex in 0..vertices {
            words.report_progress()?;
            let owner = format_args!("vertex {vertex} in frame {frame}");
            let position = words.vector("V", owner)?.into();
            push(&mut positions, words, position);
        }
        Ok(())
    })?;
    positions.truncate(count.saturating_mul(vertices));
    positions.shrink_to_fit();
    Ok(MeshFrames { count, positions, owners: Vec::new() })
}

/// Reads the frames of mode `Mesh (bones c.s)`, which all name the same vertices of each bone.
pub(super) fn mesh_frames_in_bones(
    words: &mut Words<'_>,
    settings: &Settings,
) -> Result<MeshFrames, LoadError> {
    let mut bones = Numbering::new(settings.bones, ["bone", "bones"]);
    let mut vertices = Numbering::new(settings.vertices, ["vertex", "vertices"]);
    // Bone and number of vertices of each list on the first frame.
    let mut lists: Vec<[u32; 2]> = Vec::new();
    let mut owners: Vec<[u32; 2]> = Vec::new();
    let mut positions: Vec<Vec3> = Vec::new();
    let count = read_frames(words, settings, |words, frame| {
        let number = settings.numbers.of(frame);
        let mut known = owners.iter().take(if frame == 0 { 0 } else { usize::MAX });
        let mut added = Vec::new();
        for list in 0..settings.bones as usize {
            let at = words.next_at();
            let bone = bones.read(words)?;
            let owner = format_args!("bone number {bone} in frame {number}");
            let len = words.whole(format_args!("the number of vertices of {owner}"))?;
            if frame == 0 {
                push(&mut lists, words, [bone, len]);
            } else if lists[list] != [bone, len] {
                let [expected, found] = [lists[list], [bone, len]].map(|[bone, len]| {
                    format!("{} of bone number {bone}", counted(len as usize, "vertex"))
                });
                return Err(differs(words, at, &expected, found));
            }
            for _ in 0..len {
                words.report_progress()?;
                let at = words.next_at();
                let vertex = vertices.read(words)?;
                match known.next() {
                    None => push(&mut added, words, [bone, vertex]),
                    Some(&[_, first]) if first == vertex => {}
                    Some([_, first]) => {
                        let expected = format!("vertex {first} of bone number {bone}");
                        return Err(differs(words, at, &expected, format!("vertex {vertex}")));
                    }
                }
                let owner = format_args!("vertex {vertex} of bone number {bone} in frame {number}");
                let position = words.vector("V", owner)?.into();
                push(&mut positions, words, position);
            }
        }
        if frame == 0 {
            owners = added;
        }
        Ok(())
    })?;
    positions.truncate(count * owners.len());
    positions.shrink_to_fit();
    let [first_bone, first_vertex] = [bones.first(words)?, vertices.first(words)?];
    for [bone, vertex] in &mut owners {
        *bone -= first_bone;
        *vertex -= first_vertex;
    }
    Ok(MeshFrames { count, positions, owners })
}

fn differs(words: &Words<'_>, at: usize, expected: &str, found: String) -> LoadError {
    words.reader.scan.expected_at(at, format!("{expected}, as in the first frame"), found)
}
