//! A detail: something that only some files say, such as a version or a subject.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::FormatId;

/// One fact that a format states beyond what every take has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// What the fact is about.
    pub kind: DetailKind,
    /// What the file says, or what was decided about it.
    pub text: String,
}

impl Detail {
    /// A fact: what it is about, and what the file says of it.
    pub fn new(kind: DetailKind, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { kind, text }
    }

    /// A fact that a file may leave open: none where it says nothing of it.
    pub(crate) fn non_empty(kind: DetailKind, text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty()).then_some(Self { kind, text })
    }

    /// That nobody could compare the reading of a format with another program's.
    pub(crate) fn by_description(format: FormatId) -> Self {
        let text = format!("by its description: no sample of {format} is public");
        Self::new(DetailKind::READING, text)
    }

    /// When the first frame was recorded: what the file says, each with what it is; none where it says nothing.
    pub(crate) fn first_frame_at(parts: &[(String, &str)]) -> Option<Self> {
        let parts = parts.iter().filter(|(text, _)| !text.is_empty());
        let parts: Vec<String> = parts.map(|(text, what)| format!("{text} {what}")).collect();
        let text = format!("first frame at {}", parts.join(", "));
        (!parts.is_empty()).then(|| Self::new(DetailKind::TIME, text))
    }

    /// That no joint hangs from another one.
    pub(crate) fn places_in_world() -> Self {
        Self::new(DetailKind::PLACES, "each segment in the world, without a hierarchy")
    }
}

/// What a detail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetailKind {
    /// The key in the JSON of `rushes info`, which other programs depend on.
    pub key: &'static str,
}

/// As its key.
impl Serialize for DetailKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key)
    }
}

impl<'de> Deserialize<'de> for DetailKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        let known = Self::ALL.iter().find(|kind| kind.key == key);
        known.copied().ok_or_else(|| D::Error::custom(format!("no detail is called '{key}'")))
    }
}

/// Makes the kinds from one table: name, key.
macro_rules! kinds {
    ($($name:ident $key:literal)*) => {
        #[allow(missing_docs)] // the words are the documentation
        impl DetailKind {
            $(pub const $name: Self = Self { key: $key };)*

            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

kinds! {
    ACTOR "actor"
    ANALOG "analog"
    BONE_AXIS "bone axis"
    CALLED "called"
    CAMERAS "cameras"
    CAMERA_RATE "camera rate"
    COLUMNS "columns"
    COMMENTS "comments"
    CONFIGURATION "configuration"
    DATE "date"
    EXPORT "export"
    KIND "kind"
    LEFT_OUT "left out"
    LENGTH_UNIT "length unit"
    MADE_FOR "made for"
    MASS_UNIT "mass unit"
    MOTION "motion"
    NOTES "notes"
    OFFSETS "offsets"
    ORIGINAL "original"
    PLACES "places"
    POSITIONS "positions"
    READING "reading"
    RECORDED_AS "recorded as"
    ROTATIONS "rotations"
    SCALE "scale"
    SKELETON "skeleton"
    SOFTWARE "software"
    SOLVED "solved"
    SPINE_LINKS "spine links"
    STORAGE "storage"
    STRUCTURE "structure"
    SUBJECT "subject"
    TIME "time"
    VERSION "version"
}
