//! Objects on the bones of takes: how they are attached, and how those that were read reach their bones.

pub(crate) mod object_files;
pub(crate) mod panel;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::{Effect, FigureCommand, OpenTake, State, TakeId};
use crate::loader::LoadError;
use crate::scene::{AttachedObject, ObjectPlacement};
use crate::take::{NodeId, Object};

impl OpenTake {
    /// Attaches an object to a bone, in metres, or in a smaller unit where it would be far larger than the
    /// figure.
    pub fn attach(&mut self, node: NodeId, file: PathBuf, object: Arc<Object>) {
        let bounds = self.stage.body_bounds(&self.take, &self.pose);
        let placement = ObjectPlacement::fitting(&object, (bounds.high - bounds.low).max_element());
        self.edits.objects.push(AttachedObject { node, file, placement, object: Some(object) });
    }

    /// The files of objects whose surfaces are not there.
    pub fn unread_objects(&self) -> Vec<PathBuf> {
        let unread = self.edits.objects.iter().filter(|attached| attached.object.is_none());
        let mut files: Vec<PathBuf> = unread.map(|attached| attached.file.clone()).collect();
        files.sort();
        files.dedup();
        files
    }

    /// Takes over what was read of a file, for the objects that wait for it. Returns what went wrong.
    pub fn object_read(
        &mut self,
        file: &Path,
        read: &Result<Arc<Object>, LoadError>,
    ) -> Option<String> {
        let object = match read {
            Ok(object) => object,
            Err(error) => return Some(error.to_string()),
        };
        for attached in &mut self.edits.objects {
            if attached.file == file && attached.object.is_none() {
                attached.object = Some(object.clone());
            }
        }
        None
    }
}

impl State {
    /// Takes over an object for a bone of a take, or without a bone for the objects of the take that wait
    /// for its file. What cannot be read is told.
    #[must_use = "nobody else carries the effects out"]
    pub fn object_read(
        &mut self,
        take: TakeId,
        node: Option<NodeId>,
        file: &Path,
        read: Result<Arc<Object>, LoadError>,
    ) -> Vec<Effect> {
        let error = match (node, read) {
            (Some(node), Ok(object)) => {
                let file = file.to_path_buf();
                return self.apply(FigureCommand::AttachObject { take, node, file, object });
            }
            (Some(_), Err(error)) => Some(error.to_string()),
            (None, read) => {
                let open = self.session.takes.find_mut(take);
                open.and_then(|open| open.object_read(file, &read))
            }
        };
        if let Some(error) = error {
            self.interface.notices.push_error(error);
        }
        self.revision += 1;
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::app::HistoryCommand;
    use crate::store::SkeletonMemory;

    /// A triangle, one of whose sides is as long as that.
    fn stick(length: f32) -> Arc<Object> {
        let points = vec![Vec3::ZERO, Vec3::X * length, Vec3::Y];
        Arc::new(Object::new("stick.obj", points, [[0, 1, 2]]))
    }

    /// An object on the root of a take whose surface is still to be read.
    fn unread(open: &OpenTake, file: &str) -> AttachedObject {
        AttachedObject {
            node: open.take.skeleton.roots()[0],
            file: file.into(),
            placement: ObjectPlacement::default(),
            object: None,
        }
    }

    #[test]
    fn an_object_is_attached_placed_removed_taken_back_and_remembered() {
        let mut state = State::of(crate::files::builtin());
        let open = state.take().expect("a take");
        let (take, node) = (open.id, open.take.skeleton.roots()[0]);
        let (file, object) = ("/stick.obj".into(), stick(100.0));
        let _ = state.apply(FigureCommand::AttachObject { take, node, file, object });
        let objects = |state: &State| state.take().expect("a take").edits.objects.clone();
        assert_eq!(objects(&state)[0].placement.scale, 0.01, "it is in centimetres");
        let placed = ObjectPlacement { position: [0.0, 0.1, 0.0], ..objects(&state)[0].placement };
        let _ = state.apply(FigureCommand::PlaceObject(0, placed));
        let _ = state.apply(FigureCommand::RemoveObject(0));
        assert!(objects(&state).is_empty());
        let _ = state.apply(HistoryCommand::Undo);
        assert_eq!(objects(&state)[0].placement, placed);
        let open = state.take().expect("a take");
        let keys = open.keys();
        let text = toml::to_string(&open.memory(&keys)).expect("text");
        let memory: SkeletonMemory = toml::from_str(&text).expect("what was remembered");
        let found = memory.objects_of(&keys);
        assert_eq!((found[0].node, found[0].placement), (node, placed));
        assert!(found[0].object.is_none(), "its file is still to be read");
        let _ = state.apply(HistoryCommand::Undo);
        let _ = state.apply(HistoryCommand::Undo);
        assert!(objects(&state).is_empty());
    }

    #[test]
    fn taking_back_an_edit_does_not_lose_a_surface_that_was_read_since() {
        let mut state = State::of(crate::files::builtin());
        let open = state.session.takes.active_mut().expect("a take");
        let (take, file) = (open.id, PathBuf::from("/stick.obj"));
        let object = unread(open, "/stick.obj");
        open.edits.objects.push(object);
        let placed = ObjectPlacement { scale: 2.0, ..ObjectPlacement::default() };
        let _ = state.apply(FigureCommand::PlaceObject(0, placed));
        let _ = state.object_read(take, None, &file, Ok(stick(1.0)));
        let _ = state.apply(HistoryCommand::Undo);
        let objects = &state.take().expect("a take").edits.objects;
        assert_eq!(objects[0].placement.scale, 1.0);
        assert!(objects[0].object.is_some());
    }
}
