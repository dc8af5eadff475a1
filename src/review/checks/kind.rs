//! The kinds of faults that the checks look for, how grave a finding is, and the limits from which on something is one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::scene::{Rgba, ThemeColours};

/// Makes the kinds and the limits from one table: each kind, and the limits that it does not share with one above.
macro_rules! kinds {
    ($($name:ident [$($limit:ident)*])*) => {
        /// A kind of fault. Its constant in `CHECKS` says what it means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Check {
            $($name,)*
        }

        impl Check {
            /// In the order of the manual.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }

        /// What every check measures against; the fields are called as in [`super::LIMITS`].
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, rename_all = "kebab-case")]
        pub struct Limits {
            $($(pub $limit: f64,)*)*
        }

        impl Limits {
            pub(super) const COUNT: usize = [$($(stringify!($limit),)*)*].len();

            /// The values in the order of [`super::LIMITS`].
            pub(super) fn new([$($($limit,)*)*]: [f64; Self::COUNT]) -> Self {
                Self { $($($limit,)*)* }
            }

            /// As [`Self::new`] takes them.
            pub(super) fn values_mut(&mut self) -> [&mut f64; Self::COUNT] {
                [$($(&mut self.$limit,)*)*]
            }
        }
    };
}

kinds! {
    Pop [pop_distance pop_angle pop_jerk pop_angular_jerk pop_spread]
    Step []
    Flip [flip_angle]
    Swap [swap_distance]
    Identity [identity_distance identity_speed]
    Jitter [jitter_distance jitter_angle estimate_jitter]
    Freeze [freeze_time]
    Gap [gap_time]
    Nan []
    Confidence [low_confidence]
    BoneLength [bone_length bone_share estimate_length estimate_share]
    Skate [contact_height contact_speed skate_speed slide_distance]
    BelowFloor [floor_depth]
    Floating [floating_height floating_time drift_height]
    Limit [limit_excess]
    Loop [loop_distance loop_angle loop_speed]
    Header [lowest_rate highest_rate]
    TPose [t_pose_angle]
    Sides []
}

/// From where on something is a finding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Its name in settings and the manual.
    pub word: &'static str,
    pub default: f64,
    /// The unit of the number: m, m/s, m/s³, °, °/s³, s, fps; empty for a ratio.
    pub unit: &'static str,
    /// What it limits, and where the number comes from.
    pub about: &'static str,
}

/// The limits of a check: word, default, unit, meaning with its source.
macro_rules! limits {
    ($($word:literal $default:literal $unit:literal $about:literal)*) => {
        &[$($crate::review::checks::Limit {
            word: $word, default: $default, unit: $unit, about: $about,
        },)*]
    };
}

pub(super) use limits;

/// Its name.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingSeverity {
    /// The capture is wrong there.
    Fault,
    /// It is wrong, or the performer did something unusual: worth a look.
    Warning,
    /// Good to know; nothing has to be mended.
    Note,
}

impl FindingSeverity {
    /// The gravest first.
    pub const ALL: [Self; 3] = [Self::Fault, Self::Warning, Self::Note];

    pub fn colour(self, colours: &ThemeColours) -> Rgba {
        match self {
            Self::Fault => colours.fault,
            Self::Warning => colours.warning,
            Self::Note => colours.remark,
        }
    }

    /// The word for it in text and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
