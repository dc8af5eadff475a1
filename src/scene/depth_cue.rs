//! Depth cueing: distant colours fade towards the backdrop; also the dimming of takes outside their frames.

use std::ops::Range;

use super::theme_colours::{Rgba, ThemeColours, between, mixed};

/// How colours fade with their depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// The depth where it begins, in metres.
    pub near: f32,
    /// The metres over which it grows to the most.
    pub span: f32,
    /// What is faded towards.
    pub colour: Rgba,
    /// How much of that colour there is at most, from 0 to 1.
    pub most: f32,
}

impl Fade {
    /// How much of a colour the backdrop may take: the farthest part is still seen.
    const MAX_FADE: f32 = 0.72;
    /// The shortest way, in metres, over which that is reached: the parts of a figure that stands
    /// across the line of sight are all about as near.
    const SHORTEST: f32 = 0.6;

    /// Nothing fades.
    pub(super) fn none(palette: &ThemeColours) -> Self {
        Self { near: 0.0, span: 1.0, colour: mixed(palette.centre, palette.edge), most: 0.0 }
    }

    /// Fades over a range of depths.
    pub(super) fn over(palette: &ThemeColours, depths: Range<f32>) -> Self {
        Self {
            near: depths.start,
            span: (depths.end - depths.start).max(Self::SHORTEST),
            most: Self::MAX_FADE,
            ..Self::none(palette)
        }
    }

    /// A colour as it is at a depth; its opacity stays.
    pub fn of(&self, colour: Rgba, depth: f32) -> Rgba {
        if self.most == 0.0 {
            return colour;
        }
        let far = ((depth - self.near) / self.span).clamp(0.0, 1.0);
        let [r, g, b, _] = between(colour, self.colour, far * self.most);
        [r, g, b, colour[3]]
    }
}

/// A colour of a figure that stands where it is not at the moment, before or after its frames: near
/// to the backdrop, and still told from it.
pub fn dimmed(palette: &ThemeColours, colour: Rgba) -> Rgba {
    /// How much of it the backdrop takes.
    const TAKEN: f32 = 0.68;
    let [r, g, b, _] = between(colour, mixed(palette.centre, palette.edge), TAKEN);
    [r, g, b, colour[3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_part_keeps_its_colour_and_the_farthest_is_still_seen() {
        let palette = ThemeColours::DARK;
        let fade = Fade::over(&palette, 3.0..5.0);
        let colour = palette.left;
        assert_eq!(fade.of(colour, 3.0), colour);
        assert_eq!(fade.of(colour, 2.0), colour);
        let [middle, far] = [4.0, 5.0].map(|depth| fade.of(colour, depth));
        assert!(middle[2] < colour[2] && far[2] < middle[2]);
        assert!(far[2] > fade.colour[2] + 30);
        assert_eq!(fade.of(colour, 50.0), far);
        assert_eq!(Fade::none(&palette).of(colour, 50.0), colour);
    }

    #[test]
    fn a_figure_that_is_all_about_as_near_hardly_fades() {
        let palette = ThemeColours::LIGHT;
        let fade = Fade::over(&palette, 3.0..3.01);
        let off = fade.of(palette.right, 3.01)[2].abs_diff(palette.right[2]);
        assert!(off < 4, "{off}");
    }
}
