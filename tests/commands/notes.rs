//! Notes, ratings and events: editing and undoing, merging, the file beside the take, and other programs' formats.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::folder::Folder;
use crate::support::program::{Run, command, end};
use crate::support::{self, Random, environment, take_of};
use rushes::files::{IfNewer, Reviews, SaveError, now};
use rushes::review::checks::{Check, Finding, FindingSeverity};
use rushes::review::notes::document;
use rushes::review::notes::export::{csv, edl, json, markdown, otio};
use rushes::review::notes::import::import;
use rushes::review::notes::{
    Event, FootContacts, Frames, Id, IgnoredFinding, Note, NoteKind, NoteView, Review,
    ReviewedTake, Stroke, StrokeShape, Time, Verdict, merge,
};
use rushes::scene::{Camera, SavedCamera};
use rushes::store::Store;
use rushes::take::{CsvTexts, FileNumbers, FrameNumbers, Take};
use serde_json::{Value, json};

fn at(milliseconds: i64) -> Time {
    Time::from_milliseconds(milliseconds)
}

/// A note on frames that says something.
fn note(frames: [usize; 2], kind: NoteKind, text: &str, time: i64) -> Note {
    let mut note = Note::new(Frames::from(frames), "Ann", at(time));
    note.kind = kind;
    note.text = text.into();
    note
}

/// A take of one bone with so many frames of so many seconds each.
fn take(frames: usize, frame_time: f64) -> Take {
    let rows = "0 0 0\n".repeat(frames);
    take_of(&format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
         End Site\n{{\nOFFSET 0 10 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: {frame_time}\n{rows}"
    ))
}

/// A review with one of everything.
fn full() -> Review {
    let mut review = Review::default();
    let mut first = note([10, 30], NoteKind::Fault, "The hand\npops | \"badly\"", 1_000);
    first.joint = Some("LeftHand".into());
    first.seen = Some(NoteView {
        camera: Some(SavedCamera::new(&Camera::default(), true).into()),
        takes: vec!["walk.bvh".into()],
        selection: vec!["LeftHand".into(), "RightHand".into()],
        ..NoteView::default()
    });
    first.drawing.push(Stroke {
        shape: StrokeShape::Arrow,
        colour: [0xff, 0x8a, 0x4a, 0xff],
        width: 0.004,
        points: vec![[0.1, 0.2], [-0.25, 0.5]],
        other: Default::default(),
    });
    review.put(first, at(1_000));
    let mut second = note([50, 50], NoteKind::Good, "Nice", 2_000);
    second.done = true;
    review.put(second, at(2_000));
    review.put(Event::new(70, "Heel strike".into(), "Ann", at(3_000)), at(3_000));
    review.put(IgnoredFinding::from_check("t-pose", "Ann", at(4_000)), at(4_000));
    let contacts = vec![Frames::from([5, 20]), Frames::from([40, 60])];
    review.put(FootContacts::new("LeftFoot", contacts, "Ann", at(5_000)), at(5_000));
    review.rate(Some(Verdict::Circled), 4, "Ann", at(6_000));
    let gone = note([1, 1], NoteKind::ToDo, "Gone", 7_000);
    let id = gone.id;
    review.put(gone, at(7_000));
    assert!(review.remove::<Note>(id, at(8_000)));
    review
}

/// The same review, changed in the ways that editing has, at times of which few differ.
fn edited(review: &Review, random: &mut Random, pool: &[Note]) -> Review {
    let mut review = review.clone();
    for _ in 0..random.below(6) {
        let time = at(10_000 + random.below(4) as i64);
        let one = &pool[random.below(pool.len())];
        match random.below(6) {
            0 | 1 => review.put(one.clone(), time),
            2 => _ = review.remove::<Note>(one.id, time),
            3 => {
                let text = format!("changed {}", random.below(3));
                let frame = random.below(5);
                review.edit::<Note>(one.id, time, |note| {
                    note.text = text;
                    note.frames = Frames::single(frame);
                });
            }
            4 => review.rate(None, random.below(6) as u8, "Ann", time),
            _ => {
                let contacts = vec![Frames::single(random.below(9))];
                review.put(FootContacts::new("LeftFoot", contacts, "Ann", time), time);
            }
        }
    }
    if random.below(8) == 0 {
        let value = json!({ "deep": random.below(2) });
        review.other.insert("later".into(), value.clone());
        review.unread.insert("notes".into(), vec![value]);
    }
    review
}

#[test]
fn merging_does_not_depend_on_who_merges_what_first() {
    let mut random = Random::new(19);
    for case in 0..3_000 {
        let pool: Vec<Note> =
            (0..4).map(|i| note([i, i + 2], NoteKind::ALL[i], "as it was", 9_000)).collect();
        let base = edited(&Review::default(), &mut random, &pool);
        let [a, b, c] = [(); 3].map(|()| edited(&base, &mut random, &pool));
        assert_eq!(merge(&a, &a), a, "case {case}");
        assert_eq!(merge(&a, &b), merge(&b, &a), "case {case}");
        let left = merge(&merge(&a, &b), &c);
        assert_eq!(left, merge(&a, &merge(&b, &c)), "case {case}");
        // And it is what a file keeps.
        let read = document::read(&document::write(&left, "walk.bvh")).expect("it is read");
        assert_eq!(read.review, left, "case {case}");
        assert_eq!(read.warnings.len(), left.unread.values().flatten().count());
    }
}

#[test]
fn the_later_change_wins_and_what_was_removed_stays_removed() {
    let mut base = Review::default();
    let one = note([1, 2], NoteKind::Fault, "one", 1_000);
    let id = one.id;
    base.put(one, at(1_000));
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    mine.edit::<Note>(id, at(2_000), |note| note.text = "mine".into());
    theirs.edit::<Note>(id, at(3_000), |note| note.text = "theirs".into());
    let merged = merge(&mine, &theirs);
    assert_eq!(merged.get::<Note>(id).expect("a note").text, "theirs");
    // A clock that was set back makes no edit older than what it edits.
    theirs.edit::<Note>(id, at(10), |note| note.text = "again".into());
    assert_eq!(merge(&merged, &theirs).get::<Note>(id).unwrap().text, "again");
    // Removed here, changed there and later.
    assert!(mine.remove::<Note>(id, at(2_500)) && !mine.remove::<Note>(id, at(2_600)));
    assert_eq!(merge(&mine, &theirs).notes, []);
    // But whoever brings it back on purpose has it again, also where it is removed once more elsewhere.
    let removed = mine.clone();
    mine.apply_change(&removed, &base, at(4_000));
    for merged in [merge(&mine, &theirs), merge(&mine, &removed)] {
        assert_eq!(merged.notes.len(), 1);
        assert_eq!(merged.removed, []);
    }
}

#[test]
fn undoing_takes_back_one_edit_and_nothing_that_others_did_meanwhile() {
    let mut review = full();
    let before = review.clone();
    let (first, second) = (review.notes[0].id, review.notes[1].id);
    review.remove::<Note>(first, at(20_000));
    review.rate(None, 1, "Ann", at(20_000));
    review.edit::<FootContacts>(Id::from_name("LeftFoot"), at(20_000), |foot| {
        foot.contacts.clear();
    });
    let after = review.clone();
    // Another program adds a note and changes one.
    let mut theirs = before.clone();
    theirs.put(note([7, 7], NoteKind::Question, "theirs", 21_000), at(21_000));
    theirs.edit::<Note>(second, at(21_000), |note| note.done = false);
    let mut merged = merge(&review, &theirs);
    merged.apply_change(&after, &before, at(22_000));
    let texts: Vec<&str> = merged.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["theirs", "The hand\npops | \"badly\"", "Nice"]);
    assert!(!merged.get::<Note>(second).unwrap().done);
    assert_eq!(merged.rating.verdict, Some(Verdict::Circled));
    assert_eq!(merged.contacts[0].contacts, before.contacts[0].contacts);
    // What was undone is so for everybody, and can be done again.
    assert_eq!(merge(&merged, &theirs), merged);
    assert_eq!(merge(&merged, &after), merged);
    merged.apply_change(&before, &after, at(23_000));
    assert!(merged.get::<Note>(first).is_none() && merged.notes.len() == 2);
    assert!(merge(&merged, &theirs).get::<Note>(first).is_none());
}

