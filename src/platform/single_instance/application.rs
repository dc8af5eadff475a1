//! The single instance on Linux: the D-Bus interface `org.freedesktop.Application` on the session bus, by which desktops
//! start programs too whose menu entry is `DBusActivatable` (Desktop Entry Specification, D-Bus Activation).
//!
//! The window that owns the name serves the interface. Others wait in the bus's queue for the name, so that one of
//! them has it as soon as its owner is gone. A bus is private to its user. Without one, each start is its own window.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use zbus::blocking::fdo::DBusProxy;
use zbus::blocking::{Connection, connection};
use zbus::fdo::{self, RequestNameFlags};
use zbus::message::Header;
use zbus::names::OwnedUniqueName;
use zbus::zvariant::Value;

use super::{FindResult, Launch, TOKENS};
use crate::platform::Error;
use crate::platform::display;
use crate::platform::uri_list;

/// The program's name on the bus, its object, and the interface of that.
const NAME: &str = "org.rushes.Rushes";
const PATH: &str = "/org/rushes/Rushes";
const INTERFACE: &str = "org.freedesktop.Application";

/// What `platform_data` says of tokens, newest first, and of the display that a start is on. The last is
/// our own: other programs leave it out.
const TOKEN_KEYS: [&str; 2] = ["activation-token", "desktop-startup-id"];
const DISPLAY_KEY: &str = "display";

/// The action of the menu entry that opens a window of its own.
const NEW_WINDOW: &str = "new-window";

/// How long a start waits for a window that is busy, before it opens one of its own.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long a program that the bus has started waits for what it was started for.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

type PlatformData<'a> = HashMap<String, Value<'a>>;

/// Looks for the window of this user on this display, and hands the files to it. Without files, this
/// program's window only waits for its turn to be the one that is found.
pub fn find(paths: Option<&[PathBuf]>) -> FindResult {
    if let Some(paths) = paths {
        let Ok(instance) = Instance::connect() else { return FindResult::Continue(None) };
        if instance.claim(false).is_ok() {
            return FindResult::Continue(Some(instance));
        }
        if instance.hand_over(paths).is_ok() {
            return FindResult::Break(());
        }
        // Its connection ends here: a window that was too slow finds the caller gone.
    }
    let instance = Instance::connect().ok();
    FindResult::Continue(instance.filter(|instance| instance.claim(true).is_ok()))
}

/// Takes the program's place on the bus and waits for what the bus has started it for; `None` where
/// nothing comes, or another window has the place. An error where there is no session bus or no display.
pub fn await_request() -> Result<Option<(Instance, LaunchRequest)>, Error> {
    let instance = Instance::connect().map_err(|error| Error::new(error.to_string()))?;
    if instance.claim(false).is_err() {
        return Ok(None);
    }
    let requests = instance.requests.as_ref();
    let request = requests.and_then(|requests| requests.recv_timeout(IDLE_TIMEOUT).ok());
    Ok(request.map(|request| (instance, request)))
}

/// This program on the bus. What others ask of it waits until it is listened to.
pub struct Instance {
    bus: Connection,
    display: String,
    requests: Option<Receiver<LaunchRequest>>,
}

impl Instance {
    fn connect() -> zbus::Result<Self> {
        let display = display::name().ok_or(zbus::Error::Unsupported)?;
        let (send, requests) = channel();
        let application = Application { display: display.clone(), requests: send };
        let bus = connection::Builder::session()?
            .method_timeout(TIMEOUT)
            .serve_at(PATH, application)?
            .build()?;
        Ok(Self { bus, display, requests: Some(requests) })
    }

    /// Takes the name on the bus; where another window has it, waits for it in the bus's queue or fails.
    fn claim(&self, waits: bool) -> zbus::Result<()> {
        let at_once = RequestNameFlags::DoNotQueue;
        // No flag at all is not the library's default.
        let none = at_once & RequestNameFlags::AllowReplacement;
        let flags = if waits { none } else { at_once.into() };
        self.bus.request_name_with_flags(NAME, flags).map(drop)
    }

    fn hand_over(&self, paths: &[PathBuf]) -> zbus::Result<()> {
        let mut data = PlatformData::from([(DISPLAY_KEY.into(), self.display.as_str().into())]);
        let mut tokens = TOKENS.iter().filter_map(|name| std::env::var(name).ok());
        if let Some(token) = tokens.find(|token| !token.is_empty()) {
            data.extend(TOKEN_KEYS.map(|key| (key.into(), token.clone().into())));
        }
        let (name, interface) = (Some(NAME), Some(INTERFACE));
        let uris: Vec<String> = paths.iter().map(|path| uri_list::uri(path)).collect();
        match paths {
            [] => self.bus.call_method(name, PATH, interface, "Activate", &(data,)),
            _ => self.bus.call_method(name, PATH, interface, "Open", &(uris, data)),
        }
        .map(drop)
    }

    /// Gives what other programs ask for to a closure, on a thread of its own.
    pub fn listen(&mut self, take: impl FnMut(LaunchRequest) + Send + 'static) {
        if let Some(requests) = self.requests.take() {
            std::thread::spawn(move || requests.into_iter().for_each(take));
        }
    }

