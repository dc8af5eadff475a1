//! What the thread that takes drops makes of their bytes, and how much of them it takes.

use std::time::Duration;

use super::DropEvent;
use super::uri_list::{self, UriList};

/// How long a program may keep silent while it hands files over.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The longest list of files that is taken: over a hundred thousand files.
pub const MOST_BYTES: usize = 16 << 20;

/// Where events go.
pub type Listener = Box<dyn FnMut(DropEvent) + Send>;

/// What a list of files says, as it was handed over.
pub fn read(list: &[u8]) -> UriList {
    uri_list::parse(list, &own_host())
}

/// Tells that this list of files was let go; nothing where it never came.
pub fn dropped(list: Option<&[u8]>) -> DropEvent {
    let UriList { paths, others } = list.map(read).unwrap_or_default();
    DropEvent::Drop { paths, others }
}

/// The name of this machine; empty where it has none.
fn own_host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.unwrap_or_default().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_knows_its_name() {
        let name = own_host();
        assert!(!name.is_empty() && !name.contains(char::is_whitespace));
        let list = format!("file://{name}/a.bvh");
        assert_eq!(read(list.as_bytes()).paths.len(), 1);
    }
}
