//! A large file in memory, which a loader reads piece by piece.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rushes::loader::LargeFile;

/// Bytes of which some at most are read at once.
#[derive(Debug)]
pub struct Pieces<'a> {
    bytes: &'a [u8],
    most: usize,
    is_parsed: AtomicBool,
}

impl<'a> Pieces<'a> {
    /// Bytes of which `most` are read at once.
    pub fn new(bytes: &'a [u8], most: usize) -> Self {
        Self { bytes, most, is_parsed: AtomicBool::new(false) }
    }

    /// Whether what was loaded counts.
    pub fn counts(&self) -> bool {
        self.is_parsed.load(Relaxed)
    }
}

impl LargeFile for Pieces<'_> {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn is_parsed(&self) {
        self.is_parsed.store(true, Relaxed);
    }

    fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String> {
        let rest = &self.bytes[from.min(self.bytes.len())..];
        let len = rest.len().min(bytes.len()).min(self.most);
        bytes[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}
