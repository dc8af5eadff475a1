// One solid an instance, as a quad on the screen that is large enough for it; the fragment shader
// finds where each pixel's ray meets the solid.

uniform mat4 clip_from_world;
uniform vec2 viewport; // pixels
// The ray of a point of the view from -1 to 1: columns times (1, x, y), its start and its direction,
// which is 1 long along the line of sight.
uniform mat3 ray_start;
uniform mat3 ray_direction;

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec3 across; // from the axis to the surface where the solid is widest
layout(location = 3) in vec4 colour;
layout(location = 4) in float grow; // pixels around the solid: more than 0 for a halo

out vec3 start; // from `from`, at the depth of the solid's middle: small numbers are exact ones
out vec3 direction;
flat out float middle; // that depth
flat out vec3 axis;
flat out vec3 side;
flat out vec4 solid_colour;
flat out float halo;

#ifdef OCTAHEDRA

flat out vec3 outline[6]; // lines around the solid on the screen: pixels inside of each
out vec2 place; // pixels

// The corners of an octahedron: both ends, and the square where it is widest.
vec3 corner(int i) {
    vec3 other = cross(across, normalize(axis));
    vec3 middle_of_square = from + axis * WIDEST;
    if (i == 0) return middle_of_square + across;
    if (i == 1) return middle_of_square + other;
    if (i == 2) return middle_of_square - across;
    if (i == 3) return middle_of_square - other;
    return i == 4 ? from : to;
}

// Whether the face on three corners is turned to the eye; `inner` is inside of the solid.
bool is_front(vec3 a, vec3 b, vec3 c, vec3 inner) {
    vec3 normal = cross(b - a, c - a);
    vec3 from_eye = length(ray_direction[1]) > 0.0 ? a - ray_start[0] : ray_direction[0];
    return dot(normal, from_eye) * dot(normal, a - inner) < 0.0;
}

// The faces that are turned to the eye meet those that are not along the outline, which is convex
// and has six edges at most.
void find_outline() {
    vec3 corners[6];
    vec2 pixels[6];
    vec3 inner = from + axis * 0.3;
    vec4 clip = clip_from_world * vec4(inner, 1.0);
    vec2 inside = (clip.xy / clip.w * 0.5 + 0.5) * viewport;
    for (int i = 0; i < 6; i++) {
        outline[i] = vec3(0.0, 0.0, 1e6);
        corners[i] = corner(i);
    }
    for (int i = 0; i < 6; i++) {
        clip = clip_from_world * vec4(corners[i], 1.0);
        if (clip.w + clip.z <= 0.0) {
            return; // behind the eye: the rays alone tell where the solid is
        }
        pixels[i] = (clip.xy / clip.w * 0.5 + 0.5) * viewport;
    }
    bvec2 faces[4];
    for (int i = 0; i < 4; i++) {
        vec3 a = corners[i];
        vec3 b = corners[(i + 1) & 3];
        faces[i] = bvec2(is_front(a, b, corners[4], inner), is_front(a, b, corners[5], inner));
    }
    vec3 lines[6];
    int count = 0;
    for (int i = 0; i < 12; i++) {
        int k = i & 3;
        int before = (k + 3) & 3;
        int kind = i >> 2;
        bool is_edge = kind == 0 ? faces[k].x != faces[k].y
            : kind == 1 ? faces[k].x != faces[before].x
            : faces[k].y != faces[before].y;
        vec2 a = pixels[k];
        vec2 b = pixels[kind == 0 ? (k + 1) & 3 : 3 + kind];
        float apart = length(b - a);
        if (is_edge && apart > 1e-4 && count < 6) {
            vec2 inwards = vec2(a.y - b.y, b.x - a.x) / apart;
            inwards *= dot(inwards, inside - a) < 0.0 ? -1.0 : 1.0;
            lines[count] = vec3(inwards, -dot(inwards, a));
            count++;
        }
    }
    for (int i = 0; i < 6; i++) {
        if (i < count) {
            outline[i] = lines[i];
        }
    }
}

#endif

void main() {
    vec4 a = clip_from_world * vec4(from, 1.0);
    vec4 b = clip_from_world * vec4(to, 1.0);
    axis = to - from;
    side = across;
    solid_colour = colour;
    halo = grow;
    vec3 forward = ray_direction[0];
    middle = dot((from + to) * 0.5 - ray_start[0], forward);
    start = vec3(0.0);
    direction = forward;
#ifdef OCTAHEDRA
    place = vec2(0.0);
    find_outline();
#endif
    float in_front_a = a.z + a.w;
    float in_front_b = b.z + b.w;
    if (in_front_a <= 0.0 && in_front_b <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (in_front_a < 0.0) {
        a = mix(a, b, in_front_a / (in_front_a - in_front_b));
    } else if (in_front_b < 0.0) {
        b = mix(b, a, in_front_b / (in_front_b - in_front_a));
    }
    vec2 pixel_from = (a.xy / a.w * 0.5 + 0.5) * viewport;
    vec2 pixel_to = (b.xy / b.w * 0.5 + 0.5) * viewport;

    // Where the solid comes nearest to the eye it is largest, and away from the middle of a view
    // in perspective a ball is drawn out.
    float radius = length(across);
    bool in_perspective = clip_from_world[0][3] != 0.0 || clip_from_world[1][3] != 0.0
        || clip_from_world[2][3] != 0.0;
    float nearest = min(a.w, b.w) - (in_perspective ? radius : 0.0);
    float stretch = in_perspective ? 1.25 : 1.0;
    vec3 upwards = vec3(clip_from_world[0][1], clip_from_world[1][1], clip_from_world[2][1]);
    float pixels = 0.5 * viewport.y * length(upwards) * radius * stretch / max(nearest, 1e-4);
    float reach = min(pixels, 4.0 * (viewport.x + viewport.y)) + grow + 1.5;

    vec2 along = pixel_to - pixel_from;
    float length_along = length(along);
    along = length_along > 1e-4 ? along / length_along : vec2(1.0, 0.0);
    vec2 beside = vec2(-along.y, along.x);
    vec2 end = gl_VertexID < 2 ? pixel_from - along * reach : pixel_to + along * reach;
    vec2 at = (end + beside * ((gl_VertexID & 1) == 0 ? -reach : reach)) / viewport * 2.0 - 1.0;

    direction = ray_direction * vec3(1.0, at);
    start = ray_start * vec3(1.0, at) + direction * middle - from;
#ifdef OCTAHEDRA
    place = (at * 0.5 + 0.5) * viewport;
#endif
    gl_Position = vec4(at, 0.0, 1.0);
}
