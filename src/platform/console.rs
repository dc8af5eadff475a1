//! How the console is released that Windows opens for a program started by a double click.

use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};

/// Gives up the console if it was opened for this program alone, and so closes its window: a double
/// click has no use for it. Newer systems open none, as the manifest asks for; the commands of a shell
/// that the program was started from go on there.
pub fn leave() {
    let mut processes = [0; 2];
    // SAFETY: there is room for as many processes as it is told, and no console is in use yet.
    unsafe {
        if GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 {
            FreeConsole();
        }
    }
}
