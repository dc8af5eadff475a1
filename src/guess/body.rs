//! Which known body points are: by their names, else by their count and the lengths of what would be its bones.
//!
//! Points without names are recognised by proportions alone, so that neither unit, axes nor side of the picture matter: the
//! lengths between joints, as they are on most frames, are compared with those of a plain figure. What is as long on no
//! two frames is no body either.

use glam::{DVec3, Vec3};

use crate::known_bodies::{self, KnownBody, Recognised, recognise, recognise_as, with_joint_count};
use crate::loader::BodyChoice;
use crate::take::{
    BoneEnd, Detail, DetailKind, Node, NodeId, SkeletonBuilder, Take, Warning, WarningCode,
};

/// Fewer points without names are no body.
const MIN_POINTS: usize = 15;

/// More points are looked at for no body: the largest has 553, with others beside it.
const MAX_POINTS: usize = 4096;

/// So many figures are looked for in a take at the most.
const MAX_FIGURES: usize = 64;

/// The points of a figure, in a row of the skeleton's nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Figure {
    /// What tells its points from those of others: a number and a colon, or nothing.
    namespace: String,
    first: usize,
    count: usize,
}

/// The body that the points of a figure are, and the bones between them.
struct Found {
    figure: Figure,
    body: &'static KnownBody,
    bones: Vec<[usize; 2]>,
    /// Whether the points get the names of the joints.
    is_named: bool,
}

/// Gives the points of a take the bones of the body that they are, and its names where they have none of their own.
pub(super) fn settle(take: &mut Take, choice: BodyChoice) {
    let mut settled = take.skeleton.nodes().iter().any(|node| node.parent().is_some());
    settled |= !take.skeleton.bones().is_empty() || choice == BodyChoice::None;
    if settled || !take.is_of_markers() {
        return;
    }
    let found = match choice {
        BodyChoice::Named(word) => known_bodies::by_word(word).map(|body| by_choice(take, body)),
        _ => by_names(take).or_else(|| by_lengths(take)),
    };
    let Some(found) = found else { return };
    let Some(Found { body, .. }) = found.first() else {
        let message = "the points are not those of the body that was asked for: they stay points";
        take.warnings.push(Warning::of_file(WarningCode::BodyGuessed, message));
        return;
    };
    let name = body.name;
    build_skeleton(take, &found);
    if found.iter().any(|found| found.is_named) {
        take.warnings.retain(|warning| {
            let is_of_numbers = warning.message.contains("by its number")
                || warning.message.contains("by their numbers");
            warning.code != WarningCode::NameRepaired || !is_of_numbers
        });
    }
    if choice == BodyChoice::Auto && found[0].is_named {
        let count = found[0].figure.count;
        let message = format!(
            "{count} points without names are taken for {name}, by the lengths of its bones"
        );
        take.warnings.push(Warning::of_file(WarningCode::BodyGuessed, message));
    }
    take.details.push(Detail::new(DetailKind::SKELETON, name));
}

/// The body that was asked for: its joints by their names, else by their order. None where they are not as many.
fn by_choice(take: &Take, body: &'static KnownBody) -> Vec<Found> {
    let found = figures(take).into_iter().filter_map(|figure| {
        if is_numbered(take, &figure) {
            return (figure.count == body.joint_count()).then(|| Found::in_order(figure, body));
        }
        let recognised = recognise_as(body, &names(take, &figure).collect::<Vec<_>>());
        (!recognised.bones.is_empty()).then(|| Found::by_names(figure, recognised))
    });
    found.collect()
}

/// The bodies of which the names of points are; `None` where they are of none.
fn by_names(take: &Take) -> Option<Vec<Found>> {
    let may_be = |figure: &Figure| figure.count <= MAX_POINTS && !is_numbered(take, figure);
    let figures = figures(take).into_iter().filter(may_be);
    let found = figures.filter_map(|figure| {
        let recognised = recognise(&names(take, &figure).collect::<Vec<_>>())?;
        Some(Found::by_names(figure, recognised))
    });
    let found: Vec<Found> = found.collect();
    (!found.is_empty()).then_some(found)
}

