// Coverage from the distance to the line: smooth edges and round ends without multisampling.

uniform vec2 origin; // lower left corner of the viewport in pixels

flat in vec2 pixel_from;
flat in vec2 pixel_to;
flat in vec4 stroke_colour;
flat in vec3 stroke_shape;

out vec4 fragment;

void main() {
    vec2 along = pixel_to - pixel_from;
    vec2 at = gl_FragCoord.xy - origin - pixel_from;
    float place = dot(at, along) / max(dot(along, along), 1e-8);
    float t = clamp(place, 0.0, 1.0);
    float off = length(at - along * t);

    float width = stroke_shape.x;
    float softness = stroke_shape.y;
    float half_width = max(width, 1.0) * 0.5;
    float coverage = softness > 0.0
        ? 1.0 - smoothstep(half_width - softness, half_width + softness, off)
        : clamp(half_width - off + 0.5, 0.0, 1.0);
    // Each pixel of a path belongs to one of its lines: where two faint ones met, it would be darker.
    if (stroke_shape.z > 0.0 && (place < 0.0 || place >= 1.0)) {
        coverage = 0.0;
    }
    // A line thinner than a pixel fades rather than breaks up.
    float alpha = coverage * min(width, 1.0) * stroke_colour.a;
    fragment = vec4(stroke_colour.rgb * alpha, alpha);
}
