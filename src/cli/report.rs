//! `rushes report`: writes a web page about takes, for people without Rushes.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::check::{CheckOptions, Checked};
use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::{Input, Inputs};
use super::options::{Messages, Reader, ReaderOptions};
use super::output::{Destination, Output, is_folder, refuse_take};
use super::terminal::{Progress, print_error_line, print_message, shown};
use super::viewer::Viewer;
use crate::files::{Opener, catch_panic, today};
use crate::loader::LoadError;
use crate::render::Offscreen;
use crate::report::{Contents, Report, ReportEntry, Section, SectionInput, facts, player_bytes};
use crate::scene::{DrawList, Stage};
use crate::take::Take;

const NOTES: &str = "\
The page is one file that loads nothing else: mail it, or put it on a server. A browser shows it, on a phone too, and \
prints it. Of every take it has pictures over time, what is in the file, the notes and the rating that reviewers have \
given (as 'rushes notes' prints them), and what the checks find (as 'rushes check' does), each with a picture of the \
frame where it is worst and a curve. A player shows the stick figure from all sides, and goes to the frame of a note or a finding \
with a click on it.

The page of several takes begins with a day sheet: a row for each with a thumbnail, facts, rating, verdict, counts of \
notes and findings, and reviewers. A click on the head of a column sorts the rows.

The player has 30 frames a second at most, and fewer of long takes, so that the page can be mailed; the page says which \
are left out. Positions are exact to a 65,534th of the room that a take needs. Pictures need OpenGL; without it, \
the page has none but the thumbnails, and that is told.

With --viewer the page is not a report but Rushes itself, for somebody who has it not: the takes open in it, with the notes \
that there are, and what is said of them comes back as a file that 'rushes notes --merge' takes. PAGE is the page that the \
takes are packed into; without it, that is the rushes.html that was installed with the program. A take that cannot be read \
is left out of it.

A take that cannot be read has its error in the page, and the exit code is 3.

Examples:
  rushes report walk.bvh -o walk.html
  rushes report -r takes/ -o today.html --title 'Stage 4, Tuesday'
  rushes report takes/ -o faults.html --skip flip,t-pose --no-player
  rushes report walk.fbx -o - | gzip > walk.html.gz
  rushes report --viewer walk.bvh cleaned.bvh -o review.html";

const MAX_PICTURES: u16 = 100;

/// Write a web page about takes: pictures, notes, findings and a player, in one file
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct MakeReport {
    #[command(flatten)]
    inputs: Inputs,
    /// The page to write; - for standard output
    #[arg(short, long, value_name = "OUT.html", value_hint = ValueHint::FilePath)]
    #[arg(allow_hyphen_values = true)]
    output: PathBuf,
    /// The heading of the page; by default the name of the only take
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    title: Option<String>,
    /// How many pictures over time each take has; 0 for none
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=MAX_PICTURES.into()))]
    pictures: u16,
    /// Write the program itself as a page, with the takes and their notes in it: who gets it can review
    #[arg(long, value_name = "PAGE", value_hint = ValueHint::FilePath, num_args = 0..=1)]
    #[arg(require_equals = true, conflicts_with_all = ["title", "pictures", "no_player"])]
    viewer: Option<Option<PathBuf>>,
    /// Leave out the player, and all script with it
    #[arg(long)]
    no_player: bool,
    #[command(flatten)]
    checks: CheckOptions,
    #[command(flatten)]
    reader: ReaderOptions,
}

