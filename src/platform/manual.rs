//! The manual: where it is installed with the program, and the browser that shows it.

use std::path::{Path, PathBuf};

use super::Error;

/// Where it is, from the folder of the program: below the prefix that both are installed in, beside `rushes.exe`, in a
/// bundle of macOS, and where `make book` has built it.
const FOLDERS: [&str; 4] =
    ["../share/doc/rushes/manual", "manual", "../Resources/manual", "../book"];

/// The first page of the manual of this program; `None` where it is not installed.
pub fn find_manual() -> Option<PathBuf> {
    // A link to the program is elsewhere than its manual.
    let program = dunce::canonicalize(std::env::current_exe().ok()?).ok()?;
    manual_of(&program)
}

fn manual_of(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let mut pages = FOLDERS.iter().map(|manual| folder.join(manual).join("index.html"));
    pages.find(|page| page.is_file())
}

/// Shows a page of the manual in the browser.
pub fn open_manual(page: &Path) -> Result<(), Error> {
    open::that_detached(page).map_err(|error| {
        Error::new(format!("{}: no program shows this page: {error}", page.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_is_found_wherever_the_program_is_installed() {
        for (program, page) in [
            ("bin/rushes", "share/doc/rushes/manual/index.html"),
            ("Rushes/rushes.exe", "Rushes/manual/index.html"),
            ("Rushes.app/Contents/MacOS/rushes", "Rushes.app/Contents/Resources/manual/index.html"),
            ("target/debug/rushes", "target/book/index.html"),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            for file in [program, page] {
                let path = folder.path().join(file);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, "").expect("a file");
            }
            let program = folder.path().join(program);
            let found = manual_of(&program).expect(page);
            let expected = folder.path().join(page).canonicalize();
            assert_eq!(found.canonicalize().expect("a file"), expected.expect("a file"));
            std::fs::remove_file(found).expect("a file");
            assert_eq!(manual_of(&program), None);
        }
    }
}
