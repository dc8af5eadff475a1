//! Lists of frames, as `--frames 0,10,20-30` writes them.

use super::Failure;

/// The frames of a list, in its order, once it is known how many there are.
///
/// # Errors
/// Where the list is no list, or names a frame that the take does not have.
pub(super) fn parse(list: &str, frame_count: usize) -> Result<Vec<usize>, Failure> {
    let mut frames = Vec::new();
    for part in list.split(',') {
        let part = part.trim();
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first, list)?, number(last, list)?);
        if first > last {
            return Err(Failure::Arguments(format!(
                "frames {first}-{last}: a range goes upwards"
            )));
        }
        // Before the range is made into a list: it may be as long as a number can be.
        check(last, frame_count)?;
        frames.extend(first..=last);
    }
    Ok(frames)
}

/// A single frame.
///
/// # Errors
/// As [`parse`].
pub(super) fn single(word: &str, frame_count: usize) -> Result<usize, Failure> {
    if word.trim() == "middle" {
        return Ok(frame_count / 2);
    }
    let frame = word.trim().parse().map_err(|_| {
        Failure::Arguments(format!(
            "'{word}' is no frame; write its number, from 0, or 'middle'"
        ))
    })?;
    check(frame, frame_count)?;
    Ok(frame)
}

fn check(frame: usize, frame_count: usize) -> Result<(), Failure> {
    let last = frame_count.saturating_sub(1);
    if frame > last {
        return Err(Failure::Arguments(format!(
            "frame {frame}: the take has frames 0 to {last}"
        )));
    }
    Ok(())
}

fn number(word: &str, list: &str) -> Result<usize, Failure> {
    word.trim().parse().map_err(|_| {
        Failure::Arguments(format!(
            "'{list}' is no list of frames; write it as 0,10,20-30"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<Vec<usize>, Failure>) -> String {
        match result {
            Err(Failure::Arguments(message)) => message,
            _ => panic!("not an error"),
        }
    }

    #[test]
    fn a_list_has_numbers_and_ranges() {
        let frames = parse("0,10, 20-23", 24).ok().unwrap();
        assert_eq!(frames, [0, 10, 20, 21, 22, 23]);
    }

    #[test]
    fn what_is_no_list_is_told() {
        assert!(message(parse("a-b", 9)).contains("no list of frames"));
        assert!(message(parse("", 9)).contains("no list of frames"));
        assert!(message(parse("3-1", 9)).contains("upwards"));
        assert_eq!(single("middle", 9).ok(), Some(4));
        let one = single("0-3", 9).map(|frame| vec![frame]);
        assert_eq!(
            message(one),
            "'0-3' is no frame; write its number, from 0, or 'middle'"
        );
        let far = parse("0-99999999999999", 9);
        assert_eq!(
            message(far),
            "frame 99999999999999: the take has frames 0 to 8"
        );
    }
}
