//! A Wayland desktop for a test: weston in the window of a virtual X server, whose keys and mouse it
//! passes on, and a second program on it that drags, copies and pastes.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Child;

use super::desktop::{self, Desktop, Program};
use super::folder::Folder;
use super::wait::{PATIENCE, look_for};
use super::{environment, tools};

/// What the compositor is told: no panel and no animations, so that windows are where they end up.
const SETTINGS: &str = "[core]\nidle-time=0\n\n\
                        [shell]\npanel-position=none\nlocking=false\nstartup-animation=none\n\
                        animation=none\nbackground-color=0xff008000\n";

/// What Rushes remembers: a window that fills the desktop, so that everything has its place.
const REMEMBERED: &str = "[window]\nmaximised = true\n";

const SOCKET: &str = "wayland-rushes";

/// A compositor that fills a virtual screen and lives as long as the test.
pub struct Weston {
    server: Child,
    pub screen: Desktop,
    /// In pixels.
    size: [u16; 2],
    folder: Folder,
}

impl Drop for Weston {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Weston {
    /// Starts it on a screen of so many points, each of `scale` × `scale` pixels. `None` where a test
    /// has to be skipped for want of weston or what [`Desktop::start`] needs.
    pub fn start(name: &str, [width, height]: [u16; 2], scale: u16) -> Option<Self> {
        if !tools::has("weston", "weston") {
            return None;
        }
        let screen = Desktop::of_size(width * scale, height * scale)?;
        let folder = Folder::new(name);
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&folder.0, private).expect("a folder of our own");
        let settings = folder.write("weston.ini", SETTINGS);
        let log = std::fs::File::create(folder.path("weston.log")).expect("a temporary file");
        let server = environment::command("weston")
            // Its other renderer, pixman, reads pictures where they were before their pool grew, and crashes: the frame
            // of a window lies in such a pool.
            .arg("--backend=x11-backend.so")
            .arg(format!("--config={settings}"))
            .arg(format!("--socket={SOCKET}"))
            .arg(format!("--width={width}"))
            .arg(format!("--height={height}"))
            .arg(format!("--scale={scale}"))
            .env("DISPLAY", &screen.display)
            .env("XDG_RUNTIME_DIR", &folder.0)
            .stdout(log.try_clone().expect("a file"))
            .stderr(log)
            .spawn()
            .expect("weston starts");
        let mut weston = Self { server, screen, size: [width * scale, height * scale], folder };
        let has_socket = look_for(PATIENCE, || {
            let is_over = weston.server.try_wait().expect("a child").is_some();
            let is_there = weston.socket().exists();
            (is_over || is_there).then_some(is_there)
        });
        let log = std::fs::read_to_string(weston.folder.path("weston.log"));
        assert_eq!(has_socket, Some(true), "weston has no socket: {log:?}");
        Some(weston)
    }

    /// Where programs find it.
    pub fn socket(&self) -> PathBuf {
        self.folder.0.join(SOCKET)
    }

    /// Ends the compositor, as one that crashes.
    pub fn end(&mut self) {
        self.server.kill().expect("a server");
        self.server.wait().expect("a server");
    }

    /// Starts the program in a window that fills the desktop, and waits for its first picture.
    pub fn run(&self, arguments: &[&Path]) -> Program {
        let config = self.folder.0.join("config");
        let own = config.join("rushes");
        std::fs::create_dir_all(&own).expect("a temporary folder");
        std::fs::write(own.join("remembered.toml"), REMEMBERED).expect("a temporary file");
        let mut command = desktop::program(arguments);
        command
            .env("WAYLAND_DISPLAY", self.socket())
            .env("XDG_RUNTIME_DIR", &self.folder.0)
            .env("XDG_CONFIG_HOME", &config)
            .env("XDG_STATE_HOME", &config);
        let mut program = Program::start(&mut command);
        // Weston adds up how far the mouse moves and stops it at the edges: from corner to corner it
        // comes to be where the server has it.
        let [width, height] = self.size.map(|size| size as i16);
        self.screen.point((width - 1, height - 1));
        self.screen.point((0, 0));
        program.settle();
        program
    }
}
