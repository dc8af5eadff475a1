//! The view under the mouse, its three families of gestures, and what is written over the picture.

use crate::support::app;
use crate::support::folder::Folder;
use crate::support::panels::{SHIFTED, Window, builtin, on, part_of};
use crate::support::pointer::{click, double_click, drag_to, place_of, press, release, wheel};
use egui::{Modifiers, PointerButton, Pos2, vec2};
use glam::{Vec2, Vec3};
use rushes::app::{
    CameraCommand, DisplayCommand, FigureCommand, Labels, MeasuresCommand, NotesCommand,
    PlaybackCommand, SceneBuffers, SelectionCommand, TakesCommand, ViewToggle,
};
use rushes::review::measure::MeasureKind;
use rushes::review::notes::Frames;
use rushes::scene::{Camera, DisplayStyle, Projection, View};

const NONE: Modifiers = Modifiers::NONE;
const ALT: Modifiers = Modifiers::ALT;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

/// A place in the view where nothing is.
fn nowhere(window: &Window) -> Pos2 {
    part_of(window.rect("View"), 0.15, 0.4)
}

/// The camera before and after a drag of 60 points to the right and 20 down, from where nothing is.
fn dragged(window: &mut Window, button: PointerButton, held: Modifiers) -> [Camera; 2] {
    let before = window.state().view.camera;
    let from = nowhere(window);
    let to = from + vec2(60.0, 20.0);
    press(window, from, button, held);
    drag_to(window, to);
    release(window, to, button);
    [before, window.state().view.camera]
}

#[test]
fn left_alt_left_and_middle_drags_orbit() {
    use PointerButton::{Middle, Primary};
    for (button, held) in [(Primary, NONE), (Primary, ALT), (Middle, NONE)] {
        let mut window = Window::new(builtin());
        let [before, after] = dragged(&mut window, button, held);
        // The figure goes along with the hand: its front to the right, its top towards the eye.
        assert!(after.yaw < before.yaw, "{button:?} {held:?}");
        assert!(after.pitch > before.pitch, "{button:?} {held:?}");
        assert_eq!(after.target, before.target);
        assert_eq!(after.distance, before.distance);
    }
}

#[test]
fn right_alt_middle_and_shift_middle_drags_pan_with_the_hand() {
    use PointerButton::{Middle, Secondary};
    for (button, held) in [(Secondary, NONE), (Middle, ALT), (Middle, SHIFT)] {
        let mut window = Window::new(builtin());
        let hips = place_of(&window, "Hips");
        let [before, after] = dragged(&mut window, button, held);
        assert_eq!((after.yaw, after.pitch), (before.yaw, before.pitch));
        assert_eq!(after.distance, before.distance);
        let moved = place_of(&window, "Hips") - hips;
        assert!(
            (moved - vec2(60.0, 20.0)).length() < 6.0,
            "{button:?} {held:?}: the figure went by {moved:?}"
        );
    }
}

#[test]
fn alt_right_and_ctrl_middle_drags_dolly() {
    use PointerButton::{Middle, Secondary};
    for (button, held) in [(Secondary, ALT), (Middle, CTRL)] {
        let mut window = Window::new(builtin());
        let [before, after] = dragged(&mut window, button, held);
        // To the right is nearer, as in Maya.
        assert!(after.distance < before.distance, "{button:?} {held:?}");
        assert_eq!((after.yaw, after.target), (before.yaw, before.target));
    }
}

#[test]
fn the_wheel_dollies_to_the_pointer() {
    let mut window = Window::new(builtin());
    let head = place_of(&window, "Head");
    let before = window.state().view.camera.distance;
    wheel(&mut window, head, vec2(0.0, 3.0), NONE);
    let near = window.state().view.camera.distance;
    assert!(near < before);
    let moved = place_of(&window, "Head") - head;
    assert!(moved.length() < 6.0, "what is under it stays: {moved:?}");
    wheel(&mut window, head, vec2(0.0, -3.0), NONE);
    assert!((window.state().view.camera.distance - before).abs() < 1e-3 * before);
}

#[test]
fn the_wheel_steps_frames_with_alt() {
    let mut window = Window::new(builtin());
    let at = nowhere(&window);
    let before = window.state().view.camera;
    wheel(&mut window, at, vec2(0.0, -3.0), ALT);
    assert_eq!(window.frame(), 3, "towards the hand is on");
    // Some systems turn the wheel sideways while Alt is held.
    wheel(&mut window, at, vec2(1.0, 0.0), ALT);
    assert_eq!(window.frame(), 2);
    assert_eq!(window.state().view.camera, before);
}

