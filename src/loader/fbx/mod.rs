//! FBX, Autodesk's exchange format, binary and ASCII, of the versions 3000 to 7700.
//!
//! ```text
//! Kaydara FBX Binary  \0 … version        or  ; FBX 7.7.0 project file
//! GlobalSettings   axes, unit, time mode
//! Model            a node: LimbNode and Root are joints, Null a group, and meshes, cameras, lights
//! AnimationStack   a take, of layers, of curves of single properties
//! Pose             the bind pose
//! ```
//!
//! The ufbx library parses it and evaluates curves and transforms. What is ours: which of its nodes are
//! the skeleton (see `nodes`), which stack is the take and its range (see `clip`), and how the nodes' scales
//! reach their children (see `motion`).

mod clip;
mod depth;
#[cfg(target_family = "wasm")]
mod libc;
mod motion;
mod nodes;
mod rest;
mod scene;
mod skins;

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::sampled::{Sampling, Span};
use super::skin::Skins;
use super::{Format, Source, clips, left_out};
use crate::take::{
    Axis, Detail, DetailKind, FormatId, SignedAxis, Take, Units, Up, counted, in_one_line,
};
use clip::Range;
use motion::Motions;
use nodes::SkeletonNodes;
use ufbx::{CoordinateAxis, Scene};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Fbx,
    extensions: left_out::FBX,
    about: "Skeletons and clips of Maya, MotionBuilder, 3ds Max, Blender, Mixamo, Unreal and Unity",
    types: &[FileType {
        acronym: Some("FBX"),
        magic: Magic::Texts(60, &[("0", "Kaydara FBX Binary", &[]), ("0", "; FBX ", &[])]),
        is_shared: true,
        ..FileType::new("fbx", "model/x-fbx", "FBX scene")
    }],
    probe: left_out::is_fbx,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let scene = scene::read(source)?;
    let skeleton = SkeletonNodes::select(&scene);
    if skeleton.nodes.is_empty() {
        return Err(nothing_to_show(source, &scene));
    }
    let names = scene.anim_stacks.iter().map(|stack| stack.element.name.to_string());
    let moving = clip::moving_layers(&scene, &skeleton);
    let clips = clips::choose(source, names, |&i| clip::moves(&scene.anim_stacks[i], &moving))?;
    let shown = clips.as_ref().map(|clips| clips.shown);
    let shown = shown.filter(|&i| clip::curves(&scene.anim_stacks[i], &skeleton).next().is_some());
    let stack = shown.map(|i| &scene.anim_stacks[i]);
    let mut warnings = scene::warnings(&scene);
    let mut motions = Motions::new(source, &scene, &skeleton, shown);
    let range = Range::of_stack(stack, &skeleton, &mut warnings);
    let rest = rest::rest_pose(&skeleton, &motions);
    motions.settle(range.ends[0], &rest);
    let keys = || stack.map(|stack| clip::keys(stack, &skeleton)).unwrap_or_default();
    let (stated, cost) = (clip::frame_time(&scene), motions.cost());
    let span = Span::new(range.ends, stated, keys, "the file", cost, source, &mut warnings);
    if stack.is_none() {
        warnings.push(clips::nothing_moves());
    }
    let sampled = rest::sampled_nodes(&skeleton, &motions, &rest);
    let settings = &scene.settings;
    let metres = Some(settings.unit_meters).filter(|unit| (1e-6..1e6).contains(unit));
    let up = signed_axis(settings.axes.up).map_or(Up::assumed(FORMAT.up), Up::from);
    let sampling = Sampling { source, format: FORMAT.id, units: Units::new(metres, up), span };
    let take = sampling.sample_moving(sampled, &mut warnings, motions.evaluator())?;
    let mut skins = Skins::new(source, take.skeleton.iter().map(|(id, _)| id).collect());
    skins::add(&scene, &skeleton, &motions, &mut skins)?;
    Ok(Take {
        details: details(&scene, range, skins.left_out),
        meshes: skins.meshes,
        clips,
        warnings,
        ..take
    })
}

fn nothing_to_show(source: &Source<'_>, scene: &Scene) -> LoadError {
    let mut parts = Vec::new();
    if scene.meshes.count > 0 {
        parts.push(counted(scene.meshes.count, "mesh"));
    }
    for (count, noun) in [(scene.cameras.count, "camera"), (scene.lights.count, "light")] {
        if count > 0 {
            parts.push(counted(count, noun));
        }
    }
    let message = if parts.is_empty() {
        "the FBX has no nodes".to_string()
    } else {
        format!("the FBX has no skeleton and nothing that moves: {}", parts.join(", "))
    };
    let error = LoadError::new(source, ErrorKind::NothingToShow(message));
    error.hint("export the skeleton, or the animation of the nodes, into the file")
}

/// `None` where the file has no such direction.
fn signed_axis(axis: CoordinateAxis) -> Option<SignedAxis> {
    Some(match axis {
        CoordinateAxis::PositiveX => Axis::X.positive(),
        CoordinateAxis::NegativeX => Axis::X.negative(),
        CoordinateAxis::PositiveY => Axis::Y.positive(),
        CoordinateAxis::NegativeY => Axis::Y.negative(),
        CoordinateAxis::PositiveZ => Axis::Z.positive(),
        CoordinateAxis::NegativeZ => Axis::Z.negative(),
        CoordinateAxis::Unknown => return None,
    })
}

fn details(scene: &Scene, range: Range, left_out: usize) -> Vec<Detail> {
    let metadata = &scene.metadata;
    let encoding = if metadata.ascii { "ASCII" } else { "binary" };
    let (major, minor) = (metadata.version / 1000, metadata.version / 100 % 10);
    let application = &metadata.latest_application;
    let made_by = match (&*application.name, &*application.version) {
        ("", _) => metadata.creator.to_string(),
        (name, "") => name.to_string(),
        (name, version) => format!("{name} {version}"),
    };
    let mut details =
        vec![Detail::new(DetailKind::VERSION, format!("{major}.{minor}, {encoding}"))];
    if !made_by.trim().is_empty() {
        details.push(Detail::new(DetailKind::SOFTWARE, in_one_line(&made_by)));
    }
    details.extend(range.describe().map(|text| Detail::new(DetailKind::TIME, text)));
    if left_out > 0 {
        details.push(Detail::new(DetailKind::LEFT_OUT, counted(left_out, "mesh")));
    }
    details
}
