//! How `rushes notes` writes what reviewers have added: one document of all takes, or one of each in a folder.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use serde::{Serialize, Serializer as _};
use serde_json::Value;

use super::{Format, Notes};
use crate::cli::batch::{each_file, write_each};
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Input;
use crate::cli::objects::{failure, head};
use crate::cli::options::{Messages, Reader};
use crate::cli::output::Destination;
use crate::cli::terminal::{print_error_line, print_message, printable};
use crate::files::{LoadedReview, Opened, Reviews};
use crate::review::checks::Finding;
use crate::review::notes::export::{csv, edl, json, markdown, otio};
use crate::review::notes::{Review, ReviewedTake, VerdictFilter, select_list};
use crate::scene::Stage;
use crate::take::Take;

/// A take with what is told of it.
struct ReadTake {
    take: Take,
    review: Review,
    findings: Option<Vec<Finding>>,
}

struct ReviewedFile<'a> {
    file: &'a Path,
    name: Cow<'a, str>,
    /// Of a file that could not be read, its object in JSON.
    result: Result<Box<ReadTake>, Value>,
}

impl<'a> ReviewedFile<'a> {
    fn new(file: &'a Path, result: Result<ReadTake, Value>) -> Self {
        Self { file, name: file.to_string_lossy(), result: result.map(Box::new) }
    }

    fn reviewed(&self) -> Option<ReviewedTake<'_>> {
        let ReadTake { take, review, findings } = self.result.as_deref().ok()?;
        Some(ReviewedTake { file: &self.name, take, review, findings: findings.as_deref() })
    }
}

/// What is written, and of which takes.
struct Printer<'a> {
    notes: &'a Notes,
    format: Format,
    wanted: Option<VerdictFilter>,
    messages: Messages,
}

impl Notes {
    pub(super) fn print(
        &self,
        files: &[Input],
        mut is_complete: bool,
        reader: &Reader,
        reviews: &Reviews,
    ) -> Result<Exit, Failure> {
        let format = self.format()?;
        let kept = (format == Format::List).then(VerdictFilter::kept);
        let wanted = self.wanted().or(kept);
        let printer = Printer { notes: self, format, wanted, messages: reader.messages };
        if self.output.is_folder() {
            let destinations = self.output.destinations(files, format.extension())?;
            return write_each(reader, files, is_complete, |place, Opened { take, .. }| {
                let file = &files[place].path;
                let loaded = reviews.load(&Reviews::path_of(file, &take));
                let findings = self.findings(&take, &loaded.review);
                match printer.told(file, take, loaded, findings)? {
                    Some(take) => {
                        printer.write(&destinations[place], &[ReviewedFile::new(file, Ok(take))])
                    }
                    None => Ok(()),
                }
            });
        }
        // One document, that all takes are in.
        let one = &files[..files.len().min(1)];
        let destinations = self.output.destinations(one, format.extension())?;
        let mut all = Vec::with_capacity(files.len());
        each_file(
            reader,
            files,
            |place, Opened { take, .. }| {
                let loaded = reviews.load(&Reviews::path_of(&files[place].path, &take));
                let findings = self.findings(&take, &loaded.review);
                Ok((take.without_values(), loaded, findings))
            },
            |place, result| {
                let file = &files[place].path;
                is_complete &= result.is_ok();
                let result = match result {
                    Ok((take, loaded, findings)) => {
                        match printer.told(file, take, loaded, findings) {
                            Ok(Some(take)) => Ok(take),
                            Ok(None) => return Ok(()),
                            // Refused, which is printed already.
                            Err(_) => {
                                is_complete = false;
                                return Ok(());
                            }
                        }
                    }
                    Err(error) => {
                        print_error_line(&error.to_string());
                        Err(failure(file, &error))
                    }
                };
                all.push(ReviewedFile::new(file, result));
                Ok(())
            },
        )?;
        if let Some(destination) = destinations.first() {
            printer.write(destination, &all)?;
        }
        Ok(Exit::from_complete(is_complete))
    }

