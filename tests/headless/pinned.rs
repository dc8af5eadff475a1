//! Measures that are pinned in the view: their values, their labels and curves, copying, undoing.

use crate::support::app::{self, App};
use crate::support::folder::Folder;
use crate::support::panels::{Window, builtin};
use crate::support::{pointer, read, root, takes};
use glam::{DVec3, Vec2, Vec3};
use rushes::app::{
    AlignChoice, Command, CompareCommand, CompareMode, Effect, HistoryCommand, MeasuresCommand,
    PlaybackCommand, SceneBuffers, SelectMode, SelectionCommand, TakesCommand,
};
use rushes::evaluate::Pose;
use rushes::review::measure::MeasureKind;
use rushes::scene::ThemeColours;
use rushes::take::NodeId;

fn select(window: &mut Window, names: &[&str]) -> Vec<NodeId> {
    let skeleton = &window.open().take.skeleton;
    let nodes = names.iter().map(|name| skeleton.find(name).expect(name));
    let nodes: Vec<NodeId> = nodes.collect();
    window.apply(SelectionCommand::SelectNodes(nodes.clone(), SelectMode::Replace));
    nodes
}

fn pin(window: &mut Window, kind: MeasureKind) {
    window.apply(MeasuresCommand::Pin(kind));
}

/// Where joints are on the frame that shows, in metres.
fn places(window: &Window, nodes: &[NodeId]) -> Vec<DVec3> {
    let open = window.open();
    let frame = window.state().frame_of(open);
    let pose = Pose::of(&open.take.skeleton, open.take.row(frame));
    let places = nodes.iter().map(|&node| open.stage.world(pose.position(node)));
    places.map(Vec3::as_dvec3).collect()
}

/// The number at the beginning of what a label says.
fn number(window: &Window, label: &str) -> f64 {
    let text = window.value(label).expect(label);
    let number = text.split(' ').next().expect("a number");
    number.replace('−', "-").parse().expect("a number")
}

/// How many strokes the view has in the colour of measures.
fn strokes(state: &App) -> usize {
    let mut sheet = SceneBuffers::new(ThemeColours::DARK);
    state.draw(600.0, 1.0, &mut sheet);
    let [r, g, b, _] = ThemeColours::DARK.guide;
    let strokes = sheet.list.strokes.iter();
    strokes.filter(|stroke| stroke.colour[..3] == [r, g, b]).count()
}

#[test]
fn what_is_pinned_shows_its_value_on_each_frame() {
    let mut window = Window::new(builtin());
    let nodes = select(&mut window, &["LeftUpLeg", "LeftLeg", "LeftFoot"]);
    pin(&mut window, MeasureKind::Angle);
    let hands = select(&mut window, &["LeftHand", "RightHand"]);
    pin(&mut window, MeasureKind::Distance);
    select(&mut window, &["LeftFoot"]);
    pin(&mut window, MeasureKind::Height);
    pin(&mut window, MeasureKind::Speed);
    let seconds = window.open().take.motion.frame_time();
    for frame in [3, 150, 429] {
        window.apply(PlaybackCommand::Seek(frame));
        let [hip, knee, foot] = places(&window, &nodes)[..] else {
            panic!("three joints");
        };
        let [a, b] = [hip - knee, foot - knee];
        let angle = (a.dot(b) / (a.length() * b.length())).acos().to_degrees();
        let said = number(&window, "Measure Angle: LeftUpLeg, LeftLeg, LeftFoot");
        assert!((said - angle).abs() < 0.02, "{said}, not {angle}");
        let apart = places(&window, &hands);
        let said = number(&window, "Measure Distance: LeftHand, RightHand");
        assert!((said - apart[0].distance(apart[1])).abs() < 6e-4);
        assert!((number(&window, "Measure Height: LeftFoot") - foot.y).abs() < 6e-4);
        let said = number(&window, "Measure Speed: LeftFoot");
        let [before, after] = [frame - 1, frame + 1].map(|frame| {
            window.apply(PlaybackCommand::Seek(frame));
            places(&window, &nodes)[2]
        });
        let speed = (after - before).length() / (2.0 * seconds);
        assert!((said - speed).abs() < 2e-3, "{said}, not {speed}");
    }
    // A line with two dots, an arc with its ways, a drop line, two points.
    assert!(strokes(window.state()) > 25);
    window.apply(MeasuresCommand::RemoveAll);
    assert_eq!(strokes(window.state()), 0);
}

