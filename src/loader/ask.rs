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
//! BVH all the same. Its motion is in an SDL file of Alias', see [`super::foreign`].

use super::bvh::hierarchy::{self, Offsets};
use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::rate::ASSUMED_FRAME_TIME;
use super::scanner::{Reader, Scanner};
use super::{Format, Source, decimal_comma};
use crate::take::{Axis, Detail, DetailKind, FormatId, Motion, Take, Units};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Ask,
    extensions: &["ask"],
    about: "Biovision's skeletons for Alias: a rest pose",
    types: &[FileType {
        magic: Magic::Texts(50, &[("0:256", "HIERARCHY", &[("9:2048", "OFFSET")])]),
        ..FileType::text("ask", "model/x-biovision-ask", "Biovision skeleton")
    }],
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

/// Whether a hierarchy begins that has no channels and no motion. In BVH the first joint has
/// channels, so that only an ASK is looked at as a whole.
fn probe(bytes: &[u8]) -> bool {
    let mut scan = Scanner::new(&Source::new("", bytes));
    if !hierarchy::begins(&mut scan) {
        return false;
    }
    while let Some(word) = scan.word() {
        if word.is("CHANNELS") || word.is("MOTION") {
            return false;
        }
        // A name follows, which may be any word.
        if ["ROOT", "JOINT", "Site", "EndSite"].iter().any(|keyword| word.is(keyword)) {
            scan.name();
        }
    }
    true
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let skeleton = hierarchy::read(&mut reader, Offsets::Global)?;
    let motion = Motion::new(ASSUMED_FRAME_TIME, 0, skeleton.columns(), Vec::new());
    Ok(Take {
        details: vec![
            Detail::new(DetailKind::OFFSETS, "positions in the world, not in the parent"),
            Detail::new(DetailKind::MOTION, "none: ASK holds a skeleton alone"),
            Detail::by_description(FORMAT.id),
        ],
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion, Units::assumed(FORMAT.up))
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
        for (name, format) in
            [("leg.ask", FormatId::Ask), ("leg.bvh", FormatId::Bvh), ("leg", FormatId::Ask)]
        {
            assert_eq!(load(&Source::new(name, LEG.as_bytes())).unwrap().format, format, "{name}");
        }
        assert_eq!(load(&Source::new("leg.ask", motion.as_bytes())).unwrap().format, FormatId::Bvh);
    }

    #[test]
    fn offsets_become_places_in_the_parent() {
        let take = load(&Source::new("leg.ask", LEG.as_bytes())).unwrap();
        let knee = take.skeleton.find("Motion").unwrap();
        assert_eq!(take.skeleton[knee].offset, Vec3::new(10.0, -40.0, 0.0));
        assert_eq!(take.skeleton.bones()[1].end, BoneEnd::Local(Vec3::new(0.0, -45.0, 5.0)));
        assert_eq!(take.motion.frame_count(), 0);
    }
}
