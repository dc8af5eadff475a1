//! The page: the program in a browser, and the functions that the page's script calls.

pub(crate) mod effects;
pub(crate) mod events;
pub(crate) mod glyphs;
pub(crate) mod input;
pub(crate) mod kept;
pub(crate) mod program;
pub(crate) mod told;
pub(crate) mod turn;
pub(crate) mod video;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use crate::app::Shell as _;
use crate::app::opening::incoming_files;
use crate::app::page::input::{Input, KeyPress};
use crate::app::page::program::Page;
use crate::fs;
use crate::platform::{self, DragPosition, DropEvent, Files};
use crate::scene::Theme;

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Does something with the page, once there is one.
fn with_page<T: Default>(what: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(|page| page.as_mut().map(what).unwrap_or_default())
}

fn with_input(what: impl FnOnce(&mut Input)) {
    with_page(|page| what(&mut page.input));
}

/// Puts a file there that the browser kept since the last time. Comes before [`start`].
#[wasm_bindgen]
pub fn put_kept(path: &str, bytes: Vec<u8>, modified: f64) {
    kept::put(Path::new(path), bytes, modified);
}

/// Starts the program, which draws by this context. `can_leave` says whether the browser can leave a task and come back to
/// it, and `opens` whether files come at once, so that the built-in take is not shown.
#[wasm_bindgen]
pub fn start(
    context: web_sys::WebGl2RenderingContext,
    can_leave: bool,
    is_dark: bool,
    opens: bool,
) -> Result<(), String> {
    std::panic::set_hook(Box::new(|panic| platform::panicked(&panic.to_string())));
    platform::start_tasks(can_leave);
    let gl = Arc::new(glow::Context::from_webgl2_context(context));
    let theme = if is_dark { Theme::Dark } else { Theme::Light };
    let page = Page::start(&gl, theme, opens)?;
    PAGE.set(Some(page));
    Ok(())
}

/// Draws by another context, after the last one was lost.
#[wasm_bindgen]
pub fn renew(context: web_sys::WebGl2RenderingContext) -> Result<(), String> {
    let gl = Arc::new(glow::Context::from_webgl2_context(context));
    PAGE.with_borrow_mut(|page| page.as_mut().map_or(Ok(()), |page| page.renew(&gl)))
}

/// How the page is: its size in pixels, how many of them a pixel of CSS has, and whether it has the keyboard.
#[wasm_bindgen]
pub fn resize(width: u32, height: u32, scale: f32) {
    with_page(|page| page.resize([width, height], scale));
}

#[wasm_bindgen]
pub fn set_dark(is_dark: bool) {
    let theme = if is_dark { Theme::Dark } else { Theme::Light };
    with_page(|page| page.set_system_theme(theme));
}

#[wasm_bindgen]
pub fn focus(is: bool) {
    with_input(|input| input.focus(is));
}

/// Does what there is to do, and draws where that is wanted and `draws` says so. Returns after how many milliseconds the next
/// turn is due: 0 with the next picture, and −1 when something happens.
#[wasm_bindgen]
pub fn turn(draws: bool) -> f64 {
    with_page(|page| page.turn(draws))
}

/// Saves at once what would be saved soon: the page may go away.
#[wasm_bindgen]
pub fn flush() {
    with_page(Page::flush);
}

/// The pointer is at a place, in pixels of CSS; bits of `keys` say which of Shift, Ctrl, Alt and Meta are down.
#[wasm_bindgen]
pub fn pointer_moved(x: f32, y: f32, keys: u8) {
    with_input(|input| input.pointer_moved([x, y], keys));
}

#[wasm_bindgen]
pub fn pointer_gone() {
    with_input(Input::pointer_gone);
}

#[wasm_bindgen]
pub fn pointer_button(x: f32, y: f32, button: u8, is_down: bool, keys: u8) {
    with_input(|input| input.pointer_button([x, y], button, is_down, keys));
}

/// The wheel has turned by pixels, lines or pages (0 to 2).
#[wasm_bindgen]
pub fn wheel(x: f32, y: f32, unit: u8, keys: u8) {
    with_input(|input| input.wheel([x, y], unit, keys));
}

/// A finger begins, moves, ends or is lost (0 to 3).
#[wasm_bindgen]
pub fn touch(id: u32, phase: u8, x: f32, y: f32, force: f32) {
    with_input(|input| input.touch(id, phase, [x, y], force));
}

