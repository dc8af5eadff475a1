//! Small files that are read beside the window: objects for bones, and notes of other programs.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::TakeId;
use crate::app::shell::event::Event;
use crate::files;
use crate::files::Attach;
use crate::take::NodeId;

pub(crate) fn read_object(take: TakeId, node: Option<NodeId>, file: PathBuf) -> Event {
    let read = Attach::read(&file).map(Arc::new);
    Event::ObjectRead { take, node, file, read }
}

pub(crate) fn read_marks(id: TakeId, path: PathBuf) -> Event {
    /// No file of marks is larger.
    const MAX_BYTES: u64 = 1 << 26;
    let read = files::read_small(&path, MAX_BYTES).map_err(|error| error.to_string());
    let text = read
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_string()));
    Event::MarksRead(id, path, text)
}