    /// Leaves the name to the next window. What was asked for before can still come.
    pub fn release(&self) {
        // Without a bus this window is not found anyway.
        let _ = self.bus.release_name(NAME);
    }
}

/// What another program asks for. It does so elsewhere where this is dropped and was not accepted.
#[derive(Debug)]
pub struct LaunchRequest {
    launch: Launch,
    caller: Option<Caller>,
    answer: async_channel::Sender<()>,
}

impl LaunchRequest {
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Tells the other program that this is done here; false where it has given up.
    pub fn accept(&self) -> bool {
        let is_awaited = self.caller.as_ref().is_none_or(Caller::is_connected);
        is_awaited && self.answer.try_send(()).is_ok()
    }
}

#[derive(Debug)]
struct Caller {
    bus: Connection,
    name: OwnedUniqueName,
}

impl Caller {
    fn new(header: &Header<'_>, bus: &zbus::Connection) -> Option<Self> {
        Some(Self { bus: bus.clone().into(), name: header.sender()?.to_owned().into() })
    }

    /// Whether it is still there to be answered.
    fn is_connected(&self) -> bool {
        let name = self.name.as_ref().into();
        DBusProxy::new(&self.bus).is_ok_and(|bus| bus.name_has_owner(name).unwrap_or(true))
    }
}

struct Application {
    display: String,
    requests: Sender<LaunchRequest>,
}

#[zbus::interface(name = "org.freedesktop.Application")]
impl Application {
    async fn activate(
        &self,
        platform_data: PlatformData<'_>,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> fdo::Result<()> {
        self.request(Launch::default(), platform_data, Caller::new(&header, bus)).await
    }

    async fn open(
        &self,
        uris: Vec<String>,
        platform_data: PlatformData<'_>,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> fdo::Result<()> {
        let files = uri_list::read(uris.join("\n").as_bytes());
        let launch = Launch { files, ..Launch::default() };
        self.request(launch, platform_data, Caller::new(&header, bus)).await
    }

    async fn activate_action(
        &self,
        action: &str,
        _parameter: Vec<Value<'_>>,
        platform_data: PlatformData<'_>,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> fdo::Result<()> {
        if action != NEW_WINDOW {
            return Err(fdo::Error::InvalidArgs(format!("there is no action {action:?}")));
        }
        let launch = Launch { new_window: true, ..Launch::default() };
        self.request(launch, platform_data, Caller::new(&header, bus)).await
    }
}

impl Application {
    /// Passes on what is asked for, and waits until it is done.
    async fn request(
        &self,
        mut launch: Launch,
        platform_data: PlatformData<'_>,
        caller: Option<Caller>,
    ) -> fdo::Result<()> {
        let text = |key: &&str| match platform_data.get(*key) {
            Some(Value::Str(text)) if !text.is_empty() => Some(text.to_string()),
            _ => None,
        };
        let refused = |reason: &str| fdo::Error::Failed(reason.into());
        if text(&DISPLAY_KEY).is_some_and(|display| display != self.display) {
            return Err(refused("the window is on another display"));
        }
        launch.token = TOKEN_KEYS.iter().find_map(text);
        let (answer, answered) = async_channel::bounded(1);
        let closing = || refused("the window is closing");
        self.requests.send(LaunchRequest { launch, caller, answer }).map_err(|_| closing())?;
        answered.recv().await.map_err(|_| closing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a window on display `:7` answers, when it does `answer` with what it is asked for.
    fn asked(
        data: &[(&str, &str)],
        answer: impl FnMut(LaunchRequest) + Send + 'static,
    ) -> Result<(), String> {
        let (requests, asked) = channel();
        let display = ":7".to_string();
        let window = std::thread::spawn(move || asked.into_iter().for_each(answer));
        let application = Application { display, requests };
        let data = data.iter().map(|&(key, value)| (key.into(), value.into()));
        let answer = application.request(Launch::default(), data.collect(), None);
        let answer = pollster::block_on(answer);
        drop(application);
        window.join().unwrap();
        answer.map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_accepted_is_answered_and_what_is_not_can_be_opened_elsewhere() {
        let accept = |request: LaunchRequest| assert!(request.accept());
        assert_eq!(asked(&[], accept), Ok(()));
        let error = asked(&[], drop).unwrap_err();
        assert!(error.contains("the window is closing"), "{error}");
    }

    #[test]
    fn the_newer_token_counts() {
        let data = [("desktop-startup-id", "old"), ("activation-token", "new")];
        for (data, token) in [(&data[..], "new"), (&data[..1], "old")] {
            let answer = move |request: LaunchRequest| {
                assert_eq!(request.launch().token.as_deref(), Some(token));
                request.accept();
            };
            assert_eq!(asked(data, answer), Ok(()));
        }
    }

    #[test]
    fn a_window_takes_nothing_from_another_display() {
        let accept = |request: LaunchRequest| assert!(request.accept());
        let error = asked(&[(DISPLAY_KEY, ":8")], accept).unwrap_err();
        assert!(error.contains("another display"), "{error}");
        assert_eq!(asked(&[(DISPLAY_KEY, ":7")], accept), Ok(()));
    }
}
