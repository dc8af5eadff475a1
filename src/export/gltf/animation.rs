//! The animation of a glTF file: the frames of every node that moves or turns are keys.

use serde_json::{Value, json};

use super::buffer::Buffer;
use crate::export::tracks::Tracks;
use crate::take::Take;

/// The animation; `None` of a take without frames. Where nothing moves, the first node keeps its place.
pub(super) fn animation(
    take: &Take,
    joints: usize,
    tracks: &Tracks,
    buffer: &mut Buffer,
) -> Option<Value> {
    if take.motion.frame_count() == 0 {
        return None;
    }
    let stands = !tracks.are_animated();
    let time = |frame| (frame as f64 * take.motion.frame_time()) as f32;
    let times: Vec<f32> = (0..take.motion.frame_count()).map(time).collect();
    let input = buffer.bounded(&times, "SCALAR", None);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for node in 0..joints {
        let track = tracks.of_node(node);
        for (is_used, values, kind, path) in [
            (track.moves || stands && node == 0, &track.places, "VEC3", "translation"),
            (track.turns, &track.rotations, "VEC4", "rotation"),
        ] {
            if is_used {
                let output = buffer.floats(values, kind, None);
                channels.push(
                    json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }),
                );
                samplers
                    .push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
            }
        }
    }
    let name = take.clip_name().unwrap_or(&take.name);
    Some(json!({ "name": name, "samplers": samplers, "channels": channels }))
}
