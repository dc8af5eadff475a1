//! The background of the view, cached: backdrop and ground grid.
//!
//! Both are worked out for every pixel of the view, which costs more than all figures together
//! where the processor draws. The backdrop is drawn once for a size; the ground on top of it once
//! for a view, as long as the camera rests. From then on they are copied.

use glow::HasContext as _;

use super::RenderError;
use super::bound::{bind, bound};
use super::canvas::{Canvas, Viewport};
use super::program::{Program, to_floats};
use crate::scene::{DrawList, Grid, ThemeColours};

/// Everything that the ground's pixels depend on, but for the size of the view.
type View = (glam::Mat4, ThemeColours, Option<Grid>);

pub(super) struct Background {
    backdrop: Program,
    grid: Program,
    /// The shaders make their vertices; but core profiles draw nothing without an array, even where it is empty.
    vertices: glow::VertexArray,
    backdrop_copy: CachedPixels<(ThemeColours, [f32; 4])>,
    copy: CachedPixels<View>,
    last: Option<View>,
}

impl Background {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let backdrop = [
            "backdrop",
            include_str!("../../shaders/backdrop.vert"),
            include_str!("../../shaders/backdrop.frag"),
        ];
        let grid = [
            "grid",
            include_str!("../../shaders/grid.vert"),
            include_str!("../../shaders/grid.frag"),
        ];
        Ok(Self {
            backdrop: Program::new(gl, backdrop)?,
            grid: Program::new(gl, grid)?,
            // SAFETY: the caller's context is current.
            vertices: unsafe { gl.create_vertex_array() }.map_err(RenderError::new)?,
            backdrop_copy: CachedPixels::new(gl)?,
            copy: CachedPixels::new(gl)?,
            last: None,
        })
    }

    /// Draws into the bound target, which has the viewport and state of [`super::Renderer::draw`].
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let view = (list.clip_from_world, list.palette, list.grid);
        let before = self.last.replace(view);
        let (backdrop, grid, vertices) = (&self.backdrop, &self.grid, self.vertices);
        let paint_backdrop = |gl: &glow::Context| {
            // SAFETY: it is painted below alone, where the context is current that made program and array.
            unsafe { draw_backdrop(gl, backdrop, vertices, list) }
        };
        // SAFETY: it is painted below alone too, over a backdrop, where that context is current that made its program.
        let paint_grid = |gl: &glow::Context| unsafe {
            if let Some(ground) = &list.grid {
                draw_grid(gl, grid, vertices, ground, list);
            }
        };
        let paint_both = |gl: &glow::Context| {
            paint_backdrop(gl);
            paint_grid(gl);
        };
        // SAFETY: the context that made both copies is current, as the caller promises.
        unsafe {
            match before {
                // The first picture is waited for: what a driver has to do for copies comes after it.
                None => paint_both(gl),
                // A copy of both only pays for a view that stays.
                Some(before) if before == view => self.copy.draw(gl, view, viewport, paint_both),
                Some(_) => {
                    let key = (list.palette, list.window);
                    self.backdrop_copy.draw(gl, key, viewport, paint_backdrop);
                    paint_grid(gl);
                }
            }
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made these in `new` is current, and whoever frees them does not draw with them again.
        unsafe {
            gl.delete_program(self.backdrop.id);
            gl.delete_program(self.grid.id);
            gl.delete_vertex_array(self.vertices);
            self.backdrop_copy.canvas.free(gl);
            self.copy.canvas.free(gl);
        }
    }
}

unsafe fn draw_backdrop(
    gl: &glow::Context,
    program: &Program,
    vertices: glow::VertexArray,
    list: &DrawList,
) {
    let at = |name| program.uniform(name);
    // SAFETY: the context that made program and array is current. Each slice has all numbers of its uniform, and the three
    // vertices come from the shader, out of no buffer.
    unsafe {
        gl.use_program(Some(program.id));
        gl.uniform_3_f32_slice(at("centre_colour"), &to_floats(list.palette.centre)[..3]);
        gl.uniform_3_f32_slice(at("edge_colour"), &to_floats(list.palette.edge)[..3]);
        gl.uniform_4_f32_slice(at("window"), &list.window);
        gl.bind_vertex_array(Some(vertices));
        gl.draw_arrays(glow::TRIANGLES, 0, 3);
    }
}

unsafe fn draw_grid(
    gl: &glow::Context,
    program: &Program,
    vertices: glow::VertexArray,
    grid: &Grid,
    list: &DrawList,
) {
    let at = |name| program.uniform(name);
    // SAFETY: the context that made program and array is current. The centre has three numbers and a colour four; the four
    // corners come from the shader, out of no buffer.
    unsafe {
        program.begin(gl, list);
        gl.uniform_3_f32_slice(at("centre"), grid.centre.as_ref());
        gl.uniform_1_f32(at("reach"), grid.reach);
        gl.uniform_1_f32(at("spacing"), grid.spacing);
        gl.uniform_1_f32(at("divisions"), Grid::DIVISIONS);
        gl.uniform_1_f32(at("line_width"), grid.width);
        gl.uniform_4_f32_slice(at("line_colour"), &to_floats(list.palette.grid));
        let [x, z] = grid.axes.map(|axis| to_floats(list.palette.axes[axis]));
        gl.uniform_4_f32_slice(at("axis_x"), &x);
        gl.uniform_4_f32_slice(at("axis_z"), &z);
        gl.bind_vertex_array(Some(vertices));
        gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
    }
}

/// A drawing that fills a view, kept beside it: it is copied as long as nothing changes that it depends on.
struct CachedPixels<Key> {
    canvas: Canvas,
    /// What the copy was drawn from, and its size in pixels; `None` where there is none.
    drawn: Option<(Key, [i32; 2])>,
}

impl<Key: Copy + PartialEq> CachedPixels<Key> {
    fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        Ok(Self { canvas: Canvas::new(gl, false)?, drawn: None })
    }

    /// Copies the drawing into the viewport of the bound target; `draw` is called where the copy
    /// is out of date. The scissor test is on before and after.
    unsafe fn draw(
        &mut self,
        gl: &glow::Context,
        key: Key,
        viewport: Viewport,
        draw: impl Fn(&glow::Context),
    ) {
        let size = [viewport.width, viewport.height];
        let current = Some((key, size));
        // SAFETY: the context that made the canvas is current, and had the target bound itself.
        unsafe {
            let target = bound(gl);
            if self.drawn != current {
                let whole = Viewport::whole(size);
                self.drawn = current.filter(|_| self.canvas.bind(gl, whole));
                if self.drawn.is_some() {
                    whole.set(gl);
                    draw(gl);
                    viewport.set(gl);
                }
                bind(gl, glow::FRAMEBUFFER, target);
            }
            match self.drawn {
                Some(_) => self.canvas.copy(gl, target, viewport),
                // The driver has no memory for a copy.
                None => draw(gl),
            }
        }
    }
}
