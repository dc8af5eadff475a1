//! What is wrong with files that the program keeps, as texts to show.

/// Texts to show, each about one thing that went wrong: the file with line and column, what is the
/// matter, and what to do about it. None where all went well.
pub type Diagnostics = Vec<String>;
