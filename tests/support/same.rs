//! Whether two takes are the same, to the bit.

use rushes::loader::LoadError;
use rushes::take::Take;

/// The bits of the values of a frame: a gap equals itself.
pub fn bits(take: &Take, frame: usize) -> Vec<u32> {
    let row = take.motion.row(frame).iter();
    row.map(|value| value.to_bits()).collect()
}

/// Asserts that the same came of a file, to the bit.
pub fn assert_same(one: &Result<Take, LoadError>, other: &Result<Take, LoadError>) {
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            let reported = |result: &Result<Take, LoadError>| match result {
                Ok(_) => "a take".to_string(),
                Err(error) => error.to_string(),
            };
            return assert_eq!(reported(one), reported(other));
        }
    };
    let frames = one.motion.frame_count();
    assert_eq!(frames, other.motion.frame_count());
    for frame in 0..frames {
        let [own, its] = [one, other].map(|take| take.motion.row(frame));
        assert!(bits(one, frame) == bits(other, frame), "frame {frame}: {own:?} and {its:?}");
    }
    assert_eq!(one.motion.frame_time(), other.motion.frame_time());
    assert_eq!(one.numbers, other.numbers);
    assert_eq!(one.start_time, other.start_time);
    assert_eq!(one.lost, other.lost);
    assert_eq!(one.warnings, other.warnings);
    assert_eq!(one.details.len(), other.details.len());
}
