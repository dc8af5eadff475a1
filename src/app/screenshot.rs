//! How a screenshot of the view is saved as a file.

use std::path::{Path, PathBuf};

use super::open_take::OpenTake;
use super::state::State;
use crate::files;
use crate::render::Picture;

/// Writes a picture of the view beside the take, or where the settings say, and tells where.
pub fn save(state: &mut State, picture: &Picture) {
    let Some(open) = state.take() else { return };
    let folder = folder(open, state.settings.screenshots.as_deref());
    let stem = format!("{}_{}", plain(&open.take.name), state.shown_number());
    let path = free(&folder, &stem);
    let written = files::write(&path, |out| picture.write_png(out));
    match written {
        Ok(()) => {
            let whole = std::path::absolute(&path).unwrap_or(path);
            state.interface.notices.push_info(format!("Saved {}", whole.display()));
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

/// A name without what file systems make something else of.
fn plain(name: &str) -> String {
    let is_special = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    name.replace(is_special, "_")
}

/// A name that no file has yet: an older picture stays.
fn free(folder: &Path, stem: &str) -> PathBuf {
    let numbered = (2..).map(|number| format!("{stem}-{number}.png"));
    std::iter::once(format!("{stem}.png"))
        .chain(numbered)
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_never_takes_the_place_of_another() {
        let folder = std::env::temp_dir().join(format!("rushes-picture-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(free(&folder, "walk_7"), folder.join("walk_7.png"));
        std::fs::write(folder.join("walk_7.png"), "").unwrap();
        assert_eq!(free(&folder, "walk_7"), folder.join("walk_7-2.png"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_are_those_that_every_file_system_takes() {
        assert_eq!(plain("take: 1/2"), "take_ 1_2");
        assert_eq!(plain("左ひじ"), "左ひじ");
    }
}
