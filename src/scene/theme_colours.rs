//! The theme colours of the view, dark and light.

use super::side::Side;

/// Red, green, blue and opacity, from 0 to 255, not premultiplied, in sRGB as screens have it.
pub type Rgba = [u8; 4];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

impl Theme {
    pub const ALL: [Self; 2] = [Self::Dark, Self::Light];

    pub fn word(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    pub fn palette(self) -> &'static ThemeColours {
        match self {
            Self::Dark => &ThemeColours::DARK,
            Self::Light => &ThemeColours::LIGHT,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThemeColours {
    /// The backdrop, in the middle of the view and at its corners.
    pub centre: Rgba,
    pub edge: Rgba,
    /// Lines of the ground; the stronger one each metre is more opaque.
    pub grid: Rgba,
    /// Bones, by the side of the body that they are on.
    pub left: Rgba,
    pub right: Rgba,
    pub middle: Rgba,
    pub joint: Rgba,
    pub shadow: Rgba,
    pub halo: Rgba,
    /// Ghosts of frames before the one that shows, and of frames after it.
    pub ghosts: [Rgba; 2],
    pub guide: Rgba,
    /// Boxes and meshes, where no bone lends them its colour.
    pub wire: Rgba,
    /// The X, Y and Z axes of the file, whatever is up.
    pub axes: [Rgba; 3],
    /// What checks found, by its severity. Notes about faults have the first one.
    pub fault: Rgba,
    pub warning: Rgba,
    pub remark: Rgba,
    /// Notes that ask something, on what is as it should be, and on what is to be done.
    pub question: Rgba,
    pub good: Rgba,
    pub to_do: Rgba,
    /// Left arm, right arm, left leg, right leg, fingers of the left hand and of the right one.
    pub limbs: [Rgba; 6],
    /// From the root of a skeleton to its last joints: lighter or darker from step to step.
    pub depths: [Rgba; 5],
    /// From standing still to as fast as the ramp goes: blue, yellow half way, red.
    pub speeds: [Rgba; 5],
}

impl ThemeColours {
    pub fn side_colour(&self, side: Side) -> Rgba {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
            Side::Middle => self.middle,
        }
    }

    /// Pale figures on a dark ground.
    #[rustfmt::skip]
    pub const DARK: Self = Self {
        centre: rgb(0x26292e), edge: rgb(0x15161a), grid: [0x9a, 0xa2, 0xb0, 0x5c],
        left: rgb(0x4aa3ff), right: rgb(0xff6b4a), middle: rgb(0xe9e3d2), joint: rgb(0x15161a),
        shadow: [0, 0, 0, 0xb8], halo: rgb(0xffffff), ghosts: [rgb(0x6fcf7c), rgb(0xb38cff)],
        guide: rgb(0x52dba4), wire: rgb(0x8b9099),
        axes: [[0xe8, 0x5c, 0x5c, 0x90], [0x6f, 0xcf, 0x7c, 0x90], [0x5c, 0x9d, 0xf0, 0x90]],
        fault: rgb(0xff5a66), warning: rgb(0xff9a3d), remark: rgb(0x9499a2),
        question: rgb(0xffd257), good: rgb(0x4fbf7f), to_do: rgb(0x5aa9ff),
        limbs: rgbs([0x4aa3ff, 0xff6b4a, 0x2fc5a6, 0xffb13d, 0xa9cbff, 0xffb5a3]),
        depths: rgbs([0x6a5be0, 0x3d8bd9, 0x2fb3a2, 0x9bcf52, 0xfbe75a]),
        speeds: rgbs([0x3f8cff, 0x4cc3b4, 0xffd94f, 0xff964a, 0xff4d3d]),
    };

    /// Deep colours on a light ground.
    #[rustfmt::skip]
    pub const LIGHT: Self = Self {
        centre: rgb(0xdfe2e7), edge: rgb(0xc9ced6), grid: [0x5a, 0x62, 0x70, 0x60],
        left: rgb(0x1f78d8), right: rgb(0xd8482a), middle: rgb(0x5c5648), joint: rgb(0xf7f8fa),
        shadow: [0x20, 0x24, 0x2c, 0x70], halo: rgb(0xffffff), ghosts: [rgb(0x1f8f47), rgb(0x7a45d6)],
        guide: rgb(0x0b7a58), wire: rgb(0x666c76),
        axes: [[0xc8, 0x38, 0x38, 0x90], [0x2e, 0x8b, 0x3d, 0x90], [0x2c, 0x6c, 0xd0, 0x90]],
        fault: rgb(0xc4162f), warning: rgb(0xb35900), remark: rgb(0x525861),
        question: rgb(0x947000), good: rgb(0x1b7f47), to_do: rgb(0x1f6fd1),
        limbs: rgbs([0x1f78d8, 0xd8482a, 0x00806a, 0xa86a00, 0x6a4fc4, 0xb3407f]),
        depths: rgbs([0x94a31f, 0x3f8f4a, 0x1f7382, 0x2f4f9c, 0x3a1f75]),
        speeds: rgbs([0x1f5fd0, 0x23807c, 0xb08600, 0xb3501a, 0xa3121c]),
    };
}

/// The colour halfway between two.
pub(super) fn mixed(a: Rgba, b: Rgba) -> Rgba {
    std::array::from_fn(|i| a[i].midpoint(b[i]))
}

/// The colour that is `t` from 0 (the first) to 1 (the second) between two.
pub(super) fn blend(a: Rgba, b: Rgba, t: f32) -> Rgba {
    std::array::from_fn(|i| {
        let [a, b] = [a[i], b[i]].map(f32::from);
        (a + (b - a) * t + 0.5) as u8
    })
}

pub(super) fn faint([r, g, b, a]: Rgba, opacity: f32) -> Rgba {
    let a = f32::from(a) * opacity.clamp(0.0, 1.0) + 0.5;
    [r, g, b, a as u8]
}

const fn rgb(hex: u32) -> Rgba {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 0xff]
}

const fn rgbs<const N: usize>(hex: [u32; N]) -> [Rgba; N] {
    let mut colours = [[0; 4]; N];
    let mut i = 0;
    while i < N {
        colours[i] = rgb(hex[i]);
        i += 1;
    }
    colours
}

/// A colour as files have it, `#rrggbb`: bones are opaque.
pub fn colour_text([red, green, blue, _]: Rgba) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colour that a text like `#4aa3ff` names.
pub fn parse_colour(text: &str) -> Option<Rgba> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue, 0xff])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_are_written() {
        assert_eq!(colour_text([0x4a, 0xa3, 0xff, 0x80]), "#4aa3ff");
        assert_eq!(parse_colour("#4AA3ff"), Some([0x4a, 0xa3, 0xff, 0xff]));
        for text in ["4aa3ff", "#4aa3f", "#4aa3fff", "#+aa3ff", "#4aa3fü", ""] {
            assert_eq!(parse_colour(text), None, "{text}");
        }
    }
}
