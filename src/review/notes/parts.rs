//! The file of a review as it is read: key by key, and of its lists one entry at a time, for it may have very many.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::added::{Event, FootContacts, IgnoredFinding};
use super::note::Note;
use super::record::{Tombstone, UnknownKeys};

/// A file by its keys, of which the last of a name counts.
#[derive(Default)]
pub(super) struct DocumentParts {
    pub schema: Option<Value>,
    pub rating: Option<Value>,
    pub video: Option<Value>,
    pub notes: ListPart<Note>,
    pub events: ListPart<Event>,
    pub ignored: ListPart<IgnoredFinding>,
    pub contacts: ListPart<FootContacts>,
    pub removed: ListPart<Tombstone>,
    pub other: UnknownKeys,
}

/// What stands in the place of a list.
pub(super) enum ListPart<T> {
    /// A list: its entries, and those that cannot be read, by their numbers from 1, each with why.
    Read {
        read: Vec<T>,
        unread: Vec<(usize, Value, serde_json::Error)>,
    },
    NotAList,
}

impl<T> Default for ListPart<T> {
    fn default() -> Self {
        Self::Read { read: Vec::new(), unread: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for DocumentParts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = DocumentParts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DocumentParts, A::Error> {
                let mut parts = DocumentParts::default();
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

/// What a visitor does with values that are no list.
macro_rules! no_list {
    ($($visit:ident($($value:ty)?))*) => {$(
        fn $visit<E>(self $(, _: $value)?) -> Result<ListPart<T>, E> {
            Ok(ListPart::NotAList)
        }
    )*};
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ListPart<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
            type Value = ListPart<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ListPart<T>, A::Error> {
                let (mut read, mut unread) = (Vec::new(), Vec::new());
                while let Some(value) = seq.next_element::<Value>()? {
                    match T::deserialize(&value) {
                        Ok(entry) => read.push(entry),
                        Err(error) => unread.push((1 + read.len() + unread.len(), value, error)),
                    }
                }
                Ok(ListPart::Read { read, unread })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ListPart<T>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(ListPart::NotAList)
            }

            no_list! {
                visit_bool(bool)
                visit_i64(i64)
                visit_u64(u64)
                visit_f64(f64)
                visit_str(&str)
                visit_unit()
            }
        }

        from.deserialize_any(Entries(PhantomData))
    }
}
