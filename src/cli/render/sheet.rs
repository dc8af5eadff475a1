//! Contact sheets: one picture of many, of a take over time, or of a take in each tile.

use clap::{Args, ValueHint};

use super::look::{Look, PictureStyle, check_size};
use super::pane::{Painter, Pane, Source};
use super::shots::{frame_count, spread};
use crate::cli::exit::Failure;
use crate::cli::inputs::Input;
use crate::cli::options::Reader;
use crate::cli::terminal::Progress;
use crate::film::BurnInWord;
use crate::render::{Caption, CaptionPlace, Offscreen, Picture};
use crate::scene::Camera;
use crate::take::in_one_line;

const DEFAULT_TILE: [u32; 2] = [320, 240];
const DEFAULT_COUNT: usize = 12;
const MAX_COUNT: usize = 10_000;
/// Pixels between tiles, of a sheet that is not enlarged.
const GAP: u32 = 2;

#[derive(Args)]
pub(super) struct SheetOptions {
    /// One picture of many: a take over time, or the middle frame of each of several takes
    #[arg(long, conflicts_with_all = ["turntable", "side_by_side"])]
    pub contact_sheet: bool,
    /// Tiles of a contact sheet: how many, or columns and rows [default: 12, of several takes one for each]
    #[arg(long, value_name = "N|CxR", value_hint = ValueHint::Other, value_parser = tiles)]
    pub tiles: Option<Tiles>,
}

#[derive(Clone, Copy)]
pub(super) enum Tiles {
    Count(usize),
    Grid([usize; 2]),
}

impl Tiles {
    fn count(self) -> usize {
        match self {
            Self::Count(count) => count,
            Self::Grid([columns, rows]) => columns * rows,
        }
    }
}

fn tiles(word: &str) -> Result<Tiles, &'static str> {
    let number = |word: &str| word.trim().parse().ok().filter(|n| (1..=MAX_COUNT).contains(n));
    let tiles = match word.split_once(['x', 'X', '×']) {
        None => number(word).map(Tiles::Count),
        Some((columns, rows)) => {
            number(columns).zip(number(rows)).map(|(c, r)| Tiles::Grid([c, r]))
        }
    };
    tiles
        .filter(|tiles| tiles.count() <= MAX_COUNT)
        .ok_or("write how many there are, or COLUMNSxROWS such as 4x3, and no more than 10000")
}

struct Sheet {
    picture: Picture,
    tile: [u32; 2],
    gap: u32,
    columns: u32,
}

impl Sheet {
    fn new(look: &Look, tiles: Option<Tiles>, count: usize) -> Result<Self, Failure> {
        let tile = look.size(DEFAULT_TILE)?;
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

/// A sheet of a take over some frames: all tiles look from one side and have one scale, each with the figure in its
/// middle.
pub(super) fn of_frames(
    style: PictureStyle<'_>,
    source: &Source<'_>,
    frames: &[usize],
    tiles: Option<Tiles>,
) -> Result<Picture, Failure> {
    let frames = spread(frames, tiles.map_or(DEFAULT_COUNT, Tiles::count));
    let mut sheet = Sheet::new(style.look, tiles, frames.len())?;
    let words = [BurnInWord::Frame, BurnInWord::Timecode];
    let mut pane = Pane::new(style, source, &source.take.name, &words, &frames, sheet.tile);
    let cameras = if style.camera.is_saved() {
        vec![pane.camera; frames.len()]
    } else {
        one_scale(frames.iter().map(|&frame| pane.fitted_to(frame)))
    };
    let mut offscreen = Offscreen::new().map_err(Failure::prefixed)?;
    let mut painter = Painter::new(style);
    let progress = Progress::new(frames.len(), "pictures", style.messages.quiet);
    for (place, (&frame, camera)) in frames.iter().zip(cameras).enumerate() {
        progress.update(place + 1);
        pane.camera = camera;
        sheet.put(place, &painter.picture(&mut offscreen, &mut pane, frame, 0.0)?);
    }
    painter.mark(&mut sheet.picture);
    Ok(sheet.picture)
}

/// A sheet with a tile for each take, in which its middle frame fills the view; of one that cannot be read, an empty
/// tile. Whether all of them could be.
pub(super) fn of_takes(
    style: PictureStyle<'_>,
    reader: &Reader,
    files: &[Input],
    tiles: Option<Tiles>,
) -> Result<(Picture, bool), Failure> {
    let count = files.len();
    if count > MAX_COUNT {
        return Err(Failure::invalid(format!("a contact sheet has {MAX_COUNT} tiles at most")));
    }
    let room = tiles.map_or(count, Tiles::count);
    if room < count {
        let message = format!("{count} takes need as many tiles: --tiles has {room}");
        return Err(Failure::invalid(message));
    }
    let mut sheet = Sheet::new(style.look, tiles, count)?;
    let mut offscreen = Offscreen::new().map_err(Failure::prefixed)?;
    let mut painter = Painter::new(style);
    let progress = Progress::new(count, "takes", style.messages.quiet);
    let mut is_complete = true;
    for (place, file) in files.iter().enumerate() {
        progress.update(place + 1);
        let name = file.below.to_string_lossy();
        let tile = match Source::open(reader, &file.path, &[]) {
            Ok(source) => {
                let frame = frame_count(&source.take) / 2;
                let words = [BurnInWord::Take];
                let mut pane = Pane::new(style, &source, &name, &words, &[frame], sheet.tile);
                painter.picture(&mut offscreen, &mut pane, frame, 0.0)?
            }
            // Why it cannot be read is printed; the others are there all the same.
            Err(Failure::File) => {
                is_complete = false;
                let texts =
                    [(CaptionPlace::TopLeft, &*name), (CaptionPlace::Bottom, "cannot be read")];
                let captions =
                    texts.map(|(place, text)| Caption { place, text: in_one_line(text) });
                painter.without_figure(&mut offscreen, &captions, sheet.tile)?
            }
            Err(failure) => return Err(failure),
        };
        sheet.put(place, &tile);
    }
    painter.mark(&mut sheet.picture);
    Ok((sheet.picture, is_complete))
}

/// Cameras that are all as far away as the one that has to be farthest.
pub(super) fn one_scale(cameras: impl Iterator<Item = Camera>) -> Vec<Camera> {
    let mut cameras: Vec<Camera> = cameras.collect();
    let farthest = cameras.iter().map(|camera| camera.distance).fold(0.0, f32::max);
    cameras.iter_mut().for_each(|camera| camera.distance = farthest);
    cameras
}
