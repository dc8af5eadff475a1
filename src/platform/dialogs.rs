//! The desktop's dialogs for files and folders. Each waits on a thread of its own.

use std::path::PathBuf;
use std::pin::Pin;
use std::time::{Duration, Instant};

use rfd::{AsyncFileDialog, FileHandle};
use winit::window::Window;

use super::error::Error;

/// What a dialog asks for.
pub enum Wanted<'a> {
    /// One file or more, narrowed down by names of filters and their extensions without the dot; `*` is
    /// any.
    Files(&'a [(&'a str, &'a [&'a str])]),
    /// A file that may not be there yet: the filter, and the name that is proposed.
    NewFile(&'a (&'a str, &'a [&'a str]), &'a str),
    /// A folder.
    Folder,
}

/// A dialog that was closed faster than this was never there.
const TOO_FAST: Duration = Duration::from_millis(60);

/// Asks for files or a folder, beginning in a folder. The answer is empty where the dialog was cancelled,
/// and an error where the desktop has none.
pub fn ask(
    wanted: Wanted<'_>,
    window: &Window,
    title: &str,
    folder: Option<PathBuf>,
    answer: impl FnOnce(Result<Vec<PathBuf>, Error>) + Send + 'static,
) {
    let mut dialog = AsyncFileDialog::new().set_parent(window).set_title(title);
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    // Made here, where the window is; waited for elsewhere.
    let chosen: Pin<Box<dyn Future<Output = Option<Vec<FileHandle>>> + Send>> = match wanted {
        Wanted::Files(filters) => {
            let add = |dialog: AsyncFileDialog, filter: &(&str, &[&str])| {
                dialog.add_filter(filter.0, filter.1)
            };
            Box::pin(filters.iter().fold(dialog, add).pick_files())
        }
        Wanted::NewFile((name, extensions), proposed) => {
            let dialog = dialog.add_filter(*name, extensions).set_file_name(proposed);
            let file = dialog.save_file();
            Box::pin(async { Some(vec![file.await?]) })
        }
        Wanted::Folder => {
            let folder = dialog.pick_folder();
            Box::pin(async { Some(vec![folder.await?]) })
        }
    };
    let asked = Instant::now();
    std::thread::spawn(move || {
        let chosen = pollster::block_on(chosen);
        answer(if chosen.is_none() && asked.elapsed() < TOO_FAST {
            Err(Error::new(
                "This desktop has no dialog to choose files with.\nhint: install a portal \
                 (xdg-desktop-portal) or zenity, or drop files on the window",
            ))
        } else {
            let files = chosen.iter().flatten();
            Ok(files.map(|file| file.path().into()).collect())
        });
    });
}
