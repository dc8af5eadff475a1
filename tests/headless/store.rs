//! What is remembered and what is set: kept in a folder that several windows, and people, write to.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support;
use crate::support::examine::{MAX_TIME, watched};
use crate::support::folder::Folder;
use rushes::app::{Labels, Tab};
use rushes::export;
use rushes::playback::LoopMode;
use rushes::scene::{DisplayStyle, Parts, Rgba, Scheme, Side};
use rushes::store::{
    Action, ColourSet, MAX_RECENT, Remembered, SkeletonKeys, SkeletonMemory, Store, ThemeChoice,
};
use rushes::take::Take;

const NONE: [&str; 0] = [];
const RED: Rgba = [0xff, 0, 0, 0xff];
const BLUE: Rgba = [0, 0, 0xff, 0xff];

fn one(complaints: &[String]) -> &str {
    match complaints {
        [complaint] => complaint,
        _ => panic!("{complaints:?}"),
    }
}

/// A BVH of these joints: each with the place of its parent.
fn bvh(joints: &[(&str, usize)], frames: usize) -> Take {
    fn joint(joints: &[(&str, usize)], at: usize, text: &mut String) {
        let kind = if at == 0 { "ROOT" } else { "JOINT" };
        let channels = "CHANNELS 3 Zrotation Xrotation Yrotation";
        *text += &format!("{kind} {} {{ OFFSET 0 1 {at} {channels}\n", joints[at].0);
        let children: Vec<usize> =
            (at + 1..joints.len()).filter(|&child| joints[child].1 == at).collect();
        for &child in &children {
            joint(joints, child, text);
        }
        if children.is_empty() {
            *text += "End Site { OFFSET 0 1 0 }\n";
        }
        *text += "}\n";
    }
    let mut text = "HIERARCHY\n".to_string();
    joint(joints, 0, &mut text);
    text += &format!("MOTION\nFrames: {frames}\nFrame Time: 0.1\n");
    for _ in 0..frames {
        text += &"0 ".repeat(3 * joints.len());
        text += "\n";
    }
    support::take_of(&text)
}

fn body() -> Take {
    bvh(&[("Hips", 0), ("Spine", 0), ("Head", 1), ("LeftLeg", 0), ("RightLeg", 0)], 2)
}

