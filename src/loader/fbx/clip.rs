//! The take out of an animation stack: whether it moves the skeleton, its range and its rate.

use ufbx::{AnimCurve, AnimLayer, AnimStack, Scene, TimeMode};

use super::super::sampled::KeyTimes;
use super::nodes::SkeletonNodes;
use super::scene::is_transform;
use crate::take::{Warning, rounded};

/// The curves of a stack that are about the transforms of the skeleton.
pub(super) fn curves<'a>(
    stack: &'a AnimStack,
    skeleton: &'a SkeletonNodes<'_>,
) -> impl Iterator<Item = &'a AnimCurve> {
    stack.layers.iter().flat_map(|layer| layer_curves(layer, skeleton))
}

fn layer_curves<'a>(
    layer: &'a AnimLayer,
    skeleton: &'a SkeletonNodes<'_>,
) -> impl Iterator<Item = &'a AnimCurve> {
    let ours = layer.anim_props.iter().filter(|prop| {
        is_transform(&prop.prop_name) && skeleton.indices.contains_key(&prop.element.element_id)
    });
    let curves = ours.flat_map(|prop| prop.anim_value.curves.iter().flatten());
    curves.map(|curve| &**curve).filter(|curve| !curve.keyframes.is_empty())
}

/// The times of the keys of a stack's curves of the skeleton.
pub(super) fn keys(stack: &AnimStack, skeleton: &SkeletonNodes<'_>) -> KeyTimes {
    let mut all: Vec<&AnimCurve> = curves(stack, skeleton).collect();
    // Some curves are of several properties.
    all.sort_by_key(|curve| (curve.keyframes.count, curve.element.element_id));
    all.dedup_by_key(|curve| curve.element.element_id);
    let longest_first = all.into_iter().rev();
    KeyTimes::new(longest_first.map(|curve| curve.keyframes.iter().map(|key| key.time)))
}

/// Whether each layer of a scene has curves of the skeleton that change. Stacks may share layers.
pub(super) fn moving_layers(scene: &Scene, skeleton: &SkeletonNodes<'_>) -> Vec<bool> {
    let moves = |layer: &AnimLayer| {
        layer_curves(layer, skeleton).any(|curve| curve.min_value < curve.max_value)
    };
    scene.anim_layers.iter().map(|layer| moves(layer)).collect()
}

/// Whether a stack has a layer that moves the skeleton.
pub(super) fn moves(stack: &AnimStack, moving_layers: &[bool]) -> bool {
    let mut layers = stack.layers.iter();
    layers.any(|layer| moving_layers[layer.element.typed_id as usize])
}

/// The first and the last time of a take, in seconds on the clock of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub ends: [f64; 2],
    /// The ends of the stack where the keys' are taken instead.
    stack_ends: Option<[f64; 2]>,
}

impl Range {
    /// The stack's own range; that of its keys where the two do not overlap or the keys go on for more
    /// than a second: Maya leaves 1 to 24 in files of minutes.
    pub fn of_stack(
        stack: Option<&AnimStack>,
        skeleton: &SkeletonNodes<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Self {
        /// How much longer keys must go on, in seconds.
        const LONGER: f64 = 1.0;
        /// A range that is longer is looked at key by key, in seconds.
        const LONG: f64 = 3_600.0;
        /// A range that is longer is no take's, in seconds.
        const DAY: f64 = 24.0 * LONG;
        let Some(stack) = stack else {
            return Self { ends: [0.0; 2], stack_ends: None };
        };
        let is_sound = |[begin, end]: &[f64; 2]| {
            begin.abs() < 1e9 && end.abs() < 1e9 && begin <= end && end - begin <= DAY
        };
        let own = Some([stack.time_begin, stack.time_end]).filter(is_sound);
        let times = curves(stack, skeleton).map(|curve| [curve.min_time, curve.max_time]);
        let ends = times.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        let ends = ends.filter(|[begin, end]| end - begin <= LONG);
        let keys = ends.or_else(|| self::keys(stack, skeleton).range(warnings));
        match (own, keys) {
            (Some(own), Some(keys)) => {
                let is_apart = keys[1] < own[0] || own[1] < keys[0];
                let is_longer = keys[0] < own[0] - LONGER || keys[1] > own[1] + LONGER;
                if is_apart || is_longer || own[0] == own[1] && keys[0] < keys[1] {
                    Self { ends: keys, stack_ends: Some(own) }
                } else {
                    Self { ends: own, stack_ends: None }
                }
            }
            (own, keys) => Self { ends: own.or(keys).unwrap_or_default(), stack_ends: None },
        }
    }

    /// Why the range is not the one that the file states.
    pub fn describe(self) -> Option<String> {
        let text = |[from, to]: [f64; 2]| format!("{} to {} s", rounded(from, 3), rounded(to, 3));
        let [keys, stack] = [self.ends, self.stack_ends?].map(text);
        Some(format!("keys go from {keys}, the take's range is {stack}: all keys are shown"))
    }
}

/// Seconds a frame by the time mode of the file; `None` where it has none, or leaves it to the program.
pub(super) fn frame_time(scene: &Scene) -> Option<f64> {
    let settings = &scene.settings;
    settings.props.find_prop("TimeMode")?;
    let rate = match settings.time_mode {
        TimeMode::Default => return None,
        TimeMode::NtscDropFrame | TimeMode::NtscFullFrame => 30_000.0 / 1001.0,
        TimeMode::FilmFullFrame => 24_000.0 / 1001.0,
        TimeMode::E5994Fps => 60_000.0 / 1001.0,
        _ => settings.frames_per_second,
    };
    (1e-3..=1e5).contains(&rate).then_some(rate.recip())
}
