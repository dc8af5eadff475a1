//! The draw list: everything in one view as plain data, for the renderer; and depth cueing.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec4};

use super::camera::{Camera, Rays};
use super::theme_colours::{Rgba, ThemeColours, blend, mixed};

/// A line of one width on screen: a bone, a shadow, or a dot where both ends meet.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Stroke {
    /// The ends, in the world.
    pub from: [f32; 3],
    pub to: [f32; 3],
    pub colour: Rgba,
    /// Pixels across.
    pub width: f32,
    /// Over how many pixels its edge fades out; 0 for a crisp, smooth edge.
    pub softness: f32,
    /// 0 for round ends; 1 for straight ones, so that faint strokes of one path do not lie on each other.
    pub cut: f32,
}

impl Stroke {
    /// A crisp one with round ends.
    pub fn line([from, to]: [Vec3; 2], colour: Rgba, width: f32) -> Self {
        Self { from: from.to_array(), to: to.to_array(), colour, width, softness: 0.0, cut: 0.0 }
    }
}

/// A body with a surface, lit and hidden by what is nearer: a capsule, a ball where both ends of it
/// meet, or an octahedron that is widest near its first end.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Solid {
    /// The ends of its axis, in the world.
    pub from: [f32; 3],
    pub to: [f32; 3],
    /// From the axis to the surface where it is widest, at a right angle to the axis: one of the
    /// four corners of an octahedron. Of a capsule, only the length counts.
    pub across: [f32; 3],
    /// Its colour, opaque but for halos.
    pub colour: Rgba,
    /// 0 for the solid itself; else it is a halo that ends so many pixels around the solid, in one
    /// colour, behind the solid and in front of what is behind that.
    pub halo: f32,
}

impl Solid {
    /// How far along its axis an octahedron is widest, in parts of its length.
    pub const WIDEST: f32 = 0.1;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Capsule,
    Octahedron,
}

/// A corner of a triangle of a surface, as it is lit.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Corner {
    pub at: [f32; 3],
    pub colour: Rgba,
}

/// The ground: lines that fade out with the distance from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Metres from one strong line to the next.
    pub spacing: f32,
    pub centre: Vec3,
    /// Metres from there to where nothing is left of it.
    pub reach: f32,
    /// Pixels across a line.
    pub width: f32,
    /// Which axes of the take the world's X and Z are, from 0: their lines have the colours of these.
    pub axes: [usize; 2],
}

impl Grid {
    /// Fine lines between two strong ones.
    pub const DIVISIONS: f32 = 4.0;

    /// Strong lines each metre where people are looked at, each 10 or 100 metres from afar.
    pub fn around(camera: &Camera) -> Self {
        let decade = (camera.distance / 20.0).max(1e-3).log10().ceil();
        Self {
            spacing: 10f32.powf(decade.max(-1.0)),
            centre: Vec3::new(camera.target.x, 0.0, camera.target.z),
            reach: camera.distance.max(0.3) * 2.6,
            width: 1.0,
            axes: [0, 2],
        }
    }
}

/// How colours fade with their depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// The depth where it begins, in metres.
    pub near: f32,
    /// The metres over which it grows to its full strength.
    pub span: f32,
    pub colour: Rgba,
    /// How much of that colour there is at most, from 0 to 1.
    pub strength: f32,
}

impl Fade {
    /// How much of a colour the backdrop may take: the farthest part is still seen.
    const MAX_STRENGTH: f32 = 0.72;
    /// The shortest span: the parts of a figure that stands across the line of sight are all about as near.
    const MIN_SPAN: f32 = 0.6;

    pub(super) fn none(palette: &ThemeColours) -> Self {
        Self { near: 0.0, span: 1.0, colour: mixed(palette.centre, palette.edge), strength: 0.0 }
    }

    pub(super) fn across(palette: &ThemeColours, depths: Range<f32>) -> Self {
        Self {
            near: depths.start,
            span: (depths.end - depths.start).max(Self::MIN_SPAN),
            strength: Self::MAX_STRENGTH,
            ..Self::none(palette)
        }
    }

    /// A colour as it is at a depth; its opacity stays.
    pub fn apply(&self, colour: Rgba, depth: f32) -> Rgba {
        if self.strength == 0.0 {
            return colour;
        }
        let far = ((depth - self.near) / self.span).clamp(0.0, 1.0);
        let [r, g, b, _] = blend(colour, self.colour, far * self.strength);
        [r, g, b, colour[3]]
    }
}

/// A colour of a figure before or after its frames: near to the backdrop, and still told from it.
pub fn dimmed(palette: &ThemeColours, colour: Rgba) -> Rgba {
    let [r, g, b, _] = blend(colour, mixed(palette.centre, palette.edge), 0.68);
    [r, g, b, colour[3]]
}

