//! `rushes notes --merge`: the notes of another reviewer become one with those of takes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Notes;
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Input;
use crate::cli::objects::head;
use crate::cli::options::Messages;
use crate::cli::terminal::{print, print_error_line, print_message, print_note, shown};
use crate::files::{IfNewer, OtherReviews, ReviewMerge, Reviews, reason};
use crate::review::notes::ReviewChanges;

impl Notes {
    pub(super) fn merge(
        &self,
        other: &Path,
        files: &[Input],
        mut is_complete: bool,
        messages: Messages,
        reviews: &Reviews,
    ) -> Result<Exit, Failure> {
        let mut others = OtherReviews::find(other).map_err(|error| {
            let why = reason(&error, "file or folder");
            Failure::with_file(other, format!("cannot be read: {why}"))
        })?;
        if others.is_single() && files.len() > 1 {
            let message = "--merge of a file is for one take; for several, name the folder of it";
            return Err(Failure::invalid(message));
        }
        is_complete &= others.failed.is_empty();
        others.failed.iter().for_each(|error| print_error_line(error));
        let (mut objects, mut lines) = (Vec::new(), String::new());
        for Input { path, below } in files {
            for merge in others.merge(path, below, reviews) {
                let done = merge.map_err(|why| ("unreadable", why)).and_then(|merge| {
                    let file = self.save(&merge, messages, reviews)?;
                    lines += &format!("{}: {}\n", shown(&file), merge.changes.text());
                    Ok(object(path, &merge))
                });
                is_complete &= done.is_ok();
                objects.push(done.unwrap_or_else(|(kind, why)| {
                    print_error_line(&why);
                    let mut object = head(path);
                    object["error"] = json!({ "kind": kind, "message": why, "hint": null });
                    object
                }));
            }
        }
        if !messages.quiet {
            others.rest().for_each(|file| print_note(&file, "no take here has these notes"));
        }
        self.print_objects(&objects)?;
        if self.dry_run && !self.json {
            print(&lines)?;
        } else if !messages.quiet && !self.dry_run {
            lines.lines().for_each(print_message);
        }
        Ok(Exit::from_complete(is_complete))
    }

    /// Saves a review that was merged, where there is something new in it; the file that it is in.
    fn save(
        &self,
        merge: &ReviewMerge,
        messages: Messages,
        reviews: &Reviews,
    ) -> Result<PathBuf, (&'static str, String)> {
        let tell = |warnings: &[String]| {
            let warnings = warnings.iter().filter(|_| !messages.quiet);
            warnings.for_each(|warning| print_message(warning));
        };
        tell(&merge.warnings);
        if self.dry_run || merge.is_same {
            return Ok(Reviews::beside(&merge.take));
        }
        let saved = reviews.save(&merge.take, &merge.review, IfNewer::Refuse);
        let saved = saved.map_err(|error| ("unwritable", error.to_string()))?;
        tell(&saved.warnings);
        Ok(saved.path)
    }
}

fn object(file: &Path, merge: &ReviewMerge) -> Value {
    let ReviewChanges { added, changed, removed, rating, .. } = merge.changes;
    let mut object = head(file);
    object["review"] = json!(Reviews::beside(&merge.take).to_string_lossy());
    object["other"] = json!(merge.other.to_string_lossy());
    object["added"] = json!(added);
    object["changed"] = json!(changed);
    object["removed"] = json!(removed);
    object["rating"] = json!(rating.then_some(&merge.review.rating));
    object
}
