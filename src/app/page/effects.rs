//! What the page does of effects, and of dialogs: what the browser has for them.

use crate::app::Effect;
use crate::app::page::events::{PageEvent, send};
use crate::app::page::kept::DOWNLOADS;
use crate::app::page::program::Page;
use crate::app::shell::dialog::Dialog;
use crate::files::plain_name;
use crate::fs;
use crate::platform::{self, DialogKind, FileFilter};
use crate::threads::begin;

impl Page {
    /// Does what is left to the page.
    pub(crate) fn carry_out_left(&mut self) {
        for effect in std::mem::take(&mut self.program.left) {
            match effect {
                Effect::CopyScreenshot { labels } => self.copy_screenshot(labels),
                Effect::ToggleFullScreen => platform::toggle_full_screen(),
                // A page has no file manager and no editor of texts, and ends with its tab.
                _ => {}
            }
        }
        for dialog in std::mem::take(&mut self.program.dialogs) {
            self.show(dialog);
        }
    }

    /// Files are chosen in the browser's own dialog. What is written needs none: it is a download, which the browser puts where
    /// it puts those.
    fn show(&mut self, dialog: Dialog) {
        let _ = fs::create_dir_all(DOWNLOADS);
        let to_write = match &dialog.wanted {
            DialogKind::NewFile(_, name) => self.changes.promise(&plain_name(name)),
            DialogKind::FolderToWrite => {
                let folder = self.changes.promise("takes");
                let _ = fs::create_dir_all(&folder);
                folder
            }
            DialogKind::Files(filters) => return self.ask(&accepted(filters), false, dialog),
            DialogKind::Folder => return self.ask("", true, dialog),
        };
        begin("write", move || {
            let event = (dialog.chosen)(vec![to_write.clone()]);
            event.into_iter().for_each(|event| send(PageEvent::Shell(event)));
            send(PageEvent::Written(to_write));
        });
    }

    fn ask(&mut self, accept: &str, folder: bool, dialog: Dialog) {
        self.dialog_count += 1;
        self.dialogs.insert(self.dialog_count, dialog.chosen);
        platform::ask(self.dialog_count, accept, folder);
    }

    fn copy_screenshot(&mut self, labels: bool) {
        let Some(pictures) = &mut self.program.pictures else { return };
        let mut png = Vec::new();
        let picture = pictures.picture(&self.program.state, false, labels);
        let written = picture
            .map_err(|error| error.to_string())
            .and_then(|picture| picture.write_png(&mut png).map_err(|error| error.to_string()));
        match written {
            Ok(()) => platform::copy_picture(&png),
            Err(why) => self.tell(why, true),
        }
    }
}

/// Filters as a file input has them. Anything, where one of them lets anything through that the first does not narrow down.
fn accepted(filters: &[FileFilter]) -> String {
    let extensions = filters.first().map_or(&[][..], |filter| &filter.extensions);
    let extensions = extensions.iter().filter(|extension| *extension != "*");
    extensions.map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(",")
}
