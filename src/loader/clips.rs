//! The clips of a file: which of its animations is the take.

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::word::plain_text;
use crate::take::{Clips, Warning, WarningCode};

/// Chooses the clip that is asked for, by its name, or by its number from 1 where none has that name; where none is asked
/// for, the first one that moves something, or simply the first. `None` for a file without any.
///
/// # Errors
/// Where there is no such clip.
pub(super) fn choose(
    source: &Source<'_>,
    names: impl IntoIterator<Item = String>,
    moves: impl FnMut(&usize) -> bool,
) -> Result<Option<Clips>, LoadError> {
    let names: Vec<String> = names.into_iter().map(|name| plain_text(&name)).collect();
    let usual = (0..names.len()).find(moves).unwrap_or_default();
    let shown = match source.clip {
        Some(asked) => find(source, asked, &names)?,
        None => usual,
    };
    Ok((!names.is_empty()).then_some(Clips { names, shown, usual }))
}

fn find(source: &Source<'_>, asked: &str, names: &[String]) -> Result<usize, LoadError> {
    let by_name = names.iter().position(|name| name == asked);
    let by_number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    by_name.or(by_number.filter(|&at| at < names.len())).ok_or_else(|| {
        let error = LoadError::new(source, ErrorKind::NoSuchClip(plain_text(asked)));
        match names {
            [] => error,
            names => {
                let quoted = names.iter().map(|name| format!("\"{name}\""));
                error.hint(format!("its clips are {}", join_first(quoted, 12)))
            }
        }
    })
}

/// The first `max` of some texts, and how many more there are.
pub(super) fn join_first(texts: impl ExactSizeIterator<Item = String>, max: usize) -> String {
    let more = texts.len().saturating_sub(max);
    let first = texts.take(max).collect::<Vec<String>>().join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}

/// Refuses to read a clip out of a file of a format that has none.
pub(super) fn refuse_clip(source: &Source<'_>) -> Result<(), LoadError> {
    match source.clip {
        Some(asked) => find(source, asked, &[]).map(|_| ()),
        None => Ok(()),
    }
}

/// The warning where none of the clips moves the skeleton.
pub(super) fn nothing_moves() -> Warning {
    let message = "no animation moves the skeleton: it is shown as it stands, in one frame";
    Warning::of_file(WarningCode::PartMissing, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(asked: Option<&str>, names: &[&str]) -> Result<Option<usize>, String> {
        let source = Source { clip: asked, ..Source::new("walk.fbx", b"") };
        let names = names.iter().map(ToString::to_string);
        let clips = choose(&source, names, |&i| i == 1).map_err(|error| error.to_string())?;
        Ok(clips.map(|clips| clips.shown))
    }

    #[test]
    fn a_clip_is_found_by_its_name_or_its_number_and_else_the_first_that_moves() {
        assert_eq!(chosen(None, &["Take 001", "walk"]), Ok(Some(1)));
        assert_eq!(chosen(None, &["Take 001"]), Ok(Some(0)));
        assert_eq!(chosen(None, &[]), Ok(None));
        assert_eq!(chosen(Some("Take 001"), &["Take 001", "walk"]), Ok(Some(0)));
        assert_eq!(chosen(Some("2"), &["Take 001", "walk"]), Ok(Some(1)));
        assert_eq!(chosen(Some("2"), &["2", "walk"]), Ok(Some(0)));
        let error = chosen(Some("run"), &["Take 001", "walk"]).unwrap_err();
        let text = "walk.fbx: there is no clip \"run\"\nhint: its clips are \"Take 001\", \"walk\"";
        assert_eq!(error, text);
        assert_eq!(chosen(Some("0"), &[]).unwrap_err(), "walk.fbx: there is no clip \"0\"");
    }
}
