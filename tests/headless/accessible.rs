//! The window can be used by those who listen to it, who see little contrast, and who have no mouse:
//! every control has a name of its own, and every text stands out from what is behind it.

use std::collections::BTreeMap;

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{SHIFTED, Window, builtin, on};
use crate::support::takes;
use egui::accesskit::Role;
use egui::{Color32, Key, Pos2, Rect, Shape};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rushes::app::{
    CompareCommand, CompareMode, CurvesCommand, FigureCommand, FilesCommand, InterfaceCommand,
    MeasuresCommand, Overlay, Panel, PlaybackCommand, SelectMode, SelectionCommand,
    SettingsCommand, Tab, TakesCommand,
};
use rushes::review::measure::MeasureKind;
use rushes::scene::{Rgba, Theme};

/// The least contrast of text that most people can read.
const MIN: f64 = 4.5;

/// States of the window, by name.
fn states(folder: &Folder) -> Vec<(String, App)> {
    let mut states = vec![("the built-in take".to_string(), builtin())];
    for tab in Tab::ALL {
        let mut state = builtin();
        let arm = state.take().and_then(|open| open.take.skeleton.find("LeftArm"));
        state.apply(SelectionCommand::Select(arm));
        state.apply(InterfaceCommand::ShowTab(tab));
        states.push((format!("the tab {}", tab.name()), state));
    }
    let mut markers = App::of(takes::markers());
    markers.apply(PlaybackCommand::Seek(1));
    states.push(("markers".to_string(), markers));
    states.push(("a leg".to_string(), App::of(takes::dressed())));
    let eight: Vec<String> =
        (0..8).map(|i| folder.write(&format!("take {i}.bvh"), SHIFTED)).collect();
    let eight: Vec<&str> = eight.iter().map(String::as_str).collect();
    states.push(("eight takes".to_string(), on(&eight)));
    for mode in CompareMode::ALL {
        let mut compared = on(&eight[..3]);
        compared.apply(CompareCommand::SetMode(mode));
        let arm = compared.take().and_then(|open| open.take.skeleton.find("LeftArm"));
        compared.apply(SelectionCommand::Select(arm));
        compared.analyse();
        states.push((format!("takes compared: {}", mode.name()), compared));
    }
    for arranged in ["overlay", "stacked"] {
        let mut curves = builtin();
        let skeleton = &curves.take().expect("a take").take.skeleton;
        let feet = ["LeftFoot", "RightFoot"].map(|name| skeleton.find(name).expect(name));
        let both = SelectionCommand::SelectNodes(feet.into(), SelectMode::Replace);
        curves.apply(both);
        curves.apply(InterfaceCommand::TogglePanel(Panel::Curves));
        curves.apply(MeasuresCommand::Pin(MeasureKind::Distance));
        curves.apply(MeasuresCommand::Pin(MeasureKind::Support));
        if arranged == "stacked" {
            curves.apply(CurvesCommand::ToggleStacked);
        }
        states.push((format!("docked curves, {arranged}"), curves));
    }
    let mut empty = builtin();
    empty.apply(TakesCommand::Close(empty.id(0)));
    let walk = folder.write("walk.bvh", SHIFTED);
    empty.interface.recent = vec![walk.into(), folder.path("gone.bvh").into()];
    states.push(("nothing".to_string(), empty));
    let mut reported = builtin();
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    reported.apply(FilesCommand::Open(vec![broken.into()]));
    for i in 0..3 {
        let notices = &mut reported.interface.notices;
        notices.push_error(format!("Another error {i}"));
    }
    reported.interface.notices.push_info("Saved walk.png");
    states.push(("notices".to_string(), reported));
    for overlay in [Overlay::CommandPalette, Overlay::Shortcuts] {
        let mut state = builtin();
        state.apply(InterfaceCommand::Overlay(Some(overlay)));
        states.push((format!("{overlay:?}"), state));
    }
    let table = folder.write("hand.csv", "t,a.x,a.y,a.z\n0,1,2,3\n1,1,2,3\n");
    let mut asked = builtin();
    asked.apply(FilesCommand::Open(vec![table.into()]));
    states.push(("the columns of a table".to_string(), asked));
    let mut hovered = builtin();
    hovered.interface.hovering = 3;
    states.push(("files held over the window".to_string(), hovered));
    states
}

