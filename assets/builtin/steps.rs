//! Where and when the feet go: the path, the footprints on it, and each foot on each frame.

use super::figure::{ANKLE_HEIGHT, BALL, HEEL, RIGHT};
use super::geometry::{Turn, Vec3, X, Y, Z, v};
use super::track::{FPS, key, mix, rise, through};

/// Where the walker stops and waves, in centimetres on the ground: X and Z.
const STOP: [f64; 2] = [-45.0, 120.0];

/// Control points of a cubic B-spline, which bends softly. The stop comes three times:
/// there alone the path has a corner, as one arrives facing the viewer and leaves to the side.
const PATH: [[f64; 2]; 13] = [
    STOP,
    STOP,
    STOP,
    [0.0, 158.0],
    [85.0, 158.0],
    [142.0, 65.0],
    [147.0, -30.0],
    [121.0, -108.0],
    [55.0, -156.0],
    [-25.0, -158.0],
    [-92.0, -115.0],
    [-110.0, -45.0],
    [-89.0, 20.0],
];

/// Length in centimetres and duration in frames of each step, the left foot first,
/// from leaving the stop to closing the feet there again.
/// Short and slow around the stop, and never twice quite the same, as nobody walks like a clock.
const STEPS: [(f64, usize); 18] = [
    (32.0, 37),
    (44.0, 36),
    (52.0, 34),
    (53.5, 33),
    (55.5, 32),
    (54.0, 32),
    (55.0, 32),
    (53.5, 32),
    (55.5, 32),
    (54.0, 33),
    (55.0, 32),
    (54.5, 32),
    (55.5, 32),
    (54.5, 32),
    (54.0, 33),
    (50.0, 34),
    (40.0, 38),
    (0.0, 40),
];
pub const FULL_STEP: f64 = 55.0;
/// For so many frames after each landing both feet carry weight.
pub const DOUBLE_SUPPORT: usize = 7;
/// Frames from closing the feet to lifting the first one.
pub const STAND: usize = 180;
/// The take begins one frame before this step lands, on the way to the stop:
/// legs and arms at their widest, the face to the viewer.
const FIRST_LANDING: usize = 13;

/// Halves of the distance between the feet: one stands with the feet below the hips,
/// but walks almost on one line.
const STANDING_APART: f64 = 9.5;
const WALKING_APART: f64 = 6.0;
const STANDING_TOE_OUT: f64 = 9.0;
const WALKING_TOE_OUT: f64 = 6.5;

/// Frames from landing until the sole is flat, and from raising the heel until the foot leaves.
const SETTLE: f64 = 8.0;
const ROLL: f64 = 19.0;
/// Degrees of the sole of a full step: toes up at landing, heel up at leaving.
const STRIKE: f64 = 17.0;
const PUSH: f64 = -44.0;

/// The path as many short pieces, with the distance walked so far.
struct Path {
    points: Vec<[f64; 2]>,
    walked: Vec<f64>,
}

impl Path {
    fn new() -> Path {
        const PIECES: usize = 400;
        let mut path = Path { points: vec![STOP], walked: vec![0.0] };
        for piece in 1..=PATH.len() * PIECES {
            let point = Path::spline(piece as f64 / PIECES as f64);
            let last = path.points[path.points.len() - 1];
            let step = (point[0] - last[0]).hypot(point[1] - last[1]);
            // Where the stop repeats, the spline stands still and has no heading.
            if step > 1e-6 {
                path.walked.push(path.length() + step);
                path.points.push(point);
            }
        }
        path
    }

    /// The spline begins and ends where three control points meet, which is the stop itself.
    fn spline(at: f64) -> [f64; 2] {
        let (first, u) = (at.floor() as usize, at.fract());
        let weights = [
            (1.0 - u).powi(3),
            3.0 * u.powi(3) - 6.0 * u * u + 4.0,
            -3.0 * u.powi(3) + 3.0 * u * u + 3.0 * u + 1.0,
            u.powi(3),
        ];
        let mut point = [0.0; 2];
        for (index, weight) in weights.into_iter().enumerate() {
            let control = PATH[(first + index) % PATH.len()];
            point[0] += control[0] * weight / 6.0;
            point[1] += control[1] * weight / 6.0;
        }
        point
    }

