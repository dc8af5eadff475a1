//! The limits from which on something is a finding, in metres, seconds and degrees, with their sources.

use serde::{Deserialize, Serialize};

/// A row of the table of limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Its name in settings and in the manual.
    pub word: &'static str,
    /// What it is unless somebody sets it.
    pub default: f64,
    /// The unit of the number: m, m/s, m/s³, °, °/s³, s, fps; empty for a ratio.
    pub unit: &'static str,
    /// What it limits, and where the number comes from.
    pub about: &'static str,
}

/// Makes the limits from one table: field, word, default, unit, meaning with its source.
macro_rules! limits {
    ($($name:ident $word:literal $default:literal $unit:literal $about:literal)*) => {
        /// What every check measures against; the fields are called as in [`LIMITS`].
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, rename_all = "kebab-case")]
        pub struct Limits {
            $(#[doc = $about] pub $name: f64,)*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Limits {
            /// Sets the limit of this word, and tells whether there is one.
            pub fn set(&mut self, word: &str, value: f64) -> bool {
                match word {
                    $($word => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }

        /// The table of all limits.
        pub const LIMITS: &[Limit] = &[$(Limit {
            word: $word, default: $default, unit: $unit, about: $about,
        },)*];
    };
}

limits! {
    pop_distance "pop-distance" 0.01 "m"
        "The smallest jump of a position that is a pop or a step. Optical systems err by less than 2 mm in motion (Merriaux et al., Sensors 17, 2017)."
    pop_angle "pop-angle" 5.0 "°"
        "The smallest jump of a rotation that is a pop or a step: at the end of a forearm it is 2 cm."
    pop_jerk "pop-jerk" 2000.0 "m/s³"
        "What a body may do at most between frames that are far apart; it counts below 46 frames a second. A reach of 30 cm in 0.2 s has as much (60 d/T³; Flash and Hogan, Journal of Neuroscience 5, 1985)."
    pop_angular_jerk "pop-angular-jerk" 1000000.0 "°/s³"
        "The same for rotations: a joint that turns by 90° in 0.18 s has as much."
    pop_spread "pop-spread" 10.0 ""
        "How many times the joint's own robust spread (1.4826 × the median absolute deviation) a jump has to exceed. Outliers in general begin at 3.5 (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993); motion has heavier tails."
    flip_angle "flip-angle" 120.0 "°"
        "By how much an angle jumps from frame to frame that flips: flips are of 180° and 360°."
    swap_distance "swap-distance" 0.02 "m"
        "How far apart markers are at least that are seen to swap: a little more than a usual marker's diameter."
    jitter_distance "jitter-distance" 0.003 "m"
        "Noise of a position, as root mean square. Optical systems err by less than 2 mm in motion (Merriaux et al., 2017)."
    jitter_angle "jitter-angle" 0.7 "°"
        "Noise of a rotation, as root mean square: at the end of a forearm it is 3 mm."
    freeze_time "freeze-time" 0.25 "s"
        "How long the same values stand. A marker at rest still changes by its noise (0.02 mm; Merriaux et al., 2017)."
    gap_time "gap-time" 0.2 "s"
        "Gaps that are shorter are notes: a spline over so short a time follows a body."
    bone_length "bone-length" 0.01 "m"
        "By how much the length of a bone may change: what optical systems and skin leave of it."
    bone_share "bone-share" 0.05 ""
        "By which part of itself the length of a bone may change, where that is more."
    contact_height "contact-height" 0.05 "m"
        "How far above its own lowest level a foot may be that stands (as Karunratanakul et al., Guided Motion Diffusion, 2023)."
    contact_speed "contact-speed" 0.2 "m/s"
        "How fast a foot may move that stands. Events of gait are taken at 0.5 m/s (Ghoussayni et al., Gait and Posture 20, 2004); a foot that rests is slower."
    skate_speed "skate-speed" 0.2 "m/s"
        "How fast the slowest point of a foot on the floor may slide."
    slide_distance "slide-distance" 0.025 "m"
        "How far it slides at least that is told of, fast or slowly (Karunratanakul et al., 2023)."
    floor_depth "floor-depth" 0.03 "m"
        "How deep a foot may be in the floor: what soles and the joints within shoes are apart."
    floating_height "floating-height" 0.12 "m"
        "How far above the floor the lowest point of the figure is that floats: more than an ankle without toes."
    floating_time "floating-time" 1.0 "s"
        "How long that lasts. From a jump of half a metre a body is back after 0.64 s (√(8h/g))."
    limit_excess "limit-excess" 1.0 "°"
        "By how much a channel may exceed the file's own limit; lengths by as many hundredths of a metre."
    loop_distance "loop-distance" 0.01 "m"
        "How far a joint may jump at the seam of a loop, beside its own motion."
    loop_angle "loop-angle" 1.0 "°"
        "How far a joint may turn at the seam of a loop, beside its own motion."
    loop_speed "loop-speed" 0.1 "m/s"
        "By how much more the speed of a joint may change at the seam than elsewhere in the loop."
    lowest_rate "lowest-rate" 10.0 "fps"
        "Takes with fewer frames a second hardly come from a capture."
    highest_rate "highest-rate" 1000.0 "fps"
        "Takes with more frames a second hardly come from a capture."
    t_pose_angle "t-pose-angle" 15.0 "°"
        "How far the arms of a T-pose may be from level and from a line."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_the_words_of_the_table() {
        let settings = serde_json::to_value(Limits::default()).unwrap();
        let settings = settings.as_object().unwrap();
        let words: Vec<&str> = LIMITS.iter().map(|limit| limit.word).collect();
        assert_eq!(settings.keys().collect::<Vec<_>>(), words);
        for limit in LIMITS {
            assert_eq!(settings[limit.word], limit.default);
        }
        let one: Limits = serde_json::from_str(r#"{"gap-time": 1.5}"#).unwrap();
        assert_eq!((one.gap_time, one.pop_angle), (1.5, 5.0));
    }

    #[test]
    fn every_limit_belongs_to_a_check() {
        use crate::review::checks::Check;
        let named: Vec<&str> =
            Check::ALL.iter().flat_map(|check| check.limits()).copied().collect();
        assert!(LIMITS.iter().all(|limit| named.contains(&limit.word)));
        assert!(named.iter().all(|word| LIMITS.iter().any(|limit| limit.word == *word)));
    }
}
