//! The day sheet of `rushes report`: a row for each take, and how a click sorts them.

use std::process::Command;

use quick_xml::events::{BytesStart, Event};
use rushes::review::notes::{Frames, Note, Review, Time, Verdict, document};
use serde_json::{Map, Value, json};

use crate::report::{apart, between, page, report, reviewed};
use crate::support::folder::Folder;
use crate::support::tools;

/// The cells of each row of a sheet, its heads first: their attributes, and what they say as `text`.
fn sheet(page: &str) -> Vec<Vec<Map<String, Value>>> {
    let table = between(page, "<table class=\"sheet\">", "</table>").next().expect("a sheet");
    let mut reader = quick_xml::Reader::from_str(table);
    reader.config_mut().check_end_names = false;
    let mut rows: Vec<Vec<Map<String, Value>>> = Vec::new();
    let cell = |tag: BytesStart<'_>| {
        let attributes = tag.attributes().map(|attribute| {
            let attribute = attribute.expect("an attribute in quotes");
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
            (text(attribute.key.as_ref()), Value::from(text(&attribute.value)))
        });
        attributes.chain([("text".to_string(), "".into())]).collect::<Map<_, _>>()
    };
    loop {
        let said = match reader.read_event().expect("well-formed") {
            Event::Start(tag) if tag.name().as_ref() == b"tr" => {
                rows.push(Vec::new());
                continue;
            }
            Event::Start(tag) if [&b"td"[..], b"th"].contains(&tag.name().as_ref()) => {
                rows.last_mut().expect("a row").push(cell(tag));
                continue;
            }
            Event::Text(text) => String::from_utf8(text.to_vec()).expect("UTF-8"),
            Event::GeneralRef(name) => format!("&{};", std::str::from_utf8(&name).expect("UTF-8")),
            Event::Eof => break,
            _ => continue,
        };
        if let Some(cell) = rows.last_mut().and_then(|row| row.last_mut()) {
            let text = format!("{}{said}", cell["text"].as_str().expect("a text"));
            cell["text"] = text.into();
        }
    }
    for cell in rows.iter_mut().flatten() {
        cell["text"] = cell["text"].as_str().expect("a text").trim().into();
    }
    assert!(rows.len() > 1, "heads and a row");
    rows
}

fn at(milliseconds: i64) -> Time {
    Time::from_milliseconds(milliseconds)
}

/// Four takes: one that cannot be read; one circled with notes of two people and a fault; one to keep, with a note that
/// is done; one that nobody has looked at.
fn day(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("take 1.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 <i> 0\n");
    reviewed(&folder, "take 2.bvh");
    folder.take("take 3.bvh", 20);
    let mut review = Review::default();
    let mut note = Note::new(Frames::single(3), "Cleo & Co", at(1_000));
    note.done = true;
    review.put(note, at(1_000));
    review.rate(Some(Verdict::Keep), 2, "Dan", at(2_000));
    folder.write("take 3.bvh.rushes.json", &document::write(&review, "take 3.bvh"));
    folder.take("take 10.bvh", 10);
    folder
}

/// The page of all that is in a folder.
fn page_of(folder: &Folder) -> String {
    let out = folder.path("out.html");
    report(3, &["-r", &folder.path(""), "-o", &out, "--pictures", "0"]);
    page(&out)
}

#[test]
fn the_day_sheet_has_a_row_with_the_facts_of_each_take() {
    let folder = day("report-sheet");
    let page = page_of(&folder);
    let rows = sheet(&page);
    assert_eq!(rows.len(), 5);
    let heads: Vec<&str> = rows[0].iter().map(|head| head["text"].as_str().unwrap()).collect();
    let text = |name: &str, column: &str| {
        let row = rows.iter().find(|row| row[1]["text"] == name).expect(name);
        let cell = row.iter().find(|cell| cell.get("data-column").is_some_and(|it| it == column));
        cell.expect(column)["text"].as_str().expect("a text").to_string()
    };
    for (name, expected) in [
        ("take 2.bvh", ["BVH", "2.02 s 101 frames", "50 fps", "6", "★★★★☆", "Circled", "2", "1"]),
        ("take 3.bvh", ["BVH", "0.4 s 20 frames", "50 fps", "1", "★★☆☆☆", "Keep", "1", ""]),
        ("take 10.bvh", ["BVH", "0.2 s 10 frames", "50 fps", "1", "", "", "", ""]),
    ] {
        let row = rows.iter().find(|row| row[1]["text"] == name).expect(name);
        let columns: Vec<&str> =
            row[2..].iter().map(|it| it["data-column"].as_str().unwrap()).collect();
        assert_eq!(columns, heads[2..], "{name}: each cell names the column that it is in");
        let told: Vec<String> = columns[..8].iter().map(|column| text(name, column)).collect();
        assert_eq!(told, expected, "{name}");
    }
    assert!(text("take 2.bvh", "Findings").contains("fault"), "{}", text("take 2.bvh", "Findings"));
    assert_eq!(text("take 2.bvh", "Reviewer"), "Ann, Ann &lt;ann&gt;, Ben");
    assert_eq!(text("take 3.bvh", "Reviewer"), "Dan, Cleo &amp; Co");
    assert_eq!(text("take 10.bvh", "Reviewer"), "");
    assert!(page.contains("<caption>2 of 4 rated</caption>"));
    // Each take that can be read has its figure, drawn of lines.
    let thumbnails = between(&page, "<td class=\"thumbnail\"><svg", "</svg>");
    assert_eq!(thumbnails.filter(|svg| svg.contains(" d=\"M")).count(), 3);
    // Those that cannot be read say so, and why.
    let failed = rows.iter().find(|row| row[1]["text"] == "take 1.bvh").expect("a row");
    let [_, _, why] = &failed[..] else { panic!("{failed:?}") };
    let reported = why["text"].as_str().unwrap();
    assert!(reported.starts_with("could not be read: 4:10: expected"), "{reported}");
    assert!(reported.contains("&lt;i&gt;") || !reported.contains('<'), "{reported}");
    let span: usize = why["colspan"].as_str().unwrap().parse().expect("a number");
    assert_eq!(2 + span, heads.len());
}

