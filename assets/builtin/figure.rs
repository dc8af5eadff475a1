//! The figure: its measures in centimetres and its joints. It faces +Z, so its left is +X.

use super::geometry::{Vec3, Y, Z, v};

pub const HIP_WIDTH: f64 = 9.0;
pub const HIP_DROP: f64 = 4.0;
pub const THIGH: f64 = 42.5;
pub const SHIN: f64 = 41.0;
pub const ANKLE_HEIGHT: f64 = 8.5;
/// From the ankle, with the foot flat on the ground.
pub const BALL: Vec3 = v(0.0, -6.3, 13.0);
pub const HEEL: Vec3 = v(0.0, -ANKLE_HEIGHT, -4.5);
/// How far the arms hang below level at rest. Between hanging and waving,
/// so that neither pose comes near the angles at which Euler rotations lock.
pub const REST_DROP: f64 = 42.0;

/// Where joints stand in the skeleton: the three of the spine up to the neck, each arm and each leg from its root.
pub const SPINE: usize = 1;
pub const NECK: usize = 4;
pub const HEAD: usize = 5;
pub const ARMS: [usize; 2] = [6, 12];
pub const LEGS: [usize; 2] = [18, 22];
pub const JOINTS: usize = 26;

/// Sides, as places in every pair.
pub const LEFT: usize = 0;
pub const RIGHT: usize = 1;

/// One joint of the skeleton, placed from its parent; the last of a limb also has a tip.
pub struct Joint {
    pub name: String,
    pub parent: Option<usize>,
    pub offset: Vec3,
    pub tip: Option<Vec3>,
}

/// Joints in the order of the file: parents first, each limb to its end.
pub fn skeleton() -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::with_capacity(JOINTS);
    let mut add = |name: String, parent: Option<usize>, offset: Vec3, tip: Option<Vec3>| {
        joints.push(Joint { name, parent, offset, tip });
    };
    let trunk = [
        ("Hips", v(0.0, 0.0, 0.0)),
        ("Spine", v(0.0, 8.0, -1.0)),
        ("Spine1", v(0.0, 12.0, 0.5)),
        ("Chest", v(0.0, 13.0, -1.0)),
        ("Neck", v(0.0, 18.5, -0.5)),
        ("Head", v(0.0, 9.0, 2.0)),
    ];
    for (index, (name, offset)) in trunk.into_iter().enumerate() {
        let tip = (index == HEAD).then_some(v(0.0, 18.5, 1.0));
        add(name.to_owned(), index.checked_sub(1), offset, tip);
    }
    let along = arm_axis();
    for (side, label) in [(LEFT, "Left"), (RIGHT, "Right")] {
        let place = |left: Vec3| v(if side == LEFT { left.x } else { -left.x }, left.y, left.z);
        let base = ARMS[side];
        let arm = [
            ("Shoulder", NECK - 1, v(3.0, 14.0, 2.0), None),
            ("Arm", base, v(15.0, -0.5, -2.5), None),
            ("ForeArm", base + 1, along * 28.5, None),
            ("Hand", base + 2, along * 25.5, None),
            ("HandIndex1", base + 3, along * 9.0 + Z, Some(along * 8.5)),
            ("HandThumb1", base + 3, along * 2.5 + Z * 2.5, Some(along * 4.5 + Z * 4.0)),
        ];
        for (name, parent, offset, tip) in arm {
            add(format!("{label}{name}"), Some(parent), place(offset), tip.map(place));
        }
    }
    for (side, label) in [(LEFT, "Left"), (RIGHT, "Right")] {
        let out = if side == LEFT { HIP_WIDTH } else { -HIP_WIDTH };
        let base = LEGS[side];
        let leg = [
            ("UpLeg", 0, v(out, -HIP_DROP, 0.0), None),
            ("Leg", base, Y * -THIGH, None),
            ("Foot", base + 1, Y * -SHIN, None),
            ("ToeBase", base + 2, BALL, Some(v(0.0, -1.0, 7.0))),
        ];
        for (name, parent, offset, tip) in leg {
            add(format!("{label}{name}"), Some(parent), offset, tip);
        }
    }
    joints
}

/// Where the left arm points at rest.
pub fn arm_axis() -> Vec3 {
    let (sin, cos) = REST_DROP.to_radians().sin_cos();
    v(cos, -sin, 0.0)
}
