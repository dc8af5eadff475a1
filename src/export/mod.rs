//! The writers: a take becomes the bytes of another format (the paper, section 4).
//!
//! Architecture invariant: no I/O but into the writer that the caller gives, and everything that a format cannot carry
//! is a warning. A format is one file here and one row in [`EXPORTS`]; the command line, its help and the manual
//! read that table.
//!
//! Whatever the axes of the nodes become, every joint and every bone end stays where it was in the world, in the take's
//! own numbers. Products of rotations are computed in double precision from the channel values, because Euler angles
//! taken from products in single precision would lose the last digits of the file.

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
mod points;
mod scene_take;
mod text;
mod trc;
mod usda;

use std::io::{self, Write};

pub use changes::{Changes, every, select};
use format::ContentKind;
use format::StatedUnit::{Always, Never, WhereKnown};
pub use format::{Export, SecondFile, StatedUnit, UNITS};

use crate::take::{Channel, CsvTexts, Node, Take, Warning, WarningCode, Warnings};

/// Every format that can be written.
pub const EXPORTS: &[Export] = &[
    Export::new("BVH", "bvh", Never, ContentKind::Joints, bvh::write),
    Export::new("HTR", "htr", WhereKnown, ContentKind::Joints, htr::write),
    Export {
        about: "As HTR, each segment in the world",
        ..Export::new("GTR", "gtr", WhereKnown, ContentKind::Joints, gtr::write)
    },
    Export {
        about: "As BVH; the skeleton is written beside it as `.asf`",
        second: Some(SecondFile { name: "ASF", extension: "asf", write: acclaim::write_skeleton }),
        ..Export::new("AMC", "amc", Never, ContentKind::Joints, acclaim::write)
    },
    Export {
        about: "glTF 2.0: joints that turn, and markers, in metres with Y up; bones are drawn as octahedra with a skin, \
                so that every viewer shows them",
        ..Export::new("glTF", "glb", Always, ContentKind::All, gltf::write)
    },
    Export {
        about: "Joints that turn, and markers, as a skeleton of UsdSkel with its animation, in metres with Y up",
        ..Export::new("USD", "usda", Always, ContentKind::All, usda::write)
    },
    Export {
        about: "Positions of joints, markers and bone ends, with gaps; mm or m",
        ..Export::new("TRC", "trc", Always, ContentKind::Positions, trc::write)
    },
    Export {
        about: "As TRC, with events; mm, cm or m",
        has_events: true,
        ..Export::new("C3D", "c3d", Always, ContentKind::Positions, c3d::write)
    },
    csv::positions(|take, out, warnings| {
        csv::write_positions(take, CsvTexts::Guarded, out, warnings)
    }),
    csv::channels(|take, out, _| csv::write_channels(take, CsvTexts::Guarded, out)),
];

/// Those whose texts spreadsheets may take for formulas, with texts as they are.
static RAW: [Export; 2] = [
    csv::positions(|take, out, warnings| csv::write_positions(take, CsvTexts::Raw, out, warnings)),
    csv::channels(|take, out, _| csv::write_channels(take, CsvTexts::Raw, out)),
];

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
        EXPORTS.iter().find(|export| export.extension.eq_ignore_ascii_case(extension))
    }

    /// The format whose files are called like this one: the one with the longest extension that fits.
    pub fn of_file(name: &str) -> Option<&'static Self> {
        let name = name.to_ascii_lowercase();
        let fits = |export: &&Self| name.ends_with(&format!(".{}", export.extension));
        EXPORTS.iter().filter(fits).max_by_key(|export| export.extension.len())
    }

    /// Why a take cannot be written in this format, where that is so. What has nothing but a position is a
    /// marker: a node that turns, or has a box, is a segment even where no bone is drawn from it.
    pub fn refusal(&self, take: &Take) -> Option<&'static str> {
        let skeleton = &take.skeleton;
        let is_marker = |node: &Node| {
            let turns = |channel: &Channel| matches!(channel, Channel::Rotation(_));
            node.is_world_space && node.body.is_none() && !node.channels.iter().any(turns)
        };
        let has_bones = !skeleton.bones().is_empty() || !skeleton.nodes().iter().all(is_marker);
        let lacks_bones = self.holds == ContentKind::Joints && !has_bones;
        let is_empty = skeleton.nodes().is_empty();
        if repeats_beyond_measure(take) {
            Some("nearly all of its nodes never move, and it repeats each of them on every frame")
        } else if !take.meshes.is_empty() && (is_empty || lacks_bones) {
            Some("it has a mesh and no bones that move")
        } else if lacks_bones {
            Some("it has markers and no bones")
        } else if is_empty {
            Some("it has no joints and no markers")
        } else {
            None
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
        let has_events = !take.events.is_empty();
        let has_bodies = skeleton.nodes().iter().any(|node| node.body.is_some());
        for (is_lost, code, loss) in [
            (
                has_bones && self.holds == ContentKind::Positions,
                WarningCode::RotationsLeftOut,
                "holds positions: rotations and bones are left out",
            ),
            (
                self.holds == ContentKind::Channels,
                WarningCode::RotationsLeftOut,
                "holds no skeleton",
            ),
            (has_events && !self.has_events, WarningCode::EventsLeftOut, "cannot hold events"),
            (!take.meshes.is_empty(), WarningCode::MeshLeftOut, "cannot hold meshes"),
            (has_bodies, WarningCode::LimitsLeftOut, "cannot hold limits, masses and boxes"),
        ] {
            if is_lost {
                warnings.add(code, format!("{} {loss}", self.name));
            }
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
