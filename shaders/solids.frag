// Balls, capsules and octahedra, found by the ray of each pixel: round at every size, and with
// edges whose coverage is their distance in pixels, so that no multisampling is needed.

uniform float least; // opacity below which nothing is drawn
uniform vec2 pixel; // metres across a pixel: the first plus the second times the depth
uniform vec4 depth_of; // clip z and w at depth 0, and what each metre adds: z, z, w, w
uniform vec4 fade; // the colour far away, and how much of it there is at most
uniform vec3 light; // the way to it
uniform vec2 fade_from; // the depth where it begins, and 1 over the metres that it takes

in vec3 start;
in vec3 direction;
flat in float middle;
flat in vec3 axis;
flat in vec3 side;
flat in vec4 solid_colour;
flat in float halo;

out vec4 fragment;

// Where the ray comes closest to the axis: how far along the ray and the axis, and how far apart.
// Part of the axis is 0 to 1 between its ends; `beyond` is what it would be without ends.
void closest(out float along_ray, out float along_axis, out float beyond, out float apart) {
    float aa = dot(axis, axis);
    float ad = dot(axis, direction);
    float dd = dot(direction, direction);
    float as = dot(axis, start);
    float ds = dot(direction, start);
    float across = dd * aa - ad * ad;
    beyond = across > 1e-6 * dd * aa ? (dd * as - ad * ds) / across : 0.5;
    along_axis = clamp(beyond, 0.0, 1.0);
    along_ray = (along_axis * ad - ds) / dd;
    apart = length(start + along_ray * direction - along_axis * axis);
}

vec3 lit(vec3 normal) {
    float sky = 0.5 + 0.5 * normal.y;
    // The light is wide: it reaches a little around the edge.
    float head = max(dot(normal, light) * 0.88 + 0.12, 0.0);
    float shine = pow(head, 40.0);
    return solid_colour.rgb * (0.38 + 0.18 * sky + 0.52 * head) + 0.05 * shine;
}

#ifdef OCTAHEDRA

flat in vec3 outline[6]; // lines around the solid on the screen: pixels inside of each
in vec2 place; // pixels

// The ray in the solid's own space: its axis is Y from 0 to 1, and it is 1 wide on X and Z.
vec3 from;
vec3 way;

// The planes through which the ray enters last, and last but one.
vec4 entry = vec4(0.0);
vec4 second = vec4(0.0);
float enter = -1e9;
float enter_second = -1e9;
float leave = 1e9;

void meet(vec4 plane) {
    float e = dot(plane.xyz, way);
    float t = -(dot(plane.xyz, from) + plane.w) / (abs(e) > 1e-7 ? e : 1e-7);
    if (e < 0.0) {
        if (t > enter) {
            second = entry;
            enter_second = enter;
            entry = plane;
            enter = t;
        } else if (t > enter_second) {
            second = plane;
            enter_second = t;
        }
    } else {
        leave = min(leave, t);
    }
}

// How many pixels away a ray would meet both planes at once.
float pixels_between(vec4 a, vec4 b, vec3 from_x, vec3 from_y, vec3 way_x, vec3 way_y) {
    float ca = dot(a.xyz, from) + a.w;
    float cb = dot(b.xyz, from) + b.w;
    float ea = dot(a.xyz, way);
    float eb = dot(b.xyz, way);
    vec2 slope = vec2(
        dot(b.xyz, from_x) * ea + cb * dot(a.xyz, way_x)
            - dot(a.xyz, from_x) * eb - ca * dot(b.xyz, way_x),
        dot(b.xyz, from_y) * ea + cb * dot(a.xyz, way_y)
            - dot(a.xyz, from_y) * eb - ca * dot(b.xyz, way_y));
    return (cb * ea - ca * eb) / max(length(slope), 1e-12);
}

#endif

