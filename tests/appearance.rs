//! The window follows the desktop from light to dark: told by a settings portal on a bus of its own.
#![cfg(target_os = "linux")]

#[path = "support/desktop.rs"]
#[allow(dead_code)] // other tests use the rest of it
mod desktop;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use desktop::Desktop;
use zbus::blocking::{Connection, connection};
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{OwnedValue, Value};

const PATH: &str = "/org/freedesktop/portal/desktop";
const SPACE: &str = "org.freedesktop.appearance";
const KEY: &str = "color-scheme";
const DARK: u32 = 1;
const LIGHT: u32 = 2;

/// The part of a desktop's settings portal that is asked for.
struct Settings(u32);

#[zbus::interface(name = "org.freedesktop.portal.Settings")]
impl Settings {
    /// As in the portal's first version: the answer is wrapped once more.
    fn read(&self, space: &str, key: &str) -> zbus::fdo::Result<OwnedValue> {
        let value = Value::Value(Box::new(Value::U32(self.0)));
        match (space, key) {
            (SPACE, KEY) => Ok(OwnedValue::try_from(value).expect("a number")),
            _ => Err(zbus::fdo::Error::Failed("no such setting".into())),
        }
    }

    #[zbus(signal)]
    async fn setting_changed(
        emitter: &SignalEmitter<'_>,
        space: &str,
        key: &str,
        value: Value<'_>,
    ) -> zbus::Result<()>;
}

/// A session bus with the portal on it.
struct Bus {
    daemon: Child,
    address: String,
    portal: Connection,
}

impl Bus {
    fn start(setting: u32) -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon starts; 'make test' installs it");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().expect("a pipe"))
            .read_line(&mut address)
            .expect("an address");
        let address = address.trim().to_string();
        let portal = connection::Builder::address(address.as_str())
            .and_then(|bus| bus.name("org.freedesktop.portal.Desktop"))
            .and_then(|bus| bus.serve_at(PATH, Settings(setting)))
            .and_then(|bus| bus.build())
            .expect("a portal");
        Self {
            daemon,
            address,
            portal,
        }
    }

    fn change(&self, setting: u32) {
        let signal = (SPACE, KEY, Value::U32(setting));
        let interface = "org.freedesktop.portal.Settings";
        self.portal
            .emit_signal(None::<&str>, PATH, interface, "SettingChanged", &signal)
            .expect("a signal");
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Waits until the left panel has a colour.
fn wait_for_panel(desktop: &Desktop, colour: [u8; 3]) {
    let until = Instant::now() + Duration::from_secs(20);
    while desktop.screenshot(4, 4, 8, 4).find(colour).len() < 32 {
        assert!(Instant::now() < until, "the panel is never {colour:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_window_follows_the_desktop_unless_a_theme_was_chosen() {
    let (dark, light) = ([0x1e, 0x20, 0x24], [0xf7, 0xf8, 0xfa]);
    let bus = Bus::start(LIGHT);
    let on_bus = [("DBUS_SESSION_BUS_ADDRESS", bus.address.as_str())];
    let desktop = Desktop::start();
    let mut program = desktop.run(&[], &on_bus);
    wait_for_panel(&desktop, light);
    bus.change(DARK);
    wait_for_panel(&desktop, dark);
    bus.change(LIGHT);
    wait_for_panel(&desktop, light);
    // Following costs nothing while nothing changes.
    program.settle();
    assert_eq!(program.pictures_in(Duration::from_secs(1)), 0);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));

    let remembered = desktop.settings().join("remembered.toml");
    std::fs::write(remembered, "theme = \"dark\"\n").expect("what is remembered");
    let mut program = desktop.run(&[], &on_bus);
    program.settle();
    wait_for_panel(&desktop, dark);
    bus.change(LIGHT);
    program.pictures_in(Duration::from_millis(500));
    wait_for_panel(&desktop, dark);
}
