//! Motion trails: the paths of nodes through the frames around the current one, computed ahead of the playhead.

use std::ops::Range;

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::stage::Stage;
use super::theme_colours::{Rgba, faint};
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{NodeId, Take};

#[derive(Clone, Copy, Debug)]
pub struct Trail<'a> {
    /// Where it is on each frame, in the world; not finite where the file has a gap.
    pub positions: &'a [Vec3],
    /// The frame of the first place.
    pub first: usize,
    pub frame: usize,
    pub colour: Rgba,
}

impl Trail<'_> {
    /// Opacity on the frame that shows, and at both ends of the trail.
    const OPACITY: [f32; 2] = [0.95, 0.14];
    /// Pixels between two points of the path: what moves less is drawn as one line.
    const MIN_STEP: f32 = 2.0;
    /// How many widths of the line a dot is wide.
    const DOT: f32 = 2.3;
    /// How many dots' widths from one dot to the next make room for all of them.
    const MIN_SPACING: f32 = 2.6;

    pub fn draw(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        let clip_from_world = list.clip_from_world;
        let aspect = list.rays.aspect();
        // Pixels, but for where the view's middle is: only distances are asked for.
        let on_screen = |point: Vec3| -> Option<Vec2> {
            let clip = clip_from_world * point.extend(1.0);
            let at = Vec2::new(clip.x * aspect, clip.y) / clip.w;
            (clip.w > 0.0).then_some(at * 0.5 * height)
        };
        let steps = self.positions.windows(2);
        let steps =
            steps.filter_map(|pair| Some(on_screen(pair[0])?.distance(on_screen(pair[1])?)));
        let way: f32 = steps.filter(|step| step.is_finite()).sum();
        let each = self.dots_each(way, style);
        let reach = self.reach();
        let opacity = |frame: usize| {
            let away = frame.abs_diff(self.frame) as f32 / reach;
            let [here, far] = Self::OPACITY;
            far + (here - far) * (1.0 - away.min(1.0)).powf(1.5)
        };
        // The last point that a line was drawn to, and where it is on the screen.
        let mut last: Option<(Vec3, Vec2)> = None;
        for (i, &at) in self.positions.iter().enumerate() {
            let frame = self.first + i;
            let Some(pixel) = on_screen(at).filter(|_| at.is_finite()) else {
                last = None;
                continue;
            };
            let is_dot = frame.is_multiple_of(each) || frame == self.frame;
            let is_end = self.positions.get(i + 1).is_none_or(|next| !next.is_finite());
            let way = last.map_or(f32::INFINITY, |(_, before)| before.distance(pixel));
            if way >= Self::MIN_STEP || is_dot || is_end {
                let colour = faint(self.colour, opacity(frame));
                if let Some((from, _)) = last.filter(|_| way > 0.0) {
                    let line = Stroke::line([from, at], colour, style.trail);
                    list.add_at_depth(camera.depth((from + at) * 0.5), Stroke { cut: 1.0, ..line });
                }
                if is_dot {
                    let width = style.trail * Self::DOT;
                    // Over the lines on both of its sides.
                    let dot = Stroke::line([at; 2], colour, width);
                    list.add_at_depth(camera.depth(at) - 5e-3, dot);
                }
                last = Some((at, pixel));
            }
        }
    }

    /// The most frames from the one that shows to an end of the trail, at least 1.
    fn reach(&self) -> f32 {
        let last = self.first + self.positions.len().saturating_sub(1);
        self.frame.abs_diff(self.first).max(self.frame.abs_diff(last)).max(1) as f32
    }

    /// A dot on every so many frames, along 1, 2, 5, 10, so that there is room between them on a
    /// path that is `way` pixels long. They stay with their frames as time goes on.
    fn dots_each(&self, way: f32, style: FigureStyle) -> usize {
        let a_frame = way / self.positions.len().max(2) as f32;
        let needed = style.trail * Self::DOT * Self::MIN_SPACING;
        let mut decade = 1;
        loop {
            for step in [1, 2, 5] {
                let step = step * decade;
                if a_frame * step as f32 >= needed || step >= 100_000 {
                    return step;
                }
            }
            decade *= 10;
        }
    }
}

