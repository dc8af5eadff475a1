//! How the XDND messages of a drag are taken before winit reads them.
//!
//! Xlib lets whoever asks turn messages from the wire into events in its place. That is meant for
//! extensions, and lets us send the messages of a drag on to a window of our own instead. (A window may
//! also name another one as its `XdndProxy`, but not every program that drags knows of proxies: all of
//! them send the messages that are taken here.)

use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use x11_dl::xlib::{Display, XEvent, Xlib, xEvent};
use x11rb::protocol::xproto::{CLIENT_MESSAGE_EVENT, ClientMessageEvent, Window};
use x11rb::x11_utils::TryParse as _;

/// What turns a message from the wire into an event, and tells whether there is one.
type Convert = unsafe extern "C" fn(*mut Display, *mut XEvent, *mut xEvent) -> c_int;

/// What is done with the messages to one window.
struct Hook {
    window: Window,
    /// Takes a message, and tells whether it was one of a drag.
    take: Box<dyn Fn(&ClientMessageEvent) -> bool + Send>,
    before: Option<Convert>,
}

/// Xlib calls a function that knows of nothing else. A process has one window.
static HOOK: Mutex<Option<Hook>> = Mutex::new(None);

/// Gives the messages back to winit when it is dropped.
pub struct Intercept {
    xlib: Xlib,
    display: *mut Display,
}

impl Intercept {
    /// Lets `take` have the messages to a window that come over a display's connection; `None` where
    /// the library behind it is not there.
    ///
    /// # Safety
    /// The display is open, and stays so until this is dropped.
    pub unsafe fn start(
        display: *mut Display,
        window: Window,
        take: impl Fn(&ClientMessageEvent) -> bool + Send + 'static,
    ) -> Option<Self> {
        let xlib = Xlib::open().ok()?;
        let kind = c_int::from(CLIENT_MESSAGE_EVENT);
        *lock() = Some(Hook { window, take: Box::new(take), before: None });
        // SAFETY: the caller's display is open, and `convert` has the type that is asked for.
        let before = unsafe { (xlib.XESetWireToEvent)(display, kind, Some(convert)) };
        if let Some(hook) = lock().as_mut() {
            hook.before = before;
        }
        Some(Self { xlib, display })
    }
}

impl Drop for Intercept {
    fn drop(&mut self) {
        let before = lock().take().and_then(|hook| hook.before);
        let kind = c_int::from(CLIENT_MESSAGE_EVENT);
        // SAFETY: the display is open still, and gets back what it had.
        unsafe { (self.xlib.XESetWireToEvent)(self.display, kind, before) };
    }
}

fn lock() -> MutexGuard<'static, Option<Hook>> {
    HOOK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What Xlib calls for each client message: none comes of one that was taken.
///
/// # Safety
/// The message has come from the wire of this display, whole, and there is room for an event.
unsafe extern "C" fn convert(
    display: *mut Display,
    event: *mut XEvent,
    wire: *mut xEvent,
) -> c_int {
    let hook = lock();
    let Some(hook) = hook.as_ref() else { return 0 };
    // SAFETY: a message on the wire has 32 bytes, which Xlib keeps as they are until this returns.
    let bytes = unsafe { &*wire.cast::<[u8; 32]>() };
    if let Ok((message, _)) = ClientMessageEvent::try_parse(bytes)
        && message.window == hook.window
        && (hook.take)(&message)
    {
        return 0;
    }
    match hook.before {
        // SAFETY: this is what Xlib itself would have called, with what it would have been given.
        Some(before) => unsafe { before(display, event, wire) },
        None => 0,
    }
}
