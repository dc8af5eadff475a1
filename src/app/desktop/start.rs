//! How the program starts: it opens a window, or hands its files to a window that is open.

use std::ops::ControlFlow;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::app::desktop::app::{App, End, Redraws, Starts};
use crate::app::desktop::event::Event;
use crate::app::desktop::reference_player::ReferencePlayer;
use crate::app::opening::incoming_files;
use crate::app::shell::event::{Event as ShellEvent, Sender};
use crate::app::shell::program::Program;
use crate::app::shell::trace::Trace;
use crate::app::state::recent::recent;
use crate::app::{State, TakeOptions};
use crate::files::{FolderWatcher, Watcher};
use crate::platform::{Documents, Instance};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::store::{PanicReport, Store};
use crate::{files, platform};

/// What the window opens with.
#[derive(Clone, Debug)]
pub struct Start {
    /// Files and folders; without any, the built-in take.
    pub paths: Vec<PathBuf>,
    pub open_options: TakeOptions,
    /// The colours; without, the system's.
    pub theme: Option<Theme>,
    /// Whether it is a window of its own, whatever the settings say.
    pub new_window: bool,
    /// Whether the session bus has started the program, and says by itself what it is to open.
    pub is_service: bool,
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
    let own = store.clone();
    // What crashes there leaves the window as it is.
    if let Ok(command) = platform::command() {
        files::use_workers(command);
    }
    files::report_panics(move |panic, is_told| own.write_report(&panic_report(panic), is_told));
    // What one take is to be read with would be what all that come later are read with.
    let is_one = store.settings().0.one_window && start.open_options == TakeOptions::default();
    let mut first = None;
    let mut instance = None;
    if start.is_service {
        let Some((found, request)) = platform::await_request()? else {
            return Ok(());
        };
        if !is_one {
            // The bus starts the program anew for what comes next.
            found.release();
        }
        (instance, first) = (Some(found), Some(request));
    } else if is_one {
        match start.find_instance() {
            ControlFlow::Break(()) => return Ok(()),
            ControlFlow::Continue(found) => instance = found,
        }
    }
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
    let documents = Documents::listen(move |paths| drop(proxy.send_event(Event::Documents(paths))));
    let proxy = event_loop.create_proxy();
    // An event loop that has ended takes no more.
    let send: Sender = Arc::new(move |event| drop(proxy.send_event(Event::Shell(event))));
    let mut program = Program::start(State::reading(start.open_options), store, send.clone());
    let state = &mut program.state;
    if state.session.reviewing.author.is_empty() {
        state.session.reviewing.author = user_name();
    }
    state.interface.manual = platform::find_manual();
    let effects = match &first {
        Some(first) => incoming_files::begin(first.launch().files.clone(), state),
        None => state.begin(start.paths),
    };
    if let Some(instance) = &mut instance {
        let proxy = event_loop.create_proxy();
        // What an event loop that has ended is asked for, the other program does itself.
        instance.listen(move |request| drop(proxy.send_event(Event::Request(request))));
    }
    let mut app = App {
        starts: Starts { _documents: documents, instance, first },
        watcher: Watcher::start(wake(|| Event::Changed)),
        watched: Vec::new(),
        folder_watcher: FolderWatcher::start(wake(|| Event::FolderChanged)),
        program,
        reference: ReferencePlayer::new(move || send(ShellEvent::Video)),
        theme: start.theme,
        proxy: event_loop.create_proxy(),
        trace: Trace::from_environment(start.began),
        gpu: None,
        dropped: Vec::new(),
        redraws: Redraws::default(),
        end: End::default(),
    };
    app.carry_out(effects);
    platform::run_event_loop(event_loop, &mut app)?;
    let failed = app.end.failed.take();
    #[cfg(unix)]
    if let Some(signal) = app.end.signal {
        // All that it has open is given back first.
        drop(app);
        files::end_by(signal);
    }
    failed.map_or(Ok(()), Err)
}

/// What there is to say of a panic.
fn panic_report(panic: &PanicHookInfo<'_>) -> PanicReport {
    let recent = recent();
    let place = panic.location().map_or_else(String::new, ToString::to_string);
    let thread = std::thread::current();
    PanicReport {
        message: panic.payload_as_str().unwrap_or("no message").to_string(),
        place: format!("{place}, on the thread {}", thread.name().unwrap_or("without a name")),
        takes: recent.takes,
        commands: recent.commands.into(),
    }
}

/// The name that the system knows the user by; empty where it knows none. A program that was not started from a
/// session may lack the variables that say so.
fn user_name() -> String {
    let variables = ["USER", "LOGNAME", "USERNAME"].into_iter();
    variables
        .filter_map(|name| std::env::var(name).ok())
        .chain(std::iter::from_fn(|| whoami::username().ok()).take(1))
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

impl Start {
    /// Looks for the window that is open, and breaks off where that has taken the files. It is given them
    /// unless more than that is asked for.
    fn find_instance(&self) -> ControlFlow<(), Option<Instance>> {
        let is_plain = self.theme.is_none() && !self.new_window;
        platform::find_instance(is_plain.then_some(&self.paths))
    }
}
