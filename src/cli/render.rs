//! `rushes render`: pictures without a window.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::terminal::{complain, print, shown};
use super::{Exit, Failure, bvh_positions, frames, help, one_file, rate, theme};
use crate::evaluate::Pose;
use crate::files::How;
use crate::render::{Headless, Picture, Renderer};
use crate::scene::{
    Bounds, Camera, DisplayStyle, DrawList, Figure, FigureStyle, Palette, Parts, Stage, View,
    root_offsets,
};
use crate::take::Take;

/// What the pictures are to look like.
struct Look {
    size: [u32; 2],
    view: Option<View>,
    palette: Palette,
    transparent: bool,
    boxes: bool,
    style: DisplayStyle,
}

pub(super) fn run(mut parser: lexopt::Parser) -> Result<Exit, Failure> {
    use lexopt::prelude::*;
    let mut files: Vec<PathBuf> = Vec::new();
    let mut how = How::default();
    let mut output: Option<PathBuf> = None;
    let (mut frame, mut list) = (None, None);
    let mut look = Look {
        size: [1280, 720],
        view: None,
        palette: Palette::DARK,
        transparent: false,
        boxes: false,
        style: DisplayStyle::Stick,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print(help::page("render"))?;
                return Ok(Exit::Done);
            }
            Short('o') | Long("output") => output = Some(parser.value()?.into()),
            Long("frame") => frame = Some(parser.value()?.string()?),
            Long("frames") => list = Some(parser.value()?.string()?),
            Long("size") => look.size = size(&parser.value()?.string()?)?,
            Long("view") => look.view = view(&parser.value()?.string()?)?,
            Long("theme") => look.palette = *theme(&mut parser)?.palette(),
            Long("transparent") => look.transparent = true,
            Long("style") => look.style = style(&parser.value()?.string()?)?,
            Long("boxes") => look.boxes = true,
            Value(path) => files.push(path.into()),
            Long("bvh-positions") => how.options.bvh_positions = bvh_positions(&mut parser)?,
            Long("skeleton") => how.skeleton = Some(parser.value()?.into()),
            Long("rate") => how.options.rate = Some(rate(&mut parser)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let file = one_file(files)?;
    let target = Target::of(output, frame.is_some(), list.is_some())?;
    let take = if file.as_os_str() == "builtin" {
        crate::files::builtin()
    } else {
        super::open(&file, &how)?
    };
    let count = take.motion.frame_count().max(1);
    let frames = match (&target, frame, list) {
        (Target::Picture(_), frame, _) => {
            vec![frames::single(frame.as_deref().unwrap_or("0"), count)?]
        }
        (Target::Folder(_), _, Some(list)) => frames::parse(&list, count)?,
        (Target::Folder(_), _, None) => (0..count).collect(),
    };
    draw(&take, &frames, &look, &target)
}

/// Where pictures go.
enum Target {
    Picture(PathBuf),
    Folder(PathBuf),
}

impl Target {
    fn of(output: Option<PathBuf>, one: bool, many: bool) -> Result<Self, Failure> {
        let wrong = |message: &str| Err(Failure::Arguments(message.to_string()));
        let Some(output) = output else {
            return wrong("no output is given; write -o OUT.png, or -o FOLDER/ for many pictures");
        };
        if one && many {
            return wrong("--frame is for one picture and --frames for a folder: give one of them");
        }
        let extension = output.extension().unwrap_or_default().to_ascii_lowercase();
        let ends_in_slash = output
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes());
        if (extension == "png" || crate::files::is_stream(&output)) && !ends_in_slash {
            if many {
                return wrong("--frames makes many pictures: give a folder, -o FOLDER/");
            }
            return Ok(Self::Picture(output));
        }
        if ends_in_slash || output.is_dir() {
            if one {
                return wrong("--frame makes one picture: give its name, -o OUT.png");
            }
            return Ok(Self::Folder(output));
        }
        wrong(&format!(
            "'{}' is no output; it is a picture, OUT.png, or a folder, FOLDER/",
            shown(&output)
        ))
    }

    fn path(&self, take: &Take, frame: usize) -> PathBuf {
        match self {
            Self::Picture(path) => path.clone(),
            Self::Folder(folder) => folder.join(format!("{}_{frame:05}.png", take.name)),
        }
    }
}

