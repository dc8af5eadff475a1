//! The floor line: the floor in a view from its side, to judge contact by.

use glam::Vec3;

use super::camera::{Camera, Projection};
use super::draw_list::{DrawList, Grid, Stroke};
use super::theme_colours::faint;

/// So much of a view along the floor, as the sine of its angle, still shows the floor from its side.
const MAX_SLOPE: f32 = 0.02;

/// How wide the ground is seen at a point, from 0 for its edge to 1 for everything that is not nearly so.
pub(super) fn ground_openness(camera: &Camera, point: Vec3) -> f32 {
    /// The sine of the angle to the ground from which on shadows are as wide as from above.
    const FULLY_OPEN: f32 = 0.09;
    let sight = match camera.projection {
        Projection::Perspective => (point - camera.eye()).normalize_or_zero(),
        Projection::Orthographic => camera.orientation() * Vec3::NEG_Z,
    };
    (sight.y.abs() / FULLY_OPEN).min(1.0)
}

/// Adds the floor as a line across the view, with a tick at each strong line of the grid, where the view is
/// along the floor and without perspective; `height` is the view's, in pixels.
pub fn draw_floor_line(camera: &Camera, aspect: f32, height: f32, list: &mut DrawList) {
    let sight = camera.orientation() * Vec3::NEG_Z;
    if camera.projection != Projection::Orthographic || sight.y.abs() > MAX_SLOPE {
        return;
    }
    let across = camera.orientation() * Vec3::X;
    let metres = camera.heights_per_metre(camera.target).recip();
    let middle = camera.target.with_y(0.0);
    let half = across * (metres * aspect * 0.5);
    let pixel = metres / height;
    let scale = (height / 720.0).max(1.0);
    let [r, g, b, _] = list.palette.grid;
    let colour = [r, g, b, 0xff];
    let ends = [middle - half, middle + half];
    // Under the figures it is strong; over them, so fine that a foot in the floor shows on both sides of it.
    list.add_under(Stroke::line(ends, colour, 1.5 * scale));
    list.add_over(Stroke::line(ends, faint(colour, 0.55), scale));
    let spacing = Grid::around(camera).spacing;
    let along = ends.map(|end| end.dot(across) / spacing);
    let mut tick = along[0].ceil();
    while tick <= along[1] {
        let at = middle + across * (tick * spacing - middle.dot(across));
        list.add_under(Stroke::line([at, at - Vec3::Y * (7.0 * scale * pixel)], colour, scale));
        tick += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::list_of;
    use crate::scene::{Stroke, View};

    fn strokes(view: View, projection: Projection, pitch: f32) -> Vec<Stroke> {
        let mut camera = Camera { projection, ..Camera::default() };
        camera.look_from(view);
        camera.pitch += pitch;
        list_of(&camera, |_, list| draw_floor_line(&camera, 1.5, 720.0, list)).strokes
    }

    #[test]
    fn the_floor_is_a_line_from_its_side_alone() {
        for view in [View::Front, View::Back, View::Left, View::Right] {
            let strokes = strokes(view, Projection::Orthographic, 0.0);
            assert!(strokes.len() >= 4, "{view:?}: two lines and ticks");
            let on_floor = strokes.iter().filter(|s| s.from[1] == 0.0 && s.to[1] == 0.0);
            let length = |s: &Stroke| Vec3::from(s.from).distance(Vec3::from(s.to));
            let wide = 1.5 * 2.0 * Camera::default().distance * (0.31f32).tan();
            assert!(on_floor.clone().all(|s| (length(s) - wide).abs() < 1e-3), "{view:?}");
            assert_eq!(on_floor.count(), 2);
        }
        assert!(strokes(View::Top, Projection::Orthographic, 0.0).is_empty());
        assert!(strokes(View::Front, Projection::Perspective, 0.0).is_empty());
        assert!(strokes(View::Front, Projection::Orthographic, 0.1).is_empty());
    }
}
