// The ground, as a square around the point that is looked at.

uniform mat4 clip_from_world;
uniform vec3 centre;
uniform float reach; // metres

out vec2 ground; // metres from `centre`

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    ground = corner * reach;
    gl_Position = clip_from_world * vec4(centre.x + ground.x, 0.0, centre.z + ground.y, 1.0);
}
