//! The single instance on Linux: the D-Bus interface `org.freedesktop.Application` on the session bus.
//!
//! The single instance on Linux: `org.freedesktop.Application` on the session bus, as desktops start
//! programs too whose menu entry is `DBusActivatable` (Desktop Entry Specification, D-Bus Activation).
//!
//! The window that owns the name serves the interface. Others wait in the bus's queue for the name, so
//! that one of them has it as soon as its owner is gone. A bus is private to its user. Without one, each
//! start is its own window.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use zbus::blocking::fdo::DBusProxy;
use zbus::blocking::{Connection, connection};
use zbus::fdo::{self, RequestNameFlags};
use zbus::message::Header;
use zbus::names::OwnedUniqueName;
use zbus::zvariant::Value;

use super::launch::{Launch, TOKENS};
use crate::platform::display;
use crate::platform::error::Error;
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
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a program that the bus has started waits for what it was started for.
const IDLE: Duration = Duration::from_secs(10);

/// Ends the program where a window has taken its files; otherwise its own window is the one that later
/// starts find, if they can find any.
pub type Found = ControlFlow<(), Option<Instance>>;

type PlatformData<'a> = HashMap<String, Value<'a>>;

/// Looks for the window of this user on this display, and hands the files to it. Without files, this
/// program's window only waits for its turn to be the one that is found.
pub fn find(paths: Option<&[PathBuf]>) -> Found {
    if let Some(paths) = paths {
        let Ok(instance) = Instance::connect() else {
            return Found::Continue(None);
        };
        if instance.claim(false).is_ok() {
            return Found::Continue(Some(instance));
        }
        if instance.hand_over(paths).is_ok() {
            return Found::Break(());
        }
        // Its connection ends here: a window that was too slow finds the caller gone.
    }
    let instance = Instance::connect().ok();
    Found::Continue(instance.filter(|instance| instance.claim(true).is_ok()))
}

/// Takes the program's place on the bus and waits for what the bus has started it for; `None` where
/// nothing comes, or another window has the place.
///
/// # Errors
/// [`Error`] where there is no session bus or no display.
pub fn await_request() -> Result<Option<(Instance, LaunchRequest)>, Error> {
    let instance = Instance::connect().map_err(|error| Error::new(error.to_string()))?;
    if instance.claim(false).is_err() {
        return Ok(None);
    }
    let requests = instance.requests.as_ref();
    let request = requests.and_then(|requests| requests.recv_timeout(IDLE).ok());
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
            .method_timeout(PATIENCE)
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

    /// Hands files to the window that owns the name.
    fn hand_over(&self, paths: &[PathBuf]) -> zbus::Result<()> {
        let mut data = PlatformData::from([(DISPLAY_KEY.into(), self.display.as_str().into())]);
        let token = TOKENS.iter().filter_map(|name| std::env::var(name).ok());
        if let Some(token) = token.into_iter().find(|token| !token.is_empty()) {
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
    /// What is asked for.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Tells the other program that this is done here; false where it has given up.
    pub fn accept(&self) -> bool {
        let waits = self.caller.as_ref().is_none_or(Caller::waits);
        waits && self.answer.try_send(()).is_ok()
    }
}

/// Another program on the bus that asks for something.
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
    fn waits(&self) -> bool {
        let name = self.name.as_ref().into();
        DBusProxy::new(&self.bus).is_ok_and(|bus| bus.name_has_owner(name).unwrap_or(true))
    }
}

/// What the bus reaches of this program.
struct Application {
    /// The display that its window is on.
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
        let launch = Launch::default();
        self.ask(launch, platform_data, Caller::new(&header, bus)).await
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
        self.ask(launch, platform_data, Caller::new(&header, bus)).await
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
            let message = format!("there is no action {action:?}");
            return Err(fdo::Error::InvalidArgs(message));
        }
        let launch = Launch { new_window: true, ..Launch::default() };
        self.ask(launch, platform_data, Caller::new(&header, bus)).await
    }
}

impl Application {
    /// Passes on what is asked for, and waits until it is done.
    async fn ask(
        &self,
        mut launch: Launch,
        platform_data: PlatformData<'_>,
        caller: Option<Caller>,
    ) -> fdo::Result<()> {
        let text = |key: &&str| match platform_data.get(*key) {
            Some(Value::Str(text)) if !text.is_empty() => Some(text.to_string()),
            _ => None,
        };
        let refused = |why: &str| fdo::Error::Failed(why.into());
        if text(&DISPLAY_KEY).is_some_and(|display| display != self.display) {
            return Err(refused("the window is on another display"));
        }
        launch.token = TOKEN_KEYS.iter().find_map(text);
        let (answer, answered) = async_channel::bounded(1);
        let request = LaunchRequest { launch, caller, answer };
        let gone = |_| refused("the window is closing");
        self.requests.send(request).map_err(|_| gone(()))?;
        answered.recv().await.map_err(|_| gone(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a window on display `:7` answers, when it does `answer` with what it is asked for.
    fn asked(data: &[(&str, &str)], answer: fn(LaunchRequest)) -> Result<(), String> {
        let (requests, asked) = channel();
        let display = ":7".to_string();
        let window = std::thread::spawn(move || asked.into_iter().for_each(answer));
        let application = Application { display, requests };
        let data = data.iter().map(|&(key, value)| (key.into(), value.into()));
        let answer = application.ask(Launch::default(), data.collect(), None);
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
        let is_new = |request: LaunchRequest| {
            assert_eq!(request.launch().token.as_deref(), Some("new"));
            request.accept();
        };
        assert_eq!(asked(&data, is_new), Ok(()));
        let is_old = |request: LaunchRequest| {
            assert_eq!(request.launch().token.as_deref(), Some("old"));
            request.accept();
        };
        assert_eq!(asked(&data[..1], is_old), Ok(()));
    }

    #[test]
    fn a_window_takes_nothing_from_another_display() {
        let accept = |request: LaunchRequest| assert!(request.accept());
        let error = asked(&[(DISPLAY_KEY, ":8")], accept).unwrap_err();
        assert!(error.contains("another display"), "{error}");
        assert_eq!(asked(&[(DISPLAY_KEY, ":7")], accept), Ok(()));
    }
}
