//! A report in a real browser: no text of a file or a person is markup there, and were it, nothing of it would run.

use serde_json::{Value, json};

use crate::browser::drive;
use crate::support::folder::Folder;
use crate::support::program::rushes;

#[test]
#[ignore = "drives a browser: 'make test-web'"]
fn nothing_that_a_file_says_runs_in_a_report() {
    let folder = Folder::new("web-report");
    let name = "</title><script>ran = 3<script>.bvh".replace('/', "");
    let take = folder.figure(&name, |i| format!("{i} 90 0 0 0 {i} {i} 0"));
    let text = std::fs::read_to_string(&take).expect("a take");
    let evil = "</script><script>window.ran=4</script><img/src=x/onerror=window.ran=5>";
    std::fs::write(&take, text.replace("JOINT Head", &format!("JOINT {evil}"))).expect("a take");
    let marks = folder.write("marks.csv", &format!("frame,text\n3,{evil}\n"));
    let take = take.display().to_string();
    assert_eq!(rushes(&["notes", &take, "--import", &marks]).code, Some(0));
    let report = folder.path("report.html");
    let made = rushes(&["report", &take, "-o", &report, "--pictures", "0"]);
    assert!(std::path::Path::new(&report).is_file(), "{}", made.err);
    let told = drive("report.mjs", json!({ "report": report }));
    assert_eq!(told["said"], json!([]), "{told}");
    assert_eq!((&told["ran"], &told["after"]), (&Value::Null, &Value::Null), "{told}");
    assert!(told["style"].as_str().is_some_and(|colour| colour.starts_with('#')), "{told}");
    // The page itself, and what is in it.
    let requests = told["requests"].as_array().expect("a list");
    let is_of_page = |request: &Value| {
        let address = request.as_str().expect("an address");
        address.starts_with("file:") || address.starts_with("data:")
    };
    assert!(!requests.is_empty() && requests.iter().all(is_of_page), "{told}");
}
