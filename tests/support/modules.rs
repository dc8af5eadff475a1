//! Which modules of the project use which others.

use std::collections::{BTreeMap, BTreeSet};

use super::source::SourceFile;

/// For each module, by its path below the crate, those that it uses.
pub struct ModuleGraph {
    pub uses: BTreeMap<String, BTreeSet<String>>,
}

impl ModuleGraph {
    /// The modules of these files, without their tests. What a parent takes from its children to offer it
    /// as its own is no use of them; whoever takes it from the parent uses the child.
    pub fn of(files: &[SourceFile]) -> Self {
        let files: Vec<(String, SourceFile, SourceFile)> = files
            .iter()
            .filter(|file| !["lib", "main"].contains(&file.module()))
            .map(|file| {
                let (offered, rest) = reexports(&file.without_tests());
                let parse = |text: String| SourceFile::new(&file.path, text);
                (module_path(&file.path), parse(offered), parse(rest))
            })
            .collect();
        let mut resolve = Resolve {
            modules: files.iter().map(|(module, ..)| module.clone()).collect(),
            offered: BTreeMap::new(),
        };
        for (module, offered, _) in &files {
            for path in offered.paths() {
                if let Some((from, name)) = resolve.target(module, &path) {
                    let offered = resolve.offered.entry(module.clone()).or_default();
                    offered.insert(name, from);
                }
            }
        }
        let uses = files.iter().map(|(module, _, file)| {
            let used = file.paths().into_iter().filter_map(|path| {
                let (mut target, name) = resolve.target(module, &path)?;
                while let Some(from) = resolve.offered.get(&target).and_then(|o| o.get(&name)) {
                    target.clone_from(from);
                }
                (target != *module).then_some(target)
            });
            (module.clone(), used.collect())
        });
        Self { uses: uses.collect() }
    }

    /// Leaves out every module that is on no circle, nor between two.
    pub fn keep_circles(&mut self) {
        loop {
            let used: BTreeSet<String> = self.uses.values().flatten().cloned().collect();
            let before = self.uses.len();
            self.uses.retain(|module, uses| !uses.is_empty() && used.contains(module));
            let left: BTreeSet<String> = self.uses.keys().cloned().collect();
            for uses in self.uses.values_mut() {
                uses.retain(|module| left.contains(module));
            }
            if self.uses.len() == before {
                return;
            }
        }
    }
}

struct Resolve {
    modules: BTreeSet<String>,
    /// For each module, the names that it offers, with the modules that these come from.
    offered: BTreeMap<String, BTreeMap<String, String>>,
}

impl Resolve {
    /// The module that a path leads to from within another one, and the name that is meant there.
    fn target(&self, from: &str, path: &[String]) -> Option<(String, String)> {
        let ups = path.iter().take_while(|word| *word == "super").count();
        let mut base: Vec<&str> = from.split("::").collect();
        let rest = match path.first()?.as_str() {
            "crate" => {
                base.clear();
                &path[1..]
            }
            "super" => {
                base.truncate(base.len().checked_sub(ups)?);
                &path[ups..]
            }
            "self" => &path[1..],
            child => {
                let child = format!("{from}::{child}");
                self.modules.contains(&child).then_some(())?;
                path
            }
        };
        base.extend(rest.iter().map(String::as_str));
        let prefix = |count: usize| base[..count].join("::");
        let found = (1..=base.len()).rev().find(|n| self.modules.contains(&prefix(*n)))?;
        let name = base.get(found).copied().unwrap_or_default();
        Some((prefix(found), name.to_string()))
    }
}

/// `a::b` for `a/b.rs` and `a/b/mod.rs`.
fn module_path(file: &str) -> String {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.replace('/', "::")
}

/// What a text offers from elsewhere by `pub use`, and the rest of it.
fn reexports(text: &str) -> (String, String) {
    let (mut offered, mut rest) = (String::new(), String::new());
    let mut is_offering = false;
    for line in text.split_inclusive('\n') {
        is_offering |= line.starts_with("pub use ") || line.starts_with("pub(super) use ");
        if is_offering {
            offered.push_str(line)
        } else {
            rest.push_str(line)
        }
        is_offering &= !line.trim_end().ends_with(';');
    }
    (offered, rest)
}
