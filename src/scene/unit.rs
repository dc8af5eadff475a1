//! A unit of length: its name, or the unit that a figure's height suggests.

use std::fmt;

use crate::take::rounded;

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// As people write it; `None` where it has no name.
    pub name: Option<&'static str>,
    /// Metres in one of it.
    pub metres: f64,
    /// Whether the file says so, or the figure's height suggests it.
    pub guessed: bool,
}

/// Metres in a unit of CMU's takes, which say 0.45 and mean inches divided by it.
const CMU_SCALE: f64 = 0.0254 / 0.45;

impl Unit {
    /// The units that takes come in.
    pub const COMMON: [(&'static str, f64); 5] = [
        ("m", 1.0),
        ("cm", 0.01),
        ("mm", 0.001),
        ("inch", 0.0254),
        ("CMU scale", CMU_SCALE),
    ];
    /// The units that files also name, and that are never guessed.
    const RARE: [(&'static str, f64); 2] = [("dm", 0.1), ("ft", 0.3048)];

    /// The unit in which a figure of `size` is closest to a person's height; where none brings it
    /// near, the scale that makes it so, without a name.
    pub(super) fn guess(size: f32) -> Self {
        /// The height of a performer with shoes and markers.
        const PERSON: f64 = 1.75;
        /// How much better the scale of one collection has to fit than the units of all others.
        const RARE: f64 = 0.3;
        let size = f64::from(size);
        let off = |metres: f64| (size * metres / PERSON).ln().abs();
        let unlikely = |metres: f64| match metres == CMU_SCALE {
            true => off(metres) + RARE,
            false => off(metres),
        };
        let best = Self::COMMON
            .into_iter()
            .min_by(|a, b| unlikely(a.1).total_cmp(&unlikely(b.1)));
        match best {
            Some((name, metres)) if off(metres) < 0.6 => Self {
                name: Some(name),
                metres,
                guessed: true,
            },
            _ => Self {
                name: None,
                metres: if size > 0.0 { PERSON / size } else { 1.0 },
                guessed: true,
            },
        }
    }

    pub(super) fn of(metres: f64) -> Self {
        let known = Self::COMMON
            .into_iter()
            .chain(Self::RARE)
            .find(|(_, m)| (m / metres - 1.0).abs() < 1e-6);
        Self {
            name: known.map(|(name, _)| name),
            metres,
            guessed: false,
        }
    }

    /// What stands behind a number in it; `None` for a scale that is no unit, and too long.
    pub fn symbol(&self) -> Option<&'static str> {
        self.name.filter(|name| !name.contains(' '))
    }

    /// The unit, and what it is taken from where the file does not say.
    pub fn told(&self) -> String {
        match (self.guessed, self.name) {
            (false, _) => self.to_string(),
            (true, Some(name)) => format!("{name} (guessed from the figure's height)"),
            (true, None) => "unknown (scaled to a person's height)".to_string(),
        }
    }
}

/// The unit's name, or how long one of it is.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name}"),
            None if self.guessed => write!(f, "unknown"),
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
        for (size, name) in [
            (1.7, "m"),
            (175.0, "cm"),
            (1800.0, "mm"),
            (68.0, "inch"),
            (30.5, "CMU scale"),
            (1.3, "m"),
            (210.0, "cm"),
        ] {
            assert_eq!(Unit::guess(size).to_string(), name, "{size}");
        }
        let far = Unit::guess(9.0);
        assert_eq!(far.to_string(), "unknown");
        assert_eq!(far.told(), "unknown (scaled to a person's height)");
        assert_eq!(
            Unit::guess(1.7).told(),
            "m (guessed from the figure's height)"
        );
        assert!((far.metres * 9.0 - 1.75).abs() < 1e-6);
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
            assert_eq!(Unit::of(metres).to_string(), text);
            assert_eq!(Unit::of(metres).told(), text, "the file says so");
        }
    }
}