/// Everything in one view.
///
/// It is painted in layers: shadows, then thin lines, then what is faint, then what has a depth,
/// then what lies over everything. Figures are added one after the other, in any order.
#[derive(Clone, Debug)]
pub struct DrawList {
    pub clip_from_world: Mat4,
    pub rays: Rays,
    /// The way to the light.
    pub light: Vec3,
    /// Which part of the view is drawn: its middle, and half of its width and height. The view goes from −1 to 1.
    pub window: [f32; 4],
    /// Colours of what is not coloured on its own.
    pub palette: ThemeColours,
    pub grid: Option<Grid>,
    /// Whether figures have shadows on the floor.
    pub floor: bool,
    /// Whether backdrop and ground are left out, for pictures with a transparent background.
    pub transparent: bool,
    /// Whether what is behind the nearest part of the figures fades towards the backdrop.
    pub depth_cue: bool,
    /// In the order in which they are painted, one over the other; see [`Self::layers`].
    pub strokes: Vec<Stroke>,
    /// Capsules and balls, far ones first.
    pub capsules: Vec<Solid>,
    /// Octahedra, far ones first.
    pub octahedra: Vec<Solid>,
    /// The triangles of surfaces, three corners each, in no order.
    pub triangles: Vec<Corner>,
    /// How solids fade; strokes have faded in [`Self::finish`].
    pub fade: Fade,
    /// Where in the strokes those begin that have a depth, and those that lie over everything.
    marks: [usize; 2],
    /// Thin strokes in no order, for [`Self::finish`] to put in their place.
    wires: Vec<Stroke>,
    faints: Vec<Stroke>,
    overs: Vec<Stroke>,
    /// Strokes with their depths and places in the order of adding, before they are in order.
    unsorted: Vec<(f32, u32, Stroke)>,
    solids: Vec<(f32, Shape, Solid)>,
    /// The depths between which figures are.
    depths: Range<f32>,
    /// Numbers of a figure that is being drawn, one for each of its nodes.
    pub(super) scratch: Vec<f32>,
}

impl DrawList {
    pub fn new(palette: ThemeColours) -> Self {
        let rays = Camera::default().rays(1.0);
        Self {
            clip_from_world: Mat4::IDENTITY,
            light: rays.light(),
            rays,
            window: WHOLE_VIEW,
            palette,
            grid: None,
            floor: true,
            transparent: false,
            depth_cue: false,
            strokes: Vec::new(),
            capsules: Vec::new(),
            octahedra: Vec::new(),
            triangles: Vec::new(),
            fade: Fade::none(&palette),
            marks: [0; 2],
            wires: Vec::new(),
            faints: Vec::new(),
            overs: Vec::new(),
            unsorted: Vec::new(),
            solids: Vec::new(),
            depths: NO_DEPTHS,
            scratch: Vec::new(),
        }
    }

    /// Starts the next picture, keeping the memory of the last one.
    pub fn begin(&mut self, camera: &Camera, aspect: f32, palette: ThemeColours) {
        self.clip_from_world = camera.clip_from_world(aspect);
        self.rays = camera.rays(aspect);
        self.light = self.rays.light();
        self.window = WHOLE_VIEW;
        self.palette = palette;
        self.grid = Some(Grid::around(camera));
        self.fade = Fade::none(&palette);
        self.depths = NO_DEPTHS;
        self.marks = [0; 2];
        self.strokes.clear();
        self.wires.clear();
        self.faints.clear();
        self.overs.clear();
        self.unsorted.clear();
        self.solids.clear();
        self.capsules.clear();
        self.octahedra.clear();
        self.triangles.clear();
    }

    /// Adds a stroke that lies under all others, as a shadow does.
    pub fn add_under(&mut self, stroke: Stroke) {
        self.strokes.push(stroke);
    }

    /// Adds a thin line that lies over every shadow and under everything that has a depth.
    pub fn add_wire(&mut self, stroke: Stroke) {
        self.wires.push(stroke);
    }

    /// Adds a stroke over the thin lines and under everything that has a depth, in the order of adding: ghosts.
    pub fn add_faint(&mut self, stroke: Stroke) {
        self.faints.push(stroke);
    }

    /// Adds a stroke that hides what is behind it; `depth` is from the eye.
    pub fn add_at_depth(&mut self, depth: f32, stroke: Stroke) {
        self.unsorted.push((depth, self.unsorted.len() as u32, stroke));
    }

    /// Adds a solid; `depth` is that of its middle from the eye.
    pub fn add_solid(&mut self, depth: f32, shape: Shape, solid: Solid) {
        self.solids.push((depth, shape, solid));
    }

    /// Adds a triangle that hides what is behind it.
    pub fn add_triangle(&mut self, corners: [Corner; 3]) {
        self.triangles.extend(corners);
    }

    /// Adds a stroke that nothing hides.
    pub fn add_over(&mut self, stroke: Stroke) {
        self.overs.push(stroke);
    }

    /// Records that a part of a figure is at a depth, for [`Self::depth_cue`].
    pub(super) fn include_depth(&mut self, depth: f32) {
        self.depths.start = self.depths.start.min(depth);
        self.depths.end = self.depths.end.max(depth);
    }

