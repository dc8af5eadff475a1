//! The display style of a figure (sticks, octahedra, capsules), and its line widths.

use serde::{Deserialize, Serialize};

/// What a figure is drawn of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DisplayStyle {
    /// Lines of one width on screen, with dots on the joints.
    #[default]
    Stick,
    /// Solids that show which way a bone goes and how it is turned about itself.
    Octahedra,
    /// Solid, round bones.
    Capsules,
}

impl DisplayStyle {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Stick, Self::Octahedra, Self::Capsules];

    /// The one after this, round and round.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&style| style == self);
        Self::ALL[at.map_or(0, |at| (at + 1) % Self::ALL.len())]
    }

    /// Its name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stick => "Sticks",
            Self::Octahedra => "Octahedra",
            Self::Capsules => "Capsules",
        }
    }

    /// The word for it on the command line and in settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Octahedra => "octahedra",
            Self::Capsules => "capsules",
        }
    }
}

/// How thick lines are; lengths in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureStyle {
    /// Across a bone.
    pub bone: f32,
    /// Across the dot on a joint.
    pub joint: f32,
    /// Across a point without a bone.
    pub point: f32,
    /// Across the lines of boxes and meshes.
    pub wire: f32,
    /// Across the thinnest solid: what is far away is thicker than it should be, rather than gone.
    pub slimmest: f32,
    /// From a selected bone to the edge of its halo.
    pub halo: f32,
    /// Across the bones of ghosts.
    pub ghost: f32,
    /// Across the path of a node.
    pub trail: f32,
    /// Along each of a node's axes.
    pub axis: f32,
}

impl FigureStyle {
    /// The style for a view that is `height` pixels high at `scale` pixels a point: the figure
    /// keeps its weight on small and large windows.
    pub fn for_view(height: f32, scale: f32) -> Self {
        let bone = (height / scale / 105.0).clamp(3.5, 9.0) * scale;
        Self {
            bone,
            joint: bone * 0.62,
            point: bone * 1.1,
            wire: 1.2 * scale,
            slimmest: 2.2 * scale,
            halo: 2.2 * scale,
            ghost: bone * 0.55,
            trail: (bone * 0.26).max(1.5 * scale),
            axis: (height / scale / 18.0).clamp(20.0, 46.0) * scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_each_style_is_the_one_in_settings() {
        for style in DisplayStyle::ALL {
            let told = serde_json::to_string(&style).unwrap();
            assert_eq!(told, format!("\"{}\"", style.word()));
        }
    }
}
