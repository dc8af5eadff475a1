//! What pictures look like: size, theme and style, what is left out, and what is burned into them.

use clap::{Args, ValueHint};

use super::camera::CameraChoice;
use crate::cli::exit::Failure;
use crate::cli::options::{Messages, one_of};
use crate::film::BurnInWord;
use crate::render::{Caption, CaptionPlace};
use crate::scene::{DisplayStyle, Theme, ThemeColours};
use crate::take::in_one_line;

/// A gigabyte of memory.
const MAX_PIXELS: u64 = 1 << 28;

#[derive(Args)]
pub(super) struct Look {
    /// Size in pixels, of a contact sheet that of each tile; one number makes a square
    /// [default: 1280x720, of tiles 320x240]
    #[arg(long, value_name = "WxH", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = size)]
    size: Option<[u32; 2]>,
    /// Draw the same picture with 2 to 8 times as many pixels across and down, for print
    #[arg(long, value_name = "N", value_hint = ValueHint::Other)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=8))]
    pub scale: Option<u32>,
    /// Theme
    #[arg(long, value_parser = one_of(Theme::ALL.map(|theme| (theme.word(), theme))))]
    #[arg(default_value = Theme::default().word())]
    pub theme: Theme,
    /// Figure style
    #[arg(long, value_parser = one_of(DisplayStyle::ALL.map(|style| (style.word(), style))))]
    #[arg(default_value = DisplayStyle::default().word())]
    pub style: DisplayStyle,
    /// Leave out background and ground
    #[arg(long)]
    pub transparent: bool,
    /// Draw the boxes around bones, where the file has them; skins and other meshes are always drawn
    #[arg(long)]
    pub boxes: bool,
    /// Leave out bones of hair and cloth, such as VRM's spring bones
    #[arg(long)]
    pub no_hair: bool,
}

const WORDS: [(&str, BurnInWord); 4] = [
    ("take", BurnInWord::Take),
    ("frame", BurnInWord::Frame),
    ("timecode", BurnInWord::Timecode),
    ("note", BurnInWord::Note),
];

#[derive(Args)]
pub(super) struct BurnInOptions {
    /// Write into each picture: the take's name, the frame by its number in the file, the timecode, and the notes of
    /// the frame; a list such as take,frame
    #[arg(long, value_name = "WORDS", value_delimiter = ',', value_parser = one_of(WORDS))]
    pub burn_in: Vec<BurnInWord>,
    /// Write a line across each picture, large and faint
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    watermark: Option<String>,
}

/// All that pictures of a run have in common.
#[derive(Clone, Copy)]
pub(super) struct PictureStyle<'a> {
    pub look: &'a Look,
    pub burn_in: &'a BurnInOptions,
    pub camera: &'a CameraChoice,
    pub messages: Messages,
}

impl BurnInOptions {
    pub fn watermark(&self) -> Option<Caption> {
        let text = in_one_line(self.watermark.as_deref()?.trim());
        Some(Caption { place: CaptionPlace::Across, text })
    }
}

impl Look {
    /// The size that was asked for, in pixels of the picture as it is drawn. Fails where nobody has the memory for it.
    pub fn size(&self, default: [u32; 2]) -> Result<[u32; 2], Failure> {
        let size = self.size.unwrap_or(default).map(|side| side * self.enlarged());
        check_size(size.map(u64::from)).map(|()| size)
    }

    pub fn enlarged(&self) -> u32 {
        self.scale.unwrap_or(1)
    }

    pub fn palette(&self) -> ThemeColours {
        *self.theme.palette()
    }
}

/// Fails where nobody has the memory for a picture of this size.
pub(super) fn check_size([width, height]: [u64; 2]) -> Result<(), Failure> {
    if width.saturating_mul(height) <= MAX_PIXELS {
        return Ok(());
    }
    Err(Failure::invalid(format!(
        "a picture of {width}x{height} pixels is too large: give a smaller --size"
    )))
}

fn size(word: &str) -> Result<[u32; 2], &'static str> {
    let (width, height) = word.split_once(['x', 'X', '×']).unwrap_or((word, word));
    let side = |word: &str| {
        let side = word.trim().parse().ok();
        side.filter(|side| (16..=16384).contains(side))
            .ok_or("write WIDTHxHEIGHT or one number, from 16 to 16384")
    };
    Ok([side(width)?, side(height)?])
}
