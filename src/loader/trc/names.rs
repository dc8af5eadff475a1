//! The names of the markers of a TRC file.

use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::Line;
use super::super::scanner::Reader;
use super::super::stated::{compare_stated, missing_or_differs};
use super::super::table::FirstRow;
use super::super::word::{Word, plain};
use super::header::Header;
use crate::take::{Axis, WarningCode};

/// The names of all markers. Those for which the rows have more values are nameless.
pub(super) fn names(
    header: &Header<'_>,
    first: &FirstRow<'_>,
    reader: &mut Reader<'_>,
) -> Result<Vec<String>, LoadError> {
    let stated = header.values.get("NumMarkers");
    let stated_count = stated.and_then(|word| word.number());
    let grouped = by_columns(&header.fields, first.columns, stated_count);
    if grouped.is_some() {
        let message = "each column has a name: three of them name a marker";
        reader.warn(WarningCode::ConventionDiffers, header.names_at, message);
    }
    let words = grouped.unwrap_or_else(|| header.names());
    let mut names: Vec<String> = words.iter().map(|word| plain(word.text)).collect();
    let in_row = first.columns / COLUMNS;
    if in_row == 0 && names.is_empty() {
        let what = "the positions of the markers behind frame number and time";
        let found = "none, and no names of markers";
        return Err(reader.scan.expected_at(header.names_at, what, found));
    }
    let named = names.len();
    names.resize(named.max(in_row), String::new());
    let at = |marker: usize| words.get(marker).map_or(header.names_at, |word| word.at);
    reader.settle_names(&mut names, at);
    match stated {
        Some(word) if in_row > named && stated_count != Some(in_row as f64) => {
            let code = missing_or_differs(stated_count.unwrap_or_default(), in_row as f64);
            let message = format!(
                "NumMarkers is {} and the rows have {in_row} markers: the rows decide",
                word.shown()
            );
            reader.warn(code, word.at, message);
        }
        _ => compare_stated(stated, names.len(), ["marker", "name"], reader),
    }
    Ok(names)
}

/// The names of markers where each of the `columns` of a row has one: `LFHD_x LFHD_y LFHD_z`, or a name three
/// times. There may be tabs between them or blanks. `stated` is how many markers there should be.
fn by_columns<'a>(
    fields: &[Word<'a>],
    columns: usize,
    stated: Option<f64>,
) -> Option<Vec<Word<'a>>> {
    let filled: Vec<Word<'a>> =
        fields.iter().filter(|field| !field.text.is_empty()).copied().collect();
    let words = filled.iter().flat_map(|&Word { text, at }| Line { text, at }.words());
    let words: Vec<Word<'a>> = words.collect();
    // A name of three words, parted by blanks, is no name for each column.
    [(filled, true), (words, false)].into_iter().find_map(|(names, are_fields)| {
        let (threes, rest) = names.as_chunks::<COLUMNS>();
        let is_stated = stated == Some(threes.len() as f64);
        // As many names as values, or more than values of whole markers.
        let is_one_each = columns < names.len() + COLUMNS;
        let may_be = is_one_each || is_stated && columns < COLUMNS * names.len();
        if threes.is_empty() || !rest.is_empty() || !may_be {
            return None;
        }
        let stems: Option<Vec<Word<'a>>> = threes.iter().map(stem).collect();
        let is_sure = are_fields && is_stated && columns == names.len();
        stems.or_else(|| is_sure.then(|| threes.iter().map(shared).collect()))
    })
}

/// What parts the name of a marker from that of an axis.
const BETWEEN: &[u8] = b"_.:-/ ()[]";

/// Takes a letter from one end of a text.
type Split = fn(&[u8]) -> Option<(&u8, &[u8])>;

