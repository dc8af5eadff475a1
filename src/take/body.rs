//! What a few formats say of a node beyond how it moves.

use glam::Vec3;

/// What a node is beyond how it moves: its joint's limits, its mass, its box.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Lower and upper limit of each channel, in its unit, infinite where there is none; empty for
    /// a node without limits. They are shown and never clip what the motion says.
    pub limits: Vec<[f32; 2]>,
    /// What the part of the body around the bone weighs.
    pub mass: Option<Mass>,
    /// The lengths of the box around the bone, whose middle is the node's origin, in units of length.
    pub size: Option<Vec3>,
    /// Which part of the body the node is, by a name that the format prescribes: `leftUpperArm` in VRM.
    pub part: Option<String>,
}

/// What the part of the body around a bone weighs, as Acclaim has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// In the file's unit of mass.
    pub body: f64,
    /// Where the centre of mass lies along the bone, in units of length.
    pub centre: Option<f64>,
}
