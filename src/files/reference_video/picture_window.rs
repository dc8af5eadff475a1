//! The pictures that are kept of a video: a window around the one that is wanted, and what it still lacks.

use std::collections::BTreeMap;
use std::ops::Range;

use super::SharedPicture;

/// What the pictures that are kept of one video take at the most, in bytes.
pub const MAX_BYTES: usize = 128 << 20;

/// So many are kept at most, and at least, whatever their size.
const CAPACITY: [usize; 2] = [256, 12];

/// Whoever moves on by more frames than this has jumped, and goes in no direction.
const JUMP: usize = 16;

/// The pictures around the one that is wanted: most of them ahead of it, in the direction in which that moves.
#[derive(Debug)]
pub struct PictureWindow {
    count: usize,
    capacity: usize,
    wanted: usize,
    backwards: bool,
    pictures: BTreeMap<usize, SharedPicture>,
}

impl PictureWindow {
    /// An empty window on a video of so many frames, each of so many bytes.
    pub fn new(count: usize, bytes: usize) -> Self {
        let [most, least] = CAPACITY;
        Self {
            count,
            capacity: (MAX_BYTES / bytes.max(1)).clamp(least, most),
            wanted: 0,
            backwards: false,
            pictures: BTreeMap::new(),
        }
    }

    pub fn wanted(&self) -> usize {
        self.wanted
    }

    pub fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Says which frame is wanted from now on, and lets go of what is far from it. Tells whether that is news.
    pub fn want(&mut self, frame: usize) -> bool {
        let frame = frame.min(self.count.saturating_sub(1));
        if frame == self.wanted {
            return false;
        }
        self.backwards = frame < self.wanted && self.wanted - frame <= JUMP;
        self.wanted = frame;
        let kept = self.range();
        self.pictures.retain(|frame, _| kept.contains(frame));
        true
    }

    /// The frames that have a place here.
    pub fn range(&self) -> Range<usize> {
        let ahead = self.capacity * 3 / 4;
        let behind = self.capacity - 1 - ahead;
        let (before, after) = if self.backwards { (ahead, behind) } else { (behind, ahead) };
        self.wanted.saturating_sub(before)..(self.wanted + after + 1).min(self.count)
    }

    /// Keeps a picture under a frame, where that has a place here.
    pub fn keep(&mut self, frame: usize, picture: SharedPicture) {
        if self.range().contains(&frame) {
            self.pictures.insert(frame, picture);
        }
    }

    /// The video has fewer frames than was thought; a picture stands in for the last of them.
    pub fn shorten(&mut self, count: usize, stands_in: SharedPicture) {
        self.count = count;
        self.pictures.retain(|frame, _| *frame < count);
        self.wanted = self.wanted.min(count.saturating_sub(1));
        self.pictures.entry(self.wanted).or_insert(stands_in);
    }

    pub fn get(&self, frame: usize) -> Option<&SharedPicture> {
        self.pictures.get(&frame)
    }

    pub fn nearest(&self, frame: usize) -> Option<(usize, &SharedPicture)> {
        let below = self.pictures.range(..=frame).next_back();
        let all = below.into_iter().chain(self.pictures.range(frame..).next());
        all.min_by_key(|(own, _)| own.abs_diff(frame)).map(|(own, picture)| (*own, picture))
    }

    /// The frames to decode next, in one run; `None` while nothing is worth beginning one.
    ///
    /// Backwards, a video is decoded in runs too, for it can only be read forwards: each ends where the
    /// pictures begin that are there, and begins only when there is room for all of it.
    pub fn missing(&self) -> Option<Range<usize>> {
        let range = self.range();
        let is_missing = |frame: &usize| !self.pictures.contains_key(frame);
        if !self.backwards {
            let first = (self.wanted..range.end).find(is_missing)?;
            return Some(first..range.end);
        }
        let last = (range.start..self.wanted + 1).rev().find(is_missing)?;
        let count = (range.start..last + 1).rev().take_while(is_missing).take(self.run()).count();
        let is_worth = last == self.wanted || count == self.run() || range.start == 0;
        is_worth.then_some(last + 1 - count..last + 1)
    }

    /// How many frames a run backwards has.
    fn run(&self) -> usize {
        (self.capacity / 3).max(1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Picture;
    use super::*;

    fn window(count: usize) -> PictureWindow {
        let window = PictureWindow::new(count, MAX_BYTES / 24);
        assert_eq!(window.capacity, 24);
        window
    }

    fn fill(window: &mut PictureWindow, frames: Range<usize>) {
        for index in frames {
            window.keep(index, Arc::new(Picture { index, size: [0, 0], rgba: Vec::new() }));
        }
    }

    #[test]
    fn forwards_the_window_reaches_ahead_and_keeps_a_few_behind() {
        let mut window = window(1000);
        assert_eq!(window.missing(), Some(0..19));
        fill(&mut window, 0..30);
        assert_eq!(window.missing(), None);
        assert_eq!(window.pictures.len(), 19, "what has no place is not kept");
        assert!(window.want(10));
        assert!(!window.want(10));
        assert_eq!(window.missing(), Some(19..29));
        window.want(400);
        assert!(window.pictures.is_empty());
        assert_eq!(window.missing(), Some(400..419));
        assert!(window.want(5000));
        assert_eq!(window.wanted(), 999);
    }

    #[test]
    fn backwards_runs_are_decoded_when_there_is_room_for_all_of_them() {
        let mut window = window(1000);
        window.want(500);
        fill(&mut window, 495..520);
        window.want(499);
        assert!(window.is_backwards());
        assert_eq!(window.range(), 481..505);
        assert_eq!(window.missing(), Some(487..495), "a run of a third");
        fill(&mut window, 487..495);
        assert_eq!(window.missing(), None, "six are not worth it yet");
        window.want(497);
        assert_eq!(window.missing(), Some(479..487));
        // What is wanted itself is, however few it is.
        fill(&mut window, 479..487);
        window.pictures.remove(&497);
        assert_eq!(window.missing(), Some(497..498));
        window.want(5);
        assert!(!window.is_backwards(), "it has jumped");
        assert_eq!(window.missing(), Some(5..24));
        window.want(4);
        assert_eq!(window.missing(), Some(0..5), "the beginning is worth it");
    }

    #[test]
    fn the_nearest_picture_stands_in_for_one_that_is_missing() {
        let mut window = window(100);
        assert!(window.nearest(3).is_none());
        fill(&mut window, 2..4);
        let nearest = |frame| window.nearest(frame).map(|(frame, _)| frame);
        assert_eq!([nearest(0), nearest(3), nearest(9)], [Some(2), Some(3), Some(3)]);
    }

    #[test]
    fn memory_is_bounded_for_small_pictures_and_for_large_ones() {
        assert_eq!(PictureWindow::new(9, 1).capacity, 256);
        let bytes = 960 * 540 * 4;
        let capacity = PictureWindow::new(9, bytes).capacity;
        assert!(capacity >= 48 && capacity * bytes <= MAX_BYTES, "{capacity}");
    }
}
