//! A motion trail: the path of a node through the frames around the current one.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::theme_colours::{Rgba, faint};

/// The path of one node.
#[derive(Clone, Copy, Debug)]
pub struct Trail<'a> {
    /// Where it is on each frame, in the world; not finite where the file has a gap.
    pub places: &'a [Vec3],
    /// The frame of the first place.
    pub first: usize,
    /// The frame that shows.
    pub frame: usize,
    /// Its colour where it is strongest.
    pub colour: Rgba,
}

impl Trail<'_> {
    /// Opacity on the frame that shows, and at both ends of the trail.
    const OPACITY: [f32; 2] = [0.95, 0.14];
    /// Pixels between two points of the path: what moves less is drawn as one line.
    const FINEST: f32 = 2.0;
    /// How many widths of the line a dot is wide.
    const DOT: f32 = 2.3;
    /// How many dots' widths from one dot to the next make room for all of them.
    const ROOM: f32 = 2.6;

    /// Adds the path to a view `height` pixels high.
    pub fn draw(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        let clip_from_world = list.clip_from_world;
        let aspect = list.rays.aspect();
        // Pixels, but for where the view's middle is: only distances are asked for.
        let on_screen = |point: Vec3| -> Option<Vec2> {
            let clip = clip_from_world * point.extend(1.0);
            let at = Vec2::new(clip.x * aspect, clip.y) / clip.w;
            (clip.w > 0.0).then_some(at * 0.5 * height)
        };
        let way: f32 = self
            .places
            .windows(2)
            .filter_map(|pair| Some(on_screen(pair[0])?.distance(on_screen(pair[1])?)))
            .filter(|way| way.is_finite())
            .sum();
        let each = self.dots_each(way, style);
        let reach = self.reach();
        let opacity = |frame: usize| {
            let away = frame.abs_diff(self.frame) as f32 / reach;
            let [here, far] = Self::OPACITY;
            far + (here - far) * (1.0 - away.min(1.0)).powf(1.5)
        };
        // The last point that a line was drawn to, and where it is on the screen.
        let mut last: Option<(Vec3, Vec2)> = None;
        for (i, &at) in self.places.iter().enumerate() {
            let frame = self.first + i;
            let Some(place) = on_screen(at).filter(|_| at.is_finite()) else {
                last = None;
                continue;
            };
            let is_dot = frame.is_multiple_of(each) || frame == self.frame;
            let is_end = self.places.get(i + 1).is_none_or(|next| !next.is_finite());
            let way = last.map_or(f32::INFINITY, |(_, before)| before.distance(place));
            if way >= Self::FINEST || is_dot || is_end {
                let colour = faint(self.colour, opacity(frame));
                let depth = camera.depth(at);
                if let Some((from, _)) = last.filter(|_| way > 0.0) {
                    let middle = camera.depth((from + at) * 0.5);
                    let piece =
                        Stroke { cut: 1.0, ..Stroke::line([from, at], colour, style.trail) };
                    list.at_depth(middle, piece);
                }
                if is_dot {
                    let width = style.trail * Self::DOT;
                    // Over the lines on both of its sides.
                    list.at_depth(depth - 5e-3, Stroke::line([at; 2], colour, width));
                }
                last = Some((at, place));
            }
        }
    }

    /// The most frames from the one that shows to an end of the trail, at least 1.
    fn reach(&self) -> f32 {
        let last = self.first + self.places.len().saturating_sub(1);
        let most = self.frame.abs_diff(self.first).max(self.frame.abs_diff(last));
        most.max(1) as f32
    }

    /// A dot on every so many frames, along 1, 2, 5, 10, so that there is room between them on a
    /// path that is `way` pixels long. They stay with their frames as time goes on.
    fn dots_each(&self, way: f32, style: FigureStyle) -> usize {
        let a_frame = way / self.places.len().max(2) as f32;
        let needed = style.trail * Self::DOT * Self::ROOM;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::ThemeColours;
    use crate::scene::sample::HEIGHT;

    const COLOUR: Rgba = [10, 20, 30, 255];

    /// The lines and the dots of a trail, from left to right.
    fn drawn(places: &[Vec3], first: usize, frame: usize) -> [Vec<Stroke>; 2] {
        let mut camera = Camera::default();
        camera.look_from(crate::scene::View::Front);
        let style = FigureStyle::for_view(HEIGHT, 1.0);
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, 1.0, ThemeColours::DARK);
        let trail = Trail { places, first, frame, colour: COLOUR };
        trail.draw(&camera, style, HEIGHT, &mut list);
        list.finish();
        list.strokes.sort_by(|a, b| a.from[0].total_cmp(&b.from[0]));
        let strokes = list.strokes.into_iter();
        let (dots, lines) = strokes.partition(|stroke| stroke.from == stroke.to);
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
        let alone = [Vec3::NAN, Vec3::ZERO, Vec3::NAN];
        let [lines, dots] = drawn(&alone, 0, 1);
        assert_eq!((lines.len(), dots.len()), (0, 1));
        assert!(drawn(&[], 0, 0).iter().all(Vec::is_empty));
    }

    #[test]
    fn dots_keep_their_frames_where_there_is_no_room_for_all() {
        // About one pixel a frame.
        let places = row(400, 0.0025);
        let [lines, dots] = drawn(&places, 100, 103);
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
}
