//! `rushes notes --import`: adds notes from other programs to a take.

use std::path::Path;

use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Input;
use crate::cli::options::Reader;
use crate::cli::terminal::{print_message, print_note, shown};
use crate::files::{IfNewer, Reviews, now, read_small, reason};
use crate::review::notes::import::import;

pub(super) fn add(
    marks: &Path,
    files: &[Input],
    reader: &Reader,
    reviews: &Reviews,
) -> Result<Exit, Failure> {
    const MAX_BYTES: u64 = 1 << 26;
    let [Input { path: file, .. }] = files else {
        return Err(Failure::invalid("--import adds to one take"));
    };
    if !file.is_file() {
        return Err(Failure::invalid(format!(
            "'{}': only a file has notes beside it",
            shown(file)
        )));
    }
    let unreadable = |reason: &str| Failure::with_file(marks, format!("cannot be read: {reason}"));
    let take = reader.open(file)?;
    let bytes =
        read_small(marks, MAX_BYTES).map_err(|error| unreadable(&reason(&error, "file")))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("not UTF-8 text"))?;
    let now = now();
    let imported =
        import(&text, &take, file, now).map_err(|error| unreadable(&error.to_string()))?;
    let messages = reader.messages;
    if !messages.quiet {
        let thing = if text.trim_start().starts_with('{') { "marker" } else { "line" };
        for skipped in &imported.skipped {
            print_note(
                marks,
                &format!("{thing} {} is skipped: {}", skipped.number, skipped.reason),
            );
        }
    }
    if messages.strict && !imported.skipped.is_empty() {
        return Err(Failure::with_file(marks, "refused by --strict: not all of it can be used"));
    }
    let path = Reviews::path_of(file, &take);
    let mut review = messages.review_in(reviews.load(&path));
    let added = review.add_imported(imported, now);
    let saved = reviews.save(&path, &review, IfNewer::Refuse).map_err(Failure::print)?;
    if !messages.quiet {
        saved.warnings.iter().for_each(|warning| print_message(warning));
        print_note(&saved.path, &format!("{added} added"));
    }
    Ok(Exit::Done)
}
