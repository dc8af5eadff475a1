//! Objects that are named for bones are read from their files, with those that are remembered.

use std::sync::Arc;

use crate::app::OpenTake;
use crate::files::Attach;
use crate::fs;

impl OpenTake {
    /// Attaches the files that were named for bones, but for those that are on theirs already, and reads
    /// the surfaces that are remembered. Returns what went wrong. This is work in proportion to the files.
    pub fn read_objects(&mut self, named: &[Attach]) -> Vec<String> {
        let mut diagnostics = Vec::new();
        for attach in named {
            let Some(node) = self.take.skeleton.find(&attach.bone) else {
                let title = self.title();
                diagnostics.push(format!("{title}: no bone is called {}", attach.bone));
                continue;
            };
            let file = fs::absolute(&attach.file).unwrap_or_else(|_| attach.file.clone());
            if !(self.edits.objects.iter()).any(|there| there.node == node && there.file == file) {
                match Attach::read(&file) {
                    Ok(object) => {
                        self.attach(node, file, Arc::new(object));
                        self.is_unsaved = true;
                    }
                    Err(error) => diagnostics.push(error.to_string()),
                }
            }
        }
        for file in self.unread_objects() {
            diagnostics.extend(self.object_read(&file, &Attach::read(&file).map(Arc::new)));
        }
        diagnostics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::State;
    use crate::scene::{AttachedObject, ObjectPlacement};

    #[test]
    fn what_cannot_be_attached_is_told_and_kept_where_it_is_remembered() {
        let mut state = State::of(crate::files::builtin());
        let open = state.session.takes.active_mut().expect("a take");
        let named = |bone: &str| Attach { bone: bone.into(), file: "/not-there/stick.obj".into() };
        let root = open.take.skeleton.nodes()[0].name.clone();
        let errors = open.read_objects(&[named("Tail"), named(&root)]);
        assert!(errors[0].ends_with("no bone is called Tail"), "{}", errors[0]);
        let missing = "stick.obj: cannot be read: there is no such file";
        assert!(errors[1].contains(missing), "{}", errors[1]);
        assert!(open.edits.objects.is_empty());
        open.edits.objects.push(AttachedObject {
            node: open.take.skeleton.roots()[0],
            file: "/not-there/stick.obj".into(),
            placement: ObjectPlacement::default(),
            object: None,
        });
        assert_eq!(open.read_objects(&[]).len(), 1);
        assert_eq!(open.edits.objects.len(), 1, "a drive may be back tomorrow");
    }
}
