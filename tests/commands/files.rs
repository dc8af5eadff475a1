//! Files that are not what they seem, and what is left of those that a program was killed over.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::folder::Folder;
use crate::support::program::{Run, command, end, rushes};
use crate::support::tools::has_opengl;
use rushes::files::Reviews;
use rushes::review::notes::{Frames, Note, NoteKind, Review, Time, document};
use rushes::store::{Overwrite, Remembered, SessionFile, Store, write_session};

/// What somebody else's file says.
const PRECIOUS: &str = "precious = true\n";

/// Runs `rushes notes`, which finds the user's folder for state here.
fn notes(folder: &Folder, arguments: &[&str]) -> Run {
    let arguments = [&["notes"], arguments].concat();
    end(command(&arguments).env("XDG_STATE_HOME", folder.0.join("state")))
}

/// A review of one note.
fn review(text: &str) -> Review {
    let now = Time::from_milliseconds(1_000);
    let mut note = Note::new(Frames::single(2), "Ann", now);
    (note.text, note.kind) = (text.into(), NoteKind::Fault);
    let mut review = Review::default();
    review.put(note, now);
    review
}

/// A folder with a take, and marks to import.
fn place(name: &str) -> (Folder, [String; 2]) {
    let folder = Folder::new(name);
    let take = folder.take("walk.bvh", 9).display().to_string();
    let marks = folder.write("marks.csv", "frame,text\n3,pops\n");
    (folder, [take, marks])
}

/// Whether files without a name are to be had here.
fn has_unnamed(folder: &Path) -> bool {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::TMPFILE.bits() as i32;
    let mut options = fs::File::options();
    let opened = options.read(true).write(true).custom_flags(flags).open(folder);
    opened.is_ok()
}

/// Kills a command, which writes a file, at moments that are spread over all that it writes, in the place of an older file
/// and where none is: each time, the file is the older one or the whole new one.
fn assert_whole_after_kills(folder: &Folder, arguments: &[&str], out: &str, kills: u64) {
    let run = rushes(arguments);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let whole = fs::read(out).expect("a file");
    let mut killed = 0;
    for kill in 0..kills {
        match kill % 2 {
            0 => fs::write(out, PRECIOUS).expect("a file"),
            _ => fs::remove_file(out).expect("a file"),
        }
        let mut child = command(arguments).spawn().expect("the program starts");
        let io = format!("/proc/{}/io", child.id());
        let written = || {
            let reported = fs::read_to_string(&io).unwrap_or_default();
            let line = reported.lines().find_map(|line| line.strip_prefix("wchar: "));
            line.and_then(|count| count.parse().ok()).unwrap_or(0u64)
        };
        let enough = whole.len() as u64 * kill / kills;
        while written() <= enough && child.try_wait().is_ok_and(|ended| ended.is_none()) {
            std::thread::yield_now();
        }
        // SIGKILL; one that has ended by then is as good.
        let _ = child.kill();
        let status = child.wait().expect("it ends");
        killed += u64::from(!status.success());
        match (fs::read(out).ok(), kill % 2) {
            (None, 1) => {}
            (Some(found), 0) if found == PRECIOUS.as_bytes() => {}
            (found, _) => assert!(found.is_some_and(|found| found == whole), "kill {kill}"),
        }
        if has_unnamed(&folder.0) {
            let others = folder.names().into_iter().filter(|name| name.starts_with('.'));
            // A file has another name for as long as it takes to rename it.
            assert!(others.count() <= 1, "kill {kill}: {:?}", folder.names());
        }
    }
    assert!(killed > kills / 3, "{killed} kills");
}

#[test]
fn a_conversion_that_is_killed_leaves_nothing_behind() {
    let folder = Folder::new("files-kill");
    let take = folder.take("walk.bvh", 15_000).display().to_string();
    let out = folder.path("walk.htr");
    let convert = ["convert", &take, "-o", &out, "-q"];
    assert_whole_after_kills(&folder, &convert, &out, 50);
    // What was left all the same, there or by programs elsewhere, is gone with the next write.
    folder.write(".rushes-aB3dE6gH.part", "half");
    folder.write(".walk.bvh.rushes.json.lock", "");
    assert_eq!(rushes(&convert).code, Some(0));
    assert_eq!(folder.names(), ["walk.bvh", "walk.htr"]);
}

#[test]
fn films_and_tables_that_are_killed_are_the_older_ones_or_whole() {
    let folder = Folder::new("files-kill-others");
    let take = folder.take("walk.bvh", 60_000).display().to_string();
    let out = folder.path("walk.csv");
    assert_whole_after_kills(&folder, &["positions", &take, "-o", &out], &out, 50);
    if has_opengl() {
        let film = folder.path("walk.gif");
        let frames = ["--frames", "0-11", "--size", "320x240"];
        let render = [&["render", &take, "-o", &film][..], &frames].concat();
        assert_whole_after_kills(&folder, &render, &film, 50);
    }
}