void main() {
    float along_ray;
    float along_axis;
    float beyond;
    float apart;
    closest(along_ray, along_axis, beyond, apart);
    float metres = pixel.x + pixel.y * (middle + along_ray);
    float inside; // pixels from the edge
    float t = along_ray;
    vec3 colour = solid_colour.rgb;

#ifdef OCTAHEDRA
    vec3 other = cross(side, normalize(axis));
    float aa = dot(axis, axis);
    float ss = dot(side, side);
    from = vec3(dot(start, side) / ss, dot(start, axis) / aa, dot(start, other) / ss);
    way = vec3(dot(direction, side) / ss, dot(direction, axis) / aa, dot(direction, other) / ss);
    vec3 from_x = dFdx(from);
    vec3 from_y = dFdy(from);
    vec3 way_x = dFdx(way);
    vec3 way_y = dFdy(way);
    for (int i = 0; i < 4; i++) {
        float x = (i & 1) == 0 ? 1.0 : -1.0;
        float z = (i & 2) == 0 ? 1.0 : -1.0;
        meet(vec4(x, -1.0 / WIDEST, z, 0.0));
        meet(vec4(x, 1.0 / (1.0 - WIDEST), z, -1.0 / (1.0 - WIDEST)));
    }
    inside = 1e6;
    for (int i = 0; i < 6; i++) {
        inside = min(inside, dot(outline[i], vec3(place, 1.0)));
    }
    if (inside >= 1e5) {
        inside = enter <= leave ? 1.0 : -1.0 - halo;
    }
    inside += halo;
    if (halo > 0.0) {
        // The halo of a pointed end would be a long needle.
        float past = abs(beyond - along_axis) * sqrt(aa) / metres;
        inside = min(inside, halo - past);
    } else {
        float farthest = length(axis);
        t = clamp(enter, -farthest, farthest);
        vec3 normal = entry.x * side / ss + entry.y * axis / aa + entry.z * other / ss;
        vec3 next = second.x * side / ss + second.y * axis / aa + second.z * other / ss;
        float edge = pixels_between(entry, second, from_x, from_y, way_x, way_y);
        colour = mix(lit(normalize(next)), lit(normalize(normal)), clamp(0.5 + edge, 0.0, 1.0));
    }
#else
    float radius = length(side);
    inside = (radius - apart) / metres + halo;
    if (halo <= 0.0) {
        float dd = dot(direction, direction);
        float aa = dot(axis, axis);
        float ad = dot(axis, direction);
        float across = dd * aa - ad * ad;
        // Along the side of the capsule, unless the ray meets it beyond one of its ends.
        float end = 0.0;
        bool is_side = false;
        if (across > 1e-6 * dd * aa) {
            vec3 nearest = start + direction * ((beyond * ad - dot(direction, start)) / dd) - axis * beyond;
            float deep = max(radius * radius - dot(nearest, nearest), 0.0);
            t = (beyond * ad - dot(direction, start)) / dd - sqrt(deep * aa / across);
            end = (dot(axis, start) + t * ad) / aa;
            is_side = end > 0.0 && end < 1.0;
            end = clamp(end, 0.0, 1.0);
        } else if (aa > 0.0) {
            end = ad > 0.0 ? 0.0 : 1.0;
        }
        if (!is_side) {
            vec3 from_end = start - axis * end;
            float b = dot(direction, from_end) / dd;
            vec3 nearest = from_end - direction * b;
            t = -b - sqrt(max(radius * radius - dot(nearest, nearest), 0.0) / dd);
        }
        colour = lit(normalize(start + direction * t - axis * end));
    }
#endif

    float depth = middle + t;
    float w = depth_of.z + depth_of.w * depth;
    float ndc = (depth_of.x + depth_of.y * depth) / w;
    float alpha = clamp(inside + 0.5, 0.0, 1.0) * (halo > 0.0 ? solid_colour.a : 1.0);
    // A ray is a line: what is behind the eye would be met as well.
    if (alpha < least || w <= 0.0 || ndc < -1.0) {
        discard;
    }
    float far = clamp((depth - fade_from.x) * fade_from.y, 0.0, 1.0);
    colour = mix(colour, fade.rgb, far * fade.a);
    gl_FragDepth = clamp(ndc * 0.5 + 0.5, 0.0, 1.0);
    fragment = vec4(min(colour, 1.0) * alpha, alpha);
}
