//! What README says is what the program does.

mod support;

use rushes::app::{ACTIONS, Action, MOUSE};
use rushes::loader::{FORMATS, UNDOCUMENTED, Undocumented};

fn readme() -> String {
    std::fs::read_to_string(support::root().join("README.md")).expect("README.md")
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
        let Undocumented {
            name,
            known,
            instead,
            ..
        } = format;
        format!("| {name} | {extensions} | {known} | {instead} |")
    };
    assert_table("undocumented", UNDOCUMENTED.iter().map(row).collect());
}

#[test]
fn the_keys_are_those_that_the_window_reads() {
    let row = |action: &Action| {
        let keys = action.keys.iter().map(|key| format!("`{key}`"));
        let keys: Vec<String> = keys.collect();
        format!("| {} | {} |", keys.join(" "), action.name)
    };
    let with_keys = ACTIONS.iter().filter(|action| !action.keys.is_empty());
    assert_table("keys", with_keys.map(row).collect());
    let row = |(gesture, action): &(&str, &str)| format!("| {gesture} | {action} |");
    assert_table("mouse", MOUSE.iter().map(row).collect());
}

#[test]
fn the_commands_are_those_of_the_program() {
    let readme = readme();
    let commands = rushes::cli::command();
    let names: Vec<&str> = commands.get_subcommands().map(|c| c.get_name()).collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        assert!(readme.contains(&format!("\nrushes {name} ")), "{name}");
    }
}

#[test]
fn every_file_and_target_that_it_names_is_there() {
    let readme = readme();
    let makefile = std::fs::read_to_string(support::root().join("Makefile")).expect("Makefile");
    let mut named = 0;
    for word in readme.split(['`', ' ', '\n', '(', ')']) {
        if let Some(target) = word.strip_prefix("make-") {
            assert_eq!(target, "builtin-take");
        }
        let is_path = ["src/", "tests/", "assets/", "LICENSE/"]
            .iter()
            .any(|folder| word.starts_with(folder) && !word.contains('<'));
        if is_path {
            named += 1;
            let path = word.trim_end_matches([':', ',', '.']);
            assert!(support::root().join(path).exists(), "{path}");
        }
    }
    assert!(named >= 8, "only {named} paths were found");
    for target in ["run", "test", "dist", "dist bench", "soak"] {
        assert!(readme.contains(&format!("make {target}")));
        let target = target.trim_start_matches("dist ");
        assert!(makefile.contains(&format!("\n{target}:")), "{target}");
    }
}
