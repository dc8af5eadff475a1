//! The real window under a virtual display: how soon it shows, how fast it plays, what it costs idle.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use glow::HasContext as _;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::{ContextAttributesBuilder, NotCurrentGlContext as _};
use glutin::display::{GetGlDisplay as _, GlDisplay as _};
use glutin::surface::GlSurface as _;
use glutin_winit::GlWindow as _;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::raw_window_handle::HasWindowHandle as _;
use winit::window::{Window, WindowId};

use super::desktop::Desktop;
use super::measure::{Aim, aim, line, median};

/// The argument with which this program opens an empty window instead of measuring.
pub const EMPTY: &str = "--empty-window";

pub fn run() {
    let file = std::env::temp_dir().join("rushes-bench.bvh");
    // As large as a long take of a studio: 3.4 MB.
    std::fs::write(&file, super::take::text(1540)).expect("a file");
    let desktop = Desktop::start();
    start(&desktop, &file);
    size();
    play(&desktop);
    idle(&desktop, &file);
    let _ = std::fs::remove_file(file);
    crowd(&desktop);
    memory(&desktop);
}

/// How large the program is, as it is shipped.
fn size() {
    let shipped = Path::new(env!("CARGO_BIN_EXE_rushes")).with_file_name("../dist/rushes");
    match std::fs::metadata(shipped) {
        Ok(about) => {
            let megabytes = about.len() as f64 / 1e6;
            let aim = aim(megabytes, Aim::AtMost(15.0));
            line(
                "the program, as shipped",
                &format!("{megabytes:>6.1} MB {aim}"),
            );
        }
        Err(_) => line("the program, as shipped", "skipped: 'make dist' builds it"),
    }
}

/// Files of one take under many names, which are gone when this is dropped.
struct Copies(PathBuf);

