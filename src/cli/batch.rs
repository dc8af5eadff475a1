//! How a command goes through many takes: on all cores, with results in the order of the files.

use std::num::NonZeroUsize;

use super::exit::{Exit, Failure};
use super::inputs::Input;
use super::options::Reader;
use super::terminal::{Progress, print_error};
use crate::files::{Opened, Opener, are_many, catch_panic};
use crate::loader::LoadError;

/// Reads files and does a work with each, several at a time; `done` gets what came of it, in the order
/// of the files, and may end it.
pub(super) fn each_file<T: Send>(
    reader: &Reader,
    files: &[Input],
    work: impl Fn(usize, Opened) -> Result<T, LoadError> + Sync,
    done: impl FnMut(usize, Result<T, LoadError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = reader.clone();
    // The cores are busy with files of their own then.
    reader.open_options.options.threads = are_many(files.len()).then_some(NonZeroUsize::MIN);
    let begin = || Opener::new(&reader.open_options);
    let work = |opener: &mut Opener<'_>, place: usize| {
        let path = &files[place].path;
        catch_panic(path, || work(place, reader.read(opener, path)?))
    };
    crate::files::each_file(files.len(), begin, work, done)
}

/// Reads takes and writes something of each, several at a time; tells why where one fails, and goes on with the
/// others. `is_complete` says whether all files were found. Fails where nobody reads the results, or the arguments do
/// not fit the only take.
pub(super) fn write_each(
    reader: &Reader,
    files: &[Input],
    mut is_complete: bool,
    write: impl Fn(usize, Opened) -> Result<(), Failure> + Sync,
) -> Result<Exit, Failure> {
    let progress = Progress::new(files.len(), "takes", reader.messages.quiet);
    let mut count = 0;
    let done = |_, result: Result<Result<(), Failure>, LoadError>| {
        count += 1;
        progress.update(count);
        match result.map_err(Failure::print).flatten() {
            Ok(()) => return Ok(()),
            Err(Failure::File) => {}
            Err(Failure::Arguments(message)) if files.len() > 1 => print_error(&message),
            Err(failure) => return Err(failure),
        }
        is_complete = false;
        Ok(())
    };
    each_file(reader, files, |place, opened| Ok(write(place, opened)), done)?;
    Ok(Exit::from_complete(is_complete))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::cli::options::Messages;
    use crate::files::OpenOptions;

    #[test]
    fn results_come_in_order_and_an_internal_error_in_one_file_stops_no_other() {
        let take = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/builtin/stroll.bvh"));
        let files = vec![Input { below: take.clone(), path: take }; 9];
        let reader = Reader { open_options: OpenOptions::default(), messages: Messages::default() };
        let work = |place, _| match place {
            4 => panic!("a mistake"),
            place => Ok(place),
        };
        let mut found = Vec::new();
        let done = |place, result: Result<usize, LoadError>| {
            found.push((place, result.ok()));
            Ok(())
        };
        assert!(each_file(&reader, &files, work, done).is_ok());
        let expected = (0..9).map(|place| (place, Some(place).filter(|&place| place != 4)));
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
}