/// A TRC of markers with these labels.
fn markers(labels: &[&str]) -> Take {
    let count = labels.len();
    let axes: Vec<String> = (1..=count).map(|n| format!("X{n}\tY{n}\tZ{n}")).collect();
    let values = vec!["1.0\t2.0\t3.0"; count].join("\t");
    let text = format!(
        "PathFileType\t4\t(X/Y/Z)\tm.trc\n\
         DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n\
         100\t100\t1\t{count}\tmm\t100\t1\t1\n\
         Frame#\tTime\t{}\n\t\t{}\n\n1\t0.0\t{values}\n",
        labels.join("\t\t\t"),
        axes.join("\t"),
    );
    rushes::read("m.trc", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

fn keys(take: &Take) -> SkeletonKeys {
    SkeletonKeys::new(take, &Parts::new(take))
}

#[test]
fn a_store_that_is_nowhere_finds_nothing_and_keeps_nothing() {
    let store = Store::nowhere();
    assert_eq!(store.settings_path(), None);
    assert_eq!(store.settings().1, NONE);
    let changed = Remembered { scale: 2.0, ..Remembered::default() };
    assert_eq!(store.remember(&Remembered::default(), &changed), NONE);
    assert_eq!(store.remembered(), (Remembered::default(), vec![]));
    let mut recent = Vec::new();
    assert_eq!(store.opened(&mut recent, &[Path::new("/a.bvh")]), NONE);
    assert_eq!(recent, [PathBuf::from("/a.bvh")], "the window has its own");
    assert!(store.create_settings([].into_iter()).is_err());
    assert_eq!(store.colour_sets(), Default::default());
}

#[test]
#[cfg(target_os = "linux")]
fn at_home_is_where_the_desktop_keeps_settings() {
    let folder = Folder::new("store-home");
    // What earlier versions kept beside the settings is moved.
    fs::create_dir_all(folder.0.join("config/rushes")).expect("a folder");
    folder.write("config/rushes/remembered.toml", "theme = 'light'\n");
    folder.write("config/rushes/palettes.toml", "[Mine]\n");
    let program = std::env::current_exe().expect("this test");
    let child = support::environment::command(program)
        .args(["--exact", "--ignored", "store::the_home_of_another_environment"])
        .env("HOME", &folder.0)
        .env("XDG_CONFIG_HOME", folder.0.join("config"))
        .env("XDG_STATE_HOME", folder.0.join("state"))
        .output()
        .expect("this test runs");
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("1 passed"), "{said}");
    let text = fs::read_to_string(folder.0.join("state/rushes/remembered.toml"));
    let text = text.expect("a file");
    assert!(text.contains("scale = 2") && text.contains("theme = \"light\""), "{text}");
    let sets = folder.0.join("state/rushes/colour-sets.toml");
    assert_eq!(fs::read_to_string(sets).expect("a file"), "[Mine]\n");
    assert_eq!(fs::read_dir(folder.0.join("config/rushes")).unwrap().count(), 0);
}

#[test]
#[ignore = "needs an environment of its own, which another test makes"]
fn the_home_of_another_environment() {
    let store = Store::at_home().expect("a home");
    let changed = Remembered { scale: 2.0, ..Remembered::default() };
    assert_eq!(store.remember(&Remembered::default(), &changed), NONE);
}

#[test]
fn everything_that_is_remembered_comes_back() {
    let folder = Folder::new("store-remembered");
    let store = Store::in_folder(folder.0.join("made/when/needed"));
    assert_eq!(store.remembered(), (Remembered::default(), vec![]));
    assert_eq!(folder.names(), NONE, "reading makes nothing");
    let mut all = Remembered { theme: ThemeChoice::Light, scale: 1.1, ..Remembered::default() };
    all.window.maximised = true;
    all.panels.left = false;
    all.panels.right_width = 333.5;
    all.panels.tab = Tab::Curves;
    all.view.display.style = DisplayStyle::Capsules;
    all.view.display.meshes = false;
    all.playing.end = LoopMode::Once;
    all.playing.options.every_frame = true;
    all.playing.options.timecode = true;
    assert_eq!(store.remember(&Remembered::default(), &all), NONE);
    assert_eq!(store.remembered(), (all, vec![]));
    let path = folder.0.join("made/when/needed/remembered.toml");
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.starts_with("# What Rushes remembers."), "{text}");
    assert!(text.contains("scale = 1.1\n"), "{text}");
}

#[test]
fn nothing_is_written_that_did_not_change() {
    let folder = Folder::new("store-unchanged");
    let store = Store::in_folder(&folder.0);
    store.remember(&Remembered::default(), &Remembered::default());
    let path = folder.0.join("remembered.toml");
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options().write(true).open(&path).expect("a file");
    file.set_modified(long_ago).expect("a time");
    drop(file);
    let when = || fs::metadata(&path).expect("a file").modified().expect("a time");
    store.remember(&Remembered::default(), &Remembered::default());
    assert_eq!(when(), long_ago);
    let changed = Remembered { scale: 2.0, ..Remembered::default() };
    store.remember(&Remembered::default(), &changed);
    assert_ne!(when(), long_ago);
    assert_eq!(folder.names(), ["lock", "remembered.toml"]);
}

#[test]
fn numbers_out_of_range_are_brought_back_and_what_makes_no_sense_is_passed_over() {
    let folder = Folder::new("store-clamped");
    let recent = (0..30).map(|n| format!("'/{}.bvh', ", n % 25));
    let text = format!(
        "theme = 'sepia'\nscale = 99\nhologram = true\nrecent = [{}]\n\
         [window]\nwidth = nan\nheight = -inf\nmaximised = 3\ndepth = 7\n\
         [panels]\nleft = false\nleft_width = 1\nright_width = 1e9\n[view]\nlabels = \"all\"\n",
        recent.collect::<String>()
    );
    folder.write("remembered.toml", &text);
    let store = Store::in_folder(&folder.0);
    let (found, complaints) = store.remembered();
    assert_eq!(complaints, NONE);
    assert_eq!(found.theme, ThemeChoice::System);
    assert_eq!(found.scale, 3.0);
    assert_eq!([found.window.width, found.window.height], [1280.0, 240.0]);
    assert!(
        !found.window.maximised && !found.panels.left && found.view.display.labels == Labels::All
    );
    assert_eq!(found.panels.left_width, 120.0);
    assert_eq!(found.panels.right_width, 2000.0);
    assert_eq!(found.recent.len(), MAX_RECENT);

    // What a newer program remembers outlives an older one.
    store.remember(&found, &Remembered::default());
    let text = fs::read_to_string(folder.0.join("remembered.toml")).expect("a file");
    assert!(text.contains("hologram = true"), "{text}");
    assert!(text.contains("depth = 7"), "{text}");
    assert!(!text.contains("sepia"), "{text}");
    assert_eq!(store.remembered().0.scale, 1.0);
}

