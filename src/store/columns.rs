//! What the columns of tables are, as it is kept: in the configuration folder by name, or beside a table.

use std::path::{Path, PathBuf};

use super::{Diagnostics, Store, file};
use crate::files::{columns_beside, columns_in, read_columns, was_link, write_columns};
use crate::loader::ColumnMapping;

/// The folder, in that of the configuration.
const FOLDER: &str = "columns";

impl Store {
    /// The folder with what is known of the columns of tables with certain headers.
    pub fn saved_columns(&self) -> Option<PathBuf> {
        Some(self.config.as_ref()?.join(FOLDER))
    }

    /// Keeps what the columns of tables are: under a name, else beside each of them. What is kept for tables with the
    /// same header is replaced; what is kept for others stays, whatever it is called. Returns texts to show.
    ///
    /// # Errors
    /// A text to show, where it cannot be written.
    pub fn save_columns(
        &self,
        name: Option<&str>,
        tables: &[PathBuf],
        mapping: &ColumnMapping,
    ) -> Result<Diagnostics, String> {
        let of = tables.first().map_or(Path::new(""), PathBuf::as_path);
        let put = |path: &Path| {
            let link = write_columns(path, of, mapping, name.is_some());
            let link = link.map_err(|error| file::failed(path, "written", &error))?;
            Ok(link.map(|to| was_link(path, &to)))
        };
        if name.is_none() {
            let told = tables.iter().map(|table| put(&columns_beside(table)));
            let told: Vec<_> = told.collect::<Result<_, String>>()?;
            return Ok(told.into_iter().flatten().collect());
        }
        let folder = self.saved_columns().ok_or("No settings folder was found.")?;
        file::make_folder(&folder).map_err(|error| file::failed(&folder, "made", &error))?;
        let is_for_these =
            |path: &PathBuf| read_columns(path).is_ok_and(|kept| kept.header == mapping.header);
        if let Some(kept) = columns_in(&folder).iter().find(|path| is_for_these(path)) {
            return Ok(put(kept)?.into_iter().collect());
        }
        let name = file_name(name.unwrap_or_default());
        let mut numbered = name.clone();
        let mut next = 2;
        while folder.join(format!("{numbered}.toml")).exists() {
            numbered = format!("{name} {next}");
            next += 1;
        }
        let told = put(&folder.join(format!("{numbered}.toml")))?;
        Ok(told.into_iter().collect())
    }
}

/// A name as a file may be called on any system.
fn file_name(name: &str) -> String {
    /// No file name is longer, in bytes.
    const LONGEST: usize = 100;
    let is_odd = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    let plain = name.replace(is_odd, "-");
    let mut plain = plain.trim().trim_matches('.').to_string();
    while plain.len() > LONGEST {
        plain.pop();
    }
    if plain.is_empty() { "columns".into() } else { plain }
}
