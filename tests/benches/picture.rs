//! One picture off the screen, beside clearing as many pixels.

use glow::HasContext as _;
use rushes::evaluate::Pose;
use rushes::render::{Headless, Picture, Renderer};
use rushes::scene::{Camera, DisplayStyle, DrawList, Figure, FigureStyle, Palette, Parts, Stage};

use super::measure::{in_turns, line};

const SIZE: [u32; 2] = [1280, 720];

pub fn run() {
    let headless = match Headless::new() {
        Ok(headless) => headless,
        Err(error) => return line("skipped", &error.to_string()),
    };
    let gl = headless.gl();
    let mut renderer = Renderer::new(gl.clone()).expect("shaders");
    let take = rushes::files::builtin();
    let stage = Stage::of(&take);
    let parts = Parts::of(&take);
    let colours = parts.colours_by_side(&Palette::DARK);
    let hidden = vec![false; take.skeleton.nodes().len()];
    let aspect = SIZE[0] as f32 / SIZE[1] as f32;
    let (camera, _) = Camera::home(&stage, aspect);
    let height = SIZE[1] as f32;
    let mut list = DrawList::new(Palette::DARK);
    let mut empty = DrawList::new(Palette::DARK);
    empty.transparent = true;
    let mut pose = Pose::default();
    let mut renderer_of_nothing = Renderer::new(gl.clone()).expect("shaders");
    let mut frame = 0;
    let (full, bare) = in_turns(
        41,
        || {
            frame = (frame + 1) % take.motion.frame_count();
            pose.evaluate(&take.skeleton, take.row(frame));
            list.begin(&camera, aspect, Palette::DARK);
            let figure = Figure {
                take: &take,
                stage: &stage,
                pose: &pose,
                frame,
                parts: &parts,
                colours: &colours,
                hidden: &hidden,
                selected: &[],
                display: DisplayStyle::Stick,
                opacity: 1.0,
                tint: None,
                hollow: 0.0,
                boxes: false,
                meshes: true,
            };
            figure.draw(
                &camera,
                FigureStyle::for_view(height, 1.0),
                height,
                &mut list,
            );
            list.finish();
            Picture::draw(gl, &mut renderer, &list, SIZE).expect("a picture");
        },
        || {
            Picture::draw(gl, &mut renderer_of_nothing, &empty, SIZE).expect("a picture");
        },
    );
    // SAFETY: the context of `headless` is current.
    let driver = unsafe { gl.get_parameter_string(glow::RENDERER) };
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    line(
        "1280×720, read back",
        &format!(
            "{:>6.1} ms {:>6.0} a second {:>6.2} × an empty one ({:.1} ms), {driver}",
            milliseconds(full),
            1e3 / milliseconds(full),
            full.as_secs_f64() / bare.as_secs_f64(),
            milliseconds(bare),
        ),
    );
}
