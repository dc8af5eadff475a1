//! Pictures on the desktop's clipboard. Texts go there by way of egui.

use std::borrow::Cow;

use super::error::Error;

/// The clipboard, which is asked for when something is first put there. What was put there can be pasted as long as
/// this lives, on desktops where the program itself hands it out.
#[derive(Default)]
pub struct Clipboard(Option<arboard::Clipboard>);

impl Clipboard {
    /// Puts a picture there: four bytes a pixel, opacity last and not multiplied in.
    ///
    /// # Errors
    /// Where the desktop takes none: Wayland lets only some programs, and some desktops, do that.
    pub fn set_picture(&mut self, [width, height]: [u32; 2], rgba: Vec<u8>) -> Result<(), Error> {
        let refused = |why: arboard::Error| {
            Error::new(format!(
                "The desktop's clipboard took no picture: {why}\nhint: F12 saves it as a file"
            ))
        };
        let clipboard = match &mut self.0 {
            Some(clipboard) => clipboard,
            none => none.insert(arboard::Clipboard::new().map_err(refused)?),
        };
        let picture = arboard::ImageData {
            width: width as usize,
            height: height as usize,
            bytes: Cow::Owned(rgba),
        };
        clipboard.set_image(picture).map_err(refused)
    }
}
