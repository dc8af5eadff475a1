//! What winit does not bring of drops on Windows: where files are held over the window, and those that come by
//! `WM_DROPFILES`, from programs that do not speak OLE.

use std::ffi::{OsString, c_void};
use std::os::windows::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use windows_sys::Win32::Foundation::POINT;
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{GetAsyncKeyState, VK_MENU};
use windows_sys::Win32::UI::Shell::{DragFinish, DragQueryFileW, HDROP};
use windows_sys::Win32::UI::WindowsAndMessaging::{GetCursorPos, MSG, WM_DROPFILES};
use winit::window::Window;

use super::event::{DragPosition, DropEvent, Files, Listener};

/// Who is told of files that come by a message.
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

/// Takes what is dropped on a window until this is dropped itself.
pub struct Drops(());

impl Drops {
    pub fn start(_: &Window, send: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        set_listener(Some(Box::new(send)));
        Some(Self(()))
    }
}

impl Drop for Drops {
    fn drop(&mut self) {
        set_listener(None);
    }
}

fn set_listener(listener: Option<Listener>) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = listener;
}

/// Looks at a message of the event loop; whether it was one of files, which nobody else is to see.
pub fn take_message(message: *const c_void) -> bool {
    // SAFETY: winit hands over a message that lives as long as this call.
    let message = unsafe { &*message.cast::<MSG>() };
    if message.message != WM_DROPFILES {
        return false;
    }
    let dropped = message.wParam as HDROP;
    let paths = paths(dropped);
    // SAFETY: such a message gives its files away.
    unsafe { DragFinish(dropped) };
    let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(send) = &mut *listener {
        send(DropEvent::Drop(Files { paths, others: Vec::new() }));
    }
    true
}

fn paths(dropped: HDROP) -> Vec<PathBuf> {
    // SAFETY: the handle came with a message that has files; without a buffer, their number is all that is asked for.
    let count = unsafe { DragQueryFileW(dropped, u32::MAX, null_mut(), 0) };
    // SAFETY: the handle is that of the message still. The name has room for the units that it is told to have, and for the
    // zero behind them.
    let path = |index| unsafe {
        let length = DragQueryFileW(dropped, index, null_mut(), 0) as usize;
        let mut name = vec![0; length + 1];
        DragQueryFileW(dropped, index, name.as_mut_ptr(), name.len() as u32);
        PathBuf::from(OsString::from_wide(&name[..length]))
    };
    (0..count).map(path).collect()
}

/// Where files are held over the window, and whether Alt is down: the window gets neither moves of the pointer nor
/// keys meanwhile.
pub fn drag_position(window: &Window) -> Option<DragPosition> {
    let mut at = POINT::default();
    // SAFETY: the point has room.
    let (is_known, alt) = unsafe { (GetCursorPos(&mut at), GetAsyncKeyState(i32::from(VK_MENU))) };
    let corner = window.inner_position().ok()?;
    (is_known != 0).then_some(DragPosition {
        at: [at.x - corner.x, at.y - corner.y].map(|at| at as f32),
        in_pixels: true,
        // The highest bit.
        alt: Some(alt < 0),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use windows_sys::Win32::System::Memory::{GMEM_FIXED, GlobalAlloc};
    use windows_sys::Win32::UI::Shell::DROPFILES;
    use windows_sys::Win32::UI::WindowsAndMessaging::WM_MOUSEMOVE;

    use super::*;

    /// What a program hands over with its message: names in UTF-16, each ended by a zero and all of them by another.
    fn dropped(names: &[&str]) -> HDROP {
        let units = names.iter().flat_map(|name| name.encode_utf16().chain([0]));
        let units: Vec<u16> = units.chain([0]).collect();
        let head =
            DROPFILES { pFiles: size_of::<DROPFILES>() as u32, fWide: 1, ..DROPFILES::default() };
        // SAFETY: there is room for the head and the names behind it, and whoever takes the message frees it.
        unsafe {
            let place = GlobalAlloc(GMEM_FIXED, size_of_val(&head) + size_of_val(&*units));
            place.cast::<DROPFILES>().write_unaligned(head);
            let behind = place.cast::<u8>().add(size_of_val(&head));
            behind.copy_from(units.as_ptr().cast(), size_of_val(&*units));
            place
        }
    }

    #[test]
    fn files_that_come_by_a_message_are_taken_from_it_and_no_other_message_is() {
        let (send, events) = channel();
        set_listener(Some(Box::new(move |event| send.send(event).unwrap())));
        let names = ["C:\\takes\\walk.bvh", "\\\\server\\takes\\左ひじ.htr"];
        let mut message =
            MSG { message: WM_DROPFILES, wParam: dropped(&names) as usize, ..MSG::default() };
        let take = |message: &MSG| take_message(std::ptr::from_ref(message).cast());
        assert!(take(&message));
        let files = Files { paths: names.map(PathBuf::from).to_vec(), others: Vec::new() };
        assert_eq!(events.try_recv(), Ok(DropEvent::Drop(files)));
        message.message = WM_MOUSEMOVE;
        assert!(!take(&message));
        assert!(events.try_recv().is_err());
        // Nobody listens: it is taken away all the same, and its memory is freed.
        set_listener(None);
        message.message = WM_DROPFILES;
        message.wParam = dropped(&names) as usize;
        assert!(take(&message));
    }
}
