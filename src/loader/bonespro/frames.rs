//! The frames of a BonesPro animation export: three layouts, by its export mode.

use std::fmt::Display;

use glam::Vec3;

use super::super::error::{ErrorKind, LoadError};
use super::super::rate::counted;
use super::super::unread_rows::Damage;
use super::settings::Settings;
use super::structure::{Scaled, matrix, push};
use super::transform::{ORDER, angles};
use super::words::{self, Numbering, Words};
use crate::take::{Axis, Channel, WarningCode, Warnings};

/// Reads frames with `one` until as many are read as the file announces, it ends, or one cannot be
/// read: nothing tells where the next one would begin. How many are whole; what `one` read of another
/// one is to be dropped.
fn each(
    words: &mut Words<'_>,
    settings: &Settings,
    warnings: &mut Warnings,
    mut one: impl FnMut(&mut Words<'_>, usize) -> Result<(), LoadError>,
) -> Result<usize, LoadError> {
    let announced = settings.frames as usize;
    words.announce(announced);
    let mut count = 0;
    while count < announced
        && let Some(at) = words.seek()
    {
        words.go_on()?;
        let Err(error) = one(words, count) else {
            count += 1;
            continue;
        };
        let is_cut_off = words.broke_off;
        if *error.kind() == ErrorKind::Cancelled || !is_cut_off && count == 0 {
            return Err(error);
        }
        let why = if is_cut_off {
            words.scan.error_at(at, ErrorKind::Contradiction(BREAKS_OFF.into()))
        } else {
            error
        };
        words.damage = Damage::behind(count, Some(announced as f64), why);
        break;
    }
    let found = words.damage.rows(count);
    if found < announced {
        let message = format!(
            "the file announces {} and has {count}: those that are there count",
            counted(settings.frames.into(), "frame")
        );
        warnings.add_at(
            WarningCode::FewerThanAnnounced,
            || words.scan.place(settings.frames_at),
            message,
        );
    } else if found == count
        && let Some(at) = words.seek()
    {
        let all = counted(settings.frames.into(), "frame");
        let message = format!(
            "what follows {all} is not read: the numbers of bones, vertices and frames that the file \
             begins with do not fit it"
        );
        warnings.add_at(WarningCode::ValuesLeftOut, || words.scan.place(at), message);
    }
    Ok(count)
}

/// What is told of a frame within which the file ends.
const BREAKS_OFF: &str = "the last frame breaks off";

/// The values of all bones on all frames.
pub(super) struct BoneFrames {
    pub count: usize,
    pub values: Vec<f32>,
}

/// The channels of a bone: where it is and how it is turned, its box, and the transform of the scene's
/// node as the file has it, which moves nothing.
pub(super) fn channels(settings: &Settings) -> Vec<Channel> {
    let [first, second, third] = settings.order;
    let axes = if settings.matrix {
        ORDER.0
    } else {
        // The axis that is turned about first stands at the right of the product.
        [third, second, first]
    };
    let node = if settings.matrix { 12 } else { 6 };
    let mut channels: Vec<Channel> = Axis::ALL.map(Channel::Position).into();
    channels.extend(axes.map(Channel::Rotation));
    channels.extend(Axis::ALL.map(Channel::BoxSize));
    channels.extend(vec![Channel::Unused; node]);
    channels
}

impl BoneFrames {
    /// Reads the frames of mode `Bones`. `places` has the place of each bone in the row, counted in
    /// bones; where it is empty they stand in the order of the file. `name` is what errors call a bone.
    pub fn read(
        words: &mut Words<'_>,
        settings: &Settings,
        places: &[usize],
        name: impl Fn(usize) -> String,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let bones = settings.bones as usize;
        let columns = channels(settings).len();
        let row_len = bones.saturating_mul(columns);
        let announced = row_len.saturating_mul(settings.frames as usize);
        // A hint and no more: a number takes two bytes with its blank.
        let is_possible = announced <= words.left() / 2;
        let mut values = Vec::with_capacity(if is_possible { announced } else { 0 });
        let mut scaled = Scaled::default();
        let count = each(words, settings, warnings, |words, frame| {
            let number = settings.numbers.of(frame);
            for bone in 0..bones {
                let place = places.get(bone).copied().unwrap_or(bone);
                let at = frame * row_len + place * columns;
                // Grows with what is read, never to a row that is only announced.
                if values.len() < at + columns {
                    values.resize(at + columns, 0.0);
                }
                let of = || format!("{} in frame {number}", name(bone));
                read_bone(words, settings, &mut scaled, of, &mut values[at..][..columns])?;
            }
            Ok(())
        })?;
        scaled.tell(words, warnings);
        values.truncate(count * row_len);
        values.shrink_to_fit();
        Ok(Self { count, values })
    }
}

/// Reads a bone on a frame into the values of its channels.
fn read_bone(
    words: &mut Words<'_>,
    settings: &Settings,
    scaled: &mut Scaled,
    of: impl Fn() -> String,
    row: &mut [f32],
) -> Result<(), LoadError> {
    let (own, node) = row.split_at_mut(9);
    let (transform, size) = own.split_at_mut(6);
    let (origin, turn) = transform.split_at_mut(3);
    size.copy_from_slice(&words.vector("A", Lazy(&of))?);
    if settings.matrix {
        let at = words.here();
        let rows = matrix(words, Lazy(&of))?;
        turn.copy_from_slice(&angles(&scaled.rotation(words, at, rows)?));
    } else {
        let [first, second, third] = euler(words, Lazy(&of))?;
        turn.copy_from_slice(&[third, second, first]);
    }
    origin.copy_from_slice(&words.vector("T", Lazy(&of))?);
    let of_node = Lazy(|| format!("the node of {}", of()));
    let (turn, origin) = node.split_at_mut(node.len() - 3);
    if settings.matrix {
        turn.copy_from_slice(&matrix(words, &of_node)?);
    } else {
        turn.copy_from_slice(&euler(words, &of_node)?);
    }
    origin.copy_from_slice(&words.vector("T", &of_node)?);
    Ok(())
}

fn euler(words: &mut Words<'_>, of: impl Display) -> Result<[f32; 3], LoadError> {
    let mut values = [0.0; 3];
    for (i, value) in values.iter_mut().enumerate() {
        *value = words.number(|| format!("E{i} of {of}"))?;
    }
    Ok(values)
}

/// A text that is only made where an error shows it.
struct Lazy<F>(F);

impl<F: Fn() -> String> Display for Lazy<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&(self.0)())
    }
}

