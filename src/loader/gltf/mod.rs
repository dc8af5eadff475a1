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
//! Metres, Y up, always. There is no frame rate: the keys tell it (see `sampled`). Materials and whatever extensions they
//! require are never looked at, and a mesh that cannot be read is left out, so that none of them refuses a skeleton. The
//! types of the JSON are those of the gltf crate, which evaluates nothing.

mod accessor;
mod animation;
mod document;
mod geometry;
mod human_bones;
mod nodes;
mod skins;
mod track;

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::sampled::{SampledNode, Sampling, Span};
use super::skin::Skins;
use super::{Companions, Format, Options, Source, clips, left_out};
use crate::take::{
    Axis, Detail, DetailKind, FormatId, Take, Units, Warning, WarningCode, counted, in_one_line,
};
use accessor::Buffers;
use animation::{Animation, KnownTracks, Motions};
use document::{Document, Json};
pub(super) use geometry::read_object as object;
use human_bones::HumanBones;
use nodes::SceneNodes;

pub(super) const FORMAT: Format = Format {
    id: FormatId::Gltf,
    extensions: left_out::GLTF,
    about: "Skeletons and clips of glTF 2.0, and of VRM figures and animations",
    types: &[
        FileType {
            acronym: Some("glTF"),
            magic: Magic::Texts(60, &[("0", "glTF", &[])]),
            is_shared: true,
            ..FileType::new("glb", "model/gltf-binary", "glTF model")
        },
        FileType {
            acronym: Some("glTF"),
            kind_of: Some("application/json"),
            is_shared: true,
            ..FileType::new("gltf", "model/gltf+json", "glTF model")
        },
        // A GLB, whose extension is that of VRML too: the first bytes tell.
        FileType {
            acronym: Some("VRM"),
            is_shared: true,
            ..FileType::new("vrm", "model/gltf-binary", "VRM figure")
        },
        FileType { is_shared: true, ..FileType::new("vrma", "model/gltf-binary", "VRM animation") },
    ],
    probe: left_out::is_gltf,
    up: Axis::Y,
    companions: Some(Companions { extensions: &["bin"], choose: accessor::buffers_beside }),
    cut: None,
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let document = Document::read(source)?;
    let json = &document.json;
    let human = HumanBones::read(&json.extensions);
    let nodes = SceneNodes::select(json, &human, &animation::animated(json));
    if nodes.numbers.is_empty() {
        return Err(nothing_to_show(source, json));
    }
    let buffers = Buffers::new(source, &document);
    let mut error = None;
    let mut known = KnownTracks::new(&buffers);
    let mut read = |animation| match Animation::read(animation, &mut known) {
        Ok(animation) => Some(animation),
        Err(fault) => {
            error = error.take().or_else(|| fault.refusal(source));
            None
        }
    };
    let animations = json.animations.iter().enumerate();
    let names = animations.map(|(i, animation)| animation::name(animation, i));
    let clips = clips::choose(source, names, |&i| {
        read(&json.animations[i]).is_some_and(|animation| animation.moves())
    })?;
    let animation = clips.as_ref().map(|clips| &json.animations[clips.shown]).and_then(read);
    if let (None, Some(error)) = (&animation, error) {
        return Err(error);
    }
    let mut warnings = Vec::new();
    let keys = animation.as_ref().map(Animation::keys).unwrap_or_default();
    let range = keys.range(&mut warnings);
    let motions = Motions::new(json, &nodes, animation.as_ref());
    let ends = range.unwrap_or_default();
    let stated = json.asset.extras.frame_time;
    let stated = stated.filter(|seconds| Options::is_rate(seconds.recip()));
    let cost = motions.cost();
    let span = Span::new(ends, stated, || keys, "the format", cost, source, &mut warnings);
    let unreadable = animation.as_ref().map_or(0, |animation| animation.unreadable);
    if unreadable > 0 {
        let message = "a channel has no keys that can be read: its node keeps its rest pose";
        let warning = Warning::of_file(WarningCode::ValuesLeftOut, message);
        warnings.push(Warning { count: unreadable, ..warning });
    }
    if clips.is_none() || range.is_none() {
        warnings.push(clips::nothing_moves());
    }
    let sampled = sampled_nodes(json, &nodes, &human, &motions);
    let units = Units::new(Some(1.0), FORMAT.up);
    let sampling = Sampling { source, format: FORMAT.id, units, span };
    let take = sampling.sample_moving(sampled, &mut warnings, motions.evaluator())?;
    let mut skins = Skins::new(source, take.skeleton.iter().map(|(id, _)| id).collect());
    skins::add(json, &nodes, &motions, &buffers, &mut skins)?;
    Ok(Take {
        details: details(&document, &human, animation.as_ref(), skins.left_out),
        meshes: skins.meshes,
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
    let rest = motions.rest_pose();
    let sampled = nodes.numbers.iter().enumerate().map(|(i, &number)| SampledNode {
        moves: motions.moves[i],
        has_bone: nodes.has_bone[i],
        part: human.name(number).map(str::to_string),
        is_secondary: nodes.is_secondary[i],
        ..SampledNode::new(nodes::name(json, number), nodes.parents[i], rest[i])
    });
    sampled.collect()
}

fn nothing_to_show(source: &Source<'_>, json: &Json) -> LoadError {
    let message = match (json.meshes.len(), json.nodes.len()) {
        (0, 0) => "the glTF has no nodes".to_string(),
        (meshes, nodes) => {
            let content = match meshes {
                0 => counted(nodes, "node"),
                _ => counted(meshes, "mesh"),
            };
            format!("the glTF has no skeleton and nothing that moves: {content}")
        }
    };
    let error = LoadError::new(source, ErrorKind::NothingToShow(message));
    error.hint("export the skin with its joints, or the animation of the nodes, into the file")
}

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
    for (kind, text) in
        [(DetailKind::SOFTWARE, &asset.generator), (DetailKind::NOTES, &asset.copyright)]
    {
        if !text.trim().is_empty() {
            details.push(Detail::new(kind, in_one_line(text)));
        }
    }
    let mut left_out = Vec::new();
    if meshes > 0 {
        left_out.push(counted(meshes, "mesh"));
    }
    if let Some(others @ 1..) = animation.map(|animation| animation.others) {
        left_out.push(counted(others, "channel") + " of other things");
    }
    if !left_out.is_empty() {
        details.push(Detail::new(DetailKind::LEFT_OUT, left_out.join(", ")));
    }
    details
}
