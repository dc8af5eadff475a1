//! The take colours: the hues that tell open takes apart.

use crate::scene::{Rgba, Theme};

/// Colours that tell takes from each other, the second one first: the first take is coloured by side.
pub const HUES: [Rgba; 7] = [
    [0xa9, 0x8b, 0xf5, 0xff],
    [0x5f, 0xd0, 0x7f, 0xff],
    [0xff, 0xc8, 0x57, 0xff],
    [0xf0, 0x7f, 0xc0, 0xff],
    [0x4f, 0xd0, 0xd8, 0xff],
    [0xc9, 0xa2, 0x7c, 0xff],
    [0x9f, 0xb4, 0xff, 0xff],
];

/// The same hues where what is behind them is light: dark enough to be seen as lines.
const HUES_IN_LIGHT: [Rgba; HUES.len()] = [
    [0x73, 0x52, 0xd6, 0xff],
    [0x1f, 0x8f, 0x47, 0xff],
    [0xa8, 0x76, 0x00, 0xff],
    [0xc2, 0x3c, 0x8a, 0xff],
    [0x0b, 0x86, 0x90, 0xff],
    [0x8c, 0x62, 0x38, 0xff],
    [0x4a, 0x62, 0xc8, 0xff],
];

/// A colour of a whole take as a theme shows it: the hues that tell takes apart have one of their
/// own in each, every other colour stays as it was picked.
pub fn hue_in(theme: Theme, colour: Rgba) -> Rgba {
    match HUES.iter().position(|hue| *hue == colour) {
        Some(at) if theme == Theme::Light => HUES_IN_LIGHT[at],
        _ => colour,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_that_tell_takes_apart_stand_out_from_the_ground_of_their_theme() {
        let light = |[r, g, b, _]: Rgba| {
            let [r, g, b] = [r, g, b].map(f32::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for theme in Theme::ALL {
            let palette = theme.palette();
            for hue in HUES {
                let shown = light(hue_in(theme, hue));
                for ground in [palette.centre, palette.edge] {
                    let off = (shown - light(ground)).abs();
                    assert!(off > 60.0, "{theme:?} {hue:?}: {off}");
                }
            }
            let picked = [1, 2, 3, 255];
            assert_eq!(hue_in(theme, picked), picked, "what was picked stays");
        }
    }
}
