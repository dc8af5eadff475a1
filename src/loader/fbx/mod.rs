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
//! the skeleton (see `nodes`), which stack is the take and from when to when it goes (see `clip`), and
//! how the nodes' scales reach their children (see `motion`).

mod clip;
mod depth;
mod motion;
mod nodes;
mod rest;
mod scene;
mod skins;

use super::error::{ErrorKind, LoadError};
use super::rate::counted;
use super::sampled::Sampling;
use super::skin::Skins;
use super::{Format, Source, clips};
use crate::take::{Axis, Detail, DetailKind, SignedAxis, Take, Units, Up};
use clip::Range;
use motion::Motions;
use nodes::SkeletonNodes;
use ufbx::{CoordinateAxis, Scene};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "FBX",
    extensions: &["fbx"],
    about: "Skeletons and clips of Maya, MotionBuilder, 3ds Max, Blender, Mixamo, Unreal and Unity",
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

/// Whether the first words are those of a binary file, or of the comment that begins a text.
fn probe(bytes: &[u8]) -> bool {
    /// How far into a text its header begins.
    const HEAD: usize = 1 << 12;
    let head = &bytes[..bytes.len().min(HEAD)];
    let has = |words: &[u8]| memchr::memmem::find(head, words).is_some();
    head.starts_with(b"Kaydara FBX Binary")
        || head.starts_with(b"; FBX ")
        || has(b"FBXHeaderExtension") && has(b"FBXVersion")
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let scene = scene::read(source)?;
    let skeleton = SkeletonNodes::of(&scene);
    if skeleton.nodes.is_empty() {
        return Err(nothing(source, &scene));
    }
    let stacks = scene.anim_stacks.iter();
    let names = stacks.map(|stack| stack.element.name.to_string());
    let moving = clip::moving_layers(&scene, &skeleton);
    let clips = clips::choose(source, names, |&i| clip::moves(&scene.anim_stacks[i], &moving))?;
    let shown = clips.as_ref().map(|clips| clips.shown);
    let shown = shown.filter(|&i| clip::has_curves(&scene.anim_stacks[i], &skeleton));
    let stack = shown.map(|i| &scene.anim_stacks[i]);
    let mut warnings = scene::warnings(&scene);
    let mut motions = Motions::of(source, &scene, &skeleton, shown);
    let range = Range::of(stack, &skeleton, &mut warnings);
    let rest = rest::rest(&skeleton, &motions);
    motions.settle(range.begin(), &rest);
    let keys = || stack.map(|stack| clip::keys(stack, &skeleton)).unwrap_or_default();
    let span = range.span((&scene, keys), motions.cost(), source, &mut warnings);
    if stack.is_none() {
        warnings.push(clips::nothing_moves());
    }
    let sampled = rest::sampled_nodes(&skeleton, &motions, &rest);
    let settings = &scene.settings;
    let metres = Some(settings.unit_meters).filter(|unit| (1e-6..1e6).contains(unit));
    let up = up(settings.axes.up).map_or(Up::assumed(FORMAT.up), Up::from);
    let sampling = Sampling { source, format: FORMAT.name, units: Units::new(metres, up), span };
    let take = sampling.what_moves(sampled, &mut warnings, motions.evaluator())?;
    let mut skins = Skins::on(source, take.skeleton.iter().map(|(id, _)| id).collect());
    skins::add(&scene, &skeleton, &motions, &mut skins)?;
    Ok(Take {
        details: details(&scene, range, skins.left_out),
        meshes: skins.meshes(),
        clips,
        warnings,
        ..take
    })
}

/// Why a scene without a skeleton cannot be shown.
fn nothing(source: &Source<'_>, scene: &Scene) -> LoadError {
    let count = |count: usize, noun| (count > 0).then(|| counted(count as f64, noun));
    let parts = [
        (scene.meshes.count > 0).then(|| meshes(scene.meshes.count)),
        count(scene.cameras.count, "camera"),
        count(scene.lights.count, "light"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let what = match parts.as_slice() {
        [] => "the FBX has no nodes".to_string(),
        parts => format!("the FBX has no skeleton and nothing that moves: {}", parts.join(", ")),
    };
    let error = LoadError::new(source, ErrorKind::NothingToShow(what));
    error.hint("export the skeleton, or the animation of the nodes, into the file")
}

fn meshes(count: usize) -> String {
    format!("{count} {}", if count == 1 { "mesh" } else { "meshes" })
}

/// A direction of the scene; `None` where the file has none that can be meant.
fn up(axis: CoordinateAxis) -> Option<SignedAxis> {
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

/// What the file says of itself.
fn details(scene: &Scene, range: Range, left_out: usize) -> Vec<Detail> {
    let about = &scene.metadata;
    let encoding = if about.ascii { "ASCII" } else { "binary" };
    let version = format!("{}.{}, {encoding}", about.version / 1000, about.version / 100 % 10);
    let application = &about.latest_application;
    let made_by = match (&*application.name, &*application.version) {
        ("", _) => about.creator.to_string(),
        (name, "") => name.to_string(),
        (name, version) => format!("{name} {version}"),
    };
    let mut details = vec![Detail::new(DetailKind::VERSION, version)];
    if !made_by.trim().is_empty() {
        details.push(Detail::new(DetailKind::SOFTWARE, crate::take::in_one_line(&made_by)));
    }
    details.extend(range.told().map(|text| Detail::new(DetailKind::TIME, text)));
    if left_out > 0 {
        let text = meshes(left_out);
        details.push(Detail::new(DetailKind::LEFT_OUT, text));
    }
    details
}
