//! The parser of the sections of an ASF file; [`super::build`] makes a skeleton of the result.

use super::super::Source;
use super::super::error::LoadError;
use super::super::repeated_keys::RepeatedKeys;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::unit_names::angle_in;
use super::bone::{self, BoneData, Dof};
use super::hierarchy::{self, Link, Names};
use super::words::{rest_of_line, skip_unknown, words};
use crate::take::{Angle, Axis, WarningCode, Warnings};

/// What an ASF file says, in its own units.
#[derive(Debug)]
pub(super) struct Asf<'a> {
    /// The skeleton's name; often that of the program which wrote it.
    pub name: &'a [u8],
    /// The version of the format.
    pub version: &'a [u8],
    /// The lines of `:documentation`, joined.
    pub documentation: String,
    pub units: FileUnits,
    pub root: Root,
    pub bones: Vec<BoneData<'a>>,
    /// The bones by their names.
    pub names: Names,
    /// Which bone hangs from which, parents first.
    pub links: Vec<Link>,
    /// The files below `:skin`, as they are written there.
    pub skins: Vec<&'a [u8]>,
}

/// The multipliers of the `:units` section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FileUnits {
    pub mass: f32,
    pub length: f32,
    pub angle: Angle,
}

/// Where the whole skeleton stands, and in which order its root's values come.
#[derive(Debug)]
pub(super) struct Root {
    /// The order in which the angles of `orientation` are applied.
    pub axis: [Axis; 3],
    pub order: Vec<Dof>,
    pub position: [f32; 3],
    pub orientation: [f32; 3],
}

/// The keywords that the definition knows.
const SECTIONS: [&str; 8] =
    [":version", ":name", ":units", ":documentation", ":root", ":bonedata", ":hierarchy", ":skin"];

fn is_section(word: &Word<'_>) -> bool {
    SECTIONS.iter().any(|keyword| word.is(keyword))
}

/// Whether the first word, behind comments, is a keyword of a skeleton.
pub(super) fn probe(bytes: &[u8]) -> bool {
    let first = words(&Source::new("", bytes)).word();
    first.is_some_and(|word| is_section(&word))
}

/// The files below `:skin`, as they are written there; none where there is no such section.
pub(super) fn skins(bytes: &[u8]) -> Vec<&[u8]> {
    let mut words = words(&Source::new("", bytes));
    let mut skins = Vec::new();
    let mut is_within = false;
    while let Some(word) = words.word() {
        if word.text.starts_with(b":") {
            is_within = word.is(":skin");
        } else {
            words.at = word.at;
        }
        let line = rest_of_line(&mut words);
        if is_within && !line.is_empty() {
            skins.push(line);
        }
    }
    skins
}

/// Reads a whole file. Its sections may stand in any order: the hierarchy is read once all bones
/// are known.
pub(super) fn read<'a>(source: &Source<'a>, warnings: &mut Warnings) -> Result<Asf<'a>, LoadError> {
    let mut reader = Reader {
        source,
        words: words(source),
        warnings,
        units: FileUnits { mass: 1.0, length: 1.0, angle: Angle::Degrees },
        name: b"",
        version: b"",
        documentation: String::new(),
        root: None,
        bones: Vec::new(),
        hierarchy: None,
    };
    reader.sections()?;
    let Reader { mut words, warnings, bones, .. } = reader;
    let Some(root) = reader.root else {
        return Err(words.expected(":root"));
    };
    let Some(hierarchy) = reader.hierarchy else {
        return Err(words.expected(":hierarchy"));
    };
    let names = hierarchy::names(source, &bones, warnings)?;
    words.at = hierarchy;
    let links = hierarchy::read(&mut words, source, &bones, &names, warnings)?;
    Ok(Asf {
        name: reader.name,
        version: reader.version,
        documentation: reader.documentation,
        units: reader.units,
        root,
        bones,
        names,
        links,
        skins: skins(source.bytes),
    })
}

struct Reader<'a, 'r> {
    source: &'r Source<'a>,
    words: Scanner<'a>,
    warnings: &'r mut Warnings,
    units: FileUnits,
    name: &'a [u8],
    version: &'a [u8],
    documentation: String,
    root: Option<Root>,
    bones: Vec<BoneData<'a>>,
    /// Where the hierarchy begins.
    hierarchy: Option<usize>,
}

