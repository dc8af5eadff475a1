//! What the window asks of a desktop's portal, which stands on a bus of its own here: whether the
//! desktop is dark or light, and which files to open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::bus::Bus;
use crate::support::desktop::{Desktop, is_writing};
use crate::support::folder::Folder;
use crate::support::places::has_panel;
use crate::support::wait::wait_until;
use rushes::scene::Theme;
use zbus::blocking::Connection;
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

const PATH: &str = "/org/freedesktop/portal/desktop";
const SPACE: &str = "org.freedesktop.appearance";
const KEY: &str = "color-scheme";
const IS_DARK: u32 = 1;
const IS_LIGHT: u32 = 2;
const CONTROL: u32 = 0xffe3;
const ALT: u32 = 0xffe9;
const RETURN: u32 = 0xff0d;

/// The part of a desktop's settings portal that is asked for.
struct Settings(u32);

#[zbus::interface(name = "org.freedesktop.portal.Settings")]
impl Settings {
    /// As in the portal's first version: the answer is wrapped once more.
    fn read(&self, space: &str, key: &str) -> zbus::fdo::Result<OwnedValue> {
        let value = Value::Value(Box::new(Value::U32(self.0)));
        match (space, key) {
            (SPACE, KEY) => Ok(OwnedValue::try_from(value).expect("a number")),
            _ => Err(zbus::fdo::Error::Failed("no such setting".into())),
        }
    }

    #[zbus(signal)]
    async fn setting_changed(
        emitter: &SignalEmitter<'_>,
        space: &str,
        key: &str,
        value: Value<'_>,
    ) -> zbus::Result<()>;
}

/// The part of a portal that asks a person for files: this one always means the same.
struct Files {
    chosen: Vec<String>,
    /// The titles and the names of filters that dialogs were asked for with.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Files {
    /// Answers that a person has chosen these.
    fn answer(
        &self,
        title: &str,
        chosen: Vec<String>,
        options: &HashMap<&str, Value<'_>>,
        header: &Header<'_>,
        bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        let filters = options.get("filters").map(Value::to_string);
        let mut asked = self.asked.lock().expect("no panic");
        asked.push(format!("{title}: {}", filters.unwrap_or_default()));
        let sender = header.sender().expect("a sender").trim_start_matches(':');
        let token: &str = options["handle_token"].downcast_ref().expect("a token");
        let request = format!("{PATH}/request/{}/{token}", sender.replace('.', "_"));
        let answer = HashMap::from([("uris", Value::from(chosen))]);
        let (bus, path) = (Connection::from(bus.clone()), request.clone());
        std::thread::spawn(move || {
            // It stands for a person, who takes a while to choose.
            std::thread::sleep(Duration::from_millis(300));
            let interface = "org.freedesktop.portal.Request";
            let body = (0u32, answer);
            bus.emit_signal(None::<&str>, path, interface, "Response", &body)
        });
        OwnedObjectPath::try_from(request).expect("a path")
    }
}

#[zbus::interface(name = "org.freedesktop.portal.FileChooser")]
impl Files {
    async fn open_file(
        &self,
        _parent: &str,
        title: &str,
        options: HashMap<&str, Value<'_>>,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.answer(title, self.chosen.clone(), &options, &header, bus)
    }

    /// The name that was proposed, in the folder of what is opened.
    async fn save_file(
        &self,
        _parent: &str,
        title: &str,
        options: HashMap<&str, Value<'_>>,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        let name: &str = options["current_name"].downcast_ref().expect("a name");
        let (folder, _) = self.chosen[0].rsplit_once('/').expect("a folder");
        let chosen = vec![format!("{folder}/{}", name.replace(' ', "%20"))];
        self.answer(title, chosen, &options, &header, bus)
    }

    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        4
    }
}

