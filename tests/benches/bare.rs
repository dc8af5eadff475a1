//! The least that a picture costs: its quads, the ground's included, of one colour each, into the same
//! pixels. None of the
//! player's own drawing is used.

use bytemuck::{Pod, Zeroable};
use glow::HasContext as _;
use rushes::scene::{DrawList, Stroke};

/// The corners of a stroke, worked out as far as its quad needs them.
const VERTEX: &str = "
uniform mat4 clip_from_world;
uniform vec2 viewport;
uniform float whole;
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec2 shape;
flat out vec4 flat_colour;
void main() {
    if (whole > 0.0) {
        // The ground.
        flat_colour = vec4(0.1);
        gl_Position = vec4(ivec2(gl_VertexID & 1, gl_VertexID >> 1) * 2 - 1, 0.0, 1.0);
        return;
    }
    vec4 a = clip_from_world * vec4(from, 1.0);
    vec4 b = clip_from_world * vec4(to, 1.0);
    vec2 from_pixel = a.xy / a.w * 0.5 * viewport;
    vec2 to_pixel = b.xy / b.w * 0.5 * viewport;
    vec2 along = to_pixel - from_pixel;
    along = length(along) > 1e-4 ? normalize(along) : vec2(1.0, 0.0);
    float reach = max(shape.x, 1.0) * 0.5 + shape.y + 1.0;
    vec2 end = gl_VertexID < 2 ? from_pixel - along * reach : to_pixel + along * reach;
    float side = (gl_VertexID & 1) == 0 ? -reach : reach;
    vec2 at = end + vec2(-along.y, along.x) * side;
    flat_colour = vec4(colour.rgb * colour.a, colour.a);
    gl_Position = vec4(at / viewport * 2.0, 0.0, 1.0);
}
";

const FRAGMENT: &str = "
flat in vec4 flat_colour;
out vec4 fragment;
void main() {
    fragment = flat_colour;
}
";

/// What a picture is made of: where the camera is, and strokes.
#[derive(Clone, Debug, Default)]
pub struct Quads {
    clip_from_world: [f32; 16],
    strokes: Vec<Stroke>,
}

/// How many strokes follow, and where the camera is.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Head {
    strokes: u32,
    clip_from_world: [f32; 16],
}

impl Quads {
    pub fn of(list: &DrawList) -> Self {
        Self {
            clip_from_world: list.clip_from_world.to_cols_array(),
            strokes: list.strokes.clone(),
        }
    }

    /// Adds them to a file of pictures.
    pub fn push(&self, file: &mut Vec<u8>) {
        let head =
            Head { strokes: self.strokes.len() as u32, clip_from_world: self.clip_from_world };
        file.extend_from_slice(bytemuck::bytes_of(&head));
        file.extend_from_slice(bytemuck::cast_slice(&self.strokes));
    }

    /// All pictures of a file.
    pub fn all(mut file: &[u8]) -> Vec<Self> {
        let mut all = Vec::new();
        while let Some((head, rest)) = file.split_at_checked(size_of::<Head>()) {
            let head: Head = bytemuck::pod_read_unaligned(head);
            let (strokes, rest) = rest.split_at(head.strokes as usize * size_of::<Stroke>());
            all.push(Self {
                clip_from_world: head.clip_from_world,
                strokes: bytemuck::pod_collect_to_vec(strokes),
            });
            file = rest;
        }
        all
    }
}

/// A program and a buffer, and nothing else.
pub struct Bare {
    program: glow::Program,
    vertices: glow::VertexArray,
    buffer: glow::Buffer,
}

impl Bare {
    /// # Safety
    /// The context is current, here and in every other call.
    pub unsafe fn new(gl: &glow::Context) -> Self {
        // SAFETY: the caller's context is current, and makes all that it is asked about here.
        unsafe {
            let program = gl.create_program().expect("a program");
            for (kind, source) in [(glow::VERTEX_SHADER, VERTEX), (glow::FRAGMENT_SHADER, FRAGMENT)]
            {
                let shader = gl.create_shader(kind).expect("a shader");
                gl.shader_source(shader, &format!("#version 330 core\n{source}"));
                gl.compile_shader(shader);
                assert!(gl.get_shader_compile_status(shader), "{}", gl.get_shader_info_log(shader));
                gl.attach_shader(program, shader);
            }
            gl.link_program(program);
            assert!(gl.get_program_link_status(program));
            let vertices = gl.create_vertex_array().expect("an array");
            let buffer = gl.create_buffer().expect("a buffer");
            gl.bind_vertex_array(Some(vertices));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            let stride = size_of::<Stroke>() as i32;
            for (place, parts, kind, normalised, offset) in [
                (0, 3, glow::FLOAT, false, 0),
                (1, 3, glow::FLOAT, false, 12),
                (2, 4, glow::UNSIGNED_BYTE, true, 24),
                (3, 2, glow::FLOAT, false, 28),
            ] {
                gl.vertex_attrib_pointer_f32(place, parts, kind, normalised, stride, offset);
                gl.enable_vertex_attrib_array(place);
                gl.vertex_attrib_divisor(place, 1);
            }
            gl.bind_vertex_array(None);
            Self { program, vertices, buffer }
        }
    }

    /// # Safety
    /// As [`Self::new`].
    pub unsafe fn draw(&self, gl: &glow::Context, quads: &Quads, [width, height]: [u32; 2]) {
        // SAFETY: the caller's context is current and made these. The buffer is filled with the strokes that are drawn; a
        // picture has one at least, which the ground's quad is given.
        unsafe {
            gl.viewport(0, 0, width as i32, height as i32);
            gl.clear_color(0.1, 0.1, 0.1, 1.0);
            gl.clear(glow::COLOR_BUFFER_BIT);
            gl.enable(glow::BLEND);
            gl.blend_func(glow::ONE, glow::ONE_MINUS_SRC_ALPHA);
            gl.use_program(Some(self.program));
            let place = |name| gl.get_uniform_location(self.program, name);
            let camera = place("clip_from_world");
            gl.uniform_matrix_4_f32_slice(camera.as_ref(), false, &quads.clip_from_world);
            let viewport = place("viewport");
            gl.uniform_2_f32(viewport.as_ref(), width as f32, height as f32);
            gl.bind_vertex_array(Some(self.vertices));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
            let bytes = bytemuck::cast_slice(&quads.strokes);
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytes, glow::STREAM_DRAW);
            let whole = place("whole");
            for (is_ground, count) in [(1.0, 1), (0.0, quads.strokes.len() as i32)] {
                gl.uniform_1_f32(whole.as_ref(), is_ground);
                gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, count);
            }
            gl.bind_vertex_array(None);
            gl.use_program(None);
        }
    }
}
