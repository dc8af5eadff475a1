//! Films that need no other program: GIF and animated PNG.

mod apng;
mod changed;
mod gif;
mod rate;

pub use apng::ApngFilm;
pub use gif::GifFilm;
pub use rate::FilmRate;
