//! How display commands change the display options.

use crate::app::{DisplayCommand, Effect, FeatureCommand, State};
use crate::options::Labels;

impl FeatureCommand for DisplayCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::Toggle(toggle) => Some(state.is_on(*toggle)),
            Self::OutsideFrames(outside) => {
                Some(state.view.options.display.outside_frames == *outside)
            }
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        let options = &mut state.view.options;
        let display = &mut options.display;
        match self {
            Self::Style(style) => display.style = style,
            Self::NextStyle => display.style = display.style.next(),
            Self::SetGhosts { count, step } => {
                (display.ghost_count, display.ghost_step) = (count, step);
            }
            Self::TrailLength(frames) => display.trail_length = frames,
            Self::Set(toggle, on) => options.set(toggle, on),
            Self::Toggle(toggle) => options.set(toggle, !options.is_on(toggle)),
            Self::Labels(labels) => display.labels = labels,
            Self::NextLabels => {
                let at = Labels::ALL.iter().position(|&other| other == display.labels);
                display.labels = Labels::ALL[at.map_or(0, |at| (at + 1) % Labels::ALL.len())];
            }
            Self::OutsideFrames(outside) => display.outside_frames = outside,
        }
        options.display = options.display.within_limits();
    }
}
