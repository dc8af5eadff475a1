//! How a test tells that it is skipped.

use std::io::Write as _;

/// Tells that the test that runs is skipped for want of something that packages bring. Where `CI=true`
/// promises that they are installed, the test fails.
pub fn skip(needs: &str, packages: &str) {
    let is_promised = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_promised, "{needs} is missing: install {packages}");
    skip_everywhere(&format!("{needs} (install {packages})"));
}

/// Tells that the test that runs is skipped for want of something that no machine can be expected to
/// have: on standard error, past what the test harness keeps to itself, and as a line of the file
/// `RUSHES_SKIPPED`, which 'make test' shows last.
pub fn skip_everywhere(needs: &str) {
    let thread = std::thread::current();
    let test = format!("{}::{}", env!("CARGO_CRATE_NAME"), thread.name().unwrap_or("a thread"));
    let _ = writeln!(std::io::stderr(), "skipped: {test} needs {needs}");
    let Some(list) = std::env::var_os("RUSHES_SKIPPED") else {
        return;
    };
    let mut options = std::fs::File::options();
    let file = options.append(true).create(true).open(&list);
    let mut file = file.unwrap_or_else(|e| panic!("{}: {e}", list.display()));
    // One call: lines of tests that run side by side do not mix.
    let line = format!("{needs}\t{test}\n");
    file.write_all(line.as_bytes()).expect("a line in the list");
}