    /// Sorts strokes and solids, far ones first: smooth edges blend over what is behind, which no depth buffer does.
    pub fn finish(&mut self) {
        if self.depth_cue && self.depths.start <= self.depths.end {
            self.fade = Fade::across(&self.palette, self.depths.clone());
        }
        if self.fade.strength > 0.0 {
            for corner in &mut self.triangles {
                corner.colour = self.fade.apply(corner.colour, self.rays.depth(corner.at.into()));
            }
        }
        self.strokes.append(&mut self.wires);
        self.strokes.append(&mut self.faints);
        self.marks[0] = self.strokes.len();
        // Those of one depth stay as they were added; a sort that sees to it by itself asks for memory.
        self.unsorted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let fade = self.fade;
        let sorted = self.unsorted.drain(..).map(|(depth, _, stroke)| Stroke {
            colour: fade.apply(stroke.colour, depth),
            ..stroke
        });
        self.strokes.extend(sorted);
        self.marks[1] = self.strokes.len();
        self.strokes.append(&mut self.overs);
        self.solids.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        for (_, shape, solid) in self.solids.drain(..) {
            match shape {
                Shape::Capsule => self.capsules.push(solid),
                Shape::Octahedron => self.octahedra.push(solid),
            }
        }
    }

    /// A part of a finished view, from one corner to the other, in parts of its width and height from its lower left
    /// corner: for pictures that are larger than what is drawn at once.
    pub fn part(&self, low: [f32; 2], high: [f32; 2]) -> Self {
        let half = [0, 1].map(|i| high[i] - low[i]);
        let middle = [0, 1].map(|i| high[i] + low[i] - 1.0);
        let clip_from_view = Mat4::from_cols(
            Vec4::X / half[0],
            Vec4::Y / half[1],
            Vec4::Z,
            Vec4::new(-middle[0] / half[0], -middle[1] / half[1], 0.0, 1.0),
        );
        let rays = [self.rays.start, self.rays.direction].map(|[whole, right, up]| {
            [whole + right * middle[0] + up * middle[1], right * half[0], up * half[1]]
        });
        Self {
            clip_from_world: clip_from_view * self.clip_from_world,
            rays: Rays { start: rays[0], direction: rays[1] },
            window: [middle[0], middle[1], half[0], half[1]],
            ..self.clone()
        }
    }

    /// Whether there is anything in the view that hides what is behind it, pixel by pixel.
    pub fn has_depths(&self) -> bool {
        !(self.capsules.is_empty() && self.octahedra.is_empty() && self.triangles.is_empty())
    }

    /// The strokes that lie under everything that has a depth, those that have one, and those that lie over all.
    pub fn layers(&self) -> [Range<usize>; 3] {
        let [depths, overs] = self.marks;
        [0..depths, depths..overs, overs..self.strokes.len()]
    }
}

const WHOLE_VIEW: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

const NO_DEPTHS: Range<f32> = f32::INFINITY..f32::NEG_INFINITY;

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(width: f32) -> Stroke {
        Stroke::line([Vec3::ZERO; 2], [0; 4], width)
    }

    #[test]
    fn near_strokes_are_painted_over_far_ones_and_shadows_and_wires_first() {
        let mut list = DrawList::new(ThemeColours::DARK);
        list.add_at_depth(1.0, stroke(1.0));
        list.add_at_depth(5.0, stroke(5.0));
        list.add_wire(stroke(8.0));
        list.add_over(stroke(0.5));
        list.add_faint(stroke(7.0));
        list.add_under(stroke(9.0));
        list.add_at_depth(3.0, stroke(3.0));
        list.finish();
        let widths: Vec<f32> = list.strokes.iter().map(|s| s.width).collect();
        assert_eq!(widths, [9.0, 8.0, 7.0, 5.0, 3.0, 1.0, 0.5]);
        assert_eq!(list.layers(), [0..3, 3..6, 6..7]);
    }

    #[test]
    fn strong_lines_are_a_metre_apart_around_a_person() {
        for (distance, spacing) in [(2.5, 1.0), (4.0, 1.0), (15.0, 1.0), (60.0, 10.0)] {
            let camera = Camera { distance, ..Camera::default() };
            assert_eq!(Grid::around(&camera).spacing, spacing, "{distance}");
        }
    }

    #[test]
    fn the_nearest_part_keeps_its_colour_and_the_farthest_is_still_seen() {
        let palette = ThemeColours::DARK;
        let fade = Fade::across(&palette, 3.0..5.0);
        let colour = palette.left;
        assert_eq!(fade.apply(colour, 3.0), colour);
        assert_eq!(fade.apply(colour, 2.0), colour);
        let [middle, far] = [4.0, 5.0].map(|depth| fade.apply(colour, depth));
        assert!(middle[2] < colour[2] && far[2] < middle[2]);
        assert!(far[2] > fade.colour[2] + 30);
        assert_eq!(fade.apply(colour, 50.0), far);
        assert_eq!(Fade::none(&palette).apply(colour, 50.0), colour);
    }

    #[test]
    fn a_figure_that_is_all_about_as_near_hardly_fades() {
        let palette = ThemeColours::LIGHT;
        let fade = Fade::across(&palette, 3.0..3.01);
        let off = fade.apply(palette.right, 3.01)[2].abs_diff(palette.right[2]);
        assert!(off < 4, "{off}");
    }
}
