//! A keyboard shortcut: a key with modifiers, and its text such as `Ctrl+Shift+Z`.

use std::fmt;

use egui::{Key, Modifiers};

/// A key, and the modifiers that must be held with it, and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The modifiers; Ctrl is [`Modifiers::COMMAND`], which is ⌘ on macOS.
    pub modifiers: Modifiers,
    pub key: Key,
}

/// Modifiers in the order in which they are written.
const WORDS: [(&str, Modifiers); 3] =
    [("Ctrl", Modifiers::COMMAND), ("Alt", Modifiers::ALT), ("Shift", Modifiers::SHIFT)];

/// Keys that are written otherwise than egui names them, as they are shown.
const SIGNS: [(&str, Key); 9] = [
    ("←", Key::ArrowLeft),
    ("→", Key::ArrowRight),
    ("↑", Key::ArrowUp),
    ("↓", Key::ArrowDown),
    ("PgUp", Key::PageUp),
    ("PgDn", Key::PageDown),
    (",", Key::Comma),
    (".", Key::Period),
    ("Esc", Key::Escape),
];

pub const fn plain(key: Key) -> Shortcut {
    Shortcut { modifiers: Modifiers::NONE, key }
}

pub const fn with(modifiers: Modifiers, key: Key) -> Shortcut {
    Shortcut { modifiers, key }
}

impl Shortcut {
    /// Reads a shortcut such as `Ctrl+Shift+Z`, `PgUp` or `,`, in any case.
    ///
    /// # Errors
    /// The word that is no key and no modifier.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut modifiers = Modifiers::NONE;
        let mut rest = text.trim();
        // A plus may be the key itself, behind the one that joins it.
        while let Some((word, after)) =
            rest.split_once('+').filter(|(word, after)| !word.is_empty() && !after.is_empty())
        {
            let word = word.trim();
            let named = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            modifiers |= named.ok_or(word)?.1;
            rest = after.trim();
        }
        let signed = SIGNS.iter().find(|(sign, _)| sign.eq_ignore_ascii_case(rest));
        let is_named =
            |key: &&Key| key.name().eq_ignore_ascii_case(rest) || key.symbol_or_name() == rest;
        let key = signed.map(|(_, key)| key).or_else(|| Key::ALL.iter().find(is_named));
        Ok(Self { modifiers, key: *key.ok_or(rest)? })
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, held) in WORDS {
            if self.modifiers.contains(held) {
                write!(f, "{word}+")?;
            }
        }
        let sign = SIGNS.iter().find(|(_, key)| *key == self.key);
        f.write_str(sign.map_or(self.key.symbol_or_name(), |(sign, _)| *sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ACTIONS;

    #[test]
    fn shortcuts_are_read_as_they_are_written() {
        for action in ACTIONS {
            for shortcut in action.keys {
                assert_eq!(Shortcut::parse(&shortcut.to_string()), Ok(*shortcut));
            }
        }
        assert_eq!(Shortcut::parse("ctrl++"), Ok(with(Modifiers::COMMAND, Key::Plus)));
        let left = with(Modifiers::SHIFT, Key::ArrowLeft);
        assert_eq!(Shortcut::parse(" shift + left "), Ok(left));
        assert_eq!(Shortcut::parse("Hyper+X"), Err("Hyper".to_string()));
        assert_eq!(Shortcut::parse("Ctrl+Nix"), Err("Nix".to_string()));
    }
}
