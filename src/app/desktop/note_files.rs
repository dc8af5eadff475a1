//! How notes are exported to files of other programs, and imported from them: dialogs, reading, writing.

use std::path::{Path, PathBuf};

use crate::app::desktop::app::App;
use crate::app::desktop::event::Event;
use crate::app::effect::NotesFile;
use crate::app::ids::TakeId;
use crate::files;
use crate::platform::Wanted;

/// No file of marks is larger.
const MAX_BYTES: u64 = 1 << 26;

impl App {
    /// Asks where notes go, and writes them there; what comes of it comes as an [`Event::NotesWritten`].
    pub(crate) fn export_notes(&self, notes: NotesFile) {
        let folder = notes.beside.parent().map(Path::to_path_buf);
        let name = notes.beside.file_name().unwrap_or_default().to_os_string();
        let extension = [notes.format.extension()];
        let filter = (notes.format.name(), &extension[..]);
        let name = name.to_string_lossy();
        let wanted = Wanted::NewFile(&filter, &name);
        self.ask_for_one("Export notes", wanted, folder, move |path| {
            let text = notes.text.as_bytes();
            let written = files::write(&path, |out| std::io::Write::write_all(out, text));
            Event::NotesWritten(path, written.map_err(|error| error.to_string()))
        });
    }

    /// Asks for a file with marks of another program, and reads it; it comes as an [`Event::MarksRead`].
    pub(crate) fn ask_for_marks(&self, id: TakeId, beside: Option<PathBuf>) {
        let filters: [(&str, &[&str]); 2] =
            [("CSV and OpenTimelineIO", &["csv", "otio"]), ("All files", &["*"])];
        let wanted = Wanted::Files(&filters);
        self.ask_for_one("Import notes", wanted, beside, move |path| marks_read(id, path));
    }
}

/// What is read from a file with marks for a take.
pub(crate) fn marks_read(id: TakeId, path: PathBuf) -> Event {
    let read = files::read_small(&path, MAX_BYTES).map_err(|error| error.to_string());
    let text = read
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_string()));
    Event::MarksRead(id, path, text)
}
