//! How the commands of the docked curves are carried out.

use crate::app::curves::command::CurvesCommand;
use crate::app::effect::Effect;
use crate::app::state::{FeatureCommand, State};

impl FeatureCommand for CurvesCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        let options = state.interface.panels.docked;
        match self {
            Self::ToggleStacked => Some(options.stacked),
            Self::ToggleDerivative => Some(options.derivative),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        let docked = &mut state.interface.docked;
        let options = &mut state.interface.panels.docked;
        match self {
            Self::ShowQuantity(quantity, on) => {
                options.quantities = options.quantities.with(quantity, on);
            }
            Self::ToggleStacked => options.stacked = !options.stacked,
            Self::ToggleDerivative => {
                options.derivative = !options.derivative;
                // Another unit, and other values of the same one.
                docked.scales.clear();
            }
            Self::ShowCurve(id, true) => drop(docked.hidden.remove(&id)),
            Self::ShowCurve(id, false) => drop(docked.hidden.insert(id)),
            Self::ShowValues(scales) => {
                for (scale, values) in scales {
                    docked.scales.retain(|(other, _)| *other != scale);
                    docked.scales.push((scale, values));
                }
            }
            Self::Fit => docked.scales.clear(),
        }
    }
}