#[test]
fn a_click_selects_and_on_nothing_selects_nothing() {
    let mut window = Window::new(builtin());
    let hand = place_of(&window, "LeftHand");
    click(&mut window, hand, NONE);
    assert_eq!(window.selected(), ["LeftHand"]);
    let foot = place_of(&window, "RightFoot");
    click(&mut window, foot, NONE);
    assert_eq!(window.selected(), ["RightFoot"], "in the place of the other");
    let away = nowhere(&window);
    click(&mut window, away, NONE);
    assert_eq!(window.selected(), [""; 0]);
}

#[test]
fn a_click_adds_with_shift_or_ctrl_and_takes_away_again() {
    for held in [SHIFT, CTRL] {
        let mut window = Window::new(builtin());
        for name in ["LeftHand", "RightFoot", "Head"] {
            let at = place_of(&window, name);
            click(&mut window, at, held);
        }
        assert_eq!(window.selected(), ["LeftHand", "RightFoot", "Head"]);
        let at = place_of(&window, "RightFoot");
        click(&mut window, at, held);
        assert_eq!(window.selected(), ["LeftHand", "Head"]);
        let away = nowhere(&window);
        click(&mut window, away, held);
        assert_eq!(window.selected().len(), 2, "a miss loses nothing");
    }
}

#[test]
fn a_drag_is_no_click() {
    let mut window = Window::new(builtin());
    let hand = place_of(&window, "LeftHand");
    press(&mut window, hand, PointerButton::Primary, NONE);
    drag_to(&mut window, hand + vec2(40.0, 0.0));
    release(&mut window, hand + vec2(40.0, 0.0), PointerButton::Primary);
    assert_eq!(window.selected(), [""; 0]);
}

#[test]
fn a_click_on_another_take_makes_it_the_active_one() {
    let folder = Folder::new("other-take");
    let here = folder.write("here.bvh", SHIFTED);
    let there = folder.write("there.bvh", &SHIFTED.replace("\n0 9", "\n150 9"));
    let mut window = Window::new(on(&[&here, &there]));
    window.apply(CameraCommand::FrameAll);
    window.apply(TakesCommand::Activate(window.id(1)));
    let leg = place_of(&window, "LeftLeg");
    window.apply(TakesCommand::Activate(window.id(0)));
    click(&mut window, leg, NONE);
    assert_eq!(window.state().session.takes.active_place(), 1);
    assert_eq!(window.selected(), ["LeftLeg"]);
}

#[test]
fn a_double_click_focuses_and_with_alt_follows() {
    let mut window = Window::new(builtin());
    let before = window.state().view.camera;
    let hand = place_of(&window, "LeftHand");
    double_click(&mut window, hand, NONE);
    assert_eq!(window.selected(), ["LeftHand"]);
    assert!(window.state().view.camera.distance < before.distance);
    let middle = window.rect("View").center();
    let off = place_of(&window, "LeftHand") - middle;
    assert!(off.length() < 60.0, "it is in the middle but for {off:?}");

    let mut window = Window::new(builtin());
    let hand = place_of(&window, "LeftHand");
    double_click(&mut window, hand, ALT);
    assert!(window.state().view.follows());
    let first = place_of(&window, "LeftHand");
    let last = window.open().last();
    for frame in [last / 3, last] {
        window.apply(PlaybackCommand::Seek(frame));
        let gone = place_of(&window, "LeftHand") - first;
        assert!(gone.length() < 0.5, "frame {frame}: it went by {gone:?}");
    }
    let head = place_of(&window, "Head");
    window.apply(PlaybackCommand::Seek(0));
    let other = place_of(&window, "Head") - head;
    assert!(other.length() > 1.0, "only the hand stays: {other:?}");
}

