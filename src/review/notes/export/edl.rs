//! Notes as an edit decision list (CMX 3600) of markers, as DaVinci Resolve writes and reads them.
//!
//! ```text
//! 001  001      V     C        01:00:04:12 01:00:04:13 01:00:04:12 01:00:04:13
//! fault, LeftHand, open, Ann |C:ResolveColorRed |M:The hand pops |D:20
//! ```
//!
//! An event of one frame stands for each marker: number, reel, track, cut, and in and out point of source and
//! record. The line below it has the marker's notes, colour, name and duration in frames. Bars end each part, so
//! that no text has one. What stands in comments goes into the notes, so that there are none.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::review::notes::marks::{FINDING, MarkerColour, RATING, ReviewedTake};
use crate::review::notes::note::Frames;
use crate::review::notes::timebase::Timebase;
use crate::take::{in_one_line, rate};

#[derive(Clone, Debug, PartialEq)]
pub struct Edl {
    pub text: String,
    /// Sentences for people, where frames of a take are not those of the timeline.
    pub remarks: Vec<String>,
}

/// Where timelines begin in Resolve: an hour.
const START_HOURS: i64 = 1;

/// The markers of takes, one behind the other on a timeline with so many frames a second; without, as many as the
/// first take has, up to 60. The timeline begins at 01:00:00:00.
pub fn edl(takes: &[ReviewedTake<'_>], fps: Option<f64>) -> Edl {
    let own = || takes.first().map(|take| Timebase::timeline_rate(take.take));
    let fps = fps.or_else(own).unwrap_or(24.0);
    let title = match takes {
        [take] => in_one_line(&take.take.name),
        _ => "Takes".into(),
    };
    let (mut remarks, mut events) = (Vec::new(), String::new());
    let (mut at, mut number, mut is_drop_frame) = (0, 0, false);
    for take in takes {
        let base = Timebase::with_rate(take.take, fps);
        let start = base.timecode.frame(START_HOURS * 3600, 0).unwrap_or(0) + at;
        is_drop_frame = base.timecode.is_drop_frame();
        if base.take_fps != fps {
            remarks.push(format!(
                "{}: its {} frames a second are rounded to the {} of the timeline",
                take.file,
                rate(base.take_fps),
                rate(fps)
            ));
        }
        for marker in markers(take) {
            number += 1;
            marker.write(&mut events, number, &base, start);
        }
        at += base.timeline_frame(take.take.motion.frame_count());
    }
    let counting = if is_drop_frame { "DROP" } else { "NON-DROP" };
    Edl { text: format!("TITLE: {title}\nFCM: {counting} FRAME\n\n{events}"), remarks }
}

/// What stands at frames of a take: its rating, at the first one, notes, events and findings, in their order.
fn markers<'a>(take: &ReviewedTake<'a>) -> Vec<Marker<'a>> {
    let rating = &take.review.rating;
    let rating = rating.text().map(|text| Marker {
        frames: Frames::single(0),
        facts: vec![RATING, &rating.author],
        colour: MarkerColour::RATING,
        text: Cow::Owned(text),
    });
    let marks = take.marks().into_iter().map(|mark| Marker {
        frames: mark.frames(),
        facts: vec![
            mark.word(),
            mark.joint().unwrap_or_default(),
            mark.status(),
            &mark.stamp().author,
        ],
        colour: *MarkerColour::for_kind(mark.kind()),
        text: Cow::Borrowed(if mark.text().trim().is_empty() { mark.title() } else { mark.text() }),
    });
    let findings = take.findings().iter().map(|finding| Marker {
        frames: Frames::from([finding.first, finding.last]),
        facts: vec![
            FINDING,
            finding.joint(take.take).unwrap_or_default(),
            finding.severity.word(),
            finding.check.word(),
        ],
        colour: MarkerColour::FINDING,
        text: Cow::Borrowed(&finding.message),
    });
    let mut markers: Vec<Marker<'a>> = rating.into_iter().chain(marks).chain(findings).collect();
    markers.sort_by_key(|marker| marker.frames.first);
    markers
}

struct Marker<'a> {
    frames: Frames,
    /// What is in the notes of the marker, unless it is empty.
    facts: Vec<&'a str>,
    colour: MarkerColour,
    text: Cow<'a, str>,
}

impl Marker<'_> {
    fn write(&self, text: &mut String, number: usize, base: &Timebase, start: i64) {
        let frames = self.frames;
        let first = base.timeline_frame(frames.first);
        let [from, to] = [0, 1].map(|more| base.timecode.text(start + first + more));
        let duration = (base.timeline_frame(frames.last.saturating_add(1)) - first).max(1);
        let plain = |text: &str| in_one_line(text).replace('|', "/").trim().to_string();
        let facts = self.facts.iter().filter(|fact| !fact.is_empty()).map(|fact| plain(fact));
        let facts = facts.collect::<Vec<_>>().join(", ");
        let (colour, note) = (self.colour.resolve, plain(&self.text));
        let _ = writeln!(
            text,
            "{number:03}  001      V     C        {from} {to} {from} {to}\n\
             {facts} |C:ResolveColor{colour} |M:{note} |D:{duration}\n",
        );
    }
}
