//! How pinned measures are drawn into the view, and where their labels stand.

use glam::{Vec2, Vec3};

use crate::app::{measures::apply::MeasureReading, state::State, takes::open_take::OpenTake};
use crate::review::measure::MeasureKind;
use crate::scene::{DrawList, FigureStyle, Guide, Stage};

impl State {
    /// Adds the guides of the measures of a take to a view `height` pixels high.
    pub(crate) fn draw_measures(
        &self,
        open: &OpenTake,
        style: FigureStyle,
        height: f32,
        list: &mut DrawList,
    ) {
        let stage = self.session.stage_of(open);
        for measured in self.session.measured.iter().filter(|m| m.take == open.id) {
            for guide in guides(stage, open, measured) {
                guide.draw(&self.view.shown, style, height, list);
            }
        }
    }

    /// The measures that are seen, and where in the view each is, in points from its upper left corner.
    pub fn measures_in_view(&self) -> impl Iterator<Item = (&MeasureReading, Vec2)> {
        self.session.measured.iter().filter_map(|measured| {
            let open = self.session.takes.find(measured.take).filter(|it| self.is_seen(it))?;
            let point = label_at(self.session.stage_of(open), open, measured);
            let at = self.point_in_cell(self.cell_of(open.id), point)?;
            at.is_finite().then_some((measured, at))
        })
    }
}

/// Where a measure of a take is that stands so. Joints are where the pose has them, also between two frames.
fn points(stage: &Stage, open: &OpenTake, measured: &MeasureReading) -> Vec<Vec3> {
    let joints = &measured.measure.joints;
    if joints.is_empty() {
        // Measured where the take stands by itself.
        measured.anchors.iter().map(|&at| stage.position_from(&open.stage, at)).collect()
    } else {
        joints.iter().map(|&joint| stage.world(open.pose.position(joint))).collect()
    }
}

fn below(at: Vec3) -> Vec3 {
    Vec3::new(at.x, 0.0, at.z)
}

fn guides(stage: &Stage, open: &OpenTake, measured: &MeasureReading) -> Vec<Guide> {
    let points = points(stage, open, measured);
    match (measured.measure.kind, &points[..]) {
        (MeasureKind::Distance, &[a, b]) => vec![Guide::Line([a, b])],
        (MeasureKind::Angle, &[a, b, c]) => vec![Guide::Arc([a, b, c])],
        (MeasureKind::Height, &[at]) => vec![Guide::Dashed([at, below(at)]), Guide::Point(at)],
        (
            MeasureKind::CentreOfMass | MeasureKind::CentreOfMassHeight | MeasureKind::Support,
            &[at, floor, ref corners @ ..],
        ) => vec![
            Guide::Outline(corners.to_vec()),
            Guide::Dashed([at, floor]),
            Guide::Point(floor),
            Guide::Point(at),
        ],
        (_, &[at, ..]) => vec![Guide::Point(at)],
        _ => Vec::new(),
    }
}

/// The point that the label is about.
fn label_at(stage: &Stage, open: &OpenTake, measured: &MeasureReading) -> Vec3 {
    match (measured.measure.kind, &points(stage, open, measured)[..]) {
        (MeasureKind::Distance, &[a, b]) => (a + b) * 0.5,
        (MeasureKind::Angle, &[_, corner, _]) => corner,
        (MeasureKind::Height, &[at]) => (at + below(at)) * 0.5,
        (_, &[at, ..]) => at,
        _ => Vec3::NAN,
    }
}