/// The body of which the lengths between points are that are called by nothing but numbers; `None` where there is none,
/// or any point has a name.
fn by_lengths(take: &Take) -> Option<Vec<Found>> {
    let figures = figures(take);
    let count = figures.first()?.count;
    let is_like_first = |figure: &Figure| figure.count == count && is_numbered(take, figure);
    let may_be = (MIN_POINTS..=MAX_POINTS).contains(&count);
    if !may_be || !figures.iter().all(is_like_first) {
        return None;
    }
    let lengths = with_joint_count(count).map(|body| Lengths::measure(take, &figures, body));
    let lengths: Vec<Lengths> = lengths.collect();
    let is_flat = take.picture.is_some();
    let fits = lengths.iter().filter_map(|of| Some((of.misfit(is_flat)?, of.body)));
    let (_, body) = fits.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(figures.into_iter().map(|figure| Found::in_order(figure, body)).collect())
}

impl Found {
    fn in_order(figure: Figure, body: &'static KnownBody) -> Self {
        Self { figure, body, bones: body.bones().collect(), is_named: true }
    }

    fn by_names(figure: Figure, recognised: Recognised) -> Self {
        let Recognised { body, bones, .. } = recognised;
        Self { figure, body, bones, is_named: false }
    }

    /// The point that each one hangs from, where the bones of the body are a tree: one ahead of it.
    fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.figure.count];
        if self.body.parents().is_some() {
            for &[from, to] in &self.bones {
                if from < to {
                    parents[to] = Some(from);
                }
            }
        }
        parents
    }
}

/// The figures of points: those one after the other that have one namespace.
fn figures(take: &Take) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for (i, node) in take.skeleton.nodes().iter().enumerate() {
        let namespace = node.name.rsplit_once(':').map_or("", |(namespace, _)| namespace);
        let is_full = figures.len() == MAX_FIGURES;
        match figures.last_mut().filter(|last| last.namespace == namespace) {
            Some(last) => last.count += 1,
            None if is_full => return Vec::new(),
            None => {
                figures.push(Figure { namespace: namespace.to_string(), first: i, count: 1 });
            }
        }
    }
    figures
}

fn names<'t>(take: &'t Take, figure: &Figure) -> impl Iterator<Item = &'t str> + use<'t> {
    let nodes = &take.skeleton.nodes()[figure.first..][..figure.count];
    nodes.iter().map(|node| node.name.rsplit(':').next().unwrap_or_default())
}

/// Whether points are called by nothing but numbers in order, from 0 or 1, perhaps with one word ahead of all.
fn is_numbered(take: &Take, figure: &Figure) -> bool {
    let mut begin = None;
    names(take, figure).enumerate().all(|(i, name)| {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let Ok(number) = name[word.len()..].parse::<usize>() else { return false };
        let (first, base) = *begin.get_or_insert((word, number));
        word == first && base <= 1 && number == base + i
    })
}

/// The lengths of what would be bones of a body.
struct Lengths {
    body: &'static KnownBody,
    /// For each bone its length in a plain figure, the one it mostly has, and by how much that changes as a
    /// part of it; none for bones that are never seen.
    bones: Vec<[f64; 3]>,
    /// How many bones the body has, on all figures.
    all: usize,
}

impl Lengths {
    fn measure(take: &Take, figures: &[Figure], body: &'static KnownBody) -> Self {
        let positions: Vec<DVec3> = body.positions().collect();
        let mut bones = Vec::new();
        let mut all = 0;
        for figure in figures {
            for [from, to] in body.bones() {
                all += 1;
                let mut seen = seen_lengths(take, [from, to].map(|joint| figure.first + joint));
                seen.sort_by(f64::total_cmp);
                let at = |tenths: usize| seen.get((seen.len().max(1) - 1) * tenths / 10).copied();
                if let (Some(low), Some(usual), Some(high)) = (at(2), at(5), at(8))
                    && usual > 0.0
                {
                    let plain = positions[from].distance(positions[to]);
                    bones.push([plain, usual, (high - low) / usual]);
                }
            }
        }
        Self { body, bones, all }
    }