#[test]
fn a_broken_file_of_the_programs_own_is_set_aside_and_told_of_once() {
    let folder = Folder::new("store-broken");
    let path = folder.write("remembered.toml", "scale = 2\nwindow = = 3\n");
    let store = Store::in_folder(&folder.0);
    let (found, complaints) = store.remembered();
    assert_eq!(found, Remembered::default());
    let reported = one(&complaints);
    assert!(reported.starts_with(&format!("{path}:2:10: ")), "{reported}");
    let hint = format!("\nhint: it was renamed to {path}.broken");
    assert!(reported.ends_with(&hint), "{reported}");
    assert_eq!(folder.names(), ["remembered.toml.broken"]);
    assert_eq!(store.remembered().1, NONE);

    // One that breaks while the program runs is kept as well, when it is written.
    fs::write(&path, b"scale = '\xff'").expect("a file");
    let reported = store.remember(&Remembered::default(), &Remembered::default());
    assert!(one(&reported).contains(":1:10: not UTF-8 text"), "{reported:?}");
    let kept = fs::read(format!("{path}.broken")).expect("a file");
    assert_eq!(kept, b"scale = '\xff'");
    assert_eq!(store.remembered().1, NONE);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_and_breaks_nothing() {
    let folder = Folder::new("store-unwritable");
    folder.write("taken", "a file");
    let store = Store::in_folder(folder.0.join("taken/rushes"));
    let reported = store.remember(&Remembered::default(), &Remembered::default());
    assert!(reported.last().expect("a word").contains("cannot be written"), "{reported:?}");
    assert!(store.create_settings([].into_iter()).is_err());
    let (saved, reported) = store.save_colour_set("Mine", &ColourSet::default(), false);
    assert!(!saved && !reported.is_empty());
}

#[test]
fn the_recent_files_of_two_windows_are_one_list() {
    let folder = Folder::new("store-recent");
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| {
        let path = PathBuf::from(folder.write(name, ""));
        dunce::canonicalize(path).expect("a file")
    });
    let [a, b, c] = &files;
    let store = || Store::in_folder(folder.0.join("kept"));
    let (one, two) = (store(), store());
    let (mut ones, mut twos) = (Vec::new(), Vec::new());
    one.opened(&mut ones, &[a]);
    two.opened(&mut twos, &[b]);
    // The same file by another way to it.
    let roundabout = folder.0.join("kept/../c.bvh");
    one.opened(&mut ones, &[&roundabout]);
    assert_eq!(ones, [c.clone(), b.clone(), a.clone()]);
    two.opened(&mut twos, &[a]);
    assert_eq!(twos, [a.clone(), c.clone(), b.clone()]);

    // What else a window remembers leaves the list alone.
    one.remember(&Remembered::default(), &Remembered::default());
    assert_eq!(two.remembered().0.recent, twos);

    for n in 0..30 {
        let path = PathBuf::from(format!("/none/{n}.bvh"));
        two.opened(&mut twos, &[&path]);
    }
    assert_eq!(twos.len(), MAX_RECENT);
    assert_eq!(twos[0], Path::new("/none/29.bvh"));
    two.forget_recent(&mut twos);
    assert!(two.remembered().0.recent.is_empty());
}

#[test]
fn two_windows_that_write_at_once_lose_nothing_of_each_other() {
    const TIMES: usize = 40;
    let folder = Folder::new("store-at-once");
    let store = Store::in_folder(&folder.0);
    std::thread::scope(|scope| {
        for window in 0..2 {
            let store = store.clone();
            scope.spawn(move || {
                let mut before = Remembered::default();
                for time in 0..TIMES {
                    let name = format!("{window}-{time}");
                    assert_eq!(store.save_colour_set(&name, &ColourSet::default(), true).1, NONE);
                    // Each has one thing that it changes.
                    let mut now = before.clone();
                    match window {
                        0 => now.scale = 1.0 + time as f32 * 0.01,
                        _ => now.panels.left_width = 200.0 + time as f32,
                    }
                    assert_eq!(store.remember(&before, &now), NONE);
                    before = now;
                }
            });
        }
    });
    assert_eq!(store.colour_sets().0.len(), 2 * TIMES);
    let kept = store.remembered().0;
    assert_eq!((kept.scale, kept.panels.left_width), (1.39, 239.0));
}

