//! The band of a curve that has more frames than there are pixels: from the lowest to the highest value of
//! each column.
//!
//! A line up and down each column would have ten times as many triangles.

use egui::{Color32, Mesh, Pos2, Shape, pos2};

/// One column of a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub x: f32,
    /// The upper edge and the lower one.
    pub y: [f32; 2],
    pub colour: Color32,
}

/// A band that grows from left to right, in pieces without a gap.
pub struct Band {
    mesh: Mesh,
    piece: Vec<Edge>,
    /// How high it is at least, in points.
    width: f32,
    /// How far its edges fade out, in points.
    feather: f32,
}

impl Band {
    /// An empty band, as high as a line is wide; its edges fade out over a pixel.
    pub fn new(width: f32, pixels_per_point: f32) -> Self {
        Self {
            mesh: Mesh::default(),
            piece: Vec::new(),
            width,
            feather: 1.0 / pixels_per_point,
        }
    }

    /// Adds a column; it is joined to the one before where there is one in its piece.
    pub fn add(&mut self, mut edge: Edge) {
        // What is flat is as wide as a line, of which half of what fades out is a part.
        let half = (self.width - self.feather).max(0.1) * 0.5;
        edge.y = [edge.y[0] - half, edge.y[1] + half];
        if let [.., before, last] = self.piece[..]
            && is_between(&before, &last, &edge)
        {
            self.piece.pop();
        }
        self.piece.push(edge);
    }

    /// Ends the piece.
    pub fn end(&mut self) {
        /// Where the band is higher than this, in points, nobody sees how its edges end.
        const SHARP: f32 = 4.0;
        let mut piece = std::mem::take(&mut self.piece);
        if let [alone] = piece[..] {
            let half = self.width * 0.5;
            piece = vec![
                Edge {
                    x: alone.x - half,
                    ..alone
                },
                Edge {
                    x: alone.x + half,
                    ..alone
                },
            ];
        }
        let is_low = |edge: &Edge| edge.y[1] - edge.y[0] < SHARP;
        for pair in piece.windows(2) {
            let at = |edge: &Edge, y: f32| pos2(edge.x, y);
            let [a, b] = [&pair[0], &pair[1]];
            let inner = |edge: &Edge, side: usize| (at(edge, edge.y[side]), edge.colour);
            self.quad([inner(a, 0), inner(b, 0), inner(b, 1), inner(a, 1)]);
            if !(is_low(a) && is_low(b)) {
                continue;
            }
            for (side, out) in [(0, -self.feather), (1, self.feather)] {
                let outer = |edge: &Edge| (at(edge, edge.y[side] + out), Color32::TRANSPARENT);
                self.quad([inner(a, side), inner(b, side), outer(b), outer(a)]);
            }
        }
    }

    fn quad(&mut self, corners: [(Pos2, Color32); 4]) {
        let first = self.mesh.vertices.len() as u32;
        for (at, colour) in corners {
            self.mesh.colored_vertex(at, colour);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first, first + 2, first + 3);
    }

    /// What is to be painted.
    pub fn shape(mut self) -> Shape {
        self.end();
        Shape::mesh(self.mesh)
    }
}

/// Whether a column is where its neighbours alone would have the band.
fn is_between(before: &Edge, edge: &Edge, after: &Edge) -> bool {
    /// What nobody sees, in points.
    const NOTHING: f32 = 0.1;
    let part = (edge.x - before.x) / (after.x - before.x).max(f32::MIN_POSITIVE);
    let is_near = |side: usize| {
        let straight = before.y[side] + (after.y[side] - before.y[side]) * part;
        (straight - edge.y[side]).abs() < NOTHING
    };
    // Small steps that each are nothing add up: what is left out stays short.
    let is_short = after.x - before.x < 24.0;
    before.colour == edge.colour
        && edge.colour == after.colour
        && is_short
        && is_near(0)
        && is_near(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles(columns: impl IntoIterator<Item = (f32, f32)>) -> usize {
        let mut band = Band::new(1.4, 1.0);
        for (place, (high, low)) in columns.into_iter().enumerate() {
            band.add(Edge {
                x: place as f32 * 2.0,
                y: [high, low],
                colour: Color32::RED,
            });
        }
        let Shape::Mesh(mesh) = band.shape() else {
            panic!("a mesh");
        };
        assert!(mesh.is_valid());
        mesh.indices.len() / 3
    }

    #[test]
    fn noise_has_two_triangles_a_column_and_a_straight_line_few() {
        let noise = (0..500).map(|n| ((n * 37 % 20) as f32, 40.0 + (n * 53 % 20) as f32));
        let found = triangles(noise);
        assert!((780..=998).contains(&found), "{found} of 499 columns");
        let straight = triangles((0..500).map(|n| (n as f32 * 0.1, n as f32 * 0.1)));
        assert!(straight < 6 * 500 / 8, "{straight}");
        assert_eq!(triangles([(5.0, 5.0)]), 6, "a column alone is seen");
        assert_eq!(triangles([]), 0);
    }
}
