//! What shells complete on the command line of Rushes, made from the pages of `--help`.

use std::fmt::Write as _;

use super::pages::{Entry, Page};
use crate::loader::FORMATS;

/// An option as a shell sees it.
struct Flag<'a> {
    short: Option<&'a str>,
    long: &'a str,
    value: Option<Value<'a>>,
    /// The beginning of what the page says of it.
    about: String,
}

/// What stands after an option.
enum Value<'a> {
    /// One of these words.
    OneOf(Vec<&'a str>),
    File,
    /// Something that nobody can guess.
    Other,
}

impl<'a> Value<'a> {
    fn of(word: &'a str) -> Self {
        let is_word = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
        let words: Vec<&str> = word.split('|').filter(is_word).collect();
        match word {
            _ if !words.is_empty() => Self::OneOf(words),
            "FILE" | "FOLDER/" | "OUT.png" => Self::File,
            _ => Self::Other,
        }
    }
}

/// The options of a page, each of them once.
fn flags(page: &Page) -> Vec<Flag<'_>> {
    let mut flags: Vec<Flag<'_>> = Vec::new();
    for entry in &page.options {
        let flag = flag(entry);
        if flags.iter().all(|other| other.long != flag.long) {
            flags.push(flag);
        }
    }
    flags
}

fn flag(Entry { term, text }: &Entry) -> Flag<'_> {
    let (spelling, value) = match term.rsplit_once(' ') {
        Some((spelling, value)) if !value.starts_with('-') => (spelling, Some(value)),
        _ => (*term, None),
    };
    let (short, long) = match spelling.split_once(", ") {
        Some((short, long)) => (Some(short), long),
        None => (None, spelling),
    };
    let end = text.find([':', ';', '.', '(', ',']).unwrap_or(text.len());
    Flag {
        short: short.map(|short| short.trim_start_matches('-')),
        long: long.trim_start_matches('-'),
        value: value.map(Value::of),
        about: text[..end].trim().replace('\'', "’"),
    }
}

/// The extensions of files that hold takes.
fn extensions() -> Vec<&'static str> {
    let all = FORMATS.iter().flat_map(|format| format.extensions);
    all.copied().collect()
}

/// The completions, each with the name of its file.
pub(super) fn all(pages: &[(Page, String)]) -> [(String, String); 3] {
    [
        ("rushes.bash".to_string(), bash(pages)),
        ("_rushes".to_string(), zsh(pages)),
        ("rushes.fish".to_string(), fish(pages)),
    ]
}

fn commands(pages: &[(Page, String)]) -> String {
    let commands = pages.iter().filter_map(|(page, _)| page.command);
    commands.collect::<Vec<_>>().join(" ")
}

fn bash(pages: &[(Page, String)]) -> String {
    let mut out = String::from(
        "# What bash completes for rushes; made from the pages of --help by 'make pages'.\n\n\
         _rushes() {\n    \
             local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n    \
             local command= words= file\n    \
             COMPREPLY=()\n",
    );
    let _ = writeln!(
        out,
        "    if [ \"$COMP_CWORD\" -gt 1 ]; then\n        \
             case ${{COMP_WORDS[1]}} in\n            \
                 {}) command=${{COMP_WORDS[1]}} ;;\n        \
             esac\n    \
         else\n        \
             words='{}'\n    \
         fi",
        commands(pages).replace(' ', "|"),
        commands(pages)
    );
    out += "    case \"$command $prev\" in\n";
    for (page, _) in pages {
        for flag in flags(page) {
            let Some(value) = &flag.value else { continue };
            let command = page.command.unwrap_or_default();
            let short = flag
                .short
                .map(|short| format!("'{command} -{short}' | "))
                .unwrap_or_default();
            let does = match value {
                Value::OneOf(words) => {
                    let words = words.join(" ");
                    format!("mapfile -t COMPREPLY < <(compgen -W '{words}' -- \"$cur\")")
                }
                Value::File => "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")".to_string(),
                Value::Other => ":".to_string(),
            };
            let _ = writeln!(
                out,
                "        {short}'{command} --{}') {does}; return ;;",
                flag.long
            );
        }
    }
    out += "    esac\n    case \"$command $cur\" in\n";
    for (page, _) in pages {
        let long = flags(page);
        let long: Vec<String> = long.iter().map(|flag| format!("--{}", flag.long)).collect();
        let command = page.command.unwrap_or_default();
        let _ = writeln!(out, "        '{command} -'*) words='{}' ;;", long.join(" "));
    }
    let _ = write!(
        out,
        "    esac\n    \
         mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n    \
         while IFS= read -r file; do\n        \
             case ${{file,,}} in\n            \
                 *.{}) COMPREPLY+=(\"$file\") ;;\n            \
                 *) [ -d \"$file\" ] && COMPREPLY+=(\"$file\") ;;\n        \
             esac\n    \
         done < <(compgen -f -- \"$cur\")\n\
         }}\n\n\
         complete -o filenames -F _rushes rushes\n",
        extensions().join(" | *.")
    );
    out
}

