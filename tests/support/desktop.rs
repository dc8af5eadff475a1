//! A display of its own for a test: a virtual X server, the real program on it, keys, mouse, file
//! drops and screenshots.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::folder::Folder;
use super::wait::{PATIENCE, look_for, wait_for, wait_until};
use super::{environment, tools, wine};
use serde_json::Value;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, EventMask, ImageFormat, InputFocus, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// A virtual X server that lives as long as the test.
pub struct Desktop {
    server: Child,
    /// The server's name, `:7` or the like.
    pub display: String,
    x: RustConnection,
    root: Window,
    /// Where programs on this display keep their settings.
    config: Folder,
    /// The Windows that they run on, where that is what is tested.
    pub windows: Option<wine::Windows>,
}

impl Drop for Desktop {
    fn drop(&mut self) {
        self.windows = None;
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Whether a thread of a program runs, or would if there were a processor for it.
fn has_work(program: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{program}/task"));
    threads.into_iter().flatten().flatten().any(|thread| {
        let text = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // Its state is behind the name, which is in brackets.
        text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D']))
    })
}

/// Whether a program is writing a file into a folder that has no name there yet.
pub fn is_writing(program: u32, folder: &Path) -> bool {
    let open = std::fs::read_dir(format!("/proc/{program}/fd"));
    let mut open = open.into_iter().flatten().flatten();
    open.any(|file| {
        let target = std::fs::read_link(file.path()).unwrap_or_default();
        target.starts_with(folder) && target.to_string_lossy().ends_with(" (deleted)")
    })
}

/// A picture of the screen or of a part of it, as red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Screenshot {
    pub width: usize,
    pub pixels: Vec<[u8; 3]>,
}

impl Screenshot {
    /// The places of all pixels that are nearly this colour.
    pub fn find(&self, colour: [u8; 3]) -> Vec<(usize, usize)> {
        let close = |pixel: &[u8; 3]| {
            let differences = pixel.iter().zip(colour).map(|(&a, b)| a.abs_diff(b));
            differences.max() < Some(14)
        };
        let places = self.pixels.iter().enumerate();
        places
            .filter(|(_, pixel)| close(pixel))
            .map(|(i, _)| (i % self.width, i / self.width))
            .collect()
    }

    /// The mean place of all pixels that are nearly this colour.
    pub fn centre_of(&self, colour: [u8; 3]) -> (f64, f64) {
        let places = self.find(colour);
        assert!(!places.is_empty(), "no pixel is {colour:?}");
        let count = places.len() as f64;
        let sum = |part: fn(&(usize, usize)) -> usize| {
            places.iter().map(|place| part(place) as f64).sum::<f64>() / count
        };
        (sum(|p| p.0), sum(|p| p.1))
    }
}

impl Desktop {
    /// Starts a server on a display that is free. `None` where a test has to be skipped for want of
    /// Xvfb or OpenGL.
    pub fn start() -> Option<Self> {
        Self::of_size(1280, 720)
    }

