//! By what the moments of two takes are brought together.

use super::comparison::{CompareError, Comparison};
use super::motion_sync::Certainty;
use super::timing::Timing;
use crate::take::Take;

/// By what two takes are brought in time.
#[derive(Clone, Debug, PartialEq)]
pub enum Sync {
    /// Their first frames are the same moment.
    Frame,
    /// The clocks of both files run alike: see [`Take::start_time`].
    Time,
    /// An event that both have, by its name in any case; of several, the first of each.
    Event(String),
    /// The offset at which the speeds of the matched joints are most alike.
    Motion,
    /// So many seconds from A's first frame to B's.
    Offset(f64),
}

impl Comparison<'_> {
    /// The timing that a sync gives; with [`Sync::Motion`], also how certain it is. The timing so far counts
    /// for nothing.
    ///
    /// # Errors
    /// Where there is no such event in both, or too little motion.
    pub fn synced(&self, sync: &Sync) -> Result<(Timing, Option<Certainty>), CompareError> {
        let [a, b] = self.takes;
        let offset = match sync {
            Sync::Frame => 0.0,
            Sync::Time => b.start_time - a.start_time,
            Sync::Event(name) => {
                let time = |take: &Take| {
                    let is_it = |label: &str| label.to_lowercase() == name.to_lowercase();
                    let mut events = take.events.iter();
                    events
                        .find(|event| is_it(&event.label))
                        .map(|event| event.time)
                };
                let times = time(a).zip(time(b));
                let (a, b) = times.ok_or_else(|| CompareError::NoEvent(name.clone()))?;
                a - b
            }
            Sync::Motion => {
                let (offset, certainty) = self.offset_by_motion()?;
                return Ok((Timing::of(self.takes, offset), Some(certainty)));
            }
            Sync::Offset(seconds) => *seconds,
        };
        Ok((Timing::of(self.takes, offset), None))
    }
}
