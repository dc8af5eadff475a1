//! The sound output of Windows and macOS: a stream of the system's device.

use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};
use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};

use crate::platform::error::Error;

/// The stream.
pub type Stream = cpal::Stream;

/// Opens a stream, as the device has it by default.
pub fn open(fill: impl FnMut(&mut [f32], u32) + Send + 'static) -> Result<Stream, Error> {
    let told = |error: cpal::Error| Error::new(format!("the sound device refuses: {error}"));
    let device = cpal::default_host().default_output_device();
    let device = device.ok_or_else(|| Error::new("there is no sound device"))?;
    let usual = device.default_output_config().map_err(told)?;
    let config = usual.config();
    let stream = match usual.sample_format() {
        SampleFormat::F32 => build::<f32>(&device, config, fill),
        SampleFormat::I16 => build::<i16>(&device, config, fill),
        SampleFormat::I32 => build::<i32>(&device, config, fill),
        SampleFormat::U16 => build::<u16>(&device, config, fill),
        format => return Err(Error::new(format!("the sound device wants {format}"))),
    };
    let stream = stream.map_err(told)?;
    stream.play().map_err(told)?;
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
