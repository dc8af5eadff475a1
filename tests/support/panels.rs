//! The window's panels without a window: a harness that lays them out and carries out what they ask
//! for, and takes to show in it.

use std::cell::RefCell;
use std::rc::Rc;

use super::app::App;
use egui::{Pos2, Rect, Shape, Vec2, accesskit, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use rushes::app::{Command, OpenTake, TakeId, set_fonts, set_theme, window_ui};
use rushes::scene::Theme;

/// The panels, laid out step by step.
pub struct Window {
    pub harness: Harness<'static, App>,
    /// The keys that are held while the mouse does something.
    pub held: egui::Modifiers,
    /// All that the panels asked for.
    asked: Rc<RefCell<Vec<Command>>>,
}

/// A line of text as it is painted.
#[derive(Debug)]
pub struct Painted {
    pub text: String,
    pub rect: Rect,
    pub colour: egui::Color32,
    /// What shows of it: all that is painted outside is cut off.
    pub clip: Rect,
}

impl Window {
    /// The window at its usual size.
    pub fn new(state: App) -> Self {
        Self::sized(state, 1280.0, 720.0)
    }

    /// The window at a size in points.
    pub fn sized(state: App, width: f32, height: f32) -> Self {
        let theme = state.theme();
        let asked = Rc::default();
        let log = Rc::clone(&asked);
        let harness = Harness::builder()
            .with_size(Vec2::new(width, height))
            .with_pixels_per_point(1.0)
            .with_theme(match theme {
                Theme::Dark => egui::Theme::Dark,
                Theme::Light => egui::Theme::Light,
            })
            .with_max_steps(20)
            .with_context_setup(move |ctx| {
                set_fonts(ctx);
                set_theme(ctx, theme);
            })
            .build_ui_state(move |ui, state| lay_out(ui, state, &log), state);
        let mut window = Self { harness, held: egui::Modifiers::NONE, asked };
        window.settle();
        window
    }

    /// Gives the window another size.
    pub fn resize(&mut self, width: f32, height: f32) {
        self.harness.set_size(Vec2::new(width, height));
        self.settle();
    }

    pub fn state(&self) -> &App {
        self.harness.state()
    }

    /// What the panels asked for since this was last looked at.
    pub fn asked(&self) -> Vec<Command> {
        self.asked.take()
    }

    /// The take that shows.
    pub fn open(&self) -> &OpenTake {
        self.state().take().expect("a take is open")
    }

    /// The names of what is selected, in the order in which it was.
    pub fn selected(&self) -> Vec<&str> {
        let open = self.open();
        let nodes = open.edits.selected.iter();
        nodes.map(|&node| open.take.skeleton[node].name.as_str()).collect()
    }

    pub fn frame(&self) -> usize {
        self.state().session.playback.frame()
    }

    pub fn is_playing(&self) -> bool {
        self.state().session.playback.is_playing()
    }

    /// The id of a take by its place in the list.
    pub fn id(&self, place: usize) -> TakeId {
        self.state().id(place)
    }

    pub fn apply(&mut self, command: impl Into<Command>) {
        self.harness.state_mut().apply(command);
        self.settle();
    }

    /// Lets everything that was asked for happen, and show.
    pub fn settle(&mut self) {
        self.harness.step();
        self.harness.run();
    }

    /// The only control with this name.
    #[track_caller]
    pub fn find<'a>(&'a self, label: &'a str) -> Node<'a> {
        self.harness.get_by_label(label)
    }

    pub fn has(&self, label: &str) -> bool {
        self.count(label) > 0
    }

    pub fn count(&self, label: &str) -> usize {
        self.harness.query_all_by_label(label).count()
    }

    /// Clicks a control as the mouse does.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        self.find(label).click();
        self.harness.step();
        self.harness.remove_cursor();
        self.settle();
    }

    /// Clicks a place.
    pub fn click_at(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.harness.drag_at(at);
        self.harness.drop_at(at);
        self.settle();
    }

    /// Clicks a place, and returns what that copied.
    pub fn copied_by_click_at(&mut self, at: Pos2) -> Option<String> {
        let mut copied = None;
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        for event in [egui::Event::PointerMoved(at), button(true), button(false)] {
            self.harness.event(event);
            self.harness.step();
            for command in &self.harness.output().platform_output.commands {
                if let egui::OutputCommand::CopyText(text) = command {
                    copied = Some(text.clone());
                }
            }
        }
        self.settle();
        copied
    }

    /// Types into a field, in the place of what it shows; Enter and the like are keys of their own.
    #[track_caller]
    pub fn type_into(&mut self, label: &str, text: &str) {
        self.find(label).focus();
        self.settle();
        self.find(label).type_text(text);
        self.settle();
    }

    pub fn press(&mut self, key: egui::Key) {
        self.harness.key_press(key);
        self.settle();
    }

    /// Where a control is.
    #[track_caller]
    pub fn rect(&self, label: &str) -> Rect {
        self.find(label).rect()
    }

    /// What a screen reader tells beside a control's name.
    #[track_caller]
    pub fn value(&self, label: &str) -> Option<String> {
        self.find(label).accesskit_node().value()
    }

    /// Whether a control is there and asks for nothing.
    #[track_caller]
    pub fn is_disabled(&self, label: &str) -> bool {
        self.find(label).accesskit_node().data().is_disabled()
    }

    /// Every node that can be clicked, typed into, moved or reached with the keyboard.
    pub fn controls(&self) -> Vec<Node<'_>> {
        use accesskit::Action;
        let does = |node: &Node<'_>, action| node.accesskit_node().data().supports_action(action);
        let root = self.harness.root();
        root.children_recursive()
            .filter(|node| does(node, Action::Click) || does(node, Action::Focus))
            .collect()
    }

    /// Every text in the picture.
    pub fn texts(&self) -> Vec<Painted> {
        texts_in(&self.harness.output().shapes)
    }

    /// Every outline in the picture: where it is, and its colour.
    pub fn strokes(&self) -> Vec<(Rect, egui::Color32)> {
        let mut found = Vec::new();
        for clipped in &self.harness.output().shapes {
            outlines_of(&clipped.shape, &mut found);
        }
        found
    }

    /// Every filled rectangle in the picture, and its colour.
    pub fn fills(&self) -> Vec<(Rect, egui::Color32)> {
        let shapes = self.harness.output().shapes.iter();
        let rects = shapes.flat_map(|clipped| match &clipped.shape {
            Shape::Rect(rect) => vec![(rect.rect, rect.fill)],
            // Many at once, four corners each.
            Shape::Mesh(mesh) => {
                let corners = mesh.vertices.chunks_exact(4);
                let rect = |corners: &[egui::epaint::Vertex]| {
                    Rect::from_points(&[corners[0].pos, corners[3].pos])
                };
                let rects = corners.map(|corners| (rect(corners), corners[0].color));
                rects.collect()
            }
            _ => Vec::new(),
        });
        let rects = rects.filter(|(_, fill)| *fill != egui::Color32::TRANSPARENT);
        rects.collect()
    }

    /// Whether this text shows somewhere.
    pub fn shows(&self, text: &str) -> bool {
        let painted = self.texts();
        painted.iter().any(|painted| painted.text.contains(text))
    }
}