#[test]
#[cfg(unix)]
fn a_recent_file_without_a_name_in_unicode_does_not_cost_the_others() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("store-recent-bytes");
    let store = Store::in_folder(&folder.0);
    let mut recent = Vec::new();
    store.opened(&mut recent, &[Path::new("/none/a.bvh")]);
    let odd = Path::new(std::ffi::OsStr::from_bytes(b"/none/\xff.bvh"));
    assert_eq!(store.opened(&mut recent, &[odd]), NONE);
    assert_eq!(store.remembered().0.recent, [PathBuf::from("/none/a.bvh")]);
}

/// A folder from the root.
const PICTURES: &str = if cfg!(windows) { "C:/pictures" } else { "/tmp/pictures" };

#[test]
fn settings_are_read_as_a_person_writes_them() {
    let folder = Folder::new("store-settings");
    let path = folder.write(
        "settings.toml",
        &format!(
            "\u{feff}one_window = true\nreduced_motion = true\npictures = '{PICTURES}'\n\n\
             [keys]\nstep-back = [\"Left\", \"Comma\"]\nstep-on = \"Right\"\nfollow = []\n"
        ),
    );
    let (settings, complaints) = Store::in_folder(&folder.0).settings();
    assert_eq!(complaints, NONE);
    assert!(settings.one_window && settings.reduced_motion);
    assert_eq!(settings.pictures, Some(PathBuf::from(PICTURES)));
    let keys: Vec<(&str, usize, String)> = settings
        .keys
        .iter()
        .map(|(id, shortcuts)| (id.as_str(), shortcuts.line, shortcuts.shortcuts.join(" ")))
        .collect();
    let expected = [("follow", 8, ""), ("step-back", 6, "Left Comma"), ("step-on", 7, "Right")];
    assert_eq!(keys, expected.map(|(id, line, keys)| (id, line, keys.to_string())));
    let reported = settings.complaint("step-on", "no such key");
    assert_eq!(reported, format!("{path}:7: no such key"));
}

#[test]
fn limits_of_the_checks_and_the_author_are_settings() {
    let folder = Folder::new("store-settings-checks");
    let text = "author = ' Ann '\n[checks]\nskate-speed = 0.35\nfreeze-time = 2\nskate-sped = 1\ngap-time = -1\n\
                pop-angle = 'far'\nloop-angle = nan\n";
    let path = folder.write("settings.toml", text);
    let (settings, complaints) = Store::in_folder(&folder.0).settings();
    assert_eq!(settings.author.as_deref(), Some("Ann"));
    let limits = rushes::review::checks::Limits {
        skate_speed: 0.35,
        freeze_time: 2.0,
        ..Default::default()
    };
    assert_eq!(settings.limits, limits);
    let places: Vec<String> = [
        (5, "there is no limit \"skate-sped\"\nhint: did you mean skate-speed?"),
        (6, "expected a number that is not below 0, found a number"),
        (7, "expected a number that is not below 0, found text"),
        (8, "expected a number that is not below 0, found a number"),
    ]
    .map(|(line, what)| format!("{path}:{line}|{what}"))
    .into();
    let reported: Vec<String> = complaints
        .iter()
        .map(|text| {
            let (line, rest) = text
                .strip_prefix(&format!("{path}:"))
                .and_then(|text| text.split_once(':'))
                .expect("a line");
            let what = rest.split_once(": ").expect("a column").1;
            format!("{path}:{line}|{what}")
        })
        .collect();
    assert_eq!(reported, places);
}