#[test]
fn names_show_for_the_selection_for_all_or_for_none() {
    let mut window = Window::new(builtin());
    let names = |window: &Window| -> Vec<egui::Rect> {
        let view = window.rect("View");
        let nodes = &window.open().take.skeleton;
        let is_name = |text: &str| nodes.iter().any(|(_, node)| node.name == text);
        let painted = window.texts().into_iter();
        painted
            .filter(|painted| view.contains_rect(painted.rect) && is_name(&painted.text))
            .map(|painted| painted.rect)
            .collect()
    };
    assert_eq!(names(&window).len(), 0);
    let hand = place_of(&window, "LeftHand");
    click(&mut window, hand, NONE);
    assert_eq!(names(&window).len(), 1);

    window.click("Show view options");
    window.click("Labels: All");
    window.click_at(nowhere(&window));
    let all = names(&window);
    assert!(all.len() > 5, "{} names", all.len());
    let hips = place_of(&window, "Hips").x;
    assert!(all.iter().any(|name| name.right() < hips), "also at the left");
    for (i, one) in all.iter().enumerate() {
        for other in &all[i + 1..] {
            assert!(!one.intersects(*other), "{one:?} lies on {other:?}");
        }
    }
    click(&mut window, hand, NONE);
    window.apply(DisplayCommand::Labels(Labels::Off));
    assert_eq!(names(&window).len(), 0, "not even the selection's");
}

#[test]
fn the_options_of_the_view_do_what_they_say() {
    let mut window = Window::new(builtin());
    window.click("Show view options");
    window.click("Figure: Octahedra");
    assert_eq!(window.state().view.options.display.style, DisplayStyle::Octahedra);
    window.click("Figure: Capsules");
    assert_eq!(window.state().view.options.display.style, DisplayStyle::Capsules);
    window.click("Camera: Orthographic");
    assert_eq!(window.state().view.camera.projection, Projection::Orthographic);
    for switch in [
        ViewToggle::Ghosts,
        ViewToggle::Trails,
        ViewToggle::JointAxes,
        ViewToggle::DepthCue,
        ViewToggle::Relations,
    ] {
        let before = window.state().is_on(switch);
        window.click(switch.name());
        assert!(window.state().is_on(switch) != before, "{switch:?}");
    }
    let followed = window.state().view.follows();
    window.click("Follow figure");
    assert!(window.state().view.follows() != followed);
    window.type_into("Ghosts on each side", "4");
    window.press(egui::Key::Enter);
    window.type_into("Frames between ghosts", "12");
    window.press(egui::Key::Enter);
    let display = &window.state().view.options.display;
    assert_eq!((display.ghost_count, display.ghost_step), (4, 12));
    window.type_into("Frames of motion trails", "50");
    window.press(egui::Key::Enter);
    assert_eq!(window.state().view.options.display.trail_length, 50);
}

#[test]
fn the_gizmo_looks_along_every_axis_from_both_sides() {
    for (label, axis) in [
        ("Front view", Vec3::Z),
        ("Back view", Vec3::NEG_Z),
        ("Right view", Vec3::X),
        ("Left view", Vec3::NEG_X),
        ("Top view", Vec3::Y),
        ("Bottom view", Vec3::NEG_Y),
    ] {
        let mut window = Window::new(builtin());
        // From here no end lies before another one.
        window.apply(CameraCommand::Look(View::Front));
        window.apply(CameraCommand::Orbit(Vec2::new(0.12, 0.12)));
        window.click(label);
        let to_eye = window.state().view.camera.orientation() * Vec3::Z;
        assert!(to_eye.distance(axis) < 1e-3, "{label}: the eye is at {to_eye}");
    }
}

/// A click with the right button, without a drag.
fn right_click(window: &mut Window, at: Pos2) {
    press(window, at, PointerButton::Secondary, NONE);
    release(window, at, PointerButton::Secondary);
}

#[test]
fn a_right_click_on_a_bone_has_a_menu_for_it() {
    let mut window = Window::new(builtin());
    let hand = place_of(&window, "LeftHand");
    right_click(&mut window, hand);
    assert_eq!(window.selected(), ["LeftHand"], "what it is about");
    window.click("Hide others");
    let open = window.open();
    let shown = open.take.skeleton.iter();
    let shown: Vec<_> = shown
        .filter(|(id, _)| !open.edits.hidden[id.index()])
        .map(|(_, node)| node.name.clone())
        .collect();
    assert_eq!(shown, ["LeftHand"]);
    let hand = place_of(&window, "LeftHand");
    right_click(&mut window, hand);
    window.click("Show all bones");
    assert!(window.open().edits.hidden.iter().all(|hidden| !hidden));

    // What is selected together stays together.
    let foot = place_of(&window, "RightFoot");
    click(&mut window, foot, SHIFT);
    right_click(&mut window, foot);
    assert!(window.shows("2 selected"));
    window.click("Hide");
    let hidden = window.open().edits.hidden.iter().filter(|hidden| **hidden);
    assert_eq!(hidden.count(), 2);
}

