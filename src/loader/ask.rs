//! ASK, Biovision's skeletons for Alias PowerAnimator ("Alias SKeleton"): a rest pose without motion.
//!
//! ```text
//! HIERARCHY
//! ROOT name                       one or more
//! {
//!     OFFSET x y z                in the world, not in the parent as in BVH
//!     JOINT name { … }            as deep as it goes
//!     End Site { OFFSET x y z }   the tip of a last bone, in the world too
//! }
//! ```
//!
//! Without CHANNELS and MOTION, which is how it is told from BVH; a file that is called `.bvh` is
//! BVH all the same. Its motion is in an SDL file of Alias', see [`super::undocumented`].

use super::bvh::hierarchy;
use super::error::LoadError;
use super::rate::ASSUMED_FRAME_TIME;
use super::scanner::Scanner;
use super::{Format, Source, decimal_comma};
use crate::take::{Axis, Detail, DetailKind, Motion, Take, Units, Warnings};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "ASK",
    extensions: &["ask"],
    about: "Biovision's skeletons for Alias: a rest pose",
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

/// Whether a hierarchy begins that has no channels and no motion. In BVH the first joint has
/// channels, so that only an ASK is looked at as a whole.
fn probe(bytes: &[u8]) -> bool {
    let source = Source::new("", bytes);
    let mut scan = Scanner::new(&source);
    if !hierarchy::begins(&mut scan) {
        return false;
    }
    while let Some(word) = scan.word() {
        if word.is("CHANNELS") || word.is("MOTION") {
            return false;
        }
        // What follows is a name, which may be any word.
        if ["ROOT", "JOINT", "Site", "EndSite"].iter().any(|k| word.is(k)) {
            scan.name();
        }
    }
    true
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let offsets = hierarchy::Offsets::Global;
    let skeleton = hierarchy::read(&mut scan, source, offsets, &mut warnings)?;
    let motion = Motion::new(ASSUMED_FRAME_TIME, 0, skeleton.columns(), Vec::new());
    let units = Units::assumed(FORMAT.up);
    let offsets = "positions in the world, not in the parent";
    let details = vec![
        Detail::new(DetailKind::OFFSETS, offsets),
        Detail::new(DetailKind::MOTION, "none: ASK holds a skeleton alone"),
        Detail::by_description(FORMAT.name),
    ];
    Ok(Take {
        details,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{bvh, load};
    use super::*;
    use crate::take::BoneEnd;
    use glam::Vec3;

    const LEG: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nJOINT Motion\n{\nOFFSET 10 50 0\n\
                       End Site Channels\n{\nOFFSET 10 5 5\n}\n}\n}\n";

    #[test]
    fn only_channels_and_motion_tell_it_from_bvh_and_then_the_extension() {
        assert!(probe(LEG.as_bytes()));
        assert!((bvh::FORMAT.probe)(LEG.as_bytes()));
        let motion = format!("{LEG}MOTION\nFrames: 0\nFrame Time: 0.04\n");
        let channels = LEG.replace("OFFSET 0", "CHANNELS 1 Xposition\nOFFSET 0");
        for text in [&motion, &channels, "", "HIERARCH"] {
            assert!(!probe(text.as_bytes()), "{text}");
        }
        for (name, format) in [("leg.ask", "ASK"), ("leg.bvh", "BVH"), ("leg", "ASK")] {
            let take = load(&Source::new(name, LEG.as_bytes())).unwrap();
            assert_eq!(take.format, format, "{name}");
        }
        let take = load(&Source::new("leg.ask", motion.as_bytes())).unwrap();
        assert_eq!(take.format, "BVH");
    }

    #[test]
    fn offsets_become_places_in_the_parent() {
        let take = load(&Source::new("leg.ask", LEG.as_bytes())).unwrap();
        let knee = take.skeleton.find("Motion").unwrap();
        assert_eq!(take.skeleton[knee].offset, Vec3::new(10.0, -40.0, 0.0));
        let tip = BoneEnd::Local(Vec3::new(0.0, -45.0, 5.0));
        assert_eq!(take.skeleton.bones()[1].end, tip);
        assert_eq!(take.motion.frame_count(), 0);
    }
}
