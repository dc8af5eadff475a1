//! Bones, joints and shadows: all strokes of a view in one instanced draw.

use glow::HasContext as _;

use super::program::Program;
use super::{RenderError, Viewport};
use crate::scene::{DrawList, Stroke};

/// Program, uniforms and instance buffer of the strokes.
pub(super) struct Strokes {
    program: Program,
    clip_from_world: Option<glow::UniformLocation>,
    viewport: Option<glow::UniformLocation>,
    origin: Option<glow::UniformLocation>,
    vertices: glow::VertexArray,
    instances: glow::Buffer,
    /// Bytes that the buffer has room for.
    room: usize,
}

impl Strokes {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let program = Program::new(
            gl,
            "strokes",
            include_str!("../../shaders/strokes.vert"),
            include_str!("../../shaders/strokes.frag"),
        )?;
        /// The layout of [`Stroke`]: place, parts, type, whether bytes become 0 to 1, offset.
        const ATTRIBUTES: [(u32, i32, u32, bool, i32); 4] = [
            (0, 3, glow::FLOAT, false, 0),
            (1, 3, glow::FLOAT, false, 12),
            (2, 4, glow::UNSIGNED_BYTE, true, 24),
            (3, 2, glow::FLOAT, false, 28),
        ];
        // SAFETY: the caller's context is current; the attributes lie inside of a `Stroke`, whose
        // layout is `repr(C)`.
        unsafe {
            let vertices = gl.create_vertex_array().map_err(RenderError::new)?;
            let instances = gl.create_buffer().map_err(RenderError::new)?;
            gl.bind_vertex_array(Some(vertices));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(instances));
            for (place, parts, kind, normalised, offset) in ATTRIBUTES {
                let stride = size_of::<Stroke>() as i32;
                gl.vertex_attrib_pointer_f32(place, parts, kind, normalised, stride, offset);
                gl.enable_vertex_attrib_array(place);
                gl.vertex_attrib_divisor(place, 1);
            }
            gl.bind_vertex_array(None);
            Ok(Self {
                clip_from_world: program.uniform(gl, "clip_from_world"),
                viewport: program.uniform(gl, "viewport"),
                origin: program.uniform(gl, "origin"),
                program,
                vertices,
                instances,
                room: 0,
            })
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        if list.strokes.is_empty() {
            return;
        }
        let bytes: &[u8] = bytemuck::cast_slice(&list.strokes);
        unsafe {
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.instances));
            if bytes.len() > self.room {
                self.room = bytes.len().next_power_of_two();
            }
            // Asking for a fresh buffer each time lets the driver keep the one it still draws from.
            gl.buffer_data_size(glow::ARRAY_BUFFER, self.room as i32, glow::STREAM_DRAW);
            gl.buffer_sub_data_u8_slice(glow::ARRAY_BUFFER, 0, bytes);
            gl.use_program(Some(self.program.id));
            gl.uniform_matrix_4_f32_slice(
                self.clip_from_world.as_ref(),
                false,
                list.clip_from_world.as_ref(),
            );
            let (width, height) = (viewport.width as f32, viewport.height as f32);
            gl.uniform_2_f32(self.viewport.as_ref(), width, height);
            gl.uniform_2_f32(self.origin.as_ref(), viewport.x as f32, viewport.y as f32);
            gl.bind_vertex_array(Some(self.vertices));
            let count = list.strokes.len() as i32;
            gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, count);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_program(self.program.id);
            gl.delete_vertex_array(self.vertices);
            gl.delete_buffer(self.instances);
        }
    }
}
