//! `rushes index`: makes and refreshes the index of takes in the user's cache, and says whether it is true.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::json;

use super::exit::{Exit, Failure, with_findings};
use super::objects::SCHEMA;
use super::terminal::{Progress, print, print_error_line, shown};
use crate::index::{Differences, Index, IndexError, Summary, Told, UpdateOptions};
use crate::store::Store;
use crate::take::counted;

const NOTES: &str = "\
Reads all takes of folders, and of the folders inside of them, into one file of the user's cache, in which 'rushes \
find' and the window look for takes: what is in them, a small moving picture of each, ratings and notes of reviewers, \
and what the checks find. What has not changed since the last time is not read again. A file that has another name or \
lies elsewhere now is known by its contents. Nothing is written beside the takes, and notes stay where they are: the \
index can be thrown away at any time. Links to folders are not followed.

Without a folder, all those that were indexed before are looked at again.

JSON keys (schema 1), every one always present:
  schema, index    the file of the index
  folders          those that were looked at
  takes            how many takes are in them, those that cannot be read among them
  read, renamed, reviewed, gone, checked
                   how many takes were read, have another place, have another review, are not there
                   any more, were checked
  unreadable       how many cannot be read: 'rushes find --where \"error is not null\"' lists them
  closed           how many folders cannot be looked into

JSON keys with --check, instead of these numbers:
  is_true          whether the index says what is in the folders
  is_sound         whether its file is whole
  new, changed, reviewed, gone
                   the paths of takes that it does not know, or not as they are
  closed           why folders cannot be looked into

Examples:
  rushes index takes/
  rushes index
  rushes index --no-checks /archive/2024 /archive/2025
  rushes index --check takes/ || rushes index takes/
  rushes index --forget /archive/2024";

/// Make or refresh the index in which takes are found
#[derive(Args)]
#[command(after_help = with_findings(NOTES, "with --check: the index is not true"))]
pub(super) struct MakeIndex {
    /// Folders of takes; without, those that were indexed before
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    /// Change nothing, and say whether the index is true
    #[arg(long, conflicts_with_all = ["forget", "no_checks"])]
    check: bool,
    /// Leave out the checks, which take longer than reading
    #[arg(long)]
    no_checks: bool,
    /// Take the folders out of the index; without a folder, all
    #[arg(long, conflicts_with = "no_checks")]
    forget: bool,
    /// Print an object with the numbers of what was done
    #[arg(long)]
    json: bool,
    /// Print no progress, and not what cannot be read
    #[arg(short, long)]
    quiet: bool,
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        Self::print(error)
    }
}

