//! Whether the toggle of an action is on, for the check marks in menus.

use crate::app::camera::command::CameraCommand;
use crate::app::command::Command;
use crate::app::compare::command::CompareCommand;
use crate::app::curves::command::CurvesCommand;
use crate::app::display::command::DisplayCommand;
use crate::app::interface::command::InterfaceCommand;
use crate::app::interface::settings_command::SettingsCommand;
use crate::app::playback::command::PlaybackCommand;
use crate::app::state::State;
use crate::app::timeline::command::TimelineCommand;
use crate::app::video::command::VideoCommand;
use crate::options::Panel;

/// Whether what an action turns on and off is on; `None` where it is of another kind.
pub fn is_on(state: &State, command: &Command) -> Option<bool> {
    let panels = state.interface.panels;
    match command {
        Command::Display(DisplayCommand::Toggle(switch)) => Some(state.is_on(*switch)),
        Command::Camera(CameraCommand::ToggleFollow) => Some(state.view.follows()),
        Command::Timeline(TimelineCommand::ToggleRange) => {
            Some(state.session.playback.range_is_on())
        }
        Command::Interface(InterfaceCommand::TogglePanel(Panel::Left)) => Some(panels.left),
        Command::Interface(InterfaceCommand::TogglePanel(Panel::Right)) => Some(panels.right),
        Command::Interface(InterfaceCommand::TogglePanel(Panel::Curves)) => Some(panels.curves),
        Command::Curves(CurvesCommand::ToggleStacked) => Some(panels.docked.stacked),
        Command::Curves(CurvesCommand::ToggleDerivative) => Some(panels.docked.derivative),
        Command::Video(VideoCommand::Toggle) => Some(panels.video.shows),
        Command::Video(VideoCommand::ToggleSound) => Some(!panels.video.muted),
        Command::Video(VideoCommand::ToggleSplit) => Some(panels.video.split),
        Command::Interface(InterfaceCommand::TogglePanels) => Some(panels.left || panels.right),
        Command::Interface(InterfaceCommand::ToggleInterface) => Some(panels.interface),
        Command::Playback(PlaybackCommand::PlayAt(fps)) => {
            Some(state.session.playback.chosen_fps() == *fps)
        }
        Command::Settings(SettingsCommand::SetTheme(theme)) => Some(state.settings.theme == *theme),
        Command::Display(DisplayCommand::OutsideFrames(outside)) => {
            Some(state.view.options.display.outside_frames == *outside)
        }
        Command::Compare(CompareCommand::Toggle(mode)) => {
            Some(state.session.compare_mode() == *mode)
        }
        _ => None,
    }
}
