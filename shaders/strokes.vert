// One round-ended line an instance, as a quad on the screen that is large enough for it.

uniform mat4 clip_from_world;
uniform vec2 viewport; // pixels

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec3 shape; // width and softness in pixels, and whether the ends are cut off straight

flat out vec2 pixel_from;
flat out vec2 pixel_to;
flat out vec4 stroke_colour;
flat out vec3 stroke_shape;

void main() {
    vec4 a = clip_from_world * vec4(from, 1.0);
    vec4 b = clip_from_world * vec4(to, 1.0);

    // What is behind the near plane has no place on the screen: cut the line there before dividing.
    float in_front_a = a.z + a.w;
    float in_front_b = b.z + b.w;
    stroke_colour = colour;
    stroke_shape = shape;
    pixel_from = vec2(0.0);
    pixel_to = vec2(0.0);
    if (in_front_a <= 0.0 && in_front_b <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (in_front_a < 0.0) {
        a = mix(a, b, in_front_a / (in_front_a - in_front_b));
    } else if (in_front_b < 0.0) {
        b = mix(b, a, in_front_b / (in_front_b - in_front_a));
    }
    pixel_from = (a.xy / a.w * 0.5 + 0.5) * viewport;
    pixel_to = (b.xy / b.w * 0.5 + 0.5) * viewport;

    float reach = max(shape.x, 1.0) * 0.5 + shape.y + 1.0;
    vec2 along = pixel_to - pixel_from;
    float length_along = length(along);
    along = length_along > 1e-4 ? along / length_along : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    vec2 end = gl_VertexID < 2 ? pixel_from - along * reach : pixel_to + along * reach;
    float side = (gl_VertexID & 1) == 0 ? -reach : reach;
    vec2 at = end + across * side;
    // Of use only where solids have left their depths: lines among them are hidden behind them.
    vec4 nearest = gl_VertexID < 2 ? a : b;
    gl_Position = vec4(at / viewport * 2.0 - 1.0, clamp(nearest.z / nearest.w, -1.0, 1.0), 1.0);
}
