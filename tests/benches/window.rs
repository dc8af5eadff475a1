//! The real window under a virtual display: how soon it shows, how fast it plays, what it costs idle.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use super::support::app::App;
use glow::HasContext as _;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::{ContextAttributesBuilder, NotCurrentGlContext as _};
use glutin::display::{GetGlDisplay as _, GlDisplay as _};
use glutin::surface::GlSurface as _;
use glutin_winit::GlWindow as _;
use rushes::app::{CameraCommand, FilesCommand, PlaybackCommand, SceneBuffers};
use rushes::scene::ThemeColours;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::raw_window_handle::HasWindowHandle as _;
use winit::window::{Window, WindowId};

use super::bare::{self, Quads};
use super::measure::{Aim, aim, line, median};
use super::support::desktop::{Desktop, Program};
use super::support::environment;

/// The argument with which this program opens a window of the same libraries instead of measuring:
/// an empty one that ends with its first picture or, with a file of [`Quads`], one that draws them for
/// [`BARE_SECONDS`].
pub const BARE: &str = "--bare-window";

/// How long quads are drawn, after a second that is not counted.
const BARE_SECONDS: f64 = 2.0;

/// Pixels of a window.
pub const SIZE: [u32; 2] = [1280, 720];

pub fn run() {
    let file = std::env::temp_dir().join("rushes-bench.bvh");
    // As large as a long take of a studio: 3.4 MB.
    std::fs::write(&file, super::take::text(1540)).expect("a file");
    let Some(desktop) = Desktop::start() else {
        return;
    };
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
            let aim = aim(megabytes, Aim::AtMost(18.0));
            line("the program, as shipped", &format!("{megabytes:>6.1} MB {aim}"));
        }
        Err(_) => line("the program, as shipped", "skipped: 'make dist' builds it"),
    }
}

/// Files of one take under many names, which are gone when this is dropped.
pub struct Copies(pub PathBuf);

impl Copies {
    fn new(count: usize, frames: usize) -> Self {
        Self::of(count, &super::take::text(frames))
    }

    pub fn of(count: usize, text: &str) -> Self {
        let folder = std::env::temp_dir().join("rushes-bench-copies");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let first = folder.join("0.bvh");
        std::fs::write(&first, text).expect("a file");
        for i in 1..count {
            std::fs::hard_link(&first, folder.join(format!("{i}.bvh"))).expect("a link");
        }
        Self(folder)
    }

    /// Their files, in the order of their numbers.
    pub fn files(&self) -> Vec<PathBuf> {
        rushes::files::expand(std::slice::from_ref(&self.0))
    }

