//! What desktops, packages and the manual are told of the formats, made from the tables of the library; and where that
//! and the tables beside (`tables.rs`) stand.
//!
//! They stand in files that people write otherwise, between two comments for each part, as `types: made by 'make pages'`
//! and `/types`. Each part is a function.

use std::fs;
use std::io;
use std::path::Path;

use quick_xml::escape::escape;
use rushes::export::EXPORTS;
use rushes::loader::{FORMATS, FileType, Format, Magic, UNDOCUMENTED, Undocumented};

use super::tables;

/// The mark of a part, and what stands there.
type Part = (&'static str, fn() -> String);

/// Every file with parts, by its path in the project.
const FILES: [(&str, &[Part]); 15] = [
    ("README.md", &[("formats", introduction)]),
    ("docs/formats.md", &[("formats", table_of_formats), ("undocumented", table_of_undocumented)]),
    ("docs/exporting.md", &[("exports", table_of_exports)]),
    ("docs/warnings.md", &[("warnings", tables::warnings)]),
    ("docs/checks.md", &[("checks", tables::checks), ("limits", tables::limits)]),
    ("docs/finding.md", &[("columns", tables::columns)]),
    ("docs/python.md", &[("metrics", tables::metrics)]),
    ("docs/shortcuts.md", &[("keys", tables::keys), ("mouse", tables::mouse)]),
    ("Cargo.toml", &[("description", package_description)]),
    ("assets/linux/rushes-mime.xml", &[("types", media_types)]),
    ("assets/linux/org.rushes.Rushes.desktop", &[("types", menu_entry)]),
    ("assets/linux/rushes.thumbnailer", &[("types", thumbnailer)]),
    (
        "assets/linux/rushes.metainfo.xml",
        &[("reads", store_reads), ("writes", store_writes), ("types", store_types)],
    ),
    (
        "assets/windows/rushes.nsi",
        &[("capture types", installer_capture), ("shared types", installer_shared)],
    ),
    (
        "assets/macos/Info.plist",
        &[("document types", bundle_documents), ("imported types", bundle_imports)],
    ),
];

/// The files below a folder as they must read, by their paths in it.
pub fn files(root: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for (path, parts) in FILES {
        let mut text = fs::read_to_string(root.join(path))?;
        for (mark, part) in parts {
            text = with_part(&text, mark, &part())
                .ok_or_else(|| io::Error::other(format!("{path} has no mark '{mark}'")))?;
        }
        files.push((path.to_string(), text.into_bytes()));
    }
    Ok(files)
}

/// A text with something else between the two lines of a mark.
fn with_part(text: &str, mark: &str, part: &str) -> Option<String> {
    let begin = text.find(&format!(" {mark}: made by 'make pages'"))?;
    let from = begin + text[begin..].find('\n')? + 1;
    let end = from + text[from..].find(&format!(" /{mark}"))?;
    let to = text[..end].rfind('\n')? + 1;
    Some(format!("{}{part}{}", &text[..from], &text[to..]))
}

/// The types of files of all formats.
fn types() -> impl Iterator<Item = &'static FileType> {
    FORMATS.iter().flat_map(|format| format.types)
}

/// The same with the extension of each, without those that have none.
fn with_extensions() -> impl Iterator<Item = (&'static str, &'static FileType)> {
    types().filter_map(|kind| Some((kind.extension?, kind)))
}

