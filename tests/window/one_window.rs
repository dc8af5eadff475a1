//! A second program that is started while a window is open: whose window its files come into.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::bus::Bus;
use crate::support::desktop::{Desktop, Program, exit_code};
use crate::support::environment;
use crate::support::folder::Folder;
use zbus::blocking::Connection;
use zbus::blocking::fdo::DBusProxy;
use zbus::zvariant::Value;

/// The program on the bus.
const NAME: &str = "org.rushes.Rushes";

/// A desktop on which the settings ask for one window, its bus, and a folder with takes.
fn one_window(name: &str) -> Option<(Desktop, Bus, Folder)> {
    let desktop = Desktop::start()?;
    set_one_window(&desktop, true);
    let folder = Folder::new(name);
    for take in ["a.bvh", "b.bvh"] {
        folder.take(take, 1);
    }
    Some((desktop, Bus::start()?, folder))
}

fn set_one_window(desktop: &Desktop, on: bool) {
    std::fs::create_dir_all(desktop.settings()).expect("a temporary folder");
    let settings = desktop.settings().join("settings.toml");
    std::fs::write(settings, format!("one_window = {on}\n")).expect("a temporary file");
}

/// Starts a program that has to end by itself, and well; what it says.
fn ends(command: &mut Command) -> String {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    assert_eq!(exit_code(&mut child), Some(0));
    let ended = child.wait_with_output().expect("what it says");
    String::from_utf8([ended.stdout, ended.stderr].concat()).expect("text")
}

/// Whether a window is found by others.
fn has_owner(bus: &Connection) -> bool {
    let daemon = DBusProxy::new(bus).expect("a bus");
    let name = NAME.try_into().expect("a name");
    daemon.name_has_owner(name).expect("an answer")
}

/// Asks the program for something as file managers and menus do. An error has its own words.
fn ask<B>(bus: &Connection, method: &str, body: &B) -> Result<(), String>
where
    B: serde::Serialize + zbus::zvariant::DynamicType,
{
    let interface = Some("org.freedesktop.Application");
    let path = "/org/rushes/Rushes";
    let called = bus.call_method(Some(NAME), path, interface, method, body);
    called.map(drop).map_err(|error| error.to_string())
}

/// What a launcher says of the click: nothing but a token.
fn click(token: &str) -> HashMap<&'static str, Value<'_>> {
    HashMap::from([("desktop-startup-id", Value::from(token))])
}

fn takes(program: &Program) -> usize {
    program.last["takes"].as_array().map_or(0, Vec::len)
}

#[test]
fn takes_come_into_the_window_that_is_open_and_it_comes_to_the_front() {
    let Some((desktop, bus, folder)) = one_window("one-window") else {
        return;
    };
    let on_bus = bus.environment();
    let mut first = desktop.run(&[&folder.0.join("a.bvh")], &[on_bus]);
    // As file managers start it, and as a person does in a folder.
    let startup = ("DESKTOP_STARTUP_ID", "files/\"rushes\"/1-0-host_TIME4711");
    let mut second = desktop.command(&["b.bvh".as_ref()], &[on_bus, startup]);
    second.current_dir(&folder.0);
    let hand_over = || assert_eq!(ends(&mut second), "");
    let reported = "remove: ID=\"files/\\\"rushes\\\"/1-0-host_TIME4711\"";
    assert!(desktop.asks_for_the_front(hand_over, 4711, reported));
    first.wait("the second take", |p| p["take"] == "b.bvh");
    assert_eq!(takes(&first), 2);

    // From the menu, without a take: the window comes, and nothing else changes.
    assert_eq!(ends(&mut desktop.command(&[], &[on_bus])), "");
    first.settle();
    assert_eq!(takes(&first), 2);

    let connection = bus.connect();
    assert!(has_owner(&connection));
    desktop.close();
    assert_eq!(first.exit_code(), Some(0));
    assert!(!has_owner(&connection));
}

#[test]
fn a_window_of_its_own_opens_where_that_is_asked_for() {
    let Some((desktop, bus, folder)) = one_window("own-window") else {
        return;
    };
    let on_bus = bus.environment();
    let take = folder.0.join("b.bvh");
    let mut first = desktop.run(&[&folder.0.join("a.bvh")], &[on_bus]);
    let start = |arguments: &[&Path]| {
        let mut program = Program::start(&mut desktop.command(arguments, &[on_bus]));
        program.wait("its take", |p| p["take"] == "b.bvh");
    };
    start(&["--new-window".as_ref(), &take]);
    // What is asked for beside takes would not hold for those of the window that is open.
    start(&["--theme".as_ref(), "light".as_ref(), &take]);
    start(&["--bvh-positions".as_ref(), "add".as_ref(), &take]);
    set_one_window(&desktop, false);
    start(&[&take]);
    first.settle();
    assert_eq!(takes(&first), 1);
}

#[test]
fn takes_come_into_the_next_window_when_the_first_one_is_gone() {
    let Some((desktop, bus, folder)) = one_window("next-window") else {
        return;
    };
    let on_bus = bus.environment();
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let first = desktop.run(&[&a], &[on_bus]);
    let new: &Path = "--new-window".as_ref();
    let mut second = Program::start(&mut desktop.command(&[new, &a], &[on_bus]));
    // As in a crash.
    drop(first);
    desktop.focus();
    second.settle();
    assert_eq!(ends(&mut desktop.command(&[&b], &[on_bus])), "");
    second.wait("the take", |p| p["take"] == "b.bvh");
}