#[test]
fn a_link_to_somebody_elses_file_is_never_written_through() {
    let (folder, [take, marks]) = place("files-links");
    let (sidecar, other) = (Reviews::beside(take.as_ref()), folder.0.join("other"));
    for there in [Some(PRECIOUS), Some(""), None] {
        there.into_iter().for_each(|text| fs::write(&other, text).expect("a file"));
        symlink(&other, &sidecar).expect("a link");
        let run = notes(&folder, &[&take, "--import", &marks]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(run.err.contains("it is a link to"), "{}", run.err);
        assert!(fs::read_link(&sidecar).is_ok());
        assert_eq!(fs::read_to_string(&other).ok().as_deref(), there);
        // The note is in the user's folder.
        let run = notes(&folder, &[&take]);
        assert!(run.out.contains("pops") && run.err.contains("it is a link to"));
        fs::remove_file(&sidecar).expect("a link");
        fs::remove_dir_all(folder.path("state")).expect("the user's folder");
        let _ = fs::remove_file(&other);
    }
}

#[test]
fn a_link_to_a_review_is_read_and_gives_way_to_a_file_of_its_own() {
    let (folder, [take, marks]) = place("files-linked-review");
    let sidecar = Reviews::beside(take.as_ref());
    let other = folder.write("other.json", &document::write(&review("theirs"), "run.bvh"));
    let before = fs::read(&other).expect("a review");
    symlink(&other, &sidecar).expect("a link");
    // So do the copy of the file before, and the lock.
    let [precious, made] = ["precious", "made"].map(|name| folder.0.join(name));
    fs::write(&precious, PRECIOUS).expect("a file");
    symlink(&precious, folder.path("walk.bvh.rushes.json.bak")).expect("a link");
    symlink(&made, folder.path(".walk.bvh.rushes.json.lock")).expect("a link");
    assert!(notes(&folder, &[&take]).done().contains("theirs"));
    let run = notes(&folder, &[&take, "--import", &marks]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("it was a link to"), "{}", run.err);
    assert!(fs::symlink_metadata(&sidecar).is_ok_and(|about| about.is_file()));
    assert_eq!(fs::read(&other).expect("a review"), before);
    assert_eq!(fs::read_to_string(&precious).expect("a file"), PRECIOUS);
    assert!(!made.exists());
    let both = notes(&folder, &[&take]).done();
    assert!(both.contains("theirs") && both.contains("pops"), "{both}");
    // A broken one is kept beside, whatever its copy was a link to.
    fs::write(&sidecar, "broken").expect("a file");
    symlink(&precious, folder.path("walk.bvh.rushes.json.broken")).expect("a link");
    assert_eq!(notes(&folder, &[&take, "--import", &marks]).code, Some(0));
    assert_eq!(fs::read_to_string(&precious).expect("a file"), PRECIOUS);
}

#[test]
fn links_in_the_place_of_sessions_columns_and_the_programs_own_files_are_not_written_through() {
    let folder = Folder::new("files-linked-others");
    let other = PathBuf::from(folder.write("other.toml", PRECIOUS));
    let links = ["s.rushes", "table.csv.columns.toml", "state/remembered.toml"];
    fs::create_dir(folder.path("state")).expect("a folder");
    for link in links {
        symlink(&other, folder.path(link)).expect("a link");
    }
    let [session, _, remembered] = links.map(|link| folder.0.join(link));
    let reported = write_session(&session, &SessionFile::default(), Overwrite::Any);
    assert!(reported.is_ok_and(|reported| {
        reported.is_some_and(|reported| reported.contains("it was a link to"))
    }));
    let store = Store::in_folder(folder.path("state"));
    let table = folder.write("table.csv", "a,b\n1,2\n");
    let reported = store.save_columns(None, &[table.into()], &Default::default());
    assert!(
        reported
            .is_ok_and(|reported| reported.len() == 1 && reported[0].contains("it was a link to"))
    );
    let changed = Remembered { scale: 2.0, ..Remembered::default() };
    let reported = store.remember(&Remembered::default(), &changed);
    assert!(reported.len() == 1 && reported[0].contains("it is a link to"), "{reported:?}");
    assert_eq!(fs::read_to_string(&other).expect("a file"), PRECIOUS);
    assert_eq!(store.remembered().0.scale, 2.0);
    // A link of the user's to what the program wrote itself is followed.
    let kept = folder.0.join("kept.toml");
    fs::rename(&remembered, &kept).expect("a file");
    symlink(&kept, &remembered).expect("a link");
    assert!(store.remember(&changed, &Remembered::default()).is_empty());
    assert!(fs::read_link(&remembered).is_ok());
    assert_eq!(store.remembered().0.scale, Remembered::default().scale);
}

#[test]
fn lists_and_pipes_that_never_end_are_refused() {
    for (arguments, bytes, reported) in [
        (&["info", "--files-from", "-"][..], &b"a\n"[..], "may never end"),
        (&["info", "--files-from", "-"], b"\0", "may never end"),
        (&["info", "-"], b"\0", "blank"),
    ] {
        let mut child = command(arguments);
        let mut child = child.stdin(Stdio::piped()).spawn().expect("the program");
        let mut pipe = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || {
            let piece = bytes.repeat(1 << 16);
            while pipe.write_all(&piece).is_ok() {}
        });
        let run: Run = child.wait_with_output().expect("it ends").into();
        writer.join().expect("nobody reads any more");
        let error = run.failed(3);
        assert!(error.contains(reported), "{arguments:?}: {error}");
    }
}
