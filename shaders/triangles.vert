// The surfaces of objects: triangles that have their light already.

uniform mat4 clip_from_world;

layout(location = 0) in vec3 at;
layout(location = 1) in vec4 colour;

out vec4 corner_colour;

void main() {
    gl_Position = clip_from_world * vec4(at, 1.0);
    corner_colour = vec4(colour.rgb * colour.a, colour.a); // premultiplied
}
