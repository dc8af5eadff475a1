//! The colour schemes: bones coloured by side, limb, subject, depth, speed, confidence, or in one colour.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::limb::Limb;
use super::parts::Parts;
use super::side::Side;
use super::stage::Stage;
use super::theme_colours::{Rgba, ThemeColours, blend, colour_text, parse_colour};
use crate::evaluate::Pose;
use crate::take::{BoneEnd, NodeId, Take};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Scheme {
    #[default]
    Side,
    Limb,
    Subject,
    /// One colour for all of it, such as tells takes apart.
    One(Rgba),
    /// How many joints there are from the root.
    Depth,
    /// How fast each part moves on the frame that shows: [`FrameValues::speeds`].
    Speed,
    /// How sure an estimator is of each part on the frame that shows: [`FrameValues::confidences`].
    Confidence,
}

impl From<Scheme> for String {
    /// The word for a scheme in files; a colour is its own.
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Side => "side".into(),
            Scheme::Limb => "limb".into(),
            Scheme::Subject => "subject".into(),
            Scheme::One(colour) => colour_text(colour),
            Scheme::Depth => "depth".into(),
            Scheme::Speed => "speed".into(),
            Scheme::Confidence => "confidence".into(),
        }
    }
}

impl TryFrom<String> for Scheme {
    type Error = String;

    fn try_from(word: String) -> Result<Self, Self::Error> {
        let named = Self::ALL.into_iter().find(|&scheme| String::from(scheme) == word);
        let scheme = named.or_else(|| parse_colour(&word).map(Self::One));
        scheme.ok_or_else(|| format!("there is no colour scheme {word:?}"))
    }
}

impl Scheme {
    /// Each kind once, in the order of menus.
    pub const ALL: [Self; 7] = [
        Self::Side,
        Self::Limb,
        Self::Subject,
        Self::Depth,
        Self::Speed,
        Self::Confidence,
        Self::One([0x5a, 0xa9, 0xff, 0xff]),
    ];

    /// The speed, in m/s, at which [`Self::Speed`] has reached its last colour: a brisk run, or a
    /// hand that waves. Standing still has the first one, and half of it the one between.
    pub const FASTEST: f32 = 4.0;

    /// The one that a take has where none was chosen: several performers are told apart.
    pub fn default_for(parts: &Parts) -> Self {
        match parts.subjects().names() {
            [] => Self::Side,
            _ => Self::Subject,
        }
    }

    /// Whether it says anything of a figure of these parts.
    pub fn applies_to(&self, parts: &Parts) -> bool {
        match self {
            Self::Subject => !parts.subjects().names().is_empty(),
            Self::Confidence => parts.has_confidence(),
            _ => true,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Side => "By side",
            Self::Limb => "By limb",
            Self::Subject => "By subject",
            Self::One(_) => "One colour",
            Self::Depth => "By depth",
            Self::Speed => "By speed",
            Self::Confidence => "By confidence",
        }
    }

    /// A colour for each part. `values` are those of the parts for the scheme: speeds in m/s, or confidences; they may be
    /// empty where neither is needed. A part of which its value is not known has the colour of thin lines.
    pub fn colours(&self, parts: &Parts, palette: &ThemeColours, values: &[f32]) -> Vec<Rgba> {
        let mut colours = Vec::new();
        self.fill(parts, palette, values, &mut colours);
        colours
    }

    /// [`Self::colours`], in the place of those of another take or picture.
    pub fn fill(
        &self,
        parts: &Parts,
        palette: &ThemeColours,
        values: &[f32],
        colours: &mut Vec<Rgba>,
    ) {
        let colour = |part: usize| match *self {
            Self::Side => palette.side_colour(parts.side(part)),
            Self::Limb => limb_colour(parts.all[part].limb, palette),
            Self::Subject => match parts.all[part].subject {
                Some(subject) => palette.limbs[subject % palette.limbs.len()],
                None => palette.middle,
            },
            Self::One(colour) => colour,
            Self::Depth => ramp(&palette.depths, parts.all[part].depth),
            Self::Speed | Self::Confidence => match values.get(part) {
                Some(&value) if value.is_finite() => {
                    // What stands out is fast, or in doubt.
                    let is_speed = *self == Self::Speed;
                    ramp(
                        &palette.speeds,
                        if is_speed { value / Self::FASTEST } else { 1.0 - value },
                    )
                }
                _ => palette.wire,
            },
        };
        colours.clear();
        colours.extend((0..parts.len()).map(colour));
    }
}