/// The places of all vertices on all frames.
pub(super) struct MeshFrames {
    pub count: usize,
    /// Frame after frame.
    pub places: Vec<Vec3>,
    /// Bone and vertex of each place on a frame, counted from 0; none where places are in the world.
    pub owners: Vec<[u32; 2]>,
}

impl MeshFrames {
    /// Reads the frames of mode `Mesh (absolute)`.
    pub fn read_absolute(
        words: &mut Words<'_>,
        settings: &Settings,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let vertices = settings.vertices as usize;
        let announced = vertices.saturating_mul(settings.frames as usize);
        let is_possible = announced <= words.left() / 6;
        let mut places = Vec::with_capacity(if is_possible { announced } else { 0 });
        let count = each(words, settings, warnings, |words, frame| {
            let frame = settings.numbers.of(frame);
            for vertex in 0..vertices {
                words.go_on()?;
                let of = format_args!("vertex {vertex} in frame {frame}");
                let place = words.vector("V", of)?.into();
                push(&mut places, words, place);
            }
            Ok(())
        })?;
        places.truncate(count.saturating_mul(vertices));
        places.shrink_to_fit();
        Ok(Self { count, places, owners: Vec::new() })
    }

    /// Reads the frames of mode `Mesh (bones c.s)`, which name the same vertices of each bone on every
    /// frame.
    pub fn read_in_bones(
        words: &mut Words<'_>,
        settings: &Settings,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut bones = Numbering::of_bones(settings.bones);
        let mut vertices = Numbering::of_vertices(settings.vertices);
        let mut lists: Vec<[u32; 2]> = Vec::new();
        let mut owners: Vec<[u32; 2]> = Vec::new();
        let mut places: Vec<Vec3> = Vec::new();
        let count = each(words, settings, warnings, |words, frame| {
            let number = settings.numbers.of(frame);
            let mut known = owners.iter().take(if frame == 0 { 0 } else { usize::MAX });
            let mut added = Vec::new();
            for list in 0..settings.bones as usize {
                let at = words.here();
                let bone = bones.read(words)?;
                let of = format_args!("bone number {bone} in frame {number}");
                let held = words.whole(format_args!("the number of vertices of {of}"))?;
                let found = [bone, held];
                if frame == 0 {
                    push(&mut lists, words, found);
                } else if lists[list] != found {
                    return Err(unlike(words, at, lists[list], found));
                }
                for _ in 0..held {
                    words.go_on()?;
                    let at = words.here();
                    let vertex = vertices.read(words)?;
                    match known.next() {
                        None => push(&mut added, words, [bone, vertex]),
                        Some(&[_, before]) if before == vertex => {}
                        Some([_, before]) => {
                            let what = format!(
                                "vertex {before} of bone number {bone}, as in the first frame"
                            );
                            return Err(words.scan.expected_at(
                                at,
                                what,
                                format!("vertex {vertex}"),
                            ));
                        }
                    }
                    let of =
                        format_args!("vertex {vertex} of bone number {bone} in frame {number}");
                    let place = words.vector("V", of)?.into();
                    push(&mut places, words, place);
                }
            }
            if frame == 0 {
                owners = added;
            }
            Ok(())
        })?;
        places.truncate(count * owners.len());
        places.shrink_to_fit();
        let [first_bone, first_vertex] =
            [bones.first(words, warnings)?, vertices.first(words, warnings)?];
        for [bone, vertex] in &mut owners {
            *bone -= first_bone;
            *vertex -= first_vertex;
        }
        Ok(Self { count, places, owners })
    }
}

/// An error where a bone's list is another one than on the first frame.
fn unlike(words: &Words<'_>, at: usize, before: [u32; 2], found: [u32; 2]) -> LoadError {
    let told = |[bone, held]: [u32; 2]| {
        let vertices = words::vertices(held as usize);
        format!("{vertices} of bone number {bone}")
    };
    let what = format!("{}, as in the first frame", told(before));
    words.scan.expected_at(at, what, told(found))
}
