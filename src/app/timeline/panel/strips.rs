//! How the strips of takes are drawn, with gaps and lost frames, and their tooltips.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use crate::app::checks::{contacts, timeline_marks as findings};
use crate::app::theme::{Colours, regular};
use crate::app::timeline::panel::columns::{Pixels, even};
use crate::app::timeline::panel::layout::{Strip, TimelineLayout};
use crate::app::{
    OpenTake, State, colours::picker::colour32, contrast, timeline::panel::range,
    widgets::PlainRects,
};
use crate::take::{counted, rounded};

/// Every strip, with the gaps of its take; of one that is hidden, the outline.
pub fn strips(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let seen = Rect::from_x_y_ranges(layout.rect.x_range(), layout.rows.expand(LOST_OUT));
    let painter = &painter.with_clip_rect(seen.intersect(painter.clip_rect()));
    for strip in &layout.strips {
        let open = &state.session.takes[strip.take];
        let hue = open.hue(state.theme()).map_or(colours.accent, colour32);
        let is_active = strip.take == state.session.takes.active_place();
        let colour = fill_of(colours, hue, is_active);
        let corner = (strip.rect.height() * 0.25).min(2.5);
        if strip.is_hidden {
            painter.rect_stroke(strip.rect, corner, Stroke::new(1.0, colour), StrokeKind::Inside);
            name(painter, open, strip, layout, colour, colours);
            continue;
        }
        let fill = |rect: Rect, share: f32| {
            painter.rect_filled(rect, corner, colours.panel.lerp_to_gamma(colour, share));
        };
        match state.session.share_read(open) {
            None => fill(strip.rect, 1.0),
            // What can be played, how far the file is read, and what is still to come.
            Some(read) => {
                let up_to = |x: f32| strip.rect.with_max_x(x.min(strip.rect.right()));
                fill(strip.rect, 0.25);
                fill(up_to(strip.rect.left() + read * strip.rect.width()), 0.4);
                fill(up_to(layout.scale.x(state.session.timeline.end_of(open))), 1.0);
            }
        }
        if let Some(pixels) = Pixels::of(painter, state, strip, layout.scale) {
            findings::paint(painter, open, strip, &pixels, state.theme());
            gaps(painter, open, strip, &pixels, colours);
            lost(painter, open, strip, &pixels, colours);
        }
        if layout.has_contacts && is_active {
            contacts::paint(painter, state, layout, strip, colours);
        }
        name(painter, open, strip, layout, colour, colours);
    }
}

/// The name of a take on its strip, which is filled with a colour: where the strip begins in sight.
fn name(
    painter: &Painter,
    open: &OpenTake,
    strip: &Strip,
    layout: &TimelineLayout,
    fill: Color32,
    colours: &Colours,
) {
    let left = strip.rect.left().max(layout.scale.x.min) + 4.0;
    let width = strip.rect.right().min(layout.scale.x.max) - 4.0 - left;
    if width < 28.0 {
        return;
    }
    let ink = if strip.is_hidden { colours.dim } else { readable_ink(fill) };
    let size = (strip.rect.height() * 0.6).clamp(9.5, 11.5);
    let mut job = LayoutJob::simple_singleline(open.title(), regular(size), ink);
    job.wrap = TextWrapping::truncate_at_width(width.min(220.0));
    let galley = painter.layout_job(job);
    let at = pos2(left, strip.rect.center().y - galley.size().y * 0.5);
    let behind = Rect::from_min_size(at, galley.size()).expand2(vec2(3.0, 0.0));
    if !strip.is_hidden {
        // What is found there still shows.
        painter.rect_filled(behind.intersect(strip.rect), 2.0, fill.gamma_multiply(0.6));
    }
    painter.galley(at, galley, ink);
}

/// Black or white, whichever is read on a colour.
fn readable_ink(fill: Color32) -> Color32 {
    let inks = [Color32::WHITE, Color32::BLACK];
    let [white, black] = inks.map(|ink| contrast(ink, fill));
    inks[usize::from(black > white)]
}

