//! What the other takes of a folder tell where one alone leaves it open which way is up.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::folder::takes_in;
use super::open::Opener;
use super::read::HEAD;
use crate::guess::settle_up;
use crate::posture::Evidence;
use crate::take::{Certainty, Skeleton, Take};

/// So many takes of the folder are looked at, the first in its order: whichever of them is opened,
/// the same ones have their say.
const MOST: usize = 8;

/// What the first takes of a folder with one extension show, for all others there that are in doubt.
pub(super) struct Siblings {
    folder: PathBuf,
    extension: Option<OsString>,
    takes: Vec<(PathBuf, Skeleton, Evidence)>,
}

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
        let siblings = self.siblings_of(path);
        let others = siblings.takes.iter().filter(|(other, skeleton, _)| {
            other.file_name() != path.file_name() && skeleton.is_like(&take.skeleton)
        });
        let mut others = others.map(|(_, _, evidence)| evidence).peekable();
        if others.peek().is_some() {
            let mut evidence = Evidence::of(take);
            others.for_each(|other| evidence.join(other));
            settle_up(take, &evidence);
        }
    }

    /// The first takes beside a file, looked at once for all files of a folder.
    fn siblings_of(&mut self, path: &Path) -> &Siblings {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let extension = path.extension();
        let known = self
            .siblings
            .take()
            .filter(|known| known.folder == folder && known.extension.as_deref() == extension);
        let siblings = known.unwrap_or_else(|| {
            let files = takes_in(folder).unwrap_or_default().into_iter();
            let files = files.filter(|other| other.extension() == extension);
            let takes = files.take(MOST).filter_map(|file| {
                let take = self.first_frames(&file)?;
                let evidence = Evidence::of(&take);
                Some((file, take.skeleton, evidence))
            });
            Siblings {
                folder: folder.to_path_buf(),
                extension: extension.map(OsString::from),
                takes: takes.collect(),
            }
        });
        self.siblings.insert(siblings)
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
