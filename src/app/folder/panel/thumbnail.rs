//! How a thumbnail is painted: a small stick figure, at any moment of its take.

use egui::{Color32, Mesh, Painter, Pos2, Rect, vec2};
use glam::{Mat3, Vec3};

use crate::scene::{Rgba, Side, Theme, Thumbnail};

/// How far above the ground the figure is looked at from, and how far beside its front, in radians.
const PITCH: f32 = 0.2;
const YAW: f32 = 0.55;

/// Paints a figure into a rectangle, at a part of its take from 0 to 1, with lines of a width in points.
pub fn thumbnail_paint(
    painter: &Painter,
    rect: Rect,
    theme: Theme,
    thumbnail: &Thumbnail,
    at: f32,
    width: f32,
) {
    let facing = thumbnail.facing();
    let turn = Mat3::from_rotation_x(PITCH) * Mat3::from_rotation_y(YAW - facing.x.atan2(facing.z));
    let bounds = thumbnail.bounds();
    let middle = bounds.centre();
    // The largest the figure can be on the picture, whatever it does.
    let half = (bounds.high - bounds.low) * 0.5;
    let reach = turn.to_cols_array_2d().map(Vec3::from).map(Vec3::abs);
    let wide = half.x * reach[0].x + half.y * reach[1].x + half.z * reach[2].x;
    let tall = half.x * reach[0].y + half.y * reach[1].y + half.z * reach[2].y;
    let room = rect.shrink(width).size() * 0.5;
    let scale = (room.x / wide.max(1e-6)).min(room.y / tall.max(1e-6));
    let place = |point: Vec3| -> Pos2 {
        let seen = turn * (point - middle);
        rect.center() + vec2(seen.x, -seen.y) * scale
    };
    let palette = theme.palette();
    let pixel = painter.pixels_per_point().recip();
    let mut lines = Mesh::default();
    for (from, to, side) in thumbnail.lines(at) {
        let colour = colour(match side {
            Side::Left => palette.left,
            Side::Right => palette.right,
            Side::Middle => palette.middle,
        });
        if from == to {
            painter.circle_filled(place(from), width * 0.8, colour);
        } else {
            add_line(&mut lines, [place(from), place(to)], width, pixel, colour);
        }
    }
    painter.add(lines);
}

/// Adds a line with soft edges to a mesh. A hundred figures have thousands of them: with egui's own, which come with
/// joints and caps, each picture takes a third longer.
fn add_line(mesh: &mut Mesh, ends: [Pos2; 2], width: f32, pixel: f32, colour: Color32) {
    let along = ends[1] - ends[0];
    let across = along.rot90() / along.length().max(f32::MIN_POSITIVE);
    let first = mesh.vertices.len() as u32;
    let soft = Color32::TRANSPARENT;
    // A line of less than a pixel and a half is soft all over.
    let columns: &[(f32, Color32)] = if width > 1.5 * pixel {
        let [core, edge] = [width - pixel, width + pixel].map(|width| width * 0.5);
        &[(-edge, soft), (-core, colour), (core, colour), (edge, soft)]
    } else {
        &[(-width, soft), (0.0, colour), (width, soft)]
    };
    for end in ends {
        for (offset, colour) in columns {
            mesh.colored_vertex(end + across * *offset, *colour);
        }
    }
    let count = columns.len() as u32;
    for column in first..first + count - 1 {
        mesh.add_triangle(column, column + 1, column + count);
        mesh.add_triangle(column + 1, column + count, column + count + 1);
    }
}

fn colour([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
