//! How something of all takes of a folder leaves the window: where to is asked, and it is done beside the window.

use crate::app::FolderRun as Run;
use crate::app::folder::command::FolderExport;
use crate::app::folder::job::FolderExportJob;
use crate::app::shell::event::Event;
use crate::app::shell::program::Program;
use crate::platform::{DialogKind, FileFilter};

impl Program {
    /// Asks where to; what has come of it comes as an [`Event::FolderDone`].
    pub(crate) fn export_folder(&mut self, job: FolderExportJob) {
        let reviews = self.store.reviews();
        let limits = self.state.settings.limits.clone();
        let folder = job.roots.first().cloned();
        let [kind, extension] = match job.export {
            FolderExport::Notes(format) => [format.name(), format.extension()],
            FolderExport::Report => ["Report", "html"],
            FolderExport::SelectList => ["Select list", "txt"],
            FolderExport::Copies => {
                return self.ask_for_one(
                    "Copy kept takes to",
                    DialogKind::FolderToWrite,
                    folder,
                    |path| {
                        let done = Run { job, reviews, limits }.copy(&path);
                        Event::FolderDone(path, done)
                    },
                );
            }
        };
        let what = match job.export {
            FolderExport::Report => "report",
            FolderExport::SelectList => "selects",
            _ => "notes",
        };
        let name = format!("{}.{what}.{extension}", job.name);
        let wanted = DialogKind::NewFile(FileFilter::new(kind, &[extension]), name);
        self.ask_for_one("Export the folder", wanted, folder, |path| {
            let done = Run { job, reviews, limits }.write(&path);
            Event::FolderDone(path, done)
        });
    }

    /// Asks for the notes of another reviewer; what has come of merging them comes as an [`Event::FolderDone`].
    pub(crate) fn ask_for_other_notes(&mut self, job: FolderExportJob) {
        let reviews = self.store.reviews();
        let limits = self.state.settings.limits.clone();
        let folder = job.roots.first().cloned();
        let title = "The folder with the notes of another reviewer";
        self.ask_for_one(title, DialogKind::Folder, folder, |path| {
            let done = Run { job, reviews, limits }.merge(&path);
            Event::FolderDone(path, done)
        });
    }
}
