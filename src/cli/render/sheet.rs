//! Contact sheets: one picture of many, of a take over time, or of a take in each tile.

use std::path::Path;

use clap::{Args, ValueHint};

use super::burn_in::{BurnInOptions, burn_in};
use super::camera::Seen;
use super::look::{Look, check_size};
use super::moments::{count, spread};
use super::pane::{Painter, Pane, offscreen};
use crate::cli::exit::Failure;
use crate::cli::inputs::Input;
use crate::cli::options::Reader;
use crate::cli::terminal::Progress;
use crate::film::BurnInWord;
use crate::render::{Caption, CaptionPlace, Picture};
use crate::scene::{Camera, Stage, StagedTake};
use crate::take::{NodeId, Object, Take};

/// The size of a tile, where none is asked for.
const TILE: [u32; 2] = [320, 240];
/// How many pictures of a take there are, where no number is asked for.
const USUAL: usize = 12;
/// So many tiles a sheet has at most.
const MOST: usize = 10_000;
/// Pixels between tiles, of a sheet that is not enlarged.
const GAP: u32 = 2;

/// Whether one picture shows many.
#[derive(Args)]
pub(super) struct SheetOptions {
    /// One picture of many: a take over time, or the middle frame of each of several takes
    #[arg(long, conflicts_with_all = ["turntable", "side_by_side"])]
    pub contact_sheet: bool,
    /// Tiles of a contact sheet: how many, or columns and rows [default: 12, of several takes one for each]
    #[arg(long, value_name = "N|CxR", value_hint = ValueHint::Other, value_parser = tiles)]
    pub tiles: Option<Tiles>,
}

/// How many tiles there are.
#[derive(Clone, Copy)]
pub(super) enum Tiles {
    Count(usize),
    Grid([usize; 2]),
}

fn tiles(word: &str) -> Result<Tiles, &'static str> {
    let number = |word: &str| word.trim().parse().ok().filter(|n| (1..=MOST).contains(n));
    let found = match word.split_once(['x', 'X', '×']) {
        None => number(word).map(Tiles::Count),
        Some((columns, rows)) => {
            number(columns).zip(number(rows)).map(|(c, r)| Tiles::Grid([c, r]))
        }
    };
    let found = found.filter(|tiles| match tiles {
        Tiles::Count(_) => true,
        Tiles::Grid([columns, rows]) => columns * rows <= MOST,
    });
    found.ok_or("write how many there are, or COLUMNSxROWS such as 4x3, and no more than 10000")
}

/// What sheets of takes and of frames have in common.
pub(super) struct SheetStyle<'a> {
    pub look: &'a Look,
    pub seen: &'a Seen,
    pub burn_in: &'a BurnInOptions,
    pub tiles: Option<Tiles>,
}

/// A picture that tiles are put into.
struct Sheet {
    picture: Picture,
    tile: [u32; 2],
    gap: u32,
    columns: u32,
}

impl Sheet {
    fn new(look: &Look, tiles: Option<Tiles>, count: usize) -> Result<Self, Failure> {
        let tile = look.size(TILE)?;
        let gap = GAP * look.enlarged();
        let [columns, rows] = match tiles {
            Some(Tiles::Grid(grid)) => grid,
            _ => {
                let columns = (count as f64).sqrt().ceil().max(1.0) as usize;
                [columns, count.div_ceil(columns).max(1)]
            }
        };
        let side = |tile: u32, count: usize| u64::from(tile + gap) * count as u64 - u64::from(gap);
        let size = [side(tile[0], columns), side(tile[1], rows)];
        check_size(size)?;
        let mut picture = Picture::empty(size.map(|side| side as u32));
        if !look.transparent {
            let [red, green, blue, _] = look.palette().edge;
            for pixel in picture.rgba.as_chunks_mut::<4>().0 {
                *pixel = [red, green, blue, 255];
            }
        }
        Ok(Self { picture, tile, gap, columns: columns as u32 })
    }

    /// Puts a tile in its place: from left to right, row by row.
    fn put(&mut self, place: usize, tile: &Picture) {
        let [column, row] = [place as u32 % self.columns, place as u32 / self.columns];
        let [x, y] = [column * (self.tile[0] + self.gap), row * (self.tile[1] + self.gap)];
        self.picture.copy_from(tile, [x, y]);
    }
}