/// Each word once.
fn unique(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for word in words {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// What people call a format: its name, and letters that they know some of its files by.
fn names(format: &'static Format) -> Vec<&'static str> {
    let acronyms = format.types.iter().filter_map(|kind| kind.acronym);
    unique(std::iter::once(format.name()).chain(acronyms))
}

/// Those that have types of their own; tables have those of spreadsheets, and JSON is everybody's.
fn typed() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(|format| !format.types.is_empty())
}

/// What is read, in half a sentence.
fn read() -> String {
    let names: Vec<&str> = typed().flat_map(names).collect();
    let names = names.join(", ");
    format!("{names}, keypoints in JSON, and the tables of OptiTrack, Qualisys, Vicon and others")
}

/// What is written, in half a sentence.
fn written() -> String {
    let names: Vec<&str> = EXPORTS.iter().map(|export| export.name).collect();
    let (last, others) = names.split_last().expect("formats");
    format!("{} and {last}", others.join(", "))
}

/// A paragraph whose lines are no longer than so many characters.
fn filled(text: &str, width: usize) -> String {
    let mut filled = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= width;
            filled.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        filled += word;
        column += length;
    }
    filled
}

/// Extensions, as `.npz, .npy`, each between two marks.
fn dotted(extensions: &[&str], mark: &str) -> String {
    let extensions: Vec<String> = extensions.iter().map(|e| format!("{mark}.{e}{mark}")).collect();
    extensions.join(", ")
}

/// The page that is read first.
fn introduction() -> String {
    let described = |format: &'static Format| {
        format!("{} ({})", names(format).join(" and "), dotted(format.extensions, "`"))
    };
    let formats: Vec<String> = typed().map(described).collect();
    let tables = FORMATS.iter().find(|format| format.is_table()).expect("a format for tables");
    let text = format!(
        "Rushes opens {}, keypoints in JSON, and tables of numbers ({}): those of OptiTrack, Qualisys and Vicon, and any other once its \
         columns are said. It writes {}. [Formats](docs/formats.md) says what is read of each.",
        formats.join(", "),
        dotted(tables.extensions, "`"),
        written()
    );
    filled(&text, 118) + "\n"
}

fn table_of_formats() -> String {
    let row = |format: &Format| {
        let extensions = dotted(format.extensions, "");
        format!("| {} | {extensions} | {} |\n", format.name(), format.about)
    };
    let rows: String = FORMATS.iter().map(row).collect();
    format!("| format | extensions | what is read |\n|---|---|---|\n{rows}")
}

fn table_of_undocumented() -> String {
    let row = |format: &Undocumented| {
        let extensions = dotted(format.extensions, "");
        let Undocumented { name, known, instead, .. } = format;
        format!("| {name} | {extensions} | {known} | {instead} |\n")
    };
    let rows: String = UNDOCUMENTED.iter().map(row).collect();
    format!("| format | extensions | what is known | ask for |\n|---|---|---|---|\n{rows}")
}

fn table_of_exports() -> String {
    let rows: String = EXPORTS
        .iter()
        .map(|export| format!("| {} | .{} | {} |\n", export.name, export.extension, export.about))
        .collect();
    format!("| format | extension | what it holds |\n|---|---|---|\n{rows}")
}

/// What the package for Debian says of itself, in lines as its tools want them.
fn package_description() -> String {
    let text = format!(
        "Rushes plays motion capture as stick figures: double-click a take, or drag files onto the window, and look at \
         it frame by frame. It reads {}, says what it guessed about a file and where, prints positions, and converts \
         to {}.",
        read(),
        written()
    );
    format!("extended-description = \"\"\"\n{}\"\"\"\n", filled(&text, 78))
}

/// The types of the desktops' list.
fn media_types() -> String {
    unique(types().map(|kind| kind.media_type)).into_iter().map(media_type).collect()
}

fn media_type(name: &str) -> String {
    let all: Vec<&FileType> = types().filter(|kind| kind.media_type == name).collect();
    let first = all[0];
    let mut lines = vec![format!("<comment>{}</comment>", first.name)];
    lines.extend(first.acronym.map(|text| format!("<acronym>{text}</acronym>")));
    let stands_for = first.stands_for;
    lines.extend(stands_for.map(|text| format!("<expanded-acronym>{text}</expanded-acronym>")));
    lines.extend(first.kind_of.map(|other| format!("<sub-class-of type=\"{other}\"/>")));
    // Motion looks like a film; arrays are of anything.
    if name.starts_with("model/") {
        lines.push("<generic-icon name=\"video-x-generic\"/>".to_string());
    }
    lines.extend(magic(&first.magic));
    let extensions = all.iter().filter_map(|kind| kind.extension);
    lines.extend(extensions.map(|extension| format!("<glob pattern=\"*.{extension}\"/>")));
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("  <mime-type type=\"{name}\">\n{lines}  </mime-type>\n")
}

