//! An animation of a file: its channels, from when to when it goes, and where it puts nodes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::{DAffine3, DQuat, DVec3};
use gltf::json::animation::{Channel, Interpolation, Property, Sampler};
use gltf::json::validation::Checked;
use serde::Deserialize as _;
use serde_json::Value;

use super::super::sampled::{FrameCost, KeyTimes, Rigid, is_elsewhere, needed};
use super::accessor::{Buffers, Fault};
use super::document::Json;
use super::nodes::{SceneNodes, Transform};
use super::track::Track;

/// What an animation does to one node.
#[derive(Default)]
struct Tracks {
    place: Option<Arc<Track>>,
    rotation: Option<Arc<Track>>,
    scale: Option<Arc<Track>>,
}

/// What was read of the keys of all animations, of which many may have the same: by the accessors of their times and
/// values, their interpolation and the number of components. `None` are no keys.
pub(super) struct KnownTracks<'a> {
    buffers: &'a Buffers<'a>,
    known: HashMap<(usize, usize, u8, usize), Option<Arc<Track>>>,
}

/// The channels of an animation that move nodes.
#[derive(Default)]
pub(super) struct Animation {
    tracks: HashMap<usize, Tracks>,
    /// How many channels move something else, such as the weights of shapes.
    pub others: usize,
    /// How many have no keys that can be read.
    pub unreadable: usize,
}

/// What an animation is called: its name, or by its number.
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
    let channels = channels.into_iter().flatten();
    channels.map(|channel| Channel::deserialize(channel).ok())
}

/// How many components a key of a channel has; `None` where it moves no node.
fn components(channel: &Channel) -> Option<usize> {
    match channel.target.path {
        Checked::Valid(Property::Translation | Property::Scale) => Some(3),
        Checked::Valid(Property::Rotation) => Some(4),
        _ => None,
    }
}

impl Animation {
    /// Reads the channels of an animation.
    ///
    /// # Errors
    /// Where their numbers are in a file that is not there, or compressed.
    pub fn read(animation: &Value, known: &mut KnownTracks<'_>) -> Result<Self, Fault> {
        let mut found = Self::default();
        for channel in channels(animation) {
            let about = channel.and_then(|channel| Some((components(&channel)?, channel)));
            let Some((components, channel)) = about else {
                found.others += 1;
                continue;
            };
            let sampler =
                animation.get("samplers").and_then(|all| all.get(channel.sampler.value()));
            let track = match sampler.and_then(|sampler| Sampler::deserialize(sampler).ok()) {
                Some(sampler) => known.track(&sampler, components),
                None => Err(Fault::Unreadable),
            };
            let track = match track {
                Ok(track) => track,
                Err(Fault::Unreadable) => {
                    found.unreadable += 1;
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            let tracks = found.tracks.entry(channel.target.node.value()).or_default();
            let slot = match channel.target.path {
                Checked::Valid(Property::Rotation) => &mut tracks.rotation,
                Checked::Valid(Property::Scale) => &mut tracks.scale,
                _ => &mut tracks.place,
            };
            *slot = Some(track);
        }
        Ok(found)
    }

    fn all(&self) -> impl Iterator<Item = &Track> {
        self.tracks.values().flat_map(Tracks::all)
    }

    /// Whether any node moves.
    pub fn moves(&self) -> bool {
        self.all().any(|track| track.changes)
    }

    /// When its keys are.
    pub fn keys(&self) -> KeyTimes {
        let mut all: Vec<&[f32]> = self.all().map(Track::times).collect();
        // Most tracks share their times.
        all.sort_unstable_by_key(|times| (times.len(), times.as_ptr()));
        all.dedup_by_key(|times| (times.len(), times.as_ptr()));
        let mut seconds = all.into_iter().rev();
        let mut seconds = seconds.by_ref().map(|times| times.iter().copied().map(f64::from));
        KeyTimes::of(seconds.next().into_iter().flatten(), seconds)
    }
}

impl<'a> KnownTracks<'a> {
    pub fn of(buffers: &'a Buffers<'a>) -> Self {
        let known = HashMap::new();
        Self { buffers, known }
    }

    fn track(&mut self, sampler: &Sampler, components: usize) -> Result<Arc<Track>, Fault> {
        let Checked::Valid(interpolation) = sampler.interpolation else {
            return Err(Fault::Unreadable);
        };
        let interpolation: Interpolation = interpolation;
        let [input, output] = [sampler.input.value(), sampler.output.value()];
        let times = self.buffers.numbers(input, 1)?;
        let values = self.buffers.numbers(output, components)?;
        let key = (input, output, interpolation as u8, components);
        let track = self
            .known
            .entry(key)
            .or_insert_with(|| Track::of(times, values, interpolation, components).map(Arc::new));
        track.clone().ok_or(Fault::Unreadable)
    }
}

/// The nodes of the skeleton with what moves them.
pub(super) struct Motions<'a> {
    nodes: Vec<Moved<'a>>,
    /// Those that are evaluated on each frame.
    needed: Vec<usize>,
    /// Whether nothing is scaled: then nodes stand in their parents' frames as the file puts them there.
    is_rigid: bool,
}

struct Moved<'a> {
    parent: Option<usize>,
    rest: Transform,
    tracks: Option<&'a Tracks>,
    /// Whether it moves in its parent's frame: also where the scale of a node above it changes.
    moves: bool,
}

