//! The language of `rushes find --where`: conditions on the columns of the index, as SQL with bound values.
//!
//! ```text
//! condition  = both { "or" both }
//! both       = one { "and" one }
//! one        = "not" one | "(" condition ")" | column test
//! test       = ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
//!            | [ "not" ] ( "like" | "contains" ) text
//!            | [ "not" ] "in" "(" value { "," value } ")"
//!            | "is" [ "not" ] "null"
//! ```
//!
//! Nothing of what a person writes becomes SQL: names are looked up among the columns, values are bound. Conditions are
//! true or false and never unknown: what a column does not say is equal to nothing.

use std::fmt;
use std::ops::Range;

use rusqlite::types::Value;

use super::columns::{Column, ColumnKind};

/// A condition on takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub(super) sql: String,
    pub(super) values: Vec<Value>,
}

/// Why a condition is none, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    pub message: String,
    /// In bytes of the text.
    pub at: Range<usize>,
    text: String,
}

/// The message, with the text and a mark below the place.
impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let indent: String = self.text[..self.at.start].chars().map(blank).collect();
        let marks = "^".repeat(self.text[self.at.clone()].chars().count().max(1));
        write!(f, "{}\n  {}\n  {indent}{marks}", self.message, self.text)
    }
}

impl std::error::Error for FilterError {}

impl Filter {
    /// What could not be read.
    pub(super) fn is_unreadable() -> Self {
        Self { sql: "(error is not null)".to_string(), values: Vec::new() }
    }

    /// What the checks were not asked about yet, or by other limits.
    pub(super) fn is_unchecked(limits_key: i64) -> Self {
        let sql = "((findings is null or limits_key is not ?) and error is null)";
        Self { sql: sql.to_string(), values: vec![Value::Integer(limits_key)] }
    }

