// Lines of one pixel whose edges are smooth at every angle, fading out with distance.

uniform vec3 centre;
uniform float reach;
uniform float spacing; // metres between strong lines
uniform float divisions;
uniform vec4 line_colour;
uniform vec4 axis_x;
uniform vec4 axis_z;

in vec2 ground;

out vec4 fragment;

// How much of the pixel the nearest lines cover, for lines at every `step` metres.
vec2 coverage(vec2 at, vec2 pixel, float gap) {
    vec2 off = abs(fract(at / gap - 0.5) - 0.5) * gap;
    vec2 line = clamp(1.0 - off / pixel, 0.0, 1.0);
    // Where lines come closer than a few pixels they would melt into a grey: let them go before.
    return line * (1.0 - smoothstep(0.12, 0.4, pixel / gap));
}

void main() {
    float away = length(ground) / reach;
    if (away >= 1.0) {
        discard;
    }
    vec2 pixel = max(fwidth(ground), 1e-6);
    // Near the origin's own axes and lines, world coordinates; small, as `centre` is a few metres away.
    vec2 at = ground + centre.xz;
    vec2 fine = coverage(at, pixel, spacing / divisions);
    vec2 strong = coverage(at, pixel, spacing);
    vec2 on_axis = clamp(1.0 - abs(at) / (pixel * 1.1), 0.0, 1.0);

    float fade = 1.0 - smoothstep(0.15, 1.0, away);
    float fine_alpha = max(fine.x, fine.y) * 0.32;
    float strong_alpha = max(strong.x, strong.y);
    vec4 colour = vec4(line_colour.rgb, line_colour.a * max(fine_alpha, strong_alpha));
    colour = mix(colour, axis_z, on_axis.x);
    colour = mix(colour, axis_x, on_axis.y);
    float alpha = colour.a * fade;
    fragment = vec4(colour.rgb * alpha, alpha);
}
