//! The events of a C3D file, from its header and its group EVENT.

use super::header::{Header, at};
use super::parameters::{Parameter, Parameters, text};
use crate::loader::event_label::full_label;
use crate::take::{Event, Place, WarningCode, Warnings};

/// When the frames of a take were recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The number of the first frame. The trial may have begun before it: with frame 1.
    pub first: i64,
    /// How many frames there are.
    pub frames: usize,
    /// Seconds from one frame to the next.
    pub frame_time: f64,
}

impl Span {
    /// Seconds from the beginning of the trial to the first frame.
    pub fn lead(&self) -> f64 {
        (self.first - 1).max(0) as f64 * self.frame_time
    }

    /// How many of these seconds lie between the first frame and the last, give or take one.
    fn holds(&self, seconds: impl Iterator<Item = f64>) -> usize {
        let last = self.frames as f64 * self.frame_time;
        let inside = -self.frame_time..=last;
        seconds.filter(|t| inside.contains(t)).count()
    }
}

/// Seconds beyond which no event can be: some 30 years.
const LATEST: f64 = 1e9;

/// All events, in the order of time, in seconds from the first frame.
pub(super) fn events(
    parameters: &Parameters<'_>,
    span: Span,
    warnings: &mut Warnings,
) -> Vec<Event> {
    let mut events = of_group(parameters, span, warnings);
    let close = span.frame_time / 2.0;
    let known = events.len();
    for event in of_header(&parameters.header, span, warnings) {
        // Four letters are all that the header has room for: RHS for Right Heel Strike.
        let initial = |event: &Event| event.label.chars().next().map(|c| c.to_ascii_lowercase());
        let is_known = events[..known].iter().any(|other| {
            (other.time - event.time).abs() < close && initial(other) == initial(&event)
        });
        if !is_known {
            events.push(event);
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

/// The events of the group EVENT, whose times are minutes and seconds.
///
/// The manual counts these from the first frame of the file. Vicon, Qualisys and the programs that
/// read their files count from the beginning of the trial, and that is how they are taken unless
/// they fall outside.
fn of_group(parameters: &Parameters<'_>, span: Span, warnings: &mut Warnings) -> Vec<Event> {
    let used = parameters.find("EVENT", "USED", warnings);
    let used = used.and_then(|used| used.number(0));
    let used = used.map_or(usize::MAX, |used| used as usize);
    // Times in bytes would be far larger as events than in the file, and are none that anybody wrote.
    let mut times = parameters.numbered("EVENT", "TIMES", warnings);
    times.retain(Parameter::is_float);
    let Some(place) = times.first().map(|times| times.at) else {
        return Vec::new();
    };
    let labels = parameters.numbered("EVENT", "LABELS", warnings);
    let contexts = parameters.numbered("EVENT", "CONTEXTS", warnings);
    let mut labels = labels.iter().flat_map(Parameter::texts);
    let mut contexts = contexts.iter().flat_map(Parameter::texts);
    let events = times.iter().flat_map(seconds).take(used).map(|time| {
        let context = contexts.next().map(text).unwrap_or_default();
        let label = labels.next().map(text).unwrap_or_default();
        let label = full_label(&context, &label);
        Event { time, label }
    });
    let mut events = usable(events, place, warnings);
    let times = || events.iter().map(|event| event.time);
    let from_trial = span.holds(times().map(|t| t - span.lead()));
    let from_file = span.holds(times());
    let lead = if from_trial >= from_file { span.lead() } else { 0.0 };
    if span.lead() > 0.0 && !events.is_empty() && (lead == 0.0 || from_trial == from_file) {
        let from = if lead > 0.0 { "frame 1 of the trial" } else { "the first frame" };
        let message = format!("the times of events are taken to count from {from}");
        warnings.add_at(WarningCode::ValueAssumed, || Place::Byte(place as u64), message);
    }
    for event in &mut events {
        event.time -= lead;
    }
    events
}

/// Minutes and seconds as seconds.
fn seconds<'a>(times: &'a Parameter<'_>) -> impl Iterator<Item = f64> + 'a {
    let is_pair = times.width() == 2;
    let count = times.count() / if is_pair { 2 } else { 1 };
    let at = |i| times.number(i).unwrap_or(f64::NAN);
    (0..count).map(move |i| if is_pair { 60.0 * at(2 * i) + at(2 * i + 1) } else { at(i) })
}

/// The events of the header, which count from the first frame of the file.
fn of_header(header: &Header, span: Span, warnings: &mut Warnings) -> Vec<Event> {
    let events = header
        .events
        .iter()
        .map(|(time, label)| Event { time: f64::from(*time), label: full_label("", &text(label)) });
    let mut events = usable(events, at::EVENTS, warnings);
    let times = || events.iter().map(|event| event.time);
    let from_file = span.holds(times());
    if span.holds(times().map(|t| t - span.lead())) > from_file {
        let message =
            "the times of events in the header are taken to count from frame 1 of the trial";
        warnings.add_at(WarningCode::ValueAssumed, || Place::Byte(at::EVENTS as u64), message);
        for event in &mut events {
            event.time -= span.lead();
        }
    }
    events
}

/// Without the events whose time is none.
fn usable(
    events: impl Iterator<Item = Event>,
    place: usize,
    warnings: &mut Warnings,
) -> Vec<Event> {
    let usable = events.filter(|event| {
        let is_time = event.time.abs() < LATEST;
        if !is_time {
            let message = "an event has no time that can be used: it is left out";
            warnings.add_at(WarningCode::EventsLeftOut, || Place::Byte(place as u64), message);
        }
        is_time
    });
    usable.collect()
}
