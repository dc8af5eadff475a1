//! GTR, Global Translation-Rotation of Motion Analysis: HTR without a hierarchy, the paper's section 3.2.
//!
//! ```text
//! [Header]                      FileType gtr, DataType GTRS; the other keys as in HTR
//! [SegmentNames&Hierarchy]      may be missing: the blocks name the segments too
//! name                          one or more, without a parent
//! [BasePosition]                as in HTR, from here on
//! ```
//!
//! Each segment's values place it in the world, by HTR's formula with the world as its parent. No
//! sample of the format is public, so that this is as the documents have it and no more.

use super::file_type::{FileType, Magic};
use super::htr::{self, Kind};
use super::{Format, decimal_comma};
use crate::take::{Axis, FormatId};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Gtr,
    extensions: &["gtr"],
    about: "Motion Analysis Global Translation-Rotation: HTR without a hierarchy, each segment in the world",
    types: &[FileType {
        acronym: Some("GTR"),
        stands_for: Some("Global Translation-Rotation"),
        // Its sections are those of HTR: the header tells.
        magic: Magic::Texts(
            70,
            &[("0:1024", "[Header]", &[("8:2048", "FileType gtr"), ("8:2048", "DataType GTRS")])],
        ),
        ..FileType::text("gtr", "model/x-gtr", "GTR motion capture")
    }],
    probe: |bytes| htr::kind_of(bytes) == Some(Kind::Global),
    up: Axis::Y,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, |source| htr::read(source, Kind::Global)),
};