#[test]
fn what_is_wrong_in_settings_is_told_with_its_place_and_costs_nothing_else() {
    let folder = Folder::new("store-settings-wrong");
    let text = "reduced-motion = true\npictures = 3\ncolour = 'red'\nreduced_motion = 1\none_window = 'no'\n\
                [keys]\nplay = 5\nstep = [\"Left\", 1]\npictures = '/x'\nfollow = ['T']\n";
    let path = folder.write("settings.toml", text);
    let (settings, complaints) = Store::in_folder(&folder.0).settings();
    let reported: Vec<&str> = complaints
        .iter()
        .map(|text| text.strip_prefix(&format!("{path}:")).expect("its file"))
        .collect();
    assert_eq!(
        reported,
        [
            "1:1: there is no setting \"reduced-motion\"\nhint: did you mean reduced_motion?",
            "2:12: expected a folder in quotes, found a number",
            "3:1: there is no setting \"colour\"\nhint: the settings are one_window, reduced_motion, pictures, author, checks, keys",
            "4:18: expected true or false, found a number",
            "5:14: expected true or false, found text",
            "7:8: expected a list of keys, such as [\"Left\", \"Ctrl+B\"], found a number",
            "8:17: expected a key in quotes, found a number",
            "9:1: pictures is not a command\nhint: put this line above [keys]",
        ]
    );
    assert!(!settings.reduced_motion && settings.pictures.is_none());
    assert_eq!(settings.keys.keys().collect::<Vec<_>>(), ["follow"]);
    assert_eq!(fs::read_to_string(&path).expect("a file"), text);
}

#[test]
fn broken_settings_stay_as_they_are() {
    let folder = Folder::new("store-settings-broken");
    let store = Store::in_folder(&folder.0);
    for (text, place) in [
        ("[keys]\nplay = ['Space'\nfollow = []\n", ""),
        ("reduced_motion = true\nreduced_motion = false\n", ":2:1: "),
    ] {
        let path = folder.write("settings.toml", text);
        let (settings, complaints) = store.settings();
        assert!(settings.keys.is_empty() && !settings.reduced_motion);
        let reported = one(&complaints);
        assert!(reported.starts_with(&format!("{path}{place}")), "{reported}");
        assert!(reported.contains("\nhint: correct it"), "{reported}");
        let created = store.create_settings([].into_iter());
        assert_eq!(created, Ok(PathBuf::from(&path)));
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        assert_eq!(folder.names(), ["settings.toml"]);
    }
}

fn actions() -> impl Iterator<Item = Action<'static>> {
    let shortcuts = |list: &[&str]| list.iter().map(|shortcut| shortcut.to_string()).collect();
    [
        Action {
            id: "step-back",
            name: "Previous frame",
            shortcuts: shortcuts(&["Left", "Comma"]),
        },
        Action { id: "clear-range", name: "Clear in and out", shortcuts: shortcuts(&["\\", "\""]) },
        Action { id: "quit", name: "Quit", shortcuts: shortcuts(&[]) },
    ]
    .into_iter()
}

#[test]
fn new_settings_set_nothing_and_show_what_could_be_set() {
    let folder = Folder::new("store-settings-new");
    let store = Store::in_folder(folder.0.join("config"));
    let path = store.create_settings(actions()).expect("written");
    assert_eq!(Some(&path), store.settings_path().as_ref());
    let (settings, complaints) = store.settings();
    assert_eq!(complaints, NONE);
    assert!(!settings.reduced_motion && settings.pictures.is_none() && settings.keys.is_empty());

    // Every line that sets something does so once the sign before it is gone.
    let text = fs::read_to_string(&path).expect("a file");
    let all: Vec<&str> = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") => setting,
            _ => line,
        })
        .collect();
    let root = if cfg!(windows) { "C:/" } else { "/" };
    let all = all.join("\n").replace("~/", root);
    fs::write(&path, all).expect("a file");
    let (settings, complaints) = store.settings();
    assert_eq!(complaints, NONE);
    assert!(settings.reduced_motion && settings.pictures.is_some());
    for action in actions() {
        assert_eq!(settings.keys[action.id].shortcuts, action.shortcuts);
    }
}

#[test]
fn a_skeleton_is_known_again_in_other_files() {
    let take = body();
    let print = keys(&take).fingerprint();
    // What stands in names of files must be the same for ever.
    assert_eq!(print, "d2c6178a755d67e3");
    let longer = bvh(&[("Hips", 0), ("RightLeg", 0), ("LeftLeg", 0), ("Spine", 0), ("Head", 3)], 7);
    assert_eq!(keys(&longer).fingerprint(), print, "in another order");
    let spaced = bvh(
        &[
            ("Ann:Hips", 0),
            ("Ann:Spine", 0),
            ("Ann:Head", 1),
            ("Ann:LeftLeg", 0),
            ("Ann:RightLeg", 0),
        ],
        1,
    );
    assert_eq!(keys(&spaced).fingerprint(), print, "of another performer");
    // Other formats have no bone ends, or no bones.
    let of_joints = export::EXPORTS.iter().filter(|format| ["BVH", "HTR"].contains(&format.name));
    for format in of_joints {
        let mut bytes = Vec::new();
        let written = format.write(&take, &mut bytes);
        written.unwrap_or_else(|e| panic!("{}: {e}", format.name));
        let name = format!("take.{}", format.extension);
        let again = rushes::read(&name, &bytes).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(keys(&again).fingerprint(), print, "{}", format.name);
    }
    let other = bvh(&[("Hips", 0), ("Spine", 0), ("Head", 0), ("LeftLeg", 0), ("RightLeg", 0)], 2);
    assert_ne!(keys(&other).fingerprint(), print, "another parent");
}

