//! How takes that are read become pictures: what each picture shows, by which camera, and who gets it.

use std::path::Path;

use super::burn_in::{BurnInOptions, burn_in};
use super::camera::{Seen, from_all_sides};
use super::film;
use super::look::Look;
use super::moments::{self, Moment, count};
use super::pane::{self, Painter, Pane};
use super::sheet::one_scale;
use super::target::{Target, save, written};
use crate::cli::exit::Failure;
use crate::cli::options::Messages;
use crate::cli::terminal::{Progress, print_note, shown};
use crate::files::Sound;
use crate::render::{FilmRate, Picture};
use crate::scene::{Stage, StagedTake};
use crate::take::{NodeId, Object, Take};

/// So many pictures a second a still figure turns with.
const STILL_RATE: f64 = 30.0;
/// So many seconds a still figure turns for.
const STILL_SECONDS: f64 = 6.0;

/// What the pictures are made of: takes with the files that they come from, and what the first one's bones carry.
pub(super) struct Subject<'a> {
    pub takes: &'a [(&'a Path, Take)],
    pub objects: &'a [(NodeId, Object)],
}

/// What is drawn of takes that are read.
pub(super) struct Run<'a> {
    pub look: &'a Look,
    pub burn_in: &'a BurnInOptions,
    pub seen: &'a Seen,
    pub messages: Messages,
    pub turntable: bool,
    /// How long one frame turns.
    pub seconds: Option<f64>,
    pub fps: Option<f64>,
    /// The only frame.
    pub frame: Option<usize>,
}

