//! How the mouse works on the timeline: scrub, drag in and out points, offset a take, zoom, pan.

use egui::{Event, Modifiers, PointerButton, Pos2, Response, Ui};

use crate::app::widgets::{PanelContext, notches};
use crate::app::{
    NotesCommand, PlaybackCommand, State, TakeId, TakesCommand, TimelineCommand, checks::contacts,
    timeline::panel::hit::Part, timeline::panel::layout::TimelineLayout,
    timeline::panel::scale::Scale,
};
use crate::review::notes::{Frames, Id};
use crate::take::NodeId;

/// What is in the hand while a button is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    Scrub,
    /// A range that begins at a frame, once the pointer has left the place where it was pressed.
    Range {
        /// The frame where it was pressed.
        from: usize,
        x: f32,
        moved: bool,
    },
    /// The end of the range that is not at this frame.
    End {
        /// The end that stays.
        other: usize,
        /// Whether it is the start that is moved.
        start: bool,
    },
    Take {
        id: TakeId,
        /// Its offset when it was taken, in seconds.
        offset: f64,
        x: f32,
        /// Frames a point, which must not change while the timeline grows.
        frames_a_point: f64,
        showed_all: bool,
    },
    /// The end of a contact that is not at this frame, of a foot.
    Contact {
        /// The first joint of the foot.
        foot: NodeId,
        /// The end that stays, as the take counts frames.
        other: usize,
    },
    /// What answers a click by itself, until the pointer leaves the place where it was pressed.
    ClickTarget {
        target: ClickTarget,
        x: f32,
    },
    /// The strips, where they do not all fit.
    Rows {
        /// How far they were scrolled when they were taken.
        by: f32,
        y: f32,
    },
    /// The part that is in sight.
    Along {
        /// What was in sight when it was taken.
        span: [f64; 2],
        x: f32,
        /// Frames a point; below zero where the timeline itself is in the hand.
        frames_a_point: f64,
    },
}

/// A part of the lane that a click does not scrub to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClickTarget {
    /// An event, on a frame.
    Event(usize),
    Note(Id),
    Hidden(TakeId),
}

/// So far the pointer goes before it is a drag, in points.
const STILL: f32 = 3.0;

/// Carries on with what is in the hand, and returns it; strips are scrolled `by` so many points.
pub fn drag(
    ui: &Ui,
    response: &Response,
    cx: &PanelContext,
    layout: &TimelineLayout,
    by: f32,
) -> Option<Drag> {
    let id = response.id.with("drag");
    let mut drag: Option<Drag> = ui.data(|data| data.get_temp(id));
    let (modifiers, [primary, middle], origin) = ui.input(|i| {
        let is_down = |button| i.pointer.button_down(button);
        let buttons = [PointerButton::Primary, PointerButton::Middle].map(is_down);
        (i.modifiers, buttons, i.pointer.press_origin())
    });
    let pointer = response.interact_pointer_pos();
    if !response.is_pointer_button_down_on() || !(primary || middle) {
        if let Some(Drag::Take { showed_all: true, .. }) = drag {
            cx.ask(TimelineCommand::ShowSpan(None));
        }
        ui.data_mut(|data| data.remove::<Drag>(id));
        if let Some(at) = pointer.filter(|_| response.clicked()) {
            // A quick click is over before it is seen as pressed.
            let is_over = drag.is_none();
            if is_over {
                remember_frame(ui, response, cx.state);
            }
            let mut drag =
                drag.unwrap_or_else(|| taken(cx.state, layout, at, modifiers, false, by));
            match drag {
                Drag::Scrub | Drag::Range { moved: false, .. } => {
                    seek(cx, layout.scale.frame(at.x));
                }
                Drag::ClickTarget { target: ClickTarget::Hidden(id), .. } => {
                    cx.ask(TakesCommand::Show(id, true))
                }
                Drag::ClickTarget { target: ClickTarget::Note(id), .. } => {
                    cx.ask(NotesCommand::GoTo(id))
                }
                Drag::Along { .. } | Drag::ClickTarget { .. } if is_over => {
                    advance(&mut drag, at, cx, layout)
                }
                _ => {}
            }
        }
        return None;
    }
    let at = pointer?;
    let drag = drag.get_or_insert_with(|| {
        let origin = origin.unwrap_or(at);
        remember_frame(ui, response, cx.state);
        let drag = taken(cx.state, layout, origin, modifiers, middle && !primary, by);
        if let Part::Contact(of) = layout.part(cx.state, origin) {
            contacts::remember_others(ui, cx.state, of);
        }
        if matches!(drag, Drag::Take { showed_all: true, .. }) {
            // What is in sight stays there while the timeline grows.
            cx.ask(TimelineCommand::ShowSpan(Some(layout.scale.span)));
        }
        drag
    });
    advance(drag, at, cx, layout);
    if let Drag::Contact { foot, other } = *drag {
        contacts::move_end(ui, cx, layout, foot, other, at);
    }
    ui.data_mut(|data| data.insert_temp(id, *drag));
    Some(*drag)
}

