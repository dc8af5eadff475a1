//! How figure commands change the active take: colours, visibility, connections, objects.

use std::path::Path;

use crate::app::colours::command::FigureCommand;
use crate::app::command::history::EditKind;
use crate::app::effect::Effect;
use crate::app::notices::notice::Notices;
use crate::app::session::Session;
use crate::app::state::{FeatureCommand, State};
use crate::store::ColourSet;

impl Session {
    /// Carries out a command of the active take's figure.
    pub fn apply_figure(
        &mut self,
        command: FigureCommand,
        effects: &mut Vec<Effect>,
        notices: &mut Notices,
    ) {
        if let FigureCommand::DeleteColourSet(name) = &command {
            self.colour_sets.remove(name);
            effects.push(Effect::DeleteColourSet(name.clone()));
        }
        let Some(open) = self.takes.active_mut() else {
            return;
        };
        let command = match (command, open.primary()) {
            (FigureCommand::AskForObjectOfSelection, Some(node)) => {
                FigureCommand::AskForObject(node)
            }
            (command, _) => command,
        };
        match command {
            FigureCommand::Colour { parts, colour } => {
                for part in parts {
                    open.edits.picked[part] = Some(colour);
                }
            }
            FigureCommand::ResetColours => open.edits.picked.fill(None),
            FigureCommand::ResetParts(parts) => {
                for part in parts {
                    open.edits.picked[part] = None;
                }
            }
            FigureCommand::SetScheme(scheme) => {
                open.edits.scheme = scheme;
                open.edits.colour = None;
            }
            FigureCommand::SaveColourSet(name) => {
                let name = name.trim();
                if !name.is_empty() {
                    let keys = open.keys();
                    let scheme = Some(open.edits.scheme);
                    let set = ColourSet::of(scheme, &open.parts, &keys, &open.edits.picked);
                    self.colour_sets.insert(name.into(), set.clone());
                    effects.push(Effect::SaveColourSet(name.into(), set));
                }
            }
            FigureCommand::UseColourSet(name) => {
                if let Some(set) = self.colour_sets.get(&name) {
                    open.edits.picked = set.colours(&open.parts, &open.keys());
                    open.edits.colour = None;
                    open.edits.scheme = set.scheme.unwrap_or(open.edits.scheme);
                }
            }
            // It concerns no take.
            FigureCommand::DeleteColourSet(_) => {}
            FigureCommand::ShowNodes(nodes, shown) => {
                for node in nodes {
                    open.edits.hidden[node.index()] = !shown;
                }
            }
            FigureCommand::ToggleConnection => open.toggle_connection(),
            FigureCommand::DisconnectAll => open.edits.lines.clear(),
            FigureCommand::AskForObject(node) => {
                let folder = open.edits.objects.last().map(|attached| attached.file.as_path());
                let folder = folder.or(open.path.as_deref()).and_then(Path::parent);
                let folder = folder.map(Path::to_path_buf);
                effects.push(Effect::AskForObject(open.id, node, folder));
            }
            FigureCommand::AskForObjectOfSelection => {
                notices.push_info_once("Select the bone that an object is to be attached to.");
            }
            FigureCommand::AttachObject { take, node, file, object } => {
                if let Some(open) = self.takes.find_mut(take) {
                    open.attach(node, file, object);
                }
            }
            FigureCommand::PlaceObject(index, placement) => {
                if let Some(attached) = open.edits.objects.get_mut(index) {
                    attached.placement = placement;
                }
            }
            FigureCommand::RemoveObject(index) => {
                if index < open.edits.objects.len() {
                    open.edits.objects.remove(index);
                }
            }
        }
    }
}

impl FeatureCommand for FigureCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Colour { .. } => Some(EditKind::Colour),
            Self::ResetColours
            | Self::ResetParts(_)
            | Self::SetScheme(_)
            | Self::UseColourSet(_) => Some(EditKind::Scheme),
            Self::ShowNodes(..) => Some(EditKind::Visibility),
            Self::ToggleConnection | Self::DisconnectAll => Some(EditKind::Connections),
            Self::AttachObject { .. } | Self::PlaceObject(..) | Self::RemoveObject(_) => {
                Some(EditKind::Objects)
            }
            Self::SaveColourSet(_)
            | Self::DeleteColourSet(_)
            | Self::AskForObject(_)
            | Self::AskForObjectOfSelection => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.session.apply_figure(self, effects, &mut state.interface.notices);
    }
}