fn zsh(pages: &[(Page, String)]) -> String {
    let mut out = String::from(
        "#compdef rushes\n\
         # What zsh completes for rushes; made from the pages of --help by 'make pages'.\n\n\
         local takes=",
    );
    let _ = writeln!(out, "'(#i)*.({})(-.)'", extensions().join("|"));
    out += "local -a options\n\ncase $words[2] in\n";
    let (window, others) = pages.split_first().expect("the program's own page");
    for (page, _) in others.iter().chain([window]) {
        let _ = writeln!(
            out,
            "    {})\n        options=(",
            page.command.unwrap_or("*")
        );
        for flag in flags(page) {
            let value = match &flag.value {
                Some(Value::OneOf(words)) => format!(":{}:({})", flag.long, words.join(" ")),
                Some(Value::File) => ":file:_files".to_string(),
                Some(Value::Other) => format!(":{}: ", flag.long),
                None => String::new(),
            };
            let about = &flag.about;
            let long = flag.long;
            let _ = match flag.short {
                Some(short) => writeln!(
                    out,
                    "            '(-{short} --{long})'{{-{short},--{long}}}'[{about}]{value}'"
                ),
                None => writeln!(out, "            '--{long}[{about}]{value}'"),
            };
        }
        out += "        )\n        ;;\n";
    }
    out += "esac\n\nif (( CURRENT == 2 )); then\n    local -a commands=(\n";
    for (page, about) in others {
        let about = about.replace('\'', "’").replace(':', "\\:");
        let _ = writeln!(
            out,
            "        '{}:{about}'",
            page.command.unwrap_or_default()
        );
    }
    out += "    )\n    _describe command commands\nfi\n\
            _arguments -S $options \"*:take:_files -g '$takes'\"\n";
    out
}

fn fish(pages: &[(Page, String)]) -> String {
    let mut out = String::from(
        "# What fish completes for rushes; made from the pages of --help by 'make pages'.\n\n",
    );
    for (page, about) in pages {
        if let Some(command) = page.command {
            let about = about.replace('\'', "’");
            let _ = writeln!(
                out,
                "complete -c rushes -n __fish_is_first_arg -a {command} -d '{about}'"
            );
        }
    }
    for (page, _) in pages {
        let when = match page.command {
            Some(command) => format!("__fish_seen_subcommand_from {command}"),
            None => format!("not __fish_seen_subcommand_from {}", commands(pages)),
        };
        for flag in flags(page) {
            let short = flag
                .short
                .map(|short| format!(" -s {short}"))
                .unwrap_or_default();
            let value = match &flag.value {
                Some(Value::OneOf(words)) => format!(" -x -a '{}'", words.join(" ")),
                Some(Value::File) => " -r -F".to_string(),
                Some(Value::Other) => " -x".to_string(),
                None => String::new(),
            };
            let _ = writeln!(
                out,
                "complete -c rushes -n '{when}'{short} -l {}{value} -d '{}'",
                flag.long, flag.about
            );
        }
    }
    out
}
