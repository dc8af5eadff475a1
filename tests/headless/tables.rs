//! Tables whose columns a person names: where that is found, what it makes of rotations, and the dialog that asks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::Window;
use glam::DQuat;
use rushes::app::{ColumnsCommand, FilesCommand, InterfaceCommand, KeepColumns, Overlay};
use rushes::evaluate::Pose;
use rushes::files::{OpenOptions, Opener, columns_beside, expand, read_columns};
use rushes::loader::{ErrorKind, TimeUnit};
use rushes::store::Store;
use rushes::take::Take;
use rushes::{open, open_with};

const TABLE: &str = "t,hand.x,hand.y,hand.z\n0,1,2,3\n0.5,1,2,4\n1,1,2,5\n";
const COLUMNS: &str = "columns = [\"time\", \"Hand x\", \"Hand y\", \"Hand z\"]\n";

fn path(folder: &Folder, name: &str, text: &str) -> PathBuf {
    folder.write(name, text).into()
}

/// The rotation of the only node on a frame.
fn rotation(take: &Take, frame: usize) -> DQuat {
    let pose = Pose::of(&take.skeleton, take.row(frame));
    let (node, _) = take.skeleton.iter().next().expect("a node");
    glam::Quat::from_mat3a(&pose.global(node).matrix3).as_dquat()
}

#[track_caller]
fn assert_turned(take: &Take, frame: usize, expected: DQuat) {
    let off = rotation(take, frame).angle_between(expected);
    assert!(off < 1e-3, "{off}");
}

#[test]
fn what_the_columns_are_is_found_beside_a_table_or_where_it_is_named() {
    let folder = Folder::new("columns-found");
    let table = path(&folder, "walk.csv", TABLE);
    let error = open(&table).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NeedsCompanion { .. }));
    let all = [folder.0.clone()];
    assert_eq!(expand(&all), all, "nothing says that it is a take");

    let named = path(&folder, "lab.toml", &COLUMNS.replace("Hand", "Palm"));
    let options = OpenOptions { columns: Some(named.clone()), ..OpenOptions::default() };
    let take = open_with(&table, &options).unwrap().take;
    assert_eq!(take.skeleton.nodes()[0].name, "Palm");
    let beside = columns_beside(&table);
    fs::write(&beside, COLUMNS).unwrap();
    let opened = open_with(&table, &OpenOptions::default()).unwrap();
    assert_eq!(opened.take.skeleton.nodes()[0].name, "Hand");
    assert_eq!(opened.companions, [beside]);
    assert_eq!(opened.take.motion.frame_time(), 0.5);
    assert_eq!(expand(&all), std::slice::from_ref(&table));
    let take = open_with(&table, &options).unwrap().take;
    assert_eq!(take.skeleton.nodes()[0].name, "Palm", "what is named goes first");
}

#[test]
fn columns_that_are_saved_are_for_tables_with_their_header() {
    let folder = Folder::new("columns-saved");
    let table = path(&folder, "walk.csv", TABLE);
    let other = path(&folder, "other.csv", &TABLE.replace("hand.z", "hand.w"));
    let saved = |name: &str, header: &str| {
        path(&folder, name, &format!("{COLUMNS}header = \"{header}\"\n"))
    };
    saved("a.toml", "x,y,z");
    saved("b.toml", "t,hand.x,hand.y,hand.z");
    path(&folder, "c.toml", "no columns");
    let options = OpenOptions::default();
    let mut opener = Opener::new(&options).with_saved_columns(Some(&folder.0));
    let opened = opener.open(&table).unwrap();
    assert_eq!(opened.companions, [folder.0.join("b.toml")]);
    assert!(opener.open(&other).is_err());
}