#[test]
fn findings_are_ignored_by_check_joint_and_frames() {
    let take = take(100, 0.02);
    let hips = take.skeleton.find("Hips").expect("a joint");
    let finding = |check, node, first, last| Finding {
        check,
        node,
        first,
        last,
        value: 1.0,
        limit: 0.5,
        unit: "m",
        severity: FindingSeverity::Fault,
        message: String::new(),
    };
    let pop = finding(Check::Pop, Some(hips), 10, 12);
    let mut review = Review::default();
    assert!(!review.ignores(&pop, &take));
    review.put(IgnoredFinding::from_finding(&pop, &take, "Ann", at(1)), at(1));
    assert!(review.ignores(&pop, &take));
    // Other limits find a bit more of the same.
    assert!(review.ignores(&finding(Check::Pop, Some(hips), 9, 13), &take));
    for other in [
        finding(Check::Pop, Some(hips), 20, 21),
        finding(Check::Pop, None, 10, 12),
        finding(Check::Step, Some(hips), 10, 12),
    ] {
        assert!(!review.ignores(&other, &take));
    }
    review.put(IgnoredFinding::from_check("step", "Ann", at(2)), at(2));
    assert!(review.ignores(&finding(Check::Step, Some(hips), 50, 50), &take));
}

#[test]
fn what_is_not_known_stays_in_the_file_at_every_level() {
    let mut file: Value = serde_json::from_str(&document::write(&full(), "walk.bvh")).unwrap();
    let places = [
        "",
        "/rating",
        "/notes/0",
        "/notes/0/seen",
        "/notes/0/seen/camera",
        "/notes/0/drawing/0",
        "/events/0",
        "/ignored/0",
        "/contacts/0",
        "/removed/0",
    ];
    for place in places {
        let object = file.pointer_mut(place).and_then(Value::as_object_mut);
        object.expect(place).insert("later".into(), json!({ "deep": [1, "x"] }));
    }
    let unread = json!({ "id": "what is this", "text": "kept" });
    file["notes"].as_array_mut().unwrap().push(unread.clone());
    let read = document::read(&file.to_string()).expect("it is read");
    assert_eq!(read.warnings.len(), 1);
    assert!(read.warnings[0].starts_with("entry 3 of notes cannot be read"), "{:?}", read.warnings);
    let mut review = read.review;
    review.edit::<Note>(review.notes[0].id, at(30_000), |note| note.done = true);
    let again: Value = serde_json::from_str(&document::write(&review, "walk.bvh")).unwrap();
    for place in places {
        assert_eq!(again.pointer(place).expect(place)["later"]["deep"][1], "x", "{place}");
    }
    assert_eq!(again["notes"][2], unread);
    assert_eq!((&again["schema"], &again["take"]), (&json!(1), &json!("walk.bvh")));
}

