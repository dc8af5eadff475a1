//! The window's keys and pointer without a window: events go the way that they take in the program,
//! through `lay_out`, and what a screen reader is told comes back.

use std::collections::BTreeMap;

use super::app::App;
use egui::accesskit::{Action, Node, NodeId};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use rushes::app::{LayoutOutcome, lay_out, set_fonts, set_theme};

/// The window at 1280 × 720 points, and what the last picture told.
pub struct Keyboard {
    pub state: App,
    pub ctx: egui::Context,
    pub nodes: BTreeMap<NodeId, Node>,
    pub focus: NodeId,
    pub view: Rect,
    /// What was copied last.
    pub copied: Option<String>,
    /// What the last picture shows.
    pub shapes: Vec<egui::epaint::ClippedShape>,
    size: egui::Vec2,
    time: f64,
}

impl Keyboard {
    pub fn new(state: App) -> Self {
        Self::sized(state, 1280.0, 720.0)
    }

    pub fn sized(state: App, width: f32, height: f32) -> Self {
        let ctx = egui::Context::default();
        set_fonts(&ctx);
        set_theme(&ctx, state.theme());
        ctx.enable_accesskit();
        let mut keyboard = Self {
            state,
            ctx,
            nodes: BTreeMap::new(),
            focus: NodeId(0),
            view: Rect::NOTHING,
            copied: None,
            shapes: Vec::new(),
            size: vec2(width, height),
            time: 0.0,
        };
        keyboard.wait(0.1);
        keyboard.wait(0.1);
        keyboard
    }

    /// One picture with these events.
    pub fn send(&mut self, mut events: Vec<Event>, modifiers: Modifiers) {
        events.insert(0, Event::ModifiersChanged(modifiers));
        self.time += 1.0 / 60.0;
        let points = self.size / self.ctx.zoom_factor();
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, points)),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let LayoutOutcome { mut output, view, effects } =
            lay_out(&self.ctx, input, &mut self.state);
        self.state.carry_out(effects);
        // Nothing is painted here.
        output.textures_delta.clear();
        self.view = view;
        self.shapes = output.shapes;
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text.clone());
            }
        }
        if let Some(update) = output.platform_output.accesskit_update {
            self.nodes = update.nodes.into_iter().collect();
            self.focus = update.focus;
        }
    }

    /// Lets time go by, in seconds, and shows a picture then.
    pub fn wait(&mut self, seconds: f64) {
        self.time += seconds;
        self.send(Vec::new(), Modifiers::NONE);
    }

    /// Presses a key and lets it go, with the letter that it types.
    pub fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.hold(modifiers, key, false);
        self.let_go(modifiers, key);
        self.wait(0.02);
    }

    pub fn press(&mut self, key: Key) {
        self.press_with(Modifiers::NONE, key);
    }

    /// Presses a key, or with `repeat` keeps it down.
    pub fn hold(&mut self, modifiers: Modifiers, key: Key, repeat: bool) {
        let mut events = vec![key_event(key, modifiers, true, repeat)];
        let sign = key.symbol_or_name().to_lowercase();
        if sign.len() == 1 && !modifiers.command && !modifiers.alt {
            events.push(Event::Text(sign));
        }
        self.send(events, modifiers);
    }

    pub fn let_go(&mut self, modifiers: Modifiers, key: Key) {
        self.send(vec![key_event(key, modifiers, false, false)], modifiers);
    }

    /// Types a text, letter by letter, with the keys that stand for them.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let name = letter.to_string();
            let key = Key::from_name(&name.to_uppercase()).filter(|_| letter != ' ');
            let key = key.or((letter == ' ').then_some(Key::Space));
            let mut events = Vec::new();
            events.extend(key.map(|key| key_event(key, Modifiers::NONE, true, false)));
            events.push(Event::Text(name));
            events.extend(key.map(|key| key_event(key, Modifiers::NONE, false, false)));
            self.send(events, Modifiers::NONE);
        }
    }

    pub fn click(&mut self, at: Pos2) {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [Event::PointerMoved(at), button(true), button(false)] {
            self.send(vec![event], Modifiers::NONE);
        }
        self.wait(0.02);
    }

    /// Every control that is there: what can be clicked, typed into or reached with the keyboard.
    pub fn controls(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let does = |node: &Node, action| node.supports_action(action);
        self.nodes
            .iter()
            .filter(move |(_, node)| does(node, Action::Focus) || does(node, Action::Click))
            .map(|(id, node)| (*id, node))
    }

    /// The names of everything that a screen reader is told of.
    pub fn names(&self) -> Vec<&str> {
        let labels = self.nodes.values();
        labels.filter_map(|node| node.label().or_else(|| node.value())).collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.names().contains(&name)
    }

    #[track_caller]
    pub fn node(&self, name: &str) -> &Node {
        let mut nodes = self.nodes.values();
        let node = nodes.find(|node| node.label() == Some(name));
        node.unwrap_or_else(|| panic!("no {name} among {:?}", self.names()))
    }

    #[track_caller]
    pub fn rect(&self, name: &str) -> Rect {
        // What lies over the window is named as its heading is, and has no bounds.
        let mut nodes = self.nodes.values();
        let placed = nodes.find(|node| node.label() == Some(name) && node.bounds().is_some());
        bounds(placed.unwrap_or_else(|| self.node(name)))
    }

    #[track_caller]
    pub fn click_on(&mut self, name: &str) {
        self.click(self.rect(name).center());
    }

    /// Every filled rectangle of the last picture.
    pub fn fills(&self) -> impl Iterator<Item = Rect> {
        self.shapes.iter().flat_map(|clipped| match &clipped.shape {
            egui::Shape::Rect(rect) if rect.fill != egui::Color32::TRANSPARENT => vec![rect.rect],
            // Many at once, four corners each.
            egui::Shape::Mesh(mesh) => {
                let corners = mesh.vertices.chunks_exact(4);
                let rects = corners.map(|of| Rect::from_points(&[of[0].pos, of[3].pos]));
                rects.collect()
            }
            _ => Vec::new(),
        })
    }

    /// What the keyboard is on.
    pub fn focused(&self) -> &str {
        let node = self.nodes.get(&self.focus);
        node.and_then(|node| node.label()).unwrap_or_default()
    }

    /// Lets the keyboard go on until it is on a control.
    #[track_caller]
    pub fn go_to(&mut self, name: &str) {
        for _ in 0..300 {
            if self.focused() == name {
                return;
            }
            self.press(Key::F6);
        }
        panic!("F6 never comes to {name}");
    }

    pub fn is_playing(&self) -> bool {
        self.state.session.playback.is_playing()
    }

    pub fn frame(&self) -> usize {
        self.state.session.playback.frame()
    }
}

pub fn bounds(node: &Node) -> Rect {
    let bounds = node.bounds().expect("a place");
    Rect::from_min_max(
        pos2(bounds.x0 as f32, bounds.y0 as f32),
        pos2(bounds.x1 as f32, bounds.y1 as f32),
    )
}

fn key_event(key: Key, modifiers: Modifiers, pressed: bool, repeat: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat, modifiers }
}

/// The window on the built-in take.
pub fn builtin() -> App {
    App::new(&[], rushes::files::OpenOptions::default())
}
