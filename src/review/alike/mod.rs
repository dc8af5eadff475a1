//! Takes that move alike: a signature of the motion of each, the likeliest of many, and how alike two of them are.
//!
//! A pose is where hands, feet and head are, seen from the pelvis in the direction that the body faces, in parts of the
//! body's height: the feature set of fifteen numbers of B. Krüger, J. Tautges, A. Weber and A. Zinke, *Fast Local and
//! Global Similarity Searches in Large Motion Capture Databases*, Symposium on Computer Animation 2010. The body faces
//! ahead of its hips and shoulders together, as in D. Holden, J. Saito and T. Komura, *A Deep Learning Framework for
//! Character Motion Synthesis and Editing*, SIGGRAPH 2016. So where the take was, its axes, its unit and the names of
//! its joints don't count. Two motions are held against each other by dynamic time warping over such poses, with the
//! steps and the free ends of chapter 4 of M. Müller, *Information Retrieval for Music and Motion*, Springer 2007: each
//! may be up to twice as fast as the other, and the shorter one may be a part of the longer one.
//!
//! Points that no names tell a body of are described by how they are spread. The manual has the precision and the
//! recall on real takes: `docs/finding.md`.
//!
//! Architecture invariant: no files, no threads, no clocks. What takes are looked through, and in which order, is the
//! caller's affair.

mod body;
mod candidates;
mod cloud;
mod fit;
mod landmarks;
mod matching;
mod poses;
mod signature;
mod times;
mod verdict;
mod warp;

pub use candidates::{Candidates, candidates};
pub use matching::{ALIKE, DUPLICATE};
pub use signature::Signature;
pub use verdict::{Alike, AlikeKind, alike};