#[test]
fn rotations_are_those_that_the_columns_say() {
    let good = support::root().join("tests/good/table");
    let of = |name: &str| {
        let options = OpenOptions {
            columns: Some(good.join(format!("beside/{name}.columns.toml"))),
            ..OpenOptions::default()
        };
        open_with(good.join(name), &options).unwrap().take
    };
    let half = std::f64::consts::FRAC_PI_2;
    let turned = of("turned.txt");
    assert_turned(&turned, 0, DQuat::IDENTITY);
    assert_turned(&turned, 1, DQuat::from_rotation_z(2.0 * half));
    let angles = of("angles.tsv");
    assert_turned(&angles, 0, DQuat::from_rotation_z(half));
    assert_turned(&angles, 1, DQuat::from_rotation_x(2.0 * half));
    // Azimuth about Z, then elevation about the Y that this has turned, then roll about the new X.
    let folder = Folder::new("columns-rotations");
    let record = path(&folder, "a.asc", "1 2 3 30 40 50\n1 2 3 -120 10 170\n");
    let record = open(record).unwrap();
    for (frame, [azimuth, elevation, roll]) in
        [[30.0f64, 40.0, 50.0], [-120.0, 10.0, 170.0]].into_iter().enumerate()
    {
        let expected = DQuat::from_rotation_z(azimuth.to_radians())
            * DQuat::from_rotation_y(elevation.to_radians())
            * DQuat::from_rotation_x(roll.to_radians());
        assert_turned(&record, frame, expected);
    }
    let record = path(&folder, "b.brd", "1 2 3 0.5 0.5 -0.5 0.5\n1 2 3 0.6 0 0.8 0\n");
    let record = open(record).unwrap();
    assert_turned(&record, 0, DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5));
    assert_turned(&record, 1, DQuat::from_xyzw(0.0, 0.8, 0.0, 0.6));
}

fn asked(folder: &Folder, names: &[&str]) -> App {
    let paths: Vec<PathBuf> = names.iter().map(|name| path(folder, name, TABLE)).collect();
    let mut app = App::default();
    app.store = Store::in_folder(folder.0.join("kept"));
    app.begin(&paths);
    app
}

#[test]
fn tables_with_one_header_are_asked_about_once_and_remembered() {
    let folder = Folder::new("columns-asked");
    let mut app = asked(&folder, &["walk.csv", "run.csv"]);
    let question = app.interface.columns.clone().expect("a question");
    assert_eq!(app.interface.overlay, Some(Overlay::Columns));
    assert_eq!(question.files.len(), 2);
    assert_eq!(question.keep, KeepColumns::Saved);
    let columns: Vec<String> = question.mapping.columns.iter().map(ToString::to_string).collect();
    assert_eq!(columns, ["time", "hand x", "hand y", "hand z"]);
    assert_eq!(app.interface.notices.len(), 2, "each says what it waits for");

    let mut broken = question.mapping.clone();
    broken.columns.pop();
    app.apply(ColumnsCommand::Change(Box::new(broken)));
    app.apply(ColumnsCommand::Use);
    assert!(app.take().is_none(), "a place without a coordinate is none");
    app.apply(ColumnsCommand::Change(Box::new(question.mapping.clone())));
    app.apply(ColumnsCommand::Name("lab: 1".into()));
    app.apply(ColumnsCommand::Use);
    assert_eq!(app.session.takes.len(), 2);
    assert_eq!((app.interface.overlay, app.interface.notices.len()), (None, 0));
    let kept = folder.0.join("kept/columns/lab- 1.toml");
    assert_eq!(read_columns(&kept), Ok(question.mapping));

    // The next one opens by itself.
    let next = path(&folder, "jump.csv", TABLE);
    app.apply(FilesCommand::Open(vec![next]));
    assert_eq!(app.session.takes.len(), 3);
    assert_eq!(app.interface.overlay, None);
}

