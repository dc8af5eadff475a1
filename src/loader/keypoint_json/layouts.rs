//! The table of all layouts.

use super::outline::Outline;
use super::reading::Layout;
use super::{
    azure_kinect, blazepose, easymocap, freemocap, mediapipe, mmpose, openpose, panoptic, pictures,
};

/// All layouts, those with the most particular keys first.
static LAYOUTS: [Layout; 12] = [
    freemocap::LAYOUT,
    azure_kinect::LAYOUT,
    azure_kinect::UNITY,
    panoptic::LAYOUT,
    easymocap::LAYOUT,
    pictures::BY_PICTURE,
    openpose::LAYOUT,
    mmpose::LAYOUT,
    mediapipe::LAYOUT,
    blazepose::LAYOUT,
    pictures::RESULTS,
    pictures::ANNOTATIONS,
];

/// The layout of a text with these keys.
pub(super) fn layout_of(outline: &Outline<'_>) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| (layout.fits)(outline))
}