#[test]
fn markers_are_known_by_the_set_of_their_labels() {
    let print = |labels: &[&str]| keys(&markers(labels)).fingerprint();
    let set = print(&["LASI", "RASI", "SACR"]);
    assert_eq!(print(&["SACR", "LASI", "RASI"]), set);
    assert_eq!(print(&["Ann:SACR", "Ann:LASI", "Ann:RASI"]), set);
    assert_eq!(print(&["LASI", "*12", "RASI", "SACR"]), set, "unlabelled");
    assert_ne!(print(&["LASI", "RASI"]), set);
    assert_ne!(print(&["*1", "*2"]), print(&["*1"]));
}

#[test]
fn parts_have_keys_that_lead_back_to_them() {
    let take = bvh(&[("Hips", 0), ("Toe", 0), ("Toe", 0)], 1);
    let keys = keys(&take);
    let parts: Vec<&str> = (0..4).map(|part| keys.part(part)).collect();
    let expected = ["Hips>Toe", "Toe>end", "Hips>Toe (2)", "Toe>end (2)"];
    assert_eq!(parts, expected);
    for (part, key) in parts.iter().enumerate() {
        assert_eq!(keys.find_part(key), Some(part));
    }
    for (id, _) in take.skeleton.iter() {
        assert_eq!(keys.find_node(keys.node(id)), Some(id));
    }
    assert_eq!(keys.find_node("Hips>Toe"), None);
}

#[test]
fn colours_and_lines_of_a_skeleton_are_found_by_another_take_of_it() {
    let folder = Folder::new("store-skeleton");
    let store = Store::in_folder(&folder.0);
    let take = body();
    let first = keys(&take);
    assert_eq!(store.skeleton(&first), Default::default());
    let mut memory = SkeletonMemory { scheme: Some(Scheme::Limb), ..SkeletonMemory::default() };
    let part = first.find_part("Head>end").expect("a bone");
    let mut colours = vec![None; Parts::new(&take).len()];
    colours[part] = Some(RED);
    memory.set_colours(&first, &colours);
    assert_eq!(store.remember_skeleton(&first, "walk\n01", &memory), NONE);
    let file = folder.0.join(format!("skeletons/{}.toml", first.fingerprint()));
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.starts_with("# A skeleton that was first seen in walk01\n"), "{text}");
    assert!(text.contains("\"Head>end\" = \"#ff0000\""), "{text}");

    let other = bvh(&[("Hips", 0), ("RightLeg", 0), ("LeftLeg", 0), ("Spine", 0), ("Head", 3)], 7);
    let second = keys(&other);
    let (mut found, complaints) = store.skeleton(&second);
    assert_eq!((&found, complaints), (&memory, vec![]));
    let found_colours = found.colours_of(&second);
    let part = second.find_part("Head>end").expect("a bone");
    assert_eq!(found_colours[part], Some(RED));
    assert_eq!(found_colours.iter().flatten().count(), 1);

    // The name of the first take stays, and a colour that is taken back goes.
    found.set_colours(&second, &vec![None; found_colours.len()]);
    store.remember_skeleton(&second, "run", &found);
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.contains("walk01") && !text.contains("run"), "{text}");
    assert!(!text.contains("#ff0000"), "{text}");
    assert_eq!(store.skeleton(&first).0, found);

    store.remember_skeleton(&first, "walk", &SkeletonMemory::default());
    assert!(!file.exists(), "an empty memory leaves no file");
    assert_eq!(store.remember_skeleton(&first, "walk", &SkeletonMemory::default()), NONE);
}

