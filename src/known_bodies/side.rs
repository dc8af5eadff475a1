//! The side of a body that something is on.

/// On which side of the body something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// In the middle.
    Middle,
    /// On the left.
    Left,
    /// On the right.
    Right,
}
