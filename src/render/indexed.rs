//! A picture with a palette: an index a pixel in the place of four bytes.
//!
//! The palette is found by median cut: all colours are in one box, and the box in which most pixels differ most is
//! cut in two, until there are as many boxes as an index tells apart (Heckbert, "Color image quantization for frame
//! buffer display", 1982). So the soft shadow under a figure, which is wide, keeps its shades, and the edges of
//! bones, which have most of the colours and few pixels, lose some.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// So many colours an index of one byte tells apart.
const MAX_COLOURS: usize = 256;

/// Premultiplied by its opacity, as those of a picture are.
pub(super) type Colour = [u8; 4];

#[derive(Debug)]
pub(super) struct IndexedPicture {
    pub palette: Vec<Colour>,
    /// The index of each pixel's colour.
    pub indices: Vec<u8>,
}

/// A colour of a picture, and how many pixels have it.
type CountedColour = (Colour, u64);

impl IndexedPicture {
    /// The same picture where its pixels have few colours; else one where those that differ least are one.
    pub fn new(pixels: &[Colour]) -> Self {
        let (colours, places) = counted(pixels);
        let mut boxes = vec![ColourBox::new((0..colours.len()).collect(), &colours)];
        while boxes.len() < MAX_COLOURS {
            let widest = boxes.iter().enumerate().max_by_key(|(_, it)| it.spread);
            let Some((widest, _)) = widest.filter(|(_, it)| it.spread > 0) else {
                break;
            };
            let halves = boxes.swap_remove(widest).cut(&colours);
            boxes.extend(halves);
        }
        let mut index_of = vec![0; colours.len()];
        for (index, it) in (0..=u8::MAX).zip(&boxes) {
            it.places.iter().for_each(|&place| index_of[place] = index);
        }
        Self {
            palette: boxes.iter().map(|it| it.mean(&colours)).collect(),
            indices: places.into_iter().map(|place| index_of[place]).collect(),
        }
    }
}

/// The colours of a picture, and which of them each pixel has.
fn counted(pixels: &[Colour]) -> (Vec<CountedColour>, Vec<usize>) {
    let mut place_of: HashMap<Colour, usize> = HashMap::new();
    let mut colours: Vec<CountedColour> = Vec::new();
    let mut places: Vec<usize> = Vec::with_capacity(pixels.len());
    for (i, pixel) in pixels.iter().enumerate() {
        // Most pixels are like the one before.
        let place = if i > 0 && pixels[i - 1] == *pixel {
            places[i - 1]
        } else {
            match place_of.entry(*pixel) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    colours.push((*pixel, 0));
                    *new.insert(colours.len() - 1)
                }
            }
        };
        colours[place].1 += 1;
        places.push(place);
    }
    (colours, places)
}

/// Colours that will be one.
struct ColourBox {
    /// Where they are in the list of all.
    places: Vec<usize>,
    /// How many pixels have them.
    count: u64,
    /// The part in which they differ most.
    part: usize,
    /// How much that is, times the pixels; 0 for a single colour.
    spread: u64,
}

impl ColourBox {
    fn new(places: Vec<usize>, colours: &[CountedColour]) -> Self {
        let count = places.iter().map(|&place| colours[place].1).sum();
        let range = |part: usize| {
            let values = places.iter().map(|&place| colours[place].0[part]);
            let (low, high) =
                values.fold((u8::MAX, 0), |(low, high), it| (low.min(it), high.max(it)));
            high.saturating_sub(low)
        };
        let ranges = [0, 1, 2, 3].map(range);
        let part = (0..4).max_by_key(|part| ranges[*part]).unwrap_or_default();
        Self { places, count, part, spread: count * u64::from(ranges[part]) }
    }

    /// Two boxes of about as many pixels each, of a box with more than one colour.
    fn cut(mut self, colours: &[CountedColour]) -> [Self; 2] {
        self.places.sort_unstable_by_key(|&place| colours[place].0[self.part]);
        let mut below = 0;
        let half = self.places.iter().position(|&place| {
            below += colours[place].1;
            2 * below >= self.count
        });
        let half = half.map_or(1, |last| last + 1).min(self.places.len() - 1);
        let above = self.places.split_off(half);
        [self.places, above].map(|places| Self::new(places, colours))
    }

    fn mean(&self, colours: &[CountedColour]) -> Colour {
        let mut sums = [0; 4];
        for &place in &self.places {
            let (colour, count) = colours[place];
            sums.iter_mut().zip(colour).for_each(|(sum, part)| *sum += u64::from(part) * count);
        }
        sums.map(|sum| ((sum + self.count / 2) / self.count.max(1)) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far each pixel is from what it was, in the part that differs most.
    fn errors(pixels: &[Colour], indexed: &IndexedPicture) -> Vec<u8> {
        let shown = indexed.indices.iter().map(|index| indexed.palette[usize::from(*index)]);
        let pairs = shown.zip(pixels).map(|(a, b)| a.into_iter().zip(*b));
        pairs.map(|parts| parts.map(|(a, b)| a.abs_diff(b)).max().unwrap_or_default()).collect()
    }

    #[test]
    fn a_picture_of_few_colours_stays_as_it_is() {
        let shades = (0..=u8::MAX).map(|i| [i / 2, i / 3, 0, i]);
        let pixels: Vec<Colour> = shades.chain([[0; 4]; 1_000]).collect();
        let indexed = IndexedPicture::new(&pixels);
        assert_eq!(errors(&pixels, &indexed).into_iter().max(), Some(0));
        assert_eq!(indexed.palette.len(), 256);
    }

    #[test]
    fn a_wide_shadow_keeps_its_shades_beside_edges_of_many_colours() {
        let shadow = (0..6_000).map(|i| [0, 0, 0, (i % 60) as u8]);
        let edges = (0..3_000).map(|i| [(i % 200) as u8, (i % 61) as u8, (i / 15) as u8, 200]);
        let pixels: Vec<Colour> = [[0; 4]; 50_000].into_iter().chain(shadow).chain(edges).collect();
        let indexed = IndexedPicture::new(&pixels);
        assert_eq!(indexed.palette.len(), MAX_COLOURS);
        let errors = errors(&pixels, &indexed);
        let worst = |pixels: &[u8]| pixels.iter().copied().max();
        assert_eq!(worst(&errors[..50_000]), Some(0), "nothing stays nothing");
        assert!(worst(&errors[50_000..56_000]) <= Some(1), "{errors:?}");
        assert!(worst(&errors[56_000..]) <= Some(60), "{:?}", worst(&errors[56_000..]));
    }

    #[test]
    fn a_picture_without_pixels_has_a_palette() {
        assert!(IndexedPicture::new(&[]).indices.is_empty());
    }
}
