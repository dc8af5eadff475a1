//! Which takes are compared, what came of it, and where that leaves them in the view.

use crate::app::analysis::AnalysisKey;
use crate::app::compare::compared::{CompareKey, Compared};
use crate::app::compare::offset_search::{FoundOffset, OffsetKey};
use crate::app::ids::TakeId;
use crate::app::session::Session;
use crate::app::takes::open_take::OpenTake;
use crate::options::CompareMode;
use crate::playback::Moment;
use crate::scene::{Series, Stage};
use crate::take::NodeId;

/// So many takes stand side by side at most.
const MAX_SIDE_BY_SIDE: usize = 4;

impl Session {
    /// The take that the active one is compared with: the one that was chosen, else the next one that
    /// shows. `None` where there is no other.
    pub fn reference(&self) -> Option<&OpenTake> {
        let active = self.takes.active_id()?;
        let others = || self.takes.iter().filter(|open| open.id != active);
        let chosen = others().find(|open| Some(open.id) == self.compare.reference);
        chosen
            .or_else(|| others().find(|open| self.takes.is_shown(open)))
            .or_else(|| others().next())
    }

    /// Whether a take is the one that the active take is compared with.
    pub fn is_reference(&self, id: TakeId) -> bool {
        self.reference().is_some_and(|open| open.id == id)
    }

    /// As what takes are compared.
    pub fn compare_mode(&self) -> CompareMode {
        match self.compare.mode {
            mode if mode != CompareMode::Off && self.reference().is_some() => mode,
            _ => CompareMode::Off,
        }
    }

    /// The one that shows of A and B, while only one of them does.
    pub fn flicked(&self) -> Option<TakeId> {
        if self.compare_mode() != CompareMode::AB {
            return None;
        }
        if self.compare.shows_reference {
            self.reference().map(|open| open.id)
        } else {
            self.takes.active_id()
        }
    }

    /// The takes that stand side by side, in the order of the list; none where all share one view.
    pub fn side_by_side(&self) -> Vec<TakeId> {
        if self.compare_mode() != CompareMode::SideBySide {
            return Vec::new();
        }
        let is_of_pair =
            |open: &&OpenTake| self.takes.is_active(open.id) || self.is_reference(open.id);
        let mut room = MAX_SIDE_BY_SIDE - 2;
        let kept = self.takes.iter().filter(|open| {
            let fits = is_of_pair(open) || self.takes.is_shown(open) && room > 0;
            room -= usize::from(fits && !is_of_pair(open));
            fits
        });
        kept.map(|open| open.id).collect()
    }

    /// The takes whose poses a comparison needs, whether they show or not.
    pub(crate) fn compared_takes(&self) -> Vec<TakeId> {
        match self.compare_mode() {
            CompareMode::Off | CompareMode::Overlay => Vec::new(),
            CompareMode::Difference | CompareMode::AB => {
                self.reference().iter().map(|open| open.id).collect()
            }
            CompareMode::SideBySide => self.side_by_side(),
        }
    }

    /// The moment of the reference that the frame showing is compared with, while differences show; outside of the
    /// active take, where none is, the one as far outside.
    pub(crate) fn moment_of_reference(&self) -> Option<(TakeId, Moment)> {
        if self.compare_mode() != CompareMode::Difference {
            return None;
        }
        let (open, reference) = (self.takes.active()?, self.reference()?);
        let place = self.timeline.place_in(open, self.playback.frame() as f64);
        // The nearest frame, as it shows.
        let place = (place + 0.5).floor();
        let at = self.compared()?.timing.place_of_b(place);
        let at = at.clamp(0.0, reference.last() as f64);
        let moment = Moment { frame: at as usize, next: at.ceil() as usize, t: at.fract() as f32 };
        Some((reference.id, moment))
    }

    /// What is compared of the active take and another one; `None` while one of them is still being read.
    fn compare_key(&self, other: &OpenTake) -> Option<CompareKey> {
        let open = self.takes.active()?;
        let is_whole = open.partial.is_none() && other.partial.is_none();
        is_whole.then(|| CompareKey {
            takes: [open, other].map(OpenTake::read_take),
            offset: other.edits.offset - open.edits.offset,
            align: self.compare.align,
            quantity: self.compare.quantity,
            matches: open.matches_with(other),
        })
    }