    fn length(&self) -> f64 {
        self.walked[self.walked.len() - 1]
    }

    /// Place and heading in degrees after so many centimetres.
    fn station(&self, distance: f64) -> (Vec3, f64) {
        let next = self
            .walked
            .partition_point(|&walked| walked < distance)
            .clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[next - 1], self.points[next]);
        let u = (distance - self.walked[next - 1]) / (self.walked[next] - self.walked[next - 1]);
        let heading = (b[0] - a[0]).atan2(b[1] - a[1]).to_degrees();
        (v(mix(a[0], b[0], u), 0.0, mix(a[1], b[1], u)), heading)
    }
}

/// One foot on the ground, and how it gets there.
#[derive(Clone, Copy)]
pub struct Footprint {
    /// Below the ankle.
    place: Vec3,
    yaw: f64,
    /// Frames: the foot leaves its last print, and lands on this one.
    pub lift: f64,
    pub land: f64,
    /// How full the step is, from a shuffle at 0 to a stride at 1: it scales the roll of the foot.
    vigour: f64,
}

impl Footprint {
    fn ball(&self) -> Vec3 {
        self.place + Turn::about(Y, self.yaw).apply(Z * BALL.z)
    }
}

/// All footprints of one loop.
pub struct Score {
    pub frames: usize,
    /// The frame on which the feet close.
    stop: f64,
    prints: [Vec<Footprint>; 2],
}

impl Score {
    pub fn new() -> Score {
        let path = Path::new();
        let stretch = path.length() / STEPS.iter().map(|step| step.0).sum::<f64>();

        // Counted from the moment at which the first foot leaves the stop.
        let mut clock = -(DOUBLE_SUPPORT as f64);
        let landings = STEPS.map(|(_, duration)| {
            clock += duration as f64;
            clock
        });
        let first_frame = landings[FIRST_LANDING] - 1.0;

        let mut prints = [Vec::new(), Vec::new()];
        let (mut distance, mut heading) = (0.0, 0.0);
        for (index, (length, duration)) in STEPS.into_iter().enumerate() {
            let side = index % 2;
            let out = outward(side);
            distance += length * stretch;
            let (middle, course) = path.station(distance);
            heading += (course - heading + 180.0).rem_euclid(360.0) - 180.0;
            let closing = index + 2 >= STEPS.len();
            let (facing, yaw, apart) = if closing {
                // A hair towards the raised arm's side, so that the stance is not a soldier's.
                (360.0, 356.0 + out * STANDING_TOE_OUT, STANDING_APART)
            } else {
                (heading, heading + out * WALKING_TOE_OUT, WALKING_APART)
            };
            let land = landings[index] - first_frame;
            prints[side].push(Footprint {
                place: middle + Turn::about(Y, facing).apply(X * (out * apart)),
                yaw,
                lift: land - (duration - DOUBLE_SUPPORT) as f64,
                land,
                vigour: (length / FULL_STEP).clamp(0.35, 1.0),
            });
        }
        let stop = landings[STEPS.len() - 1];
        Score { frames: stop as usize + STAND, stop: stop - first_frame, prints }
    }

    /// The print on which a foot stands or stood last, and the one it goes to next.
    pub fn prints_at(&self, side: usize, frame: isize) -> (Footprint, Footprint) {
        let prints = &self.prints[side];
        let count = prints.len() as isize;
        let print = |index: isize| {
            let loops = index.div_euclid(count) as f64;
            let later = self.frames as f64 * loops;
            let print = prints[index.rem_euclid(count) as usize];
            Footprint {
                yaw: print.yaw + 360.0 * loops,
                lift: print.lift + later,
                land: print.land + later,
                ..print
            }
        };
        let mut index = 2 * count;
        while print(index).land > frame as f64 {
            index -= 1;
        }
        (print(index), print(index + 1))
    }

    /// Seconds since the feet closed, negative before: the clock of the stand and the wave.
    pub fn stand_clock(&self, frame: isize) -> f64 {
        let whole = self.frames as f64;
        ((frame as f64 - self.stop + whole / 2.0).rem_euclid(whole) - whole / 2.0) / FPS
    }