/// The name of a marker out of those of its columns: the same three times, or with X, Y and Z behind or ahead of
/// it.
fn stem<'a>(three: &[Word<'a>; COLUMNS]) -> Option<Word<'a>> {
    let name = three[0];
    if three.iter().all(|other| other.text == name.text) {
        return Some(name);
    }
    let is_between = |b: &u8| BETWEEN.contains(b);
    let letters = Axis::ALL.map(|axis| axis.name().as_bytes()[0]);
    let with = |split: Split| {
        let mut rests = three.iter().zip(letters).map(|(word, letter)| {
            let end = word.text.iter().rposition(|b| !b")]".contains(b))?;
            let (axis, rest) = split(&word.text[..=end])?;
            axis.eq_ignore_ascii_case(&letter).then_some(rest)
        });
        let first = rests.next()??;
        rests.all(|rest| rest == Some(first)).then_some(first)
    };
    let behind = with(|text| text.split_last()).and_then(|rest| {
        let end = rest.iter().rposition(|b| !is_between(b))?;
        Some(Word { text: &name.text[..=end], at: name.at })
    });
    behind.or_else(|| {
        let rest =
            with(|text| text.split_first()).filter(|rest| rest.first().is_some_and(is_between))?;
        let from = 1 + rest.iter().position(|b| !is_between(b))?;
        Some(Word { text: &name.text[from..], at: name.at + from })
    })
}

/// What three names begin with, or else the first of them.
fn shared<'a>(three: &[Word<'a>; COLUMNS]) -> Word<'a> {
    let name = three[0];
    let is_shared = |&i: &usize| three.iter().all(|other| other.text.get(i) == name.text.get(i));
    let len = (0..name.text.len()).take_while(is_shared).count();
    let end = name.text[..len].iter().rposition(|b| !BETWEEN.contains(b));
    Word { text: &name.text[..end.map_or(name.text.len(), |end| end + 1)], at: name.at }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &str, columns: usize, stated: Option<f64>) -> Option<Vec<String>> {
        let fields = names.split('\t').map(|text| Word { text: text.as_bytes(), at: 0 });
        let names = by_columns(&fields.collect::<Vec<_>>(), columns, stated)?;
        Some(names.iter().map(|name| plain(name.text)).collect())
    }

    #[test]
    fn three_names_of_columns_are_one_of_a_marker() {
        for names in [
            "A 1_x\tA 1_y\tA 1_z\tB_x\tB_y\tB_z",
            "A 1.X\tA 1.Y\tA 1.Z\tB.X\tB.Y\tB.Z",
            "A 1X\tA 1Y\tA 1Z\tBx\tBy\tBz",
            "A 1 (x)\tA 1 (y)\tA 1 (z)\tB[x]\tB[y]\tB[z]",
            "x_A 1\ty_A 1\tz_A 1\tX:B\tY:B\tZ:B",
            "A 1\tA 1\tA 1\tB\tB\tB",
            "A 1\tA 1\tA 1\t\tB\tB\tB",
        ] {
            let both = Some(vec!["A 1".to_string(), "B".to_string()]);
            assert_eq!(found(names, 6, Some(2.0)), both, "{names}");
            assert_eq!(found(names, 6, None), both, "{names}");
            assert_eq!(found(names, 18, Some(6.0)), None, "{names}");
        }
        let blanks = "A_x A_y A_z\tB_x B_y B_z";
        assert_eq!(found(blanks, 6, None), Some(vec!["A".into(), "B".into()]));
    }

    #[test]
    fn names_of_markers_stay_theirs() {
        for (names, columns, stated) in [
            ("LASI\tRASI\tSACR", 9, Some(3.0)),
            ("LASI\tRASI\tSACR", 3, Some(3.0)),
            ("LASI\tRASI\tSACR", 3, None),
            ("A_x\tA_y\tA_z\tB", 4, None),
            ("", 3, None),
        ] {
            assert_eq!(found(names, columns, stated), None, "{names}");
        }
        // Where all counts say so, the names are of columns whatever they are.
        let odd = found("LASI1\tLASI2\tLASI3", 3, Some(1.0));
        assert_eq!(odd, Some(vec!["LASI".to_string()]));
    }
}