#[test]
fn lines_between_markers_follow_their_labels() {
    let take = markers(&["Ann:LASI", "Ann:RASI", "Ann:SACR"]);
    let first = keys(&take);
    let node = |label| take.skeleton.find(label).expect("a marker");
    let mut memory = SkeletonMemory::default();
    let drawn = [[node("Ann:LASI"), node("Ann:RASI")], [node("Ann:RASI"), node("Ann:SACR")]];
    memory.set_lines(&first, &drawn);
    assert_eq!(memory.lines_of(&first), drawn);

    let other = markers(&["SACR", "*3", "RASI", "LASI"]);
    let second = keys(&other);
    let names = |lines: Vec<[_; 2]>| -> Vec<[&str; 2]> {
        let names = lines.iter();
        names.map(|ends| ends.map(|id| second.node(id))).collect()
    };
    let lines = memory.lines_of(&second);
    assert_eq!(names(lines.clone()), [["LASI", "RASI"], ["RASI", "SACR"]]);
    memory.set_lines(&second, &lines[1..]);
    assert_eq!(memory.lines_of(&first), drawn[1..]);

    // A line to what this take has not is kept for the others.
    memory.lines.push(["*9".into(), "LASI".into()]);
    memory.set_lines(&first, &[]);
    assert_eq!(memory.lines, [["*9", "LASI"]]);
    assert!(memory.lines_of(&first).is_empty());
}

#[test]
fn what_makes_no_sense_in_a_skeletons_file_costs_only_itself() {
    let folder = Folder::new("store-skeleton-odd");
    let store = Store::in_folder(&folder.0);
    let keys = keys(&body());
    fs::create_dir_all(folder.0.join("skeletons")).expect("a folder");
    let file = format!("skeletons/{}.toml", keys.fingerprint());
    let text = "# mine\nscheme = 4\nnewer = 1\nlines = [['a']]\n[colours]\n\
                'Head>end' = '#00ff00'\n'Hips>Spine' = 7\n'Spine>Head' = 'green'\n";
    folder.write(&file, text);
    let (memory, complaints) = store.skeleton(&keys);
    assert_eq!(complaints, NONE);
    assert_eq!(memory.scheme, None);
    assert_eq!(memory.lines, [[""; 2]; 0]);
    let colours: Vec<Rgba> = memory.colours_of(&keys).into_iter().flatten().collect();
    assert_eq!(colours, [[0, 0xff, 0, 0xff]]);
    store.remember_skeleton(&keys, "walk", &memory);
    let text = fs::read_to_string(folder.0.join(&file)).expect("a file");
    assert!(text.starts_with("# mine\n") && text.contains("newer = 1"), "{text}");
}

#[test]
fn colour_sets_are_saved_listed_and_deleted() {
    let folder = Folder::new("store-colour-sets");
    let store = Store::in_folder(&folder.0);
    let palette = |left: &str| ColourSet { left: Some(left.into()), ..ColourSet::default() };
    let names = || -> Vec<String> { store.colour_sets().0.into_keys().collect() };
    assert_eq!(store.save_colour_set(" Warm: 1 ", &palette("#ff0000"), false), (true, vec![]));
    assert_eq!(store.save_colour_set("Cold", &palette("#0000ff"), false), (true, vec![]));
    assert_eq!(names(), ["Cold", "Warm: 1"]);
    assert!(!store.save_colour_set("Cold", &palette("#00ffff"), false).0, "it asks");
    assert_eq!(store.colour_sets().0["Cold"], palette("#0000ff"));
    assert!(store.save_colour_set("Cold", &palette("#00ffff"), true).0);
    assert_eq!(store.colour_sets().0["Cold"], palette("#00ffff"));
    assert!(!store.save_colour_set("  ", &palette("#00ffff"), true).0, "no name");

    assert!(store.delete_colour_set("Warm: 1").0);
    assert!(!store.delete_colour_set("Warm: 1").0);
    assert_eq!(names(), ["Cold"]);
}

