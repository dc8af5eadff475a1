//! The pages of `--help` taken apart, and made into man pages.

use std::fmt::Write as _;

use super::completions;
use super::help;

/// A page of `--help`.
pub(super) struct Page {
    /// The command that it is about; `None` for the program.
    pub command: Option<&'static str>,
    /// How it is called, each with what that does where the page says so.
    pub calls: Vec<Entry>,
    /// What it says before the first list.
    pub paragraphs: Vec<String>,
    /// What can be asked for.
    pub options: Vec<Entry>,
    /// How a run ends.
    pub exit_codes: Vec<Entry>,
    /// Calls that a reader may begin with.
    pub examples: Vec<&'static str>,
}

/// A term of a list with what is said of it.
#[derive(Clone)]
pub(super) struct Entry {
    /// What is typed.
    pub term: &'static str,
    /// What it means; empty where the page leaves it to the rest of it.
    pub text: String,
}

/// The lists of a page, as their headings name them.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Beginning,
    Options,
    ExitCodes,
    Examples,
}

impl Section {
    fn with_heading(line: &str) -> Option<Self> {
        match line {
            "Options" => Some(Self::Options),
            "Exit codes" => Some(Self::ExitCodes),
            "Examples" => Some(Self::Examples),
            _ => None,
        }
    }
}

impl Page {
    fn of(command: Option<&'static str>, text: &'static str) -> Self {
        let mut page = Self {
            command,
            calls: Vec::new(),
            paragraphs: Vec::new(),
            options: Vec::new(),
            exit_codes: Vec::new(),
            examples: Vec::new(),
        };
        let mut section = Section::Beginning;
        let mut goes_on = false;
        for line in text.lines() {
            if let Some(next) = Section::with_heading(line) {
                section = next;
                continue;
            }
            let words = line.trim_start();
            if words.is_empty() {
                goes_on = false;
                continue;
            }
            let indent = line.len() - words.len();
            match section {
                Section::Beginning if indent == 0 && words.starts_with("rushes ") => {
                    page.calls.push(Entry::of(words));
                }
                Section::Beginning if indent == 0 => {
                    match page.paragraphs.last_mut().filter(|_| goes_on) {
                        Some(paragraph) => join(paragraph, words),
                        None => page.paragraphs.push(words.to_string()),
                    }
                    goes_on = true;
                }
                Section::Beginning => add(&mut page.calls, indent, words),
                Section::Options => add(&mut page.options, indent, words),
                Section::ExitCodes => add(&mut page.exit_codes, indent, words),
                Section::Examples => page.examples.push(words),
            }
        }
        page
    }

    /// What its man page is called, without the section.
    fn name(&self) -> String {
        match self.command {
            Some(command) => format!("rushes-{command}"),
            None => "rushes".to_string(),
        }
    }

