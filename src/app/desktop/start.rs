//! How a program that is started comes to its window, or to one that is open already.

use std::path::PathBuf;
use std::time::Instant;

use winit::event_loop::EventLoopProxy;

use super::app::App;
use super::keep::Keeping;
use crate::app::event::Event;
use crate::app::state::State;
use crate::app::store::Store;
use crate::app::trace::Trace;
use crate::files::{self, How, Watcher};
use crate::platform::{self, Documents, Door, Found, Listening, Load};
use crate::render::RenderError;
use crate::scene::Theme;

/// What the window opens with.
#[derive(Clone, Debug)]
pub struct Start {
    /// Files and folders; without any, the built-in take.
    pub paths: Vec<PathBuf>,
    /// How files are read.
    pub how: How,
    /// The colours; without, the system's.
    pub theme: Option<Theme>,
    /// Whether it is a window of its own, whatever the settings say.
    pub new_window: bool,
    /// When the program began, for the trace.
    pub began: Instant,
}

impl From<platform::Error> for RenderError {
    fn from(error: platform::Error) -> Self {
        Self::new(error.to_string())
    }
}

/// Opens the window and runs until it is closed; or, where the settings say so, hands the files to the
/// window that is open.
///
/// # Errors
/// [`RenderError`] where there is no display, or it cannot be drawn to.
pub fn run(start: Start) -> Result<(), RenderError> {
    let store = Store::at_home().unwrap_or_default();
    // What one take is to be read with would be what all that come later are read with.
    let is_one = store.settings().0.one_window && start.how == How::default();
    let door = match is_one.then(|| start.find_window()) {
        Some(Found::Window) => return Ok(()),
        Some(Found::Nothing(door)) => door,
        None => None,
    };
    let event_loop = platform::build_event_loop::<Event>()?;
    let wake = |event: fn() -> Event| {
        let proxy = event_loop.create_proxy();
        // An event loop that has ended is not woken.
        move || drop(proxy.send_event(event()))
    };
    let proxy = event_loop.create_proxy();
    platform::follow_theme(move |theme| drop(proxy.send_event(Event::Theme(theme))));
    #[cfg(unix)]
    {
        let proxy = event_loop.create_proxy();
        files::on_signal(move |signal| drop(proxy.send_event(Event::End(signal))));
    }
    let proxy = event_loop.create_proxy();
    let documents = Documents::listen(move |paths| drop(proxy.send_event(Event::Chosen(paths))));
    let mut state = State::reading(start.how);
    let window = state.remember_in(store);
    state.load_off_thread(wake(|| Event::Loaded));
    state.begin(&start.paths);
    let mut app = App {
        _documents: documents,
        is_one,
        listening: door.and_then(|door| listen(door, event_loop.create_proxy())),
        watcher: Watcher::start(wake(|| Event::Changed)),
        watched: Vec::new(),
        state,
        theme: start.theme,
        proxy: event_loop.create_proxy(),
        trace: Trace::from_environment(start.began),
        gpu_window: None,
        dropped: Vec::new(),
        last_tick: None,
        wanted: true,
        egui_wants: None,
        failed: None,
        rebuilt: false,
        keeping: Keeping::new(window),
        #[cfg(unix)]
        signal: None,
    };
    platform::run_event_loop(event_loop, &mut app)?;
    let failed = app.failed.take();
    #[cfg(unix)]
    if let Some(signal) = app.signal {
        // All that it has open is given back first.
        drop(app);
        files::end_by(signal);
    }
    failed.map_or(Ok(()), Err)
}

impl Start {
    /// Looks for the window that is open. It is given the files unless more than that is asked for.
    fn find_window(&self) -> Found {
        let is_plain = self.theme.is_none() && !self.new_window;
        platform::find(is_plain.then(|| Load::of(&self.paths)).as_ref())
    }
}

/// Takes what other programs were started with.
fn listen(door: Door, proxy: EventLoopProxy<Event>) -> Option<Listening> {
    // What an event loop that has ended is given, its program opens itself.
    let take = move |handed| drop(proxy.send_event(Event::Handed(handed)));
    door.listen(take).ok()
}

impl App {
    /// Has the door from now on, if the window that had it is gone.
    pub(super) fn take_door(&mut self) {
        if self.is_one
            && self.listening.is_none()
            && let Found::Nothing(Some(door)) = platform::find(None)
        {
            self.listening = listen(door, self.proxy.clone());
        }
    }
}
