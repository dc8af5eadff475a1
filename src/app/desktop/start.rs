//! How the program starts: it opens a window, or hands its files to a window that is open.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::app::desktop::app::{App, End, Redraws, Starts, Workers};
use crate::app::desktop::saving::{MemorySaver, ReviewSaver, SavingThreads, SessionWriter};
use crate::app::{
    Analyses, Loading, Shell, State, TakeOptions, desktop::event::Event,
    desktop::folder_thread::FolderReader, desktop::reference_player::ReferencePlayer,
    desktop::trace::Trace, opening::incoming_files,
};
use crate::files::{FolderWatcher, Watcher};
use crate::platform;
use crate::platform::{Documents, Instance};
use crate::render::RenderError;
use crate::scene::Theme;
use crate::store::{RecoverableSession, Store, Window};

#[cfg(unix)]
use crate::files;
use crate::take::counted;

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
    let documents = Documents::listen(move |paths| drop(proxy.send_event(Event::Chosen(paths))));
    let mut state = State::reading(start.open_options);
    let window = recall(&mut state, &store);
    if state.session.reviewing.author.is_empty() {
        state.session.reviewing.author = user_name();
    }
    state.view.glides = true;
    state.interface.manual = platform::find_manual();
    let unfinished = store.unfinished().map(|RecoverableSession { autosave, session, age }| {
        state.offer_unfinished(session, &ago(age));
        autosave
    });
    let effects = match &first {
        Some(first) => incoming_files::begin(first.launch().files.clone(), &mut state),
        None => state.begin(start.paths),
    };
    let loading = Loading::start(&store, wake(|| Event::Loaded));
    if let Some(instance) = &mut instance {
        let proxy = event_loop.create_proxy();
        // What an event loop that has ended is asked for, the other program does itself.
        instance.listen(move |request| drop(proxy.send_event(Event::Request(request))));
    }
    let sessions = SessionWriter::start(&store, event_loop.create_proxy());
    let mut app = App {
        starts: Starts { _documents: documents, instance, first },
        watcher: Watcher::start(wake(|| Event::Changed)),
        watched: Vec::new(),
        folder_watcher: FolderWatcher::start(wake(|| Event::FolderChanged)),
        state,
        store,
        saving: SavingThreads {
            reviews: ReviewSaver::new(),
            memory: MemorySaver::new(window),
            sessions,
            unfinished,
        },
        workers: Workers {
            analyses: Analyses::start(wake(|| Event::Analysed)),
            reference: ReferencePlayer::new(wake(|| Event::Video)),
            loading,
            exporting: Default::default(),
            folder: FolderReader::start(wake(|| Event::FolderRead)),
        },
        theme: start.theme,
        proxy: event_loop.create_proxy(),
        trace: Trace::from_environment(start.began),
        gpu: None,
        dropped: Vec::new(),
        redraws: Redraws { wanted: true, ..Redraws::default() },
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

/// Takes over what was kept in the store. Returns the window that was there last.
pub fn recall(state: &mut State, store: &Store) -> Window {
    let (settings, mut diagnostics) = store.settings();
    let (remembered, more) = store.remembered();
    diagnostics.extend(more);
    let (colour_sets, more) = store.colour_sets();
    diagnostics.extend(more);
    diagnostics.extend(state.set_settings(&settings));
    state.session.colour_sets = colour_sets;
    let window = remembered.window.clone();
    state.recall(remembered);
    state.interface.notices.push_diagnostics(diagnostics);
    window
}

/// How long ago something was, as one says it.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_string(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", counted(count as usize, unit))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_their_largest_unit() {
        for (seconds, text) in [
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), text);
        }
    }
}
