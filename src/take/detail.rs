//! A detail: something that only some files say, such as a version or a subject.

use super::FormatId;

/// One fact that a format states beyond what every take has.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub fn said(kind: DetailKind, text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty()).then_some(Self { kind, text })
    }

    /// That nobody could compare the reading of a format with another program's.
    pub(crate) fn by_description(format: FormatId) -> Self {
        let text = format!("by its description: no sample of {format} is public");
        Self::new(DetailKind::READING, text)
    }

    /// When the first frame was recorded: what the file says, each with what it is; none where it says nothing.
    pub fn first_frame_at(said: &[(String, &str)]) -> Option<Self> {
        let said = said.iter().filter(|(text, _)| !text.is_empty());
        let said: Vec<String> = said.map(|(text, what)| format!("{text} {what}")).collect();
        let text = format!("first frame at {}", said.join(", "));
        (!said.is_empty()).then(|| Self::new(DetailKind::TIME, text))
    }

    /// That no joint hangs from another one.
    pub fn places_in_world() -> Self {
        Self::new(DetailKind::PLACES, "each segment in the world, without a hierarchy")
    }
}

/// What a detail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetailKind {
    /// The key in the JSON of `rushes info`, which other programs depend on.
    pub key: &'static str,
    /// Its name on the screen: sentence case, a few words.
    pub label: &'static str,
}

#[allow(missing_docs)] // the words are the documentation
impl DetailKind {
    pub const ACTOR: Self = Self::new("actor", "Actor");
    pub const ANALOG: Self = Self::new("analog", "Analog");
    pub const BONE_AXIS: Self = Self::new("bone axis", "Bone axis");
    pub const CALLED: Self = Self::new("called", "Called");
    pub const CAMERAS: Self = Self::new("cameras", "Cameras");
    pub const CAMERA_RATE: Self = Self::new("camera rate", "Camera rate");
    pub const COLUMNS: Self = Self::new("columns", "Columns");
    pub const COMMENTS: Self = Self::new("comments", "Comments");
    pub const CONFIGURATION: Self = Self::new("configuration", "Setup");
    pub const DATE: Self = Self::new("date", "Date");
    pub const EXPORT: Self = Self::new("export", "Export");
    pub const KIND: Self = Self::new("kind", "Kind");
    pub const LEFT_OUT: Self = Self::new("left out", "Left out");
    pub const LENGTH_UNIT: Self = Self::new("length unit", "Length unit");
    pub const MADE_FOR: Self = Self::new("made for", "Made for");
    pub const MASS_UNIT: Self = Self::new("mass unit", "Mass unit");
    pub const MOTION: Self = Self::new("motion", "Motion");
    pub const NOTES: Self = Self::new("notes", "Notes");
    pub const OFFSETS: Self = Self::new("offsets", "Offsets");
    pub const ORIGINAL: Self = Self::new("original", "Original");
    pub const PLACES: Self = Self::new("places", "Places");
    pub const POSITIONS: Self = Self::new("positions", "Positions");
    pub const READING: Self = Self::new("reading", "Reading");
    pub const RECORDED_AS: Self = Self::new("recorded as", "Recorded as");
    pub const ROTATIONS: Self = Self::new("rotations", "Rotations");
    pub const SCALE: Self = Self::new("scale", "Scale");
    pub const SKELETON: Self = Self::new("skeleton", "Skeleton");
    pub const SOFTWARE: Self = Self::new("software", "Software");
    pub const SPINE_LINKS: Self = Self::new("spine links", "Spine links");
    pub const STORAGE: Self = Self::new("storage", "Storage");
    pub const STRUCTURE: Self = Self::new("structure", "Structure");
    pub const SUBJECT: Self = Self::new("subject", "Subject");
    pub const TIME: Self = Self::new("time", "Time");
    pub const VERSION: Self = Self::new("version", "Version");

    const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label }
    }
}
