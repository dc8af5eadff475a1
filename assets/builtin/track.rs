//! Curves over time that know the loop: smoothed or shifted, they never show a seam.

use std::f64::consts::TAU;

pub const FPS: f64 = 60.0;

/// From 0 to 1 while `t` goes from `from` to `to`, starting and ending without speed or acceleration.
pub fn rise(t: f64, from: f64, to: f64) -> f64 {
    let u = ((t - from) / (to - from)).clamp(0.0, 1.0);
    u * u * u * (u * (6.0 * u - 15.0) + 10.0)
}

pub fn mix(a: f64, b: f64, share: f64) -> f64 {
    a + (b - a) * share
}

/// One moment of a curve that is drawn by hand.
#[derive(Clone, Copy)]
pub struct Key {
    time: f64,
    value: f64,
    slope: f64,
}

pub const fn key(time: f64, value: f64, slope: f64) -> Key {
    Key { time, value, slope }
}

/// A curve through keys in order of time. Fifth-degree pieces, so that even the acceleration has no step.
pub fn through(keys: &[Key], time: f64) -> f64 {
    let last = keys[keys.len() - 1];
    if time <= keys[0].time {
        return keys[0].value;
    }
    let Some(pair) = keys.windows(2).find(|pair| time < pair[1].time) else {
        return last.value;
    };
    let (a, b) = (pair[0], pair[1]);
    let span = b.time - a.time;
    let u = (time - a.time) / span;
    let (start, end) = (a.slope * span, b.slope * span);
    let (u3, rest) = (u * u * u, 1.0 - u);
    let leave = u * rest * rest * rest * (1.0 + 3.0 * u);
    let arrive = u3 * rest * (1.0 + 3.0 * rest);
    mix(a.value, b.value, rise(u, 0.0, 1.0)) + start * leave - end * arrive
}

/// One number for every frame of the loop. Beyond its ends the loop goes on.
#[derive(Clone)]
pub struct Track {
    pub values: Vec<f64>,
    /// What one whole loop adds: a full circle for headings, nothing for all else.
    pub per_loop: f64,
}

impl Track {
    pub fn new(frames: usize, value: impl Fn(isize) -> f64) -> Track {
        Track { values: (0..frames as isize).map(value).collect(), per_loop: 0.0 }
    }

    pub fn at(&self, frame: isize) -> f64 {
        let frames = self.values.len() as isize;
        self.values[frame.rem_euclid(frames) as usize]
            + self.per_loop * frame.div_euclid(frames) as f64
    }

    pub fn map(&self, value: impl Fn(isize) -> f64) -> Track {
        Track {
            values: (0..self.values.len() as isize).map(value).collect(),
            per_loop: self.per_loop,
        }
    }

    /// The track as it will be in so many seconds. Less than none is a delay.
    pub fn ahead(&self, seconds: f64) -> Track {
        let shift = (seconds * FPS).round() as isize;
        self.map(|frame| self.at(frame + shift))
    }

    /// A mean over neighbouring frames, past and coming alike: it rounds corners,
    /// and as it sees what comes, it also anticipates.
    pub fn smoothed(&self, seconds: f64) -> Track {
        let width = seconds * FPS;
        let reach = (4.0 * width).ceil() as isize;
        let weight = |step: isize| (-0.5 * (step as f64 / width).powi(2)).exp();
        let total: f64 = (-reach..=reach).map(weight).sum();
        self.map(|frame| {
            let sum: f64 = (-reach..=reach).map(|step| self.at(frame + step) * weight(step)).sum();
            sum / total
        })
    }

    /// What a loosely hung part does when the track pulls it: it lags, overshoots and settles.
    pub fn followed(&self, hertz: f64, damping: f64) -> Track {
        const LOOPS_UNTIL_SETTLED: isize = 3;
        let (dt, pull) = (1.0 / FPS, TAU * hertz);
        let (mut place, mut speed) = (self.at(0), 0.0);
        let frames = self.values.len() as isize;
        let mut values = vec![0.0; self.values.len()];
        for frame in 0..frames * LOOPS_UNTIL_SETTLED {
            values[(frame % frames) as usize] = place;
            speed += dt * pull * (pull * (self.at(frame % frames) - place) - 2.0 * damping * speed);
            place += dt * speed;
        }
        Track { values, per_loop: 0.0 }
    }

    /// Change of the change, per second squared.
    pub fn acceleration(&self, frame: isize) -> f64 {
        (self.at(frame + 1) - 2.0 * self.at(frame) + self.at(frame - 1)) * FPS * FPS
    }
}