#[test]
fn a_change_of_one_note_changes_its_lines_alone() {
    let mut review = full();
    let before = document::write(&review, "walk.bvh");
    assert!(before.contains("\"frames\": [10, 30],\n"), "{before}");
    assert!(before.contains("\"points\": [[0.1, 0.2], [-0.25, 0.5]]\n"), "{before}");
    assert_eq!(document::read(&before).unwrap().review, review);
    review.edit::<Note>(review.notes[0].id, at(40_000), |note| note.text = "Other".into());
    let after = document::write(&review, "walk.bvh");
    let lines = before.lines().zip(after.lines());
    let changed: Vec<&str> = lines.filter(|(a, b)| a != b).map(|(_, b)| b.trim()).collect();
    let expected = ["\"text\": \"Other\",", "\"changed\": \"1970-01-01T00:00:40.000Z\","];
    assert_eq!(changed, expected);
    assert_eq!(before.lines().count(), after.lines().count());
}

/// A take in a folder, and where reviews go that cannot be beside it.
fn place(name: &str) -> (Folder, PathBuf, Reviews) {
    let folder = Folder::new(name);
    let take = folder.take("walk.bvh", 200);
    let reviews = Reviews::in_folder(folder.0.join("state"));
    (folder, take, reviews)
}

fn save(reviews: &Reviews, take: &Path, review: &Review) -> Review {
    let saved = reviews.save(take, review, IfNewer::Refuse);
    saved.unwrap_or_else(|error| panic!("{error}")).review
}

#[test]
fn a_review_is_saved_beside_its_take_with_a_copy_of_the_one_before() {
    let (folder, take, reviews) = place("notes-beside");
    assert_eq!(reviews.load(&take), Default::default());
    save(&reviews, &take, &Review::default());
    assert_eq!(folder.names(), ["walk.bvh"], "nothing is kept of nothing");
    let review = full();
    assert_eq!(save(&reviews, &take, &review), review);
    assert_eq!(folder.names(), ["walk.bvh", "walk.bvh.rushes.json"]);
    let first = std::fs::read(Reviews::beside(&take)).unwrap();
    let mut changed = review.clone();
    changed.rate(None, 1, "Ann", at(50_000));
    assert_eq!(save(&reviews, &take, &changed), changed);
    let copy = folder.path("walk.bvh.rushes.json.bak");
    assert_eq!(std::fs::read(&copy).unwrap(), first);
    // Saving the same again leaves file and copy as they are; an older version takes nothing back.
    assert_eq!(save(&reviews, &take, &review), changed);
    assert_eq!(std::fs::read(&copy).unwrap(), first);
    assert_eq!(reviews.load(&take).review, changed);
    assert_eq!(Store::in_folder(folder.0.join("state")).reviews(), reviews);
}

#[test]
fn a_review_that_cannot_be_read_stays_and_what_is_added_is_kept_elsewhere() {
    let (_folder, take, reviews) = place("notes-unreadable");
    let beside = Reviews::beside(&take);
    std::fs::create_dir(&beside).unwrap();
    let review = full();
    let saved = reviews.save(&take, &review, IfNewer::Refuse).unwrap();
    assert_eq!(Some(&saved.path), reviews.in_state(&take).as_ref());
    let loaded = reviews.load(&take);
    assert_eq!(
        (loaded.review, loaded.warnings.len()),
        (review.clone(), 1),
        "the notes are there, and what is wrong is told"
    );
    // Once it can be read, both are one.
    std::fs::remove_dir(&beside).unwrap();
    let mut other = Review::default();
    other.put(note([1, 1], NoteKind::Good, "other", 9_000), at(9_000));
    std::fs::write(&beside, document::write(&other, "walk.bvh")).unwrap();
    assert_eq!(reviews.load(&take).review, merge(&review, &other));
}

#[test]
fn a_review_is_not_saved_that_would_not_be_read_again() {
    let (folder, take, reviews) = place("notes-large");
    let mut review = Review::default();
    review.put(note([1, 1], NoteKind::Good, &"x".repeat(1 << 26), 9_000), at(9_000));
    let saved = reviews.save(&take, &review, IfNewer::Refuse);
    assert_eq!(saved, Err(SaveError::TooLarge(Reviews::beside(&take))));
    assert_eq!(folder.names(), ["walk.bvh"]);
}

#[test]
fn a_broken_file_gives_way_to_its_copy_and_is_kept() {
    let (folder, take, reviews) = place("notes-broken");
    let mut review = full();
    save(&reviews, &take, &review);
    let older = review.clone();
    review.rate(None, 1, "Ann", at(50_000));
    save(&reviews, &take, &review);
    let path = Reviews::beside(&take);
    for broken in ["{ \"schema\": 1, \"notes\": [", "", "[]", "{}", "\u{fffd}"] {
        std::fs::write(&path, broken).unwrap();
        let loaded = reviews.load(&take);
        assert_eq!(loaded.review, older, "{broken}");
        assert_eq!(loaded.warnings.len(), 1);
        let hint = "hint: the last one that was saved before is used";
        assert!(loaded.warnings[0].ends_with(hint), "{:?}", loaded.warnings);
    }
    std::fs::write(&path, "broken").unwrap();
    let mut more = Review::default();
    more.put(note([3, 3], NoteKind::Good, "more", 60_000), at(60_000));
    let saved = reviews.save(&take, &more, IfNewer::Refuse).expect("it is saved");
    assert_eq!((saved.review.notes.len(), saved.warnings.len()), (3, 1));
    let kept = folder.path("walk.bvh.rushes.json.broken");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "broken");
    assert_eq!(reviews.load(&take).review, saved.review);
}

