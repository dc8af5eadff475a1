//! What goes wrong around the window: a worker that crashes, files that change while they load, an ffmpeg that hangs, a
//! display that goes. Nothing that was open is lost, and everything ends that has to.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::desktop::{Desktop, Program};
use crate::support::folder::Folder;
use crate::support::large;
use crate::support::scenes;
use crate::support::wait::{wait_for, wait_until};
use crate::support::weston::Weston;

const CONTROL: u32 = 0xffe3;
const END: u32 = 0xff57;
const HOME: u32 = 0xff50;

/// Programs that a program has started, with a word among their arguments.
fn children(of: u32, word: &str) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").expect("processes").flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |number: &u32| {
        let read = |name: &str| fs::read(format!("/proc/{number}/{name}")).unwrap_or_default();
        let parent = format!("PPid:\t{of}\n");
        String::from_utf8_lossy(&read("status")).contains(&parent)
            && read("cmdline").split(|&byte| byte == 0).any(|part| part == word.as_bytes())
    };
    numbers.filter(is_child).collect()
}

const WORKER: &str = "--load-worker";

/// Drops a file on a program, and does something once it has a worker.
fn with_worker<T: Send>(
    desktop: &Desktop,
    program: u32,
    file: &Path,
    then: impl FnOnce(u32) -> T + Send,
) -> T {
    std::thread::scope(|scope| {
        // It may be done before a drop is answered.
        let seen = scope.spawn(move || {
            then(wait_for("a worker", || children(program, WORKER).first().copied()))
        });
        desktop.drop_files(&[file]);
        seen.join().expect("a worker")
    })
}

#[test]
fn a_worker_that_crashes_costs_the_file_that_it_was_on_and_nothing_else() {
    let folder = Folder::new("faults-worker");
    let walk = folder.take("walk.bvh", 60);
    let [large, whole] = [("large.fbx", 60_000), ("whole.fbx", 30)].map(|(name, frames)| {
        let path = folder.0.join(name);
        fs::write(&path, scenes::fbx(frames)).expect("a file");
        path
    });
    let Some(desktop) = Desktop::start() else { return };
    let mut program = desktop.run(&[&walk], &[]);
    program.settle();
    let is_told = |p: &serde_json::Value| {
        let notices = p["notices"].to_string();
        notices.contains("large.fbx") && notices.contains("crashed")
    };
    // Beside others, one may be done before it is ended: then there is another.
    for _ in 0..20 {
        with_worker(&desktop, program.id(), &large, |worker| {
            let worker = Pid::from_raw(worker as i32).expect("a process");
            // One that has ended is as good.
            let _ = kill_process(worker, Signal::SEGV);
        });
        program.wait("its end", |p| is_told(p) || p["take"] == "large.fbx");
        if is_told(&program.last) {
            break;
        }
        desktop.hold(CONTROL, true);
        desktop.key(u32::from('w'));
        desktop.hold(CONTROL, false);
        program.wait("what was open", |p| p["take"] == "walk.bvh");
    }
    program.wait("a word about it", is_told);
    // What was open is there, and another file has another worker.
    desktop.drop_files(&[&whole]);
    program.wait("the other file", |p| p["takes"].as_array().is_some_and(|all| all.len() == 2));
    let takes = program.last["takes"].to_string();
    assert!(takes.contains("walk") && takes.contains("whole"), "{takes}");
    wait_until("its end", || children(program.id(), WORKER).is_empty());
    // Nobody waits for one when the window closes.
    let worker = with_worker(&desktop, program.id(), &large, |worker| worker);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
    wait_until("its end", || !Path::new(&format!("/proc/{worker}/exe")).exists());
}

