//! The commands: everything that a user can ask of the window, one enum for each domain.
//!
//! Keys, panels, menus and the command palette all make commands; [`crate::app::state::State::apply`] alone carries
//! them out. Those that need nothing but themselves stand in [`actions::ACTIONS`], with a name, keys and menus.

pub(crate) mod actions;
pub(crate) mod history;
pub(crate) mod key_list;
pub(crate) mod keymap;
pub(crate) mod shortcut;

macro_rules! command {
    ($($feature:ident($command:ty),)*) => {
        /// One thing to do, by its feature.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $($feature($command),)*
        }

        $(impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$feature(command)
            }
        })*
    };
}

features!(command);

impl From<&Command> for Command {
    fn from(command: &Command) -> Self {
        command.clone()
    }
}