#[test]
fn what_a_newer_program_has_written_is_not_written_over() {
    let (folder, take, reviews) = place("notes-newer");
    let review = full();
    let newer = document::write(&review, "walk.bvh").replace("\"schema\": 1", "\"schema\": 2");
    let path = Reviews::beside(&take);
    std::fs::write(&path, &newer).unwrap();
    let loaded = reviews.load(&take);
    assert_eq!(loaded.newer, Some((path.clone(), 2)));
    assert_eq!((loaded.review, loaded.warnings.len()), (review.clone(), 1));
    let refused = reviews.save(&take, &Review::default(), IfNewer::Refuse);
    let path_of = path.clone();
    assert_eq!(refused, Err(SaveError::Newer { path: path_of, schema: 2 }));
    let marks = folder.write("marks.csv", "frame,text\n1,x\n");
    let run = notes(&folder, &[take.to_str().unwrap(), "--import", &marks]);
    assert!(run.failed(3).contains("a newer Rushes has written it (schema 2)"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), newer);
    // But where a person says so.
    let saved = reviews.save(&take, &Review::default(), IfNewer::Replace);
    assert_eq!(saved.expect("it is saved").review, review);
    assert_eq!(reviews.load(&take).newer, None);
    let kept = folder.path("walk.bvh.rushes.json.schema-2");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), newer);
}

#[test]
#[cfg(target_os = "linux")]
fn beside_a_take_where_nothing_can_be_written_it_is_in_the_users_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, _, reviews) = place("notes-readonly");
    let closed = folder.0.join("closed");
    std::fs::create_dir(&closed).unwrap();
    let allow = |mode| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode));
    allow(0o555).unwrap();
    // The administrator may write everywhere but into what the system shows of itself.
    let closed_to_us = match std::fs::write(closed.join("probe"), "") {
        Ok(()) => Path::new("/sys/kernel"),
        Err(_) => &closed,
    };
    let take = closed_to_us.join("walk.bvh");
    let review = full();
    let saved = reviews.save(&take, &review, IfNewer::Refuse).expect("it is saved");
    assert_eq!(Some(&saved.path), reviews.in_state(&take).as_ref());
    assert_eq!(reviews.load(&take).review, review);
    let mode = std::fs::metadata(&saved.path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let reported = Reviews::default().save(&take, &review, IfNewer::Refuse);
    assert!(matches!(reported, Err(SaveError::Unwritable(..))), "{reported:?}");
    allow(0o755).unwrap();
}

// The program is told of another folder of the user's by its environment.
#[test]
#[cfg(target_os = "linux")]
fn what_is_beside_the_take_and_in_the_users_folder_is_one() {
    let (folder, take, _) = place("notes-both");
    let reviews = Reviews::in_folder(folder.0.join("state/rushes"));
    let mut mine = Review::default();
    mine.put(note([1, 1], NoteKind::Fault, "in my folder", 1), at(1));
    let path = reviews.in_state(&take).unwrap();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, document::write(&mine, "walk.bvh")).unwrap();
    let mut theirs = Review::default();
    theirs.put(note([2, 2], NoteKind::Fault, "beside it", 1), at(1));
    std::fs::write(Reviews::beside(&take), document::write(&theirs, "walk.bvh")).unwrap();
    assert_eq!(reviews.load(&take).review, merge(&mine, &theirs));
    let printed = notes(&folder, &[take.to_str().unwrap()]).done();
    assert!(printed.contains("in my folder") && printed.contains("beside it"), "{printed}");
}

/// Saves notes, and tells of each once that is done: its id, and how often it was changed. The tests below
/// start this in a process of its own.
#[test]
#[ignore = "other tests start it"]
fn a_program_that_saves() {
    let Some(take) = std::env::var_os("RUSHES_SAVES").map(PathBuf::from) else {
        return;
    };
    let count = std::env::var("RUSHES_SAVES_COUNT").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(u64::MAX);
    let reviews = Reviews::default();
    let mut review = reviews.load(&take).review;
    let mut last = None;
    for change in 0..count {
        match last {
            // Few notes of many changes, so that the file stays small.
            Some(id) if change % 10 != 0 => {
                review.edit::<Note>(id, now(), |note: &mut Note| note.text = change.to_string());
            }
            _ => {
                let one = note([1, 2], NoteKind::Fault, &change.to_string(), now().milliseconds());
                last = Some(one.id);
                review.put(one, now());
            }
        }
        // The next round tries again what another program had no room for.
        if let Ok(saved) = reviews.save(&take, &review, IfNewer::Refuse) {
            review = saved.review;
            println!("saved {} {change}", last.expect("a note"));
        }
    }
}

fn start_saving(take: &Path, count: u64) -> Child {
    let mut command = environment::command(std::env::current_exe().expect("this program"));
    command.args(["a_program_that_saves", "--ignored", "--nocapture"]);
    command.env("RUSHES_SAVES", take);
    command.env("RUSHES_SAVES_COUNT", count.to_string());
    command.env_remove("RUST_TEST_THREADS");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    child.expect("this program starts")
}

/// The note and the change that a line tells of.
fn reported(line: &str) -> Option<(Id, u64)> {
    let mut words = line.split("saved ").nth(1)?.split(' ');
    Some((Id::parse(words.next()?)?, words.next()?.parse().ok()?))
}

fn assert_saved(review: &Review, said: &[(Id, u64)]) {
    for (id, change) in said {
        let note = review.get::<Note>(*id).expect("a note that was said to be saved");
        let kept: u64 = note.text.parse().expect("a number");
        assert!(kept >= *change, "{kept} is older than {change}");
    }
}

#[test]
fn fifty_kills_lose_no_note_that_was_said_to_be_saved() {
    let (_folder, take, reviews) = place("notes-kill");
    let mut random = Random::new(50);
    let mut said = Vec::new();
    for kill in 0..50 {
        let mut child = start_saving(&take, u64::MAX);
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (send, lines) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let lines = out.lines().map_while(Result::ok);
            lines.filter_map(|line| reported(&line)).for_each(|one| send.send(one).unwrap());
        });
        // So many saves, however long each takes, and then anywhere in one: nothing tells of that, the moment itself is
        // drawn.
        let saves = 1 + random.below(9);
        said.extend((0..saves).map(|_| lines.recv().expect("it saves something")));
        std::thread::sleep(Duration::from_micros(random.below(10_000) as u64));
        // SIGKILL, on Unix.
        child.kill().expect("it is running");
        child.wait().expect("it ends");
        reader.join().expect("its output ends");
        said.extend(lines.try_iter());
        let loaded = reviews.load(&take);
        assert_eq!(loaded.warnings, [] as [&str; 0], "kill {kill}");
        assert_saved(&loaded.review, &said);
    }
    assert!(said.len() > 200, "{} saves", said.len());
}

