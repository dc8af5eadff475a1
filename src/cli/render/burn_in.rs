//! What is burned into pictures: the take's name, frame, timecode and notes, and a watermark.

use std::path::Path;

use clap::{Args, ValueHint};

use crate::cli::options::{Messages, one_of};
use crate::playback::Timecode;
use crate::render::{Caption, CaptionPlace};
use crate::review::notes::{Note, Review};
use crate::take::{FrameNumbers, Take, in_one_line};

/// Something about a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Take,
    Frame,
    Timecode,
    Note,
}

impl Word {
    const WORDS: [(&str, Self); 4] = [
        ("take", Self::Take),
        ("frame", Self::Frame),
        ("timecode", Self::Timecode),
        ("note", Self::Note),
    ];
}

/// What is written into pictures.
#[derive(Args)]
pub(super) struct BurnInOptions {
    /// Write into each picture: the take's name, the frame by its number in the file, the timecode, and the notes of
    /// the frame; a list such as take,frame
    #[arg(long, value_name = "WORDS", value_delimiter = ',', value_parser = one_of(Word::WORDS))]
    burn_in: Vec<Word>,
    /// Write a line across each picture, large and faint
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    watermark: Option<String>,
}

impl BurnInOptions {
    /// The words that were asked for; else these.
    pub fn words<'a>(&'a self, default: &'a [Word]) -> &'a [Word] {
        match self.burn_in.is_empty() {
            true => default,
            false => &self.burn_in,
        }
    }

    /// The line across the picture.
    pub fn watermark(&self) -> Option<Caption> {
        self.watermark.as_deref().map(|text| Caption {
            place: CaptionPlace::Across,
            text: in_one_line(text.trim()),
        })
    }
}

/// The words about the frames of a take.
pub(super) struct BurnIn<'a> {
    words: &'a [Word],
    name: String,
    numbers: FrameNumbers,
    last: usize,
    timecode: Timecode,
    review: Review,
}

impl<'a> BurnIn<'a> {
    /// Those of a take, which is called so. Its notes are read where they are asked for.
    pub fn of(words: &'a [Word], take: &Take, file: &Path, name: &str, messages: Messages) -> Self {
        let has_notes = words.contains(&Word::Note) && file.is_file();
        Self {
            words,
            name: in_one_line(name),
            numbers: take.even_numbers().unwrap_or(FrameNumbers::FROM_0),
            last: take.motion.frame_count().saturating_sub(1),
            timecode: Timecode::at(take.fps()),
            review: match has_notes {
                true => messages.review(file, take),
                false => Review::default(),
            },
        }
    }

    /// What is written on a frame.
    pub fn captions(&self, frame: usize) -> Vec<Caption> {
        let caption = |word: &Word| {
            let (place, text) = match word {
                Word::Take => (CaptionPlace::TopLeft, self.name.clone()),
                Word::Frame => (CaptionPlace::BottomLeft, self.frame(frame)),
                Word::Timecode => {
                    let frame = i64::try_from(frame).unwrap_or(i64::MAX);
                    (CaptionPlace::BottomRight, self.timecode.text(frame))
                }
                Word::Note => (CaptionPlace::Bottom, self.notes(frame)?),
            };
            Some(Caption { place, text })
        };
        self.words.iter().filter_map(caption).collect()
    }

    /// The frame as the window calls it.
    fn frame(&self, frame: usize) -> String {
        let [number, last] = [frame, self.last].map(|frame| self.numbers.of(frame).to_string());
        format!("frame {number} of {last}").replace('-', "−")
    }

    /// The notes of a frame, a line each.
    fn notes(&self, frame: usize) -> Option<String> {
        let notes = self.review.notes.iter();
        let told = |note: &Note| {
            let kind = note.kind.label();
            match in_one_line(note.text.trim()) {
                text if text.is_empty() => kind.to_string(),
                text => format!("{kind}: {text}"),
            }
        };
        let lines: Vec<String> = notes
            .filter(|note| note.frames.contains(frame))
            .map(told)
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
