//! Takes that move alike: a signature of the motion of each, the likeliest of many, and how alike two of them are.
//!
//! A pose is where hands, feet and head are, seen from the pelvis in the direction that the body faces, in parts of the
//! body's height: the feature set of fifteen numbers of B. Krüger, J. Tautges, A. Weber and A. Zinke, *Fast Local and
//! Global Similarity Searches in Large Motion Capture Databases*, Symposium on Computer Animation 2010. Where the take
//! was, its axes, its unit and the names of its joints don't enter it. Two motions are held against each other by
//! dynamic time warping over such poses, with the steps and the free ends of chapter 4 of M. Müller, *Information
//! Retrieval for Music and Motion*, Springer 2007: each may be up to twice as fast as the other, and the shorter one
//! may be a part of the longer one.
//!
//! Architecture invariant: no files, no threads, no clocks. What takes are looked through, and in which order, is the
//! caller's affair.

mod candidates;
mod landmarks;
mod poses;
mod signature;
mod verdict;
mod warp;

pub use candidates::{Candidates, candidates};
pub use signature::Signature;
pub use verdict::{ALIKE, Alike, AlikeKind, DUPLICATE, alike};
