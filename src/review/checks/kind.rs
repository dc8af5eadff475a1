//! The kinds of faults that the checks look for: one row each.

use crate::scene::{Rgba, ThemeColours};

/// Makes the checks from one table: name, word, what a person reads, meaning, limits.
macro_rules! checks {
    ($($name:ident $word:literal $label:literal $about:literal [$($limit:literal),*])*) => {
        /// A kind of fault, by a word for programs that never changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Check {
            $(#[doc = $about] $name,)*
        }

        impl Check {
            /// All of them, in the order of the manual.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            const fn row(self) -> (&'static str, &'static str, &'static str, &'static [&'static str]) {
                match self {
                    $(Self::$name => ($word, $label, $about, &[$($limit),*]),)*
                }
            }
        }
    };
}

checks! {
    Pop "pop" "Pop"
        "A joint or marker leaves its path for a moment and comes back."
        ["pop-distance", "pop-angle", "pop-jerk", "pop-angular-jerk", "pop-spread"]
    Step "step" "Step"
        "A joint or marker jumps to another position or rotation from one frame to the next, and stays there."
        ["pop-distance", "pop-angle", "pop-jerk", "pop-angular-jerk", "pop-spread"]
    Flip "flip" "Flip"
        "Euler angles jump by half a turn or more: a note where the orientation does not jump, a fault where it does."
        ["flip-angle"]
    Swap "swap" "Swapped markers"
        "Two markers exchange their places, from one frame to the next or behind gaps of both."
        ["swap-distance"]
    Jitter "jitter" "Jitter"
        "A joint or marker trembles from frame to frame, faster than a body moves."
        ["jitter-distance", "jitter-angle"]
    Freeze "freeze" "Freeze"
        "A joint, a marker or the whole figure has the very same values on many frames, and moves on nine tenths of the others."
        ["freeze-time"]
    Gap "gap" "Gap"
        "A marker is missing, or frames could not be read."
        ["gap-time"]
    Nan "nan" "Not a number"
        "A value is not finite, though no marker is missing."
        []
    BoneLength "bone-length" "Bone length"
        "A joint comes nearer to its parent or goes farther away than it usually is, or a scale of the file makes its bone so."
        ["bone-length", "bone-share"]
    Skate "skate" "Foot skate"
        "A foot slides over the floor while it stands on it, or drifts slowly."
        ["contact-height", "contact-speed", "skate-speed", "slide-distance"]
    BelowFloor "below-floor" "Below the floor"
        "A foot is in the floor and on no step that leads down, or the whole take stands below the height 0 of its file."
        ["floor-depth"]
    Floating "floating" "Floating"
        "Nothing of the figure touches the floor for longer than a jump lasts, though it did not climb, or the whole take stands above the height 0 of its file."
        ["floating-height", "floating-time"]
    Limit "limit" "Limit exceeded"
        "A channel exceeds the limits that the file itself states."
        ["limit-excess"]
    Loop "loop" "Loop seam"
        "The take moves in a cycle, and jumps where its end meets its beginning."
        ["loop-distance", "loop-angle", "loop-speed"]
    Header "header" "Header"
        "What the file announces is not what is in it: the number of frames, the rate."
        ["lowest-rate", "highest-rate"]
    TPose "t-pose" "T-pose"
        "The take begins or ends with a T-pose or a reference pose."
        ["t-pose-angle"]
    Sides "sides" "Left and right"
        "Joints or markers called left are on the right of the body."
        []
}

impl Check {
    /// The word for it on the command line, in JSON and in the manual.
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// What a person reads.
    pub const fn label(self) -> &'static str {
        self.row().1
    }

    /// What it means, in one sentence.
    pub const fn about(self) -> &'static str {
        self.row().2
    }

    /// The words of its limits in [`super::LIMITS`].
    pub const fn limits(self) -> &'static [&'static str] {
        self.row().3
    }

    /// The check that is called so.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|check| check.word() == word)
    }
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The capture is wrong there.
    Fault,
    /// It is wrong, or the performer did something unusual: worth a look.
    Warning,
    /// Good to know; nothing has to be mended.
    Note,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Self; 3] = [Self::Fault, Self::Warning, Self::Note];

    /// Its colour, wherever findings are shown.
    pub fn colour(self, colours: &ThemeColours) -> Rgba {
        match self {
            Self::Fault => colours.fault,
            Self::Warning => colours.warning,
            Self::Note => colours.remark,
        }
    }

    /// The word for it in text and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
