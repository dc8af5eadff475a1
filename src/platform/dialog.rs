//! What a dialog of the desktop, or of the browser, asks for.

/// Files by a name and their extensions, without the dot; `*` is any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFilter {
    pub name: String,
    pub extensions: Vec<String>,
}

impl FileFilter {
    pub fn new(name: &str, extensions: &[&str]) -> Self {
        let extensions = extensions.iter().map(|extension| extension.to_string()).collect();
        Self { name: name.to_string(), extensions }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// One file or more, narrowed down by filters.
    Files(Vec<FileFilter>),
    /// A file that may not be there yet, and the name that is proposed.
    NewFile(FileFilter, String),
    Folder,
    /// A folder that something is written into.
    FolderToWrite,
}