#[test]
fn two_programs_on_one_take_lose_nothing() {
    const EACH: u64 = 150;
    let (folder, take, reviews) = place("notes-two");
    let children = [(); 2].map(|()| start_saving(&take, EACH));
    let mut said = Vec::new();
    for child in children {
        let out = child.wait_with_output().expect("it ends");
        assert!(out.status.success());
        let text = String::from_utf8(out.stdout).expect("text");
        said.extend(text.lines().filter_map(reported));
    }
    assert!(said.len() as u64 > EACH, "{} saves", said.len());
    let review = reviews.load(&take).review;
    assert_saved(&review, &said);
    let ids: std::collections::BTreeSet<Id> = said.iter().map(|(id, _)| *id).collect();
    assert_eq!(review.notes.len(), ids.len());
    let names = ["walk.bvh", "walk.bvh.rushes.json", "walk.bvh.rushes.json.bak"];
    assert_eq!(folder.names(), names);
}

/// Runs `rushes notes`, which finds the user's folder for state here.
fn notes(folder: &Folder, arguments: &[&str]) -> Run {
    let arguments = [&["notes"], arguments].concat();
    end(command(&arguments).env("XDG_STATE_HOME", folder.0.join("state")))
}

#[test]
fn markdown_is_a_list_of_tasks_with_the_numbers_of_the_file() {
    let mut take = take(200, 0.01);
    take.numbers = Some(FileNumbers::Even(FrameNumbers { first: 101, step: 1 }));
    let review = full();
    let text = markdown(&[ReviewedTake {
        file: "a_b/walk.bvh",
        take: &take,
        review: &review,
        findings: None,
    }]);
    let expected = "## a\\_b/walk.bvh\n\n**circled, 4 of 5 stars** by Ann · 2 notes, 1 open · 1 event\n\n\
        - [ ] **111–131** (0.1–0.3 s, 00:00:00:10) fault · `LeftHand`: The hand\n  pops | \"badly\" — Ann\n\
        - [x] **151** (0.5 s, 00:00:00:50) good: Nice — Ann\n\
        - **171** (0.7 s, 00:00:00:70) event: Heel strike — Ann\n";
    assert_eq!(text, expected);
    let empty = Review::default();
    let text =
        markdown(&[ReviewedTake { file: "w.bvh", take: &take, review: &empty, findings: None }]);
    assert_eq!(text, "## w.bvh\n\nno notes\n");
}

#[test]
fn what_is_told_to_others_is_text() {
    let take = take(200, 0.01);
    let text = "# not *bold* [a](b)\n- no list\n1. nor this\n=== <b> &lt; a_b \u{1b}[2J";
    let mut review = Review::default();
    let mut one = note([3, 3], NoteKind::Fault, text, 1_000);
    (one.stamp.author, one.joint) = ("_Ann_".into(), Some("=1+`2`".into()));
    review.put(one.clone(), at(1_000));
    for text in ["=1+1", "-1+1|cmd", "@SUM(1)", "'=x", "+", "-5", "\tx"] {
        review.put(note([4, 4], NoteKind::Good, text, 1_000), at(1_000));
    }
    let reviewed =
        [ReviewedTake { file: "w\n# x.bvh", take: &take, review: &review, findings: None }];
    let reported = markdown(&reviewed);
    let expected = "## w \\# x.bvh\n\n8 notes, 8 open\n\n- [ ] **3** (0.03 s, 00:00:00:03) fault · `=1+'2'`: \
        \\# not \\*bold\\* \\[a\\](b)\n  \\- no list\n  1\\. nor this\n  \
        \\=== \\<b\\> \\&lt; a\\_b ·\\[2J — \\_Ann\\_\n";
    assert!(reported.starts_with(expected), "{reported}");
    // No cell of a text is a formula, and reading it back makes of it what it was.
    let table = csv(&reviewed, CsvTexts::Guarded);
    for cell in [",'=1+1,", ",'-1+1|cmd,", ",'@SUM(1),", ",''=x,", ",'+,", ",-5,", ",'=1+`2`,"] {
        assert!(table.contains(cell), "{cell}: {table}");
    }
    assert!(csv(&reviewed, CsvTexts::Raw).contains(",=1+1,"));
    let imported = import(&table, &take, Path::new("w.bvh"), at(2)).expect("it is read");
    let mut again = Review::default();
    assert_eq!(again.add_imported(imported, at(2)), 8);
    assert_eq!(again.notes, review.notes);
    // An EDL has a line for each, whatever a text has.
    let list = edl(&reviewed, None).text;
    assert_eq!(list.lines().count(), 3 + 3 * 8, "{list}");
    assert!(!list.contains('\u{1b}'));
}

