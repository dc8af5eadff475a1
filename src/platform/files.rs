//! A list of files from another program, and what of it is no local file.

use std::path::PathBuf;

/// What a list of URIs names, each part in the order of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Files and folders on this machine, absolute; whether they exist is not asked here.
    pub paths: Vec<PathBuf>,
    /// Everything else, such as links to other machines, as text to be shown.
    pub others: Vec<String>,
}
