//! A keyboard shortcut: a key with modifiers, and its text such as `Ctrl+Shift+Z`.

use std::fmt;

use egui::{Key, Modifiers};

/// A key, and the modifiers that must be held with it, and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The modifiers; Ctrl is [`Modifiers::COMMAND`], which is ⌘ on macOS.
    pub modifiers: Modifiers,
    /// The key.
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

impl Shortcut {
    /// A key alone.
    pub const fn plain(key: Key) -> Self {
        Self { modifiers: Modifiers::NONE, key }
    }

    /// A key with modifiers.
    pub const fn with(modifiers: Modifiers, key: Key) -> Self {
        Self { modifiers, key }
    }

    /// Reads a shortcut such as `Ctrl+Shift+Z`, `PgUp` or `,`, in any case.
    ///
    /// # Errors
    /// The word that is no key and no modifier.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let mut modifiers = Modifiers::NONE;
        let mut rest = text;
        // A plus may be the key itself, behind the one that joins it.
        while let Some((word, after)) =
            rest.split_once('+').filter(|(word, after)| !word.is_empty() && !after.is_empty())
        {
            let named = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word.trim()));
            let Some((_, held)) = named else {
                return Err(word.trim().to_string());
            };
            modifiers |= *held;
            rest = after.trim();
        }
        let sign =
            SIGNS.iter().find(|(sign, _)| sign.eq_ignore_ascii_case(rest)).map(|(_, key)| *key);
        let by_name = || {
            Key::ALL
                .iter()
                .copied()
                .find(|key| key.name().eq_ignore_ascii_case(rest) || key.symbol_or_name() == rest)
        };
        match sign.or_else(by_name) {
            Some(key) => Ok(Self { modifiers, key }),
            None => Err(rest.to_string()),
        }
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
        match sign {
            Some((sign, _)) => write!(f, "{sign}"),
            None => write!(f, "{}", self.key.symbol_or_name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::table::ACTIONS;

    #[test]
    fn shortcuts_are_read_as_they_are_written() {
        for action in ACTIONS {
            for shortcut in action.keys {
                assert_eq!(Shortcut::parse(&shortcut.to_string()), Ok(*shortcut));
            }
        }
        let plus = Shortcut::with(Modifiers::COMMAND, Key::Plus);
        assert_eq!(Shortcut::parse("ctrl++"), Ok(plus));
        assert_eq!(
            Shortcut::parse(" shift + left "),
            Ok(Shortcut::with(Modifiers::SHIFT, Key::ArrowLeft))
        );
        assert_eq!(Shortcut::parse("Hyper+X"), Err("Hyper".to_string()));
        assert_eq!(Shortcut::parse("Ctrl+Nix"), Err("Nix".to_string()));
    }
}