impl Run<'_> {
    /// Draws all pictures, and writes what is made of them.
    ///
    /// # Errors
    /// Where they cannot be drawn or written; why is printed.
    pub fn draw(
        &self,
        subject: &Subject<'_>,
        frames: Option<Vec<usize>>,
        target: &Target,
        sound: Option<&Sound>,
    ) -> Result<(), Failure> {
        let takes: Vec<&Take> = subject.takes.iter().map(|(_, take)| take).collect();
        let [first, ..] = takes[..] else {
            return Ok(());
        };
        let fastest = takes.iter().map(|take| take.fps()).fold(0.0, f64::max);
        let own_rate = match target {
            Target::Film(_, format) => format.rate(fastest),
            _ => fastest,
        };
        let is_still = self.turntable && (self.frame.is_some() || count(first) == 1);
        let rate = self.fps.unwrap_or(if is_still { STILL_RATE } else { own_rate });
        let moments =
            self.moments(&takes, frames, rate, is_still, matches!(target, Target::Film(..)));
        let mut panes = self.panes(subject, &moments)?;
        let mut painter = Painter::new(self.look, self.burn_in.watermark());
        if let Target::Svg(path) = target {
            let pane = &mut panes[0];
            if pane.has_surfaces() && !self.messages.quiet {
                print_note(path, "meshes and objects are left out: an SVG has lines and dots");
            }
            let svg = painter.svg(pane, moments[0].frames[0]);
            return written(
                path,
                crate::files::write(path, |out| std::io::Write::write_all(out, svg.as_bytes())),
            );
        }
        let mut draw = |keep: &mut dyn FnMut(usize, Picture) -> Result<(), Failure>| {
            let mut offscreen = pane::offscreen()?;
            target.make_folder()?;
            let progress = Progress::of(moments.len(), "pictures", self.messages.quiet);
            for (done, moment) in moments.iter().enumerate() {
                progress.tell(done + 1);
                let both = panes.iter_mut().zip(&moment.frames);
                let pictures = both.map(|(pane, &frame)| {
                    painter.picture(&mut offscreen, pane, frame, moment.turn)
                });
                let mut pictures = pictures.collect::<Result<Vec<_>, Failure>>()?;
                let mut picture = match pictures.len() {
                    1 => pictures.remove(0),
                    _ => Picture::side_by_side(&pictures),
                };
                painter.mark(&mut picture);
                keep(moment.number, picture)?;
            }
            Ok(())
        };
        match target {
            Target::Film(path, format) => {
                let count = moments.len();
                film::write(path, *format, FilmRate(rate), count, sound, |pictures| {
                    // Who writes them tells why it has ended.
                    draw(&mut |_, picture| pictures.send(picture).map_err(|_| Failure::File))
                })
            }
            _ => draw(&mut |number, picture| save(&picture, &target.path(first, number))),
        }
    }

    /// What the pictures show, one after the other.
    fn moments(
        &self,
        takes: &[&Take],
        frames: Option<Vec<usize>>,
        rate: f64,
        is_still: bool,
        is_film: bool,
    ) -> Vec<Moment> {
        let first = takes[0];
        let frames = frames.or(self.frame.map(|frame| vec![frame]));
        let at_rate = |frames: Vec<usize>| {
            if is_film { crate::film::frames_at(&frames, first.fps(), rate) } else { frames }
        };
        match (takes.len(), is_still) {
            (1, true) => {
                let pictures =
                    (self.seconds.unwrap_or(STILL_SECONDS) * rate).round().max(1.0) as usize;
                moments::turning(moments::still(self.frame.unwrap_or(0), pictures))
            }
            (1, false) => {
                let all = frames.unwrap_or_else(|| (0..count(first)).collect());
                let moments = moments::each(at_rate(all));
                if self.turntable { moments::turning(moments) } else { moments }
            }
            _ => moments::together(takes, frames.map(at_rate).as_deref(), rate),
        }
    }

    /// A pane for each take, side by side in the size that was asked for.
    fn panes<'a>(
        &'a self,
        subject: &Subject<'a>,
        moments: &[Moment],
    ) -> Result<Vec<Pane<'a>>, Failure> {
        let [width, height] = self.look.size([1280, 720])?;
        let count = subject.takes.len() as u32;
        if width / count < 16 {
            let what =
                format!("{count} takes are too many beside each other: give a larger --size");
            return Err(Failure::Arguments(what));
        }
        let names = subject.takes.iter().map(|(_, take)| &take.name);
        let mut names: Vec<&String> = names.collect();
        names.sort_unstable();
        let is_ambiguous = names.windows(2).any(|pair| pair[0] == pair[1]);
        let edge = |place: u32| (u64::from(width) * u64::from(place) / u64::from(count)) as u32;
        let mut panes = Vec::new();
        for (place, (file, take)) in subject.takes.iter().enumerate() {
            let mut frames: Vec<usize> =
                moments.iter().map(|moment| moment.frames[place]).collect();
            frames.dedup();
            let place = place as u32;
            let size = [edge(place + 1) - edge(place), height];
            let aspect = size[0] as f32 / size[1] as f32;
            let name = if is_ambiguous { shown(file).to_string() } else { take.name.clone() };
            let mut staged = StagedTake::new(take, Stage::of(take), &self.look.palette());
            let first_frame = frames.first().copied().unwrap_or(0);
            let bounds = staged.bounds_over(frames);
            let seen = self.seen.camera(&mut staged, (first_frame, bounds), aspect);
            let (mut camera, follows) = seen;
            if let Some(first) = panes.first().map(|pane: &Pane<'_>| pane.camera)
                && !self.seen.is_chosen()
            {
                (camera.yaw, camera.pitch) = (first.yaw, first.pitch);
                camera.frame(bounds, aspect);
            }
            if self.turntable && !self.seen.is_chosen() {
                camera = from_all_sides(camera, bounds, aspect);
            }
            let burn_in = burn_in(self.burn_in.words(&[]), take, file, &name, self.messages);
            let mut pane = Pane::new(staged, (camera, follows), size, burn_in);
            pane.attach(subject.objects, bounds);
            panes.push(pane);
        }
        if !self.seen.is_chosen() {
            let cameras = one_scale(panes.iter().map(|pane| pane.camera));
            let both = panes.iter_mut().zip(cameras);
            both.for_each(|(pane, camera)| pane.camera = camera);
        }
        Ok(panes)
    }
}
