//! The shader programs, from one source for OpenGL and OpenGL ES.

use glow::HasContext as _;

use super::RenderError;
use crate::scene::{DrawList, Rgba};

/// A linked program and the locations of its uniforms.
pub(super) struct Program {
    pub id: glow::Program,
    uniforms: Vec<(String, glow::UniformLocation)>,
}

impl Program {
    /// Compiles and links the sources of a vertex and a fragment shader, with their name in `shaders/`.
    pub fn new(
        gl: &glow::Context,
        [name, vertex, fragment]: [&str; 3],
    ) -> Result<Self, RenderError> {
        let header = if gl.version().is_embedded {
            "#version 300 es\nprecision highp float;\nprecision highp int;\n#line 1\n"
        } else {
            "#version 330 core\n#line 1\n"
        };
        // SAFETY: the caller's context is current, and made every object that it is asked about here.
        unsafe {
            let id = gl.create_program().map_err(RenderError::new)?;
            let mut shaders = Vec::new();
            for (kind, ending, source) in
                [(glow::VERTEX_SHADER, "vert", vertex), (glow::FRAGMENT_SHADER, "frag", fragment)]
            {
                let shader = gl.create_shader(kind).map_err(RenderError::new)?;
                gl.shader_source(shader, &format!("{header}{source}"));
                gl.compile_shader(shader);
                gl.attach_shader(id, shader);
                shaders.push((shader, ending));
            }
            gl.link_program(id);
            // Asked once: each question has a driver, or a browser, wait for all that it was told to do.
            if !gl.get_program_link_status(id) {
                let refused = shaders.iter().find(|(it, _)| !gl.get_shader_compile_status(*it));
                return Err(match refused {
                    Some((shader, ending)) => {
                        let log = gl.get_shader_info_log(*shader);
                        shader_error(gl, &format!("{name}.{ending}"), &log)
                    }
                    None => {
                        let log = gl.get_program_info_log(id);
                        shader_error(gl, &format!("{name}.vert with {name}.frag"), &log)
                    }
                });
            }
            for (shader, _) in shaders {
                gl.detach_shader(id, shader);
                gl.delete_shader(shader);
            }
            let uniforms = (0..gl.get_active_uniforms(id)).filter_map(|index| {
                let name = gl.get_active_uniform(id, index)?.name;
                let location = gl.get_uniform_location(id, &name)?;
                Some((name, location))
            });
            Ok(Self { id, uniforms: uniforms.collect() })
        }
    }

    pub unsafe fn begin(&self, gl: &glow::Context, list: &DrawList) {
        let clip_from_world = self.uniform("clip_from_world");
        // SAFETY: the context that linked the program is current; a matrix has the sixteen numbers that its uniform takes.
        unsafe {
            gl.use_program(Some(self.id));
            gl.uniform_matrix_4_f32_slice(clip_from_world, false, list.clip_from_world.as_ref());
        }
    }

    /// The location of a uniform; `None` where the driver found it to be without effect.
    pub fn uniform(&self, name: &str) -> Option<&glow::UniformLocation> {
        self.uniforms.iter().find(|(known, _)| known == name).map(|(_, location)| location)
    }
}

/// What a driver says of a shader, with the driver's name: without it the report is of no use.
fn shader_error(gl: &glow::Context, file: &str, log: &str) -> RenderError {
    // SAFETY: the caller's context is current.
    let driver =
        unsafe { [glow::RENDERER, glow::VERSION].map(|name| gl.get_parameter_string(name)) };
    RenderError::new(format!(
        "the driver ({}, {}) refuses the shader {file}:\n{}",
        driver[0],
        driver[1],
        log.trim()
    ))
}

pub(super) fn to_floats(colour: Rgba) -> [f32; 4] {
    colour.map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::headless::headless_or_skip;

    #[test]
    fn a_refused_shader_names_its_file_the_driver_and_the_line() {
        let Some(headless) = headless_or_skip() else { return };
        let fine = "void main() { gl_Position = vec4(0.0); }";
        let wrong = "out vec4 fragment;\nvoid main() {\n    fragment = nonsense;\n}";
        let refused = Program::new(headless.gl(), ["thing", fine, wrong]).err();
        let message = refused.expect("an error").to_string();
        // SAFETY: the context of `headless` is current.
        let driver = unsafe { headless.gl().get_parameter_string(glow::RENDERER) };
        for part in ["thing.frag", &driver, "3", "nonsense"] {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
}
