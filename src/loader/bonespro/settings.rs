//! The header of a BonesPro animation export: what its frames hold.

use super::super::error::{ErrorKind, LoadError};
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, counted};
use super::words::Words;
use crate::take::{Angle, Axis, FrameNumbers, FrameTime, WarningCode, Warnings};

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The bones.
    Bones,
    /// The vertices, in the world.
    Mesh,
    /// The vertices, each in the frames of the bones that move it.
    MeshInBones,
}

/// The export modes by their letters; the definition shortens the last one and writes it out.
/// `Mesh` without its second word is a mode too, but not told which.
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

/// How the frames of an animation are written.
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
    /// Seconds.
    pub frame_time: FrameTime,
}

impl Settings {
    /// Reads up to the first frame.
    pub fn read(words: &mut Words<'_>, warnings: &mut Warnings) -> Result<Self, LoadError> {
        let bones_at = words.here();
        let bones = words.whole("the number of bones")?;
        let vertices_at = words.here();
        let vertices = words.whole("the number of vertices")?;
        let frames_at = words.here();
        let frames = words.whole("the number of frames")?;
        let Some(mode) = words.phrase(MODES).flatten() else {
            let what = "an export mode: Bones, Mesh (absolute) or Mesh (bones c.s)";
            return Err(words.expected(what));
        };
        // A frame of nothing takes no room in the file, so that any number of them would fit.
        let (empty, at, of) = match mode {
            Mode::Mesh => (vertices == 0, vertices_at, "vertices"),
            Mode::Bones | Mode::MeshInBones => (bones == 0, bones_at, "bones"),
        };
        if empty {
            let kind = ErrorKind::Contradiction(format!("the animation has no {of}"));
            return Err(words.scan.error_at(at, kind));
        }
        let system = words.phrase(SYSTEMS);
        let relative = system
            .ok_or_else(|| words.expected("a transform system: Absolute or Relative to parent"))?;
        let representation = words.phrase(REPRESENTATIONS);
        let matrix = representation
            .ok_or_else(|| words.expected("a representation: Matrix or Euler Angles"))?;
        let order = words.phrase(ORDERS).ok_or_else(|| {
            let all: Vec<String> = ORDERS.iter().map(|o| o.0.to_ascii_uppercase()).collect();
            words.expected(format!("an order of Euler angles: {}", all.join(" ")))
        })?;
        let angle = words
            .phrase(UNITS)
            .ok_or_else(|| words.expected("a unit of angle: Degrees or Radians"))?;
        let interval = Interval::read(words)?;
        interval.check(frames, words, warnings);
        let numbers = interval.numbers();
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
        warnings.add(WarningCode::RateAssumed, message);
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

    /// What the export is, as a detail of the take.
    pub fn told(&self) -> String {
        match self.mode {
            Mode::Mesh => "mesh (absolute)".into(),
            Mode::MeshInBones => "mesh (bones c.s.)".into(),
            Mode::Bones => {
                let system = if self.relative { "relative to parent" } else { "absolute" };
                let axes = self.order.map(Axis::name).concat();
                if self.matrix {
                    format!("bones, {system}, matrix")
                } else {
                    format!("bones, {system}, Euler angles {axes}")
                }
            }
        }
    }
}

/// Which frames of the scene were exported.
struct Interval {
    first: i32,
    last: i32,
    step: i32,
    step_at: usize,
}

impl Interval {
    fn read(words: &mut Words<'_>) -> Result<Self, LoadError> {
        let first = words.whole("the first frame")?;
        let last = words.whole("the last frame")?;
        let step_at = words.here();
        let step = words.whole("the step from frame to frame")?;
        Ok(Self { first, last, step, step_at })
    }

    /// Says where the interval does not hold as many frames as are announced.
    fn check(&self, frames: u32, words: &Words<'_>, warnings: &mut Warnings) {
        let Self { first, last, step, .. } = *self;
        let step_at = || words.scan.place(self.step_at);
        if step == 0 {
            let message = "a step of 0 leads nowhere: frames are counted by 1";
            warnings.add_at(WarningCode::ValueReplaced, step_at, message);
            return;
        }
        let steps = (i64::from(last) - i64::from(first)) / i64::from(step);
        let held = (steps + 1).max(0);
        if held != i64::from(frames) {
            let message = format!(
                "from {first} to {last} by {step} makes {}, and the file announces {frames}",
                counted(held as f64, "frame")
            );
            warnings.add_at(WarningCode::CountDiffers, step_at, message);
        }
    }

    fn numbers(&self) -> FrameNumbers {
        let step = if self.step == 0 { 1 } else { self.step };
        FrameNumbers { first: self.first.into(), step: step.into() }
    }
}
