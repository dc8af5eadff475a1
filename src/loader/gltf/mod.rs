//! glTF 2.0, its binary form GLB, and what is built on it: VRM figures and VRMA animations.
//!
//! ```text
//! .gltf    JSON, its numbers in buffers: beside it (.bin), or in it as data URIs
//! .glb     glTF, version, length; chunks of length, kind and data: JSON, then BIN
//! nodes        T · R · S, or a matrix; children by their numbers
//! skins        the joints of a mesh, as numbers of nodes
//! animations   channels (node, path) of samplers (times, values; STEP, LINEAR, CUBICSPLINE)
//! extensions   VRMC_vrm, VRM, VRMC_vrm_animation: which node is which part of the body
//! ```
//!
//! Metres, Y up, always. There is no frame rate: the keys tell it (see `sampled`). Materials
//! and whatever extensions they require are never looked at, and a mesh that cannot be read is left out, so
//! that none of them refuses a skeleton. The types of the JSON are those of the gltf crate, which evaluates nothing.

mod accessor;
mod animation;
mod document;
mod geometry;
mod human_bones;
mod nodes;
mod object;
mod skins;
mod track;

use super::error::{ErrorKind, LoadError};
use super::rate::counted;
use super::sampled::{SampledNode, Sampling, Span, XYZ};
use super::skin::Skins;
use super::{Companions, Format, Source, clips};
use crate::take::{Axis, Detail, DetailKind, Take, Units, Warning, WarningCode, in_one_line};
use accessor::Buffers;
use animation::{Animation, KnownTracks, Motions};
use document::{Document, Json};
use glam::DQuat;
use human_bones::HumanBones;
use nodes::SceneNodes;
pub(super) use object::read as object;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "glTF",
    extensions: &["glb", "gltf", "vrm", "vrma"],
    about: "Skeletons and clips of glTF 2.0, and of VRM figures and animations",
    probe: document::probe,
    up: Axis::Y,
    companions: Some(Companions {
        extensions: &["bin"],
        choose: accessor::buffers_beside,
    }),
    cut: None,
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let document = Document::read(source)?;
    let json = &document.json;
    let human = HumanBones::of(&json.extensions);
    let nodes = SceneNodes::of(json, &human, &animation::animated(json));
    if nodes.numbers.is_empty() {
        return Err(nothing(source, json));
    }
    let buffers = Buffers::of(source, &document);
    let mut fault = None;
    let all = json.animations.iter();
    let mut known = KnownTracks::of(&buffers);
    let mut read = |animation| match Animation::read(animation, &mut known) {
        Ok(animation) => Some(animation),
        Err(why) => {
            fault = fault.take().or_else(|| why.refusal(source));
            None
        }
    };
    let names = all
        .enumerate()
        .map(|(i, animation)| animation::name(animation, i));
    let clips = clips::choose(source, names, |&i| {
        read(&json.animations[i]).is_some_and(|animation| animation.moves())
    })?;
    let shown = clips.as_ref().map(|clips| &json.animations[clips.shown]);
    let animation = shown.and_then(read);
    if let (None, Some(error)) = (&animation, fault) {
        return Err(error);
    }
    let mut warnings = Vec::new();
    let keys = animation.as_ref().map(Animation::keys).unwrap_or_default();
    let ends = keys.range(&mut warnings);
    let motions = Motions::of(json, &nodes, animation.as_ref());
    let stated = json.asset.extras.frame_time;
    let stated = stated.filter(|seconds| super::Options::is_rate(seconds.recip()));
    let (range, cost) = (ends.unwrap_or_default(), motions.cost());
    let span = match stated {
        Some(seconds) => Span::between(range, seconds, cost, source, &mut warnings),
        None => Span::by_keys(range, ("the format", &keys), cost, source, &mut warnings),
    };
    tell(&clips, animation.as_ref(), ends.is_some(), &mut warnings);
    let sampled = sampled_nodes(json, &nodes, &human, &motions);
    let sampling = Sampling {
        source,
        format: FORMAT.name,
        units: Units::new(Some(1.0), FORMAT.up),
        span,
    };
    let take = sampling.what_moves(sampled, &mut warnings, motions.evaluator())?;
    let mut skins = Skins::on(source, take.skeleton.iter().map(|(id, _)| id).collect());
    skins::add(json, &nodes, &motions, &buffers, &mut skins)?;
    Ok(Take {
        details: details(&document, &human, animation.as_ref(), skins.left_out),
        meshes: skins.meshes(),
        clips,
        warnings,
        ..take
    })
}

