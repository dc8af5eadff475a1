//! The notes and events of a take on a page, with pictures on which lies what was drawn.

use std::fmt::Write as _;

use super::pictures::{NOTE, Pictures, aspect};
use super::text::{Escaped, FrameTexts};
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
    let mut html = String::from("<ol class=\"cards\">");
    for (i, &mark) in marks.iter().enumerate() {
        let status = mark.status();
        let label = mark.kind().map_or("Event", |kind| kind.label());
        let _ = write!(
            html,
            "<li class=\"card note {} {status}\"><div class=\"words\"><p class=\"head\"><b>{label}</b> ",
            mark.word()
        );
        if let Some(joint) = mark.joint() {
            let _ = write!(html, "{} ", Escaped(joint));
        }
        html.push_str(&texts.link(mark.frames(), mark.frames().first));
        if status == "done" {
            html.push_str(" <span class=\"state\">done</span>");
        }
        html.push_str("</p>");
        if !mark.text().trim().is_empty() {
            let _ = write!(html, "<p class=\"said\">{}</p>", Escaped(mark.text()));
        }
        let stamp = mark.stamp();
        if !stamp.author.is_empty() {
            let _ = write!(
                html,
                "<p class=\"dim\">{}, {}</p>",
                Escaped(&stamp.author),
                date(&stamp.created.to_string())
            );
        }
        html.push_str("</div>");
        if let Mark::Note(note) = mark
            && i < MAX_PICTURES
            && note.frames.first < take.motion.frame_count()
        {
            html.push_str(&picture(note, texts, pictures));
        }
        html.push_str("</li>");
    }
    html.push_str("</ol>");
    html
}

/// The day of a time.
fn date(time: &str) -> &str {
    time.split('T').next().unwrap_or(time)
}

fn picture(note: &Note, texts: &FrameTexts<'_>, pictures: &mut Pictures<'_, '_>) -> String {
    let frame = note.frames.first;
    let Some(uri) = pictures.of_note(note, frame, NOTE) else {
        return String::new();
    };
    let [width, height] = NOTE.map(|side| side / 2);
    let drawn = if note.drawing.is_empty() { "" } else { ", with what was drawn on it" };
    let mut html = format!(
        "<div class=\"picture\"><img src=\"{uri}\" width=\"{width}\" height=\"{height}\" alt=\"The figure on frame \
         {}{drawn}\"/>",
        texts.number(frame)
    );
    if !note.drawing.is_empty() {
        let wide = aspect(NOTE);
        let _ =
            write!(html, "<svg viewBox=\"{} -0.5 {wide} 1\" aria-hidden=\"true\">", -wide / 2.0);
        note.drawing.iter().for_each(|stroke| draw(stroke, &mut html));
        html.push_str("</svg>");
    }
    html.push_str("</div>");
    html
}

/// Adds a stroke to an SVG whose unit is the height of the view, with its origin in the middle.
fn draw(stroke: &Stroke, svg: &mut String) {
    let is_sound = |[x, y]: &[f32; 2]| x.is_finite() && y.is_finite();
    let points: Vec<[f32; 2]> =
        stroke.points.iter().copied().filter(is_sound).map(|[x, y]| [x, -y]).collect();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
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
            let _ = write!(
                svg,
                "<circle cx=\"{:.4}\" cy=\"{:.4}\" r=\"{length:.4}\" stroke=\"{colour}\" stroke-width=\"{width:.4}\"/>",
                first[0], first[1]
            );
            return;
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
    let _ = write!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width:.4}\"/>");
}