/// The lines that say how contents tell a type.
fn magic(magic: &Magic) -> Vec<String> {
    let (weight, texts) = match magic {
        Magic::None => return Vec::new(),
        Magic::Root { namespace, name } => {
            return vec![format!("<root-XML namespaceURI=\"{namespace}\" localName=\"{name}\"/>")];
        }
        Magic::Texts(weight, texts) => (weight, *texts),
    };
    let open = |at: &str, text: &str| {
        format!("<match type=\"string\" value=\"{}\" offset=\"{at}\"", escape(text))
    };
    let mut lines = vec![format!("<magic priority=\"{weight}\">")];
    for (at, text, others) in texts {
        if others.is_empty() {
            lines.push(format!("  {}/>", open(at, text)));
        } else {
            lines.push(format!("  {}>", open(at, text)));
            lines.extend(others.iter().map(|(at, text)| format!("    {}/>", open(at, text))));
            lines.push("  </match>".to_string());
        }
    }
    lines.push("</magic>".to_string());
    lines
}

/// The media types, each with a semicolon.
fn media_type_list() -> String {
    let names = unique(types().map(|kind| kind.media_type));
    names.iter().map(|name| format!("{name};")).collect()
}

/// A session, which the menu entry opens as well, is no format.
fn menu_entry() -> String {
    let acronyms = unique(types().filter_map(|kind| kind.acronym));
    format!(
        "Keywords=mocap;motion capture;animation;{};skeleton;markers;\nMimeType={}application/x-rushes-session;\n",
        acronyms.join(";"),
        media_type_list()
    )
}

fn thumbnailer() -> String {
    format!("MimeType={}\n", media_type_list())
}

fn store_reads() -> String {
    format!("      <li>Reads {}</li>\n", read())
}

fn store_writes() -> String {
    let written = written();
    format!(
        "      <li>Prints positions, converts to {written}, and renders pictures without a window</li>\n"
    )
}

fn store_types() -> String {
    let names = unique(types().map(|kind| kind.media_type));
    names.iter().map(|name| format!("    <mediatype>{name}</mediatype>\n")).collect()
}

fn installer_capture() -> String {
    installer_types("EachCaptureType", false)
}

fn installer_shared() -> String {
    installer_types("EachSharedType", true)
}

/// A macro that does something with each of one kind of types.
fn installer_types(name: &str, is_shared: bool) -> String {
    let types = with_extensions().filter(|(_, kind)| kind.is_shared == is_shared);
    let mut lines: Vec<String> = types
        .map(|(extension, kind)| {
            format!("    !insertmacro ${{DO}} {extension} \"{}\"\n", kind.name)
        })
        .collect();
    lines.sort_unstable();
    format!("!macro {name} DO\n{}!macroend\n", lines.concat())
}

/// What the application opens.
fn bundle_documents() -> String {
    let document = |(extension, kind): (&str, &FileType)| {
        let rank = if kind.is_shared { "Alternate" } else { "Default" };
        let system = kind.macos_type.map(|system| format!("        <string>{system}</string>\n"));
        format!(
            "    <dict>
      <key>CFBundleTypeName</key>
      <string>{}</string>
      <key>CFBundleTypeRole</key>
      <string>Viewer</string>
      <key>LSHandlerRank</key>
      <string>{rank}</string>
      <key>LSItemContentTypes</key>
      <array>
        <string>org.rushes.{extension}</string>
{}      </array>
    </dict>
",
            kind.name,
            system.unwrap_or_default()
        )
    };
    with_extensions().map(document).collect()
}

/// What the system does not know of these types.
fn bundle_imports() -> String {
    let import = |(extension, kind): (&str, &FileType)| {
        let above = match kind.kind_of {
            Some("text/plain") => "public.text",
            Some("application/json") => "public.json",
            Some("application/xml") => "public.xml",
            _ => "public.data",
        };
        format!(
            "    <dict>
      <key>UTTypeIdentifier</key>
      <string>org.rushes.{extension}</string>
      <key>UTTypeDescription</key>
      <string>{}</string>
      <key>UTTypeConformsTo</key>
      <array>
        <string>{above}</string>
      </array>
      <key>UTTypeTagSpecification</key>
      <dict>
        <key>public.filename-extension</key>
        <array>
          <string>{extension}</string>
        </array>
      </dict>
    </dict>
",
            kind.name
        )
    };
    with_extensions().map(import).collect()
}
