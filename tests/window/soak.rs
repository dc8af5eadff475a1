//! The real window under random work: takes that come, break, change and go, keys, drags, videos and exports. `make soak`
//! does so for half an hour. What is done follows from a seed, which a failure prints: `SEED=7 make soak` does it again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support::damage::Sound;
use crate::support::desktop::{Desktop, Program};
use crate::support::drag::Load;
use crate::support::folder::Folder;
use crate::support::wait::PATIENCE;
use crate::support::{self, Random, files, root, scenes};

const SHIFT: u32 = 0xffe1;
const CONTROL: u32 = 0xffe3;
const ALT: u32 = 0xffe9;
const ESCAPE: u32 = 0xff1b;
const RETURN: u32 = 0xff0d;

/// Keys beside letters and digits: arrows, pages, ends, functions, and those that edit.
const KEYS: [u32; 24] = [
    0x20, 0x2c, 0x2e, 0x3d, 0x2d, 0xff08, 0xff09, RETURN, ESCAPE, 0xff50, 0xff51, 0xff52, 0xff53,
    0xff54, 0xff55, 0xff56, 0xff57, 0xffff, 0xffbe, 0xffbf, 0xffc0, 0xffc2, 0xffc5, 0xffc9,
];

/// Memory may get so much more than it was at most at the beginning, in bytes: takes are not all of one size.
const MORE: usize = 160 << 20;

struct Soak {
    numbers: Random,
    folder: Folder,
    desktop: Desktop,
    program: Program,
    /// What is dropped: takes, what is no take, objects, videos, sessions.
    files: Vec<PathBuf>,
}

impl Soak {
    fn start(seed: u64) -> Option<Self> {
        let folder = Folder::new("soak");
        let mut copied = Vec::new();
        for kind in ["good", "bad"] {
            for path in files(
                &root().join("tests").join(kind),
                &["bvh", "htr", "amc", "asf", "trc", "c3d", "glb", "fbx", "csv", "json", "npz"],
            ) {
                let own = folder.0.join(format!("{:03} {}", copied.len(), support::name(&path)));
                fs::copy(&path, &own).expect("a file");
                copied.push(own);
            }
        }
        for frames in [600, 20_000] {
            let own = folder.0.join(format!("large {frames}.fbx"));
            fs::write(&own, scenes::fbx(frames)).expect("a file");
            copied.push(own);
        }
        let stroll = folder.0.join("stroll.bvh");
        fs::copy(root().join("assets/builtin/stroll.bvh"), &stroll).expect("a take");
        copied.push(stroll.clone());
        copied.push(folder.write("notes.csv", "frame,text\n3,pops\n").into());
        copied.push(folder.write("broken.mp4", "no video").into());
        let film = folder.0.join("film.mp4");
        let made = std::process::Command::new("ffmpeg")
            .args([
                "-loglevel",
                "error",
                "-f",
                "lavfi",
                "-i",
                "testsrc=size=320x240:rate=25:duration=4",
            ])
            .arg(&film)
            .status();
        copied.extend(made.is_ok_and(|status| status.success()).then_some(film));
        let desktop = Desktop::start()?;
        let program = desktop.run(&[&stroll], &[]);
        Some(Self { numbers: Random::new(seed), folder, desktop, program, files: copied })
    }

    fn any(&mut self) -> PathBuf {
        let at = self.numbers.below(self.files.len());
        self.files[at].clone()
    }

    fn place(&mut self) -> (i16, i16) {
        (self.numbers.below(1280) as i16, self.numbers.below(720) as i16)
    }

    /// Presses a key with some of those that are held, and lets all of them go.
    fn press(&mut self) {
        let held: Vec<u32> =
            [SHIFT, CONTROL, ALT].into_iter().filter(|_| self.numbers.below(4) == 0).collect();
        let key = match self.numbers.below(3) {
            0 => u32::from(b'a') + self.numbers.below(26) as u32,
            1 => u32::from(b'0') + self.numbers.below(10) as u32,
            _ => KEYS[self.numbers.below(KEYS.len())],
        };
        // It is not to end, nor to open another window or another program.
        let ends = held.contains(&CONTROL) && [b'q', b'n'].map(u32::from).contains(&key);
        if ends || held.contains(&ALT) && key == 0xffc1 {
            return;
        }
        held.iter().for_each(|&key| self.desktop.hold(key, true));
        self.desktop.key(key);
        held.iter().for_each(|&key| self.desktop.hold(key, false));
    }

