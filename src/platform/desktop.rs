//! What the desktop does for the program: dialogs for files and folders, pictures on the clipboard, and files that are
//! shown in its file manager.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::{Duration, Instant};

use rfd::{AsyncFileDialog, FileHandle};
use winit::window::Window;

use super::Error;
use super::dialog::{DialogKind, FileFilter};

/// A dialog that was closed faster than this was never there.
const MIN_OPEN_TIME: Duration = Duration::from_millis(60);

/// Asks for files or a folder, beginning in a folder. The answer is empty where it was cancelled.
pub fn open_dialog(
    wanted: DialogKind,
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
        DialogKind::Files(filters) => {
            let add = |dialog: AsyncFileDialog, FileFilter { name, extensions }: &FileFilter| {
                dialog.add_filter(name, extensions)
            };
            Box::pin(filters.iter().fold(dialog, add).pick_files())
        }
        DialogKind::NewFile(FileFilter { name, extensions }, proposed) => {
            let file = dialog.add_filter(name, &extensions).set_file_name(proposed).save_file();
            Box::pin(async { Some(vec![file.await?]) })
        }
        DialogKind::Folder | DialogKind::FolderToWrite => {
            let folder = dialog.pick_folder();
            Box::pin(async { Some(vec![folder.await?]) })
        }
    };
    let opened = Instant::now();
    std::thread::spawn(move || {
        let chosen = pollster::block_on(chosen);
        answer(if chosen.is_none() && opened.elapsed() < MIN_OPEN_TIME {
            Err(Error::new(
                "This desktop has no dialog to choose files with.\nhint: install a portal \
                 (xdg-desktop-portal) or zenity, or drop files on the window",
            ))
        } else {
            Ok(chosen.iter().flatten().map(|file| file.path().into()).collect())
        });
    });
}

/// The clipboard, which is asked for when something is first put there. What was put there can be pasted as long as
/// this lives, on desktops where the program itself hands it out.
#[derive(Default)]
pub struct Clipboard(Option<arboard::Clipboard>);

impl Clipboard {
    /// Puts a picture there: four bytes a pixel, opacity last and not multiplied in. Wayland lets only some
    /// programs, on some desktops, do that.
    pub fn set_picture(&mut self, [width, height]: [u32; 2], rgba: Vec<u8>) -> Result<(), Error> {
        let refused = |error: arboard::Error| {
            Error::new(format!(
                "The desktop's clipboard took no picture: {error}\nhint: F12 saves it as a file"
            ))
        };
        let clipboard = match &mut self.0 {
            Some(clipboard) => clipboard,
            none => none.insert(arboard::Clipboard::new().map_err(refused)?),
        };
        let (width, height) = (width as usize, height as usize);
        let picture = arboard::ImageData { width, height, bytes: Cow::Owned(rgba) };
        clipboard.set_image(picture).map_err(refused)
    }
}

/// Shows a file in its folder; the folder alone, where the file manager cannot be told more. Waits for the desktop.
pub fn show_in_folder(file: &Path) -> Result<(), Error> {
    let folder = file.parent().unwrap_or(file);
    select(file).or_else(|_| open::that_detached(folder)).map_err(|error| {
        Error::new(format!("{}: no program shows this folder: {error}", folder.display()))
    })
}

/// By the interface that file managers of the desktops have in common
/// (<https://www.freedesktop.org/wiki/Specifications/file-manager-interface/>).
#[cfg(target_os = "linux")]
fn select(file: &Path) -> std::io::Result<()> {
    const NAME: &str = "org.freedesktop.FileManager1";
    let show = || {
        let bus = zbus::blocking::Connection::session()?;
        let files = zbus::blocking::Proxy::new(&bus, NAME, "/org/freedesktop/FileManager1", NAME)?;
        let start_of_nothing = "";
        files.call("ShowItems", &(&[super::uri_list::uri(file)][..], start_of_nothing))
    };
    show().map_err(std::io::Error::other)
}

#[cfg(target_os = "macos")]
fn select(file: &Path) -> std::io::Result<()> {
    let shown = std::process::Command::new("open").arg("-R").arg(file).status()?;
    if shown.success() { Ok(()) } else { Err(std::io::Error::other("open -R failed")) }
}

/// Explorer takes its file in quotes behind the comma, which its exit code does not tell of.
#[cfg(windows)]
fn select(file: &Path) -> std::io::Result<()> {
    use std::os::windows::process::CommandExt as _;

    let mut argument = std::ffi::OsString::from("/select,\"");
    argument.push(file);
    argument.push("\"");
    std::process::Command::new("explorer.exe").raw_arg(argument).spawn().map(drop)
}