impl<'a> Reader<'a, '_> {
    fn sections(&mut self) -> Result<(), LoadError> {
        while let Some(word) = self.words.word() {
            if word.is(":version") {
                self.version(&word);
            } else if word.is(":name") {
                self.name = rest_of_line(&mut self.words);
            } else if word.is(":units") {
                self.units()?;
            } else if word.is(":documentation") {
                self.documentation();
            } else if word.is(":root") {
                self.root(&word)?;
            } else if word.is(":bonedata") {
                self.bonedata()?;
            } else if word.is(":hierarchy") {
                if self.hierarchy.is_some() {
                    return Err(self.second(&word));
                }
                self.hierarchy = Some(self.words.at);
                self.skip_section();
            } else if word.is(":skin") {
                self.skip_section();
            } else if word.text.starts_with(b":") {
                self.skips(&word);
                self.skip_section();
            } else {
                self.skips(&word);
            }
        }
        Ok(())
    }

    fn second(&self, word: &Word<'_>) -> LoadError {
        let message = format!("there is a second {}", word.shown());
        LoadError::contradiction(self.source, word.at, message)
    }

    /// Skips what nobody here knows, as the definition asks for.
    fn skips(&mut self, word: &Word<'_>) {
        skip_unknown(&mut self.words, word, self.warnings);
    }

    /// Skips to the line of the next known keyword.
    fn skip_section(&mut self) {
        self.words.skip_line();
        while let Some(word) = self.words.peek() {
            if word.text.starts_with(b":") {
                return;
            }
            self.words.at = word.at;
            self.words.skip_line();
        }
    }

    /// The next word of a section; `None` where the next section begins.
    fn key(&mut self) -> Option<Word<'a>> {
        let next = self.words.peek()?;
        if next.text.starts_with(b":") {
            return None;
        }
        self.words.word()
    }

    fn version(&mut self, word: &Word<'a>) {
        self.version = rest_of_line(&mut self.words);
        let version = std::str::from_utf8(self.version).ok();
        let version: Option<f32> = version.and_then(|text| text.parse().ok());
        if version.is_none_or(|version| version > 1.1) {
            let message = format!("version {} is read as version 1.10", quoted(self.version));
            let words = self.words;
            self.warnings.add_at(WarningCode::ValueAssumed, || words.place(word.at), message);
        }
    }

    fn units(&mut self) -> Result<(), LoadError> {
        let mut once = RepeatedKeys::new();
        while let Some(key) = self.key() {
            let keys = ["mass", "length", "angle"];
            once.tell_of(&keys, &key, &self.words, self.warnings);
            if key.is("mass") {
                self.units.mass = self.factor("the unit of mass")?;
            } else if key.is("length") {
                self.units.length = self.factor("the unit of length")?;
            } else if key.is("angle") {
                let before = self.words;
                self.units.angle = match self.words.word().and_then(|word| angle_in(word.text)) {
                    Some(angle) => angle,
                    None => return Err(before.expected("deg or rad for the unit of angle")),
                };
            } else {
                self.skips(&key);
            }
        }
        Ok(())
    }

    /// A number that others are multiplied with.
    fn factor(&mut self, what: &str) -> Result<f32, LoadError> {
        let before = self.words;
        let factor = self.words.number(what)?;
        if (1e-9..=1e9).contains(&factor) {
            Ok(factor)
        } else {
            Err(before.expected(format!("a number above 0 for {what}")))
        }
    }

    /// Every line up to the next known keyword.
    fn documentation(&mut self) {
        loop {
            let line = rest_of_line(&mut self.words);
            if !(line.is_empty() || self.documentation.is_empty()) {
                self.documentation.push(' ');
            }
            self.documentation += &String::from_utf8_lossy(line);
            match self.words.peek() {
                Some(word) if !is_section(&word) => self.words.at = word.at,
                _ => break,
            }
        }
    }

    fn root(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        if self.root.is_some() {
            return Err(self.second(word));
        }
        let mut axis = None;
        let mut root =
            Root { axis: Axis::ALL, order: Vec::new(), position: [0.0; 3], orientation: [0.0; 3] };
        let mut once = RepeatedKeys::new();
        while let Some(key) = self.key() {
            let keys = ["axis", "order", "position", "orientation"];
            once.tell_of(&keys, &key, &self.words, self.warnings);
            if key.is("axis") {
                axis = Some(bone::rotation_order(&mut self.words, ":root")?);
            } else if key.is("order") {
                root.order = bone::dofs(&mut self.words, self.source)?;
                if root.order.is_empty() {
                    return Err(self.words.expected("tx, ty, tz, rx, ry or rz for the root"));
                }
                if root.order.contains(&Dof::Stretch) {
                    let message = "the root is no bone: it has no length that l could change";
                    return Err(LoadError::contradiction(self.source, key.at, message));
                }
            } else if key.is("position") {
                root.position = self.words.vector("position")?;
            } else if key.is("orientation") {
                root.orientation = self.words.vector("orientation")?;
            } else {
                bone::not_a_number(&self.words, &key, "the root")?;
                self.skips(&key);
            }
        }
        if root.order.is_empty() {
            return Err(self.words.expected("the order of the root's values in :root"));
        }
        if axis.is_none() && root.orientation != [0.0; 3] {
            let message = "the root has an orientation without an axis: its order XYZ is assumed";
            let words = self.words;
            self.warnings.add_at(WarningCode::ValueAssumed, || words.place(word.at), message);
        }
        root.axis = axis.unwrap_or(root.axis);
        self.root = Some(root);
        Ok(())
    }

    fn bonedata(&mut self) -> Result<(), LoadError> {
        while let Some(key) = self.key() {
            if key.is("begin") {
                let bone = bone::read(&mut self.words, self.source, &key, self.warnings)?;
                self.bones.push(bone);
            } else {
                bone::not_a_number(&self.words, &key, "the bone before")?;
                self.skips(&key);
            }
        }
        Ok(())
    }
}
