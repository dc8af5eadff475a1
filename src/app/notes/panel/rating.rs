//! Stars and verdict of a take: in the notes tab, in the list of takes, and in its menu.

use std::f32::consts::TAU;

use egui::{
    Color32, Painter, Pos2, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::theme::{CONTROL, CORNER, Colours};
use crate::app::widgets::{PanelContext, hand, icons, is_near};
use crate::app::{notes::command::RatingCommand, takes::open_take::OpenTake, widgets::words::chip};
use crate::review::notes::{MAX_STARS, Rating, Verdict};

const STEP: f32 = 19.0;

/// Five stars to be clicked, and the verdicts.
pub fn rating_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let rating = &open.review.kept.rating;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        for star in 1..=MAX_STARS {
            let (rect, response) = ui.allocate_exact_size(vec2(STEP, CONTROL), Sense::click());
            let is_on = star <= rating.stars;
            let colour = if is_on {
                cx.colours.star
            } else if is_near(&response) {
                cx.colours.text
            } else {
                cx.colours.dim
            };
            paint_star(ui.painter(), rect.center(), 6.5, is_on, colour);
            let name = format!("{star} of {MAX_STARS} stars");
            let is_last = star == rating.stars;
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_last, &name));
            let (command, does) = if is_last {
                (RatingCommand::Stars(0), "Take the stars away")
            } else {
                (RatingCommand::Stars(star), name.as_str())
            };
            let tip = cx.tip(does, command.clone());
            cx.ask_if(hand(response).on_hover_text(tip).clicked(), command);
        }
        ui.add_space(8.0);
        for verdict in Verdict::ALL {
            verdict_chip(ui, cx, verdict, rating.verdict == Some(verdict));
            ui.add_space(4.0);
        }
    });
}

fn verdict_chip(ui: &mut Ui, cx: &PanelContext, verdict: Verdict, is_on: bool) {
    let label = verdict.label();
    let response = chip(ui, cx.colours, label, [12.0, 6.0], is_on, |ui, rect, _| {
        if is_on {
            let line = Stroke::new(1.0, verdict_colour(verdict, cx.colours));
            ui.painter().rect_stroke(rect, CORNER, line, StrokeKind::Inside);
        }
    });
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, label));
    let about = match verdict {
        Verdict::Circled => "The take to use",
        Verdict::Keep => "Good enough to keep",
        Verdict::Reject => "Not to be used",
    };
    let tip = cx.tip(about, RatingCommand::Toggle(verdict));
    cx.ask_if(hand(response).on_hover_text(tip).clicked(), RatingCommand::Toggle(verdict));
}

fn verdict_colour(verdict: Verdict, colours: &Colours) -> Color32 {
    match verdict {
        Verdict::Circled => colours.accent,
        Verdict::Keep => colours.good,
        Verdict::Reject => colours.finding,
    }
}

const SMALL: f32 = 4.2;
const SMALL_STEP: f32 = 10.5;
/// The width of a verdict's sign, in points.
const SIGN: f32 = 16.0;

/// How wide a rating is in a row, in points; 0 where there is none.
pub fn rating_width(rating: &Rating) -> f32 {
    let stars = f32::from(rating.stars.min(MAX_STARS)) * SMALL_STEP;
    stars + if rating.verdict.is_some() { SIGN } else { 0.0 }
}

/// Paints a rating so that it ends at a place.
pub fn rating_paint(painter: &Painter, rating: &Rating, right: Pos2, colours: &Colours) {
    let mut left = right.x - rating_width(rating);
    if let Some(verdict) = rating.verdict {
        let at = pos2(left + SIGN * 0.5 - 2.0, right.y);
        let colour = verdict_colour(verdict, colours);
        match verdict {
            Verdict::Circled => drop(painter.circle_stroke(at, 4.5, Stroke::new(1.5, colour))),
            Verdict::Keep => icons::done(painter, at, colour),
            Verdict::Reject => icons::cross(painter, at, colour),
        }
        left += SIGN;
    }
    for star in 0..rating.stars.min(MAX_STARS) {
        let at = pos2(left + (f32::from(star) + 0.5) * SMALL_STEP, right.y);
        paint_star(painter, at, SMALL, true, colours.star);
    }
}

/// A star, or its outline.
fn paint_star(painter: &Painter, at: Pos2, radius: f32, filled: bool, colour: Color32) {
    let corner = |i: usize| {
        let angle = TAU * (i as f32 / 10.0 - 0.25);
        let away = if i.is_multiple_of(2) { radius } else { radius * 0.42 };
        at + vec2(angle.cos(), angle.sin()) * away
    };
    let corners: Vec<Pos2> = (0..10).map(corner).collect();
    if filled {
        // A star is not convex: a fan of ten triangles about its middle.
        let mut mesh = egui::Mesh::default();
        mesh.colored_vertex(at, colour);
        corners.iter().for_each(|corner| mesh.colored_vertex(*corner, colour));
        (0..10).for_each(|i| mesh.add_triangle(0, 1 + i, 1 + (i + 1) % 10));
        painter.add(Shape::mesh(mesh));
    }
    painter.add(Shape::closed_line(corners, Stroke::new(1.0, colour)));
}