#[test]
fn the_columns_of_an_open_table_are_said_anew_beside_it() {
    let folder = Folder::new("columns-anew");
    let mut app = asked(&folder, &["walk.csv"]);
    app.apply(ColumnsCommand::Keep(KeepColumns::Beside));
    app.apply(ColumnsCommand::Use);
    let table = folder.0.join("walk.csv");
    assert!(columns_beside(&table).is_file());
    assert_eq!(read_columns(&columns_beside(&table)).unwrap().header, None);
    app.apply(ColumnsCommand::Edit);
    let mut mapping = app.interface.columns.clone().expect("a question").mapping;
    mapping.rate = Some(25.0);
    app.apply(ColumnsCommand::Change(Box::new(mapping)));
    app.apply(ColumnsCommand::Use);
    let open = app.take().expect("the take");
    assert_eq!(open.take.motion.frame_time(), 0.04);
    assert_eq!(app.session.takes.len(), 1);
}

#[test]
fn what_cannot_be_kept_is_told_and_asked_on() {
    let folder = Folder::new("columns-unkept");
    let mut app = asked(&folder, &["walk.csv"]);
    app.store = Store::nowhere();
    app.apply(ColumnsCommand::Use);
    assert_eq!(app.interface.overlay, Some(Overlay::Columns));
    assert!(app.interface.notices.iter().any(|notice| notice.text.contains("settings folder")));
    assert!(app.take().is_none());
}

#[test]
fn what_was_said_in_the_dialog_is_there_when_it_is_opened_again() {
    let folder = Folder::new("columns-begun");
    let mut app = asked(&folder, &["walk.csv"]);
    let table = folder.0.join("walk.csv");
    let other = path(&folder, "other.csv", &TABLE.replace("hand", "foot"));
    let question = app.interface.columns.clone().expect("a question");
    let said = |unit: &str| {
        let mut mapping = question.mapping.clone();
        mapping.unit = Some(unit.into());
        ColumnsCommand::Change(Box::new(mapping))
    };
    for leave in [InterfaceCommand::Escape, InterfaceCommand::Overlay(None)] {
        app.apply(said("ft"));
        app.apply(leave);
        assert_eq!(app.interface.overlay, None);
        let notices = app.interface.notices.iter();
        let reported = notices.filter(|notice| notice.text.starts_with("walk.csv: what you said"));
        assert_eq!(reported.count(), 1);
        // Another table has its own.
        app.apply(ColumnsCommand::Ask(other.clone()));
        let asked = app.interface.columns.as_ref().expect("a question");
        assert_eq!((&asked.files[0], &asked.mapping.unit), (&other, &None));
        app.apply(InterfaceCommand::Overlay(None));
        app.apply(ColumnsCommand::Ask(table.clone()));
        let again = app.interface.columns.as_ref().expect("a question");
        assert_eq!((&again.files[0], again.mapping.unit.as_deref()), (&table, Some("ft")));
    }
}

#[test]
fn the_dialog_has_a_field_for_each_column_that_says_what_is_wrong() {
    let folder = Folder::new("columns-dialog");
    let app = asked(&folder, &["walk.csv"]);
    let mut window = Window::new(app);
    assert!(window.shows("Columns of walk.csv"));
    assert_eq!(window.value("Column 2").as_deref(), Some("hand x"));
    window.type_into("Column 4", "hand height");
    assert!(window.state().interface.columns.is_some());
    window.apply(InterfaceCommand::Escape);
    assert_eq!(window.state().interface.overlay, None);

    // The notice asks again.
    window.click("Set columns…");
    window.click("Choose what column 4 is");
    window.click("- (not read)");
    assert!(window.is_disabled("Open"));
    assert!(window.shows("Not yet: \"hand\" has no column z"));
    window.type_into("Column 4", "hand z");
    window.click("Unit (table)");
    window.click("mm");
    window.click("Up (table)");
    window.click("Z");
    window.click("Open");
    let open = window.open();
    assert_eq!(open.take.units.metres_per_unit, Some(0.001));
    assert_eq!(open.take.units.up.describe(), "Z");
    assert!(window.has("Set columns"));
}