    /// The page as `man` reads it, with what it is about, and where to find all others.
    fn roff(&self, one_line: &str, all: &[(Page, String)]) -> String {
        let name = self.name();
        let mut out = String::from(".\\\" Made from the pages of --help by 'make pages'.\n");
        let title = name.to_uppercase();
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(out, ".TH {title} 1 \"\" \"rushes {version}\" \"Rushes\"");
        let _ = writeln!(out, ".SH NAME\n{name} \\- {}", escaped(one_line));
        out += ".SH SYNOPSIS\n.nf\n";
        for call in &self.calls {
            let _ = writeln!(out, "{}", escaped(call.term));
        }
        out += ".fi\n.SH DESCRIPTION\n";
        let paragraphs = self.paragraphs.iter().map(|text| escaped(text));
        out += &paragraphs.collect::<Vec<_>>().join("\n.PP\n");
        out += "\n";
        let commands: Vec<Entry> = self
            .calls
            .iter()
            .filter(|call| !call.text.is_empty())
            .cloned()
            .collect();
        for (heading, entries) in [
            ("COMMANDS", &commands),
            ("OPTIONS", &self.options),
            ("EXIT STATUS", &self.exit_codes),
        ] {
            if !entries.is_empty() {
                let _ = writeln!(out, ".SH {heading}");
            }
            for Entry { term, text } in entries {
                let _ = writeln!(out, ".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(text));
            }
        }
        out += ".SH EXAMPLES\n.nf\n";
        for example in &self.examples {
            let _ = writeln!(out, "{}", escaped(example));
        }
        out += ".fi\n.SH SEE ALSO\n";
        let others = all.iter().map(|(page, _)| page.name());
        let others = others.filter(|other| *other != name);
        let others: Vec<String> = others
            .map(|other| format!(".BR {} (1)", escaped(&other)))
            .collect();
        out += &others.join(",\n");
        out += "\n";
        out
    }
}

impl Entry {
    /// Two spaces part a term from what is said of it.
    fn of(words: &'static str) -> Self {
        let (term, text) = words.split_once("  ").unwrap_or((words, ""));
        Self {
            term,
            text: text.trim().to_string(),
        }
    }
}

/// Adds a line of a list: a term is indented by two or four, what goes on is indented further.
fn add(entries: &mut Vec<Entry>, indent: usize, words: &'static str) {
    match entries.last_mut().filter(|_| indent > 4) {
        Some(entry) => join(&mut entry.text, words),
        None => entries.push(Entry::of(words)),
    }
}

fn join(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// Text in which `man` finds no request of its own.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    match text.starts_with(['.', '\'']) {
        true => format!("\\&{text}"),
        false => text,
    }
}

/// All pages, each with what it is about in a few words.
fn pages() -> Vec<(Page, String)> {
    let window = Page::of(None, help::WINDOW);
    let about = |command: &str| {
        let call = window
            .calls
            .iter()
            .find(|call| call.term.split(' ').nth(1) == Some(command));
        call.expect("the first page names every command")
            .text
            .clone()
    };
    let mut pages: Vec<(Page, String)> = help::COMMANDS
        .iter()
        .map(|&(command, text)| (Page::of(Some(command), text), about(command)))
        .collect();
    let first = "play motion-capture takes as stick figures".to_string();
    pages.insert(0, (window, first));
    pages
}

/// The man pages and the shells' completions, each with the name of its file.
pub fn shipped() -> Vec<(String, String)> {
    let pages = pages();
    let mut files: Vec<(String, String)> = pages
        .iter()
        .map(|(page, one_line)| (format!("{}.1", page.name()), page.roff(one_line, &pages)))
        .collect();
    files.extend(completions::all(&pages));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart_without_a_loss() {
        for (page, _) in pages() {
            let text = match page.command {
                Some(command) => help::page(command),
                None => help::WINDOW,
            };
            let mut words: Vec<&str> = text.split_whitespace().collect();
            let mut ours = String::new();
            for Entry { term, text } in page
                .calls
                .iter()
                .chain(&page.options)
                .chain(&page.exit_codes)
            {
                let _ = write!(ours, " {term} {text}");
            }
            ours += " ";
            ours += &page.paragraphs.join(" ");
            ours += " ";
            ours += &page.examples.join(" ");
            ours += " Options Examples";
            if page.command.is_none() {
                ours += " Exit codes";
            }
            let mut ours: Vec<&str> = ours.split_whitespace().collect();
            words.sort_unstable();
            ours.sort_unstable();
            assert_eq!(ours, words, "{}", page.name());
        }
    }

    #[test]
    fn every_option_has_a_term_and_a_text() {
        for (page, about) in pages() {
            assert!(!about.is_empty() && !page.calls.is_empty());
            for Entry { term, text } in &page.options {
                assert!(term.starts_with('-') && !text.is_empty(), "{term}: {text}");
                // A flag, a short one beside it, and a value.
                let words = term.split(' ').count();
                assert!(words <= 3, "two spaces are missing after '{term}'");
            }
        }
    }

    #[test]
    fn nothing_is_taken_for_a_request() {
        assert_eq!(escaped(".TH \\fB-x"), "\\&.TH \\efB\\-x");
        assert_eq!(escaped("'quoted'"), "\\&'quoted'");
    }
}
