//! The sound output of the desktop: one stream, which asks for samples on a thread of its own.
//!
//! On Linux it speaks to the sound server by its socket (PulseAudio, or PipeWire in its place), so that no
//! library of the system is linked; elsewhere it is that of the system.

use super::Error;

/// How much sound is handed over ahead of what is heard, in seconds.
pub const LATENCY: f64 = 0.06;

/// A stream of sound. Dropped, it is silent.
pub struct SoundOutput {
    _stream: system::Stream,
}

impl SoundOutput {
    /// Opens the stream. `fill` is called for samples of one channel, from −1 to 1, with how many of them there are
    /// in a second. This may take as long as the sound server takes to answer.
    pub fn open(fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Self, Error> {
        Ok(Self { _stream: system::open(fill)? })
    }
}

/// The sound server of Linux.
#[cfg(target_os = "linux")]
mod system {
    use pulseaudio::protocol::{
        self, ChannelMap, ChannelVolume, PlaybackStreamParams, SampleFormat, SampleSpec,
        stream::{BufferAttr, StreamFlags},
    };
    use pulseaudio::{AsPlaybackSource as _, Client, PlaybackStream};

    use super::LATENCY;
    use crate::platform::Error;

    /// Samples a second; the server makes of them what the device needs.
    const RATE: u32 = 48_000;
    const SAMPLE: usize = size_of::<f32>();

    pub struct Stream {
        _stream: PlaybackStream,
        _client: Client,
    }

    pub fn open(mut fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Stream, Error> {
        let none = |error| Error::new(format!("there is no sound server: {error}"));
        let client = Client::from_env(c"Rushes").map_err(none)?;
        let bytes = (f64::from(RATE) * LATENCY) as u32 * SAMPLE as u32;
        let params = PlaybackStreamParams {
            sample_spec: SampleSpec {
                format: SampleFormat::Float32Le,
                channels: 1,
                sample_rate: RATE,
            },
            channel_map: ChannelMap::mono(),
            cvolume: Some(ChannelVolume::norm(1)),
            sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
            buffer_attr: BufferAttr {
                target_length: bytes,
                minimum_request_length: bytes / 4,
                ..Default::default()
            },
            flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
            ..PlaybackStreamParams::default()
        };
        let mut samples = Vec::new();
        let source = move |bytes: &mut [u8]| {
            samples.clear();
            samples.resize(bytes.len() / SAMPLE, 0.0);
            fill(&mut samples, RATE);
            let (whole, rest) = bytes.as_chunks_mut::<SAMPLE>();
            for (bytes, sample) in whole.iter_mut().zip(&samples) {
                *bytes = sample.to_le_bytes();
            }
            rest.fill(0);
            bytes.len()
        };
        let created = client.create_playback_stream(params, source.as_playback_source());
        let stream = pollster::block_on(created)
            .map_err(|error| Error::new(format!("the sound server refuses: {error}")))?;
        Ok(Stream { _stream: stream, _client: client })
    }
}

/// The device of Windows and macOS.
#[cfg(not(target_os = "linux"))]
mod system {
    use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
    use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};

    use crate::platform::Error;

    pub type Stream = cpal::Stream;

    /// Opens a stream, as the device has it by default.
    pub fn open(fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Stream, Error> {
        let refused = |error: cpal::Error| Error::new(format!("the sound device refuses: {error}"));
        let device = cpal::default_host().default_output_device();
        let device = device.ok_or_else(|| Error::new("there is no sound device"))?;
        let usual = device.default_output_config().map_err(refused)?;
        let config = usual.config();
        let stream = match usual.sample_format() {
            SampleFormat::F32 => build::<f32>(&device, config, fill),
            SampleFormat::I16 => build::<i16>(&device, config, fill),
            SampleFormat::I32 => build::<i32>(&device, config, fill),
            SampleFormat::U16 => build::<u16>(&device, config, fill),
            format => return Err(Error::new(format!("the sound device wants {format}"))),
        };
        let stream = stream.map_err(refused)?;
        stream.play().map_err(refused)?;
        Ok(stream)
    }

    fn build<T: SizedSample + FromSample<f32>>(
        device: &cpal::Device,
        config: StreamConfig,
        mut fill: impl FnMut(&mut [f32], u32) + Send + 'static,
    ) -> Result<Stream, cpal::Error> {
        let (channels, rate) = (usize::from(config.channels).max(1), config.sample_rate);
        let mut samples = Vec::new();
        let write = move |out: &mut [T], _: &cpal::OutputCallbackInfo| {
            samples.clear();
            samples.resize(out.len() / channels, 0.0);
            fill(&mut samples, rate);
            for (frame, sample) in out.chunks_mut(channels).zip(&samples) {
                frame.fill(T::from_sample(*sample));
            }
        };
        // A device that goes away is silent from then on.
        device.build_output_stream(config, write, |_| (), None)
    }
}