    /// One thing that a person may do, or another program; what it was.
    fn step(&mut self) -> String {
        match self.numbers.below(20) {
            0 | 1 => {
                let file = self.any();
                self.desktop.key(ESCAPE);
                let list = format!("file://{}\r\n", file.display());
                let drag = self.desktop.drag_over(Load::from(list.as_bytes()));
                // Where something else has the window, it is not welcome.
                let _ = drag.is_welcome() && drag.let_go();
                format!("dropped {}", file.display())
            }
            2 => {
                // A file that may be open is written again, whole or damaged.
                let (from, to) = (self.any(), self.any());
                let bytes = fs::read(&from).expect("a file");
                let bytes = match self.numbers.below(3) {
                    0 => bytes,
                    1 => Sound::new(&bytes).cut(&mut self.numbers).bytes,
                    _ => Sound::new(&bytes).edit(&mut self.numbers).bytes,
                };
                if from.extension() == to.extension() {
                    fs::write(&to, bytes).expect("a file");
                }
                format!("wrote {}", to.display())
            }
            3 => {
                let (from, to) = (self.place(), self.place());
                let button = 1 + self.numbers.below(3) as u8;
                self.desktop.point(from);
                self.desktop.button(button, true);
                self.desktop.point(to);
                self.desktop.button(button, false);
                format!("dragged {from:?} {to:?}")
            }
            4 => {
                let at = self.place();
                self.desktop.point(at);
                self.desktop.click(4 + self.numbers.below(2) as u8);
                format!("wheel at {at:?}")
            }
            5 | 6 => {
                let at = self.place();
                self.desktop.point(at);
                self.desktop.click(1);
                format!("clicked {at:?}")
            }
            7 => {
                // Not more and more takes.
                self.desktop.key(ESCAPE);
                self.desktop.hold(CONTROL, true);
                for _ in 0..4 {
                    self.desktop.key(u32::from('w'));
                }
                self.desktop.hold(CONTROL, false);
                "closed".into()
            }
            8 => {
                let [width, height] =
                    [400, 300].map(|least| (least + self.numbers.below(900)) as u32);
                self.desktop.resize(width, height);
                format!("resized {width} {height}")
            }
            9 => {
                self.desktop.key(ESCAPE);
                self.desktop.hold(CONTROL, true);
                self.desktop.key(u32::from('e'));
                self.desktop.hold(CONTROL, false);
                self.desktop.key(RETURN);
                "exported".into()
            }
            _ => {
                self.press();
                "pressed".into()
            }
        }
    }

    /// Works for a while; the most memory that the program had at any time of it.
    fn work(&mut self, until: Instant) -> usize {
        let (mut most, mut steps) = (0, 0);
        let mut last = Vec::new();
        while Instant::now() < until {
            let what = self.step();
            last.push(what);
            last.drain(..last.len().saturating_sub(20));
            steps += 1;
            self.program.take_pictures(|picture| {
                assert!(picture["gl_error"].is_null(), "OpenGL failed: {picture}; {last:#?}");
            });
            if steps % 10 == 0 {
                most = most.max(resident(self.program.id()));
            }
            assert!(
                Path::new(&format!("/proc/{}/fd/0", self.program.id())).exists(),
                "it has ended; {last:#?}"
            );
        }
        println!("{steps} steps, {} MB of memory at most", most >> 20);
        most
    }
}

/// The memory that a program has, in bytes.
fn resident(program: u32) -> usize {
    let text = fs::read_to_string(format!("/proc/{program}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    1024 * line.split_whitespace().next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0)
}

/// Works for so many seconds.
fn soak(seed: u64, seconds: u64) {
    println!("seed {seed}");
    let Some(mut soak) = Soak::start(seed) else { return };
    let began = Instant::now();
    let after = |part: u64| began + Duration::from_secs(part);
    let first = soak.work(after((seconds / 3).min(60)));
    let later = soak.work(after(seconds));
    assert!(later < first + MORE, "memory grows from {first} to {later} bytes; seed {seed}");
    // Nothing more is done, and nothing is drawn: what played is paused.
    soak.desktop.resize(1280, 720);
    soak.desktop.key(ESCAPE);
    soak.desktop.key(ESCAPE);
    for _ in 0..40 {
        soak.desktop.hold(CONTROL, true);
        soak.desktop.key(u32::from('w'));
        soak.desktop.hold(CONTROL, false);
    }
    soak.program.settle();
    if soak.program.last["playing"] == true {
        soak.desktop.key(0x20);
        soak.program.settle();
    }
    // What is still under way ends.
    let until = Instant::now() + PATIENCE;
    while soak.program.pictures_in(Duration::from_millis(500)) > 0 {
        assert!(Instant::now() < until, "pictures never stop; seed {seed}: {}", soak.program.last);
    }
    let Soak { desktop, program, folder, .. } = soak;
    program.signal("TERM");
    let (_, reported) = program.end();
    assert_eq!(reported, [""; 0], "seed {seed}");
    drop((desktop, folder));
}

#[test]
fn random_work_leaves_the_window_whole() {
    soak(1, 12);
}

#[test]
#[ignore = "takes half an hour: 'make soak'"]
fn long() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("SEED").unwrap_or_else(|| u64::from(std::process::id()));
    soak(seed, number("SECONDS").unwrap_or(1800));
}
