//! The commands of the docked curves, and the ids by which they name curves and value scales.

use crate::options::Quantity;
use crate::review::measure::JointMeasure;
use crate::scene::CurveKind;
use crate::take::NodeId;

/// Changes what the docked curves show.
#[derive(Clone, Debug, PartialEq)]
pub enum CurvesCommand {
    /// Shows or hides a quantity of the selected joints.
    ShowQuantity(Quantity, bool),
    /// Gives each curve a lane of its own, or lets all share one plot.
    ToggleStacked,
    /// Shows derivatives in the place of values, or values again.
    ToggleDerivative,
    ShowCurve(CurveId, bool),
    /// Shows these values from the lower edge to the upper one, each on its scale.
    ShowValues(Vec<(ValueScaleId, [f64; 2])>),
    /// Shows the values of the frames that show, on every scale.
    Fit,
}

/// Where the values of curves come from. The take is the active one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CurveSource {
    /// Channels of a node, or its position in the world.
    Node(NodeId, CurveKind),
    Measure(JointMeasure),
    /// How far a node is from its counterpart in the reference, while takes are compared.
    Difference(NodeId),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurveId {
    pub source: CurveSource,
    /// Its place among the curves of the source.
    pub component: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueScaleId {
    /// All curves of a unit, which share one plot.
    Unit(&'static str),
    Curve(CurveId),
}
