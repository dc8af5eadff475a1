//! `rushes render`: renders frames of takes as pictures or as a film, without a window.

mod camera;
mod look;
mod pane;
mod run;
mod sheet;
mod shots;
mod target;

use std::path::PathBuf;

use clap::{Args, ValueHint};

use camera::CameraOptions;
use look::{BurnInOptions, Look, PictureStyle};
use pane::Source;
use run::RenderJob;
use sheet::SheetOptions;
use shots::frame_count;
use target::{SoundOptions, Target, save};

use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{Frame, FrameList};
use super::inputs::{AnyInputs, Input};
use super::options::{AttachOptions, Reader, ReaderOptions, frame_rate, number_in};
use crate::scene::DisplayStyle;

const NOTES: &str = "\
Neither a window nor a display is needed. One camera serves all pictures of a run, and has the figure \
in view on each of them; that of --session and --camera is where it was left, and follows where it did.

A film plays at the take's rate, which is halved until programs play it (at most 50 pictures a second in GIF, \
else 60), or at --fps: then each picture shows the frame that is there by its time. GIF and APNG need no other \
program; MP4, WebM and MOV are written by ffmpeg, which has to be installed. APNG, WebM and MOV keep opacity with \
--transparent, GIF only whether a pixel is drawn.

--turntable takes the camera once around the figure while the film plays, or around one frame, --frame N, in 6 \
seconds or --seconds.
--contact-sheet makes one picture: twelve frames of a take, or as many as --tiles, from one side and at one scale; of \
several takes and folders, the middle frame of each. A take that cannot be read is an empty tile. --size is that of a \
tile.
--side-by-side shows takes in equal panes, from one side and at one scale, and from their first frames on by one \
clock, until the longest ends. --size is that of all of them; --frame and --frames count the first take's.
An SVG has the stick figure, markers and ground as lines, for print; no meshes, objects and shadows.

Examples:
  rushes render walk.bvh -o walk.png --frame 120
  rushes render walk.bvh -o frames/ --frames 0-99 --size 640x360 --view side
  rushes render walk.bvh -o frames/walk.####.png
  rushes render walk.bvh -o walk.gif --fps 25 --size 480x360
  rushes render walk.bvh -o walk.mp4 --burn-in take,frame,timecode,note --watermark 'NOT FOR RELEASE'
  rushes render walk.bvh -o walk.mp4 --audio stage.wav --audio-offset -2.5
  rushes render walk.bvh -o turn.mp4 --turntable --frame 120
  rushes render walk.bvh -o walk.png --contact-sheet --tiles 6x2
  rushes render -r takes/ -o takes.png --contact-sheet
  rushes render walk.bvh cleaned.bvh -o both.mp4 --side-by-side --burn-in take
  rushes render walk.bvh -o figure.svg --frame 120 --theme light --transparent
  rushes render walk.bvh -o poster.png --scale 8 --session review.rushes --camera 2";

/// Render pictures or a film of takes
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Render {
    #[command(flatten)]
    inputs: AnyInputs,
    /// The picture, .png or .svg; a film, .gif, .apng, .mp4, .webm or .mov; or a folder, made if missing, for a
    /// numbered picture of each frame: OUT.####.png says where the number stands
    #[arg(short, long, value_name = "OUT|FOLDER/", value_hint = ValueHint::AnyPath)]
    #[arg(allow_hyphen_values = true)]
    output: PathBuf,
    /// The frame of a single picture: its number, from 0, 'middle' or 'last' [default: 0]
    #[arg(long, value_name = "N|middle|last", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(conflicts_with = "frames")]
    frame: Option<Frame>,
    /// The frames of a folder, a film or a contact sheet: numbers from 0 and ranges, such as
    /// 0,10,20-30,100-,0-last:10 [default: all]
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = FrameList::from_zero)]
    frames: Option<FrameList>,
    /// Pictures a second of a film
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, value_parser = frame_rate)]
    fps: Option<f64>,
    /// Go once around the figure
    #[arg(long, conflicts_with = "side_by_side")]
    turntable: bool,
    /// How long a turn around one frame takes [default: 6]
    #[arg(long, value_name = "S", value_hint = ValueHint::Other, value_parser = seconds)]
    seconds: Option<f64>,
    /// Show takes beside each other
    #[arg(long)]
    side_by_side: bool,
    #[command(flatten)]
    sheet: SheetOptions,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    camera: CameraOptions,
    #[command(flatten)]
    burn_in: BurnInOptions,
    #[command(flatten)]
    sound: SoundOptions,
    #[command(flatten)]
    attach: AttachOptions,
    #[command(flatten)]
    reader: ReaderOptions,
}