#[test]
fn a_click_on_a_label_copies_the_value_and_says_so() {
    let mut window = Window::new(builtin());
    let nodes = select(&mut window, &["LeftHand", "RightHand"]);
    pin(&mut window, MeasureKind::Distance);
    window.apply(PlaybackCommand::Seek(77));
    let at = window.rect("Measure Distance: LeftHand, RightHand").center();
    window.click_at(at);
    let Some(Effect::Copy(copied)) = window.state().effects.last() else {
        panic!("{:?}", window.state().effects);
    };
    let apart = places(&window, &nodes);
    let value: f64 = copied.parse().expect("a number");
    assert!((value - apart[0].distance(apart[1])).abs() < 1e-5);
    let said = format!("Copied: {copied} (Distance: LeftHand, RightHand, in m)");
    assert!(window.shows(&said));
    assert_eq!(window.selected(), ["LeftHand", "RightHand"], "the view did not get it");
}

#[test]
fn the_menu_of_a_label_shows_the_curve_and_removes_the_measure() {
    let mut window = Window::new(builtin());
    select(&mut window, &["LeftFoot"]);
    pin(&mut window, MeasureKind::Height);
    select(&mut window, &[]);
    window.find("Measure Height: LeftFoot").click_secondary();
    window.harness.run_steps(3);
    window.click("Show curve");
    assert!(window.has("Docked curves") && window.has("Curve Height: LeftFoot"));
    let said = window.value("Measure Height: LeftFoot");
    assert_eq!(window.value("Curve Height: LeftFoot"), said);
    // What is pinned and selected has one curve.
    select(&mut window, &["LeftFoot"]);
    window.apply(rushes::app::CurvesCommand::ShowQuantity(rushes::app::Quantity::Height, true));
    assert_eq!(window.count("Curve Height: LeftFoot"), 1);
    assert!(!window.has("Curve Height"));
    window.find("Measure Height: LeftFoot").click_secondary();
    window.harness.run_steps(3);
    window.click("Remove");
    assert!(!window.has("Measure Height: LeftFoot") && window.has("Curve Height"));
}

#[test]
fn pinning_and_removing_are_undone() {
    let mut window = Window::new(builtin());
    select(&mut window, &["LeftFoot", "RightFoot"]);
    pin(&mut window, MeasureKind::Distance);
    pin(&mut window, MeasureKind::Height);
    // Twice is once.
    pin(&mut window, MeasureKind::Height);
    let labels = ["Measure Distance: LeftFoot, RightFoot", "Measure Height: RightFoot"];
    let shown = |window: &Window| labels.map(|label| window.count(label));
    assert_eq!(shown(&window), [1, 1]);
    window.apply(MeasuresCommand::RemoveAll);
    assert_eq!(shown(&window), [0, 0]);
    window.apply(HistoryCommand::Undo);
    assert_eq!(shown(&window), [1, 1]);
    window.apply(HistoryCommand::Undo);
    assert_eq!(shown(&window), [1, 0]);
    window.apply(HistoryCommand::Redo);
    assert_eq!(shown(&window), [1, 1]);
    // A take that is closed and brought back has them.
    let id = window.id(0);
    window.apply(TakesCommand::Close(id));
    window.apply(HistoryCommand::Undo);
    assert_eq!(shown(&window), [1, 1]);
}

#[test]
fn the_centre_of_mass_names_its_source_and_has_its_support() {
    let mut window = Window::new(builtin());
    pin(&mut window, MeasureKind::Support);
    assert!(window.shows("masses of Winter 2009, table 4.1"));
    let found = &window.state().session.measured[0];
    let [centre, floor, corners @ ..] = &found.anchors[..] else {
        panic!("{found:?}");
    };
    assert!(centre.y > 0.7 && centre.y < 1.3 && floor.y == 0.0, "{centre}");
    assert!(!corners.is_empty() && corners.iter().all(|corner| corner.y == 0.0));
    pin(&mut window, MeasureKind::CentreOfMass);
    let said = window.value("Measure Centre of mass").expect("a value");
    assert_eq!(said.matches(", ").count(), 2, "{said}");
    window.apply(rushes::app::InterfaceCommand::TogglePanel(rushes::app::Panel::Curves));
    assert!(window.has("Curve Centre of mass Y"));
}

