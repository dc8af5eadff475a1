//! The first frames of a take out of the beginning of its file.

use super::first_frames::Preview;
use super::progress::Progress;
use super::{Options, Source, detect, load};
use crate::take::{LostFrames, Take};

/// The first frames of a take out of the beginning of a file that has `whole` bytes; `None` where
/// there are none yet, or the beginning has a fault, which is told when all of the file is read.
pub fn preview(source: &Source<'_>, whole: usize) -> Option<Preview> {
    let format = detect(source)?;
    let bytes = &source.bytes[..(format.cut?)(source.bytes)];
    let progress = Progress::default();
    let take = load(&Source {
        bytes,
        whole: Some(whole),
        options: Options { format: Some(format.id), ..source.options },
        progress: Some(&progress),
        ..*source
    });
    let take = take.ok().filter(|take| take.motion.frame_count() > 0)?;
    let here = take.motion.frame_count();
    let by_size = (here as f64 * whole as f64 / bytes.len() as f64) as usize;
    let can_be = |&frames: &usize| frames >= here && (by_size / 2..=2 * by_size).contains(&frames);
    let frames = progress.announced().filter(can_be);
    Some(Preview {
        frames: frames.unwrap_or(by_size),
        take: Take { lost: LostFrames::default(), warnings: Vec::new(), ..take },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\n";

    fn frames_of(announced: &str) -> usize {
        let text = format!("{HEAD}{announced}Frame Time: 0.1\n{}", "1\n".repeat(1000));
        let whole = text.len() + 2 * 9000;
        let source = Source::new("x.bvh", text.as_bytes());
        let preview = preview(&source, whole).expect("a preview");
        assert_eq!(preview.take.warnings, []);
        assert_eq!(preview.take.motion.frame_count(), 1000);
        preview.frames
    }

    #[test]
    fn a_file_is_believed_as_to_its_frames_where_its_size_allows_it() {
        assert_eq!(frames_of("Frames: 10000\n"), 10_000);
        for announced in ["", "Frames: 1000000\n", "Frames: 1\n", "Frames: 1e300\n"] {
            let frames = frames_of(announced);
            assert!((9_000..11_000).contains(&frames), "{announced}: {frames}");
        }
    }

    #[test]
    fn what_has_no_frames_yet_has_no_preview() {
        for text in [HEAD, "HIERARCHY\nROOT a", "HIERARCHY", "", "\n"] {
            let source = Source::new("x.bvh", text.as_bytes());
            assert!(preview(&source, 1 << 30).is_none(), "{text}");
        }
        // The last line may be half of one.
        let text = format!("{HEAD}Frame Time: 0.1\n1\n2\n34");
        let source = Source::new("x.bvh", text.as_bytes());
        let two = preview(&source, text.len() + 1).expect("a preview");
        assert_eq!(two.take.motion.frame_count(), 2);
    }
}
