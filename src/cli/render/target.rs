//! Where pictures go, by the name of the output: a picture, an SVG, a film, or a folder of pictures; and how they are
//! written there.

use std::path::{Path, PathBuf};

use crate::cli::exit::Failure;
use crate::cli::output::ends_in_slash;
use crate::cli::terminal::{print_error, shown};
use crate::film::FilmFormat;
use crate::render::Picture;
use crate::take::Take;

/// Where pictures go.
pub(super) enum Target {
    Picture(PathBuf),
    /// A picture of lines.
    Svg(PathBuf),
    Film(PathBuf, FilmFormat),
    /// A folder, and the name of a picture in it, where the number of the frame stands for `#`.
    Folder(PathBuf, Option<String>),
}

impl Target {
    /// What an output is by its name.
    ///
    /// # Errors
    /// Where it is none of them.
    pub fn named(output: PathBuf) -> Result<Self, Failure> {
        if ends_in_slash(&output) {
            return Ok(Self::Folder(output, None));
        }
        let extension = output.extension().unwrap_or_default().to_ascii_lowercase();
        if let Some(format) = FilmFormat::of_extension(&extension.to_string_lossy()) {
            return Ok(Self::Film(output, format));
        }
        if extension == "svg" {
            return Ok(Self::Svg(output));
        }
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        if extension == "png" && name.contains('#') {
            let folder = output.parent().unwrap_or(Path::new("")).to_path_buf();
            return Ok(Self::Folder(folder, Some(name.into_owned())));
        }
        let is_stream = crate::files::is_stream(&output) || output.as_os_str() == "-";
        if extension == "png" || is_stream {
            return Ok(Self::Picture(output));
        }
        if output.is_dir() {
            return Ok(Self::Folder(output, None));
        }
        Err(Failure::Arguments(format!(
            "'{}' is neither a picture, OUT.png or OUT.svg, nor a film, such as OUT.gif or OUT.mp4, nor a folder, \
             FOLDER/",
            shown(&output)
        )))
    }

    /// Whether it is a single picture.
    pub fn is_picture(&self) -> bool {
        matches!(self, Self::Picture(_) | Self::Svg(_))
    }

    /// The file of a picture of a take, by the picture's number.
    pub fn path(&self, take: &Take, number: usize) -> PathBuf {
        match self {
            Self::Picture(path) | Self::Svg(path) | Self::Film(path, _) => path.clone(),
            Self::Folder(folder, None) => folder.join(format!("{}_{number:05}.png", take.name)),
            Self::Folder(folder, Some(name)) => folder.join(numbered(name, number)),
        }
    }

    /// Makes the folder that pictures go to.
    ///
    /// # Errors
    /// Where it cannot be made; why is printed.
    pub fn make_folder(&self) -> Result<(), Failure> {
        let Self::Folder(folder, _) = self else {
            return Ok(());
        };
        if folder.as_os_str().is_empty() {
            return Ok(());
        }
        std::fs::create_dir_all(folder).map_err(|error| {
            print_error(&format!("{}: {error}", shown(folder)));
            Failure::File
        })
    }
}

/// A name in which the number of a frame stands where it has the most `#`, with as many digits at least.
fn numbered(name: &str, frame: usize) -> String {
    let runs = name.match_indices('#').map(|(at, _)| at);
    let run = |at: &usize| name[*at..].len() - name[*at..].trim_start_matches('#').len();
    let Some(at) = runs.rev().max_by_key(run) else {
        return name.to_string();
    };
    let digits = run(&at);
    format!("{}{frame:0digits$}{}", &name[..at], &name[at + digits..])
}

/// Writes a picture; - is standard output.
///
/// # Errors
/// Where that fails; why is printed.
pub(super) fn save(picture: &Picture, path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(picture.write_png(&mut std::io::stdout().lock())?);
    }
    written(path, crate::files::write(path, |out| picture.write_png(out)))
}

/// Tells why a file was not written.
///
/// # Errors
/// Where it was not.
pub(super) fn written(path: &Path, result: std::io::Result<()>) -> Result<(), Failure> {
    result.map_err(|error| {
        print_error(&format!("{}: cannot be written: {error}", shown(path)));
        Failure::File
    })
}
