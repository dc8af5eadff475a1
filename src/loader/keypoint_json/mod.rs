//! JSON of pose estimators and depth cameras.
//!
//! ```text
//! a file       frames, each with people, each with the places of joints; or people one by one, each with its frame
//! a folder     a file a frame, numbered
//! ```
//!
//! Every program has a layout of its own, each of them a file here and a row of [`layouts`]. They are told apart by their
//! keys, wherever these stand. What a layout calls a frame becomes a [`frame::Frame`]; the rest is done here, for all.

mod azure_kinect;
mod blazepose;
mod clock;
mod crowd;
mod easymocap;
mod form;
mod frame;
mod freemocap;
mod json;
mod large;
mod layouts;
mod mediapipe;
mod mmpose;
mod openpose;
mod outline;
mod panoptic;
mod pictures;
mod reading;
mod sequence;
mod take;
#[cfg(test)]
mod tests;
mod window;

use super::error::{ErrorKind, LoadError};
use super::{Format, Source};
use crate::take::{Axis, FormatId, Take, WarningCode, Warnings, counted};
use layouts::layout_of;
use outline::Outline;
use reading::Reading;
use take::Parts;

pub(super) const FORMAT: Format = Format {
    id: FormatId::KeypointJson,
    extensions: &["json"],
    about: "keypoints of MediaPipe, MMPose, BlazePose, FreeMoCap, Azure Kinect, AlphaPose and COCO; folders of a file a \
            frame of OpenPose, Pose2Sim, CMU Panoptic and EasyMocap",
    types: &[],
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

fn probe(bytes: &[u8]) -> bool {
    Outline::of(bytes).is_some_and(|outline| layout_of(&outline).is_some())
}

/// Whether a file is a single frame, so that a folder may have one for each frame of a take; its beginning is enough. One
/// that cannot be read is among them: nobody wants to be told of it for each frame.
pub(super) fn is_one_frame(bytes: &[u8]) -> bool {
    let one_frame = |outline: Outline<'_>| match layout_of(&outline) {
        Some(layout) => (layout.is_one_frame)(&outline),
        None => easymocap::is_smpl(&outline),
    };
    Outline::of(bytes).is_some_and(one_frame)
}

/// What to do with JSON of another layout, or of none; `None` where a file is no JSON.
pub(super) fn advice(bytes: &[u8]) -> Option<&'static str> {
    let outline = Outline::of(bytes)?;
    Some(if easymocap::is_smpl(&outline) {
        "these are poses of SMPL, as EasyMocap writes them: load them in Python and save all frames with \
         numpy.savez(\"walk.npz\", poses=poses, trans=trans), or open its keypoints3d"
    } else {
        "JSON has no layout of its own, and apps for ARKit each write another one: Rushes reads keypoints of MediaPipe, \
         MMPose, BlazePose, FreeMoCap, Azure Kinect, OpenPose, Pose2Sim, CMU Panoptic, EasyMocap, AlphaPose and COCO; \
         save others as CSV with a column for each coordinate, or as NPZ with positions=positions"
    })
}

fn load(source: &Source<'_>) -> std::result::Result<Take, LoadError> {
    let outline = Outline::of(source.bytes).unwrap_or_default();
    let in_sequence = || sequence::layout(source.sequence?);
    let Some(layout) = layout_of(&outline).or_else(in_sequence) else {
        let error = LoadError::new(source, ErrorKind::UnknownFormat);
        return Err(match advice(source.bytes) {
            Some(advice) => error.hint(advice),
            None => error,
        });
    };
    let mut warnings = Warnings::default();
    if let Some(sequence) = source.sequence {
        let (crowd, frame) = sequence::read(source, sequence, layout)?;
        let parts = Parts { header: Default::default(), names: frame.names.list, broken: None };
        return take::take(source, layout, crowd, parts, warnings);
    }
    let reading = Reading::of(source, layout, outline)?;
    if let Some(place) = reading.first_unread.as_ref().and_then(LoadError::place) {
        let what = reading.first_unread.as_ref().map(|error| error.kind().to_string());
        let message =
            format!("a person cannot be read, and is left out: {}", what.unwrap_or_default());
        warnings.add_times(WarningCode::ValuesLeftOut, place, message, reading.unread);
    }
    if reading.left_out > 0 {
        let message = format!(
            "{} that the first frame lacks are left out",
            counted(reading.left_out, "point")
        );
        warnings.add(WarningCode::ValuesLeftOut, message);
    }
    let Reading { crowd, header, frame, broken, is_in_frame, .. } = reading;
    let broken = broken.map(|error| (error, is_in_frame));
    let parts = Parts { header, names: frame.names.list, broken };
    take::take(source, layout, crowd, parts, warnings)
}