impl MakeReport {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        if is_folder(&self.output) {
            let path = shown(&self.output);
            let message = format!("'{path}' is a folder: give the page a name, -o OUT.html");
            return Err(Failure::invalid(message));
        }
        let (files, mut is_complete) = self.inputs.files()?;
        let destination = if self.output.as_os_str() == "-" {
            Destination::Stdout
        } else {
            files.iter().try_for_each(|file| refuse_take(file, &self.output))?;
            Destination::File(self.output.clone())
        };
        let reader = Reader::new(self.reader);
        if let Some(page) = &self.viewer {
            let mut viewer = Viewer::find(page.as_deref())?;
            is_complete &= viewer.pack(&files, &reader);
            if viewer.is_empty() {
                return Ok(Exit::from_complete(is_complete));
            }
            viewer.write(self.output, &destination)?;
            return Ok(Exit::from_complete(is_complete));
        }
        let messages = reader.messages;
        let contents = Contents {
            pictures: self.pictures.into(),
            player_bytes: (!self.no_player).then(|| player_bytes(files.len())),
        };
        let offscreen = offscreen(messages);
        let mut maker = ReportBuilder { checks: &self.checks, messages, contents, offscreen };
        let mut opener = Opener::new(&reader.open_options);
        let progress = Progress::new(files.len(), "takes", messages.quiet);
        let mut takes = Vec::with_capacity(files.len());
        for (file, number) in files.iter().zip(1..) {
            let result = catch_panic(&file.path, || {
                Ok(maker.reported(number, file, &reader.read(&mut opener, &file.path)?.take))
            });
            let reported = result.unwrap_or_else(|error| failed(file, &error));
            is_complete &= matches!(reported, ReportEntry::Read(_));
            takes.push(reported);
            progress.update(number);
        }
        drop(progress);
        let report = Report {
            title: self.title.unwrap_or_else(|| title(&files)),
            date: today(),
            has_players: !self.no_player,
            takes,
        };
        let output = Output { output: Some(self.output), no_clobber: false };
        output.write(&destination, |out| report.write(out))?;
        Ok(Exit::from_complete(is_complete))
    }
}

/// What draws the pictures; prints why where nothing can.
fn offscreen(messages: Messages) -> Option<Offscreen> {
    let offscreen = Offscreen::new();
    if let (Err(error), false) = (&offscreen, messages.quiet) {
        print_message(&format!("warning: the page has no pictures: {error}"));
    }
    offscreen.ok()
}

fn title(files: &[Input]) -> String {
    if let [file] = files { name(file) } else { "Takes".to_string() }
}

/// What a page calls a file: without the folder that was given, which may be private.
fn name(file: &Input) -> String {
    if file.path.as_os_str() == "-" {
        "standard input".to_string()
    } else {
        shown(&file.below).to_string()
    }
}

fn failed(file: &Input, error: &LoadError) -> ReportEntry {
    let message = error.to_string();
    print_error_line(&message);
    // The name of the file stands over it; the folder that it is in is left out.
    let path = format!("{}:", shown(&file.path));
    let why = message.strip_prefix(&path).map_or(&*message, str::trim_start).to_string();
    ReportEntry::Failed { file: name(file), reason: why }
}

struct ReportBuilder<'a> {
    checks: &'a CheckOptions,
    messages: Messages,
    contents: Contents,
    offscreen: Option<Offscreen>,
}

impl ReportBuilder<'_> {
    fn reported(&mut self, number: usize, file: &Input, take: &Take) -> ReportEntry {
        if self.messages.report(&file.path, &take.warnings).is_err() {
            let why = self.messages.strict_error(&take.warnings).unwrap_or_default();
            return ReportEntry::Failed { file: name(file), reason: why };
        }
        let review = self.messages.review(&file.path, take);
        let stage = Stage::new(take);
        let Checked { findings, ignored } = self.checks.check(take, &stage, &review);
        let name = name(file);
        let subject = SectionInput {
            file: &name,
            take,
            stage: &stage,
            review: &review,
            findings: &findings,
            ignored,
            facts: &facts(take),
        };
        let offscreen = &mut self.offscreen;
        let mut draw = |list: &DrawList, size: [u32; 2]| {
            let png = offscreen.as_mut()?.png(list, size);
            let path = shown(&file.path);
            png.map_err(|error| print_error_line(&format!("{path}: {error}"))).ok()
        };
        ReportEntry::Read(Box::new(Section::new(number, &subject, self.contents, &mut draw)))
    }
}
