//! The notes and events of a take on a page, with pictures on which lies what was drawn.

use std::fmt::Write as _;

use super::pictures::{NOTE, Pictures, aspect};
use super::text::{Escaped, FrameTexts, filled};
use crate::review::notes::{Mark, Note, Stroke, StrokeShape};
use crate::scene::colour_text;
use crate::take::Take;

/// So many notes have a picture.
const MAX_PICTURES: usize = 40;

pub(super) fn html(
    take: &Take,
    marks: &[Mark<'_>],
    texts: &FrameTexts<'_>,
    pictures: &mut Pictures<'_, '_>,
) -> String {
    let has_notes = marks.iter().any(|mark| matches!(mark, Mark::Note(_)));
    let title = if has_notes { "Notes" } else { "Events" };
    let count = take.motion.frame_count();
    let notes = marks.iter().enumerate().map(|(i, &mark)| {
        let picture = match mark {
            Mark::Note(note) if i < MAX_PICTURES && note.frames.first < count => {
                picture(note, texts, pictures)
            }
            _ => None,
        };
        card(mark, texts, &picture.unwrap_or_default())
    });
    filled!("notes.html", title, notes = notes.collect::<String>())
}

fn card(mark: Mark<'_>, texts: &FrameTexts<'_>, picture: &str) -> String {
    let (status, text, stamp) = (mark.status(), mark.text(), mark.stamp());
    let joint = mark.joint().map(|joint| format!("{} ", Escaped(joint)));
    let done = (status == "done").then(|| format!(" {}", filled!("done.html")));
    let said = (!text.trim().is_empty()).then(|| filled!("said.html", text = Escaped(text)));
    let author = (!stamp.author.is_empty()).then(|| {
        let (author, created) = (Escaped(&stamp.author), stamp.created.to_string());
        filled!("dim.html", text = format_args!("{author}, {}", date(&created)))
    });
    filled!(
        "note.html",
        kind = mark.word(),
        status,
        label = mark.kind().map_or("Event", |kind| kind.label()),
        joint = joint.unwrap_or_default(),
        frames = texts.link(mark.frames(), mark.frames().first),
        done = done.unwrap_or_default(),
        said = said.unwrap_or_default(),
        author = author.unwrap_or_default(),
        picture
    )
}

/// The day of a time.
fn date(time: &str) -> &str {
    time.split('T').next().unwrap_or(time)
}

fn picture(note: &Note, texts: &FrameTexts<'_>, pictures: &mut Pictures<'_, '_>) -> Option<String> {
    let picture = pictures.of_note(note, note.frames.first, NOTE)?;
    let [width, height] = NOTE.map(|side| side / 2);
    let (drawn, drawing) = if note.drawing.is_empty() {
        ("", String::new())
    } else {
        let wide = aspect(NOTE);
        let strokes: String = note.drawing.iter().filter_map(drawn_stroke).collect();
        let drawing = filled!("drawing.html", left = -wide / 2.0, width = wide, strokes);
        (", with what was drawn on it", drawing)
    };
    let frame = texts.number(note.frames.first);
    Some(filled!("note-picture.html", picture, width, height, frame, drawn, drawing))
}

/// A stroke in an SVG whose unit is the height of the view, with its origin in the middle.
fn drawn_stroke(stroke: &Stroke) -> Option<String> {
    let is_sound = |[x, y]: &[f32; 2]| x.is_finite() && y.is_finite();
    let points: Vec<[f32; 2]> =
        stroke.points.iter().copied().filter(is_sound).map(|[x, y]| [x, -y]).collect();
    let (&first, &last) = (points.first()?, points.last()?);
    let away = [first[0] - last[0], first[1] - last[1]];
    let length = away[0].hypot(away[1]);
    // A line of the window is too thin for a picture of a fourth of its size.
    let width = stroke.width.clamp(0.002, 0.1) * 2.0;
    let colour = colour_text(stroke.colour);
    let mut path = String::new();
    let mut line = |points: &[[f32; 2]]| {
        for (i, [x, y]) in points.iter().enumerate() {
            let _ = write!(path, "{}{x:.4} {y:.4}", if i == 0 { 'M' } else { 'L' });
        }
        if points.len() == 1 {
            path.push_str("h0");
        }
    };
    match stroke.shape {
        StrokeShape::Freehand => line(&points),
        StrokeShape::Circle => {
            let [x, y] = first;
            return Some(filled!("drawing-circle.html", x, y, radius = length, colour, width));
        }
        StrokeShape::Arrow => {
            line(&[first, last]);
            let along = away.map(|part| part / length.max(1e-6) * width * 4.5);
            for side in [0.5, -0.5] {
                let head =
                    [last[0] + along[0] - along[1] * side, last[1] + along[1] + along[0] * side];
                line(&[last, head]);
            }
        }
    }
    Some(filled!("drawing-line.html", path, colour, width))
}
