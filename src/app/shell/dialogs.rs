//! The dialogs: what each asks for, and which event comes of what is chosen.

use std::path::{Path, PathBuf};

use crate::app::shell::dialog::Dialog;
use crate::app::shell::event::Event;
use crate::app::shell::program::Program;
use crate::app::shell::read::{read_marks, read_object};
use crate::app::{NotesFile, SavedTakeId, SessionCommand, TakeId, VideoCommand};
use crate::files;
use crate::files::reference_video::{IMAGE_EXTENSIONS, SOUND_EXTENSIONS, VIDEO_EXTENSIONS};
use crate::fs;
use crate::loader::{FORMATS, OBJECT_EXTENSIONS};
use crate::platform::{DialogKind, FileFilter};
use crate::store::SESSION_EXTENSION;
use crate::take::NodeId;

fn sessions() -> FileFilter {
    FileFilter::new("Rushes session", &[SESSION_EXTENSION])
}

fn all_files() -> FileFilter {
    FileFilter::new("All files", &["*"])
}

impl Program {
    pub(crate) fn ask_for_files(&mut self) {
        let all = FORMATS.iter().flat_map(|format| format.extensions);
        let all: Vec<&str> = all.chain(&[SESSION_EXTENSION]).copied().collect();
        let mut filters = vec![FileFilter::new("Motion capture and sessions", &all), sessions()];
        let formats = FORMATS.iter().map(|it| FileFilter::new(it.name(), it.extensions));
        filters.extend(formats.chain([all_files()]));
        self.ask_beside_take("Open files", DialogKind::Files(filters));
    }

    pub(crate) fn ask_for_folder(&mut self) {
        self.ask_beside_take("Open folder", DialogKind::Folder);
    }

    /// What was chosen comes as an [`Event::Chosen`].
    fn ask_beside_take(&mut self, title: &str, wanted: DialogKind) {
        let open = self.state.take().and_then(|open| open.path.as_deref());
        let beside = open.and_then(Path::parent).map(Path::to_path_buf);
        self.ask(title, wanted, beside, |chosen| Some(Event::Chosen(chosen)));
    }

    /// What is read of the object comes as an [`Event::ObjectRead`].
    pub(crate) fn ask_for_object(&mut self, take: TakeId, node: NodeId, folder: Option<PathBuf>) {
        let filter = FileFilter::new("OBJ and glTF objects", &OBJECT_EXTENSIONS);
        let wanted = DialogKind::Files(vec![filter]);
        // It is read beside the window.
        let read = move |file| read_object(take, Some(node), file);
        self.ask_for_one("Attach object", wanted, folder, read);
    }

    /// The video that is chosen comes as a command.
    pub(crate) fn ask_for_video(&mut self, take: TakeId, folder: Option<PathBuf>) {
        let all = [&VIDEO_EXTENSIONS[..], &IMAGE_EXTENSIONS, &SOUND_EXTENSIONS].concat();
        let filters = vec![
            FileFilter::new("Videos, image sequences and sounds", &all),
            FileFilter::new("Videos", &VIDEO_EXTENSIONS),
            FileFilter::new("Image sequences", &IMAGE_EXTENSIONS),
            FileFilter::new("Sounds", &SOUND_EXTENSIONS),
            all_files(),
        ];
        let chosen = move |file| Event::Command(VideoCommand::Choose(take, file).into());
        self.ask_for_one("Reference video", DialogKind::Files(filters), folder, chosen);
    }

    /// Asks where notes go, and writes them there; what comes of it comes as an [`Event::NotesWritten`].
    pub(crate) fn export_notes(&mut self, notes: NotesFile) {
        let folder = notes.beside.parent().map(Path::to_path_buf);
        let name = notes.beside.file_name().unwrap_or_default().to_os_string();
        let filter = FileFilter::new(notes.format.name(), &[notes.format.extension()]);
        let name = name.to_string_lossy().into_owned();
        self.ask_for_one("Export notes", DialogKind::NewFile(filter, name), folder, move |path| {
            let text = notes.text.as_bytes();
            let written = files::write(&path, |out| std::io::Write::write_all(out, text));
            Event::NotesWritten(path, written.map_err(|error| error.to_string()))
        });
    }

    /// What is read of the file with marks of another program comes as an [`Event::MarksRead`].
    pub(crate) fn ask_for_marks(&mut self, id: TakeId, beside: Option<PathBuf>) {
        let filters =
            vec![FileFilter::new("CSV and OpenTimelineIO", &["csv", "otio"]), all_files()];
        let read = move |path| read_marks(id, path);
        self.ask_for_one("Import notes", DialogKind::Files(filters), beside, read);
    }

    pub(crate) fn ask_for_session_file(&mut self, proposed: &Path) {
        let name = proposed.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = proposed.parent().map(Path::to_path_buf);
        let wanted = DialogKind::NewFile(sessions(), name);
        self.ask_for_one("Save session", wanted, folder, |path| {
            Event::Command(SessionCommand::SaveTo(path).into())
        });
    }

    pub(crate) fn ask_for_missing(&mut self, id: SavedTakeId, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let filters = vec![FileFilter::new(&name, &[&extension]), all_files()];
        let mut folders = path.ancestors().skip(1);
        let folder = folders.find(|folder| fs::is_dir(folder)).map(Path::to_path_buf);
        let title = format!("Locate {name}");
        self.ask_for_one(&title, DialogKind::Files(filters), folder, move |path| {
            Event::Command(SessionCommand::Locate(id, path).into())
        });
    }

    /// Asks for one file, beginning in a folder; what comes of it is the event that is made of it. Nothing
    /// comes where the dialog was cancelled.
    pub(crate) fn ask_for_one(
        &mut self,
        title: &str,
        wanted: DialogKind,
        folder: Option<PathBuf>,
        event: impl FnOnce(PathBuf) -> Event + Send + 'static,
    ) {
        self.ask(title, wanted, folder, |chosen| chosen.into_iter().next().map(event));
    }

    fn ask(
        &mut self,
        title: &str,
        wanted: DialogKind,
        folder: Option<PathBuf>,
        chosen: impl FnOnce(Vec<PathBuf>) -> Option<Event> + Send + 'static,
    ) {
        // Dialogs begin elsewhere where a folder is not told from the root on.
        let folder = folder.and_then(|folder| fs::absolute(Path::new(".").join(folder)).ok());
        let chosen = Box::new(chosen);
        self.dialogs.push(Dialog { title: title.to_string(), wanted, folder, chosen });
    }
}