    /// How far the lengths are from those of the body, 0 where they are the same; `None` where they can be of
    /// no such body. In a picture each bone is as long as it is seen from the side at the most.
    fn misfit(&self, is_flat: bool) -> Option<f64> {
        /// How far lengths may be off, as a part of all of them: people differ, and so do landmarks.
        const MAX_OFF: f64 = 0.3;
        /// How much lengths may change while the figure moves, likewise: estimators are no rulers.
        const MAX_CHANGE: f64 = 0.4;
        /// How many of the bones have to be seen.
        const MIN_SEEN: f64 = 0.5;
        if (self.bones.len() as f64) < MIN_SEEN * self.all as f64 || self.bones.is_empty() {
            return None;
        }
        // Long bones tell the most: what is short, as in a face or a hand, is the least certain.
        let sum = |of: fn(&[f64; 3]) -> f64| self.bones.iter().map(of).sum::<f64>();
        let [plain, usual] = [sum(|[plain, ..]| *plain), sum(|[_, usual, _]| *usual)];
        let scale = usual / plain;
        let off = self.bones.iter().map(|[plain, usual, _]| (usual - scale * plain).abs());
        let off = off.sum::<f64>() / usual;
        let change = sum(|[_, usual, change]| usual * change) / usual;
        let most = if is_flat { 2.0 } else { 1.0 };
        (off < most * MAX_OFF && change < most * MAX_CHANGE).then_some(off)
    }
}

/// How far two nodes are apart on frames throughout the take, where both are seen.
fn seen_lengths(take: &Take, ends: [usize; 2]) -> Vec<f64> {
    const FRAMES: usize = 32;
    let count = take.motion.frame_count();
    let some = count.min(FRAMES);
    let position = |frame: usize, node: usize| {
        let first = take.skeleton.nodes()[node].first_column;
        let position = Vec3::from_slice(take.motion.row(frame).get(first..first + 3)?).as_dvec3();
        position.is_finite().then_some(position)
    };
    let lengths = (0..some).filter_map(|i| {
        let frame = i * count / some;
        let [from, to] = ends.map(|node| position(frame, node));
        let (from, to) = (from?, to?);
        // Both in the origin are missing, and so is one of them unless it always is there.
        (from != to).then(|| from.distance(to))
    });
    lengths.collect()
}

/// Where a point is on the first frame that has it: there it is at rest.
fn first_place(take: &Take, point: &Node) -> Option<Vec3> {
    let frames = 0..take.motion.frame_count();
    let mut places = frames.map(|frame| Vec3::from_slice(&take.motion.row(frame)[point.columns()]));
    places.find(|place| place.is_finite())
}