/// The frame that showed when the timeline was pressed, and the time of that.
#[derive(Clone, Copy)]
struct PressedOn {
    frame: usize,
    time: f64,
}

/// Remembers the frame that shows, before a press goes elsewhere; the second press of a double
/// click does not.
fn remember_frame(ui: &Ui, response: &Response, state: &State) {
    let id = response.id.with("before");
    let time = ui.input(|i| i.time);
    let soon = ui.options(|options| options.input_options.max_double_click_delay);
    let remembered: Option<PressedOn> = ui.data(|data| data.get_temp(id));
    if remembered.is_none_or(|remembered| time - remembered.time > soon) {
        let frame = state.session.playback.frame();
        ui.data_mut(|data| data.insert_temp(id, PressedOn { frame, time }));
    }
}

/// Shows all of the timeline, and the frame that showed before the double click that asks for it.
pub fn show_all(ui: &Ui, response: &Response, cx: &PanelContext) {
    let id = response.id.with("before");
    let remembered: Option<PressedOn> = ui.data(|data| data.get_temp(id));
    cx.ask_all(remembered.map(|remembered| PlaybackCommand::Seek(remembered.frame)));
    cx.ask(TimelineCommand::ShowSpan(None));
}

/// What a press takes into the hand.
fn taken(
    state: &State,
    layout: &TimelineLayout,
    at: Pos2,
    modifiers: Modifiers,
    middle: bool,
    by: f32,
) -> Drag {
    let scale = layout.scale;
    let playback = &state.session.playback;
    let along = |span, frames_a_point| Drag::Along { span, x: at.x, frames_a_point };
    if middle {
        return along(scale.span, -scale.frames_a_point());
    }
    let index = layout.take_at(at).filter(|_| modifiers.shift);
    if let Some(open) = index.and_then(|index| state.session.takes.get(index)) {
        return Drag::Take {
            id: open.id,
            offset: open.edits.offset,
            x: at.x,
            frames_a_point: scale.frames_a_point(),
            showed_all: state.session.span.is_none(),
        };
    }
    let target = |target| Drag::ClickTarget { target, x: at.x };
    match layout.part(state, at) {
        Part::Lane => Drag::Scrub,
        Part::Event(frame) => target(ClickTarget::Event(frame)),
        Part::Note(id) => target(ClickTarget::Note(id)),
        Part::Hidden(take) => target(ClickTarget::Hidden(state.session.takes[take].id)),
        Part::Contact(contact) => {
            let Frames { first, last } = contact.frames;
            let other = if contact.end == Some(0) { last } else { first };
            Drag::Contact { foot: contact.foot, other }
        }
        Part::Rows => Drag::Rows { by, y: at.y },
        Part::Ruler => Drag::Range { from: scale.frame(at.x), x: at.x, moved: false },
        Part::RangeIn => Drag::End {
            other: playback.range_out().unwrap_or(state.session.timeline.last()),
            start: true,
        },
        Part::RangeOut => Drag::End { other: playback.range_in().unwrap_or(0), start: false },
        Part::Bar => {
            let Some(bar) = layout.bar else {
                return Drag::Scrub;
            };
            let last = state.session.timeline.last();
            let frames_a_point = last as f64 / f64::from(bar.width().max(1.0));
            let thumb = layout.thumb(bar, last).expand2(egui::vec2(0.0, 8.0));
            if thumb.contains(at) {
                return along(scale.span, frames_a_point);
            }
            // Beside it: what is pressed comes into the middle.
            let wanted = f64::from(at.x - bar.left()) * frames_a_point;
            let middle = (scale.span[0] + scale.span[1]) * 0.5;
            along(scale.moved(wanted - middle), frames_a_point)
        }
    }
}