    /// Parses a condition.
    ///
    /// # Errors
    /// Where it is none: a column that there is not, a value that is not of its kind, what stands in the wrong place.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        // What a mark stands below is one line.
        let text = &text.replace(['\n', '\r'], " ");
        let words = words(text)?;
        let mut parser = Parser { text, words, next: 0, depth: 0, values: Vec::new() };
        let sql = parser.condition()?;
        match parser.peek() {
            None => Ok(Self { sql, values: parser.values }),
            Some(_) => parser.expected("'and', 'or' or the end"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Word {
    Name(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
}

/// The signs, longer ones ahead of what they begin with.
const SIGNS: [&str; 11] = ["<=", ">=", "<>", "!=", "==", "<", ">", "=", "(", ")", ","];

fn words(text: &str) -> Result<Vec<(Word, Range<usize>)>, FilterError> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let of = |is_in: fn(char) -> bool| rest.find(|c| !is_in(c)).unwrap_or(rest.len());
        let is_number = c.is_ascii_digit() || "-+.".contains(c);
        let (word, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            (Word::Sign(sign), sign.len())
        } else if c == '"' || c == '\'' {
            quoted(text, at, c)?
        } else if is_number {
            let length = of(|c| c.is_ascii_alphanumeric() || "-+._".contains(c));
            match rest[..length].parse::<f64>() {
                Ok(number) if number.is_finite() => (Word::Number(number), length),
                _ => return Err(error(text, at..at + length, "this is no number")),
            }
        } else if c.is_alphabetic() || c == '_' {
            let length = of(|c| c.is_alphanumeric() || c == '_' || c == '-');
            (Word::Name(rest[..length].to_string()), length)
        } else {
            return Err(error(text, at..at + c.len_utf8(), &format!("'{c}' means nothing here")));
        };
        words.push((word, at..at + length));
        at += length;
    }
    Ok(words)
}

/// A text in quotes, where two of them stand for one; and how long it is with them.
fn quoted(text: &str, at: usize, quote: char) -> Result<(Word, usize), FilterError> {
    let mut value = String::new();
    let mut chars = text[at + 1..].char_indices().peekable();
    while let Some((place, c)) = chars.next() {
        if c != quote {
            value.push(c);
        } else if chars.next_if(|&(_, next)| next == quote).is_some() {
            value.push(quote);
        } else {
            return Ok((Word::Text(value), place + 2));
        }
    }
    Err(error(text, at..text.len(), "this text has no end: a quote is missing"))
}

fn error(text: &str, at: Range<usize>, message: &str) -> FilterError {
    FilterError { message: message.to_string(), at, text: text.to_string() }
}

struct Parser<'a> {
    text: &'a str,
    words: Vec<(Word, Range<usize>)>,
    next: usize,
    depth: usize,
    values: Vec<Value>,
}

type Sql = Result<String, FilterError>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.next).map(|(word, _)| word)
    }

    /// The place of the next word, or the end.
    fn place(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        self.words.get(self.next).map_or(end..end, |(_, at)| at.clone())
    }

    fn expected<T>(&self, what: &str) -> Result<T, FilterError> {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(_) => format!("'{}'", &self.text[self.place()]),
        };
        Err(error(self.text, self.place(), &format!("expected {what}, found {found}")))
    }

    fn has_word(&mut self, wanted: &str) -> bool {
        let is_it =
            matches!(self.peek(), Some(Word::Name(name)) if name.eq_ignore_ascii_case(wanted));
        self.next += usize::from(is_it);
        is_it
    }

    fn has_sign(&mut self, wanted: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Word::Sign(sign)) if *sign == wanted);
        self.next += usize::from(is_it);
        is_it
    }

    fn condition(&mut self) -> Sql {
        let mut sql = self.both()?;
        while self.has_word("or") {
            sql = format!("({sql} or {})", self.both()?);
        }
        Ok(sql)
    }

    fn both(&mut self) -> Sql {
        let mut sql = self.one()?;
        while self.has_word("and") {
            sql = format!("({sql} and {})", self.one()?);
        }
        Ok(sql)
    }

    fn one(&mut self) -> Sql {
        /// Nobody writes more in one another, and each is a call of this function.
        const MAX_DEPTH: usize = 64;
        if self.depth == MAX_DEPTH {
            return Err(error(
                self.text,
                self.place(),
                "too many conditions inside of one another",
            ));
        }
        self.depth += 1;
        let sql = if self.has_word("not") {
            // What is unknown is not true.
            Ok(format!("not ifnull({}, 0)", self.one()?))
        } else if self.has_sign("(") {
            let sql = self.condition()?;
            if self.has_sign(")") { Ok(sql) } else { self.expected("')'") }
        } else {
            self.test()
        };
        self.depth -= 1;
        sql
    }

    fn test(&mut self) -> Sql {
        let column = self.column()?;
        let name = match column.kind {
            ColumnKind::Text => format!("{} collate nocase", column.name),
            _ => column.name.to_string(),
        };
        for sign in ["<=", ">=", "<", ">"] {
            if self.has_sign(sign) {
                self.value(column)?;
                return Ok(format!("({name} {sign} ?)"));
            }
        }
        for (sign, sql) in [("=", "is"), ("==", "is"), ("!=", "is not"), ("<>", "is not")] {
            if self.has_sign(sign) {
                self.value(column)?;
                return Ok(format!("({name} {sql} ?)"));
            }
        }
        if self.has_word("is") {
            let not = if self.has_word("not") { "not " } else { "" };
            if self.has_word("null") {
                return Ok(format!("({} is {not}null)", column.name));
            }
            return self.expected("'null'");
        }
        let is_not = self.has_word("not");
        let test = if self.has_word("like") {
            self.pattern(column, str::to_string)?
        } else if self.has_word("contains") {
            self.pattern(column, |text| format!("%{}%", literal(text)))?
        } else if self.has_word("in") {
            format!("({name} in ({}))", self.list(column)?)
        } else {
            return self.expected("a comparison such as '=', '<', 'like', 'in' or 'is null'");
        };
        Ok(if is_not { format!("not ifnull({test}, 0)") } else { test })
    }

    fn column(&mut self) -> Result<&'static Column, FilterError> {
        let Some(Word::Name(name)) = self.peek() else {
            return self.expected("the name of a column");
        };
        match Column::find(name) {
            Ok(column) => {
                self.next += 1;
                Ok(column)
            }
            Err(message) => Err(error(self.text, self.place(), &message)),
        }
    }

    fn list(&mut self, column: &Column) -> Sql {
        if !self.has_sign("(") {
            return self.expected("'(' and values");
        }
        let mut places = Vec::new();
        loop {
            self.value(column)?;
            places.push("?");
            if self.has_sign(")") {
                return Ok(places.join(", "));
            }
            if !self.has_sign(",") {
                return self.expected("',' or ')'");
            }
        }
    }

    fn value(&mut self, column: &Column) -> Result<(), FilterError> {
        let of_kind = |kind: &str| {
            let name = column.name;
            Err(error(self.text, self.place(), &format!("{name} is a {kind}, and this is none")))
        };
        let value = match (self.peek(), column.kind) {
            (Some(Word::Text(text)), ColumnKind::Text) => Value::Text(text.clone()),
            (Some(Word::Number(number)), ColumnKind::Whole | ColumnKind::Number) => {
                Value::Real(*number)
            }
            (Some(Word::Number(_)), _) => return of_kind("text, in quotes"),
            (Some(Word::Text(_)), _) => return of_kind("number"),
            (Some(Word::Name(name)), _) if name.eq_ignore_ascii_case("null") => {
                return self.expected("a value ('is null' asks for none)");
            }
            (_, ColumnKind::Text) => return self.expected("a text in quotes"),
            _ => return self.expected("a number"),
        };
        self.values.push(value);
        self.next += 1;
        Ok(())
    }

    fn pattern(&mut self, column: &Column, pattern: impl Fn(&str) -> String) -> Sql {
        let Some(Word::Text(text)) = self.peek() else {
            return self.expected("a text in quotes");
        };
        if column.kind != ColumnKind::Text {
            let message = format!("{} is a number: only texts are like others", column.name);
            return Err(error(self.text, self.place(), &message));
        }
        let pattern = pattern(text);
        self.values.push(Value::Text(pattern));
        self.next += 1;
        Ok(format!("({} like ? escape '\\')", column.name))
    }
}

