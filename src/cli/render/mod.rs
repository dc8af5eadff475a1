//! `rushes render`: renders frames of a take as PNG images or as a film, without a window.

mod film;

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use film::FilmFormat;

use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{Frame, FrameList, chosen};
use super::options::{AttachOptions, Messages, ReadOptions, Reader, one_of, or_print};
use super::terminal::{Progress, print_error, shown};
use crate::files::Attach;
use crate::render::{FilmRate, Offscreen, Picture};
use crate::scene::{
    Camera, DisplayStyle, DrawList, Figure, FigureStyle, ObjectPlacement, Stage, StagedTake, Theme,
    View,
};
use crate::take::{NodeId, Object, Take};

const NOTES: &str = "\
Neither a window nor a display is needed. One camera serves all pictures of a run, and has the figure \
in view on each of them.

A film plays at the take's rate, which is halved until programs play it (at most 50 pictures a second in GIF, \
else 60), or at --fps: then each picture shows the frame that is there by its time. GIF and APNG need no other \
program; MP4, WebM and MOV are written by ffmpeg, which has to be installed. APNG, WebM and MOV keep opacity with \
--transparent, GIF only whether a pixel is drawn.

Examples:
  rushes render walk.bvh -o walk.png --frame 120
  rushes render walk.bvh -o frames/ --frames 0-99 --size 640x360 --view side
  rushes render walk.bvh -o frames/walk.####.png
  rushes render walk.bvh -o walk.gif --fps 25 --size 480x360
  rushes render walk.bvh -o walk.mp4";

/// The axis to look along; `None` is the three-quarter view.
type Viewpoint = Option<View>;

/// The words of `--view`, the default first.
const VIEWPOINTS: [(&str, Viewpoint); 4] = [
    ("iso", None),
    ("front", Some(View::Front)),
    ("side", Some(View::Right)),
    ("top", Some(View::Top)),
];

/// Render pictures or a film of a take
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Render {
    /// A take of any format; 'builtin' is the take that Rushes comes with
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The picture; a film, .gif, .apng, .mp4, .webm or .mov; or a folder, made if missing, for a numbered
    /// picture of each frame: OUT.####.png says where the number stands
    #[arg(short, long, value_name = "OUT|FOLDER/", value_hint = ValueHint::AnyPath)]
    #[arg(allow_hyphen_values = true)]
    output: PathBuf,
    /// The frame of a single picture: its number, from 0, 'middle' or 'last' [default: 0]
    #[arg(long, value_name = "N|middle|last", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(conflicts_with = "frames")]
    frame: Option<Frame>,
    /// The frames of a folder or a film: numbers from 0 and ranges, such as 0,10,20-30,100-,0-last:10
    /// [default: all]
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = FrameList::counted)]
    frames: Option<FrameList>,
    /// Pictures a second of a film
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, value_parser = super::changes::rate)]
    fps: Option<f64>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    attach: AttachOptions,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

/// What the pictures look like.
#[derive(Args)]
struct Look {
    /// Size in pixels; one number makes a square
    #[arg(long, value_name = "WxH", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = size, default_value = "1280x720")]
    size: [u32; 2],
    /// View: three-quarter, front, right side, or top
    #[arg(long, value_parser = one_of(VIEWPOINTS), default_value = VIEWPOINTS[0].0)]
    view: Viewpoint,
    /// Theme
    #[arg(long, value_parser = one_of(Theme::ALL.map(|theme| (theme.word(), theme))))]
    #[arg(default_value = Theme::default().word())]
    theme: Theme,
    /// Figure style
    #[arg(long, value_parser = one_of(DisplayStyle::ALL.map(|style| (style.word(), style))))]
    #[arg(default_value = DisplayStyle::default().word())]
    style: DisplayStyle,
    /// Leave out background and ground
    #[arg(long)]
    transparent: bool,
    /// Draw the boxes around bones, where the file has them; skins and other meshes are always drawn
    #[arg(long)]
    boxes: bool,
}

