//! An animation of a file: its channels, from when to when it goes, and where it puts nodes.

use std::collections::{HashMap, HashSet};

use glam::{DAffine3, DQuat, DVec3};
use gltf::json::animation::{Channel, Interpolation, Property, Sampler};
use gltf::json::validation::Checked;
use serde::Deserialize as _;
use serde_json::Value;

use super::super::sampled::{KeyTimes, Rigid};
use super::accessor::{Buffers, Fault};
use super::document::Json;
use super::nodes::{SceneNodes, Transform};
use super::track::Track;

/// What an animation does to one node.
#[derive(Default)]
struct Tracks {
    place: Option<Track>,
    rotation: Option<Track>,
    scale: Option<Track>,
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
    pub fn read(animation: &Value, buffers: &Buffers<'_>) -> Result<Self, Fault> {
        let mut found = Self::default();
        for channel in channels(animation) {
            let about = channel.and_then(|channel| Some((components(&channel)?, channel)));
            let Some((components, channel)) = about else {
                found.others += 1;
                continue;
            };
            let sampler = animation
                .get("samplers")
                .and_then(|all| all.get(channel.sampler.value()));
            let track = match sampler.and_then(|sampler| Sampler::deserialize(sampler).ok()) {
                Some(sampler) => track(&sampler, components, buffers),
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
        let tracks = self.tracks.values();
        tracks.flat_map(|t| [&t.place, &t.rotation, &t.scale].into_iter().flatten())
    }

    /// Whether any node moves.
    pub fn moves(&self) -> bool {
        self.all().any(Track::changes)
    }

    /// When its keys are.
    pub fn keys(&self) -> KeyTimes {
        let mut all: Vec<&[f32]> = self.all().map(Track::times).collect();
        // Most tracks share their times.
        all.sort_unstable_by_key(|times| (times.len(), times.as_ptr()));
        all.dedup_by_key(|times| (times.len(), times.as_ptr()));
        let mut seconds = all.into_iter().rev();
        let mut seconds = seconds
            .by_ref()
            .map(|times| times.iter().copied().map(f64::from));
        KeyTimes::of(seconds.next().into_iter().flatten(), seconds)
    }
}

fn track(sampler: &Sampler, components: usize, buffers: &Buffers<'_>) -> Result<Track, Fault> {
    let Checked::Valid(interpolation) = sampler.interpolation else {
        return Err(Fault::Unreadable);
    };
    let times = buffers.numbers(sampler.input.value(), 1)?;
    let values = buffers.numbers(sampler.output.value(), components)?;
    let interpolation: Interpolation = interpolation;
    Track::of(times, values, interpolation, components).ok_or(Fault::Unreadable)
}

/// The nodes of the skeleton with what moves them.
pub(super) struct Motions<'a> {
    nodes: Vec<Moved<'a>>,
    /// Whether nothing is scaled: then nodes stand in their parents' frames as the file puts them there.
    pub is_rigid: bool,
}

struct Moved<'a> {
    parent: Option<usize>,
    rest: Transform,
    tracks: Option<&'a Tracks>,
    /// Whether it moves in its parent's frame: also where the scale of a node above it changes.
    moves: bool,
}

impl<'a> Motions<'a> {
    pub fn of(json: &Json, nodes: &SceneNodes, animation: Option<&'a Animation>) -> Self {
        let mut scaled = vec![false; nodes.numbers.len()];
        let mut is_rigid = true;
        let mut all = Vec::with_capacity(nodes.numbers.len());
        for (i, &number) in nodes.numbers.iter().enumerate() {
            let parent = nodes.parents[i];
            let tracks = animation.and_then(|animation| animation.tracks.get(&number));
            let above = parent.is_some_and(|parent| scaled[parent]);
            scaled[i] = above || tracks.is_some_and(|tracks| tracks.scale.is_some());
            let rest = Transform::of(&json.nodes[number]);
            is_rigid &= !scaled[i] && rest.scale == DVec3::ONE;
            all.push(Moved {
                parent,
                rest,
                tracks,
                moves: tracks.is_some() || above,
            });
        }
        Self {
            nodes: all,
            is_rigid,
        }
    }

    /// Whether a node moves in its parent's frame.
    pub fn moves(&self, i: usize) -> bool {
        self.nodes[i].moves
    }

    /// How many nodes move.
    pub fn moving(&self) -> usize {
        self.nodes.iter().filter(|moved| moved.moves).count()
    }

    /// Places all nodes in their parents' frames at a time in seconds, where nothing is scaled.
    pub fn evaluate_locals(&self, time: f64, all: &mut [Rigid]) {
        for (local, moved) in all.iter_mut().zip(&self.nodes) {
            let Transform {
                place, rotation, ..
            } = moved.at(Some(time));
            *local = Rigid { place, rotation };
        }
    }

    /// Places all nodes in the world at a time in seconds; without one, as they stand where nothing is animated.
    pub fn evaluate(&self, time: Option<f64>, all: &mut [Rigid]) {
        let mut worlds: Vec<DAffine3> = Vec::with_capacity(self.nodes.len());
        for (i, moved) in self.nodes.iter().enumerate() {
            let local = moved.at(time);
            let (above, turned) = match moved.parent {
                Some(parent) => (worlds[parent], all[parent].rotation),
                None => (DAffine3::IDENTITY, DQuat::IDENTITY),
            };
            let world = above * local.affine();
            all[i] = Rigid {
                place: world.translation,
                rotation: (turned * local.rotation).normalize(),
            };
            worlds.push(world);
        }
    }
}

impl Moved<'_> {
    /// Where it is in its parent's frame.
    fn at(&self, time: Option<f64>) -> Transform {
        match (self.tracks, time) {
            (Some(tracks), Some(time)) => tracks.at(time, self.rest),
            _ => self.rest,
        }
    }
}

impl Tracks {
    fn at(&self, time: f64, rest: Transform) -> Transform {
        let vector = |track: &Option<Track>| track.as_ref().map(|track| track.vector(time));
        Transform {
            place: vector(&self.place).unwrap_or(rest.place),
            scale: vector(&self.scale).unwrap_or(rest.scale),
            rotation: match &self.rotation {
                Some(track) => track.rotation(time),
                None => rest.rotation,
            },
        }
    }
}