/// One round of what the desktop does: panels, then their commands.
fn lay_out(ui: &mut egui::Ui, state: &mut App, asked: &RefCell<Vec<Command>>) {
    let mut commands = Vec::new();
    state.prepare();
    let view = window_ui(ui, state, &mut commands);
    state.set_view_size(glam::Vec2::new(view.width(), view.height()));
    if !commands.is_empty() {
        ui.ctx().request_repaint();
    }
    asked.borrow_mut().extend(commands.iter().cloned());
    for command in commands {
        state.apply(command);
    }
}

fn outlines_of(shape: &Shape, found: &mut Vec<(Rect, egui::Color32)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| outlines_of(shape, found)),
        Shape::Rect(rect) if !rect.stroke.is_empty() => found.push((rect.rect, rect.stroke.color)),
        _ => {}
    }
}

/// Every text among some shapes.
pub fn texts_in(shapes: &[egui::epaint::ClippedShape]) -> Vec<Painted> {
    let mut found = Vec::new();
    for clipped in shapes {
        texts_of(&clipped.shape, clipped.clip_rect, &mut found);
    }
    found
}

fn texts_of(shape: &Shape, clip: Rect, found: &mut Vec<Painted>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                texts_of(shape, clip, found);
            }
        }
        Shape::Text(text) if !text.galley.job.text.trim().is_empty() => found.push(Painted {
            text: text.galley.job.text.clone(),
            colour: text.galley.job.sections[0].format.color,
            rect: text.galley.mesh_bounds.translate(text.pos.to_vec2()),
            clip,
        }),
        _ => {}
    }
}

/// The window on the built-in take.
pub fn builtin() -> App {
    App::new(&[], rushes::files::OpenOptions::default())
}

/// The window on these files.
pub fn on(files: &[&str]) -> App {
    let files: Vec<_> = files.iter().map(Into::into).collect();
    App::new(&files, rushes::files::OpenOptions::default())
}

/// A take whose root has an OFFSET and position channels, so that both readings of them differ.
pub const SHIFTED: &str = "\
HIERARCHY
ROOT Hips
{
	OFFSET 0 100 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT LeftLeg
	{
		OFFSET 10 0 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -90 5
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.04
0 95 0 0 0 0 0 0 0
0 96 0 0 0 0 9 0 0
0 97 0 0 0 0 0 0 0
";

/// A place in a rectangle, as parts of its width and height.
pub fn part_of(rect: Rect, x: f32, y: f32) -> Pos2 {
    pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height())
}
