//! How a screenshot of the view is saved as a file.

use std::path::{Path, PathBuf};

use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::files;
use crate::render::Picture;

/// Writes a picture of the view beside the take, or where the settings say, and tells where.
pub fn save(state: &mut State, picture: &Picture) {
    let Some(open) = state.take() else { return };
    let folder = folder(open, state.settings.screenshots.as_deref());
    let stem = format!("{}_{}", files::plain_name(&open.take.name), state.shown_number());
    let path = files::free_path(&folder, &stem, '-', "png");
    let written = files::write(&path, |out| picture.write_png(out));
    match written {
        Ok(()) => {
            let whole = std::path::absolute(&path).unwrap_or(path);
            let told = format!("Saved {}", whole.display());
            state.interface.notices.push_written(told, &whole);
        }
        Err(error) => state.interface.notices.push_error(format!(
            "{}: cannot be written: {error}\nhint: name another folder for screenshots in the settings \
             file",
            path.display()
        )),
    }
}

/// The folder of the take; of one that came from no file, the one that the program was started in.
fn folder(open: &OpenTake, chosen: Option<&Path>) -> PathBuf {
    let own = open.path.as_deref().and_then(Path::parent);
    chosen.or(own).map(Path::to_path_buf).unwrap_or_default()
}