#[test]
fn a_right_click_on_nothing_has_a_menu_for_the_view_and_a_drag_has_none() {
    let mut window = Window::new(builtin());
    let away = nowhere(&window);
    let [before, after] = dragged(&mut window, PointerButton::Secondary, NONE);
    assert!(before != after && !window.has("Reset view"), "a drag pans");
    right_click(&mut window, away);
    assert!(window.has("Frame all") && !window.has("Copy name"));
    let grid = window.state().is_on(ViewToggle::Grid);
    window.click("Grid");
    assert!(window.state().is_on(ViewToggle::Grid) != grid);
    window.apply(CameraCommand::Look(View::Top));
    right_click(&mut window, away);
    window.click("Front");
    assert!(window.state().view.camera.pitch.abs() < 1e-6);
}

#[test]
fn the_options_of_the_view_open_inside_of_it_above_their_button() {
    for (width, height) in [(1280.0, 720.0), (1100.0, 560.0)] {
        let mut window = Window::sized(builtin(), width, height);
        let view = window.rect("View");
        let button = window.rect("Show view options");
        window.click("Show view options");
        for row in ["Figure: Sticks", "Saved views", "Grid", "Motion trails"] {
            let row = window.rect(row);
            assert!(view.contains_rect(row), "{row:?} in {view:?}");
            assert!(row.bottom() < button.top() && row.right() <= button.right());
        }
    }
}

#[test]
fn lens_and_saved_views_are_among_the_options() {
    let mut window = Window::new(builtin());
    window.click("Show view options");
    window.type_into("Lens", "85 mm");
    window.press(egui::Key::Enter);
    assert!((window.state().view.camera.lens() - 85.0).abs() < 0.01);
    window.click("Saved views");
    window.click("Save as view 1");
    let saved = window.state().view.shown;
    window.apply(CameraCommand::ResetView);
    window.apply(CameraCommand::Look(View::Top));
    window.click("Show saved view 1");
    assert!(window.state().view.shown.target.distance(saved.target) < 1e-3);
    assert_eq!(window.state().view.shown.yaw, saved.yaw);
    window.type_into("Name of view 1", "From the door");
    window.press(egui::Key::Enter);
    window.apply(CameraCommand::SaveView(1));
    let names = |window: &Window| -> Vec<String> {
        let views = window.state().view.saved_views.iter();
        views.map(|view| view.title()).collect()
    };
    assert_eq!(names(&window), ["From the door"], "saved again, it is called so");
    window.apply(CameraCommand::SaveView(9));
    assert_eq!(names(&window), ["From the door", "View 9"]);
    window.click("Remove view 1");
    assert_eq!(names(&window), ["View 9"]);
}

#[test]
fn the_name_of_a_bone_stands_beside_it_and_covers_nothing_of_it() {
    let mut window = Window::new(builtin());
    for name in ["LeftForeArm", "RightUpLeg", "RightLeg", "LeftLeg"] {
        let node = window.open().take.skeleton.find(name);
        let node = node.expect(name);
        window.apply(SelectionCommand::Select(Some(node)));
        let corner = window.rect("View").left_top();
        let ends = window.state().bone_in_view(node).expect("a bone");
        let [from, to] = ends.map(|end| corner + vec2(end.x, end.y));
        let view = window.rect("View");
        let painted = window.texts();
        let label = painted.iter().find(|text| text.text == name && view.contains_rect(text.rect));
        let label = label.expect("its name").rect;
        for step in 0..=20 {
            let at = from.lerp(to, step as f32 / 20.0);
            assert!(!label.expand(4.0).contains(at), "{name} lies on its bone");
        }
        // It is at a right angle to the middle of the bone.
        let out = (label.center() - from.lerp(to, 0.5)).normalized();
        let along = (to - from).normalized();
        assert!(out.dot(along).abs() < 0.2, "{name}: {}", out.dot(along));
    }
}

