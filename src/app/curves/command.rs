//! The curve commands: what the docked curves show, and how.

use crate::app::curves::id::{CurveId, ScaleOf};
use crate::options::Quantity;

/// Changes what the docked curves show.
#[derive(Clone, Debug, PartialEq)]
pub enum CurvesCommand {
    /// Shows or hides a quantity of the selected joints.
    ShowQuantity(Quantity, bool),
    /// Gives each curve a lane of its own, or lets all share one plot.
    ToggleStacked,
    /// Shows derivatives in the place of values, or values again.
    ToggleDerivative,
    /// Shows or hides one curve.
    ShowCurve(CurveId, bool),
    /// Shows these values from the lower edge to the upper one, each on its scale.
    ShowValues(Vec<(ScaleOf, [f64; 2])>),
    /// Shows the values of the frames that show, on every scale.
    Fit,
}