#[test]
fn what_is_exported_as_csv_or_otio_comes_back_as_it_was() {
    let take = take(200, 0.008333);
    let review = full();
    let both =
        [ReviewedTake { file: "takes/text.bvh", take: &take, review: &review, findings: None }];
    for text in [csv(&both, CsvTexts::Guarded), json_of(&otio(&both))] {
        let is_otio = text.starts_with('{');
        let imported =
            import(&text, &take, Path::new("takes/text.bvh"), at(90_000)).expect("it is read");
        assert_eq!(imported.skipped, []);
        let mut again = Review::default();
        assert_eq!(again.add_imported(imported.clone(), at(90_000)), 3);
        assert_eq!(again.events, review.events);
        let mut notes = review.notes.clone();
        if !is_otio {
            (notes[0].seen, notes[0].drawing) = (None, Vec::new());
        }
        assert_eq!(again.notes, notes);
        // Once more adds nothing.
        assert_eq!(again.add_imported(imported.clone(), at(90_000)), 0);
        assert_eq!(review.clone().add_imported(imported.clone(), at(90_000)), 0);
        // What was removed comes back as something new.
        let id = again.notes[0].id;
        again.remove::<Note>(id, at(91_000));
        assert_eq!(again.add_imported(imported, at(92_000)), 1);
        assert!(again.get::<Note>(id).is_none() && again.removed.len() == 1);
    }
}

/// The text of what is written as JSON.
fn json_of(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("all of it can be JSON")
}

/// The review of a take as CSV.
fn csv_of(take: &Take, review: &Review) -> String {
    let file = "takes/text.bvh";
    csv(&[ReviewedTake { file, take, review, findings: None }], CsvTexts::Guarded)
}

#[test]
fn notes_without_text_come_back_and_ids_of_other_lists_are_not_taken() {
    let take = take(200, 0.01);
    let mut review = Review::default();
    review.put(note([3, 3], NoteKind::Question, "", 1_000), at(1_000));
    let text = csv_of(&take, &review);
    let read =
        |text: &str| import(text, &take, Path::new("takes/text.bvh"), at(2)).expect("it is read");
    let mut again = Review::default();
    assert_eq!(again.add_imported(read(&text), at(2)), 1);
    assert_eq!(again.notes, review.notes);
    let id = review.notes[0].id;
    let event = format!("frame,kind,id,text\n5,event,{id},step\n");
    assert_eq!(again.add_imported(read(&event), at(3)), 1);
    assert_ne!(again.events[0].id, id);
}

#[test]
fn empty_lines_at_the_end_of_a_note_are_not_exported() {
    let take = take(200, 0.01);
    let mut review = Review::default();
    review.put(note([3, 3], NoteKind::Fault, "late\n\n", 1_000), at(1_000));
    let text = csv_of(&take, &review);
    assert!(text.contains(",late,"), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn rows_of_other_programs_are_read_and_bad_ones_are_told_by_line() {
    let mut take = take(200, 0.01);
    take.numbers = Some(FileNumbers::Even(FrameNumbers { first: 101, step: 1 }));
    let frames = |text: &str| {
        let imported = import(text, &take, Path::new("takes/text.bvh"), at(1)).expect("it is read");
        let frames = imported.notes.iter().map(|note| [note.frames.first, note.frames.last]);
        (frames.collect::<Vec<_>>(), imported.skipped)
    };
    for (text, expected) in [
        ("frame,text\n3,a\n", [3, 3]),
        ("\u{feff}Frame;End frame;Note\r\n30;3;a\r\n", [3, 30]),
        ("Number,Comment\n110,a\n", [9, 9]),
        ("time\tnote\n0,5\ta\n", [50, 50]),
        ("time,note\n00:01.5,a\n", [150, 150]),
        ("Timecode,Notes\n00:00:01:20,a\n", [120, 120]),
    ] {
        assert_eq!(frames(text), (vec![expected], vec![]), "{text}");
    }
    let text = "frame,time,timecode,text,kind\n,,,a,\n200,,,b,\n-1,,,c,\n1.5,,,d,\n,soon,,e,\n,,1:2,f,\n\
                ,,00:00:00:100,g,\n1,,,,\n1,,,i,wat\n\"5\",,,\"j\nj\",To do\n";
    let (found, skipped) = frames(text);
    assert_eq!(found, [[5, 5]]);
    let skipped: Vec<(usize, &str)> =
        skipped.iter().map(|s| (s.number, s.reason.as_str())).collect();
    let expected = [
        (2, "there is no frame, time or timecode"),
        (3, "it is behind the last frame, 199"),
        (4, "it is ahead of the first frame"),
        (5, "'1.5' is no frame"),
        (6, "'soon' is no time"),
        (7, "'1:2' is no timecode"),
        (8, "Frames of a second end at 99 here"),
        (9, "there is no text"),
        (10, "there is no kind 'wat'"),
    ];
    assert_eq!(skipped, expected);
    for (text, why) in [
        ("", "it is empty"),
        ("text\na\n", "it has no column frame, number, time or timecode"),
        ("frame\n1\n", "it has no column text, note or comment"),
        ("{}", "it is no OpenTimelineIO"),
    ] {
        let error =
            import(text, &take, Path::new("takes/text.bvh"), at(1)).expect_err("it is refused");
        assert_eq!(error.to_string(), why);
    }
}

#[test]
fn markers_of_any_clip_are_read_from_where_its_media_begins() {
    let take = take(200, 0.01);
    let time = |value: f64, rate: f64| json!({ "OTIO_SCHEMA": "RationalTime.1", "value": value, "rate": rate });
    let marker = |name: &str, color: &str, value: f64, rate: f64| {
        let range = json!({
            "OTIO_SCHEMA": "TimeRange.1", "start_time": time(value, rate), "duration": time(1.0, rate)
        });
        json!({ "OTIO_SCHEMA": "Marker.2", "name": name, "color": color, "marked_range": range })
    };
    let timeline = |name: &str| {
        json!({
            "OTIO_SCHEMA": "Timeline.1",
            "tracks": { "OTIO_SCHEMA": "Stack.1", "markers": [marker("on the stack", "GREEN", 12.0, 24.0)],
                "children": [{ "OTIO_SCHEMA": "Clip.2", "name": name,
                    "markers": [marker("a", "RED", 86_412.0, 24.0), marker("b", "YELLOW", 1.0, 24.0)],
                    "media_references": { "M": { "OTIO_SCHEMA": "ExternalReference.1", "available_range":
                        { "OTIO_SCHEMA": "TimeRange.1", "start_time": time(86_400.0, 24.0),
                          "duration": time(99.0, 24.0) } } },
                    "active_media_reference_key": "M" }] },
        })
        .to_string()
    };
    let read = |name: &str| {
        let imported =
            import(&timeline(name), &take, Path::new("takes/text.bvh"), at(1)).expect("it is read");
        let notes = imported.notes.iter();
        let notes = notes.map(|note| (note.text.clone(), note.kind, note.frames));
        (notes.collect::<Vec<_>>(), imported.skipped.len())
    };
    // A frame at 24 a second is four here.
    let frames = Frames::from([50, 53]);
    let of_clip = ("a".to_string(), NoteKind::Fault, frames);
    let of_stack = ("on the stack".to_string(), NoteKind::Good, frames);
    assert_eq!(read("other.mov"), (vec![of_stack, of_clip.clone()], 1));
    assert_eq!(read("text.bvh"), (vec![of_clip], 1));
}

#[test]
fn marks_of_other_takes_stay_out_and_those_of_a_renamed_one_come_in() {
    let take = take(200, 0.01);
    let clip = |name: &str| {
        let time = json!({ "OTIO_SCHEMA": "RationalTime.1", "value": 5.0, "rate": 100.0 });
        let range = json!({ "start_time": time, "duration": time });
        json!({ "OTIO_SCHEMA": "Clip.2", "name": name.rsplit('/').next(),
            "markers": [{ "OTIO_SCHEMA": "Marker.2", "name": name, "marked_range": range }],
            "media_references": { "M": { "target_url": name } }, "active_media_reference_key": "M" })
    };
    for (files, expected) in [
        (&["old.bvh", "old.bvh"][..], Ok(2)),
        (&["a.bvh", "takes/text.bvh", "b.bvh"], Ok(1)),
        (&["old/text.bvh", "new/text.bvh", "text.bvh"], Ok(1)),
        (&["a.bvh", "b.bvh"], Err("it is of several files")),
        (&["old/text.bvh", "new/text.bvh"], Err("several of its files have the name")),
    ] {
        let rows = files.iter().map(|file| format!("{file},5,{file}\n"));
        let table = format!("file,frame,text\n{}", rows.collect::<String>());
        let clips: Vec<Value> = files.iter().map(|file| clip(file)).collect();
        let timeline = json!({ "OTIO_SCHEMA": "Timeline.1", "tracks": clips }).to_string();
        for text in [table, timeline] {
            let found = import(&text, &take, Path::new("takes/text.bvh"), at(1));
            let found = found.map(|imported| imported.notes.len());
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text}"),
                (Err(error), Err(why)) => {
                    assert!(error.to_string().starts_with(why), "{error}");
                }
                (found, _) => panic!("{found:?}: {text}"),
            }
        }
    }
}

