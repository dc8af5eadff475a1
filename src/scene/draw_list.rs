//! A picture as plain data, ready for the renderer.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

use super::camera::Camera;
use super::palette::{Palette, Rgba};

/// A round-ended line of one width on screen: a bone, a shadow, or a dot where both ends meet.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Stroke {
    /// One end, in the world.
    pub from: [f32; 3],
    /// The other end.
    pub to: [f32; 3],
    /// Its colour.
    pub colour: Rgba,
    /// Pixels across.
    pub width: f32,
    /// Over how many pixels its edge fades out; 0 for a crisp, smooth edge.
    pub softness: f32,
}

/// The ground: lines that fade out with the distance from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Metres from one strong line to the next.
    pub spacing: f32,
    /// Around which point of the ground it is drawn.
    pub centre: Vec3,
    /// Metres from there to where nothing is left of it.
    pub reach: f32,
}

impl Grid {
    /// Fine lines between two strong ones.
    pub const DIVISIONS: f32 = 4.0;

    /// A grid that suits how far the camera is away: strong lines each metre where people are
    /// looked at, each 10 or 100 metres from afar.
    pub fn around(camera: &Camera) -> Self {
        let decade = (camera.distance / 20.0).max(1e-3).log10().ceil();
        Self {
            spacing: 10f32.powf(decade.max(-1.0)),
            centre: Vec3::new(camera.target.x, 0.0, camera.target.z),
            reach: camera.distance.max(0.3) * 2.6,
        }
    }
}

/// Everything in one view.
#[derive(Clone, Debug)]
pub struct DrawList {
    /// From the world to clip space.
    pub clip_from_world: Mat4,
    /// Colours of what is not coloured on its own.
    pub palette: Palette,
    /// The ground, where it shows.
    pub grid: Option<Grid>,
    /// Whether backdrop and ground are left out, for pictures with a transparent background.
    pub transparent: bool,
    /// In the order in which they are painted, one over the other.
    pub strokes: Vec<Stroke>,
    /// Thin strokes in no order, for [`Self::finish`] to put in their place.
    wires: Vec<Stroke>,
    /// Strokes with their depths, before they are in order.
    unsorted: Vec<(f32, Stroke)>,
}

impl DrawList {
    /// An empty view.
    pub fn new(palette: Palette) -> Self {
        Self {
            clip_from_world: Mat4::IDENTITY,
            palette,
            grid: None,
            transparent: false,
            strokes: Vec::new(),
            wires: Vec::new(),
            unsorted: Vec::new(),
        }
    }

    /// Starts the next picture, keeping the memory of the last one.
    pub fn begin(&mut self, camera: &Camera, aspect: f32, palette: Palette) {
        self.clip_from_world = camera.clip_from_world(aspect);
        self.palette = palette;
        self.grid = Some(Grid::around(camera));
        self.strokes.clear();
        self.wires.clear();
        self.unsorted.clear();
    }

    /// Adds a stroke that lies under all others, as a shadow does.
    pub fn under(&mut self, stroke: Stroke) {
        self.strokes.push(stroke);
    }

    /// Adds a thin line that lies over every shadow and under everything that has a depth.
    pub fn wire(&mut self, stroke: Stroke) {
        self.wires.push(stroke);
    }

    /// Adds a stroke that hides what is behind it; `depth` is from the eye.
    pub fn at_depth(&mut self, depth: f32, stroke: Stroke) {
        self.unsorted.push((depth, stroke));
    }

    /// Puts the strokes in order, far ones first: their smooth edges blend over what is behind
    /// them, which a depth buffer cannot do.
    pub fn finish(&mut self) {
        self.strokes.append(&mut self.wires);
        self.unsorted.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.strokes
            .extend(self.unsorted.drain(..).map(|(_, stroke)| stroke));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(width: f32) -> Stroke {
        Stroke {
            from: [0.0; 3],
            to: [0.0; 3],
            colour: [0; 4],
            width,
            softness: 0.0,
        }
    }

    #[test]
    fn near_strokes_are_painted_over_far_ones_and_shadows_and_wires_first() {
        let mut list = DrawList::new(Palette::DARK);
        list.at_depth(1.0, stroke(1.0));
        list.at_depth(5.0, stroke(5.0));
        list.wire(stroke(8.0));
        list.under(stroke(9.0));
        list.at_depth(3.0, stroke(3.0));
        list.finish();
        let widths: Vec<f32> = list.strokes.iter().map(|s| s.width).collect();
        assert_eq!(widths, [9.0, 8.0, 5.0, 3.0, 1.0]);
    }

    #[test]
    fn strong_lines_are_a_metre_apart_around_a_person() {
        for (distance, spacing) in [(2.5, 1.0), (4.0, 1.0), (15.0, 1.0), (60.0, 10.0)] {
            let camera = Camera {
                distance,
                ..Camera::default()
            };
            assert_eq!(Grid::around(&camera).spacing, spacing, "{distance}");
        }
    }
}