#[test]
fn a_report_of_one_take_has_no_day_sheet() {
    let folder = Folder::new("report-no-sheet");
    let out = folder.path("out.html");
    report(0, &[&reviewed(&folder, "a.bvh"), "-o", &out, "--pictures", "0"]);
    let page = page(&out);
    assert!(!page.contains("<nav") && !page.contains("sortBy"));
}

#[test]
fn without_a_script_the_day_sheet_is_a_plain_table() {
    let folder = day("report-plain-sheet");
    let out = folder.path("out.html");
    report(3, &["-r", &folder.path(""), "-o", &out, "--pictures", "0", "--no-player"]);
    let page = page(&out);
    assert!(!page.contains("<button") && !page.contains("<script"));
    assert_eq!(sheet(&page).len(), 5);
}

/// As much of a document as the sheet's script uses, in front of it.
const DOCUMENT: &str = r#"
class Head {
  constructor(cell, cellIndex) {
    Object.assign(this, { textContent: cell.text, cellIndex, attributes: new Map() });
    this.dataset = cell["data-first"] === undefined ? {} : { first: cell["data-first"] };
  }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  closest() { return table; }
  get parentElement() { return { cells: heads }; }
  replaceChildren(button) { this.button = button; }
}
const [first, ...others] = ROWS;
const heads = first.map((cell, i) => new Head(cell, i));
const body = {
  rows: others.map((row) => ({
    cells: row.map((cell) => ({
      textContent: cell.text,
      colSpan: Number(cell.colspan ?? 1),
      dataset: cell["data-key"] === undefined ? {} : { key: cell["data-key"] },
    })),
  })),
  append(...rows) { this.rows = rows; },
};
const table = { tBodies: [body], querySelectorAll: () => heads.slice(1) };
const document = {
  createElement: () => ({ addEventListener(_, click) { this.click = click; } }),
  querySelectorAll: () => [table],
};
"#;

/// Clicks on heads, one after the other, and tells the names of the rows and how each head says it is sorted.
const CLICKS: &str = r#"
console.log(JSON.stringify(NAMES.map((name) => {
  heads.find((head) => head.textContent === name).button.click();
  const sorted = heads.filter((head) => head.getAttribute("aria-sort"));
  return [
    body.rows.map((row) => row.cells[1].textContent.match(/\d+/)[0]).join(" "),
    sorted.map((head) => `${head.textContent} ${head.getAttribute("aria-sort")}`).join(),
  ];
})));
"#;

#[test]
fn a_click_on_a_head_sorts_the_rows_and_another_one_turns_them_round() {
    if !tools::has("node", "nodejs") {
        return;
    }
    let folder = day("report-sort");
    let page = page_of(&folder);
    let (_, scripts) = apart(&page);
    let script = scripts.iter().find(|(_, script)| script.contains("sortBy")).expect("a script").1;
    // What cannot be compared is last in both directions; what is equal stays as it was.
    let steps = [
        ("Take", "1 2 3 10", "ascending"),
        ("Take", "10 3 2 1", "descending"),
        ("Length", "2 3 10 1", "descending"),
        ("Length", "10 3 2 1", "ascending"),
        ("Rating", "2 3 10 1", "descending"),
        ("Rating", "3 2 10 1", "ascending"),
        ("Verdict", "2 3 10 1", "descending"),
        ("Take", "1 2 3 10", "ascending"),
        ("Nodes", "2 3 10 1", "descending"),
        ("Open", "2 3 10 1", "descending"),
        ("Open", "3 10 2 1", "ascending"),
        ("Findings", "2 3 10 1", "descending"),
        ("Reviewer", "2 3 10 1", "ascending"),
        ("Reviewer", "3 2 10 1", "descending"),
        ("Format", "3 2 10 1", "ascending"),
    ];
    let names = steps.map(|(name, ..)| name);
    let run = format!(
        "const ROWS = {};\nconst NAMES = {};\n{DOCUMENT}\n{script}\n{CLICKS}",
        json!(sheet(&page)),
        json!(names)
    );
    let file = folder.write("sheet.js", &run);
    let output = Command::new("node").arg(file).output().expect("node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reported: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expected = steps.map(|(name, rows, order)| json!([rows, format!("{name} {order}")]));
    assert_eq!(reported, json!(expected));
}
