//! The file of an index: an SQLite database that several programs may use at once.
//!
//! It is written ahead (WAL): whoever reads sees what was committed last while another one writes, and whenever a
//! program is killed, what was committed stays. A file that is damaged, or of another schema, is set aside under its
//! name with `.old` added, and a new one is made: all that is in it is also elsewhere.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::columns::{COLUMNS, Column, LISTED};
use super::error::IndexError;
use crate::files::make_private_folder;
use crate::fs;
use crate::review::alike::Signature;

/// The number that is raised with every change of the tables, or of what is in them; with it goes the version of the
/// signatures that takes are found alike by.
const SCHEMA: i64 = (3 << 8) + Signature::VERSION as i64;

/// How long one program waits for another that is writing: a batch of takes takes some hundredths of a second.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tables that have something of takes.
const TABLES: [&str; 5] = ["folders", "takes", "thumbnails", "key_poses", "words"];

const SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];

pub(super) struct Database {
    pub path: PathBuf,
    pub connection: Connection,
}

impl Database {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        if let Some(folder) = path.parent() {
            make_private_folder(folder).map_err(|error| IndexError::from_io(folder, &error))?;
        }
        match Self::open_as_it_is(path) {
            Ok(Some(database)) => Ok(database),
            Ok(None) | Err(IndexError::Damaged(_)) => {
                set_aside(path).map_err(|error| IndexError::from_io(path, &error))?;
                let database = Self::open_as_it_is(path)?;
                let busy =
                    || IndexError::Unusable(path.to_path_buf(), "it is of another version".into());
                database.ok_or_else(busy)
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the file; `None` where it is of another schema. One that has no tables yet gets them.
    fn open_as_it_is(path: &Path) -> Result<Option<Self>, IndexError> {
        let failed = |error: rusqlite::Error| IndexError::from_sql(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        // What reviewers say is in it as well. The files beside it get the same rights.
        #[cfg(unix)]
        let _ = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600));
        let mut database = Self { path: path.to_path_buf(), connection };
        let is_ready = database.prepare().map_err(failed)?;
        Ok(is_ready.then_some(database))
    }

    fn prepare(&mut self) -> rusqlite::Result<bool> {
        let connection = &mut self.connection;
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        // In KiB: enough for what a list of a million takes reads.
        connection.pragma_update(None, "cache_size", -32_768)?;
        if schema(connection)? == 0 {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another program may have made them meanwhile.
            if schema(&transaction)? == 0 {
                let tables = "select count(*) from sqlite_schema";
                if transaction.query_row(tables, [], |row| row.get::<_, i64>(0))? > 0 {
                    return Ok(false);
                }
                transaction.execute_batch(&tables_sql())?;
                transaction.pragma_update(None, "user_version", SCHEMA)?;
            }
            transaction.commit()?;
        }
        Ok(schema(connection)? == SCHEMA)
    }

    pub fn failed(&self, error: &rusqlite::Error) -> IndexError {
        IndexError::from_sql(&self.path, error)
    }

    /// Reads something of it.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        read(&self.connection).map_err(|error| self.failed(&error))
    }

    /// Writes something into it: all of it, or nothing.
    pub fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let written = begun.and_then(|transaction| {
            let written = write(&transaction)?;
            transaction.commit().map(|()| written)
        });
        written.map_err(|error| IndexError::from_sql(&self.path, &error))
    }

    /// Takes everything out, and gives the disk back what it took.
    pub fn empty(&mut self) -> Result<(), IndexError> {
        self.write(|transaction| {
            for table in TABLES {
                transaction.execute(&format!("delete from {table}"), [])?;
            }
            Ok(())
        })?;
        self.read(|connection| connection.execute_batch("vacuum"))
    }

    /// Whether all of the file is as SQLite wrote it.
    pub fn is_sound(&self) -> Result<bool, IndexError> {
        let found = self.read(|connection| {
            connection.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0))
        });
        match found {
            Err(IndexError::Damaged(_)) => Ok(false),
            found => Ok(found? == "ok"),
        }
    }
}

fn schema(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Gives the files of an index other names, so that a new one can be made.
pub(super) fn set_aside(path: &Path) -> std::io::Result<()> {
    for suffix in SUFFIXES {
        let [from, to] = [suffix.to_string(), format!(".old{suffix}")].map(|ending| {
            let mut name = path.as_os_str().to_os_string();
            name.push(ending);
            PathBuf::from(name)
        });
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                // What was set aside before had one, which does not go with what is there now.
                let _ = fs::remove_file(to);
            }
            renamed => renamed?,
        }
    }
    Ok(())
}

/// The statements that make the tables.
fn tables_sql() -> String {
    // The only text of which the case counts: two paths that differ in it are two files.
    let collation = |column: &Column| match column.name {
        "path" => "",
        _ => " collate nocase",
    };
    let columns = COLUMNS
        .iter()
        .map(|column| format!("{} {}{}", column.name, column.kind.sql(), collation(column)));
    let columns = columns.collect::<Vec<_>>().join(", ");
    let listed = LISTED.join(", ");
    let mut sql = format!(
        "create table folders (path text primary key) without rowid;
         create table takes (
             id integer primary key, sort_key blob not null, hash blob, stamp text not null,
             review_key integer not null, limits_key integer, {columns}
         );
         create unique index takes_path on takes (path);
         create index takes_hash on takes (hash);
         create index takes_listed on takes (sort_key, path, {listed});
         create table thumbnails (id integer primary key, bytes blob not null);
         create table key_poses (id integer primary key, bytes blob not null);
         create virtual table words using fts5(
             name, folder, performer, notes,
             content='', contentless_delete=1, tokenize='trigram'
         );"
    );
    for column in COLUMNS.iter().filter(|column| column.is_often_asked) {
        let name = column.name;
        sql += &format!("create index takes_{name} on takes ({name});\n");
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_and_leaves_all_that_was_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut database = Database::open(&folder.path().join("index.sqlite")).expect("an index");
        let add = |database: &mut Database, count: i64| {
            database.write(|transaction| {
                let mut add = transaction.prepare("insert or ignore into folders values (?)")?;
                (0..count).try_for_each(|i| add.execute([format!("/folder/{i}")]).map(|_| ()))
            })
        };
        add(&mut database, 2).expect("written");
        let pages: i64 = database
            .read(|connection| connection.pragma_query_value(None, "page_count", |row| row.get(0)))
            .expect("a number");
        let limit = |connection: &Connection| {
            connection.query_row(&format!("pragma max_page_count = {pages}"), [], |_| Ok(()))
        };
        database.read(limit).expect("a limit");
        let full = add(&mut database, 10_000).expect_err("there is no room for so many");
        assert_eq!(full, IndexError::Full(database.path.clone()));
        assert!(full.to_string().contains("the disk is full"), "{full}");
        let count = |connection: &Connection| {
            connection.query_row("select count(*) from folders", [], |row| row.get::<_, i64>(0))
        };
        assert_eq!(database.read(count).expect("a number"), 2);
        assert!(database.is_sound().expect("it can be read"));
    }
}
