//! The part of a page that is about one take.

use std::fmt::Write as _;

use super::findings::{self, PlottedFinding};
use super::notes;
use super::pictures::{Draw, Pictures, STRIP};
use super::player::Motion;
use super::text::{Escaped, FrameTexts, script_json};
use crate::review::checks::{Finding, FindingSeverity};
use crate::review::notes::{MAX_STARS, Mark, Rating, Review, ReviewedTake};
use crate::scene::Stage;
use crate::take::{Take, counted, rounded};

pub struct SectionInput<'a> {
    /// The path of its file, for people.
    pub file: &'a str,
    pub take: &'a Take,
    pub stage: &'a Stage,
    pub review: &'a Review,
    /// What the checks have found, the gravest first.
    pub findings: &'a [Finding],
    /// How many more findings reviewers ignore.
    pub ignored: usize,
    /// What is in its file: labels and texts. A label that is empty repeats the one before.
    pub facts: &'a [(&'static str, String)],
}

#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub pictures: usize,
    /// So many bytes the positions of its player may have; `None` leaves the player out.
    pub player_bytes: Option<usize>,
}

pub struct Section {
    pub(super) file: String,
    pub(super) rating: Option<String>,
    /// How many notes there are, and how many of them are open.
    pub(super) notes: [usize; 2],
    pub(super) findings: [usize; FindingSeverity::ALL.len()],
    pub(super) html: String,
}

impl Section {
    /// The part of the take that is the `number`th of the page, from 1.
    pub fn new(
        number: usize,
        subject: &SectionInput<'_>,
        contents: Contents,
        draw: &mut Draw<'_>,
    ) -> Self {
        let SectionInput { file, take, stage, review, findings, .. } = *subject;
        let reviewed = ReviewedTake { file, take, review };
        let marks = reviewed.marks();
        let plotted = PlottedFinding::all(findings, take, stage);
        let marked = marks.iter().map(|mark| mark.frames().first);
        let marked: Vec<usize> =
            marked.chain(plotted.iter().map(|plotted| plotted.worst)).collect();
        let motion = contents.player_bytes.map(|bytes| Motion::new(take, stage, &marked, bytes));
        let player = format!("player-{number}");
        let has_player = matches!(motion, Some(Some(_)));
        let texts = FrameTexts::new(take, has_player.then(|| player.clone()));
        let mut pictures = Pictures::new(take, stage.clone(), draw);
        let mut html = format!(
            "<section id=\"take-{number}\" aria-labelledby=\"name-{number}\"><header><h2 id=\"name-{number}\">{}</h2>",
            Escaped(file)
        );
        let rating_html = rating(&review.rating);
        if let Some(rating) = &rating_html {
            let _ = write!(html, "<p class=\"rating\">{rating}</p>");
        }
        let _ = write!(html, "<p class=\"dim\">{}</p></header>", in_short(take));
        html.push_str(&strip(take, contents.pictures, &texts, &mut pictures));
        let class = if has_player { "body" } else { "body alone" };
        let _ = write!(html, "<div class=\"{class}\">");
        match &motion {
            Some(Some(motion)) => html.push_str(&player_html(&player, file, take, motion)),
            Some(None) => html.push_str(
                "<p class=\"dim\">The take has too many points for a player in a page.</p>",
            ),
            None => {}
        }
        html.push_str("<div>");
        let open = review.notes.iter().filter(|note| !note.done).count();
        if !marks.is_empty() {
            let events = marks.iter().filter(|mark| matches!(mark, Mark::Event(_))).count();
            let title = if events == marks.len() { "Events" } else { "Notes" };
            let _ = write!(html, "<h3>{title}</h3>");
            html.push_str(&notes::html(take, &marks, &texts, &mut pictures));
        }
        html.push_str("<h3>Findings</h3>");
        if findings.is_empty() {
            html.push_str("<p class=\"dim\">The checks have found nothing.</p>")
        } else {
            html.push_str(&findings::html(&plotted, findings.len(), take, &texts, &mut pictures))
        }
        if subject.ignored > 0 {
            let _ = write!(
                html,
                "<p class=\"dim\">{} that reviewers ignore.</p>",
                counted(subject.ignored, "more finding")
            );
        }
        html.push_str(&facts(subject.facts));
        html.push_str("</div></div></section>\n");
        let count =
            |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        Self {
            file: file.to_string(),
            rating: rating_html,
            notes: [review.notes.len(), open],
            findings: FindingSeverity::ALL.map(count),
            html,
        }
    }
}

