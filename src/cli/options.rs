//! The reading options that all commands share, and parsers of option values.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};

use crate::files::OpenOptions;
use crate::loader::{Options, PositionReading};

/// How files are read.
#[derive(Args)]
pub(super) struct ReadOptions {
    /// Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in
    /// the file
    #[arg(long, value_name = "READING", default_value = PositionReading::WORDS[0].0)]
    #[arg(value_parser = one_of(PositionReading::WORDS))]
    bvh_positions: PositionReading,
    /// The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes
    /// looks beside the file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    skeleton: Option<PathBuf>,
    /// Frames per second of takes whose file gives no rate, such as AMC and BonesPro
    #[arg(long, value_name = "FPS", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = rate)]
    rate: Option<f64>,
}

impl From<ReadOptions> for OpenOptions {
    fn from(read: ReadOptions) -> Self {
        Self {
            options: Options {
                bvh_positions: read.bvh_positions,
                rate: read.rate,
                ..Options::default()
            },
            skeleton: read.skeleton,
        }
    }
}

/// Parses one of a list of words into what it stands for.
pub(super) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(words.each_ref().map(|(word, _)| *word));
    parser.map(move |word| {
        let found = words.iter().find(|(known, _)| *known == word);
        found.expect("the parser accepts no other word").1.clone()
    })
}

fn rate(word: &str) -> Result<f64, &'static str> {
    let rate = word.parse().ok().filter(|&rate| Options::is_rate(rate));
    rate.ok_or("not a number of frames per second")
}
