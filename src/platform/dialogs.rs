//! The desktop's dialogs for files and folders. Each waits on a thread of its own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rfd::AsyncFileDialog;
use winit::window::Window;

use super::error::Error;

/// A dialog that was closed faster than this was never there.
const TOO_FAST: Duration = Duration::from_millis(60);

/// What a person chose; nothing where the dialog was cancelled.
///
/// # Errors
/// [`Error`] where the desktop has no dialog.
pub type Chosen = Result<Vec<PathBuf>, Error>;

/// Asks for files. Each filter has a name and extensions without their dot; `*` is any.
pub fn ask_for_files(
    window: &Window,
    title: &str,
    filters: &[(&str, &[&str])],
    folder: Option<PathBuf>,
    answer: impl FnOnce(Chosen) + Send + 'static,
) {
    let mut dialog = dialog(window, title, folder);
    for (name, extensions) in filters {
        dialog = dialog.add_filter(*name, extensions);
    }
    wait(dialog.pick_files(), answer, |files| {
        files.iter().map(|file| file.path().into()).collect()
    });
}

/// Asks for a folder.
pub fn ask_for_folder(
    window: &Window,
    title: &str,
    folder: Option<PathBuf>,
    answer: impl FnOnce(Chosen) + Send + 'static,
) {
    let dialog = dialog(window, title, folder);
    wait(dialog.pick_folder(), answer, |folder| {
        vec![folder.path().into()]
    });
}

fn dialog(window: &Window, title: &str, folder: Option<PathBuf>) -> AsyncFileDialog {
    let dialog = AsyncFileDialog::new().set_parent(window).set_title(title);
    match folder {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

/// Waits for a dialog that was made where its window is.
fn wait<T: 'static>(
    dialog: impl Future<Output = Option<T>> + Send + 'static,
    answer: impl FnOnce(Chosen) + Send + 'static,
    paths: fn(T) -> Vec<PathBuf>,
) {
    let asked = Instant::now();
    std::thread::spawn(move || {
        let chosen = pollster::block_on(dialog);
        answer(if chosen.is_none() && asked.elapsed() < TOO_FAST {
            Err(Error::new(
                "This desktop has no dialog to choose files with.\nhint: install a portal \
                 (xdg-desktop-portal) or zenity, or drop files on the window",
            ))
        } else {
            Ok(chosen.map(paths).unwrap_or_default())
        });
    });
}
