//! How comparison commands change the session: mode, reference, alignment, sync, matches.

use glam::Vec3;

use crate::app::session::{Outcome, Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    command::history::EditKind, compare::AlignChoice, compare::command::CompareCommand,
    compare::offset_search::OffsetKey, effect::Effect, selection::command::SelectionCommand,
    takes::open_take::OpenTake,
};
use crate::options::CompareMode;
use crate::review::compare::{
    CompareError, Comparison, Matching, Sync, Timing, csv_head, offset_by_event,
};
use crate::take::{CsvTexts, NodeId};

impl Session {
    fn apply_compare(&mut self, command: CompareCommand, out: &mut Outcome<'_>) -> Reframe {
        if self.reference().is_none() {
            out.notices.push_info("Open another take to compare this one with.");
            return Reframe::Keep;
        }
        match command {
            CompareCommand::SetMode(mode) => self.set_mode(mode),
            CompareCommand::Toggle(mode) if self.compare_mode() == mode => {
                self.set_mode(CompareMode::Off);
            }
            CompareCommand::Toggle(mode) => self.set_mode(mode),
            CompareCommand::Flick => match self.compare_mode() {
                CompareMode::AB => self.compare.shows_reference ^= true,
                _ => self.set_mode(CompareMode::AB),
            },
            CompareCommand::SetReference(id) => {
                if self.takes.is_active(id) {
                    self.swap();
                } else if self.takes.find(id).is_some() {
                    self.compare.reference = Some(id);
                }
            }
            CompareCommand::Swap => self.swap(),
            CompareCommand::Align(align) => self.compare.align = align,
            CompareCommand::AlignHere => {
                let frame = self.takes.active().map(|open| self.frame_of(open));
                self.compare.align = AlignChoice::Place(frame);
            }
            CompareCommand::Sync(Sync::Motion) => self.search_offset(None),
            CompareCommand::SyncBySelection => {
                match self.takes.active().and_then(OpenTake::primary) {
                    Some(node) => self.search_offset(Some(node)),
                    None => out.notices.push_info("Select the joint to sync by first."),
                }
            }
            CompareCommand::Sync(sync) => {
                let label = if sync == Sync::Time { "Time" } else { "Frame" };
                let offset = |both: [&OpenTake; 2]| {
                    let takes = both.map(|open| &*open.take);
                    let comparison = Comparison {
                        takes,
                        stages: both.map(|open| &open.stage),
                        matching: &Matching::default(),
                        timing: Timing::new(takes, 0.0),
                    };
                    Ok(comparison.synced(sync)?.0.offset)
                };
                self.sync(label, offset, out);
            }
            CompareCommand::SyncByEvent(name) => {
                let offset = |both: [&OpenTake; 2]| {
                    offset_by_event(&name, both.map(|open| (&*open.take, &*open.review.kept)))
                };
                self.sync(&name, offset, out);
            }
            CompareCommand::ApplyOffset => {
                if let Some((_, Some(Ok(found)))) = self.offset_search() {
                    let offset = found.timing.offset;
                    self.set_offset(offset, "Motion".to_string());
                    self.compare.search = None;
                }
            }
            CompareCommand::ForgetOffset => self.compare.search = None,
            CompareCommand::Nudge(frames) => {
                if let Some(open) = self.takes.active_mut() {
                    open.edits.offset += frames as f64 * open.take.motion.frame_time();
                }
            }
            CompareCommand::Match(node, other) => self.match_joint(node, other),
            CompareCommand::SetQuantity(quantity) => {
                if quantity != self.compare.quantity {
                    self.compare.quantity = quantity;
                    // It was in another unit.
                    self.compare.scale_end = None;
                }
            }
            CompareCommand::SetScaleEnd(end) => {
                self.compare.scale_end = end.filter(|end| end.is_finite() && *end > 0.0);
            }
            CompareCommand::Sort(column) => {
                self.compare.sorting = self.compare.sorting.clicked(column);
            }
            CompareCommand::GoToWorst(node) => self.go_to_worst(node),
            CompareCommand::CopyTable => self.copy_differences(out),
        }
        self.rebuild_timeline();
        Reframe::Keep
    }

    fn set_mode(&mut self, mode: CompareMode) {
        self.compare.mode = mode;
        self.compare.shows_reference = false;
    }

    /// Makes the reference the active take, which makes that the reference.
    fn swap(&mut self) {
        if let Some(id) = self.reference().map(|open| open.id) {
            self.choose(id);
        }
    }

