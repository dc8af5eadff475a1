//! The colours of the docked curves.

use egui::Color32;

use crate::app::curves::docked::DockedCurve;
use crate::app::curves::line::colour_of;
use crate::scene::Theme;

/// Eight colours that people with and without colour blindness tell apart, on dark panels and on light
/// ones: after M. Okabe and K. Ito, *Color Universal Design* (2008), moved until the nearest two are far
/// apart in the simulation of G. M. Machado and others, *A Physiologically-based Model for Simulation of
/// Color Vision Deficiency*, IEEE TVCG 15 (2009), too.
const COLOURS: [[u32; 8]; 2] = [
    [0x77b6ff, 0xf08a24, 0x52dba4, 0xb8739a, 0xf7e34a, 0xe0504e, 0x6478ff, 0xd6eef5],
    [0x2757c9, 0xb76000, 0x0e8b65, 0xaa3d96, 0x4b3d00, 0xd00a47, 0x5b44f0, 0x1c2024],
];

/// The colour at a place of the list. After its last one it begins again, nearer to the colour of text:
/// so many are told apart by pointing at their names.
fn nth(place: usize, theme: Theme) -> Color32 {
    let [dark, light] = COLOURS;
    let colours = if theme == Theme::Dark { dark } else { light };
    let [_, r, g, b] = colours[place % colours.len()].to_be_bytes();
    paler(Color32::from_rgb(r, g, b), place / colours.len(), theme)
}

/// The places of the colours that are told from those of axes, too.
const BESIDE_AXES: [usize; 4] = [1, 4, 3, 7];

/// The colour of each curve: that of its axis, whatever else shows; else one by which it is told from the
/// others. Of another curve of the same axis, it is nearer to the colour of text.
pub fn colours(curves: &[DockedCurve<'_>], theme: Theme) -> Vec<Color32> {
    let axes: Vec<_> = curves.iter().map(|docked| docked.curve.axis).collect();
    let has_axes = axes.iter().any(Option::is_some);
    let colour = |place: usize| {
        let before = axes[..place].iter().filter(|axis| **axis == axes[place]).count();
        match axes[place] {
            None if has_axes => {
                let [own, round] = [before % BESIDE_AXES.len(), before / BESIDE_AXES.len()];
                nth(BESIDE_AXES[own] + round * 8, theme)
            }
            None => nth(before, theme),
            axis => paler(colour_of(axis, theme), before, theme),
        }
    };
    (0..axes.len()).map(colour).collect()
}

/// A colour the first time, and nearer to the colour of text each further time.
fn paler(colour: Color32, round: usize, theme: Theme) -> Color32 {
    colour.lerp_to_gamma(theme.colours().text, (round as f32 * 0.35).min(0.7))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::theme::contrast;

    /// How linear red, green and blue are seen without one kind of cones: Machado and others, table 1,
    /// severity 1.0 of protanomaly and deuteranomaly.
    const SEEN: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ];

    /// CIE 1976 L*a*b* of a colour, as it is seen.
    fn lab(colour: Color32, seen: &[[f64; 3]; 3]) -> [f64; 3] {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array().map(f64::from);
        let [r, g, b] = seen.map(|row| (row[0] * r + row[1] * g + row[2] * b).clamp(0.0, 1.0));
        let white = [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
        ];
        let [x, y, z] = white
            .map(|part| if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn colour_blind_people_tell_the_colours_apart_and_from_the_panel() {
        /// Twice the difference that is seen at a glance in fields side by side.
        const APART: f64 = 18.0;
        for theme in Theme::ALL {
            let colours: Vec<Color32> = (0..8).map(|place| nth(place, theme)).collect();
            for (i, &a) in colours.iter().enumerate() {
                assert!(contrast(a, theme.colours().panel) >= 4.0, "{a:?}");
                for &b in &colours[..i] {
                    for seen in &SEEN {
                        let [a, b] = [a, b].map(|colour| lab(colour, seen));
                        let apart: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
                        assert!(apart.sqrt() > APART, "{a:?} {b:?}: {}", apart.sqrt());
                    }
                }
            }
        }
    }
}
