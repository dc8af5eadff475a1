//! Objects: rigid surfaces that a bone takes along, such as a sword in a hand.

use glam::Vec3;

/// A surface of triangles, in metres and in the space of its own file.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name of its file.
    pub name: String,
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    lines: Vec<[u32; 2]>,
    folds: Vec<Fold>,
}

/// A line where two triangles meet, or where one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its ends.
    pub points: [u32; 2],
    /// The triangles on both sides; the same one twice where there is only one.
    pub triangles: [u32; 2],
}

impl Object {
    /// A surface out of faces of three corners or more, each a list of numbers of points.
    ///
    /// # Panics
    /// Where a corner is no point: that is a mistake of the loader, never of a file.
    pub fn new(
        name: impl Into<String>,
        points: Vec<Vec3>,
        faces: impl IntoIterator<Item = impl AsRef<[u32]>>,
    ) -> Self {
        let (mut triangles, mut lines) = (Vec::new(), Vec::new());
        for face in faces {
            let face = face.as_ref();
            let is_point = |&corner: &u32| (corner as usize) < points.len();
            assert!(face.iter().all(is_point), "of points");
            triangles.extend(face.windows(2).skip(1).map(|pair| [face[0], pair[0], pair[1]]));
            let around = face.iter().zip(face.iter().cycle().skip(1)).filter(|(a, b)| a != b);
            lines.extend(around.map(|(a, b)| [*a.min(b), *a.max(b)]));
        }
        lines.sort_unstable();
        lines.dedup();
        Self { name: name.into(), folds: folds(&triangles), points, triangles, lines }
    }

    /// Its points.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// The corners of its triangles.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The lines around its faces, each once.
    pub fn lines(&self) -> &[[u32; 2]] {
        &self.lines
    }

    /// The lines between its triangles: those whose sides face to and away from the eye are its outline.
    pub fn folds(&self) -> &[Fold] {
        &self.folds
    }

    /// The longest side of the box around it.
    pub fn size(&self) -> f32 {
        let corners = self.points.iter().map(|&point| (point, point));
        let corners = corners.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
        corners.map_or(0.0, |(least, most)| (most - least).max_element())
    }
}

/// The lines between triangles. Three that meet in one line are as two and one.
fn folds(triangles: &[[u32; 3]]) -> Vec<Fold> {
    let sides = (0u32..).zip(triangles).flat_map(|(triangle, &[a, b, c])| {
        [[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], triangle))
    });
    let mut sides: Vec<([u32; 2], u32)> = sides.collect();
    sides.sort_unstable();
    let mut folds: Vec<Fold> = Vec::new();
    for (points, triangle) in sides {
        match folds.last_mut() {
            Some(fold) if fold.points == points && fold.triangles[0] == fold.triangles[1] => {
                fold.triangles[1] = triangle;
            }
            _ => folds.push(Fold { points, triangles: [triangle; 2] }),
        }
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_of_four_corners_has_two_triangles_four_lines_and_a_fold_within() {
        let points = vec![Vec3::ZERO, Vec3::X * 2.0, Vec3::ONE, Vec3::Y];
        let object = Object::new("quad", points, [[0, 1, 2, 3]]);
        assert_eq!(object.triangles(), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(object.lines(), [[0, 1], [0, 3], [1, 2], [2, 3]]);
        let within: Vec<&Fold> =
            object.folds().iter().filter(|fold| fold.triangles[0] != fold.triangles[1]).collect();
        assert_eq!(within.len(), 1);
        assert_eq!(within[0].points, [0, 2]);
        assert_eq!(object.folds().len(), 5);
        assert_eq!(object.size(), 2.0);
    }

    #[test]
    #[should_panic(expected = "of points")]
    fn a_corner_that_is_nowhere_is_a_mistake_of_the_loader() {
        Object::new("triangle", vec![Vec3::ZERO], [[0, 0, 1]]);
    }
}
