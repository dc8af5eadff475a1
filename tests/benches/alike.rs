//! Takes that move alike: what a signature, a search and a pair cost; and how many real takes are found.

use rushes::evaluate::{BatchEvaluator, Point};
use rushes::review::alike::{ALIKE, DUPLICATE, Signature, alike, candidates};
use rushes::take::Take;

use super::measure::{Aim, aim, in_turns, line};
use super::support::retakes::{cut, mirrored, noisy, retimed};
use super::support::{self, Random};

const FRAMES: usize = 2_000;
const MANY: usize = 100_000;

/// The built-in take again and again.
fn long_take() -> Take {
    let take = rushes::files::builtin();
    let count = take.motion.frame_count();
    let values = (0..FRAMES).flat_map(|frame| take.row(frame % count).iter().copied()).collect();
    let motion = rushes::take::Motion::new(1.0 / 120.0, FRAMES, take.motion.columns(), values);
    Take::new("long", take.format, take.skeleton.clone(), motion, take.units)
}

pub fn run() {
    let take = long_take();
    let skeleton = &take.skeleton;
    let batch = BatchEvaluator::new(skeleton, skeleton.iter().map(|(id, _)| Point::Origin(id)));
    let mut places = Vec::new();
    let mut positions = || {
        batch.positions(skeleton, &take.motion, 0..FRAMES, &mut places);
        std::hint::black_box(&places);
    };
    let signature = || {
        std::hint::black_box(Signature::of(&take)).expect("it moves");
    };
    let (job, bare) = in_turns(9, signature, &mut positions);
    let ratio = job.as_secs_f64() / bare.as_secs_f64();
    let what = format!("a signature of {FRAMES} frames");
    line(
        &what,
        &format!(
            "{:>6.2} ms {ratio:>6.2} × positions alone {}",
            1e3 * job.as_secs_f64(),
            aim(ratio, Aim::AtMost(1.0))
        ),
    );

    let wanted = Signature::of(&take).expect("it moves");
    let mut random = Random::new(1);
    let heads = (0..MANY).map(|_| {
        let mut head = wanted.to_bytes()[..Signature::HEAD].to_vec();
        let from = Signature::HEAD - 45;
        head[from..].iter_mut().for_each(|byte| *byte = random.bits() as u8);
        head
    });
    let heads: Vec<Vec<u8>> = heads.collect();
    let search = || {
        let all = heads.iter().map(Vec::as_slice).enumerate();
        std::hint::black_box(candidates(&wanted, all, 500));
    };
    let mut sum = || {
        let bytes = heads.iter().flatten().map(|&byte| u64::from(byte));
        std::hint::black_box(bytes.sum::<u64>());
    };
    let (job, bare) = in_turns(9, search, &mut sum);
    let ratio = job.as_secs_f64() / bare.as_secs_f64();
    line(
        &format!("the likeliest 500 of {MANY}"),
        &format!(
            "{:>6.1} ms {ratio:>6.2} × a sum of the same bytes {}",
            1e3 * job.as_secs_f64(),
            aim(1e3 * job.as_secs_f64(), Aim::AtMost(50.0))
        ),
    );

    let other = Signature::of(&retimed(&take, 0.9)).expect("it moves");
    let pair = || {
        std::hint::black_box(alike(&wanted, &other));
    };
    let (job, bare) = in_turns(9, pair, &mut positions);
    line(
        "a pair of two such takes",
        &format!(
            "{:>6.2} ms {:>6.2} × positions of one",
            1e3 * job.as_secs_f64(),
            job.as_secs_f64() / bare.as_secs_f64()
        ),
    );
    real_takes();
}

/// Copies that are made of every real take are looked for among all real takes.
fn real_takes() {
    let Some(corpus) = support::corpus() else { return };
    let takes = support::all_files(&corpus).into_iter().filter_map(|path| {
        let take = rushes::open(path).ok()?;
        let signature = Signature::of(&take)?;
        Some((take, signature))
    });
    let mut takes: Vec<(Take, Signature)> = takes.collect();
    takes.sort_by(|a, b| a.1.to_bytes().cmp(b.1.to_bytes()));
    takes.dedup_by(|a, b| a.1 == b.1);
    line("real takes with a signature, each once", &takes.len().to_string());
    let mut random = Random::new(52);
    type Copying<'a> = &'a mut dyn FnMut(&Take) -> Take;
    let copies: [(&str, Copying<'_>); 6] = [
        ("slower, 0.8 ×", &mut |take| retimed(take, 0.8)),
        ("faster, 1.25 ×", &mut |take| retimed(take, 1.25)),
        ("cut to 60 %", &mut |take| {
            let frames = take.motion.frame_count();
            cut(take, frames / 5..frames / 5 + frames * 3 / 5)
        }),
        ("mirrored", &mut |take| mirrored(take)),
        ("with 1 cm of noise", &mut |take| noisy(take, 0.01, &mut random)),
        ("cut, mirrored, faster", &mut |take| {
            let frames = take.motion.frame_count();
            retimed(&mirrored(&cut(take, frames / 5..frames * 4 / 5)), 1.2)
        }),
    ];
    for (what, copy) in copies {
        // Found first, called a duplicate; called a duplicate of another; of how many.
        let (mut first, mut right, mut wrong, mut count) = (0, 0, 0, 0);
        for (i, (take, own)) in takes.iter().enumerate() {
            let Some(copied) = Signature::of(&copy(take)) else { continue };
            let distance = alike(own, &copied).distance;
            let others = takes.iter().enumerate().filter(|(j, _)| *j != i);
            let others = others.map(|(_, (_, other))| alike(other, &copied).distance);
            let others: Vec<f32> = others.collect();
            first += usize::from(others.iter().all(|&other| other > distance));
            right += usize::from(distance <= DUPLICATE);
            wrong += others.iter().filter(|&&other| other <= DUPLICATE).count();
            count += 1;
        }
        line(
            what,
            &format!("{first} of {count} nearest, {right} called duplicates, {wrong} others, too"),
        );
    }
    let pairs = takes
        .iter()
        .enumerate()
        .flat_map(|(i, (_, a))| takes[i + 1..].iter().map(move |(_, b)| alike(a, b).distance));
    let (mut duplicates, mut similar, mut count) = (0, 0, 0);
    for distance in pairs {
        duplicates += usize::from(distance <= DUPLICATE);
        similar += usize::from(distance <= ALIKE);
        count += 1;
    }
    line("pairs of real takes", &format!("{duplicates} duplicates, {similar} alike, of {count}"));
}
