//! The console that the program was started in. Windows gives a program with a window none by itself.

#[cfg(windows)]
pub use windows::{attach, leave, show_error};

/// On other systems the program has its terminal from its start to its end.
#[cfg(not(windows))]
pub fn attach() {}

#[cfg(not(windows))]
pub fn leave() {}

/// On other systems errors are printed and nothing else.
#[cfg(not(windows))]
pub fn show_error(_: &str) {}

/// A program with a window prints in the console of the shell that it was started from.
#[cfg(windows)]
mod windows {
    use std::fs::File;
    use std::os::windows::io::IntoRawHandle as _;
    use std::ptr::null_mut;
    use std::sync::Mutex;

    use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
    use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_DISK, FILE_TYPE_PIPE, GetFileType};
    use windows_sys::Win32::System::Console::{
        ATTACH_PARENT_PROCESS, AttachConsole, FreeConsole, GetStdHandle, STD_ERROR_HANDLE,
        STD_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle,
    };

    /// What of the standard streams goes to the console that was attached.
    static ATTACHED: Mutex<Vec<STD_HANDLE>> = Mutex::new(Vec::new());

    /// Prints from now on where the shell does that the program was started from. What is piped or goes into a file
    /// stays as it is. Comes first in the program.
    pub fn attach() {
        let streams = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE];
        let lost = streams.map(|stream| (!is_redirected(stream)).then_some(stream));
        // SAFETY: it takes a number. It fails for a program that was started by a double click.
        if unsafe { AttachConsole(ATTACH_PARENT_PROCESS) } == 0 {
            return;
        }
        let mut attached = ATTACHED.lock().expect("nobody panics with it");
        for stream in lost.into_iter().flatten() {
            let name = match stream {
                STD_INPUT_HANDLE => "CONIN$",
                _ => "CONOUT$",
            };
            let console = File::options().read(true).write(true).open(name);
            if let Ok(console) = console {
                // SAFETY: the handle stays open to the end of the program.
                unsafe { SetStdHandle(stream, console.into_raw_handle()) };
                attached.push(stream);
            }
        }
    }

    /// Leaves the shell's console, if one was attached: neither its end nor Ctrl+C there ends the program any more.
    pub fn leave() {
        let attached = std::mem::take(&mut *ATTACHED.lock().expect("nobody panics with it"));
        if attached.is_empty() {
            return;
        }
        for stream in attached {
            // SAFETY: without a handle, nothing is printed.
            unsafe { SetStdHandle(stream, null_mut()) };
        }
        // SAFETY: nothing prints there any more.
        unsafe { FreeConsole() };
    }

    /// Shows an error in a message box, where there is nothing that it could have been printed on.
    pub fn show_error(message: &str) {
        // SAFETY: it takes no memory of ours.
        let error = unsafe { GetStdHandle(STD_ERROR_HANDLE) };
        if error.is_null() || error == INVALID_HANDLE_VALUE {
            rfd::MessageDialog::new()
                .set_level(rfd::MessageLevel::Error)
                .set_title("Rushes")
                .set_description(message)
                .show();
        }
    }

    /// Whether a stream goes into a file or a pipe.
    fn is_redirected(stream: STD_HANDLE) -> bool {
        // SAFETY: both take no memory of ours, and of what is no handle there is no type.
        let kind = unsafe { GetFileType(GetStdHandle(stream)) };
        matches!(kind, FILE_TYPE_DISK | FILE_TYPE_PIPE)
    }
}
