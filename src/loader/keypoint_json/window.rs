//! A large file through a window: texts of some frames each, out of what stands in it one behind the other.
//!
//! ```text
//! file     {"info": …, "frames": [FRAME, FRAME, FRAME, FRAME], "fps": 30}
//! texts    {"info": …, "frames": [FRAME, FRAME]}   {"frames":[ FRAME, FRAME]}   {"frames":[FRAME], "fps": 30}
//! ```
//!
//! What was open where one text ends is closed there, and opened again in the next one. Where nothing but brackets and
//! quotes is looked at, a fault is not seen: it comes up in the text that it is in, as it would in the whole file.

use memchr::memchr2;

use super::super::error::LoadError;
use super::super::text::{is_blank, skip_blanks};
use super::super::{LargeFile, Source};
use super::large;

/// So much is read, at the most, before a text is made of it.
const STEP: usize = 1 << 20;

/// No frame has more bytes.
const MAX_FRAME: usize = 1 << 24;

/// A file, and the text that is made of a part of it.
pub(super) struct Window<'a> {
    source: &'a Source<'a>,
    file: &'a dyn LargeFile,
    /// How many lists and objects are open around a frame: 2 at the most.
    depth: usize,
    /// What is opened again, then the bytes of the file, then what closes it.
    text: Vec<u8>,
    /// What is read and behind the text.
    rest: Vec<u8>,
    /// What the next text begins with.
    opening: Vec<u8>,
    /// The byte of the file that comes behind `rest`.
    read_to: usize,
    is_at_end: bool,
}

/// A part of a file that is a text of its own.
pub(super) struct Part<'a> {
    pub text: &'a [u8],
    /// The byte of the file at which the text would begin, were what is opened again in it there as well.
    pub origin: usize,
}

impl<'a> Window<'a> {
    pub fn new(source: &'a Source<'a>, file: &'a dyn LargeFile, depth: usize) -> Self {
        let [text, rest, opening] = [const { Vec::new() }; 3];
        Self { source, file, depth, text, rest, opening, read_to: 0, is_at_end: false }
    }

    /// The next text; `None` behind the last one.
    ///
    /// # Errors
    /// Where the file cannot be read, or a frame is too large.
    pub fn next_part(&mut self) -> Result<Option<Part<'_>>, LoadError> {
        if self.is_at_end && self.rest.is_empty() {
            return Ok(None);
        }
        self.text.clear();
        self.text.append(&mut self.opening);
        let ahead = self.text.len();
        self.text.append(&mut self.rest);
        let origin = self.read_to - self.text.len();
        let mut cuts = Cuts::new(self.depth);
        loop {
            if cuts.cut.is_none() && self.text.len() - ahead > MAX_FRAME {
                let at = skip_blanks(&self.text, ahead);
                return Err(large::error(self.source, origin + at, |source, at| {
                    let most = MAX_FRAME >> 20;
                    let what = format!(
                        "more than {most} MiB belong together, which is no frame of people"
                    );
                    LoadError::contradiction(source, at, what)
                }));
            }
            let start = self.text.len();
            self.text.resize(start + STEP, 0);
            let read = large::read(self.source, self.file, self.read_to, &mut self.text[start..])?;
            self.text.truncate(start + read);
            self.read_to += read;
            self.is_at_end = read == 0;
            if self.is_at_end {
                break;
            }
            cuts.look_at(&self.text);
            if let Some(cut) = cuts.cut {
                self.cut(cut);
                break;
            }
        }
        Ok(Some(Part { text: &self.text, origin }))
    }

    fn cut(&mut self, cut: Cut) {
        let Cut { at, depth, ref open, key: (from, to) } = cut;
        let open = &open[..depth];
        for (level, &bracket) in open.iter().enumerate() {
            if level > 0 && open[0] == b'{' {
                self.opening.extend_from_slice(&self.text[from..to]);
                self.opening.push(b':');
            }
            self.opening.push(bracket);
        }
        // A comma is in neither.
        let behind = at + usize::from(!open.is_empty());
        self.rest.extend_from_slice(&self.text[behind..]);
        self.text.truncate(at);
        // In ASCII, a bracket that closes is two behind the one that opens.
        self.text.extend(open.iter().rev().map(|bracket| bracket + 2));
    }
}