/// The nodes as they are sampled. Their rest pose is the one that the file has without an animation.
fn sampled_nodes(
    json: &Json,
    nodes: &SceneNodes,
    human: &HumanBones,
    motions: &Motions<'_>,
) -> Vec<SampledNode> {
    let rest = motions.stand();
    let all = nodes.numbers.iter().enumerate();
    let sampled = all.map(|(i, &number)| SampledNode {
        name: nodes::name(json, number),
        parent: nodes.parents[i],
        order: XYZ,
        pre: DQuat::IDENTITY,
        post: DQuat::IDENTITY,
        rest: rest[i],
        moves: motions.moves(i),
        has_bone: nodes.has_bone[i],
        end: None,
        part: human.name(number).map(str::to_string),
        is_secondary: nodes.is_secondary[i],
    });
    sampled.collect()
}

/// Why a file without a skeleton cannot be shown.
fn nothing(source: &Source<'_>, json: &Json) -> LoadError {
    let what = match (json.meshes.len(), json.nodes.len()) {
        (0, 0) => "the glTF has no nodes".to_string(),
        (0, nodes) => format!(
            "the glTF has no skeleton and nothing that moves: {}",
            counted(nodes as f64, "node")
        ),
        (1, _) => "the glTF has no skeleton and nothing that moves: 1 mesh".to_string(),
        (meshes, _) => format!("the glTF has no skeleton and nothing that moves: {meshes} meshes"),
    };
    let error = LoadError::new(source, ErrorKind::NothingToShow(what));
    error.hint("export the skin with its joints, or the animation of the nodes, into the file")
}

/// Tells what is not in the take.
fn tell(
    clips: &Option<crate::take::Clips>,
    animation: Option<&Animation>,
    has_keys: bool,
    warnings: &mut Vec<Warning>,
) {
    let unreadable = animation.map_or(0, |animation| animation.unreadable);
    if unreadable > 0 {
        let message = "a channel has no keys that can be read: its node keeps its rest pose";
        warnings.push(Warning {
            count: unreadable,
            ..Warning::of_file(WarningCode::ValuesLeftOut, message)
        });
    }
    if clips.is_none() || !has_keys {
        warnings.push(clips::nothing_moves());
    }
}

/// What the file says of itself.
fn details(
    document: &Document<'_>,
    human: &HumanBones,
    animation: Option<&Animation>,
    meshes: usize,
) -> Vec<Detail> {
    let asset = &document.json.asset;
    let form = if document.is_binary { "GLB" } else { "JSON" };
    let mut version = format!("{}, {form}", in_one_line(&asset.version));
    if let Some(format) = human.format {
        version += &format!(", {format}");
    }
    let mut details = vec![Detail::new(DetailKind::VERSION, version)];
    for (kind, text) in [
        (DetailKind::SOFTWARE, &asset.generator),
        (DetailKind::NOTES, &asset.copyright),
    ] {
        if !text.trim().is_empty() {
            details.push(Detail::new(kind, in_one_line(text)));
        }
    }
    let others = animation.map_or(0, |animation| animation.others);
    let left_out = [
        (meshes, "mesh", "meshes"),
        (
            others,
            "channel of other things",
            "channels of other things",
        ),
    ];
    let left_out = left_out.into_iter().filter(|(count, ..)| *count > 0);
    let left_out = left_out
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
    let left_out: Vec<String> = left_out.collect();
    if !left_out.is_empty() {
        details.push(Detail::new(DetailKind::LEFT_OUT, left_out.join(", ")));
    }
    details
}
