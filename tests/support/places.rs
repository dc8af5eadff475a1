//! Where things are in the real window: this process lays out the same window on the same files, and
//! asks it by the names that screen readers are told, and by the joints that its camera sees.

use std::path::Path;

use super::app::App;
use egui::{Color32, Pos2, Rect, lerp, pos2, vec2};
use rushes::app::GUTTER;
use rushes::files::OpenOptions;
use rushes::scene::Theme;

use super::desktop::{Desktop, Screenshot};
use super::keyboard::Keyboard;

/// The window as it opens on these files, at 1280 × 720 points.
pub fn laid_out(files: &[&Path]) -> Keyboard {
    laid_out_at(files, 1280.0, 720.0)
}

/// As [`laid_out`], at another size in points.
pub fn laid_out_at(files: &[&Path], width: f32, height: f32) -> Keyboard {
    let files: Vec<_> = files.iter().map(|file| file.to_path_buf()).collect();
    Keyboard::sized(App::new(&files, OpenOptions::default()), width, height)
}

/// The colour of texts in a dark window.
pub fn text_colour() -> [u8; 3] {
    rgb(Theme::Dark.colours().text)
}

fn rgb(colour: Color32) -> [u8; 3] {
    let [red, green, blue, _] = colour.to_array();
    [red, green, blue]
}

/// Whether the panel on the left is mostly of the colour that it has in a theme.
pub fn has_panel(desktop: &Desktop, theme: Theme) -> bool {
    let [width, height] = desktop.size().map(f32::from);
    let window = laid_out_at(&[], width, height);
    let corner = pos2(window.view.left(), window.rect("Timeline").top());
    let panel = desktop.picture_of(Rect::from_min_max(Pos2::ZERO, corner), 1.0);
    panel.find(rgb(theme.colours().panel)).len() > panel.pixels.len() / 2
}

/// A place as the pointer takes it.
pub fn pixel(at: Pos2) -> (i16, i16) {
    (at.x.round() as i16, at.y.round() as i16)
}

/// The middle of a control.
#[track_caller]
pub fn middle(window: &Keyboard, name: &str) -> (i16, i16) {
    pixel(window.rect(name).center())
}

/// A place in the view where nothing is.
pub fn nowhere(window: &Keyboard) -> (i16, i16) {
    let view = window.view;
    pixel(view.min + vec2(0.15, 0.4) * view.size())
}

/// A frame on the timeline, of which all shows up to the last frame, so many points below its top.
pub fn on_timeline(window: &Keyboard, frame: f64, last: f64, from_top: f32) -> (i16, i16) {
    let timeline = window.rect("Timeline").shrink2(vec2(GUTTER, 0.0));
    let x = lerp(timeline.left()..=timeline.right(), (frame / last) as f32);
    pixel(pos2(x, timeline.top() + from_top))
}

/// The middle of the first bone of a node.
#[track_caller]
pub fn bone(window: &Keyboard, name: &str) -> Pos2 {
    let open = window.state.take().expect("a take is open");
    let node = open.take.skeleton.find(name).expect(name);
    let [from, to] = window.state.bone_in_view(node).expect("a bone in view");
    let middle = (from + to) / 2.0;
    window.view.min + vec2(middle.x, middle.y)
}

impl Desktop {
    /// A picture of what is in a rectangle of the window, of whose pixels a point has so many each way.
    pub fn picture_of(&self, rect: Rect, scale: f32) -> Screenshot {
        let (x, y) = pixel(rect.min * scale);
        let size = rect.size() * scale;
        self.screenshot(x, y, size.x as u16, size.y as u16)
    }
}

impl Screenshot {
    /// Whether a picture of the whole window has this colour within two points of a place.
    pub fn has(&self, colour: [u8; 3], at: Pos2) -> bool {
        let is_near = |&(x, y): &(usize, usize)| pos2(x as f32, y as f32).distance(at) < 2.0;
        self.find(colour).iter().any(is_near)
    }
}
