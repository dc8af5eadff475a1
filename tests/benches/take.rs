//! A large take that looks like those of studios: 75 joints, 228 channels, six decimals.

use std::fmt::Write as _;

const JOINTS: usize = 75;

/// BVH text with this many frames at 120 a second; about 2,200 bytes a frame.
pub fn text(frames: usize) -> String {
    with(frames, |_, _| false)
}

/// The same take with a thousand faults: each of its joints leaves its path for one frame again and again.
pub fn faulty(frames: usize) -> String {
    let each = frames / 15;
    with(frames, |frame, joint| frame >= each && (frame + 8 * joint).is_multiple_of(each))
}

/// A take whose joints leave their paths where they are said to.
fn with(frames: usize, leaves: impl Fn(usize, usize) -> bool) -> String {
    let mut text = String::from("HIERARCHY\n");
    let mut depth = 0;
    // A spine of five joints, from which chains of seven branch off: arms, legs, fingers.
    for joint in 0..JOINTS {
        let wanted = if joint < 5 { joint } else { 5 + (joint - 5) % 7 };
        while depth > wanted {
            depth -= 1;
            text += "}\n";
        }
        let (word, channels) =
            if joint == 0 { ("ROOT", "6 Xposition Yposition Zposition") } else { ("JOINT", "3") };
        let _ = write!(
            text,
            "{word} Joint{joint}\n{{\nOFFSET {:.6} {:.6} 0.500000\nCHANNELS {channels} Zrotation Xrotation Yrotation\n",
            (joint % 3) as f64 - 1.0,
            4.0 + (joint % 5) as f64
        );
        depth += 1;
        if joint + 1 == JOINTS || (joint >= 5 && (joint - 5) % 7 == 6) {
            text += "End Site\n{\nOFFSET 0.000000 3.000000 0.000000\n}\n";
        }
    }
    text += &"}\n".repeat(depth);
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: 0.008333\n");
    for frame in 0..frames {
        let time = frame as f64 / 120.0;
        let _ =
            write!(text, "{:.6} 96.{:06} {:.6}", time.sin() * 80.0, frame % 1_000_000, time * 3.0);
        for channel in 0..JOINTS * 3 {
            let phase = channel as f64;
            let value = 35.0 * (time * (0.3 + phase % 7.0) + phase).sin()
                + 4.0 * (time * 11.0 + phase).cos()
                + if leaves(frame, channel / 3) { 40.0 } else { 0.0 };
            let _ = write!(text, " {value:.6}");
        }
        text.push('\n');
    }
    text
}

/// A take of three joints and so many frames as BVH: 120 bytes a frame.
pub fn long(frames: usize) -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 96 0\n\
         CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n",
    );
    let chain = ["LeftUpLeg", "LeftLeg"];
    for joint in chain {
        let _ = write!(
            text,
            "JOINT {joint}\n{{\nOFFSET 3 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        );
    }
    text += "End Site\n{\nOFFSET 0 -42 3\n}\n}\n}\n}\n";
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: 0.008333\n");
    for frame in 0..frames {
        let time = frame as f64 / 120.0;
        let _ = write!(text, "{:.4} 96 {:.4}", time.sin() * 80.0, time * 0.3);
        for channel in 0..9 {
            let _ = write!(text, " {:.4}", (time * f64::from(channel + 1)).sin() * 40.0);
        }
        text += "\n";
    }
    text
}
