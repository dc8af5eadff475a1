//! The parser of the sections of an ASF file; [`super::build`] makes a skeleton of the result.

use std::collections::{HashMap, HashSet};

use super::super::Source;
use super::super::error::LoadError;
use super::super::scanner::Reader;
use super::super::stated::RepeatedKeys;
use super::super::unit_names::angle_in;
use super::super::word::{Word, plain, quoted};
use super::bone::{self, BoneData, Dof};
use super::words::{rest_of_line, skip_unknown, words};
use crate::take::{Angle, Axis, WarningCode};

/// What an ASF file says, in its own units.
pub(super) struct Asf<'a> {
    /// The skeleton's name; often that of the program which wrote it.
    pub name: &'a [u8],
    pub version: &'a [u8],
    pub documentation: String,
    pub units: FileUnits,
    pub root: Root,
    pub bones: Vec<BoneData<'a>>,
    pub names: BoneNames,
    /// Which bone hangs from which, parents first.
    pub links: Vec<Link>,
    pub skins: Vec<&'a [u8]>,
}

pub(super) struct FileUnits {
    pub mass: f32,
    pub length: f32,
    pub angle: Angle,
}

pub(super) struct Link {
    /// `None` for the root, which is no bone.
    pub parent: Option<usize>,
    pub child: usize,
}

/// The indices of bones by their names in lower case. The root is no bone.
pub(super) type BoneNames = HashMap<Box<[u8]>, usize>;

/// Where the whole skeleton stands, and in which order its root's values come.
pub(super) struct Root {
    /// The order in which the angles of `orientation` are applied.
    pub axis: [Axis; 3],
    pub order: Vec<Dof>,
    pub position: [f32; 3],
    pub orientation: [f32; 3],
}

const SECTIONS: [&str; 8] =
    [":version", ":name", ":units", ":documentation", ":root", ":bonedata", ":hierarchy", ":skin"];

fn is_section(word: &Word<'_>) -> bool {
    SECTIONS.iter().any(|keyword| word.is(keyword))
}

pub(super) fn probe(bytes: &[u8]) -> bool {
    words(&Source::new("", bytes)).word().is_some_and(|word| is_section(&word))
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

/// Reads sections in any order: the hierarchy is read once all bones are known.
pub(super) fn read<'a>(reader: &mut Reader<'a>) -> Result<Asf<'a>, LoadError> {
    let root =
        Root { axis: Axis::ALL, order: Vec::new(), position: [0.0; 3], orientation: [0.0; 3] };
    let asf = Asf {
        name: b"",
        version: b"",
        documentation: String::new(),
        units: FileUnits { mass: 1.0, length: 1.0, angle: Angle::Degrees },
        root,
        bones: Vec::new(),
        names: BoneNames::new(),
        links: Vec::new(),
        skins: skins(reader.scan.source.bytes),
    };
    let mut sections = SectionReader { reader, asf, hierarchy_at: None };
    sections.read()?;
    let SectionReader { reader, mut asf, hierarchy_at } = sections;
    if asf.root.order.is_empty() {
        return Err(reader.scan.expected(":root"));
    }
    let Some(hierarchy_at) = hierarchy_at else { return Err(reader.scan.expected(":hierarchy")) };
    asf.names = bone_names(&asf.bones, reader)?;
    reader.scan.at = hierarchy_at;
    asf.links = read_hierarchy(&asf.bones, &asf.names, reader)?;
    Ok(asf)
}

struct SectionReader<'a, 'r> {
    reader: &'r mut Reader<'a>,
    asf: Asf<'a>,
    hierarchy_at: Option<usize>,
}

