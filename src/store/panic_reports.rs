//! The reports of panics: what the program was doing when a part of it failed, and nothing of what takes, notes and files
//! are called or hold. They are for people to send.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use super::{Store, file};
use crate::files::{make_private_folder, now};
use crate::fs;

const REPORTS: &str = "reports";
const EXTENSION: &str = "txt";

/// The file that names the newest report that was told of.
const TOLD: &str = "told";

/// So many are kept.
const MAX_REPORTS: usize = 10;

/// What a report says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanicReport {
    /// What the panic says of itself.
    pub message: String,
    /// Where in the source it was, and on which thread.
    pub place: String,
    /// Of each take that was open, its format and its size.
    pub takes: Vec<String>,
    /// What was done last, the last one last.
    pub commands: Vec<String>,
}

impl Display for PanicReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, place, takes, commands } = self;
        let version = env!("CARGO_PKG_VERSION");
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        writeln!(f, "Rushes {version} on {system} ({processor}) failed at {}.", now())?;
        writeln!(f, "It says nothing of what takes, notes and files are called or hold.\n")?;
        writeln!(f, "{}\n{place}", without_quotes(message))?;
        for (what, lines) in [("takes", takes), ("the last commands", commands)] {
            writeln!(f, "\n{what}:")?;
            lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        Ok(())
    }
}

/// A message without what stands in quotes, which may be out of a file.
fn without_quotes(message: &str) -> String {
    let mut plain = String::new();
    let mut open = None;
    let mut is_escaped = false;
    for c in message.chars() {
        match open {
            Some(_) if is_escaped => is_escaped = false,
            Some(quote) if c == quote => open = None,
            Some(_) => is_escaped = c == '\\',
            None if "\"'`".contains(c) => {
                open = Some(c);
                plain.push('…');
            }
            None => plain.push(c),
        }
    }
    plain
}

impl Store {
    /// Writes a report, of which the window that is open tells by itself or the next one has to; where it is, if it could
    /// be written.
    pub fn write_report(&self, report: &PanicReport, is_told: bool) -> Option<PathBuf> {
        let folder = self.path(REPORTS)?;
        make_private_folder(&folder).ok()?;
        let name = now().to_string().replace([':', '.'], "-");
        let path = folder.join(name).with_extension(EXTENSION);
        file::write(&path, &report.to_string()).ok()?;
        let reports = reports_in(&folder);
        for old in reports.iter().rev().skip(MAX_REPORTS) {
            let _ = fs::remove_file(old);
        }
        if is_told {
            self.untold_report();
        }
        Some(path)
    }

    /// The newest report that nobody was told of, which is told of now.
    pub fn untold_report(&self) -> Option<PathBuf> {
        let folder = self.path(REPORTS)?;
        let newest = reports_in(&folder).pop()?;
        let name = newest.file_name()?.to_str()?.to_string();
        let told = folder.join(TOLD);
        if fs::read(&told).is_ok_and(|told| told.as_slice() >= name.as_bytes()) {
            return None;
        }
        // Where that cannot be written, it is told once more.
        let _ = file::write(&told, &name);
        Some(newest)
    }
}

/// The reports in a folder, the newest one last.
fn reports_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_report = |path: &PathBuf| path.extension().is_some_and(|own| own == EXTENSION);
    let mut reports: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_report).collect();
    reports.sort();
    reports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_told_of_once_and_says_nothing_of_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::in_folder(folder.path());
        assert_eq!(store.untold_report(), None);
        let report = PanicReport {
            message: "no joint `LeftHand` in \"/takes/\\\"walk\\\".bvh\": 3 of 7".into(),
            place: "src/app/mod.rs:7 on main".into(),
            takes: vec!["BVH, 31 nodes, 2000 frames".into()],
            commands: vec!["Playback Toggle".into()],
        };
        let path = store.write_report(&report, false).expect("a report");
        let text = std::fs::read_to_string(&path).expect("a report");
        for part in ["no joint … in …: 3 of 7", "mod.rs:7", "    BVH, 31", "    Playback Toggle"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("LeftHand") && !text.contains("walk"), "{text}");
        assert_eq!(store.untold_report(), Some(path));
        assert_eq!(store.untold_report(), None);
        assert!(store.write_report(&report, true).is_some());
        assert_eq!(store.untold_report(), None);
        assert_eq!(Store::nowhere().write_report(&report, false), None);
    }
}
