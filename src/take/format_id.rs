//! The formats of takes, by their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Makes the formats from one table: variant, name, what it is.
macro_rules! formats {
    ($($id:ident $name:literal $about:literal)*) => {
        /// A format that takes are read from; [`crate::loader::FORMATS`] says more of each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum FormatId {
            $(#[doc = $about] $id,)*
        }

        impl FormatId {
            /// All of them, whether they are compiled in or not, the usual ones first.
            pub const ALL: &[Self] = &[$(Self::$id),*];

            /// As people call it, in JSON and on the screen.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }
        }
    };
}

formats! {
    Bvh "BVH" "Biovision hierarchical data."
    Htr "HTR" "Hierarchical translation-rotation, of Motion Analysis."
    Gtr "GTR" "Global translation-rotation, of Motion Analysis."
    Amc "AMC" "Motions of Acclaim, whose skeletons are ASF."
    Asf "ASF" "Skeletons of Acclaim."
    BonesPro "BonesPro" "Exports of the BonesPro plug-in."
    Trc "TRC" "Marker tables of Motion Analysis and OpenSim."
    C3d "C3D" "The binary marker format of biomechanics."
    Fbx "FBX" "Autodesk's exchange format."
    Gltf "glTF" "glTF 2.0, VRM and VRMA."
    Csm "CSM" "Character Studio markers."
    Mvnx "MVNX" "Recordings of Xsens' suits."
    Npz "NPZ" "Archives of NumPy arrays."
    KeypointJson "Keypoint JSON" "What pose estimators and depth cameras write as JSON."
    Pickle "Pickle" "Pickles of Python and files of torch, with arrays."
    OptiTrack "OptiTrack" "Tables of OptiTrack's Motive."
    Qualisys "Qualisys" "Tables of Qualisys Track Manager."
    Vicon "Vicon" "Tables of Vicon Nexus."
    Positions "Positions" "The positions that Rushes prints."
    Kinect "Kinect" "Skeletons of Kinect sensors, as data sets of research have them."
    Parquet "Parquet" "Data sets of many takes, for engines."
    Table "Table" "Tables of which somebody says what their columns are."
    Bva "BVA" "Biovision animation."
    Ask "ASK" "Skeletons of Alias, by Biovision."
}

impl fmt::Display for FormatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for FormatId {
    type Err = UnknownFormat;

    /// Reads a name, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let mut all = Self::ALL.iter();
        let found = all.find(|id| id.name().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| UnknownFormat(text.to_string()))
    }
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no format is called \"{}\"", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_read_as_it_is_written() {
        for &id in FormatId::ALL {
            assert_eq!(id.to_string().parse::<FormatId>(), Ok(id));
            assert_eq!(id.name().to_ascii_lowercase().parse::<FormatId>(), Ok(id));
        }
        let error = "walk".parse::<FormatId>().unwrap_err();
        assert_eq!(error.to_string(), "no format is called \"walk\"");
    }
}