fn limb_colour(limb: Limb, palette: &ThemeColours) -> Rgba {
    let (left, side) = match limb {
        Limb::Trunk => return palette.middle,
        Limb::Arm(side) => (0, side),
        Limb::Leg(side) => (2, side),
        Limb::Fingers(side) => (4, side),
    };
    match side {
        Side::Left => palette.limbs[left],
        Side::Right => palette.limbs[left + 1],
        Side::Middle => palette.middle,
    }
}

/// The colour of a part of the largest value: blue, yellow, red, which colour-blind eyes tell apart.
pub fn heat_colour(palette: &ThemeColours, part: f32) -> Rgba {
    ramp(&palette.speeds, part)
}

/// The colour at `t` of a ramp, from 0 at its first step to 1 at its last.
fn ramp(steps: &[Rgba], t: f32) -> Rgba {
    let last = steps.len() - 1;
    let at = t.clamp(0.0, 1.0) * last as f32;
    let step = (at as usize).min(last.saturating_sub(1));
    blend(steps[step], steps[(step + 1).min(last)], at - step as f32)
}

/// The confidence below which a part is dimmed, of 1.
pub const LOW_CONFIDENCE: f32 = 0.3;

/// Dims the colours of parts whose confidence is low.
pub fn dim_low_confidence(confidences: &[f32], palette: &ThemeColours, colours: &mut [Rgba]) {
    for (colour, &confidence) in colours.iter_mut().zip(confidences) {
        if confidence < LOW_CONFIDENCE {
            *colour = blend(*colour, palette.wire, 0.75);
        }
    }
}

/// What the parts of a figure have on one frame: how fast they move, with the poses that this is seen from; how sure an
/// estimator is of them.
#[derive(Clone, Debug, Default)]
pub struct FrameValues {
    poses: [Pose; 2],
    speeds: Vec<f32>,
    confidences: Vec<f32>,
}

impl FrameValues {
    /// The confidence of each part on `frame`: of a bone, that of the less sure of its ends. Not a number for parts
    /// without. Panics where the take has no such frame.
    pub fn confidences(&mut self, take: &Take, parts: &Parts, frame: usize) -> &[f32] {
        let (skeleton, row) = (&take.skeleton, take.row(frame));
        let of = |node: NodeId| skeleton[node].confidence_column().map_or(f32::NAN, |at| row[at]);
        self.confidences.clear();
        self.confidences.extend((0..parts.len()).map(|part| {
            let begin = of(parts.node(part));
            match skeleton.bones().get(part).map(|bone| bone.end) {
                Some(BoneEnd::Node(far)) => begin.min(of(far)),
                _ => begin,
            }
        }));
        &self.confidences
    }

    /// The speed of each part on `frame` in m/s: that of the middle of a bone, from the frame before to the one
    /// after. On the first and the last frame, and beside a gap, it is from or to the frame itself; not a number
    /// where there is nothing to compare with. Panics where the take has no such frame.
    pub fn speeds(&mut self, take: &Take, stage: &Stage, parts: &Parts, frame: usize) -> &[f32] {
        let last = take.motion.frame_count().saturating_sub(1);
        let around = [frame.saturating_sub(1), (frame + 1).min(last)];
        self.evaluate(take, stage, parts, around);
        if around[0] < frame && frame < around[1] {
            for pair in [[around[0], frame], [frame, around[1]]] {
                if self.speeds.iter().all(|speed| speed.is_finite()) {
                    break;
                }
                let known = std::mem::take(&mut self.speeds);
                self.evaluate(take, stage, parts, pair);
                for (speed, known) in self.speeds.iter_mut().zip(known) {
                    if known.is_finite() {
                        *speed = known;
                    }
                }
            }
        }
        &self.speeds
    }

