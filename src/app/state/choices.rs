//! Choices that the window offers: what is on, which tab shows, what lies over the view.

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Every frame shows, however long that takes.
    EveryFrame,
    /// Moments between frames show as a blend of both while playing.
    Blend,
    /// Time shows as timecode, and not as seconds.
    Timecode,
    /// Figures of neighbouring frames.
    Ghosts,
    /// The paths of what is selected.
    Trails,
    /// The axes of joints.
    JointAxes,
    /// What is far fades.
    DepthCue,
    /// Lines on the ground.
    Grid,
    /// Shadows on the floor, and the floor as a line where it is seen from its side.
    Floor,
    /// Dashed lines from the ends of bones to children that stand apart from them.
    Relations,
    /// Frames are called by the numbers of their file, where it has some.
    FileNumbers,
    /// Boxes around bones, where a take has them.
    Boxes,
    /// Skins and other meshes, where a take has them.
    Meshes,
    /// The camera jumps where it would glide.
    ReducedMotion,
    /// Curves show the frames that the timeline shows.
    CurvesFollow,
}

impl Switch {
    /// Every switch.
    pub const ALL: [Self; 15] = [
        Self::EveryFrame,
        Self::Blend,
        Self::Timecode,
        Self::Ghosts,
        Self::Trails,
        Self::JointAxes,
        Self::DepthCue,
        Self::Grid,
        Self::Floor,
        Self::Relations,
        Self::FileNumbers,
        Self::Boxes,
        Self::Meshes,
        Self::ReducedMotion,
        Self::CurvesFollow,
    ];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::EveryFrame => "Every frame",
            Self::Blend => "Blend frames",
            Self::Timecode => "Timecode",
            Self::Ghosts => "Ghosts",
            Self::Trails => "Trails",
            Self::JointAxes => "Joint axes",
            Self::DepthCue => "Depth cue",
            Self::Grid => "Grid",
            Self::Floor => "Floor",
            Self::Relations => "Relationship lines",
            Self::FileNumbers => "The file's frame numbers",
            Self::Boxes => "Boxes",
            Self::Meshes => "Meshes",
            Self::ReducedMotion => "Reduced motion",
            Self::CurvesFollow => "Follow timeline",
        }
    }

    /// What it does, for its tip.
    pub fn about(self) -> &'static str {
        match self {
            Self::EveryFrame => "Shows every frame while playing, however long it takes",
            Self::Blend => "Shows moments between two frames, instead of the nearest frame",
            Self::Timecode => "Time in hours, minutes, seconds and frames",
            Self::Ghosts => {
                "The figures of neighbouring frames: those before are green, those after violet"
            }
            Self::Trails => "The paths of what is selected",
            Self::JointAxes => "The axes of joints: of the selection, else of all",
            Self::DepthCue => "What is far fades",
            Self::Grid => "The lines on the ground",
            Self::Floor => {
                "Shadows on the floor; from the side without perspective, a line where it is"
            }
            Self::FileNumbers => "Frames are called as in the file, and not from 0 on",
            Self::Relations => {
                "Dashed lines from bones to children that stand apart from their ends"
            }
            Self::Boxes => "The boxes around bones",
            Self::Meshes => "Skins and other meshes",
            Self::ReducedMotion => "The camera jumps where it would glide",
            Self::CurvesFollow => "Curves show the part of the timeline that is in sight",
        }
    }
}

/// Which switches are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches([bool; Switch::ALL.len()]);

impl Default for Switches {
    fn default() -> Self {
        let mut switches = Self([false; Switch::ALL.len()]);
        for on in [
            Switch::Meshes,
            Switch::Trails,
            Switch::Grid,
            Switch::Floor,
            Switch::Relations,
            Switch::FileNumbers,
        ] {
            switches.set(on, true);
        }
        switches
    }
}

impl Switches {
    /// Whether one is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        self.0[switch as usize]
    }

    /// Turns one on or off.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.0[switch as usize] = on;
    }
}

/// A tab of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// What the file says.
    #[default]
    Take,
    /// What is selected.
    Node,
    /// Values over time.
    Curves,
}

impl Tab {
    /// Every tab, from left to right.
    pub const ALL: [Self; 3] = [Self::Take, Self::Node, Self::Curves];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Take => "Take",
            Self::Node => "Node",
            Self::Curves => "Curves",
        }
    }
}

/// Which nodes have their names in the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Those that are selected.
    #[default]
    Selection,
    /// All that have room.
    All,
    /// None.
    Off,
}

impl Labels {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Selection, Self::All, Self::Off];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Selection => "Selection",
            Self::All => "All",
            Self::Off => "None",
        }
    }

    /// The word for it in files.
    pub fn word(self) -> String {
        self.name().to_lowercase()
    }

    /// The one of that word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|labels| labels.word() == word)
    }
}

/// What becomes of a take in the view before its first frame and after its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// It stands as on its first or last frame.
    Hold,
    /// It stands there in fainter colours.
    #[default]
    Dim,
    /// It is not seen.
    Hide,
}

impl Outside {
    /// Every choice, the one that shows the most first.
    pub const ALL: [Self; 3] = [Self::Hold, Self::Dim, Self::Hide];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "Hold",
            Self::Dim => "Dim",
            Self::Hide => "Hide",
        }
    }

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Dim => "dim",
            Self::Hide => "hide",
        }
    }

    /// The one of that word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outside| outside.word() == word)
    }
}

/// What lies over the window until it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The field that takes a frame, a time or a timecode.
    GoTo,
    /// Every command by name.
    Palette,
    /// All keys.
    Keys,
}

/// A panel at a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Takes and bones.
    Left,
    /// The inspector.
    Right,
}

/// What becomes of what was selected before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selecting {
    /// It is selected no longer.
    Instead,
    /// It stays selected.
    Add,
    /// It stays selected, but for what is selected again.
    Toggle,
}

/// What the state asks of the window that shows it, since it has no system of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Ask for files to open.
    Files,
    /// Ask for a folder to open.
    Folder,
    /// Save the view as a picture.
    Picture {
        /// Whether backdrop and ground are left out.
        transparent: bool,
    },
    /// Into full screen, or out of it.
    FullScreen,
    /// Open the file with the settings.
    Settings,
    /// Put a text on the clipboard.
    Copy(String),
}
