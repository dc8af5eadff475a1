//! What goes to a worker and what comes from it: each message is its length, which is a 64-bit number, and `postcard`; the
//! bytes of files and the values of takes come behind theirs as they are.

use std::io::{self, Error, ErrorKind, Read, Write};

use bytemuck::cast_slice;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::loader::{BodyChoice, LoadError, Options, Source};
use crate::take::{FormatId, Take};

/// The length of a message is no larger, whatever a worker says that has gone mad.
const MAX_MESSAGE: u64 = 1 << 32;

/// A take that is to be loaded.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// The names of the file and of those that it is read with, and how many bytes each has.
    pub files: Vec<(String, u64)>,
    pub clip: Option<String>,
    pub wants_first_frames: bool,
    rate: Option<f64>,
    format: Option<FormatId>,
    threads: Option<std::num::NonZeroUsize>,
    body: Option<String>,
    min_confidence: Option<f32>,
}

impl Request {
    pub fn of(source: &Source<'_>) -> Self {
        let Options { rate, format, threads, body, min_confidence, .. } = source.options;
        let companions = source.companions.iter().map(|other| (other.file, other.bytes));
        let files = [(source.file, source.bytes)].into_iter().chain(companions);
        Self {
            files: files.map(|(file, bytes)| (file.to_string(), bytes.len() as u64)).collect(),
            clip: source.clip.map(String::from),
            wants_first_frames: source.first_frames.is_some(),
            rate,
            format,
            threads,
            body: body.chosen().map(String::from),
            min_confidence,
        }
    }

    /// How the file is read.
    pub fn options(&self) -> Options {
        Options {
            rate: self.rate,
            format: self.format,
            threads: self.threads,
            body: self.body.as_deref().map_or(BodyChoice::Auto, BodyChoice::of),
            min_confidence: self.min_confidence,
            ..Options::default()
        }
    }

    /// Writes it, and the bytes of its files.
    pub fn write(&self, source: &Source<'_>, mut out: impl Write) -> io::Result<()> {
        write_message(&mut out, self)?;
        out.write_all(source.bytes)?;
        source.companions.iter().try_for_each(|other| out.write_all(other.bytes))?;
        out.flush()
    }

    /// Reads one, and the bytes of its files.
    pub fn read(mut input: impl Read) -> io::Result<(Self, Vec<Vec<u8>>)> {
        let request: Self = read_message(&mut input)?;
        let bytes = request.files.iter().map(|&(_, len)| read_bytes(&mut input, len));
        let bytes = bytes.collect::<io::Result<_>>()?;
        Ok((request, bytes))
    }
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// So many more bytes are understood, and so many frames are announced.
    Progress {
        understood: u64,
        announced: Option<usize>,
    },
    /// The first frames of a take that has so many.
    FirstFrames {
        take: Box<Take>,
        frames: usize,
    },
    Loaded(Box<Take>),
    Refused(LoadError),
}

impl Answer {
    fn take_mut(&mut self) -> Option<&mut Take> {
        match self {
            Self::FirstFrames { take, .. } | Self::Loaded(take) => Some(take),
            Self::Progress { .. } | Self::Refused(_) => None,
        }
    }

    pub fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        let values = self.take_mut().map(|take| take.motion.take_values());
        write_message(out, &self)?;
        if let Some(values) = values {
            out.write_all(cast_slice(&values))?;
        }
        out.flush()
    }

    pub fn read(input: &mut impl Read) -> io::Result<Self> {
        let mut answer: Self = read_message(input)?;
        if let Some(take) = answer.take_mut() {
            /// So many values are read at once: one that lies about how many come costs no more.
            const PIECE: usize = 1 << 18;
            let mut values: Vec<f32> = Vec::new();
            let count = take.motion.frame_count().checked_mul(take.motion.columns());
            let count = count.ok_or(ErrorKind::InvalidData)?;
            values.try_reserve_exact(count).map_err(Error::other)?;
            while values.len() < count {
                let there = values.len();
                values.resize(count.min(there + PIECE), 0.0);
                input.read_exact(bytemuck::cast_slice_mut(&mut values[there..]))?;
            }
            take.motion.put_values(values);
        }
        Ok(answer)
    }
}

fn write_message(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_allocvec(message).map_err(Error::other)?;
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)
}

fn read_message<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    let mut len = [0; 8];
    input.read_exact(&mut len)?;
    let len = u64::from_le_bytes(len);
    if len > MAX_MESSAGE {
        return Err(ErrorKind::InvalidData.into());
    }
    postcard::from_bytes(&read_bytes(input, len)?).map_err(Error::other)
}

/// So many bytes, for which there is room as they come.
fn read_bytes(input: &mut impl Read, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(len).map_err(Error::other)?).map_err(Error::other)?;
    input.take(len).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == len { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{Companion, ErrorKind as Kind};

    #[test]
    fn a_request_comes_with_its_files() {
        let companions = [Companion { file: "skin.obj", bytes: b"v 0 0 0" }];
        let options =
            Options { rate: Some(60.0), format: Some(FormatId::Fbx), ..Options::default() };
        let source = Source {
            options,
            clip: Some("Run"),
            companions: &companions,
            ..Source::new("walk.fbx", b"bytes")
        };
        let mut sent = Vec::new();
        Request::of(&source).write(&source, &mut sent).expect("memory");
        let (request, bytes) = Request::read(&sent[..]).expect("a request");
        assert_eq!(bytes, [b"bytes".to_vec(), b"v 0 0 0".to_vec()]);
        assert_eq!(request.files[0].0, "walk.fbx");
        assert_eq!((request.options(), request.clip.as_deref()), (options, Some("Run")));
        assert!(Request::read(&sent[..sent.len() - 1]).is_err());
    }

    #[test]
    fn a_take_comes_as_it_is_and_so_does_an_error() {
        let take = crate::files::builtin();
        let mut sent = Vec::new();
        Answer::Loaded(Box::new(take.clone())).write(&mut sent).expect("memory");
        let Answer::Loaded(read) = Answer::read(&mut &sent[..]).expect("a take") else {
            panic!("another answer");
        };
        assert_eq!(format!("{read:?}"), format!("{take:?}"));
        let error =
            LoadError::unread("walk.fbx", Kind::Unreadable("why".into())).hint("what to do");
        let mut sent = Vec::new();
        Answer::Refused(error.clone()).write(&mut sent).expect("memory");
        assert!(matches!(Answer::read(&mut &sent[..]), Ok(Answer::Refused(read)) if read == error));
    }
}