impl<'a> SectionReader<'a, '_> {
    fn read(&mut self) -> Result<(), LoadError> {
        while let Some(word) = self.reader.scan.word() {
            if word.is(":version") {
                self.version(&word);
            } else if word.is(":name") {
                self.asf.name = rest_of_line(&mut self.reader.scan);
            } else if word.is(":units") {
                self.units()?;
            } else if word.is(":documentation") {
                self.documentation();
            } else if word.is(":root") {
                self.root(&word)?;
            } else if word.is(":bonedata") {
                self.bonedata()?;
            } else if word.is(":hierarchy") {
                if self.hierarchy_at.replace(self.reader.scan.at).is_some() {
                    return Err(self.second(&word));
                }
                self.skip_section();
            } else if word.is(":skin") {
                self.skip_section();
            } else if word.text.starts_with(b":") {
                self.skip(&word);
                self.skip_section();
            } else {
                self.skip(&word);
            }
        }
        Ok(())
    }

    fn second(&self, word: &Word<'_>) -> LoadError {
        let message = format!("there is a second {}", word.shown());
        self.reader.scan.contradiction(word.at, message)
    }

    fn warn(&mut self, at: usize, message: impl Into<String>) {
        self.reader.warn(WarningCode::ValueAssumed, at, message);
    }

    fn skip(&mut self, word: &Word<'_>) {
        skip_unknown(self.reader, word);
    }

    /// Skips to the line of the next known keyword.
    fn skip_section(&mut self) {
        self.reader.scan.skip_line();
        while let Some(word) = self.reader.scan.peek() {
            if word.text.starts_with(b":") {
                return;
            }
            self.reader.scan.at = word.at;
            self.reader.scan.skip_line();
        }
    }

    /// The next word of a section; `None` where the next section begins.
    fn key(&mut self) -> Option<Word<'a>> {
        if self.reader.scan.peek()?.text.starts_with(b":") { None } else { self.reader.scan.word() }
    }

    fn version(&mut self, word: &Word<'a>) {
        let version = rest_of_line(&mut self.reader.scan);
        self.asf.version = version;
        let text = std::str::from_utf8(version).unwrap_or_default();
        if text.parse::<f32>().ok().is_none_or(|version| version > 1.1) {
            let version = quoted(version);
            self.warn(word.at, format!("version {version} is read as version 1.10"));
        }
    }

    fn units(&mut self) -> Result<(), LoadError> {
        let mut keys = RepeatedKeys::new();
        while let Some(key) = self.key() {
            keys.add_known(&["mass", "length", "angle"], &key, self.reader);
            if key.is("mass") {
                self.asf.units.mass = self.factor("the unit of mass")?;
            } else if key.is("length") {
                self.asf.units.length = self.factor("the unit of length")?;
            } else if key.is("angle") {
                let before = self.reader.scan;
                let angle = self.reader.scan.word().and_then(|word| angle_in(word.text));
                let expected = || before.expected("deg or rad for the unit of angle");
                self.asf.units.angle = angle.ok_or_else(expected)?;
            } else {
                self.skip(&key);
            }
        }
        Ok(())
    }

    fn factor(&mut self, what: &str) -> Result<f32, LoadError> {
        let before = self.reader.scan;
        let factor = self.reader.scan.number(what)?;
        if (1e-9..=1e9).contains(&factor) {
            Ok(factor)
        } else {
            Err(before.expected(format!("a number above 0 for {what}")))
        }
    }

    fn documentation(&mut self) {
        let text = &mut self.asf.documentation;
        loop {
            let line = rest_of_line(&mut self.reader.scan);
            if !(line.is_empty() || text.is_empty()) {
                text.push(' ');
            }
            *text += &String::from_utf8_lossy(line);
            match self.reader.scan.peek() {
                Some(word) if !is_section(&word) => self.reader.scan.at = word.at,
                _ => break,
            }
        }
    }

    fn root(&mut self, word: &Word<'_>) -> Result<(), LoadError> {
        if !self.asf.root.order.is_empty() {
            return Err(self.second(word));
        }
        let mut axis = None;
        let mut keys = RepeatedKeys::new();
        while let Some(key) = self.key() {
            let known = ["axis", "order", "position", "orientation"];
            keys.add_known(&known, &key, self.reader);
            if key.is("axis") {
                axis = Some(bone::rotation_order(&mut self.reader.scan, ":root")?);
            } else if key.is("order") {
                let order = bone::dofs(&mut self.reader.scan)?;
                if order.is_empty() {
                    return Err(self.reader.scan.expected("tx, ty, tz, rx, ry or rz for the root"));
                }
                if order.contains(&Dof::Length) {
                    let message = "the root is no bone: it has no length that l could change";
                    return Err(self.reader.scan.contradiction(key.at, message));
                }
                self.asf.root.order = order;
            } else if key.is("position") {
                self.asf.root.position = self.reader.scan.vector("position")?;
            } else if key.is("orientation") {
                self.asf.root.orientation = self.reader.scan.vector("orientation")?;
            } else {
                bone::refuse_number(&self.reader.scan, &key, "the root")?;
                self.skip(&key);
            }
        }
        if self.asf.root.order.is_empty() {
            return Err(self.reader.scan.expected("the order of the root's values in :root"));
        }
        if axis.is_none() && self.asf.root.orientation != [0.0; 3] {
            let message = "the root has an orientation without an axis: its order XYZ is assumed";
            self.warn(word.at, message);
        }
        self.asf.root.axis = axis.unwrap_or(Axis::ALL);
        Ok(())
    }

    fn bonedata(&mut self) -> Result<(), LoadError> {
        while let Some(key) = self.key() {
            if key.is("begin") {
                self.asf.bones.push(bone::read(self.reader, &key)?);
            } else {
                bone::refuse_number(&self.reader.scan, &key, "the bone before")?;
                self.skip(&key);
            }
        }
        Ok(())
    }
}

