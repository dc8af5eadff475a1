//! Folders of a file a frame, read on all cores.

use std::ops::Range;

use super::super::chunks::threads;
use super::super::error::{ErrorKind, LoadError};
use super::super::{Sequence, Source};
use super::crowd::Crowd;
use super::frame::Frame;
use super::json::Json;
use super::layouts::layout_of;
use super::outline::Outline;
use super::reading::Layout;
use crate::threads::parallel_map;

/// What the threads that read files beside the first one are called.
const THREAD: &str = "frames";

/// The layout of a sequence whose first files have nobody, and tell nothing.
pub(super) fn layout(sequence: &dyn Sequence) -> Option<&'static Layout> {
    /// So many are looked at.
    const MAX_EMPTY: usize = 1 << 10;
    let mut bytes = Vec::new();
    (1..sequence.count().min(MAX_EMPTY)).find_map(|index| {
        sequence.read(index, &mut bytes).ok()?;
        layout_of(&Outline::of(&bytes)?)
    })
}

/// The files of a take.
#[derive(Clone, Copy)]
struct Files<'s, 'a> {
    source: &'s Source<'a>,
    sequence: &'s dyn Sequence,
    layout: &'static Layout,
}

/// Reads all files of a sequence, of which the source is the first one. A file that cannot be read is a frame that is lost.
///
/// # Errors
/// Where nobody waits for it any more.
pub(super) fn read(
    source: &Source<'_>,
    sequence: &dyn Sequence,
    layout: &'static Layout,
) -> Result<(Crowd, Frame), LoadError> {
    let files = Files { source, sequence, layout };
    let (crowd, frame) = files.read(false)?;
    if crowd.is_too_flat { files.read(true) } else { Ok((crowd, frame)) }
}

impl Files<'_, '_> {
    fn read(self, only_world: bool) -> Result<(Crowd, Frame), LoadError> {
        let count = self.sequence.count();
        self.source.announce(count);
        let mut crowd = Crowd::new(only_world);
        let mut first = FileReader::default();
        let mut next = 0;
        while next < count && crowd.shape().is_none() {
            first.read(self, next, &mut crowd)?;
            next += 1;
        }
        let bytes = self.source.bytes.len().saturating_mul(count);
        let parts = threads(self.source, bytes).min((count - next).max(1));
        let ends = (1..=parts).map(|part| next + (count - next) * part / parts);
        let starts = std::iter::once(next).chain(ends.clone());
        let parts: Vec<Range<usize>> = starts.zip(ends).map(|(start, end)| start..end).collect();
        let part = |part: Range<usize>| -> Result<Option<Crowd>, LoadError> {
            let Some(mut crowd) = crowd.behind() else { return Ok(None) };
            let mut reader = FileReader::default();
            part.into_iter().try_for_each(|index| reader.read(self, index, &mut crowd))?;
            Ok(Some(crowd))
        };
        let read = match parallel_map(THREAD, parts, part) {
            Some(read) => read,
            // There are no threads.
            None => vec![part(next..count)],
        };
        for part in read {
            if let Some(part) = part? {
                crowd.append(part);
            }
        }
        Ok((crowd, first.frame))
    }

    fn error(self, index: usize, what: &str) -> LoadError {
        let message = format!("{}{what}", self.sequence.name(index));
        LoadError::new(self.source, ErrorKind::Contradiction(message))
    }
}

/// What is filled again for each file.
#[derive(Default)]
struct FileReader {
    bytes: Vec<u8>,
    frame: Frame,
}

impl FileReader {
    fn read(
        &mut self,
        files: Files<'_, '_>,
        index: usize,
        crowd: &mut Crowd,
    ) -> Result<(), LoadError> {
        let Files { source, sequence, layout } = files;
        if source.is_cancelled() {
            return Err(LoadError::new(source, ErrorKind::Cancelled));
        }
        let number = Some(sequence.number(index));
        let bytes = match index {
            0 => source.bytes,
            _ => match sequence.read(index, &mut self.bytes) {
                Ok(()) => &self.bytes,
                Err(why) => {
                    let what = format!(" cannot be read: {why}");
                    crowd.lose(number, || files.error(index, &what));
                    return Ok(());
                }
            },
        };
        self.frame.clear();
        let read = (layout.item)(&mut Json::new(bytes), b"", &mut self.frame);
        self.frame.number = number;
        match read {
            Ok(()) => crowd.add(&mut self.frame),
            Err(fault) => crowd.lose(number, || {
                let name = sequence.name(index);
                let error = fault.error(&Source { file: name, bytes, ..*source });
                let place = error.place().map_or(String::new(), |place| format!(":{place}"));
                files.error(index, &format!("{place}: {}", error.kind()))
            }),
        }
        if let Some(progress) = source.progress {
            progress.understood(bytes.len());
        }
        Ok(())
    }
}
