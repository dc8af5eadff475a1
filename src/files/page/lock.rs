//! Locks on the disk of a page: nobody else writes there.

use std::io;
use std::path::Path;

pub struct Lock;

impl Lock {
    pub fn wait(_: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    pub fn wait_for_passing(_: &Path) -> io::Result<Self> {
        Ok(Self)
    }
}
