//! The sound output of the desktop: one stream, which asks for samples on a thread of its own.
//!
//! On Linux it speaks to the sound server by its socket (PulseAudio, or PipeWire in its place), so that no
//! library of the system is linked; elsewhere it is that of the system.

#[cfg(not(target_os = "linux"))]
mod device;
#[cfg(target_os = "linux")]
mod server;

#[cfg(not(target_os = "linux"))]
use device as system;
#[cfg(target_os = "linux")]
use server as system;

use super::error::Error;

/// How much sound is handed over ahead of what is heard, in seconds.
pub const LATENCY: f64 = 0.06;

/// A stream of sound. Dropped, it is silent.
pub struct SoundOutput {
    _stream: system::Stream,
}

impl SoundOutput {
    /// Opens the stream. `fill` is called for samples of one channel, from −1 to 1, with how many of them there are
    /// in a second. This may take as long as the sound server takes to answer.
    ///
    /// # Errors
    /// Where there is nothing that plays sound.
    pub fn open(fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Self, Error> {
        Ok(Self { _stream: system::open(fill)? })
    }
}
