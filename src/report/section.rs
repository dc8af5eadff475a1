//! The part of a page that is about one take.

use super::findings::{self, PlottedFinding};
use super::input::SectionInput;
use super::notes;
use super::pictures::{Draw, Pictures, STRIP};
use super::player::Motion;
use super::sheet_row::Row;
use super::text::{Escaped, FrameTexts, filled, script_json, stars};
use crate::review::notes::{Rating, ReviewedTake};
use crate::take::{Take, counted, rounded};

#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub pictures: usize,
    /// So many bytes the positions of its player may have; `None` leaves the player out.
    pub player_bytes: Option<usize>,
}

pub struct Section {
    pub(super) row: Row,
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
        let reviewed = ReviewedTake { file, take, review, findings: None };
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
        let rating = rating(&review.rating).map(|rating| filled!("section-rating.html", rating));
        let strip = strip(take, contents.pictures, &texts, &mut pictures);
        let player_html = match &motion {
            Some(Some(motion)) => player_html(&player, file, take, motion),
            Some(None) => {
                filled!("dim.html", text = "The take has too many points for a player in a page.")
            }
            None => String::new(),
        };
        let notes = match &marks[..] {
            [] => String::new(),
            marks => notes::html(take, marks, &texts, &mut pictures),
        };
        let findings_html = match findings.len() {
            0 => filled!("dim.html", text = "The checks have found nothing."),
            count => findings::html(&plotted, count, take, &texts, &mut pictures),
        };
        let ignored = match counted(subject.ignored, "more finding") {
            _ if subject.ignored == 0 => String::new(),
            more => filled!("dim.html", text = format_args!("{more} that reviewers ignore.")),
        };
        let html = filled!(
            "section.html",
            number,
            file = Escaped(file),
            rating = rating.unwrap_or_default(),
            format = Escaped(take.format.name()),
            frames = counted(take.motion.frame_count(), "frame"),
            seconds = rounded(take.motion.duration(), 2),
            rate = Escaped(&take.rate_text()),
            strip,
            class = if has_player { "body" } else { "body alone" },
            player = player_html,
            notes,
            findings = findings_html,
            ignored,
            facts = subject.facts.iter().map(fact).collect::<String>()
        );
        Self { row: Row::new(number, subject), html }
    }
}

/// A rating as HTML: stars, and what is said in words.
fn rating(rating: &Rating) -> Option<String> {
    let text = rating.text()?;
    let stars = stars(rating);
    let verdict = rating.verdict.map_or("", |verdict| verdict.label());
    let gap = if stars.is_empty() || verdict.is_empty() { "" } else { " " };
    Some(filled!("rating.html", text, stars, gap, verdict))
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
    let mut all = String::new();
    for i in 0..count {
        // From the first frame to the last one.
        let frame = match count {
            1 => frames / 2,
            _ => i * (frames - 1) / (count - 1),
        };
        let Some(picture) = pictures.close(frame, STRIP, None) else {
            return String::new();
        };
        let (number, seconds) = (texts.number(frame), texts.seconds(frame));
        all += &filled!("strip-picture.html", picture, width, height, number, seconds);
    }
    if all.is_empty() { all } else { filled!("strip.html", pictures = all) }
}

fn fact((label, text): &(&'static str, String)) -> String {
    let text = Escaped(text);
    match *label {
        "" => filled!("fact-more.html", text),
        label => filled!("fact.html", label, text),
    }
}

pub(super) fn player_html(id: &str, file: &str, take: &Take, motion: &Motion) -> String {
    let left_out = motion.left_out(take).map(|text| filled!("dim.html", text));
    filled!(
        "player.html",
        id,
        file = Escaped(file),
        last = motion.len() - 1,
        left_out = left_out.unwrap_or_default(),
        data = script_json(&motion.data)
    )
}
