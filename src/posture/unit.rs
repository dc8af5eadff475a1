//! A unit of length: its name, or the unit that a figure's height suggests.

use std::fmt;
use std::ops::RangeInclusive;

use super::samples::FigureHeight;
use crate::take::{Certainty, rounded};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// As people write it; `None` where it has no name.
    pub name: Option<&'static str>,
    pub metres: f64,
    /// Whether the file says so, or how surely the figure's height suggests it.
    pub certainty: Certainty,
}

/// Metres in a unit of CMU's takes, which say 0.45 and mean inches divided by it.
const CMU_SCALE: f64 = 0.0254 / 0.45;

/// What a pixel is called behind a number.
const PIXEL: &str = "px";

/// In metres: the height of a performer with shoes and markers.
const PERSON: f64 = 1.75;

/// In metres: how tall grown people are, with shoes and markers.
const PEOPLE: RangeInclusive<f64> = 1.4..=2.1;

/// In metres: how tall a figure is that may be a child, a giant or a stylised one.
const FIGURES: RangeInclusive<f64> = 0.4..=4.0;

/// In metres: how large whatever was captured may be, where it need not be a body.
const SUBJECTS: RangeInclusive<f64> = 0.02..=100.0;

impl Unit {
    /// The units that takes come in.
    pub const COMMON: [(&'static str, f64); 5] =
        [("m", 1.0), ("cm", 0.01), ("mm", 0.001), ("inch", 0.0254), ("CMU scale", CMU_SCALE)];
    /// The units that files also name, and that are never guessed.
    const RARE: [(&'static str, f64); 2] = [("dm", 0.1), ("ft", 0.3048)];

    /// A pixel of a picture in which a figure is so many of them tall, as long as makes that a person's height: what is
    /// drawn needs a size.
    pub fn pixels(size: f32) -> Self {
        Self { name: Some(PIXEL), certainty: Certainty::Assumed, ..Self::scaled(size) }
    }

    /// The unit in which a figure of `size` is as tall as people are; else one of the metric units in which it is at
    /// least of their order; else the scale that makes it as tall as a person, without a name.
    pub fn guess(size: f32) -> Self {
        /// By how much a figure may differ from that in a metric unit, as the logarithm of the ratio.
        const OF_THE_ORDER: f64 = 0.6;
        let size = f64::from(size);
        let off = |metres: f64| (size * metres / PERSON).ln().abs();
        let is_of_people = |(_, metres): &(_, f64)| PEOPLE.contains(&(size * metres));
        let (metric, rare) = Self::COMMON.split_at(3);
        let nearest = metric.iter().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        let metric = *nearest.expect("there are units");
        let unit = |(name, metres): (&'static str, f64), certainty| Self {
            name: Some(name),
            metres,
            certainty,
        };
        if is_of_people(&metric) {
            unit(metric, Certainty::Sure)
        } else if let Some(rare) = rare.iter().copied().find(is_of_people) {
            unit(rare, Certainty::Likely)
        } else if off(metric.1) < OF_THE_ORDER {
            unit(metric, Certainty::Likely)
        } else {
            Self::scaled(size as f32)
        }
    }

    /// That of a figure of `size` which is scaled to a person's height.
    fn scaled(size: f32) -> Self {
        let metres = if size > 0.0 { PERSON / f64::from(size) } else { 1.0 };
        Self { name: None, metres, certainty: Certainty::Assumed }
    }

    /// The unit that is likely where the one that the file states, so many metres long, makes a figure of this height far
    /// too large or too small; `None` where the statement can be believed, or no other unit fits better.
    pub fn instead_of(stated: f64, stature: FigureHeight) -> Option<Self> {
        let believable = if stature.is_of_body { FIGURES } else { SUBJECTS };
        if believable.contains(&(f64::from(stature.height) * stated)) {
            return None;
        }
        let likely = Self::guess(stature.height);
        let tall = f64::from(stature.height) * likely.metres;
        Some(likely).filter(|likely| likely.name.is_some() && PEOPLE.contains(&tall))
    }

    /// The unit of so many metres that somebody has said.
    pub fn from_metres(metres: f64) -> Self {
        let mut known = Self::COMMON.into_iter().chain(Self::RARE);
        let found = known.find(|(_, other)| (other / metres - 1.0).abs() < 1e-6);
        Self { name: found.map(|(name, _)| name), metres, certainty: Certainty::Stated }
    }

    /// Whether the figure's height suggests it, and nobody has said it.
    pub fn is_guessed(&self) -> bool {
        self.certainty != Certainty::Stated
    }

    /// What stands behind a number in it; `None` for a scale that is no unit, and too long.
    pub fn symbol(&self) -> Option<&'static str> {
        self.name.filter(|name| !name.contains(' '))
    }

    /// The unit, and what it is taken from where the file does not say.
    pub fn describe(&self) -> String {
        match (self.certainty, self.name) {
            (Certainty::Stated, _) => self.to_string(),
            (_, Some(PIXEL)) => "pixels (scaled to a person's height)".to_string(),
            (Certainty::Sure, Some(name)) => format!("{name} (from the figure's height)"),
            (_, Some(name)) => format!("{name} (likely, from the figure's height)"),
            (_, None) => "unknown (scaled to a person's height)".to_string(),
        }
    }
}

/// The unit's name, or how long one of it is.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name}"),
            None if self.is_guessed() => write!(f, "unknown"),
            None => {
                // Four digits, however small it is.
                let decimals = (3.0 - self.metres.log10().floor()).clamp(0.0, 12.0);
                write!(f, "{} m", rounded(self.metres, decimals as usize))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_guessed_from_a_persons_height() {
        use Certainty::{Likely, Sure};
        for (size, name, certainty) in [
            (1.7, "m", Sure),
            (175.0, "cm", Sure),
            (1800.0, "mm", Sure),
            (68.0, "inch", Likely),
            (30.5, "CMU scale", Likely),
            // A child, and somebody with raised arms.
            (1.3, "m", Likely),
            (230.0, "cm", Likely),
        ] {
            let unit = Unit::guess(size);
            assert_eq!(unit.to_string(), name, "{size}");
            assert_eq!(unit.certainty, certainty, "{size}");
        }
        assert_eq!(Unit::guess(1.7).describe(), "m (from the figure's height)");
        assert_eq!(Unit::guess(68.0).describe(), "inch (likely, from the figure's height)");
    }

    #[test]
    fn rare_units_are_guessed_for_the_height_of_a_person_alone() {
        // By inches 1.14 m and 2.16 m, by CMU's scale 2.54 m and 2.16 m.
        for size in [9.0, 45.0, 85.0, 38.3] {
            let far = Unit::guess(size);
            assert_eq!(far.describe(), "unknown (scaled to a person's height)");
            assert!((far.metres * f64::from(size) - 1.75).abs() < 1e-5);
        }
        assert_eq!(Unit::guess(0.0).metres, 1.0);
    }

    #[test]
    fn a_stated_unit_is_doubted_where_it_makes_no_figure_and_another_does() {
        let instead = |stated: f64, height: f32, is_of_body: bool| {
            let unit = Unit::instead_of(stated, FigureHeight { height, is_of_body });
            unit.map(|unit| unit.to_string())
        };
        let likely = |name: &str| Some(name.to_string());
        assert_eq!(instead(1.0, 1690.0, true), likely("mm"));
        assert_eq!(instead(0.001, 1.7, true), likely("m"));
        assert_eq!(instead(0.01, 1690.0, true), likely("mm"));
        assert_eq!(instead(0.001, 169.0, true), likely("cm"));
        assert_eq!(instead(1.0, 1690.0, false), likely("mm"));
        // A child, a giant, a face in millimetres, a hall, and what no unit makes a person.
        assert_eq!(instead(1.0, 0.8, true), None);
        assert_eq!(instead(1.0, 3.5, true), None);
        assert_eq!(instead(0.001, 169.0, false), None);
        assert_eq!(instead(1.0, 20.0, false), None);
        assert_eq!(instead(1.0, 9.0, true), None);
    }

    #[test]
    fn a_unit_without_a_name_is_told_by_its_length() {
        for (metres, text) in [
            (0.3048, "ft"),
            (0.1, "dm"),
            (0.0254 / 0.45, "CMU scale"),
            (0.127, "0.127 m"),
            (1.0 / 3.0, "0.3333 m"),
            (2.5e-5, "0.000025 m"),
            (1852.0, "1852 m"),
        ] {
            assert_eq!(Unit::from_metres(metres).to_string(), text);
            assert_eq!(Unit::from_metres(metres).describe(), text, "the file says so");
        }
    }
}
