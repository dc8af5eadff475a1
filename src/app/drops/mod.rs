//! Files that are held over the window and let go there.
//!
//! The window library brings them on Windows and macOS. On Linux it brings nothing on Wayland, and on
//! X11 loses all files of a drop where it dislikes one: there, a thread of our own takes them.

#[cfg(target_os = "linux")]
mod intercept;
#[cfg(target_os = "linux")]
mod list;
#[cfg(target_os = "linux")]
mod uri_list;
#[cfg(target_os = "linux")]
mod wayland;
#[cfg(target_os = "linux")]
mod x11;

use std::path::PathBuf;

use winit::window::Window;

use super::command::Command;
use super::state::State;

/// What happens to files over the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropEvent {
    /// They are held over it: so many that can be opened, once that is known.
    Hover(Option<usize>),
    /// They went away again.
    Leave,
    /// They were let go over it, all at once.
    Drop {
        /// Files on this machine, which may or may not exist.
        paths: Vec<PathBuf>,
        /// What else was among them, such as links to other machines.
        others: Vec<String>,
    },
}

impl DropEvent {
    /// Shows what it means, and opens what was let go.
    pub fn apply(self, state: &mut State) {
        match self {
            // Without a number the window speaks of one thing, whatever it holds.
            Self::Hover(count) => state.hovering = count.unwrap_or(1),
            Self::Leave => state.hovering = 0,
            Self::Drop { paths, others } => {
                state.hovering = 0;
                if !others.is_empty() || paths.is_empty() {
                    state.tell(refusal(&others));
                }
                if !paths.is_empty() {
                    state.apply(Command::Open(paths));
                }
            }
        }
    }
}

/// Says of what was dropped that it cannot be opened. Ten links are one notice.
fn refusal(others: &[String]) -> String {
    const MOST: usize = 5;
    match others {
        [] => "there was no file in what was dropped, or its program did not hand it over".into(),
        [one] => format!("cannot open {one}: only files on this machine can be opened"),
        many => {
            let named = many.iter().take(MOST).map(String::as_str);
            let mut lines = vec!["only files on this machine can be opened, not these:"];
            lines.extend(named);
            let more = match many.len().saturating_sub(MOST) {
                0 => String::new(),
                count => format!("\nand {count} more"),
            };
            lines.join("\n") + &more
        }
    }
}

/// Takes what is dropped on a window until this is dropped itself, which has to be before the
/// window and its event loop go.
pub struct Drops {
    // Before the worker, which it sends messages to.
    #[cfg(target_os = "linux")]
    _intercept: Option<intercept::Intercept>,
    #[cfg(target_os = "linux")]
    _worker: super::worker::Worker,
}

#[cfg(target_os = "linux")]
impl Drops {
    /// Starts to listen; `None` where the window library's own events have to do.
    ///
    /// On Wayland this comes after whatever uses the clipboard: see [`wayland`].
    pub fn start(window: &Window, send: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        use winit::raw_window_handle::{
            HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle, RawWindowHandle,
        };
        let send = Box::new(send);
        let display = window.display_handle().ok()?.as_raw();
        let (worker, intercept) = match (window.window_handle().ok()?.as_raw(), display) {
            (RawWindowHandle::Wayland(_), RawDisplayHandle::Wayland(display)) => {
                // SAFETY: the display lives as long as the event loop, which outlives this.
                let worker = unsafe { wayland::start(display.display.as_ptr(), send) };
                (worker.ok()?, None)
            }
            (RawWindowHandle::Xlib(handle), RawDisplayHandle::Xlib(display)) => {
                let (worker, take) = x11::start(handle.window as u32, send).ok()?;
                let start = |display| {
                    // SAFETY: as on Wayland.
                    unsafe { intercept::Intercept::start(display, handle.window as u32, take) }
                };
                let display = display.display.map(|display| display.as_ptr().cast());
                (worker, display.and_then(start))
            }
            (RawWindowHandle::Xcb(handle), _) => {
                (x11::start(handle.window.get(), send).ok()?.0, None)
            }
            _ => return None,
        };
        Some(Self {
            _intercept: intercept,
            _worker: worker,
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl Drops {
    /// Nothing: the window library's own events are all there is to know.
    pub fn start(_: &Window, _: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drop_of(paths: &[&str], others: &[&str]) -> DropEvent {
        DropEvent::Drop {
            paths: paths.iter().map(PathBuf::from).collect(),
            others: others.iter().map(ToString::to_string).collect(),
        }
    }

    fn notices(state: &State) -> Vec<&str> {
        let notices = state.notices.iter();
        notices.map(|notice| notice.text.as_str()).collect()
    }

    #[test]
    fn hovering_shows_until_the_files_leave_or_fall() {
        let mut state = State::default();
        DropEvent::Hover(None).apply(&mut state);
        assert_eq!(state.hovering, 1);
        DropEvent::Hover(Some(300)).apply(&mut state);
        assert_eq!(state.hovering, 300);
        DropEvent::Leave.apply(&mut state);
        assert_eq!(state.hovering, 0);
        DropEvent::Hover(Some(2)).apply(&mut state);
        drop_of(&["/not-there.bvh"], &[]).apply(&mut state);
        assert_eq!(state.hovering, 0);
        assert!(notices(&state)[0].contains("not-there.bvh"));
    }

    #[test]
    fn what_cannot_be_opened_is_named_once() {
        let mut state = State::default();
        drop_of(&[], &["https://example.org/walk.bvh"]).apply(&mut state);
        assert_eq!(
            notices(&state),
            ["cannot open https://example.org/walk.bvh: only files on this machine can be opened"]
        );
        let mut state = State::default();
        drop_of(&[], &["a:1", "a:2", "a:3", "a:4", "a:5", "a:6", "a:7"]).apply(&mut state);
        assert_eq!(
            notices(&state),
            [
                "only files on this machine can be opened, not these:\na:1\na:2\na:3\na:4\na:5\nand 2 more"
            ]
        );
    }

    #[test]
    fn a_drop_of_nothing_is_not_passed_over() {
        let mut state = State::default();
        drop_of(&[], &[]).apply(&mut state);
        assert_eq!(notices(&state).len(), 1);
    }
}
