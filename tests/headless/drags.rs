//! Every drag ends where the button was let go: what the pointer did between two redraws counts.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::keyboard::{self, Keyboard};
use crate::support::planted::Table;
use crate::support::shown_video::with_video;
use crate::support::{self, Random};
use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Vec2, pos2, vec2};
use rushes::app::{
    DrawTool, GUTTER, InterfaceCommand, NotesCommand, Panel, SelectionCommand, TakesCommand,
    TimelineCommand,
};
use rushes::review::notes::StrokeShape;
use rushes::take::Motion;

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL: Modifiers = Modifiers { ctrl: true, ..Modifiers::COMMAND };

/// Something that is dragged.
struct Dragged {
    name: &'static str,
    /// The window that it is in.
    window: fn(&Folder) -> Keyboard,
    /// Where it is taken, by where it goes on to and where it is let go.
    way: fn(&Keyboard) -> [Pos2; 3],
    button: PointerButton,
    held: Modifiers,
    /// What comes of it.
    result: fn(&Keyboard) -> String,
}

/// The built-in take with 501 frames.
fn long(_: &Folder) -> Keyboard {
    let mut take = rushes::files::builtin();
    let row = take.motion.row(0).to_vec();
    take.motion = Motion::new(0.01, 501, take.motion.columns(), row.repeat(501));
    Keyboard::new(App::of(take))
}

fn with_range(folder: &Folder) -> Keyboard {
    let mut window = long(folder);
    window.state.apply(TimelineCommand::SetRange([100, 300]));
    window.wait(0.02);
    window
}

/// Three takes of which two are copies of the first, which is the active one.
fn several(folder: &Folder) -> Keyboard {
    let text = std::fs::read_to_string(support::root().join("assets/builtin/stroll.bvh")).unwrap();
    let files = ["one.bvh", "two.bvh", "three.bvh"].map(|name| folder.write(name, &text).into());
    let mut app = App::new(&files, Default::default());
    app.apply(TakesCommand::Activate(app.id(0)));
    Keyboard::new(app)
}

/// A figure whose feet were looked for.
fn walking(_: &Folder) -> Keyboard {
    let mut app = App::of(Table::figure(60.0, &mut Random::new(7)).take());
    app.analyse();
    Keyboard::new(app)
}

/// The docked curves of a joint.
fn docked(folder: &Folder) -> Keyboard {
    let mut window = long(folder);
    let hips = window.state.take().unwrap().take.skeleton.find("Hips");
    window.state.apply(SelectionCommand::Select(hips));
    let panel = Panel::Curves;
    window.state.apply(InterfaceCommand::TogglePanel(panel));
    window.wait(0.02);
    window
}

fn drawing(shape: StrokeShape) -> Keyboard {
    let mut window = Keyboard::new(keyboard::builtin());
    let tool = NotesCommand::DrawWith(Some(DrawTool::Draw(shape)));
    window.state.apply(tool);
    window.wait(0.02);
    window
}

fn film(folder: &Folder) -> Keyboard {
    let window = Keyboard::new(with_video(folder));
    assert!(window.has("Reference video a.mp4"));
    window
}

/// The picker of a bone's colour.
fn picker(_: &Folder) -> Keyboard {
    let mut window = Keyboard::new(keyboard::builtin());
    window.click_on("Colour of Head");
    window
}

/// A place on the timeline, so many points from its top, at a part of what shows.
fn on_timeline(window: &Keyboard, part: f32, from_top: f32) -> Pos2 {
    let rect = window.rect("Timeline");
    let inside = rect.x_range().shrink(GUTTER);
    pos2(inside.min + inside.span() * part, rect.top() + from_top)
}

fn along(window: &Keyboard, parts: [f32; 3], from_top: f32) -> [Pos2; 3] {
    parts.map(|part| on_timeline(window, part, from_top))
}

/// From the middle of a control by steps.
fn from(window: &Keyboard, name: &str, steps: [Vec2; 2]) -> [Pos2; 3] {
    let from = window.rect(name).center();
    [from, from + steps[0], from + steps[1]]
}

fn in_view(window: &Keyboard) -> [Pos2; 3] {
    let view = window.rect("View");
    let from = view.left_top() + view.size() * vec2(0.15, 0.4);
    [from, from + vec2(30.0, 40.0), from + vec2(90.0, 10.0)]
}

fn frame(window: &Keyboard) -> String {
    window.frame().to_string()
}

fn range(window: &Keyboard) -> String {
    let playback = &window.state.session.playback;
    format!("{:?}", [playback.range_in(), playback.range_out()])
}

fn span(window: &Keyboard) -> String {
    format!("{:.3?}", window.state.session.span)
}

fn camera(window: &Keyboard) -> String {
    let camera = window.state.view.camera;
    let values = [camera.yaw, camera.pitch, camera.distance];
    format!("{values:.3?} {:.3?}", camera.target)
}

fn sizes(window: &Keyboard) -> String {
    format!("{:?}", window.state.interface.panels.sizes())
}