#[test]
fn the_gizmo_speaks_the_files_axes() {
    use rushes::take::{Axis, SignedAxis};
    let mut window = Window::new(builtin());
    let z_up = SignedAxis { axis: Axis::Z, is_negative: false };
    window.apply(TakesCommand::SetUp(Some(z_up)));
    window.apply(CameraCommand::Look(View::Front));
    window.apply(CameraCommand::Orbit(Vec2::new(0.12, 0.12)));
    let top = window.rect("Top view");
    let painted = window.texts();
    let letter = painted.iter().find(|text| top.contains_rect(text.rect));
    assert_eq!(letter.expect("a letter").text, "Z");
    let back = window.rect("Back view");
    let letter = painted.iter().find(|text| back.contains_rect(text.rect));
    assert_eq!(letter.expect("a letter").text, "Y", "forward of a Z-up file");
}

#[test]
fn colours_of_speed_have_a_legend() {
    let mut window = Window::new(builtin());
    let legend = "Speed colours: 0 to 4 m/s";
    assert!(!window.has(legend));
    window.apply(FigureCommand::SetScheme(rushes::scene::Scheme::Speed));
    assert!(window.has(legend) && window.shows("4 m/s"));
}

#[test]
fn of_two_ends_of_the_gizmo_in_one_place_the_nearer_one_is_clicked() {
    for (view, yaw) in [(View::Front, 0.0), (View::Back, std::f32::consts::PI)] {
        let mut window = Window::new(builtin());
        window.apply(CameraCommand::Look(view));
        window.apply(CameraCommand::Orbit(Vec2::new(0.02, 0.0)));
        let place = match view {
            View::Front => window.rect("Front view"),
            _ => window.rect("Back view"),
        };
        click(&mut window, place.center(), NONE);
        let turned = window.state().view.camera.yaw - yaw;
        assert!(turned.abs() < 1e-4, "{view:?}: off by {turned}");
    }
}

#[test]
fn joint_axes_are_red_green_and_blue_whatever_is_up() {
    for up in rushes::take::Axis::ALL {
        let mut take = rushes::files::builtin();
        take.units = rushes::take::Units::new(take.units.metres_per_unit, up);
        let mut app = app::App::of(take);
        let axes = DisplayCommand::Set(ViewToggle::JointAxes, true);
        app.apply(axes);
        app.prepare();
        let palette = *app.theme().palette();
        let mut sheet = SceneBuffers::new(palette);
        app.draw(600.0, 1.0, &mut sheet);
        let strokes = &sheet.list.strokes;
        let nodes = app.take().unwrap().take.skeleton.iter().count();
        for [r, g, b, _] in palette.axes {
            let same = strokes.iter().filter(|stroke| stroke.colour == [r, g, b, 255]);
            assert_eq!(same.count(), nodes, "{up:?} is up: {r} {g} {b}");
        }
    }
}

#[test]
fn a_notes_card_covers_no_measure() {
    let mut window = Window::new(builtin());
    let view = window.rect("View");
    let joints = ["LeftHand", "RightHand", "Head", "LeftFoot"];
    for joint in joints {
        let node = window.open().take.skeleton.find(joint);
        window.apply(SelectionCommand::Select(node));
        window.apply(MeasuresCommand::Pin(MeasureKind::Height));
        window.apply(MeasuresCommand::Pin(MeasureKind::Speed));
        window.apply(NotesCommand::Add);
        let note = window.open().review.note.expect("a note");
        window
            .apply(NotesCommand::SetText(note, format!("{joint} is too high, look at the curve")));
    }
    for frame in [0, 60, 120, 200] {
        let notes: Vec<_> = window.open().review.kept.notes.iter().map(|note| note.id).collect();
        for id in notes {
            window.apply(NotesCommand::SetFrames(id, Frames::single(frame)));
        }
        window.apply(PlaybackCommand::Seek(frame));
        let texts = window.texts();
        let of = |part: &str| -> Vec<egui::Rect> {
            let found = texts.iter().filter(|text| text.text.contains(part));
            let found = found.filter(|text| view.contains_rect(text.rect));
            found.map(|text| text.rect.expand(4.0)).collect()
        };
        let [cards, heights, speeds] = ["is too high", "Height", "Speed"].map(of);
        assert!(!cards.is_empty() && heights.len() == 4 && speeds.len() == 4, "{frame}");
        for card in cards {
            let covered = heights.iter().chain(&speeds).find(|label| label.intersects(card));
            assert_eq!(covered, None, "{frame}");
        }
    }
}