#[test]
fn edl_counts_frames_of_a_timeline_and_says_where_it_rounds() {
    let review = full();
    let list = |take: &Take, fps| {
        edl(&[ReviewedTake { file: "w.bvh", take, review: &review, findings: None }], fps)
    };
    let found = list(&take(200, 0.04), None);
    let expected = "TITLE: text\nFCM: NON-DROP FRAME\n\n\
        001  001      V     C        01:00:00:00 01:00:00:01 01:00:00:00 01:00:00:01\n\
        rating, Ann |C:ResolveColorCyan |M:circled, 4 of 5 stars |D:1\n\n\
        002  001      V     C        01:00:00:10 01:00:00:11 01:00:00:10 01:00:00:11\n\
        fault, LeftHand, open, Ann |C:ResolveColorRed |M:The hand pops / \"badly\" |D:21\n\n\
        003  001      V     C        01:00:02:00 01:00:02:01 01:00:02:00 01:00:02:01\n\
        good, done, Ann |C:ResolveColorGreen |M:Nice |D:1\n\n\
        004  001      V     C        01:00:02:20 01:00:02:21 01:00:02:20 01:00:02:21\n\
        event, Ann |C:ResolveColorPurple |M:Heel strike |D:1\n\n";
    assert_eq!((found.text.as_str(), found.remarks.len()), (expected, 0));
    // Two digits have no room for 120.
    let found = list(&take(200, 0.008333), None);
    assert!(found.text.contains("C        01:00:00:05 01:00:00:06"), "{}", found.text);
    assert!(found.text.contains("|D:11\n"), "{}", found.text);
    let remark = "w.bvh: its 120 frames a second are rounded to the 60 of the timeline";
    assert_eq!(found.remarks, [remark]);
    let found = list(&take(200, 0.0333667), None);
    assert!(found.text.contains("FCM: DROP FRAME") && found.text.contains("01:00:00;10"));
    assert_eq!(found.remarks, [""; 0]);
    // The second take begins behind the first.
    let take = take(200, 0.04);
    let both = [ReviewedTake { file: "w.bvh", take: &take, review: &review, findings: None }; 2];
    assert!(edl(&both, None).text.contains("006  001      V     C        01:00:08:10"));
}

#[test]
fn json_has_numbers_and_times_beside_what_the_file_says() {
    let mut take = take(200, 0.01);
    take.numbers = Some(FileNumbers::Even(FrameNumbers { first: 101, step: 1 }));
    take.start_time = 1.0;
    let review = full();
    let found = json(&ReviewedTake { file: "w.bvh", take: &take, review: &review, findings: None });
    let found: Value = serde_json::from_str(&json_of(&found)).expect("JSON");
    let first = &found["notes"][0];
    assert_eq!(first["numbers"], json!([111, 131]));
    assert_eq!(first["times"], json!([1.1, 1.3]));
    assert_eq!(first["drawing"][0]["colour"], "#ff8a4a");
    assert_eq!(found["notes"][1]["joint"], Value::Null);
    assert_eq!(
        found["rating"],
        json!({
            "verdict": "circled", "stars": 4, "author": "Ann", "changed": "1970-01-01T00:00:06.000Z"
        })
    );
    assert_eq!(found["events"][0]["name"], "Heel strike");
}

