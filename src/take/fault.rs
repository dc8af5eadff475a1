//! What libraries that read JSON and TOML complain about, in the words of people who write such files.

use super::text::cut_text;

/// No complaint is longer: it may quote a value.
const MAX: usize = 300;

/// The complaint of serde, serde_json or toml without the names that Rust has for things: `invalid type: sequence, expected
/// a string` is `a list in the place of a text`. `object` is what such files call names with values. A line and a column at
/// its end are left out; what is known in no other words stays.
pub fn fault_in_plain_words(complaint: &str, object: &str) -> String {
    // What TOML expected may stand on a line of its own.
    let complaint = complaint.trim().lines().collect::<Vec<_>>().join(", ");
    let complaint = without_place(&complaint);
    let plain = misplaced(complaint, object);
    let plain = plain.or_else(|| named(complaint)).or_else(|| of_syntax(complaint));
    let mut plain = plain.unwrap_or_else(|| complaint.to_string());
    cut_text(&mut plain, MAX);
    plain
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// Without `at line 2 column 3` at its end.
fn without_place(complaint: &str) -> &str {
    let place = complaint.rsplit_once(" at line ");
    let is_place = |place: &str| {
        place
            .split_once(" column ")
            .is_some_and(|(line, column)| is_number(line) && is_number(column))
    };
    place.filter(|(_, place)| is_place(place)).map_or(complaint, |(before, _)| before)
}

/// A value of another kind, or out of bounds.
fn misplaced(complaint: &str, object: &str) -> Option<String> {
    let (kind, rest) = complaint.strip_prefix("invalid ")?.split_once(' ')?;
    let (found, wanted) = rest.rsplit_once(", expected ")?;
    let wanted = wanted_value(wanted, object);
    let found = match kind {
        "value:" if wanted == "a whole number" => {
            return Some(format!("{} is too small or too large", found_value(found, object)));
        }
        "type:" | "value:" => found_value(found, object),
        "length" => format!("a list of {found}"),
        _ => return None,
    };
    Some(format!("{found} in the place of {wanted}"))
}

/// What was found: `string "x"`, ``integer `5` ``, `map`.
fn found_value(found: &str, object: &str) -> String {
    match found {
        "sequence" => return "a list".into(),
        "map" => return object.into(),
        "null" | "unit value" => return "nothing".into(),
        _ => {}
    }
    let kinds = ["string ", "integer ", "floating point ", "boolean ", "character "];
    let value = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    value.trim_matches('`').to_string()
}

/// What was expected there: `a string`, `u32`, `struct Note`, `an array of length 3`.
fn wanted_value(wanted: &str, object: &str) -> String {
    let after = |begins: &str| wanted.strip_prefix(begins).filter(|size| is_number(size));
    if let Some(size) = after("an array of length ").or(after("a tuple of size ")) {
        return format!("a list of {size}");
    }
    let begins = |with: &[&str]| with.iter().any(|begin| wanted.starts_with(begin));
    let is_integer =
        |sign| wanted.strip_prefix(sign).is_some_and(|size| is_number(size) || size == "size");
    match wanted {
        "f32" | "f64" => "a number",
        "a string" | "a borrowed string" | "string" | "a character" => "a text",
        "a sequence" | "sequence" => "a list",
        "fewer elements in array" => "a shorter one",
        "a map" | "map" => object,
        "a boolean" => "true or false",
        "unit" => "nothing",
        "string or table" => "a name",
        _ if is_integer('u') || is_integer('i') => "a whole number",
        _ if begins(&["a nonzero "]) => "a number other than 0",
        _ if begins(&["struct "]) => object,
        _ if begins(&["tuple struct ", "a tuple "]) => "a list",
        _ if begins(&["enum ", "variant "]) => "a name",
        _ => wanted,
    }
    .into()
}

/// A name that is missing, unknown, or there twice.
fn named(complaint: &str) -> Option<String> {
    let quoted = |text: &str| text.replace('`', "\"");
    for (begin, end) in [("missing field ", " is missing"), ("duplicate field ", " is there twice")]
    {
        if let Some(name) = complaint.strip_prefix(begin) {
            return Some(quoted(name) + end);
        }
    }
    let begins = ["unknown field ", "unknown variant "];
    let rest = begins.iter().find_map(|begin| complaint.strip_prefix(begin))?;
    Some(match rest.split_once(", expected ") {
        Some((name, known)) => {
            let known = known.strip_prefix("one of ").unwrap_or(known);
            quoted(&format!("{name} is not known here; known: {known}"))
        }
        None => quoted(rest.split(',').next()?) + " is not known here",
    })
}

/// A text that ends too early or goes too deep, and a number that is too large.
fn of_syntax(complaint: &str) -> Option<String> {
    if let Some(part) = complaint.strip_prefix("EOF while parsing ") {
        return Some(format!("it ends within {part}"));
    }
    Some(match complaint {
        "recursion limit exceeded" => "lists in lists go too deep".into(),
        "number out of range" => "a number is too large".into(),
        _ if complaint.ends_with("number overflowed") => "a number is too large".into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_say_is_said_in_the_words_of_files() {
        let said = |complaint| fault_in_plain_words(complaint, "an object");
        for (complaint, plain) in [
            ("invalid type: sequence, expected a string", "a list in the place of a text"),
            (
                "invalid type: string \"x, y\", expected f32 at line 2 column 47",
                "\"x, y\" in the place of a number",
            ),
            ("invalid value: integer `-1`, expected u32", "-1 is too small or too large"),
            ("invalid type: map, expected u", "an object in the place of u"),
            (
                "invalid length 2, expected an array of length 3",
                "a list of 2 in the place of a list of 3",
            ),
            ("invalid type: null, expected struct Note", "nothing in the place of an object"),
            ("missing field `name` at line 1 column 2", "\"name\" is missing"),
            ("duplicate field `name`", "\"name\" is there twice"),
            (
                "unknown variant `up`, expected one of `x`, `y`",
                "\"up\" is not known here; known: \"x\", \"y\"",
            ),
            ("unknown field `up`, there are no fields", "\"up\" is not known here"),
            ("EOF while parsing an object at line 1 column 9", "it ends within an object"),
            (
                "invalid type: floating point `1.5`, expected u8",
                "1.5 in the place of a whole number",
            ),
            (
                "invalid type: string \"a `b` at line 5\", expected f32",
                "\"a `b` at line 5\" in the place of a number",
            ),
            ("floating-point number overflowed", "a number is too large"),
            ("recursion limit exceeded", "lists in lists go too deep"),
            ("trailing comma at line 4 column 1", "trailing comma"),
            ("invalid string\nexpected `\"`", "invalid string, expected `\"`"),
        ] {
            assert_eq!(said(complaint), plain);
        }
    }

    #[test]
    fn what_serde_says_today_is_known() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)] // what fails is never looked at
        struct Thing {
            name: String,
            size: [f32; 2],
        }
        for (text, plain) in [
            (r#"{"name": 5, "size": [1, 2]}"#, "5 in the place of a text"),
            (r#"{"name": "a", "size": {}}"#, "an object in the place of a list of 2"),
            (r#"{"name": "a", "size": [1]}"#, "a list of 1 in the place of a list of 2"),
            (r#"{"name": "a"}"#, "\"size\" is missing"),
            (r#"{"nam": "a"}"#, "\"nam\" is not known here; known: \"name\" or \"size\""),
            (r#"{"name": "a"#, "it ends within a string"),
            ("[[]]", "a list in the place of a text"),
        ] {
            let error = serde_json::from_str::<Thing>(text).expect_err("no thing");
            assert_eq!(fault_in_plain_words(&error.to_string(), "an object"), plain, "{text}");
        }
    }
}
