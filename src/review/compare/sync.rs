//! By what the moments of two takes are brought together.

use super::comparison::{CompareError, Comparison};
use super::motion_sync::Certainty;
use super::timing::Timing;
use crate::review::notes::Review;
use crate::take::Take;

/// By what two takes are brought in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sync {
    /// Their first frames are the same moment.
    Frame,
    /// The clocks of both files run alike: see [`Take::start_time`].
    Time,
    /// The offset at which the speeds of the matched joints are most alike.
    Motion,
    /// So many seconds from A's first frame to B's, such as [`offset_by_event`].
    Offset(f64),
}

impl Comparison<'_> {
    /// The timing that a sync gives; with [`Sync::Motion`], also how certain it is. The timing so far counts
    /// for nothing.
    ///
    /// # Errors
    /// Where there is too little motion.
    pub fn synced(&self, sync: Sync) -> Result<(Timing, Option<Certainty>), CompareError> {
        let [a, b] = self.takes;
        let offset = match sync {
            Sync::Frame => 0.0,
            Sync::Time => b.start_time - a.start_time,
            Sync::Motion => {
                let (offset, certainty) = self.offset_by_motion()?;
                return Ok((Timing::of(self.takes, offset), Some(certainty)));
            }
            Sync::Offset(seconds) => seconds,
        };
        Ok((Timing::of(self.takes, offset), None))
    }
}

/// The offset in seconds, from the first frame of A to that of B, at which an event is the same moment in
/// both: by its name in any case, among the events of the file and those that reviewers added; of several, the
/// first of each take.
///
/// # Errors
/// Where one of them has no event of that name.
pub fn offset_by_event(name: &str, both: [(&Take, &Review); 2]) -> Result<f64, CompareError> {
    let name_in_any_case = name.to_lowercase();
    let is_it = |label: &str| label.to_lowercase() == name_in_any_case;
    let first = |(take, review): (&Take, &Review)| {
        let of_file = take.events.iter().map(|event| (event.time, &event.label));
        let frame_time = take.motion.frame_time();
        let own = review.events.iter();
        let own = own.map(|event| (event.frame as f64 * frame_time, &event.name));
        let times = of_file.chain(own).filter(|(_, label)| is_it(label));
        times.map(|(time, _)| time).min_by(f64::total_cmp)
    };
    let [a, b] = both.map(first);
    let times = a.zip(b).map(|(a, b)| a - b);
    times.ok_or_else(|| CompareError::NoEvent(name.to_string()))
}