impl Render {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (files, is_complete) = self.inputs.files(&[])?;
        let target = Target::named(self.output.clone())?;
        if let Some(conflict) = self.conflict(&files, &target) {
            return Err(Failure::invalid(conflict));
        }
        let camera = self.camera.find()?;
        let sound = self.sound.find(&target)?;
        let reader = Reader::new(self.reader);
        let messages = reader.messages;
        let style =
            PictureStyle { look: &self.look, burn_in: &self.burn_in, camera: &camera, messages };
        let tiles = self.sheet.tiles;
        if self.sheet.contact_sheet && files.len() > 1 {
            let (picture, all_read) = sheet::of_takes(style, &reader, &files, tiles)?;
            save(&picture, &self.output)?;
            return Ok(Exit::from_complete(is_complete && all_read));
        }
        let sources = files
            .iter()
            .map(|file| Source::open(&reader, &file.path, &self.attach.attach))
            .collect::<Result<Vec<_>, Failure>>()?;
        let Some(first) = sources.first() else { return Ok(Exit::from_complete(is_complete)) };
        let count = frame_count(&first.take);
        let frames = FrameList::frames(self.frames.as_ref(), count, first.file, messages)?;
        if self.sheet.contact_sheet {
            save(&sheet::of_frames(style, first, &frames, tiles)?, &self.output)?;
        } else {
            let frame = self.frame.map(|frame| frame.resolve(count)).transpose()?;
            let job = RenderJob {
                style,
                sources: &sources,
                frame: frame.or(target.is_picture().then_some(0)),
                frames: self.frames.is_some().then_some(frames),
                turntable: self.turntable,
                seconds: self.seconds,
                fps: self.fps,
            };
            job.draw(&target, sound.as_ref())?;
        }
        Ok(Exit::from_complete(is_complete))
    }

    /// Why the options do not go with each other, with so many takes, or with what is written.
    fn conflict(&self, files: &[Input], target: &Target) -> Option<&'static str> {
        let is_film = matches!(target, Target::Film(..));
        let is_svg = matches!(target, Target::Svg(_));
        let is_sheet = self.sheet.contact_sheet;
        let several = files.len() > 1;
        if several && !is_sheet && !self.side_by_side {
            Some("several takes are shown by --contact-sheet or by --side-by-side")
        } else if self.side_by_side && !several {
            Some("--side-by-side shows two takes or more")
        } else if several && !self.attach.attach.is_empty() {
            Some("--attach is for one take")
        } else if is_sheet && !matches!(target, Target::Picture(_)) {
            Some("a contact sheet is one picture: give its name, -o OUT.png")
        } else if is_sheet && self.frame.is_some() {
            Some("a contact sheet shows several frames: give them by --frames")
        } else if is_sheet && several && self.frames.is_some() {
            Some(
                "of several takes, a contact sheet shows the middle frame of each: leave out --frames",
            )
        } else if self.sheet.tiles.is_some() && !is_sheet {
            Some("--tiles is for --contact-sheet")
        } else if self.turntable && target.is_picture() {
            Some(
                "a turn around the figure is a film or a folder of pictures: give -o OUT.mp4 or FOLDER/",
            )
        } else if self.seconds.is_some() && !(self.turntable && self.frame.is_some()) {
            Some("--seconds is how long one frame turns: give --turntable and --frame")
        } else if target.is_picture() && !is_sheet && self.frames.is_some() {
            Some("--frames renders several pictures: give a folder, -o FOLDER/")
        } else if !target.is_picture() && !self.turntable && self.frame.is_some() {
            Some("--frame renders one picture: give its name, -o OUT.png")
        } else if !is_film && self.fps.is_some() {
            Some("--fps is for films: .gif, .apng, .mp4, .webm, .mov")
        } else if self.look.scale.is_some() && is_film {
            Some("--scale is for pictures: give a film a larger --size")
        } else if self.look.scale.is_some() && is_svg {
            Some("--scale is for pixels, which an SVG has none of")
        } else if is_svg && several {
            Some("an SVG shows one take")
        } else if is_svg && self.look.style != DisplayStyle::Stick {
            Some("an SVG has sticks: leave out --style")
        } else {
            None
        }
    }
}

fn seconds(word: &str) -> Result<f64, &'static str> {
    number_in(0.1..=3600.0, word, "write a number of seconds, from 0.1 to 3600")
}
