// Lines of one width whose edges are smooth at every angle, fading out with distance.

uniform vec3 centre;
uniform float reach;
uniform float spacing; // metres between strong lines
uniform float divisions;
uniform float line_width; // pixels
uniform vec4 line_colour;
uniform vec4 axis_x;
uniform vec4 axis_z;

in vec2 ground;

out vec4 fragment;

// How much of the pixel the nearest lines cover, for lines at every whole number.
vec2 coverage(vec2 at, vec2 pixel) {
    vec2 line = clamp(0.5 * line_width + 0.5 - abs(fract(at - 0.5) - 0.5) / pixel, 0.0, 1.0);
    // Where lines come closer than a few widths they would melt into a grey: let them go before.
    return line * clamp((0.4 - pixel * line_width) * 3.6, 0.0, 1.0);
}

void main() {
    float away = min(dot(ground, ground) / (reach * reach), 1.0);
    vec2 at = (ground + centre.xz) / spacing;
    vec2 pixel = max(fwidth(ground) / spacing, 1e-6);
    vec2 fine = coverage(at * divisions, pixel * divisions) * 0.32;
    vec2 strong = coverage(at, pixel);
    vec2 lines = max(fine, strong);
    vec2 on_axis = clamp(0.5 * line_width + 0.5 - abs(at) / (pixel * 1.1), 0.0, 1.0);

    vec4 colour = vec4(line_colour.rgb, line_colour.a * max(lines.x, lines.y));
    colour = mix(colour, axis_z, on_axis.x);
    colour = mix(colour, axis_x, on_axis.y);
    float fade = 1.0 - away;
    float alpha = colour.a * fade * fade;
    fragment = vec4(colour.rgb * alpha, alpha);
}