/// The bones by their names, which must be different, also but for their case.
fn bone_names(bones: &[BoneData<'_>], reader: &mut Reader<'_>) -> Result<BoneNames, LoadError> {
    let mut names = BoneNames::with_capacity(bones.len());
    let mut ids = HashSet::new();
    for (index, bone) in bones.iter().enumerate() {
        if is_root(bone.name) {
            let what = "a bone cannot be called \"root\"";
            return Err(reader.scan.contradiction(bone.at, what));
        }
        if names.insert(bone.name.to_ascii_lowercase().into(), index).is_some() {
            let what = format!("there is a second bone called {}", quoted(bone.name));
            return Err(reader.scan.contradiction(bone.at, what));
        }
        reader.warn_of_name(&plain(bone.name), bone.at);
        if bone.id.is_some_and(|id| !ids.insert(id)) {
            let message = "two bones have the same id: they are told apart by their names";
            reader.warn(WarningCode::NameRepeated, bone.at, message);
        }
    }
    Ok(names)
}

fn is_root(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"root")
}

/// Reads lines of a parent and its children, between `begin` and `end`.
fn read_hierarchy(
    bones: &[BoneData<'_>],
    names: &BoneNames,
    reader: &mut Reader<'_>,
) -> Result<Vec<Link>, LoadError> {
    let start = reader.scan;
    let contradiction = |word: &Word<'_>, what: String| start.contradiction(word.at, what);
    let bone = |word: &Word<'_>| {
        let index = names.get(word.text.to_ascii_lowercase().as_slice()).copied();
        index.ok_or_else(|| contradiction(word, format!("no bone is called {}", word.quoted())))
    };
    let mut links: Vec<Link> = Vec::new();
    let mut is_attached = vec![false; bones.len()];
    reader.scan.take("begin");
    loop {
        let before = reader.scan;
        let Some(word) = reader.scan.word() else {
            let error = before.expected("the end of the hierarchy");
            return Err(error.hint("the file breaks off inside its hierarchy"));
        };
        if word.is("end") && reader.scan.peek_in_line().is_none() {
            break;
        }
        if word.text.starts_with(b":") {
            let message = "the hierarchy has no end: the next keyword ends it";
            reader.warn(WarningCode::LayoutRepaired, word.at, message);
            break;
        }
        let parent = if is_root(word.text) {
            None
        } else {
            let parent = bone(&word)?;
            if !is_attached[parent] {
                let what = format!("{} has children and no parent yet", word.quoted());
                return Err(contradiction(&word, what)
                    .hint("each bone must stand as a child on an earlier line, below the root"));
            }
            Some(parent)
        };
        while let Some(word) = reader.scan.word_in_line() {
            if is_root(word.text) {
                return Err(contradiction(&word, "the root cannot have a parent".into()));
            }
            let child = bone(&word)?;
            if is_attached[child] {
                return Err(contradiction(&word, format!("{} has a second parent", word.quoted())));
            }
            is_attached[child] = true;
            links.push(Link { parent, child });
        }
    }
    for (bone, _) in bones.iter().zip(is_attached).filter(|(_, is)| !is) {
        let message = format!("{} hangs from no bone and is left out", quoted(bone.name));
        reader.warn(WarningCode::BoneLeftOut, bone.at, message);
    }
    Ok(links)
}
