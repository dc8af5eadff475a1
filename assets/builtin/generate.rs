//! Makes the built-in take `stroll.bvh`: someone strolls in, stops, waves, and walks round again, in a seamless loop.
//!
//! Nothing here is recorded. The take grows from the ground up, as a walk does:
//!
//! 1. a path and a list of steps give the footprints, each with a time (`steps`);
//! 2. a foot is locked to its print while it carries weight, and rolls over heel and ball (`steps`);
//! 3. the hips follow the feet, as high as the legs let them (`body`);
//! 4. the legs are solved between the two, so that no foot can slide (`body`);
//! 5. trunk and head answer the hips, the arms swing, and the wave is laid on top (`body`, `arm`).
//!
//! Every curve is a `Track` that knows the loop, so smoothing it or shifting it in time never makes a seam.
//! There is no random source and no clock: it is the same take every time.
//!
//! To write the take again: `cargo run --example make-builtin-take > assets/builtin/stroll.bvh`

use std::fmt::Write as _;

use body::{Body, Pose};
use figure::{JOINTS, Joint};
use geometry::Vec3;
use steps::Score;

mod arm;
mod body;
mod figure;
mod geometry;
mod steps;
mod track;

fn main() {
    print!("{}", builtin_take());
}

/// The whole take as BVH text: Y up, centimetres, 60 frames a second.
pub fn builtin_take() -> String {
    let score = Score::new();
    let body = Body::new(&score);
    let poses: Vec<Pose> = (0..score.frames as isize).map(|frame| body.pose(frame)).collect();
    bvh(&figure::skeleton(), &poses)
}

fn bvh(skeleton: &[Joint], poses: &[Pose]) -> String {
    let mut text = String::from("HIERARCHY\n");
    write_joint(&mut text, skeleton, 0, "");
    let _ = writeln!(text, "MOTION\nFrames: {}", poses.len());
    text.push_str("Frame Time: 0.016667\n");
    let mut last = [[0.0; 3]; JOINTS];
    for pose in poses {
        let mut row = numbers([pose.hips.x, pose.hips.y, pose.hips.z]);
        for (turn, last) in pose.joints.iter().zip(&mut last) {
            let mut angles = turn.zxy_degrees();
            // A full turn more or less is the same pose; the one nearest to the last frame's makes a smooth curve.
            for (angle, last) in angles.iter_mut().zip(*last) {
                *angle -= 360.0 * ((*angle - last) / 360.0).round();
            }
            *last = angles;
            row.push(' ');
            row.push_str(&numbers(angles));
        }
        text.push_str(&row);
        text.push('\n');
    }
    text
}

fn write_joint(text: &mut String, skeleton: &[Joint], index: usize, indent: &str) {
    let joint = &skeleton[index];
    let (kind, channels) = match joint.parent {
        None => ("ROOT", "6 Xposition Yposition Zposition"),
        Some(_) => ("JOINT", "3"),
    };
    let place = |at: Vec3| numbers([at.x, at.y, at.z]);
    let _ = writeln!(text, "{indent}{kind} {}", joint.name);
    let _ = writeln!(text, "{indent}{{\n{indent}  OFFSET {}", place(joint.offset));
    let _ = writeln!(text, "{indent}  CHANNELS {channels} Zrotation Xrotation Yrotation");
    let inner = format!("{indent}  ");
    for (child, _) in skeleton.iter().enumerate().filter(|(_, joint)| joint.parent == Some(index)) {
        write_joint(text, skeleton, child, &inner);
    }
    if let Some(tip) = joint.tip {
        let _ = writeln!(text, "{inner}End Site\n{inner}{{");
        let _ = writeln!(text, "{inner}  OFFSET {}\n{inner}}}", place(tip));
    }
    let _ = writeln!(text, "{indent}}}");
}

/// Three decimals, a hundredth of a millimetre, without idle zeros.
fn numbers(values: [f64; 3]) -> String {
    values
        .map(|value| {
            let text = format!("{value:.3}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text == "-0" { "0" } else { text }.to_owned()
        })
        .join(" ")
}
