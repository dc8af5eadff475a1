//! How takes that are read become pictures: what each picture shows, by which camera, and who gets it.

use std::io::Write as _;

use super::camera::from_all_sides;
use super::look::PictureStyle;
use super::pane::{Painter, Pane, Source};
use super::sheet::one_scale;
use super::shots::{self, Shot, frame_count};
use super::target::{Target, save, write_error, write_film};
use crate::cli::exit::Failure;
use crate::cli::terminal::{Progress, print_note, shown};
use crate::files::Sound;
use crate::film::frames_at;
use crate::render::{FilmRate, Offscreen, Picture};
use crate::take::Take;

/// How many pictures a second a still figure turns with.
const STILL_RATE: f64 = 30.0;
const STILL_SECONDS: f64 = 6.0;

pub(super) struct RenderJob<'a> {
    pub style: PictureStyle<'a>,
    /// One take or more.
    pub sources: &'a [Source<'a>],
    pub frame: Option<usize>,
    pub frames: Option<Vec<usize>>,
    pub turntable: bool,
    /// How long one frame turns.
    pub seconds: Option<f64>,
    pub fps: Option<f64>,
}

impl<'a> RenderJob<'a> {
    pub fn draw(&self, target: &Target, sound: Option<&Sound>) -> Result<(), Failure> {
        let first = &self.sources[0].take;
        let fastest = self.sources.iter().map(|source| source.take.fps()).fold(0.0, f64::max);
        let own_rate =
            if let Target::Film(_, format) = target { format.rate(fastest) } else { fastest };
        let is_still = self.turntable && (self.frame.is_some() || frame_count(first) == 1);
        let rate = self.fps.unwrap_or(if is_still { STILL_RATE } else { own_rate });
        let shots = self.shots(rate, is_still, matches!(target, Target::Film(..)));
        let mut panes = self.panes(&shots)?;
        let mut painter = Painter::new(self.style);
        let is_quiet = self.style.messages.quiet;
        if let Target::Svg(path) = target {
            let pane = &mut panes[0];
            if pane.has_surfaces() && !is_quiet {
                print_note(path, "meshes and objects are left out: an SVG has lines and dots");
            }
            let svg = painter.svg(pane, shots[0].frames[0]);
            return crate::files::write(path, |out| out.write_all(svg.as_bytes()))
                .map_err(|error| write_error(path, error));
        }
        let mut draw = |keep: &mut dyn FnMut(usize, Picture) -> Result<(), Failure>| {
            let mut offscreen = Offscreen::new().map_err(Failure::prefixed)?;
            target.make_folder()?;
            let progress = Progress::new(shots.len(), "pictures", is_quiet);
            for (done, shot) in shots.iter().enumerate() {
                progress.update(done + 1);
                let pictures = panes
                    .iter_mut()
                    .zip(&shot.frames)
                    .map(|(pane, &frame)| painter.picture(&mut offscreen, pane, frame, shot.turn));
                let mut pictures = pictures.collect::<Result<Vec<_>, Failure>>()?;
                let mut picture = match pictures.len() {
                    1 => pictures.remove(0),
                    _ => Picture::side_by_side(&pictures),
                };
                painter.mark(&mut picture);
                keep(shot.number, picture)?;
            }
            Ok(())
        };
        match target {
            Target::Film(path, format) => {
                write_film(path, *format, FilmRate(rate), shots.len(), sound, |pictures| {
                    // Who writes them prints why it has ended.
                    draw(&mut |_, picture| pictures.send(picture).map_err(|_| Failure::File))
                })
            }
            _ => draw(&mut |number, picture| save(&picture, &target.path(first, number))),
        }
    }

    fn shots(&self, rate: f64, is_still: bool, is_film: bool) -> Vec<Shot> {
        let takes: Vec<&Take> = self.sources.iter().map(|source| &source.take).collect();
        let first = takes[0];
        let frames = self.frames.clone().or(self.frame.map(|frame| vec![frame]));
        let at_rate = |frames: Vec<usize>| {
            if is_film { frames_at(&frames, first.fps(), rate) } else { frames }
        };
        if takes.len() > 1 {
            shots::synced(&takes, frames.map(at_rate).as_deref(), rate)
        } else if is_still {
            let count = (self.seconds.unwrap_or(STILL_SECONDS) * rate).round().max(1.0) as usize;
            shots::turning(shots::still(self.frame.unwrap_or(0), count))
        } else {
            let all = frames.unwrap_or_else(|| (0..frame_count(first)).collect());
            let shots = shots::of_frames(at_rate(all));
            if self.turntable { shots::turning(shots) } else { shots }
        }
    }

    /// A pane for each take, side by side in the size that was asked for.
    fn panes(&self, shots: &[Shot]) -> Result<Vec<Pane<'a>>, Failure> {
        let style = self.style;
        let [width, height] = style.look.size([1280, 720])?;
        let count = self.sources.len() as u32;
        if width / count < 16 {
            return Err(Failure::invalid(format!(
                "{count} takes are too many beside each other: give a larger --size"
            )));
        }
        let names = self.sources.iter().map(|source| source.take.name.as_str());
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        let is_ambiguous = names.windows(2).any(|pair| pair[0] == pair[1]);
        let edge = |place: usize| (u64::from(width) * place as u64 / u64::from(count)) as u32;
        let mut panes: Vec<Pane<'_>> = Vec::new();
        for (place, source) in self.sources.iter().enumerate() {
            let mut frames: Vec<usize> = shots.iter().map(|shot| shot.frames[place]).collect();
            frames.dedup();
            let size = [edge(place + 1) - edge(place), height];
            let file = shown(source.file).to_string();
            let name = if is_ambiguous { &file } else { &source.take.name };
            let mut pane = Pane::new(style, source, name, &[], &frames, size);
            let aspect = pane.aspect();
            if let Some(first) = panes.first()
                && !style.camera.is_saved()
            {
                (pane.camera.yaw, pane.camera.pitch) = (first.camera.yaw, first.camera.pitch);
                pane.camera.frame(pane.bounds, aspect);
            }
            if self.turntable && !style.camera.is_saved() {
                pane.camera = from_all_sides(pane.camera, pane.bounds, aspect);
            }
            panes.push(pane);
        }
        if !style.camera.is_saved() {
            let cameras = one_scale(panes.iter().map(|pane| pane.camera));
            panes.iter_mut().zip(cameras).for_each(|(pane, camera)| pane.camera = camera);
        }
        Ok(panes)
    }
}