    /// The speeds from one frame to a later one.
    fn evaluate(&mut self, take: &Take, stage: &Stage, parts: &Parts, frames: [usize; 2]) {
        let skeleton = &take.skeleton;
        for (pose, frame) in self.poses.iter_mut().zip(frames) {
            pose.evaluate(skeleton, take.row(frame));
        }
        let seconds = (frames[1] - frames[0]) as f64 * take.motion.frame_time();
        let [before, after] = &self.poses;
        let middle = |pose: &Pose, part: usize| -> Vec3 {
            let node = parts.node(part);
            let begins = pose.position(node);
            let ends = match skeleton.bones().get(part) {
                Some(bone) => pose.bone_end(node, bone.end),
                None => begins,
            };
            stage.world((begins + ends) * 0.5)
        };
        self.speeds.clear();
        self.speeds.extend((0..parts.len()).map(|part| {
            let way = middle(before, part).distance(middle(after, part));
            (f64::from(way) / seconds) as f32
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Theme;
    use crate::scene::sample::{Sample, at_rest};
    use crate::take::{Angle, Axis, Channel, FormatId, Motion, SkeletonBuilder, Units};

    /// How light a colour looks, from 0 to 1: the relative luminance of sRGB.
    fn luminance([r, g, b, _]: Rgba) -> f32 {
        let linear = |part: u8| (f32::from(part) / 255.0).powf(2.2);
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    #[test]
    fn steps_of_depth_are_told_apart_by_lightness_alone() {
        for theme in Theme::ALL {
            let palette = theme.palette();
            let steps: Vec<f32> =
                (0..=20).map(|i| luminance(ramp(&palette.depths, i as f32 / 20.0))).collect();
            let rises = theme == Theme::Dark;
            let differs = |pair: &[f32]| (pair[1] - pair[0]) * if rises { 1.0 } else { -1.0 };
            for pair in steps.windows(2) {
                assert!(differs(pair) > 0.004, "{theme:?}: {steps:?}");
            }
        }
    }

    #[test]
    fn no_colour_of_a_scheme_is_lost_on_the_backdrop() {
        for theme in Theme::ALL {
            let palette = theme.palette();
            let all = palette.limbs.iter().chain(&palette.depths).chain(&palette.speeds);
            for &colour in all {
                let [light, dark] = [luminance(colour), luminance(palette.centre)];
                let contrast = (light.max(dark) + 0.05) / (light.min(dark) + 0.05);
                assert!(contrast > 2.0, "{theme:?} {colour:?}: {contrast}");
            }
        }
    }

    #[test]
    fn slow_and_fast_differ_for_colour_blind_eyes() {
        // Those that do not tell red from green see blue beside yellow, and light beside dark.
        for theme in Theme::ALL {
            let [slow, _, half, _, fast] = theme.palette().speeds;
            let blueness = |c: Rgba| i32::from(c[2]) - i32::from(c[0].midpoint(c[1]));
            assert!(blueness(slow) > 80 && blueness(half) < -80);
            assert!(luminance(half) > 1.8 * luminance(fast), "{theme:?}");
        }
    }

    #[test]
    fn speed_is_that_of_the_world_in_metres_a_second() {
        let sample = Sample::new();
        let mut speeds = FrameValues::default();
        for frame in 0..5 {
            let found = speeds.speeds(&sample.take, &sample.stage, &sample.parts, frame);
            for speed in &found[..3] {
                assert!((speed - 1.0).abs() < 1e-4, "frame {frame}: {found:?}");
            }
            // The marker stands still, though it is gone on frame 2.
            assert_eq!(found[3], 0.0, "frame {frame}: {found:?}");
        }
        let palette = &ThemeColours::DARK;
        let colours = |speeds: &[f32]| Scheme::Speed.colours(&sample.parts, palette, speeds);
        let [slow, _, half, _, fast] = palette.speeds;
        assert_eq!(colours(&[0.0, 2.0, 9.0, f32::NAN]), [slow, half, fast, palette.wire]);
        assert_eq!(colours(&[]), [palette.wire; 4]);
        assert_eq!(Scheme::FASTEST, 4.0);
    }

    #[test]
    fn confidence_colours_doubt_and_dims_what_is_low() {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        let [a, b, c] = ["a", "b", "c"].map(|name| {
            let id = build.node(name, None).unwrap();
            let node = build.node_mut(id);
            node.is_world_space = true;
            node.channels = Axis::ALL.map(Channel::Position).to_vec();
            node.channels.push(Channel::Confidence);
            id
        });
        build.bone(a, BoneEnd::Node(b));
        build.node_mut(c).channels.pop();
        let skeleton = build.finish();
        let values = vec![0., 0., 0., 1., 0., 1., 0., 0.2, 0., 2., 0.];
        let motion = Motion::new(0.1, 1, skeleton.columns(), values);
        let take = Take::new("", FormatId::Npz, skeleton, motion, Units::assumed(Axis::Y));
        let parts = Parts::new(&take);
        let mut values = FrameValues::default();
        let confidences = values.confidences(&take, &parts, 0);
        // A bone is as sure as the less sure of its ends; a marker without has none.
        assert!(confidences[0] == 0.2 && confidences[1].is_nan(), "{confidences:?}");
        let palette = &ThemeColours::DARK;
        assert!(Scheme::Confidence.applies_to(&parts));
        let colours = Scheme::Confidence.colours(&parts, palette, &[0.0, 1.0]);
        assert_eq!(colours, [palette.speeds[4], palette.speeds[0]]);
        let mut colours = vec![[1, 2, 3, 255]; 2];
        dim_low_confidence(confidences, palette, &mut colours);
        assert_ne!(colours[0], colours[1]);
        assert_eq!(colours[1], [1, 2, 3, 255]);
    }

    #[test]
    fn each_scheme_says_what_its_name_says() {
        let sample = Sample::new();
        let palette = &ThemeColours::LIGHT;
        let colours = |scheme: Scheme| scheme.colours(&sample.parts, palette, &[]);
        assert_eq!(colours(Scheme::Side), sample.parts.colours_by_side(palette));
        let leg = palette.limbs[2];
        assert_eq!(colours(Scheme::Limb), [leg, leg, leg, palette.middle]);
        assert_eq!(colours(Scheme::One([1, 2, 3, 4])), [[1, 2, 3, 4]; 4]);
        // There is one performer alone.
        assert_eq!(colours(Scheme::Subject), [palette.middle; 4]);
        assert!(!Scheme::Subject.applies_to(&sample.parts));
        assert_eq!(Scheme::default_for(&sample.parts), Scheme::Side);
        let [first, _, half, _, last] = palette.depths;
        assert_eq!(colours(Scheme::Depth), [first, half, last, first]);
    }

    #[test]
    fn each_of_several_performers_has_a_colour_of_its_own_at_first() {
        let mut build = SkeletonBuilder::default();
        for name in ["Anna", "Ben"] {
            for i in 0..9 {
                build.node(format!("{name}:{i}"), None).unwrap();
            }
        }
        build.node("stray", None).unwrap();
        let parts = Parts::new(&at_rest(build));
        let scheme = Scheme::default_for(&parts);
        assert!(scheme == Scheme::Subject && scheme.applies_to(&parts));
        let palette = &ThemeColours::DARK;
        let colours = scheme.colours(&parts, palette, &[]);
        let [anna, ben, ..] = palette.limbs;
        assert_eq!(colours[..9], [anna; 9]);
        assert_eq!(colours[9..18], [ben; 9]);
        assert_eq!(colours[18], palette.middle);
    }

    #[test]
    fn settings_keep_schemes_as_words() {
        let words: Vec<String> =
            Scheme::ALL.iter().map(|scheme| serde_json::to_string(scheme).unwrap()).collect();
        let plain = ["side", "limb", "subject", "depth", "speed", "confidence", "#5aa9ff"];
        assert_eq!(words, plain.map(|word| format!("\"{word}\"")));
        for (word, scheme) in words.iter().zip(Scheme::ALL) {
            assert_eq!(serde_json::from_str::<Scheme>(word).unwrap(), scheme);
        }
    }
}