fn strokes(window: &Keyboard) -> String {
    let notes = &window.state.take().unwrap().review.kept.notes;
    format!("{:?}", notes.iter().map(|note| &note.drawing).collect::<Vec<_>>())
}

fn video(window: &Keyboard) -> String {
    let options = window.state.interface.panels.video;
    let offset = window.state.take().unwrap().video().unwrap().offset;
    format!("{:?} {:.0} {offset}", options.corner, options.width)
}

fn colours(window: &Keyboard) -> String {
    let picked = &window.state.take().unwrap().edits.picked;
    format!("{:?}", picked.iter().flatten().collect::<Vec<_>>())
}

const fn row(
    name: &'static str,
    window: fn(&Folder) -> Keyboard,
    way: fn(&Keyboard) -> [Pos2; 3],
    result: fn(&Keyboard) -> String,
) -> Dragged {
    Dragged { name, window, way, button: PointerButton::Primary, held: NONE, result }
}

impl Dragged {
    const fn held(mut self, held: Modifiers) -> Self {
        self.held = held;
        self
    }

    const fn by(mut self, button: PointerButton) -> Self {
        self.button = button;
        self
    }
}

/// Every kind of drag.
const DRAGS: &[Dragged] = &[
    row("scrub", long, |w| along(w, [0.1, 0.3, 0.62], 66.0), frame),
    row("range", long, |w| along(w, [0.1, 0.3, 0.62], 10.0), range),
    row("out point", with_range, |w| along(w, [0.6, 0.7, 0.83], 27.0), range),
    row("pan of the timeline", zoomed, |w| along(w, [0.6, 0.5, 0.33], 66.0), span)
        .by(PointerButton::Middle),
    row("scroll bar of the timeline", zoomed, scroll_bar, span),
    row("strip", several, |w| along(w, [0.5, 0.55, 0.65], 52.0), offsets).held(SHIFT),
    row("contact", walking, contact, contacts),
    row("splitter", long, splitter, sizes),
    row("splitter of the timeline", long, lower_splitter, sizes),
    row("orbit", long, in_view, camera),
    row("pan", long, in_view, camera).by(PointerButton::Secondary),
    row("zoom", long, in_view, camera).by(PointerButton::Secondary).held(ALT),
    row("scrub of curves", docked, in_curves, frame),
    row("box zoom of curves", docked, in_curves, span).held(CTRL),
    row("pan of curves", docked_zoomed, in_curves, span).by(PointerButton::Middle),
    row("curves of the inspector", tab, in_tab, frame),
    row("freehand", |_| drawing(StrokeShape::Freehand), in_view, strokes),
    row("circle", |_| drawing(StrokeShape::Circle), in_view, strokes),
    row("arrow", |_| drawing(StrokeShape::Arrow), in_view, strokes),
    row("eraser", drawn, in_view, strokes),
    row(
        "corner of the video",
        film,
        |w| header(w, [vec2(-90.0, -50.0), vec2(-400.0, -300.0)]),
        video,
    ),
    row("offset of the video", film, |w| header(w, [vec2(-20.0, 0.0), vec2(-66.0, 0.0)]), video)
        .held(ALT),
    row("size of the video", film, video_grip, video),
    row("shade", picker, |w| from(w, "Shade", [vec2(-20.0, 10.0), vec2(30.0, -22.0)]), colours),
    row("hue", picker, |w| from(w, "Hue", [vec2(-20.0, 0.0), vec2(30.0, 0.0)]), colours),
    row("take in the list", several, reorder, order),
];

fn zoomed(folder: &Folder) -> Keyboard {
    from_near(long(folder))
}

fn docked_zoomed(folder: &Folder) -> Keyboard {
    from_near(docked(folder))
}

/// With a part of the timeline in sight.
fn from_near(mut window: Keyboard) -> Keyboard {
    let span = TimelineCommand::ShowSpan(Some([200.0, 300.0]));
    window.state.apply(span);
    window.wait(0.02);
    window
}

fn tab(folder: &Folder) -> Keyboard {
    let mut window = long(folder);
    let hips = window.state.take().unwrap().take.skeleton.find("Hips");
    window.state.apply(SelectionCommand::Select(hips));
    window.state.apply(InterfaceCommand::ShowTab(rushes::app::Tab::Curves));
    window.wait(0.02);
    window
}

/// Three circles, of which a drag over the view touches two.
fn drawn(_: &Folder) -> Keyboard {
    let mut window = drawing(StrokeShape::Circle);
    let [from, by, to] = in_view(&window);
    for at in [by, to, from + vec2(200.0, 200.0)] {
        let on = at + vec2(4.0, 0.0);
        let events = [
            Event::PointerMoved(at),
            button(at, true, PointerButton::Primary, NONE),
            Event::PointerMoved(on),
            button(on, false, PointerButton::Primary, NONE),
        ];
        for event in events {
            window.send(vec![event], NONE);
        }
    }
    window.state.apply(NotesCommand::DrawWith(Some(DrawTool::Erase)));
    window.wait(0.02);
    assert_eq!(strokes(&window).matches("Circle").count(), 3);
    window
}