/// Where a text may end, and what is open there.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// At the comma behind a frame, or behind the outermost value.
    at: usize,
    /// How many lists and objects are open.
    depth: usize,
    /// The brackets of the outermost value and of the one in it, as far as they are open.
    open: [u8; 2],
    /// From where to where the key of the second one goes, with its quotes.
    key: (usize, usize),
}

/// Looks for places to cut a text at.
#[derive(Debug)]
struct Cuts {
    /// How many lists and objects are open where it is cut, at the most.
    most: usize,
    /// Up to here it was looked at.
    at: usize,
    depth: usize,
    open: [u8; 2],
    key: (usize, usize),
    /// Where what is in quotes begins, unless it has ended.
    quote: Option<usize>,
    /// The last byte around frames that is not blank.
    last: u8,
    /// A place to cut at, unless nothing follows.
    next: Option<Cut>,
    /// The last place to cut at.
    cut: Option<Cut>,
}

impl Cuts {
    fn new(most: usize) -> Self {
        let (open, key) = ([0; 2], (0, 0));
        Self { most, at: 0, depth: 0, open, key, quote: None, last: 0, next: None, cut: None }
    }

    /// Looks at what was added to a text.
    fn look_at(&mut self, text: &[u8]) {
        while let Some(&byte) = text.get(self.at) {
            if let Some(start) = self.quote {
                self.pass_quoted(text, start);
            } else if self.depth > self.most {
                self.pass_frame(text);
            } else {
                self.look_around(byte);
            }
        }
    }

    fn pass_quoted(&mut self, text: &[u8], start: usize) {
        match memchr2(b'"', b'\\', &text[self.at..]) {
            None => self.at = text.len(),
            Some(len) if text[self.at + len] == b'"' => {
                self.at += len + 1;
                self.quote = None;
                if self.depth == 1 {
                    self.key = (start, self.at);
                }
            }
            // Whatever is escaped, it is no end.
            Some(len) => self.at += len + 2,
        }
    }

    /// Goes on to the end of a frame, or to quotes in it.
    fn pass_frame(&mut self, text: &[u8]) {
        let start = self.at;
        for (i, &byte) in text[start..].iter().enumerate() {
            match byte {
                b'"' => {
                    self.quote = Some(start + i);
                    self.at = start + i + 1;
                    return;
                }
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => {
                    self.depth -= 1;
                    if self.depth == self.most {
                        self.at = start + i + 1;
                        self.end_value(byte);
                        return;
                    }
                }
                _ => {}
            }
        }
        self.at = text.len();
    }

    /// Takes in a byte around frames.
    fn look_around(&mut self, byte: u8) {
        self.at += 1;
        if is_blank(byte) {
            return;
        }
        if let Some(next) = self.next.take()
            && (next.depth == 0 || !b",]}".contains(&byte))
        {
            self.cut = Some(next);
        }
        match byte {
            b'"' => self.quote = Some(self.at - 1),
            b'[' | b'{' => {
                if let Some(open) = self.open.get_mut(self.depth) {
                    *open = byte;
                }
                self.depth += 1;
            }
            b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                return self.end_value(byte);
            }
            b',' if self.depth > 0 && !b",[{:".contains(&self.last) => {
                self.next = Some(self.cut_at(self.at - 1));
            }
            _ => {}
        }
        self.last = byte;
    }

    /// Takes in that a bracket closed, which may be the outermost one.
    fn end_value(&mut self, bracket: u8) {
        self.last = bracket;
        if self.depth == 0 {
            self.next = Some(self.cut_at(self.at));
        }
    }

    fn cut_at(&self, at: usize) -> Cut {
        Cut { at, depth: self.depth, open: self.open, key: self.key }
    }
}