impl MakeIndex {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        if self.forget {
            return self.run_forget();
        }
        let path = Index::path_at_home().ok_or(IndexError::NoHome)?;
        let index = Index::open()?;
        let folders = self.folders_in(&index)?;
        if self.check {
            return self.run_check(&index, &path, &folders);
        }
        let (index, summary) = self.update(index, &folders)?;
        drop(index);
        let is_complete = summary.unreadable == 0 && summary.closed == 0;
        if self.json {
            print(&format!("{:#}\n", object(&path, &folders, &summary)))?;
        } else {
            print(&text(&summary))?;
        }
        Ok(Exit::from_complete(is_complete))
    }

    /// Brings the index up; one that turns out to be damaged is made anew.
    fn update(&self, mut index: Index, folders: &[PathBuf]) -> Result<(Index, Summary), Failure> {
        let limits = Store::at_home().map(|store| store.settings().0.limits).unwrap_or_default();
        let options = UpdateOptions::all(Some(limits).filter(|_| !self.no_checks));
        let mut is_first = true;
        loop {
            match index.update(folders, &options, &mut self.teller()) {
                Err(IndexError::Damaged(_)) if is_first => {
                    is_first = false;
                    Index::set_aside()?;
                    index = Index::open()?;
                }
                summary => return Ok((index, summary?)),
            }
        }
    }

    /// Prints how far it is.
    fn teller(&self) -> impl FnMut(Told<'_>) -> bool {
        let is_quiet = self.quiet;
        let mut looked: Option<Progress> = None;
        let mut checked: Option<Progress> = None;
        move |told| {
            match told {
                Told::Looked(done, count) => looked
                    .get_or_insert_with(|| Progress::new(count, "takes", is_quiet))
                    .update(done),
                Told::Checked(done, count) => {
                    looked = None;
                    checked
                        .get_or_insert_with(|| Progress::new(count, "takes checked", is_quiet))
                        .update(done);
                }
                Told::Unreadable(error) if !is_quiet => print_error_line(&error.to_string()),
                Told::Closed(why) if !is_quiet => print_error_line(&why),
                Told::Unreadable(_) | Told::Closed(_) | Told::Written(_) => {}
            }
            true
        }
    }

    /// The folders to look at. Fails where one is none.
    fn folders_in(&self, index: &Index) -> Result<Vec<PathBuf>, Failure> {
        let known = if self.folders.is_empty() { index.folders()? } else { Vec::new() };
        let folders = if self.folders.is_empty() { &known } else { &self.folders };
        if folders.is_empty() {
            return Err(Failure::invalid("no folder was indexed yet: name one"));
        }
        for folder in folders {
            if !folder.exists() {
                return Err(Failure::with_file(folder, "there is no such folder"));
            }
            if !folder.is_dir() {
                let folder = shown(folder);
                return Err(Failure::invalid(format!("'{folder}' is not a folder")));
            }
        }
        Ok(folders.clone())
    }

    fn run_check(&self, index: &Index, path: &Path, folders: &[PathBuf]) -> Result<Exit, Failure> {
        let is_sound = index.is_sound()?;
        let found = index.differences(folders)?;
        let is_true = is_sound && found.is_empty();
        if self.json {
            let object = json!({
                "schema": SCHEMA,
                "index": path.to_string_lossy(),
                "folders": texts(folders),
                "is_true": is_true,
                "is_sound": is_sound,
                "new": texts(&found.new),
                "changed": texts(&found.changed),
                "reviewed": texts(&found.reviewed),
                "gone": texts(&found.gone),
                "closed": found.closed,
            });
            print(&format!("{object:#}\n"))?;
        } else {
            print(&differences(path, is_sound, &found))?;
        }
        Ok(if is_true { Exit::Done } else { Exit::Found })
    }

    fn run_forget(&self) -> Result<Exit, Failure> {
        let mut index = Index::open()?;
        let mut count = 0;
        if self.folders.is_empty() {
            count = index.forget_all()?;
        }
        for folder in &self.folders {
            count += index.forget(folder)?;
        }
        if self.json {
            print(&format!("{:#}\n", json!({ "schema": SCHEMA, "forgotten": count })))?;
        } else {
            print(&format!("{} forgotten\n", counted(count, "take")))?;
        }
        Ok(Exit::Done)
    }
}

fn texts(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

fn object(path: &Path, folders: &[PathBuf], summary: &Summary) -> serde_json::Value {
    json!({
        "schema": SCHEMA,
        "index": path.to_string_lossy(),
        "folders": texts(folders),
        "takes": summary.takes,
        "read": summary.read,
        "renamed": summary.renamed,
        "reviewed": summary.reviewed,
        "gone": summary.gone,
        "checked": summary.checked,
        "unreadable": summary.unreadable,
        "closed": summary.closed,
    })
}

/// `80 takes: 75 read, 1 renamed, 2 gone`.
fn text(summary: &Summary) -> String {
    let parts = [
        (summary.read, "read"),
        (summary.renamed, "renamed"),
        (summary.reviewed, "with another review"),
        (summary.gone, "gone"),
        (summary.checked, "checked"),
        (summary.unreadable, "that cannot be read"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let what = if parts.is_empty() { "nothing has changed".to_string() } else { parts.join(", ") };
    format!("{}: {what}\n", counted(summary.takes, "take"))
}

fn differences(path: &Path, is_sound: bool, found: &Differences) -> String {
    let mut text = String::new();
    if !is_sound {
        text += &format!("{}: the index is damaged\n", shown(path));
    }
    let lists = [
        ("new", &found.new),
        ("changed", &found.changed),
        ("another review", &found.reviewed),
        ("gone", &found.gone),
    ];
    for (what, paths) in lists {
        for path in paths {
            text += &format!("{}: {what}\n", shown(path));
        }
    }
    for closed in &found.closed {
        text += &format!("{closed}\n");
    }
    if text.is_empty() { "the index is true\n".to_string() } else { text }
}