fn scroll_bar(window: &Keyboard) -> [Pos2; 3] {
    let bottom = window.rect("Timeline").height() - 5.0;
    along(window, [0.5, 0.4, 0.27], bottom)
}

fn offsets(window: &Keyboard) -> String {
    let takes = window.state.session.takes.iter();
    format!("{:.3?}", takes.map(|open| open.edits.offset).collect::<Vec<_>>())
}

/// The end of the longest contact.
fn contact(window: &Keyboard) -> [Pos2; 3] {
    let open = window.state.take().unwrap();
    let contacts = open.review.contacts().iter();
    let longest = contacts.max_by_key(|of| of.last - of.first).expect("feet stand");
    let along = |frames: f32| {
        let part = (longest.last as f32 + 0.5 + frames) / open.last() as f32;
        on_timeline(window, part, 0.0).x
    };
    let timeline = window.rect("Timeline");
    let ends_here = |bar: &Rect| {
        let is_bar = timeline.contains_rect(*bar) && bar.height() < 12.0;
        is_bar && (bar.right() - along(0.0)).abs() < 1.5
    };
    let bar = window.fills().find(ends_here).expect("its bar");
    [0.0, -3.0, -10.0].map(|frames| pos2(along(frames), bar.center().y))
}

fn contacts(window: &Keyboard) -> String {
    format!("{:?}", window.state.take().unwrap().review.edited_contacts())
}

fn splitter(window: &Keyboard) -> [Pos2; 3] {
    let edge = window.rect("View").left_center();
    [edge, edge + vec2(20.0, 0.0), edge + vec2(66.0, 0.0)]
}

fn lower_splitter(window: &Keyboard) -> [Pos2; 3] {
    let edge = window.rect("View").center_bottom();
    [edge, edge - vec2(0.0, 20.0), edge - vec2(0.0, 66.0)]
}

fn in_curves(window: &Keyboard) -> [Pos2; 3] {
    let rect = window.rect("Docked curves");
    [[0.2, 0.3], [0.3, 0.6], [0.45, 0.7]].map(|[x, y]| rect.left_top() + rect.size() * vec2(x, y))
}

fn in_tab(window: &Keyboard) -> [Pos2; 3] {
    // Their tab is called so, too.
    let mut nodes = window.nodes.values();
    let lanes = nodes.find(|node| node.label() == Some("Curves") && node.role() == Role::Slider);
    let rect = keyboard::bounds(lanes.expect("the curves"));
    [0.2, 0.3, 0.45].map(|x| rect.left_top() + rect.size() * vec2(x, 0.2))
}

/// From the left of the header of the video, where nothing else is, by steps.
fn header(window: &Keyboard, steps: [Vec2; 2]) -> [Pos2; 3] {
    let from = window.rect("Reference video a.mp4").left_center() + vec2(14.0, 0.0);
    [from, from + steps[0], from + steps[1]]
}

fn video_grip(window: &Keyboard) -> [Pos2; 3] {
    let corner = window.rect("Reference video a.mp4").left_top();
    let corner = corner + vec2(2.0, 2.0);
    [corner, corner - vec2(20.0, 10.0), corner - vec2(66.0, 40.0)]
}

fn reorder(window: &Keyboard) -> [Pos2; 3] {
    let [from, by, to] = ["one.bvh", "two.bvh", "three.bvh"].map(|name| window.rect(name));
    [from.center(), by.center(), to.center_bottom() - vec2(0.0, 3.0)]
}

fn order(window: &Keyboard) -> String {
    let takes = window.state.session.takes.iter();
    format!("{:?}", takes.map(|open| open.title()).collect::<Vec<_>>())
}

fn button(pos: Pos2, pressed: bool, button: PointerButton, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

#[test]
fn a_drag_ends_where_it_was_let_go_however_much_happened_between_two_redraws() {
    for (place, dragged) in DRAGS.iter().enumerate() {
        // What comes of it, where so many events are between two redraws.
        let result = |redraws: [usize; 5]| {
            let folder = Folder::new(&format!("drags-{place}-{redraws:?}"));
            let mut window = (dragged.window)(&folder);
            let before = (dragged.result)(&window);
            let [from, by, to] = (dragged.way)(&window);
            let press = |at, down| button(at, down, dragged.button, dragged.held);
            let moved = Event::PointerMoved;
            let events = [moved(from), press(from, true), moved(by), moved(to), press(to, false)];
            let mut events = events.into_iter();
            for count in redraws {
                let now: Vec<Event> = events.by_ref().take(count).collect();
                if !now.is_empty() {
                    window.send(now, dragged.held);
                }
            }
            window.wait(0.02);
            window.wait(0.02);
            (before, (dragged.result)(&window))
        };
        let (before, slowly) = result([1; 5]);
        assert_ne!(before, slowly, "{}", dragged.name);
        for redraws in [[1, 1, 1, 2, 0], [1, 1, 3, 0, 0], [2, 3, 0, 0, 0], [5, 0, 0, 0, 0]] {
            let (_, quickly) = result(redraws);
            assert_eq!(quickly, slowly, "{}, {redraws:?}", dragged.name);
        }
    }
}
