//! Paths that lead to another machine: on Windows, whoever asks one for a file tells it who they are.

use std::path::Path;

/// Whether a path that a file names leads to another machine than the folder of that file is on.
pub fn leads_to_other_machine(path: &Path, folder: &Path) -> bool {
    machine(path).is_some_and(|to| machine(folder).is_none_or(|own| own != to))
}

/// The machine that a path names in the way of Windows, `\\\\MACHINE\\SHARE`; or a device, which is none of the disks.
fn machine(path: &Path) -> Option<String> {
    let text = path.to_string_lossy().replace('\\', "/").to_lowercase();
    let rest = text.strip_prefix("//")?;
    let rest = match rest.strip_prefix("?/") {
        Some(verbatim) => verbatim.strip_prefix("unc/")?,
        None => rest,
    };
    rest.split('/').find(|part| !part.is_empty()).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_another_one_where_it_is_called_otherwise() {
        for (path, folder, expected) in [
            ("/home/a/walk.mp4", "/home/a", false),
            (r"C:\walk.mp4", r"D:\takes", false),
            (r"\\?\C:\walk.mp4", r"D:\takes", false),
            (r"\\evil\share\walk.mp4", r"C:\takes", true),
            ("//evil/share/walk.mp4", r"C:\takes", true),
            (r"\\?\UNC\evil\share\walk.mp4", r"C:\takes", true),
            (r"\\.\pipe\walk", r"C:\takes", true),
            (r"\\NAS\video\walk.mp4", r"\\nas\takes\monday", false),
            (r"\\evil\video\walk.mp4", r"\\nas\takes", true),
        ] {
            assert_eq!(
                leads_to_other_machine(Path::new(path), Path::new(folder)),
                expected,
                "{path}"
            );
        }
    }
}
