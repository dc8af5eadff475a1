//! The file of a review as it is read: key by key, and of its lists one entry at a time, for it may have very many.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::added::{Event, FootContacts, Ignored};
use super::note::Note;
use super::record::{Other, Removed};

/// A file by its keys, of which the last of a name counts.
#[derive(Default)]
pub(super) struct Parts {
    pub schema: Option<Value>,
    pub rating: Option<Value>,
    pub video: Option<Value>,
    pub notes: List<Note>,
    pub events: List<Event>,
    pub ignored: List<Ignored>,
    pub contacts: List<FootContacts>,
    pub removed: List<Removed>,
    /// What this version does not know.
    pub other: Other,
}

/// What stands in the place of a list.
pub(super) enum List<T> {
    /// A list: its entries, and those that cannot be read, by their numbers from 1, each with why.
    Read { read: Vec<T>, unread: Vec<(usize, Value, serde_json::Error)> },
    /// Something else.
    Other,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::Read { read: Vec::new(), unread: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
                let mut parts = Parts::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "schema" => parts.schema = Some(map.next_value()?),
                        "take" => _ = map.next_value::<IgnoredAny>()?,
                        "rating" => parts.rating = Some(map.next_value()?),
                        "video" => parts.video = Some(map.next_value()?),
                        "notes" => parts.notes = map.next_value()?,
                        "events" => parts.events = map.next_value()?,
                        "ignored" => parts.ignored = map.next_value()?,
                        "contacts" => parts.contacts = map.next_value()?,
                        "removed" => parts.removed = map.next_value()?,
                        _ => _ = parts.other.insert(key, map.next_value()?),
                    }
                }
                Ok(parts)
            }
        }

        from.deserialize_map(Keys)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
            type Value = List<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
                let (mut read, mut unread) = (Vec::new(), Vec::new());
                while let Some(value) = seq.next_element::<Value>()? {
                    match T::deserialize(&value) {
                        Ok(entry) => read.push(entry),
                        Err(error) => unread.push((1 + read.len() + unread.len(), value, error)),
                    }
                }
                Ok(List::Read { read, unread })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<List<T>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(List::Other)
            }

            fn visit_bool<E>(self, _: bool) -> Result<List<T>, E> {
                Ok(List::Other)
            }

            fn visit_i64<E>(self, _: i64) -> Result<List<T>, E> {
                Ok(List::Other)
            }

            fn visit_u64<E>(self, _: u64) -> Result<List<T>, E> {
                Ok(List::Other)
            }

            fn visit_f64<E>(self, _: f64) -> Result<List<T>, E> {
                Ok(List::Other)
            }

            fn visit_str<E>(self, _: &str) -> Result<List<T>, E> {
                Ok(List::Other)
            }

            fn visit_unit<E>(self) -> Result<List<T>, E> {
                Ok(List::Other)
            }
        }

        from.deserialize_any(Entries(PhantomData))
    }
}
