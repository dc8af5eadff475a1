//! Writes the man pages and the shells' completions, from the definition of the command line; and what stands elsewhere
//! of the formats, and the tables of the manual, from those of the code.
//!
//! `cargo run --example make-pages`, or `make pages`.

#[path = "../formats.rs"]
mod formats;
#[path = "../tables.rs"]
mod tables;

use std::fs;
use std::io;
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// Texts, each with what stands in its place.
type Changes = &'static [(&'static str, &'static str)];

/// The shells, each with the name of its file and what is changed in what `clap_complete` generates: it
/// assumes that a program has either files or commands for its arguments, and Rushes has both.
const SHELLS: [(Shell, &str, Changes); 3] = [
    (
        Shell::Bash,
        "rushes.bash",
        // Past the command, a word that begins no option is a file, which is bash's default.
        &[
            (" || ${COMP_CWORD} -eq 2 ]]", " ]]"),
            // But for help, behind which a command stands.
            (
                " help\"\n            if [[ ${cur} == -* ]]",
                " help\"\n            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]]",
            ),
            ("esac\n            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )\n", "esac\n"),
        ],
    ),
    (
        Shell::Zsh,
        "_rushes",
        // The first word is a file or a command, not a file and then a command.
        &[
            ("'::paths -- Takes, folders of takes, or a session (.rushes):_files' \\\n", ""),
            ("$line[2]", "$line[1]"),
            (
                "'rushes commands' commands \"$@\"\n",
                "'rushes commands' commands \"$@\"\n    _files\n",
            ),
            ("        esac\n    ;;", "            (*) _files ;;\n        esac\n    ;;"),
        ],
    ),
    (Shell::Fish, "rushes.fish", &[]),
];

/// The project.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> io::Result<()> {
    for (path, text) in files()? {
        let path = Path::new(ROOT).join(path);
        // What depends on a file is built again where it was written.
        if fs::read(&path).ok().as_ref() != Some(&text) {
            fs::write(path, text)?;
        }
    }
    Ok(())
}

/// Everything that is made, each with the path of its file in the project.
pub fn files() -> io::Result<Vec<(String, Vec<u8>)>> {
    let pages = pages()?.into_iter();
    let mut files: Vec<(String, Vec<u8>)> =
        pages.map(|(name, text)| (format!("assets/linux/pages/{name}"), text)).collect();
    files.extend(formats::files(Path::new(ROOT))?);
    Ok(files)
}

/// The man pages and the completions, each with the name of its file.
pub fn pages() -> io::Result<Vec<(String, Vec<u8>)>> {
    // A page of its own for `rushes help` would say nothing that `rushes` does not.
    let mut described = rushes::cli::command().disable_help_subcommand(true);
    described.build();
    let mut pages = vec![page(&described)?];
    for command in described.get_subcommands() {
        pages.push(page(command)?);
    }
    let mut rushes = rushes::cli::command();
    rushes.build();
    for (shell, name, changes) in SHELLS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut rushes, "rushes", &mut text);
        let mut text = String::from_utf8(text).map_err(io::Error::other)?;
        for (from, to) in changes {
            assert!(text.contains(from), "{name} has changed: {from}");
            text = text.replace(from, to);
        }
        pages.push((name.to_string(), text.into_bytes()));
    }
    Ok(pages)
}

/// When the pages were last looked through; readers of man pages want a date.
const DATE: &str = "2026-11-23";

/// The man page of a command. What its help says below the options is part of the description; lists
/// there are sections of their own.
fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone().mut_args(with_values_in_line))
        .source(format!("rushes {version}"))
        .date(DATE)
        .manual("Rushes");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    let notes = command.get_after_help().map(ToString::to_string);
    let notes = notes.unwrap_or_default();
    let (lists, prose): (Vec<&str>, Vec<&str>) =
        notes.split("\n\n").partition(|paragraph| paragraph.contains(":\n"));
    let mut roff = Roff::new();
    for paragraph in prose.into_iter().filter(|text| !text.is_empty()) {
        roff.control("PP", []).text([roman(paragraph)]);
    }
    roff.to_writer(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    for list in lists {
        let (heading, lines) = list.split_once(":\n").unwrap_or_default();
        roff.control("SH", [heading.to_uppercase().as_str()]);
        match heading {
            "Examples" => {
                roff.control("nf", []);
                for line in lines.lines() {
                    roff.text([roman(line.trim_start())]);
                }
                roff.control("fi", []);
            }
            _ => items(&mut roff, lines),
        }
    }
    if !command.has_subcommands() {
        roff.control("SH", ["SEE ALSO"]).text([roman("rushes(1)")]);
    }
    roff.to_writer(&mut text)?;
    Ok((man.get_filename(), text))
}

/// The words that an option takes as a part of its help: as the library sets them, mandoc complains.
fn with_values_in_line(option: Arg) -> Arg {
    let values = option.get_possible_values();
    let words: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    if words.is_empty() || !option.get_action().takes_values() {
        return option;
    }
    let help = option.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let help = format!("{help} [possible values: {}]", words.join(", "));
    option.help(help).hide_possible_values(true)
}

/// A list of what begins with its name: `  name     what it is`, with further lines below the text; a
/// line without a name is a sentence of its own.
fn items(roff: &mut Roff, lines: &str) {
    for (i, line) in lines.lines().enumerate() {
        let is_continued = i == 0 || line.starts_with("     ");
        match line.trim_start().split_once("  ") {
            None if is_continued => roff.text([roman(line.trim_start())]),
            Some(_) if line.starts_with("     ") => roff.text([roman(line.trim_start())]),
            Some((name, text)) => {
                roff.control("TP", []).text([bold(name)]).text([roman(text.trim_start())])
            }
            None => roff.control("PP", []).text([roman(line.trim_start())]),
        };
    }
}
