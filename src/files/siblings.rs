//! How other takes of a folder settle the up axis of a take that leaves it open.

use std::path::{Path, PathBuf};

use super::beginning::folder_of;
use super::folder::takes_in;
use crate::guess::settle_up;
use crate::posture::Evidence;
use crate::take::{Certainty, Skeleton, Take};

/// So many takes of the folder are looked at, the first in its order: whichever of them is opened,
/// the same ones have their say.
const MAX_SIBLINGS: usize = 8;

/// What the first takes of a folder with one extension show, for all others there that are in doubt.
/// It is looked at once for all files of a folder.
#[derive(Default)]
pub(super) struct Siblings {
    /// A file among them, which stands for its folder and its extension.
    of: Option<PathBuf>,
    takes: Vec<(PathBuf, Skeleton, Evidence)>,
}

impl Siblings {
    /// Lets takes of one folder that have one skeleton agree: where a take's own motion is in doubt
    /// about what is up, the first frames of the others count as well, which `first_frames` reads.
    pub fn agree(
        &mut self,
        take: &mut Take,
        path: &Path,
        first_frames: impl FnMut(&Path) -> Option<Take>,
    ) {
        let is_in_doubt = matches!(take.units.up.certainty, Certainty::Likely | Certainty::Assumed);
        if !is_in_doubt || take.motion.frame_count() == 0 {
            return;
        }
        self.look(path, first_frames);
        let others = self.takes.iter().filter(|(other, skeleton, _)| {
            other.file_name() != path.file_name() && skeleton.is_like(&take.skeleton)
        });
        let mut others = others.map(|(_, _, evidence)| evidence).peekable();
        if others.peek().is_some() {
            let mut evidence = Evidence::from_take(take);
            others.for_each(|other| evidence.join(other));
            settle_up(take, &evidence);
        }
    }

    /// Looks at the first takes beside a file, unless it did.
    fn look(&mut self, path: &Path, mut first_frames: impl FnMut(&Path) -> Option<Take>) {
        let is_beside =
            |of: &PathBuf| folder_of(of) == folder_of(path) && of.extension() == path.extension();
        if self.of.as_ref().is_some_and(is_beside) {
            return;
        }
        let files = takes_in(folder_of(path)).unwrap_or_default().into_iter();
        let files = files.filter(|other| other.extension() == path.extension());
        let takes = files.take(MAX_SIBLINGS).filter_map(|file| {
            let take = first_frames(&file)?;
            let evidence = Evidence::from_take(&take);
            Some((file, take.skeleton, evidence))
        });
        self.takes = takes.collect();
        self.of = Some(path.to_path_buf());
    }
}
