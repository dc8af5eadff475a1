//! What is to be done with all takes of a folder: exported, copied, or merged with the notes of others.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::folder::command::FolderExport;
use crate::files::OpenOptions;
use crate::review::notes::Review;

#[derive(Clone, Debug, PartialEq)]
pub struct FolderExportJob {
    pub export: FolderExport,
    /// The folders that are listed.
    pub roots: Vec<PathBuf>,
    /// What they are called.
    pub name: String,
    /// The takes, in the order of the list.
    pub files: Vec<PathBuf>,
    pub with_findings: bool,
    pub reading: OpenOptions,
    /// What was said of takes that are open, which may not be on the disk yet.
    pub open: Vec<(PathBuf, Arc<Review>)>,
}

impl FolderExportJob {
    /// The path of a take below the folder that it is listed in.
    pub fn below(&self, take: &std::path::Path) -> PathBuf {
        let below = self.roots.iter().find_map(|root| take.strip_prefix(root).ok());
        below.map_or_else(|| take.file_name().unwrap_or_default().into(), PathBuf::from)
    }
}