    /// Opens all of them together.
    pub fn open(&self, desktop: &Desktop, environment: &[(&str, &str)]) -> Program {
        let files = self.files();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        desktop.run(&files, environment)
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many pictures a second come when one follows the other without a pause, beside a bare loop
/// that draws the same quads into a window of the same size.
fn crowd(desktop: &Desktop) {
    for (figures, panels, follows, least) in [
        (1, false, false, 0.4),
        (1, false, true, 0.2),
        (100, false, false, 0.5),
        (100, false, true, 0.4),
        (100, true, true, 0.3),
    ] {
        let copies = Copies::new(figures, 600);
        let quads = copies.0.with_extension("quads");
        std::fs::write(&quads, pictures(copies.files(), follows)).expect("a file");
        let bare_before = bare_pictures(desktop, &quads);
        let mut program = copies.open(desktop, &[("RUSHES_TRACE", "hurry")]);
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
        drop(program);
        let bare = f64::midpoint(bare_before, bare_pictures(desktop, &quads));
        let _ = std::fs::remove_file(quads);
        let with = if panels { "all panels" } else { "no panels" };
        let camera = if follows { "follows" } else { "rests" };
        let ratio = pictures / bare;
        line(
            &format!("{figures} of 75 joints, {with}, camera {camera}"),
            &format!(
                "{pictures:>6.1} pictures a second {ratio:>6.2} × the same quads bare ({bare:.1}) {}",
                aim(ratio, Aim::AtLeast(least))
            ),
        );
    }
}

/// The quads of some pictures of takes while they play, as a window lists them.
fn pictures(takes: Vec<PathBuf>, follows: bool) -> Vec<u8> {
    let mut state = App::default();
    state.apply(FilesCommand::Open(takes));
    if state.view.follows() != follows {
        state.apply(CameraCommand::ToggleFollow);
    }
    state.apply(PlaybackCommand::Toggle);
    let mut sheet = SceneBuffers::new(ThemeColours::DARK);
    let mut file = Vec::new();
    for _ in 0..20 {
        state.tick(1.0 / 60.0);
        state.prepare();
        state.draw(SIZE[1] as f32, 1.0, &mut sheet);
        Quads::of(&sheet.list).push(&mut file);
    }
    file
}

/// How many pictures of a file a bare loop draws in a second.
fn bare_pictures(desktop: &Desktop, quads: &Path) -> f64 {
    let output = own_window(desktop, &[quads]);
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().expect("a number")
}

/// This program with a window instead of measurements.
fn own_window(desktop: &Desktop, arguments: &[&Path]) -> Output {
    // As the program is started that it stands beside.
    let mut process = environment::command(std::env::current_exe().expect("a path"));
    process.arg(BARE).args(arguments).env("DISPLAY", desktop.display());
    let output = process.output().expect("a window");
    assert!(output.status.success(), "{output:?}");
    output
}

/// What many large takes need when all of them are open.
fn memory(desktop: &Desktop) {
    const TAKES: usize = 100;
    let copies = Copies::new(TAKES, 10_000);
    let mut program = copies.open(desktop, &[]);
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
        own_window(desktop, &[]);
        if round > 0 {
            // It ends as soon as its picture is shown.
            empty.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    let (ours, empty) = (median(ours), median(empty));
    let ratio = ours / empty;
    line(
        "first picture of a 3.4 MB take",
        &format!(
            "{ours:>6.0} ms {ratio:>6.2} × an empty window ({empty:.0} ms) {}",
            aim(ratio, Aim::AtMost(2.0)),
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
    desktop.point((600, 300));
    program.settle();
    let before = program.processor_seconds();
    let pictures = program.pictures_in(Duration::from_secs(10));
    let used = program.processor_seconds() - before;
    line(
        "paused for 10 s",
        &format!("{:>6.2} % of one processor, {pictures} pictures", used * 10.0),
    );
}

/// Opens a window of the same libraries and draws the quads of a file into it, or nothing once.
pub fn bare(file: Option<&str>) {
    struct Bare(Option<Vec<Quads>>);
    impl ApplicationHandler for Bare {
        fn resumed(&mut self, event_loop: &ActiveEventLoop) {
            let attributes = Window::default_attributes()
                .with_inner_size(winit::dpi::PhysicalSize::new(SIZE[0], SIZE[1]));
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
            let surface = window.build_surface_attributes(Default::default()).expect("attributes");
            // SAFETY: the window lives until the end of this function, after context and surface.
            unsafe {
                let context = display.create_context(&config, &attributes).expect("a context");
                let surface = display.create_window_surface(&config, &surface).expect("a surface");
                let context = context.make_current(&surface).expect("a current context");
                let interval = glutin::surface::SwapInterval::Wait(NonZeroU32::MIN);
                let _ = surface.set_swap_interval(&context, interval);
                let gl =
                    glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name));
                let Some(pictures) = &self.0 else {
                    gl.clear_color(0.1, 0.1, 0.1, 1.0);
                    gl.clear(glow::COLOR_BUFFER_BIT);
                    surface.swap_buffers(&context).expect("a picture");
                    return event_loop.exit();
                };
                let loops = bare::Bare::new(&gl);
                let mut count = 0;
                let mut began = Instant::now();
                let mut is_warm = false;
                for quads in pictures.iter().cycle() {
                    loops.draw(&gl, quads, SIZE);
                    surface.swap_buffers(&context).expect("a picture");
                    count += 1;
                    let seconds = began.elapsed().as_secs_f64();
                    if !is_warm && seconds > 1.0 {
                        (is_warm, count, began) = (true, 0, Instant::now());
                    } else if is_warm && seconds > BARE_SECONDS {
                        println!("{}", f64::from(count) / seconds);
                        break;
                    }
                }
            }
            event_loop.exit();
        }

        fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
    }
    let event_loop = EventLoop::new().expect("a display");
    let quads = file.map(|file| Quads::all(&std::fs::read(file).expect("a file")));
    event_loop.run_app(&mut Bare(quads)).expect("a window");
}