#[test]
fn a_file_that_changes_while_it_loads_shows_as_it_is_in_the_end() {
    /// So often, at moments that are spread over all that is read.
    const ROUNDS: usize = 8;
    let folder = Folder::new("faults-changes");
    let path = folder.0.join("walk.bvh");
    // Too short for a first picture of its beginning.
    let older = large::bvh(9000);
    let part = older.len() / 2;
    let part = part + older[part..].find('\n').expect("a row") + 1;
    let Some(desktop) = Desktop::start() else { return };
    let other = folder.take("other.bvh", 3);
    let mut program = desktop.run(&[&other], &[]);
    program.settle();
    for round in 0..ROUNDS {
        let frames = 100 + round;
        fs::write(&path, if round % 2 == 0 { &older } else { &older[..part] }).expect("a file");
        desktop.drop_files(&[&path]);
        let is_open = || {
            let open = fs::read_dir(format!("/proc/{}/fd", program.id())).expect("it runs");
            let mut open = open.flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
            open.any(|file| file == path)
        };
        // It may be read before anybody sees it.
        for _ in 0..20_000 {
            if is_open() {
                break;
            }
            std::thread::yield_now();
        }
        let expected = if round % 2 == 0 {
            // Another file takes its place.
            let newer = folder.write("newer.bvh", &large::bvh(frames));
            fs::rename(newer, &path).expect("a file");
            frames
        } else {
            // It grows to what it was to be.
            let mut file = fs::File::options().append(true).open(&path).expect("a file");
            std::io::Write::write_all(&mut file, &older.as_bytes()[part..]).expect("the rest");
            9000
        };
        program.wait("the file", |p| p["take"] == "walk.bvh" && p["loading"] == false);
        program.wait("all of it", |p| p["frames"] == expected);
        // It is closed again.
        desktop.hold(CONTROL, true);
        desktop.key(u32::from('w'));
        desktop.hold(CONTROL, false);
        program.wait("the other file", |p| p["take"] == "other.bvh");
    }
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn a_watched_file_that_breaks_and_comes_back_is_never_less_than_it_was() {
    let folder = Folder::new("faults-watched");
    let path = folder.take("walk.bvh", 60);
    let Some(desktop) = Desktop::start() else { return };
    let mut program = desktop.run(&[&path], &[]);
    program.settle();
    desktop.key(END);
    program.wait_for_frame(59);
    folder.take("walk.bvh", 80);
    program.wait("a longer one", |p| p["frames"] == 80);
    folder.write("walk.bvh", "HIERARCHY\nROOT");
    program.wait("a word about it", |p| p["notices"].to_string().contains("walk.bvh"));
    assert_eq!(program.last["frames"], 80);
    fs::remove_file(&path).expect("a file");
    desktop.key(HOME);
    program.wait_for_frame(0);
    folder.take("walk.bvh", 40);
    program.wait("it again", |p| p["frames"] == 40);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn a_folder_that_is_moved_away_and_made_again_is_watched_again() {
    let folder = Folder::new("faults-folder");
    let path = folder.take("takes/walk.bvh", 60);
    let Some(desktop) = Desktop::start() else { return };
    let mut program = desktop.run(&[&path], &[]);
    program.settle();
    fs::rename(folder.0.join("takes"), folder.0.join("away")).expect("it is moved");
    folder.take("takes/walk.bvh", 80);
    program.wait("the take of the new folder", |p| p["frames"] == 80);
    folder.take("takes/walk.bvh", 50);
    program.wait("what is written to it there", |p| p["frames"] == 50);
    fs::remove_dir_all(folder.0.join("takes")).expect("it goes");
    desktop.key(END);
    program.wait_for_frame(49);
    folder.take("takes/walk.bvh", 70);
    program.wait("the take of the third folder", |p| p["frames"] == 70);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn of_five_hundred_files_a_hundred_are_broken_and_all_others_open() {
    let folder = Folder::new("faults-many");
    let broken = ["HIERARCHY\nROOT Hips\n{\nOFFSET 0 0", "", "\0\0\0\0", "nothing of ours"];
    let files: Vec<PathBuf> = (0..500)
        .map(|number| {
            let name = format!("take{number:03}.bvh");
            match number % 5 {
                0 => folder.write(&name, broken[number / 5 % broken.len()]).into(),
                _ => folder.take(&name, 9),
            }
        })
        .collect();
    let Some(desktop) = Desktop::start() else { return };
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let mut program = desktop.run(&files, &[]);
    program.wait("all that can be opened", |p| {
        p["loading"] == false && p["takes"].as_array().map(Vec::len) == Some(400)
    });
    // One more tells that not all of them show at once.
    let notices = program.last["notices"].as_array().cloned().unwrap_or_default();
    let told = notices.iter().filter(|notice| notice.to_string().contains(".bvh:"));
    assert_eq!(told.count(), 100, "{notices:?}");
    desktop.key(END);
    program.wait_for_frame(8);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn a_window_closes_while_an_ffmpeg_hangs() {
    let folder = Folder::new("faults-ffmpeg");
    let take = folder.take("walk.bvh", 60);
    let video = folder.write("walk.mp4", "no video");
    for name in ["ffmpeg", "ffprobe"] {
        folder.script(&format!("bin/{name}"), "exec sleep 1000");
    }
    let Some(desktop) = Desktop::start() else { return };
    let paths = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{paths}", folder.path("bin"));
    let mut command = desktop.command(&[&take, Path::new(&video)], &[]);
    let mut program = Program::start(command.env("PATH", path));
    desktop.focus();
    wait_until("ffprobe", || !children(program.id(), "1000").is_empty());
    // Frames are still stepped through.
    desktop.key(END);
    program.wait_for_frame(59);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
}

#[test]
fn a_compositor_that_goes_away_is_told_in_a_line() {
    let folder = Folder::new("faults-compositor");
    let take = folder.take("walk.bvh", 60);
    let Some(mut weston) = Weston::start("faults-weston", [640, 480], 1) else { return };
    let mut program = weston.run(&[&take]);
    program.settle();
    weston.end();
    let (status, reported) = program.end();
    assert_eq!(status.code(), Some(3), "{reported:?}");
    assert_eq!(reported, ["rushes: the display is gone"]);
}
