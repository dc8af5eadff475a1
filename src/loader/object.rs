//! Objects to attach to bones, out of OBJ and glTF files.

use super::error::{ErrorKind, LoadError};
#[cfg(feature = "gltf")]
use super::gltf::object as scene;
use super::obj::{self, Item};
use super::{Source, left_out};
use crate::take::Object;

/// The extensions of files of objects.
pub const OBJECT_EXTENSIONS: [&str; 3] = ["obj", "glb", "gltf"];

/// The most triangles of an object: they are drawn anew for each picture.
const MAX_TRIANGLES: usize = 500_000;

/// Reads an object out of the bytes of an OBJ, GLB or glTF file, in metres as far as the file knows them.
///
/// # Errors
/// Where the file is none of them or damaged, or has no faces.
pub fn read_object(source: &Source<'_>) -> Result<Object, LoadError> {
    let object = if left_out::is_gltf(source.bytes) {
        scene(source, MAX_TRIANGLES)?
    } else {
        wavefront(source)?
    };
    let Some(object) = object else {
        let message =
            format!("the object has more than the {MAX_TRIANGLES} triangles that are drawn");
        let error = LoadError::new(source, ErrorKind::NothingToShow(message));
        return Err(error.hint("export it with fewer of them"));
    };
    if object.triangles().is_empty() {
        let kind = ErrorKind::NothingToShow("the file has no faces".into());
        let error = LoadError::new(source, kind);
        return Err(error.hint("attach an OBJ, GLB or glTF file with a mesh in it"));
    }
    Ok(object)
}

#[cfg(not(feature = "gltf"))]
fn scene(source: &Source<'_>, _: usize) -> Result<Option<Object>, LoadError> {
    Err(left_out::refusal(source, crate::take::FormatId::Gltf))
}

/// Reads an OBJ; `None` where it has too many triangles.
fn wavefront(source: &Source<'_>) -> Result<Option<Object>, LoadError> {
    let (mut corners, mut ends) = (Vec::new(), Vec::new());
    let mut triangles = 0;
    let points = obj::read(source, 1.0, |item| {
        if let Item::Face { corners: face, .. } = item {
            triangles += face.len().saturating_sub(2);
            if triangles <= MAX_TRIANGLES {
                corners.extend_from_slice(face);
                ends.push(corners.len());
            }
        }
    })?;
    if triangles > MAX_TRIANGLES {
        return Ok(None);
    }
    let mut from = 0;
    let faces = ends.iter().map(|&end| &corners[std::mem::replace(&mut from, end)..end]);
    Ok(Some(Object::new(source.name(), points, faces)))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn read(text: &str) -> Result<Object, LoadError> {
        read_object(&Source::new("box.obj", text.as_bytes()))
    }

    #[test]
    fn faces_of_any_corners_are_read_and_other_lines_are_not() {
        let object = read(
            "# a roof\nmtllib x.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 1.0\nvn 0 0 1\nusemtl red\n\
             f 1//1 2//1 3//1 \\\n4//1\nf -1 -2 -4\nl 1 2\n",
        );
        let object = object.expect("an object");
        assert_eq!(object.name, "box.obj");
        assert_eq!(object.points()[3], Vec3::Y);
        assert_eq!(object.triangles(), [[0, 1, 2], [0, 2, 3], [3, 2, 0]]);
    }

    #[test]
    fn triangles_are_counted_before_they_are_made() {
        let text =
            |faces: usize| "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_string() + &"f 1 2 3\n".repeat(faces);
        assert!(read(&text(MAX_TRIANGLES)).is_ok());
        let error = read(&text(MAX_TRIANGLES + 1)).expect_err("too many").to_string();
        let text = "box.obj: the object has more than the 500000 triangles that are drawn\nhint: export it with fewer of them";
        assert_eq!(error, text);
    }

    #[test]
    fn what_has_no_faces_is_refused_and_a_corner_that_is_no_point_is_named() {
        let error = read("v 0 0 0\n").expect_err("no faces").to_string();
        assert!(error.contains("the file has no faces"), "{error}");
        let error = read("v 0 0 0\nv 1 0 0\nf 1 2 3\n").expect_err("no point").to_string();
        assert!(error.starts_with("box.obj:3:7: expected one of the 2 vertices above"), "{error}");
    }
}