    /// As [`Self::start`], with a screen of so many pixels.
    pub fn of_size(width: u16, height: u16) -> Option<Self> {
        if !tools::has("Xvfb", "xvfb") || !tools::has_opengl() {
            return None;
        }
        // Wine leaves room for a frame, though nobody draws it.
        let frame = if wine::program().is_some() { 64 } else { 0 };
        let (width, height) = (width + frame, height + frame);
        let mut server = environment::command("Xvfb")
            .args(["-displayfd", "1", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .args(["-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let mut out = BufReader::new(server.stdout.take().expect("a pipe"));
        out.read_line(&mut number).expect("a display number");
        let display = format!(":{}", number.trim());
        let (x, screen) = x11rb::connect(Some(&display)).expect("a connection to Xvfb");
        let root = x.setup().roots[screen].root;
        let config = Folder::new("config");
        Some(Self { windows: wine::Windows::new(&config.0), config, server, display, x, root })
    }

    /// Starts the program on this display, waits for its first picture, and gives it the keys.
    pub fn run(&self, arguments: &[&Path], environment: &[(&str, &str)]) -> Program {
        let program = Program::start(&mut self.command(arguments, environment));
        self.focus();
        program
    }

    /// The program on the display that its environment says, this one if it says nothing.
    pub fn command(&self, arguments: &[&Path], environment: &[(&str, &str)]) -> Command {
        let mut command = program(arguments);
        command
            .env("DISPLAY", &self.display)
            .env("XDG_CONFIG_HOME", &self.config.0)
            .env("XDG_STATE_HOME", &self.config.0)
            .envs(self.windows.iter().map(|windows| ("WINEPREFIX", &windows.prefix)))
            .envs(environment.iter().copied());
        command
    }

    /// The folder in which programs on this display keep their settings.
    pub fn settings(&self) -> PathBuf {
        self.config.0.join("rushes")
    }

    /// Gives the window another size, as its frame does.
    pub fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.x.configure_window(self.window(), &size).unwrap();
        self.sync();
    }

    /// The size of the window.
    pub fn size(&self) -> [u16; 2] {
        let place = self.x.get_geometry(self.window()).unwrap().reply().unwrap();
        [place.width, place.height]
    }

    /// Does something, and tells whether the window asked to fill the screen, or no longer to.
    pub fn asks_for_full_screen(&self, doing: impl FnOnce()) -> bool {
        let state = self.atom("_NET_WM_STATE");
        let full = self.atom("_NET_WM_STATE_FULLSCREEN");
        self.hears(doing, |event| {
            event.type_ == state && event.data.as_data32()[1..3].contains(&full)
        })
    }

    /// Does something, and tells whether the window asked to come to the front as of a time, and then
    /// told of the end of a startup.
    pub fn asks_for_the_front(&self, doing: impl FnOnce(), time: u32, startup: &str) -> bool {
        let front = self.atom("_NET_ACTIVE_WINDOW");
        let begin = self.atom("_NET_STARTUP_INFO_BEGIN");
        let more = self.atom("_NET_STARTUP_INFO");
        let window = self.window();
        let mut came = false;
        let mut reported = Vec::new();
        self.hears(doing, |event| {
            came |= event.type_ == front
                && event.window == window
                && event.data.as_data32()[..2] == [1, time];
            if came && (event.type_ == begin || event.type_ == more) {
                reported.extend(event.data.as_data8());
            }
            let text = reported.split(|&byte| byte == 0).next();
            reported.contains(&0) && text == Some(startup.as_bytes())
        })
    }

    /// Does something, and tells whether a message to the window manager comes of it.
    fn hears(&self, doing: impl FnOnce(), mut is: impl FnMut(&ClientMessageEvent) -> bool) -> bool {
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let watching = ChangeWindowAttributesAux::new().event_mask(mask);
        self.x.change_window_attributes(self.root, &watching).unwrap();
        self.sync();
        doing();
        let heard = look_for(Duration::from_secs(10), || {
            while let Some(event) = self.x.poll_for_event().unwrap() {
                if matches!(event, Event::ClientMessage(event) if is(&event)) {
                    return Some(());
                }
            }
            None
        });
        heard.is_some()
    }

    /// What the window says of itself in one of its properties.
    pub fn property(&self, name: &str) -> Vec<u8> {
        let property = self.atom(name);
        let cookie =
            self.x.get_property(false, self.window(), property, AtomEnum::ANY, 0, u32::MAX / 4);
        cookie.unwrap().reply().unwrap().value
    }

    /// The display's name, for programs that are started otherwise.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The program's window: the only one with a title on this display.
    pub(super) fn window(&self) -> Window {
        wait_for("a window that is called Rushes", || self.find_window())
    }

    fn find_window(&self) -> Option<Window> {
        self.windows().first().map(|(window, _)| *window)
    }

    /// The program's windows on this display, with their titles.
    fn windows(&self) -> Vec<(Window, String)> {
        let tree = self.x.query_tree(self.root).unwrap().reply().unwrap();
        let titled = tree.children.into_iter().filter_map(|window| {
            let name = self.x.get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 64);
            // It may have gone meanwhile.
            let name = name.unwrap().reply().ok()?;
            let title = String::from_utf8_lossy(&name.value).into_owned();
            title.contains("Rushes").then_some((window, title))
        });
        titled.collect()
    }

    /// Waits until the program's windows have these beginnings of titles, in any order.
    pub fn wait_for_titles(&self, expected: &[&str]) {
        let mut titles: Vec<String> = Vec::new();
        let found = look_for(PATIENCE, || {
            titles = self.windows().into_iter().map(|(_, title)| title).collect();
            titles.sort();
            let mut pairs = titles.iter().zip(expected);
            let are_expected = pairs.all(|(title, expected)| title.starts_with(expected));
            (titles.len() == expected.len() && are_expected).then_some(())
        });
        assert!(found.is_some(), "{titles:?}, not {expected:?}");
    }

    /// Whether the program's window is on this display.
    pub fn has_window(&self) -> bool {
        self.find_window().is_some()
    }

    /// Gives the window the keys.
    pub fn focus(&self) {
        let window = self.window();
        // A window can only take the focus once it is mapped.
        wait_until("a window that takes the keys", || {
            let focus = self.x.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME);
            focus.unwrap().check().is_ok()
        });
    }

    /// Presses and releases a key, by its X keysym: letters are their own.
    pub fn key(&self, keysym: u32) {
        self.hold(keysym, true);
        self.hold(keysym, false);
    }

    /// Presses a key, or lets it go.
    pub fn hold(&self, keysym: u32, down: bool) {
        let setup = self.x.setup();
        let (low, high) = (setup.min_keycode, setup.max_keycode);
        let count = high - low + 1;
        let map = self.x.get_keyboard_mapping(low, count).unwrap().reply().unwrap();
        let width = usize::from(map.keysyms_per_keycode);
        let at = map
            .keysyms
            .chunks(width)
            .position(|symbols| symbols[0] == keysym)
            .unwrap_or_else(|| panic!("no key gives {keysym:#x}"));
        self.fake(if down { 2 } else { 3 }, low + at as u8);
    }

    /// Where the window's upper left corner is on the screen.
    fn corner(&self) -> (i16, i16) {
        if self.windows.is_none() {
            return (0, 0);
        }
        let at = self.x.translate_coordinates(self.window(), self.root, 0, 0);
        let at = at.unwrap().reply().unwrap();
        (at.dst_x, at.dst_y)
    }

    /// Moves the pointer to a place in the window.
    pub fn point(&self, (x, y): (i16, i16)) {
        let corner = self.corner();
        let (x, y) = (corner.0 + x, corner.1 + y);
        self.x.xtest_fake_input(6, 0, 0, self.root, x, y, 0).unwrap();
        self.sync();
    }

    /// Moves the pointer as a hand does: in steps that take time.
    pub fn drag(&self, from: (i16, i16), to: (i16, i16)) {
        for step in 0..=10 {
            let at = |from: i16, to: i16| from + (to - from) * step / 10;
            self.point((at(from.0, to.0), at(from.1, to.1)));
            // It stands for the hand.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a button of the mouse (1 left, 2 middle, 3 right), or lets it go.
    pub fn button(&self, button: u8, down: bool) {
        self.fake(if down { 4 } else { 5 }, button);
    }

    /// A click where the pointer is; 4 and 5 are the wheel.
    pub fn click(&self, button: u8) {
        self.button(button, true);
        self.button(button, false);
    }

    fn fake(&self, kind: u8, detail: u8) {
        self.x.xtest_fake_input(kind, detail, 0, self.root, 0, 0, 0).unwrap();
        self.sync();
    }

    fn sync(&self) {
        self.x.sync().unwrap();
    }

    /// A picture of a part of the window.
    pub fn screenshot(&self, x: i16, y: i16, width: u16, height: u16) -> Screenshot {
        let corner = self.corner();
        let (x, y) = (corner.0 + x, corner.1 + y);
        let image = self
            .x
            .get_image(ImageFormat::Z_PIXMAP, self.root, x, y, width, height, !0)
            .unwrap()
            .reply()
            .unwrap();
        let width = usize::from(width);
        let size = image.data.len() / (width * usize::from(height));
        assert!(size >= 3, "a true-colour screen");
        Screenshot {
            width,
            pixels: image.data.chunks_exact(size).map(|bgr| [bgr[2], bgr[1], bgr[0]]).collect(),
        }
    }

    fn atom(&self, name: &str) -> Atom {
        let cookie = self.x.intern_atom(false, name.as_bytes()).unwrap();
        cookie.reply().unwrap().atom
    }

    /// Takes the window's connection away, as 'xkill' does.
    pub fn kill_window(&self) {
        self.x.kill_client(self.window()).unwrap();
        self.sync();
    }

    /// Takes the window away, as 'xdotool windowclose' does.
    pub fn destroy_window(&self) {
        self.x.destroy_window(self.window()).unwrap();
        self.sync();
    }

    /// Ends the server, as a display goes away.
    pub fn end_server(&mut self) {
        self.server.kill().expect("a server");
        self.server.wait().expect("a server");
    }

    /// Asks the window to close, as the cross in its corner does.
    pub fn close(&self) {
        let target = self.window();
        let protocols = self.atom("WM_PROTOCOLS");
        let data = [self.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        let event = ClientMessageEvent::new(32, target, protocols, data);
        self.x.send_event(false, target, EventMask::NO_EVENT, event).unwrap();
        self.sync();
    }
}

/// The program, on no display yet, as one that says of each picture that it shows what is on it.
pub fn program(arguments: &[&Path]) -> Command {
    let mut command = wine::program().unwrap_or_else(super::program::program);
    environment::without_desktop(&mut command);
    command.args(arguments).env("LIBGL_ALWAYS_SOFTWARE", "1").env("RUSHES_TRACE", "1");
    command
}

/// The real program, and what it says of each picture that it shows.
pub struct Program {
    child: Child,
    pictures: Receiver<Value>,
    /// Reads what the program prints to its end; what was no picture.
    reader: Option<JoinHandle<Vec<String>>>,
    /// The picture told of last.
    pub last: Value,
    /// When the first picture had shown.
    pub first_picture: Instant,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// Starts the program and waits for its first picture.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let (send, pictures) = channel();
        let err = BufReader::new(child.stderr.take().expect("a pipe"));
        let reader = std::thread::spawn(move || {
            let mut reported = Vec::new();
            for line in err.lines().map_while(Result::ok) {
                match serde_json::from_str(&line) {
                    Ok(picture) => drop(send.send(picture)),
                    Err(_) => {
                        eprintln!("{line}");
                        reported.push(line);
                    }
                }
            }
            reported
        });
        let mut program = Self {
            child,
            pictures,
            reader: Some(reader),
            last: Value::Null,
            first_picture: Instant::now(),
        };
        program.wait("a first picture", |_| true);
        program.first_picture = Instant::now();
        program
    }

    /// Waits for a picture of which something holds.
    pub fn wait(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> &Value {
        let until = Instant::now() + PATIENCE;
        if !self.last.is_null() && holds(&self.last) {
            return &self.last;
        }
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.pictures.recv_timeout(left) {
                Ok(picture) => self.last = picture,
                Err(_) => panic!("waited for {what}; the last picture was {}", self.last),
            }
            if holds(&self.last) {
                return &self.last;
            }
        }
    }

    /// Waits for a frame to show.
    pub fn wait_for_frame(&mut self, frame: u64) {
        self.wait(&format!("frame {frame}"), |p| p["frame"] == frame);
    }

    /// Waits until no picture has been shown for a while in which the program had nothing left to do: beside others, it may
    /// wait that long for a processor.
    pub fn settle(&mut self) {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.pictures.recv_timeout(Duration::from_millis(400)) {
                Ok(picture) => self.last = picture,
                Err(RecvTimeoutError::Timeout) if has_work(self.child.id()) => {}
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the program is gone"),
            }
            assert!(Instant::now() < until, "pictures never stop");
        }
    }

    /// Looks at the pictures that have shown meanwhile.
    pub fn take_pictures(&mut self, mut look: impl FnMut(&Value)) {
        while let Ok(picture) = self.pictures.try_recv() {
            look(&picture);
            self.last = picture;
        }
    }

    /// How many pictures are shown in a stretch of time.
    pub fn pictures_in(&mut self, time: Duration) -> usize {
        let until = Instant::now() + time;
        let mut count = 0;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.pictures.recv_timeout(left) {
                Ok(picture) => {
                    self.last = picture;
                    count += 1;
                }
                Err(_) => return count,
            }
        }
    }

    /// The number by which the system knows the program.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Seconds of processor time used so far, by all threads.
    pub fn processor_seconds(&self) -> f64 {
        let path = format!("/proc/{}/stat", self.child.id());
        let text = std::fs::read_to_string(path).expect("the program runs");
        // The name, in brackets, may hold blanks: the numbers begin behind it.
        let numbers = text.rsplit_once(')').expect("a name").1;
        let ticks: u64 = numbers
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|number| number.parse::<u64>().expect("a number"))
            .sum();
        ticks as f64 / 100.0
    }

