//! The index: what is in all takes of some folders, in one file of the user's cache, to find takes by what is in them.
//!
//! All that it says is also in the takes and in the reviews beside them, so that it can be thrown away at any time. The
//! window and the commands share it.
//!
//! Architecture invariant: it changes nothing but its own file.

mod alike;
mod columns;
mod database;
mod error;
mod filter;
mod key;
mod query;
mod stamp;
mod update;

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension as _, params};

use crate::files::UserFolders;
use crate::fs;
use crate::review::alike::{Alike, Signature};
use crate::scene::Thumbnail;
use database::Database;
use key::{path_of, prefix_of, text_of};

pub use alike::Pair;
pub use columns::{COLUMNS, Column, ColumnKind, LISTED};
pub use error::IndexError;
pub use filter::{Filter, FilterError};
pub use key::sort_key;
pub use query::{Found, Query, Sort};
pub use rusqlite::types::Value;
pub use update::{Differences, Learnt, Summary, Told, UpdateOptions, values_of};

/// The name of the file in the user's cache.
const FILE: &str = "index.sqlite";

/// An index that is open. It may be sent to another thread.
pub struct Index {
    database: Database,
}

impl Index {
    /// Where the user's index is; `None` for a user without a home.
    pub fn path_at_home() -> Option<PathBuf> {
        Some(UserFolders::find()?.cache.join(FILE))
    }

    /// Opens the user's index; one that is not there, is damaged or was made by another version is made anew, and empty.
    ///
    /// # Errors
    /// Where it cannot be read and written.
    pub fn open() -> Result<Self, IndexError> {
        Self::open_at(&Self::path_at_home().ok_or(IndexError::NoHome)?)
    }

    /// Opens the index in a file.
    ///
    /// # Errors
    /// Where it cannot be read and written.
    pub fn open_at(path: &Path) -> Result<Self, IndexError> {
        Ok(Self { database: Database::open(path)? })
    }

    /// Brings the index up to what is in some folders and in folders inside of them: reads what is new or has changed,
    /// and takes out what is gone. `told` hears how far it is, and says whether to go on.
    ///
    /// # Errors
    /// Where the index cannot be written. What was written before that is in it.
    pub fn update(
        &mut self,
        folders: &[PathBuf],
        options: &UpdateOptions,
        told: &mut dyn FnMut(Told<'_>) -> bool,
    ) -> Result<Summary, IndexError> {
        update::bring_up(&mut self.database, &real(folders), options, told)
    }

    /// The take of a file, with what these columns say of it; `None` where the index does not know it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn take(&self, path: &Path, columns: &[&Column]) -> Result<Option<Found>, IndexError> {
        self.database.read(|connection| query::take(connection, path, columns))
    }

    /// An index of this program alone, which is gone with it.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn open_in_memory() -> Result<Self, IndexError> {
        Self::open_at(Path::new(":memory:"))
    }

    /// Where the index is not true about some folders, by the sizes and times of their files.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn differences(&self, folders: &[PathBuf]) -> Result<Differences, IndexError> {
        update::differences(&self.database, &real(folders))
    }

    /// Whether all of the file is as it was written.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn is_sound(&self) -> Result<bool, IndexError> {
        self.database.is_sound()
    }

    /// The folders that it was made of, in their order.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn folders(&self) -> Result<Vec<PathBuf>, IndexError> {
        self.database.read(|connection| {
            let mut statement = connection.prepare("select path from folders")?;
            let paths = statement.query_map([], |row| Ok(path_of(&row.get::<_, String>(0)?)))?;
            paths.collect()
        })
    }

    /// The takes that fit a query, each with what these columns say of it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn select(&self, query: &Query, columns: &[&Column]) -> Result<Vec<Found>, IndexError> {
        let query = Query { folders: real(&query.folders), ..query.clone() };
        self.database.read(|connection| query::select(connection, &query, columns))
    }

    /// How many takes fit a query, whatever its limit.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn count(&self, query: &Query) -> Result<usize, IndexError> {
        let query = Query { folders: real(&query.folders), ..query.clone() };
        self.database.read(|connection| query::count(connection, &query))
    }

    /// The takes that fit a query and move like a wanted one, the likest first, each with what these columns say of it.
    /// The order of the query does not count.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn like(
        &self,
        wanted: &Signature,
        query: &Query,
        columns: &[&Column],
    ) -> Result<Vec<(Found, Alike)>, IndexError> {
        let query = Query { folders: real(&query.folders), ..query.clone() };
        alike::like(&self.database, wanted, &query, columns)
    }

    /// The takes that are there twice: among those that fit a query, or of one folder in another, for which the query's
    /// own folders do not count. `told` hears how many of how many were looked at, and says whether to go on.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn duplicates(
        &self,
        query: &Query,
        between: Option<[&Path; 2]>,
        told: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Vec<Pair>, IndexError> {
        let query = Query { folders: real(&query.folders), ..query.clone() };
        let between = between.map(|folders| folders.map(real_path));
        alike::duplicates(&self.database, &query, between, told)
    }

    /// The thumbnail of a take; `None` where the take cannot be read, or is not in the index any more.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn thumbnail(&self, id: i64) -> Result<Option<Thumbnail>, IndexError> {
        let bytes: Option<Vec<u8>> = self.database.read(|connection| {
            let sql = "select bytes from thumbnails where id = ?";
            connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()
        })?;
        Ok(bytes.and_then(|bytes| Thumbnail::from_bytes(&bytes)))
    }

    /// Takes out what is known of a folder and of those inside of it; how many takes that were.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn forget(&mut self, folder: &Path) -> Result<usize, IndexError> {
        let folder = real_path(folder);
        let prefix = prefix_of(&folder);
        self.database.write(|transaction| {
            let inside = Query { folders: vec![folder.clone()], ..Query::default() };
            let found = query::select(transaction, &inside, &[])?;
            found.iter().try_for_each(|take| update::remove(transaction, take.id))?;
            let sql = "delete from folders where path = ? or substr(path, 1, ?) = ?";
            let length = prefix.chars().count() as i64;
            transaction.execute(sql, params![text_of(&folder), length, prefix])?;
            Ok(found.len())
        })
    }

    /// Sets the user's index aside, so that the next one that is opened is empty.
    ///
    /// # Errors
    /// Where it cannot be given another name.
    pub fn set_aside() -> Result<(), IndexError> {
        let path = Self::path_at_home().ok_or(IndexError::NoHome)?;
        database::set_aside(&path).map_err(|error| IndexError::from_io(&path, &error))
    }

    /// Takes out all that is known.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn forget_all(&mut self) -> Result<usize, IndexError> {
        let count = self.count(&Query::default())?;
        self.database.empty()?;
        Ok(count)
    }
}

/// Folders by the paths that they have whoever names them.
fn real(folders: &[PathBuf]) -> Vec<PathBuf> {
    folders.iter().map(|folder| real_path(folder)).collect()
}

/// A folder by the path that it has in the index; one that is not there any more may be in it all the same.
pub fn real_path(folder: &Path) -> PathBuf {
    dunce::canonicalize(folder)
        .or_else(|_| fs::absolute(folder))
        .unwrap_or_else(|_| folder.to_path_buf())
}
