//! What a test needs beside the project, such as a program of the system: where it is missing, the test
//! is skipped and says what to install, and with `CI=true` it fails.

#[cfg(feature = "app")]
use std::sync::LazyLock;

#[cfg(feature = "app")]
use super::folder::Folder;
#[cfg(feature = "app")]
use super::program::rushes;
use super::skip::skip;

/// Whether a program is installed. Where it is not, the test that runs is told of as skipped, with the
/// Debian package to install.
pub fn has(program: &str, package: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        skip(program, package);
    }
    found
}

/// Whether the program can draw. Where it cannot, as for [`has`].
#[cfg(feature = "app")]
pub fn has_opengl() -> bool {
    static ERROR: LazyLock<Option<String>> = LazyLock::new(|| {
        let folder = Folder::new("opengl");
        let picture = folder.path("a.png");
        let run = rushes(&["render", "builtin", "--size", "16x16", "-o", &picture]);
        (run.code != Some(0)).then_some(run.err)
    });
    let Some(error) = &*ERROR else {
        return true;
    };
    // Whatever else goes wrong is for the tests to tell.
    let is_missing = error.contains("install ");
    if is_missing {
        skip("OpenGL", "libegl1 libgl1 libgl1-mesa-dri");
    }
    !is_missing
}