#[test]
fn a_palette_colours_the_sides_of_any_body_and_bones_by_their_names() {
    let take = body();
    let (parts, first) = (Parts::new(&take), keys(&take));
    let picked: Vec<Option<Rgba>> = (0..parts.len())
        .map(|part| match parts.side(part) {
            Side::Left => Some(BLUE),
            _ if first.part(part) == "Head>end" => Some(RED),
            _ => None,
        })
        .collect();
    let palette = ColourSet::from_parts(Some(Scheme::Side), &parts, &first, &picked);
    assert_eq!(palette.left.as_deref(), Some("#0000ff"));
    assert_eq!((&palette.middle, &palette.right), (&None, &None));
    assert_eq!(palette.bones.len(), 1, "{:?}", palette.bones);
    assert_eq!(palette.colours(&parts, &first), picked);

    let other = bvh(&[("Hips", 0), ("Head", 0), ("LeftToe", 0), ("Tail", 0)], 1);
    let (parts, second) = (Parts::new(&other), keys(&other));
    let colours = palette.colours(&parts, &second);
    for (part, colour) in colours.into_iter().enumerate() {
        let expected = match second.part(part) {
            "Head>end" => Some(RED),
            key if key.contains("Left") => Some(BLUE),
            _ => None,
        };
        assert_eq!(colour, expected, "{}", second.part(part));
    }
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_neither_broken_nor_replaced() {
    let folder = Folder::new("store-unreadable");
    let store = Store::in_folder(&folder.0);
    let path = folder.0.join("remembered.toml");
    let changed = Remembered { scale: 2.0, ..Remembered::default() };
    let pipe = |path: &Path| {
        let made = support::environment::command("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    };
    let large = |path: &Path| fs::write(path, vec![b'#'; 5 << 20]).expect("a file");
    let folder_there = |path: &Path| fs::create_dir(path).expect("a folder");
    type Make<'a> = &'a dyn Fn(&Path);
    let kinds: [(&str, Make<'_>); 3] = [
        ("it is not a regular file", &pipe),
        ("it has more than 4194304 bytes", &large),
        ("it is a folder", &folder_there),
    ];
    for (why, make) in kinds {
        make(&path);
        let kind = fs::metadata(&path).expect("it is there").file_type();
        let (found, reported) = store.remembered();
        assert_eq!(found, Remembered::default());
        let expected = format!("{}: cannot be read: {why}\nhint: it is left", path.display());
        assert!(one(&reported).starts_with(&expected), "{reported:?}");
        one(&store.remember(&Remembered::default(), &changed));
        assert_eq!(folder.names(), ["lock", "remembered.toml"]);
        assert_eq!(fs::metadata(&path).expect("it is there").file_type(), kind);
        if kind.is_dir() {
            fs::remove_dir(&path).expect("a folder")
        } else {
            fs::remove_file(&path).expect("a file")
        }
    }
    // A person's settings as well.
    pipe(&folder.0.join("settings.toml"));
    let (_, reported) = store.settings();
    assert!(one(&reported).contains("it is not a regular file"), "{reported:?}");
}

#[test]
fn numbers_and_lists_of_any_size_are_read_at_once() {
    let folder = Folder::new("store-bounded");
    let recent: String = (0..100_000).map(|n| format!("'/{n}.bvh',")).collect();
    let odd: String = (0..50_000).map(|n| format!("k{n} = {n}\n")).collect();
    let view = "ghost_count = 9223372036854775807\nghost_step = 9223372036854775807\n\
                trail_length = 9223372036854775807\ndisplay = 3\n";
    let text = format!("{odd}recent = [{recent}]\n[view]\n{view}");
    folder.write("remembered.toml", &text);
    let keys: String = (0..100_000).map(|n| format!("k{n} = 'x'\n")).collect();
    folder.write("settings.toml", &format!("{odd}[keys]\n{keys}"));
    let store = Store::in_folder(&folder.0);
    // Nothing that grows with the square of its size.
    let what = "what is remembered and set without end";
    let (remembered, set) = watched(what, MAX_TIME, || (store.remembered(), store.settings()));
    let (found, reported) = remembered;
    assert_eq!(reported, NONE);
    assert_eq!(found.recent.len(), MAX_RECENT);
    assert_eq!(found.recent[0], Path::new("/0.bvh"));
    assert_eq!(found.view.display.ghost_count, 10);
    assert_eq!(found.view.display.trail_length, 2000);
    assert!(found.view.display.ghost_step <= 1_000_000);
    let (settings, reported) = set;
    assert!(settings.keys.len() <= 1000 && reported.len() <= 20);
}

#[test]
#[cfg(unix)]
fn what_is_remembered_is_the_users_alone() {
    use std::os::unix::fs::MetadataExt as _;
    let folder = Folder::new("store-private");
    let made = folder.0.join("rushes");
    let store = Store::in_folder(&made);
    assert_eq!(store.opened(&mut Vec::new(), &[Path::new("/a.bvh")]), NONE);
    let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
    assert_eq!(mode(&made), 0o700);
    assert_eq!(mode(&made.join("remembered.toml")), 0o600);
}
