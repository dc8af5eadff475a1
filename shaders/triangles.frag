// The surfaces of objects, as they come.

in vec4 corner_colour;

out vec4 fragment;

void main() {
    fragment = corner_colour;
}
