//! The instance buffer: one quad for each instance, and its attributes; or the corners of triangles.

use bytemuck::Pod;
use glow::HasContext as _;

use super::error::RenderError;

/// A part of an instance: place in the shader, how many numbers, their type, whether bytes become
/// 0 to 1, and how many bytes from the start of the instance.
pub(super) type Attribute = (u32, i32, u32, bool, i32);

/// A buffer of instances.
pub(super) struct Instances {
    attributes: &'static [Attribute],
    vertices: glow::VertexArray,
    buffer: glow::Buffer,
    /// Bytes that the buffer has room for.
    room: usize,
}

impl Instances {
    /// An empty buffer whose instances have these parts.
    pub fn new(gl: &glow::Context, attributes: &'static [Attribute]) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            Ok(Self {
                attributes,
                vertices: gl.create_vertex_array().map_err(RenderError::new)?,
                buffer: gl.create_buffer().map_err(RenderError::new)?,
                room: 0,
            })
        }
    }

    /// Replaces the instances.
    ///
    /// # Safety
    /// The context that made it is current, and the attributes lie inside of an `Instance`.
    pub unsafe fn fill<Instance: Pod>(&mut self, gl: &glow::Context, all: &[Instance]) {
        let bytes: &[u8] = bytemuck::cast_slice(all);
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

    /// Draws some of the instances with the program in use.
    ///
    /// # Safety
    /// The context that made it is current; the buffer was filled with at least as many of them.
    pub unsafe fn draw<Instance: Pod>(&self, gl: &glow::Context, which: std::ops::Range<usize>) {
        if which.is_empty() {
            return;
        }
        unsafe {
            self.bind::<Instance>(gl, which.start, 1);
            gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, which.len() as i32);
        }
    }

    /// Draws so many corners of triangles, which the buffer was filled with.
    ///
    /// # Safety
    /// As for [`Self::draw`].
    pub unsafe fn draw_corners<Corner: Pod>(&self, gl: &glow::Context, count: usize) {
        unsafe {
            self.bind::<Corner>(gl, 0, 0);
            gl.draw_arrays(glow::TRIANGLES, 0, count as i32);
        }
    }

    /// Binds the buffer from an element on, each of which is for so many instances; 0 is for a vertex.
    unsafe fn bind<Element: Pod>(&self, gl: &glow::Context, first: usize, instances: u32) {
        let stride = size_of::<Element>();
        unsafe {
            gl.bind_vertex_array(Some(self.vertices));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
            for &(place, parts, kind, normalised, offset) in self.attributes {
                // Neither kind of OpenGL can be told where among the instances to begin.
                let offset = offset + (first * stride) as i32;
                gl.vertex_attrib_pointer_f32(place, parts, kind, normalised, stride as i32, offset);
                gl.enable_vertex_attrib_array(place);
                gl.vertex_attrib_divisor(place, instances);
            }
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_vertex_array(self.vertices);
            gl.delete_buffer(self.buffer);
        }
    }
}
