//! What the position channels of a BVH file mean: they replace OFFSET, or they are added to it.
//!
//! Both readings are in use and the file does not say which it means. Equation 3.2 of the paper
//! adds; most programs that write position channels on every joint mean to replace. Where the two
//! readings differ, the file's own numbers decide, and a warning says what was decided.

use glam::Vec3;

use crate::evaluate::Pose;
use crate::take::{Axis, Channel, Detail, Motion, Node, Skeleton, Warnings};

/// How position channels are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionReading {
    /// The numbers of the file decide, for roots and for other joints apart.
    #[default]
    Auto,
    /// A position channel takes the place of its component of OFFSET.
    Replace,
    /// A position channel is added to its component of OFFSET (equation 3.2).
    Add,
}

impl PositionReading {
    /// Every reading with the word for it on the command line.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("auto", Self::Auto),
        ("replace", Self::Replace),
        ("add", Self::Add),
    ];
}

/// Whether position channels are added to OFFSET, where that makes a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decision {
    /// For roots; `None` where both readings are the same.
    roots: Option<bool>,
    /// For all other joints.
    joints: Option<bool>,
    /// Whether the reading was guessed rather than asked for.
    guessed: bool,
}

/// Decides for a skeleton whose position channels all replace.
pub(super) fn decide(skeleton: &Skeleton, motion: &Motion, reading: PositionReading) -> Decision {
    let matters = |root: bool| {
        skeleton
            .nodes()
            .iter()
            .any(|node| node.parent.is_none() == root && readings_differ(node))
    };
    // A rest pose is made of the offsets alone, so that both readings show the same.
    let moves = motion.frame_count() > 0;
    let choose = |root: bool, auto: fn(&Skeleton, &Motion) -> bool| {
        (moves && matters(root)).then(|| match reading {
            PositionReading::Auto => auto(skeleton, motion),
            PositionReading::Replace => false,
            PositionReading::Add => true,
        })
    };
    let joints = choose(false, joints_add);
    let roots = choose(true, roots_add);
    Decision {
        roots,
        joints,
        guessed: reading == PositionReading::Auto,
    }
}

/// Writes the decision into the channels, and says what it was.
pub(super) fn apply(
    decision: Decision,
    skeleton: &mut Skeleton,
    warnings: &mut Warnings,
) -> Vec<Detail> {
    skeleton.settle_channels(|node, channel| {
        let adds = match node.parent {
            None => decision.roots,
            Some(_) => decision.joints,
        };
        match (channel, adds) {
            (Channel::Position(axis), Some(true)) => Channel::Translation(axis),
            _ => channel,
        }
    });
    let verb = |adds| if adds { "add to" } else { "replace" };
    let text = match (decision.roots, decision.joints) {
        (None, None) => return Vec::new(),
        (Some(a), Some(b)) if a != b => {
            format!("{} OFFSET on roots, {} it on joints", verb(a), verb(b))
        }
        (Some(adds), _) | (None, Some(adds)) => format!("{} OFFSET", verb(adds)),
    };
    if decision.guessed {
        warnings.add(format!("position channels {text}, as the numbers suggest"));
    }
    vec![Detail {
        label: "Positions",
        text: if decision.guessed {
            format!("{text} (guessed)")
        } else {
            text
        },
    }]
}

/// Whether a node has a position channel where its OFFSET is not 0.
fn readings_differ(node: &Node) -> bool {
    node.channels.iter().any(
        |channel| matches!(channel, Channel::Position(axis) if node.offset[axis.index()] != 0.0),
    )
}

/// Joints are written to be added to where most of their values are about 0 though OFFSET is not:
/// a joint at its parent's origin is rare, a joint that does not move in its parent is the rule.
fn joints_add(skeleton: &Skeleton, motion: &Motion) -> bool {
    let (mut near_zero, mut others) = (0usize, 0usize);
    let frames = [0, motion.frame_count() / 2, motion.frame_count() - 1];
    for frame in frames {
        let row = motion.row(frame);
        for node in skeleton.nodes() {
            if node.parent.is_none() || !readings_differ(node) {
                continue;
            }
            let mut value = Vec3::ZERO;
            let mut offset = Vec3::ZERO;
            for (&channel, &v) in node.channels.iter().zip(&row[node.columns()]) {
                if let Channel::Position(axis) = channel {
                    value[axis.index()] = v;
                    offset[axis.index()] = node.offset[axis.index()];
                }
            }
            if value.length() < 0.1 * offset.length() {
                near_zero += 1;
            } else {
                others += 1;
            }
        }
    }
    near_zero > others
}

/// Roots are read so that the figure stands closest to the ground on the first frame; where that
/// tells nothing, they are added, as the paper has it.
fn roots_add(skeleton: &Skeleton, motion: &Motion) -> bool {
    /// How much closer to the ground one reading must be than the other, in heights of the figure.
    const MARGIN: f32 = 0.05;
    let pose = Pose::of(skeleton, motion.row(0));
    // How much higher a node stands where its root's positions are added.
    let mut lifts = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        lifts.push(match node.parent {
            Some(parent) => lifts[parent.index()],
            None if node.channels.contains(&Channel::Position(Axis::Y)) => node.offset.y,
            None => 0.0,
        });
    }
    let joints = skeleton.iter().map(|(id, _)| (id, pose.position(id).y));
    let tips = skeleton
        .bones()
        .iter()
        .map(|bone| (bone.node, pose.tip(bone.node, bone.tip).y));
    let (mut replaced, mut added) = (f32::INFINITY, f32::INFINITY);
    let mut highest = f32::NEG_INFINITY;
    for (id, y) in joints.chain(tips) {
        replaced = replaced.min(y);
        added = added.min(y + lifts[id.index()]);
        highest = highest.max(y);
    }
    let margin = MARGIN * (highest - replaced);
    added.abs() - replaced.abs() <= margin
}
