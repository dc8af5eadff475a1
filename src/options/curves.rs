//! The options of the docked curves: which quantities show, how they are arranged, their derivative.

use serde::{Deserialize, Serialize};

use crate::review::measure::MeasureKind;
use crate::scene::CurveKind;

/// What is shown of each selected joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    Channels,
    Position,
    Height,
    Speed,
    Acceleration,
    AngularVelocity,
}

impl Quantity {
    /// All of them, in the order in which menus and curves have them.
    pub const ALL: [Self; 6] = [
        Self::Channels,
        Self::Position,
        Self::Height,
        Self::Speed,
        Self::Acceleration,
        Self::AngularVelocity,
    ];

    /// The measure that it is; `None` for what the node itself has.
    pub fn measure(self) -> Option<MeasureKind> {
        match self {
            Self::Channels | Self::Position => None,
            Self::Height => Some(MeasureKind::Height),
            Self::Speed => Some(MeasureKind::Speed),
            Self::Acceleration => Some(MeasureKind::Acceleration),
            Self::AngularVelocity => Some(MeasureKind::AngularVelocity),
        }
    }

    /// The curves of a node that it is; `None` for a measure.
    pub fn curves(self) -> Option<CurveKind> {
        match self {
            Self::Channels => Some(CurveKind::Channels),
            Self::Position => Some(CurveKind::World),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Channels => "Channels",
            Self::Position => "World position",
            _ => self.measure().map_or("", MeasureKind::label),
        }
    }

    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Channels => "Values of the file, in its units",
            Self::Position => "X, Y and Z in the world, in metres",
            Self::Height => "Over the floor, in metres",
            Self::Speed => "In the world, from the frame before to the frame after, in m/s",
            Self::Acceleration => "In the world, without a direction, in m/s²",
            Self::AngularVelocity => "How fast the joint turns about any axis, in degrees a second",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Quantity>", into = "Vec<Quantity>")]
pub struct Quantities(u8);

impl Quantities {
    pub fn has(self, quantity: Quantity) -> bool {
        self.0 & (1 << quantity as u8) != 0
    }

    pub fn with(self, quantity: Quantity, on: bool) -> Self {
        let bit = 1 << quantity as u8;
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    pub fn iter(self) -> impl Iterator<Item = Quantity> {
        Quantity::ALL.into_iter().filter(move |quantity| self.has(*quantity))
    }
}

impl From<Vec<Quantity>> for Quantities {
    fn from(chosen: Vec<Quantity>) -> Self {
        chosen.into_iter().fold(Self(0), |all, quantity| all.with(quantity, true))
    }
}

impl From<Quantities> for Vec<Quantity> {
    fn from(chosen: Quantities) -> Self {
        chosen.iter().collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CurveOptions {
    pub quantities: Quantities,
    /// Whether each curve has a lane of its own; else all share one plot.
    pub stacked: bool,
    /// Whether derivatives show in the place of values.
    pub derivative: bool,
}

impl Default for CurveOptions {
    fn default() -> Self {
        Self { quantities: vec![Quantity::Position].into(), stacked: false, derivative: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_quantities_is_kept_as_a_list_of_words() {
        let chosen: Quantities = vec![Quantity::AngularVelocity, Quantity::Height].into();
        let text = serde_json::to_string(&chosen).unwrap();
        assert_eq!(text, r#"["height","angular-velocity"]"#);
        assert_eq!(serde_json::from_str::<Quantities>(&text).unwrap(), chosen);
        assert!(chosen.has(Quantity::Height) && !chosen.has(Quantity::Speed));
        assert_eq!(Vec::from(chosen.with(Quantity::Height, false)).len(), 1);
    }
}
