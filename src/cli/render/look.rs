//! What pictures look like: size, theme, style, and what is left out.

use clap::{Args, ValueHint};

use crate::cli::exit::Failure;
use crate::cli::options::one_of;
use crate::scene::{DisplayStyle, FigureStyle, Theme, ThemeColours};

/// So many pixels a picture has at most: a gigabyte of memory.
const MOST_PIXELS: u64 = 1 << 28;

/// What the pictures look like.
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

impl Look {
    /// The size that was asked for, in pixels of the picture as it is drawn.
    ///
    /// # Errors
    /// Where nobody has the memory for it.
    pub fn size(&self, default: [u32; 2]) -> Result<[u32; 2], Failure> {
        let size = self.size.unwrap_or(default).map(|side| side * self.enlarged());
        check_size(size.map(u64::from)).map(|()| size)
    }

    /// By which factor the picture is enlarged.
    pub fn enlarged(&self) -> u32 {
        self.scale.unwrap_or(1)
    }

    /// The colours of the theme.
    pub fn palette(&self) -> ThemeColours {
        *self.theme.palette()
    }

    /// How thick lines are in a picture so many pixels high.
    pub fn figure_style(&self, height: u32) -> FigureStyle {
        FigureStyle::for_view(height as f32, self.enlarged() as f32)
    }
}

/// Whether a picture of this size can be held.
///
/// # Errors
/// Where it cannot; what to do about it.
pub(super) fn check_size([width, height]: [u64; 2]) -> Result<(), Failure> {
    if width.saturating_mul(height) <= MOST_PIXELS {
        return Ok(());
    }
    let what = format!("a picture of {width}x{height} pixels is too large: give a smaller --size");
    Err(Failure::Arguments(what))
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