#[test]
fn the_command_adds_prints_and_filters() {
    let folder = Folder::new("notes-command");
    let [walk, run] = ["walk.bvh", "run.bvh"].map(|name| folder.take(name, 200));
    let [walk, run] = [walk, run].map(|path| path.to_str().unwrap().to_string());
    let text =
        "frame,last_frame,text,kind,status\n3,9,Pops,fault,open\n5,,Fine,good,done\n900,,Late,,\n";
    let marks = folder.write("marks.csv", text);
    let reported = notes(&folder, &[&walk, "--import", &marks, "--strict"]).failed(3);
    assert!(reported.contains("line 4 is skipped: it is behind the last frame, 199"), "{reported}");
    let added = notes(&folder, &[&walk, "--import", &marks]);
    assert_eq!((added.code, added.out.as_str()), (Some(0), ""));
    assert!(added.err.ends_with("walk.bvh.rushes.json: 2 added\n"), "{}", added.err);
    let again = notes(&folder, &[&walk, "--import", &marks, "--quiet"]).done();
    assert_eq!(again, "");
    let printed = notes(&folder, &[&walk, &run]).done();
    assert!(printed.contains("fault: Pops") && printed.contains("good: Fine"), "{printed}");
    assert!(printed.ends_with("run.bvh\n\nno notes\n"), "{printed}");
    let open = notes(&folder, &[&walk, "--open"]).done();
    assert!(open.contains("Pops") && !open.contains("Fine"), "{open}");
    let good = notes(&folder, &[&walk, "--kind", "good,question"]).done();
    assert!(!good.contains("Pops") && good.contains("Fine"), "{good}");
    // One document of all, or one of each in a folder; the extension says which.
    let table = folder.path("all.csv");
    notes(&folder, &[&walk, &run, "-o", &table]).done();
    assert_eq!(std::fs::read_to_string(&table).unwrap().lines().count(), 3);
    let out = folder.path("out/");
    notes(&folder, &[&walk, &run, "--format", "otio", "-o", &out]).done();
    assert_eq!(support::folder::names_in(Path::new(&out)), ["run.otio", "walk.otio"]);
    let broken = folder.write("broken.bvh", "HIERARCHY\n");
    let run = notes(&folder, &[&walk, &broken, "--format", "json"]);
    assert_eq!(run.code, Some(3));
    let objects: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(objects[0]["notes"][0]["text"], "Pops");
    assert!(objects[1]["error"]["kind"].is_string());
    let reported = notes(&folder, &[&walk, &walk, "--import", &marks, "--format", "md"]).failed(2);
    assert!(reported.contains("--import"), "{reported}");
    let reported = notes(&folder, &[&walk, &broken, "--import", &marks]).failed(2);
    assert!(reported.contains("--import adds to one take"), "{reported}");
}

/// Python with OpenTimelineIO, where there is one: `.ci/packages test` puts it there.
fn python() -> Option<Command> {
    let python = || {
        let mut python = Command::new("/usr/bin/python3");
        python.env("PYTHONPATH", support::root().join("target/python"));
        python
    };
    let run = python().args(["-c", "import opentimelineio"]).output();
    let found = run.is_ok_and(|run| run.status.success());
    if !found {
        support::skip::skip("OpenTimelineIO", "opentimelineio from PyPI");
    }
    found.then(python)
}

#[test]
fn opentimelineio_itself_reads_the_timeline_and_writes_what_is_read() {
    let Some(mut python) = python() else { return };
    let folder = Folder::new("notes-otio");
    let take = take(200, 0.008333);
    let review = full();
    let reviewed =
        ReviewedTake { file: "takes/text.bvh", take: &take, review: &review, findings: None };
    let file = folder.write("in.otio", &json_of(&otio(&[reviewed, reviewed])));
    let out = folder.path("out.otio");
    let script = "import sys, opentimelineio as o\n\
        t = o.adapters.read_from_file(sys.argv[1])\n\
        assert isinstance(t, o.schema.Timeline)\n\
        for c in t.find_clips():\n    \
            r = c.trimmed_range()\n    \
            print(c.name, r.duration.value, r.duration.rate, c.media_reference.target_url)\n    \
            for m in c.markers:\n        \
                r = m.marked_range\n        \
                print(m.name, m.color, r.start_time.to_frames(), r.duration.to_frames(), m.metadata['rushes']['id'])\n\
        c.markers[0].marked_range.start_time\n\
        o.adapters.write_to_file(t, sys.argv[2])\n";
    let run = python.args(["-c", script, &file, &out]).output().expect("Python");
    let reported = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let ids: Vec<Id> = review.notes.iter().map(|note| note.id).collect();
    let clip = format!(
        "text.bvh 200.0 120.0 takes/text.bvh\nThe hand RED 10 21 {}\nNice GREEN 50 1 {}\n\
         Heel strike PURPLE 70 1 {}\n",
        ids[0], ids[1], review.events[0].id
    );
    assert_eq!(reported, clip.repeat(2));
    let written = std::fs::read_to_string(out).expect("a timeline");
    let imported = import(&written, &take, Path::new("takes/text.bvh"), at(1)).expect("it is read");
    let mut again = Review::default();
    again.add_imported(imported, at(1));
    assert_eq!((again.notes, again.events), (review.notes, review.events));
}
