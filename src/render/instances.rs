//! Programs with a buffer: strokes (bones, joints, shadows), one quad for each, and the triangles of surfaces.

use std::ops::Range;

use bytemuck::Pod;
use glow::HasContext as _;

use super::RenderError;
use super::canvas::Viewport;
use super::program::Program;
use crate::scene::{Corner, DrawList, Stroke};

/// A part of an instance: index in the shader, how many numbers, their type, whether bytes become
/// 0 to 1, and how many bytes from the start of the instance.
pub(super) type Attribute = (u32, i32, u32, bool, i32);

/// A program, and a buffer of instances for it.
pub(super) struct InstancedProgram {
    pub program: Program,
    attributes: &'static [Attribute],
    vertices: glow::VertexArray,
    buffer: glow::Buffer,
    /// Bytes that the buffer has room for.
    room: usize,
}

impl InstancedProgram {
    /// Compiles a program (see [`Program::new`]) whose instances have these parts.
    pub fn new(
        gl: &glow::Context,
        sources: [&str; 3],
        attributes: &'static [Attribute],
    ) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            Ok(Self {
                program: Program::new(gl, sources)?,
                attributes,
                vertices: gl.create_vertex_array().map_err(RenderError::new)?,
                buffer: gl.create_buffer().map_err(RenderError::new)?,
                room: 0,
            })
        }
    }

    /// Replaces the instances. The attributes lie inside of an `Instance`.
    pub unsafe fn fill<Instance: Pod>(&mut self, gl: &glow::Context, all: &[Instance]) {
        let bytes: &[u8] = bytemuck::cast_slice(all);
        // SAFETY: the context that made the buffer is current. It gets its room before the bytes, which are no more than that.
        unsafe {
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
            if bytes.len() > self.room {
                self.room = bytes.len().next_power_of_two();
            }
            // Asking for a fresh buffer each time lets the driver keep the one it still draws from.
            gl.buffer_data_size(glow::ARRAY_BUFFER, self.room as i32, glow::STREAM_DRAW);
            gl.buffer_sub_data_u8_slice(glow::ARRAY_BUFFER, 0, bytes);
        }
    }

    /// Draws some of the instances with the program in use. The buffer was filled with at least as many of them.
    pub unsafe fn draw<Instance: Pod>(&self, gl: &glow::Context, which: Range<usize>) {
        if which.is_empty() {
            return;
        }
        // SAFETY: the context is current, and the caller has filled the buffer up to the end of `which` with such instances.
        unsafe {
            self.bind::<Instance>(gl, which.start, 1);
            gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, which.len() as i32);
        }
    }

    /// Draws so many corners of triangles, which the buffer was filled with.
    pub unsafe fn draw_corners<Vertex: Pod>(&self, gl: &glow::Context, count: usize) {
        // SAFETY: the context is current, and the caller has filled the buffer with as many corners.
        unsafe {
            self.bind::<Vertex>(gl, 0, 0);
            gl.draw_arrays(glow::TRIANGLES, 0, count as i32);
        }
    }

    /// Binds the buffer from an element on, each of which is for so many instances; 0 is for a vertex.
    unsafe fn bind<Element: Pod>(&self, gl: &glow::Context, first: usize, instances: u32) {
        let stride = size_of::<Element>();
        // SAFETY: the context that made array and buffer is current. Offsets into the buffer are not followed before a draw.
        unsafe {
            gl.bind_vertex_array(Some(self.vertices));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
            for &(index, parts, kind, normalised, offset) in self.attributes {
                // Neither kind of OpenGL can be told where among the instances to begin.
                let offset = offset + (first * stride) as i32;
                gl.vertex_attrib_pointer_f32(index, parts, kind, normalised, stride as i32, offset);
                gl.enable_vertex_attrib_array(index);
                gl.vertex_attrib_divisor(index, instances);
            }
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made the three is current, and whoever frees them does not draw with them again.
        unsafe {
            gl.delete_program(self.program.id);
            gl.delete_vertex_array(self.vertices);
            gl.delete_buffer(self.buffer);
        }
    }
}

pub(super) struct Strokes(InstancedProgram);