impl Copies {
    fn new(count: usize, frames: usize) -> Self {
        let folder = std::env::temp_dir().join("rushes-bench-copies");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let first = folder.join("0.bvh");
        std::fs::write(&first, super::take::text(frames)).expect("a file");
        for i in 1..count {
            std::fs::hard_link(&first, folder.join(format!("{i}.bvh"))).expect("a link");
        }
        Self(folder)
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many pictures a second come when one follows the other without a pause.
fn crowd(desktop: &Desktop) {
    for (figures, panels, follows, least) in [
        (1, false, false, 200.0),
        (1, false, true, 200.0),
        (100, false, false, 60.0),
        (100, false, true, 60.0),
        (100, true, true, 40.0),
    ] {
        let copies = Copies::new(figures, 600);
        let mut program = desktop.run(&[&copies.0], &[("RUSHES_TRACE", "hurry")]);
        program.wait("all takes", |picture| {
            let takes = picture["takes"].as_array();
            picture["loading"] == false && takes.is_some_and(|takes| takes.len() == figures)
        });
        if !panels {
            desktop.key(u32::from(b'h'));
        }
        if !follows {
            // The take walks, so that the camera follows it at first: the ground is new on each picture.
            desktop.key(u32::from(b't'));
        }
        desktop.key(0x20);
        program.wait("playing", |picture| picture["playing"] == true);
        program.pictures_in(Duration::from_secs(1));
        let pictures = program.pictures_in(Duration::from_secs(4)) as f64 / 4.0;
        let with = if panels { "all panels" } else { "no panels" };
        let camera = if follows { "follows" } else { "rests" };
        line(
            &format!("{figures} of 75 joints, {with}, camera {camera}"),
            &format!(
                "{pictures:>6.1} pictures a second {}",
                aim(pictures, Aim::AtLeast(least))
            ),
        );
    }
}

/// What many large takes need when all of them are open.
fn memory(desktop: &Desktop) {
    const TAKES: usize = 100;
    let copies = Copies::new(TAKES, 10_000);
    let mut program = desktop.run(&[&copies.0], &[]);
    program.wait("all takes", |picture| {
        let takes = picture["takes"].as_array();
        picture["loading"] == false && takes.is_some_and(|takes| takes.len() == TAKES)
    });
    let numbers = (TAKES * 10_000 * 228 * 4) as f64 / 1e6;
    let most = 1.2 * numbers + 250.0;
    let megabytes = program.memory() as f64 / 1e6;
    line(
        "100 takes of 2.3 million numbers",
        &format!(
            "{megabytes:>6.0} MB at most, {:.2} × their numbers {}",
            megabytes / numbers,
            aim(megabytes, Aim::AtMost(most.round())),
        ),
    );
}

/// From the start of the program to its first picture, beside an empty window of the same stack.
fn start(desktop: &Desktop, file: &Path) {
    let (mut ours, mut empty) = (Vec::new(), Vec::new());
    for round in 0..8 {
        let began = Instant::now();
        let program = desktop.run(&[file], &[]);
        // Without the first round, which fills the driver's cache of shaders.
        if round > 0 {
            ours.push(program.first_picture.duration_since(began).as_secs_f64() * 1e3);
        }
        drop(program);
        let began = Instant::now();
        let status = Command::new(std::env::current_exe().expect("a path"))
            .arg(EMPTY)
            .env("DISPLAY", desktop.display())
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("an empty window");
        assert!(status.status.success(), "{status:?}");
        if round > 0 {
            // It ends as soon as its picture is shown.
            empty.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    let (ours, empty) = (median(ours), median(empty));
    line(
        "first picture of a 3.4 MB take",
        &format!(
            "{ours:>6.0} ms {:>6.0} ms more than an empty window ({empty:.0} ms) {}",
            ours - empty,
            aim(ours - empty, Aim::AtMost(60.0)),
        ),
    );
}

fn play(desktop: &Desktop) {
    let mut program = desktop.run(&[], &[]);
    program.settle();
    desktop.key(0x20);
    program.wait("playing", |picture| picture["playing"] == true);
    program.pictures_in(Duration::from_secs(1));
    let before = program.processor_seconds();
    let pictures = program.pictures_in(Duration::from_secs(5));
    let used = program.processor_seconds() - before;
    line(
        "playing the built-in take",
        &format!(
            "{:>6.1} pictures a second, {:.0} % of one processor",
            pictures as f64 / 5.0,
            used / 5.0 * 100.0
        ),
    );
}

fn idle(desktop: &Desktop, file: &Path) {
    let mut program = desktop.run(&[file], &[]);
    desktop.point(600, 300);
    program.settle();
    let before = program.processor_seconds();
    let pictures = program.pictures_in(Duration::from_secs(10));
    let used = program.processor_seconds() - before;
    line(
        "paused for 10 s",
        &format!(
            "{:>6.2} % of one processor, {pictures} pictures",
            used * 10.0
        ),
    );
}

/// Opens a window of the same libraries, clears it, shows it and ends.
pub fn empty() {
    struct Empty;
    impl ApplicationHandler for Empty {
        fn resumed(&mut self, event_loop: &ActiveEventLoop) {
            let attributes = Window::default_attributes()
                .with_inner_size(winit::dpi::LogicalSize::new(1280.0, 720.0));
            let (window, config) = glutin_winit::DisplayBuilder::new()
                .with_window_attributes(Some(attributes))
                .build(event_loop, ConfigTemplateBuilder::new(), |mut configs| {
                    configs.next().expect("a configuration")
                })
                .expect("a display");
            let window = window.expect("a window");
            let handle = window.window_handle().expect("a handle").as_raw();
            let attributes = ContextAttributesBuilder::new().build(Some(handle));
            let display = config.display();
            let surface = window
                .build_surface_attributes(Default::default())
                .expect("attributes");
            // SAFETY: the window lives until the end of this function, after context and surface.
            unsafe {
                let context = display
                    .create_context(&config, &attributes)
                    .expect("a context");
                let surface = display
                    .create_window_surface(&config, &surface)
                    .expect("a surface");
                let context = context.make_current(&surface).expect("a current context");
                let interval = glutin::surface::SwapInterval::Wait(NonZeroU32::MIN);
                let _ = surface.set_swap_interval(&context, interval);
                let gl =
                    glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name));
                gl.clear_color(0.1, 0.1, 0.1, 1.0);
                gl.clear(glow::COLOR_BUFFER_BIT);
                surface.swap_buffers(&context).expect("a picture");
            }
            event_loop.exit();
        }

        fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
    }
    let event_loop = EventLoop::new().expect("a display");
    event_loop.run_app(&mut Empty).expect("a window");
}
