//! What the documents name is there, and their links lead somewhere.

use std::path::{Path, PathBuf};

use crate::support;

/// Where the manual is.
const MANUAL: &str = "docs";

/// A text for people, and where it is.
struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path);
        Self {
            text: text.unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            path: path.to_path_buf(),
        }
    }

    /// One in the project's root, or in a folder of it.
    fn named(name: &str) -> Self {
        Self::read(&support::root().join(name))
    }

    /// A page of the manual.
    fn page(name: &str) -> Self {
        Self::named(&format!("{MANUAL}/{name}.md"))
    }

    /// The texts for users and for developers.
    fn all() -> Vec<Self> {
        let roots = ["README.md", "CONTRIBUTING.md"].map(Self::named);
        roots.into_iter().chain(pages()).collect()
    }

    /// What stands outside of fences, which have examples.
    fn outside_fences(&self) -> impl Iterator<Item = &str> {
        self.text.split("```").step_by(2)
    }

    /// The lines between fences, and what stands between single backticks in the other lines.
    fn code(&self) -> Vec<&str> {
        let fenced = self.text.split("```").skip(1).step_by(2);
        let quoted = self.outside_fences();
        let quoted = quoted.flat_map(|part| part.split('`').skip(1).step_by(2));
        fenced.flat_map(str::lines).chain(quoted).collect()
    }

    /// Where links and pictures lead, but for addresses of the net. Pictures have a dark and a light file, which
    /// Markdown has no word for.
    fn links(&self) -> impl Iterator<Item = &str> {
        let prose = self.outside_fences();
        let prose = prose.flat_map(|part| part.split('`').step_by(2));
        let marks = [("](", ')'), (" src=\"", '"'), (" srcset=\"", '"')];
        let links = prose.flat_map(move |part| {
            marks.into_iter().flat_map(move |(before, after)| {
                let links = part.split(before).skip(1);
                links.filter_map(move |link| Some(link.split_once(after)?.0))
            })
        });
        links.filter(|link| !link.contains("://"))
    }

    /// The anchors of its headings, as GitHub and mdBook make them.
    fn anchors(&self) -> impl Iterator<Item = String> {
        let lines = self.outside_fences().flat_map(str::lines);
        let headings = lines.filter(|line| line.starts_with('#'));
        let headings = headings.filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
        headings.map(|heading| {
            let joined = heading.to_lowercase().replace(' ', "-");
            let is_kept = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            joined.replace(|c: char| !is_kept(c), "")
        })
    }
}

/// Every page of the manual, and the list of them.
fn pages() -> Vec<Document> {
    let files = support::files(&support::root().join(MANUAL), &["md"]);
    assert!(files.len() >= 20, "only {} pages", files.len());
    files.iter().map(|path| Document::read(path)).collect()
}

#[test]
fn every_subcommand_is_named() {
    let page = Document::page("command-line").text;
    let commands = rushes::cli::command();
    let names: Vec<&str> = commands.get_subcommands().map(|c| c.get_name()).collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        assert!(page.contains(&format!("rushes {name} ")), "{name}");
    }
}

#[test]
fn what_is_read_first_is_short() {
    for (name, most) in [("README.md", 8192), ("CONTRIBUTING.md", 10_240)] {
        let bytes = Document::named(name).text.len();
        assert!(bytes <= most, "{name} has {bytes} bytes, of {most} at most");
    }
}

#[test]
fn every_page_of_the_manual_is_listed() {
    let list = Document::page("SUMMARY").text;
    for page in pages() {
        let name = support::name(&page.path);
        let listed = list.matches(&format!("]({name})")).count();
        assert_eq!(listed, usize::from(name != "SUMMARY.md"), "{name}");
    }
}

#[test]
fn every_picture_of_the_manual_is_shown() {
    let documents = Document::all();
    let shown: Vec<&str> = documents.iter().flat_map(|document| document.links()).collect();
    let pictures = support::files(&support::root().join(MANUAL).join("pictures"), &["png"]);
    for path in &pictures {
        let picture = support::name(path);
        assert!(shown.iter().any(|link| link.ends_with(&picture)), "no page shows {picture}");
    }
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut followed = 0;
    for document in Document::all() {
        let is_page = document.path.starts_with(support::root().join(MANUAL));
        for link in document.links() {
            followed += 1;
            let at = format!("{}: {link}", document.path.display());
            // The book has its pages and nothing beside them.
            assert!(!is_page || !link.starts_with(".."), "{at}");
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => document.path.clone(),
                file => document.path.with_file_name(file),
            };
            assert!(target.exists(), "{at}");
            if !anchor.is_empty() {
                let there = Document::read(&target).anchors().any(|own| own == anchor);
                assert!(there, "{at}: there is no such heading");
            }
        }
    }
    assert!(followed >= 100, "only {followed} links were found");
}

#[test]
fn every_path_that_is_named_exists() {
    const FOLDERS: [&str; 7] =
        [".ci/", "LICENSE/", "assets/", "docs/", "shaders/", "src/", "tests/"];
    let mut named = 0;
    for Document { text, .. } in Document::all() {
        let words = text.split(['`', ' ', '\n', '(', ')', '#']);
        let paths = words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)));
        // `src/loader/<name>.rs` is to be written yet.
        for path in paths.filter(|path| !path.contains('<')) {
            named += 1;
            let path = path.trim_end_matches([':', ',', '.', ';']);
            assert!(support::root().join(path).exists(), "{path}");
        }
    }
    assert!(named >= 40, "only {named} paths were found");
}

#[test]
fn every_make_target_that_is_named_exists() {
    let makefile = Document::named("Makefile").text;
    let mut named = 0;
    for document in Document::all() {
        let code = document.code();
        for arguments in code.iter().filter_map(|c| c.strip_prefix("make ")) {
            let words = arguments.split_whitespace();
            let targets = words.take_while(|word| !word.contains(['=', '#']));
            for target in targets {
                named += 1;
                assert!(makefile.contains(&format!("\n{target}:")), "{target}");
            }
        }
    }
    assert!(named >= 20, "only {named} targets were found");
}
