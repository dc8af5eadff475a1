//! The error messages for frames of an AMC file.

use super::super::super::error::LoadError;
use super::super::super::scanner::{Scanner, Word, quoted};
use super::super::build::Slot;
use super::Reader;

impl Reader<'_, '_> {
    pub(super) fn expected(&self, what: impl Into<String>) -> LoadError {
        let scan = Scanner::new(self.source).at(self.at);
        scan.expected_number(what)
    }

    pub(super) fn no_number(
        &self,
        owner: usize,
        index: usize,
        name: &[u8],
        frame: &Word<'_>,
    ) -> LoadError {
        let order = match owner.checked_sub(1) {
            None => &self.asf.root.order,
            Some(bone) => &self.asf.bones[bone].dof,
        };
        let dof = order[index].word();
        let (name, frame) = (quoted(name), frame.shown());
        let what = format!("a number for {dof} of {name} in frame {frame}");
        if self.ends_line() {
            let scan = Scanner::new(self.source);
            return scan.expected_at(self.at, what, "the end of the line");
        }
        self.expected(what)
    }

    /// What to do where motion and skeleton do not fit.
    pub(super) fn other_skeleton(&self) -> String {
        format!(
            "{} may be the skeleton of another take; name the right one with --skeleton",
            self.asf_name
        )
    }

    pub(super) fn unknown(&self) -> LoadError {
        let error = self.expected(format!("a bone of {}", self.asf_name));
        error.hint(self.other_skeleton())
    }

    pub(super) fn twice(&self, name: &[u8], frame: &Word<'_>) -> LoadError {
        let message = format!("{} stands twice in frame {}", quoted(name), frame.shown());
        LoadError::contradiction(self.source, self.at - name.len(), message)
    }

    pub(super) fn left_out(&self, frame: &Word<'_>) -> LoadError {
        let owners = self.slots.iter().zip(&self.last_try);
        let missing =
            |(slots, seen): (&Vec<Slot>, &usize)| !slots.is_empty() && *seen != self.tries;
        let name = match owners.map(missing).position(|is| is) {
            None | Some(0) => &b"root"[..],
            Some(owner) => self.asf.bones[owner - 1].name,
        };
        let (name, number) = (quoted(name), frame.shown());
        let message = format!("frame {number} leaves out {name} of {}", self.asf_name);
        let error = LoadError::contradiction(self.source, frame.at, message);
        match self.count {
            0 => error.hint(self.other_skeleton()),
            _ => error.hint("every frame must have every bone that has a dof"),
        }
    }

    /// The last frame of a file that was cut off. Where it is the only one, nothing tells it from one
    /// of another skeleton.
    pub(super) fn broken_off(&self, frame: &Word<'_>) -> LoadError {
        if self.count == 0 {
            return self.left_out(frame);
        }
        let message = format!("frame {} breaks off", frame.shown());
        LoadError::contradiction(self.source, frame.at, message)
    }
}
