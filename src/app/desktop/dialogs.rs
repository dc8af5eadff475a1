//! The file dialogs of the desktop: what each asks for, and which event comes of what is chosen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::desktop::app::App;
use crate::app::desktop::event::Event;
use crate::app::{NotesFile, SavedTakeId, SessionCommand, TakeId, VideoCommand};
use crate::files::Attach;
use crate::files::reference_video::{IMAGE_EXTENSIONS, SOUND_EXTENSIONS, VIDEO_EXTENSIONS};
use crate::loader::{FORMATS, OBJECT_EXTENSIONS};
use crate::platform::DialogKind;
use crate::store::SESSION_EXTENSION;
use crate::take::NodeId;
use crate::{files, platform};

/// What a filter is called, and the extensions that it lets through.
type Filter = (&'static str, &'static [&'static str]);

const SESSIONS: Filter = ("Rushes session", &[SESSION_EXTENSION]);
const ALL_FILES: Filter = ("All files", &["*"]);

impl App {
    pub(crate) fn ask_for_files(&self) {
        let all = FORMATS.iter().flat_map(|format| format.extensions);
        let all: Vec<&str> = all.chain(SESSIONS.1).copied().collect();
        let mut filters = vec![("Motion capture and sessions", all.as_slice()), SESSIONS];
        filters.extend(FORMATS.iter().map(|format| (format.name(), format.extensions)));
        filters.push(ALL_FILES);
        self.ask_beside_take("Open files", DialogKind::Files(&filters));
    }

    pub(crate) fn ask_for_folder(&self) {
        self.ask_beside_take("Open folder", DialogKind::Folder);
    }

    /// What was chosen comes as an [`Event::Chosen`].
    fn ask_beside_take(&self, title: &str, wanted: DialogKind<'_>) {
        let open = self.state.take().and_then(|open| open.path.as_deref());
        let beside = open.and_then(Path::parent).map(Path::to_path_buf);
        self.ask(title, wanted, beside, |chosen| Some(Event::Chosen(chosen)));
    }

    /// What is read of the object comes as an [`Event::ObjectRead`].
    pub(crate) fn ask_for_object(&self, take: TakeId, node: NodeId, folder: Option<PathBuf>) {
        let wanted = DialogKind::Files(&[("OBJ and glTF objects", &OBJECT_EXTENSIONS)]);
        // It is read on the thread of the dialog.
        let read = move |file| read_object(take, Some(node), file);
        self.ask_for_one("Attach object", wanted, folder, read);
    }

    /// The video that is chosen comes as a command.
    pub(crate) fn ask_for_video(&self, take: TakeId, folder: Option<PathBuf>) {
        let all = [&VIDEO_EXTENSIONS[..], &IMAGE_EXTENSIONS, &SOUND_EXTENSIONS].concat();
        let filters: [(&str, &[&str]); 5] = [
            ("Videos, image sequences and sounds", &all),
            ("Videos", &VIDEO_EXTENSIONS),
            ("Image sequences", &IMAGE_EXTENSIONS),
            ("Sounds", &SOUND_EXTENSIONS),
            ALL_FILES,
        ];
        let chosen = move |file| Event::Command(VideoCommand::Choose(take, file).into());
        self.ask_for_one("Reference video", DialogKind::Files(&filters), folder, chosen);
    }

    /// Asks where notes go, and writes them there; what comes of it comes as an [`Event::NotesWritten`].
    pub(crate) fn export_notes(&self, notes: NotesFile) {
        let folder = notes.beside.parent().map(Path::to_path_buf);
        let name = notes.beside.file_name().unwrap_or_default().to_os_string();
        let extension = [notes.format.extension()];
        let filter = (notes.format.name(), &extension[..]);
        let name = name.to_string_lossy();
        self.ask_for_one(
            "Export notes",
            DialogKind::NewFile(&filter, &name),
            folder,
            move |path| {
                let text = notes.text.as_bytes();
                let written = files::write(&path, |out| std::io::Write::write_all(out, text));
                Event::NotesWritten(path, written.map_err(|error| error.to_string()))
            },
        );
    }

    /// What is read of the file with marks of another program comes as an [`Event::MarksRead`].
    pub(crate) fn ask_for_marks(&self, id: TakeId, beside: Option<PathBuf>) {
        let filters: [Filter; 2] = [("CSV and OpenTimelineIO", &["csv", "otio"]), ALL_FILES];
        let read = move |path| read_marks(id, path);
        self.ask_for_one("Import notes", DialogKind::Files(&filters), beside, read);
    }

    pub(crate) fn ask_for_session_file(&self, proposed: &Path) {
        let name = proposed.file_name().unwrap_or_default().to_string_lossy();
        let folder = proposed.parent().map(Path::to_path_buf);
        self.ask_for_one("Save session", DialogKind::NewFile(&SESSIONS, &name), folder, |path| {
            Event::Command(SessionCommand::SaveTo(path).into())
        });
    }

    pub(crate) fn ask_for_missing(&self, id: SavedTakeId, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let own = [extension.as_ref()];
        let filters: [(&str, &[&str]); 2] = [(name.as_ref(), &own), ALL_FILES];
        let mut folders = path.ancestors().skip(1);
        let folder = folders.find(|folder| folder.is_dir()).map(Path::to_path_buf);
        let title = format!("Locate {name}");
        self.ask_for_one(&title, DialogKind::Files(&filters), folder, move |path| {
            Event::Command(SessionCommand::Locate(id, path).into())
        });
    }

    /// Asks for one file, beginning in a folder; what comes of it is the event that is made of it. Nothing
    /// comes where the dialog was cancelled.
    pub(crate) fn ask_for_one(
        &self,
        title: &str,
        wanted: DialogKind<'_>,
        folder: Option<PathBuf>,
        event: impl FnOnce(PathBuf) -> Event + Send + 'static,
    ) {
        self.ask(title, wanted, folder, |chosen| chosen.into_iter().next().map(event));
    }

    fn ask(
        &self,
        title: &str,
        wanted: DialogKind<'_>,
        folder: Option<PathBuf>,
        event: impl FnOnce(Vec<PathBuf>) -> Option<Event> + Send + 'static,
    ) {
        let Some(gpu) = &self.gpu else { return };
        let proxy = self.proxy.clone();
        // Dialogs begin elsewhere where a folder is not told from the root on.
        let folder =
            folder.and_then(|folder| std::path::absolute(Path::new(".").join(folder)).ok());
        platform::open_dialog(wanted, gpu.gl.window(), title, folder, move |chosen| {
            let event = match chosen {
                Ok(chosen) => event(chosen),
                Err(error) => Some(Event::NoDialog(error)),
            };
            // An event loop that has ended has no use for it.
            event.into_iter().for_each(|event| drop(proxy.send_event(event)));
        });
    }
}

pub(crate) fn read_object(take: TakeId, node: Option<NodeId>, file: PathBuf) -> Event {
    let read = Attach::read(&file).map(Arc::new);
    Event::ObjectRead { take, node, file, read }
}

pub(crate) fn read_marks(id: TakeId, path: PathBuf) -> Event {
    /// No file of marks is larger.
    const MAX_BYTES: u64 = 1 << 26;
    let read = files::read_small(&path, MAX_BYTES).map_err(|error| error.to_string());
    let text = read
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_string()));
    Event::MarksRead(id, path, text)
}
