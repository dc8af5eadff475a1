// A soft light in the middle of the view.

uniform vec3 centre_colour;
uniform vec3 edge_colour;
uniform vec2 origin; // lower left corner of the viewport in pixels

in vec2 at;

out vec4 fragment;

void main() {
    // Lit a little above the middle, where the figure's chest is.
    float away = length(at - vec2(0.0, 0.12)) * 0.78;
    vec3 colour = mix(centre_colour, edge_colour, smoothstep(0.0, 1.0, away));
    // Half a step of noise hides the bands that a slow gradient in 8 bits would show.
    // It is the same for a view wherever it lies.
    vec2 pixel = gl_FragCoord.xy - origin;
    float noise = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    fragment = vec4(colour + (noise - 0.5) / 255.0, 1.0);
}