/// A session bus with the portal on it.
struct Desk {
    bus: Bus,
    portal: Connection,
    /// What dialogs were asked for with.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    fn start(setting: u32, chosen: Vec<String>) -> Option<Self> {
        let bus = Bus::start()?;
        let asked = Arc::default();
        let files = Files { chosen, asked: Arc::clone(&asked) };
        let builder = bus.builder().name("org.freedesktop.portal.Desktop");
        let portal = builder
            .and_then(|bus| bus.serve_at(PATH, Settings(setting)))
            .and_then(|bus| bus.serve_at(PATH, files))
            .and_then(|bus| bus.build())
            .expect("a portal");
        Some(Self { bus, portal, asked })
    }

    fn change(&self, setting: u32) {
        let signal = (SPACE, KEY, Value::U32(setting));
        let interface = "org.freedesktop.portal.Settings";
        self.portal
            .emit_signal(None::<&str>, PATH, interface, "SettingChanged", &signal)
            .expect("a signal");
    }
}

/// Waits until the left panel has the colour of a theme.
fn wait_for_panel(desktop: &Desktop, theme: Theme) {
    wait_until(&format!("a panel in {theme:?}"), || has_panel(desktop, theme));
}

#[test]
fn the_window_follows_the_desktop_unless_a_theme_was_chosen() {
    let (Some(desktop), Some(desk)) = (Desktop::start(), Desk::start(IS_LIGHT, vec![])) else {
        return;
    };
    let on_bus = [desk.bus.environment()];
    let mut program = desktop.run(&[], &on_bus);
    wait_for_panel(&desktop, Theme::Light);
    desk.change(IS_DARK);
    wait_for_panel(&desktop, Theme::Dark);
    desk.change(IS_LIGHT);
    wait_for_panel(&desktop, Theme::Light);
    // Following costs nothing while nothing changes.
    program.settle();
    assert_eq!(program.pictures_in(Duration::from_secs(1)), 0);
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));

    let remembered = desktop.settings().join("remembered.toml");
    std::fs::create_dir_all(desktop.settings()).expect("a folder");
    std::fs::write(remembered, "theme = \"dark\"\n").expect("what is remembered");
    let mut program = desktop.run(&[], &on_bus);
    program.settle();
    wait_for_panel(&desktop, Theme::Dark);
    desk.change(IS_LIGHT);
    program.pictures_in(Duration::from_millis(500));
    wait_for_panel(&desktop, Theme::Dark);
}

#[test]
fn files_are_chosen_in_the_desktops_own_dialog() {
    let folder = Folder::new("chosen");
    let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 0 70 0\n}\n}\n\
                MOTION\nFrames: 2\nFrame Time: 0.04\n0\n1\n";
    let names = ["one take.bvh", "two.bvh"];
    let chosen =
        names.map(|name| format!("file://{}", folder.write(name, text).replace(' ', "%20")));
    let desk = Desk::start(IS_DARK, chosen.to_vec());
    let (Some(desktop), Some(desk)) = (Desktop::start(), desk) else {
        return;
    };
    let on_bus = [desk.bus.environment()];
    let mut program = desktop.run(&[], &on_bus);
    program.settle();
    desktop.hold(CONTROL, true);
    desktop.key(u32::from('o'));
    desktop.hold(CONTROL, false);
    program.wait("both takes", |p| p["takes"] == serde_json::json!(names));
    program.wait("the end of loading", |p| p["loading"] == false);

    // So is the file that the session is saved in, beside the take; it opens again with both takes.
    desktop.hold(CONTROL, true);
    desktop.key(u32::from('s'));
    desktop.hold(CONTROL, false);
    desktop.wait_for_titles(&["one take.rushes – "]);
    let session = folder.0.join("one take.rushes");
    let session = rushes::store::read_session(&session).expect("a session");
    assert_eq!(session.takes.len(), 2);
    let asked = desk.asked.lock().expect("no panic").join("\n");
    for part in [
        "Save session",
        "*.rushes",
        "Open files",
        "Motion capture",
        "*.bvh",
        "*.c3d",
        "*.amc",
        "All files",
    ] {
        assert!(asked.contains(part), "{part} in {asked}");
    }
}