    /// Brings the active take in time with the reference, unless the offset cannot be told; `label` is by what.
    fn sync(
        &mut self,
        label: &str,
        offset: impl FnOnce([&OpenTake; 2]) -> Result<f64, CompareError>,
        out: &mut Outcome<'_>,
    ) {
        let Some((open, reference)) = self.takes.active().zip(self.reference()) else { return };
        match offset([open, reference]) {
            Ok(seconds) => self.set_offset(seconds, label.to_string()),
            Err(error) => out.notices.push_hint(format!("The takes cannot be synced: {error}.")),
        }
    }

    /// Lets the active take begin so that the reference begins so many seconds after it.
    fn set_offset(&mut self, seconds: f64, label: String) {
        let Some(start) = self.reference().map(|open| open.edits.offset) else { return };
        if let Some(open) = self.takes.active_mut() {
            open.edits.offset = start - seconds;
            self.compare.synced = Some((label, start - open.edits.offset));
        }
    }

    fn search_offset(&mut self, joint: Option<NodeId>) {
        if let (Some(open), Some(reference)) = (self.takes.active(), self.reference()) {
            let key = OffsetKey {
                takes: [open, reference].map(OpenTake::read_take),
                joint,
                matches: open.matches_with(reference),
            };
            self.compare.search = Some((key, None));
        }
    }

    /// Remembers which joint of the reference a joint of the active take belongs to, in both skeletons.
    fn match_joint(&mut self, node: NodeId, other: Option<NodeId>) {
        let (Some(open), Some(reference)) = (self.takes.active(), self.reference()) else { return };
        let has = |open: &OpenTake, node: NodeId| node.index() < open.take.skeleton.nodes().len();
        if !has(open, node) || other.is_some_and(|other| !has(reference, other)) {
            return;
        }
        let (keys, other_keys) = (open.keys(), reference.keys());
        let own = keys.node(node).to_string();
        let theirs = other.map(|other| other_keys.node(other).to_string());
        for (take, fingerprint, is_own) in
            [(open.id, other_keys.fingerprint(), true), (reference.id, keys.fingerprint(), false)]
        {
            let Some(open) = self.takes.find_mut(take) else { continue };
            let matches = open.edits.matches.entry(fingerprint.clone()).or_default();
            // Each joint belongs to one at most.
            matches.retain(|a, b| {
                let [a, b] = if is_own { [a, b] } else { [b, a] };
                *a != own && Some(b) != theirs.as_ref()
            });
            if let Some(theirs) = &theirs {
                let [a, b] = if is_own { [&own, theirs] } else { [theirs, &own] };
                matches.insert(a.clone(), b.clone());
            }
            if matches.is_empty() {
                open.edits.matches.remove(&fingerprint);
            }
        }
    }

    fn go_to_worst(&mut self, node: NodeId) {
        let figures = self
            .compared()
            .and_then(|compared| compared.difference.joints[compared.pair_of(node)?]);
        self.apply_selection(SelectionCommand::Select(Some(node)));
        if let Some(figures) = figures {
            self.playback.pause();
            self.playback.seek(self.timeline.frame(figures.worst_frame as i64));
        }
    }

    fn copy_differences(&self, out: &mut Outcome<'_>) {
        let (Some(open), Some(reference)) = (self.takes.active(), self.reference()) else { return };
        let Some(compared) = self.compared() else {
            return out.notices.push_hint("There are no differences to copy yet.");
        };
        let titles = [open, reference].map(OpenTake::title);
        let files = titles.each_ref().map(String::as_str);
        let skeletons = [open, reference].map(|open| &open.take.skeleton);
        let difference = &compared.difference;
        let table = difference.csv(files, skeletons, CsvTexts::Guarded);
        let count = difference.pairs.len();
        out.notices.push_info(format!("Copied the differences of {count} joints as CSV."));
        out.effects.push(Effect::Copy(csv_head(difference.quantity) + &table));
    }
}

impl FeatureCommand for CompareCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Sync(_) | Self::SyncByEvent(_) | Self::ApplyOffset | Self::Nudge(_) => {
                Some(EditKind::Offset)
            }
            Self::Align(_) | Self::AlignHere => Some(EditKind::Alignment),
            Self::Match(..) => Some(EditKind::Matches),
            _ => None,
        }
    }

    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::Toggle(mode) => Some(state.session.compare_mode() == *mode),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let worst = match self {
            Self::GoToWorst(node) => Some(node),
            _ => None,
        };
        state.change(effects, |session, out| session.apply_compare(self, out));
        if let Some(node) = worst {
            state.prepare();
            let open = state.session.takes.active();
            let at = open.map(|open| open.stage.world(open.pose.position(node)));
            state.view.reveal(at.unwrap_or(Vec3::NAN));
        }
    }
}
