// One round-ended line an instance, as a quad on the screen that is large enough for it.

uniform mat4 clip_from_world;
uniform vec2 viewport; // pixels

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec3 shape; // width and softness in pixels, and whether the ends are cut off straight

uniform vec2 origin; // lower left corner of the viewport in pixels

// All that is the same for every pixel of a stroke is worked out here: a stroke has many.
flat out vec4 line; // one end, and the way to the other, in pixels
flat out vec4 ramp; // coverage in the middle of the line, what it loses a pixel, whether it is soft or cut
flat out vec4 stroke_colour; // premultiplied
flat out float places; // one over the square of the line's length

void main() {
    vec4 a = clip_from_world * vec4(from, 1.0);
    vec4 b = clip_from_world * vec4(to, 1.0);

    // What is behind the near plane has no place on the screen: cut the line there before dividing.
    float in_front_a = a.z + a.w;
    float in_front_b = b.z + b.w;
    line = vec4(0.0);
    ramp = vec4(0.0);
    stroke_colour = vec4(0.0);
    places = 0.0;
    if (in_front_a <= 0.0 && in_front_b <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (in_front_a < 0.0) {
        a = mix(a, b, in_front_a / (in_front_a - in_front_b));
    } else if (in_front_b < 0.0) {
        b = mix(b, a, in_front_b / (in_front_b - in_front_a));
    }
    vec2 pixel_from = (a.xy / a.w * 0.5 + 0.5) * viewport;
    vec2 pixel_to = (b.xy / b.w * 0.5 + 0.5) * viewport;
    vec2 along = pixel_to - pixel_from;
    float length_along = length(along);
    float width = max(shape.x, 1.0);
    float softness = shape.y;

    line = vec4(pixel_from + origin, along);
    places = 1.0 / max(dot(along, along), 1e-8);
    // From one to none over a pixel, or over twice the softness, half of it where the line ends.
    float loss = softness > 0.0 ? 0.5 / softness : 1.0;
    ramp = vec4(width * 0.5 * loss + 0.5, loss, softness > 0.0 ? 1.0 : 0.0, shape.z);
    // A line thinner than a pixel fades rather than breaks up.
    float alpha = min(shape.x, 1.0) * colour.a;
    stroke_colour = vec4(colour.rgb * alpha, alpha);

    float reach = width * 0.5 + softness + 1.0;
    along = length_along > 1e-4 ? along / length_along : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    vec2 end = gl_VertexID < 2 ? pixel_from - along * reach : pixel_to + along * reach;
    float side = (gl_VertexID & 1) == 0 ? -reach : reach;
    vec2 at = end + across * side;
    // Of use only where solids have left their depths: lines among them are hidden behind them.
    vec4 nearest = gl_VertexID < 2 ? a : b;
    gl_Position = vec4(at / viewport * 2.0 - 1.0, clamp(nearest.z / nearest.w, -1.0, 1.0), 1.0);
}
