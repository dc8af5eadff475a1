//! The timeline: ruler, range, the take's strip, and the playhead, which follows the pointer at once.

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Painter, Rangef, Rect, Sense, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use super::lists::event_text;
use super::widgets::ends_typing;
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::{CONTROL, Colours, GUTTER, regular, semibold};
use crate::playback::Playback;
use crate::take::{Event, Take};

const RULER: f32 = 24.0;
const STRIP: f32 = 11.0;

/// Where frames are on the timeline.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Where the first frame is and where the last one.
    x: Rangef,
    last: usize,
}

impl Scale {
    fn x(self, frame: f64) -> f32 {
        let along = frame / (self.last.max(1)) as f64;
        self.x.min + self.x.span() * along as f32
    }

    fn frame(self, x: f32) -> usize {
        let along = f64::from((x - self.x.min) / self.x.span().max(1.0)).clamp(0.0, 1.0);
        (along * self.last as f64).round() as usize
    }

    /// Frames from one number on the ruler to the next: 1, 2 or 5 times a power of ten, so that
    /// numbers are `apart` points apart at least.
    fn step(self, apart: f32) -> usize {
        let frames = f64::from(apart) * self.last.max(1) as f64 / f64::from(self.x.span().max(1.0));
        let mut decade = 1usize;
        loop {
            for factor in [1, 2, 5] {
                let step = factor * decade;
                if step as f64 >= frames {
                    return step;
                }
            }
            match decade.checked_mul(10) {
                Some(next) => decade = next,
                None => return decade,
            }
        }
    }
}

/// Draws the timeline and scrubs while it is dragged.
pub fn timeline_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let all = ui.max_rect();
    let rect = Rect::from_min_max(
        all.left_top() + vec2(0.0, 1.0),
        pos2(all.right(), all.bottom() - CONTROL - 22.0),
    );
    let response = ui.interact(
        rect,
        ui.scope_id().with("timeline"),
        Sense::click_and_drag(),
    );
    ends_typing(ui, &response);
    let colours = state.theme.colours();
    let scale = Scale {
        x: rect.x_range().shrink(GUTTER),
        last: playback.frame_count() - 1,
    };
    let pressed = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.primary_down());
    // A quick click is over before it is seen as pressed.
    if (pressed || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        let frame = scale.frame(at.x);
        if frame != playback.frame() || playback.is_playing() {
            commands.push(Command::Seek(frame));
        }
    }
    response.widget_info(|| WidgetInfo::slider(true, playback.frame() as f64, "Timeline"));
    let hovered = response.hover_pos().map(|at| at.x);
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    let take = state.take().map(|open| &open.take);
    if let Some(text) = take
        .zip(hovered)
        .and_then(|(t, x)| events_near(t, scale, x))
    {
        response.on_hover_text_at_pointer(text);
    }

    let painter = ui.painter_at(rect);
    let top = rect.top() + RULER + 4.0;
    let lane = Rangef::new(top, rect.bottom() - 4.0);
    range(&painter, playback, scale, lane, colours);
    ruler(&painter, scale, rect, colours);
    let strip = Rect::from_x_y_ranges(scale.x, top + 4.0..=top + 4.0 + STRIP);
    painter.rect_filled(strip, 2.5, colours.accent.gamma_multiply(0.62));
    if let Some(take) = take {
        events(&painter, take, scale, strip, colours);
    }
    range_ends(&painter, playback, scale, lane, colours);
    playhead(&painter, playback, scale, rect, colours);
}

fn ruler(painter: &Painter, scale: Scale, rect: Rect, colours: &Colours) {
    let step = scale.step(62.0);
    let fine = scale.step(9.0).max(step / 10).max(1);
    let line = |frame: usize, height: f32, colour: Color32| {
        let x = scale.x(frame as f64);
        let bottom = rect.top() + RULER;
        painter.vline(x, bottom - height..=bottom, Stroke::new(1.0, colour));
    };
    // Ticks whose distance does not divide the numbers' would drift against them.
    let fine = if step.is_multiple_of(fine) {
        fine
    } else {
        step
    };
    for frame in (0..=scale.last).step_by(fine) {
        if frame.is_multiple_of(step) {
            line(frame, 9.0, colours.line.lerp_to_gamma(colours.dim, 0.35));
            let x = scale.x(frame as f64);
            let align = if frame == 0 {
                Align2::LEFT_CENTER
            } else {
                Align2::CENTER_CENTER
            };
            painter.text(
                pos2(x + if frame == 0 { 3.0 } else { 0.0 }, rect.top() + 9.0),
                align,
                frame,
                regular(11.0),
                colours.dim,
            );
        } else {
            line(frame, 4.0, colours.line);
        }
    }
}

