//! How something of all takes of a folder is written: as one document, as a report, as a list of kept takes, or with the
//! takes themselves; and how the notes of another reviewer are merged with theirs.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use crate::app::export::report::{PICTURES, ReportTake};
use crate::app::folder::command::FolderExport;
use crate::app::folder::job::FolderExportJob;
use crate::files::{
    Copier, IfNewer, Opener, OtherReviews, Reviews, TakeFiles, catch_panic, reason, today, write,
};
use crate::loader::LoadError;
use crate::render::Offscreen;
use crate::report::{Contents, Report, ReportEntry, player_bytes};
use crate::review::checks::Limits;
use crate::review::notes::{Review, ReviewedTake, VerdictFilter, select_list};
use crate::scene::{DrawList, Stage};
use crate::take::{Take, counted};

/// Reasons are told of so many takes at most.
const MAX_TOLD: usize = 5;

/// A job with all that it takes.
pub struct Run {
    pub job: FolderExportJob,
    pub reviews: Reviews,
    pub limits: Limits,
}

impl Run {
    /// Writes one document. Returns a sentence that says so.
    ///
    /// # Errors
    /// A sentence that says why it is not written.
    pub fn write(&self, to: &Path) -> Result<String, String> {
        let mut failed = Vec::new();
        let text =
            match self.job.export {
                FolderExport::Report => return self.write_report(to),
                FolderExport::SelectList | FolderExport::Copies => {
                    let kept = self.kept();
                    let rated = kept.iter().map(|(path, review)| (*path, &review.rating));
                    select_list(rated, &VerdictFilter::kept(), b'\n')
                }
                FolderExport::Notes(format) => {
                    let mut opener = Opener::new(&self.job.reading);
                    let mut takes = Vec::new();
                    for path in &self.job.files {
                        match self.open(path, &mut opener) {
                            Ok((take, review)) => {
                                let with_findings = self.job.with_findings;
                                let limits = &self.limits;
                                let check =
                                    || review.check(&take, &Stage::new(&take), limits, &|| false).0;
                                let findings = with_findings.then(check);
                                let file = path.to_string_lossy().into_owned();
                                takes.push((file, take.without_values(), review, findings));
                            }
                            Err(error) => failed.push(error.to_string()),
                        }
                    }
                    let reviewed = takes.iter().map(|(file, take, review, findings)| {
                        ReviewedTake { file, take, review, findings: findings.as_deref() }
                    });
                    let (text, remarks) = format.text(&reviewed.collect::<Vec<_>>());
                    failed.extend(remarks);
                    text.into_bytes()
                }
            };
        let written = write(to, |out| out.write_all(&text));
        written.map_err(|error| format!("{}: {error}", to.display()))?;
        Ok(told(format!("Exported: {}", to.display()), &failed))
    }

    fn write_report(&self, to: &Path) -> Result<String, String> {
        let mut offscreen = Offscreen::new().ok();
        let mut draw = |list: &DrawList, size: [u32; 2]| offscreen.as_mut()?.png(list, size).ok();
        let count = self.job.files.len();
        let contents = Contents { pictures: PICTURES, player_bytes: Some(player_bytes(count)) };
        let mut opener = Opener::new(&self.job.reading);
        let entries = self.job.files.iter().zip(1..).map(|(path, number)| {
            let file = self.job.below(path).to_string_lossy().into_owned();
            match self.open(path, &mut opener) {
                Ok((take, review)) => {
                    let (stage, take) = (Stage::new(&take), Arc::new(take));
                    let take = ReportTake { file, take, stage, review };
                    take.entry(number, contents, &self.limits, &|| false, &mut draw)
                }
                Err(error) => ReportEntry::Failed { file, reason: error.to_string() },
            }
        });
        let takes = entries.collect();
        let title = self.job.name.clone();
        let report = Report { title, date: today(), has_players: true, takes };
        let written = write(to, |out| report.write(out));
        written.map_err(|error| format!("{}: {error}", to.display()))?;
        let mut missing = Vec::new();
        if offscreen.is_none() {
            missing.push("The page lacks pictures: nothing can be drawn beside the window".into());
        }
        Ok(told(format!("Exported: {}", to.display()), &missing))
    }

