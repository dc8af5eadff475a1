//! One picture off the screen, beside a bare loop that draws the same quads into as many pixels.

use std::cell::RefCell;

use glow::HasContext as _;
use rushes::render::{Headless, Picture, Renderer};
use rushes::scene::{Camera, DrawList, FigureStyle, Stage, StagedTake, ThemeColours};

use super::bare::{Bare, Quads};
use super::measure::{Aim, aim, in_turns, line};

const SIZE: [u32; 2] = [1280, 720];

pub fn run() {
    let headless = match Headless::new() {
        Ok(headless) => headless,
        Err(error) => return line("skipped", &error.to_string()),
    };
    let gl = headless.gl();
    let mut renderer = Renderer::new(gl.clone()).expect("shaders");
    let take = rushes::files::builtin();
    let mut staged = StagedTake::new(&take, Stage::new(&take), &ThemeColours::DARK);
    let aspect = SIZE[0] as f32 / SIZE[1] as f32;
    let (camera, _) = Camera::home(&staged.stage, aspect);
    let height = SIZE[1] as f32;
    let mut list = DrawList::new(ThemeColours::DARK);
    // SAFETY: the context of `headless` is current.
    let bare = unsafe { Target::new(gl) };
    let quads = RefCell::new(Quads::default());
    let mut frame = 0;
    let (full, bare) = in_turns(
        41,
        || {
            frame = (frame + 1) % take.motion.frame_count();
            list.begin(&camera, aspect, ThemeColours::DARK);
            let figure = staged.figure(frame);
            figure.draw(&camera, FigureStyle::for_view(height, 1.0), height, &mut list);
            list.finish();
            Picture::draw(gl, &mut renderer, &list, SIZE).expect("a picture");
            quads.replace(Quads::of(&list));
        },
        // SAFETY: the context of `headless`, which made the target, is current still.
        || unsafe { bare.draw(gl, &quads.borrow()) },
    );
    // SAFETY: the context of `headless` is current.
    let driver = unsafe { gl.get_parameter_string(glow::RENDERER) };
    let ratio = full.as_secs_f64() / bare.as_secs_f64();
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    line(
        "1280×720, read back",
        &format!(
            "{:>6.1} ms {ratio:>6.2} × the same quads bare ({:.1} ms) {}, {driver}",
            milliseconds(full),
            milliseconds(bare),
            aim(ratio, Aim::AtMost(2.0)),
        ),
    );
}

/// A bare loop's own target in memory, which is read back.
struct Target {
    bare: Bare,
    framebuffer: glow::Framebuffer,
    pixels: RefCell<Vec<u8>>,
}

impl Target {
    unsafe fn new(gl: &glow::Context) -> Self {
        // SAFETY: the caller's context is current, and makes all that it binds here.
        unsafe {
            let framebuffer = gl.create_framebuffer().expect("a target");
            let colour = gl.create_renderbuffer().expect("a buffer");
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(colour));
            let [width, height] = SIZE.map(|pixels| pixels as i32);
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, width, height);
            gl.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::RENDERBUFFER,
                Some(colour),
            );
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            Self {
                bare: Bare::new(gl),
                framebuffer,
                pixels: RefCell::new(vec![0; (SIZE[0] * SIZE[1] * 4) as usize]),
            }
        }
    }

    unsafe fn draw(&self, gl: &glow::Context, quads: &Quads) {
        // SAFETY: the context that made the target is current, and there are four bytes for each pixel that is read.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            self.bare.draw(gl, quads, SIZE);
            let [width, height] = SIZE.map(|pixels| pixels as i32);
            gl.read_pixels(
                0,
                0,
                width,
                height,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelPackData::Slice(Some(&mut self.pixels.borrow_mut())),
            );
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        }
    }
}