    /// One foot on one frame of the take.
    pub fn foot(&self, side: usize, frame: isize) -> Foot {
        let (from, to) = self.prints_at(side, frame);
        let time = frame as f64;
        let span = to.land - to.lift;
        // How far the foot is through the air; nothing while it stands.
        let u = ((time - to.lift) / span).max(0.0);

        // Toes up from the heel strike, flat, over the ball, through the air, and up again.
        let (struck, strike) = (STRIKE * from.vigour, STRIKE * to.vigour);
        let push = PUSH * (0.25 + 0.75 * to.vigour);
        let flat = from.land + SETTLE;
        let keys = [
            key(from.land, struck, -0.05 * struck),
            key(flat, 0.0, 0.0),
            key((to.lift - ROLL).max(flat), 0.0, 0.0),
            key(to.lift, push, 0.1 * push),
            key(to.lift + 0.21 * span, 1.34 * push, 0.0),
            key(to.lift + 0.62 * span, 0.0, 0.115 * strike),
            key(to.land, strike, -0.05 * strike),
        ];
        let pitch = through(&keys, time);
        // A raised heel lets the foot begin the next turn on its ball; the rest waits for the air.
        let on_ball = rise(time, to.lift - 16.0, to.lift + 5.0);
        let yaw = mix(from.yaw, to.yaw, mix(rise(u, 0.02, 0.92), on_ball, 0.33));
        let facing = Turn::about(Y, yaw);
        let turn = facing * Turn::about(X, -pitch);

        // In the air the foot passes the other leg on the outside, and follows the bend of the path.
        let across = to.ball() - from.ball();
        let bend = outward(side) * (from.yaw - to.yaw).to_radians() / 8.0;
        let travel = glide(u);
        let bow = 4.0 * travel * (1.0 - travel) * (0.02 + bend.clamp(0.0, 0.1)) * outward(side);
        let ball = from.ball() + across * travel + Y.cross(across) * bow;
        let ground = ball - facing.apply(Z * BALL.z);
        let clearance = 64.0 * (u * (1.0 - u)).powi(3) * (3.4 + 1.6 * to.vigour);

        // The foot turns over its ball when it leaves and over its heel when it lands;
        // the change of pivot happens in the air, or flat on the ground where it makes no difference.
        let on_heel =
            if u > 0.0 { rise(u, 0.05, 0.95) } else { 1.0 - rise(time, flat, flat + 1.0) };
        let over = |pivot: Vec3| facing.apply(pivot) - turn.apply(pivot);
        let rolled = over(BALL) * (1.0 - on_heel) + over(HEEL) * on_heel;
        Foot {
            ground,
            yaw,
            ankle: ground + Y * (ANKLE_HEIGHT + clearance) + rolled,
            turn,
            // Toes stay on the ground while the heel rises, then straighten in the air.
            toes_up: (-pitch).max(0.0) * (1.0 - rise(u, 0.0, 0.85)),
        }
    }
}

/// The sign of a side: the left is +X.
fn outward(side: usize) -> f64 {
    if side == RIGHT { -1.0 } else { 1.0 }
}

/// From 0 to 1 like [`rise`], but steadier in the middle: a swinging foot does not rush.
fn glide(u: f64) -> f64 {
    const LEAVE: f64 = 0.36;
    const ARRIVE: f64 = 0.48;
    // Speed is a ramp up, level, and a ramp down; this is the area below one ramp and what is level beside it.
    let area = |u: f64, ramp: f64| {
        let x = (u / ramp).clamp(0.0, 1.0);
        ramp * x * x * x * (1.0 - x / 2.0) + (u - ramp).max(0.0)
    };
    let (u, whole) = (u.clamp(0.0, 1.0), 1.0 - (LEAVE + ARRIVE) / 2.0);
    if u < LEAVE { area(u, LEAVE) / whole } else { 1.0 - area(1.0 - u, ARRIVE) / whole }
}

pub struct Foot {
    /// Below the ankle if the foot were flat.
    pub ground: Vec3,
    pub yaw: f64,
    pub ankle: Vec3,
    pub turn: Turn,
    /// Degrees by which the toes bend up against the foot.
    pub toes_up: f64,
}