impl Strokes {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "strokes",
            include_str!("../../shaders/strokes.vert"),
            include_str!("../../shaders/strokes.frag"),
        ];
        /// The layout of [`Stroke`].
        const ATTRIBUTES: &[Attribute] = &[
            (0, 3, glow::FLOAT, false, 0),
            (1, 3, glow::FLOAT, false, 12),
            (2, 4, glow::UNSIGNED_BYTE, true, 24),
            (3, 3, glow::FLOAT, false, 28),
        ];
        InstancedProgram::new(gl, sources, ATTRIBUTES).map(Self)
    }

    /// Takes the strokes of a view over; [`Self::draw`] draws some of them.
    pub unsafe fn fill(&mut self, gl: &glow::Context, list: &DrawList) {
        if !list.strokes.is_empty() {
            // SAFETY: the context is current, as the caller promises; the layout of a `Stroke` is `repr(C)`.
            unsafe { self.0.fill(gl, &list.strokes) };
        }
    }

    /// Draws some strokes of the list that it was filled from.
    pub unsafe fn draw(
        &self,
        gl: &glow::Context,
        list: &DrawList,
        viewport: Viewport,
        which: Range<usize>,
    ) {
        if which.is_empty() {
            return;
        }
        let at = |name| self.0.program.uniform(name);
        // SAFETY: the context is current, and the buffer was filled with all strokes of the list, of which these are some.
        unsafe {
            self.0.program.begin(gl, list);
            gl.uniform_2_f32(at("viewport"), viewport.width as f32, viewport.height as f32);
            gl.uniform_2_f32(at("origin"), viewport.x as f32, viewport.y as f32);
            self.0.draw::<Stroke>(gl, which);
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made program and buffer of the strokes is current, and no stroke is drawn after.
        unsafe { self.0.free(gl) };
    }
}

pub(super) struct Triangles(InstancedProgram);

impl Triangles {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "triangles",
            include_str!("../../shaders/triangles.vert"),
            include_str!("../../shaders/triangles.frag"),
        ];
        /// The layout of [`Corner`].
        const ATTRIBUTES: &[Attribute] =
            &[(0, 3, glow::FLOAT, false, 0), (1, 4, glow::UNSIGNED_BYTE, true, 12)];
        InstancedProgram::new(gl, sources, ATTRIBUTES).map(Self)
    }

    /// Draws the triangles of a view and leaves their depths, which are all farthest before.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList) {
        if list.triangles.is_empty() {
            return;
        }
        // SAFETY: the context is current. The buffer is filled with as many corners as are drawn, and a `Corner` is `repr(C)`
        // and has all attributes inside.
        unsafe {
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(glow::LEQUAL);
            self.0.fill(gl, &list.triangles);
            self.0.program.begin(gl, list);
            self.0.draw_corners::<Corner>(gl, list.triangles.len());
            gl.disable(glow::DEPTH_TEST);
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made program and buffer of the triangles is current, and no triangle is drawn after.
        unsafe { self.0.free(gl) };
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use crate::render::headless::headless_or_skip;
    use crate::render::sample::{camera, draw, pixel_at};
    use crate::scene::{Corner, Stroke};

    #[test]
    fn the_nearer_triangle_hides_the_other_and_lines_behind_it() {
        let Some(_) = headless_or_skip() else { return };
        let (red, blue, white) = ([255, 0, 0, 255], [0, 0, 255, 255], [255; 4]);
        let picture = draw(&camera(), |list| {
            for (z, size, colour) in [(0.5, 0.4, red), (0.0, 0.8, blue)] {
                let corners = [[-size, -size, z], [size, -size, z], [0.0, size, z]];
                list.add_triangle(corners.map(|at| Corner { at, colour }));
            }
            let behind = [-0.9, 0.9].map(|x| Vec3::new(x, -0.2, -0.5));
            list.add_at_depth(3.0, Stroke::line(behind, white, 6.0));
        });
        assert_eq!(pixel_at(&picture, 0.0, -0.2), red, "before all");
        assert_eq!(pixel_at(&picture, 0.4, -0.2), blue, "before the line");
        assert_eq!(pixel_at(&picture, 0.8, -0.2), white, "beside both");
        assert_eq!(pixel_at(&picture, 0.0, 0.9), [0; 4], "nothing");
    }
}
