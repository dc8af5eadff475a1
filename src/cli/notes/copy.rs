//! `rushes notes --copy-to`: copies takes that are kept, with their files, to a folder.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::Notes;
use crate::cli::batch::each_file;
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Input;
use crate::cli::objects::{failure, head};
use crate::cli::options::Reader;
use crate::cli::terminal::{print, print_error_line, print_note, shown};
use crate::files::{CopiedFile, Copier, CopyState, Opener, Reviews, TakeFiles};
use crate::loader::LoadError;
use crate::review::notes::VerdictFilter;
use crate::take::counted;

impl Notes {
    pub(super) fn copy(
        &self,
        folder: &Path,
        mut files: Vec<Input>,
        mut is_complete: bool,
        reader: &Reader,
        reviews: &Reviews,
    ) -> Result<Exit, Failure> {
        if folder.exists() && !folder.is_dir() {
            let folder = shown(folder);
            return Err(Failure::invalid(format!("'{folder}' is a file: takes go into a folder")));
        }
        let wanted = self.wanted().unwrap_or_else(VerdictFilter::kept);
        let copier = Copier::new(folder, reviews);
        let mut copier = if self.dry_run { copier.dry() } else { copier };
        files.retain(|file| !copier.has(&file.path, &file.below));
        let mut opener = Opener::new(&reader.open_options);
        let messages = reader.messages;
        let (mut objects, mut copied) = (Vec::new(), Vec::new());
        each_file(
            reader,
            &files,
            |place, opened| {
                let review = reviews.load(&Reviews::path_of(&files[place].path, &opened.take));
                Ok((opened.take.warnings, review))
            },
            |place, result| {
                let Input { path, below } = &files[place];
                let failed = |error: LoadError| {
                    print_error_line(&error.to_string());
                    failure(path, &error)
                };
                let (warnings, loaded) = match result {
                    Ok(read) => read,
                    Err(error) => {
                        is_complete = false;
                        objects.push(failed(error));
                        return Ok(());
                    }
                };
                let rating = messages.review_in(loaded).rating;
                if !wanted.has(&rating) {
                    return Ok(());
                }
                if messages.report(path, &warnings).is_err() {
                    is_complete = false;
                    return Ok(());
                }
                let found = TakeFiles::find(path, &mut opener, reviews).map_err(failed);
                let done = found.and_then(|found| {
                    copier.copy(&found, below).map_err(|error| {
                        Failure::with_file(error.path(), error.message());
                        let (kind, message) = (error.word(), error.to_string());
                        let mut object = head(path);
                        object["error"] = json!({ "kind": kind, "message": message, "hint": null });
                        object
                    })
                });
                is_complete &= done.is_ok();
                objects.push(match done {
                    Ok(done) => {
                        let mut object = head(path);
                        object["verdict"] = json!(rating.verdict);
                        object["files"] = done.iter().map(file_object).collect();
                        copied.push(done);
                        object
                    }
                    Err(object) => object,
                });
                Ok(())
            },
        )?;
        self.print_objects(&objects)?;
        if self.dry_run && !self.json {
            print(&copied.iter().flatten().map(line).collect::<String>())?;
        } else if !self.dry_run && !messages.quiet {
            print_note(folder, &summary(&copied));
        }
        Ok(Exit::from_complete(is_complete))
    }
}

fn file_object(file: &CopiedFile) -> Value {
    let [from, to] = [&file.from, &file.to].map(|path| path.to_string_lossy());
    json!({ "from": from, "to": to, "state": file.state.word() })
}

/// What would become of a file.
fn line(file: &CopiedFile) -> String {
    let mut line = format!("{} -> {}", shown(&file.from), shown(&file.to));
    match file.state {
        CopyState::Copied => {}
        CopyState::Same => line += " (there already)",
        CopyState::Merged => line += " (merged with the notes there)",
    }
    line + "\n"
}

/// `3 takes, 7 files copied, 2 there already`
fn summary(copied: &[Vec<CopiedFile>]) -> String {
    let mut text = counted(copied.len(), "take");
    for (state, what) in [
        (CopyState::Copied, "copied"),
        (CopyState::Merged, "merged with the notes there"),
        (CopyState::Same, "there already"),
    ] {
        let count = copied.iter().flatten().filter(|file| file.state == state).count();
        if count > 0 {
            let _ = write!(text, ", {} {what}", counted(count, "file"));
        }
    }
    text
}
