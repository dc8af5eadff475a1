//! What a test needs beside the project, such as a program of the system: where it is missing, the test
//! is skipped and says what to install, and with `CI=true` it fails.

use std::process::Command;
use std::sync::LazyLock;

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

#[cfg(feature = "app")]
/// Whether the program can draw. Where it cannot, as for [`has`].
pub fn has_opengl() -> bool {
    static ERROR: LazyLock<Option<String>> = LazyLock::new(|| {
        let name = format!("rushes-opengl-{}.png", std::process::id());
        let picture = std::env::temp_dir().join(name);
        let mut draw = Command::new(env!("CARGO_BIN_EXE_rushes"));
        draw.args(["render", "builtin", "--size", "16x16", "-o"]);
        draw.arg(&picture).env("LIBGL_ALWAYS_SOFTWARE", "1");
        let run = draw.output().expect("the program starts");
        let _ = std::fs::remove_file(picture);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        (!run.status.success()).then_some(told)
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