#[test]
fn one_choice_says_what_all_sensors_have_and_the_figure_shows_where_they_are() {
    let folder = Folder::new("columns-sets");
    let header = "t;A_1;A_2;A_3;A_a;A_b;A_c;A_d;B_1;B_2;B_3;B_a;B_b;B_c;B_d";
    let row = |t: i32| format!("{t};0;0;0;1;0;0;0;5;6;7;1;0;0;0\n");
    let rows: String = (0..4).map(|i| row(16 * i)).collect();
    let table = path(&folder, "sensors.csv", &format!("{header}\n{rows}"));
    let mut app = App::default();
    app.begin(&[table]);
    let mut window = Window::sized(app, 1280.0, 1000.0);
    // The name of a column in the file stands below its field.
    let field = window.rect("Column 2");
    let texts = window.texts();
    let name = texts.iter().find(|text| text.text == "A_1").expect("a name");
    assert!(name.rect.top() >= field.bottom() && field.x_range().contains(name.rect.left()));
    window.click("Choose what column 2 is");
    window.click("x y z for all sensors like it");
    window.click("Choose what column 5 is");
    window.click("qw qx qy qz for all sensors like it");
    window.click("Choose what column 1 is");
    window.click("time");
    let question = window.state().interface.columns.as_ref();
    let mapping = &question.expect("a question").mapping;
    let words: Vec<String> = mapping.columns.iter().map(ToString::to_string).collect();
    let sensor =
        |name| ["x", "y", "z", "qw", "qx", "qy", "qz"].map(|part| format!("{name} {part}"));
    let expected = [vec!["time".to_string()], sensor("A").into(), sensor("B").into()];
    assert_eq!(words, expected.concat());
    assert_eq!(mapping.time_unit, TimeUnit::Milliseconds);
    assert!(window.has("2 positions in the first row"));
}

#[test]
fn the_keyboard_reaches_every_column() {
    let folder = Folder::new("columns-keyboard");
    let header: Vec<String> =
        (0..30).map(|i| format!("m{} {}", i / 3, ["x", "y", "z"][i % 3])).collect();
    let row = vec!["1"; 30].join(",");
    let text = format!("{}\n{row}\n{row}\n", header.join(","));
    let mut app = App::default();
    app.begin(&[path(&folder, "wide.csv", &text)]);
    let mut window = Window::new(app);
    assert!(!window.has("Column 30"));
    // Each column has a field and an arrow.
    for _ in 0..100 {
        window.press(egui::Key::Tab);
        if window.has("Column 30") && window.find("Column 30").is_focused() {
            let beside = window.rect("10 positions in the first row");
            assert!(window.rect("Column 30").right() < beside.left());
            return;
        }
    }
    panic!("the keyboard does not come to the last column");
}

#[test]
fn a_table_of_thousands_of_columns_shows_those_in_view() {
    let folder = Folder::new("columns-many");
    let header: Vec<String> =
        (0..2000).map(|i| format!("m{} {}", i / 3, ["x", "y", "z"][i % 3])).collect();
    let row = vec!["1"; 2000].join(",");
    let text = format!("{}\n{row}\n{row}\n", header.join(","));
    let table = path(&folder, "many.csv", &text);
    let mut app = App::default();
    app.begin(&[table]);
    let window = Window::new(app);
    assert!(window.has("Column 1") && !window.has("Column 100"));
    // The last column has no other two.
    let question = window.state().interface.columns.as_ref().expect("a question");
    assert_eq!(question.mapping.check(), Ok(()));
}

#[test]
fn a_table_beside_others_is_read_by_one_that_names_its_file() {
    let folder = Folder::new("columns-name");
    let table = path(&folder, "a.b.csv", TABLE);
    fs::write(Path::new(&folder.0).join("a.b.csv.columns.toml"), COLUMNS).unwrap();
    fs::write(Path::new(&folder.0).join("a.columns.toml"), "columns = []").unwrap();
    assert_eq!(open(table).unwrap().skeleton.nodes().len(), 1);
}
