//! The program for Windows under Wine, in the place of the one for this system: where `make test-windows` says so.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wine's own program, a ready folder of drive and registry (a prefix), and the program for Windows.
const WINE: &str = "RUSHES_WINE";
const PREFIX: &str = "RUSHES_WINE_PREFIX";
const PROGRAM: &str = "RUSHES_WINDOWS_PROGRAM";

fn said(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Wine with a program.
fn wine(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(said(WINE).expect("Wine"));
    command.arg(program);
    command
}

/// The program for Windows, where it is to be tested.
pub fn program() -> Option<Command> {
    said(PROGRAM).map(wine)
}

/// The same by `rushes.com`, as shells run it, with the exit code that Windows sees: the one that Wine itself ends with
/// is sometimes 0 where a program with several threads failed.
pub fn command() -> Option<Command> {
    said(PROGRAM).map(|program| wine(Path::new(&program).with_extension("com")))
}

/// A Windows of its own: drive and registry.
pub struct Windows {
    /// Where they are.
    pub prefix: PathBuf,
}

impl Windows {
    /// A fresh one in a folder; `None` where nothing is tested on Windows.
    pub fn new(folder: &Path) -> Option<Self> {
        let ready = PathBuf::from(said(PREFIX)?);
        // Beside the ready one, of whose files it has links.
        let name = folder.file_name().expect("a folder with a name");
        let prefix = ready.with_file_name(name);
        let copied = Command::new("cp").arg("-al").args([&ready, &prefix]).status();
        assert!(copied.expect("cp starts").success());
        // The registry is written where it is.
        for hive in ["system.reg", "user.reg", "userdef.reg"] {
            std::fs::remove_file(prefix.join(hive)).expect("a link");
            std::fs::copy(ready.join(hive), prefix.join(hive)).expect("a copy");
        }
        Some(Self { prefix })
    }

    /// Whatever Wine runs in it, such as a program or `reg`.
    pub fn run(&self, program: &str) -> Command {
        let mut command = wine(program);
        command.env("WINEPREFIX", &self.prefix);
        command
    }

    /// The drive.
    pub fn drive(&self) -> PathBuf {
        self.prefix.join("drive_c")
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        let mut end = Command::new("wineserver");
        let _ = end.args(["-k", "-w"]).env("WINEPREFIX", &self.prefix).status();
        let _ = std::fs::remove_dir_all(&self.prefix);
    }
}
