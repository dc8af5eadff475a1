//! How far a solved skeleton is from the points that it was solved from.

use std::fmt;

use glam::DVec3;

use super::figure::SolvedFigure;
use super::tracks::{Reader, World};
use crate::take::{Take, rounded};

/// How far joints are from their points, where these are seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// In the mean over all joints and frames, in the take's unit.
    pub mean: f64,
    /// The joint that is the farthest in its mean: the name of its point, and that mean.
    pub worst: (String, f64),
    /// How tall the figure is, in the same unit; of several the tallest.
    pub height: f64,
    /// Metres in a unit, where that is known or guessed.
    pub metres_per_unit: Option<f64>,
}

impl Residual {
    pub(super) fn measure(
        take: &Take,
        figures: &[SolvedFigure],
        world: &World,
        guessed_metres: Option<f64>,
    ) -> Self {
        let (mut sum, mut count) = (0.0, 0.0);
        let mut worst = (String::new(), 0.0);
        let mut places: Vec<DVec3> = Vec::new();
        for figure in figures {
            let reader = Reader::new(take, &figure.nodes, *world);
            // Joints that are added stand where others do.
            let joints = figure.plan.joints.iter().enumerate();
            let joints =
                joints.filter(|(_, joint)| !joint.is_added && joint.point < figure.nodes.len());
            let mut joints: Vec<(usize, usize, f64, f64)> =
                joints.map(|(place, joint)| (place, joint.point, 0.0, 0.0)).collect();
            for (frame, row) in take.motion.rows().enumerate() {
                figure.place(frame, &mut places);
                for (joint, point, sum, count) in &mut joints {
                    let off = places[*joint].distance(reader.place(*point, row));
                    if off.is_finite() {
                        (*sum, *count) = (*sum + off, *count + 1.0);
                    }
                }
            }
            for (_, point, off, seen) in joints.into_iter().filter(|(.., seen)| *seen > 0.0) {
                (sum, count) = (sum + off, count + seen);
                if worst.0.is_empty() || off / seen > worst.1 {
                    worst = (take.skeleton[figure.nodes[point]].name.clone(), off / seen);
                }
            }
        }
        let heights = figures.iter().map(|figure| figure.shape.height);
        Self {
            mean: sum / f64::max(count, 1.0),
            worst,
            height: heights.fold(0.0, f64::max),
            metres_per_unit: take.units.metres_per_unit.or(guessed_metres),
        }
    }

    /// A distance as people read it: in millimetres, or as a part of the figure's height where the unit is not known.
    fn describe(&self, distance: f64) -> String {
        match self.metres_per_unit {
            Some(metres) => format!("{} mm", rounded(distance * metres * 1000.0, 1)),
            None => format!("{} % of the height", rounded(100.0 * distance / self.height, 2)),
        }
    }
}

/// The mean and the worst joint, for people.
impl fmt::Display for Residual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (joint, worst) = &self.worst;
        let (mean, worst) = (self.describe(self.mean), self.describe(*worst));
        write!(
            f,
            "its joints are {mean} from their points in the mean, {joint} {worst} at the worst"
        )
    }
}