#[test]
fn a_window_that_reads_takes_in_its_own_way_is_given_none() {
    let Some((desktop, bus, folder)) = one_window("own-way") else {
        return;
    };
    let on_bus = bus.environment();
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let adds: [&Path; 2] = ["--bvh-positions".as_ref(), "add".as_ref()];
    let mut first = desktop.run(&[adds[0], adds[1], &a], &[on_bus]);
    let mut second = Program::start(&mut desktop.command(&[&b], &[on_bus]));
    second.wait("its take", |p| p["take"] == "b.bvh");
    first.settle();
    assert_eq!(takes(&first), 1);
}

#[test]
fn the_desktop_asks_over_the_bus_for_files_the_front_and_a_new_window() {
    let Some((desktop, bus, folder)) = one_window("asked") else {
        return;
    };
    let connection = bus.connect();
    let mut first = desktop.run(&[&folder.0.join("a.bvh")], &[bus.environment()]);
    let uris =
        [format!("file://{}/%62.bvh", folder.0.display()), "sftp://studio/walk.bvh".to_string()];
    let open = || ask(&connection, "Open", &(&uris[..], click("x_TIME12"))).unwrap();
    assert!(desktop.asks_for_the_front(open, 12, "remove: ID=\"x_TIME12\""));
    first.wait("the second take", |p| p["take"] == "b.bvh");
    let reported = first.last["notices"].to_string();
    assert!(reported.contains("cannot open sftp://studio/walk.bvh"), "{reported}");

    let activate = || ask(&connection, "Activate", &(click("x_TIME13"),)).unwrap();
    assert!(desktop.asks_for_the_front(activate, 13, "remove: ID=\"x_TIME13\""));
    first.settle();
    assert_eq!(takes(&first), 2);

    let parameter: [Value<'_>; 0] = [];
    let action = |name| ask(&connection, "ActivateAction", &(name, &parameter[..], click("")));
    let error = action("burn").unwrap_err();
    assert!(error.contains("there is no action \"burn\""), "{error}");
    desktop.wait_for_titles(&["b.bvh"]);
    action("new-window").unwrap();
    desktop.wait_for_titles(&["Built-in take", "b.bvh"]);
}

#[test]
fn a_start_on_another_display_has_a_window_there() {
    let Some((desktop, bus, folder)) = one_window("displays") else {
        return;
    };
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let mut first = desktop.run(&[&a], &[bus.environment()]);
    let Some(other) = Desktop::start() else {
        return;
    };
    set_one_window(&other, true);
    let mut second = other.run(&[&b], &[bus.environment()]);
    second.wait("its take", |p| p["take"] == "b.bvh");
    first.settle();
    assert_eq!(takes(&first), 1);
}

#[test]
fn the_bus_starts_the_program_for_what_is_to_be_opened() {
    for is_one in [true, false] {
        let Some((desktop, _, folder)) = one_window("started") else {
            return;
        };
        set_one_window(&desktop, is_one);
        let service = include_str!("../../assets/linux/org.rushes.Rushes.service");
        let installed = "Exec=/usr/bin/rushes ";
        assert!(service.contains(installed));
        let built = format!("Exec={} ", env!("CARGO_BIN_EXE_rushes"));
        let services = folder.0.join("dbus-1/services");
        std::fs::create_dir_all(&services).expect("a temporary folder");
        let service = service.replace(installed, &built);
        std::fs::write(services.join("org.rushes.Rushes.service"), service).expect("a file");
        let program = desktop.command(&[], &[]);
        let mut daemon = environment::command("dbus-daemon");
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => daemon.env(name, value),
                None => daemon.env_remove(name),
            };
        }
        daemon.env_remove("RUSHES_TRACE");
        // It tells what it starts where it is.
        daemon.env_remove("DBUS_SESSION_BUS_ADDRESS");
        daemon.env("XDG_DATA_DIRS", &folder.0);
        daemon.env("XDG_DATA_HOME", folder.0.join("none"));
        let Some(bus) = Bus::start_as(&mut daemon) else {
            return;
        };
        let connection = bus.connect();
        let uri = |name: &str| format!("file://{}/{name}", folder.0.display());
        ask(&connection, "Open", &(&[uri("a.bvh")][..], click(""))).unwrap();
        desktop.wait_for_titles(&["a.bvh"]);
        assert_eq!(has_owner(&connection), is_one);
        ask(&connection, "Open", &(&[uri("b.bvh")][..], click(""))).unwrap();
        if is_one {
            desktop.wait_for_titles(&["b.bvh"])
        } else {
            desktop.wait_for_titles(&["a.bvh", "b.bvh"])
        }
    }
}

#[test]
fn without_a_bus_each_start_is_its_own_window() {
    let Some((desktop, bus, folder)) = one_window("no-bus") else {
        return;
    };
    let gone =
        ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"].map(|name| (name, "unix:path=/gone"));
    drop(bus);
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let _first = desktop.run(&[&a], &gone);
    let _second = Program::start(&mut desktop.command(&[&b], &gone));
    desktop.wait_for_titles(&["a.bvh", "b.bvh"]);
}

#[test]
fn a_window_that_hangs_is_not_waited_for_and_opens_nothing_later() {
    let Some((desktop, bus, folder)) = one_window("hangs") else {
        return;
    };
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.0.join(name));
    let mut first = desktop.run(&[&a], &[bus.environment()]);
    first.settle();
    first.signal("STOP");
    let mut second = Program::start(&mut desktop.command(&[&b], &[bus.environment()]));
    second.wait("its take", |p| p["take"] == "b.bvh");
    first.signal("CONT");
    first.pictures_in(Duration::from_millis(500));
    desktop.wait_for_titles(&["a.bvh", "b.bvh"]);
}
