//! What a desktop is told of the files of a format: their types, with names, extensions and contents.
//!
//! The program itself reads the extensions alone. `make pages` writes the rest where each system looks for it.

/// A type of files. A format has several where other programs tell its files apart.
pub struct FileType {
    /// One of the format's extensions; `None` where files of every kind have it, and contents alone tell.
    pub extension: Option<&'static str>,
    /// What Linux calls the type. Several extensions may share it: the first of them describes it.
    pub media_type: &'static str,
    /// What a file manager calls such a file.
    pub name: &'static str,
    /// The letters that people know it by.
    pub acronym: Option<&'static str>,
    /// What these stand for.
    pub stands_for: Option<&'static str>,
    /// The media type of which it is a special kind.
    pub kind_of: Option<&'static str>,
    /// The type that macOS has for files with this extension.
    pub macos_type: Option<&'static str>,
    /// What contents of the type look like.
    pub magic: Magic,
    /// Whether it is other programs' as well: Rushes is offered for it, and opens it by a double click only where the
    /// user says so.
    pub is_shared: bool,
}

/// How contents tell the type, in the words of the desktops' list of types.
pub enum Magic {
    /// Not well enough.
    None,
    /// One of some texts near the beginning. Of several types that fit, the one with the largest weight counts; 50 is
    /// the usual one.
    Texts(u8, &'static [Match]),
    /// XML whose outermost element has this name.
    Root {
        /// Its namespace.
        namespace: &'static str,
        /// Its name in there.
        name: &'static str,
    },
}

/// A text and the bytes at which it may begin (`0`, or `0:256`), with one of others, unless there are none.
pub type Match = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

impl FileType {
    /// A type of files of which nothing else is known, and which no other program has.
    pub const fn new(
        extension: &'static str,
        media_type: &'static str,
        name: &'static str,
    ) -> Self {
        Self {
            extension: Some(extension),
            media_type,
            name,
            acronym: None,
            stands_for: None,
            kind_of: None,
            macos_type: None,
            magic: Magic::None,
            is_shared: false,
        }
    }

    /// The same of text.
    pub const fn text(
        extension: &'static str,
        media_type: &'static str,
        name: &'static str,
    ) -> Self {
        Self { kind_of: Some("text/plain"), ..Self::new(extension, media_type, name) }
    }
}
