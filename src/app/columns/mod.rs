//! The question what the columns of a table are: what was guessed, and what a person says.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod dialog;

use std::path::{Path, PathBuf};

use crate::app::ids::TakeId;
use crate::loader::{Column, ColumnMapping, TableHead};
use crate::take::in_one_line;

/// Where it is kept what the columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepColumns {
    /// In a file beside the table.
    Beside,
    /// In the settings, for all tables with the same header.
    Saved,
}

/// A table of which somebody has to say what its columns are.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnsQuestion {
    /// The table, and others that begin like it.
    pub files: Vec<PathBuf>,
    /// How they begin.
    pub head: TableHead,
    /// What the columns are, as far as was said.
    pub mapping: ColumnMapping,
    pub keep: KeepColumns,
    /// The name under which it is kept in the settings.
    pub name: String,
    /// The open take that it is about, where it is about one.
    pub take: Option<TakeId>,
}

impl ColumnsQuestion {
    /// The question about a table, with the guess for an answer.
    pub fn about(file: PathBuf, head: TableHead, take: Option<TakeId>) -> Self {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mapping = head.guess.clone();
        let keep = if mapping.header.is_some() && take.is_none() {
            KeepColumns::Saved
        } else {
            KeepColumns::Beside
        };
        Self { files: vec![file], head, mapping, keep, name, take }
    }

    /// Whether somebody has said something of it.
    pub fn is_begun(&self) -> bool {
        self.mapping != self.head.guess
    }

    /// Whether it is about a table that begins so, and the same open take.
    pub fn is_about(&self, file: &Path, head: &TableHead, take: Option<TakeId>) -> bool {
        self.files.iter().any(|own| own == file) && self.head == *head && self.take == take
    }

    pub fn name_of_file(&self) -> String {
        let name = self.files.first().and_then(|file| file.file_name());
        in_one_line(&name.unwrap_or_default().to_string_lossy())
    }

    /// The answer as it is kept: one beside a table is for that alone.
    pub fn answer(&self) -> ColumnMapping {
        let mut mapping = self.mapping.clone();
        // What is behind the last column that is read need not be said.
        let last = mapping.columns.iter().rposition(|column| *column != Column::Skip);
        mapping.columns.truncate(last.map_or(0, |last| last + 1));
        if self.keep == KeepColumns::Beside {
            mapping.header = None;
        }
        mapping
    }
}