    /// The takes that the active one is to be compared with, the reference first: where all show in one
    /// view, each of them has to be brought to it.
    fn compared_with(&self) -> Vec<&OpenTake> {
        let mode = self.compare_mode();
        let reference = self.reference().filter(|_| mode != CompareMode::Off);
        let others = self.takes.iter().filter(|open| {
            let shows = match mode {
                CompareMode::Overlay => self.takes.is_shown(open),
                CompareMode::SideBySide => self.side_by_side().contains(&open.id),
                CompareMode::Off | CompareMode::Difference | CompareMode::AB => false,
            };
            shows && !self.takes.is_active(open.id) && !self.is_reference(open.id)
        });
        reference.into_iter().chain(others).collect()
    }

    /// What is not known yet of how takes differ.
    pub(crate) fn wanted_comparisons(&self) -> Vec<AnalysisKey> {
        let others = self.compared_with().into_iter();
        let keys = others.filter_map(|other| self.compare_key(other));
        let is_known = |key: &CompareKey| {
            let mut outcomes = self.compare.outcomes.iter();
            outcomes.any(|outcome| outcome.key == *key)
        };
        let keys = keys.filter(|key| !is_known(key));
        let search = match &self.compare.search {
            Some((key, None)) => Some(AnalysisKey::Offset(key.clone())),
            _ => None,
        };
        let keys = keys.map(|key| AnalysisKey::Compare(Box::new(key)));
        search.into_iter().chain(keys).collect()
    }

    /// What came last of comparing the active take with another one; while something newer is on its
    /// way, what was before.
    fn outcome(&self, other: TakeId) -> Option<&Compared> {
        let of = [self.takes.active()?, self.takes.find(other)?];
        let mut outcomes = self.compare.outcomes.iter();
        let outcome = outcomes.find(|outcome| {
            let mut both = outcome.key.takes.iter().zip(of);
            both.all(|(read, open)| (read.id, read.reading) == (open.id, open.reading))
        })?;
        outcome.compared.as_deref().ok()
    }

    /// How the active take differs from the reference; while something newer is on its way, what was
    /// before. `None` where nothing is compared.
    pub fn compared(&self) -> Option<&Compared> {
        let reference = self.reference()?;
        let is_comparing = self.compare_mode() != CompareMode::Off;
        self.outcome(reference.id).filter(|_| is_comparing)
    }

    /// Whether what is known of the difference is of what is asked for now; an error says why there is none.
    pub fn comparing(&self) -> Result<bool, &str> {
        let key = self.reference().and_then(|open| self.compare_key(open));
        let mut outcomes = self.compare.outcomes.iter();
        match outcomes.find(|outcome| Some(&outcome.key) == key.as_ref()) {
            Some(outcome) => match &outcome.compared {
                Ok(_) => Ok(false),
                Err(why) => Err(why),
            },
            None => Ok(true),
        }
    }

    /// The offset that is looked for between the active take and the reference: `None` while it is not
    /// found yet.
    pub fn offset_search(&self) -> Option<(&OffsetKey, Option<&Result<FoundOffset, String>>)> {
        let (key, found) = self.compare.search.as_ref()?;
        let both = [self.takes.active()?, self.reference()?].map(OpenTake::read_take);
        (key.takes == both).then_some((key, found.as_ref()))
    }

    /// Where a take stands in the view: brought to the active one while it is compared with it.
    pub fn stage_of<'a>(&'a self, open: &'a OpenTake) -> &'a Stage {
        let is_compared = self.compare_mode() != CompareMode::Off;
        let is_other = is_compared && !self.takes.is_active(open.id);
        let compared = is_other.then(|| self.outcome(open.id)).flatten();
        compared.map_or(&open.stage, |compared| &compared.stage)
    }

    /// The difference of a node of the active take from its counterpart, frame by frame of the take, in the
    /// unit of [`crate::app::compare::shown_unit`]; `None` where it has none, and where nothing is compared.
    pub fn difference_curve(&self, node: NodeId) -> Option<Series> {
        self.compared()?.curve(node)
    }
}

impl OpenTake {
    /// The joints that were matched by hand with those of another take, by their names.
    pub fn matches_with(&self, other: &Self) -> Vec<[String; 2]> {
        // Skeletons that nobody matched by hand, which are most, need no keys.
        if self.edits.matches.is_empty() {
            return Vec::new();
        }
        let Some(matches) = self.edits.matches.get(other.fingerprint()) else {
            return Vec::new();
        };
        let keys = [self.keys(), other.keys()];
        let pairs = matches.iter().filter_map(|(own, theirs)| {
            let nodes = [keys[0].find_node(own)?, keys[1].find_node(theirs)?];
            Some([
                self.take.skeleton[nodes[0]].name.clone(),
                other.take.skeleton[nodes[1]].name.clone(),
            ])
        });
        pairs.collect()
    }
}