    /// Copies the takes that are kept. Returns a sentence that says how many.
    ///
    /// # Errors
    /// A sentence that says why none is copied.
    pub fn copy(&self, to: &Path) -> Result<String, String> {
        let mut copier = Copier::new(to, &self.reviews);
        let mut opener = Opener::new(&self.job.reading);
        let (mut takes, mut failed) = (0, Vec::new());
        for (path, _) in self.kept() {
            let found = TakeFiles::find(path, &mut opener, &self.reviews);
            let found = found.map_err(|error| error.to_string());
            let copied = found.and_then(|files| {
                let copied = copier.copy(&files, &self.job.below(path));
                copied.map_err(|error| error.to_string())
            });
            match copied {
                Ok(_) => takes += 1,
                Err(why) => failed.push(why),
            }
        }
        match (takes, failed.is_empty()) {
            (0, true) => {
                Err("No take of the list is kept: circle those that go on, or keep them.".into())
            }
            (0, false) => Err(told("No take is copied".into(), &failed)),
            _ => {
                Ok(told(format!("Copied: {} to {}", counted(takes, "take"), to.display()), &failed))
            }
        }
    }

    /// Merges the notes in a file or folder with those of the takes. Returns a sentence that says of how many.
    ///
    /// # Errors
    /// A sentence that says why there is nothing to merge.
    pub fn merge(&self, other: &Path) -> Result<String, String> {
        let mut others = OtherReviews::find(other).map_err(|error| {
            let why = reason(&error, "file or folder");
            format!("{}: cannot be read: {why}", other.display())
        })?;
        let mut failed: Vec<String> = others.failed.clone();
        let (mut found, mut merged) = (0, 0);
        for path in &self.job.files {
            for merge in others.merge(path, &self.job.below(path), &self.reviews) {
                found += 1;
                let saved = merge.and_then(|merge| {
                    if merge.is_same {
                        return Ok(false);
                    }
                    let saved = self.reviews.save(&merge.take, &merge.review, IfNewer::Refuse);
                    saved.map(|_| true).map_err(|error| error.to_string())
                });
                match saved {
                    Ok(is_new) => merged += usize::from(is_new),
                    Err(why) => failed.push(why),
                }
            }
        }
        if found == 0 {
            let text = format!("{}: no notes of takes in this list", other.display());
            return Err(told(text, &failed));
        }
        let text = format!("Notes of {} have something new", counted(merged, "take"));
        Ok(told(text, &failed))
    }

    /// The takes that are kept, with what was said of them.
    fn kept(&self) -> Vec<(&Path, Arc<Review>)> {
        let wanted = VerdictFilter::kept();
        let files = self.job.files.iter().map(|path| (path.as_path(), self.review(path, path)));
        files.filter(|(_, review)| wanted.has(&review.rating)).collect()
    }

    fn open(&self, path: &Path, opener: &mut Opener<'_>) -> Result<(Take, Arc<Review>), LoadError> {
        let take = catch_panic(path, || opener.open(path))?.take;
        let review = self.review(path, &Reviews::path_of(path, &take));
        Ok((take, review))
    }

    /// What was said of a take: as the window has it where it is open, else as it was saved under a path.
    fn review(&self, path: &Path, saved: &Path) -> Arc<Review> {
        let open = self.job.open.iter().find(|(open, _)| open == path);
        open.map_or_else(|| Arc::new(self.reviews.load(saved).review), |(_, review)| review.clone())
    }
}

/// A sentence, and below it what went wrong with some takes.
fn told(text: String, failed: &[String]) -> String {
    let mut lines = vec![text];
    lines.extend(failed.iter().take(MAX_TOLD).cloned());
    if let Some(more @ 1..) = failed.len().checked_sub(MAX_TOLD) {
        lines.push(format!("and {more} more"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_takes_that_failed_some_are_told() {
        let failed: Vec<String> = (0..7).map(|number| format!("take {number}")).collect();
        let text = told("Exported".into(), &failed);
        assert_eq!(text, "Exported\ntake 0\ntake 1\ntake 2\ntake 3\ntake 4\nand 2 more");
        assert_eq!(told("Exported".into(), &[]), "Exported");
    }
}
