//! Carrying commands out: each goes to where its matter is.

use super::{Labels, Panel, State, Wish, history};
use crate::app::command::Command;
use crate::app::store::{LONGEST_TRAIL, MOST_GHOSTS};
use crate::scene::{Choices, Ghosts};

impl State {
    /// Carries a command out. Nothing else that a person does changes what the window shows.
    pub fn apply(&mut self, command: Command) {
        let undoable = history::undoable(&command).map(|kind| (kind, self.edits()));
        self.carry_out(command);
        if let Some((kind, before)) = undoable {
            let after = self.edits();
            self.unsaved |= before != after;
            self.history.note(kind, before, &after);
        }
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::TogglePlay
            | Command::PlayBackwards
            | Command::Shuttle(_)
            | Command::Pause
            | Command::Step(_)
            | Command::StepSeconds(_)
            | Command::First
            | Command::Last
            | Command::Seek(_)
            | Command::RangeIn(_)
            | Command::RangeOut(_)
            | Command::SetRange(_)
            | Command::ClearRange
            | Command::ToggleRange
            | Command::SetEndMode(_)
            | Command::NextEndMode
            | Command::Slower
            | Command::Faster
            | Command::SetRate(_)
            | Command::PlayAt(_)
            | Command::ShowSpan(_) => self.play(command),

            Command::FrameSelection
            | Command::FrameAll
            | Command::ToggleFollow
            | Command::FollowNode(_)
            | Command::Look(_)
            | Command::ToggleProjection
            | Command::Home
            | Command::Lens(_)
            | Command::Orbit(_)
            | Command::Pan(_)
            | Command::Dolly { .. } => self.look(command),

            Command::SaveView(number) => self.save_view(number),
            Command::ShowView(number) => self.look_as_saved(number),

            Command::Open(paths) => self.open(&paths),
            Command::OpenBuiltin => self.open_builtin(),
            Command::AskForFiles => self.wishes.push(Wish::Files),
            Command::AskForFolder => self.wishes.push(Wish::Folder),
            Command::NextFile { step, add } => self.next_file(step, add),
            Command::Reload => self.reload(),
            Command::CopyConvert => self.copy_convert(),
            Command::CancelLoading => self.cancel_loading(),
            Command::ForgetRecent => self.forget_recent(),
            Command::SavePalette(name) => self.save_palette(&name),
            Command::UsePalette(name) => self.use_palette(&name),
            Command::DeletePalette(name) => self.delete_palette(&name),
            Command::Activate(index) => self.activate(index),
            Command::Close(index) => self.close(index),
            Command::CloseActive => self.close(self.active),
            Command::ShowTake(..)
            | Command::ShowAllTakes
            | Command::Solo(_)
            | Command::TakeColour(..)
            | Command::Offset(..)
            | Command::Order { .. } => self.arrange(command),
            Command::ReadPositions(reading) => self.read_again(|o| o.bvh_positions = reading),
            Command::AssumeRate(rate) => self.read_again(|o| o.rate = Some(rate)),

            Command::Focus(node) => {
                self.apply(Command::Select(Some(node)));
                self.apply(Command::FrameSelection);
            }
            Command::Pick { take, node, how } => {
                if take < self.takes.len() {
                    self.activate(take);
                    self.apply(Command::SelectNodes(vec![node], how));
                }
            }
            Command::SetUnit(metres) => self.stand(|choices| choices.metres = metres),
            Command::SetUp(up) => self.stand(|choices| choices.up = up),
            Command::FindFloor(found) => {
                self.stand(|choices| choices.floor_is_at_zero = !found);
            }
            Command::Set(switch, on) => self.switches.set(switch, on),
            Command::Toggle(switch) => self.switches.set(switch, !self.switches.is_on(switch)),
            Command::Display(style) => self.display = style,
            Command::NextDisplay => self.display = self.display.next(),
            Command::Labels(labels) => self.labels = labels,
            Command::Outside(outside) => self.outside = outside,
            Command::NextLabels => {
                let at = Labels::ALL.iter().position(|&labels| labels == self.labels);
                self.labels = Labels::ALL[at.map_or(0, |at| (at + 1) % Labels::ALL.len())];
            }
            Command::GhostsAre { count, step } => {
                let count = count.clamp(1, MOST_GHOSTS);
                self.ghosts = Ghosts {
                    before: count,
                    after: count,
                    step: step.max(1),
                };
            }
            Command::TrailLength(frames) => self.trail = frames.clamp(1, LONGEST_TRAIL),
            Command::Picture { transparent } => {
                self.wishes.push(Wish::Picture { transparent });
            }
            Command::Search(letters) => self.search = letters,
            // Whoever asks for a tab by its name wants to see it.
            Command::ShowTab(tab) => (self.tab, self.panels.right) = (tab, true),
            Command::CurvesOf(kind) => self.curves = kind,
            Command::CurveSpan(span) => self.curve_span = span,
            Command::TogglePanel(Panel::Left) => self.panels.left = !self.panels.left,
            Command::TogglePanel(Panel::Right) => self.panels.right = !self.panels.right,
            Command::Sizes(sizes) => self.widths = sizes,
            Command::TogglePanels => {
                let on = !(self.panels.left || self.panels.right);
                (self.panels.left, self.panels.right) = (on, on);
            }
            Command::ToggleInterface => self.panels.interface = !self.panels.interface,
            Command::ToggleFullScreen => self.wishes.push(Wish::FullScreen),
            Command::EditSettings => self.wishes.push(Wish::Settings),
            Command::Overlay(overlay) => {
                // The key that opened it closes it.
                self.overlay = overlay.filter(|_| self.overlay != overlay);
            }
            Command::Escape => {
                // One thing at a time, the uppermost first.
                if self.overlay.take().is_none() && self.notices.pop().is_none() {
                    self.apply(Command::Select(None));
                }
            }
            Command::SetTheme(theme) => {
                self.theme_choice = theme;
                self.theme = theme.unwrap_or(self.system_theme);
            }
            Command::SetScale(scale) => self.scale = scale.clamp(0.5, 3.0),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Dismiss(index) if index < self.notices.len() => {
                self.notices.remove(index);
            }
            Command::Dismiss(_) => {}
            Command::DismissAll => self.notices.clear(),
            Command::Quit => self.quitting = true,
            command => {
                if let Some(open) = self.takes.get_mut(self.active) {
                    open.apply(command);
                }
            }
        }
    }

    /// Places the active take by other choices, and shows where it stands now.
    fn stand(&mut self, change: impl FnOnce(&mut Choices)) {
        if let Some(open) = self.takes.get_mut(self.active) {
            let mut choices = open.choices;
            change(&mut choices);
            open.stand(choices);
            self.see_anew();
        }
    }
}
