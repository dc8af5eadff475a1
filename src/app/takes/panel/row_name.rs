//! The name and the egui id of a take's row.

use egui::Id;

use crate::app::{OpenTake, State};

/// What a row is called for egui: the same as long as its take is open, wherever it is listed.
pub fn row_id(open: &OpenTake) -> Id {
    Id::unique(("take", open.id))
}

/// The name of a take in the list: its file, and its folder where another one is called the same.
pub fn name_of(state: &State, open: &OpenTake) -> String {
    let title = open.title();
    let mut others = state.session.takes.iter();
    let is_twice = others.any(|other| other.id != open.id && other.title() == title);
    let path = open.path.as_deref().filter(|_| is_twice);
    match path.and_then(|path| path.parent()?.file_name()) {
        Some(folder) => format!("{}/{title}", folder.to_string_lossy()),
        None => title,
    }
}
