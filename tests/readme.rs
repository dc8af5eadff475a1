//! The tables of README are those of the program, and what README and CONTRIBUTING name is there.
#![cfg(feature = "app")]

mod support;

use rushes::app::{ACTIONS, Action, MOUSE};
use rushes::loader::{FORMATS, UNDOCUMENTED, Undocumented};
use rushes::review::checks::{Check, LIMITS, Limit};
use rushes::take::WarningCode;

/// A text in the project's root.
fn document(name: &str) -> String {
    let path = support::root().join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn readme() -> String {
    document("README.md")
}

/// The rows of the table between two marks, without its head.
fn table(mark: &str) -> Vec<String> {
    let readme = readme();
    let begin = format!("<!-- {mark} -->\n");
    let from = readme.find(&begin).expect("the mark") + begin.len();
    let to = from + readme[from..].find("<!-- /").expect("the end of it");
    let rows = readme[from..to].lines().map(str::to_string);
    rows.skip(2).filter(|row| !row.is_empty()).collect()
}

/// Holds a table of README against what the code says; where they differ, tells how it must read.
fn assert_table(mark: &str, rows: Vec<String>) {
    assert!(!rows.is_empty());
    assert!(
        table(mark) == rows,
        "the table of {mark} in README.md must read\n\n{}\n",
        rows.join("\n")
    );
}

/// `.asf, .amc`
fn dotted(extensions: &[&str]) -> String {
    let extensions: Vec<String> = extensions.iter().map(|e| format!(".{e}")).collect();
    extensions.join(", ")
}

#[test]
fn the_table_of_formats_has_a_row_for_each() {
    let row = |format: &rushes::loader::Format| {
        let extensions = dotted(format.extensions);
        format!("| {} | {extensions} | {} |", format.name, format.about)
    };
    assert_table("formats", FORMATS.iter().map(row).collect());
}

#[test]
fn the_table_of_what_cannot_be_read_has_a_row_for_each() {
    let row = |format: &Undocumented| {
        let extensions = dotted(format.extensions);
        let Undocumented { name, known, instead, .. } = format;
        format!("| {name} | {extensions} | {known} | {instead} |")
    };
    assert_table("undocumented", UNDOCUMENTED.iter().map(row).collect());
}

#[test]
fn the_table_of_warnings_has_a_row_for_each_code() {
    let row = |code: &WarningCode| {
        let (word, severity) = (code.word(), code.severity().word());
        format!("| `{word}` | {severity} | {} |", code.about())
    };
    assert_table("warnings", WarningCode::ALL.iter().map(row).collect());
}

#[test]
fn the_tables_of_checks_and_limits_have_a_row_for_each() {
    let row = |check: &Check| {
        let limits = check.limits().iter().map(|word| format!("`{word}`"));
        let limits: Vec<String> = limits.collect();
        let limits = format!(" {} ", limits.join(", "));
        let limits = if limits.trim().is_empty() { " " } else { &limits };
        format!("| `{}` | {} |{limits}|", check.word(), check.about())
    };
    assert_table("checks", Check::ALL.iter().map(row).collect());
    let row = |limit: &Limit| {
        let Limit { word, default, unit, about } = limit;
        let default = format!("{default} {unit}");
        format!("| `{word}` | {} | {about} |", default.trim())
    };
    assert_table("limits", LIMITS.iter().map(row).collect());
}

#[test]
fn the_keys_are_those_that_the_window_reads() {
    let row = |action: &Action| {
        let keys = action.keys.iter().map(|key| format!("`{key}`"));
        let keys: Vec<String> = keys.collect();
        format!("| {} | {} |", keys.join(" "), action.with_scope())
    };
    let with_keys = ACTIONS.iter().filter(|action| !action.keys.is_empty());
    assert_table("keys", with_keys.map(row).collect());
    let row = |(gesture, action): &(&str, &str)| format!("| {gesture} | {action} |");
    assert_table("mouse", MOUSE.iter().map(row).collect());
}

#[test]
fn every_subcommand_is_named() {
    let readme = readme();
    let commands = rushes::cli::command();
    let names: Vec<&str> = commands.get_subcommands().map(|c| c.get_name()).collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        assert!(readme.contains(&format!("rushes {name} ")), "{name}");
    }
}

/// The texts for users and for developers.
fn documents() -> [String; 2] {
    [readme(), document("CONTRIBUTING.md")]
}

#[test]
fn every_path_that_is_named_exists() {
    const FOLDERS: [&str; 6] = [".ci/", "LICENSE/", "assets/", "shaders/", "src/", "tests/"];
    let mut named = 0;
    for text in documents() {
        let words = text.split(['`', ' ', '\n', '(', ')']);
        let paths = words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)));
        // `src/loader/<name>.rs` is to be written yet.
        for path in paths.filter(|path| !path.contains('<')) {
            named += 1;
            let path = path.trim_end_matches([':', ',', '.']);
            assert!(support::root().join(path).exists(), "{path}");
        }
    }
    assert!(named >= 40, "only {named} paths were found");
}

/// The lines between fences, and what stands between single backticks in the other lines.
fn code(text: &str) -> Vec<&str> {
    let mut code = Vec::new();
    for (i, part) in text.split("```").enumerate() {
        if i % 2 == 1 {
            code.extend(part.lines());
        } else {
            code.extend(part.split('`').skip(1).step_by(2));
        }
    }
    code
}

#[test]
fn every_make_target_that_is_named_exists() {
    let makefile = document("Makefile");
    let mut named = 0;
    for text in documents() {
        for arguments in code(&text).iter().filter_map(|c| c.strip_prefix("make ")) {
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
