//! The offset between two takes as their motion tells it, before it is taken over.

use crate::app::ids::ReadTake;
use crate::review::compare::{CompareError, Comparison, Matching, Sync, SyncCertainty, Timing};
use crate::scene::Stage;
use crate::take::{NodeId, Take};

/// Of which takes the offset is looked for. Equal keys have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetKey {
    /// The take, and the reference.
    pub takes: [ReadTake; 2],
    /// The joint of the take by whose speed it is found; `None` for all of them.
    pub joint: Option<NodeId>,
    /// The joints that belong together, whatever they are called.
    pub matches: Vec<[String; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundOffset {
    /// Which moments belong together by it.
    pub timing: Timing,
    pub certainty: SyncCertainty,
}

/// Finds the offset at which the joints of two takes are as fast as each other.
///
/// # Errors
/// Where too little moves, or the joint belongs to none.
pub fn find_offset(
    key: &OffsetKey,
    takes: [&Take; 2],
    stages: [&Stage; 2],
) -> Result<FoundOffset, CompareError> {
    let matching = Matching::by_names(takes.map(|take| &take.skeleton), &key.matches);
    let matching = matching.only(|[node, _]| key.joint.is_none_or(|joint| joint == node));
    let comparison =
        Comparison { takes, stages, matching: &matching, timing: Timing::new(takes, 0.0) };
    let (timing, certainty) = comparison.synced(Sync::Motion)?;
    Ok(FoundOffset { timing, certainty: certainty.ok_or(CompareError::NoMotion)? })
}
