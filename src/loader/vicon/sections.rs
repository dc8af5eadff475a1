//! The sections of a CSV file of Vicon.

use super::super::number::double;
use super::super::scanner::Word;
use super::super::text::{Line, Lines, is_blank};

/// A part of the file: a line with its name, one with its rate, lines that say what its columns are, and
/// rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section<'a> {
    pub name: Word<'a>,
    /// Rows a second.
    pub rate: Word<'a>,
    /// The byte behind the line of the rate.
    pub start: usize,
    /// Where the next section begins, or the file ends.
    pub end: usize,
}

/// What the sections are called that Vicon's programs write.
const NAMES: [&str; 9] = [
    "Trajectories",
    "Segments",
    "Objects",
    "Joints",
    "Model Outputs",
    "Devices",
    "Events",
    "Bones",
    "Landmarks",
];

/// Whether a text begins with a section of a name that is known.
pub(super) fn begins(text: &[u8], from: usize) -> bool {
    let first = sections(text, from, 1).into_iter().next();
    let is_filled = |line: &Line<'_>| !line.is_blank();
    let line = Lines::of(text, from..text.len()).find(is_filled);
    first.is_some_and(|section| {
        let is_known = NAMES.iter().any(|known| section.name.is(known));
        is_known && line.is_some_and(|line| line.at == section.name.at)
    })
}

/// The sections from byte `from` on, no more than `most`.
pub(super) fn sections(text: &[u8], from: usize, most: usize) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    let mut lines = Lines::of(text, from..text.len());
    while let Some(line) = lines.next() {
        // Rows begin with a number: most of the file is done with after a look at one letter each.
        if !line.text.first().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let (Some(name), Some(next)) = (lone(&line), lines.clone().find(|line| !line.is_blank()))
        else { continue };
        let Some(rate) = lone(&next).filter(|word| double(word.text).is_some()) else { continue };
        if let Some(last) = found.last_mut() {
            last.end = line.at;
        }
        if found.len() == most {
            break;
        }
        found.push(Section { name, rate, start: next.end(), end: text.len() });
    }
    found
}

/// The only field of a line, which a spreadsheet may have filled up with others that are empty.
fn lone<'a>(line: &Line<'a>) -> Option<Word<'a>> {
    let parts = |b: &u8| b",;\t".contains(b);
    let len = line.text.iter().position(parts).unwrap_or(line.text.len());
    let (field, behind) = line.text.split_at(len);
    let is_alone = behind.iter().all(|b| is_blank(*b) || parts(b));
    let word = Word { text: field.trim_ascii_end(), at: line.at };
    (is_alone && !word.text.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\r\nDevices,,\r\n1000,,\r\n,,Force\r\nFrame,Sub Frame,Fx\r\n,,N\r\n1,0,7\r\n\r\n\
                        Trajectories\r\n100\r\n,,A\r\nFrame,Sub Frame,X,Y,Z\r\n,,mm,mm,mm\r\n1,0,1,2,3\r\n";

    #[test]
    fn a_section_is_a_name_by_itself_above_a_number_by_itself() {
        let text = TEXT.as_bytes();
        let found = sections(text, 0, 10);
        let names: Vec<String> = found.iter().map(|section| section.name.shown()).collect();
        assert_eq!(names, ["Devices", "Trajectories"]);
        assert_eq!(found[1].rate.text, b"100");
        assert_eq!(&text[found[0].end..][..12], b"Trajectories");
        assert_eq!(found[1].end, text.len());
        assert!(begins(text, 0));
        for other in ["", "Trajectories\n", "Names\n3\n", "Devices,a\n100\n", "a,b\nEvents\n5\n"] {
            assert!(!begins(other.as_bytes(), 0), "{other}");
        }
    }
}
