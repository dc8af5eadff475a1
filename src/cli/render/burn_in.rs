//! What is burned into pictures: the take's name, frame, timecode and notes, and a watermark.

use std::path::Path;
use std::sync::Arc;

use clap::{Args, ValueHint};

use crate::cli::options::{Messages, one_of};
use crate::film::{BurnIn, BurnInWord};
use crate::render::{Caption, CaptionPlace};
use crate::review::notes::Review;
use crate::take::{Take, in_one_line};

/// What can be written about a frame.
const WORDS: [(&str, BurnInWord); 4] = [
    ("take", BurnInWord::Take),
    ("frame", BurnInWord::Frame),
    ("timecode", BurnInWord::Timecode),
    ("note", BurnInWord::Note),
];

/// What is written into pictures.
#[derive(Args)]
pub(super) struct BurnInOptions {
    /// Write into each picture: the take's name, the frame by its number in the file, the timecode, and the notes of
    /// the frame; a list such as take,frame
    #[arg(long, value_name = "WORDS", value_delimiter = ',', value_parser = one_of(WORDS))]
    burn_in: Vec<BurnInWord>,
    /// Write a line across each picture, large and faint
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    watermark: Option<String>,
}

impl BurnInOptions {
    /// The words that were asked for; else these.
    pub fn words<'a>(&'a self, default: &'a [BurnInWord]) -> &'a [BurnInWord] {
        if self.burn_in.is_empty() { default } else { &self.burn_in }
    }

    /// The line across the picture.
    pub fn watermark(&self) -> Option<Caption> {
        self.watermark
            .as_deref()
            .map(|text| Caption { place: CaptionPlace::Across, text: in_one_line(text.trim()) })
    }
}

/// The words about the frames of a take, which is called so. Its notes are read where they are asked for.
pub(super) fn burn_in<'a>(
    words: &'a [BurnInWord],
    take: &Take,
    file: &Path,
    name: &str,
    messages: Messages,
) -> BurnIn<'a> {
    let has_notes = words.contains(&BurnInWord::Note) && file.is_file();
    let review = if has_notes { messages.review(file, take) } else { Review::default() };
    BurnIn::of(words, take, name, Arc::new(review))
}
