//! How figure commands change the active take: colours, visibility, connections, objects.

use std::path::Path;

use crate::app::{EditKind, Effect, FeatureCommand, FigureCommand, State};
use crate::store::ColourSet;

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
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let (session, notices) = (&mut state.session, &mut state.interface.notices);
        if let Self::DeleteColourSet(name) = &self {
            session.colour_sets.remove(name);
            effects.push(Effect::DeleteColourSet(name.clone()));
        }
        let Some(open) = session.takes.active_mut() else {
            return;
        };
        let command = match (self, open.primary()) {
            (Self::AskForObjectOfSelection, Some(node)) => Self::AskForObject(node),
            (command, _) => command,
        };
        match command {
            Self::Colour { parts, colour } => {
                for part in parts {
                    open.edits.picked[part] = Some(colour);
                }
            }
            Self::ResetColours => open.edits.picked.fill(None),
            Self::ResetParts(parts) => {
                for part in parts {
                    open.edits.picked[part] = None;
                }
            }
            Self::SetScheme(scheme) => {
                open.edits.scheme = scheme;
                open.edits.colour = None;
            }
            Self::SaveColourSet(name) => {
                let name = name.trim();
                if !name.is_empty() {
                    let keys = open.keys();
                    let scheme = Some(open.edits.scheme);
                    let set = ColourSet::from_parts(scheme, &open.parts, &keys, &open.edits.picked);
                    session.colour_sets.insert(name.into(), set.clone());
                    effects.push(Effect::SaveColourSet(name.into(), set));
                }
            }
            Self::UseColourSet(name) => {
                if let Some(set) = session.colour_sets.get(&name) {
                    open.edits.picked = set.colours(&open.parts, &open.keys());
                    open.edits.colour = None;
                    open.edits.scheme = set.scheme.unwrap_or(open.edits.scheme);
                }
            }
            // It concerns no take.
            Self::DeleteColourSet(_) => {}
            Self::ShowNodes(nodes, shown) => {
                for node in nodes {
                    open.edits.hidden[node.index()] = !shown;
                }
            }
            Self::ToggleConnection => open.toggle_connection(),
            Self::DisconnectAll => open.edits.lines.clear(),
            Self::AskForObject(node) => {
                let folder = open.edits.objects.last().map(|attached| attached.file.as_path());
                let folder = folder.or(open.path.as_deref()).and_then(Path::parent);
                effects.push(Effect::AskForObject(open.id, node, folder.map(Path::to_path_buf)));
            }
            Self::AskForObjectOfSelection => {
                notices.push_info_once("Select the bone that an object is to be attached to.");
            }
            Self::AttachObject { take, node, file, object } => {
                if let Some(open) = session.takes.find_mut(take) {
                    open.attach(node, file, object);
                }
            }
            Self::PlaceObject(index, placement) => {
                if let Some(attached) = open.edits.objects.get_mut(index) {
                    attached.placement = placement;
                }
            }
            Self::RemoveObject(index) => {
                if index < open.edits.objects.len() {
                    open.edits.objects.remove(index);
                }
            }
        }
    }
}
