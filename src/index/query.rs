//! What is asked of the index: takes of some folders, with some words, that a filter fits, in an order.

use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Row, params_from_iter};

use super::columns::Column;
use super::filter::{Filter, literal};
use super::key::{behind, path_of, prefix_of, sort_key, text_of};

/// Which takes are wanted, and in what order.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Takes in these folders, or in folders inside of them; in all where there are none.
    pub folders: Vec<PathBuf>,
    /// Takes whose name, folder, performer or notes have each of these, whatever the case.
    pub words: Vec<String>,
    pub filter: Option<Filter>,
    /// In the order of the paths without.
    pub sort: Option<Sort>,
    pub limit: Option<usize>,
    /// How many are passed over.
    pub offset: usize,
}

impl Query {
    /// All takes of some folders that a filter fits.
    pub(super) fn of(folders: &[PathBuf], filter: Filter) -> Self {
        Self { folders: folders.to_vec(), filter: Some(filter), ..Self::default() }
    }
}

/// An order of takes.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    pub column: &'static Column,
    pub is_descending: bool,
}

/// A take that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub id: i64,
    pub path: PathBuf,
    /// What the columns say that were asked for.
    pub values: Vec<Value>,
}

/// A statement in the making: its text, and the values in it.
#[derive(Default)]
struct Statement {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Statement {
    fn of(query: &Query) -> Self {
        let mut statement = Self::default();
        let inside: Vec<String> =
            query.folders.iter().map(|folder| statement.inside(&prefix_of(folder))).collect();
        if !inside.is_empty() {
            statement.conditions.push(format!("({})", inside.join(" or ")));
        }
        for word in &query.words {
            statement.has_word(word);
        }
        if let Some(filter) = &query.filter {
            statement.conditions.push(filter.sql.clone());
            statement.values.extend(filter.values.iter().cloned());
        }
        statement
    }

    fn inside(&mut self, prefix: &str) -> String {
        let key = sort_key(prefix);
        let length = prefix.chars().count();
        self.values.extend([Value::Blob(key.clone()), Value::Blob(behind(key))]);
        self.values.push(Value::Text(prefix.to_string()));
        format!("(sort_key >= ? and sort_key < ? and substr(path, 1, {length}) = ?)")
    }

    fn has_word(&mut self, word: &str) {
        /// The words of the table are in pieces of so many letters: shorter ones cannot be looked up there.
        const PIECE: usize = 3;
        if word.chars().count() >= PIECE {
            self.conditions.push("id in (select rowid from words where words match ?)".into());
            self.values.push(Value::Text(format!("\"{}\"", word.replace('"', "\"\""))));
        } else {
            self.conditions
                .push("(file like ? escape '\\' or performer like ? escape '\\')".into());
            let pattern = Value::Text(format!("%{}%", literal(word)));
            self.values.extend([pattern.clone(), pattern]);
        }
    }

    fn sql(&self, what: &str) -> String {
        let conditions = self.conditions.join(" and ");
        let condition = if conditions.is_empty() { "" } else { " where " };
        format!("select {what} from takes{condition}{conditions}")
    }
}

/// The take of a file.
pub(super) fn take(
    connection: &Connection,
    path: &Path,
    columns: &[&Column],
) -> rusqlite::Result<Option<Found>> {
    let names = columns.iter().map(|column| format!(", {}", column.name)).collect::<String>();
    let mut statement =
        connection.prepare_cached(&format!("select id, path{names} from takes where path = ?"))?;
    statement.query_row([text_of(path)], |row| found(row, columns.len())).optional()
}

fn found(row: &Row<'_>, columns: usize) -> rusqlite::Result<Found> {
    let path: String = row.get(1)?;
    let values = (0..columns).map(|i| row.get(2 + i)).collect::<rusqlite::Result<_>>()?;
    Ok(Found { id: row.get(0)?, path: path_of(&path), values })
}

pub(super) fn select(
    connection: &Connection,
    query: &Query,
    columns: &[&Column],
) -> rusqlite::Result<Vec<Found>> {
    let mut statement = Statement::of(query);
    let names = columns.iter().map(|column| format!(", {}", column.name)).collect::<String>();
    let mut sql = statement.sql(&format!("id, path{names}"));
    sql += &match query.sort.filter(|sort| sort.column.name != "path") {
        // Takes of which it says the same stand as they were found, by which the index has them already.
        Some(Sort { column, is_descending: false }) => format!(" order by {}, id", column.name),
        Some(Sort { column, .. }) => format!(" order by {} desc, id desc", column.name),
        None => match query.sort {
            Some(Sort { is_descending: true, .. }) => " order by sort_key desc, path desc".into(),
            _ => " order by sort_key, path".to_string(),
        },
    };
    sql += " limit ? offset ?";
    let limit = query.limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
    statement.values.push(Value::Integer(limit));
    statement.values.push(Value::Integer(i64::try_from(query.offset).unwrap_or(i64::MAX)));
    let mut prepared = connection.prepare_cached(&sql)?;
    let values = params_from_iter(&statement.values);
    let rows = prepared.query_map(values, |row| found(row, columns.len()))?;
    rows.collect()
}

pub(super) fn count(connection: &Connection, query: &Query) -> rusqlite::Result<usize> {
    let statement = Statement::of(query);
    let mut prepared = connection.prepare_cached(&statement.sql("count(*)"))?;
    let count = |row: &Row<'_>| row.get::<_, i64>(0);
    let count = prepared.query_row(params_from_iter(&statement.values), count)?;
    Ok(usize::try_from(count).unwrap_or(0))
}
