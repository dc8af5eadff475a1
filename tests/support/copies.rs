//! Copies of takes that stand elsewhere, in another unit and by other names, and markers that move by a
//! formula.

use glam::{DVec3, Quat, Vec3};
use rushes::take::{
    Axis, BoneEnd, Certainty, Channel, FormatId, Motion, NodeId, SignedAxis, SkeletonBuilder, Take,
    Units, Up,
};

/// How a copy differs from its original.
pub struct Copy<'a> {
    /// What a joint is called, by what it was called.
    pub rename: &'a dyn Fn(&str) -> String,
    /// Where it stands: turned, then shifted, in the unit of the original.
    pub turn: Quat,
    pub shift: Vec3,
    /// How many of its units are in one of the original.
    pub scale: f32,
    /// What is added to the offset of a joint, in the unit of the original.
    pub moved: Option<(&'a str, Vec3)>,
}

impl Default for Copy<'_> {
    fn default() -> Self {
        Self {
            rename: &|name| name.to_string(),
            turn: Quat::IDENTITY,
            shift: Vec3::ZERO,
            scale: 1.0,
            moved: None,
        }
    }
}

/// What is up and how long a unit is, as a file would say.
pub fn units(metres: f64, up: SignedAxis) -> Units {
    Units { metres_per_unit: Some(metres), up: Up { direction: up, certainty: Certainty::Stated } }
}

impl Copy<'_> {
    /// The copy of a take, below a root of its own. It has the unit that its scale makes of the take's.
    pub fn of(&self, take: &Take, up: SignedAxis) -> Take {
        let mut build = SkeletonBuilder::new(take.skeleton.angle());
        let reference = build.node("Reference", None).unwrap();
        build.node_mut(reference).pre = self.turn;
        build.node_mut(reference).offset = self.shift * self.scale;
        let mut ids: Vec<NodeId> = Vec::new();
        let mut lengths = Vec::new();
        for (_, node) in take.skeleton.iter() {
            let parent = node.parent().map_or(reference, |parent| ids[parent.index()]);
            let id = build.node((self.rename)(&node.name), Some(parent)).unwrap();
            let moved = self.moved.filter(|(name, _)| *name == node.name);
            let moved = moved.map_or(Vec3::ZERO, |(_, by)| by);
            let copy = build.node_mut(id);
            copy.offset = (node.offset + moved) * self.scale;
            (copy.pre, copy.post) = (node.pre, node.post);
            copy.channels.clone_from(&node.channels);
            lengths.extend(node.channels.iter().map(|channel| channel.is_length()));
            ids.push(id);
        }
        for bone in take.skeleton.bones() {
            let end = match bone.end {
                BoneEnd::Node(id) => BoneEnd::Node(ids[id.index()]),
                BoneEnd::Local(end) => BoneEnd::Local(end * self.scale),
            };
            build.bone(ids[bone.node.index()], end);
        }
        let rows = (0..take.motion.frame_count()).flat_map(|frame| take.motion.row(frame).iter());
        let values = rows.zip(lengths.iter().cycle());
        let scaled =
            values.map(|(value, is_length)| value * if *is_length { self.scale } else { 1.0 });
        let motion = Motion::new(
            take.motion.frame_time(),
            take.motion.frame_count(),
            take.motion.columns(),
            scaled.collect(),
        );
        let metres = take.units.metres_per_unit.unwrap_or(0.01) / f64::from(self.scale);
        let name = format!("{} (copy)", take.name);
        Take::new(name, take.format, build.finish(), motion, units(metres, up))
    }
}

/// Markers in metres with Y up, whose places are functions of time.
pub fn markers(
    names: &[&str],
    frame_time: f64,
    frames: usize,
    place: impl Fn(usize, f64) -> DVec3,
) -> Take {
    let mut build = SkeletonBuilder::default();
    for name in names {
        let id = build.node(*name, None).unwrap();
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
    }
    let mut values = Vec::new();
    for frame in 0..frames {
        for marker in 0..names.len() {
            let at = place(marker, frame as f64 * frame_time);
            values.extend(at.as_vec3().to_array());
        }
    }
    let motion = Motion::new(frame_time, frames, 3 * names.len(), values);
    let units = units(1.0, Axis::Y.positive());
    Take::new("markers", FormatId::Trc, build.finish(), motion, units)
}