/// What opens a menu or a picker, with what is then opened in that.
const OPENERS: [&[&str]; 7] = [
    &["Menu"],
    &["Menu", "View options"],
    &["Menu", "Appearance"],
    &["Menu", "Recent files"],
    &["Loop mode"],
    &["Reading of position channels"],
    &["Colour of Hips"],
];

/// Looks at every state of the window in a theme, and at every menu.
fn look(name: &str, theme: Theme, mut at: impl FnMut(&str, &Window)) {
    let folder = Folder::new(&format!("{name}-{theme:?}"));
    for (name, mut state) in states(&folder) {
        state.apply(SettingsCommand::SetTheme(Some(theme)));
        at(&name, &Window::new(state));
    }
    let file = folder.write("shifted.bvh", SHIFTED);
    for path in OPENERS {
        let mut state = on(&[&file]);
        state.interface.recent = vec![file.clone().into()];
        state.apply(SettingsCommand::SetTheme(Some(theme)));
        let mut window = Window::new(state);
        let before = window.controls().len();
        for opener in path {
            window.find(opener).click();
            window.harness.run_steps(3);
        }
        assert!(window.controls().len() > before, "{path:?} opens something");
        at(path[path.len() - 1], &window);
    }
    let mut state = builtin();
    state.apply(SettingsCommand::SetTheme(Some(theme)));
    let mut typed = Window::new(state);
    typed.apply(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    for text in ["hand", "qqqq"] {
        typed.type_into("Command", text);
        at(text, &typed);
    }
}

#[test]
fn every_control_has_a_name_of_its_own() {
    look("names", Theme::Dark, |state, window| {
        let controls = window.controls();
        assert!(!controls.is_empty(), "{state}");
        let mut names: BTreeMap<(String, String), usize> = BTreeMap::new();
        for control in controls {
            let node = control.accesskit_node();
            // egui's scroll bars, and the plane of its colour picker, which has fields beside it.
            if [Role::ScrollBar, Role::Unknown, Role::GenericContainer].contains(&node.role()) {
                continue;
            }
            let name = node.label().or_else(|| node.value()).unwrap_or_default();
            let place = node.bounding_box();
            assert!(!name.trim().is_empty(), "{state}: {:?} at {place:?}", node.role());
            let role = format!("{:?}", node.role());
            *names.entry((role, name)).or_default() += 1;
        }
        // Each notice has its own two buttons.
        let alike = ["Copy", "Dismiss"];
        names.retain(|(_, name), count| *count > 1 && !alike.contains(&name.as_str()));
        assert!(names.is_empty(), "{state}: {names:?}");
    });
}

#[test]
fn every_text_stands_out_from_what_is_behind_it() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut seen = 0;
        let mut reported = BTreeMap::new();
        look("contrast", theme, |state, window| {
            for text in texts(window, theme) {
                seen += 1;
                if text.contrast < MIN {
                    let what = format!("{:?} on {:?}", text.colour, text.behind);
                    reported.entry(what).or_insert_with(|| {
                        format!("{:.2}: “{}” in {state}", text.contrast, text.words)
                    });
                }
            }
        });
        assert!(seen > 1000, "only {seen} texts");
        assert!(reported.is_empty(), "{theme:?}: {reported:#?}");
    }
}

/// A text as it is painted, and the fill behind it that it stands out from least.
struct Text {
    words: String,
    colour: Color32,
    behind: Color32,
    contrast: f64,
}

