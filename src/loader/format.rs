//! The description of a format: name, extensions, probe, companions, load function.

use super::error::LoadError;
use super::file_type::FileType;
use super::source::Source;
use super::text::is_line_end;
use crate::take::{Axis, FormatId, Take};

/// Out of the names of the files that lie beside a file, those that it is read with, the one that
/// counts first.
pub type ChooseCompanions = fn(&Source<'_>, beside: &[&str]) -> Vec<String>;

/// The files that those of a format are read with.
pub struct Companions {
    /// The extensions that they have, in lower case: no other file is ever chosen.
    pub extensions: &'static [&'static str],
    /// Which of the files beside one it is.
    pub choose: ChooseCompanions,
}

/// One format that can be opened.
#[non_exhaustive]
pub struct Format {
    /// Which one it is.
    pub id: FormatId,
    /// Lower case, without the dot; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// A sentence on what is read, for the manual's table.
    pub about: &'static str,
    /// What a desktop is told of its files: nothing where they are those of spreadsheets.
    #[doc(hidden)]
    pub types: &'static [FileType],
    /// Whether the contents look like this format, whatever the file is called.
    pub probe: fn(&[u8]) -> bool,
    /// The axis that its files have up where they do not say.
    pub up: Axis,
    /// Which files this one is read with; `None` where everything is in the file itself.
    #[doc(hidden)]
    pub companions: Option<Companions>,
    /// How many of the first bytes of a file are whole frames, for those to show before the end is
    /// read; `None` where the first frames are only known with the last ones.
    #[doc(hidden)]
    pub cut: Option<Cut>,
    /// Reads a take.
    pub(crate) load: fn(&Source<'_>) -> Result<Take, LoadError>,
}

impl Format {
    /// As people call it.
    pub const fn name(&self) -> &'static str {
        self.id.name()
    }

    /// Whether the extension, in lower case, is enough to say that a file is of this format. Files of every kind are
    /// called .csv or .txt: there, only contents tell.
    pub fn claims(&self, extension: &str) -> bool {
        self.types.iter().any(|kind| kind.extension == Some(extension))
    }

    /// Whether its files are tables of which nobody but a person knows what their columns are.
    #[doc(hidden)]
    pub fn is_table(&self) -> bool {
        self.id == FormatId::Table
    }

    /// Whether its files hold many takes, of which a person opens one: a folder of takes does not consist of such.
    #[doc(hidden)]
    pub fn is_data_set(&self) -> bool {
        self.id == FormatId::Parquet
    }

    /// Whether a large file is read piece by piece: see [`LargeFile`](super::LargeFile).
    #[doc(hidden)]
    pub fn reads_large(&self) -> bool {
        use FormatId::{Amc, Bvh, Csm, KeypointJson, OptiTrack, Positions, Qualisys, Table, Trc};
        matches!(
            self.id,
            Amc | Bvh | Csm | KeypointJson | OptiTrack | Positions | Qualisys | Table | Trc
        )
    }
}

/// How many of the first bytes of a file, of which these are there, can be read by themselves. Frames
/// that break off behind them are dropped by the format's loader.
pub type Cut = fn(&[u8]) -> usize;

/// For text in the order of time: up to the end of the last line, for a number that is cut in two is
/// another number.
pub(super) fn at_line_end(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|&b| is_line_end(b));
    last.map_or(0, |last| last + 1)
}

/// For frames of one size, of which the loader takes those that are whole.
pub(super) fn anywhere(bytes: &[u8]) -> usize {
    bytes.len()
}