impl Render {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let target = Target::of(self.output, self.frame.is_some(), self.frames.is_some())?;
        let take = if self.file.as_os_str() == "builtin" {
            crate::files::builtin()
        } else {
            Reader::new(self.read, self.messages).open(&self.file)?
        };
        let objects = self.attach.attach.iter();
        let objects: Vec<(NodeId, Object)> = objects
            .map(|attach| read_object(&take, attach))
            .collect::<Result<_, Failure>>()?;
        let count = take.motion.frame_count().max(1);
        let mut frames = match (&target, self.frame, self.frames) {
            (Target::Picture(_), frame, _) => vec![frame.unwrap_or_default().of(count)?],
            (_, _, Some(list)) => {
                let found = list.of((0..).zip(0..count));
                chosen(found, &self.file, self.messages)?
            }
            (_, _, None) => (0..count).collect(),
        };
        let rate = match &target {
            Target::Film(_, format) => self.fps.unwrap_or_else(|| format.rate(&take)),
            _ if self.fps.is_some() => {
                let what = "--fps is for films: .gif, .apng, .mp4, .webm, .mov";
                return Err(Failure::Arguments(what.into()));
            }
            _ => take.fps(),
        };
        frames = film::frames_at(&frames, take.fps(), rate);
        let all = (&take, &objects[..]);
        let draw = |keep: &mut dyn FnMut(usize, Picture) -> Result<(), Failure>| {
            draw(all, &frames, &self.look, &target, self.messages, keep)
        };
        match &target {
            Target::Film(path, format) => {
                film::write(path, *format, FilmRate(rate), frames.len(), |pictures| {
                    // Who writes them tells why it has ended.
                    draw(&mut |_, picture| pictures.send(picture).map_err(|_| Failure::File))
                })?;
            }
            _ => draw(&mut |frame, picture| save(&picture, &target.path(&take, frame)))?,
        }
        Ok(Exit::Done)
    }
}

/// Where pictures go.
enum Target {
    Picture(PathBuf),
    Film(PathBuf, FilmFormat),
    /// A folder, and the name of a picture in it, where the number of the frame stands for `#`.
    Folder(PathBuf, Option<String>),
}

impl Target {
    fn of(output: PathBuf, one: bool, many: bool) -> Result<Self, Failure> {
        let wrong = |message: &str| Err(Failure::Arguments(message.to_string()));
        let target = Self::named(output)?;
        match &target {
            Self::Picture(_) if many => {
                wrong("--frames renders several pictures: give a folder, -o FOLDER/")
            }
            Self::Film(..) | Self::Folder(..) if one => {
                wrong("--frame renders one picture: give its name, -o OUT.png")
            }
            _ => Ok(target),
        }
    }

    /// What an output is by its name.
    fn named(output: PathBuf) -> Result<Self, Failure> {
        let ends_in_slash = output
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes());
        if ends_in_slash {
            return Ok(Self::Folder(output, None));
        }
        let extension = output.extension().unwrap_or_default().to_ascii_lowercase();
        if let Some(format) = FilmFormat::of_extension(&extension.to_string_lossy()) {
            return Ok(Self::Film(output, format));
        }
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        if extension == "png" && name.contains('#') {
            let folder = output.parent().unwrap_or(Path::new("")).to_path_buf();
            return Ok(Self::Folder(folder, Some(name.into_owned())));
        }
        let is_stream = crate::files::is_stream(&output) || output.as_os_str() == "-";
        if extension == "png" || is_stream {
            return Ok(Self::Picture(output));
        }
        if output.is_dir() {
            return Ok(Self::Folder(output, None));
        }
        Err(Failure::Arguments(format!(
            "'{}' is neither a picture, OUT.png, nor a film, such as OUT.gif or OUT.mp4, nor a folder, FOLDER/",
            shown(&output)
        )))
    }

    fn path(&self, take: &Take, frame: usize) -> PathBuf {
        match self {
            Self::Picture(path) | Self::Film(path, _) => path.clone(),
            Self::Folder(folder, None) => folder.join(format!("{}_{frame:05}.png", take.name)),
            Self::Folder(folder, Some(name)) => folder.join(numbered(name, frame)),
        }
    }
}

