//! The picture that a 2D take lies in.

use serde::{Deserialize, Serialize};

/// What a 2D take's positions are places in: the picture of one camera. X runs to the right, Y down, and Z is always 0;
/// the unit is a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Width and height in pixels, where the file says them.
    pub size: Option<[f32; 2]>,
}