/// A text as `like` finds it to the letter, with `\` ahead of what means something else there.
pub(super) fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sql(text: &str) -> String {
        Filter::parse(text).unwrap_or_else(|error| panic!("{error}")).sql
    }

    #[test]
    fn conditions_become_sql_with_bound_values() {
        let filter = Filter::parse("Duration > 5 and rating >= -4 AND format = \"it's\"").unwrap();
        let expected = "(((duration > ?) and (rating >= ?)) and (format collate nocase is ?))";
        assert_eq!(filter.sql, expected);
        let values = [Value::Real(5.0), Value::Real(-4.0), Value::Text("it's".into())];
        assert_eq!(filter.values, values);
        assert_eq!(
            sql("not (rating is null or notes != 0)"),
            "not ifnull(((rating is null) or (notes is not ?)), 0)"
        );
        assert_eq!(sql("rating not in (1, 2)"), "not ifnull((rating in (?, ?)), 0)");
        let like = Filter::parse("name contains '50%_''\"'").unwrap();
        assert_eq!(like.values, [Value::Text("%50\\%\\_'\"%".into())]);
    }

    #[test]
    fn what_is_no_condition_is_told_with_its_place() {
        for (text, message, marked) in [
            (
                "durration > 5",
                "there is no column 'durration'; did you mean 'duration'?",
                "durration",
            ),
            ("zzzzzz = 1", "there is no column 'zzzzzz'; the manual lists the columns", "zzzzzz"),
            ("", "expected the name of a column, found the end", ""),
            (
                "duration",
                "expected a comparison such as '=', '<', 'like', 'in' or 'is null', found the end",
                "",
            ),
            ("duration > ", "expected a number, found the end", ""),
            ("duration > fast", "expected a number, found 'fast'", "fast"),
            ("duration > 'fast'", "duration is a number, and this is none", "'fast'"),
            ("format = 5", "format is a text, in quotes, and this is none", "5"),
            ("format = FBX", "expected a text in quotes, found 'FBX'", "FBX"),
            ("rating = null", "expected a value ('is null' asks for none), found 'null'", "null"),
            ("duration like '5%'", "duration is a number: only texts are like others", "'5%'"),
            ("(duration > 5", "expected ')', found the end", ""),
            (
                "duration > 5 rating = 1",
                "expected 'and', 'or' or the end, found 'rating'",
                "rating",
            ),
            ("duration > 5x", "this is no number", "5x"),
            ("name = 'a", "this text has no end: a quote is missing", "'a"),
            ("name = 'a'; drop table takes", "';' means nothing here", ";"),
            ("rating in 5", "expected '(' and values, found '5'", "5"),
            ("rating in (5 6)", "expected ',' or ')', found '6'", "6"),
            ("rating is 5", "expected 'null', found '5'", "5"),
        ] {
            let error = Filter::parse(text).expect_err(text);
            assert_eq!(
                (error.message.as_str(), &text[error.at.clone()]),
                (message, marked),
                "{text}"
            );
        }
        let deep = format!("{}rating = 1", "(".repeat(100_000));
        assert!(Filter::parse(&deep).is_err());
        let error = Filter::parse("name = 'é' and\nsise > 1").unwrap_err();
        let expected = "there is no column 'sise'; did you mean 'size'?\n  name = 'é' and sise > 1\n  \
                        \u{20}              ^^^^";
        assert_eq!(error.to_string(), expected);
    }
}
