//! How the list of a folder is laid out: its order, its groups, and what the names of its takes tell.

use serde::{Deserialize, Serialize};

use super::panels::clamp_or_default;

/// What the takes of a folder are put in order by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FolderSort {
    #[default]
    Name,
    Length,
    Rating,
    Verdict,
    Notes,
    Findings,
    Format,
    Date,
}

impl FolderSort {
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Length,
        Self::Rating,
        Self::Verdict,
        Self::Notes,
        Self::Findings,
        Self::Format,
        Self::Date,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::Length => "Length",
            Self::Rating => "Rating",
            Self::Verdict => "Verdict",
            Self::Notes => "Notes",
            Self::Findings => "Findings",
            Self::Format => "Format",
            Self::Date => "Date",
        }
    }
}

/// What the takes of a folder stand together by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FolderGroup {
    #[default]
    None,
    Folder,
    Date,
    /// A part of their names, as [`FolderOptions::pattern`] calls it.
    Part(String),
}

/// What is chosen for the lists of folders, whichever is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FolderOptions {
    pub sort: FolderSort,
    pub descending: bool,
    pub group: FolderGroup,
    /// What the parts of names are called, such as `scene_take_performer`; empty where nobody has said.
    pub pattern: String,
    /// The width of the figures of the grid, in points.
    pub figure_size: f32,
}

impl FolderOptions {
    /// How wide a figure of the grid can be, in points.
    pub const FIGURE_SIZES: [f32; 2] = [64.0, 400.0];

    #[must_use]
    pub fn within_limits(mut self) -> Self {
        self.figure_size =
            clamp_or_default(self.figure_size, Self::FIGURE_SIZES, Self::default().figure_size);
        self
    }
}

impl Default for FolderOptions {
    fn default() -> Self {
        Self {
            sort: FolderSort::Name,
            descending: false,
            group: FolderGroup::None,
            pattern: "scene_take_performer".to_string(),
            figure_size: 150.0,
        }
    }
}
