//! The ids of docked curves and of their value scales.

use crate::review::measure::JointMeasure;
use crate::scene::CurveKind;
use crate::take::NodeId;

/// Where the values of curves come from. The take is the active one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CurveSource {
    /// Channels of a node, or its position in the world.
    Node(NodeId, CurveKind),
    /// A measure of joints.
    Measure(JointMeasure),
    /// How far a node is from its counterpart in the reference, while takes are compared.
    Difference(NodeId),
}

/// One curve: the values of a source, or one of its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurveId {
    /// Where its values come from.
    pub source: CurveSource,
    /// Its place among the curves of the source.
    pub component: usize,
}

/// What a value scale is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScaleOf {
    /// All curves of a unit, which share one plot.
    Unit(&'static str),
    /// A curve that has a lane of its own.
    Curve(CurveId),
}
