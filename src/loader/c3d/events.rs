//! The events of a C3D file, from its header and its group EVENT.

use super::header::{Header, offset};
use super::parameters::{Parameter, Parameters, text};
use crate::loader::event_label::full_label;
use crate::take::{Event, Place, WarningCode, Warnings};

#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The number of the first frame. The trial may have begun before it: with frame 1.
    pub first: i64,
    pub frames: usize,
    pub frame_time: f64,
}

impl Span {
    /// Seconds from the beginning of the trial to the first frame.
    pub fn start(&self) -> f64 {
        (self.first - 1).max(0) as f64 * self.frame_time
    }

    /// How many events lie within the frames, give or take one, if their times are so many seconds too late.
    fn count_inside(&self, events: &[Event], late: f64) -> usize {
        let inside = -self.frame_time..=self.frames as f64 * self.frame_time;
        events.iter().filter(|event| inside.contains(&(event.time - late))).count()
    }
}

/// Seconds beyond which no event can be: some 30 years.
const MAX_TIME: f64 = 1e9;

/// All events, in the order of time, in seconds from the first frame.
pub(super) fn events(
    parameters: &Parameters<'_>,
    span: Span,
    warnings: &mut Warnings,
) -> Vec<Event> {
    let mut events = group_events(parameters, span, warnings);
    let mut others = header_events(&parameters.header, span, warnings);
    // Four letters are all that the header has room for: RHS for Right Heel Strike.
    let initial = |event: &Event| event.label.chars().next().map(|c| c.to_ascii_lowercase());
    others.retain(|event| {
        !events.iter().any(|other| {
            (other.time - event.time).abs() < span.frame_time / 2.0
                && initial(other) == initial(event)
        })
    });
    events.append(&mut others);
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

/// The events of the group EVENT, whose times are minutes and seconds.
///
/// The manual counts these from the first frame of the file. Vicon, Qualisys and the programs that
/// read their files count from the beginning of the trial, and that is how they are taken unless
/// they fall outside.
fn group_events(parameters: &Parameters<'_>, span: Span, warnings: &mut Warnings) -> Vec<Event> {
    let used = parameters.find("EVENT", "USED", warnings);
    let used = used.and_then(|used| used.number(0));
    let used = used.map_or(usize::MAX, |used| used as usize);
    // Times in bytes would be far larger as events than in the file, and are none that anybody wrote.
    let mut times = parameters.numbered("EVENT", "TIMES", warnings);
    times.retain(Parameter::is_float);
    let Some(at) = times.first().map(|times| times.at) else { return Vec::new() };
    let labels = parameters.numbered("EVENT", "LABELS", warnings);
    let contexts = parameters.numbered("EVENT", "CONTEXTS", warnings);
    let mut labels = labels.iter().flat_map(Parameter::texts).map(text);
    let mut contexts = contexts.iter().flat_map(Parameter::texts).map(text);
    let events = times.iter().flat_map(seconds).take(used).map(|time| {
        let context = contexts.next().unwrap_or_default();
        let label = labels.next().unwrap_or_default();
        Event { time, label: full_label(&context, &label) }
    });
    let mut events = usable(events, at, warnings);
    let from_trial = span.count_inside(&events, span.start());
    let from_file = span.count_inside(&events, 0.0);
    let late = if from_trial >= from_file { span.start() } else { 0.0 };
    if span.start() > 0.0 && !events.is_empty() && (late == 0.0 || from_trial == from_file) {
        let from = if late > 0.0 { "frame 1 of the trial" } else { "the first frame" };
        let message = format!("the times of events are taken to count from {from}");
        warnings.add_at(WarningCode::ValueAssumed, || Place::Byte(at as u64), message);
    }
    for event in &mut events {
        event.time -= late;
    }
    events
}

fn seconds<'a>(times: &'a Parameter<'_>) -> impl Iterator<Item = f64> + 'a {
    let is_pair = times.width() == 2;
    let count = times.count() / if is_pair { 2 } else { 1 };
    let at = |i| times.number(i).unwrap_or(f64::NAN);
    (0..count).map(move |i| if is_pair { 60.0 * at(2 * i) + at(2 * i + 1) } else { at(i) })
}

/// The events of the header, which count from the first frame of the file.
fn header_events(header: &Header, span: Span, warnings: &mut Warnings) -> Vec<Event> {
    let event = |(time, label): &(f32, [u8; 4])| Event {
        time: f64::from(*time),
        label: full_label("", &text(label)),
    };
    let mut events = usable(header.events.iter().map(event), offset::EVENTS, warnings);
    if span.count_inside(&events, span.start()) > span.count_inside(&events, 0.0) {
        let message =
            "the times of events in the header are taken to count from frame 1 of the trial";
        warnings.add_at(WarningCode::ValueAssumed, || Place::Byte(offset::EVENTS as u64), message);
        for event in &mut events {
            event.time -= span.start();
        }
    }
    events
}

fn usable(events: impl Iterator<Item = Event>, at: usize, warnings: &mut Warnings) -> Vec<Event> {
    let (usable, unusable): (Vec<Event>, Vec<Event>) =
        events.partition(|event| event.time.abs() < MAX_TIME);
    for _ in unusable {
        let message = "an event has no time that can be used: it is left out";
        warnings.add_at(WarningCode::EventsLeftOut, || Place::Byte(at as u64), message);
    }
    usable
}
