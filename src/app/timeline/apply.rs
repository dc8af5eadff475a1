//! How timeline commands change in and out points, and what of the timeline shows.

use crate::app::{EditKind, Effect, FeatureCommand, State, TimelineCommand};

impl FeatureCommand for TimelineCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::SetIn
            | Self::SetOut
            | Self::ClearIn
            | Self::ClearOut
            | Self::SetRange(_)
            | Self::ClearRange => Some(EditKind::Range),
            _ => None,
        }
    }

    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::ToggleRange => Some(state.session.playback.range_is_on()),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        let session = &mut state.session;
        let playback = &mut session.playback;
        let frame = playback.frame();
        match self {
            Self::SetIn => playback.set_range_in(Some(frame)),
            Self::SetOut => playback.set_range_out(Some(frame)),
            Self::ClearIn => playback.set_range_in(None),
            Self::ClearOut => playback.set_range_out(None),
            Self::SetRange([a, b]) => {
                playback.set_range_in(None);
                playback.set_range_out(Some(a.max(b)));
                playback.set_range_in(Some(a.min(b)));
            }
            Self::ClearRange => {
                playback.set_range_in(None);
                playback.set_range_out(None);
            }
            Self::ToggleRange => playback.turn_range_on(!playback.range_is_on()),
            Self::ShowSpan(span) => session.span = span,
            Self::ShowCurveSpan(span) => session.curve_span = span,
        }
    }
}
