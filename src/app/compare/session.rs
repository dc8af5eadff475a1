//! What a session compares: the active take with which others, what came of it, and its saved form.

use std::sync::Arc;

use crate::app::analysis::{AnalysisKey, Answer};
use crate::app::compare::compared::{CompareKey, ComparisonResult};
use crate::app::compare::offset_search::{FoundOffset, OffsetKey};
use crate::app::compare::{AlignChoice, CompareOutcome};
use crate::app::{ids::TakeId, session::Session, takes::open_take::OpenTake};
use crate::options::CompareMode;
use crate::playback::Moment;
use crate::scene::{Series, Stage};
use crate::store::{SavedAlign, SavedComparison};
use crate::take::NodeId;

const MAX_SIDE_BY_SIDE: usize = 4;

impl Session {
    /// The take that the active one is compared with: the one that was chosen, else the next one that
    /// shows. `None` where there is no other.
    pub fn reference(&self) -> Option<&OpenTake> {
        let active = self.takes.active_id()?;
        let others = || self.takes.iter().filter(|open| open.id != active);
        others()
            .find(|open| Some(open.id) == self.compare.reference)
            .or_else(|| others().find(|open| self.takes.is_shown(open)))
            .or_else(|| others().next())
    }

    pub fn is_reference(&self, id: TakeId) -> bool {
        self.reference().is_some_and(|open| open.id == id)
    }

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
        let place_of_b = self.compared()?.timing.fractional_frame_of_b((place + 0.5).floor());
        let at = place_of_b.clamp(0.0, reference.last() as f64);
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

    pub(crate) fn wanted_comparisons(&self) -> Vec<AnalysisKey> {
        let search = match &self.compare.search {
            Some((key, None)) => Some(AnalysisKey::Offset(key.clone())),
            _ => None,
        };
        let is_known =
            |key: &CompareKey| self.compare.outcomes.iter().any(|outcome| outcome.key == *key);
        let others = self.compared_with().into_iter();
        let keys = others.filter_map(|other| self.compare_key(other).filter(|key| !is_known(key)));
        search.into_iter().chain(keys.map(|key| AnalysisKey::Compare(Box::new(key)))).collect()
    }

    /// What came last of comparing the active take with another one; while something newer is on its
    /// way, what was before.
    fn outcome(&self, other: TakeId) -> Option<&ComparisonResult> {
        let takes = [self.takes.active()?, self.takes.find(other)?];
        let outcome = self.compare.outcomes.iter().find(|outcome| {
            let mut both = outcome.key.takes.iter().zip(takes);
            both.all(|(read, open)| (read.id, read.reading) == (open.id, open.reading))
        })?;
        outcome.compared.as_deref().ok()
    }

    /// How the active take differs from the reference; while something newer is on its way, what was
    /// before. `None` where nothing is compared.
    pub fn compared(&self) -> Option<&ComparisonResult> {
        let reference = self.reference()?;
        self.outcome(reference.id).filter(|_| self.compare_mode() != CompareMode::Off)
    }

    /// Whether what is known of the difference is of what is asked for now; an error says why there is none.
    pub fn comparing(&self) -> Result<bool, &str> {
        let key = self.reference().and_then(|open| self.compare_key(open));
        let mut outcomes = self.compare.outcomes.iter();
        let outcome = outcomes.find(|outcome| Some(&outcome.key) == key.as_ref());
        match outcome.map(|outcome| &outcome.compared) {
            None => Ok(true),
            Some(Ok(_)) => Ok(false),
            Some(Err(error)) => Err(error),
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

    /// How takes are compared, as a session file has it. Which one is the reference stands with the takes.
    pub fn saved_comparison(&self) -> SavedComparison {
        let compare = &self.compare;
        let (align, frame) = match compare.align {
            AlignChoice::None => (SavedAlign::None, None),
            AlignChoice::Place(frame) => (SavedAlign::Place, frame),
            AlignChoice::Range => (SavedAlign::Range, None),
        };
        SavedComparison {
            mode: compare.mode,
            align,
            frame,
            quantity: compare.quantity,
            scale_end: compare.scale_end,
        }
    }

    /// Compares takes as a session file has it.
    pub fn compare_as_saved(&mut self, saved: &SavedComparison) {
        let compare = &mut self.compare;
        compare.mode = saved.mode;
        compare.shows_reference = false;
        compare.align = match saved.align {
            SavedAlign::None => AlignChoice::None,
            SavedAlign::Place => AlignChoice::Place(saved.frame),
            SavedAlign::Range => AlignChoice::Range,
        };
        compare.quantity = saved.quantity;
        compare.scale_end = saved.scale_end.filter(|end| end.is_finite() && *end > 0.0);
    }

    /// Takes in what came of comparing takes, in place of what is of the same ones or of closed ones.
    pub(crate) fn accept_comparison(&mut self, key: CompareKey, answer: Result<Answer, String>) {
        let compared = match answer {
            Ok(Answer::Compared(compared)) => {
                compared.map(Arc::from).map_err(|error| error.to_string())
            }
            Ok(_) => return,
            Err(error) => Err(error),
        };
        let active = self.takes.active_id();
        let takes = &self.takes;
        self.compare.outcomes.retain(|older| {
            let [a, b] = older.key.takes.map(|of| of.id);
            Some(a) == active && takes.find(b).is_some() && [a, b] != key.takes.map(|of| of.id)
        });
        self.compare.outcomes.push(CompareOutcome { key, compared });
    }

    /// Takes in the offset that was found, where it is still asked for.
    pub(crate) fn accept_offset(&mut self, key: OffsetKey, answer: Result<Answer, String>) {
        if self.compare.search.as_ref().is_none_or(|(asked, _)| *asked != key) {
            return;
        }
        let found = match answer {
            Ok(Answer::Offset(found)) => Some(found.map_err(|error| error.to_string())),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        };
        self.compare.search = found.map(|found| (key, Some(found)));
    }
}

impl OpenTake {
    /// The joints that were matched by hand with those of another take, by their names.
    pub fn matches_with(&self, other: &Self) -> Vec<[String; 2]> {
        // Skeletons that nobody matched by hand, which are most, need no keys.
        if self.edits.matches.is_empty() {
            return Vec::new();
        }
        let Some(matches) = self.edits.matches.get(other.fingerprint()) else { return Vec::new() };
        let (own_keys, other_keys) = (self.keys(), other.keys());
        let pairs = matches.iter().filter_map(|(own, theirs)| {
            let (a, b) = (own_keys.find_node(own)?, other_keys.find_node(theirs)?);
            Some([self.take.skeleton[a].name.clone(), other.take.skeleton[b].name.clone()])
        });
        pairs.collect()
    }
}