/// What a strip is filled with: as faint as can be told from what is behind it, in the range as well;
/// the active take's is stronger.
fn fill_of(colours: &Colours, hue: Color32, is_active: bool) -> Color32 {
    /// What anything that means something must reach (WCAG 2.2, 1.4.11).
    const MIN: f64 = 3.0;
    const FAINTEST: f32 = 0.54;
    const STRONGER: f32 = 0.14;
    let grounds = [colours.panel, range::in_range(colours)];
    let is_seen = |colour: &Color32| grounds.iter().all(|ground| contrast(*colour, *ground) >= MIN);
    let strong = |strength: f32| colours.panel.lerp_to_gamma(hue, strength.min(1.0));
    let strengths = (0..).map(|step| FAINTEST + step as f32 * 0.02);
    let mut strengths = strengths.take_while(|strength| *strength < 1.02);
    match strengths.find(|strength| is_seen(&strong(*strength))) {
        Some(strength) if is_active => strong(strength + STRONGER),
        Some(strength) => strong(strength),
        // A colour that somebody picked may be as light as the panel.
        None => {
            let steps = (0..=10).map(|step| step as f32 * 0.1);
            let mut darker = steps.map(|step| hue.lerp_to_gamma(colours.text, step));
            darker.find(is_seen).unwrap_or(colours.text)
        }
    }
}

/// By how much frames that are lost stand out of a strip, above and below, in points.
const LOST_OUT: f32 = 3.0;

/// Where markers miss: those that are selected; else all of them, and the higher the more there are.
/// Each gap is a pixel wide at least, and what falls on one pixel is one.
fn gaps(painter: &Painter, open: &OpenTake, strip: &Strip, pixels: &Pixels, colours: &Colours) {
    /// The height of a single marker's gap among many, in points.
    const LOW: f32 = 2.5;
    let gap_index = &open.gap_index;
    if gap_index.markers.is_empty() {
        return;
    }
    let across = pixels.across;
    let mut columns = pixels.columns();
    if open.edits.selected.is_empty() {
        let most = gap_index.seen.max(1) as f32;
        for missing in &gap_index.missing {
            across.raise(&missing.frames, missing.markers as f32 / most, &mut columns);
        }
    }
    for node in &open.edits.selected {
        if let Some(runs) = gap_index.of(*node) {
            across.fill(runs.as_slice(), &mut columns);
        }
    }
    let mark = |(run, share): (std::ops::Range<usize>, f32)| {
        let [left, right] = pixels.x(&run);
        let height = (share * strip.rect.height()).max(LOW.min(strip.rect.height()));
        Rect::from_x_y_ranges(left..=right, strip.rect.bottom() - height..=strip.rect.bottom())
    };
    let marks: Vec<Rect> = even(&columns).into_iter().map(mark).collect();
    // A strip is too much like them to be seen on: the panel shows around them.
    let mut rects = PlainRects::default();
    for mark in &marks {
        rects.add(painter, mark.expand(1.0).intersect(strip.rect), colours.panel);
    }
    for mark in marks {
        rects.add(painter, mark, colours.finding);
    }
    rects.paint(painter);
}

/// Frames that could not be read: bars that stand out of the strip, and one at its end where there
/// should be more.
fn lost(painter: &Painter, open: &OpenTake, strip: &Strip, pixels: &Pixels, colours: &Colours) {
    let lost = &open.take.lost;
    let bar = |left: f32, right: f32| {
        let x = left..=right.max(left + 2.0);
        let rect = Rect::from_x_y_ranges(x, strip.rect.y_range().expand(LOST_OUT));
        painter.rect_filled(rect.expand2(vec2(1.0, 0.0)), 1.0, colours.panel);
        painter.rect_filled(rect, 1.0, colours.finding);
    };
    let mut columns = pixels.columns();
    pixels.across.fill(lost.frames.as_slice(), &mut columns);
    for (run, _) in even(&columns) {
        let [left, right] = pixels.x(&run);
        bar(left, right);
    }
    if lost.behind > 0 {
        bar(pixels.end, pixels.end);
    }
}

