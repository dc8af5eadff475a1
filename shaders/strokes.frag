// Coverage from the distance to the line: smooth edges and round ends without multisampling.

flat in vec4 line;
flat in vec4 ramp;
flat in vec4 stroke_colour;
flat in float places;

out vec4 fragment;

void main() {
    vec2 at = gl_FragCoord.xy - line.xy;
    float place = dot(at, line.zw) * places;
    float off = length(at - line.zw * clamp(place, 0.0, 1.0));
    float coverage = clamp(ramp.x - off * ramp.y, 0.0, 1.0);
    coverage = mix(coverage, coverage * coverage * (3.0 - 2.0 * coverage), ramp.z);
    // Each pixel of a path belongs to one of its lines: where two faint ones met, it would be darker.
    if (ramp.w > 0.0 && (place < 0.0 || place >= 1.0)) {
        coverage = 0.0;
    }
    fragment = stroke_colour * coverage;
}