/// The frames that playing stays in, where they are not the whole take.
fn range(painter: &Painter, playback: &Playback, scale: Scale, lane: Rangef, colours: &Colours) {
    let (first, last) = playback.range().into_inner();
    if (first, last) == (0, scale.last) {
        return;
    }
    let x = Rangef::new(scale.x(first as f64), scale.x(last as f64));
    let rect = Rect::from_x_y_ranges(x, lane);
    painter.rect_filled(rect, 0.0, colours.accent.gamma_multiply(0.14));
}

fn range_ends(
    painter: &Painter,
    playback: &Playback,
    scale: Scale,
    lane: Rangef,
    colours: &Colours,
) {
    let colour = if playback.range_is_on() {
        colours.accent
    } else {
        colours.dim
    };
    for (frame, way) in [(playback.range_in(), 1.0), (playback.range_out(), -1.0)] {
        let Some(frame) = frame else { continue };
        let x = scale.x(frame as f64);
        painter.vline(x, lane, Stroke::new(2.0, colour));
        painter.add(egui::Shape::convex_polygon(
            if way > 0.0 {
                vec![
                    pos2(x, lane.min),
                    pos2(x + 6.0, lane.min),
                    pos2(x, lane.min + 6.0),
                ]
            } else {
                vec![
                    pos2(x, lane.min),
                    pos2(x, lane.min + 6.0),
                    pos2(x - 6.0, lane.min),
                ]
            },
            colour,
            Stroke::NONE,
        ));
    }
}

/// A tick below the strip for each event of the recording.
fn events(painter: &Painter, take: &Take, scale: Scale, strip: Rect, colours: &Colours) {
    let y = strip.bottom() + 3.0..=strip.bottom() + 11.0;
    let mut last = f32::NEG_INFINITY;
    for (frame, _) in recorded(take) {
        let x = scale.x(frame as f64);
        // Thousands of them need no more lines than there are pixels.
        if x - last >= 1.0 {
            painter.vline(x, y.clone(), Stroke::new(1.5, colours.text));
            last = x;
        }
    }
}

/// The events of the recording, with their frames.
fn recorded(take: &Take) -> impl Iterator<Item = (usize, &Event)> {
    let events = take.events.iter();
    events.filter_map(|event| Some((take.frame_at(event.time)?, event)))
}

/// What happens where the pointer is.
fn events_near(take: &Take, scale: Scale, x: f32) -> Option<String> {
    /// How far from a tick the pointer still means it, in points.
    const REACH: f32 = 4.0;
    /// So many are told of at once.
    const MOST: usize = 6;
    let near = recorded(take).filter(|(frame, _)| (scale.x(*frame as f64) - x).abs() <= REACH);
    let lines: Vec<String> = near
        .take(MOST)
        .map(|(_, event)| event_text(take, event))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn playhead(painter: &Painter, playback: &Playback, scale: Scale, rect: Rect, colours: &Colours) {
    let x = scale.x(playback.frame() as f64);
    painter.vline(
        x,
        rect.top() + 18.0..=rect.bottom(),
        Stroke::new(1.5, colours.text),
    );
    let galley =
        painter.layout_no_wrap(playback.frame().to_string(), semibold(11.5), colours.panel);
    let size = vec2((galley.size().x + 14.0).max(30.0), 18.0);
    let inside = rect.x_range().shrink(size.x * 0.5 + 2.0);
    let bubble = Rect::from_center_size(pos2(inside.clamp(x), rect.top() + 10.0), size);
    painter.rect_filled(bubble, CornerRadius::same(4), colours.text);
    painter.galley(bubble.center() - galley.size() * 0.5, galley, colours.panel);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(last: usize, width: f32) -> Scale {
        Scale {
            x: Rangef::new(16.0, 16.0 + width),
            last,
        }
    }

    #[test]
    fn a_frame_is_found_again_where_it_is_drawn() {
        for last in [0, 1, 523, 4510] {
            let scale = scale(last, 1200.0);
            for frame in (0..=last).step_by(1 + last / 50) {
                assert_eq!(scale.frame(scale.x(frame as f64)), frame);
            }
        }
        assert_eq!(scale(99, 500.0).frame(-1e9), 0);
        assert_eq!(scale(99, 500.0).frame(1e9), 99);
    }

    #[test]
    fn numbers_on_the_ruler_are_round_and_far_enough_apart() {
        for (last, width, step) in [
            (523, 1568.0, 50),
            (523, 400.0, 100),
            (9, 1200.0, 1),
            (99_999, 1000.0, 10_000),
        ] {
            let scale = scale(last, width);
            assert_eq!(scale.step(62.0), step, "{last} frames over {width} points");
        }
    }
}