#[test]
fn what_cannot_be_pinned_says_why() {
    let mut window = Window::new(App::of(takes::markers()));
    pin(&mut window, MeasureKind::Distance);
    assert!(window.shows("Distance: select two joints first."));
    select(&mut window, &["HEAD"]);
    pin(&mut window, MeasureKind::AngularVelocity);
    assert!(window.shows("Angular velocity: 'HEAD' is a marker, which has no rotation."));
    pin(&mut window, MeasureKind::Support);
    assert!(window.open().edits.measures.is_empty());
    // In a gap there is no value, and no label where nothing is.
    select(&mut window, &["HEAD", "LKNE"]);
    pin(&mut window, MeasureKind::Distance);
    assert!(window.has("Measure Distance: HEAD, LKNE"));
    window.apply(PlaybackCommand::Seek(1));
    assert!(!window.has("Measure Distance: HEAD, LKNE"));
    assert_eq!(strokes(window.state()), 0);
}

#[test]
fn another_unit_is_measured_again_at_once() {
    let mut window = Window::new(builtin());
    select(&mut window, &["LeftHand", "RightHand"]);
    pin(&mut window, MeasureKind::Distance);
    window.apply(rushes::app::InterfaceCommand::TogglePanel(rushes::app::Panel::Curves));
    let label = ["Measure", "Curve"].map(|what| format!("{what} Distance: LeftHand, RightHand"));
    let before = label.each_ref().map(|label| number(&window, label));
    let metres = window.open().stage.unit.metres;
    window.apply(TakesCommand::SetUnit(Some(metres * 2.0)));
    let after = label.each_ref().map(|label| number(&window, label));
    for (before, after) in before.into_iter().zip(after) {
        assert!((after - 2.0 * before).abs() < 2e-3, "{after}, not twice {before}");
    }
}

#[test]
fn measures_are_pinned_from_the_menu_of_the_view() {
    let mut window = Window::new(builtin());
    select(&mut window, &["LeftHand", "RightHand"]);
    let at = pointer::place_of(&window, "LeftHand");
    window.harness.hover_at(at);
    for pressed in [true, false] {
        window.harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        window.harness.step();
    }
    window.settle();
    window.find("Measure").click();
    window.harness.run_steps(3);
    assert!(window.has("Distance") && !window.has("Angle"), "two joints are selected");
    window.asked();
    window.click("Distance");
    let asked = window.asked();
    let pinned = Command::Measures(MeasuresCommand::Pin(MeasureKind::Distance));
    assert!(asked.contains(&pinned), "{asked:?}");
    assert!(window.has("Measure Distance: LeftHand, RightHand"));
}

#[test]
fn the_centre_of_mass_of_a_take_that_is_brought_to_another_goes_with_it() {
    let builtin = read(&root().join("assets/builtin/stroll.bvh"));
    let text = String::from_utf8(builtin).expect("a text");
    // The same take a metre to the left.
    let (head, rows) = text.split_once("Frame Time: 0.016667\n").expect("a head");
    let shifted = rows.lines().map(|row| {
        let (x, rest) = row.split_once(' ').expect("a row");
        let x: f64 = x.parse().expect("a number");
        format!("{} {rest}\n", x + 100.0)
    });
    let shifted = format!("{head}Frame Time: 0.016667\n{}", shifted.collect::<String>());
    let folder = Folder::new("pinned-aligned");
    let files =
        [("a.bvh", &text), ("b.bvh", &shifted)].map(|(name, text)| folder.write(name, text));
    let mut app = app::on(&files.each_ref().map(String::as_str));
    app.set_view_size(Vec2::new(800.0, 600.0));
    for place in [0, 1] {
        app.apply(TakesCommand::Activate(app.id(place)));
        app.apply(MeasuresCommand::Pin(MeasureKind::CentreOfMass));
    }
    let labels = |app: &mut App| -> Vec<Vec2> {
        app.prepare();
        app.measures_in_view().map(|(_, at)| at).collect()
    };
    let apart = |labels: &[Vec2]| labels[0].distance(labels[1]);
    assert!(apart(&labels(&mut app)) > 50.0);
    app.apply(CompareCommand::Align(AlignChoice::Place(None)));
    app.apply(CompareCommand::SetMode(CompareMode::Overlay));
    app.analyse();
    assert!(apart(&labels(&mut app)) < 1.0);
}
