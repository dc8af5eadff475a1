//! The check for keys that are given twice.

use super::scanner::{Scanner, Word};
use crate::take::{WarningCode, Warnings};

/// The keys that were given so far.
pub(super) struct RepeatedKeys<K>(Vec<K>);

impl<K: PartialEq> RepeatedKeys<K> {
    /// None so far.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes in a key, and warns where it was given before.
    pub fn tell(&mut self, key: K, word: &Word<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) {
        if self.has(&key) {
            let message = format!("{} is given twice: the last one counts", word.shown());
            warnings.add_at(WarningCode::GivenTwice, || scan.place(word.at), message);
        } else {
            self.0.push(key);
        }
    }

    /// Whether a key was given.
    pub fn has(&self, key: &K) -> bool {
        self.0.contains(key)
    }
}

impl RepeatedKeys<&'static str> {
    /// [`Self::tell`] for a word that may be one of these keys.
    pub fn tell_of(
        &mut self,
        keys: &[&'static str],
        word: &Word<'_>,
        scan: &Scanner<'_>,
        warnings: &mut Warnings,
    ) {
        if let Some(key) = keys.iter().find(|key| word.is(key)) {
            self.tell(key, word, scan, warnings);
        }
    }
}
