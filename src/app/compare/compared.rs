//! A take and its reference, compared: matching, alignment, differences, and where the reference stands.

use glam::{Affine3A, Vec3};

use crate::app::compare::{AlignChoice, Column, SortOrder, shown_unit};
use crate::app::ids::{ComparedId, ReadTake};
use crate::review::compare::{
    Align, Alignment, CompareError, Comparison, Difference, Matching, Quantity, Timing, common_unit,
};
use crate::scene::{Placement, Series, Stage};
use crate::take::{NodeId, Take};

/// Equal keys have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareKey {
    /// The take, and the reference.
    pub takes: [ReadTake; 2],
    /// Seconds from the take's first frame to the reference's.
    pub offset: f64,
    pub align: AlignChoice,
    pub quantity: Quantity,
    /// The joints that belong together, whatever they are called.
    pub matches: Vec<[String; 2]>,
}

/// What came of it. Frames are those of the take.
#[derive(Debug)]
pub struct ComparisonResult {
    pub id: ComparedId,
    pub matching: Matching,
    pub timing: Timing,
    /// The frame at which the takes are aligned, where they are at one.
    pub align_frame: Option<usize>,
    pub difference: Difference,
    /// Where the reference stands, brought to where the take is shown.
    pub stage: Stage,
    /// The largest difference of all.
    pub worst: f64,
    /// For each node of the take, its place among the pairs.
    pair_of: Vec<Option<usize>>,
}

/// Compares two takes as they stand in the window; `None` where that was cancelled.
///
/// # Errors
/// Where they have nothing in common.
pub fn compare(
    key: &CompareKey,
    takes: [&Take; 2],
    [shown, other]: [&Stage; 2],
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Option<ComparisonResult>, CompareError> {
    let placement = key.takes[1].placement;
    let metres = common_unit(takes[0], shown, takes[1]);
    let metres = metres.filter(|metres| placement.metres.is_none() && *metres != other.unit.metres);
    let other = match metres {
        Some(_) => Stage::with_placement(takes[1], Placement { metres, ..placement }),
        None => other.clone(),
    };
    // Without an alignment, heights are the files' own.
    let stages = match key.align {
        AlignChoice::None => [shown.at_file_zero(), other.at_file_zero()],
        AlignChoice::Place(_) | AlignChoice::Range => [shown.clone(), other],
    };
    let matching = Matching::by_names(takes.map(|take| &take.skeleton), &key.matches);
    let comparison = Comparison {
        takes,
        stages: stages.each_ref(),
        matching: &matching,
        timing: Timing::new(takes, key.offset),
    };
    let (align, align_frame) = match key.align {
        AlignChoice::None => (Align::None, None),
        AlignChoice::Range => (Align::Range, None),
        AlignChoice::Place(frame) => {
            let frame = frame.unwrap_or(comparison.frames().start);
            (Align::Place(frame), Some(frame))
        }
    };
    let alignment = comparison.alignment(align)?;
    if is_cancelled() {
        return Ok(None);
    }
    let difference = comparison.difference_in(key.quantity, &alignment)?;
    let lift = shown.world_from_take.translation.y - stages[0].world_from_take.translation.y;
    let lift = Affine3A::from_translation(Vec3::Y * lift);
    let mut pair_of = vec![None; takes[0].skeleton.nodes().len()];
    for (pair, [node, _]) in difference.pairs.iter().enumerate() {
        pair_of[node.index()] = Some(pair);
    }
    let worst = difference.joints.iter().flatten();
    Ok(Some(ComparisonResult {
        id: ComparedId::new(),
        timing: comparison.timing,
        align_frame,
        stage: stages[1].moved(lift * world_transform(&alignment)),
        worst: worst.map(|figures| figures.worst).fold(0.0, f64::max),
        difference,
        matching,
        pair_of,
    }))
}

fn world_transform(alignment: &Alignment) -> Affine3A {
    let rotation = Affine3A::from_rotation_y(alignment.angle as f32);
    Affine3A::from_translation(alignment.shift.as_vec3()) * rotation
}

impl ComparisonResult {
    /// The place of a node of the take among the pairs.
    pub fn pair_of(&self, node: NodeId) -> Option<usize> {
        self.pair_of.get(node.index()).copied().flatten()
    }

    pub fn counterpart(&self, node: NodeId) -> Option<NodeId> {
        Some(self.difference.pairs[self.pair_of(node)?][1])
    }

    /// The difference of a node on a frame, in the unit of the quantity; `None` where there is none.
    pub fn difference_at(&self, node: NodeId, frame: usize) -> Option<f32> {
        let value = self.difference.frame(frame)?[self.pair_of(node)?];
        value.is_finite().then_some(value)
    }

    /// The difference of a node frame by frame, from the take's first frame on, in the unit in which people
    /// read it; `None` where the node belongs to none.
    pub fn curve(&self, node: NodeId) -> Option<Series> {
        let (_, scale) = shown_unit(self.difference.quantity);
        let pair = self.pair_of(node)?;
        let frames = &self.difference.frames;
        let mut series = Series::with_capacity(frames.end);
        (0..frames.start).for_each(|_| series.push(f32::NAN));
        self.difference.curve(pair).for_each(|value| series.push(value * scale as f32));
        Some(series)
    }

    /// The pairs as they are sorted; those without figures are last.
    pub fn sorted(&self, sorting: SortOrder, take: &Take) -> Vec<usize> {
        let figures = |pair: usize| self.difference.joints[pair].as_ref();
        let name = |pair: usize| &take.skeleton[self.difference.pairs[pair][0]].name;
        let mut pairs: Vec<usize> = (0..self.difference.pairs.len()).collect();
        pairs.sort_by(|&a, &b| {
            let order = match (figures(a), figures(b)) {
                (Some(_), Some(_)) if sorting.by == Column::Joint => name(a).cmp(name(b)),
                (Some(a), Some(b)) => sorting.by.value(a).total_cmp(&sorting.by.value(b)),
                (a, b) => return b.is_some().cmp(&a.is_some()),
            };
            if sorting.is_descending { order.reverse() } else { order }
        });
        pairs
    }
}
