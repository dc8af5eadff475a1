//! A whole day leaves by `rushes notes`: ratings and findings in every format, the list and the copies of takes that
//! are kept, and the notes of another reviewer.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::folder::{Folder, names_in};
use crate::support::program::{Run, command, end, rushes};
use crate::support::{self, all_files};
use rushes::files::{
    Copier, CopyState, IfNewer, OpenOptions, Opener, OtherReviews, Reviews, TakeFiles,
};
use rushes::review::notes::import::import;
use rushes::review::notes::{
    Frames, IgnoredFinding, Note, NoteKind, Review, ReviewChanges, Time, Verdict, document, merge,
};
use serde_json::{Value, json};

const FORMATS: [&str; 5] = ["md", "csv", "json", "otio", "edl"];

fn at(milliseconds: i64) -> Time {
    Time::from_milliseconds(milliseconds)
}

fn note(text: &str) -> Note {
    let mut note = Note::new(Frames::single(3), "Ann", at(1_000));
    note.kind = NoteKind::Fault;
    note.text = text.into();
    note
}

fn rated(verdict: Option<Verdict>, stars: u8) -> Review {
    let mut review = Review::default();
    review.rate(verdict, stars, "Ann", at(2_000));
    review
}

/// Saves a review beside a take.
fn save(take: impl AsRef<Path>, review: &Review) {
    Reviews::default().save(take.as_ref(), review, IfNewer::Refuse).expect("it is saved");
}

/// Runs `rushes notes`, which finds the user's folder for state here.
fn notes(folder: &Folder, arguments: &[&str]) -> Run {
    let arguments = [&["notes"], arguments].concat();
    end(command(&arguments).env("XDG_STATE_HOME", folder.0.join("state")))
}

/// A day of two scenes: of takes that are kept, two have the same name, and two need another file.
fn day(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    for (take, frames, verdict) in [
        ("day/one/walk.bvh", 20, Some(Verdict::Keep)),
        ("day/two/walk.bvh", 30, Some(Verdict::Circled)),
        ("day/one/run 2.bvh", 20, Some(Verdict::Reject)),
        ("day/one/jump.bvh", 20, None),
    ] {
        let take = folder.take(take, frames);
        if verdict.is_some() {
            save(take, &rated(verdict, 4));
        }
    }
    let leg = folder.path("day/two/leg.amc");
    rushes(&["convert", "-q", &folder.path("day/one/jump.bvh"), &leg]).done();
    save(leg, &rated(Some(Verdict::Keep), 0));
    for (from, to) in [("beside.gltf", "arm.gltf"), ("beside/arm data.bin", "arm data.bin")] {
        let from = support::root().join("tests/good/gltf").join(from);
        fs::copy(from, folder.0.join("day/two").join(to)).expect("a file of the tests");
    }
    save(folder.path("day/two/arm.gltf"), &rated(Some(Verdict::Keep), 0));
    let day = folder.path("day");
    (folder, day)
}

