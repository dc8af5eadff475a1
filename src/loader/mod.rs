//! File formats: bytes in memory become a [`Take`].
//!
//! Architecture invariant: no I/O. The caller finds and reads the files, companions too. A format is one file here, a row
//! with its name in `src/take/format_id.rs`, and a row in [`FORMATS`]; dialogs, drops, desktops, the manual and tests
//! read these tables.

mod acclaim;
mod ask;
mod bodies;
mod body_tree;
mod bonespro;
mod bva;
mod bvh;
mod c3d;
mod chunks;
mod clips;
mod columns;
mod confidence;
mod csm;
mod decimal_comma;
mod error;
mod event_label;
mod far_positions;
#[cfg(feature = "fbx")]
mod fbx;
mod file_type;
mod first_frames;
mod flat;
mod foreign;
mod format;
mod frames;
mod gaps;
#[cfg(feature = "gltf")]
mod gltf;
mod gtr;
mod htr;
mod keypoint_json;
mod keypoints;
mod kinect;
mod large;
mod left_out;
mod line;
mod marker;
mod mvnx;
mod npz;
mod number;
mod obj;
mod object;
mod optitrack;
mod parents_first;
#[cfg(all(feature = "parquet", not(target_family = "wasm")))]
mod parquet;
mod people;
mod positions;
mod preview;
mod progress;
mod qualisys;
mod rate;
mod reporter;
mod row_layout;
mod rows;
mod sampled;
mod scanner;
mod sequence;
mod skin;
mod source;
mod stated;
mod table;
mod text;
mod time_unit;
mod trc;
mod unit_names;
mod unread_rows;
mod vicon;
mod windows;
mod word;
mod xml;

pub use error::{ErrorKind, LoadError};
pub use format::Format;
pub use progress::Progress;
pub use source::{BodyChoice, Companion, Options, PositionReading, Source};

#[doc(hidden)]
pub use columns::{
    AngleUnit, COLUMNS_EXTENSION, Column, ColumnMapping, OrderWord, Quantity, SETS, Set, TableHead,
    UpWord, is_known_table, table_head,
};
#[doc(hidden)]
pub use file_type::{FileType, Magic, Match};
pub use first_frames::{FirstFrames, Preview};
#[doc(hidden)]
pub use foreign::{UNDOCUMENTED, Undocumented};
#[doc(hidden)]
pub use format::{ChooseCompanions, Companions, Cut};
#[doc(hidden)]
pub use number::{Number, number};
#[doc(hidden)]
pub use object::{OBJECT_EXTENSIONS, read_object};
#[cfg(all(feature = "parquet", not(target_family = "wasm")))]
#[doc(hidden)]
pub use parquet::{CONTENTS, Contents, End, Figure};
#[doc(hidden)]
pub use preview::preview;
#[doc(hidden)]
pub use row_layout::THREAD;
#[doc(hidden)]
pub use sampled::{max_nodes as max_sampled_nodes, max_values as max_sampled_values};
#[doc(hidden)]
pub use sequence::{SEQUENCE_EXTENSIONS, is_frame};
#[doc(hidden)]
pub use source::{LargeFile, Sequence};
#[doc(hidden)]
pub use table::Separator;
#[doc(hidden)]
pub use time_unit::TimeUnit;

use crate::take::{Take, Warning, WarningCode, cut_text};

/// Every format that can be opened, the usual ones first; one whose feature is off is not among them. Contents are
/// tried from the last to the first, because what a usual format takes for its own may be a rare one: an ASK looks
/// like the beginning of a BVH.
pub const FORMATS: &[Format] = &[
    bvh::FORMAT,
    htr::FORMAT,
    gtr::FORMAT,
    acclaim::AMC,
    acclaim::ASF,
    bonespro::FORMAT,
    trc::FORMAT,
    c3d::FORMAT,
    #[cfg(feature = "fbx")]
    fbx::FORMAT,
    #[cfg(feature = "gltf")]
    gltf::FORMAT,
    csm::FORMAT,
    mvnx::FORMAT,
    npz::FORMAT,
    keypoint_json::FORMAT,
    npz::pickle::FORMAT,
    optitrack::FORMAT,
    qualisys::FORMAT,
    vicon::FORMAT,
    positions::FORMAT,
    kinect::FORMAT,
    #[cfg(all(feature = "parquet", not(target_family = "wasm")))]
    parquet::FORMAT,
    columns::FORMAT,
    bva::FORMAT,
    ask::FORMAT,
];

/// Reads a take in whichever format it is: its contents decide first, then its extension. What the
/// file leaves open stays so: see [`crate::guess`].
///
/// # Errors
/// [`LoadError`] with the place in the file, where the take could be wrong.
pub(crate) fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    if let Some(error) = foreign::refusal(source) {
        return Err(error);
    }
    let Some(format) = detect(source) else {
        let left_out = left_out::format_of(source, FORMATS);
        let left_out = left_out.map(|format| left_out::refusal(source, format));
        let known = left_out.or_else(|| foreign::undocumented(source));
        return Err(known.unwrap_or_else(|| {
            let known: Vec<&str> = FORMATS.iter().map(Format::name).collect();
            let hint = keypoint_json::advice(source.bytes).map(String::from);
            LoadError::new(source, ErrorKind::UnknownFormat)
                .hint(hint.unwrap_or_else(|| format!("Rushes opens {}", known.join(", "))))
        }));
    };
    let mut take = (format.load)(source)?;
    if take.clips.is_none() {
        clips::refuse_clip(source)?;
    }
    confidence::settle(&mut take, &source.options);
    flat::settle(&mut take);
    far_positions::warn(&mut take);
    cut_notes(&mut take);
    if let Some(rate) = source.assume_asked_rate(&mut take) {
        let message = format!("{} were asked for instead", rate::frames_a_second(rate));
        take.warnings.push(Warning::of_file(WarningCode::RateAssumed, message));
    }
    if let Some(extension) = source.extension()
        && !format.extensions.contains(&extension.as_str())
    {
        take.warnings.push(Warning::of_file(
            WarningCode::ExtensionDiffers,
            format!(
                "the file is called .{extension} and holds {}: what it holds decides",
                format.name()
            ),
        ));
    }
    Ok(take)
}

