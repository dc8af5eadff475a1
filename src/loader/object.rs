//! Objects to attach to bones, out of OBJ and glTF files.

use super::error::{ErrorKind, LoadError};
use super::obj::{self, Item};
use super::{Source, gltf};
use crate::take::Object;

/// How files of objects are called.
pub const OBJECT_EXTENSIONS: [&str; 3] = ["obj", "glb", "gltf"];

/// How many triangles an object has at the most: they are drawn anew for each picture.
const MOST_TRIANGLES: usize = 500_000;

/// Reads an object out of the bytes of an OBJ, GLB or glTF file, in metres as far as the file knows them.
///
/// # Errors
/// Where the file is none of them or damaged, or has no faces.
pub fn read_object(source: &Source<'_>) -> Result<Object, LoadError> {
    let object = match (gltf::FORMAT.probe)(source.bytes) {
        true => gltf::object(source, MOST_TRIANGLES)?,
        false => wavefront(source)?,
    };
    let refused = |what: String| Err(LoadError::new(source, ErrorKind::NothingToShow(what)));
    match object.triangles().len() {
        0 => refused("the file has no faces".into()).map_err(|error: LoadError| {
            error.hint("attach an OBJ, GLB or glTF file with a mesh in it")
        }),
        count if count > MOST_TRIANGLES => refused(format!(
            "the object has {count} triangles, which is more than the {MOST_TRIANGLES} that are drawn"
        ))
        .map_err(|error: LoadError| error.hint("export it with fewer of them")),
        _ => Ok(object),
    }
}

fn wavefront(source: &Source<'_>) -> Result<Object, LoadError> {
    let (mut corners, mut ends) = (Vec::new(), Vec::new());
    let points = obj::read(source, 1.0, |item| {
        if let Item::Face { corners: face, .. } = item {
            corners.extend_from_slice(face);
            ends.push(corners.len());
        }
    })?;
    let mut from = 0;
    let faces = ends
        .iter()
        .map(|&end| &corners[std::mem::replace(&mut from, end)..end]);
    Ok(Object::new(source.name(), points, faces))
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
    fn what_has_no_faces_is_refused_and_a_corner_that_is_no_point_is_named() {
        let told = read("v 0 0 0\n").expect_err("no faces").to_string();
        assert!(told.contains("the file has no faces"), "{told}");
        let told = read("v 0 0 0\nv 1 0 0\nf 1 2 3\n")
            .expect_err("no point")
            .to_string();
        assert!(
            told.starts_with("box.obj:3:7: expected one of the 2 vertices above"),
            "{told}"
        );
    }
}