/// Asks for what follows from where the pointer is now.
fn advance(drag: &mut Drag, at: Pos2, cx: &PanelContext, layout: &TimelineLayout) {
    let frame = layout.scale.frame(at.x);
    match drag {
        Drag::Scrub => seek(cx, frame),
        Drag::ClickTarget { target, x } => {
            if (at.x - *x).abs() > STILL {
                seek(cx, frame);
                *drag = Drag::Scrub;
            } else if let ClickTarget::Event(frame) = *target {
                seek(cx, frame);
            }
        }
        // What is scrolled is no part of the state; contacts have more to know of.
        Drag::Rows { .. } | Drag::Contact { .. } => {}
        Drag::Range { from, x, moved } => {
            *moved |= (at.x - *x).abs() > STILL;
            if *moved {
                set_range(cx, *from, frame);
            }
        }
        Drag::End { other, start } => {
            set_range(cx, *other, frame);
            *start = frame < *other || *start && frame == *other;
        }
        Drag::Take { id, offset, x, frames_a_point, .. } => {
            let Some(open) = cx.state.session.takes.find(*id) else {
                return;
            };
            // Whole frames between it and the active take; of the active take, since the origin.
            let frame_time = cx.state.session.timeline.frame_time;
            let origin = match cx.state.take() {
                Some(active) if active.id != *id => active.edits.offset,
                _ => 0.0,
            };
            let moved = f64::from(at.x - *x) * *frames_a_point;
            let frames = ((*offset - origin) / frame_time + moved).round();
            let is_moved = (at.x - *x).abs() > STILL;
            let wanted = if is_moved { origin + frames * frame_time } else { *offset };
            cx.ask_if(wanted != open.edits.offset, TakesCommand::Offset(*id, wanted));
        }
        Drag::Along { span, x, frames_a_point } => {
            let frames = f64::from(at.x - *x) * *frames_a_point;
            show(cx, span.map(|end| end + frames));
        }
    }
}

/// Shows a frame, unless it shows already and nothing plays on from it.
pub fn seek(cx: &PanelContext, frame: usize) {
    let moment = cx.state.session.playback.moment();
    let is_there = moment.frame == frame && moment.t == 0.0;
    cx.ask_if(!is_there, PlaybackCommand::Seek(frame));
}

fn set_range(cx: &PanelContext, a: usize, b: usize) {
    let range = [a.min(b), a.max(b)];
    let playback = &cx.state.session.playback;
    let is_set = [playback.range_in(), playback.range_out()] == range.map(Some);
    cx.ask_if(!is_set || !playback.range_is_on(), TimelineCommand::SetRange(range));
}

/// Brings a part of the timeline into sight, as far as there is one.
pub fn show(cx: &PanelContext, span: [f64; 2]) {
    let span = cx.state.session.timeline.within(span);
    cx.ask_if(span != cx.state.session.span, TimelineCommand::ShowSpan(span));
}

/// The wheel zooms at the pointer, with and without Ctrl; turned sideways, or with Shift, it moves
/// along. A pinch zooms, too.
pub fn wheel(ui: &Ui, x: f32, cx: &PanelContext, before: Scale) {
    /// Nearer by this factor with each notch.
    const NEARER: f64 = 1.25;
    /// Along by this part of what is in sight with each notch.
    const ALONG: f64 = 0.1;
    let events = ui.input(|i| i.events.clone());
    let mut scale = before;
    for event in events {
        match event {
            Event::Zoom(factor) => scale.span = scale.zoomed(x, f64::from(factor)),
            Event::MouseWheel { unit, delta, modifiers, .. } => {
                let [across, down] = [delta.x, delta.y].map(|delta| notches(unit, delta));
                // Systems turn the wheel sideways while Shift is held.
                let sideways = if modifiers.shift && across == 0.0 { down } else { across };
                let zooms = !modifiers.shift && down.abs() >= across.abs();
                scale.span = if zooms {
                    scale.zoomed(x, NEARER.powf(down.into()))
                } else {
                    let length = scale.span[1] - scale.span[0];
                    scale.moved(-f64::from(sideways) * ALONG * length)
                };
            }
            _ => continue,
        }
        // The next one goes on from what the timeline has.
        let timeline = &cx.state.session.timeline;
        scale.span = timeline.within(scale.span).unwrap_or([0.0, timeline.last().max(1) as f64]);
    }
    if scale != before {
        show(cx, scale.span);
    }
}

/// Turns the page where the playhead has left it, unless something is in the hand; and leaves a part
/// that the timeline no longer has.
pub fn keep_in_sight(ui: &Ui, response: &Response, cx: &PanelContext, layout: &TimelineLayout) {
    let id = response.id.with("frame");
    let frame = cx.state.session.playback.frame();
    let before: Option<usize> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, frame));
    let Some(span) = cx.state.session.span else {
        return;
    };
    let length = span[1] - span[0];
    match before {
        Some(before) if before != frame && !layout.scale.sees(frame) => {
            let backwards = if cx.state.session.playback.is_playing() {
                cx.state.session.playback.rate() < 0.0
            } else {
                frame < before
            };
            let is_near = frame.abs_diff(before) as f64 <= length;
            let from_left = if is_near { frame > before } else { !backwards };
            show(cx, layout.scale.page(frame, from_left));
        }
        _ => show(cx, span),
    }
}
