//! What is chosen in the export dialog.

use std::ops::Range;

use crate::convert::{Conversion, SolveWhen, Solving};
use crate::export::{Changes, EXPORTS, Export};
use crate::film::FilmFormat;
use crate::scene::View;
use crate::take::SignedAxis;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TakesToExport {
    #[default]
    Active,
    Shown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExportFormat {
    /// A file of each take.
    Take(&'static Export),
    Film(FilmFormat),
    /// A page about takes, for people without Rushes.
    Report,
}

impl ExportFormat {
    pub fn all() -> impl Iterator<Item = Self> {
        let takes = EXPORTS.iter().map(Self::Take);
        takes.chain(FilmFormat::written().map(Self::Film)).chain([Self::Report])
    }

    /// As people call it, and the extension of its files.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::Take(export) => [export.name, export.extension],
            Self::Film(format) => format.names(),
            Self::Report => ["Report", "html"],
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilmCamera {
    #[default]
    Window,
    /// From the saved view of this place.
    Saved(usize),
    Along(View),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExportOptions {
    pub takes: TakesToExport,
    /// Whether only the frames between in and out point are written.
    pub in_range: bool,
    pub format: ExportFormat,
    /// Frames a second; without, those of the take, or of the film's format.
    pub fps: Option<f64>,
    /// The unit, in metres; without, the take's.
    pub unit: Option<f64>,
    /// The axis that points up; without, the take's.
    pub up: Option<SignedAxis>,
    pub selected_joint: bool,
    /// Whether the root stands above the origin on the first frame.
    pub to_origin: bool,
    /// Whether joints have positions in the world instead of rotations.
    pub bake_positions: bool,
    /// Whether nothing is written where something would be lost.
    pub strict: bool,
    /// Whether points become a skeleton, and what of one.
    pub solving: Solving,
    /// Width and height of a film, in pixels.
    pub size: [u32; 2],
    pub camera: FilmCamera,
    /// Whether take, frame, timecode and notes are written into its pictures.
    pub burn_in: bool,
    /// Whether measures, drawings and notes are on its pictures, as in the window.
    pub labels: bool,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            takes: TakesToExport::default(),
            in_range: true,
            format: ExportFormat::Take(&EXPORTS[0]),
            fps: None,
            unit: None,
            up: None,
            selected_joint: false,
            to_origin: false,
            bake_positions: false,
            strict: false,
            solving: Solving::default(),
            size: [1280, 720],
            camera: FilmCamera::Window,
            burn_in: false,
            labels: false,
        }
    }
}

impl ExportOptions {
    /// How a take is written: these frames of it, this joint. `None` where no takes are written.
    pub fn conversion(
        &self,
        frames: Option<Range<usize>>,
        joint: Option<String>,
    ) -> Option<Conversion> {
        let ExportFormat::Take(export) = self.format else { return None };
        let changes = Changes {
            frames,
            fps: self.fps,
            joints: joint,
            root_to_origin: self.to_origin,
            unit: self.unit,
            scale: None,
            up: self.up,
            bake_positions: self.bake_positions,
        };
        // Where joints have to turn, there is nothing to choose.
        let when = if export.needs_turns() { SolveWhen::Auto } else { self.solving.when };
        Some(Conversion { export, changes, solving: Solving { when, ..self.solving } })
    }
}
