//! The `:hierarchy` section of an ASF file: the parent of each bone.

use std::collections::{HashMap, HashSet};

use super::super::Source;
use super::super::error::LoadError;
use super::super::scanner::{Scanner, Word, plain, quoted, tell_of_name};
use super::bone::BoneData;
use super::words::words;
use crate::take::{WarningCode, Warnings};

/// A bone, and the one it hangs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// `None` for the root, which is no bone.
    pub parent: Option<usize>,
    pub child: usize,
}

/// The places of bones by their names in lower case. The root is no bone.
pub(super) type Names = HashMap<Box<[u8]>, usize>;

/// The bones by their names, which must be different, also but for their case.
pub(super) fn names(
    source: &Source<'_>,
    bones: &[BoneData<'_>],
    warnings: &mut Warnings,
) -> Result<Names, LoadError> {
    let mut names = Names::with_capacity(bones.len());
    let mut ids = HashSet::new();
    for (index, bone) in bones.iter().enumerate() {
        let name = bone.name.to_ascii_lowercase().into_boxed_slice();
        if is_root(bone.name) || names.insert(name, index).is_some() {
            let what = if is_root(bone.name) {
                "a bone cannot be called \"root\"".to_string()
            } else {
                format!("there is a second bone called {}", quoted(bone.name))
            };
            return Err(LoadError::contradiction(source, bone.at, what));
        }
        let words = words(source);
        tell_of_name(&plain(bone.name), || words.place(bone.at), warnings);
        if bone.id.is_some_and(|id| !ids.insert(id)) {
            let message = "two bones have the same id: they are told apart by their names";
            warnings.add_at(WarningCode::NameRepeated, || words.place(bone.at), message);
        }
    }
    Ok(names)
}

fn is_root(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"root")
}

/// Reads lines of a parent and its children, between `begin` and `end`.
pub(super) fn read(
    words: &mut Scanner<'_>,
    source: &Source<'_>,
    bones: &[BoneData<'_>],
    names: &Names,
    warnings: &mut Warnings,
) -> Result<Vec<Link>, LoadError> {
    let contradiction =
        |word: &Word<'_>, what: String| LoadError::contradiction(source, word.at, what);
    let bone = |word: &Word<'_>| {
        let name = word.text.to_ascii_lowercase();
        names
            .get(name.as_slice())
            .copied()
            .ok_or_else(|| contradiction(word, format!("no bone is called {}", word.quoted())))
    };
    let mut links: Vec<Link> = Vec::new();
    let mut is_attached = vec![false; bones.len()];
    if words.peek().is_some_and(|word| word.is("begin")) {
        words.word();
    }
    loop {
        let before = *words;
        let Some(word) = words.word() else {
            let error = before.expected("the end of the hierarchy");
            return Err(error.hint("the file breaks off inside its hierarchy"));
        };
        if word.is("end") && words.peek_in_line().is_none() {
            break;
        }
        if word.text.starts_with(b":") {
            let message = "the hierarchy has no end: the next keyword ends it";
            warnings.add_at(WarningCode::LayoutRepaired, || before.place(word.at), message);
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
        while let Some(word) = words.word_in_line() {
            if is_root(word.text) {
                return Err(contradiction(&word, "the root cannot have a parent".into()));
            }
            let child = bone(&word)?;
            if is_attached[child] {
                let what = format!("{} has a second parent", word.quoted());
                return Err(contradiction(&word, what));
            }
            is_attached[child] = true;
            links.push(Link { parent, child });
        }
    }
    for (bone, _) in bones.iter().zip(is_attached).filter(|(_, is)| !is) {
        let message = format!("{} hangs from no bone and is left out", quoted(bone.name));
        warnings.add_at(WarningCode::BoneLeftOut, || words.place(bone.at), message);
    }
    Ok(links)
}
