//! What the page's script, `assets/web/page.js`, does for the program.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_namespace = rushesPage)]
extern "C" {
    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_name = milliseconds)]
    pub fn milliseconds() -> f64;

    /// Has the task that waits longest begun, once the page has returned to the browser.
    #[wasm_bindgen(js_name = beginTask)]
    pub fn begin_task();

    /// Asks for a turn of the page soon.
    #[wasm_bindgen(js_name = wake)]
    pub fn wake();

    /// Says what a panic says, whoever may catch it.
    #[wasm_bindgen(js_name = panicked)]
    pub fn panicked(what: &str);

    /// Says that the program failed, and why; where nothing is said, as the last panic says. Nothing goes on after that.
    #[wasm_bindgen(js_name = failed)]
    pub fn failed(why: &str);

    /// Keeps a file for the next time, as it was changed at, in milliseconds since 1970.
    #[wasm_bindgen(js_name = keep)]
    pub fn keep(path: &str, bytes: &[u8]);

    /// Keeps a file no longer.
    #[wasm_bindgen(js_name = forget)]
    pub fn forget(path: &str);

    /// Writes a file into the folder that the browser has given, where it was opened from such a one.
    #[wasm_bindgen(js_name = writeBeside)]
    pub fn write_beside(path: &str, bytes: &[u8]);

    /// Hands a file over as a download.
    #[wasm_bindgen(js_name = download)]
    pub fn download(name: &str, bytes: &[u8]);

    /// Has files or a folder chosen; the answer has this number. `accept` is as that of a file input.
    #[wasm_bindgen(js_name = ask)]
    pub fn ask(number: u32, accept: &str, folder: bool);

    #[wasm_bindgen(js_name = copyText)]
    pub fn copy_text(text: &str);

    /// Puts a PNG on the clipboard. What comes of it is told to `picture_copied`.
    #[wasm_bindgen(js_name = copyPicture)]
    pub fn copy_picture(png: &[u8]);

    #[wasm_bindgen(js_name = toggleFullScreen)]
    pub fn toggle_full_screen();

    /// Shows this title and this pointer.
    #[wasm_bindgen(js_name = show)]
    pub fn show(title: &str, pointer: &str);

    /// Opens the file of a number as the video that is called by another number. What comes of it is told to `video_opened`,
    /// `video_shown` and `video_failed`.
    #[wasm_bindgen(js_name = openVideo)]
    pub fn open_video(number: u32, file: u32);

    #[wasm_bindgen(js_name = closeVideo)]
    pub fn close_video();

    /// Plays another file with the video, in the place of its own sound.
    #[wasm_bindgen(js_name = openSound)]
    pub fn open_sound(file: Option<u32>);

    /// Shows the video at a time in seconds, and goes on from there where it plays.
    #[wasm_bindgen(js_name = showVideo)]
    pub fn show_video(time: f64, plays: bool, is_heard: bool);

    /// Draws what is one character to a reader, in a font of CSS, so many pixels right of a whole one. The answer is six
    /// numbers of four bytes – width, height, where the picture is from the pen (x, y), how far the pen moves, and 1 where it
    /// has colours of its own – and the pixels; nothing where the browser has no font for it.
    #[wasm_bindgen(js_name = glyph)]
    pub fn glyph(cluster: &str, font: &str, offset: f32) -> Option<Vec<u8>>;

    /// Says where text is written, in pixels of CSS, where it is.
    #[wasm_bindgen(js_name = writesAt)]
    pub fn writes_at(place: Option<Box<[f32]>>);
}