fn draw(take: &Take, frames: &[usize], look: &Look, target: &Target) -> Result<Exit, Failure> {
    let failed = |message: String| {
        complain(&message);
        Failure::File
    };
    let headless = Headless::new().map_err(|error| failed(error.to_string()))?;
    let gl = headless.gl();
    let mut renderer = Renderer::new(gl.clone()).map_err(|error| failed(error.to_string()))?;
    if let Target::Folder(folder) = target {
        std::fs::create_dir_all(folder)
            .map_err(|error| failed(format!("{}: {error}", shown(folder))))?;
    }
    let stage = Stage::of(take);
    let mut pose = Pose::default();
    let [width, height] = look.size;
    let aspect = width as f32 / height as f32;
    // One camera for all pictures, that has the figure in view on each of them.
    let mut bounds = Bounds::EMPTY;
    for &frame in frames {
        pose.evaluate(&take.skeleton, take.row(frame));
        bounds = bounds.union(stage.bounds_of(take, &pose, frame));
    }
    let mut camera = Camera::three_quarter_of(&stage, bounds, aspect);
    if let Some(view) = look.view {
        camera.look_from(view);
        camera.frame(bounds, aspect);
    }
    let parts = Parts::of(take);
    let colours = parts.colours_by_side(&look.palette);
    let hidden = root_offsets(&take.skeleton);
    let style = FigureStyle::for_view(height as f32, 1.0);
    let mut list = DrawList::new(look.palette);
    let progress = frames.len() > 1 && std::io::stderr().is_terminal();
    for (done, &frame) in frames.iter().enumerate() {
        if progress {
            eprint!("\r{} of {} pictures", done + 1, frames.len());
            let _ = std::io::stderr().flush();
        }
        pose.evaluate(&take.skeleton, take.row(frame));
        list.begin(&camera, aspect, look.palette);
        list.transparent = look.transparent;
        let figure = Figure {
            take,
            stage: &stage,
            pose: &pose,
            frame,
            parts: &parts,
            colours: &colours,
            hidden: &hidden,
            selected: &[],
            display: look.style,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: look.boxes,
            meshes: true,
        };
        figure.draw(&camera, style, height as f32, &mut list);
        figure.draw_relations(&camera, style, height as f32, &mut list);
        list.finish();
        let picture = Picture::draw(gl, &mut renderer, &list, look.size)
            .map_err(|error| failed(error.to_string()))?;
        save(&picture, &target.path(take, frame)).map_err(failed)?;
    }
    if progress {
        eprintln!();
    }
    renderer.free();
    Ok(Exit::Done)
}

fn save(picture: &Picture, path: &Path) -> Result<(), String> {
    crate::files::write(path, |out| picture.write_png(out))
        .map_err(|error| format!("{}: cannot be written: {error}", shown(path)))
}

fn size(word: &str) -> Result<[u32; 2], Failure> {
    let sides = word.split_once(['x', 'X', '×']).unwrap_or((word, word));
    let parsed = Some(sides).and_then(|(w, h)| {
        let size = [w.trim().parse().ok()?, h.trim().parse().ok()?];
        size.iter()
            .all(|side| (16..=16384).contains(side))
            .then_some(size)
    });
    parsed.ok_or_else(|| {
        Failure::Arguments(format!(
            "'{word}' is no size; write WIDTHxHEIGHT or one number, from 16 to 16384"
        ))
    })
}

fn view(word: &str) -> Result<Option<View>, Failure> {
    match word {
        "iso" => Ok(None),
        "front" => Ok(Some(View::Front)),
        "side" => Ok(Some(View::Right)),
        "top" => Ok(Some(View::Top)),
        _ => Err(Failure::Arguments(format!(
            "'{word}' is no view; it is one of iso, front, side, top"
        ))),
    }
}

fn style(word: &str) -> Result<DisplayStyle, Failure> {
    DisplayStyle::of_word(word).ok_or_else(|| {
        let words = DisplayStyle::ALL.map(DisplayStyle::word).join(", ");
        Failure::Arguments(format!("'{word}' is no style; it is one of {words}"))
    })
}