/// Format, length and rate: `BVH · 779 frames · 12.98 s · 60 fps`.
fn in_short(take: &Take) -> String {
    let frames = counted(take.motion.frame_count(), "frame");
    let seconds = rounded(take.motion.duration(), 2);
    let (format, rate) = (Escaped(take.format.name()), take.rate_text());
    format!("{format} · {frames} · {seconds} s · {}", Escaped(&rate))
}

/// A rating as HTML: stars, and what is said in words.
fn rating(rating: &Rating) -> Option<String> {
    let text = rating.text()?;
    let star = |star: u8| if star < rating.stars { '★' } else { '☆' };
    let stars: String =
        if rating.stars == 0 { String::new() } else { (0..MAX_STARS).map(star).collect() };
    let verdict = rating.verdict.map_or("", |verdict| verdict.label());
    let gap = if stars.is_empty() || verdict.is_empty() { "" } else { " " };
    Some(format!(
        "<span role=\"img\" aria-label=\"{text}\"><span class=\"stars\">{stars}</span>{gap}{verdict}</span>"
    ))
}

fn strip(
    take: &Take,
    count: usize,
    texts: &FrameTexts<'_>,
    pictures: &mut Pictures<'_, '_>,
) -> String {
    let frames = take.motion.frame_count().max(1);
    let count = count.min(frames);
    let [width, height] = STRIP.map(|side| side / 2);
    let mut html = String::new();
    for i in 0..count {
        // From the first frame to the last one.
        let frame = match count {
            1 => frames / 2,
            _ => i * (frames - 1) / (count - 1),
        };
        let Some(uri) = pictures.close(frame, STRIP, None) else {
            return String::new();
        };
        let (number, seconds) = (texts.number(frame), texts.seconds(frame));
        let _ = write!(
            html,
            "<li><figure><img src=\"{uri}\" width=\"{width}\" height=\"{height}\" alt=\"The figure at {seconds}\"/>\
             <figcaption>{number} <span class=\"dim\">{seconds}</span></figcaption></figure></li>"
        );
    }
    if html.is_empty() {
        html
    } else {
        format!("<ol class=\"strip\" aria-label=\"Pictures over time\">{html}</ol>")
    }
}

fn facts(facts: &[(&'static str, String)]) -> String {
    let mut html = String::from("<h3>Take</h3><dl>");
    for (label, text) in facts {
        if !label.is_empty() {
            let _ = write!(html, "<dt>{label}</dt>");
        }
        let _ = write!(html, "<dd>{}</dd>", Escaped(text));
    }
    html.push_str("</dl>");
    html
}

fn player_html(id: &str, file: &str, take: &Take, motion: &Motion) -> String {
    let name = Escaped(file);
    let last = motion.len() - 1;
    let speeds = [("1", "1×"), ("0.5", "½×"), ("0.25", "¼×"), ("0.1", "⅒×")];
    let speeds = speeds.map(|(value, text)| format!("<option value=\"{value}\">{text}</option>"));
    let mut html = format!(
        "<div class=\"player\" id=\"{id}\" tabindex=\"0\" role=\"group\" aria-label=\"Player of {name}\">\
         <canvas role=\"img\" aria-label=\"Stick figure of {name}\"></canvas>\
         <div class=\"controls\"><button type=\"button\" class=\"play\" aria-label=\"Play\">\
         <svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path class=\"sign-play\" d=\"M4 2l10 6-10 6z\"/>\
         <path class=\"sign-pause\" d=\"M3 2h4v12H3zM9 2h4v12H9z\"/></svg></button>\
         <input type=\"range\" class=\"scrub\" min=\"0\" max=\"{last}\" value=\"0\" step=\"1\" aria-label=\"Frame\"/>\
         <select class=\"speed\" aria-label=\"Playback speed\">{}</select></div>\
         <p class=\"now\"><output class=\"frame\"></output><output class=\"time\"></output></p>\
         <p class=\"dim\">Drag to orbit, pinch or turn the wheel to zoom, double-click to reset the view. Space plays, \
         arrow keys step.</p>",
        speeds.concat()
    );
    if let Some(text) = motion.left_out(take) {
        let _ = write!(html, "<p class=\"dim\">{text}</p>");
    }
    let _ = write!(
        html,
        "<script type=\"application/json\">{}</script></div>",
        script_json(&motion.data)
    );
    html
}
