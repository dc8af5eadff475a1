//! How notes are exported to files of other programs, and imported from them: dialogs, reading, writing.

use std::path::{Path, PathBuf};

use super::app::App;
use crate::app::effect::NotesFile;
use crate::app::event::Event;
use crate::app::ids::TakeId;
use crate::files;
use crate::platform::{self, Wanted};

/// No file of marks is larger.
const MAX_BYTES: u64 = 1 << 26;

impl App {
    /// Asks where notes go, and writes them there; what comes of it comes as an [`Event::NotesWritten`].
    pub(super) fn export_notes(&self, notes: NotesFile) {
        let Some(gpu) = &self.gpu else { return };
        let proxy = self.proxy.clone();
        let folder = notes.beside.parent().map(Path::to_path_buf);
        let name = notes
            .beside
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let extension = [notes.format.extension()];
        let filter = (notes.format.name(), &extension[..]);
        let wanted = Wanted::NewFile(&filter, &name);
        platform::ask(
            wanted,
            gpu.gl.window(),
            "Export notes",
            folder,
            move |chosen| {
                let event = match chosen {
                    Ok(chosen) => chosen.into_iter().next().map(|path| {
                        let written = files::write(&path, |out| {
                            std::io::Write::write_all(out, notes.text.as_bytes())
                        });
                        Event::NotesWritten(path, written.map_err(|error| error.to_string()))
                    }),
                    Err(error) => Some(Event::NoDialog(error)),
                };
                // An event loop that has ended tells nobody.
                event
                    .into_iter()
                    .for_each(|event| drop(proxy.send_event(event)));
            },
        );
    }

    /// Asks for a file with marks of another program, and reads it; it comes as an [`Event::MarksRead`].
    pub(super) fn ask_for_marks(&self, id: TakeId, beside: Option<PathBuf>) {
        let Some(gpu) = &self.gpu else { return };
        let proxy = self.proxy.clone();
        let filters: [(&str, &[&str]); 2] = [
            ("CSV and OpenTimelineIO", &["csv", "otio"]),
            ("All files", &["*"]),
        ];
        let wanted = Wanted::Files(&filters);
        platform::ask(
            wanted,
            gpu.gl.window(),
            "Import notes",
            beside,
            move |chosen| {
                let event = match chosen {
                    Ok(chosen) => chosen.into_iter().next().map(|path| {
                        let read = files::read_small(&path, MAX_BYTES);
                        let text = read.map_err(|error| error.to_string());
                        let text = text.and_then(|bytes| {
                            String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_string())
                        });
                        Event::MarksRead(id, path, text)
                    }),
                    Err(error) => Some(Event::NoDialog(error)),
                };
                event
                    .into_iter()
                    .for_each(|event| drop(proxy.send_event(event)));
            },
        );
    }
}