/// What there is to tell of a place: the take whose strip it is on, where there are several, and the
/// markers that miss there.
pub fn tooltip(state: &State, layout: &TimelineLayout, at: Pos2) -> Option<String> {
    let index = layout.take_at(at)?;
    let open = &state.session.takes[index];
    if !state.session.takes.is_shown(open) {
        return Some(format!("{} is hidden: click to show it", open.title()));
    }
    let place = layout.scale.place(at.x);
    let lost = lost_at(state, open, place);
    let missing = missing(state, open, place).filter(|_| lost.is_none());
    let found = findings::tooltip(state, open, place).filter(|_| lost.is_none());
    let name = (state.session.takes.len() > 1).then(|| name_and_offset(state, open));
    let lines: Vec<String> = [name, lost, missing, found].into_iter().flatten().collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What could not be read there.
fn lost_at(state: &State, open: &OpenTake, place: f64) -> Option<String> {
    let lost = &open.take.lost;
    let frame = state.session.timeline.frame_of(open, place.round());
    match lost.behind {
        _ if lost.frames.contains(frame) => Some("This frame could not be read".to_string()),
        count @ 1.. if frame == open.last() => {
            Some(format!("{} could not be read", counted(count, "more frame")))
        }
        _ => None,
    }
}

/// The markers without a place there, of those whose gaps show.
fn missing(state: &State, open: &OpenTake, place: f64) -> Option<String> {
    const MAX: usize = 4;
    let frame = state.session.timeline.frame_of(open, place.round());
    let shown = |node| open.edits.selected.is_empty() || open.is_selected(node);
    let missing = open.gap_index.markers.iter();
    let missing = missing.filter(|(node, runs)| shown(*node) && runs.contains(frame));
    let names: Vec<&str> =
        missing.map(|(node, _)| open.take.skeleton[*node].name.as_str()).collect();
    let mut text = format!("Missing (occluded): {}", names[..names.len().min(MAX)].join(", "));
    if let Some(more @ 1..) = names.len().checked_sub(MAX) {
        text += &format!(" and {more} more");
    }
    (!names.is_empty()).then_some(text)
}

/// The name of a take, and by how much it begins later than the active one.
fn name_and_offset(state: &State, open: &OpenTake) -> String {
    let title = open.title();
    match state.take() {
        Some(active) if active.edits.offset != open.edits.offset => {
            format!("{title}, {}", offset_text(state.session.timeline.frames_between(active, open)))
        }
        _ => title,
    }
}

/// `+12 f`: by how many frames something begins later.
pub fn offset_text(frames: f64) -> String {
    let amount = rounded(frames.abs(), 2);
    let sign = match amount.as_str() {
        "0" => "",
        _ if frames < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{amount} f")
}

/// The offset of a take that is in somebody's hand, above the pointer. The active take's own is told
/// from the origin of all offsets.
pub fn offset(
    painter: &Painter,
    state: &State,
    layout: &TimelineLayout,
    take: usize,
    x: f32,
    colours: &Colours,
) {
    let open = &state.session.takes[take];
    let frames = match state.take() {
        Some(active) if take != state.session.takes.active_place() => {
            state.session.timeline.frames_between(active, open)
        }
        _ => open.edits.offset / state.session.timeline.frame_time,
    };
    let text = offset_text((frames * 1e6).round() / 1e6);
    let galley = painter.layout_no_wrap(text, regular(12.0), colours.text);
    let Some(strip) = layout.strips.iter().find(|strip| strip.take == take) else {
        return;
    };
    let size = galley.size() + vec2(16.0, 6.0);
    let inside = layout.rect.x_range().shrink(size.x * 0.5 + 4.0);
    let middle = pos2(inside.clamp(x), strip.rect.bottom() + 5.0 + size.y * 0.5);
    let bubble = Rect::from_center_size(middle, size);
    painter.rect_filled(bubble, 5.0, colours.bubble);
    painter.rect_stroke(bubble, 5.0, Stroke::new(1.0, colours.line), StrokeKind::Inside);
    painter.galley(bubble.center() - galley.size() * 0.5, galley, colours.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::HUES;
    use crate::app::takes::take_colours::hue_in;
    use crate::scene::Theme;

    #[test]
    fn strips_gaps_and_flags_stand_out_from_what_is_behind_them() {
        for theme in Theme::ALL {
            let colours = theme.colours();
            let grounds = [colours.panel, range::in_range(colours)];
            let hues = HUES.map(|hue| hue_in(theme, hue));
            let picked = [[255, 255, 255, 255], [0, 0, 0, 255], [255, 255, 0, 255]];
            let hues = hues.into_iter().chain(picked).map(colour32);
            for ground in grounds {
                for hue in hues.clone().chain([colours.accent]) {
                    for is_active in [true, false] {
                        let ratio = contrast(fill_of(colours, hue, is_active), ground);
                        assert!(ratio >= 3.0, "{theme:?}, {hue:?}, {is_active}: {ratio}");
                    }
                }
                let ratio = contrast(colours.event, ground);
                assert!(ratio >= 3.0, "a flag in {theme:?}: {ratio}");
            }
            // What is behind the marks of gaps is the panel, whatever strip they are on.
            let ratio = contrast(colours.finding, colours.panel);
            assert!(ratio >= 3.0, "a gap in {theme:?}: {ratio}");
        }
    }

    #[test]
    fn offsets_read_as_people_write_them() {
        for (frames, text) in [(12.0, "+12 f"), (-3.5, "−3.5 f"), (0.001, "0 f")] {
            assert_eq!(offset_text(frames), text);
        }
    }
}
