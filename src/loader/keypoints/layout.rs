//! What the columns of a table of keypoints are.

use super::super::gaps::point_columns;
use super::super::table::Separator;
use super::rows::Roles;

/// What the columns of a table are.
#[derive(Debug, Default)]
pub struct Layout {
    pub separator: Separator,
    /// Where the first row begins.
    pub start: usize,
    /// How many columns there are.
    pub width: usize,
    pub roles: Roles,
    /// The points of a row, in the order of their names; one without a name where the rows have it.
    pub points: Vec<Point>,
    /// Whether places have no z: they are in a picture.
    pub is_flat: bool,
    /// Metres in the unit that the names state.
    pub metres: Option<f64>,
    /// Whether these are the axes of Unity, with X to the right, Y up and Z ahead.
    pub is_left_handed: bool,
    /// Whether they may be landmarks of MediaPipe, by their number or by the word for how well they are seen.
    pub may_be_landmarks: bool,
    /// Whether it is sure that there is one figure: a second row of a frame is one too many.
    pub is_of_one: bool,
}

/// The columns of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub name: String,
    /// Where its name stands.
    pub at: usize,
    pub place: [Option<usize>; 3],
    pub confidence: Option<usize>,
}

/// Words for a value that is missing.
pub(super) const GAPS: &[&[u8]] = &[b"nan", b"none", b"null", b"na", b"n/a", b"-"];

impl Layout {
    pub fn has_confidence(&self) -> bool {
        self.points.iter().any(|point| point.confidence.is_some())
    }

    /// How many values each point has in a take.
    pub fn values_of_point(&self) -> usize {
        point_columns(self.has_confidence())
    }

    /// Whether rows are of one point, or one person, each.
    pub fn has_keys(&self) -> bool {
        self.roles.name.is_some() || self.roles.person.is_some()
    }
}
