//! The codes of warnings: what happened, by a word that stays the same, and how grave it is.

use serde::{Deserialize, Serialize};

/// How much of a take a warning calls into question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Something of the capture is not in the take.
    Lost,
    /// A value that the file states is another one in the take.
    Changed,
    /// The file does not say, and something was assumed.
    Guessed,
    /// Nothing in the numbers depends on it.
    Note,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Changed, Self::Guessed, Self::Note];

    /// The word for it in JSON and in the manual.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Changed => "changed",
            Self::Guessed => "guessed",
            Self::Note => "note",
        }
    }

    /// Whether the take has other numbers than the file states, or fewer: what `--strict` refuses.
    /// A guess does not contradict the file.
    pub const fn changes_numbers(self) -> bool {
        matches!(self, Self::Lost | Self::Changed)
    }
}

/// Makes the codes from one table: name, word, severity, meaning.
macro_rules! codes {
    ($($name:ident $word:literal $severity:ident $about:literal)*) => {
        /// What a warning is about: a word for programs, which no format and no wording changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum WarningCode {
            $(#[doc = $about] $name,)*
        }

        impl WarningCode {
            /// All of them, the gravest first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            const fn row(self) -> (&'static str, Severity, &'static str) {
                match self {
                    $(Self::$name => ($word, Severity::$severity, $about),)*
                }
            }
        }
    };
}

codes! {
    FramesLost "frames-lost" Lost "Frames cannot be read, or the file breaks off within one."
    FewerThanAnnounced "fewer-than-announced" Lost
        "The file has fewer frames, markers or segments than it announces: it may be cut off."
    MarkerIncomplete "marker-incomplete" Lost
        "A marker lacks a coordinate that can be used: it is a gap on that frame."
    ValuesLeftOut "values-left-out" Lost "Values are not read, because no channel, marker or frame takes them."
    BoneLeftOut "bone-left-out" Lost "A bone that hangs from no other one is left out."
    MeshLeftOut "mesh-left-out" Lost "A mesh, or a part of it, is left out."
    EventsLeftOut "events-left-out" Lost "Events are left out."
    RotationsLeftOut "rotations-left-out" Lost
        "The format that is written holds positions, and neither rotations nor bones, or no skeleton."
    LimitsLeftOut "limits-left-out" Lost "Limits, masses or boxes are left out."
    TakeLeftOut "take-left-out" Lost "A second take in the same file is not read."
    UnitLeftOut "unit-left-out" Lost "The format that is written cannot state the unit of length, or which way is up."
    BeyondRange "beyond-range" Lost "A number is larger than the format that is written can hold."
    More "more" Lost "There are more warnings than are listed."
    ValueReplaced "value-replaced" Changed
        "A value cannot be used as it is: it is scaled, or another one stands for it."
    GivenTwice "given-twice" Changed "A key, a value or a row is given twice: one of them counts."
    Contradicted "contradicted" Changed "The file contradicts itself: one of its statements is believed."
    RateContradicted "rate-contradicted" Changed "The file states several rates: one of them is believed."
    RateAssumed "rate-assumed" Guessed "The file states no rate that can be used: one is assumed."
    UnitUnknown "unit-unknown" Guessed "The unit of length is not known: the figure's height stands for it."
    UnitDoubted "unit-doubted" Guessed
        "The unit of length that the file states makes the figure far too large or too small: another one is likely."
    UpAssumed "up-assumed" Guessed "The file does not say which way is up, and it is not as usual, or in doubt."
    PositionsGuessed "positions-guessed" Guessed
        "Whether BVH position channels replace OFFSET or add to it is decided by the numbers."
    ValueAssumed "value-assumed" Guessed
        "Something that is needed is not given or not known, as an axis, an order or a version: the usual one is assumed."
    LayoutRepaired "layout-repaired" Guessed
        "The file is not built as its format asks for, and is read as what it seems to mean."
    RowsMissing "rows-missing" Guessed
        "A segment has no row on some frames: the one before stands there, or its base position."
    GapsGuessed "gaps-guessed" Guessed "A marker is exactly at 0 0 0: it is a gap there."
    BodyGuessed "body-guessed" Guessed
        "Points without names are taken for a body that is known, by the lengths of its bones."
    PeopleGuessed "people-guessed" Guessed
        "People have no ids that follow them: who is who on each frame is decided by nearness."
    SkeletonSolved "skeleton-solved" Guessed
        "Joints that turn are solved from points: they are an estimate, and not quite where the points are."
    LowConfidence "low-confidence" Guessed "A joint's confidence is below the limit: it is a gap there."
    CompanionMissing "companion-missing" Guessed "A file that belongs to the take is not there: the take is read without."
    CompanionUnused "companion-unused" Note "A file beside the take is not used, or only in part."
    CountDiffers "count-differs" Note "A count is not that of what is there: what is there decides, and all of it is read."
    PartMissing "part-missing" Note "The file has no motion, no bones or no faces: there is nothing to show of them."
    NameRepaired "name-repaired" Note "A name or a note is empty, too long or not in characters that fit."
    NameRepeated "name-repeated" Note "Two markers or bones have the same name or number: both are kept."
    KeyUnknown "key-unknown" Note "A keyword is not known and skipped."
    TextSkipped "text-skipped" Note "Something that the format does not have there is skipped."
    PointsLeftOut "points-left-out" Note "Points that are angles, forces or the like are left out."
    NumberingUneven "numbering-uneven" Note
        "Frame numbers leave some out or go back: each row is shown as the next frame."
    Flat "flat" Note "The file's places are in the pictures of one camera: the take is flat."
    ConventionDiffers "convention-differs" Note "Something is stated in another way than usual, and means the same."
    ExtensionDiffers "extension-differs" Note "The file is called like another format: what it holds decides."
    FarPositions "far-positions" Note "Something is more than 10 km from the origin."
}

impl WarningCode {
    /// The word for it in JSON and in the manual: lower case, with hyphens.
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// How grave it is.
    pub const fn severity(self) -> Severity {
        self.row().1
    }

    /// What it means, in one sentence.
    pub const fn about(self) -> &'static str {
        self.row().2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_lower_case_and_no_two_are_alike_and_the_gravest_come_first() {
        let words: Vec<&str> = WarningCode::ALL.iter().map(|code| code.word()).collect();
        for (i, word) in words.iter().enumerate() {
            assert!(word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{word}");
            assert!(!words[..i].contains(word), "{word}");
        }
        let place = |code: &WarningCode| Severity::ALL.iter().position(|s| *s == code.severity());
        assert!(WarningCode::ALL.is_sorted_by_key(place));
        assert!(WarningCode::ALL.iter().all(|code| code.about().ends_with('.')));
    }

    #[test]
    fn what_is_lost_or_changed_changes_the_numbers() {
        assert_eq!(Severity::ALL.map(Severity::changes_numbers), [true, true, false, false]);
    }
}
