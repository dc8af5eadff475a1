//! A page that is the whole program, with takes in it: who gets it looks at them, and says what there is to say.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::text::{base64, filled, script_json};

/// Where the takes stand in the page of the program, `assets/web/page.html`.
const PLACE: &str = "<!--takes-->";

/// A file that is packed into a page.
pub struct PackedFile {
    /// Its path, with slashes, from the folder that all of them are in.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Whether it is opened at the start, and not there for others to be read with.
    pub opens: bool,
}

/// Writes a page of the program with files in it.
///
/// # Errors
/// `InvalidData` where the page is not that of the program, and what `out` says.
pub fn write_viewer(page: &str, files: &[PackedFile], out: &mut dyn Write) -> io::Result<()> {
    let not_ours = || io::Error::new(io::ErrorKind::InvalidData, "the page has no place for takes");
    let (before, after) = page.split_once(PLACE).ok_or_else(not_ours)?;
    let packed: Vec<Value> = files.iter().map(packed).collect::<io::Result<_>>()?;
    let takes = filled!("takes.html", takes = script_json(&Value::Array(packed)));
    for part in [before, &takes, after] {
        out.write_all(part.as_bytes())?;
    }
    Ok(())
}

/// A file as the page's script unpacks it.
fn packed(file: &PackedFile) -> io::Result<Value> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&file.bytes)?;
    Ok(json!({ "name": file.name, "opens": file.opens, "bytes": base64(&packed.finish()?) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_in_the_page_and_no_name_ends_their_script() {
        let file =
            PackedFile { name: "</script>.bvh".to_string(), bytes: b"take".to_vec(), opens: true };
        let mut page = Vec::new();
        write_viewer("before<!--takes-->after", &[file], &mut page).expect("a page");
        let page = String::from_utf8(page).expect("text");
        let inside = page.strip_prefix("before<script id=\"takes\" type=\"application/json\">");
        let inside = inside.and_then(|rest| rest.strip_suffix("</script>after")).expect("a script");
        let files: Value = serde_json::from_str(inside).expect("JSON");
        assert_eq!(files[0]["name"], "</script>.bvh");
        assert!(write_viewer("a page", &[], &mut Vec::new()).is_err());
    }
}
