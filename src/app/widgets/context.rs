//! The context of the panels: the state that they read, its colours, and the commands that they ask for.

use std::cell::RefCell;

use egui::{Rect, vec2};

use crate::app::theme::Colours;
use crate::app::{Command, Shortcut, State};
use crate::scene::Theme;

/// What every panel is given. It is shared, so that each control of a panel can ask by itself.
pub struct PanelContext<'a> {
    pub state: &'a State,
    pub theme: Theme,
    pub colours: &'static Colours,
    commands: RefCell<Vec<Command>>,
}

impl<'a> PanelContext<'a> {
    /// Panels that show a state, and add to what is asked for already.
    pub fn new(state: &'a State, commands: Vec<Command>) -> Self {
        let theme = state.theme();
        Self { state, theme, colours: theme.colours(), commands: RefCell::new(commands) }
    }

    /// The part of the view that a cell has: each take has one while takes stand side by side.
    pub fn cell_rect(&self, view: Rect, cell: usize) -> Rect {
        let [origin, size] = [self.state.cell_origin(cell), self.state.view.size];
        Rect::from_min_size(view.min + vec2(origin.x, origin.y), vec2(size.x, size.y))
    }

    /// All that was asked for.
    pub fn into_commands(self) -> Vec<Command> {
        self.commands.into_inner()
    }

    pub fn ask(&self, command: impl Into<Command>) {
        self.commands.borrow_mut().push(command.into());
    }

    /// Asks for a command where something was done that asks for it, such as a click.
    pub fn ask_if(&self, is_done: bool, command: impl Into<Command>) {
        if is_done {
            self.ask(command);
        }
    }

    /// Asks for each of some commands, or for the one that there may be.
    pub fn ask_all(&self, commands: impl IntoIterator<Item = impl Into<Command>>) {
        commands.into_iter().for_each(|command| self.ask(command));
    }

    /// Whether something was asked for already.
    pub fn has_asked(&self) -> bool {
        !self.commands.borrow().is_empty()
    }

    /// A tip with the key of its command behind it, such as `Play (Space)`.
    pub fn tip(&self, text: &str, command: impl Into<Command>) -> String {
        self.state.settings.keymap.tip(text, command)
    }

    pub fn keys_of(&self, command: impl Into<Command>) -> &'a [Shortcut] {
        self.state.settings.keymap.keys_of(command)
    }

    /// The first key that asks for a command, as people write it.
    pub fn key_of(&self, command: impl Into<Command>) -> Option<String> {
        self.state.settings.keymap.key_of(command)
    }
}