/// A name in which the number of a frame stands where it has the most `#`, with as many digits at least.
fn numbered(name: &str, frame: usize) -> String {
    let runs = name.match_indices('#').map(|(at, _)| at);
    let run = |at: &usize| name[*at..].len() - name[*at..].trim_start_matches('#').len();
    let Some(at) = runs.rev().max_by_key(run) else {
        return name.to_string();
    };
    let digits = run(&at);
    format!("{}{frame:0digits$}{}", &name[..at], &name[at + digits..])
}

/// The object of a bone.
fn read_object(take: &Take, attach: &Attach) -> Result<(NodeId, Object), Failure> {
    let Some(node) = take.skeleton.find(&attach.bone) else {
        let message = format!("no bone is called '{}'", attach.bone);
        return Err(Failure::Arguments(message));
    };
    Ok((node, or_print(Attach::read(&attach.file))?))
}

fn draw(
    (take, objects): (&Take, &[(NodeId, Object)]),
    frames: &[usize],
    look: &Look,
    target: &Target,
    messages: Messages,
    keep: &mut dyn FnMut(usize, Picture) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |message: String| {
        print_error(&message);
        Failure::File
    };
    let mut offscreen = Offscreen::new().map_err(|error| failed(error.to_string()))?;
    if let Target::Folder(folder, _) = target
        && !folder.as_os_str().is_empty()
    {
        std::fs::create_dir_all(folder)
            .map_err(|error| failed(format!("{}: {error}", shown(folder))))?;
    }
    let palette = *look.theme.palette();
    let mut staged = StagedTake::new(take, Stage::of(take), &palette);
    let [width, height] = look.size;
    let aspect = width as f32 / height as f32;
    // One camera serves all pictures: the figure is in view on every frame.
    let bounds = staged.bounds_over(frames.iter().copied());
    let mut camera = Camera::three_quarter_of(&staged.stage, bounds, aspect);
    if let Some(view) = look.view {
        camera.look_from(view);
        camera.frame(bounds, aspect);
    }
    let style = FigureStyle::for_view(height as f32, 1.0);
    let mut list = DrawList::new(palette);
    let figure_height = (bounds.high - bounds.low).max_element();
    let placed: Vec<ObjectPlacement> = objects
        .iter()
        .map(|(_, object)| ObjectPlacement::fitting(object, figure_height))
        .collect();
    let progress = Progress::of(frames.len(), "pictures", messages.quiet);
    for (done, &frame) in frames.iter().enumerate() {
        progress.tell(done + 1);
        list.begin(&camera, aspect, palette);
        list.transparent = look.transparent;
        let figure = Figure {
            display: look.style,
            boxes: look.boxes,
            ..staged.figure(frame)
        };
        figure.draw(&camera, style, height as f32, &mut list);
        figure.draw_relations(&camera, style, height as f32, &mut list);
        for ((node, object), placement) in objects.iter().zip(&placed) {
            figure.draw_object((*node, object), placement, &camera, style, &mut list);
        }
        list.finish();
        let drawn = offscreen.draw(&list, look.size);
        keep(frame, drawn.map_err(|error| failed(error.to_string()))?)?;
    }
    Ok(())
}

fn save(picture: &Picture, path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(picture.write_png(&mut std::io::stdout().lock())?);
    }
    crate::files::write(path, |out| picture.write_png(out)).map_err(|error| {
        print_error(&format!("{}: cannot be written: {error}", shown(path)));
        Failure::File
    })
}

/// Width and height in pixels.
fn size(word: &str) -> Result<[u32; 2], &'static str> {
    let (width, height) = word.split_once(['x', 'X', '×']).unwrap_or((word, word));
    let side = |word: &str| {
        let side = word.trim().parse().ok();
        side.filter(|side| (16..=16384).contains(side))
            .ok_or("write WIDTHxHEIGHT or one number, from 16 to 16384")
    };
    Ok([side(width)?, side(height)?])
}
