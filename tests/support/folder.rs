//! Folders for what a test writes.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of a test's own, which is gone when the test has passed.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one, whatever the folders of other tests are called.
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("rushes-{name}-{}-{number}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            match std::fs::create_dir(&folder) {
                Ok(()) => return Self(folder),
                // Left by a test that failed, in a process of the same number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => panic!("{}: {error}", folder.display()),
            }
        }
    }

    /// A path in the folder, as the command line takes it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_string()
    }

    /// Writes a file, and the folders that it is in, and returns its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
        std::fs::write(self.0.join(name), text).expect("a temporary file");
        self.path(name)
    }

    /// Writes a program for the shell. Another program does so: what this one has open to be written may be open in those
    /// that other tests start, and then nobody can run it.
    #[cfg(unix)]
    pub fn script(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
        let write = "printf '#!/bin/sh\n%s\n' \"$1\" >\"$0\" && chmod 755 \"$0\"";
        let mut shell = std::process::Command::new("sh");
        let written = shell.args(["-c", write]).arg(path).arg(text).status();
        assert!(written.expect("a shell").success());
    }

    /// Writes a take of one bone that does not move, in so many frames, and returns its path.
    pub fn take(&self, name: &str, frames: usize) -> PathBuf {
        let head = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
                    End Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\n";
        let rows = "0 0 0\n".repeat(frames);
        let motion = format!("Frames: {frames}\nFrame Time: 0.02\n{rows}");
        self.write(name, &(head.to_string() + &motion)).into()
    }

    /// Writes a take of a figure with a head, two arms and two legs, 101 frames at 50 a second, and returns its
    /// path. A row has the place of the hips, their rotations and those of the left and of the right arm.
    pub fn figure(&self, name: &str, row: impl Fn(i32) -> String) -> PathBuf {
        let mut text = String::from(
            "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n\
             CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
             JOINT Head\n{\nOFFSET 0 50 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\n",
        );
        for (side, x) in [("Left", 1), ("Right", -1)] {
            let (arm, leg) = (20 * x, 10 * x);
            text += &format!(
                "JOINT {side}Arm\n{{\nOFFSET {arm} 45 0\nCHANNELS 1 Zrotation\nEnd Site\n{{\nOFFSET {arm} -40 0\n}}\n}}\n\
                 JOINT {side}Leg\n{{\nOFFSET {leg} 0 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 -90 5\n}}\n}}\n"
            );
        }
        let rows: String = (0..101).map(|frame| row(frame) + "\n").collect();
        text += &format!("}}\nMOTION\nFrames: 101\nFrame Time: 0.02\n{rows}");
        self.write(name, &text).into()
    }

    /// The names of what is in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names_in(&self.0)
    }
}

/// The names of what is in a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What a failed test wrote is worth a look.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
