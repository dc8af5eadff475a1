//! An animation of a file: its channels, the times of its keys, and the transforms that it gives to nodes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::{DAffine3, DQuat, DVec3};
use gltf::json::animation::{Channel, Property, Sampler};
use gltf::json::validation::Checked;
use serde::Deserialize as _;
use serde_json::Value;

use super::super::sampled::{FrameCost, KeyTimes, Rigid, is_elsewhere, needed_nodes};
use super::accessor::{Buffers, Fault};
use super::document::Json;
use super::nodes::{SceneNodes, Transform};
use super::track::Track;

#[derive(Default)]
struct Tracks {
    translation: Option<Arc<Track>>,
    rotation: Option<Arc<Track>>,
    scale: Option<Arc<Track>>,
}

/// The tracks of all animations that were read, many of which may have the same: by the accessors of their times and
/// values, their interpolation and the number of components. `None` are no keys.
pub(super) struct KnownTracks<'a> {
    buffers: &'a Buffers<'a>,
    known: HashMap<(usize, usize, u8, usize), Option<Arc<Track>>>,
}

/// The channels of an animation that move nodes.
#[derive(Default)]
pub(super) struct Animation {
    tracks: HashMap<usize, Tracks>,
    /// Channels that move something else, such as the weights of shapes.
    pub others: usize,
    /// Channels without keys that can be read.
    pub unreadable: usize,
}

/// The name of an animation, or a name by its number.
pub(super) fn name(animation: &Value, number: usize) -> String {
    let name = animation.get("name").and_then(Value::as_str).map(str::trim);
    let name = name.filter(|name| !name.is_empty());
    name.map_or_else(|| format!("animation{number}"), str::to_string)
}

/// The nodes that a channel of any animation moves.
pub(super) fn animated(json: &Json) -> HashSet<usize> {
    let channels = json.animations.iter().flat_map(channels).flatten();
    let moving = channels.filter(|channel| components(channel).is_some());
    moving.map(|channel| channel.target.node.value()).collect()
}

/// The channels of an animation; `None` for one that is about no node.
fn channels(animation: &Value) -> impl Iterator<Item = Option<Channel>> + '_ {
    let channels = animation.get("channels").and_then(Value::as_array);
    channels.into_iter().flatten().map(|channel| Channel::deserialize(channel).ok())
}

/// The number of components of a channel's keys; `None` where it moves no node.
fn components(channel: &Channel) -> Option<usize> {
    match channel.target.path {
        Checked::Valid(Property::Translation | Property::Scale) => Some(3),
        Checked::Valid(Property::Rotation) => Some(4),
        _ => None,
    }
}

impl Animation {
    /// # Errors
    /// Where the numbers are in a file that is not there, or compressed.
    pub fn read(animation: &Value, known: &mut KnownTracks<'_>) -> Result<Self, Fault> {
        let mut found = Self::default();
        for channel in channels(animation) {
            let moving = channel.and_then(|channel| Some((components(&channel)?, channel)));
            let Some((components, channel)) = moving else {
                found.others += 1;
                continue;
            };
            let samplers = animation.get("samplers");
            let sampler = samplers.and_then(|samplers| samplers.get(channel.sampler.value()));
            let track = match sampler.and_then(|sampler| Sampler::deserialize(sampler).ok()) {
                Some(sampler) => known.track(&sampler, components),
                None => Err(Fault::Unreadable),
            };
            if let Err(Fault::Unreadable) = track {
                found.unreadable += 1;
                continue;
            }
            let tracks = found.tracks.entry(channel.target.node.value()).or_default();
            let slot = match channel.target.path {
                Checked::Valid(Property::Rotation) => &mut tracks.rotation,
                Checked::Valid(Property::Scale) => &mut tracks.scale,
                _ => &mut tracks.translation,
            };
            *slot = Some(track?);
        }
        Ok(found)
    }

    fn all(&self) -> impl Iterator<Item = &Track> {
        self.tracks.values().flat_map(Tracks::all)
    }

    pub fn moves(&self) -> bool {
        self.all().any(|track| track.changes)
    }

    pub fn keys(&self) -> KeyTimes {
        let mut all: Vec<&[f32]> = self.all().map(Track::times).collect();
        // Most tracks share their times.
        all.sort_unstable_by_key(|times| (times.len(), times.as_ptr()));
        all.dedup_by_key(|times| (times.len(), times.as_ptr()));
        let longest_first = all.into_iter().rev();
        KeyTimes::new(longest_first.map(|times| times.iter().copied().map(f64::from)))
    }
}

impl<'a> KnownTracks<'a> {
    pub fn new(buffers: &'a Buffers<'a>) -> Self {
        Self { buffers, known: HashMap::new() }
    }

    fn track(&mut self, sampler: &Sampler, components: usize) -> Result<Arc<Track>, Fault> {
        let Checked::Valid(interpolation) = sampler.interpolation else {
            return Err(Fault::Unreadable);
        };
        let [input, output] = [sampler.input.value(), sampler.output.value()];
        let times = self.buffers.numbers(input, 1)?;
        let values = self.buffers.numbers(output, components)?;
        let key = (input, output, interpolation as u8, components);
        let track = || Track::new(times, values, interpolation, components).map(Arc::new);
        self.known.entry(key).or_insert_with(track).clone().ok_or(Fault::Unreadable)
    }
}

