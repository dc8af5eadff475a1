//! How objects come to the bones of an open take.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::attached::AttachedObject;
use super::open_take::OpenTake;
use crate::files::Attach;
use crate::loader::LoadError;
use crate::scene::ObjectPlacement;
use crate::take::{NodeId, Object};

impl OpenTake {
    /// Attaches an object to a bone, in metres, or in a smaller unit where it would be far larger than the
    /// figure.
    pub fn attach(&mut self, node: NodeId, file: PathBuf, object: Arc<Object>) {
        let bounds = self.stage.body_bounds(&self.take, &self.pose);
        let placement = ObjectPlacement::fitting(&object, (bounds.high - bounds.low).max_element());
        self.objects.push(AttachedObject {
            node,
            file,
            placement,
            object: Some(object),
        });
    }

    /// Attaches the files that were named for bones, but for those that are on theirs already, and reads
    /// the surfaces that are remembered. Returns what went wrong. This is work in proportion to the files.
    pub fn read_objects(&mut self, named: &[Attach]) -> Vec<String> {
        let mut complaints = Vec::new();
        for attach in named {
            let Some(node) = self.take.skeleton.find(&attach.bone) else {
                let title = self.title();
                complaints.push(format!("{title}: no bone is called {}", attach.bone));
                continue;
            };
            let file = std::path::absolute(&attach.file).unwrap_or_else(|_| attach.file.clone());
            if !(self.objects.iter()).any(|there| there.node == node && there.file == file) {
                match Attach::read(&file) {
                    Ok(object) => self.attach(node, file, Arc::new(object)),
                    Err(error) => complaints.push(error.to_string()),
                }
            }
        }
        for file in self.unread_objects() {
            let read = Attach::read(&file).map(Arc::new);
            complaints.extend(self.object_read(&file, &read));
        }
        complaints
    }

    /// The files of objects whose surfaces are not there.
    pub fn unread_objects(&self) -> Vec<PathBuf> {
        let unread = self
            .objects
            .iter()
            .filter(|attached| attached.object.is_none());
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
        let waits =
            |attached: &&mut AttachedObject| attached.file == file && attached.object.is_none();
        match read {
            Ok(object) => {
                for attached in self.objects.iter_mut().filter(waits) {
                    attached.object = Some(object.clone());
                }
                None
            }
            Err(error) => Some(error.to_string()),
        }
    }
}
