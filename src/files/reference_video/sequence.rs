//! Image sequences: pictures of one name that are numbered, one a frame.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::beginning::{extension, folder_of, numbered_parts};
use crate::fs::{self, FileType};

pub const IMAGE_EXTENSIONS: [&str; 7] = ["png", "jpg", "jpeg", "tif", "tiff", "bmp", "exr"];

const MAX_DIGITS: usize = 9;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// What stands before the number, with the folder.
    before: PathBuf,
    /// How many digits numbers have at least; 0 where they are not filled up.
    digits: usize,
    after: String,
    /// The numbers that are there, in their order.
    pub numbers: Vec<u32>,
}

pub fn is_image(path: &Path) -> bool {
    IMAGE_EXTENSIONS.contains(&extension(path).as_str())
}

/// The name of a picture in its parts: what stands before its number, the digits, and the rest.
fn parts(name: &str) -> Option<[&str; 3]> {
    numbered_parts(name).filter(|[_, digits, _]| digits.len() <= MAX_DIGITS)
}

/// The pictures of a folder by what their names have in common; those of one picture's name, where that is given.
fn numbers_in(folder: &Path, of: Option<[&str; 3]>) -> BTreeMap<[String; 2], Vec<String>> {
    let mut all: BTreeMap<[String; 2], Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // A pipe among them would be waited for.
        let is_plain = |kind: FileType| kind.is_file() || kind.is_symlink() && fs::is_file(&path);
        if !entry.file_type().is_ok_and(is_plain) {
            continue;
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let Some([before, digits, after]) = parts(name).filter(|_| is_image(&path)) else {
            continue;
        };
        if of.is_none_or(|[b, _, a]| (b, a) == (before, after)) {
            all.entry([before, after].map(String::from)).or_default().push(digits.to_string());
        }
    }
    all
}

/// The first picture of the sequence in a folder; of several, that of the longest.
pub fn names_in_sequence(folder: &Path) -> Option<PathBuf> {
    let all = numbers_in(folder, None);
    let ([before, after], digits) = all.into_iter().max_by_key(|(_, digits)| digits.len())?;
    let first = digits.into_iter().min()?;
    Some(folder.join(format!("{before}{first}{after}")))
}

impl Sequence {
    /// The sequence that a picture belongs to, or the one in a folder. Fails where the picture has no number, or
    /// the folder has none: for people.
    pub fn of(path: &Path) -> Result<Self, String> {
        let picture = if fs::is_dir(path) {
            names_in_sequence(path).ok_or("no numbered pictures are in this folder")?
        } else {
            path.to_path_buf()
        };
        let own = picture.file_name().and_then(|name| name.to_str()).and_then(parts).ok_or(
            "its name has no number: pictures of a sequence are numbered, as in walk.0001.png",
        )?;
        let folder = folder_of(&picture);
        let [before, _, after] = own;
        let found = numbers_in(folder, Some(own)).into_values().next();
        let mut digits = found.ok_or("there is no such file")?;
        // Of walk.7.png and walk.0007.png, the ones that are as wide as the one that was named count.
        let is_filled = digits.iter().any(|text| text.len() > 1 && text.starts_with('0'));
        let width = if is_filled { own[1].len() } else { 0 };
        digits.retain(|text| {
            width == 0 || text.len() == width || text.len() > width && !text.starts_with('0')
        });
        let mut numbers: Vec<u32> = digits.iter().filter_map(|text| text.parse().ok()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Self { before: folder.join(before), digits: width, after: after.to_string(), numbers })
    }

    pub fn file(&self, number: u32) -> PathBuf {
        let mut name = self.before.clone().into_os_string();
        name.push(format!("{number:0width$}{}", self.after, width = self.digits));
        name.into()
    }

    /// The pattern that ffmpeg reads it by. `None` where the folder's name is no text.
    pub fn pattern(&self) -> Option<String> {
        let plain = |text: &str| text.replace('%', "%%");
        let number = match self.digits {
            0 => "%d".to_string(),
            digits => format!("%0{digits}d"),
        };
        Some(plain(self.before.to_str()?) + &number + &plain(&self.after))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::super::tests::folder;
    use super::*;

    #[test]
    fn numbers_are_found_in_names() {
        assert_eq!(parts("walk.0001.png"), Some(["walk.", "0001", ".png"]));
        assert_eq!(parts("cam2_7b.jpg"), Some(["cam2_", "7", "b.jpg"]));
        assert_eq!(parts("0001.png"), Some(["", "0001", ".png"]));
        assert_eq!(parts("é12.png"), Some(["é", "12", ".png"]));
        for none in ["walk.png", "12", "1234567890.png", ""] {
            assert_eq!(parts(none), None, "{none}");
        }
    }

    #[test]
    fn a_sequence_is_found_by_a_picture_or_its_folder() {
        let folder = folder("sequence 100%");
        for name in ["a.0009.png", "a.0010.png", "a.0012.png", "b.1.png", "a.0010.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let found = Sequence::of(&folder).unwrap();
        assert_eq!(found.numbers, [9, 10, 12]);
        assert_eq!(found, Sequence::of(&folder.join("a.0012.png")).unwrap());
        assert_eq!(found.file(9), folder.join("a.0009.png"));
        let pattern = found.pattern().unwrap();
        assert!(pattern.ends_with("a.%04d.png") && pattern.contains("100%%"));
        let other = Sequence::of(&folder.join("b.1.png")).unwrap();
        assert!(other.pattern().unwrap().ends_with("b.%d.png"));
        let error = Sequence::of(&folder.join("walk.png")).unwrap_err();
        assert!(error.starts_with("its name has no number"), "{error}");
    }
}