    /// The format that is written. Fails where others of the options do not go with it.
    fn format(&self) -> Result<Format, Failure> {
        let by_extension = || {
            let extension = self.output.extension()?;
            Some(Format::WORDS.iter().find(|(word, _)| *word == extension)?.1)
        };
        let json = self.json.then_some(Format::Json);
        let format = self.to.or(json).or_else(by_extension).unwrap_or(Format::Markdown);
        let is_list = format == Format::List;
        if self.null && !is_list {
            return Err(Failure::invalid("--null ends the paths of --format list"));
        }
        if is_list && (self.open || !self.kind.is_empty() || self.findings) {
            let message = "--format list has paths alone: leave out --open, --kind and --findings";
            return Err(Failure::invalid(message));
        }
        if is_list && self.output.is_folder() {
            return Err(Failure::invalid("--format list is one file of all takes: -o FILE"));
        }
        Ok(format)
    }

    fn findings(&self, take: &Take, review: &Review) -> Option<Vec<Finding>> {
        let check = || self.checks.check(take, &Stage::new(take), review).findings;
        self.findings.then(check)
    }
}

impl Printer<'_> {
    /// A take with what is told of it; `None` where it is not wanted. Fails where it is refused.
    fn told(
        &self,
        file: &Path,
        take: Take,
        loaded: LoadedReview,
        findings: Option<Vec<Finding>>,
    ) -> Result<Option<ReadTake>, Failure> {
        let mut review = self.messages.review_in(loaded);
        if self.wanted.as_ref().is_some_and(|wanted| !wanted.has(&review.rating)) {
            return Ok(None);
        }
        self.messages.report(file, &take.warnings)?;
        let Notes { open, kind, .. } = self.notes;
        if *open || !kind.is_empty() {
            review.events.clear();
            review.notes.retain(|note| {
                let is_kind = kind.is_empty() || kind.contains(&note.kind);
                is_kind && !(*open && note.done)
            });
        }
        Ok(Some(ReadTake { take, review, findings }))
    }

    fn write(&self, destination: &Destination, files: &[ReviewedFile<'_>]) -> Result<(), Failure> {
        let is_stdout = *destination == Destination::Stdout;
        self.notes.output.write(destination, |out| {
            let takes: Vec<ReviewedTake<'_>> =
                files.iter().filter_map(ReviewedFile::reviewed).collect();
            let text = match self.format {
                Format::Json | Format::Otio => return self.write_json(files, &takes, out),
                Format::List => {
                    let list = self.list(files);
                    // What reads it reads paths as they are.
                    if !is_stdout || !io::stdout().is_terminal() {
                        return out.write_all(&list);
                    }
                    String::from_utf8_lossy(&list).into_owned()
                }
                Format::Markdown => markdown(&takes),
                Format::Csv => csv(&takes, self.notes.csv.texts()),
                Format::Edl => {
                    let list = edl(&takes, self.notes.timeline_rate);
                    if !self.messages.quiet {
                        list.remarks.iter().for_each(|remark| print_message(remark));
                    }
                    list.text
                }
            };
            let text = if is_stdout { printable(&text) } else { text };
            out.write_all(text.as_bytes())
        })
    }

    fn list(&self, files: &[ReviewedFile<'_>]) -> Vec<u8> {
        let rated = files.iter().filter_map(|reviewed| {
            Some((reviewed.file, &reviewed.result.as_deref().ok()?.review.rating))
        });
        let wanted = self.wanted.clone().unwrap_or_else(VerdictFilter::kept);
        select_list(rated, &wanted, if self.notes.null { 0 } else { b'\n' })
    }

    /// Writes the document of takes as JSON, as it goes: there may be very many notes.
    fn write_json(
        &self,
        files: &[ReviewedFile<'_>],
        takes: &[ReviewedTake<'_>],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        /// The keys of a file, ahead of those of its take.
        #[derive(Serialize)]
        struct Object<T> {
            #[serde(flatten)]
            head: Value,
            #[serde(flatten)]
            notes: Option<T>,
        }
        let mut serializer = serde_json::Serializer::pretty(&mut *out);
        if self.format == Format::Otio {
            otio(takes).serialize(&mut serializer)?;
        } else {
            serializer.collect_seq(files.iter().map(|reviewed| match &reviewed.result {
                Err(object) => Object { head: object.clone(), notes: None },
                Ok(_) => Object {
                    head: head(reviewed.file),
                    notes: reviewed.reviewed().as_ref().map(json),
                },
            }))?;
        }
        writeln!(out)
    }
}
