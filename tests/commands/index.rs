//! The index from outside: `rushes index` and `rushes find`, with a cache of their own in each test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::Random;
use crate::support::folder::Folder;
use crate::support::planted::Table;
use crate::support::program::{Run, command, end, on_full_disk};
use crate::support::retakes::{cut, mirrored, retimed};
use rushes::Take;
use rushes::export::Export;
use rushes::files::{IfNewer, Reviews};
use rushes::index::{COLUMNS, Index, Query};
use rushes::review::notes::{Frames, Note, Review, Time, Verdict};
use serde_json::Value;

/// Folders for takes and for the cache.
struct Place {
    folder: Folder,
}

impl Place {
    fn new(name: &str) -> Self {
        Self { folder: Folder::new(name) }
    }

    /// With takes of so many frames.
    fn with(name: &str, takes: &[(&str, usize)]) -> Self {
        let place = Self::new(name);
        for (take, frames) in takes {
            place.take(take, *frames);
        }
        place
    }

    fn takes(&self) -> PathBuf {
        self.folder.0.join("takes")
    }

    fn take(&self, name: &str, frames: usize) -> PathBuf {
        self.folder.take(&format!("takes/{name}"), frames)
    }

    fn database(&self) -> PathBuf {
        self.folder.0.join("cache/rushes/index.sqlite")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .current_dir(&self.folder.0)
            .env("XDG_CACHE_HOME", self.folder.0.join("cache"))
            .env("XDG_STATE_HOME", self.folder.0.join("state"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        end(&mut self.command(arguments))
    }

    /// Makes or refreshes the index, without the checks.
    fn index(&self) -> String {
        self.run(&["index", "--no-checks", "takes"]).done()
    }

    /// The names of the files that are found.
    fn find(&self, arguments: &[&str]) -> Vec<String> {
        let found = self.run(&[&["find"], arguments].concat()).done();
        let name = |line: &str| {
            Path::new(line).file_name().expect("a path").to_string_lossy().into_owned()
        };
        found.lines().map(name).collect()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let text = self.run(arguments);
        serde_json::from_str(&text.out).unwrap_or_else(|e| panic!("{e}: {} {}", text.out, text.err))
    }

    /// Saves a review beside a take.
    fn review(&self, take: &Path, stars: u8, note: &str) {
        let now = Time::from_milliseconds(1_000);
        let mut review = Review::default();
        review.rate(Some(Verdict::Keep), stars, "Ann".to_string(), now);
        let mut record = Note::new(Frames::single(2), "Ann", now);
        record.text = note.to_string();
        review.put(record, now);
        let reviews = Reviews::in_folder(self.folder.0.join("state"));
        reviews.save(take, &review, IfNewer::Refuse).expect("saved");
    }
}

#[test]
fn an_index_is_made_once_and_then_only_what_has_changed_is_read() {
    let place =
        Place::with("index-made", &[("walk10.bvh", 3), ("walk2.bvh", 4), ("day 2/Run.bvh", 5)]);
    let first = place.run(&["index", "takes"]).done();
    assert_eq!(first, "3 takes: 3 read, 3 checked\n");
    assert_eq!(place.find(&[]), ["Run.bvh", "walk2.bvh", "walk10.bvh"]);
    assert_eq!(place.run(&["index", "takes"]).done(), "3 takes: nothing has changed\n");
    place.take("walk2.bvh", 40);
    place.take("new.bvh", 6);
    // Without a folder, what was indexed before.
    assert_eq!(place.run(&["index"]).done(), "4 takes: 2 read, 2 checked\n");
    assert_eq!(place.find(&["--where", "frames >= 6"]), ["new.bvh", "walk2.bvh"]);
}

#[test]
fn a_file_that_has_another_name_keeps_what_is_known_of_it() {
    let place = Place::with("index-renamed", &[("a.bvh", 3), ("b.bvh", 4)]);
    assert_eq!(place.run(&["index", "takes"]).done(), "2 takes: 2 read, 2 checked\n");
    let id = |name: &str| {
        let index = Index::open_at(&place.database()).unwrap();
        let found = index.select(&Query::default(), &[]).unwrap();
        found.into_iter().find(|take| take.path.ends_with(name)).map(|take| take.id)
    };
    let old = id("takes/a.bvh").expect("a row");
    fs::create_dir(place.takes().join("kept")).unwrap();
    fs::rename(place.takes().join("a.bvh"), place.takes().join("kept/jump.bvh")).unwrap();
    assert_eq!(place.run(&["index", "takes"]).done(), "2 takes: 1 renamed\n");
    assert_eq!(id("takes/kept/jump.bvh"), Some(old));
    assert_eq!(id("takes/a.bvh"), None);
    assert_eq!(
        place.find(&["jump", "--where", "frames = 3 and findings is not null"]),
        ["jump.bvh"]
    );
    assert!(place.find(&["a.bvh"]).is_empty());
}

#[test]
fn what_is_gone_is_taken_out() {
    let place = Place::with("index-gone", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    fs::remove_file(place.takes().join("a.bvh")).unwrap();
    assert_eq!(place.index(), "1 take: 1 gone\n");
    assert_eq!(place.find(&[]), ["b.bvh"]);
}

#[test]
fn a_review_that_changes_beside_its_take_is_seen() {
    let place = Place::with("index-review", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    let b = place.takes().join("b.bvh");
    place.review(&b, 4, "the elbow pops");
    assert_eq!(place.index(), "2 takes: 1 with another review\n");
    assert_eq!(place.find(&["--where", "rating >= 4 and verdict = 'KEEP'"]), ["b.bvh"]);
    assert_eq!(place.find(&["elbow", "POPS"]), ["b.bvh"]);
    // It goes with its take.
    let c = place.takes().join("c.bvh");
    fs::rename(&b, &c).unwrap();
    fs::rename(Reviews::beside(&b), Reviews::beside(&c)).unwrap();
    assert_eq!(place.index(), "2 takes: 1 renamed\n");
    assert_eq!(place.find(&["elbow"]), ["c.bvh"]);
    fs::remove_file(Reviews::beside(&c)).unwrap();
    place.index();
    assert!(place.find(&["--where", "rating is not null"]).is_empty());
    assert!(place.find(&["elbow"]).is_empty());
}

#[test]
fn a_file_that_cannot_be_read_has_a_row_that_says_why_until_it_can() {
    let place = Place::with("index-unreadable", &[("a.bvh", 3)]);
    place.folder.write("takes/bad.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    let run = place.run(&["index", "takes"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out, "2 takes: 2 read, 1 checked, 1 that cannot be read\n");
    assert!(run.err.contains("bad.bvh:4:10: expected a number"), "{}", run.err);
    let again = place.run(&["index", "takes"]);
    assert_eq!((again.code, again.err.as_str()), (Some(3), ""));
    assert_eq!(again.out, "2 takes: 1 that cannot be read\n");
    let found = place.json(&["find", "--where", "error contains 'number'", "--json"]);
    assert_eq!(found[0]["name"], "bad");
    assert_eq!(found[0]["frames"], Value::Null);
    place.take("bad.bvh", 5);
    assert_eq!(place.index(), "2 takes: 1 read\n");
    assert!(place.find(&["--where", "error is not null"]).is_empty());
}

#[test]
fn a_take_is_read_again_where_a_file_that_it_is_read_with_has_changed_or_comes() {
    let place = Place::new("index-companion");
    let asf = ":version 1.10\n:name x\n:units\nmass 1\nlength 1\nangle deg\n:root\norder TX TY TZ RX RY RZ\n\
               axis XYZ\nposition 0 0 0\norientation 0 0 0\n:bonedata\nbegin\nid 1\nname leg\ndirection 0 1 0\n\
               length 2\naxis 0 0 0 XYZ\ndof rx\nlimits (-90 90)\nend\n:hierarchy\nbegin\nroot leg\nend\n";
    place.folder.write("takes/x.amc", ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\nleg 10\n");
    let alone = place.run(&["index", "--no-checks", "takes"]);
    assert!(alone.out.starts_with("1 take: 1 read"), "{} {}", alone.out, alone.err);
    place.folder.write("takes/x.asf", asf);
    assert!(place.index().starts_with("1 take: 1 read"), "and the skeleton is no take of its own");
    assert_eq!(place.index(), "1 take: nothing has changed\n");
    let more = asf.replace(
        ":hierarchy",
        "begin\nid 2\nname foot\ndirection 1 0 0\nlength 1\naxis 0 0 0 XYZ\nend\n:hierarchy",
    );
    place.folder.write("takes/x.asf", &more.replace("root leg", "root leg\nleg foot"));
    assert_eq!(place.index(), "1 take: 1 read\n");
}

#[test]
fn files_of_a_frame_are_one_take_whose_length_grows_with_them() {
    let place = Place::new("index-sequence");
    let folder = place.takes().join("walk_json");
    fs::create_dir_all(&folder).expect("a folder that can be written");
    let openpose = fs::read(crate::support::root().join("tests/good/keypoint json/openpose.json"));
    let openpose = openpose.expect("a fixture");
    let add = |number: usize| {
        let name = format!("walk_{number:012}_keypoints.json");
        fs::write(folder.join(name), &openpose).expect("a folder that can be written");
    };
    (0..3).for_each(add);
    place.index();
    assert_eq!(place.find(&["--where", "frames = 3"]), ["walk_000000000000_keypoints.json"]);
    (3..5).for_each(add);
    place.index();
    assert_eq!(place.find(&["--where", "frames = 5"]), ["walk_000000000000_keypoints.json"]);
}

#[test]
fn check_says_what_is_not_true_and_changes_nothing() {
    let place = Place::with("index-check", &[("a.bvh", 3), ("b.bvh", 4), ("c.bvh", 5)]);
    place.index();
    let check = ["index", "--check", "takes"];
    assert_eq!(place.run(&check).done(), "the index is true\n");
    fs::remove_file(place.takes().join("a.bvh")).unwrap();
    place.take("b.bvh", 40);
    place.review(&place.takes().join("c.bvh"), 1, "");
    place.take("d.bvh", 3);
    for _ in 0..2 {
        let run = place.run(&check);
        assert_eq!(run.code, Some(1));
        let ends = ["d.bvh: new", "b.bvh: changed", "c.bvh: another review", "a.bvh: gone"];
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), ends.len(), "{}", run.out);
        assert!(lines.iter().zip(ends).all(|(line, end)| line.ends_with(end)), "{}", run.out);
    }
    let object = place.json(&["index", "--check", "--json", "takes"]);
    assert_eq!((&object["is_true"], &object["is_sound"]), (&false.into(), &true.into()));
    assert_eq!(object["gone"].as_array().map(Vec::len), Some(1));
    place.index();
    assert_eq!(place.run(&check).done(), "the index is true\n");
}

#[test]
fn folders_can_be_forgotten() {
    let place = Place::with("index-forget", &[("day1/a.bvh", 3), ("day10/b.bvh", 4)]);
    place.index();
    assert_eq!(place.run(&["index", "--forget", "takes/day1"]).done(), "1 take forgotten\n");
    assert_eq!(place.find(&[]), ["b.bvh"]);
    assert_eq!(place.run(&["index", "--forget"]).done(), "1 take forgotten\n");
    assert!(place.run(&["find", "x"]).failed(3).contains("nothing was indexed yet"));
    assert!(place.run(&["index"]).failed(2).contains("no folder was indexed yet"));
}

/// What an index says after it was made again.
fn assert_made_again(place: &Place) {
    assert_eq!(place.index(), "2 takes: 2 read\n");
    assert_eq!(place.find(&[]), ["a.bvh", "b.bvh"]);
    assert!(place.database().with_extension("sqlite.old").exists(), "it is set aside");
}

#[test]
fn an_index_that_is_no_database_any_more_is_made_anew() {
    let place = Place::with("index-damaged", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    fs::write(place.database(), "this is no database, and too long for an empty one".repeat(99))
        .unwrap();
    let error = place.run(&["find", "a"]).failed(3);
    assert!(error.contains("nothing was indexed yet\nhint: 'rushes index FOLDER'"), "{error}");
    assert_made_again(&place);
}

#[test]
fn an_index_that_is_damaged_inside_is_told_and_made_anew() {
    let place = Place::with("index-inside", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    let mut bytes = fs::read(place.database()).unwrap();
    assert!(bytes.len() > 20 * 4096);
    bytes[2 * 4096..].fill(0x5a);
    fs::write(place.database(), bytes).unwrap();
    let check = place.run(&["index", "--check", "takes"]);
    assert_ne!(check.code, Some(0), "{} {}", check.out, check.err);
    assert!(
        format!("{}{}", check.out, check.err).contains("the index is damaged"),
        "{}",
        check.err
    );
    assert_made_again(&place);
}

#[test]
fn an_index_of_another_version_is_made_anew() {
    let place = Place::with("index-older", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    let connection = rusqlite::Connection::open(place.database()).unwrap();
    connection.pragma_update(None, "user_version", 999).unwrap();
    drop(connection);
    assert_made_again(&place);
}

#[test]
fn two_programs_make_one_index() {
    let takes: Vec<(String, usize)> = (0..60).map(|i| (format!("take{i}.bvh"), 100)).collect();
    let takes: Vec<(&str, usize)> =
        takes.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let place = Place::with("index-two", &takes);
    let arguments = ["index", "--quiet", "takes"];
    let mut both: Vec<_> = (0..2).map(|_| place.command(&arguments).spawn().unwrap()).collect();
    for program in &mut both {
        assert!(program.wait().unwrap().success());
    }
    assert_eq!(place.find(&[]).len(), 60);
    assert_eq!(place.run(&["index", "--check"]).done(), "the index is true\n");
}

#[test]
fn whenever_it_is_killed_what_was_written_is_there() {
    const KILLS: usize = 50;
    let takes: Vec<(String, usize)> = (0..300).map(|i| (format!("take{i}.bvh"), 50)).collect();
    let takes: Vec<(&str, usize)> =
        takes.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let place = Place::with("index-kill", &takes);
    let mut counts = vec![0];
    for kill in 0..KILLS {
        let mut program = place.command(&["index", "--no-checks", "takes"]).spawn().unwrap();
        // At moments that are spread over all that it writes.
        let wal = place.database().with_extension("sqlite-wal");
        let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        while size(&wal) < 15_000 * kill as u64 && program.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let _ = program.kill();
        program.wait().unwrap();
        let index = Index::open_at(&place.database()).unwrap();
        assert!(index.is_sound().unwrap());
        counts.push(index.count(&Query::default()).unwrap());
    }
    assert!(counts.is_sorted(), "{counts:?}");
    place.index();
    assert_eq!(place.find(&[]).len(), 300);
}

#[test]
#[cfg(unix)]
fn links_in_circles_end_and_links_to_nothing_are_told() {
    use std::os::unix::fs::symlink;
    let place = Place::with("index-circle", &[("in/a.bvh", 3)]);
    symlink(place.takes(), place.takes().join("in/again")).unwrap();
    symlink("self.bvh", place.takes().join("self.bvh")).unwrap();
    let run = place.run(&["index", "--no-checks", "takes"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out, "2 takes: 2 read, 1 that cannot be read\n");
    assert!(run.err.contains("self.bvh"), "{}", run.err);
}

#[test]
#[cfg(unix)]
fn a_folder_that_nobody_may_write_into_is_indexed() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::with("index-readonly", &[("a.bvh", 3)]);
    let allow =
        |mode| fs::set_permissions(place.takes(), fs::Permissions::from_mode(mode)).unwrap();
    allow(0o555);
    let made = place.index();
    allow(0o755);
    assert_eq!(made, "1 take: 1 read\n");
    assert_eq!(crate::support::folder::names_in(&place.takes()), ["a.bvh"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_is_told_and_leaves_the_index_as_it_was() {
    let place = Place::with("index-full", &[("a.bvh", 3), ("b.bvh", 4)]);
    place.index();
    for i in 0..200 {
        place.take(&format!("more{i}.bvh"), 5);
    }
    let run = end(on_full_disk(&mut place.command(&["index", "--no-checks", "takes"]), 100_000));
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{}", run.err);
    assert!(run.err.contains("the index cannot be used: disk I/O error"), "{}", run.err);
    assert_eq!(place.find(&[]), ["a.bvh", "b.bvh"]);
    assert_eq!(place.index(), "202 takes: 200 read\n");
}

#[test]
fn conditions_that_are_none_are_told_with_their_place() {
    let place = Place::with("find-where", &[("a.bvh", 3)]);
    place.index();
    let error = |condition: &str| place.run(&["find", "--where", condition]).failed(2);
    let expected = "rushes: --where: there is no column 'durration'; did you mean 'duration'?\n  \
                    durration > 5\n  ^^^^^^^^^\nTry 'rushes find --help'.\n";
    assert_eq!(error("durration > 5"), expected);
    for (condition, message) in [
        ("duration >", "expected a number, found the end"),
        ("format = FBX", "expected a text in quotes, found 'FBX'"),
        ("duration > 'long'", "duration is a number"),
        ("(duration > 1", "expected ')'"),
        ("name = 'a'; delete from takes", "';' means nothing here"),
    ] {
        let error = error(condition);
        assert!(error.contains(message) && error.contains('^'), "{error}");
    }
    let sort = place.run(&["find", "--sort", "lenght"]).failed(2);
    assert!(sort.contains("there is no column 'lenght'"), "{sort}");
    assert_eq!(place.find(&[]), ["a.bvh"]);
}

#[test]
fn takes_are_found_by_words_and_by_facts_in_an_order() {
    let takes = [("Walk_02.bvh", 30), ("day/run.bvh", 20), ("day/walk run.bvh", 10)];
    let place = Place::with("find-words", &takes);
    place.index();
    assert_eq!(place.find(&["WALK"]), ["walk run.bvh", "Walk_02.bvh"]);
    assert_eq!(place.find(&["walk", "run"]), ["walk run.bvh"]);
    assert_eq!(place.find(&["02"]), ["Walk_02.bvh"], "too short for the table of words");
    assert!(place.find(&["100%", "\"", "'"]).is_empty());
    assert_eq!(place.find(&["--sort", "frames"]), ["walk run.bvh", "run.bvh", "Walk_02.bvh"]);
    assert_eq!(place.find(&["--sort", "-frames", "--limit", "2"]), ["Walk_02.bvh", "run.bvh"]);
    let within = "frames in (10, 30) and not name like 'walk r%'";
    assert_eq!(place.find(&["--where", within]), ["Walk_02.bvh"]);
    assert_eq!(place.find(&["--where", "rating != 5"]).len(), 3, "what says nothing is not equal");
}

#[test]
fn takes_are_printed_as_people_and_programs_want_them() {
    let place = Place::with("find-printed", &[("a.bvh", 26), ("=b, c.bvh", 51)]);
    place.index();
    let columns = ["--columns", "file,duration,rating"];
    let printed =
        |format: &str| place.run(&[&["find", "--format", format], &columns[..]].concat()).done();
    assert_eq!(printed("csv"), "file,duration,rating\n\"'=b, c.bvh\",1.02,\na.bvh,0.52,\n");
    assert_eq!(
        printed("table"),
        "file       duration  rating\n=b, c.bvh      1.02\na.bvh          0.52\n"
    );
    let found = place.json(&["find", "--json", "--where", "name = 'a'"]);
    assert_eq!(
        found[0]["file"],
        place.takes().canonicalize().unwrap().join("a.bvh").to_str().unwrap()
    );
    assert_eq!(found[0]["format"], "BVH");
    assert_eq!(found[0]["schema"], 1);
    let keys = found[0].as_object().unwrap();
    assert!(COLUMNS.iter().all(|column| keys.contains_key(column.name)));
    let piped = place.command(&["find"]).stdout(Stdio::piped()).output().unwrap();
    assert_eq!(piped.stdout.iter().filter(|&&byte| byte == b'\n').count(), 2);
}

#[test]
fn takes_are_found_in_a_folder_and_one_that_was_not_indexed_is_told() {
    let place = Place::with("find-folder", &[("day1/a.bvh", 3), ("day10/b.bvh", 3)]);
    place.take("../other/c.bvh", 3);
    place.index();
    assert_eq!(place.find(&["takes/day1"]), ["a.bvh"]);
    assert_eq!(place.find(&["takes/day1", "takes/day10"]), ["a.bvh", "b.bvh"]);
    assert_eq!(place.find(&["takes/day1", "b.b"]), [""; 0]);
    let error = place.run(&["find", "other"]).failed(3);
    assert!(error.contains("was not indexed yet\nhint: 'rushes index other'"), "{error}");
    let error = place.run(&["find", "takes/day3"]).failed(2);
    assert!(error.contains("there is no such folder"), "{error}");
}

#[test]
#[cfg(unix)]
fn a_path_that_is_no_text_is_found_to_the_byte() {
    use std::os::unix::ffi::OsStringExt as _;
    let place = Place::with("find-bytes", &[("a.bvh", 3)]);
    let name = std::ffi::OsString::from_vec(b"w\xff\xfe.bvh".to_vec());
    if fs::copy(place.takes().join("a.bvh"), place.takes().join(&name)).is_err() {
        // Not every file system has such names.
        return;
    }
    place.index();
    let output = place.command(&["find", "--where", "file like 'w%'"]).output().unwrap();
    assert!(
        output.stdout.ends_with(b"/w\xff\xfe.bvh\n"),
        "{:?}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert_eq!(place.index(), "2 takes: nothing has changed\n");
}

impl Place {
    /// Writes a take in the format of its name.
    fn export(&self, name: &str, take: &Take) -> PathBuf {
        let mut bytes = Vec::new();
        Export::of_file(name).expect("a format").write(take, &mut bytes).expect("written");
        let path = self.takes().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// Three motions, none of which is like another.
fn motions() -> [Take; 3] {
    let whole = rushes::files::builtin();
    let frames = whole.motion.frame_count();
    let [first, second] = [0..frames / 3, frames / 3..frames * 2 / 3].map(|part| cut(&whole, part));
    [first, second, Table::cycle(60.0, &mut Random::new(7)).take()]
}

#[test]
fn takes_that_move_alike_are_found_whatever_was_done_to_them() {
    let [wanted, other, cycle] = motions();
    let place = Place::new("find-like");
    place.export("slow.bvh", &retimed(&wanted, 0.8));
    place.export("mirrored.trc", &mirrored(&wanted));
    place.export("other.bvh", &other);
    place.export("cycle.bvh", &cycle);
    let own = place.export("own.bvh", &wanted);
    place.index();
    let found = place.find(&["--like", "takes/own.bvh"]);
    let mut first: Vec<&str> = found.iter().take(2).map(String::as_str).collect();
    first.sort_unstable();
    assert_eq!(first, ["mirrored.trc", "slow.bvh"], "{found:?}");
    assert!(!found.contains(&"own.bvh".to_string()));
    let found =
        place.json(&["find", "--like", "takes/own.bvh", "--json", "--where", "format = 'TRC'"]);
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["alike"]["kind"], "mirrored");
    let table = place.run(&["find", "--like", "takes/own.bvh", "--format", "table"]).done();
    assert!(table.starts_with("alike ") && table.contains("other-speed"), "{table}");
    // One that is nowhere in the index.
    let elsewhere = place.folder.0.join("elsewhere.bvh");
    fs::rename(own, &elsewhere).unwrap();
    let found = place.find(&["--like", "elsewhere.bvh", "--limit", "3"]);
    assert!(found.contains(&"own.bvh".to_string()), "as it was: {found:?}");
    let still = place.take("still.bvh", 99);
    let error = place.run(&["find", "--like", still.to_str().unwrap()]).failed(3);
    assert!(error.contains("still.bvh: nothing can be like it"), "{error}");
}

#[test]
fn takes_of_one_folder_that_are_in_another_are_found() {
    let [one, two, cycle] = motions();
    let place = Place::new("find-duplicates");
    let original = place.export("train/one.bvh", &one);
    place.export("train/two.bvh", &two);
    place.export("test/slow two.bvh", &retimed(&two, 0.8));
    place.export("test/cycle.bvh", &cycle);
    fs::copy(original, place.takes().join("test/copy.bvh")).unwrap();
    place.index();
    let duplicates = ["find", "--duplicates", "takes/train", "takes/test"];
    let run = place.run(&duplicates);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let names = |line: &str| {
        let paths = line.split('\t').map(|path| Path::new(path).file_name().unwrap().to_owned());
        paths.collect::<Vec<_>>()
    };
    let found: Vec<_> = run.out.lines().map(names).collect();
    assert_eq!(found, [["one.bvh", "copy.bvh"], ["two.bvh", "slow two.bvh"]]);
    let found = place.json(&[&duplicates[..], &["--json"]].concat());
    assert_eq!((&found[0]["same_bytes"], &found[0]["alike"]), (&true.into(), &Value::Null));
    assert_eq!(found[1]["alike"]["kind"], "other-speed");
    assert_eq!(place.run(&["find", "--duplicates", "takes/test"]).done(), "");
    let all = place.run(&["find", "--duplicates"]);
    assert_eq!((all.code, all.out.lines().count()), (Some(1), 2), "each two once: {}", all.out);
}