/// Every text that shows in the picture, but those of controls that are dimmed because nothing can be
/// asked of them.
fn texts(window: &Window, theme: Theme) -> Vec<Text> {
    let view = window.harness.get_by_role(Role::Canvas).rect();
    let screen = window.harness.ctx.content_rect();
    let palette = theme.palette();
    let controls = window.controls();
    let idle = controls.iter().filter(|control| control.accesskit_node().is_disabled());
    let idle: Vec<Rect> = idle.map(|control| control.rect()).collect();
    let mut found = Vec::new();
    let mut fills: Vec<Fill> = Vec::new();
    let mut shapes = Vec::new();
    for clipped in &window.harness.output().shapes {
        flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
    }
    for (shape, clip) in shapes {
        if let Some(fill) = Fill::of(shape, clip) {
            // What lies below the shade of an overlay cannot be used: only what is over it counts.
            if fill.place == screen && !fill.colour.is_opaque() {
                found.clear();
            }
            fills.push(fill);
            continue;
        }
        let Shape::Text(text) = shape else { continue };
        let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
        let shown = rect.intersect(clip);
        if text.opacity_factor < 1.0 || !shown.is_positive() {
            continue;
        }
        let at = shown.center();
        if idle.iter().any(|rect| rect.contains(at)) {
            continue;
        }
        let ground: Vec<Color32> = if view.contains(at) {
            [palette.centre, palette.edge].map(opaque).to_vec()
        } else {
            vec![Color32::BLACK]
        };
        for section in &text.galley.job.sections {
            let mut colour = section.format.color;
            if colour == Color32::PLACEHOLDER {
                colour = text.fallback_color;
            }
            let colour = text.override_text_color.unwrap_or(colour);
            let behind = ground.iter().map(|ground| {
                let over = fills.iter().filter(|fill| fill.holds(at));
                over.fold(*ground, |below, fill| blend(below, fill.colour))
            });
            let worst = behind
                .map(|behind| (behind, contrast(blend(behind, colour), behind)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            let (behind, contrast) = worst.expect("a ground");
            found.push(Text {
                words: text.galley.job.text.chars().take(40).collect(),
                colour,
                behind,
                contrast,
            });
        }
    }
    found
}

fn flatten<'a>(shape: &'a Shape, clip: Rect, into: &mut Vec<(&'a Shape, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, clip, into)),
        shape => into.push((shape, clip)),
    }
}

/// Something that is filled with a colour.
struct Fill {
    place: Rect,
    round: bool,
    colour: Color32,
}

impl Fill {
    fn of(shape: &Shape, clip: Rect) -> Option<Self> {
        let (place, round, colour) = match shape {
            // A shadow grows fainter to its edges: what lies on it is judged by what is under it.
            Shape::Rect(rect) if rect.blur_width == 0.0 => (rect.rect, false, rect.fill),
            Shape::Circle(circle) => {
                let size = egui::Vec2::splat(2.0 * circle.radius);
                (Rect::from_center_size(circle.center, size), true, circle.fill)
            }
            Shape::Path(path) => (path.visual_bounding_rect(), true, path.fill),
            _ => return None,
        };
        (colour != Color32::TRANSPARENT).then(|| Self {
            place: if round { place } else { place.intersect(clip) },
            round,
            colour,
        })
    }

    fn holds(&self, at: Pos2) -> bool {
        let far = at.distance(self.place.center());
        self.place.contains(at) && !(self.round && far > self.place.width() * 0.5)
    }
}

fn opaque([r, g, b, _]: Rgba) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// A colour over another one, which is opaque.
fn blend(below: Color32, over: Color32) -> Color32 {
    below.blend(over)
}

/// The contrast of two opaque colours, from 1 to 21 (WCAG 2.2, relative luminance).
fn contrast(a: Color32, b: Color32) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |colour: Color32| {
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn the_contrast_of_black_and_white_is_21() {
    assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
    assert!((contrast(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 1e-9);
}

/// Where the ring around the control that has the keyboard is, as a rectangle within its line.
fn ring(window: &Window, theme: Theme) -> Option<Rect> {
    let mut shapes = Vec::new();
    for clipped in &window.harness.output().shapes {
        flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
    }
    let accent = theme.colours().accent;
    let mut rings = shapes.iter().filter_map(|(shape, _)| match shape {
        Shape::Rect(rect) if rect.stroke.color == accent && rect.stroke.width == 2.0 => {
            Some(rect.rect)
        }
        _ => None,
    });
    let ring = rings.next();
    assert!(rings.next().is_none(), "there is one ring");
    ring
}

/// The control that has the keyboard: its name and its place.
fn focused(window: &Window) -> Option<(String, Rect)> {
    let root = window.harness.root();
    let mut nodes = root.children_recursive();
    let node = nodes.find(|node| node.accesskit_node().is_focused())?;
    let name = node.accesskit_node().label().unwrap_or_default();
    Some((name, node.rect()))
}

#[test]
fn one_ring_is_around_whatever_has_the_keyboard() {
    for theme in [Theme::Dark, Theme::Light] {
        for tab in Tab::ALL {
            let mut state = builtin();
            state.apply(SettingsCommand::SetTheme(Some(theme)));
            let arm = state.take().and_then(|o| o.take.skeleton.find("LeftArm"));
            state.apply(SelectionCommand::Select(arm));
            state.apply(InterfaceCommand::ShowTab(tab));
            let mut window = Window::new(state);
            assert_eq!(ring(&window, theme), None);
            let mut names: Vec<String> = Vec::new();
            loop {
                window.press(Key::Tab);
                let (name, rect) = focused(&window).expect("something has the keyboard");
                if names.first() == Some(&name) {
                    break;
                }
                let ring = ring(&window, theme).unwrap_or_else(|| panic!("no ring at {name}"));
                // Two points of air, but where the window or the panel ends.
                let air = ring.expand(0.6).contains_rect(rect.shrink(2.0));
                assert!(air && rect.expand(2.6).contains_rect(ring), "{name}: {ring:?}, {rect:?}");
                names.push(name);
            }
            for name in ["Frame", "Play", "Menu", "Search nodes", "LeftArm"] {
                assert!(names.iter().any(|other| other == name), "{name}: {names:?}");
            }
            assert!(!names.iter().any(|name| name.is_empty() || name == "Figures"));
        }
    }
}

#[test]
fn escape_and_a_click_clear_the_ring() {
    let theme = Theme::Dark;
    let mut state = builtin();
    state.apply(SettingsCommand::SetTheme(Some(theme)));
    let mut window = Window::new(state);
    for clear in ["Escape", "click"] {
        window.find("Go to out point").focus();
        window.settle();
        assert!(ring(&window, theme).is_some());
        match clear {
            "Escape" => window.press(Key::Escape),
            _ => window.click_at(window.rect("View").center()),
        }
        assert_eq!((ring(&window, theme), focused(&window)), (None, None), "{clear}");
    }
    // A field that was clicked is typed into, without a ring.
    window.click("Search nodes");
    assert_eq!(focused(&window).expect("a field").0, "Search nodes");
    assert_eq!(ring(&window, theme), None);
}

#[test]
fn what_is_chosen_stands_out_from_what_is_behind_it() {
    for theme in [Theme::Dark, Theme::Light] {
        let colours = theme.colours();
        for ground in [colours.panel, colours.raised] {
            let reported = contrast(colours.accent, ground);
            assert!(reported >= 3.0, "{theme:?}: {reported}");
        }
        let mut state = builtin();
        state.apply(SettingsCommand::SetTheme(Some(theme)));
        let window = Window::new(state);
        let mut shapes = Vec::new();
        for clipped in &window.harness.output().shapes {
            flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
        }
        for (name, least) in [("Take", 2.0), ("Built-in take", 20.0)] {
            let place = window.rect(name);
            let mark = shapes.iter().any(|(shape, _)| match shape {
                Shape::Rect(rect) => {
                    let in_place = place.expand(0.5).contains_rect(rect.rect);
                    in_place && rect.fill == colours.accent && rect.rect.height() >= least
                }
                _ => false,
            });
            assert!(mark, "{theme:?}: {name} has no mark in the accent");
        }
    }
}

#[test]
fn signs_stand_out_from_every_ground_that_they_are_drawn_on() {
    for theme in [Theme::Dark, Theme::Light] {
        let colours = theme.colours();
        let palette = theme.palette();
        let [centre, edge] =
            [palette.centre, palette.edge].map(|[r, g, b, _]| Color32::from_rgb(r, g, b));
        let panels = [colours.panel, colours.raised, colours.field];
        let everywhere = [panels.as_slice(), &[colours.bubble, centre, edge]].concat();
        for (what, colour, grounds) in [
            ("the ring of the keyboard, the playhead's range", colours.accent, &everywhere[..]),
            ("a flag, a mark", colours.event, &panels[..1]),
            ("a warning", colours.finding, &everywhere),
            ("an icon", colours.dim, &panels),
            ("a sign on the accent", colours.on_accent, &[colours.accent]),
        ] {
            for ground in grounds {
                let reported = contrast(colour, *ground);
                assert!(reported >= 3.0, "{theme:?}: {what} on {ground:?}: {reported:.2}");
            }
        }
    }
}

#[test]
fn swatches_are_seen_on_their_panel() {
    for theme in [Theme::Dark, Theme::Light] {
        let panel = theme.colours().panel;
        let [r, g, b, _] = panel.to_array();
        let mut state = builtin();
        state.apply(SettingsCommand::SetTheme(Some(theme)));
        let open = state.take().expect("a take");
        let head = open.take.skeleton.find("Head").expect("a head");
        let parts = open.parts.of_node(head).to_vec();
        let colour = [r, g, b, 0xff];
        state.apply(FigureCommand::Colour { parts, colour });
        let window = Window::new(state);
        let mut shapes = Vec::new();
        for clipped in &window.harness.output().shapes {
            flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
        }
        let place = window.rect("Colour of Head");
        let edge = shapes.iter().any(|(shape, _)| match shape {
            Shape::Rect(rect) => {
                let is_it = place.contains_rect(rect.rect) && rect.stroke.width > 0.0;
                is_it && contrast(rect.stroke.color, panel) >= 3.0
            }
            _ => false,
        });
        assert!(edge, "{theme:?}: a swatch in the panel's own colour has no edge");
    }
}

#[test]
fn borders_of_fields_and_the_highlight_of_menus_stand_out_from_their_ground() {
    /// The least contrast of what is no text and tells something.
    const MIN_SIGN: f64 = 3.0;
    for theme in [Theme::Dark, Theme::Light] {
        let colours = theme.colours();
        for (what, colour, ground) in [
            ("a field on a panel", colours.edge, colours.panel),
            ("a field on a row", colours.edge, colours.raised),
            ("a field", colours.edge, colours.field),
            ("a field that is not understood", colours.finding, colours.panel),
            ("a row of a menu", colours.highlight, colours.panel),
            ("a mark on it", colours.on_highlight, colours.highlight),
        ] {
            let contrast = contrast(colour, ground);
            assert!(contrast >= MIN_SIGN, "{theme:?}, {what}: {contrast:.2}");
        }
        let words = contrast(colours.on_highlight, colours.highlight);
        assert!(words >= MIN, "{theme:?}: {words:.2}");

        // And the window has these colours where they belong.
        let mut state = builtin();
        state.apply(SettingsCommand::SetTheme(Some(theme)));
        let mut window = Window::new(state);
        for field in ["Frame", "Time", "Playback speed", "Playback fps"] {
            // The edge encloses the arrow beside the field as well.
            let mut rect = window.rect(field).expand(2.0);
            rect.max.x += 20.0;
            let strokes = window.strokes();
            let mut edges = strokes.iter().filter(|(at, _)| rect.contains_rect(*at));
            assert!(edges.any(|(_, colour)| *colour == colours.edge), "{field}");
        }
        for (path, item) in
            [(&["Loop mode"][..], "Once"), (&["Menu"], "Open files…"), (&["Menu"], "View options")]
        {
            for opener in path {
                window.find(opener).click();
                window.harness.run_steps(3);
            }
            let row = window.rect(item);
            window.harness.hover_at(row.center());
            window.harness.run_steps(3);
            let mut shapes = Vec::new();
            for clipped in &window.harness.output().shapes {
                flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
            }
            let lit = shapes.iter().any(|(shape, _)| match shape {
                Shape::Rect(rect) => rect.fill == colours.highlight && rect.rect == row,
                _ => false,
            });
            assert!(lit, "{theme:?}: {item}");
            window.press(Key::Escape);
            window.press(Key::Escape);
        }
    }
}

#[test]
fn what_the_keyboard_is_on_is_marked() {
    let mut window = Window::new(builtin());
    let marks = |window: &Window| {
        let mut shapes = Vec::new();
        for clipped in &window.harness.output().shapes {
            flatten(&clipped.shape, clipped.clip_rect, &mut shapes);
        }
        let fills = shapes.iter().filter(|(shape, _)| match shape {
            Shape::Rect(rect) => rect.fill != Color32::TRANSPARENT || !rect.stroke.is_empty(),
            _ => false,
        });
        fills.count()
    };
    for control in ["Menu", "Go to out point", "Loop mode", "LeftArm"] {
        let before = marks(&window);
        window.find(control).focus();
        window.settle();
        assert!(marks(&window) > before, "{control}");
        window.press(Key::Escape);
        window.settle();
    }
}