/// A key, by what it means and by where it is. Returns whether the program takes it: then the browser does nothing by itself.
#[wasm_bindgen]
pub fn key(key: &str, code: &str, is_down: bool, is_repeat: bool, keys: u8) -> bool {
    with_page(|page| {
        page.input.key(&KeyPress { key, code, is_down, is_repeat, keys }, page.is_typing())
    })
}

#[wasm_bindgen]
pub fn text(text: String) {
    with_input(|input| input.push(egui::Event::Text(text)));
}

/// What an input method has written so far, and at its end what it comes to.
#[wasm_bindgen]
pub fn compose(text: String, is_end: bool) {
    with_input(|input| input.compose(text, is_end));
}

/// An input method, or the keyboard of a phone, takes characters back.
#[wasm_bindgen]
pub fn take_back(characters: u32) {
    with_input(|input| input.take_back(characters as usize));
}

#[wasm_bindgen]
pub fn paste(text: String) {
    with_input(|input| input.push(egui::Event::Paste(text)));
}

#[wasm_bindgen]
pub fn copy(cuts: bool) {
    with_input(|input| input.push(if cuts { egui::Event::Cut } else { egui::Event::Copy }));
}

/// Files are held over the page: so many, or 0 once they are not.
#[wasm_bindgen]
pub fn hover(count: usize, x: f32, y: f32, keys: u8) {
    with_page(|page| {
        let at =
            DragPosition { at: [x, y], in_pixels: false, alt: Some(input::modifiers(keys).alt) };
        let events = match count {
            0 => vec![DropEvent::Leave],
            count => vec![DropEvent::Hover(Some(count)), page.in_points(DropEvent::Over(at))],
        };
        for event in events {
            let effects = incoming_files::apply(event, &mut page.program.state);
            page.program.carry_out(effects);
        }
    });
}

/// A folder for files that come together, which has nothing of these names.
#[wasm_bindgen]
pub fn free_folder(names: Vec<String>) -> String {
    kept::free_folder(&names).to_string_lossy().into_owned()
}

/// Puts a file of the browser into such a folder, or into one below it.
#[wasm_bindgen]
pub fn put_file(path: &str, id: u32, length: f64, modified: f64) {
    platform::put_file(Path::new(path), id, length as u64, modified);
}

/// Puts a file there that the page itself has in it.
#[wasm_bindgen]
pub fn put_bytes(path: &str, bytes: Vec<u8>) {
    fs::put_bytes(Path::new(path), bytes, std::time::SystemTime::UNIX_EPOCH);
}

/// Opens files and folders that were put there, as those that were let go over the page.
#[wasm_bindgen]
pub fn open(paths: Vec<String>) {
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    with_page(|page| page.open(Files { paths, others: Vec::new() }));
}

/// What was chosen in the dialog of a number; nothing where it was cancelled.
#[wasm_bindgen]
pub fn chosen(number: u32, paths: Vec<String>) {
    let paths = paths.into_iter().map(PathBuf::from).collect();
    with_page(|page| page.chosen(number, paths));
}

/// Whether a picture came to the clipboard; else why not.
#[wasm_bindgen]
pub fn picture_copied(why: Option<String>) {
    with_page(|page| page.picture_copied(why));
}

/// A video of a number is open: its size, its end in seconds, and how long each picture shows.
#[wasm_bindgen]
pub fn video_opened(number: u32, width: u32, height: u32, end: f64, frame_time: f64) {
    with_page(|page| {
        page.video.opened(number, [width, height], end, frame_time);
        page.program.redraw_wanted = true;
    });
}

#[wasm_bindgen]
pub fn video_failed(number: u32, why: String) {
    with_page(|page| {
        page.video.failed(number, why);
        page.program.redraw_wanted = true;
    });
}

/// A picture of a video, which begins at a time, four bytes a pixel.
#[wasm_bindgen]
pub fn video_shown(number: u32, time: f64, width: u32, height: u32, rgba: Vec<u8>) {
    with_page(|page| {
        page.video.shown(number, time, [width, height], rgba);
        page.program.redraw_wanted = true;
    });
}

/// What shows, as JSON: for tests.
#[wasm_bindgen]
pub fn told() -> String {
    with_page(|page| told::told(page))
}

/// Opens files beside the page without showing them: for tests.
#[wasm_bindgen]
pub fn examine(paths: Vec<String>) {
    told::examine(paths.into_iter().map(PathBuf::from).collect());
}

/// What was found out of them since the last time, as JSON.
#[wasm_bindgen]
pub fn take_examined() -> String {
    told::take_examined()
}

/// Tells the person something; `is_error` where it went wrong.
#[wasm_bindgen]
pub fn tell(text: String, is_error: bool) {
    with_page(|page| page.tell(text, is_error));
}
