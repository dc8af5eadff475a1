//! Text that a real input method composes: fcitx5 and its engine for Korean, by X11's protocol for that (XIM).

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode};
use x11rb::wrapper::ConnectionExt as _;

use crate::support::desktop::{Desktop, Program};
use crate::support::folder::Folder;
use crate::support::reviewing::{on_disk, takes};
use crate::support::wait::wait_until;
use crate::support::{environment, skip::skip, tools};

/// The engine is one of two, and not the one that keys go to at first.
const PROFILE: &str = "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=hangul\n\n\
    [Groups/0/Items/0]\nName=keyboard-us\nLayout=\n\n[Groups/0/Items/1]\nName=hangul\nLayout=\n\n\
    [GroupOrder]\n0=Default\n";
const CONTROL: u32 = 0xffe3;
const BACKSPACE: u32 = 0xff08;
const ESCAPE: u32 = 0xff1b;

/// fcitx5 on a display, until it is dropped.
struct InputMethod {
    server: Child,
    waker: Option<JoinHandle<()>>,
    /// The waker ends where it is gone.
    goes_on: Option<Sender<()>>,
}

impl InputMethod {
    /// Starts it, and waits until programs find it. `None` where the test has to be skipped for want of it.
    fn start(desktop: &Desktop, folder: &Folder) -> Option<Self> {
        const PACKAGES: &str = "fcitx5 fcitx5-hangul";
        if !tools::has("fcitx5", PACKAGES) {
            return None;
        }
        if !Path::new("/usr/share/fcitx5/addon/hangul.conf").exists() {
            skip("fcitx5's hangul", PACKAGES);
            return None;
        }
        let home = |name: &str| folder.path(&format!("input-method/{name}"));
        std::fs::create_dir_all(home("config/fcitx5/conf")).expect("a temporary folder");
        // What is being composed shows where it is written, and not in a window of the input method.
        for (name, text) in [("profile", PROFILE), ("conf/xim.conf", "UseOnTheSpot=True\n")] {
            std::fs::write(home(&format!("config/fcitx5/{name}")), text).expect("a temporary file");
        }
        let log = folder.path("fcitx5.log");
        let out = std::fs::File::create(&log).expect("a temporary file");
        let mut command = environment::command("fcitx5");
        command.args(["--disable=all", "--enable=xcb,xim,keyboard,hangul"]);
        for (name, value) in [
            ("HOME", home("")),
            ("XDG_CONFIG_HOME", home("config")),
            ("XDG_DATA_HOME", home("data")),
            ("XDG_CACHE_HOME", home("cache")),
            ("XDG_RUNTIME_DIR", home("")),
            ("DISPLAY", desktop.display().to_string()),
        ] {
            command.env(name, value);
        }
        command.env_remove("DBUS_SESSION_BUS_ADDRESS");
        let out = [out.try_clone().expect("a file"), out];
        let [stdout, stderr] = out.map(Stdio::from);
        let server = command.stdout(stdout).stderr(stderr).stdin(Stdio::null());
        let (goes_on, end) = channel();
        let input_method = Self {
            server: server.spawn().expect("fcitx5 starts"),
            waker: Some(wake(desktop.display(), end)),
            goes_on: Some(goes_on),
        };
        let reported = || std::fs::read_to_string(&log).unwrap_or_default();
        let is_ready =
            || reported().contains("Loaded addon hangul") && is_announced(desktop.display());
        wait_until("an input method", is_ready);
        Some(input_method)
    }
}

impl Drop for InputMethod {
    fn drop(&mut self) {
        self.goes_on = None;
        let _ = self.waker.take().map(JoinHandle::join);
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Whether the display's root says that there is an input method.
fn is_announced(display: &str) -> bool {
    let (x, screen) = x11rb::connect(Some(display)).expect("a connection");
    let atom = x.intern_atom(false, b"XIM_SERVERS").unwrap().reply().unwrap();
    let root = x.setup().roots[screen].root;
    let servers = x.get_property(false, root, atom.atom, AtomEnum::ATOM, 0, 64);
    servers.unwrap().reply().unwrap().length > 0
}

/// Changes a property of the root every now and then: fcitx5 5.0 may have read a program's first message before it went
/// to sleep, and does not look at it until it hears of something else.
fn wake(display: &str, end: Receiver<()>) -> JoinHandle<()> {
    let (x, screen) = x11rb::connect(Some(display)).expect("a connection");
    std::thread::spawn(move || {
        let root = x.setup().roots[screen].root;
        let atom = x.intern_atom(false, b"_RUSHES_TEST").unwrap().reply().unwrap().atom;
        let now_and_then = Duration::from_millis(50);
        while end.recv_timeout(now_and_then) == Err(RecvTimeoutError::Timeout) {
            // The display may be gone already.
            let _ = x.change_property8(PropMode::REPLACE, root, atom, AtomEnum::STRING, b"x");
            let _ = x.sync();
        }
    })
}

fn write(desktop: &Desktop, program: &mut Program, keys: &str, note: &str) {
    keys.bytes().for_each(|key| desktop.key(u32::from(key)));
    program.wait(note, |p| p["review"]["note"] == note);
}

#[test]
fn a_note_is_written_by_way_of_an_input_method() {
    let folder = Folder::new("input-method");
    let [file, _] = takes(&folder);
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let Some(_input_method) = InputMethod::start(&desktop, &folder) else {
        return;
    };
    let environment = [("XMODIFIERS", "@im=fcitx"), ("LC_ALL", "C.UTF-8")];
    let mut program = desktop.run(&[&file], &environment);
    program.wait("the take", |p| {
        p["takes"].as_array().map(Vec::len) == Some(1) && p["loading"] == false
    });
    let switch = || {
        desktop.hold(CONTROL, true);
        desktop.key(u32::from(' '));
        desktop.hold(CONTROL, false);
    };
    desktop.key(u32::from('m'));
    program.wait("a note", |p| p["review"]["note"] == "");
    switch();
    write(&desktop, &mut program, "gks", "한");
    // What is being composed is corrected as it is composed.
    desktop.key(BACKSPACE);
    program.wait("a letter less", |p| p["review"]["note"] == "하");
    write(&desktop, &mut program, "s ", "한 ");
    program.wait("a saved note", |p| p["review"]["is saved"] == true);
    assert_eq!(on_disk(&file).notes[0].text, "한 ");
    // Keys are letters, whether they are composed or not, and commands again behind the text.
    switch();
    write(&desktop, &mut program, "m l", "한 m l");
    let last = &program.last;
    assert_eq!((&last["review"]["notes"], &last["playing"]), (&1.into(), &false.into()));
    desktop.key(ESCAPE);
    desktop.key(u32::from(' '));
    program.wait("playing", |p| p["playing"] == true);
}
