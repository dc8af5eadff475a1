//! Takes held against a reference as the options say.

use std::path::Path;

use super::words::{AlignWord, Pair, SyncWord};
use crate::cli::exit::Failure;
use crate::cli::options::Messages;
use crate::cli::terminal::print_note;
use crate::review::compare::{
    Alignment, Certainty, CompareError, Comparison, Difference, Matching, Sync, Timing,
    offset_by_event,
};
use crate::review::joint_named;
use crate::review::notes::Review;
use crate::scene::Stage;
use crate::take::{NodeId, Take};

/// A take with its position in the world.
pub(super) struct Staged<'a> {
    pub path: &'a Path,
    pub take: Take,
    pub stage: Stage,
    /// What reviewers have added, where that counts.
    pub review: Review,
}

/// What came of a comparison.
pub(super) struct Compared<'a> {
    pub both: [&'a Staged<'a>; 2],
    pub matching: Matching,
    pub timing: Timing,
    pub certainty: Option<Certainty>,
    pub align_frame: Option<usize>,
    pub alignment: Alignment,
    pub difference: Difference,
}

/// How takes are to be compared.
pub(super) struct Asked {
    pub align: AlignWord,
    pub sync: SyncWord,
    pub joints: Vec<String>,
    pub matches: Vec<Pair>,
}

impl Asked {
    /// Compares two takes, unless they have nothing in common.
    ///
    /// # Errors
    /// Where a joint that was named is not there.
    pub fn compare<'a>(
        &self,
        both: [&'a Staged<'a>; 2],
    ) -> Result<Result<Compared<'a>, CompareError>, Failure> {
        let skeletons = both.map(|staged| &staged.take.skeleton);
        let named = |of: usize, name: &str| -> Result<NodeId, Failure> {
            joint_named(skeletons[of], name)
                .map_err(|error| Failure::Arguments(error.to_string()).about(both[of].path))
        };
        for Pair([a, b]) in &self.matches {
            named(0, a)?;
            named(1, b)?;
        }
        let joints = self.joints.iter().map(|name| named(0, name));
        let joints: Vec<NodeId> = joints.collect::<Result<_, _>>()?;
        let table: Vec<[String; 2]> = self.matches.iter().map(|pair| pair.0.clone()).collect();
        let matching = Matching::of(skeletons, &table);
        let of_joints = matching.only(|[a, _]| joints.is_empty() || joints.contains(&a));
        Ok(self.compared(both, matching, &of_joints))
    }

    /// By what two takes are brought in time.
    fn sync_of(&self, [a, b]: [&Staged<'_>; 2]) -> Result<Sync, CompareError> {
        Ok(match &self.sync {
            SyncWord::By(sync) => *sync,
            SyncWord::Event(name) => {
                let both = [a, b].map(|staged| (&staged.take, &staged.review));
                Sync::Offset(offset_by_event(name, both)?)
            }
            SyncWord::Frames(frames) => Sync::Offset(frames * a.take.motion.frame_time()),
        })
    }

    fn compared<'a>(
        &self,
        both: [&'a Staged<'a>; 2],
        matching: Matching,
        of_joints: &Matching,
    ) -> Result<Compared<'a>, CompareError> {
        let takes = both.map(|staged| &staged.take);
        let mut comparison = Comparison {
            takes,
            stages: both.map(|staged| &staged.stage),
            matching: of_joints,
            timing: Timing::of(takes, 0.0),
        };
        let (timing, certainty) = comparison.synced(self.sync_of(both)?)?;
        comparison.timing = timing;
        let (align, align_frame) = self.align.at(comparison.frames().start);
        let whole = Comparison { matching: &matching, ..comparison };
        let alignment = whole.alignment(align)?;
        let difference = comparison.difference(&alignment)?;
        Ok(Compared { both, matching, timing, certainty, align_frame, alignment, difference })
    }
}

impl Compared<'_> {
    /// The largest distance in metres; `None` where no frame has both joints of any pair.
    pub fn worst(&self) -> Option<f64> {
        let joints = self.difference.joints.iter().flatten();
        joints.map(|figures| figures.worst).reduce(f64::max)
    }

    /// Prints what one should know to trust the figures.
    pub fn tell(&self, messages: Messages) {
        let Some(certainty) = self.certainty.filter(|certainty| !certainty.is_certain()) else {
            return;
        };
        if !messages.quiet {
            let Certainty { correlation, second } = certainty;
            let why = format!(
                "the offset by motion is not certain: the correlation is {correlation:.2} there and \
                 {second:.2} elsewhere; motion that repeats itself, such as a walk, has many such offsets"
            );
            print_note(self.both[1].path, &why);
        }
    }
}
