//! The diagnostics of the program's own files: messages about settings and remembered state.

/// Texts to show, each about one thing that went wrong: the file with line and column, what is the
/// matter, and what to do about it. None where all went well.
pub type Diagnostics = Vec<String>;
