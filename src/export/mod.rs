//! The writers: a take becomes the bytes of another format (the paper, section 4).
//!
//! Architecture invariant: no I/O but into the writer that the caller gives, and everything that a
//! format cannot carry is a warning. A format is one file here and one row in [`EXPORTS`]; the
//! command line and its page of help read that table.
//!
//! Whatever the axes of the nodes become, every joint and every bone end stays where it was in the
//! world, in the take's own numbers. Products of rotations are computed in double precision from the
//! channel values, because Euler angles taken from products in single precision
//! would lose the last digits of the file.

mod bvh;
mod figure;
mod format;
mod htr;
mod local;
mod names;
mod text;

use std::io::{self, Write};

pub use format::{Export, UNITS};

use crate::take::{Channel, Node, Take, Warning, WarningCode, Warnings};

/// Every format that can be written.
pub const EXPORTS: &[Export] = &[bvh::EXPORT, htr::EXPORT];

impl Export {
    /// The format whose files have this extension, in any case.
    pub fn of_extension(extension: &str) -> Option<&'static Self> {
        let mut all = EXPORTS.iter();
        all.find(|export| export.extension.eq_ignore_ascii_case(extension))
    }

    /// Writes a take, and tells what of it could not be carried or had to be changed.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, take: &Take, out: &mut dyn Write) -> io::Result<Vec<Warning>> {
        let mut warnings = Warnings::default();
        (self.write)(take, out, &mut warnings)?;
        if !take.events.is_empty() {
            let message = format!("{} cannot hold events", self.name);
            warnings.add(WarningCode::EventsLeftOut, message);
        }
        if !take.meshes.is_empty() {
            let message = format!("{} cannot hold meshes", self.name);
            warnings.add(WarningCode::MeshLeftOut, message);
        }
        if take.skeleton.nodes().iter().any(|node| node.body.is_some()) {
            let message = format!("{} cannot hold limits, masses and boxes", self.name);
            warnings.add(WarningCode::LimitsLeftOut, message);
        }
        Ok(warnings.finish())
    }
}

/// Whether what is written would be out of all proportion to the take: nodes without channels cost it
/// nothing on a frame, and every format here a row or a few zeros.
fn repeats_beyond_measure(take: &Take) -> bool {
    /// So many nodes on so many frames are soon written, whatever they do.
    const FEW: usize = 4_000_000;
    /// How many nodes there may be for each channel, and beside them.
    const NODES: [usize; 2] = [16, 1000];
    let (nodes, frames) = (take.skeleton.nodes().len(), take.motion.frame_count());
    let usual = NODES[0] * take.skeleton.columns() + NODES[1];
    nodes > usual && nodes.saturating_mul(frames) > FEW
}

/// Why a take cannot be written in any of [`EXPORTS`], where that is so. What has nothing but a place
/// is a marker: a node that turns, or has a box, is a segment even where no bone is drawn from it.
pub fn refusal(take: &Take) -> Option<&'static str> {
    let skeleton = &take.skeleton;
    let is_marker = |node: &Node| {
        let turns = |channel: &Channel| matches!(channel, Channel::Rotation(_));
        node.is_world_space && node.body.is_none() && !node.channels.iter().any(turns)
    };
    if repeats_beyond_measure(take) {
        return Some(
            "nearly all of its nodes never move, and it repeats each of them on every frame",
        );
    }
    let has_bones = !skeleton.bones().is_empty() || !skeleton.nodes().iter().all(is_marker);
    match (has_bones, take.meshes.is_empty()) {
        (true, _) => None,
        (false, true) => Some("it has markers and no bones"),
        (false, false) => Some("it has a mesh and no bones that move"),
    }
}