/// The paths of the nodes that trails are drawn of. Those that a picture does not ask for are gone with the next one.
#[derive(Debug, Default)]
pub struct TrailCache {
    paths: Vec<NodePath>,
    /// The positions that were asked for last, in the world.
    world: Vec<Vec3>,
}

#[derive(Debug)]
struct NodePath {
    /// A number that no other take has, nor another reading of the same file, and the node.
    key: (u64, NodeId),
    frames: Range<usize>,
    /// On each of the frames, in the take's own axes.
    positions: Vec<Vec3>,
    is_asked_for: bool,
}

impl TrailCache {
    /// So many frames before and after those that are asked for are worked out with them: enough that a take plays
    /// for some seconds until it is time for the next ones, and few enough that these take less than a millisecond.
    pub const AHEAD: usize = 480;

    pub fn begin(&mut self) {
        self.paths.retain_mut(|path| std::mem::take(&mut path.is_asked_for));
    }

    /// The positions of a node on some frames, in the world; not finite in a gap. `reading` is a number that no other
    /// take has, nor another reading of the same file. Panics where the take does not have the frames.
    pub fn positions(
        &mut self,
        reading: u64,
        take: &Take,
        stage: &Stage,
        node: NodeId,
        frames: Range<usize>,
    ) -> &[Vec3] {
        let key = (reading, node);
        let known = self.paths.iter().position(|path| path.key == key);
        let index = known.unwrap_or_else(|| {
            let (frames, positions) = (0..0, Vec::new());
            self.paths.push(NodePath { key, frames, positions, is_asked_for: true });
            self.paths.len() - 1
        });
        let path = &mut self.paths[index];
        path.is_asked_for = true;
        if frames.start < path.frames.start || frames.end > path.frames.end {
            let end = (frames.end + Self::AHEAD).min(take.motion.frame_count());
            path.frames = frames.start.saturating_sub(Self::AHEAD)..end.max(frames.end);
            let batch = BatchEvaluator::new(&take.skeleton, [Point::Origin(node)]);
            let (motion, all) = (&take.motion, path.frames.clone());
            batch.positions(&take.skeleton, motion, all, &mut path.positions);
        }
        let first = frames.start - path.frames.start;
        let positions = &path.positions[first..][..frames.len()];
        self.world.clear();
        self.world.extend(positions.iter().map(|&at| stage.world(at)));
        &self.world
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Pose;
    use crate::scene::sample::{HEIGHT, Sample, list_of};

    const COLOUR: Rgba = [10, 20, 30, 255];

    /// The lines and the dots of a trail, from left to right.
    fn drawn(places: &[Vec3], first: usize, frame: usize) -> [Vec<Stroke>; 2] {
        let mut camera = Camera::default();
        camera.look_from(crate::scene::View::Front);
        let trail = Trail { positions: places, first, frame, colour: COLOUR };
        let mut list = list_of(&camera, |style, list| trail.draw(&camera, style, HEIGHT, list));
        list.strokes.sort_by(|a, b| a.from[0].total_cmp(&b.from[0]));
        let (dots, lines) = list.strokes.into_iter().partition(|stroke| stroke.from == stroke.to);
        [lines, dots]
    }

    /// Places along X, so many metres from one to the next.
    fn row(count: usize, step: f32) -> Vec<Vec3> {
        (0..count).map(|i| Vec3::new(i as f32 * step - 0.5, 1.0, 0.0)).collect()
    }

    #[test]
    fn a_trail_joins_the_places_and_is_strongest_on_the_frame_that_shows() {
        let [lines, dots] = drawn(&row(11, 0.1), 20, 25);
        assert_eq!((lines.len(), dots.len()), (10, 11));
        assert!(lines.windows(2).all(|pair| pair[0].to == pair[1].from));
        let opacity: Vec<u8> = dots.iter().map(|dot| dot.colour[3]).collect();
        assert!(opacity[..6].is_sorted() && opacity[5] > 240);
        assert!(opacity[5..].iter().rev().is_sorted() && opacity[10] < 40);
        assert_eq!(dots[3].colour[..3], COLOUR[..3]);
    }

    #[test]
    fn a_gap_breaks_a_trail() {
        let mut places = row(11, 0.1);
        places[4] = Vec3::NAN;
        let [lines, dots] = drawn(&places, 0, 0);
        assert_eq!((lines.len(), dots.len()), (8, 10));
        let [lines, dots] = drawn(&[Vec3::NAN, Vec3::ZERO, Vec3::NAN], 0, 1);
        assert_eq!((lines.len(), dots.len()), (0, 1));
        assert!(drawn(&[], 0, 0).iter().all(Vec::is_empty));
    }

    #[test]
    fn dots_keep_their_frames_where_there_is_no_room_for_all() {
        // About one pixel a frame.
        let [lines, dots] = drawn(&row(400, 0.0025), 100, 103);
        assert!(lines.len() < 250, "{} lines for 1 m", lines.len());
        let frame_of = |dot: &Stroke| ((dot.from[0] + 0.5) / 0.0025).round() as usize + 100;
        let frames: Vec<usize> = dots.iter().map(frame_of).collect();
        let each = frames[3] - frames[2];
        assert!([10, 20, 50].contains(&each), "{frames:?}");
        let others: Vec<_> = frames.iter().filter(|&&frame| frame != 103).collect();
        assert!(others.iter().all(|&&frame| frame % each == 0), "{frames:?}");
        assert!(frames.contains(&103), "the frame that shows");
    }

    #[test]
    fn a_node_that_stands_still_is_one_dot() {
        let [lines, dots] = drawn(&[Vec3::Y; 300], 0, 150);
        assert!(lines.is_empty(), "{}", lines.len());
        assert!(dots.len() < 5, "{}", dots.len());
    }

    #[test]
    fn places_are_those_of_the_poses() {
        let sample = Sample::new();
        let skeleton = &sample.take.skeleton;
        let mut cache = TrailCache::default();
        for name in ["LeftFoot", "Marker", "LeftFoot"] {
            let node = skeleton.find(name).unwrap();
            for frames in [1..5, 0..2, 3..3, 0..5] {
                cache.begin();
                let places = cache.positions(7, &sample.take, &sample.stage, node, frames.clone());
                assert_eq!(places.len(), frames.len());
                for (place, frame) in places.iter().zip(frames) {
                    let pose = Pose::of(skeleton, sample.take.row(frame));
                    let whole = sample.stage.world(pose.position(node));
                    let is_gap = name == "Marker" && frame == 2;
                    assert!(*place == whole || (is_gap && !place.is_finite()));
                }
            }
        }
    }

    #[test]
    fn what_was_worked_out_serves_until_the_playhead_leaves_it_or_nobody_asks() {
        let sample = Sample::new();
        let node = sample.take.skeleton.find("LeftFoot").unwrap();
        let row = sample.take.row(0);
        let rows = (0..2000).flat_map(|_| row.iter().copied()).collect();
        let mut take = Sample::new().take;
        take.motion = crate::take::Motion::new(0.01, 2000, row.len(), rows);
        let mut cache = TrailCache::default();
        let mut begins = Vec::new();
        for frame in (100..1900).chain((100..1900).rev()) {
            cache.begin();
            cache.positions(0, &take, &sample.stage, node, frame - 100..frame + 100);
            begins.push(cache.paths[0].frames.start);
        }
        begins.dedup();
        assert_eq!(begins, [0, 1, 482, 963, 482, 1, 0], "there and back");
        cache.begin();
        assert_eq!(cache.paths.len(), 1, "of the picture before");
        cache.begin();
        assert!(cache.paths.is_empty());
    }
}
