//! The header of a BonesPro animation export: what its frames hold.

use super::super::error::{ErrorKind, LoadError};
use super::super::rate::{ASSUMED_FRAME_TIME, assumed};
use super::words::Words;
use crate::take::{Angle, Axis, FrameNumbers, FrameTime, WarningCode, counted};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Bones,
    /// The vertices, in the world.
    Mesh,
    /// The vertices, each in the frames of the bones that move it.
    MeshInBones,
}

/// The export modes by their letters, short and long. `Mesh` without its second word could be either of two.
pub(super) const MODES: &[(&str, Option<Mode>)] = &[
    ("bones", Some(Mode::Bones)),
    ("mesh", None),
    ("meshabsolute", Some(Mode::Mesh)),
    ("meshbones", Some(Mode::MeshInBones)),
    ("meshbonescs", Some(Mode::MeshInBones)),
    ("meshbonescoordinatesystem", Some(Mode::MeshInBones)),
];

const SYSTEMS: &[(&str, bool)] =
    &[("absolute", false), ("relative", true), ("relativetoparent", true)];

const REPRESENTATIONS: &[(&str, bool)] =
    &[("matrix", true), ("euler", false), ("eulerangles", false)];

/// The order of Euler angles: the axis that is turned about first comes first.
const ORDERS: &[(&str, [Axis; 3])] = &[
    ("xyz", [Axis::X, Axis::Y, Axis::Z]),
    ("xzy", [Axis::X, Axis::Z, Axis::Y]),
    ("yzx", [Axis::Y, Axis::Z, Axis::X]),
    ("yxz", [Axis::Y, Axis::X, Axis::Z]),
    ("zxy", [Axis::Z, Axis::X, Axis::Y]),
    ("zyx", [Axis::Z, Axis::Y, Axis::X]),
    ("xyx", [Axis::X, Axis::Y, Axis::X]),
    ("yzy", [Axis::Y, Axis::Z, Axis::Y]),
    ("zxz", [Axis::Z, Axis::X, Axis::Z]),
];

const UNITS: &[(&str, Angle)] = &[
    ("deg", Angle::Degrees),
    ("degree", Angle::Degrees),
    ("degrees", Angle::Degrees),
    ("rad", Angle::Radians),
    ("radian", Angle::Radians),
    ("radians", Angle::Radians),
];

pub(super) struct Settings {
    pub bones: u32,
    pub vertices: u32,
    /// How many frames are announced, and where.
    pub frames: u32,
    pub frames_at: usize,
    pub mode: Mode,
    pub relative: bool,
    pub matrix: bool,
    /// The axis that is turned about first comes first.
    pub order: [Axis; 3],
    pub angle: Angle,
    pub numbers: FrameNumbers,
    pub frame_time: FrameTime,
}

impl Settings {
    pub fn read(words: &mut Words<'_>) -> Result<Self, LoadError> {
        let bones_at = words.next_at();
        let bones = words.whole("the number of bones")?;
        let vertices_at = words.next_at();
        let vertices = words.whole("the number of vertices")?;
        let frames_at = words.next_at();
        let frames = words.whole("the number of frames")?;
        let Some(mode) = words.phrase(MODES).flatten() else {
            let what = "an export mode: Bones, Mesh (absolute) or Mesh (bones c.s)";
            return Err(words.expected(what));
        };
        // A frame of nothing takes no room in the file, so that any number of them would fit.
        let (count, at, nouns) = match mode {
            Mode::Mesh => (vertices, vertices_at, "vertices"),
            Mode::Bones | Mode::MeshInBones => (bones, bones_at, "bones"),
        };
        if count == 0 {
            let what = format!("the animation has no {nouns}");
            return Err(words.reader.scan.error_at(at, ErrorKind::Contradiction(what)));
        }
        let relative =
            words.choice(SYSTEMS, "a transform system: Absolute or Relative to parent")?;
        let matrix = words.choice(REPRESENTATIONS, "a representation: Matrix or Euler Angles")?;
        let orders = "an order of Euler angles: XYZ XZY YZX YXZ ZXY ZYX XYX YZY ZXZ";
        let order = words.choice(ORDERS, orders)?;
        let angle = words.choice(UNITS, "a unit of angle: Degrees or Radians")?;
        let numbers = frame_numbers(words, frames)?;
        // The rate at which 3ds Max plays as long as nobody gives it another one.
        let frame_time = FrameTime {
            seconds: numbers.step.unsigned_abs() as f64 * ASSUMED_FRAME_TIME.seconds,
            ..ASSUMED_FRAME_TIME
        };
        let steps = match numbers.step {
            1 => String::new(),
            step => format!(", in steps of {}", step.unsigned_abs()),
        };
        let message = format!("the file does not say how fast it plays: {}{steps}", assumed());
        words.reader.warnings.add(WarningCode::RateAssumed, message);
        Ok(Self {
            bones,
            vertices,
            frames,
            frames_at,
            mode,
            relative,
            matrix,
            order,
            angle,
            numbers,
            frame_time,
        })
    }

    pub fn describe(&self) -> String {
        let system = if self.relative { "relative to parent" } else { "absolute" };
        match self.mode {
            Mode::Mesh => "mesh (absolute)".into(),
            Mode::MeshInBones => "mesh (bones c.s.)".into(),
            Mode::Bones if self.matrix => format!("bones, {system}, matrix"),
            Mode::Bones => {
                format!("bones, {system}, Euler angles {}", self.order.map(Axis::name).concat())
            }
        }
    }
}

/// Reads which frames of the scene were exported, and warns where these are not as many as announced.
fn frame_numbers(words: &mut Words<'_>, frames: u32) -> Result<FrameNumbers, LoadError> {
    let first: i32 = words.whole("the first frame")?;
    let last: i32 = words.whole("the last frame")?;
    let step_at = words.next_at();
    let step: i32 = words.whole("the step from frame to frame")?;
    if step == 0 {
        let message = "a step of 0 leads nowhere: frames are counted by 1";
        words.reader.warn(WarningCode::ValueReplaced, step_at, message);
        return Ok(FrameNumbers { first: first.into(), step: 1 });
    }
    let count = ((i64::from(last) - i64::from(first)) / i64::from(step) + 1).max(0);
    if count != i64::from(frames) {
        let makes = counted(count as usize, "frame");
        let message = format!(
            "from {first} to {last} by {step} makes {makes}, and the file announces {frames}"
        );
        words.reader.warn(WarningCode::CountDiffers, step_at, message);
    }
    Ok(FrameNumbers { first: first.into(), step: step.into() })
}