    /// The most bytes of memory that the program has had at once.
    pub fn memory(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).expect("the program runs");
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.split_whitespace().next());
        kilobytes.and_then(|n| n.parse::<usize>().ok()).expect("a number") * 1024
    }

    /// Waits for the end of the program; its exit code.
    pub fn exit_code(mut self) -> Option<i32> {
        exit_code(&mut self.child)
    }

    /// Sends it a signal, by the name that 'kill' has for it.
    pub fn signal(&self, name: &str) {
        signal(self.child.id(), name);
    }

    /// Waits for the end of the program; how it ended, and what it had printed beside its pictures.
    pub fn end(mut self) -> (ExitStatus, Vec<String>) {
        let _ = exit_code(&mut self.child);
        let status = self.child.wait().expect("a child");
        let reader = self.reader.take().expect("nobody took it before");
        (status, reader.join().expect("a thread"))
    }
}

/// Sends a process a signal, by the name that shells have for it.
pub fn signal(process: u32, name: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("kill -{name} {process}")]);
    assert!(shell.status().expect("a shell").success());
}

/// Waits for the end of a program, which ends now if it does not by itself; its exit code.
pub fn exit_code(child: &mut Child) -> Option<i32> {
    if let Some(status) = look_for(PATIENCE, || child.try_wait().expect("a child")) {
        return status.code();
    }
    let _ = child.kill();
    let _ = child.wait();
    panic!("the program does not end");
}