#[test]
fn a_film_is_drawn_beside_the_window_and_is_gone_where_the_window_goes_first() {
    let folder = Folder::new("filmed");
    let take = folder.take("walk.bvh", 60);
    let desk = Desk::start(IS_DARK, vec![format!("file://{}", take.display())]);
    let (Some(desktop), Some(desk)) = (Desktop::start(), desk) else {
        return;
    };
    let on_bus = [desk.bus.environment()];
    let mut program = desktop.run(&[&take], &on_bus);
    program.settle();
    desktop.hold(CONTROL, true);
    desktop.key(u32::from('e'));
    desktop.hold(CONTROL, false);
    let click = |at: (i16, i16), program: &mut crate::support::desktop::Program| {
        program.settle();
        desktop.point(at);
        desktop.click(1);
    };
    // The format, GIF in its menu, words to burn in, and the button.
    click((565, 133), &mut program);
    click((570, 427), &mut program);
    click((538, 303), &mut program);
    click((834, 397), &mut program);
    let film = folder.0.join("walk_film.gif");
    wait_until("a film", || film.exists());
    let mut gif = gif::DecodeOptions::new()
        .read_info(std::fs::File::open(&film).expect("it"))
        .expect("a GIF");
    assert_eq!([gif.width(), gif.height()], [1280, 720]);
    // White letters where the take's name stands.
    let palette = gif.global_palette().expect("its colours").to_vec();
    let first = gif.read_next_frame().expect("a picture").expect("one");
    let bright = |x: usize, y: usize| {
        let colour = usize::from(first.buffer[y * 1280 + x]);
        palette[3 * colour..3 * colour + 3].iter().all(|part| *part > 180)
    };
    let letters = (0..60).flat_map(|y| (0..200).map(move |x| bright(x, y)));
    let letters = letters.filter(|bright| *bright).count();
    assert!((50..2000).contains(&letters), "{letters} bright pixels");
    let mut count = 1;
    while gif.read_next_frame().expect("a picture").is_some() {
        count += 1;
    }
    assert!(count > 1, "it has pictures");

    // Once more; the window closes in the middle of it.
    std::fs::remove_file(&film).expect("it");
    desktop.hold(CONTROL, true);
    desktop.key(u32::from('e'));
    desktop.hold(CONTROL, false);
    click((834, 397), &mut program);
    wait_until("another film", || is_writing(program.id(), &folder.0));
    desktop.close();
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(folder.names(), ["walk.bvh"]);
}

#[test]
fn the_kept_takes_of_a_folder_leave_as_a_list_and_as_copies() {
    let folder = Folder::new("leaves");
    let takes = ["day/a.bvh", "day/b.bvh"].map(|name| folder.take(name, 20));
    let kept = folder.0.join("kept");
    std::fs::create_dir(&kept).expect("a folder");
    let desk = Desk::start(IS_DARK, vec![format!("file://{}", kept.display())]);
    let (Some(desktop), Some(desk)) = (Desktop::start(), desk) else {
        return;
    };
    let on_bus = [desk.bus.environment()];
    let mut program = desktop.run(&[&folder.0.join("day")], &on_bus);
    let is_read = |p: &serde_json::Value| p["folder"]["reading"] == false && p["loading"] == false;
    program.wait("the folder", |p| p["folder"]["takes"] == 2 && is_read(p));
    desktop.hold(ALT, true);
    desktop.key(u32::from('k'));
    desktop.hold(ALT, false);
    program.wait("a rating", |p| p["folder"]["rated"] == 1);
    for (words, done) in [("export select list", "day.selects.txt"), ("copy kept", "kept/a.bvh")] {
        desktop.hold(CONTROL, true);
        desktop.key(u32::from('p'));
        desktop.hold(CONTROL, false);
        program.wait("the palette", |p| p["overlay"] == "CommandPalette");
        words.chars().for_each(|letter| desktop.key(u32::from(letter)));
        desktop.key(RETURN);
        wait_until(done, || folder.0.join(done).exists());
        program
            .wait("a word of it", |p| p["notices"].as_array().is_some_and(|all| !all.is_empty()));
    }
    let list = std::fs::read_to_string(folder.0.join("day.selects.txt")).expect("a list");
    assert_eq!(list, format!("{}\n", takes[0].display()));
    wait_until("the copy of its notes", || kept.join("a.bvh.rushes.json").exists());
    assert!(!kept.join("b.bvh").exists());
}
