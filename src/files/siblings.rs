//! What the other takes of a folder tell where one alone leaves it open which way is up.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::folder::takes_in;
use super::open::Opener;
use super::read::HEAD;
use crate::loader::settle_up;
use crate::posture::Evidence;
use crate::take::{Certainty, Take};

/// So many takes of the folder are looked at, the first in its order: whichever of them is opened,
/// the same ones have their say.
const MOST: usize = 8;

impl Opener<'_> {
    /// Lets takes of one folder that have one skeleton agree: where a take's own motion is in doubt
    /// about what is up, the first frames of the others count as well.
    pub(super) fn agree_with_siblings(&mut self, take: &mut Take, path: &Path) {
        let is_in_doubt = matches!(
            take.units.up.certainty,
            Certainty::Likely | Certainty::Assumed
        );
        if !is_in_doubt || take.motion.frame_count() == 0 {
            return;
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let siblings = takes_in(folder).unwrap_or_default().into_iter();
        let siblings = siblings.filter(|other| other.extension() == path.extension());
        let mut evidence = Evidence::of(take);
        let mut agreeing = 0;
        for other in siblings
            .take(MOST)
            .filter(|other| other.file_name() != path.file_name())
        {
            if let Some(sibling) = self.first_frames(&other)
                && sibling.skeleton.is_like(&take.skeleton)
            {
                evidence.join(&Evidence::of(&sibling));
                agreeing += 1;
            }
        }
        if agreeing > 0 {
            settle_up(take, &evidence);
        }
    }

    /// What the beginning of a take's file holds.
    fn first_frames(&mut self, path: &Path) -> Option<Take> {
        let about = path.metadata().ok().filter(|about| about.is_file())?;
        let mut head = Vec::new();
        let file = File::open(path).ok()?;
        file.take(HEAD as u64).read_to_end(&mut head).ok()?;
        let whole = usize::try_from(about.len()).ok()?;
        let preview = self.preview(path, &head, whole)?;
        Some(preview.opened.take)
    }
}