/// Cuts what a file says of itself and of moments where it is longer than anybody reads.
fn cut_notes(take: &mut Take) {
    /// In characters.
    const MAX_NOTE: usize = 4096;
    let details = take.details.iter_mut().map(|detail| &mut detail.text);
    let events = take.events.iter_mut().map(|event| &mut event.label);
    let texts = details.chain(events);
    let count = texts.filter_map(|text| cut_text(text, MAX_NOTE).then_some(())).count();
    if count > 0 {
        let message = format!("a note is longer than {MAX_NOTE} characters: it is cut there");
        let warning = Warning::of_file(WarningCode::NameRepaired, message);
        take.warnings.push(Warning { count, ..warning });
    }
}

/// Whether files of this extension, in lower case, may be tables of which a person says what their columns are.
#[doc(hidden)]
pub fn may_be_table(extension: &str) -> bool {
    columns::FORMAT.extensions.contains(&extension)
}

/// Detects the format of a file: as was asked for, else by its contents, where they fit several formats by its extension
/// among these, and by its extension alone where they fit none. What is left may be a table whose columns somebody knows.
///
/// All probes run here. Whoever does more than one thing with a file asks once, and puts the answer into
/// [`Options::format`] for `load` and [`preview`].
#[doc(hidden)]
pub fn detect(source: &Source<'_>) -> Option<&'static Format> {
    if let Some(known) = source.options.format {
        return FORMATS.iter().find(|format| format.id == known);
    }
    if left_out::format_of(source, FORMATS).is_some() {
        return None;
    }
    let extension = source.extension().unwrap_or_default();
    let fits = |format: &&Format| (format.probe)(source.bytes);
    let by_extension =
        FORMATS.iter().find(|format| format.extensions.contains(&extension.as_str()));
    by_extension
        .filter(fits)
        .or_else(|| FORMATS.iter().rfind(fits))
        .or(by_extension.filter(|format| format.claims(&extension)))
        .or_else(|| decimal_comma::detect(source, FORMATS))
        .or_else(|| columns::reads(source).then_some(&columns::FORMAT))
        // Its first frames may have nobody, and tell nothing.
        .or_else(|| source.sequence.map(|_| &keypoint_json::FORMAT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_the_name_without_folder_and_extension() {
        for (file, stem) in [
            ("walk.bvh", "walk"),
            ("/takes/a.b/walk.v2.bvh", "walk.v2"),
            ("C:\\takes\\walk.bvh", "walk"),
            (".bvh", ".bvh"),
            ("walk", "walk"),
        ] {
            assert_eq!(Source::new(file, b"").stem(), stem);
        }
    }

    #[test]
    fn a_text_file_is_of_no_format_by_its_name() {
        let known = |file| detect(&Source::new(file, b"a list of takes")).is_some();
        assert!(known("takes.bvh") && !known("takes.txt"));
    }

    #[test]
    fn extensions_are_lower_case_and_those_that_tell_a_format_belong_to_one() {
        let all =
            FORMATS.iter().flat_map(|format| format.extensions.iter().map(move |e| (format, *e)));
        let all: Vec<(&Format, &str)> = all.collect();
        assert!(all.iter().all(|(_, e)| *e == e.to_ascii_lowercase()));
        // All others are those of tables and of JSON.
        let is_shared = |e: &&str| may_be_table(e) || ["json", "parquet", "pth"].contains(e);
        assert!(all.iter().all(|(format, e)| format.claims(e) != is_shared(e)));
        let types = FORMATS.iter().flat_map(|format| format.types.iter().map(move |t| (format, t)));
        let mut named = types.filter_map(|(format, kind)| Some((format, kind.extension?)));
        assert!(named.all(|(format, e)| format.extensions.contains(&e)));
        let claimed = all.iter().filter(|(format, e)| format.claims(e));
        let mut claimed: Vec<&str> = claimed.map(|(_, e)| *e).collect();
        claimed.sort_unstable();
        let count = claimed.len();
        claimed.dedup();
        assert_eq!(claimed.len(), count);
        assert!(!claimed.contains(&"csv") && !claimed.contains(&"tsv"));
    }

    #[test]
    fn contents_decide_before_the_extension() {
        let bvh = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n";
        for (file, text, format) in [
            ("a.bvh", bvh, Some("BVH")),
            ("a.bva", bvh, Some("BVH")),
            ("a", bvh, Some("BVH")),
            ("a.BVA", "words", Some("BVA")),
            ("a.words", "words", None),
            ("a", "words", None),
            ("a.csv", "words", None),
            ("a.csv", bvh, Some("BVH")),
            ("a.csv", "Format Version,1.23\n", Some("OptiTrack")),
            ("a.csv", "Trajectories\n100\n", Some("Vicon")),
            ("a.csv", "frame,number,time,a.x,a.y,a.z\n", Some("Positions")),
            ("a.txt", "NO_OF_FRAMES\t1\n", Some("Qualisys")),
        ] {
            let found = detect(&Source::new(file, text.as_bytes()));
            assert_eq!(found.map(Format::name), format, "{file}");
        }
    }
}
