//! How display commands change the display options.

use crate::app::camera::SceneView;
use crate::app::display::command::DisplayCommand;
use crate::app::effect::Effect;
use crate::app::state::{FeatureCommand, State};
use crate::options::Labels;

impl SceneView {
    /// Carries out a command of how takes are drawn.
    pub fn apply_display(&mut self, command: DisplayCommand) {
        let options = &mut self.options;
        let display = &mut options.display;
        match command {
            DisplayCommand::Style(style) => display.style = style,
            DisplayCommand::NextStyle => display.style = display.style.next(),
            DisplayCommand::SetGhosts { count, step } => {
                (display.ghost_count, display.ghost_step) = (count, step);
            }
            DisplayCommand::TrailLength(frames) => display.trail_length = frames,
            DisplayCommand::Set(toggle, on) => options.set(toggle, on),
            DisplayCommand::Toggle(toggle) => options.set(toggle, !options.is_on(toggle)),
            DisplayCommand::Labels(labels) => display.labels = labels,
            DisplayCommand::NextLabels => {
                let at = Labels::ALL.iter().position(|&other| other == display.labels);
                display.labels = Labels::ALL[at.map_or(0, |at| (at + 1) % Labels::ALL.len())];
            }
            DisplayCommand::OutsideFrames(outside) => display.outside_frames = outside,
        }
        options.display = options.display.within_limits();
    }
}

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
        state.view.apply_display(self);
    }
}
