//! A report about open takes: the page that `rushes report` makes, of what the window knows.

use std::sync::Arc;

use crate::convert::Estimate;
use crate::report::{
    Contents, Draw, Report, ReportEntry, Section, SectionInput, facts, player_bytes,
};
use crate::review::checks::Limits;
use crate::review::notes::Review;
use crate::scene::{DrawList, Stage};
use crate::take::Take;

/// How many pictures a report has of a take's course.
pub(crate) const PICTURES: usize = 8;
/// So many pixels of a picture take a byte: on real takes 9 to 21.
const PIXELS_A_BYTE: u32 = 12;

pub struct ReportTake {
    pub file: String,
    pub take: Arc<Take>,
    pub stage: Stage,
    pub review: Arc<Review>,
}

pub struct ReportJob {
    pub title: String,
    pub takes: Vec<ReportTake>,
    /// What the checks measure against.
    pub limits: Limits,
}

impl ReportTake {
    /// The part of a page about it, as the `number`th take.
    pub(crate) fn entry(
        &self,
        number: usize,
        contents: Contents,
        limits: &Limits,
        is_cancelled: &(dyn Fn() -> bool + Sync),
        draw: &mut Draw<'_>,
    ) -> ReportEntry {
        let Self { file, take, stage, review } = self;
        let (findings, ignored) = review.check(take, stage, limits, is_cancelled);
        let (findings, ignored, facts) = (findings.as_slice(), ignored.len(), &facts(take));
        let subject = SectionInput { file, take, stage, review, findings, ignored, facts };
        ReportEntry::Read(Box::new(Section::new(number, &subject, contents, draw)))
    }
}

impl ReportJob {
    /// How large the page will be, nearly: all of it is made but for the pictures.
    pub(crate) fn estimate(&self) -> Result<Estimate, String> {
        let mut draw = |_: &DrawList, [width, height]: [u32; 2]| {
            Some(vec![0; (width * height / PIXELS_A_BYTE) as usize])
        };
        let mut page = Vec::new();
        let written = self.page("0000-00-00".into(), &|| false, &mut draw).write(&mut page);
        written.map_err(|error| error.to_string())?;
        Ok(Estimate::rough(page.len() as u64))
    }

    /// The page, of this day.
    pub fn page(
        &self,
        date: String,
        is_cancelled: &(dyn Fn() -> bool + Sync),
        draw: &mut Draw<'_>,
    ) -> Report {
        let contents =
            Contents { pictures: PICTURES, player_bytes: Some(player_bytes(self.takes.len())) };
        let takes = self.takes.iter().zip(1..).take_while(|_| !is_cancelled());
        let takes = takes
            .map(|(take, number)| take.entry(number, contents, &self.limits, is_cancelled, draw));
        Report { title: self.title.clone(), date, has_players: true, takes: takes.collect() }
    }
}
