//! An object on a bone of an open take.

use std::path::PathBuf;
use std::sync::Arc;

use super::object::ObjectPlacement;
use crate::take::{NodeId, Object};

/// An object on a bone.
#[derive(Clone, Debug)]
pub struct AttachedObject {
    /// The joint whose bone takes it along.
    pub node: NodeId,
    /// Where it came from.
    pub file: PathBuf,
    /// Where it is on the bone, and what it is drawn as.
    pub placement: ObjectPlacement,
    /// Its surface; `None` where its file could not be read, or as long as it was not.
    pub object: Option<Arc<Object>>,
}

/// Those are the same that are of the same file: a surface is large, and nothing in the window changes it.
impl PartialEq for AttachedObject {
    fn eq(&self, other: &Self) -> bool {
        (self.node, &self.file, &self.placement, self.object.is_some())
            == (other.node, &other.file, &other.placement, other.object.is_some())
    }
}