pub(super) struct Motions<'a> {
    nodes: Vec<AnimatedNode<'a>>,
    /// Whether each node moves in its parent's frame: also where the scale of a node above it changes.
    pub moves: Vec<bool>,
    /// The nodes that are evaluated on each frame.
    needed: Vec<usize>,
    /// Whether nothing is scaled: then nodes have the local transforms of the file.
    is_rigid: bool,
}

struct AnimatedNode<'a> {
    parent: Option<usize>,
    rest: Transform,
    tracks: Option<&'a Tracks>,
}

#[derive(Clone, Copy)]
struct World {
    affine: DAffine3,
    rotation: DQuat,
}

impl<'a> Motions<'a> {
    pub fn new(json: &Json, nodes: &SceneNodes, animation: Option<&'a Animation>) -> Self {
        let mut scaled = vec![false; nodes.numbers.len()];
        let mut moves = scaled.clone();
        let mut is_rigid = true;
        let mut all: Vec<AnimatedNode<'a>> = Vec::with_capacity(nodes.numbers.len());
        for (i, &number) in nodes.numbers.iter().enumerate() {
            let parent = nodes.parents[i];
            let tracks = animation.and_then(|animation| animation.tracks.get(&number));
            let above = parent.is_some_and(|parent| scaled[parent]);
            let rest = Transform::new(&json.nodes[number]);
            let [moves_itself, scales] = tracks.map_or([false; 2], |tracks| tracks.moves(rest));
            moves[i] = above || moves_itself;
            scaled[i] = above || scales;
            is_rigid &= !scaled[i] && rest.scale == DVec3::ONE;
            all.push(AnimatedNode { parent, rest, tracks });
        }
        let needed = if is_rigid {
            (0..moves.len()).filter(|&i| moves[i]).collect()
        } else {
            needed_nodes(&nodes.parents, &moves)
        };
        Self { nodes: all, moves, needed, is_rigid }
    }

    pub fn cost(&self) -> FrameCost {
        let moving = self.moves.iter().filter(|moves| **moves).count();
        FrameCost { nodes: self.nodes.len(), moving, steps: self.needed.len() }
    }

    /// The transforms of all nodes in the world where nothing is animated.
    pub fn rest_pose(&self) -> Vec<Rigid> {
        let mut worlds: Vec<World> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            worlds.push(node.world(&worlds, &node.rest));
        }
        worlds.iter().map(World::rigid).collect()
    }

    /// Gives the transforms of nodes in their parents' frames at a time in seconds: of all of them the first time, then of
    /// those that move.
    pub fn evaluator(&self) -> impl FnMut(f64, &mut [Rigid]) + Clone + Sync {
        // Where nothing is scaled, nobody needs them.
        let count = if self.is_rigid { 0 } else { self.nodes.len() };
        let mut worlds = vec![World::IDENTITY; count];
        let mut is_first = true;
        move |time, all: &mut [Rigid]| {
            let mut evaluate = |i: usize| {
                let node = &self.nodes[i];
                let local = node.tracks.map_or(node.rest, |tracks| tracks.at(time, node.rest));
                if self.is_rigid {
                    all[i] = local.rigid();
                    return;
                }
                worlds[i] = node.world(&worlds, &local);
                let rigid = worlds[i].rigid();
                all[i] = match node.parent {
                    Some(parent) => rigid.in_frame_of(&worlds[parent].rigid()),
                    None => rigid,
                };
            };
            if std::mem::take(&mut is_first) {
                (0..self.nodes.len()).for_each(&mut evaluate)
            } else {
                self.needed.iter().copied().for_each(&mut evaluate)
            }
        }
    }
}

impl World {
    const IDENTITY: Self = Self { affine: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    fn rigid(&self) -> Rigid {
        Rigid { position: self.affine.translation, rotation: self.rotation }
    }
}

impl AnimatedNode<'_> {
    /// The node in the world, where those ahead of it are.
    fn world(&self, worlds: &[World], local: &Transform) -> World {
        let above = self.parent.map_or(World::IDENTITY, |parent| worlds[parent]);
        World {
            affine: above.affine * local.affine(),
            rotation: (above.rotation * local.rotation).normalize(),
        }
    }
}

impl Tracks {
    fn all(&self) -> impl Iterator<Item = &Track> {
        [&self.translation, &self.rotation, &self.scale].into_iter().flatten().map(|track| &**track)
    }

    /// The local transform at a time in seconds.
    fn at(&self, time: f64, rest: Transform) -> Transform {
        let vector = |track: &Option<Arc<Track>>| track.as_ref().map(|track| track.vector(time));
        Transform {
            translation: vector(&self.translation).unwrap_or(rest.translation),
            scale: vector(&self.scale).unwrap_or(rest.scale),
            rotation: match &self.rotation {
                Some(track) => track.rotation(time),
                None => rest.rotation,
            },
        }
    }

    /// Whether a node moves, or is held elsewhere than at rest, and whether that is so of its scale.
    fn moves(&self, rest: Transform) -> [bool; 2] {
        let held = self.at(0.0, rest);
        let scales =
            self.scale.as_ref().is_some_and(|track| track.changes) || held.scale != rest.scale;
        let moves = scales
            || self.all().any(|track| track.changes)
            || is_elsewhere(held.rigid(), rest.rigid()).contains(&true);
        [moves, scales]
    }
}