/// A node in the world.
#[derive(Clone, Copy)]
struct World {
    affine: DAffine3,
    rotation: DQuat,
}

impl<'a> Motions<'a> {
    pub fn of(json: &Json, nodes: &SceneNodes, animation: Option<&'a Animation>) -> Self {
        let mut scaled = vec![false; nodes.numbers.len()];
        let mut is_rigid = true;
        let mut all: Vec<Moved<'a>> = Vec::with_capacity(nodes.numbers.len());
        for (i, &number) in nodes.numbers.iter().enumerate() {
            let parent = nodes.parents[i];
            let tracks = animation.and_then(|animation| animation.tracks.get(&number));
            let above = parent.is_some_and(|parent| scaled[parent]);
            let rest = Transform::of(&json.nodes[number]);
            let [moves, scales] = tracks.map_or([false; 2], |tracks| tracks.moves(rest));
            scaled[i] = above || scales;
            is_rigid &= !scaled[i] && rest.scale == DVec3::ONE;
            all.push(Moved { parent, rest, tracks, moves: moves || above });
        }
        let moves: Vec<bool> = all.iter().map(|moved| moved.moves).collect();
        let needed = if is_rigid {
            (0..moves.len()).filter(|&i| moves[i]).collect()
        } else {
            needed(&nodes.parents, &moves)
        };
        Self { nodes: all, needed, is_rigid }
    }

    /// Whether a node moves in its parent's frame.
    pub fn moves(&self, i: usize) -> bool {
        self.nodes[i].moves
    }

    /// What a frame costs.
    pub fn cost(&self) -> FrameCost {
        FrameCost {
            nodes: self.nodes.len(),
            moving: self.nodes.iter().filter(|moved| moved.moves).count(),
            steps: self.needed.len(),
        }
    }

    /// Places all nodes in the world as they stand where nothing is animated.
    pub fn stand(&self) -> Vec<Rigid> {
        let mut worlds: Vec<World> = Vec::with_capacity(self.nodes.len());
        for moved in &self.nodes {
            worlds.push(moved.world(&worlds, &moved.rest));
        }
        worlds.iter().map(World::rigid).collect()
    }

    /// Places nodes in their parents' frames at a time in seconds: all of them the first time, then those that move.
    pub fn evaluator(&self) -> impl FnMut(f64, &mut [Rigid]) + Clone + Sync {
        // Where nothing is scaled, nobody needs them.
        let count = if self.is_rigid { 0 } else { self.nodes.len() };
        let mut worlds = vec![World::IDENTITY; count];
        let mut is_first = true;
        move |time, all: &mut [Rigid]| {
            let mut place = |i: usize| {
                let moved = &self.nodes[i];
                let local = moved.at(time);
                if self.is_rigid {
                    all[i] = local.rigid();
                    return;
                }
                worlds[i] = moved.world(&worlds, &local);
                let rigid = worlds[i].rigid();
                let above = moved.parent.map(|parent| worlds[parent].rigid());
                all[i] = above.map_or(rigid, |above| rigid.in_frame_of(&above));
            };
            if std::mem::take(&mut is_first) {
                (0..self.nodes.len()).for_each(&mut place)
            } else {
                self.needed.iter().copied().for_each(&mut place)
            }
        }
    }
}

impl World {
    const IDENTITY: Self = Self { affine: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    fn rigid(&self) -> Rigid {
        Rigid { place: self.affine.translation, rotation: self.rotation }
    }
}

impl Moved<'_> {
    /// Where it is in its parent's frame at a time in seconds.
    fn at(&self, time: f64) -> Transform {
        let tracks = self.tracks;
        tracks.map_or(self.rest, |tracks| tracks.at(time, self.rest))
    }

    /// Where it is below those that are ahead of it.
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
        let tracks = [&self.place, &self.rotation, &self.scale];
        tracks.into_iter().flatten().map(|track| &**track)
    }

    fn at(&self, time: f64, rest: Transform) -> Transform {
        let vector = |track: &Option<Arc<Track>>| track.as_ref().map(|track| track.vector(time));
        Transform {
            place: vector(&self.place).unwrap_or(rest.place),
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
        let scales = self.scale.as_ref().is_some_and(|track| track.changes);
        let scales = scales || held.scale != rest.scale;
        let changes = self.all().any(|track| track.changes);
        let is_elsewhere = is_elsewhere(held.rigid(), rest.rigid());
        [changes || scales || is_elsewhere.contains(&true), scales]
    }
}
