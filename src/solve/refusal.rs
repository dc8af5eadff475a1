//! Why points become no skeleton, and how somebody who waits for one ends it.

use std::fmt;

/// Why points become no skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a take of points.
    NotOfPoints,
    /// Its points are of no body that is known.
    NoBody,
    /// Its points are markers on the skin, whose joints are inside of the body.
    SkinMarkers,
    /// Its points lie in a picture.
    Flat,
    /// Some joint of the body is never seen.
    TooLittleSeen,
    /// Whoever asked for it no longer wants it.
    Cancelled,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOfPoints => "it is no take of points: its joints turn already, or there are none",
            Self::NoBody => {
                "its points are of no body that is known, so that no skeleton can be solved from them: \
                 name it with --body"
            }
            Self::SkinMarkers => {
                "its points are markers on the skin: a skeleton is solved from the joints of a body alone, not from a marker \
                 set"
            }
            Self::Flat => "it is 2D: a skeleton needs points in space",
            Self::TooLittleSeen => "too little of its body is ever seen at once to measure its bones",
            Self::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Refusal {}

/// Asks whether to stop.
pub(crate) type IsCancelled<'a> = &'a dyn Fn() -> bool;
