//! The system's dialogs for files and folders, which wait on threads of their own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rfd::AsyncFileDialog;
use winit::event_loop::EventLoopProxy;
use winit::window::Window;

use super::event::Event;
use crate::loader::FORMATS;

/// What a dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One file or more.
    Files,
    /// A folder.
    Folder,
}

/// Faster than this, nobody has closed a dialog: there was none.
const TOO_FAST: Duration = Duration::from_millis(60);

/// Asks for takes; what was chosen comes as an [`Event::Chosen`], once it is.
pub fn ask(wanted: Wanted, window: &Window, beside: Option<PathBuf>, proxy: EventLoopProxy<Event>) {
    let mut dialog = AsyncFileDialog::new().set_parent(window);
    if let Some(folder) = beside {
        dialog = dialog.set_directory(folder);
    }
    let extensions: Vec<&str> = FORMATS
        .iter()
        .flat_map(|format| format.extensions)
        .copied()
        .collect();
    dialog = match wanted {
        Wanted::Files => {
            let mut dialog = dialog
                .set_title("Open takes")
                .add_filter("Motion capture", &extensions);
            for format in FORMATS {
                dialog = dialog.add_filter(format.name, format.extensions);
            }
            dialog.add_filter("All files", &["*"])
        }
        Wanted::Folder => dialog.set_title("Open a folder of takes"),
    };
    // Made here, where the window is; waited for elsewhere.
    let files = (wanted == Wanted::Files).then(|| dialog.clone().pick_files());
    let folder = (wanted == Wanted::Folder).then(|| dialog.pick_folder());
    let asked = Instant::now();
    std::thread::spawn(move || {
        let chosen: Option<Vec<PathBuf>> = pollster::block_on(async {
            let files = match (files, folder) {
                (Some(files), _) => files.await?,
                (_, Some(folder)) => vec![folder.await?],
                _ => return None,
            };
            Some(files.iter().map(|file| file.path().to_path_buf()).collect())
        });
        let event = match chosen {
            None if asked.elapsed() < TOO_FAST => Event::NoDialog,
            chosen => Event::Chosen(chosen.unwrap_or_default()),
        };
        // An event loop that has ended opens nothing.
        let _ = proxy.send_event(event);
    });
}
