//! Measures of a body on a frame and over time: distances, angles, heights, speeds, centre of mass and base of support.
//!
//! Lengths are in metres with Y up, as the stage of the take says.

mod body;
mod evaluator;

use std::fmt;
use std::str::FromStr;

pub use evaluator::MeasureEvaluator;

use super::NoJoint;
use crate::take::{NodeId, Skeleton};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeasureKind {
    /// From one joint to another.
    Distance,
    /// At the second of three joints, between the ways to the other two.
    Angle,
    /// Of a joint over the floor.
    Height,
    Speed,
    /// Of a joint; its length without a direction.
    Acceleration,
    /// Of a joint about any axis.
    AngularVelocity,
    /// Where the centre of mass is.
    CentreOfMass,
    /// Of the centre of mass over the floor.
    CentreOfMassHeight,
    /// How far the centre of mass is inside of the base of support, as seen from above; below 0, how far outside of it.
    Support,
}

struct Row {
    word: &'static str,
    label: &'static str,
    joints: usize,
    unit: &'static str,
}

impl MeasureKind {
    /// In the order in which lists show them.
    pub const ALL: [Self; 9] = [
        Self::Distance,
        Self::Angle,
        Self::Height,
        Self::Speed,
        Self::Acceleration,
        Self::AngularVelocity,
        Self::CentreOfMass,
        Self::CentreOfMassHeight,
        Self::Support,
    ];

    fn row(self) -> Row {
        let (word, label, joints, unit) = match self {
            Self::Distance => ("distance", "Distance", 2, "m"),
            Self::Angle => ("angle", "Angle", 3, "°"),
            Self::Height => ("height", "Height", 1, "m"),
            Self::Speed => ("speed", "Speed", 1, "m/s"),
            Self::Acceleration => ("acceleration", "Acceleration", 1, "m/s²"),
            Self::AngularVelocity => ("angular-velocity", "Angular velocity", 1, "°/s"),
            Self::CentreOfMass => ("com", "Centre of mass", 0, "m"),
            Self::CentreOfMassHeight => ("com-height", "Height of the centre of mass", 0, "m"),
            Self::Support => ("support", "Centre of mass over its support", 0, "m"),
        };
        Row { word, label, joints, unit }
    }

    /// The word for it in files and on the command line.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub fn label(self) -> &'static str {
        self.row().label
    }

    /// How many joints it is of.
    pub fn joint_count(self) -> usize {
        self.row().joints
    }

    pub fn unit(self) -> &'static str {
        self.row().unit
    }

    /// What its values on a frame are called: nothing where it is one.
    pub fn components(self) -> &'static [&'static str] {
        match self {
            Self::CentreOfMass => &["x", "y", "z"],
            _ => &[""],
        }
    }
}

/// A measure of named joints, of whichever take has them: `distance:LeftHand,RightHand`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    kind: MeasureKind,
    joints: Vec<String>,
}

impl Measure {
    /// A measure of some joints.
    ///
    /// # Errors
    /// Where it is of another number of joints.
    pub fn new(kind: MeasureKind, joints: Vec<String>) -> Result<Self, MeasureError> {
        if joints.len() == kind.joint_count() && joints.iter().all(|name| !name.is_empty()) {
            Ok(Self { kind, joints })
        } else {
            Err(MeasureError::Joints(kind))
        }
    }

    pub fn kind(&self) -> MeasureKind {
        self.kind
    }

    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    pub fn label(&self) -> String {
        label(self.kind, &self.joints)
    }
}

/// A measure of joints of one take, by their ids: two of its joints may have one name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JointMeasure {
    pub kind: MeasureKind,
    /// Of which joints: as many as [`MeasureKind::joint_count`] says.
    pub joints: Vec<NodeId>,
}

impl JointMeasure {
    pub fn label(&self, skeleton: &Skeleton) -> String {
        let names = self.joints.iter().map(|&joint| &*skeleton[joint].name);
        label(self.kind, &names.collect::<Vec<&str>>())
    }
}

fn label<S: AsRef<str>>(kind: MeasureKind, joints: &[S]) -> String {
    let names: Vec<&str> = joints.iter().map(AsRef::as_ref).collect();
    if names.is_empty() {
        kind.label().to_string()
    } else {
        format!("{}: {}", kind.label(), names.join(", "))
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Self, MeasureError> {
        let (word, names) = text.split_once(':').unwrap_or((text, ""));
        let kind =
            MeasureKind::from_word(word.trim()).ok_or_else(|| MeasureError::Word(word.into()))?;
        let mut names: Vec<String> = names.split(',').map(|name| name.trim().to_string()).collect();
        if names == [""] {
            names.clear();
        }
        Self::new(kind, names)
    }
}

/// As it is parsed.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.word())?;
        if self.joints.is_empty() { Ok(()) } else { write!(f, ":{}", self.joints.join(",")) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeasureError {
    /// No measure has this word.
    Word(String),
    /// The measure is of another number of joints.
    Joints(MeasureKind),
    NoJoint(NoJoint),
    /// The joint is a marker, which has a place and no rotation.
    NoRotation(String),
    /// No names tell where this part of the body is, without which nothing weighs it.
    NoBody(&'static str),
    /// No names tell the feet.
    NoFeet,
}

impl std::error::Error for MeasureError {}

impl From<NoJoint> for MeasureError {
    fn from(error: NoJoint) -> Self {
        Self::NoJoint(error)
    }
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => {
                let words = MeasureKind::ALL.map(MeasureKind::word).join(", ");
                write!(f, "no measure is called '{word}'; there are {words}")
            }
            Self::Joints(kind) => match kind.joint_count() {
                0 => write!(f, "{} is of the whole body: write no joints", kind.word()),
                1 => write!(f, "{} is of one joint: write {0}:NAME", kind.word()),
                count => {
                    let names = ["A", "B", "C"][..count].join(",");
                    write!(f, "{} is of {count} joints: write {0}:{names}", kind.word())
                }
            },
            Self::NoJoint(error) => write!(f, "{error}"),
            Self::NoRotation(name) => write!(f, "'{name}' is a marker, which has no rotation"),
            Self::NoBody(part) => write!(
                f,
                "the file has no masses, and no name tells the {part}: the centre of mass is not known"
            ),
            Self::NoFeet => write!(f, "no name tells the feet"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_written_as_it_is_read() {
        for text in [
            "distance:LeftHand,RightHand",
            "angle:Hips,Knee,Foot",
            "height:mixamorig:Head",
            "angular-velocity:Head",
            "com",
            "support",
        ] {
            let measure: Measure = text.parse().unwrap();
            assert_eq!(measure.to_string(), text);
        }
        let measure: Measure = "speed: Left Hand ".parse().unwrap();
        assert_eq!(measure.label(), "Speed: Left Hand");
        assert_eq!(MeasureKind::ALL.map(MeasureKind::word)[8], "support");
    }

    #[test]
    fn what_cannot_be_measured_is_told() {
        for (text, message) in [
            ("width:a", "no measure is called 'width'; there are distance, angle, "),
            ("distance:a", "distance is of 2 joints: write distance:A,B"),
            ("height", "height is of one joint: write height:NAME"),
            ("angle:a,,b", "angle is of 3 joints"),
            ("com:a", "com is of the whole body"),
        ] {
            let error = text.parse::<Measure>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
