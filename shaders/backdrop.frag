// A soft light in the middle of the view.

uniform vec3 centre_colour;
uniform vec3 edge_colour;
uniform vec4 window; // the part of the view that is drawn: its middle and half of its size

in vec2 at;

out vec4 fragment;

void main() {
    // Lit a little above the middle, where the figure's chest is.
    float away = length(at * window.zw + window.xy - vec2(0.0, 0.12)) * 0.78;
    vec3 colour = mix(centre_colour, edge_colour, smoothstep(0.0, 1.0, away));
    // Half a step of noise hides the bands that a slow gradient in 8 bits would show.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    fragment = vec4(colour + (noise - 0.5) / 255.0, 1.0);
}