/// What is in a folder and in those inside of it, sorted.
fn below(folder: &str) -> Vec<String> {
    let names = all_files(Path::new(folder)).into_iter();
    let names = names.map(|path| {
        path.strip_prefix(folder).expect("inside").to_string_lossy().replace('\\', "/")
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

const COPIED: [&str; 10] = [
    "one/walk.bvh",
    "one/walk.bvh.rushes.json",
    "two/arm data.bin",
    "two/arm.gltf",
    "two/arm.gltf.rushes.json",
    "two/leg.amc",
    "two/leg.amc.rushes.json",
    "two/leg.asf",
    "two/walk.bvh",
    "two/walk.bvh.rushes.json",
];

#[test]
fn a_take_that_is_rated_and_has_no_note_is_in_every_format_with_who_rated_it() {
    let folder = Folder::new("day-rated");
    let take = folder.take("walk.bvh", 20);
    save(&take, &rated(Some(Verdict::Circled), 4));
    for format in FORMATS {
        let printed = notes(&folder, &[take.to_str().unwrap(), "--format", format]).done();
        for word in ["circled", "4", "Ann", "walk.bvh"] {
            let has_no_file = format == "edl" && word == "walk.bvh";
            assert!(has_no_file || printed.contains(word), "{format} without {word}: {printed}");
        }
    }
    // Columns that there were are where they were.
    let table = notes(&folder, &[take.to_str().unwrap(), "--format", "csv"]).done();
    let head = table.lines().next().expect("a header");
    let old = "file,id,frame,last_frame,number,last_number,time,timecode,joint,kind,status,text,author,created,changed";
    assert!(head.starts_with(&format!("{old},verdict,stars,reviewer,")), "{head}");
    let row = ",,,,,,,,,rating,,\"circled, 4 of 5 stars\",Ann,,1970-01-01T00:00:02.000Z,circled,4,Ann,,,,,";
    assert!(table.trim_end().ends_with(row), "{table}");
    assert_eq!(table.lines().count(), 2);
    // A note says it in its own row, and reading either adds the note alone.
    let mut review = Reviews::default().load(&take).review;
    review.put(note("Pops"), at(3_000));
    save(&take, &review);
    let table = notes(&folder, &[take.to_str().unwrap(), "--format", "csv"]).done();
    assert_eq!(table.lines().count(), 2);
    assert!(table.trim_end().ends_with(",circled,4,Ann,,,,,"), "{table}");
    let opened = rushes::open(&take).expect("a take");
    let none = format!("{head}\nwalk.bvh{row}\n");
    for (text, count) in [(table, 1), (none, 0)] {
        let read = import(&text, &opened, &take, at(1)).expect("it is read");
        assert_eq!((read.notes.len(), read.skipped), (count, vec![]));
    }
}

/// A figure that breathes, on one frame of which the hips are elsewhere.
fn popping(frame: i32) -> String {
    let breath = (f64::from(frame) * 0.13).sin();
    let pop = if frame == 60 { 30.0 } else { 0.0 };
    let turn = 20.0 * breath;
    format!("{pop} {} {} {turn} 0 0 {turn} {turn}", 95.0 + breath, 2.0 * breath)
}

#[test]
fn findings_are_in_every_format_as_the_checks_tell_them_and_never_come_back_as_notes() {
    let folder = Folder::new("day-findings");
    let path = folder.figure("walk.bvh", popping);
    let walk = path.to_str().unwrap();
    let mut review = rated(Some(Verdict::Keep), 0);
    review.put(note("Noted"), at(1_000));
    save(&path, &review);
    let take = rushes::open(&path).expect("a take");
    for format in FORMATS {
        let with = notes(&folder, &[walk, "--findings", "--format", format]).done();
        let without = notes(&folder, &[walk, "--format", format]).done();
        assert!(with.contains("Noted") && without.contains("Noted"), "{format}");
        assert!(with.contains("pop") && !without.contains("pop"), "{format}: {with}");
        let skipped = [walk, "--findings", "--skip", "pop", "--format", format];
        assert!(!notes(&folder, &skipped).done().contains("pop"), "{format}");
        if ["csv", "otio"].contains(&format) {
            assert!(with.contains("finding"), "{with}");
            let read = import(&with, &take, &path, at(1)).expect("it is read");
            let texts: Vec<&str> = read.notes.iter().map(|note| &*note.text).collect();
            assert_eq!((texts, read.skipped), (vec!["Noted"], vec![]), "{format}");
        }
    }
    let object = |arguments: &[&str]| -> Value {
        let run = end(&mut command(arguments));
        serde_json::from_str::<Value>(&run.out).expect("JSON")[0].take()
    };
    assert_eq!(object(&["notes", walk, "--json"])["findings"], Value::Null);
    let mut told = object(&["notes", walk, "--json", "--findings"]);
    let checked = object(&["check", walk, "--json"]);
    let findings = told["findings"].as_array_mut().expect("findings");
    assert!(!findings.is_empty());
    for finding in findings.iter_mut() {
        let finding = finding.as_object_mut().expect("an object");
        for key in ["numbers", "times", "timecode"] {
            assert!(finding.shift_remove(key).is_some(), "{key}");
        }
    }
    assert_eq!(told["findings"], checked["findings"]);
    // What reviewers ignore is left out here, too.
    review.put(IgnoredFinding::from_check("pop", "Ann", at(2)), at(2));
    save(&path, &review);
    assert!(!notes(&folder, &[walk, "--findings"]).done().contains("pop"));
    assert!(notes(&folder, &[walk, "--findings", "--all"]).done().contains("pop"));
    let refused = notes(&folder, &[walk, "--skip", "pop"]).failed(2);
    assert!(refused.contains("--findings"), "{refused}");
}

#[test]
fn verdicts_choose_takes_and_the_list_has_those_that_are_kept() {
    let (folder, day) = day("day-list");
    let names = |arguments: &[&str]| -> Vec<String> {
        let printed = notes(&folder, &[&["-r", &*day, "-q"], arguments].concat()).done();
        let end = if arguments.contains(&"-0") { '\0' } else { '\n' };
        let lines = printed.split_terminator(end);
        lines.map(|line| line.strip_prefix(&day).expect("a path").replace('\\', "/")).collect()
    };
    let kept = ["/one/walk.bvh", "/two/arm.gltf", "/two/leg.amc", "/two/walk.bvh"];
    assert_eq!(names(&["--format", "list"]), kept);
    assert_eq!(names(&["--format", "list", "-0"]), kept);
    for (verdict, expected) in [
        ("circled", &["/two/walk.bvh"][..]),
        ("keep", &["/one/walk.bvh", "/two/arm.gltf", "/two/leg.amc"]),
        ("reject", &["/one/run 2.bvh"]),
        ("none", &["/one/jump.bvh", "/two/leg.asf"]),
        ("circled,reject", &["/one/run 2.bvh", "/two/walk.bvh"]),
    ] {
        assert_eq!(names(&["--format", "list", "--verdict", verdict]), expected, "{verdict}");
        let objects = notes(&folder, &["-r", &day, "-q", "--json", "--verdict", verdict]).done();
        let objects: Vec<Value> = serde_json::from_str(&objects).expect("JSON");
        assert_eq!(objects.len(), expected.len(), "{verdict}");
        let markdown = notes(&folder, &["-r", &day, "-q", "--verdict", verdict]).done();
        assert_eq!(markdown.matches("## ").count(), expected.len(), "{verdict}");
    }
    let list = folder.path("kept.txt");
    notes(&folder, &["-r", &day, "-q", "--format", "list", "-o", &list]).done();
    assert_eq!(fs::read_to_string(list).unwrap().lines().count(), kept.len());
    let out = folder.path("out/");
    notes(&folder, &["-r", &day, "-q", "--verdict", "circled", "-o", &out]).done();
    assert_eq!(below(&out), ["two/walk.md"]);
    for (wrong, word) in [
        (&["--format", "list", "--open"][..], "--open"),
        (&["--format", "list", "--findings"], "--findings"),
        (&["--format", "list", "-o", &out], "-o FILE"),
        (&["--format", "md", "-0"], "--null"),
        (&["--verdict", "good"], "circled"),
        (&["--json", "--format", "md"], "--json"),
    ] {
        let refused = notes(&folder, &[&["-r", &*day], wrong].concat()).failed(2);
        assert!(refused.contains(word), "{wrong:?}: {refused}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_list_has_names_as_they_are() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("day-names");
    let odd = folder.0.join(std::ffi::OsStr::from_bytes(b"two\nlines\xff\x1b.bvh"));
    fs::rename(folder.take("walk.bvh", 20), &odd).unwrap();
    save(&odd, &rated(Some(Verdict::Keep), 0));
    let list = ["notes", &folder.path(""), "-q", "--format", "list", "-0"];
    let output = command(&list).output().expect("the program");
    assert_eq!(output.stdout, [odd.as_os_str().as_bytes(), b"\0"].concat());
}

#[test]
fn kept_takes_are_copied_with_all_of_their_files_and_what_is_there_stays() {
    let (folder, day) = day("day-copy");
    let kept = folder.path("kept");
    let copy = |more: &[&str]| notes(&folder, &[&["-r", &*day, "--copy-to", &kept], more].concat());
    let dry = copy(&["--dry-run", "-q"]).done();
    assert_eq!(dry.lines().count(), COPIED.len(), "{dry}");
    assert!(!Path::new(&kept).exists(), "nothing is written");
    let told = copy(&[]);
    assert_eq!((told.code, &*told.out), (Some(0), ""));
    assert!(told.err.contains("4 takes, 10 files copied\n"), "{}", told.err);
    assert_eq!(below(&kept), COPIED);
    for name in COPIED {
        let [from, to] =
            [&day, &kept].map(|folder| fs::read(Path::new(folder).join(name)).unwrap());
        assert!(from == to, "{name}");
        let name = name.replace('/', std::path::MAIN_SEPARATOR_STR);
        assert!(dry.contains(Path::new(&kept).join(&name).to_str().unwrap()), "{name}: {dry}");
    }
    // Once more: all of it is there.
    let told = copy(&["--json"]);
    let objects: Vec<Value> = serde_json::from_str(&told.out).expect("JSON");
    let states: Vec<&Value> =
        objects.iter().flat_map(|object| object["files"].as_array().unwrap()).collect();
    assert!(states.len() == COPIED.len() && states.iter().all(|file| file["state"] == "same"));
    assert_eq!(objects[0]["verdict"], "keep");
    // Another file of the same name stays, and nothing of its take is copied; the others are.
    fs::remove_dir_all(&kept).unwrap();
    let other = folder.write("kept/two/leg.asf", "another skeleton");
    for more in [&["--dry-run"][..], &[]] {
        let told = copy(more);
        assert_eq!(told.code, Some(3));
        assert!(told.err.contains("leg.asf: another file is there already"), "{}", told.err);
    }
    assert_eq!(fs::read_to_string(other).unwrap(), "another skeleton");
    let copied: Vec<&str> = COPIED.into_iter().filter(|name| !name.contains("leg.amc")).collect();
    assert_eq!(below(&kept), copied);
    let rejected = folder.path("rejected");
    let told = notes(&folder, &["-r", &day, "-q", "--verdict", "reject", "--copy-to", &rejected]);
    told.done();
    assert_eq!(below(&rejected), ["one/run 2.bvh", "one/run 2.bvh.rushes.json"]);
}

#[test]
fn notes_that_are_copied_become_one_with_those_that_are_there() {
    let folder = Folder::new("day-copy-notes");
    let take = folder.take("day/walk.bvh", 20);
    let (day, kept) = (folder.path("day"), folder.path("kept"));
    let copied = Path::new(&kept).join("walk.bvh");
    let mut review = rated(Some(Verdict::Keep), 0);
    save(&take, &review);
    let copy = || notes(&folder, &[&day, "-q", "--copy-to", &kept]);
    copy().done();
    review.put(note("here"), at(5_000));
    save(&take, &review);
    let mut there = rated(Some(Verdict::Keep), 0);
    there.put(note("there"), at(6_000));
    save(&copied, &there);
    copy().done();
    let load = |take: &Path| Reviews::default().load(take).review;
    assert_eq!(load(&copied), merge(&review, &there));
    assert_eq!(load(&take), review, "what is copied is as it was");
    // So do those of the user's folder, where nothing can be written beside the take.
    let reviews = Reviews::in_folder(folder.0.join("state/rushes"));
    let mut private = Review::default();
    private.put(note("private"), at(7_000));
    let path = reviews.in_state(&take).unwrap();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, document::write(&private, "walk.bvh")).unwrap();
    if cfg!(target_os = "linux") {
        copy().done();
        assert_eq!(load(&copied).notes.len(), 3);
    }
    // Of what a newer program has written, not all is understood.
    let newer = document::write(&review, "walk.bvh").replace("\"schema\": 1", "\"schema\": 2");
    fs::write(Reviews::beside(&take), &newer).unwrap();
    let before = fs::read(Reviews::beside(&copied)).unwrap();
    assert!(copy().failed(3).contains("another file is there already"));
    assert_eq!(fs::read(Reviews::beside(&copied)).unwrap(), before);
    fs::remove_dir_all(&kept).unwrap();
    fs::remove_dir_all(folder.0.join("state")).unwrap();
    copy().done();
    assert_eq!(fs::read_to_string(Reviews::beside(&copied)).unwrap(), newer);
}

#[test]
fn copies_into_the_folder_of_the_takes_are_not_copied_again() {
    let (folder, day) = day("day-inside");
    let kept = format!("{day}/kept");
    let copy = || notes(&folder, &["-r", &*day, "-q", "--copy-to", &kept]);
    copy().done();
    assert_eq!(below(&kept), COPIED);
    let listed = notes(&folder, &["-r", &day, "-q", "--format", "list"]).done();
    assert_eq!(listed.lines().count(), 8, "they are takes all the same: {listed}");
    copy().done();
    assert_eq!(below(&kept), COPIED);
    // But a folder that the takes are in is one like any other.
    notes(&folder, &["-r", &format!("{day}/two"), "-q", "--copy-to", &folder.path("")]).done();
    assert!(folder.names().contains(&"leg.asf".to_string()));
    let itself = notes(&folder, &["-r", &day, "-q", "--copy-to", &day]).failed(3);
    assert!(itself.contains("it is the take itself"), "{itself}");
}

#[test]
fn a_copy_that_cannot_be_made_is_told_and_the_others_are_made() {
    let (folder, day) = day("day-bad");
    let kept = folder.path("kept");
    let file = folder.write("file", "");
    let refused = notes(&folder, &["-r", &day, "-q", "--copy-to", &file]).failed(2);
    assert!(refused.contains("is a file"), "{refused}");
    // A folder of the copy that is a file.
    folder.write("kept/one", "no folder");
    let told = notes(&folder, &["-r", &day, "-q", "--copy-to", &kept]);
    assert!(told.failed(3).contains("one: cannot be written"));
    assert_eq!(names_in(Path::new(&kept).join("two").as_path()).len(), 8);
    // Takes of one name that are given one by one, and one that is gone.
    let [one, two, gone] =
        ["one/walk.bvh", "two/walk.bvh", "gone.bvh"].map(|name| format!("{day}/{name}"));
    let flat = folder.path("flat");
    for more in [&["--dry-run", "--json"][..], &["--json"]] {
        let run = notes(&folder, &[&[&*one, &two, &gone, "-q", "--copy-to", &flat], more].concat());
        assert_eq!(run.code, Some(3));
        assert!(run.err.contains("another file is there already"), "{}", run.err);
        let objects: Vec<Value> = serde_json::from_str(&run.out).expect("JSON");
        let kinds: Vec<&Value> = objects.iter().map(|object| &object["error"]["kind"]).collect();
        assert_eq!(kinds, [&Value::Null, &json!("taken"), &json!("unreadable")]);
    }
    assert_eq!(below(&flat), ["walk.bvh", "walk.bvh.rushes.json"]);
    for wrong in [
        &["--copy-to", &*kept, "--format", "md"][..],
        &["--copy-to", &kept, "-o", "x.md"],
        &["--copy-to", &kept, "--merge", &day],
        &["--dry-run"],
    ] {
        notes(&folder, &[&[&*one], wrong].concat()).failed(2);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_into_is_told_for_each_take() {
    // Not even the administrator may write there.
    let (folder, day) = day("day-read-only");
    let told = notes(&folder, &["-r", &day, "-q", "--copy-to", "/sys/kernel/kept"]).failed(3);
    assert_eq!(told.matches("cannot be written").count(), 4, "{told}");
}

#[test]
fn a_companion_that_has_gone_keeps_its_take_from_being_copied() {
    let (folder, day) = day("day-gone");
    let options = OpenOptions::default();
    let reviews = Reviews::default();
    let leg = Path::new(&day).join("two/leg.amc");
    let mut opener = Opener::new(&options);
    let files = TakeFiles::find(&leg, &mut opener, &reviews).expect("its files");
    let skeleton = leg.with_extension("asf");
    let expected = TakeFiles {
        take: leg.clone(),
        companions: vec![skeleton.clone()],
        reviews: vec![leg.clone()],
    };
    assert_eq!(files, expected);
    fs::remove_file(skeleton).unwrap();
    let kept = folder.0.join("kept");
    let error = Copier::new(&kept, &reviews).copy(&files, Path::new("leg.amc")).unwrap_err();
    assert!(error.to_string().ends_with("leg.asf: cannot be read: there is no such file"));
    assert!(!kept.exists());
}

#[test]
fn reviews_of_clips_go_with_their_file_and_find_it() {
    let folder = Folder::new("day-clips");
    let take = folder.take("day/walk.bvh", 20);
    let clip = PathBuf::from(format!("{}#Run", take.display()));
    let other = folder.0.join("other/walk.bvh#Run");
    folder.take("day/walk.bvh2", 20);
    save(folder.path("day/walk.bvh2"), &rated(None, 1));
    save(&clip, &rated(None, 3));
    let options = OpenOptions::default();
    let (mut opener, reviews) = (Opener::new(&options), Reviews::default());
    let files = TakeFiles::find(&take, &mut opener, &reviews).expect("its files");
    assert_eq!(files.reviews, [clip.as_path()]);
    let copied = Copier::new(folder.path("kept"), &reviews).copy(&files, Path::new("walk.bvh"));
    let states: Vec<CopyState> = copied.unwrap().iter().map(|file| file.state).collect();
    assert_eq!(states, [CopyState::Copied; 2]);
    assert_eq!(below(&folder.path("kept")), ["walk.bvh", "walk.bvh#Run.rushes.json"]);
    let mut theirs = Review::default();
    theirs.put(note("of the clip"), at(4_000));
    fs::create_dir_all(other.parent().unwrap()).unwrap();
    save(&other, &theirs);
    let mut others = OtherReviews::find(other.parent().unwrap()).unwrap();
    let merges = others.merge(&take, Path::new("walk.bvh"), &reviews);
    let merged = merges.into_iter().next().expect("one").expect("it is read");
    assert_eq!((merged.take, merged.changes.added), (clip, 1));
    assert_eq!(others.rest().count(), 0);
}

#[test]
fn notes_of_another_reviewer_are_merged_by_the_folders_that_they_are_in() {
    let (folder, day) = day("day-merge");
    let other = folder.path("other");
    for name in ["one/walk.bvh", "two/walk.bvh", "one/lost.bvh"] {
        folder.write(&format!("other/{name}"), "");
    }
    let [mine, other_one] = [&day, &other].map(|folder| Path::new(folder).join("one/walk.bvh"));
    let before = Reviews::default().load(&mine).review;
    let mut theirs = Review::default();
    theirs.put(note("Theirs"), at(9_000));
    theirs.rate(Some(Verdict::Reject), 1, "Bob", at(9_000));
    save(&other_one, &theirs);
    save(Path::new(&other).join("one/lost.bvh"), &theirs);
    let run = |more: &[&str]| notes(&folder, &[&["-r", &*day, "--merge", &other], more].concat());
    let dry = run(&["--dry-run"]);
    assert_eq!(dry.code, Some(0));
    assert!(dry.out.ends_with("walk.bvh.rushes.json: 1 added, another rating\n"), "{}", dry.out);
    assert!(dry.err.contains("lost.bvh.rushes.json: no take here has these notes"), "{}", dry.err);
    assert_eq!(Reviews::default().load(&mine).review, before);
    let json = run(&["--dry-run", "--json", "-q"]).done();
    let objects: Vec<Value> = serde_json::from_str(&json).expect("JSON");
    let [object] = &*objects else { panic!("{json}") };
    assert_eq!((&object["added"], &object["removed"]), (&json!(1), &json!(0)));
    assert_eq!(object["rating"]["author"], "Bob");
    let told = run(&[]);
    assert!(told.err.contains("1 added, another rating"), "{}", told.err);
    assert_eq!(Reviews::default().load(&mine).review, merge(&before, &theirs));
    let again = run(&["--dry-run", "-q"]).done();
    assert!(again.ends_with("nothing new\n"), "{again}");
    // One file by its own name, or by that of a take beside it.
    let mut more = theirs.clone();
    more.put(note("More"), at(10_000));
    save(&other_one, &more);
    for file in [Reviews::beside(&other_one), other_one.clone()] {
        let [mine, file] = [&mine, &file].map(|path| path.to_str().expect("UTF-8"));
        let told = notes(&folder, &[mine, "--dry-run", "--merge", file]).done();
        assert!(told.ends_with("walk.bvh.rushes.json: 1 added\n"), "{told}");
        // Two takes have that name.
        let refused = notes(&folder, &["-r", &day, "--merge", file]).failed(2);
        assert!(refused.contains("is for one take"), "{refused}");
    }
}

#[test]
fn notes_that_cannot_be_merged_are_told_and_the_others_are_merged() {
    let (folder, day) = day("day-merge-bad");
    let other = folder.path("other");
    folder.write("other/one/walk.bvh.rushes.json", "broken");
    let mut theirs = Review::default();
    theirs.put(note("Theirs"), at(9_000));
    fs::create_dir_all(Path::new(&other).join("two")).unwrap();
    save(Path::new(&other).join("two/walk.bvh"), &theirs);
    let run = notes(&folder, &["-r", &day, "-q", "--json", "--merge", &other]);
    assert_eq!(run.code, Some(3));
    let objects: Vec<Value> = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(objects[0]["error"]["kind"], "unreadable");
    assert_eq!(objects[1]["added"], 1);
    let merged = Reviews::default().load(&Path::new(&day).join("two/walk.bvh")).review;
    assert_eq!(merged.notes[0].text, "Theirs");
    let none = notes(&folder, &["-r", &day, "--merge", &folder.path("none")]).failed(3);
    assert!(none.contains("there is no such file or folder"), "{none}");
    let walk = format!("{day}/one/jump.bvh");
    let none = notes(&folder, &[&walk, "--merge", &walk]).failed(3);
    assert!(none.contains("jump.bvh.rushes.json: there is no such file"), "{none}");
}

#[test]
fn changes_are_counted_by_what_became_of_each() {
    let mut before = rated(Some(Verdict::Keep), 0);
    let [kept, gone, changed] = ["kept", "gone", "changed"].map(note);
    for one in [&kept, &gone, &changed] {
        before.put(one.clone(), at(1_000));
    }
    assert_eq!(ReviewChanges::between(&before, &before), ReviewChanges::default());
    let mut after = before.clone();
    after.remove::<Note>(gone.id, at(2_000));
    after.edit::<Note>(changed.id, at(2_000), |note| note.done = true);
    after.put(note("new"), at(2_000));
    after.put(note("newer"), at(2_000));
    let changes = ReviewChanges::between(&before, &after);
    assert_eq!(changes.text(), "2 added, 1 changed, 1 removed");
    after.rate(None, 2, "Bob", at(3_000));
    assert!(ReviewChanges::between(&before, &after).text().ends_with(", another rating"));
}
