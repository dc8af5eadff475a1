//! The meshes of FBX files, against the library's own skinning of whole scenes.

use glam::{DVec3, Vec3};
use rushes::evaluate::Pose;
use rushes::take::Take;
use ufbx::{EvaluateOpts, LoadOpts};

use crate::support;
use crate::support::input::Input;

/// The corners of the box around points, where there are any.
fn bounds(points: impl Iterator<Item = DVec3>) -> Option<[DVec3; 2]> {
    let corners = points.map(|point| [point; 2]);
    corners.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])
}

/// The box around a mesh of that name at a time, where a joint or more of its skin moves all of it.
fn expected(scene: &ufbx::Scene, take: &Take, name: &str, time: f64) -> Option<[DVec3; 2]> {
    let clip = take.clips.as_ref().map(|clips| clips.shown);
    let anim = clip.map_or(&scene.anim, |clip| &scene.anim_stacks[clip].anim);
    let options = EvaluateOpts { evaluate_skinning: true, ..EvaluateOpts::default() };
    let scene = ufbx::evaluate_scene(scene, anim, time, options).expect("a scene");
    let mut meshes = scene.meshes.iter();
    let mesh = meshes.find(|mesh| mesh.element.instances[0].element.name == name)?;
    let deformer = mesh.skin_deformers.iter().next()?;
    // Blend shapes and parts of a mesh that no joint moves are not ours.
    let is_whole = deformer.vertices.iter().all(|vertex| vertex.num_weights > 0);
    if !is_whole || mesh.blend_deformers.count > 0 || mesh.skin_deformers.count > 1 {
        return None;
    }
    let world = &mesh.element.instances[0].geometry_to_world;
    let points = mesh.skinned_position.values.iter().map(|&point| {
        let point =
            if mesh.skinned_is_local { ufbx::transform_position(world, point) } else { point };
        DVec3::new(point.x, point.y, point.z)
    });
    bounds(points)
}

#[test]
fn skins_of_fbx_files_are_where_the_library_skins_them() {
    /// Scales of joints are animated in these; nodes have none, so that their meshes keep their sizes.
    const SCALED: [&str; 3] = ["mixed_inherit_mode", "slime", "sausage_rrss"];
    let Some(corpus) = support::corpus() else {
        return;
    };
    let (mut compared, mut failures) = (0, Vec::new());
    for path in support::files(&corpus.join("fbx"), &["fbx"]) {
        let Ok(take) = Input::read(&path).load() else {
            continue;
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if take.meshes.is_empty() || SCALED.iter().any(|part| name.contains(part)) {
            continue;
        }
        let bytes = std::fs::read(&path).expect("the file");
        let scene = ufbx::load_memory(&bytes, LoadOpts::default()).expect("a scene");
        let last = take.motion.frame_count() - 1;
        for (mesh, frame) in take.meshes.iter().flat_map(|mesh| [(mesh, 0), (mesh, last / 2)]) {
            let time = take.start_time + frame as f64 * take.motion.frame_time();
            let Some(expected) = expected(&scene, &take, mesh.name(), time) else {
                continue;
            };
            let pose = Pose::of(&take.skeleton, take.row(frame));
            let points = pose.points(mesh, frame).into_iter().map(Vec3::as_dvec3);
            let found = bounds(points).expect("points");
            let size = expected[0].distance(expected[1]);
            let off = (0..2).map(|i| found[i].distance(expected[i]) / size).fold(0.0, f64::max);
            compared += 1;
            if off > 1e-4 {
                failures.push(format!("{name}: {} on frame {frame}: {off:.5}", mesh.name()));
            }
        }
    }
    assert!(compared >= 30, "only {compared} meshes");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