impl SheetStyle<'_> {
    fn painter(&self) -> Painter<'_> {
        Painter::new(self.look, self.burn_in.watermark())
    }

    /// A sheet of a take over some frames: all tiles look from one side and have one scale, each with the figure in
    /// its middle.
    ///
    /// # Errors
    /// Where it cannot be drawn; why is printed.
    pub fn of_frames(
        &self,
        (take, objects): (&Take, &[(NodeId, Object)]),
        file: &Path,
        frames: &[usize],
        reader: &Reader,
    ) -> Result<Picture, Failure> {
        let wanted = match self.tiles {
            None => USUAL,
            Some(Tiles::Count(count)) => count,
            Some(Tiles::Grid([columns, rows])) => columns * rows,
        };
        let frames = spread(frames, wanted);
        let mut sheet = Sheet::new(self.look, self.tiles, frames.len())?;
        let words = self.burn_in.words(&[BurnInWord::Frame, BurnInWord::Timecode]);
        let burn_in = burn_in(words, take, file, &take.name, reader.messages);
        let mut staged = StagedTake::new(take, Stage::of(take), &self.look.palette());
        let [width, height] = sheet.tile;
        let aspect = width as f32 / height as f32;
        let bounds = staged.bounds_over(frames.iter().copied());
        let first = frames.first().copied().unwrap_or(0);
        let seen = self.seen.camera(&mut staged, (first, bounds), aspect);
        let mut pane = Pane::new(staged, seen, sheet.tile, burn_in);
        pane.attach(objects, bounds);
        let cameras: Vec<Camera> = if self.seen.is_chosen() {
            vec![pane.camera; frames.len()]
        } else {
            one_scale(frames.iter().map(|&frame| {
                let mut camera = pane.camera;
                camera.frame(pane.staged.bounds_over([frame]), aspect);
                camera
            }))
        };
        let mut offscreen = offscreen()?;
        let mut painter = self.painter();
        let progress = Progress::of(frames.len(), "pictures", reader.messages.quiet);
        for (place, (&frame, camera)) in frames.iter().zip(cameras).enumerate() {
            progress.tell(place + 1);
            pane.camera = camera;
            let tile = painter.picture(&mut offscreen, &mut pane, frame, 0.0)?;
            sheet.put(place, &tile);
        }
        painter.mark(&mut sheet.picture);
        Ok(sheet.picture)
    }

    /// A sheet with a tile for each take, in which its middle frame fills the view; of one that cannot be read, an
    /// empty tile. Whether all of them could be.
    ///
    /// # Errors
    /// Where it cannot be drawn; why is printed.
    pub fn of_takes(&self, files: &[Input], reader: &Reader) -> Result<(Picture, bool), Failure> {
        if files.len() > MOST {
            return Err(Failure::Arguments(format!("a contact sheet has {MOST} tiles at most")));
        }
        let room = match self.tiles {
            Some(Tiles::Grid([columns, rows])) => columns * rows,
            Some(Tiles::Count(count)) => count,
            None => files.len(),
        };
        if room < files.len() {
            let count = files.len();
            return Err(Failure::Arguments(format!(
                "{count} takes need as many tiles: --tiles has {room}"
            )));
        }
        let mut sheet = Sheet::new(self.look, self.tiles, files.len())?;
        let words = self.burn_in.words(&[BurnInWord::Take]);
        let mut offscreen = offscreen()?;
        let mut painter = self.painter();
        let progress = Progress::of(files.len(), "takes", reader.messages.quiet);
        let mut is_whole = true;
        for (place, file) in files.iter().enumerate() {
            progress.tell(place + 1);
            let name = file.below.to_string_lossy();
            // Why it cannot be read is told; the others are there all the same.
            let tile = match super::sources::open(reader, &file.path) {
                Ok(take) => {
                    let burn_in = burn_in(words, &take, &file.path, &name, reader.messages);
                    let frame = count(&take) / 2;
                    let mut staged = StagedTake::new(&take, Stage::of(&take), &self.look.palette());
                    let [width, height] = sheet.tile;
                    let aspect = width as f32 / height as f32;
                    let bounds = staged.bounds_over([frame]);
                    let seen = self.seen.camera(&mut staged, (frame, bounds), aspect);
                    let mut pane = Pane::new(staged, seen, sheet.tile, burn_in);
                    painter.picture(&mut offscreen, &mut pane, frame, 0.0)?
                }
                Err(Failure::File) => {
                    is_whole = false;
                    let caption =
                        |place, text: &str| Caption { place, text: crate::take::in_one_line(text) };
                    let captions = [
                        caption(CaptionPlace::TopLeft, &name),
                        caption(CaptionPlace::Bottom, "cannot be read"),
                    ];
                    painter.without_figure(&mut offscreen, &captions, sheet.tile)?
                }
                Err(failure) => return Err(failure),
            };
            sheet.put(place, &tile);
        }
        painter.mark(&mut sheet.picture);
        Ok((sheet.picture, is_whole))
    }
}

/// Cameras that are all as far away as the one that has to be farthest.
pub(super) fn one_scale(cameras: impl Iterator<Item = Camera>) -> Vec<Camera> {
    let mut cameras: Vec<Camera> = cameras.collect();
    let farthest = cameras.iter().map(|camera| camera.distance).fold(0.0, f32::max);
    cameras.iter_mut().for_each(|camera| camera.distance = farthest);
    cameras
}
