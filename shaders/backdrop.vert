// One triangle that covers the view.

out vec2 at; // from the centre of what is drawn, 1 at its edges

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4.0 - 1.0;
    at = corner;
    gl_Position = vec4(corner, 0.0, 1.0);
}