/// Gives the nodes of a take the names, parents and bones of what was found.
fn build_skeleton(take: &mut Take, found: &[Found]) {
    let nodes = take.skeleton.nodes();
    let mut names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
    let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
    for found in found {
        let Figure { namespace, first, .. } = &found.figure;
        if found.is_named {
            let own = names[*first..].iter_mut().zip(found.body.names());
            own.for_each(|(name, joint)| {
                let is_alone = namespace.is_empty();
                *name = if is_alone { joint.into_owned() } else { format!("{namespace}:{joint}") };
            });
        }
        for (point, parent) in found.parents().into_iter().enumerate() {
            parents[first + point] = parent.map(|parent| first + parent);
        }
    }
    let mut build = SkeletonBuilder::new(take.skeleton.angle());
    build.reserve(nodes.len());
    let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for ((old, name), parent) in nodes.iter().zip(names).zip(parents) {
        // No known body is too deep.
        let Ok(id) = build.node(name, parent.map(|parent| ids[parent])) else { return };
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels.clone_from(&old.channels);
        node.offset = first_place(take, old).unwrap_or(old.offset);
        node.body.clone_from(&old.body);
        ids.push(id);
    }
    for found in found {
        for ends in &found.bones {
            let [from, to] = ends.map(|point| ids[found.figure.first + point]);
            build.bone(from, BoneEnd::Node(to));
        }
    }
    take.skeleton = build.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Angle, Axis, Channel, FormatId, Motion, SignedAxis, Units};

    /// Points of a body, as somebody sees them that has these axes and this unit, on a few frames; some are
    /// missing on some of them.
    fn points(body: &KnownBody, people: usize, see: impl Fn(DVec3) -> DVec3) -> Take {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        for person in 0..people {
            for joint in 0..body.joint_count() {
                let name = match people {
                    1 => joint.to_string(),
                    _ => format!("{}:{joint}", person + 1),
                };
                let id = build.node(name, None).unwrap();
                let node = build.node_mut(id);
                node.is_world_space = true;
                node.channels = Axis::ALL.map(Channel::Position).to_vec();
            }
        }
        let frames = 12;
        let mut values = Vec::new();
        for frame in 0..frames {
            for person in 0..people {
                for (joint, position) in body.positions().enumerate() {
                    let away = DVec3::new(person as f64, 0.0, 0.05 * f64::from(frame));
                    let is_gap = (joint + frame as usize).is_multiple_of(5);
                    let position = if is_gap { DVec3::NAN } else { see(position + away) };
                    values.extend(position.as_vec3().to_array());
                }
            }
        }
        let skeleton = build.finish();
        let motion = Motion::new(0.02, frames as usize, skeleton.columns(), values);
        Take::new("points", FormatId::Npz, skeleton, motion, Units::assumed(Axis::Y))
    }

    #[test]
    fn each_body_is_told_from_others_of_its_count_in_any_unit_and_axes() {
        let mut found = 0;
        for body in (MIN_POINTS..600).flat_map(with_joint_count) {
            for see in [
                |p: DVec3| p,
                |p: DVec3| DVec3::new(p.x, -p.y, -p.z) * 1000.0,
                |p: DVec3| DVec3::new(p.x, -p.z, p.y) * 39.37,
                |p: DVec3| DVec3::new(-p.x, p.y, p.z) * 0.01 + DVec3::new(3.0, 4.0, 5.0),
            ] {
                let mut take = points(body, 1, see);
                settle(&mut take, BodyChoice::Auto);
                let names: Vec<&str> = take.skeleton.nodes().iter().map(|n| &*n.name).collect();
                assert_eq!(names, body.names().collect::<Vec<_>>(), "{}", body.name);
                assert_eq!(take.skeleton.bones().len(), body.bones().count());
                assert_eq!(take.warnings[0].code, WarningCode::BodyGuessed);
                found += 1;
            }
        }
        assert_eq!(found, 4 * 18);
    }

    #[test]
    fn a_body_stands_whatever_its_camera_calls_up() {
        let body = with_joint_count(33).next().unwrap();
        for (see, up) in [
            ((|p: DVec3| p) as fn(DVec3) -> DVec3, Axis::Y.positive()),
            (|p| DVec3::new(p.x, -p.y, -p.z), Axis::Y.negative()),
            (|p| DVec3::new(p.x, -p.z, p.y), Axis::Z.positive()),
            (|p| DVec3::new(p.y, -p.x, p.z), Axis::X.positive()),
        ] as [(fn(DVec3) -> DVec3, SignedAxis); 4]
        {
            let mut take = points(body, 1, see);
            super::super::settle(&mut take, &Default::default());
            assert_eq!(take.units.up.direction, up);
        }
    }

    #[test]
    fn several_figures_stay_apart() {
        let body = with_joint_count(17).next().unwrap();
        let mut take = points(body, 2, |p| p);
        settle(&mut take, BodyChoice::Auto);
        assert_eq!(take.skeleton.nodes()[17].name, "2:nose");
        assert_eq!(take.skeleton.bones().len(), 2 * body.bones().count());
    }

    #[test]
    fn points_that_are_no_body_or_have_names_stay_as_they_are() {
        let body = with_joint_count(25).next().unwrap();
        // Each goes its own way.
        let mut scattered = points(body, 1, |p| {
            DVec3::new((p.x * 97.0).sin(), (p.y * 83.0).cos(), (p.z * 71.0 + p.x * 7.0).sin())
        });
        let before = scattered.skeleton.nodes()[3].name.clone();
        settle(&mut scattered, BodyChoice::Auto);
        assert_eq!(scattered.skeleton.nodes()[3].name, before);
        assert!(scattered.warnings.is_empty() && scattered.skeleton.bones().is_empty());
        let named = points(body, 1, |p| p);
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        for (i, node) in named.skeleton.nodes().iter().enumerate() {
            let name = if i == 7 { "LASI" } else { &node.name };
            let id = build.node(name, None).unwrap();
            build.node_mut(id).is_world_space = true;
            build.node_mut(id).channels = node.channels.clone();
        }
        let mut named = Take { skeleton: build.finish(), ..named };
        settle(&mut named, BodyChoice::Auto);
        assert!(named.is_of_markers());
    }
}
