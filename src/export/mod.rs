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

mod acclaim;
mod bvh;
mod c3d;
mod changes;
pub(crate) mod csv;
mod figure;
mod format;
mod gltf;
mod gtr;
mod htr;
mod local;
mod names;
mod placed;
mod points;
mod text;
mod tracks;
mod trc;
mod usda;

use std::io::{self, Write};

pub use changes::Changes;
use format::Holds;
pub use format::{Export, SecondFile, StatedUnit, UNITS};

use crate::take::{Channel, CsvTexts, Node, Take, Warning, WarningCode, Warnings};

/// Every format that can be written.
pub const EXPORTS: &[Export] = &[
    bvh::EXPORT,
    htr::EXPORT,
    gtr::EXPORT,
    acclaim::EXPORT,
    gltf::EXPORT,
    usda::EXPORT,
    trc::EXPORT,
    c3d::EXPORT,
    csv::POSITIONS,
    csv::CHANNELS,
];

/// Those whose texts spreadsheets may take for formulas, with texts as they are.
static RAW: [Export; 2] = [csv::RAW_POSITIONS, csv::RAW_CHANNELS];

impl Export {
    /// The same format with texts that stand so in CSV.
    pub fn with_texts(&'static self, texts: CsvTexts) -> &'static Self {
        let raw = RAW.iter().find(|raw| *raw == self);
        match texts {
            CsvTexts::Guarded => self,
            CsvTexts::Raw => raw.unwrap_or(self),
        }
    }

    /// The format whose files have this extension, in any case.
    pub fn of_extension(extension: &str) -> Option<&'static Self> {
        let mut all = EXPORTS.iter();
        all.find(|export| export.extension.eq_ignore_ascii_case(extension))
    }

    /// The format whose files are called like this one: the one with the longest extension that fits.
    pub fn of_file(name: &str) -> Option<&'static Self> {
        let name = name.to_ascii_lowercase();
        let has = |export: &&Self| name.ends_with(&format!(".{}", export.extension));
        let fitting = EXPORTS.iter().filter(has);
        fitting.max_by_key(|export| export.extension.len())
    }

    /// Why a take cannot be written in this format, where that is so. What has nothing but a position is a
    /// marker: a node that turns, or has a box, is a segment even where no bone is drawn from it.
    pub fn refusal(&self, take: &Take) -> Option<&'static str> {
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
        let is_empty = skeleton.nodes().is_empty();
        match (self.holds, take.meshes.is_empty()) {
            (Holds::Joints, true) if !has_bones => Some("it has markers and no bones"),
            (_, false) if is_empty || !has_bones && self.holds == Holds::Joints => {
                Some("it has a mesh and no bones that move")
            }
            _ if is_empty => Some("it has no joints and no markers"),
            _ => None,
        }
    }

    /// Writes a take, and tells what of it could not be carried or had to be changed.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, take: &Take, out: &mut dyn Write) -> io::Result<Vec<Warning>> {
        let mut warnings = Warnings::default();
        (self.write)(take, out, &mut warnings)?;
        let skeleton = &take.skeleton;
        let has_bones = !skeleton.bones().is_empty();
        if has_bones && self.holds == Holds::Positions {
            let message = format!(
                "{} holds positions: rotations and bones are left out",
                self.name
            );
            warnings.add(WarningCode::RotationsLeftOut, message);
        }
        if self.holds == Holds::Channels {
            let message = format!("{} holds no skeleton", self.name);
            warnings.add(WarningCode::RotationsLeftOut, message);
        }
        if !take.events.is_empty() && !self.has_events {
            let message = format!("{} cannot hold events", self.name);
            warnings.add(WarningCode::EventsLeftOut, message);
        }
        if !take.meshes.is_empty() {
            let message = format!("{} cannot hold meshes", self.name);
            warnings.add(WarningCode::MeshLeftOut, message);
        }
        if skeleton.nodes().iter().any(|node| node.body.is_some()) {
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
