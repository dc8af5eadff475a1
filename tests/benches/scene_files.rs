//! Loading FBX and glTF, beside what the crates that read them need for parsing and evaluating alone.

use std::hint::black_box;
use std::num::NonZeroUsize;

use rushes::loader::Source;

use super::measure::{Aim, aim, in_turns, line};
use super::support::scenes::{self, FPS, JOINTS};

/// Frames of the scenes: an FBX of 30 MB.
const FRAMES: usize = 14_000;

pub fn run() {
    let fbx = scenes::fbx(FRAMES);
    compare("FBX", "bench.fbx", &fbx, || {
        let scene = ufbx::load_memory(black_box(&fbx), ufbx::LoadOpts::default()).expect("a scene");
        let anim = &scene.anim_stacks[0].anim;
        for frame in 0..FRAMES {
            let time = frame as f64 / FPS as f64;
            for node in &scene.nodes {
                black_box(ufbx::evaluate_transform(anim, node, time));
            }
        }
    });
    let glb = scenes::glb(FRAMES);
    compare("GLB", "bench.glb", &glb, || {
        let scene = gltf::Gltf::from_slice(black_box(&glb)).expect("a scene");
        let data = scene.blob.as_deref().expect("data");
        for channel in
            scene.animations().flat_map(|animation| animation.channels().collect::<Vec<_>>())
        {
            let reader = channel.reader(|_| Some(data));
            let times: Vec<f32> = reader.read_inputs().expect("times").collect();
            let Some(gltf::animation::util::ReadOutputs::Rotations(rotations)) =
                reader.read_outputs()
            else {
                unreachable!("all channels are rotations")
            };
            let keys: Vec<glam::Quat> = rotations.into_f32().map(glam::Quat::from_array).collect();
            let mut at = 0;
            for frame in 0..FRAMES {
                let time = frame as f32 / FPS as f32;
                while at + 2 < times.len() && times[at + 1] <= time {
                    at += 1;
                }
                let t = (time - times[at]) / (times[at + 1] - times[at]);
                black_box(keys[at].slerp(keys[at + 1], t.clamp(0.0, 1.0)));
            }
        }
    });
}

/// Loading a scene on one thread and on all, beside what the crate alone takes on one.
fn compare(name: &str, file: &str, bytes: &[u8], mut bare: impl FnMut()) {
    let load_on = |threads: Option<usize>| {
        let mut source = Source::new(file, black_box(bytes));
        source.options.threads = threads.and_then(NonZeroUsize::new);
        let take = rushes::read_with(&source).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(take.skeleton.nodes().len(), JOINTS);
        assert_eq!(take.motion.frame_count(), FRAMES);
        black_box(take);
    };
    let megabytes = bytes.len() as f64 / 1e6;
    for threads in [Some(1), None] {
        let (loading, crate_alone) = in_turns(5, || load_on(threads), &mut bare);
        let ratio = loading.as_secs_f64() / crate_alone.as_secs_f64();
        let on = if threads.is_some() { "one thread" } else { "all cores" };
        line(
            &format!("{name}, {megabytes:.0} MB, {on}"),
            &format!(
                "{:>6.0} ms {ratio:>6.2} × parsing and evaluating alone on one {}",
                loading.as_secs_f64() * 1e3,
                aim(ratio, Aim::AtMost(1.3)),
            ),
        );
    }
}
